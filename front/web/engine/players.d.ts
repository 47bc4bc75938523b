// The players for programs: from `random` to `network`, which was trained with millions of games.
import { Board, Direction } from './game.js';

export type PlayerName = 'random' | 'greedy' | 'corner' | 'montecarlo' | 'search' | 'network';
export const playerNames: readonly PlayerName[];

/** Limits of thinking, and the rules. Without a limit a player uses its default. */
export interface PlayerOptions {
  /** How many own moves to look ahead. */
  depth?: number;
  /** How many positions to search; for `montecarlo` how many games. */
  nodes?: number;
  milliseconds?: number;
  /** The name of a built-in rule set, or a rule set as text. */
  rules?: string;
}

export interface PlayerAdvice {
  direction: Direction;
  /** In the unit of the player; higher is better; null if the direction is not legal. */
  values: Record<Direction, number | null>;
  /** `points` still to be gained, or the player's `own`. */
  unit: 'points' | 'own';
  player: PlayerName;
}

/** A player that is ready. Its answers are plain values: it thinks in the thread that asks. */
export interface OpenPlayer {
  readonly name: PlayerName;
  /** null if no move is legal. Throws a GameError if the board or an option is invalid. */
  bestMove(board: Board | string, options?: PlayerOptions): Direction | null;
  advise(board: Board | string, options?: PlayerOptions): PlayerAdvice | null;
}

/** Opens a player, by default `network`. The options are the defaults of its answers. Rejected with a GameError if the
 * name is unknown or the file of the network cannot be read. */
export function openPlayer(name?: PlayerName, options?: PlayerOptions): Promise<OpenPlayer>;

/** Opens the player at the first call, and asks it. */
export function bestMove(board: Board | string, options?: PlayerOptions & { player?: PlayerName }): Promise<Direction | null>;

/** Names the file `eleven-network.weights`, 3 MB: its address (in Node also its path), or its bytes. Needed only if a
 * bundler moves the modules away from this file. It holds for the element too. Call it before the first question. */
export function useNetwork(addressOrBytes: string | URL | ArrayBuffer | Uint8Array): void;
