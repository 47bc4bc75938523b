// A game looked at afterwards, in the replay: how well it was played, the moments that decided it, and what is thought of
// the move at hand.
import { say, written } from './words.js';
import { at } from './dialogs.js';
import { Chart } from './chart.js';

export class ReviewPanel {
  #game;
  #review = null;
  #text = ''; // the record that was reviewed
  #stop = null;
  #byPly = new Map();

  // `chosen(ply)` goes there; `advise(advice)` shows what each direction is worth; `failed(sentence)` tells.
  constructor(game, { chosen, advise, failed }) {
    Object.assign(this, { chosen, advise, failed });
    this.#game = game;
    this.chart = new Chart(at('chart'), chosen);
    at('review-start').addEventListener('click', () => (this.#stop ? this.#stop.abort() : this.start()));
  }

  // What is known of this very game is shown again at once.
  open() {
    at('review').hidden = !this.#isKnown();
    at('review-start').hidden = false;
    if (this.#isKnown()) this.#show();
  }

  close() {
    this.#stop?.abort();
    at('review').hidden = at('review-turns').hidden = true;
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
    at('review').hidden = at('review-progress').hidden = false;
    at('review-found').hidden = at('review-turns').hidden = true;
    at('review-progress').value = 0;
    at('review-head').textContent = `${say().reviewing} …`;
    at('review-start').textContent = say().stop;
    document.documentElement.dataset.reviewing = '';
    try {
      const progress = (part) => { at('review-progress').value = part; };
      this.#review = await this.#game.review(undefined, undefined, { progress, signal: stop.signal });
      this.#text = text;
    } catch (error) {
      this.failed(error.message);
      at('review').hidden = true;
    }
    this.#stop = null;
    at('review-progress').hidden = true;
    at('review-start').textContent = say().review;
    if (!at('review').hidden) this.#show();
  }

  // ---- Showing

  #show() {
    const review = this.#review, words = say(), { count, inAll } = review;
    document.documentElement.dataset.reviewing = '';
    const counts = Object.entries(review.grades).filter(([, many]) => many).reverse()
      .map(([grade, many]) => `${many} ${words.grades[grade]}`).join(', ');
    const part = count < inAll ? ` ${words.reviewedPart(count, inAll)}` : '';
    at('review-head').textContent = `${words.accuracy(written(review.accuracy))}${part} (${counts})`;
    at('review-found').hidden = false;
    if (document.activeElement === at('review-start')) at('scrubber').focus();
    at('review-start').hidden = count === inAll;
    at('chart').setAttribute('aria-label', words.chart);
    this.#byPly = new Map(review.moves.map((move) => [move.ply, move]));
    at('turns').replaceChildren(...review.turningPoints.map((turn) => this.#turnItem(turn)));
    at('review-turns').hidden = review.turningPoints.length === 0;
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
    const told = words.judged(move, words[played], words.graded[grade]);
    const hasLost = loss > 0 && grade !== 'forced' && grade !== 'best';
    return hasLost ? `${told} ${words.better(words[best], written(loss) + unit)}` : told;
  }

  // What is thought of the move that follows at this place.
  goTo(ply) {
    if (at('review').hidden || at('review-found').hidden) return;
    const move = this.#byPly.get(ply);
    this.chart.goTo(ply);
    at('review-move').textContent = move ? this.#sentence(move) : '';
    at('review-reason').textContent = move?.reason ?? '';
    if (move && move.grade !== 'forced') this.advise({ ...move, direction: move.best, reason: this.#review.reason });
  }
}
