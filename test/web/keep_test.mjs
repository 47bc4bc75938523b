// Saved games: after a reload or a crash, with a second tab, offline, in a link, in a file.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, freshFolder, launchMortal, removeFolder } from './browser.mjs';
import { almostWon, begin, boardOf, choose, closed, known, load, press, ready, stateOf, tilesOf, shows, until, reviewed } from './known.mjs';
import { rows } from './saved.mjs';

const page42 = async (page) => {
  await begin(page, { seed: 42 });
  await press(page, known.keys);
};

// The table of statistics, row by row.
async function statistics(page) {
  await choose(page, 'games');
  const rows = await page.$$eval('#totals tbody tr', (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  await page.keyboard.press('Escape');
  return rows;
}

// Waits until the store contains a game with that many moves.
function hasSaved(page, moves) {
  return until(page, (expected) => new Promise((resolve) => {
    setTimeout(resolve, 1000, false); // the browser may close this connection too
    const open = indexedDB.open('eleven');
    open.onsuccess = () => {
      const database = open.result;
      const finish = (games) => {
        database.close();
        resolve(games.some((game) => game.moves === expected));
      };
      if (!database.objectStoreNames.contains('games')) return finish([]);
      database.transaction('games').objectStore('games').getAll().onsuccess = ({ target }) => finish(target.result);
    };
  }), moves);
}

export const tests = {
  'a key is answered before its move is saved': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    const counts = await page.evaluate(async () => {
      let puts = 0, begun;
      const saving = new Promise((resolve) => { begun = resolve; }), { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function count(...row) {
        puts++;
        begun();
        return put.apply(this, row);
      };
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }));
      const during = puts;
      await saving;
      return [document.querySelector('eleven-2048').state.moves, during, puts];
    });
    assert.deepEqual(counts, [1, 0, 3]);
  },

  'a reload in the middle of a game changes nothing, and undo still works': async (t) => {
    const page = await t.open();
    await page42(page);
    await page.keyboard.press('u');
    await page.reload();
    await ready(page);
    assert.deepEqual(await tilesOf(page), known.afterSeven);
    await page.keyboard.press('r');
    assert.deepEqual(await boardOf(page), known.afterEight);
    await press(page, known.keys.map(() => 'u'));
    assert.deepEqual(await boardOf(page), known.start);
    assert.equal((await stateOf(page)).undos, 9);
    assert.equal(await page.textContent('#best'), '24'); // from before the first undo
  },

  'undo returns from a new game to the old one, also after a reload': async (t) => {
    const page = await t.open();
    await page42(page);
    await page.keyboard.press('n');
    await page.reload();
    await ready(page);
    assert.equal((await stateOf(page)).moves, 0);
    await page.keyboard.press('u');
    assert.deepEqual(await boardOf(page), known.afterEight);
  },

  'after a reload, undo returns to the position of the earlier game': async (t) => {
    const page = await t.open();
    await page42(page);
    await press(page, ['u', 'n']);
    await page.reload();
    await ready(page);
    await page.keyboard.press('u');
    assert.deepEqual(await boardOf(page), known.afterSeven);
  },

  'closing the tab loses nothing': async (t) => {
    const context = await t.context();
    const page = await t.visit(context);
    await begin(page, { seed: 42 });
    await press(page, known.keys.slice(0, 7));
    await page.keyboard.press(known.keys[7]);
    await page.close();
    const again = await t.visit(context);
    assert.deepEqual(await boardOf(again), known.afterEight);
  },

  'a crash of the whole browser loses nothing': async (t) => {
    const profile = await freshFolder();
    t.defer(() => removeFolder(profile));
    const first = await launchMortal(profile);
    const page = await t.visit(first.context);
    await page42(page);
    await hasSaved(page, 8); // that is the next task after the picture
    await first.kill();
    const second = await launchMortal(profile);
    t.defer(second.kill);
    assert.deepEqual(await boardOf(await t.visit(second.context)), known.afterEight);
  },

  'two tabs lose nothing': async (t) => {
    const context = await t.context();
    const one = await t.visit(context);
    await page42(one);
    const two = await t.visit(context);
    assert.equal((await stateOf(two)).moves, 0); // a game of its own
    await shows(two, '#notice', /another tab/i);
    await begin(two, { seed: 42 });
    await press(two, known.keys.slice(0, 2));
    await one.keyboard.press('u');
    await one.keyboard.press('r');
    await press(two, ['u']);
    for (const page of [one, two]) {
      await page.reload();
      await ready(page);
    }
    assert.deepEqual(await boardOf(one), known.afterEight);
    assert.deepEqual(await boardOf(two), known.afterOne);
    await choose(two, 'games');
    await two.locator('#list li', { has: two.locator('b.n', { hasText: /^24$/ }) }).getByRole('button', { name: 'Open' }).click();
    await shows(two, '#games-error', /another tab/i);
    await one.close();
    await two.locator('#list li', { has: two.locator('b.n', { hasText: /^24$/ }) }).getByRole('button', { name: 'Open' }).click();
    await closed(two);
    assert.deepEqual(await boardOf(two), known.afterEight); // it has been moved to this tab
    await two.close();
    const three = await t.visit(context);
    assert.deepEqual(await boardOf(three), known.afterEight);
  },

  'a game that another tab has deleted leaves the list when it is used': async (t) => {
    const context = await t.context(), one = await t.visit(context);
    await page42(one);
    await begin(one, { seed: 5 });
    await hasSaved(one, 8);
    for (const name of ['Open', 'Rename', 'Download']) {
      const two = await t.visit(context), listed = two.locator('#list li', { has: two.locator('b.n', { hasText: /^24$/ }) });
      await choose(two, 'games');
      await choose(one, 'games');
      const row = one.locator('#list li', { has: one.locator('b.n', { hasText: /^24$/ }) });
      await row.locator('button').last().click();
      await row.locator('button').last().click();
      await row.waitFor({ state: 'detached' });
      await one.keyboard.press('Escape');
      await listed.getByRole('button', { name }).click();
      if (name === 'Rename') await two.keyboard.press('Enter');
      await shows(two, '#games-error', /its moves are missing/);
      assert.equal(await listed.count(), 0);
      await two.close();
      await page42(one);
      await begin(one, { seed: 5 });
      await hasSaved(one, 8);
    }
  },

  'a daily game that is open in another tab does not begin again': async (t) => {
    const context = await t.context(), one = await t.visit(context);
    await choose(one, 'daily');
    await closed(one);
    await press(one, ['ArrowUp', 'ArrowLeft', 'ArrowDown']);
    const { seed } = await stateOf(one), two = await t.visit(context);
    await choose(two, 'daily');
    await shows(two, '#notice', /^This game is open in another tab\.$/);
    assert.notEqual((await stateOf(two)).seed, seed);
    await one.close();
    await choose(two, 'daily');
    await until(two, (expected) => document.querySelector('eleven-2048').state.seed === expected, seed);
  },

  'without locks two tabs ask each other': async (t) => {
    const context = await t.context();
    await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const one = await t.visit(context);
    await page42(one);
    const two = await t.visit(context);
    assert.equal((await stateOf(two)).moves, 0);
    await one.close();
    await two.close();
    const three = await t.visit(context);
    assert.equal((await stateOf(three)).moves, 8); // the game of the first tab: that of the second one has no move
  },

  'a tab that is closed without a move does not take the place of the running game': async (t) => {
    const context = await t.context(), one = await t.visit(context);
    await page42(one);
    const two = await t.visit(context);
    await two.close();
    await one.close();
    const three = await t.visit(context);
    assert.deepEqual([(await stateOf(three)).seed, (await stateOf(three)).moves], ['42', 8]);
    const four = await t.visit(context); // there, the game without a move
    await press(four, ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']);
    const { seed, moves } = await stateOf(four);
    assert.ok(moves > 0 && seed !== '42');
    await three.close();
    await four.close();
    assert.equal((await stateOf(await t.visit(context))).seed, seed);
  },

  'where locks are refused, as without cookies, an imported game can be opened': async (t) => {
    const context = await t.context();
    await context.addInitScript(() => {
      const refuse = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'));
      if (navigator.locks) Object.assign(Object.getPrototypeOf(navigator.locks), { query: refuse, request: refuse });
    });
    const page = await t.visit(context);
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }));
    }, reviewed);
    await page.locator('#import-dialog .end button').click();
    await shows(page, '#import-dialog .done', /imported/);
    await page.locator('#import-dialog .end button').click();
    await page.locator('#list li', { hasText: '336' }).getByRole('button', { name: 'Open' }).click();
    await closed(page);
    assert.equal((await stateOf(page)).score, 336);
  },

  'a key that is held begins one new game': async (t) => {
    const page = await t.open();
    await page42(page);
    for (let times = 0; times < 5; times++) await page.keyboard.down('n');
    await page.keyboard.up('n');
    await page.click('#notice-act');
    assert.equal((await stateOf(page)).seed, '42');
  },

  'without storage the page plays, and says that it cannot save': async (t) => {
    const context = await t.context();
    await context.addInitScript(() => { indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }; });
    const page = await t.visit(context);
    await page42(page);
    assert.deepEqual(await tilesOf(page), known.afterEight);
    await shows(page, '#notice', /Export/);
    await page.reload();
    await ready(page);
    await shows(page, '#notice', /Export/);
  },

  'a page that is shown again is opened again, unless its game could not be saved': async (t) => {
    for (const isSaved of [true, false]) {
      const context = await t.context();
      const refuse = () => { indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); }; };
      if (!isSaved) await context.addInitScript(refuse);
      const page = await t.visit(context);
      await page42(page);
      const reloads = await page.evaluate(() => {
        const found = [];
        navigation.addEventListener('navigate', (event) => {
          event.preventDefault();
          found.push(event.navigationType);
        });
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        return found;
      });
      assert.deepEqual(reloads, isSaved ? ['reload'] : []);
    }
  },

  'when the browser deletes the database, the page saves the game again': async (t) => {
    const page = await t.open();
    await page42(page);
    const session = await page.context().newCDPSession(page);
    const origin = new URL(t.address).origin;
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    await hasSaved(page, 8); // without a move
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    await press(page, ['u', 'u', 'r']);
    await hasSaved(page, 7);
    await shows(page, '#notice', /^$/); // while the browser deletes, an attempt may fail, and the page tries again
    await page.reload();
    await ready(page);
    assert.deepEqual(await boardOf(page), known.afterSeven);
  },

  'when the browser deletes the database during a replay or practice, the game is saved as it was before': async (t) => {
    const begins = {
      replay: (page) => page.locator('#scrubber').fill('2'),
      practice: async (page) => {
        await page.getByRole('button', { name: 'Play from here' }).click();
        await shows(page, '#notice-act', /^Back to the game$/);
      },
    };
    for (const id in begins) {
      const page = await t.open(), session = await page.context().newCDPSession(page);
      await page42(page);
      await hasSaved(page, 8);
      await choose(page, id);
      await begins[id](page);
      await session.send('Storage.clearDataForOrigin', { origin: new URL(t.address).origin, storageTypes: 'indexeddb' });
      await hasSaved(page, 8);
      if (id === 'practice') await page.click('#notice-act');
      assert.deepEqual((await rows(page, 'sittings')).map(({ ply, aside }) => [ply, aside]), [[8, null]], id);
      await page.reload();
      await ready(page);
      assert.deepEqual(await boardOf(page), known.afterEight, id);
      await page.close();
    }
  },

  'a game that is opened again is there once, however far undo goes': async (t) => {
    const page = await t.open();
    await page42(page);
    await begin(page, { seed: 5 });
    await press(page, ['ArrowLeft', 'ArrowUp', 'ArrowLeft']);
    const [first] = (await rows(page, 'games')).filter(({ seed }) => seed === '42');
    await choose(page, 'games');
    await page.locator('#list li', { has: page.locator('b.n', { hasText: /^24$/ }) }).getByRole('button', { name: 'Open' }).click();
    await closed(page);
    assert.deepEqual(await boardOf(page), known.afterEight);
    await press(page, Array.from({ length: 30 }, () => 'u'));
    assert.deepEqual((await rows(page, 'games')).map(({ seed }) => seed).filter((seed) => seed.length < 3).sort(), ['42', '5']);
    await press(page, Array.from({ length: 30 }, () => 'r'));
    assert.deepEqual(await boardOf(page), known.afterEight);
    const again = (await rows(page, 'games')).filter(({ seed }) => seed === '42');
    assert.deepEqual(again.map(({ id, moves, score }) => [id, moves, score]), [[first.id, 8, 24]]);
  },

  'a game is opened again beside games that undo left, or whose moves are missing': async (t) => {
    const page = await t.open(), open = async () => {
      await choose(page, 'games');
      await page.locator('#list li', { has: page.locator('b.n', { hasText: /^24$/ }) }).getByRole('button', { name: 'Open' }).click();
      await closed(page);
      assert.deepEqual(await boardOf(page), known.afterEight);
    };
    const movesOf = async (name) => {
      const { id } = (await rows(page, 'games')).find(({ seed }) => seed === name);
      return (await rows(page, 'records')).find((record) => record.id === id).text.split('\n\n')[1]?.trim().split(/\s+/).length ?? 0;
    };
    await page42(page);
    for (const seed of [5, 9]) {
      await begin(page, { seed });
      await press(page, ['ArrowLeft', 'ArrowUp', 'ArrowLeft', 'ArrowUp']);
    }
    const left = await movesOf('9');
    await press(page, Array.from({ length: 7 }, () => 'u'));
    assert.equal((await stateOf(page)).seed, '5');
    await open();
    await press(page, Array.from({ length: 30 }, () => 'u'));
    assert.equal(await movesOf('9'), left);
    await press(page, Array.from({ length: 30 }, () => 'r'));
    const gone = (await rows(page, 'games')).find(({ seed }) => seed === '5');
    await begin(page, { seed: 11 });
    await rows(page, 'records', [], [gone.id]);
    await open();
  },

  'a double click neither deletes a game nor opens it twice': async (t) => {
    const page = await t.open();
    await page42(page);
    await begin(page, { seed: 5 });
    await choose(page, 'games');
    const row = page.locator('#list li', { has: page.locator('b.n', { hasText: /^24$/ }) });
    await row.getByRole('button', { name: 'Delete' }).dblclick();
    await row.getByRole('button', { name: 'Delete it?' }).waitFor();
    await row.getByRole('button', { name: 'Open' }).dblclick();
    await closed(page);
    assert.deepEqual(await boardOf(page), known.afterEight);
  },

  'a branch begins at a ply of the current game, or not at all': async (t) => {
    const page = await t.open();
    await page42(page);
    await begin(page, { seed: 5 });
    const states = await page.evaluate(() => [-3, 9, 0].map((ply) => {
      const game = document.querySelector('eleven-2048');
      game.branch(ply);
      return [game.state.seed, game.state.helped, game.state.moves];
    }));
    assert.deepEqual(states, [['5', 0, 0], ['5', 0, 0], ['5', 0, 0]]);
    const none = await page.evaluate(() => document.createElement('eleven-2048').branch());
    assert.equal(none, undefined);
  },

  'a database without tables gets them': async (t) => {
    const context = await t.context(), page = await context.newPage();
    await page.goto(`${t.address}manifest.webmanifest`);
    await page.evaluate(() => new Promise((resolve) => {
      indexedDB.open('eleven').onsuccess = ({ target }) => {
        target.result.close();
        resolve();
      };
    }));
    await page.goto(t.address);
    await ready(page);
    await page42(page);
    await hasSaved(page, 8);
    await page.reload();
    await ready(page);
    assert.deepEqual(await boardOf(page), known.afterEight);
    t.errors.length = 0; // the manifest has no icon
  },

  'while nothing can be saved the page says so, and then it saves everything': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    await page.evaluate(() => {
      globalThis.open = indexedDB.open;
      indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };
      indexedDB.deleteDatabase('eleven');
    });
    await shows(page, '#notice', /Not saved/);
    for (const key of known.keys) {
      await page.keyboard.press(key);
      assert.match(await page.textContent('#notice'), /Not saved/);
    }
    await page.evaluate(() => { indexedDB.open = globalThis.open; });
    await page.waitForFunction(() => !document.querySelector('#notice').textContent); // without a move
    await page.reload();
    await ready(page);
    assert.deepEqual(await boardOf(page), known.afterEight);
  },

  'messages are visible without scrolling, and move nothing': async (t) => {
    for (const [width, height] of [[320, 568], [390, 844], [640, 340], [800, 900], [1440, 800]]) {
      const page = await t.open({ viewport: { width, height } });
      const places = () => page.evaluate(() => ['#game', '#undo', 'h1', '#new', '#facts'].map((at) => {
        const { x, y } = document.querySelector(at).getBoundingClientRect();
        return [at, Math.round(x), Math.round(y)];
      }));
      await begin(page, { seed: 42 });
      const before = await places();
      await page.evaluate(() => {
        indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };
        indexedDB.deleteDatabase('eleven');
      });
      await shows(page, '#notice', /Not saved/);
      const box = await page.locator('#notice').boundingBox(), what = `${width}x${height}: ${JSON.stringify(box)}`;
      assert.ok(box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width, what);
      assert.deepEqual(await places(), before, what);
      await page.close();
    }
  },

  'a saved game that cannot be read is left unchanged, and another one begins': async (t) => {
    const page = await t.open();
    await page42(page);
    const change = (text) => page.evaluate((wrong) => new Promise((resolve) => {
      const open = indexedDB.open('eleven');
      open.onsuccess = () => {
        const records = open.result.transaction('records', 'readwrite').objectStore('records');
        records.getAll().onsuccess = ({ target }) => {
          const record = target.result.find((one) => one.text.includes('seed 42'));
          if (wrong) records.put({ ...record, text: `${record.text}X` });
          records.transaction.oncomplete = () => {
            open.result.close();
            resolve(record.text);
          };
        };
      };
    }), text);
    await change(true);
    await page.reload();
    await ready(page);
    await shows(page, '#notice', /could not be read/);
    assert.equal((await stateOf(page)).moves, 0);
    await page.keyboard.press('ArrowUp');
    assert.match(await change(false), /X$/);
  },

  'a saved game that cannot be read does not lock the other games of its sitting': async (t) => {
    const page = await t.open();
    await page42(page);
    await begin(page, { seed: 5 });
    await press(page, ['ArrowUp', 'ArrowLeft']);
    await begin(page, { seed: 6 });
    await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown']);
    await hasSaved(page, 3);
    const [damaged] = (await rows(page, 'records')).filter(({ text }) => text.includes('seed 42\n'));
    await rows(page, 'records', [{ ...damaged, text: 'xx' }]);
    await page.reload();
    await ready(page);
    await shows(page, '#notice', /could not be read/);
    const open = async (moves) => {
      await choose(page, 'games');
      await page.locator('#list li', { hasText: `${moves} moves,` }).getByRole('button', { name: 'Open' }).click();
    };
    for (const moves of [2, 3]) {
      await open(moves);
      await closed(page);
      assert.equal((await stateOf(page)).moves, moves);
    }
    await open(8);
    await shows(page, '#games-error', /could not be read/);
  },

  'after a saved game could not be read, undo does not reach the games before it': async (t) => {
    const page = await t.open();
    await page42(page);
    await begin(page, { seed: 5 });
    await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown']);
    await hasSaved(page, 3);
    const damaged = (await rows(page, 'records')).find(({ text }) => text.includes('seed 5\n'));
    await rows(page, 'records', [{ ...damaged, text: 'xx' }]);
    await page.reload();
    await ready(page);
    await shows(page, '#notice', /could not be read/);
    await press(page, ['u', 'u', 'ArrowUp', 'ArrowLeft']);
    const { canUndo, moves, gameIndex } = await stateOf(page);
    assert.deepEqual({ canUndo, gameIndex, moves: moves > 0 }, { canUndo: true, gameIndex: 0, moves: true });
    await press(page, Array(9).fill('u'));
    assert.equal((await stateOf(page)).canUndo, false);
    await choose(page, 'games');
    const about = await page.$$eval('#list li', (all) => all.map(({ innerText }) => innerText).sort().join());
    assert.equal(about.match(/8 moves,/g).length, 1); // and no copy of it
  },

  'a missing record is reported like a damaged one, and a damaged sitting is ignored': async (t) => {
    const page = await t.open();
    await page42(page);
    await rows(page, 'sittings', [{ id: 'damaged', changed: 9e12 }]);
    await page.reload();
    await ready(page);
    assert.deepEqual(await boardOf(page), known.afterEight);
    const [{ id }] = (await rows(page, 'records')).filter(({ text }) => text.includes('seed 42\n'));
    await rows(page, 'records', [], [id]);
    await page.reload();
    await ready(page);
    await shows(page, '#notice', /^A saved game could not be read and is left unchanged: its moves are missing\.$/);
    await choose(page, 'games');
    for (const name of ['Open', 'Download']) {
      await page.locator('#list li', { hasText: '8 moves,' }).getByRole('button', { name }).click();
      await shows(page, '#games-error', /its moves are missing/);
      await page.evaluate(() => { document.querySelector('#games-error').textContent = ''; });
    }
  },

  'an incomplete row of a game is ignored': async (t) => {
    const page = await t.open();
    await page42(page);
    const all = await rows(page, 'games'), [whole] = all;
    const damaged = [{ id: 'a', sitting: 'b' }, { ...whole, id: 'c', score: 'much' }, { ...whole, id: 'd', score: undefined },
      { ...whole, id: 'e', rules: 7 }];
    await rows(page, 'games', damaged);
    await page.reload();
    await ready(page);
    assert.deepEqual(await boardOf(page), known.afterEight);
    await choose(page, 'games');
    await page.waitForSelector('#list li');
    assert.equal(await page.locator('#list li').count(), 1);
    assert.equal((await rows(page, 'games')).length, all.length + 4);
  },

  'offline after the first visit': async (t) => {
    const server = await t.serve(join(build, 'web'));
    const context = await t.context({ locale: 'de' });
    const page = await t.visit(context, server.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await until(page, async () => await caches.match('eleven-words-de.js') !== undefined);
    await page42(page);
    await server.close();
    await page.reload();
    await ready(page);
    assert.deepEqual(await tilesOf(page), known.afterEight);
    await shows(page, '#undo', /Zurück/);
    await page.goto(`${server.address}index.html`); // the other name of the page
    await ready(page);
    await page.keyboard.press('u');
    assert.deepEqual(await boardOf(page), known.afterSeven);
    const manifest = JSON.parse(await page.evaluate(async () => (await fetch('manifest.webmanifest')).text()));
    for (const icon of manifest.icons)
      assert.match(await page.evaluate(async (src) => (await fetch(src)).text(), icon.src), /^<svg/);
  },

  'a service worker without space for more still answers': async (t) => {
    const server = await t.serve(join(build, 'web'));
    t.defer(server.close);
    const context = await t.context(), page = await t.visit(context, server.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await ready(page);
    const { usage } = await page.evaluate(() => navigator.storage.estimate());
    const tools = await context.newCDPSession(page);
    await tools.send('Storage.overrideQuotaForOrigin', { origin: new URL(server.address).origin, quotaSize: usage + 1000 });
    await choose(page, 'settings');
    await page.selectOption('#language', 'de');
    await shows(page, '#undo', 'Zurück');
  },

  'a new build takes the place of the old one': async (t) => {
    const folder = join(build, 'web'), pages = {}, worker = String(await readFile(join(folder, 'sw.js')));
    const server = await t.serve(folder, pages), context = await t.context();
    t.defer(server.close);
    const page = await t.visit(context, server.address);
    await until(page, () => navigator.serviceWorker.controller !== null); // its claim is a controllerchange, too
    const names = (await readdir(folder)).filter((name) => name !== 'sw.js').sort(), hash = createHash('sha256');
    for (const name of names) hash.update(await readFile(join(folder, name)));
    const version = hash.digest('hex').slice(0, 12);
    assert.ok(worker.includes(version), 'the service worker contains the version of the build');
    pages['/sw.js'] = worker.replace(version, 'another');
    pages['/eleven-2048.js'] = String(await readFile(join(folder, 'eleven-2048.js'))).replaceAll("undo: 'Undo'", "undo: 'Take back'");
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const changed = new Promise((done) => { navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }); });
      await registration.update();
      await changed;
    });
    await page.reload();
    await shows(page, '#undo', 'Take back');
    assert.equal((await page.evaluate(() => caches.keys())).length, 1);
  },

  'a clock that goes back takes no time of play away': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    await press(page, ['ArrowLeft']);
    await page.evaluate(() => { const { now } = Date; Date.now = () => now() - 3600000; });
    await press(page, ['ArrowDown', 'ArrowLeft']);
    await hasSaved(page, 3);
    const times = (await rows(page, 'games')).map(({ time }) => time);
    assert.ok(times.length > 0 && times.every((time) => time >= 0), String(times));
  },

  'two copies of the page on one host both work offline': async (t) => {
    const pages = {}, folder = join(build, 'web');
    for (const { name } of (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())) {
      const body = await readFile(join(folder, name));
      pages[`/next/${name}`] = name === 'sw.js' ? String(body).replace(/(scope\)[^]*?)[0-9a-f]{8,}/, '$1another') : body;
      pages[`/stable/${name}`] = body;
    }
    const server = await t.serve('/nowhere', pages), context = await t.context();
    t.defer(server.close);
    const page = await t.visit(context, `${server.address}stable/`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    const next = await t.visit(context, `${server.address}next/`);
    await next.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    assert.equal((await next.evaluate(() => caches.keys())).length, 2);
    await server.close();
    for (const one of [page, next]) {
      await one.reload();
      await ready(one);
    }
  },

  'a link contains the whole game': async (t) => {
    const page = await t.open();
    await page42(page);
    await choose(page, 'share');
    await page.waitForFunction(() => document.querySelector('#link').value);
    const link = await page.inputValue('#link');
    assert.ok(link.length < 400, `${link.length} characters`);
    const other = await t.visit(await t.context(), link);
    assert.deepEqual(await tilesOf(other), known.afterEight);
    const { score, moves, seed, helped } = await stateOf(other);
    assert.deepEqual({ score, moves, seed, helped }, { score: 24, moves: 8, seed: '42', helped: 8 });
    assert.equal(other.url(), t.address);
    await press(other, known.keys.map(() => 'u'));
    assert.deepEqual(await boardOf(other), known.start); // the link contains every move
    await page.keyboard.press('Escape');
    await choose(page, 'replay');
    await page.locator('#scrubber').fill('2');
    await choose(page, 'share'); // the whole game, wherever its replay is
    await page.waitForFunction(() => document.querySelector('#record').value.includes('moves 8'));
    await page.waitForFunction((same) => document.querySelector('#link').value === same, link);
  },

  'a game from a link is not one of the own games': async (t) => {
    const page = await t.open();
    await choose(page, 'daily');
    await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown']);
    const daily = await page.evaluate(() => document.querySelector('eleven-2048').save());
    const link = await page.evaluate(async (record) => (await import('./page.js')).linkOf(record), daily);
    const other = await t.visit(await t.context(), link);
    assert.equal((await stateOf(other)).moves, (await stateOf(page)).moves);
    await press(other, ['n']);
    await choose(other, 'daily');
    assert.equal((await stateOf(other)).moves, 0); // not that of the link
    assert.deepEqual((await rows(other, 'games')).map(({ isForeign }) => isForeign).sort(), [false, false, false, true]);
    await other.reload();
    await ready(other);
    assert.ok((await rows(other, 'games')).some(({ isForeign }) => isForeign));
  },

  'a game from the dialog Share, and a game that branches from it, are of another person': async (t) => {
    const page = await t.open();
    const foreign = async () => (await rows(page, 'games')).filter(({ moves }) => moves > 0).map(({ isForeign }) => isForeign).sort();
    const branch = async () => {
      await choose(page, 'replay');
      await page.click('#step-on');
      await page.click('#replay-branch');
    };
    await choose(page, 'share');
    await page.fill('#record', reviewed);
    await page.click('#load');
    await closed(page);
    await branch();
    await hasSaved(page, 1);
    assert.deepEqual(await foreign(), [true, true]);
    await page42(page);
    await branch();
    await press(page, known.keys.slice(1, 4));
    await hasSaved(page, 4);
    assert.deepEqual(await foreign(), [false, false, true, true]);
    await choose(page, 'games');
    assert.equal(await page.locator('#totals tbody td').nth(1).textContent(), '2');
  },

  'the message about a link ends with its game': async (t) => {
    const page = await t.open();
    await page42(page);
    const link = await page.evaluate(async () => (await import('./page.js')).linkOf(document.querySelector('eleven-2048').save()));
    for (const another of [() => begin(page, { seed: 5 }), () => load(page, almostWon)]) {
      await page.evaluate((hash) => { location.hash = hash; }, link.split('#')[1]);
      await shows(page, '#notice', /^This game is from the link/);
      await another();
      assert.equal(await page.textContent('#notice'), '');
    }
  },

  'a link ends the dialog that was open, and a broken one does not': async (t) => {
    const page = await t.open();
    await page42(page);
    const link = await page.evaluate(async () => (await import('./page.js')).linkOf(document.querySelector('eleven-2048').save()));
    await begin(page, { seed: 5 });
    await choose(page, 'share');
    await page.fill('#record', 'my own text');
    await page.evaluate(() => { location.hash = 'game=AAAA'; });
    await page.waitForFunction(() => /not contain a game/.test(document.querySelector('#notice').textContent));
    assert.equal(await page.inputValue('#record'), 'my own text');
    await page.evaluate((hash) => { location.hash = hash; }, link.split('#')[1]);
    await shows(page, '#notice', /^This game is from the link/);
    assert.equal(await page.isVisible('#share-dialog'), false);
  },

  'a link to a page with a game loses neither game; a broken link is reported': async (t) => {
    const page = await t.open();
    await page42(page);
    await choose(page, 'share');
    await page.waitForFunction(() => document.querySelector('#link').value);
    const link = await page.inputValue('#link');
    await page.keyboard.press('Escape');
    await begin(page, { seed: 1 });
    await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown']);
    const before = await boardOf(page);
    await page.evaluate((hash) => { location.hash = hash; }, link.split('#')[1]);
    await page.waitForFunction(() => document.querySelector('eleven-2048').state.seed === '42');
    assert.deepEqual(await boardOf(page), known.afterEight);
    await press(page, [...known.keys, 1].map(() => 'u'));
    assert.deepEqual(await boardOf(page), before);
    await page.evaluate(() => { location.hash = 'game=AAAA'; });
    await page.waitForFunction(() => /not contain a game/.test(document.querySelector('#notice').textContent));
    assert.deepEqual(await boardOf(page), before);
  },

  'a game that is loaded during a replay leaves the game before it complete': async (t) => {
    const page = await t.open();
    await page42(page);
    await choose(page, 'replay');
    await page.click('#step-on');
    await choose(page, 'share');
    await page.fill('#record', 'not a game');
    await page.click('#load');
    await shows(page, '#share-error', /^line 1/);
    assert.equal((await stateOf(page)).moves, 1); // the replay continues
    await page.fill('#record', almostWon);
    await page.click('#load');
    await closed(page);
    await page.keyboard.press('ArrowLeft'); // the replay has ended
    assert.equal((await stateOf(page)).moves, 1);
    await press(page, ['u', 'u']);
    assert.deepEqual(await boardOf(page), known.afterEight);
  },

  'export and import of the notation': async (t) => {
    const page = await t.open();
    await page42(page);
    await choose(page, 'share');
    const text = await page.inputValue('#record');
    assert.match(text, /^eleven game 1\nrules classic\nsize 4x4\nseed 42\n/);
    assert.match(text, /\n1\. U2@d4 U2@a3 U2@c1 R2@d3 U2@a1 R2@a2 U2@a4 U2@a2\n$/);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
    assert.equal(file.suggestedFilename(), 'game.2048');
    await page.fill('#record', almostWon);
    await page.click('#load');
    assert.deepEqual((await boardOf(page))[0], [1024, 1024, 0, 0]);
    await choose(page, 'share');
    await page.fill('#record', almostWon.replace('. 2', '. 3'));
    await page.click('#load');
    await shows(page, '#share-error', /line 4, column \d+: .*3/);
    await page.setInputFiles('#file', { name: 'a.2048', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.waitForFunction(() => document.querySelector('eleven-2048').state.seed === '42');
    assert.deepEqual(await boardOf(page), known.afterEight);
  },

  'replay: the scrubber shows every move and changes nothing': async (t) => {
    const page = await t.open();
    await page42(page);
    await choose(page, 'replay');
    assert.deepEqual(await tilesOf(page), known.start);
    await page.keyboard.press('ArrowRight'); // on the scrubber
    assert.deepEqual(await tilesOf(page), known.afterOne);
    await page.locator('#scrubber').fill('7');
    assert.deepEqual(await tilesOf(page), known.afterSeven);
    assert.equal(await page.textContent('#ply'), 'Move 7 of 8');
    await page.click('h1');
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('ArrowLeft');
    assert.deepEqual(await boardOf(page), known.afterSeven);
    await page.click('#replay-play');
    await page.waitForFunction(() => document.querySelector('#ply').textContent === 'Move 8 of 8');
    await page.locator('#scrubber').fill('2');
    await page.click('#replay-close');
    assert.deepEqual(await boardOf(page), known.afterEight);
    await choose(page, 'replay');
    await page.keyboard.press('Escape');
    assert.deepEqual(await tilesOf(page), known.afterEight);
    assert.equal((await stateOf(page)).undos, 0);
    await choose(page, 'replay');
    await page.locator('#scrubber').fill('1');
    await page.click('#replay-branch');
    assert.deepEqual(await boardOf(page), known.afterOne);
    await page.keyboard.press('ArrowUp');
    assert.deepEqual(await boardOf(page), known.afterTwo);
    await press(page, ['u', 'u', 'u']);
    assert.deepEqual(await boardOf(page), known.afterEight);
  },

  'statistics and best': async (t) => {
    const page = await t.open();
    await page42(page);
    await begin(page, { seed: 42 });
    await press(page, known.keys.slice(0, 2));
    await begin(page, { size: '2', rules: 'provider', seed: 1 });
    await load(page, almostWon);
    await press(page, ['ArrowLeft']);
    //        games won lost best mean largest moves: 24 and 4 honest; 2048 from a given board
    assert.deepEqual(await statistics(page), [['4 × 4, Classic', '3', '1', '0', '24', '692', '2048', '11']]);
    assert.equal(await page.textContent('#best'), '24');
    await page.reload();
    await ready(page);
    assert.deepEqual(await statistics(page), [['4 × 4, Classic', '3', '1', '0', '24', '692', '2048', '11']]);
    assert.equal(await page.textContent('#best'), '24');
  },

  'without storage the games of the visit can be opened and downloaded': async (t) => {
    const context = await t.context({ acceptDownloads: true });
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', { get() { throw new DOMException('denied', 'SecurityError'); } });
    });
    const page = await t.visit(context);
    await page42(page);
    await press(page, ['n', 'ArrowUp', 'ArrowLeft']);
    await shows(page, '#notice', /Not saved/);
    await choose(page, 'games');
    const row = page.locator('#list li', { hasText: '8 moves,' });
    const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: 'Download' }).click()]);
    assert.match(await readFile(await file.path(), 'utf8'), /seed 42/);
    await row.getByRole('button', { name: 'Open' }).click();
    await closed(page);
    assert.deepEqual(await boardOf(page), known.afterEight);
  },

  'the date of a record is shown only if it is one': async (t) => {
    const page = await t.open();
    const about = async (date) => {
      await load(page, reviewed.replace('helped 56', `date ${date}\nhelped 56`));
      await choose(page, 'games');
      const text = await page.locator('#list small').first().textContent();
      await page.keyboard.press('Escape');
      return text;
    };
    assert.match(await about('2026-01-31T12:00:00Z'), / over, Jan 31, 2026, /);
    for (const date of ['yesterday', 'x-5', '2026-13-45T99:00:00Z', '-']) assert.match(await about(date), /56 moves, over$/);
  },

  'games can be renamed, exported and deleted; BEST stays': async (t) => {
    const page = await t.open({ acceptDownloads: true });
    await page42(page);
    await begin(page, { seed: 5 });
    await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']);
    await choose(page, 'games');
    const row = page.locator('#list li', { has: page.locator('b', { hasText: /^24$/ }) }); // the game with 24 points
    const use = (name) => row.getByRole('button', { name }).click();
    await use('Rename');
    await page.keyboard.type('Forty-two');
    await page.keyboard.press('Enter');
    await page.locator('#list', { hasText: 'Forty-two' }).waitFor();
    const focused = () => page.waitForFunction(() => document.activeElement.textContent === 'Rename'
      && document.activeElement.closest('li').querySelector('b').textContent === 'Forty-two');
    await focused();
    await press(page, ['Enter', 'x', 'Escape']);
    await focused();
    await use('Rename');
    await page.keyboard.type(' again');
    // The press of the button ends the renaming.
    const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: 'Download' }).click({ delay: 100 })]);
    assert.match(await readFile(await file.path(), 'utf8'), /^eleven game 1\n[^]*seed 42/);
    await page.locator('#list b', { hasText: /^again$/ }).waitFor();
    await use('Rename');
    await page.keyboard.type('Forty-two');
    await page.keyboard.press('Enter');
    await page.locator('#list b', { hasText: /^Forty-two$/ }).waitFor();
    await page.reload();
    await ready(page);
    await choose(page, 'games');
    assert.equal(await row.locator('b').first().textContent(), 'Forty-two');
    await use('Delete');
    await use('Delete it?');
    await page.waitForFunction(() => document.querySelectorAll('#list li').length === 1
      && document.activeElement.matches('#list li button'));
    await page.keyboard.press('Escape');
    assert.equal(await page.textContent('#best'), '24');
    await page.reload();
    await ready(page);
    assert.equal(await page.textContent('#best'), '24');
    await choose(page, 'games');
    assert.equal(await page.locator('#list li').count(), 1);
  },

  'BEST never goes down, and counts what was reached without undo, hint and player': async (t) => {
    const page = await t.open();
    const best = () => page.textContent('#best');
    const next = async (seed, keys) => {
      await begin(page, { seed });
      await press(page, keys);
    };
    await page42(page);
    await press(page, ['u']);
    assert.equal(await best(), '24');
    await press(page, known.keys.map(() => 'u'));
    await page.reload();
    await ready(page);
    assert.equal(await best(), '24');
    // After an undo, a hint, or moves of a player, a higher score does not count.
    const higher = Array(12).fill(['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']).flat();
    await next(42, [known.keys[0], 'u', ...higher]);
    assert.ok((await stateOf(page)).score > 24);
    assert.equal(await best(), '24');
    await next(42, known.keys.slice(0, 2));
    await page.evaluate(() => document.querySelector('eleven-2048').hint('corner'));
    await press(page, higher);
    assert.ok((await stateOf(page)).score > 24);
    assert.equal(await best(), '24');
    await page.reload();
    await ready(page);
    await press(page, higher);
    assert.equal(await best(), '24'); // the game still has a hint after a reload
    await begin(page, { seed: 3 });
    await page.evaluate(() => document.querySelector('eleven-2048').autoplay(true, { player: 'corner', pace: 0 }));
    await page.waitForFunction(() => document.querySelector('eleven-2048').state.score > 100);
    await page.keyboard.press('p');
    assert.equal(await best(), '24');
    // A hint that nobody moved after does not count; a plain game does.
    await begin(page, { seed: 42 });
    await page.evaluate(() => document.querySelector('eleven-2048').hint('corner'));
    await next(5, higher);
    const { score } = await stateOf(page);
    assert.ok(score > 24);
    assert.equal(await best(), String(score));
    await press(page, ['u', 'u', 'n']);
    assert.equal(await best(), String(score));
  },

  'a hint is saved when it is shown': async (t) => {
    const page = await t.open();
    await page42(page);
    await press(page, ['i']);
    await page.waitForSelector('#bars:not([hidden])');
    await page.waitForTimeout(500);
    await page.reload();
    await ready(page);
    assert.equal((await stateOf(page)).hints, 1);
    await begin(page, { seed: 5 });
    await press(page, ['ArrowUp', 'i']);
    await page.waitForSelector('#bars:not([hidden])');
    await page.keyboard.press('n');
    const kept = (await rows(page, 'records')).find(({ text }) => text.includes('seed 5\n'));
    assert.match(kept.text, /^hints 1$/m);
  },

  'settings are remembered': async (t) => {
    const page = await t.open();
    await choose(page, 'settings');
    await page.selectOption('#theme', 'colour-blind');
    await page.selectOption('#language', 'de');
    await page.check('#show-arrows');
    await page.reload();
    await ready(page);
    assert.deepEqual(await page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.lang]),
      ['colour-blind', 'de']);
    assert.equal(await page.isVisible('#arrows'), true);
    assert.equal((await page.textContent('#new')).trim(), 'Neu');
  },

  'stored settings that the page does not offer count as the default': async (t) => {
    const page = await t.open({ colorScheme: 'light' });
    const wrong = [{ theme: 'nonsense', language: 'zz', animation: 7 }, { theme: 'dark', language: {}, arrows: 'no' }, 'text', 7];
    for (const stored of wrong) {
      await page.evaluate((text) => localStorage.setItem('eleven-settings', text), JSON.stringify(stored));
      await page.reload();
      await ready(page);
      const { theme, lang, animation } = await page.evaluate(() => ({ ...document.documentElement.dataset, lang: document.documentElement.lang }));
      assert.deepEqual([theme, lang, animation], [stored.theme === 'dark' ? 'dark' : 'original', 'en', 'normal']);
      assert.equal(await page.isVisible('#arrows'), false);
      await choose(page, 'settings');
      assert.deepEqual(await page.$$eval('#theme, #language, #animation', (all) => all.map(({ value }) => value)),
        [stored.theme === 'dark' ? 'dark' : 'auto', 'auto', 'normal']);
    }
  },

  'the single file works from disk': async (t) => {
    const address = pathToFileURL(join(build, 'eleven.html')).href;
    const context = await t.context();
    const page = await t.visit(context, address);
    await page42(page);
    assert.deepEqual(await tilesOf(page), known.afterEight);
    await choose(page, 'share');
    await page.waitForFunction(() => document.querySelector('#link').value);
    const link = await page.inputValue('#link');
    assert.ok(link.startsWith(`${address}#game=`));
    await page.reload();
    await ready(page);
    assert.deepEqual(await boardOf(page), known.afterEight);
    const two = await t.visit(context, address);
    assert.equal((await stateOf(two)).moves, 0);
    const linked = await t.visit(await t.context(), link);
    assert.deepEqual(await boardOf(linked), known.afterEight);
  },
};
