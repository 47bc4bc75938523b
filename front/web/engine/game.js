// The game as JavaScript values, for programs rather than pages: games, boards, what can follow. Rules, chance and texts
// are the C library's (values_glue.c); here they get names. Boards are arrays of rows of face values, 0 for empty.
import { wasmText } from './wasm.js';

export const directions = ['up', 'right', 'down', 'left'];
const statuses = ['playing', 'won', 'lost'];
const layouts = ['line', 'grid', 'hex'];
const slotSize = 8 + 4 * 4 + 64, sideMost = 8, end = 1; // eleven_error's ELEVEN_END

const bytes = Uint8Array.from(atob(wasmText), (letter) => letter.charCodeAt(0));
const c = (await WebAssembly.instantiate(bytes)).instance.exports;
const view = () => new DataView(c.memory.buffer); // anew each time: memory moves when it grows
const slot = c.game_slot();

// A text, a board or an option that makes no sense: one plain sentence, and where it stands in a text (0: nowhere).
export class GameError extends Error {
  constructor(sentence, line = 0, column = 0) {
    super(line ? `line ${line}, column ${column}: ${sentence}` : sentence);
    this.name = 'GameError';
    Object.assign(this, { line, column, sentence });
  }
}

// ---- Texts

function put(text) {
  const encoded = new TextEncoder().encode(text);
  const room = c.text_room(encoded.length + 1);
  if (!room) throw new GameError('there is not enough memory for this text');
  const place = new Uint8Array(c.memory.buffer, room, encoded.length + 1);
  place.set(encoded);
  place[encoded.length] = 0;
  return encoded.length;
}

function string(at, length) {
  const all = new Uint8Array(c.memory.buffer, at);
  return new TextDecoder().decode(all.slice(0, length ?? all.indexOf(0)));
}

function printed(print) {
  let length = print();
  c.text_room(length + 1);
  length = print();
  return string(c.text_room(0), length);
}

function fail() {
  const at = c.last_problem();
  throw new GameError(string(at + 8), view().getUint32(at, true), view().getUint32(at + 4, true));
}

// ---- Rules: their number in the module, and the face values of their ranks

const opened = new Map();

function rulesOf(text = 'classic', goal = undefined) {
  const key = JSON.stringify([text, goal]);
  if (!opened.has(key)) {
    const wanted = goal === undefined ? -1 : goal === null || goal === 'none' ? 0 : Number(goal);
    if (!(wanted >= -1)) throw new GameError(`the goal ${goal} is no tile`);
    if (!text.includes('\n') && !ruleNames.includes(text))
      throw new GameError(`there are no rules '${text}': ${ruleNames.join(', ')}, or a rule set as text`);
    const index = c.rules_open(put(text), wanted);
    if (index < 0) fail();
    opened.set(key, rulesAt(index));
  }
  return opened.get(key);
}

function rulesAt(index) {
  const values = Array.from(new Uint32Array(c.memory.buffer, c.rules_values(index), 32));
  const goal = c.rules_goal(index);
  return { index, values, name: string(c.rules_name(index)), goal: goal ? values[goal] : null,
    ranks: new Map(values.map((value, rank) => [value, rank]).filter(([value]) => value)) };
}

export const ruleNames = [];
for (let at; (at = c.shipped_name(ruleNames.length)); ) ruleNames.push(string(at));

// ---- The slot

const give = (game) => new Uint8Array(c.memory.buffer, slot, slotSize).set(game);
const take = () => new Uint8Array(c.memory.buffer, slot, slotSize).slice();

function look(game, rules) {
  const from = new DataView(game.buffer), w = from.getUint32(8, true), h = from.getUint32(12, true);
  const row = (y) => Array.from(game.subarray(24 + y * w, 24 + (y + 1) * w), (rank) => rules.values[rank]);
  return { w, h, board: Array.from({ length: h }, (_, y) => row(y)), score: from.getFloat64(0, true),
    moves: from.getUint32(16, true), keptPlaying: from.getUint32(20, true) !== 0 };
}

// A position from rows of face values.
function positionOf(board, rules, score = 0) {
  const h = board.length, w = board[0]?.length ?? 0;
  if (!(h >= 1 && h <= sideMost && w >= 1 && w <= sideMost && board.every((row) => row.length === w)))
    throw new GameError('a board has 1 to 8 rows of 1 to 8 cells each, all of one length');
  const game = new Uint8Array(slotSize), into = new DataView(game.buffer);
  into.setFloat64(0, score, true);
  into.setUint32(8, w, true);
  into.setUint32(12, h, true);
  board.flat().forEach((value, cell) => {
    const rank = value ? rules.ranks.get(value) : 0;
    if (rank === undefined) throw new GameError(`no tile of these rules has the value ${value}`);
    game[24 + cell] = rank;
  });
  return game;
}

const tileAt = (cell, rank, w, rules) => ({ x: cell % w, y: Math.floor(cell / w), value: rules.values[rank] });

