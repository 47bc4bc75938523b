// <eleven-2048>: 2048 as a custom element. Import the module once and use the element as often as you like.

export type Direction = 'up' | 'right' | 'down' | 'left';
export type Status = 'playing' | 'won' | 'lost';
export type Theme = 'auto' | 'original' | 'dark' | 'high-contrast' | 'colour-blind';

/** The error for a game record that cannot be read, and for invalid options of a new game. */
export class RecordError extends Error {
  /** From 1; 0 if there is no place. */
  line: number;
  column: number;
  sentence: string;
}

export interface NewGameOptions {
  /** `4` or `4x5` (width x height); sides of 1 to 8. */
  size?: string | number;
  /** The name of a built-in rule set (`classic`, `provider`, `engine`, `fibonacci`), or a rule set as text. */
  rules?: string;
  /** 0 to 2^64-1; the game follows from it and the moves. If omitted, a random seed. */
  seed?: string | number | bigint;
  /** The value of a tile, or `none`. */
  goal?: string | number;
  /** When the game began, ISO 8601. */
  date?: string;
}

export interface State {
  /** Width and height. */
  size: [number, number];
  rules: string;
  goal: number | null;
  /** null if the game has no seed. */
  seed: string | null;
  date: string;
  status: Status;
  score: number;
  moves: number;
  /** Tile values, row by row from the top; 0 is an empty cell. */
  board: number[][];
  legal: Direction[];
  largestTile: number;
  /** Moves that were undone; hints that were shown, at most one for each position; moves that a player chose. */
  undos: number;
  hints: number;
  helped: number;
  /**
   * What happened in the game, and what it counts for the best score in plain play. In JSON and HTTP the last three
   * classes are 'with undo', 'with hints' and 'with a player'.
   */
  class: 'plain' | 'undo' | 'hints' | 'player';
  plainScore: number;
  reachedGoal: boolean;
  /** The game began with a given position. */
  fromBoard: boolean;
  canUndo: boolean;
  canRedo: boolean;
  canKeepPlaying: boolean;
  /** The position in the current game, 0 to `plies`. */
  ply: number;
  plies: number;
  /** Where the current game begins in the timeline of the sitting, and the length of the timeline. */
  gameIndex: number;
  length: number;
}

/** Two tiles that became one: the values of the tile that was met, of the tile that moved, and of the result. */
export interface Merge {
  /** y * w + x. */
  cell: number;
  met: number;
  moved: number;
  result: number;
}

export interface MoveDetail {
  direction: Direction;
  gain: number;
  merges: Merge[];
  spawns: { cell: number; value: number }[];
  score: number;
  moves: number;
}

/** The players, see include/eleven/player.h: from `random` to `network`, which was trained with millions of games. */
export type Player = 'random' | 'greedy' | 'corner' | 'montecarlo' | 'search' | 'network';

/** Limits of thinking, from 0 to 2^32-1; other numbers are refused. Without a limit the player uses its default. */
export interface Budget {
  /** How many own moves to look ahead. */
  depth?: number;
  /** How many positions to search; for `montecarlo` how many games. */
  nodes?: number;
  milliseconds?: number;
}

/** The answer of a player about a position. */
export interface Advice {
  direction: Direction;
  /** In the unit of the player; higher is better; null if the direction is not legal. The unit of `network` is points
   * still to be gained. */
  values: Record<Direction, number | null>;
  /** `points` still to be gained, so that the score plus a value is the expected final score (less from a 32768 on, where
   * a network judges a lower board), or the player's `own`. */
  unit: 'points' | 'own';
  /** The player that answered: `search` replaces `network` if the network is missing. */
  player: Player;
  /** Why another player answered: the page has no network file, the file could not be loaded, or it is damaged. */
  reason: null | 'alone' | 'unreachable' | 'refused';
  /** More about the reason, for developers. */
  detail: string;
}

