// The exports of the package: the game for programs, and the element for pages.
export { Game, GameError, afterstates, legal, parseBoard, printBoard, random, ruleNames, slide, spawns } from './game.js';
export * from './eleven-2048.js';
