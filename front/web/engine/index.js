// The exports of the package: the game and the players for programs, and the element for pages.
export { Game, GameError, afterstates, legal, parseBoard, printBoard, random, ruleNames, slide, spawns } from './game.js';
export { bestMove, openPlayer, playerNames, useNetwork } from './players.js';
export * from './element.js';
