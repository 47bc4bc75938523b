// The game as JavaScript values, for programs: games, boards, and what can follow. The C library (values_glue.c)
// computes the rules, chance and texts. A board is an array of rows of tile values, 0 for an empty cell.
import { wasmText } from './wasm.js';

export const directions = ['up', 'right', 'down', 'left'];
const statuses = ['playing', 'won', 'lost'];
const layouts = ['line', 'grid', 'hex'];
const maxSide = 8;
const endOfRecord = 1; // ELEVEN_END

// The layout of the C structures eleven_game, eleven_events and eleven_ply; values_glue.c asserts it. A game begins
// with its width, height and cells.
const gameLayout = { cells: 2, score: 72, moves: 80, keepsPlaying: 84, size: 88 };
const eventsLayout = { gain: 0, hopCount: 8, spawnCount: 9, hops: 10, spawns: 202 };
const plyLayout = { keepsPlaying: 0, direction: 4, spawnCount: 8, spawns: 9, size: 28 };

// The version of the library that this script belongs to; tools/version.py keeps it.
const version = '0.2.0';

const bytes = Uint8Array.from(atob(wasmText), (letter) => letter.charCodeAt(0));
// Compiled without waiting, so that `require` and scripts that are not modules can use this file.
const c = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
// A new view for each use, because the memory moves when it grows.
const view = () => new DataView(c.memory.buffer);
const gameAt = c.game_address(), eventsAt = c.events_address(), plyAt = c.ply_address();

// The error for an invalid text, board or option: one plain sentence, and its place in a text (0: it has no place).
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
  const at = c.reserve_exchange(encoded.length + 1);
  if (!at) throw new GameError('out of memory');
  const exchange = new Uint8Array(c.memory.buffer, at, encoded.length + 1);
  exchange.set(encoded);
  exchange[encoded.length] = 0;
  return encoded.length;
}

function string(at, length) {
  const all = new Uint8Array(c.memory.buffer, at);
  return new TextDecoder().decode(all.slice(0, length ?? all.indexOf(0)));
}

function printed(print) {
  let length = print();
  c.reserve_exchange(length + 1);
  length = print();
  return string(c.reserve_exchange(0), length);
}

function fail() {
  const at = c.last_problem();
  throw new GameError(string(at + 8), view().getUint32(at, true), view().getUint32(at + 4, true));
}

if (!c.version || string(c.version()) !== version) {
  throw new GameError(`the WebAssembly of Eleven has another version than this script, ${version}; install both again`);
}

// ---- Rules: their number in the module, and the values of their ranks

const openRules = new Map();

function rulesOf(text = 'classic', goal = undefined) {
  const goalValue = goal === undefined ? -1 : goal === null || goal === 'none' ? 0 : Number(goal);
  if (!Number.isSafeInteger(goalValue) || goalValue < 0 && goal !== undefined)
    throw new GameError(`expected the value of a tile as goal, not ${goal}`);
  const key = `${goalValue} ${text}`;
  if (!openRules.has(key)) {
    if (!text.includes('\n') && !ruleNames.includes(text))
      throw new GameError(`unknown rules '${text}': expected ${ruleNames.join(', ')}, or a rule set as text`);
    const index = c.rules_open(put(text), goalValue);
    if (index < 0) fail();
    openRules.set(key, rulesAt(index));
  }
  return openRules.get(key);
}

function rulesAt(index) {
  const values = Array.from(new Uint32Array(c.memory.buffer, c.rules_values(index), 32));
  const goal = c.rules_goal(index);
  return { index, values, name: string(c.rules_name(index)), goal: goal ? values[goal] : null,
    ranks: new Map(values.map((value, rank) => [value, rank]).filter(([value]) => value)) };
}

export const ruleNames = [];
for (let at; (at = c.shipped_name(ruleNames.length)); ) ruleNames.push(string(at));

// ---- Games as bytes: C works on the game at gameAt

const putGame = (game) => new Uint8Array(c.memory.buffer, gameAt, gameLayout.size).set(game);
const takeGame = () => new Uint8Array(c.memory.buffer, gameAt, gameLayout.size).slice();

