// What component/address.js offers, for the modules of the npm package: everything but the network is inside them.
import de from '../words/de.js';
import es from '../words/es.js';
import font from './font.js';
import worker from './worker.js';
import { playersText } from './players_text.js';
import { networkSource } from './network_source.js';

const allWords = { de, es };
const addresses = new Map();

// The address of an object that the page keeps; always the same one for the same object.
function addressOf(object, ...parts) {
  if (!addresses.has(object)) addresses.set(object, URL.createObjectURL(new Blob(parts, { type: 'text/javascript' })));
  return addresses.get(object);
}

export function workerAddress() {
  return new URL(addressOf(worker, `self.playersText='${playersText}';`, worker));
}

export function networkAddress() {
  const source = networkSource();
  if (source === null) return null;
  if (typeof source === 'object' && !(source instanceof URL)) return addressOf(source, source);
  return new URL(source, document.baseURI).href;
}

export function fontAddress() {
  return `data:font/woff2;base64,${font}`;
}

export const languageNames = Object.keys(allWords);

export async function importWords(language) {
  return allWords[language];
}
