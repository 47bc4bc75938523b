// The panel under the board: four bars with the values of the directions after a hint and while a player plays, the
// progress of loading the network, and the speed of play.
import { say, formatted } from './words.js';
import { settings, changeSettings, onSettings } from './settings.js';
import { byId } from './dialogs.js';

// Milliseconds per move, by the position of the slider.
const paces = [1000, 500, 250, 125, 50, 20, 0];
// How long a player thinks per move, in milliseconds, if the pace allows it.
const thinkingTime = 40;

function playOptions() {
  const pace = paces[settings().speed] ?? paces[3];
  return { pace, budget: pace > thinkingTime ? { milliseconds: thinkingTime } : {} };
}

// The bar of the best direction is full. The other bars are shorter by their difference to the best value, relative to
// the worst value, or to a hundredth of the best value if all are close together.
function lengthOf(value, { values, direction }) {
  const best = values[direction], known = Object.values(values).filter((one) => one !== null);
  const range = Math.max(best - Math.min(...known), Math.abs(best) / 100, 1e-9);
  return value === null ? 0 : 100 * Math.max(0.02, 1 - (best - value) / range);
}

export class AdvicePanel {
  #game;

  constructor(game) {
    this.#game = game;
    game.addEventListener('loading', ({ detail }) => this.#load(detail.part));
    game.addEventListener('advice', ({ detail }) => {
      const wasHidden = byId('advice').hidden;
      this.showAdvice(detail);
      if (wasHidden) byId('advice').scrollIntoView({ block: 'nearest' });
    });
    game.addEventListener('change', () => game.autoplaying || this.#clear());
    game.addEventListener('autoplay', ({ detail }) => (detail.on ? this.#show() : this.#clear()));
    byId('speed').addEventListener('input', () => this.setSpeed(Number(byId('speed').value)));
    onSettings(() => this.#showSpeed());
  }

  toggle() {
    this.#game.autoplay(!this.#game.autoplaying, playOptions());
  }

  setSpeed(speed) {
    changeSettings({ speed: Math.max(0, Math.min(paces.length - 1, speed)) });
    if (this.#game.autoplaying) this.#game.autoplay(true, playOptions());
  }

  changeSpeed(by) {
    if (this.#game.autoplaying) this.setSpeed(settings().speed + by);
  }

  // ---- Showing

  #show() {
    byId('speed-row').hidden = !this.#game.autoplaying;
    const hasText = byId('advice-note').textContent !== '';
    byId('advice').hidden = !hasText && ['speed-row', 'loading', 'bars'].every((id) => byId(id).hidden);
  }

  #showSpeed() {
    const { speed } = settings();
    byId('speed').value = String(speed);
    byId('speed').setAttribute('aria-valuetext', say().pace(paces[speed]));
    byId('speed').title = say().pace(paces[speed]);
  }

  #load(part) {
    byId('loading').hidden = part === 1;
    byId('loading').value = part;
    this.#note(part === 1 ? '' : `${say().loading} …`);
  }

  // Screen readers read every change aloud, so a text that is already there is not written again.
  #note(text) {
    if (byId('advice-note').textContent !== text) byId('advice-note').textContent = text;
    this.#show();
  }

  #clear() {
    byId('bars').hidden = true;
    this.#note('');
  }

  showAdvice(advice) {
    const words = say(), { substitute } = words;
    for (const row of byId('bars').children) {
      const { direction } = row.dataset, value = advice.values[direction], isBest = direction === advice.direction;
      row.classList.toggle('best', isBest);
      row.querySelector('.bar span').style.width = `${lengthOf(value, advice)}%`;
      row.querySelector('.worth').textContent = value === null ? '–' : formatted(value);
      row.querySelector('.unseen').textContent = `${words[direction]}${isBest ? `, ${words.chosen}` : ''}${
        value === null ? `, ${words.nothing}` : ''}: `;
    }
    byId('bars').hidden = false;
    const why = advice.reason && substitute[advice.reason];
    this.#note(typeof why === 'function' ? why(advice.detail) : why ?? '');
  }
}
