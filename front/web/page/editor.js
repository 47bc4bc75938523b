// The board editor: a dialog with the board, the tiles to choose from, the size and the rules, the position as text, and
// the value of each direction.
import { say } from './words.js';
import { linkOf } from './link.js';
import { showBars, unitOf } from './advice.js';
import { sayMore, make, makeButton, showDialog, addStyle, valueBars } from './more.js';
import { Positions } from './position.js';

const sides = [1, 2, 3, 4, 5, 6, 7, 8];
// The highest rank that is offered, unless the position has a higher one: 131072 in classic.
const offered = 17;
// Milliseconds without a change before the values are asked for.
const pause = 150;
// Where the position is kept while the dialog is open, for the case that the page is reloaded.
const draftKey = 'eleven-position';
// The size of the digits as a part of a cell, by their count.
const digitSizes = [0.5, 0.5, 0.48, 0.4, 0.32, 0.26, 0.22];

const editorStyle = `
#editor-dialog { width: min(58rem, 100vw); scroll-padding-bottom: 7rem; }
.editor { display: grid; gap: 0.6rem 1.4rem; align-items: start; }
.editor > * { min-width: 0; }
.editor-board { container-type: inline-size; display: grid; gap: calc(3cqw / var(--w)); margin: 0 auto; width: min(100%, var(--most), max(10rem, 100vh - 7rem)); padding: 0.4rem; border-radius: 8px; background: var(--board); }
.editor-board button, .palette button { min-height: 0; padding: 0; border-radius: 4px; background: linear-gradient(var(--tile), var(--tile)) var(--board); color: var(--ink); text-shadow: 0 0 0.05em var(--edge); line-height: 1; }
.editor-board button { aspect-ratio: 1; min-width: 0; overflow: hidden; font-size: calc(var(--digits) * 90cqw / var(--w)); }
.editor-board button[data-moves] { outline: 3px solid var(--focus); outline-offset: -3px; }
.editor-board button:focus-visible { outline: 3px solid var(--text); outline-offset: 1px; }
.palette { display: grid; grid-template-columns: repeat(auto-fill, minmax(3.1rem, 1fr)); gap: 0.3rem; }
.palette button { min-height: 2.3rem; font-size: min(0.85rem, calc(2.75rem * var(--digits))); }
.palette button[aria-checked="true"] { outline: 3px solid var(--text); outline-offset: 1px; }
.editor textarea { min-height: 3.6rem; }
.editor .advice { min-height: 4.4rem; }
.editor .advice ul { grid-template-columns: repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr)); }
.editor .error { min-height: 1.4em; margin: 0; }
.editor .row { margin: 0.5rem 0; }
.editor .end { position: sticky; bottom: -1.1rem; z-index: 1; margin-bottom: -0.5rem; padding: 0.5rem 0; background: var(--page); }
@media (pointer: coarse) { .editor .about { display: none; } }
@media (min-width: 46rem), (min-width: 34rem) and (max-height: 30rem) { .editor { grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr); } }
@media (forced-colors: active) {
  .palette button[aria-checked="true"], .editor-board button[data-moves] { outline-color: Highlight; }
  .palette button[aria-checked="true"] { background: Highlight; color: HighlightText; forced-color-adjust: none; }
}`;

// The position of the game when the editor was opened: a draft belongs to it.
let base = '';

// Keeps a draft, removes it with null, or returns what was kept.
function draft(record) {
  try {
    if (record === null) return sessionStorage.removeItem(draftKey);
    if (record) return sessionStorage.setItem(draftKey, JSON.stringify([base, record]));
    const [of, kept] = JSON.parse(sessionStorage.getItem(draftKey));
    return of === base ? kept : null;
  } catch {
    return null; // there is no storage, or no draft
  }
}

function selectOf(label, entries, value, onchange) {
  const select = make('select', { 'aria-label': label, onchange }, ...entries.map(([key, text]) => new Option(text, key)));
  select.value = value;
  return select;
}

class Editor {
  #before = [];
  #tile = 1;
  #cell = 0;
  #timer = null;

