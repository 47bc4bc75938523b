// <eleven-2048>: 2048 as a custom element. Import the module once; use the element as often as you like.

export type Direction = 'up' | 'right' | 'down' | 'left';
export type Status = 'playing' | 'won' | 'lost';
export type Theme = 'auto' | 'original' | 'dark' | 'high-contrast' | 'colour-blind';

/** A game record could not be read, or a new game's options make no sense. */
export class RecordError extends Error {
  /** From 1; 0 where a place makes no sense. */
  line: number;
  column: number;
  sentence: string;
}

export interface NewGameOptions {
  /** `4` or `4x5` (width x height); sides of 1 to 8. */
  size?: string | number;
  /** A shipped rule set's name (`classic`, `provider`, `engine`, `fibonacci`), or a rule set as text. */
  rules?: string;
  /** 0 to 2^64-1; the game follows from it and the moves. Without one: a random seed. */
  seed?: string | number | bigint;
  /** A face value, or `none`. */
  goal?: string | number;
  /** When it began, ISO 8601. */
  date?: string;
}

export interface State {
  w: number;
  h: number;
  rules: string;
  goal: number | null;
  /** null: the game has none. */
  seed: string | null;
  date: string;
  status: Status;
  score: number;
  moves: number;
  /** Face values, row by row from the top; 0 is empty. */
  board: number[][];
  legal: Direction[];
  largest: number;
  /** Moves taken back; moves that somebody else chose. */
  undos: number;
  helped: number;
  reachedGoal: boolean;
  /** The game began with a given position. */
  fromBoard: boolean;
  canUndo: boolean;
  canRedo: boolean;
  canKeepPlaying: boolean;
  /** The place in the current game, 0 to `plies`. */
  ply: number;
  plies: number;
  /** The place of the current game in the sitting, and how long that is. */
  gameIndex: number;
  length: number;
}

export interface Merge {
  /** y * w + x. */
  cell: number;
  met: number;
  moved: number;
  made: number;
}

export interface MoveDetail {
  direction: Direction;
  gain: number;
  merges: Merge[];
  spawns: { cell: number; value: number }[];
  score: number;
  moves: number;
}

/** The players, see include/eleven/player.h: from `random` to `network`, which has learned from millions of games. */
export type Player = 'random' | 'greedy' | 'corner' | 'montecarlo' | 'search' | 'network';

/** How hard to think; without any limit as the player likes. */
export interface Budget {
  /** Own moves looked ahead. */
  depth?: number;
  /** Positions looked at; for `montecarlo` games. */
  nodes?: number;
  milliseconds?: number;
}

/** What a player thinks of a position. */
export interface Advice {
  direction: Direction;
  /** In the player's own unit, higher is better; null where nothing moves that way. `network` tells points to come. */
  values: Record<Direction, number | null>;
  /** Who was asked: `search` stands in for `network` where that cannot be had. */
  player: Player;
  /** Why another player stands in: there is no file of the network beside the page; it did not come; it is no good. */
  reason: null | 'alone' | 'unreachable' | 'refused';
  /** Of the reason, for those who look for it. */
  detail: string;
}

export type Grade = 'forced' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** A move of a reviewed game. */
export interface JudgedMove {
  /** Where the move begins, for seek(). */
  ply: number;
  /** Its number, from 1. */
  move: number;
  /** Before the move. */
  score: number;
  played: Direction;
  best: Direction;
  values: Record<Direction, number | null>;
  /** Against the best, in the player's unit, and in stakes of this game. */
  loss: number;
  severity: number;
  grade: Grade;
  /** Why it was worse, in English; may be empty. */
  reason: string;
}

/** A game looked at afterwards, see include/eleven/review.h. */
export interface Review {
  /** Per cent: 100 where every move was as good as the player's choice, 0 where dice would have done as well. */
  accuracy: number;
  /** What a thoughtless move costs in this game, and what all moves lost together. */
  stake: number;
  loss: number;
  /** Moves reviewed, and moves of the game. */
  count: number;
  inAll: number;
  /** Values are points to come. */
  inPoints: boolean;
  grades: Record<Grade, number>;
  turningPoints: JudgedMove[];
  moves: JudgedMove[];
  player: Player;
  reason: Advice['reason'];
  detail: string;
}

