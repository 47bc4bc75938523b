// The game as a JavaScript object: one instance of the WebAssembly module, whose functions and structures (glue.c)
// get names here. It knows nothing of pages, and nothing of the rules: it carries numbers and texts to and fro.
import { wasmText } from './wasm.js';
import { Module, Reader, directions, inflate } from './module.js';

const statuses = ['playing', 'won', 'lost'];
const compact = 1, withRedo = 2; // options of print

const compiled = await WebAssembly.compile(await inflate(wasmText));

export class Engine {
  #module = new Module(compiled);
  #c = this.#module.c;

  get ruleNames() {
    return this.#module.names(this.#c.rules_name);
  }

  // ---- Actions; `now` in milliseconds. Those that begin a game throw a RecordError.

  begin(head, now) {
    this.#module.check(this.#c.begin(this.#module.put(head), now));
  }

  load(record, now) {
    this.#module.check(this.#c.load(this.#module.put(record), now));
  }

  newGame(seed, date, now) {
    this.#module.put(date);
    return !!this.#c.new_game(BigInt.asIntN(64, BigInt(seed)), now);
  }

  move(direction, now) {
    return !!this.#c.move(directions.indexOf(direction), now);
  }

  undo(now) {
    return !!this.#c.undo(now);
  }

  redo(now) {
    return !!this.#c.redo(now);
  }

  keepPlaying(now) {
    return !!this.#c.keep_playing(now);
  }

  seek(position, now) {
    return !!this.#c.seek(position, now);
  }

  markHelped() {
    this.#c.mark_helped();
  }

  // A move that somebody else chose; it counts as help.
  play(direction, now) {
    return !!this.#c.play(directions.indexOf(direction), now);
  }

  // The record of the current game as text.
  print(options = {}) {
    const flags = (options.compact ? compact : 0) | (options.redo ? withRedo : 0);
    return this.#module.printed(() => this.#c.print(flags));
  }

  // The present position as the record of a game that begins with it: what a player is asked about.
  position() {
    return this.#module.printed(() => this.#c.position());
  }

  // ---- Looking

  get hasGame() {
    return this.#c.look() !== 0;
  }

  // See `state` in glue.c.
  look() {
    const from = new Reader(this.#c.memory, this.#c.look());
    const score = from.double();
    const seed = from.long();
    const words = from.words(['w', 'h', 'status', 'canKeepPlaying', 'reachedGoal', 'legal', 'moves', 'undos',
      'helped', 'hasSeed', 'fromBoard', 'goal', 'largest', 'position', 'length', 'begin', 'end']);
    const rules = this.#module.string(from.word());
    const date = this.#module.string(from.at);
    from.at += 32;
    const { w, h } = words;
    const board = Array.from({ length: h }, () => Array.from({ length: w }, () => from.word()));
    return {
      ...words, score, rules, date, board, status: statuses[words.status], seed: words.hasSeed ? String(seed) : null,
      legal: directions.filter((name, i) => words.legal >> i & 1),
    };
  }

  // What the last action did; see `told` in glue.c.
  tell() {
    const from = new Reader(this.#c.memory, this.#c.tell());
    const gain = from.double();
    const direction = directions[from.word()] ?? null;
    const merges = Array.from({ length: from.word() }, () => null);
    const spawns = Array.from({ length: from.word() }, () => null);
    const mergesAt = from.at;
    for (const i of merges.keys()) merges[i] = from.words(['cell', 'met', 'moved', 'made']);
    from.at = mergesAt + 64 * 16;
    for (const i of spawns.keys()) spawns[i] = from.words(['cell', 'value']);
    return { gain, direction, merges, spawns };
  }

  // What to draw at that moment; see `shown` in glue.c.
  frame(now) {
    const from = new Reader(this.#c.memory, this.#c.frame(now));
    const { w, h, count, isMoving } = from.words(['w', 'h', 'count', 'isMoving']);
    const sprites = Array.from({ length: count }, () => (
      { x: from.float(), y: from.float(), scale: from.float(), rank: from.word(), value: from.word() }));
    return { w, h, isMoving: !!isMoving, sprites };
  }
}
