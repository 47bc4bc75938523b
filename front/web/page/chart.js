// The chart of a reviewed game: the score, the expected final score, what each move lost, and the moments that decided
// the game. A click goes to the move under the pointer.

// The height of the chart and of the losses at its bottom. The units grow with the letters of the page.
const chartHeight = 128, lossHeight = 34;
// The space for the numbers at both ends.
const margin = 10;
// The bar of a loss is full from this many stakes on.
const maxStakes = 10;

function shape(name, properties, text = '') {
  const result = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(properties)) result.setAttribute(key, value);
  result.textContent = text;
  return result;
}

export class Chart {
  #review = null;
  #ply = 0;
  #width = 0;

  // `chosen(ply)` is called for a click or a stroke on the chart.
  constructor(svg, chosen) {
    this.svg = svg;
    const choose = (event) => {
      if (!this.#review || event.type === 'pointermove' && !event.buttons) return;
      event.preventDefault();
      const { left, width } = svg.getBoundingClientRect();
      chosen(this.#moveAt((event.clientX - left) * this.#width / width).ply);
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

  // ---- Positions

  #x(i) {
    return margin + (this.#width - 2 * margin) * i / Math.max(1, this.#review.moves.length - 1);
  }

  #moveAt(x) {
    const { moves } = this.#review;
    const i = Math.round((x - margin) / (this.#width - 2 * margin) * (moves.length - 1));
    return moves[Math.max(0, Math.min(moves.length - 1, i))];
  }

  // The expected final score if values are points; otherwise the value of the position.
  #expected({ score, values, best }) {
    return values[best] === null ? null : values[best] + (this.#review.inPoints ? score : 0);
  }

  // The moves to draw. If several moves have the same position, only the first.
  #columns() {
    const { moves } = this.#review, step = Math.max(1, moves.length / this.#width);
    return Array.from({ length: Math.ceil(moves.length / step) }, (none, i) => Math.floor(i * step));
  }

  // ---- Drawing

  #draw() {
    this.#width = this.svg.clientWidth * chartHeight / (this.svg.clientHeight || chartHeight);
    this.svg.replaceChildren();
    if (!this.#review || !this.#width) return;
    this.svg.setAttribute('viewBox', `0 0 ${this.#width} ${chartHeight}`);
    const { moves, inPoints } = this.#review;
    const expected = moves.map((move) => this.#expected(move)).filter((value) => value !== null);
    const low = expected.reduce((a, b) => Math.min(a, b), Infinity);
    const top = expected.reduce((a, b) => Math.max(a, b), -Infinity);
    const curveHeight = chartHeight - lossHeight;
    const y = (value) => curveHeight - 4 - (curveHeight - 18) * (value - low) / (top - low || 1);
    const line = (value) => this.#columns().filter((i) => value(moves[i]) !== null)
      .map((i) => `${this.#x(i).toFixed(1)} ${y(value(moves[i])).toFixed(1)}`).join('L');
    if (inPoints)
      this.svg.append(shape('path', { class: 'score-area',
        d: `M${margin} ${y(low)}L${line(({ score }) => Math.max(low, score))}V${y(low)}Z` }));
    this.svg.append(shape('path', { class: 'expected', d: `M${line((move) => this.#expected(move))}` }));
    this.#drawLosses();
    this.svg.append(shape('path', { class: 'cursor' }));
    this.#drawCursor();
    this.#drawTurns(y);
  }

  // Bars at the bottom. If several bars have the same position, only the longest.
  #drawLosses() {
    const worst = new Map();
    for (const [i, move] of this.#review.moves.entries()) {
      const x = Math.round(this.#x(i));
      if (move.severity >= 0.5 && !(worst.get(x)?.severity > move.severity)) worst.set(x, move);
    }
    for (const [x, { severity, grade }] of worst) {
      const length = lossHeight * Math.min(severity, maxStakes) / maxStakes;
      this.svg.append(shape('path', { class: grade, d: `M${x} ${chartHeight}v${-length}` }));
    }
    const axis = `M${margin} ${chartHeight - lossHeight - 2}H${this.#width - margin}`;
    this.svg.append(shape('path', { class: 'axis', d: axis }));
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
    cursor.setAttribute('d', `M${x.toFixed(1)} 0V${chartHeight}`);
  }
}