function look(game, rules) {
  const from = new DataView(game.buffer), [w, h] = game, { cells, score, moves, keepsPlaying } = gameLayout;
  const row = (y) => Array.from(game.subarray(cells + y * w, cells + (y + 1) * w), (rank) => rules.values[rank]);
  return { w, h, board: Array.from({ length: h }, (_, y) => row(y)), score: Number(from.getBigUint64(score, true)),
    moves: from.getUint32(moves, true), keptPlaying: game[keepsPlaying] !== 0 };
}

// A position from rows of tile values.
function positionOf(board, rules, score = 0) {
  const rows = Array.isArray(board) ? [...board] : [], h = rows.length, w = rows[0]?.length ?? 0;
  if (!(h >= 1 && h <= maxSide && w >= 1 && w <= maxSide && rows.every((row) => row?.length === w)))
    throw new GameError('expected a board of 1 to 8 rows of 1 to 8 cells, all of the same length');
  if (!Number.isSafeInteger(score) || score < 0) throw new GameError(`expected a whole number as score, not ${score}`);
  const game = new Uint8Array(gameLayout.size);
  [game[0], game[1]] = [w, h];
  new DataView(game.buffer).setBigUint64(gameLayout.score, BigInt(score), true);
  rows.flatMap((row) => Array.from(row)).forEach((value, cell) => {
    const rank = value ? rules.ranks.get(value) : 0;
    if (rank === undefined) throw new GameError(`no tile of these rules has the value ${value}`);
    game[gameLayout.cells + cell] = rank;
  });
  return game;
}

const tileAt = (cell, rank, w, rules) => ({ x: cell % w, y: Math.floor(cell / w), value: rules.values[rank] });

// What the last call did.
function events(w, rules) {
  const { gain, hopCount, spawnCount, hops, spawns } = eventsLayout;
  const bytes = new Uint8Array(c.memory.buffer, eventsAt);
  const place = (cell) => ({ x: cell % w, y: Math.floor(cell / w) });
  const hop = (at) => ({ from: place(bytes[at]), to: place(bytes[at + 1]), merged: bytes[at + 2] !== 0 });
  const spawn = (at) => tileAt(bytes[at], bytes[at + 1], w, rules);
  return { gain: Number(view().getBigUint64(eventsAt + gain, true)),
    hops: Array.from({ length: bytes[hopCount] }, (_, i) => hop(hops + 3 * i)),
    spawns: Array.from({ length: bytes[spawnCount] }, (_, i) => spawn(spawns + 2 * i)) };
}

function directionOf(direction) {
  const index = directions.indexOf(direction);
  if (index < 0) throw new GameError(`expected up, right, down or left as direction, not '${direction}'`);
  return index;
}

// ---- Boards

// The board after a slide, before a new tile appears.
export function slide(board, direction, { rules: name, goal } = {}) {
  const rules = rulesOf(name, goal), index = directionOf(direction);
  putGame(positionOf(board, rules));
  const moved = c.board_slide(rules.index, index) !== 0;
  const after = look(takeGame(), rules), { gain, hops } = events(after.w, rules);
  return { direction, moved, board: after.board, gain, hops };
}

// The slides that change the board.
export function afterstates(board, options = {}) {
  return directions.map((direction) => slide(board, direction, options)).filter(({ moved }) => moved);
}

export function legal(board, { rules: name } = {}) {
  const rules = rulesOf(name);
  putGame(positionOf(board, rules));
  const bits = c.board_legal(rules.index);
  return directions.filter((_, i) => bits >> i & 1);
}

// Every new tile that can appear on a board, with its probability and the resulting board.
export function spawns(board, { rules: name } = {}) {
  const rules = rulesOf(name);
  putGame(positionOf(board, rules));
  const at = c.board_spawns(rules.index), from = view();
  return Array.from({ length: from.getUint32(at, true) }, (_, i) => {
    const entry = at + 8 + 16 * i;
    const tile = tileAt(from.getUint32(entry + 8, true), from.getUint32(entry + 12, true), board[0].length, rules);
    const next = board.map((row) => [...row]);
    next[tile.y][tile.x] = tile.value;
    return { ...tile, probability: from.getFloat64(entry, true), board: next };
  });
}

