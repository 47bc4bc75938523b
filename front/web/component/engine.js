// The game as a JavaScript object: one instance of the WebAssembly module, with names for its functions and structures
// (glue.c). It contains no rules and knows no page; it only passes numbers and texts.
import { compiled, engineProblem } from './compiled.js';
import { Module, Reader, directions } from './module.js';

const statuses = ['playing', 'won', 'lost'];
// eleven_class, see include/eleven/game.h.
const classes = ['plain', 'undo', 'hints', 'player'];
// Options of print, as in glue.c.
const compact = 1, withRedo = 2;

// The layout of eleven_frame; glue.c asserts it.
const frameLayout = { sprites: 4, isMoving: 1321 };

// The constructor throws engineProblem if there is one.
export class Engine {
  #module = Engine.#instantiate();
  #c = this.#module.c;

  static #instantiate() {
    if (engineProblem) throw engineProblem;
    return new Module(compiled);
  }

  get ruleNames() {
    return this.#module.names(this.#c.rules_name);
  }

  // ---- Actions. `now` is in milliseconds. Functions that begin a game may throw a RecordError.

  begin(head, now, { hasOwnGoal = false } = {}) {
    this.#module.check(this.#c.begin(this.#module.put(head), hasOwnGoal, now));
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

  hinted() {
    this.#c.hinted();
  }

  // The cells whose tiles a move in this direction would take elsewhere.
  movers(direction) {
    const bits = this.#c.movers(directions.indexOf(direction));
    return Array.from({ length: 64 }, (none, i) => i).filter((i) => bits >> BigInt(i) & 1n);
  }

  markHelped() {
    this.#c.mark_helped();
  }

  // Makes a move that a player chose; it counts as help.
  play(direction, now) {
    return !!this.#c.play(directions.indexOf(direction), now);
  }

  // The record of the current game as text.
  print(options = {}) {
    const flags = (options.compact ? compact : 0) | (options.redo ? withRedo : 0);
    return this.#module.printed(() => this.#c.print(flags));
  }

  // The record of a game that begins with the current position. Players are given this text.
  position() {
    return this.#module.printed(() => this.#c.position());
  }

  // ---- State

  get hasGame() {
    return this.#c.look() !== 0;
  }

  // See `state` in glue.c.
  look() {
    const from = new Reader(this.#c.memory, this.#c.look());
    const score = from.double(), plainScore = from.double();
    const seed = from.long();
    const words = from.words(['w', 'h', 'status', 'canKeepPlaying', 'reachedGoal', 'legal', 'moves', 'undos',
      'hints', 'helped', 'class', 'hasSeed', 'fromBoard', 'goal', 'largest', 'position', 'length', 'begin', 'end']);
    const rules = this.#module.string(from.word());
    const date = this.#module.string(from.at);
    from.at += 32;
    const { w, h } = words;
    const board = Array.from({ length: h }, () => Array.from({ length: w }, () => from.word()));
    return {
      ...words, score, plainScore, rules, date, board, class: classes[words.class], status: statuses[words.status], seed: words.hasSeed ? String(seed) : null,
      legal: directions.filter((name, i) => words.legal >> i & 1),
    };
  }

  // What the last action did; see `action` in glue.c.
  lastAction() {
    const from = new Reader(this.#c.memory, this.#c.last_action());
    const gain = from.double();
    const direction = directions[from.word()] ?? null;
    const merges = Array.from({ length: from.word() }, () => null);
    const spawns = Array.from({ length: from.word() }, () => null);
    const mergesAt = from.at;
    for (const i of merges.keys()) merges[i] = from.words(['cell', 'met', 'moved', 'result']);
    from.at = mergesAt + 64 * 16;
    for (const i of spawns.keys()) spawns[i] = from.words(['cell', 'value']);
    return { gain, direction, merges, spawns };
  }

  // The tiles to draw at the time `now`: an eleven_frame, see include/eleven/session.h.
  frame(now) {
    const at = this.#c.frame(now), from = new Reader(this.#c.memory, at + frameLayout.sprites);
    const [w, h, count] = new Uint8Array(this.#c.memory.buffer, at, 3);
    const sprites = Array.from({ length: count }, () => (
      { x: from.float(), y: from.float(), scale: from.float(), rank: from.word() & 255, value: from.word() }));
    const isMoving = new Uint8Array(this.#c.memory.buffer, at + frameLayout.isMoving, 1)[0] !== 0;
    return { w, h, isMoving, sprites };
  }
}
