// A WebAssembly module of ours from JavaScript: texts go through its room, structures are read in place.

export const directions = ['up', 'right', 'down', 'left'];

export async function inflate(base64) {
  const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

// A text that could not be read: where, and one plain sentence.
export class RecordError extends Error {
  constructor(line, column, sentence) {
    super(line ? `line ${line}, column ${column}: ${sentence}` : sentence);
    this.name = 'RecordError';
    Object.assign(this, { line, column, sentence });
  }
}

// Reads the words and doubles of a structure one after another.
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
  }

  // Bytes into the room, with a zero behind them; returns how many there are.
  putBytes(bytes) {
    const room = this.c.text_room(bytes.length + 1);
    if (!room) throw new RecordError(0, 0, 'there is not enough memory for this game');
    const place = new Uint8Array(this.c.memory.buffer, room, bytes.length + 1);
    place.set(bytes);
    place[bytes.length] = 0;
    return bytes.length;
  }

  put(text) {
    return this.putBytes(new TextEncoder().encode(text));
  }

  string(at, length) {
    const bytes = new Uint8Array(this.c.memory.buffer, at, length ?? 256);
    return new TextDecoder().decode(bytes.subarray(0, length ?? bytes.indexOf(0)));
  }

  // What a function prints into the room; it returns how long the text is, whether or not it fitted.
  printed(print) {
    this.c.text_room(4096);
    const length = print();
    this.c.text_room(length + 1);
    print();
    return this.string(this.c.text_room(0), length);
  }

  check(error) {
    if (!error) return;
    const at = this.c.last_problem();
    const problem = new Reader(this.c.memory, at);
    throw new RecordError(problem.word(), problem.word(), this.string(at + 8));
  }

  names(name) {
    const found = [];
    for (let at; (at = name(found.length)); ) found.push(this.string(at));
    return found;
  }
}
