// The players as a JavaScript object: the WebAssembly module of player_glue.c, with names for its functions.
import { Module, Reader, directions } from '../component/module.js';

// What the module returns if no direction is legal.
const noDirection = directions.length;
const limitNames = ['depth', 'nodes', 'milliseconds'];
// A review checks whether it should stop after this many milliseconds.
const sliceTime = 40;

// The values of the directions; null if a direction is not legal.
function valuesFrom(from) {
  const values = Object.fromEntries(directions.map((direction) => [direction, from.double()]));
  for (const direction of directions) if (Number.isNaN(values[direction])) values[direction] = null;
  return values;
}

function limitOf(name, value) {
  const isLimit = name === 'milliseconds' ? Number.isFinite(value) : Number.isInteger(value);
  if (isLimit && value >= 0 && value < 2 ** 32) return value;
  const kind = name === 'milliseconds' ? 'number' : 'whole number', given = typeof value === 'string' ? `'${value}'` : value;
  throw new Error(`expected a ${kind} from 0 to ${2 ** 32 - 1} as ${name}, not ${given}`);
}

// The limits of thinking in these options; 0 for one that is missing. Throws if one of them is not a number.
export function budgetOf(options) {
  return limitNames.map((name) => limitOf(name, options?.[name] ?? 0));
}

export class Players {
  #module;

  constructor(compiled) {
    this.#module = new Module(compiled, { browser: { now: () => performance.now(), power: Math.pow } });
  }

  get names() {
    return this.#module.names(this.#module.c.player_name);
  }

  // Opens the network from the bytes of its file; throws if they are damaged or not a network.
  openNetwork(bytes) {
    const length = this.#module.putBytes(bytes);
    this.#module.check(this.#module.c.open_network(length));
  }

  // Asks a player about the position with which a record begins. The answer is the best direction and the values of all
  // directions; null if no direction is legal.
  advise(position, player, budget) {
    const { c } = this.#module, index = this.#index(player), limits = budgetOf(budget);
    const at = c.advise(this.#module.put(position), index, ...limits);
    if (!at) this.#module.check(1);
    const from = new Reader(c.memory, at);
    const best = from.word();
    if (best === noDirection) return null;
    from.word();
    return { direction: directions[best], values: valuesFrom(from), unit: from.word() ? 'points' : 'own', player };
  }

  #index(player) {
    const index = this.names.indexOf(player);
    if (index < 0) throw new Error(`unknown player '${player}': expected ${this.names.join(', ')}`);
    return index;
  }

  // ---- Reviewing a game

  // Judges the moves of a record one by one. `shouldContinue(part)` is called now and then; the review ends if it
  // returns false.
  async review(record, player, budget, shouldContinue) {
    const { c } = this.#module, index = this.#index(player), limits = budgetOf(budget);
    this.#module.check(c.review_begin(this.#module.put(record)));
    const all = this.#summary(index).moves;
    for (let left = all; left > 0; ) {
      const until = performance.now() + sliceTime;
      while (left > 0 && performance.now() < until) left = c.review_step(index, ...limits);
      if (!await shouldContinue((all - left) / all)) break;
    }
    return this.#report(index, player);
  }

  #summary(index) {
    const { c } = this.#module, from = new Reader(c.memory, c.review_sum(index));
    const { count, inAll, inPoints } = from.words(['count', 'inAll', 'inPoints', 'padding']);
    const [accuracy, stake, loss] = [from.double(), from.double(), from.double()];
    const names = this.#module.names(c.grade_name), grades = from.words(names);
    const turns = Array.from({ length: from.word() }, () => from.word());
    return { accuracy, stake, loss, moves: inAll, movesReviewed: count, unit: inPoints ? 'points' : 'own', grades, turns };
  }

  #report(index, player) {
    const { turns, ...sums } = this.#summary(index);
    const judgements = Array.from({ length: sums.movesReviewed }, (none, i) => this.#judged(i, Object.keys(sums.grades)));
    return { player, ...sums, turningPoints: turns.map((i) => judgements[i]), judgements };
  }

  #judged(i, gradeNames) {
    const { c } = this.#module, from = new Reader(c.memory, c.review_move(i));
    const [score, loss, severity] = [from.double(), from.double(), from.double()];
    const values = valuesFrom(from);
    const { ply, move, played, best, grade } = from.words(['ply', 'move', 'played', 'best', 'grade']);
    const reason = loss > 0 ? this.#module.string(c.review_reason(i)) : '';
    return { ply, moveNumber: move, score, direction: directions[played], bestDirection: directions[best], values, loss, severity,
      grade: gradeNames[grade], reason };
  }
}
