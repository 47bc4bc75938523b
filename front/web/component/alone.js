// What address.js offers, for the page in one file: everything is inside this script. There is no network.

const workerText = 'WORKER';

export function workerAddress() {
  return new URL(URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' })));
}

export function networkAddress() {
  return null;
}

export function fontAddress() {
  return null;
}

const allWords = { LANGUAGES };

export const languageNames = Object.keys(allWords);

export async function importWords(language) {
  return allWords[language];
}
