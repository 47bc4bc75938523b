// The game as a JavaScript object: one instance of the WebAssembly module, whose functions and structures (glue.c)
// get names here. It knows nothing of pages, and nothing of the rules: it carries numbers and texts to and fro.
import { wasmText } from './wasm.js';

export const directions = ['up', 'right', 'down', 'left'];
const statuses = ['playing', 'won', 'lost'];
const compact = 1, withRedo = 2; // options of print

async function inflate(base64) {
  const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

const compiled = await WebAssembly.compile(await inflate(wasmText));

// A text that could not be read: where, and one plain sentence.
export class RecordError extends Error {
  constructor(line, column, sentence) {
    super(line ? `line ${line}, column ${column}: ${sentence}` : sentence);
    this.name = 'RecordError';
    Object.assign(this, { line, column, sentence });
  }
}

// Reads the words and doubles of a structure one after another.
class Reader {
  constructor(memory, at) {
    this.view = new DataView(memory.buffer);
    this.at = at;
  }

  word() {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  words(names) {
    return Object.fromEntries(names.map((name) => [name, this.word()]));
  }

  float() {
    this.at += 4;
    return this.view.getFloat32(this.at - 4, true);
  }

  double() {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }

  long() {
    this.at += 8;
    return this.view.getBigUint64(this.at - 8, true);
  }
}

export class Engine {
  #c = new WebAssembly.Instance(compiled).exports;

  // ---- Texts

  #put(text) {
    const bytes = new TextEncoder().encode(text);
    const room = this.#c.text_room(bytes.length + 1);
    if (!room) throw new RecordError(0, 0, 'there is not enough memory for this game');
    const place = new Uint8Array(this.#c.memory.buffer, room, bytes.length + 1);
    place.set(bytes);
    place[bytes.length] = 0;
    return bytes.length;
  }

  #string(at, length) {
    const bytes = new Uint8Array(this.#c.memory.buffer, at, length ?? 256);
    return new TextDecoder().decode(bytes.subarray(0, length ?? bytes.indexOf(0)));
  }

  #check(error) {
    if (!error) return;
    const at = this.#c.last_problem();
    const problem = new Reader(this.#c.memory, at);
    throw new RecordError(problem.word(), problem.word(), this.#string(at + 8));
  }

  #names(name) {
    const found = [];
    for (let at; (at = name(found.length)); ) found.push(this.#string(at));
    return found;
  }

  get ruleNames() {
    return this.#names(this.#c.rules_name);
  }

  get playerNames() {
    return this.#names(this.#c.player_name);
  }

  // ---- Actions; `now` in milliseconds. Those that begin a game throw a RecordError.

  begin(head, now) {
    this.#check(this.#c.begin(this.#put(head), now));
  }

  load(record, now) {
    this.#check(this.#c.load(this.#put(record), now));
  }

  newGame(seed, date, now) {
    this.#put(date);
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

  autoplay(player, now) {
    return !!this.#c.autoplay(this.playerNames.indexOf(player), now);
  }

  hint(player) {
    return directions[this.#c.hint(this.playerNames.indexOf(player))] ?? null;
  }

  // The record of the current game as text.
  print(options = {}) {
    const flags = (options.compact ? compact : 0) | (options.redo ? withRedo : 0);
    this.#c.text_room(4096);
    let length = this.#c.print(flags);
    this.#c.text_room(length + 1);
    length = this.#c.print(flags);
    return this.#string(this.#c.text_room(0), length);
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
    const rules = this.#string(from.word());
    const date = this.#string(from.at);
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
