// The panel under the board: four bars with the values of the directions after a hint and while a player plays, the
// progress of loading the network, and the speed of play.
import { say, formatted } from './words.js';
import { settings, changeSettings, onSettings } from './settings.js';
import { byId, setText } from './dialogs.js';

// Milliseconds per move, by the position of the slider.
const paces = [1000, 500, 250, 125, 50, 20, 0];
// How long a player thinks per move, in milliseconds, if the pace allows it.
const thinkingTime = 40;

function playOptions() {
  const pace = paces[settings().speed] ?? paces[3];
  return { pace, budget: pace > thinkingTime ? { milliseconds: thinkingTime } : {} };
}

// Two moves are equal if their values differ by less than this part of the expected final score, as in the terminal
// (front/base/hint.h explains it). In other units only rounding is ignored.
const equalPart = 0.002, roundingPart = 1e-9;

export function isEqual(value, { values, direction, unit, score }) {
  const best = values[direction];
  return best - value <= (unit === 'points' ? equalPart * (score + best) : roundingPart * Math.abs(best));
}

// The bars of the best direction and its equals are full, that of the worst one is an eighth.
function lengthOf(value, advice) {
  const best = advice.values[advice.direction], known = Object.values(advice.values).filter((one) => one !== null);
  if (value === null) return 0;
  const most = best - Math.min(...known);
  return isEqual(value, advice) ? 100 : 100 * (1 - 7 / 8 * Math.sqrt((best - value) / most));
}

// The expected final score after the best move, and what the others lose; or the values, if they are not points.
function worthOf(value, advice, isBest) {
  const best = advice.values[advice.direction];
  if (value === null) return '–';
  if (isBest) return formatted(advice.unit === 'points' ? advice.score + value : value);
  if (isEqual(value, advice)) return say().equal;
  return advice.unit === 'points' ? `−${formatted(best - value)}` : formatted(value);
}

// Writes advice into a list of bars like that of the page.
export function showBars(list, advice) {
  const words = say();
  for (const row of list.children) {
    const { direction } = row.dataset, value = advice.values[direction], isBest = direction === advice.direction;
    row.classList.toggle('best', isBest);
    row.querySelector('.bar span').style.width = `${lengthOf(value, advice)}%`;
    row.querySelector('.worth').textContent = worthOf(value, advice, isBest);
    row.querySelector('.unseen').textContent = `${words[direction]}${isBest ? `, ${words.chosen}` : ''}${
      value === null ? `, ${words.nothing}` : ''}: `;
  }
}

export function unitOf({ unit }) {
  return unit === 'points' ? say().unitPoints : say().unitOther;
}

export class AdvicePanel {
  #game;
  // What the bars show; null while they are hidden.
  #shown = null;
  // Whether the bars stay until new ones come.
  keeps = false;

  constructor(game) {
    this.#game = game;
    game.addEventListener('loading', ({ detail }) => this.#load(detail.part));
    game.addEventListener('advice', ({ detail }) => {
      this.showAdvice({ ...detail, score: game.state.score });
    });
    game.addEventListener('change', ({ detail }) => {
      if (detail.kind !== 'hint' && !game.autoplaying && !this.keeps) this.clear();
    });
    game.addEventListener('autoplay', ({ detail }) => (detail.on ? this.#show() : this.clear()));
    byId('auto-stop').addEventListener('click', () => game.autoplay(false));
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
    const row = byId('speed-row'), isIdle = !this.#game.autoplaying;
    if (isIdle && row.contains(document.activeElement)) this.#game.focus({ preventScroll: true });
    row.hidden = isIdle;
    const hasText = byId('advice-note').textContent !== '';
    byId('advice').hidden = !hasText && ['loading', 'bars'].every((id) => byId(id).hidden);
  }

  #showSpeed() {
    const { speed } = settings();
    byId('speed').value = String(speed);
    byId('speed').title = byId('speed').ariaValueText = say().pace(paces[speed]);
  }

  #load(part) {
    byId('loading').hidden = part === 1;
    byId('loading').value = part;
    this.#note(part === 1 ? '' : `${say().loading} …`);
  }

  #note(text) {
    setText('advice-note', text);
    this.#show();
  }

  // In another language.
  showAgain() {
    this.#showSpeed();
    if (this.#shown) this.showAdvice(this.#shown);
  }

  clear() {
    this.#shown = null;
    byId('bars').hidden = true;
    byId('advice-unit').textContent = '';
    this.#note('');
  }

  showAdvice(advice) {
    const { substitute } = say();
    this.#shown = advice;
    showBars(byId('bars'), advice);
    byId('bars').hidden = false;
    byId('advice-unit').textContent = unitOf(advice);
    const why = advice.reason && substitute[advice.reason];
    this.#note(typeof why === 'function' ? why(advice.detail) : why ?? '');
  }
}
