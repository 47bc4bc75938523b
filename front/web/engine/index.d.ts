export {
  Afterstate, Board, BoardOptions, Game, GameError, GameOptions, Hop, Move, Spawn, Tile, afterstates, legal, parseBoard,
  printBoard, random, ruleNames, slide, spawns,
} from './game.js';
export { OpenPlayer, PlayerAdvice, PlayerName, PlayerOptions, bestMove, openPlayer, playerNames, useNetwork } from './players.js';
export * from './eleven-2048.js';
