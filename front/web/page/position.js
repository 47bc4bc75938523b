// A position for the board editor: { w, h, rules, ranks }, and its texts.
import { part } from './parts.js';
import { sayMore } from './more.js';

const settled = 1e15;
const rowsPattern = /^[\d.\s/]+$/, hexPattern = /^[\da-f]{16}$/i;

// What the texts of positions need: the names of the rules, and the values of their ranks.
export class Positions {
  #engine = new Engine();

  static async open(ruleNames) {
    const { openFormats } = await part('formats');
    return new Positions(ruleNames, await openFormats());
  }

  constructor(ruleNames, formats) {
    Object.assign(this, { ruleNames, formats });
  }

  values({ rules }) {
    return this.formats.values(this.ruleNames.indexOf(rules));
  }

  rowsOf(position) {
    const { w, h, ranks } = position, values = this.values(position);
    const row = (y) => ranks.slice(y * w, (y + 1) * w).map((rank) => values[rank] || '.').join(' ');
    return Array.from({ length: h }, (none, y) => row(y)).join(' / ');
  }

  // A game that begins with the position. It has no goal, so that it never stops at one.
  recordOf(position) {
    return this.#record(position.rules, position.w, position.h, this.rowsOf(position));
  }

  #record(rules, w, h, rows) {
    return `eleven game 1\nrules ${rules}\ngoal none\nsize ${w}x${h}\nboard ${rows}\n`;
  }

  // Reads rows of values, a record, or anything else that contains a game, and takes its last position.
  async read(text, rules) {
    const trimmed = text.trim();
    if (rowsPattern.test(trimmed) && !hexPattern.test(trimmed)) {
      const rows = trimmed.split(/\s*[/\n]\s*/).filter(Boolean), w = rows[0]?.split(/\s+/).length ?? 0;
      return this.readRecord(this.#record(rules, w, rows.length, rows.join(' / ')));
    }
    return this.readRecord(this.formats.read(new TextEncoder().encode(trimmed)).records.at(-1));
  }

  readRecord(record) {
    this.#engine.load(record, 0);
    const { rules } = this.#engine.look(), { w, h, sprites } = this.#engine.frame(settled), ranks = Array(w * h).fill(0);
    if (!this.ruleNames.includes(rules)) throw new RecordError(0, 0, sayMore().editor.unknownRules);
    for (const { x, y, rank } of sprites) ranks[y * w + x] = rank;
    return { w, h, rules, ranks };
  }

  // Why nobody can play from here; '' if it is possible.
  problemOf(position) {
    const words = sayMore().editor;
    if (!position.ranks.some(Boolean)) return words.noTile;
    this.#engine.load(this.recordOf(position), 0);
    return this.#engine.look().legal.length ? '' : words.noMove;
  }

  // The cells whose tiles a direction moves.
  moversOf(position, direction) {
    this.#engine.load(this.recordOf(position), 0);
    return this.#engine.movers(direction);
  }
}
