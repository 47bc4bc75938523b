// The addresses of the files next to this module: the worker with the players, the network, the font, and the texts of
// other languages. The page in one file uses alone.js instead.

// The languages other than English. The build writes their names.
export const languageNames = ['LANGUAGES'];

export function workerAddress() {
  return new URL('./eleven-players.js', import.meta.url);
}

export function networkAddress() {
  return new URL('./eleven-network.weights', import.meta.url).href;
}

export function fontAddress() {
  return new URL('./eleven-font.woff2', import.meta.url).href;
}

export async function importWords(language) {
  return (await import(new URL(`./eleven-words-${language}.js`, import.meta.url))).default;
}
