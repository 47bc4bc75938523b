// Saves the game while it is played. Each game of the sitting is a row of the store, which is written again after every
// action. The timeline of the element shows which game is current.
import { say } from './words.js';
import { bestScore, kindOf } from './statistics.js';
import { Store, freshId, openChannel, takeSitting, leaveSitting, isTaken } from './store.js';

// Milliseconds between two saves while a player plays.
const saveInterval = 250;
// A picture that takes longer, in milliseconds, is not waited for.
const longestFrame = 40;
// A pause longer than this, in milliseconds, is not time of play.
const longestThought = 30000;
// Milliseconds until the next attempt to save after a failure: each attempt that fails doubles them.
const firstRetry = 1000, lastRetry = 30000;
// After a reload, and in a game that is opened again, undo reaches this many games before the current one.
const restoredGames = 3;

function freshSitting() {
  return { id: freshId(), games: [], current: '', ply: 0 };
}

// A damaged row is left as it is.
const isWhole = (game) => ['w', 'h', 'score', 'moves', 'largest'].every((name) => Number.isFinite(game[name])) && typeof game.rules === 'string';

export class Keeper {
  #element;
  #sitting = freshSitting();
  // The games in the timeline of the element: { id, begin }.
  #timeline = [];
  #store = new Store(() => !this.#isReading && this.#record && this.#saveAgain());
  #isReading = true;
  // The record of the current game as it was saved last. In a replay and in practice the element shows something else.
  #record = null;
  // The timer of the next save; null if none is waiting.
  #saveTimer = null;
  // The milliseconds of play that are not saved yet, and when the latest action was.
  #played = 0;
  #actedAt = performance.now();
  // The rows that are not stored yet, by kind and id. Newer rows replace older ones.
  #unsaved = { games: new Map(), records: new Map(), sittings: new Map() };
  #retryTimer = null;
  #retryDelay = firstRetry;
  #problem = null;
  // Whether another page may have continued the sitting. Then this one saves nothing.
  #isOld = false;
  // The last answer of bestOfOthers.
  #others = null;
  // The facts of all games, by id.
  #games = new Map();
  #channel = openChannel('eleven-games');

