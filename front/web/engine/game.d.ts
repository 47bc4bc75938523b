// The game 2048 for programs: games, boards, what can follow. The same rules, chance and texts as the C library's, bit for
// bit. Importing it compiles a small WebAssembly module, once; everything is synchronous after that.

export type Direction = 'up' | 'right' | 'down' | 'left';
export type Status = 'playing' | 'won' | 'lost';
export const directions: readonly Direction[];

/** Rows of face values, 0 for empty: `board[y][x]`, x to the right, y downwards; 1 to 8 rows of 1 to 8 cells. */
export type Board = number[][];

/** A text, a board or an option that makes no sense. */
export class GameError extends Error {
  /** From 1; 0 where a place makes no sense. */
  line: number;
  column: number;
  sentence: string;
}

/** The shipped rule sets: `classic` comes first. */
export const ruleNames: readonly string[];

export interface BoardOptions {
  /** A shipped rule set's name, or a rule set as text. */
  rules?: string;
}

export interface Tile {
  x: number;
  y: number;
  value: number;
}

/** A tile that changed its cell. `merged`: it joined the one at `to`. Applied in order, hops make the new board. */
export interface Hop {
  from: { x: number; y: number };
  to: { x: number; y: number };
  merged: boolean;
}

export interface Afterstate {
  direction: Direction;
  /** False where the board stays as it is. */
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

/** What a slide makes of a board, without a new tile. */
export function slide(board: Board, direction: Direction, options?: BoardOptions): Afterstate;
/** The slides that change the board. */
export function afterstates(board: Board, options?: BoardOptions): Afterstate[];
export function legal(board: Board, options?: BoardOptions): Direction[];
/** Every new tile that can appear on a board, how probable it is, and the board with it. */
export function spawns(board: Board, options?: BoardOptions): Spawn[];
/** `2 . 4 / . . 8`, one row a line, or sixteen hex ranks. Throws a GameError. */
export function parseBoard(text: string, options?: BoardOptions): Board;
export function printBoard(board: Board, options?: BoardOptions & { layout?: 'line' | 'grid' | 'hex' }): string;
/** The random word of the ply-th move of a game: 64 bits, and no state between calls. */
export function random(seed: number | bigint | string, ply: number | bigint): bigint;

export interface GameOptions extends BoardOptions {
  /** Another goal than the rules have: a face value, or `none`. */
  goal?: number | 'none' | null;
  /** `4` or `4x5` (width x height). */
  size?: number | string;
  /** 0 to 2^64-1; the game follows from it and the moves. Without one: a random seed. */
  seed?: number | bigint | string;
  /** A position to start from, as rows or as text, instead of start tiles, and the score in it. */
  board?: Board | string;
  score?: number;
  /** When it began, ISO 8601; it stands in the record. */
  date?: string;
}

/** A game with all its moves. Thousands of them cost little: they share one engine. */
export class Game {
  constructor(options?: GameOptions);
  /** The game that a record tells, after its last move; every move is checked. Throws a GameError. */
  static load(record: string): Game;
  clone(): Game;

  readonly board: Board;
  readonly width: number;
  readonly height: number;
  readonly score: number;
  readonly moves: number;
  /** null: loaded from a record that tells none. */
  readonly seed: bigint | null;
  readonly rules: string;
  readonly goal: number | null;
  readonly largest: number;
  readonly status: Status;
  /** None once the game is won or lost; see keepPlaying. */
  readonly legal: Direction[];

  /** What each legal move makes, before a new tile appears. */
  afterstates(): Afterstate[];
  /** What the move did; null, and nothing happens, where it changes nothing or the game is over. */
  move(direction: Direction): Move | null;
  /** Goes on after the win; false where there is none, or the rules end the game there. */
  keepPlaying(): boolean;
  undo(): boolean;
  redo(): boolean;
  /** The record up to here, which everything else reads. `compact`: without the tiles that follow from the seed. */
  save(options?: { compact?: boolean }): string;
  /** The board as a grid. */
  toString(): string;
}
