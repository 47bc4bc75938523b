// The chart of a reviewed game: the score so far, the score expected in the end, what moves lost, and the moments that
// decided it. A click goes to the move under it.

const high = 128, band = 34; // all of it, and the losses at its foot, in units that grow with the letters of the page
const rim = 10;              // room for the numbers at the ends
const most = 10;             // stakes: a bar is full from here on

function shape(name, properties, text = '') {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

export class Chart {
  #review = null;
  #ply = 0;
  #wide = 0;

  // `chosen(ply)` is called for a click or a stroke over the chart.
  constructor(svg, chosen) {
    this.svg = svg;
    const choose = (event) => {
      if (!this.#review || event.type === 'pointermove' && !event.buttons) return;
      event.preventDefault();
      const { left, width } = svg.getBoundingClientRect();
      chosen(this.#moveAt((event.clientX - left) * this.#wide / width).ply);
    };
    for (const type of ['pointerdown', 'pointermove']) svg.addEventListener(type, choose);
    new ResizeObserver(() => this.#draw()).observe(svg);
  }

  show(review) {
    this.#review = review.moves.length ? review : null;
    this.#draw();
  }

  goTo(ply) {
    this.#ply = ply;
    this.#drawCursor();
  }

  // ---- Places

  #x(i) {
    return rim + (this.#wide - 2 * rim) * i / Math.max(1, this.#review.moves.length - 1);
  }

  #moveAt(x) {
    const { moves } = this.#review;
    const i = Math.round((x - rim) / (this.#wide - 2 * rim) * (moves.length - 1));
    return moves[Math.max(0, Math.min(moves.length - 1, i))];
  }

  // In points: the score expected in the end. Otherwise the value of the position.
  #expected({ score, values, best }) {
    return values[best] === null ? null : values[best] + (this.#review.inPoints ? score : 0);
  }

  // Of moves that fall on the same place the first one.
  #columns() {
    const { moves } = this.#review, step = Math.max(1, moves.length / this.#wide);
    return Array.from({ length: Math.ceil(moves.length / step) }, (none, i) => Math.floor(i * step));
  }

  // ---- Drawing

  #draw() {
    this.#wide = this.svg.clientWidth * high / (this.svg.clientHeight || high);
    this.svg.replaceChildren();
    if (!this.#review || !this.#wide) return;
    this.svg.setAttribute('viewBox', `0 0 ${this.#wide} ${high}`);
    const { moves, inPoints } = this.#review;
    const told = moves.map((move) => this.#expected(move)).filter((value) => value !== null);
    const low = told.reduce((a, b) => Math.min(a, b), Infinity), top = told.reduce((a, b) => Math.max(a, b), -Infinity);
    const y = (value) => high - band - 4 - (high - band - 18) * (value - low) / (top - low || 1);
    const line = (value) => this.#columns().filter((i) => value(moves[i]) !== null)
      .map((i) => `${this.#x(i).toFixed(1)} ${y(value(moves[i])).toFixed(1)}`).join('L');
    if (inPoints)
      this.svg.append(shape('path', { class: 'score-area',
        d: `M${rim} ${y(low)}L${line(({ score }) => Math.max(low, score))}V${y(low)}Z` }));
    this.svg.append(shape('path', { class: 'expected', d: `M${line((move) => this.#expected(move))}` }));
    this.#drawLosses();
    this.svg.append(shape('path', { class: 'cursor' }));
    this.#drawCursor();
    this.#drawTurns(y);
  }

  // Bars that stand at the foot; of those on the same place the longest.
  #drawLosses() {
    const worst = new Map();
    for (const [i, move] of this.#review.moves.entries()) {
      const x = Math.round(this.#x(i));
      if (move.severity >= 0.5 && !(worst.get(x)?.severity > move.severity)) worst.set(x, move);
    }
    for (const [x, { severity, grade }] of worst)
      this.svg.append(shape('path', { class: grade, d: `M${x} ${high}v${-band * Math.min(severity, most) / most}` }));
    this.svg.append(shape('path', { class: 'axis', d: `M${rim} ${high - band - 2}H${this.#wide - rim}` }));
  }

  #drawTurns(y) {
    const { moves, turningPoints } = this.#review;
    for (const [n, turn] of turningPoints.entries()) {
      const x = this.#x(moves.findIndex((move) => move.ply === turn.ply)), at = y(this.#expected(turn));
      this.svg.append(shape('circle', { cx: x, cy: at, r: 9 }), shape('text', { x, y: at + 4 }, n + 1));
    }
  }

  #drawCursor() {
    const cursor = this.svg.querySelector('.cursor');
    if (!cursor) return;
    const i = this.#review.moves.findIndex((move) => move.ply >= this.#ply);
    const x = this.#x(i < 0 ? this.#review.moves.length - 1 : i);
    cursor.setAttribute('d', `M${x.toFixed(1)} 0V${high}`);
  }
}
