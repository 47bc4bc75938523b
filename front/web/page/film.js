// The dialog that saves a game as a film.
import { engineAt, filmColours, filmFrame, filmLength, readScenes } from './film_scene.js';
import { filmSvg } from './film_svg.js';
import { filmVideo, videoForm } from './film_video.js';
import { closeDialogs, download } from './dialogs.js';
import { addStyle, make, makeButton, sayMore, showDialog } from './more.js';

const style = `
#film-dialog label > select, #film-dialog .pair { width: 16rem; }
#film-dialog .pair input { flex: 1; min-width: 0; width: 0; }
#film-result { display: grid; width: 100%; max-height: max(9rem, 100dvh - 14rem); margin: 0 auto; }
#film-result:empty { border-radius: 8px; background: var(--tool); }
#film-result > * { width: 100%; height: 100%; min-height: 0; object-fit: contain; }
#film-progress[data-idle] { visibility: hidden; }
`;

const paces = [500, 250, 125, 66];
const words = () => sayMore().film;

const option = (value, text, isDisabled = false) => make('option', { value, disabled: isDisabled }, text);

function sizeText(bytes) {
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return size.toLocaleString(document.documentElement.lang, { style: 'unit', unit, maximumFractionDigits: 1 });
}

class FilmDialog {
  #isCancelled = false;
  #isMaking = false;
  #address = null;

  constructor(game) {
    const text = words();
    this.game = game;
    this.record = game.save({ redo: true });
    this.moves = engineAt(this.record, Infinity).look().moves;
    this.kind = make('select', { id: 'film-kind' }, option('svg', text.svg), option('video', text.video, !videoForm()));
    this.speed = make('select', { id: 'film-speed' }, ...paces.map((pace) => option(pace, text.perSecond(Math.round(1000 / pace)))));
    this.speed.value = '250';
    const number = (id, value) => make('input', { id, type: 'number', inputMode: 'numeric', min: 1, max: this.moves, value });
    this.from = number('film-from', 1);
    this.to = number('film-to', this.moves);
    this.to.ariaLabel = text.to;
    this.about = make('p', { id: 'film-about', className: 'about' });
    this.error = make('p', { id: 'film-error', className: 'error', role: 'alert' });
    this.progress = make('progress', { id: 'film-progress', max: 1, ariaLabel: text.making });
    this.result = make('div', { id: 'film-result' });
    const { width, height } = filmFrame(...game.state.size);
    this.result.style.aspectRatio = `${width} / ${height}`;
    this.row = make('div', { className: 'row end' });
    this.choices = make('div', {}, make('label', {}, text.kind, this.kind), make('label', {}, text.speed, this.speed),
      make('div', { className: 'field' }, make('label', { htmlFor: 'film-from' }, text.from),
        make('span', { className: 'pair' }, this.from, text.to, this.to)));
    this.dialog = showDialog('film-dialog', text.title, this.choices, this.about, this.result, this.progress, this.error, this.row);
    this.dialog.addEventListener('click', (event) => { // a click outside does not end a film that is being made
      if (this.#isMaking && event.target === this.dialog) event.stopImmediatePropagation();
    }, true);
    this.dialog.addEventListener('close', () => this.#close());
    for (const field of [this.kind, this.speed, this.from, this.to]) field.addEventListener('input', () => this.#choose());
    this.#choose();
  }

  #close() {
    this.#isCancelled = true;
    if (this.#address) URL.revokeObjectURL(this.#address);
  }

  get #pace() {
    return Number(this.speed.value);
  }

  #show({ isMaking = false, row, about }) {
    this.#isMaking = isMaking;
    const isFilm = isMaking || this.result.hasChildNodes(); // the place of the film is kept free while it is made
    this.choices.hidden = isFilm;
    this.result.hidden = this.progress.hidden = !isFilm;
    this.progress.toggleAttribute('data-idle', !isMaking);
    this.about.textContent = about;
    const hadFocus = this.row.contains(document.activeElement);
    this.row.replaceChildren(...row);
    if (hadFocus) this.row.lastChild.focus();
  }

  #choose() {
    const text = words(), from = Number(this.from.value), to = Number(this.to.value), count = to - from + 1;
    const isRange = Number.isInteger(from) && Number.isInteger(to) && from >= 1 && to >= from && to <= this.moves;
    const seconds = Math.round(filmLength(count, this.#pace) / 1000);
    const notes = [isRange && text.length(count, seconds.toLocaleString(document.documentElement.lang)),
      isRange && this.kind.value === 'video' && text.realTime, !videoForm() && text.noVideo];
    this.result.replaceChildren();
    this.error.textContent = !this.moves ? text.empty : isRange ? '' : text.range(this.moves);
    this.#show({ about: notes.filter(Boolean).join(' '), row: [makeButton(text.make, () => this.#make(), { class: 'strong' })] });
    this.row.firstChild.disabled = !isRange;
  }

  async #make() {
    const text = words(), { game, record } = this, from = Number(this.from.value) - 1, to = Number(this.to.value), pace = this.#pace;
    const about = this.about.textContent;
    this.#isCancelled = false;
    this.progress.value = 0;
    this.#show({ isMaking: true, about, row: [makeButton(text.cancel, () => { this.#isCancelled = true; })] });
    const progress = async (part) => {
      this.progress.value = part;
      if (this.kind.value === 'svg') await new Promise((resolve) => { setTimeout(resolve); });
      return !this.#isCancelled;
    };
    const paused = (isPaused) => { this.about.textContent = isPaused ? text.paused : about; };
    try {
      const shown = (canvas) => this.result.replaceChildren(canvas), isVideo = this.kind.value === 'video';
      const film = isVideo ? await filmVideo({ game, record, from, to, pace, progress, paused, shown })
        : await this.#picture(record, from, to, pace, progress);
      if (film) return this.#showResult(film);
      this.#choose();
    } catch (error) {
      this.#choose();
      this.error.textContent = text.failed(error.message);
    }
    return undefined;
  }

  async #picture(record, from, to, pace, progress) {
    const scenes = await readScenes(record, from, to, progress);
    return scenes && new Blob([filmSvg(scenes, pace, filmColours(this.game))], { type: 'image/svg+xml' });
  }

  #showResult(film) {
    const text = words(), name = `2048.${film.type === 'image/svg+xml' ? 'svg' : film.type.split('/')[1]}`;
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = URL.createObjectURL(film);
    const shown = film.type === 'image/svg+xml' ? make('img', { alt: text.alt, src: this.#address })
      : make('video', { controls: true, muted: true, loop: true, playsInline: true, ariaLabel: text.alt, src: this.#address });
    this.result.replaceChildren(shown);
    const file = new File([film], name, { type: film.type }), row = [makeButton(text.again, () => this.#choose())];
    if (navigator.canShare?.({ files: [file] })) row.push(makeButton(text.share, () => navigator.share({ files: [file] }).catch(() => {})));
    row.push(makeButton(text.save, () => download(film, name), { class: 'strong' }));
    this.#show({ about: text.ready(sizeText(film.size)), row });
    row.at(-1).focus();
  }
}

export function openFilm(game) {
  addStyle(style);
  closeDialogs();
  return new FilmDialog(game);
}
