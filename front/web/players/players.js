// The players as a JavaScript object: the WebAssembly module of advise.c, whose functions get names here.
import { Module, Reader, directions } from '../component/module.js';

const none = directions.length; // no direction moves anything

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
  advise(position, player, { depth = 0, nodes = 0, milliseconds = 0 } = {}) {
    const { c } = this.#module;
    const index = this.names.indexOf(player);
    if (index < 0) throw new Error(`'${player}' is none of the players ${this.names.join(', ')}`);
    const at = c.advise(this.#module.put(position), index, depth, nodes, milliseconds);
    if (!at) this.#module.check(1);
    const from = new Reader(c.memory, at);
    const best = from.word();
    if (best === none) return null;
    from.word();
    const values = Object.fromEntries(directions.map((direction) => [direction, from.double()]));
    for (const direction of directions) if (Number.isNaN(values[direction])) values[direction] = null;
    return { direction: directions[best], values, player };
  }
}