// Boards as text, in the layouts of doc/FORMATS.md.
export function parseBoard(text, { rules: name } = {}) {
  const rules = rulesOf(name);
  if (!c.board_parse(rules.index, put(text))) fail();
  return look(takeGame(), rules).board;
}

export function printBoard(board, { rules: name, layout = 'line' } = {}) {
  const rules = rulesOf(name), index = layouts.indexOf(layout);
  if (index < 0) throw new GameError(`unknown layout '${layout}': expected line, grid or hex`);
  putGame(positionOf(board, rules));
  const text = printed(() => c.board_print(rules.index, index));
  if (!text) throw new GameError('the layout hex is for boards of 4x4 with ranks up to 15');
  return text;
}

// The random word of a move, 64 bits; it follows from the seed and the number of the move.
export function random(seed, ply) {
  return BigInt.asUintN(64, c.random_word(seedOf(seed), BigInt(ply)));
}

function seedOf(seed) {
  try {
    const number = BigInt(seed);
    if (number >= 0n && number < 1n << 64n) return number;
  } catch { /* reported below */ }
  throw new GameError(`expected a whole number from 0 to 2^64-1 as seed, not ${seed}`);
}

const randomSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0] >> 11n;

function sizeOf(size) {
  const [, w, h = w] = /^([1-8])(?:x([1-8]))?$/.exec(String(size)) ?? [];
  if (!w) throw new GameError(`expected a size such as 4 or 4x5, with sides of 1 to 8, not ${size}`);
  return [Number(w), Number(h)];
}

// ---- Games

export class Game {
  #rules;
  // The tiles follow from the seed. A record without a seed gets a new one for its next moves, which save() omits.
  #seed;
  #hasSeed = true;
  #fromBoard = false;
  #date = '';
  // `plainScore`: the highest score before the first of the others.
  #counts = { undos: 0, helped: 0, hints: 0, plainScore: 0n };
  // { game, ply } after each ply, the start first, and the index of the current one. Redo makes the later ones.
  #steps = [];
  #at = 0;