export type Grade = 'forced' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** A move of a reviewed game. */
export interface JudgedMove {
  /** The ply before the move, for seek(). */
  ply: number;
  /** Its number, from 1. */
  moveNumber: number;
  /** The score before the move. */
  score: number;
  direction: Direction;
  bestDirection: Direction;
  values: Record<Direction, number | null>;
  /** The loss compared with the best move, in the unit of the player, and in stakes of this game. */
  loss: number;
  severity: number;
  grade: Grade;
  /** Why the move was worse, in English; may be empty. */
  reason: string;
}

/** The review of a game, see include/eleven/review.h. */
export interface Review {
  /** Per cent: 100 if every move was as good as the choice of the player, 0 if random moves would have been as good. */
  accuracy: number;
  /** What a random move costs in this game, and what all moves lost together. */
  stake: number;
  loss: number;
  /** The number of all moves of the game, and of those reviewed. */
  moves: number;
  movesReviewed: number;
  unit: Advice['unit'];
  grades: Record<Grade, number>;
  turningPoints: JudgedMove[];
  judgements: JudgedMove[];
  player: Player;
  reason: Advice['reason'];
  detail: string;
}

export interface ElevenEvents {
  score: CustomEvent<{ score: number; gain: number }>;
  move: CustomEvent<MoveDetail>;
  won: CustomEvent<{ score: number }>;
  lost: CustomEvent<{ score: number }>;
  newgame: CustomEvent<{ seed: string; rules: string; size: [number, number] }>;
  /** `problem` is a sentence if it ended because the players could not be loaded. */
  autoplay: CustomEvent<{ on: boolean; problem: string | null }>;
  /** After each hint, and before each move of autoplay. */
  advice: CustomEvent<Advice>;
  /** The part of the network that has been loaded, 0 to 1. It is loaded when it is first needed. */
  loading: CustomEvent<{ part: number }>;
  /** After everything that changes the game: the time to save it. */
  change: CustomEvent<{ kind: 'move' | 'undo' | 'redo' | 'keep' | 'newgame' | 'load' | 'restore' | 'seek' | 'aside' | 'resume' | 'hint' }>;
  /** Before the element goes to another game or position: the last time to save the current one. */
  leave: CustomEvent<null>;
}

export class Eleven2048 extends HTMLElement {
  /** The attributes as properties. A change of the first four begins a new game. */
  size: string | null;
  rules: string | null;
  seed: string | null;
  goal: string | null;
  theme: Theme | null;

  /** null only in an element with the attribute `waiting`, before the first newGame, load or restore. */
  readonly state: State | null;
  /** The ranks of the tiles, row by row; 0 is an empty cell; no rows while state is null. The variables `--tile-1` and
   * so on are their colours. */
  readonly ranks: number[][];
  readonly rulesNames: string[];
  readonly autoplaying: boolean;
  /** While it is true, keys, swipes and players change nothing; newGame, load, restore and seek still work. Used by
   * replays. */
  locked: boolean;

