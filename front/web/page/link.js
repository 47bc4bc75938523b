// Links that contain a whole game, or a position to practise: the compressed record is in the part of the address that browsers never send.

// The second key is that of a position to practise.
const linkKeys = ['#game=', '#practice='];

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

export async function linkOf(record, isPractice = false) {
  const packed = await pipe(new CompressionStream('deflate-raw'), new TextEncoder().encode(record));
  return `${location.href.split('#')[0]}${linkKeys[Number(isPractice)]}${toBase64(packed)}`;
}

export function linkHasGame() {
  return linkKeys.some((key) => location.hash.startsWith(key));
}

// Returns the record in the address of the page, and removes it from the address.
export async function takeLinkedGame() {
  const [key, text] = location.hash.split(/(?<==)/);
  history.replaceState(null, '', location.href.split('#')[0]);
  const record = new TextDecoder().decode(await pipe(new DecompressionStream('deflate-raw'), fromBase64(text)));
  return { record, isPractice: key === linkKeys[1] };
}
