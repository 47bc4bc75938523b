// Links that contain a whole game: the compressed record is in the part of the address that browsers never send.

const linkKey = '#game=';

async function pipe(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

function toBase64(bytes) {
  const plain = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}

export async function linkOf(record) {
  const packed = await pipe(new CompressionStream('deflate-raw'), new TextEncoder().encode(record));
  return `${location.href.split('#')[0]}${linkKey}${toBase64(packed)}`;
}

export function linkHasGame() {
  return location.hash.startsWith(linkKey);
}

// Returns the record in the address of the page, and removes it from the address.
export async function takeLinkedGame() {
  const text = location.hash.slice(linkKey.length);
  history.replaceState(null, '', location.href.split('#')[0]);
  return new TextDecoder().decode(await pipe(new DecompressionStream('deflate-raw'), fromBase64(text)));
}
