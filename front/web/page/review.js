// The review of a game, on the sheet: how well it was played, the moments that decided it, and the judgement of the
// current move.
import { say, formatted, inPercent } from './words.js';
import { byId, element } from './dialogs.js';
import { part } from './parts.js';

export class ReviewPanel {
  #game;
  #review = null;
  // The record that was reviewed.
  #text = '';
  #stop = null;
  // The record that is being reviewed.
  #running = '';
  #byPly = new Map();
  // The review and the language of what is shown.
  #shown = {};

  // `chosen(ply)` goes to a ply, `advise(advice)` shows the values of the directions, `failed(sentence)` shows an error,
  // and `changed()` is called when a review begins or ends.
  constructor(game, { chosen, advise, failed, changed }) {
    Object.assign(this, { chosen, advise, failed, changed });
    this.#game = game;
    this.chart = null;
    byId('review-start').addEventListener('click', () => (this.#stop ? this.#stop.abort() : this.start()));
  }

  get isRunning() {
    return this.#stop !== null;
  }

  // Whether the sheet shows a review or its progress.
  get isShown() {
    return this.isRunning || this.#isKnown();
  }

  get isComplete() {
    return this.#isKnown() && this.#review.movesReviewed === this.#review.moves;
  }

  get accuracy() {
    return this.#isKnown() && this.#review.judgements.length ? this.#review.accuracy : null;
  }

  // The plies of the decisive moments, in order.
  get moments() {
    return this.#isKnown() ? this.#review.turningPoints.map(({ ply }) => ply).sort((a, b) => a - b) : [];
  }

  // The moves that another one would have improved, for drills: { record, moves, unit }.
  get mistakes() {
    const judged = this.#isKnown() ? this.#review.judgements : [];
    return { record: this.#text, moves: judged.filter(({ grade }) => /inaccuracy|mistake|blunder/.test(grade)), unit: this.#review?.unit };
  }

  #record() {
    return this.#game.save({ compact: true, redo: true });
  }

  #isKnown() {
    return this.#review !== null && !this.isRunning && this.#text === this.#record();
  }

  stop() {
    this.#stop?.abort();
  }

  async start() {
    if (this.#stop) return;
    const stop = new AbortController(), text = this.#record(), { ply } = this.#game.state;
    this.#stop = stop;
    this.#running = text;
    byId('review-progress').value = 0;
    this.changed();
    try {
      const { Chart } = await part('chart');
      this.chart ??= new Chart(byId('chart'), this.chosen);
      const progress = (part) => { byId('review-progress').value = part; };
      if (!stop.signal.aborted) {
        this.#review = await this.#game.review(undefined, undefined, { progress, signal: stop.signal });
        this.#text = text;
      }
    } catch (error) {
      this.failed(error.message);
    }
    this.#stop = null;
    this.changed();
    // On a small screen the result would be hidden. Who looks at other moves meanwhile is not disturbed.
    if (this.#game.state.ply === ply) byId('review-head').scrollIntoView({ block: 'nearest' });
  }

  // ---- Showing

  update() {
    if (this.#stop && this.#running !== this.#record()) this.stop();
    const { isRunning, isShown } = this, isKnown = isShown && !isRunning;
    byId('review').hidden = !isShown;
    byId('review-progress').hidden = !isRunning;
    byId('review-found').hidden = !isKnown;
    byId('review-turns').hidden = !isKnown || this.#review.turningPoints.length === 0;
    byId('review-start').textContent = isRunning ? say().stop : say().review;
    if (isRunning) byId('review-head').textContent = `${say().reviewing} …`;
    if (!isKnown) return;
    const { lang } = document.documentElement;
    if (this.#shown.review !== this.#review || this.#shown.lang !== lang) this.#show();
    this.#shown = { review: this.#review, lang };
    this.goTo(this.#game.state.ply);
  }

  #show() {
    const review = this.#review, words = say(), { moves, movesReviewed } = review;
    const counts = Object.entries(review.grades).filter(([, many]) => many).reverse()
      .map(([grade, many]) => `${many} ${words.grades[grade].split('|').at(many === 1 ? 0 : -1)}`).join(', ');
    const part = movesReviewed < moves ? ` ${words.reviewedPart(movesReviewed, moves)}` : '';
    byId('review-head').textContent = review.judgements.length ? `${words.accuracy(inPercent(review.accuracy))}${part} (${counts})` : '';
    this.#byPly = new Map(review.judgements.map((move) => [move.ply, move]));
    byId('turns').replaceChildren(...review.turningPoints.map((turn) => this.#turnItem(turn)));
    this.chart.show(review);
  }

  #turnItem(turn) {
    const item = element('li'), button = element('button', this.#sentence(turn));
    button.addEventListener('click', () => this.chosen(turn.ply));
    item.append(button);
    return item;
  }

  #sentence({ moveNumber, direction, bestDirection, grade, loss }) {
    const words = say(), { points } = words;
    const unit = this.#review.unit === 'points' ? ` ${points}` : '';
    const judgement = words.judged(moveNumber, words[direction], words.graded[grade]);
    const hasLost = loss > 0 && grade !== 'forced' && grade !== 'best';
    return hasLost ? `${judgement} ${words.better(words[bestDirection], formatted(loss) + unit)}` : judgement;
  }

  // Shows the judgement of the move that follows this ply.
  goTo(ply) {
    if (!this.#isKnown()) return;
    const move = this.#byPly.get(ply), { unit, reason } = this.#review;
    this.chart.goTo(ply);
    byId('review-move').textContent = move ? this.#sentence(move) : '';
    byId('review-reason').textContent = move?.reason ?? '';
    if (move && move.grade !== 'forced') this.advise({ ...move, direction: move.bestDirection, unit, reason });
  }
}
