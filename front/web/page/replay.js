// The replay of the current game: a slider over its plies. The element is locked meanwhile. Closing the replay returns
// to the position that was current before.
import { say } from './words.js';

export class Replay {
  #timer = null;
  #plyBefore = 0;

  // `controls` are the elements of the replay bar. `opened()`, `closed()` and `shown(ply)` are called after these
  // events.
  constructor(element, controls, { opened, closed, shown }) {
    Object.assign(this, { element, controls, opened, closed, shown });
    controls.scrubber.addEventListener('input', () => {
      const ply = Number(controls.scrubber.value);
      this.goTo(ply);
    });
    controls.play.addEventListener('click', () => (this.#timer ? this.#pause() : this.#run()));
    controls.branch.addEventListener('click', () => this.#branch());
    controls.close.addEventListener('click', () => this.close());
    controls.toggle.addEventListener('click', () => (this.isOpen ? this.close() : this.open()));
  }

  get isOpen() {
    return !this.controls.bar.hidden;
  }

  open() {
    const { ply, plies } = this.element.state;
    this.#plyBefore = ply;
    this.element.locked = true;
    this.controls.bar.hidden = false;
    this.controls.toggle.setAttribute('aria-pressed', 'true');
    this.controls.scrubber.max = String(plies);
    this.opened();
    this.#go(0);
    this.controls.scrubber.focus();
  }

  close() {
    if (!this.isOpen) return;
    this.#pause();
    this.element.seek(this.#plyBefore);
    this.#leave();
  }

  #leave() {
    this.closed();
    this.element.locked = false;
    this.controls.bar.hidden = true;
    this.controls.toggle.setAttribute('aria-pressed', 'false');
    this.controls.toggle.focus();
  }

  // The old game keeps its later moves, so its position is restored first.
  #branch() {
    const { ply } = this.element.state;
    this.#pause();
    this.element.seek(this.#plyBefore);
    this.#leave();
    this.element.branch(ply);
  }

  // Goes to a ply and stays there.
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
    this.controls.scrubber.value = String(ply);
    this.controls.ply.textContent = say().ply(ply, plies);
    this.controls.scrubber.setAttribute('aria-valuetext', say().ply(ply, plies));
    this.controls.play.textContent = this.#timer ? say().stop : say().play;
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