  // { rules, goal, size, seed } or { rules, goal, seed, board, score }; all are optional.
  constructor({ rules, goal, size = 4, seed = randomSeed(), board, score = 0, date = '' } = {}) {
    this.#rules = rulesOf(rules, goal);
    this.#seed = seedOf(seed);
    if (!/^[!-~]{0,31}$/.test(date)) throw new GameError(`expected a date such as 2026-01-31T12:00:00Z, not ${date}`);
    this.#date = date;
    this.#fromBoard = board !== undefined;
    if (this.#fromBoard) putGame(positionOf(typeof board === 'string' ? parseBoard(board, { rules }) : board, this.#rules, score));
    else c.game_start(this.#rules.index, ...sizeOf(size), this.#seed);
    this.#steps = [{ game: takeGame(), ply: null }];
  }

  // Reads a record. The game is at the position after the last move.
  static load(record) {
    const loaded = new Game(), length = put(record);
    const at = c.reader_open(length);
    if (!at) fail();
    const from = view(), word = (offset) => from.getUint32(at + offset, true);
    loaded.#hasSeed = word(20) !== 0;
    if (loaded.#hasSeed) loaded.#seed = from.getBigUint64(at, true);
    loaded.#rules = rulesAt(from.getInt32(at + 16, true));
    [loaded.#fromBoard, loaded.#date] = [word(24) !== 0, string(at + 40)];
    loaded.#counts = { undos: word(28), helped: word(32), hints: word(36), plainScore: from.getBigUint64(at + 8, true) };
    loaded.#steps = [{ game: takeGame(), ply: null }];
    let error;
    while (!(error = c.reader_next()))
      loaded.#steps.push({ game: takeGame(), ply: new Uint8Array(c.memory.buffer, plyAt, plyLayout.size).slice() });
    if (error !== endOfRecord) fail();
    loaded.#at = loaded.#steps.length - 1;
    return loaded;
  }

  clone() {
    const other = new Game();
    [other.#rules, other.#seed, other.#hasSeed, other.#fromBoard] = [this.#rules, this.#seed, this.#hasSeed, this.#fromBoard];
    [other.#date, other.#counts] = [this.#date, { ...this.#counts }];
    [other.#steps, other.#at] = [[...this.#steps], this.#at];
    return other;
  }

  // ---- State

  get #game() {
    return this.#steps[this.#at].game;
  }

  get board() {
    return look(this.#game, this.#rules).board;
  }

  get size() {
    const { w, h } = look(this.#game, this.#rules);
    return [w, h];
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

  get largestTile() {
    return Math.max(...this.board.flat());
  }

  get status() {
    putGame(this.#game);
    return statuses[c.game_status(this.#rules.index)];
  }

  get legal() {
    if (this.status !== 'playing') return [];
    putGame(this.#game);
    const bits = c.board_legal(this.#rules.index);
    return directions.filter((_, i) => bits >> i & 1);
  }

  // The boards after each legal move, before a new tile appears. A player compares them.
  afterstates() {
    return this.legal.map((direction) => {
      putGame(this.#game);
      c.board_slide(this.#rules.index, directionOf(direction));
      const after = look(takeGame(), this.#rules), { gain, hops } = events(after.w, this.#rules);
      return { direction, moved: true, board: after.board, gain, hops };
    });
  }

  // ---- Playing

  #push(ply) {
    this.#steps.length = this.#at + 1;
    this.#steps.push({ game: takeGame(), ply });
    this.#at++;
  }

  // Makes a move. Returns what it did; null if it is not legal or the game is over.
  move(direction) {
    const index = directionOf(direction);
    putGame(this.#game);
    if (!c.game_step(this.#rules.index, index, c.random_word(this.#seed, BigInt(this.moves + 1)))) return null;
    const done = events(this.size[0], this.#rules), ply = new Uint8Array(plyLayout.size);
    ply[plyLayout.direction] = index;
    ply[plyLayout.spawnCount] = done.spawns.length;
    ply.set(new Uint8Array(c.memory.buffer, eventsAt + eventsLayout.spawns, 16), plyLayout.spawns);
    this.#push(ply);
    return { direction, ...done };
  }

  // Continues after the win.
  keepPlaying() {
    putGame(this.#game);
    if (!c.game_keep_playing(this.#rules.index)) return false;
    const ply = new Uint8Array(plyLayout.size);
    ply[plyLayout.keepsPlaying] = 1;
    this.#push(ply);
    return true;
  }

  undo() {
    if (this.#at === 0) return false;
    const counts = this.#counts, isPlain = !(counts.undos || counts.helped || counts.hints);
    if (isPlain && !this.#fromBoard) counts.plainScore = BigInt(this.score);
    counts.undos++;
    this.#at--;
    return true;
  }

  redo() {
    if (this.#at === this.#steps.length - 1) return false;
    this.#at++;
    return true;
  }

  // ---- Texts

  // The record up to the current position. `compact` omits the tiles that follow from the seed.
  save({ compact = false } = {}) {
    const { index } = this.#rules, { undos, helped, hints, plainScore } = this.#counts;
    put(this.#date);
    putGame(this.#steps[0].game);
    c.record_start(index, this.#hasSeed, this.#seed, this.#fromBoard, undos, helped, hints, plainScore);
    putGame(this.#game);
    c.record_end(index);
    let text = printed(() => c.record_print());
    let moves = 0;
    for (const { game, ply } of this.#steps.slice(1, this.#at + 1)) {
      new Uint8Array(c.memory.buffer, plyAt, plyLayout.size).set(ply);
      if (compact && this.#hasSeed) view().setUint8(plyAt + plyLayout.spawnCount, 0);
      text += printed(() => c.ply_print(index, this.size[0], moves));
      moves = look(game, this.#rules).moves;
    }
    return `${text}\n`;
  }

  toString() {
    putGame(this.#game);
    return printed(() => c.board_print(this.#rules.index, layouts.indexOf('grid')));
  }
}