export interface ElevenEvents {
  score: CustomEvent<{ score: number; gain: number }>;
  move: CustomEvent<MoveDetail>;
  won: CustomEvent<{ score: number }>;
  lost: CustomEvent<{ score: number }>;
  newgame: CustomEvent<{ seed: string; rules: string; w: number; h: number }>;
  /** `problem`: a sentence, where it ended because there are no players. */
  autoplay: CustomEvent<{ on: boolean; problem: string | null }>;
  /** For each hint, and before each move of autoplay. */
  advice: CustomEvent<Advice>;
  /** How much of the network has come, 0 to 1; it is fetched when it is first needed. */
  loading: CustomEvent<{ part: number }>;
  /** After everything that changes the game: the moment to save. */
  change: CustomEvent<{ kind: 'move' | 'undo' | 'redo' | 'keep' | 'newgame' | 'load' | 'restore' | 'seek' }>;
}

export class Eleven2048 extends HTMLElement {
  /** Attributes as properties. A change of the first four begins a new game. */
  size: string | null;
  rules: string | null;
  seed: string | null;
  goal: string | null;
  theme: Theme | null;

  /** null only in an element with the attribute `waiting`, which leaves the first game to newGame, load or restore. */
  readonly state: State | null;
  readonly rulesNames: string[];
  readonly autoplaying: boolean;
  /** While true the player changes nothing: for replays. newGame, load, restore and seek work. */
  locked: boolean;

  /** Another game: like the current one, unless the options tell otherwise. Undo brings the old one back. */
  newGame(options?: NewGameOptions): void;
  /** True where something moved. */
  move(direction: Direction): boolean;
  undo(): boolean;
  redo(): boolean;
  /** Goes on after the win. */
  keepPlaying(): boolean;
  /** What a player thinks of the position, its choice also shown on the board: by `network` and in 100 milliseconds,
   * unless told otherwise. null where the game is over or went on meanwhile. Rejected where there are no players: their
   * script, which is fetched when it is first needed, did not come, or the browser has no WebAssembly SIMD. */
  hint(player?: Player, budget?: Budget): Promise<Advice | null>;
  /** Lets a player play, one move each `pace` milliseconds, until the game ends or anything else is done to it; while it
   * plays, changes the pace. Returns whether it plays. */
  autoplay(on?: boolean, options?: { player?: Player; pace?: number; budget?: Budget }): boolean;
  /** Looks at the whole game afterwards, by `network` three moves ahead unless told otherwise. `progress` is told 0 to 1;
   * after an abort the moves so far count. Rejected as hint() is. */
  review(player?: Player, budget?: Budget, options?: { progress?: (part: number) => void; signal?: AbortSignal }):
    Promise<Review>;
  /** Loads a game record and goes on at its end. Its moves count as helped unless they are the player's own. */
  load(text: string, options?: { own?: boolean }): void;
  /** The current game as a record: all tiles told, up to the place in it, unless the options tell otherwise. */
  save(options?: { compact?: boolean; redo?: boolean }): string;
  /** Goes to a ply of the current game. */
  seek(ply: number): boolean;
  /** Goes on from that ply (without one: from here) with a game of its own. */
  branch(ply?: number): void;
  /** Takes up a sitting: its records, and the place in it; returns the `gameIndex` of each. */
  restore(records: string[], game: number, ply: number): number[];

  addEventListener<K extends keyof ElevenEvents>(
    type: K, listener: (this: Eleven2048, event: ElevenEvents[K]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions,
  ): void;
}

/** The direction that a keydown event asks for (arrows, WASD, HJKL). */
export function keyDirection(event: KeyboardEvent): Direction | null;
/** Calls back for each stroke of a finger or pen on the target. */
export function listenForSwipes(target: HTMLElement, swiped: (direction: Direction) => void): void;
export const directions: readonly Direction[];

/** The game without a page. `now` is in milliseconds. */
export class Engine {
  readonly ruleNames: string[];
  readonly hasGame: boolean;
  begin(head: string, now: number): void;
  load(record: string, now: number): void;
  newGame(seed: string | number | bigint, date: string, now: number): boolean;
  move(direction: Direction, now: number): boolean;
  undo(now: number): boolean;
  redo(now: number): boolean;
  keepPlaying(now: number): boolean;
  seek(position: number, now: number): boolean;
  markHelped(): void;
  /** A move that somebody else chose; it counts as help. */
  play(direction: Direction, now: number): boolean;
  /** The present position as the record of a game that begins with it. */
  position(): string;
  print(options?: { compact?: boolean; redo?: boolean }): string;
  look(): Record<string, unknown>;
  tell(): { gain: number; direction: Direction | null; merges: Merge[]; spawns: { cell: number; value: number }[] };
  frame(now: number): {
    w: number; h: number; isMoving: boolean;
    sprites: { x: number; y: number; scale: number; rank: number; value: number }[];
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'eleven-2048': Eleven2048;
  }
}
