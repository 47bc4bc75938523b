// Import: games of every format that the library reads, from files that are chosen or dropped and from pasted text. The
// dialog shows what was found before anything is added to the list of games.
import { say, formatted } from './words.js';
import { part } from './parts.js';
import { byId } from './dialogs.js';
import { kindName } from './statistics.js';
import { sayMore, make, makeButton, showDialog, addStyle } from './more.js';

// The most games of one file that are listed.
const listed = 8;

// How long games are read before the page draws again, in milliseconds.
const slice = 50;

const importStyle = `
#import-dialog { width: min(38rem, 100vw); }
#import-dialog .list { margin: 0.5rem 0; }
#import-dialog .list li { display: block; }
#import-dialog .list ul { margin: 0.25rem 0 0; padding-inline-start: 1.25rem; font-size: 0.9rem; }
#import-dialog .list ul li { padding: 0.1rem 0; border: 0; }
#import-dialog .list small { font-weight: normal; }
#import-dialog .list p { margin: 0.25rem 0 0; }
#import-dialog .done { flex: 1; margin: 0; align-self: center; font-weight: bold; }
#import-dialog input[type=file] { display: none; }`;

// A number of 64 bits that two different texts practically never share.
function hashOf(text) {
  let a = 0x811c9dc5, b = 0x2545f491;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b) ^ b >>> 15;
  }
  return [a, b].map((half) => (half >>> 0).toString(36)).join('-');
}

// Reads the facts of records, one after another, in an engine of its own.
class Facts {
  #engine = new Engine();
  #hasGame = false;

  // { own, foreign } of a record, each { facts, text }. A game that is not the player's own counts as helped.
  read(record) {
    if (this.#hasGame) this.#engine.seek(1, 0); // what the record before added is forgotten
    this.#engine.load(record, 0);
    this.#hasGame = true;
    const text = this.#text(), id = `import-${hashOf(text)}`, own = { facts: this.#look(id, false), text };
    this.#engine.markHelped();
    return { own, foreign: { facts: this.#look(id, true), text: this.#text() } };
  }

  #text() {
    return this.#engine.print({ compact: true, redo: true });
  }

  #look(id, isForeign) {
    const { w, h, rules, goal, seed, date, status, score, moves, largest, undos, hints, helped, fromBoard, reachedGoal, plainScore,
      position, begin } = this.#engine.look();
    return { id, w, h, rules, goal: goal || null, seed, date, status, score, moves, largest, undos, hints, helped,
      fromBoard: !!fromBoard, won: !!reachedGoal, ply: position - begin - 1, plainScore, isForeign };
  }
}

// The same for a game that was played here and for its record; a game without a date has only its id.
const keyOf = ({ id, date, w, h, rules, seed, moves, score }) => (date ? [date, w, h, rules, seed, moves, score].join() : id);

const isIn = (known, facts) => known.has(facts.id) || known.has(keyOf(facts));

class Import {
  // What was read: { name, hash, format, games, lost, bad, error }.
  #sources = [];

  // Files and texts are read one after another.
  #reading = Promise.resolve();

  constructor(page, formats) {
    Object.assign(this, { page, formats });
    const words = sayMore().imports;
    addStyle(importStyle);
    this.input = make('input', { type: 'file', multiple: true, 'aria-label': words.files, onchange: () => this.readFiles([...this.input.files]) });
    this.text = make('textarea', { rows: 3, spellcheck: false, autocomplete: 'off' });
    this.own = make('input', { type: 'checkbox', id: 'import-own', onchange: () => this.#show() });
    this.progress = make('progress', { max: 1, hidden: true, ariaLabel: words.reading });
    this.list = make('ul', { class: 'list', 'aria-label': words.found });
    this.done = make('p', { class: 'done', role: 'status' });
    this.main = makeButton('', () => this.#add(), { class: 'strong' });
    this.dialog = showDialog('import-dialog', words.title, make('p', {}, words.about),
      make('div', { class: 'row' }, makeButton(words.files, () => this.input.click()), this.input),
      make('label', { class: 'tall' }, make('span', {}, words.paste), this.text),
      make('div', { class: 'row' }, makeButton(words.read, () => this.readText(this.text.value))),
      this.progress, this.list, make('label', { class: 'check' }, this.own, make('span', {}, words.own)),
      make('div', { class: 'row end' }, this.done, this.main));
    this.#show();
  }

  readFiles(files) {
    for (const file of files) this.#read(file.name, async () => new Uint8Array(await file.arrayBuffer()));
  }

  readText(text) {
    this.#read(sayMore().imports.pasted, () => new TextEncoder().encode(text));
  }

  // `load` gives the bytes.
  #read(name, load) {
    this.#reading = this.#reading.then(() => this.#readSource(name, load));
  }

  async #readSource(name, load) {
    const source = { name, games: [] };
    try {
      let bytes = await load();
      source.hash = hashOf(new TextDecoder('latin1').decode(bytes));
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3); // a byte order mark
      if (bytes.length) Object.assign(source, this.formats.read(bytes));
      else source.error = sayMore().imports.empty;
    } catch (error) {
      Object.assign(source, { format: error.format, error: error.message });
    }
    source.games = await this.#readGames(source.records ?? []);
    // What had no games, and the same once more, make room for what has the same name.
    const stays = (one) => one.name !== name || one.games.length && one.hash !== source.hash;
    this.#sources = [...this.#sources.filter(stays), source];
    this.done.textContent = '';
    this.#show();
  }

