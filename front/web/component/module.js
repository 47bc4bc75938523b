// Access to one of our WebAssembly modules. Texts and files go through its exchange buffer (exchange.h); structures are
// read in its memory.

export const directions = ['up', 'right', 'down', 'left'];

// The version of the library that these scripts belong to; tools/version.py keeps it.
const version = '0.2.0';

export async function inflate(base64) {
  const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

// The error for a text that could not be read: the place and one plain sentence.
export class RecordError extends Error {
  constructor(line, column, sentence) {
    super(line ? `line ${line}, column ${column}: ${sentence}` : sentence);
    this.name = 'RecordError';
    Object.assign(this, { line, column, sentence });
  }
}

// Reads the numbers of a structure one after another.
export class Reader {
  constructor(memory, at) {
    this.view = new DataView(memory.buffer);
    this.at = at;
  }

  word() {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  words(names) {
    return Object.fromEntries(names.map((name) => [name, this.word()]));
  }

  float() {
    this.at += 4;
    return this.view.getFloat32(this.at - 4, true);
  }

  double() {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }

  long() {
    this.at += 8;
    return this.view.getBigUint64(this.at - 8, true);
  }
}

export class Module {
  constructor(compiled, imports) {
    this.c = new WebAssembly.Instance(compiled, imports).exports;
    const found = this.c.version ? this.string(this.c.version()) : 'unknown';
    if (found !== version) {
      throw new Error(`the WebAssembly of Eleven has version ${found}, but the scripts have ${version}; load both again`);
    }
  }

  // Writes bytes and a final zero into the exchange buffer; returns the number of bytes.
  putBytes(bytes) {
    const at = this.c.reserve_exchange(bytes.length + 1);
    if (!at) throw new RecordError(0, 0, 'out of memory');
    const exchange = new Uint8Array(this.c.memory.buffer, at, bytes.length + 1);
    exchange.set(bytes);
    exchange[bytes.length] = 0;
    return bytes.length;
  }

  put(text) {
    return this.putBytes(new TextEncoder().encode(text));
  }

  string(at, length) {
    const bytes = new Uint8Array(this.c.memory.buffer, at, length ?? 256);
    return new TextDecoder().decode(bytes.subarray(0, length ?? bytes.indexOf(0)));
  }

  // The text that a function prints into the exchange buffer. The function returns the whole length, whether or not the
  // text fitted.
  printed(print) {
    this.c.reserve_exchange(4096);
    const length = print();
    this.c.reserve_exchange(length + 1);
    print();
    return this.string(this.c.reserve_exchange(0), length);
  }

  check(error) {
    if (!error) return;
    const at = this.c.last_problem();
    const problem = new Reader(this.c.memory, at);
    throw new RecordError(problem.word(), problem.word(), this.string(at + 8));
  }

  names(name) {
    const all = [];
    for (let at; (at = name(all.length)); ) all.push(this.string(at));
    return all;
  }
}