function events(w, rules) {
  const at = c.events(), from = view();
  const place = (cell) => ({ x: cell % w, y: Math.floor(cell / w) });
  const hops = from.getUint32(at + 8, true), spawns = from.getUint32(at + 12, true);
  const hop = (i) => ({ from: place(from.getUint8(at + 16 + 3 * i)), to: place(from.getUint8(at + 17 + 3 * i)),
    merged: from.getUint8(at + 18 + 3 * i) !== 0 });
  const spawn = (i) => tileAt(from.getUint8(at + 208 + 2 * i), from.getUint8(at + 209 + 2 * i), w, rules);
  return { gain: from.getFloat64(at, true), hops: Array.from({ length: hops }, (_, i) => hop(i)),
    spawns: Array.from({ length: spawns }, (_, i) => spawn(i)) };
}

function directionOf(direction) {
  const index = directions.indexOf(direction);
  if (index < 0) throw new GameError(`'${direction}' is no direction: up, right, down or left`);
  return index;
}

// ---- Boards

// What a slide makes of a board, without a new tile.
export function slide(board, direction, { rules: name, goal } = {}) {
  const rules = rulesOf(name, goal), index = directionOf(direction);
  give(positionOf(board, rules));
  const moved = c.board_slide(rules.index, index) !== 0;
  const after = look(take(), rules), { gain, hops } = events(after.w, rules);
  return { direction, moved, board: after.board, gain, hops };
}

// The slides that change the board.
export function afterstates(board, options = {}) {
  return directions.map((direction) => slide(board, direction, options)).filter(({ moved }) => moved);
}

export function legal(board, { rules: name } = {}) {
  const rules = rulesOf(name);
  give(positionOf(board, rules));
  const bits = c.board_legal(rules.index);
  return directions.filter((_, i) => bits >> i & 1);
}

// Every new tile that can appear on a board, how probable it is, and the board with it.
export function spawns(board, { rules: name } = {}) {
  const rules = rulesOf(name);
  give(positionOf(board, rules));
  const at = c.board_spawns(rules.index), from = view();
  return Array.from({ length: from.getUint32(at, true) }, (_, i) => {
    const here = at + 8 + 16 * i;
    const tile = tileAt(from.getUint32(here + 8, true), from.getUint32(here + 12, true), board[0].length, rules);
    const next = board.map((row) => [...row]);
    next[tile.y][tile.x] = tile.value;
    return { ...tile, probability: from.getFloat64(here, true), board: next };
  });
}

// Boards as text, in every layout of doc/FORMATS.md.
export function parseBoard(text, { rules: name } = {}) {
  const rules = rulesOf(name);
  if (!c.board_parse(rules.index, put(text))) fail();
  return look(take(), rules).board;
}

export function printBoard(board, { rules: name, layout = 'line' } = {}) {
  const rules = rulesOf(name), index = layouts.indexOf(layout);
  if (index < 0) throw new GameError(`'${layout}' is no layout: line, grid or hex`);
  give(positionOf(board, rules));
  return printed(() => c.board_print(rules.index, index));
}

// The random word of a move, 64 bits: chance follows from a seed and the number of the move.
export function random(seed, ply) {
  return BigInt.asUintN(64, c.random_word(seedOf(seed), BigInt(ply)));
}

function seedOf(seed) {
  try {
    const number = BigInt(seed);
    if (number >= 0n && number < 1n << 64n) return number;
  } catch { /* told below */ }
  throw new GameError(`the seed ${seed} is no whole number from 0 to 2^64-1`);
}

const randomSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0] >> 11n;

function sizeOf(size) {
  const [, w, h = w] = /^([1-8])(?:x([1-8]))?$/.exec(String(size)) ?? [];
  if (!w) throw new GameError(`the size ${size} is none: 4 or 4x5, sides of 1 to 8`);
  return [Number(w), Number(h)];
}

// ---- Games

export class Game {
  #rules;
  #seed;          // what its tiles follow from
  #hasSeed = true; // and a record may say so
  #fromBoard = false;
  #date = '';
  #undos = 0;
  #helped = 0;
  #steps = [];    // { game, ply } after each ply, the start first
  #at = 0;        // the step that stands now; later ones wait for redo