  // `failed(error)` is called if a saved game is damaged, `changed()` if there is something new to show.
  constructor(element, { failed, changed }) {
    Object.assign(this, { failed, changed });
    this.#element = element;
    element.addEventListener('change', ({ detail }) => this.#follow(detail.kind));
    for (const kind of ['autoplay', 'leave']) element.addEventListener(kind, () => this.#saveNow());
    for (const kind of ['pagehide', 'visibilitychange']) addEventListener(kind, () => this.#saveNow());
    addEventListener('pageshow', ({ persisted }) => persisted && this.#openAgain());
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#receive(data);
  }

  // Why the latest actions are not stored; null if they are.
  get problem() {
    return this.#problem;
  }

  #report(problem) {
    const isNew = !problem !== !this.#problem;
    this.#problem = problem;
    if (isNew) this.changed();
  }

  // ---- Opening

  // The browser shows the page again as it was left. What could not be saved is only in this page.
  #openAgain() {
    this.#isOld = !this.#problem;
    if (this.#isOld) location.reload();
  }

  // Continues the latest sitting with a move that is not open in another tab, or else the latest one without. Returns
  // 'fresh', 'resumed' or 'other-tab' (a sitting is open there).
  async open() {
    let outcome = 'fresh', damage = null;
    try {
      outcome = await this.#resume();
    } catch (error) {
      if (error.sentence) damage = error;
      else this.#report(error);
      this.#sitting = freshSitting();
    }
    await this.#readGames();
    this.#isReading = false;
    if (outcome !== 'resumed') {
      await takeSitting(this.#sitting.id);
      this.#element.newGame();
    }
    if (damage) this.failed(damage);
    this.changed();
    return outcome;
  }

  async #resume() {
    const begun = [], others = [];
    let outcome = 'fresh';
    for (const sitting of (await this.#store.all('sittings')).sort((a, b) => b.changed - a.changed)) {
      const games = await this.#gamesOf(sitting);
      if (games.length) (games.some(({ moves }) => moves) ? begun : others).push(sitting);
    }
    for (const sitting of [...begun, ...others]) {
      if (!await takeSitting(sitting.id)) {
        outcome = 'other-tab';
        continue;
      }
      try {
        const { current, ply } = await this.#store.get('sittings', sitting.id); // after the other tab has closed
        await this.#restore(await this.#gamesOf(sitting), current, ply);
      } catch (error) {
        leaveSitting(sitting.id); // those of its games that can be read can be opened
        throw error;
      }
      this.#sitting = sitting;
      return 'resumed';
    }
    return outcome;
  }

  // The games that have not been moved to another sitting. A damaged row may lack the list.
  async #gamesOf(sitting) {
    const games = await Promise.all((sitting.games ?? []).map((id) => this.#store.get('games', id)));
    return games.filter((game) => game?.sitting === sitting.id && !game.isDeleted);
  }

  // Restores only the last games of a long sitting into the timeline. All of them remain in the store.
  async #restore(games, current, ply) {
    const place = Math.max(0, games.findIndex((game) => game.id === current));
    const from = Math.max(0, place - restoredGames);
    const restored = games.slice(from);
    const records = await Promise.all(restored.map((game) => this.#textOf(game.id)));
    const wasReading = this.#isReading;
    this.#isReading = true;
    try {
      const begins = this.#element.restore(records, place - from, ply, restored.map((game) => game.ply));
      this.#timeline = restored.map((game, i) => ({ id: game.id, begin: begins[i] }));
    } finally {
      this.#isReading = wasReading;
    }
    this.#record = { id: games[place].id, text: records[place - from] };
  }

  async #readGames() {
    const saved = await this.#store.all('games').catch((error) => this.#report(error)) ?? [];
    for (const game of saved) if (isWhole(game) && !this.#games.has(game.id)) this.#games.set(game.id, game);
    this.#others = null;
  }

  // ---- Saving

  #follow(kind) {
    if (kind === 'resume') {
      this.#actedAt = performance.now();
      if (this.aside) this.keepAside(null);
    }
    if (this.#isReading || this.#element.isAside || kind === 'resume' || kind === 'seek' && this.#element.locked) return;
    const { gameIndex, length } = this.#element.state;
    const isNew = kind === 'newgame' || kind === 'load';
    this.#timeline = this.#timeline.filter((game) => game.begin < (isNew ? gameIndex : length));
    if (!this.#timeline.some((game) => game.begin === gameIndex))
      this.#timeline.push({ id: freshId(), begin: gameIndex });
    this.#timeline.sort((a, b) => a.begin - b.begin);
    this.#countTime(isNew);
    if (kind === 'move') this.#saveSoon();
    else this.#save();
  }

  #countTime(isNew) {
    const now = performance.now();
    if (!isNew) this.#played += Math.min(now - this.#actedAt, longestThought);
    this.#actedAt = now;
  }

  // A move is saved when it has been drawn, so that saving does not delay the picture.
  #saveSoon() {
    if (this.#saveTimer !== null) return;
    const isPlaying = this.#element.autoplaying, save = () => this.#saveNow();
    this.#saveTimer = setTimeout(save, isPlaying ? saveInterval : longestFrame);
    if (!isPlaying) requestAnimationFrame(() => setTimeout(save));
  }

  #saveNow() {
    if (this.#saveTimer !== null) this.#save();
  }

  #facts() {
    const { state } = this.#element;
    const { size: [w, h], rules, goal, seed, date, status, score, moves, largestTile: largest, undos, hints, helped, fromBoard, reachedGoal, ply,
      gameIndex, plainScore } = state;
    const { id } = this.#timeline.find((game) => game.begin === gameIndex), before = this.#games.get(id);
    const last = this.#games.get(this.#sitting.current), isBranch = !before && last?.seed === seed && last.date === date;
    return { id, sitting: this.#sitting.id, changed: Date.now(), w, h, rules, goal, seed, date, status, score, moves,
      largest, undos, hints, helped, fromBoard, won: reachedGoal, ply, isImported: before?.isImported ?? false,
      isForeign: (isBranch ? last : before)?.isForeign ?? false, name: before?.name ?? '', time: (before?.time ?? 0) + this.#played, plainScore: Math.max(before?.plainScore ?? 0, plainScore) };
  }

  #save() {
    if (this.#element.isAside) return this.#write();
    clearTimeout(this.#saveTimer);
    this.#saveTimer = null;
    const facts = this.#facts();
    this.#played = 0;
    this.#record = { id: facts.id, text: this.#element.save({ compact: true, redo: true }) };
    const games = this.#timeline.map((game) => game.id);
    this.#sitting = { id: this.#sitting.id, games, current: facts.id, ply: facts.ply, changed: facts.changed, aside: this.aside };
    this.#games.set(facts.id, facts);
    this.#saveAgain();
    this.#channel?.postMessage(facts);
    this.#receive(facts);
    return undefined;
  }

  // Writes the current game and the sitting as they were saved last. The browser may have deleted them.
  #saveAgain() {
    const rows = { games: this.#games.get(this.#record.id), records: this.#record, sittings: this.#sitting };
    for (const kind in rows) if (rows[kind]) this.#unsaved[kind].set(rows[kind].id, rows[kind]);
    this.#write();
  }

  // The practice game of this sitting: { text, ply }; null if there is none. It is not one of the games.
  get aside() {
    return this.#sitting.aside ?? null;
  }

  keepAside(aside) {
    this.#sitting = { ...this.#sitting, aside };
    this.#unsaved.sittings.set(this.#sitting.id, this.#sitting);
    return this.#write();
  }

  // Passes everything unsaved to the browser immediately, so that saves keep their order. After a failure it tries
  // again.
  async #write(isRetry = false) {
    if (this.#isOld) return;
    const kinds = Object.entries(this.#unsaved);
    const rows = Object.fromEntries(kinds.map(([kind, some]) => [kind, [...some.values()]]));
    clearTimeout(this.#retryTimer);
    try {
      await this.#store.put(rows);
      for (const [kind, some] of kinds)
        for (const row of rows[kind]) if (some.get(row.id) === row) some.delete(row.id);
      this.#retryDelay = firstRetry;
      this.#report(null);
    } catch (error) {
      this.#report(error);
      if (isRetry) this.#retryDelay = Math.min(2 * this.#retryDelay, lastRetry);
      clearTimeout(this.#retryTimer);
      this.#retryTimer = setTimeout(() => this.#write(true), this.#retryDelay);
    }
  }

  // Takes the facts of a game from this tab or another one.
  #receive(facts) {
    this.#games.set(facts.id, facts);
    if (facts.id !== this.#others?.id) this.#others = null;
    this.changed();
  }

  // ---- Earlier games

  // All games with a move, also one that was undone, and all that were imported, the newest first.
  games() {
    this.#saveNow();
    return [...this.#games.values()].filter((game) => !game.isDeleted && (game.moves > 0 || game.plainScore > 0 || game.isImported))
      .sort((a, b) => b.changed - a.changed);
  }

  // The id of the game to which practice returns, or which is played.
  get currentId() {
    return this.#sitting.current;
  }

  // Those that the user played: statistics, ranks and daily games ignore imported games of others.
  ownGames() {
    return this.games().filter((game) => !game.isForeign);
  }

  // The facts of the current game, and the best score of the other games of its kind.
  get current() {
    if (this.#element.isAside) return null;
    const { gameIndex } = this.#element.state, entry = this.#timeline.find((game) => game.begin === gameIndex);
    return this.#games.get(entry?.id) ?? null;
  }

  bestOfOthers(state) {
    const id = this.current?.id, kind = kindOf(state);
    if (!this.#others || this.#others.id !== id || this.#others.kind !== kind) {
      const others = [...this.#games.values()].filter((game) => game.id !== id && kindOf(game) === kind);
      this.#others = { id, kind, best: bestScore(others) };
    }
    return this.#others.best;
  }

  // Changes the facts of a game; false if it is open in another tab.
  async #amend(id, changes) {
    const facts = { ...this.#games.get(id), ...changes };
    if (facts.sitting !== this.#sitting.id && await isTaken(facts.sitting)) return false;
    this.#unsaved.games.set(id, facts);
    if (facts.isDeleted) this.#unsaved.records.set(id, { id, text: '' });
    this.#channel?.postMessage(facts);
    this.#receive(facts);
    await this.#write();
    return true;
  }

  // Adds games that were imported, each as its facts and its record. They belong to no sitting. One's own were played
  // when they began, not today.
  async add(games) {
    games.forEach(({ facts, text }, i) => {
      const played = facts.isForeign ? NaN : Date.parse(facts.date);
      const row = { ...facts, sitting: 'imported', changed: played || Date.now() - i, name: '', time: 0, isImported: true };
      this.#unsaved.games.set(row.id, row);
      this.#unsaved.records.set(row.id, { id: row.id, text });
      this.#games.set(row.id, row);
      this.#channel?.postMessage(row);
    });
    this.#others = null;
    this.changed();
    await this.#write();
  }

  // The current game is someone else's: only the list of games has it, like an imported one.
  markForeign() {
    this.#games.get(this.current.id).isForeign = true;
    this.#save();
  }

  // Throws, as opening it does, if another tab has deleted the game.
  rename(id, name) {
    return this.#games.get(id).isDeleted ? this.#textOf(id) : this.#amend(id, { name });
  }

  // Deletes the moves of a game. Its score still counts for BEST, which never goes down.
  remove(id) {
    return this.#amend(id, { isDeleted: true });
  }

  async recordOf(id) {
    this.#saveNow();
    return this.#textOf(id);
  }

  async #textOf(id) {
    const record = this.#unsaved.records.get(id) ?? await this.#store.get('records', id);
    if (!record?.text) throw new RecordError(0, 0, say().noRecord);
    return record.text;
  }

  // Opens an earlier game; false if it is open in another tab.
  async reopen(id) {
    if (id === this.#sitting.current) {
      this.#element.resume();
      return true;
    }
    const { sitting, ply } = this.#unsaved.games.get(id) ?? await this.#store.get('games', id) ?? this.#games.get(id);
    await this.#textOf(id); // nothing happens if there is none
    if (sitting !== this.#sitting.id && await isTaken(sitting)) return false;
    this.#saveNow();
    const place = this.#timeline.findIndex((game) => game.id === this.#sitting.current);
    const before = this.#timeline.slice(0, place + 1).map((game) => this.#games.get(game.id)).filter((game) => game && game.id !== id && !game.isDeleted);
    const restore = (games) => this.#restore([...games, { id, ply }], id, ply);
    await restore(before).catch(() => restore([])); // one of those before it may be damaged or deleted
    this.#save();
    return true;
  }
}
