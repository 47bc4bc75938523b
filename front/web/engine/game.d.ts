// The game 2048 for programs: games, boards, and what can follow. Rules, chance and texts are exactly those of the C
// library. The import compiles a small WebAssembly module once; all functions are synchronous.

export type Direction = 'up' | 'right' | 'down' | 'left';
export type Status = 'playing' | 'won' | 'lost';
export const directions: readonly Direction[];

/** Rows of tile values, 0 for an empty cell: `board[y][x]`, x to the right, y downwards; 1 to 8 rows of 1 to 8 cells. */
export type Board = number[][];

/** The error for an invalid text, board or option. */
export class GameError extends Error {
  /** From 1; 0 if there is no place. */
  line: number;
  column: number;
  sentence: string;
}

/** The built-in rule sets; `classic` is the first. */
export const ruleNames: readonly string[];

export interface BoardOptions {
  /** The name of a built-in rule set, or a rule set as text. */
  rules?: string;
}

export interface Tile {
  x: number;
  y: number;
  value: number;
}

/** A tile that changed its cell. `merged`: it joined the tile at `to`. All hops, applied in order, give the new board. */
export interface Hop {
  from: { x: number; y: number };
  to: { x: number; y: number };
  merged: boolean;
}

export interface Afterstate {
  direction: Direction;
  /** False if the board does not change. */
  moved: boolean;
  board: Board;
  gain: number;
  hops: Hop[];
}

export interface Spawn extends Tile {
  probability: number;
  board: Board;
}

export interface Move {
  direction: Direction;
  gain: number;
  hops: Hop[];
  spawns: Tile[];
}

/** The board after a slide, before a new tile appears. */
export function slide(board: Board, direction: Direction, options?: BoardOptions): Afterstate;
/** The slides that change the board. */
export function afterstates(board: Board, options?: BoardOptions): Afterstate[];
export function legal(board: Board, options?: BoardOptions): Direction[];
/** Every new tile that can appear on a board, with its probability and the resulting board. */
export function spawns(board: Board, options?: BoardOptions): Spawn[];
/** Reads a board: `2 . 4 / . . 8`, or one row per line, or sixteen hexadecimal ranks. Throws a GameError. */
export function parseBoard(text: string, options?: BoardOptions): Board;
export function printBoard(board: Board, options?: BoardOptions & { layout?: 'line' | 'grid' | 'hex' }): string;
/** The random word of move `ply` of a game, 64 bits. There is no state between calls. */
export function random(seed: number | bigint | string, ply: number | bigint): bigint;

export interface GameOptions extends BoardOptions {
  /** A goal other than that of the rules: the value of a tile, or `none`. */
  goal?: number | 'none' | null;
  /** `4` or `4x5` (width x height). */
  size?: number | string;
  /** 0 to 2^64-1; the game follows from it and the moves. If omitted, a random seed. */
  seed?: number | bigint | string;
  /** A position instead of start tiles, as rows or as text, and the score in it. */
  board?: Board | string;
  score?: number;
  /** When the game began, ISO 8601; it is written into the record. */
  date?: string;
}

/** A game with all its moves. Games are small, and thousands of them share one engine. */
export class Game {
  constructor(options?: GameOptions);
  /** Reads a record; every move is checked. The game is at the position after the last move. Throws a GameError. */
  static load(record: string): Game;
  clone(): Game;

  readonly board: Board;
  /** Width and height. */
  readonly size: [number, number];
  readonly score: number;
  readonly moves: number;
  /** null if the game was loaded from a record without a seed. */
  readonly seed: bigint | null;
  readonly rules: string;
  readonly goal: number | null;
  readonly largestTile: number;
  readonly status: Status;
  /** Empty if the game is won or lost; see keepPlaying. */
  readonly legal: Direction[];

  /** The boards after each legal move, before a new tile appears. */
  afterstates(): Afterstate[];
  /** Makes a move. Returns what it did; null if it is not legal or the game is over. */
  move(direction: Direction): Move | null;
  /** Continues after the win; false if the game is not won, or if the rules end it there. */
  keepPlaying(): boolean;
  undo(): boolean;
  redo(): boolean;
  /** The record up to the current position. `compact` omits the tiles that follow from the seed. */
  save(options?: { compact?: boolean }): string;
  /** The board as a grid. */
  toString(): string;
}
