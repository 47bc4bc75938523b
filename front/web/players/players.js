// The players as a JavaScript object: the WebAssembly module of advise.c, whose functions get names here.
import { Module, Reader, directions } from '../component/module.js';

const none = directions.length; // no direction moves anything
const noBudget = { depth: 0, nodes: 0, milliseconds: 0 };
const slice = 40; // milliseconds of judging between two looks at what else is to be done

// null: nothing moves that way.
function valuesFrom(from) {
  const values = Object.fromEntries(directions.map((direction) => [direction, from.double()]));
  for (const direction of directions) if (Number.isNaN(values[direction])) values[direction] = null;
  return values;
}

export class Players {
  #module;

  constructor(compiled) {
    this.#module = new Module(compiled, { browser: { now: () => performance.now(), power: Math.pow } });
  }

  get names() {
    return this.#module.names(this.#module.c.player_name);
  }

  // Opens the network from the bytes of its file; throws where they are damaged or foreign.
  openNetwork(bytes) {
    const length = this.#module.putBytes(bytes);
    this.#module.check(this.#module.c.open_network(length));
  }

  // What the player thinks of the position with which the record begins: the direction, and what each is worth to it,
  // null where nothing moves that way. null where nothing moves at all.
  advise(position, player, budget) {
    const { c } = this.#module, index = this.#index(player), { depth, nodes, milliseconds } = { ...noBudget, ...budget };
    const at = c.advise(this.#module.put(position), index, depth, nodes, milliseconds);
    if (!at) this.#module.check(1);
    const from = new Reader(c.memory, at);
    const best = from.word();
    if (best === none) return null;
    from.word();
    return { direction: directions[best], values: valuesFrom(from), player };
  }

  #index(player) {
    const index = this.names.indexOf(player);
    if (index < 0) throw new Error(`'${player}' is none of the players ${this.names.join(', ')}`);
    return index;
  }

  // ---- A game looked at afterwards

  // Judges the moves of the record one by one; `goesOn(part)` is asked now and then, and may end it.
  async review(record, player, budget, goesOn) {
    const { c } = this.#module, index = this.#index(player), { depth, nodes, milliseconds } = { ...noBudget, ...budget };
    this.#module.check(c.review_begin(this.#module.put(record)));
    const all = this.#summary(index).inAll;
    for (let left = all; left > 0; ) {
      const until = performance.now() + slice;
      while (left > 0 && performance.now() < until) left = c.review_step(index, depth, nodes, milliseconds);
      if (!await goesOn((all - left) / all)) break;
    }
    return this.#report(index, player);
  }

  #summary(index) {
    const { c } = this.#module, from = new Reader(c.memory, c.review_sum(index));
    const [accuracy, stake, loss] = [from.double(), from.double(), from.double()];
    const { count, inAll, inPoints } = from.words(['count', 'inAll', 'inPoints']);
    const grades = from.words(this.#module.names(c.grade_name));
    const turns = Array.from({ length: from.word() }, () => from.word());
    return { accuracy, stake, loss, count, inAll, inPoints: !!inPoints, grades, turns };
  }

  #report(index, player) {
    const { turns, ...sums } = this.#summary(index);
    const moves = Array.from({ length: sums.count }, (none, i) => this.#judged(i, Object.keys(sums.grades)));
    return { player, ...sums, turningPoints: turns.map((i) => moves[i]), moves };
  }

  #judged(i, gradeNames) {
    const { c } = this.#module, from = new Reader(c.memory, c.review_move(i));
    const [score, loss, severity] = [from.double(), from.double(), from.double()];
    const values = valuesFrom(from);
    const { ply, move, played, best, grade } = from.words(['ply', 'move', 'played', 'best', 'grade']);
    const reason = loss > 0 ? this.#module.string(c.review_reason(i)) : '';
    return { ply, move, score, played: directions[played], best: directions[best], values, loss, severity,
      grade: gradeNames[grade], reason };
  }
}
