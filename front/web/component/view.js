// The board as DOM nodes. A frame changes only the transforms of the tiles. Below the tiles there are cells, which
// contain the numbers for assistive technology.
import { look } from './look.js';
import { themeSheet } from './themes.js';

// The gap between tiles, as a part of a tile.
const gapPart = 15 / 106.25;

// The style sheets of each document: those of another one do not apply.
const sheets = new WeakMap();

function sheetsOf({ defaultView }) {
  if (!sheets.has(defaultView))
    sheets.set(defaultView, [themeSheet(), look].map((text) => {
      const sheet = new defaultView.CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    }));
  return sheets.get(defaultView);
}

export function node(name, properties = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

export class View {
  #w = 0;
  #h = 0;
  #pitch = 0;
  #gap = 0;
  #frame = null;
  #nodes = [];
  // The direction of a hint and the cells whose tiles it moves; null without a hint.
  #hint = null;

  constructor(host) {
    this.host = host;
    this.grid = node('div', { class: 'grid', role: 'grid', tabindex: '0', part: 'grid', 'aria-readonly': 'true' });
    this.tiles = node('div', { class: 'tiles', 'aria-hidden': 'true' });
    this.banner = node('p', { class: 'banner' });
    this.buttons = node('div', { class: 'buttons' });
    this.veil = node('div', { class: 'veil', hidden: '' }, this.banner, this.buttons);
    this.live = node('div', { class: 'unseen', role: 'status' });
    this.board = node('div', { class: 'board', part: 'board' }, this.grid, this.tiles, this.veil);
    host.attachShadow({ mode: 'open', delegatesFocus: true }).append(this.board, this.live);
    this.dress();
  }

  // The document may be one that nobody sees, without a window.
  dress() {
    const { ownerDocument, shadowRoot } = this.host;
    if (ownerDocument.defaultView) shadowRoot.adoptedStyleSheets = sheetsOf(ownerDocument);
  }

  // ---- Sizes: whole device pixels, so that resting tiles are sharp; within the element's width and max-height

  fit() {
    const { paddingLeft, paddingRight, maxHeight } = getComputedStyle(this.host), height = parseFloat(maxHeight) || Infinity;
    const width = this.host.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (!(width > 0 && this.#w)) return;
    const pixel = 1 / (globalThis.devicePixelRatio || 1);
    const whole = (length) => Math.max(pixel, Math.floor(length / pixel) * pixel);
    const inTiles = (count) => count + (count + 1) * gapPart; // the length of `count` tiles and their gaps
    const tile = whole(Math.min(width / inTiles(this.#w), height / inTiles(this.#h)));
    this.#gap = whole(Math.min((width - tile * this.#w) / (this.#w + 1), (height - tile * this.#h) / (this.#h + 1)));
    this.#pitch = tile + this.#gap;
    const style = this.board.style;
    style.setProperty('--tile', `${tile}px`);
    style.setProperty('--gap', `${this.#gap}px`);
    style.setProperty('--width', `${this.#pitch * this.#w + this.#gap}px`);
    style.setProperty('--height', `${this.#pitch * this.#h + this.#gap}px`);
    this.grid.querySelectorAll('.cell').forEach((cell, i) => {
      cell.style.transform = this.#shift(i % this.#w, Math.floor(i / this.#w));
    });
    if (this.#frame) this.draw(this.#frame);
  }

  #shift(x, y) {
    return `translate(${this.#gap + x * this.#pitch}px, ${this.#gap + y * this.#pitch}px)`;
  }

  // ---- Cells

  resize(w, h) {
    if (w === this.#w && h === this.#h) return;
    [this.#w, this.#h] = [w, h];
    const cell = () => node('div', { class: 'cell', role: 'gridcell' }, node('span', { class: 'unseen' }));
    const row = () => node('div', { role: 'row' }, ...Array.from({ length: w }, cell));
    this.grid.replaceChildren(...Array.from({ length: h }, row));
    this.#frame = null;
    this.fit();
  }

  // Writes the numbers for assistive technology.
  describe(board, words) {
    this.grid.setAttribute('aria-label', words.board(this.#w, this.#h));
    const texts = this.grid.querySelectorAll('.cell > span');
    board.flat().forEach((value, i) => {
      const text = value ? String(value) : words.empty;
      if (texts[i].textContent !== text) texts[i].textContent = text;
    });
  }

  // ---- Tiles

  draw(frame) {
    this.#frame = frame;
    while (this.#nodes.length > frame.sprites.length) this.#nodes.pop().remove();
    while (this.#nodes.length < frame.sprites.length) this.tiles.append(this.#nodes[this.#nodes.push(node('div')) - 1]);
    frame.sprites.forEach((sprite, i) => this.#drawTile(this.#nodes[i], sprite));
  }

  #drawTile(tile, { x, y, scale, rank, value }) {
    const text = String(value), name = `tile rank-${rank} digits-${text.length}`;
    if (tile.className !== name) tile.className = name;
    if (tile.textContent !== text) tile.textContent = text;
    const place = { value: text, x: String(Math.round(x)), y: String(Math.round(y)) };
    for (const key in place) if (tile.dataset[key] !== place[key]) tile.dataset[key] = place[key];
    const moves = this.#hint?.cells.includes(y * this.#w + x) ? this.#hint.direction : undefined;
    if (moves) tile.dataset.moves = moves;
    else if (tile.dataset.moves) delete tile.dataset.moves;
    tile.style.transform = this.#shift(x, y) + (scale === 1 ? '' : ` scale(${scale})`);
  }

  // ---- Over the board

  // Marks the tiles that a move in this direction takes elsewhere; null removes the marks.
  showHint(direction, cells) {
    if (!direction && !this.#hint) return;
    this.#hint = direction && { direction, cells };
    if (this.#frame) this.draw(this.#frame);
  }

  // A wave through the tiles, from the upper left corner to the lower right one.
  celebrate() {
    const keyframes = [1, 1.13, 1].map((scale) => ({ transform: `scale(${scale})` }));
    this.#frame?.sprites.forEach(({ x, y }, i) => this.#nodes[i].animate(keyframes,
      { duration: 380, delay: 350 + 70 * (x + y), easing: 'ease-in-out', composite: 'add' }));
  }

  // If the focus was on a button that disappears, it moves to the new buttons, or to the board if there are none.
  showVeil(status, banner, buttons) {
    const hadFocus = this.buttons.contains(this.host.shadowRoot.activeElement);
    this.veil.hidden = status === 'playing';
    this.veil.dataset.status = status;
    this.banner.textContent = banner;
    this.buttons.replaceChildren(...buttons.map(({ text, run }) => {
      const button = node('button', { type: 'button' }, text);
      button.addEventListener('click', () => {
        button.focus(); // some browsers do not focus a button that is clicked
        run();
      });
      return button;
    }));
    if (hadFocus) (this.buttons.firstChild ?? this.grid).focus({ preventScroll: true });
  }

  // Shows an empty board with a sentence that states why nobody can play.
  showProblem(text) {
    this.resize(4, 4);
    this.fit();
    this.showVeil('unplayable', text, []);
  }

  say(text) {
    this.live.textContent = text;
  }
}
