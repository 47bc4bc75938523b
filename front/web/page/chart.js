// The chart of a reviewed game: the score, the expected final score, what each move lost, and the moments that decided
// the game. A click goes to the move under the pointer.
import { byId } from './dialogs.js';
import { addStyle, sayMore } from './more.js';
import { say } from './words.js';
import { shape, shortNumber, ticksBetween } from './shapes.js';

// The height of the chart, of the losses at its bottom, and of the numbers of the moves below them. The units grow with
// the letters of the page.
const chartHeight = 160, lossHeight = 30, ticksHeight = 16, plotHeight = chartHeight - lossHeight - ticksHeight;
// The space on the left for the numbers of the axis, on the right for the last circle, and above the curve.
const left = 44, right = 10, above = 18;
// The bar of a loss is full from this many stakes on.
const maxStakes = 10;

const style = `
#chart { display: block; width: 100%; height: 10rem; touch-action: pan-y; cursor: pointer; user-select: none; }
#chart, #legend { --score: var(--tool); --expected: var(--focus); --loss: var(--error); }
#chart * { pointer-events: none; }
#chart path { stroke-linecap: butt; }
#chart .score-area { fill: var(--score); stroke: none; }
#chart .expected { stroke: var(--expected); }
#chart .axis { stroke: var(--line); stroke-width: 1; }
#chart .cursor { stroke: var(--text); }
#chart :is(.inaccuracy, .mistake) { stroke: var(--line); }
#chart .blunder { stroke: var(--loss); }
#chart circle { fill: var(--strong); stroke: none; }
#chart text { fill: var(--strong-ink); stroke: none; font-size: 12px; font-weight: bold; text-anchor: middle; }
#chart .tick { fill: var(--text); font-size: 11px; font-weight: normal; }
#legend { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; font-size: 0.8rem; }
#legend i { display: inline-block; width: 1rem; height: 0.6rem; margin-inline-end: 0.35rem; background: var(--score); border: 1px solid var(--line); }
#legend .legend-expected { height: 0; border: 0; border-top: 3px solid var(--expected); vertical-align: 0.2rem; }
#legend .legend-losses { width: 0.35rem; background: var(--loss); border: 0; }
@media (forced-colors: active) {
  #chart, #legend { --score: GrayText; --expected: Highlight; --loss: CanvasText; }
  #chart :is(.axis, .cursor, .inaccuracy, .mistake) { stroke: CanvasText; }
  #chart circle { fill: Highlight; }
  #chart text { fill: HighlightText; }
  #chart .tick { fill: CanvasText; }
  #legend i { forced-color-adjust: none; }
}`;

export class Chart {
  #review = null;
  #ply = 0;
  #width = 0;