  // `play(record)` begins a game from the position.
  constructor(page, positions, position, play) {
    Object.assign(this, { page, positions, position, play });
    const words = sayMore().editor;
    addStyle(editorStyle);
    this.board = make('div', { class: 'editor-board', role: 'group', onkeydown: (event) => this.#key(event) });
    this.palette = make('div', { class: 'palette', role: 'radiogroup', 'aria-label': words.tile, onkeydown: (event) => this.#chooseByKey(event) });
    this.text = make('textarea', { rows: 2, spellcheck: false, autocomplete: 'off', onchange: () => this.#read() });
    this.text.addEventListener('paste', () => setTimeout(() => this.#read()));
    this.unit = make('p', { class: 'caption' });
    this.bars = valueBars();
    this.bars.hidden = true;
    this.error = make('p', { class: 'error', role: 'status' });
    this.undo = makeButton(words.undo, () => this.#undo());
    this.main = makeButton(words.play, () => this.#play(), { class: 'strong' });
    this.dialog = showDialog('editor-dialog', words.title, make('div', { class: 'editor' },
      make('div', {}, this.board, make('p', { class: 'about' }, words.about)), this.#side()));
    this.dialog.addEventListener('close', () => draft(null));
    this.dialog.addEventListener('paste', (event) => event.target !== this.text && this.#paste(event));
    this.dialog.style.setProperty('--board', getComputedStyle(page.game).getPropertyValue('--board'));
    this.#show();
    this.board.querySelector('button').focus();
  }

  #side() {
    const words = say(), more = sayMore(), pair = sides.map((n) => [n, n]);
    this.width = selectOf(words.width, pair, this.position.w, () => this.#resize());
    this.height = selectOf(words.height, pair, this.position.h, () => this.#resize());
    this.rules = selectOf(words.rules, this.positions.ruleNames.map((name) => [name, words.rulesNames[name] ?? name]),
      this.position.rules, () => this.#change({ rules: this.rules.value }));
    return make('div', {}, this.palette,
      make('div', { class: 'row' }, this.undo, makeButton(more.editor.clear, () => this.#change({ ranks: this.position.ranks.map(() => 0) }))),
      make('div', { class: 'advice' }, this.unit, this.bars), this.error,
      make('div', { class: 'field' }, make('span', {}, words.size), make('span', { class: 'pair' }, this.width, ' × ', this.height)),
      make('label', {}, make('span', {}, words.rules), ' ', this.rules),
      make('label', { class: 'tall' }, make('span', {}, more.editor.text), this.text),
      make('div', { class: 'row end' }, makeButton(more.copyLink, () => this.#copyLink()), this.main));
  }

  // ---- Changing

  #change(changes) {
    this.#before.push(this.position);
    this.position = { ...this.position, ...changes };
    const most = this.positions.values(this.position).length - 1; // rules may have fewer tiles
    this.position.ranks = this.position.ranks.map((rank) => Math.min(rank, most));
    this.#show();
  }

  #undo() {
    if (!this.#before.length) return;
    this.position = this.#before.pop();
    this.#show();
  }

  #put(cell, rank) {
    if (this.position.ranks[cell] !== rank) this.#change({ ranks: this.position.ranks.map((old, i) => (i === cell ? rank : old)) });
  }

  // The tiles keep their columns and rows.
  #resize() {
    const { w, ranks } = this.position, [width, height] = [Number(this.width.value), Number(this.height.value)];
    const at = (x, y) => (x < w ? ranks[y * w + x] ?? 0 : 0);
    this.#change({ w: width, h: height, ranks: Array.from({ length: width * height }, (none, i) => at(i % width, Math.floor(i / width))) });
  }

  // False, with a sentence, if the text is not a position.
  async #read() {
    try {
      const position = await this.positions.read(this.text.value, this.position.rules);
      if (JSON.stringify(position) !== JSON.stringify(this.position)) this.#change(position);
      else this.#show();
      return true;
    } catch (error) {
      this.error.textContent = sayMore().editor.bad(error.sentence ?? error.message);
      return false;
    }
  }

  // Reads a text that was typed since the position was shown.
  async #isRead() {
    return this.text.value === this.positions.rowsOf(this.position) || this.#read();
  }

  #paste(event) {
    event.preventDefault();
    this.text.value = event.clipboardData.getData('text');
    this.#read();
  }

  // ---- Keys. Arrows go to a neighbour; + and − change a tile to the next one; Enter and Space put the chosen tile.

  #key(event) {
    const { w, h, ranks } = this.position, cell = this.#cell, x = cell % w, most = this.positions.values(this.position).length - 1;
    const goals = { ArrowUp: cell - w, ArrowDown: cell + w, ArrowLeft: x > 0 ? cell - 1 : -1, ArrowRight: x < w - 1 ? cell + 1 : -1 };
    const puts = { '+': Math.min(most, ranks[cell] + 1), '=': Math.min(most, ranks[cell] + 1), '-': Math.max(0, ranks[cell] - 1),
      '−': Math.max(0, ranks[cell] - 1), Delete: 0, Backspace: 0, 0: 0 };
    if (event.ctrlKey && event.key === 'z') this.#undo();
    else if (event.key in goals) this.#goTo(goals[event.key], w * h);
    else if (event.key in puts && !event.ctrlKey && !event.metaKey) this.#put(cell, puts[event.key]);
    else return;
    event.preventDefault();
  }

  #goTo(cell, cells) {
    if (cell < 0 || cell >= cells) return;
    this.board.children[this.#cell].tabIndex = -1;
    this.#cell = cell;
    this.board.children[cell].tabIndex = 0;
    this.board.children[cell].focus();
  }

  #chooseByKey(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key], all = this.palette.children.length;
    if (!step) return;
    event.preventDefault();
    this.#choose((this.#tile + step + all) % all);
    this.palette.children[this.#tile].focus();
  }

  #choose(rank) {
    this.#tile = rank;
    [...this.palette.children].forEach((button, i) => {
      button.setAttribute('aria-checked', String(i === rank));
      button.tabIndex = i === rank ? 0 : -1;
    });
  }

  // ---- Showing

  // A tile with the colours of the board.
  #paint(button, rank, value) {
    const colours = this.colours ??= getComputedStyle(this.page.game), text = value ? String(value) : '';
    const colour = (name) => colours.getPropertyValue(`--${name}`).trim();
    button.style.setProperty('--tile', rank ? colour(`tile-${rank}`) : colour('empty'));
    button.style.setProperty('--ink', rank ? colour(`ink-${rank}`) : 'inherit');
    button.style.setProperty('--edge', rank ? colour(`outline-${rank}`) : 'transparent');
    button.style.setProperty('--digits', digitSizes[text.length] ?? 1.6 / text.length);
    if (button.textContent !== text) button.textContent = text;
  }

  #show() {
    const { position } = this, { w, h, ranks } = position, words = sayMore().editor, values = this.positions.values(position);
    this.board.style.setProperty('--w', w);
    this.board.style.setProperty('--most', `${26 * Math.min(1, w / h)}rem`);
    this.board.style.gridTemplateColumns = `repeat(${w}, minmax(0, 1fr))`;
    this.board.setAttribute('aria-label', wordsFor(document.documentElement.lang).board.board(w, h));
    if (this.board.children.length !== w * h) this.#buildCells(w * h);
    [...this.board.children].forEach((button, i) => {
      this.#paint(button, ranks[i], values[ranks[i]]);
      button.setAttribute('aria-label', words.cell(i % w + 1, Math.floor(i / w) + 1, values[ranks[i]]));
      delete button.dataset.moves;
    });
    this.#showPalette(values, Math.min(values.length - 1, Math.max(offered, ...ranks)));
    [this.width.value, this.height.value, this.rules.value] = [w, h, position.rules];
    this.text.value = this.positions.rowsOf(position);
    this.undo.setAttribute('aria-disabled', String(!this.#before.length));
    draft(this.positions.recordOf(position));
    this.#judge();
  }

  #buildCells(count) {
    this.#cell = Math.min(this.#cell, count - 1);
    this.board.replaceChildren(...Array.from({ length: count }, (none, i) => makeButton('', () => {
      this.#goTo(i, count);
      this.#put(i, this.position.ranks[i] === this.#tile ? 0 : this.#tile); // a second tap removes the tile
    }, { tabIndex: i === this.#cell ? 0 : -1 })));
  }

  #showPalette(values, most) {
    if (this.palette.children.length !== most + 1)
      this.palette.replaceChildren(...Array.from({ length: most + 1 }, (none, rank) => makeButton('', () => this.#choose(rank), { role: 'radio' })));
    [...this.palette.children].forEach((button, rank) => {
      this.#paint(button, rank, values[rank]);
      if (!rank) button.setAttribute('aria-label', sayMore().editor.empty);
    });
    this.#choose(Math.min(this.#tile, most));
  }

  // States why the position is impossible, or shows the values of the directions.
  #judge() {
    const { position } = this, problem = this.positions.problemOf(position);
    clearTimeout(this.#timer);
    this.error.textContent = problem;
    this.main.setAttribute('aria-disabled', String(problem !== ''));
    this.bars.hidden = true;
    this.unit.textContent = '';
    if (problem) return;
    this.#timer = setTimeout(async () => {
      const { game } = this.page, advice = await game.judge(this.positions.recordOf(position)).catch((error) => ({ error }));
      if (position !== this.position || !this.dialog.isConnected) return;
      if (advice?.error) this.error.textContent = advice.error.message;
      else this.#showValues({ ...advice, score: 0 });
    }, pause);
  }

  #showValues(advice) {
    showBars(this.bars, advice);
    this.unit.textContent = unitOf(advice);
    this.bars.hidden = false;
    for (const cell of this.positions.moversOf(this.position, advice.direction)) this.board.children[cell].dataset.moves = advice.direction;
  }

  // ---- Leaving

  async #play() {
    if (!await this.#isRead()) return;
    const problem = this.positions.problemOf(this.position);
    this.error.textContent = problem;
    if (problem) return;
    this.dialog.close();
    this.play(this.positions.recordOf(this.position));
  }

  async #copyLink() {
    if (!await this.#isRead()) return;
    const link = await linkOf(this.positions.recordOf(this.position), true);
    const copy = () => navigator.clipboard.writeText(link);
    await copy().then(() => { this.error.textContent = sayMore().copied; }).catch(() => {
      this.text.value = link; // pages without encryption cannot use navigator.clipboard
      this.text.select();
      document.execCommand('copy');
    });
  }
}

// Opens the editor with the position of the record or the draft, or an empty board if the page does not offer its rules.
export async function openEditor(page, record, play) {
  const positions = await Positions.open(page.game.rulesNames);
  base = record;
  let position = { w: 4, h: 4, rules: 'classic', ranks: Array(16).fill(0) };
  try {
    position = positions.readRecord(draft() ?? record);
  } catch { /* other rules */ }
  return new Editor(page, positions, position, play);
}