  // Shows the progress now and then. Ends when the dialog is closed.
  async #readGames(records) {
    const facts = new Facts(), games = [];
    let begin = performance.now();
    for (const record of records) {
      games.push(facts.read(record));
      if (performance.now() - begin < slice) continue;
      Object.assign(this.progress, { value: games.length / records.length, hidden: false });
      await new Promise((resolve) => { setTimeout(resolve); });
      if (!this.dialog.isConnected) break;
      begin = performance.now();
    }
    this.progress.hidden = true;
    return games;
  }

  // The games of a source, { facts, text }.
  #gamesOf({ games }) {
    return games.map((game) => (this.own.checked ? game.own : game.foreign));
  }

  // The ids and the keys of the games in the list.
  #known() {
    return new Set(this.page.keeper.games().flatMap((game) => [game.id, keyOf(game)]));
  }

  // The games of all sources that are not in the list yet, each once.
  #news() {
    const seen = this.#known();
    return this.#sources.flatMap((source) => this.#gamesOf(source))
      .filter(({ facts }) => !isIn(seen, facts) && seen.add(facts.id) && seen.add(keyOf(facts)));
  }

  // ---- Showing

  #show() {
    const words = sayMore().imports;
    const known = this.#known(), count = this.#news().length;
    this.list.replaceChildren(...this.#sources.map((source) => this.#item(source, known)));
    this.list.hidden = !this.#sources.length;
    this.own.parentNode.hidden = !this.#sources.some(({ games }) => games.length);
    this.main.hidden = !count && !this.done.textContent;
    this.main.textContent = count ? words.add(count) : words.open;
    if (this.#sources.length) this.main.scrollIntoView({ block: 'nearest' });
  }

  #item(source, known) {
    const { name, format, lost, bad = [], error } = source, words = sayMore().imports, games = this.#gamesOf(source);
    const about = [format && !(error && format === 'record') && words.formats[format], games.length && words.games(games.length)];
    const rows = games.slice(0, listed).map(({ facts }) => make('li', {}, this.#line(facts, known)));
    if (games.length > listed) rows.push(make('li', {}, words.more(games.length - listed)));
    const wrong = bad.slice(0, listed).map(({ number, message }) => make('p', { class: 'error' }, words.bad(number, message)));
    if (bad.length > listed) wrong.push(make('p', { class: 'error' }, words.more(bad.length - listed)));
    return make('li', {}, make('b', {}, name), ' ', make('small', {}, about.filter(Boolean).join(', ')),
      error ? make('p', { class: 'error' }, error) : make('ul', {}, ...rows), ...wrong,
      lost?.length ? make('p', {}, make('small', { lang: 'en' }, words.lost(lost.join(', ')))) : null);
  }

  #line(facts, known) {
    const words = sayMore().imports, { score, largest, moves } = facts;
    const parts = [kindName(facts), words.game(formatted(score), largest, say().moves(moves)), isIn(known, facts) && words.known];
    return parts.filter(Boolean).join(', ');
  }

  async #add() {
    const games = this.#news();
    if (!games.length) return byId('games').click(); // which closes this dialog
    await this.page.keeper.add(games);
    this.done.textContent = sayMore().imports.added(games.length);
    return this.#show();
  }
}

let dialog = null;

// Opens the dialog, unless it is open, and reads the files, or the text.
export async function openImport(page, files = [], text = '') {
  const { openFormats } = await part('formats'), formats = await openFormats();
  if (!dialog?.dialog.isConnected) dialog = new Import(page, formats);
  dialog.readFiles(files);
  if (text) dialog.readText(text);
}