  /** Begins another game. Options that are missing are taken from the current game, but `rules` have their own goal.
   *  Undo returns to the old game. */
  newGame(options?: NewGameOptions): void;
  /** True if a tile moved. */
  move(direction: Direction): boolean;
  undo(): boolean;
  redo(): boolean;
  /** Continues after the win. */
  keepPlaying(): boolean;
  /** Asks a player about the position and shows its choice on the board. The default is `network` and 100
   * milliseconds. null if the game is over, or if it has changed before the answer. Rejected if the players are not
   * available: their script, which is loaded when it is first needed, could not be loaded, or the browser does not
   * support WebAssembly SIMD. */
  hint(player?: Player, budget?: Budget): Promise<Advice | null>;
  /** Asks a player about the position with which a record begins, and shows nothing. Otherwise like hint(). */
  judge(record: string, player?: Player, budget?: Budget): Promise<Advice | null>;
  /** Marks the tiles that this direction moves, as a hint does, until something changes. */
  mark(direction: Direction): void;
  /** Lets a player make one move every `pace` milliseconds, until the game ends or something else changes it. While it
   * plays, another call changes the pace. Returns whether it plays. */
  autoplay(on?: boolean, options?: { player?: Player; pace?: number; budget?: Budget }): boolean;
  /** Reviews the whole game. The default is `network`, three moves ahead. `progress` is called with numbers from 0 to
   * 1. After an abort the moves judged so far count. Rejected like hint(). */
  review(player?: Player, budget?: Budget, options?: { progress?: (part: number) => void; signal?: AbortSignal }):
    Promise<Review>;
  /** Loads a game record; the game continues at its end. Its moves count as helped unless they are the player's own. */
  load(text: string, options?: { own?: boolean }): void;
  /** The current game as a record, up to the current position. `compact` omits tiles that follow from the seed; `redo`
   * includes undone moves. Before the first game it is empty. */
  save(options?: { compact?: boolean; redo?: boolean }): string;
  /** The current position as the record of a game that begins with it. Before the first game it is empty. */
  position(): string;
  /** Goes to a ply of the current game. A silent one is not announced to screen readers. */
  seek(ply: number, silent?: boolean): boolean;
  /** Lays all games aside and plays the game of this record from `ply` (default: its end), until resume(), or until
   * another game begins. The games aside stay exactly as they are. */
  setAside(text: string, ply?: number): void;
  /** Returns to the games that were laid aside. */
  resume(): void;
  /** True while a game is played that setAside began. */
  readonly isAside: boolean;
  /** Continues from that ply (default: the current one) with a new game. Nothing if the game has no such ply. */
  branch(ply?: number): void;
  /** A wave through the tiles, as after a win; nothing if the system requests reduced motion. */
  celebrate(): void;
  /** Restores a sitting in place of the current one: its records, and the position in it. `plies` are the positions in
   *  the games before `game` (default: their ends), to which undo returns. Returns the `gameIndex` of each game. A wrong
   *  record changes nothing. */
  restore(records: string[], game: number, ply: number, plies?: number[]): number[];

  addEventListener<K extends keyof ElevenEvents>(
    type: K, listener: (this: Eleven2048, event: ElevenEvents[K]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof ElevenEvents>(
    type: K, listener: (this: Eleven2048, event: ElevenEvents[K]) => unknown, options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions,
  ): void;
}

/**
 * Why no game can be played here: the browser does not have WebAssembly, or a policy of the page forbids it. Elements then
 * show a sentence, and their methods that begin games throw this error. Otherwise null.
 */
export const engineProblem: Error | null;

/** True for a key that writes a character, without Control or Alt. */
export function isLetter(event: KeyboardEvent): boolean;
/** The direction of a keydown event (arrows, WASD, HJKL); null if the key is not a direction. */
export function keyDirection(event: KeyboardEvent): Direction | null;
/** Calls `swiped` for each stroke of a finger, a pen, or a mouse (unless `mouse` is false) on the target. */
export function listenForSwipes(target: HTMLElement, swiped: (direction: Direction) => void, options?: { mouse?: boolean }): void;
/** The languages with texts besides English; the first of the given languages that has texts. loadWords loads its texts
 *  and resolves to their language, which is `en` if they cannot be loaded. */
export const languageNames: readonly string[];
export function languageOf(...languages: string[]): string;
export function loadWords(...languages: string[]): Promise<string>;
/** The texts of the first of these languages that were loaded; otherwise in English. */
export function wordsFor(...languages: string[]): { board: Record<string, unknown>; page: Record<string, unknown> };
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
  /** Makes a move that a player chose; it counts as help. */
  play(direction: Direction, now: number): boolean;
  /** The record of a game that begins with the current position. */
  position(): string;
  print(options?: { compact?: boolean; redo?: boolean }): string;
  look(): Record<string, unknown>;
  lastAction(): { gain: number; direction: Direction | null; merges: Merge[]; spawns: { cell: number; value: number }[] };
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