  // `chosen(ply)` is called for a click or a stroke on the chart.
  constructor(svg, chosen) {
    this.svg = svg;
    addStyle(style);
    const choose = (event) => {
      if (!this.#review || event.type === 'pointermove' && !event.buttons) return;
      event.preventDefault();
      const box = svg.getBoundingClientRect();
      chosen(this.#moveAt((event.clientX - box.left) * this.#width / box.width).ply);
    };
    for (const type of ['pointerdown', 'pointermove']) svg.addEventListener(type, choose);
    new ResizeObserver(() => this.#draw()).observe(svg);
  }

  show(review) {
    const { label, legend } = sayMore().reviewChart;
    this.svg.setAttribute('aria-label', label);
    byId('legend').innerHTML = ['score', 'expected', 'losses'].filter((name) => name !== 'score' || review.unit === 'points')
      .map((name) => `<span><i class="legend-${name}"></i>${legend[name]}</span>`).join('');
    this.#review = review.judgements.length ? review : null;
    this.#draw();
  }

  goTo(ply) {
    this.#ply = ply;
    this.#drawCursor();
  }

  // ---- Positions

  #x(i) {
    return left + (this.#width - left - right) * i / Math.max(1, this.#review.judgements.length - 1);
  }

  #moveAt(x) {
    const { judgements: moves } = this.#review;
    const i = Math.round((x - left) / (this.#width - left - right) * (moves.length - 1));
    return moves[Math.max(0, Math.min(moves.length - 1, i))];
  }

  // The expected final score if values are points; otherwise the value of the position.
  #expected({ score, values, bestDirection: best }) {
    return values[best] === null ? null : values[best] + (this.#review.unit === 'points' ? score : 0);
  }

  // The moves to draw. If several moves have the same position, only the first.
  #columns() {
    const { judgements: moves } = this.#review, step = Math.max(1, moves.length / this.#width);
    return Array.from({ length: Math.ceil(moves.length / step) }, (none, i) => Math.floor(i * step));
  }

  // ---- Drawing

  #draw() {
    this.#width = this.svg.clientWidth * chartHeight / (this.svg.clientHeight || chartHeight);
    this.svg.replaceChildren();
    if (!this.#review || !this.#width) return;
    this.svg.setAttribute('viewBox', `0 0 ${this.#width} ${chartHeight}`);
    const { judgements: moves, unit } = this.#review;
    const expected = moves.map((move) => this.#expected(move)).filter((value) => value !== null);
    const low = unit === 'points' ? 0 : expected.reduce((a, b) => Math.min(a, b), Infinity);
    const top = expected.reduce((a, b) => Math.max(a, b), -Infinity);
    const y = (value) => plotHeight - (plotHeight - above) * (value - low) / (top - low || 1);
    const line = (value) => this.#columns().filter((i) => value(moves[i]) !== null)
      .map((i) => `${this.#x(i).toFixed(1)} ${y(value(moves[i])).toFixed(1)}`).join('L');
    if (unit === 'points')
      this.svg.append(shape('path', { class: 'score-area',
        d: `M${left} ${y(low)}L${line(({ score }) => score)}V${y(low)}Z` }));
    this.#drawAxes(low, top, y);
    this.svg.append(shape('path', { class: 'expected', d: `M${line((move) => this.#expected(move))}` }));
    this.#drawLosses();
    this.svg.append(shape('path', { class: 'cursor' }));
    this.#drawCursor();
    this.#drawTurns(y);
  }

  #tick(x, y, text, anchor) {
    const tick = shape('text', { class: 'tick', x, y }, text);
    tick.style.textAnchor = anchor;
    this.svg.append(tick);
  }

  // The points on the left with their unit, and the numbers of the moves at the bottom.
  #drawAxes(low, top, y) {
    const { judgements: moves, unit } = this.#review, words = say();
    this.svg.append(shape('path', { class: 'axis', d: `M${left} ${above - 6}V${plotHeight}H${this.#width - right}` }));
    for (const value of ticksBetween(low, top)) this.#tick(left - 4, y(value) + 4, shortNumber(value), 'end');
    if (unit === 'points') this.#tick(left + 4, 10, words.points, 'start');
    const last = moves.length - 1;
    for (const i of new Set([0, Math.round(last / 2)])) this.#tick(this.#x(i), chartHeight - 3, moves[i].moveNumber, 'middle');
    this.#tick(this.#width, chartHeight - 3, words.moves(moves[last].moveNumber), 'end');
  }

  // Bars at the bottom. If several bars have the same position, only the longest.
  #drawLosses() {
    const worst = new Map();
    for (const [i, move] of this.#review.judgements.entries()) {
      const x = Math.round(this.#x(i));
      if (move.severity >= 0.5 && !(worst.get(x)?.severity > move.severity)) worst.set(x, move);
    }
    for (const [x, { severity, grade }] of worst) {
      const length = lossHeight * Math.min(severity, maxStakes) / maxStakes;
      this.svg.append(shape('path', { class: grade, d: `M${x} ${chartHeight - ticksHeight}v${-length}` }));
    }
  }

  #drawTurns(y) {
    const { judgements: moves, turningPoints } = this.#review;
    for (const [n, turn] of turningPoints.entries()) {
      const x = this.#x(moves.findIndex((move) => move.ply === turn.ply)), at = y(this.#expected(turn));
      this.svg.append(shape('circle', { cx: x, cy: at, r: 9 }), shape('text', { x, y: at + 4 }, n + 1));
    }
  }

  #drawCursor() {
    const cursor = this.svg.querySelector('.cursor');
    if (!cursor) return;
    const i = this.#review.judgements.findIndex((move) => move.ply >= this.#ply);
    const x = this.#x(i < 0 ? this.#review.judgements.length - 1 : i);
    cursor.setAttribute('d', `M${x.toFixed(1)} ${above - 6}V${chartHeight - ticksHeight}`);
  }
}
