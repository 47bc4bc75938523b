// Saved games without playing them: rows in the store, as the page writes them.
import { ready } from './known.mjs';

const hour = 3600000, day = 24 * hour;

// The facts of `count` games, of which the earlier ones are worse. They began and ended on the days before `now`, two
// per day.
export function gamesOf(count, { now = Date.now(), w = 4, h = 4, rules = 'classic', prefix = 'game' } = {}) {
  return Array.from({ length: count }, (none, i) => {
    const score = Math.round((2000 + 90 * i) * (0.3 + (i * 7919 % 101) / 60)), largest = 2 ** (6 + Math.floor(Math.log2(1 + score / 900)));
    const changed = now - Math.floor((count - 1 - i) / 2) * day - (i % 2 ? 0 : 1000);
    return { id: `${prefix}-${i}`, sitting: `sitting-${prefix}`, changed, w, h, rules, goal: 2048, seed: '42', date: new Date(Math.max(changed - hour, new Date(changed).setHours(0, 0, 0, 0))).toISOString(), status: 'lost',
      score, moves: Math.round(score / 9), largest, undos: 0, hints: 0, helped: 0, fromBoard: false, won: largest >= 2048, ply: 0, name: '', time: score * 60, plainScore: score };
  });
}

// The rows of the database; first it puts those of `added` into the store, and deletes those with the ids in `dropped`.
export function rows(page, kind, added = [], dropped = []) {
  return page.evaluate(async ([name, some, ids]) => {
    const ask = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
    const database = await ask(indexedDB.open('eleven')), store = database.transaction(name, 'readwrite').objectStore(name);
    for (const row of some) store.put(row);
    for (const id of ids) store.delete(id);
    const all = await ask(store.getAll());
    database.close();
    return all;
  }, [kind, added, dropped]);
}

// Writes the games into the store of the page and opens it again.
export async function keepGames(page, games) {
  await page.evaluate(async (all) => {
    const database = await new Promise((resolve) => { indexedDB.open('eleven').onsuccess = ({ target }) => resolve(target.result); });
    const transaction = database.transaction(['games', 'records'], 'readwrite');
    for (const game of all) {
      transaction.objectStore('games').put(game);
      const text = `eleven game 1\nrules ${game.rules}\nsize ${game.w}x${game.h}\nseed ${game.seed}\n`;
      transaction.objectStore('records').put({ id: game.id, text });
    }
    await new Promise((resolve) => { transaction.oncomplete = resolve; });
    database.close();
  }, games);
  await page.reload();
  await ready(page);
}
