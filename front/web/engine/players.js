// The players for programs. Their module is compiled when the first of them is opened; an open player answers at once.
import { Game, GameError } from './game.js';
import { networkSource } from './network_source.js';
import { budgetOf, Players } from '../players/players.js';
import { inflate } from '../component/module.js';
import { playersText } from './players_text.js';

export { useNetwork } from './network_source.js';

export const playerNames = ['random', 'greedy', 'corner', 'montecarlo', 'search', 'network'];
// Bundlers would look for a module that is named in the import.
const fileSystem = 'node:fs/promises';

let compiling = null;
// The opened players by name, as promises; all answers of one name come from one instance.
const opened = new Map();

async function readNetwork() {
  const source = networkSource();
  if (source === null) throw new Error('a bundler has moved the module');
  if (typeof source === 'object' && !(source instanceof URL)) return new Uint8Array(source);
  if (globalThis.process?.versions?.node && !/^(https?|blob|data):/i.test(source))
    return (await import(fileSystem)).readFile(/^file:/i.test(source) ? new URL(source) : source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${response.url}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function start(name) {
  compiling ??= inflate(playersText).then((bytes) => WebAssembly.compile(bytes));
  const players = new Players(await compiling);
  if (name !== 'network') return players;
  const bytes = await readNetwork().catch((cause) => {
    throw new GameError(`the network could not be read (${cause.message}); pass eleven-network.weights to useNetwork`);
  });
  try {
    players.openNetwork(bytes);
  } catch (cause) {
    throw new GameError(`the network is damaged: ${cause.message}`);
  }
  return players;
}

function checkBudget(options) {
  try {
    budgetOf(options);
  } catch ({ message }) {
    throw new GameError(message);
  }
}

// A player that is ready. `options` are the limits of thinking, and the rules.
class Player {
  #players;
  #options;

  constructor(name, players, options) {
    this.name = name;
    this.#players = players;
    this.#options = options;
  }

  // The best direction and the value of each one; null if no move is legal.
  advise(board, options = {}) {
    const all = { ...this.#options, ...options };
    checkBudget(all);
    const position = new Game({ board: board ?? null, rules: all.rules, seed: 0 }).save();
    return this.#players.advise(position, this.name, all);
  }

  bestMove(board, options) {
    return this.advise(board, options)?.direction ?? null;
  }
}

export async function openPlayer(name = 'network', options = {}) {
  if (!playerNames.includes(name)) throw new GameError(`unknown player '${name}': expected ${playerNames.join(', ')}`);
  checkBudget(options);
  if (!opened.has(name)) opened.set(name, start(name));
  try {
    return new Player(name, await opened.get(name), options);
  } catch (error) {
    opened.delete(name); // the next attempt may succeed
    throw error;
  }
}

export async function bestMove(board, { player = 'network', ...options } = {}) {
  return (await openPlayer(player, options)).bestMove(board);
}
