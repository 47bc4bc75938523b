// The replay of the current game: a slider over its plies, steps and jumps. The element is locked meanwhile. Closing the
// replay returns to the position that was current before.
import { say } from './words.js';
import { byId } from './dialogs.js';
import { settings, changeSettings } from './settings.js';

// Moves per second, by the setting.
const speeds = [1, 3, 8, 25];

export class Replay {
  #timer = null;
  // { ply, locked } of the element when the replay was opened.
  #before = null;
  #isOpen = false;

  // `changed()` is called when the replay opens or closes, `shown(ply)` when it shows a ply, and `moments()` returns the
  // plies of the decisive moments.
  constructor(element, { changed, shown, moments }) {
    Object.assign(this, { element, changed, shown, moments });
    // The game that was replayed is no longer the current one, so its position is not restored.
    element.addEventListener('change', ({ detail }) => {
      if (!this.#isOpen || !/^(aside|resume|newgame|load|restore)$/.test(detail.kind)) return;
      this.#pause();
      this.#leave();
    });
    const on = (id, act) => byId(id).addEventListener('click', act);
    byId('scrubber').addEventListener('input', () => this.goTo(Number(byId('scrubber').value)));
    on('replay-play', () => (this.#timer ? this.#pause() : this.#run()));
    on('step-first', () => this.goTo(0));
    on('step-back', () => this.goTo(this.#ply - 1));
    on('step-on', () => this.goTo(this.#ply + 1));
    on('step-last', () => this.goTo(this.element.state.plies));
    on('jump', () => this.#jump());
    on('replay-speed', () => this.#nextSpeed());
    on('replay-branch', () => this.#branch());
    on('replay-close', () => this.close());
  }

  get isOpen() {
    return this.#isOpen;
  }

  get #ply() {
    return this.element.state.ply;
  }

  get #speed() {
    return speeds[settings().replaySpeed] ?? speeds[1];
  }

  open(ply = 0) {
    if (this.#isOpen) {
      this.goTo(ply);
      return;
    }
    this.#before = { ply: this.#ply, locked: this.element.locked };
    this.element.locked = true;
    this.#isOpen = true;
    byId('scrubber').max = String(this.element.state.plies);
    this.changed();
    this.goTo(ply);
    byId('scrubber').focus({ preventScroll: true });
  }

  close() {
    if (!this.#isOpen) return;
    this.#pause();
    this.element.seek(this.#before.ply);
    this.#leave();
  }

  #leave() {
    this.#isOpen = false;
    this.element.locked = this.#before.locked;
    this.changed();
    this.element.focus({ preventScroll: true });
  }

  // The old game keeps its later moves, so its position is restored first.
  #branch() {
    const ply = this.#ply;
    this.close();
    this.element.branch(ply);
  }

  // Goes to a ply and stays there.
  goTo(ply) {
    this.#pause();
    this.#go(ply);
  }

  #jump() {
    const plies = this.moments();
    this.goTo(plies.find((ply) => ply > this.#ply) ?? plies[0] ?? this.#ply);
  }

  #go(ply) {
    this.element.seek(Math.max(0, Math.min(ply, this.element.state.plies)), this.#timer);
    this.show();
    this.shown(this.#ply);
  }

  show() {
    if (!this.#isOpen) return;
    const { ply, plies } = this.element.state, words = say();
    byId('scrubber').value = String(ply);
    byId('ply').ariaLive = this.#timer ? 'off' : 'polite';
    byId('ply').textContent = byId('scrubber').ariaValueText = words.ply(ply, plies);
    const play = byId('replay-play');
    play.querySelector('use').setAttribute('href', this.#timer ? '#i-stop' : '#i-play');
    play.setAttribute('aria-label', this.#timer ? words.stop : words.play);
    byId('replay-speed').textContent = `${this.#speed}×`;
    byId('replay-speed').setAttribute('aria-label', `${words.speed}: ${this.#speed}×`);
    for (const [id, isUseless] of [['step-first', !ply], ['step-back', !ply], ['step-on', ply === plies],
      ['step-last', ply === plies], ['jump', !this.moments().length]]) byId(id).setAttribute('aria-disabled', String(isUseless));
  }

  #nextSpeed() {
    const isRunning = this.#timer !== null;
    changeSettings({ replaySpeed: (settings().replaySpeed + 1) % speeds.length });
    this.#pause();
    if (isRunning) this.#run();
  }

  #run() {
    if (this.#ply === this.element.state.plies) this.#go(0);
    this.#timer = setInterval(() => {
      const { ply, plies } = this.element.state;
      if (ply < plies) this.#go(ply + 1);
      if (ply + 1 >= plies) this.#pause();
    }, 1000 / this.#speed);
    this.show();
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.show();
  }
}
