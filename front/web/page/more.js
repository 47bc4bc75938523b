// What the parts of the page share that are loaded later: their words, and how they build dialogs and buttons.
import { moreIn_de } from '../words/more-de.js';
import { moreIn_en } from '../words/more-en.js';
import { moreIn_es } from '../words/more-es.js';
import { say } from './words.js';
import { closeOutside } from './dialogs.js';

const moreWords = { en: moreIn_en, de: moreIn_de, es: moreIn_es };

export function sayMore() {
  return moreWords[document.documentElement.lang] ?? moreIn_en;
}

// A node with these properties; those with a hyphen, `class` and `role` are attributes. Children may be null.
export function make(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties))
    if (/-|^class$|^role$|^for$/.test(key)) node.setAttribute(key, value);
    else node[key] = value;
  node.append(...children.filter((child) => child !== null));
  return node;
}

export function makeButton(text, onclick, properties = {}) {
  return make('button', { type: 'button', onclick, ...properties }, text);
}

// Adds the style of a part to the page, once.
const styles = new Set();

export function addStyle(text) {
  if (styles.has(text)) return;
  styles.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}

function closeIcon() {
  const round = make('button', { class: 'round', title: say().close, 'aria-label': say().close });
  round.innerHTML = '<svg aria-hidden="true"><use href="#i-close"/></svg>';
  return round;
}

// Opens a dialog with a title. It leaves the page when it is closed.
export function showDialog(id, title, ...children) {
  document.getElementById(id)?.remove();
  const head = make('h2', { id: `${id}-title`, tabIndex: -1 }, title);
  const form = make('form', { method: 'dialog' }, make('div', { class: 'bar-head' }, head, closeIcon()));
  const dialog = make('dialog', { id, 'aria-labelledby': head.id }, form, ...children);
  closeOutside(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// The four values of a position, as the hint shows them.
export function valueBars() {
  const bars = document.getElementById('bars').cloneNode(true);
  bars.removeAttribute('id');
  return bars;
}
