// What the players say, under the board: four bars after a hint and while one plays, how far the network has come, and
// the speed of play.
import { say, written } from './words.js';
import { settings, changeSettings, onSettings } from './settings.js';
import { at } from './dialogs.js';

const paces = [1000, 500, 250, 125, 50, 20, 0]; // milliseconds a move, by the slider's place
const thought = 40;                             // milliseconds a move where there is time

function playOptions() {
  const pace = paces[settings().speed] ?? paces[3];
  return { pace, budget: pace > thought ? { milliseconds: thought } : {} };
}

// A bar is full for the best direction. How much shorter the others are shows how much less they are worth, measured by
// the worst, or by a hundredth of the best where all are close together.
function lengthOf(value, { values, direction }) {
  const best = values[direction], told = Object.values(values).filter((one) => one !== null);
  const range = Math.max(best - Math.min(...told), Math.abs(best) / 100, 1e-9);
  return value === null ? 0 : 100 * Math.max(0.02, 1 - (best - value) / range);
}

export class AdvicePanel {
  #game;

  constructor(game) {
    this.#game = game;
    game.addEventListener('loading', ({ detail }) => this.#load(detail.part));
    game.addEventListener('advice', ({ detail }) => {
      const wasHidden = at('advice').hidden;
      this.tell(detail);
      if (wasHidden) at('advice').scrollIntoView({ block: 'nearest' });
    });
    game.addEventListener('change', () => game.autoplaying || this.#clear());
    game.addEventListener('autoplay', ({ detail }) => (detail.on ? this.#show() : this.#clear()));
    at('speed').addEventListener('input', () => this.setSpeed(Number(at('speed').value)));
    onSettings(() => this.#showSpeed());
  }

  toggle() {
    this.#game.autoplay(!this.#game.autoplaying, playOptions());
  }

  setSpeed(place) {
    changeSettings({ speed: Math.max(0, Math.min(paces.length - 1, place)) });
    if (this.#game.autoplaying) this.#game.autoplay(true, playOptions());
  }

  changeSpeed(by) {
    if (this.#game.autoplaying) this.setSpeed(settings().speed + by);
  }

  // ---- Showing

  #show() {
    at('speed-row').hidden = !this.#game.autoplaying;
    const hasText = at('advice-note').textContent !== '';
    at('advice').hidden = !hasText && ['speed-row', 'loading', 'bars'].every((id) => at(id).hidden);
  }

  #showSpeed() {
    const { speed } = settings();
    at('speed').value = String(speed);
    at('speed').setAttribute('aria-valuetext', say().pace(paces[speed]));
    at('speed').title = say().pace(paces[speed]);
  }

  #load(part) {
    at('loading').hidden = part === 1;
    at('loading').value = part;
    this.#note(part === 1 ? '' : `${say().loading} …`);
  }

  // Told again only where it is new, since what changes here is read aloud.
  #note(text) {
    if (at('advice-note').textContent !== text) at('advice-note').textContent = text;
    this.#show();
  }

  #clear() {
    at('bars').hidden = true;
    this.#note('');
  }

  tell(advice) {
    const words = say(), { substitute } = words;
    for (const row of at('bars').children) {
      const { direction } = row.dataset, value = advice.values[direction], isBest = direction === advice.direction;
      row.classList.toggle('best', isBest);
      row.querySelector('.bar span').style.width = `${lengthOf(value, advice)}%`;
      row.querySelector('.worth').textContent = value === null ? '–' : written(value);
      row.querySelector('.unseen').textContent = `${words[direction]}${isBest ? `, ${words.chosen}` : ''}${
        value === null ? `, ${words.nothing}` : ''}: `;
    }
    at('bars').hidden = false;
    const why = advice.reason && substitute[advice.reason];
    this.#note(typeof why === 'function' ? why(advice.detail) : why ?? '');
  }
}
