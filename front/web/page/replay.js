// Watching the current game: a scrubber over its plies. Meanwhile the element is locked; closing goes back to where
// play stood.
import { say } from './words.js';

export class Replay {
  #timer = null;
  #stoodAt = 0;

  // `opened()`, `closed()` and `shown(ply)` are told.
  constructor(element, at, { opened, closed, shown }) {
    Object.assign(this, { element, at, opened, closed, shown });
    at.scrubber.addEventListener('input', () => {
      const ply = Number(at.scrubber.value);
      this.goTo(ply);
    });
    at.play.addEventListener('click', () => (this.#timer ? this.#pause() : this.#run()));
    at.branch.addEventListener('click', () => this.#branch());
    at.close.addEventListener('click', () => this.close());
    at.toggle.addEventListener('click', () => (this.isOpen ? this.close() : this.open()));
  }

  get isOpen() {
    return !this.at.bar.hidden;
  }

  open() {
    const { ply, plies } = this.element.state;
    this.#stoodAt = ply;
    this.element.locked = true;
    this.at.bar.hidden = false;
    this.at.toggle.setAttribute('aria-pressed', 'true');
    this.at.scrubber.max = String(plies);
    this.opened();
    this.#go(0);
    this.at.scrubber.focus();
  }

  close() {
    if (!this.isOpen) return;
    this.#pause();
    this.element.seek(this.#stoodAt);
    this.#leave();
  }

  #leave() {
    this.closed();
    this.element.locked = false;
    this.at.bar.hidden = true;
    this.at.toggle.setAttribute('aria-pressed', 'false');
    this.at.toggle.focus();
  }

  // What follows here stays in the old game, whose place is put back first.
  #branch() {
    const { ply } = this.element.state;
    this.#pause();
    this.element.seek(this.#stoodAt);
    this.#leave();
    this.element.branch(ply);
  }

  // To any ply, where it stays.
  goTo(ply) {
    this.#pause();
    this.#go(ply);
  }

  #go(ply) {
    this.element.seek(ply);
    this.show();
    this.shown(ply);
  }

  show() {
    const { ply, plies } = this.element.state;
    this.at.scrubber.value = String(ply);
    this.at.ply.textContent = say().ply(ply, plies);
    this.at.scrubber.setAttribute('aria-valuetext', say().ply(ply, plies));
    this.at.play.textContent = this.#timer ? say().stop : say().play;
  }

  #run() {
    if (this.element.state.ply === this.element.state.plies) this.#go(0);
    this.#timer = setInterval(() => {
      const { ply, plies } = this.element.state;
      if (ply < plies) this.#go(ply + 1);
      if (ply + 1 >= plies) this.#pause();
    }, 320);
    this.show();
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.show();
  }
}
