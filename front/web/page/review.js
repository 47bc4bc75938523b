// The review of a game, shown with its replay: how well it was played, the moments that decided it, and the judgement
// of the current move.
import { say, formatted } from './words.js';
import { byId } from './dialogs.js';
import { Chart } from './chart.js';

export class ReviewPanel {
  #game;
  #review = null;
  // The record that was reviewed.
  #text = '';
  #stop = null;
  #byPly = new Map();

  // `chosen(ply)` goes to a ply, `advise(advice)` shows the values of the directions, `failed(sentence)` shows an
  // error.
  constructor(game, { chosen, advise, failed }) {
    Object.assign(this, { chosen, advise, failed });
    this.#game = game;
    this.chart = new Chart(byId('chart'), chosen);
    byId('review-start').addEventListener('click', () => (this.#stop ? this.#stop.abort() : this.start()));
  }

  // If the current game has been reviewed, its review is shown again.
  open() {
    byId('review').hidden = !this.#isKnown();
    byId('review-start').hidden = false;
    if (this.#isKnown()) this.#show();
  }

  close() {
    this.#stop?.abort();
    byId('review').hidden = byId('review-turns').hidden = true;
    delete document.documentElement.dataset.reviewing;
  }

  #record() {
    return this.#game.save({ compact: true, redo: true });
  }

  #isKnown() {
    return this.#review !== null && this.#text === this.#record();
  }

  async start() {
    if (this.#stop) return;
    const stop = new AbortController(), text = this.#record();
    this.#stop = stop;
    byId('review').hidden = byId('review-progress').hidden = false;
    byId('review-found').hidden = byId('review-turns').hidden = true;
    byId('review-progress').value = 0;
    byId('review-head').textContent = `${say().reviewing} …`;
    byId('review-start').textContent = say().stop;
    document.documentElement.dataset.reviewing = '';
    try {
      const progress = (part) => { byId('review-progress').value = part; };
      this.#review = await this.#game.review(undefined, undefined, { progress, signal: stop.signal });
      this.#text = text;
    } catch (error) {
      this.failed(error.message);
      byId('review').hidden = true;
    }
    this.#stop = null;
    byId('review-progress').hidden = true;
    byId('review-start').textContent = say().review;
    if (!byId('review').hidden) this.#show();
  }

  // ---- Showing

  #show() {
    const review = this.#review, words = say(), { count, inAll } = review;
    document.documentElement.dataset.reviewing = '';
    const counts = Object.entries(review.grades).filter(([, many]) => many).reverse()
      .map(([grade, many]) => `${many} ${words.grades[grade]}`).join(', ');
    const part = count < inAll ? ` ${words.reviewedPart(count, inAll)}` : '';
    byId('review-head').textContent = `${words.accuracy(formatted(review.accuracy))}${part} (${counts})`;
    byId('review-found').hidden = false;
    if (document.activeElement === byId('review-start')) byId('scrubber').focus();
    byId('review-start').hidden = count === inAll;
    byId('chart').setAttribute('aria-label', words.chart);
    this.#byPly = new Map(review.moves.map((move) => [move.ply, move]));
    byId('turns').replaceChildren(...review.turningPoints.map((turn) => this.#turnItem(turn)));
    byId('review-turns').hidden = review.turningPoints.length === 0;
    this.chart.show(review);
    this.goTo(this.#game.state.ply);
  }

  #turnItem(turn) {
    const item = document.createElement('li'), button = document.createElement('button');
    button.type = 'button';
    button.textContent = this.#sentence(turn);
    button.addEventListener('click', () => this.chosen(turn.ply));
    item.append(button);
    return item;
  }

  #sentence({ move, played, best, grade, loss }) {
    const words = say(), { points } = words;
    const unit = this.#review.inPoints ? ` ${points}` : '';
    const judgement = words.judged(move, words[played], words.graded[grade]);
    const hasLost = loss > 0 && grade !== 'forced' && grade !== 'best';
    return hasLost ? `${judgement} ${words.better(words[best], formatted(loss) + unit)}` : judgement;
  }

  // Shows the judgement of the move that follows this ply.
  goTo(ply) {
    if (byId('review').hidden || byId('review-found').hidden) return;
    const move = this.#byPly.get(ply);
    this.chart.goTo(ply);
    byId('review-move').textContent = move ? this.#sentence(move) : '';
    byId('review-reason').textContent = move?.reason ?? '';
    if (move && move.grade !== 'forced') this.advise({ ...move, direction: move.best, reason: this.#review.reason });
  }
}
