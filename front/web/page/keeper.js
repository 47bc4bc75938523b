// Keeps the game as it is played. Each game of the sitting is a row of the store, written anew after every action; the
// timeline of the element tells which of them is current.
import { Store, freshId, takeSitting, isTaken } from './store.js';

const rest = 250;     // milliseconds between two savings while a player plays
const remembered = 3; // games before the current one that undo reaches after a reload

function freshSitting() {
  return { id: freshId(), games: [], current: '', ply: 0 };
}

export class Keeper {
  #element;
  #sitting = freshSitting();
  #timeline = []; // { id, begin }: the games in the element's timeline
  #store = null;
  #isReading = true;
  #later = null; // the timer of a saving that waits
  #games = new Map(); // the facts of all games, by id
  #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('eleven-games') : null;

  // `failed(error)` is told what cannot be kept or read, `changed()` that there is something new to show.
  constructor(element, { failed, changed }) {
    Object.assign(this, { failed, changed });
    this.#element = element;
    element.addEventListener('change', (event) => this.#follow(event.detail.kind));
    element.addEventListener('autoplay', () => this.#saveNow());
    addEventListener('pagehide', () => this.#saveNow());
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#hear(data);
  }

  // ---- Opening

  // Goes on with the sitting that was played last and that no other tab has. Tells how that went: 'fresh', 'resumed' or
  // 'other-tab'.
  async open() {
    let outcome = 'fresh';
    try {
      this.#store = await Store.open();
      outcome = await this.#resume();
    } catch (error) {
      this.failed(error);
      this.#sitting = freshSitting();
    }
    this.#isReading = false;
    if (outcome !== 'resumed') {
      await takeSitting(this.#sitting.id);
      this.#element.newGame();
    }
    await this.#readGames();
    this.changed();
    return outcome;
  }

  async #resume() {
    const sittings = (await this.#store.all('sittings')).sort((a, b) => b.changed - a.changed);
    let outcome = 'fresh';
    for (const sitting of sittings) {
      if (!(await this.#gamesOf(sitting)).length) continue;
      if (!await takeSitting(sitting.id)) {
        outcome = 'other-tab';
        continue;
      }
      const { current, ply } = await this.#store.get('sittings', sitting.id); // as its tab left it
      await this.#restore(await this.#gamesOf(sitting), current, ply);
      this.#sitting = sitting;
      return 'resumed';
    }
    return outcome;
  }

  // The games that have not gone over to another sitting since.
  async #gamesOf(sitting) {
    const games = await Promise.all(sitting.games.map((id) => this.#store.get('games', id)));
    return games.filter((game) => game?.sitting === sitting.id);
  }

  // Only the end of a long sitting goes back into the timeline; all of it stays in the store.
  async #restore(games, current, ply) {
    const place = Math.max(0, games.findIndex((game) => game.id === current));
    const from = Math.max(0, place - remembered);
    const taken = games.slice(from);
    const records = await Promise.all(taken.map((game) => this.#store.get('records', game.id)));
    const begins = this.#element.restore(records.map((record) => record.text), place - from, ply);
    this.#timeline = taken.map((game, i) => ({ id: game.id, begin: begins[i] }));
  }

  async #readGames() {
    const kept = await this.#store?.all('games').catch((error) => this.failed(error)) ?? [];
    for (const game of kept) if (!this.#games.has(game.id)) this.#games.set(game.id, game);
  }

  // ---- Following

  #follow(kind) {
    if (this.#isReading || kind === 'seek' && this.#element.locked) return;
    const { gameIndex, length } = this.#element.state;
    const isNew = kind === 'newgame' || kind === 'load';
    this.#timeline = this.#timeline.filter((game) => game.begin < (isNew ? gameIndex : length));
    if (!this.#timeline.some((game) => game.begin === gameIndex))
      this.#timeline.push({ id: freshId(), begin: gameIndex });
    this.#timeline.sort((a, b) => a.begin - b.begin);
    if (kind === 'move' && this.#element.autoplaying) this.#later ??= setTimeout(() => this.#save(), rest);
    else this.#save();
  }

  #saveNow() {
    if (this.#later !== null) this.#save();
  }

  #facts() {
    const { w, h, rules, goal, seed, date, status, score, moves, largest, undos, helped, fromBoard, reachedGoal, ply,
      gameIndex } = this.#element.state;
    const { id } = this.#timeline.find((game) => game.begin === gameIndex);
    return { id, sitting: this.#sitting.id, changed: Date.now(), w, h, rules, goal, seed, date, status, score, moves,
      largest, undos, helped, fromBoard, won: reachedGoal, ply };
  }

  // Handed to the browser at once, in the order in which it happened.
  #save() {
    clearTimeout(this.#later);
    this.#later = null;
    const facts = this.#facts();
    const record = { id: facts.id, text: this.#element.save({ compact: true, redo: true }) };
    const games = this.#timeline.map((game) => game.id);
    this.#sitting = { id: this.#sitting.id, games, current: facts.id, ply: facts.ply, changed: facts.changed };
    this.#store?.put({ games: [facts], records: [record], sittings: [this.#sitting] })
      .catch((error) => this.failed(error));
    this.#channel?.postMessage(facts);
    this.#hear(facts);
  }

  // News of a game, from this tab or another one.
  #hear(facts) {
    this.#games.set(facts.id, facts);
    this.changed();
  }

  // ---- Looking

  // All games with a move, the newest first.
  games() {
    return [...this.#games.values()].filter((game) => game.moves > 0).sort((a, b) => b.changed - a.changed);
  }

  // Takes an earlier game up again; false where another tab plays it.
  async reopen(id) {
    if (id === this.#sitting.current) return true;
    const { sitting, ply } = await this.#store.get('games', id);
    const { text } = await this.#store.get('records', id);
    if (sitting !== this.#sitting.id && await isTaken(sitting)) return false;
    this.#isReading = true;
    try {
      this.#element.load(text, { own: true });
      this.#element.seek(ply);
    } finally {
      this.#isReading = false;
    }
    const { gameIndex } = this.#element.state;
    this.#timeline = this.#timeline.filter((game) => game.begin < gameIndex && game.id !== id);
    this.#timeline.push({ id, begin: gameIndex });
    this.#save();
    return true;
  }
}
