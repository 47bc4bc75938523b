// The decoders of games of other programs: the WebAssembly module of formats_glue.c.
import { Module, RecordError, inflate } from '../component/module.js';
import { formatsText } from './wasm.js';

const ranks = 32;
let opened = null;

// Loads the decoders once.
export function openFormats() {
  return opened ??= inflate(formatsText).then((bytes) => WebAssembly.compile(bytes)).then((compiled) => new Formats(compiled));
}

class Formats {
  #module;

  constructor(compiled) {
    this.#module = new Module(compiled);
  }

  // The games in these bytes: { format, records, lost, bad }. The records are texts; `lost` names what they do not keep.
  // `bad` are the games that cannot be read, if there are several: { number, message }. If there is only one, throws a
  // RecordError whose `format` is the one that the bytes look like.
  read(bytes) {
    try {
      return { ...this.#readAll(bytes, false), bad: [] };
    } catch (error) {
      const begins = this.#beginsOf(bytes, error.format);
      if (begins.length === 1) throw error;
      return this.#readEach(bytes, begins, error.format);
    }
  }

  // The places where games begin: each record, or each line in the formats that have a game on a line.
  #beginsOf(bytes, format) {
    const begins = [0], { c } = this.#module, { length } = bytes;
    if (format === 'record') {
      this.#module.putBytes(bytes);
      for (let at = 0; (at += c.record_length(at, length)) < length;) begins.push(at);
    } else if (format !== 'rpl' && format !== 'state') {
      begins[0] = bytes.findIndex((byte) => byte > 32);
      for (let at = begins[0]; (at = bytes.indexOf(10, at) + 1);) if (bytes[at] > 32) begins.push(at);
    }
    return begins;
  }

  #readAll(bytes, isSameFormat) {
    const { c } = this.#module;
    try {
      this.#module.check(c.read_games(this.#module.putBytes(bytes), isSameFormat));
    } catch (error) {
      throw Object.assign(error, { format: this.#module.string(c.format_name()) });
    }
    const text = this.#module.string(c.records_at(), c.records_length());
    return { format: this.#module.string(c.format_name()), records: text.split(/^(?=eleven game )/m),
      lost: this.#module.names(c.lost_name).filter(Boolean) };
  }

  #readEach(bytes, begins, format) {
    const records = [], lost = new Set(), bad = [];
    let line = 0;
    begins.forEach((begin, i) => {
      const part = bytes.subarray(begin, begins[i + 1]);
      try {
        const read = this.#readAll(part, true);
        records.push(...read.records);
        read.lost.forEach((what) => lost.add(what));
      } catch (error) {
        const sentence = error.sentence.replace(/^byte (\d+)/, (all, at) => `byte ${begin + Number(at)}`);
        bad.push({ number: i + 1, message: new RecordError(error.line && line + error.line, error.column, sentence).message });
      }
      line += part.filter((byte) => byte === 10).length;
    });
    return { format, records, lost: [...lost], bad };
  }

  // The values of the ranks of a built-in rule set, from rank 0; those at the end that are not used are missing.
  values(index) {
    const all = Array.from({ length: ranks }, (none, rank) => this.#module.c.rules_value(index, rank) >>> 0);
    return all.slice(0, 1 + all.findLastIndex((value) => value > 0));
  }
}
