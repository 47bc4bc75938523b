// The texts of the page in the current language; see words/en.js.
import { wordsFor, loadWords } from '../component/words.js';

// The setting that was taken last. A language that is loaded later than the next one is not shown.
let wanted = '';

export function say() {
  return wordsFor(document.documentElement.lang).page;
}

// Takes the language of the setting, or with `auto` the first one of the browser that has texts.
export async function useLanguage(setting) {
  wanted = setting;
  const name = await loadWords(...setting === 'auto' ? navigator.languages : [setting]);
  if (setting === wanted) document.documentElement.lang = name;
}

// A number in the notation of the current language; small numbers have one decimal.
export function formatted(number) {
  const digits = Math.abs(number) < 100 ? 1 : 0;
  return number.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits });
}

export function inPercent(number) {
  return (number / 100).toLocaleString(document.documentElement.lang, { style: 'percent', maximumFractionDigits: 1 });
}

// Writes the texts of the current language into the page.
export function translate() {
  const words = say();
  const each = (name, write) => document.querySelectorAll(`[data-${name}]`)
    .forEach((node) => write(node, words[node.dataset[name]]));
  each('word', (node, text) => { node.textContent = text; });
  each('label', (node, text) => node.setAttribute('aria-label', text));
  each('placeholder', (node, text) => node.setAttribute('placeholder', text));
  each('title', (node, text) => {
    node.title = text;
    if (node.tagName === 'BUTTON') node.setAttribute('aria-label', text);
  });
}
