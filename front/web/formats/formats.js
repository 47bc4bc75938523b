// The decoders of games of other programs: the WebAssembly module of formats_glue.c.
import { Module, inflate } from '../component/module.js';
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

  // The games in these bytes: { format, records, lost }. The records are texts; `lost` names what they do not keep.
  // Throws a RecordError whose `format` is the one that the bytes look like.
  read(bytes) {
    const { c } = this.#module;
    try {
      this.#module.check(c.read_games(this.#module.putBytes(bytes)));
    } catch (error) {
      throw Object.assign(error, { format: this.#module.string(c.format_name()) });
    }
    const text = this.#module.string(c.records_at(), c.records_length());
    return { format: this.#module.string(c.format_name()), records: text.split(/^(?=eleven game )/m),
      lost: this.#module.names(c.lost_name).filter(Boolean) };
  }

  // The values of the ranks of a built-in rule set, from rank 0; those at the end that are not used are missing.
  values(index) {
    const all = Array.from({ length: ranks }, (none, rank) => this.#module.c.rules_value(index, rank) >>> 0);
    return all.slice(0, 1 + all.findLastIndex((value) => value > 0));
  }
}
