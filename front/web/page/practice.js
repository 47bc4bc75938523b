// Practice: a game from any position that counts nowhere. The games of the page are laid aside meanwhile; the button in
// the line above the sheet returns to them (main.js).
import { say } from './words.js';
import { byId } from './dialogs.js';
import { settings, changeSettings } from './settings.js';
import { sayMore, make, makeButton, addStyle } from './more.js';
import { openEditor } from './editor.js';

const practiceStyle = `
.aside { display: grid; gap: 0.4rem; margin-bottom: 0.4rem; }
.aside .row { margin: 0; }
.aside .row button { min-height: 2.3rem; font-size: min(0.85rem, 6cqw); padding-inline: min(0.8rem, 3cqw); }
.aside h2 { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; font-size: 1.05rem; }
.aside h2 small { font-weight: normal; font-size: 0.85rem; }
.aside p { margin: 0; font-size: 0.9rem; }
.aside .answer { min-height: 2.5em; font-weight: bold; }
@media (max-height: 45rem) { .aside .caption { display: none; } } /* for the values below */
@container (max-width: 13rem) {
  .aside .row { gap: 0.25rem; }
  .aside .row button { min-height: 1.9rem; padding-inline: 0.3rem; font-size: 0.65rem; }
  .aside h2 { font-size: 0.8rem; }
  .aside .answer { min-height: 0; font-size: 0.75rem; line-height: 1.2; }
  .aside .caption { display: none; }
  #notice { overflow-wrap: normal; }
}`;

// Milliseconds between a move and its saving.
const saveDelay = 200;

// Shows this above the values, in place of what was there; nothing removes it.
export function showAside(...children) {
  byId('aside')?.remove();
  if (!children.length) return;
  addStyle(practiceStyle);
  byId('slot').insertBefore(make('section', { id: 'aside', class: 'aside', 'data-scrolls': '', 'aria-label': say().practising }, ...children), byId('advice'));
}

class Practice {
  #timer = null;
  #isAsking = false;
  #changes = 0;

  // Begins or continues a practice game. `start` is the record of its first position.
  constructor(page, start, { text, ply } = {}) {
    Object.assign(this, { page, start });
    const stop = new AbortController(), { signal } = stop;
    this.stop = stop;
    addEventListener('pagehide', () => this.#save(), { signal });
    page.host({ again: () => this.again(), end: () => this.#end(), translate: () => this.#show() });
    if (text) page.game.setAside(text, ply);
    else this.again();
    page.game.addEventListener('change', ({ detail }) => detail.kind === 'hint' || this.#changed(), { signal });
    page.game.addEventListener('autoplay', ({ detail }) => detail.on || this.#changed(), { signal });
    this.#show();
    this.#changed();
    page.game.focus({ preventScroll: true });
  }

  // Begins again at the same position, with other new tiles.
  again() {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    this.page.game.setAside(/^seed /m.test(this.start) ? this.start : this.start.replace(/^board/m, `seed ${seed}\nboard`));
  }

  #show() {
    const words = sayMore().practice, { page } = this, areShown = settings().values;
    const buttons = () => [...byId('aside')?.querySelectorAll('button') ?? []], focused = buttons().indexOf(document.activeElement);
    page.advice.keeps = areShown;
    const values = makeButton(words.values, () => {
      changeSettings({ values: !areShown });
      this.#show();
      page.advice.clear();
      this.#changed();
    }, { 'aria-pressed': String(areShown) });
    showAside(make('div', { class: 'row' }, values,
      makeButton(words.change, () => openPractice(page)), makeButton(words.again, () => this.again())), make('p', { class: 'caption' }, words.about));
    buttons()[focused]?.focus();
  }

  #changed() {
    const { game, advice } = this.page;
    this.#changes++;
    this.#timer ??= setTimeout(() => this.#save(), saveDelay);
    if (game.state.status !== 'playing') advice.clear();
    else if (settings().values && !game.autoplaying && !game.locked) this.#ask();
  }

  // Asks for the values until they are those of the present position.
  async #ask() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      for (let at = -1; at !== this.#changes && !this.stop.signal.aborted && !this.page.game.autoplaying;) {
        at = this.#changes;
        await this.page.game.hint();
      }
    } catch (error) {
      this.page.notice(error.message);
    }
    this.#isAsking = false;
  }

  #save() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const { game, keeper } = this.page;
    if (game.isAside) keeper.keepAside({ start: this.start, text: game.save({ redo: true }), ply: game.state.ply });
  }

  #end() {
    this.stop.abort();
    clearTimeout(this.#timer);
    this.page.advice.keeps = false;
    this.page.advice.clear();
    showAside();
  }
}

// Opens the board editor with the position on the board.
export async function openPractice(page) {
  return openEditor(page, page.game.position(), (record) => new Practice(page, record));
}

// Why a record cannot be read; null if it can.
function problemOf(record) {
  try {
    new Engine().load(String(record), 0);
    return null;
  } catch (error) {
    return error.sentence ?? error.message;
  }
}

// Continues the practice game that a reload interrupted. A damaged one is forgotten, so that it is reported only once.
export function continuePractice(page, aside) {
  const problem = problemOf(aside.text) ?? problemOf(aside.start);
  if (problem === null) return new Practice(page, aside.start, aside);
  page.keeper.keepAside(null);
  return page.notice(sayMore().practice.badSaved(problem));
}

// Opens a position from a link.
export function openLinkedPractice(page, record) {
  const problem = problemOf(record);
  return problem === null ? new Practice(page, record) : page.notice(sayMore().practice.badLink(problem));
}
