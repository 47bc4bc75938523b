// The texts of the board and of the page, by language. English is part of the component; each other language is a file
// that is loaded when it is needed.
import { english } from '../words/en.js';
import { languageNames, importWords } from './address.js';

const known = new Map([['en', english]]);

// The first subtag of the first of these languages that has texts; otherwise English.
export function languageOf(...languages) {
  const names = languages.map((language) => (language ?? '').toLowerCase().split('-')[0]);
  return names.find((name) => name === 'en' || languageNames.includes(name)) ?? 'en';
}

// False for the texts of another version, which lack some of these or have them in another form.
function hasAllTexts(words, model = english) {
  return Object.entries(model).every(([name, text]) => typeof words?.[name] === typeof text
    && (typeof text === 'string' || hasAllTexts(words[name], text)));
}

// Loads the texts for these languages and returns the language that they have: English if they cannot be loaded.
export async function loadWords(...languages) {
  const name = languageOf(...languages), words = known.get(name) ?? await importWords(name).catch(() => null);
  if (!hasAllTexts(words)) return 'en';
  known.set(name, words);
  return name;
}

export function wordsFor(...languages) {
  return known.get(languageOf(...languages)) ?? english;
}