  // { rules, goal, size, seed } or { rules, goal, seed, board, score }, all optional
  constructor({ rules, goal, size = 4, seed = randomSeed(), board, score = 0, date = '' } = {}) {
    this.#rules = rulesOf(rules, goal);
    this.#seed = seedOf(seed);
    this.#date = date;
    this.#fromBoard = !!board;
    if (board) give(positionOf(typeof board === 'string' ? parseBoard(board, { rules }) : board, this.#rules, score));
    else c.game_start(this.#rules.index, ...sizeOf(size), this.#seed);
    this.#steps = [{ game: take(), ply: null }];
  }

  // The game that a record tells, after its last move. Without a seed in it, what comes after has a new one.
  static load(record) {
    const made = new Game(), length = put(record);
    const at = c.reader_open(length);
    if (!at) fail();
    const from = view(), word = (offset) => from.getUint32(at + offset, true);
    made.#hasSeed = word(12) !== 0;
    if (made.#hasSeed) made.#seed = from.getBigUint64(at, true);
    made.#rules = rulesAt(from.getInt32(at + 8, true));
    [made.#fromBoard, made.#undos, made.#helped, made.#date] = [word(16) !== 0, word(20), word(24), string(at + 28)];
    made.#steps = [{ game: take(), ply: null }];
    let error;
    while (!(error = c.reader_next()))
      made.#steps.push({ game: take(), ply: new Uint8Array(c.memory.buffer, c.ply_slot(), 28).slice() });
    if (error !== end) fail();
    made.#at = made.#steps.length - 1;
    return made;
  }

  clone() {
    const other = new Game();
    [other.#rules, other.#seed, other.#hasSeed, other.#fromBoard] = [this.#rules, this.#seed, this.#hasSeed, this.#fromBoard];
    [other.#date, other.#undos, other.#helped] = [this.#date, this.#undos, this.#helped];
    [other.#steps, other.#at] = [[...this.#steps], this.#at];
    return other;
  }

  // ---- Looking

  get #game() {
    return this.#steps[this.#at].game;
  }

  get board() {
    return look(this.#game, this.#rules).board;
  }

  get width() {
    return look(this.#game, this.#rules).w;
  }

  get height() {
    return look(this.#game, this.#rules).h;
  }

  get score() {
    return look(this.#game, this.#rules).score;
  }

  get moves() {
    return look(this.#game, this.#rules).moves;
  }

  get seed() {
    return this.#hasSeed ? this.#seed : null;
  }

  get rules() {
    return this.#rules.name;
  }

  get goal() {
    return this.#rules.goal;
  }

  get largest() {
    return Math.max(...this.board.flat());
  }

  get status() {
    give(this.#game);
    return statuses[c.game_status(this.#rules.index)];
  }

  get legal() {
    if (this.status !== 'playing') return [];
    give(this.#game);
    const bits = c.board_legal(this.#rules.index);
    return directions.filter((_, i) => bits >> i & 1);
  }

  // What each legal move makes, before a new tile appears: what a player compares.
  afterstates() {
    return this.legal.map((direction) => {
      give(this.#game);
      c.board_slide(this.#rules.index, directionOf(direction));
      const after = look(take(), this.#rules), { gain, hops } = events(after.w, this.#rules);
      return { direction, moved: true, board: after.board, gain, hops };
    });
  }

  // ---- Playing

  #push(ply) {
    this.#steps.length = this.#at + 1;
    this.#steps.push({ game: take(), ply });
    this.#at++;
  }

  // What the move did; null where it changes nothing or the game is over.
  move(direction) {
    const index = directionOf(direction);
    give(this.#game);
    if (!c.game_step(this.#rules.index, index, c.random_word(this.#seed, BigInt(this.moves + 1)))) return null;
    const told = events(this.width, this.#rules);
    const ply = new Uint8Array(28), into = new DataView(ply.buffer);
    into.setUint32(4, index, true);
    into.setUint32(8, told.spawns.length, true);
    ply.set(new Uint8Array(c.memory.buffer, c.events() + 208, 16), 12);
    this.#push(ply);
    return { direction, ...told };
  }

  // Goes on after the win.
  keepPlaying() {
    give(this.#game);
    if (!c.game_keep_playing(this.#rules.index)) return false;
    const ply = new Uint8Array(28);
    ply[0] = 1;
    this.#push(ply);
    return true;
  }

  undo() {
    if (this.#at === 0) return false;
    this.#at--;
    this.#undos++;
    return true;
  }

  redo() {
    if (this.#at === this.#steps.length - 1) return false;
    this.#at++;
    return true;
  }

  // ---- Texts

  // The record up to here. `compact`: without the tiles that follow from the seed.
  save({ compact = false } = {}) {
    const { index } = this.#rules;
    put(this.#date);
    give(this.#steps[0].game);
    c.record_start(index, this.#hasSeed, this.#seed, this.#fromBoard, this.#undos, this.#helped);
    give(this.#game);
    c.record_end(index);
    let text = printed(() => c.record_print());
    let made = 0;
    for (const { game, ply } of this.#steps.slice(1, this.#at + 1)) {
      const told = ply.slice();
      if (compact && this.#hasSeed) new DataView(told.buffer).setUint32(8, 0, true);
      new Uint8Array(c.memory.buffer, c.ply_slot(), 28).set(told);
      text += printed(() => c.ply_print(index, this.width, made));
      made = look(game, this.#rules).moves;
    }
    return `${text}\n`;
  }

  toString() {
    return printBoard(this.board, { rules: this.rules, layout: 'grid' });
  }
}
