// The custom element <eleven-2048>. Attributes and methods control it and events report changes. The engine plays, the
// view draws.
import { Engine } from './engine.js';
import { engineProblem } from './compiled.js';
import { RecordError, directions } from './module.js';
import { WorkerClient } from './worker_client.js';
import { View } from './view.js';
import { languageOf, loadWords, wordsFor } from './words.js';
import { languageNames } from './address.js';
import { describeMove, describeEnd } from './announce.js';
import { isLetter, keyDirection, listenForSwipes } from './input.js';
import { loadFont } from './font.js';

// A time at which every animation is over.
const settled = 1e15;
// How fast the clock of the animations runs, by the attribute `animation`.
const animationSpeeds = { off: 1, fast: 2, normal: 1, slow: 0.5 };
const hintBudget = { milliseconds: 100 }, reviewBudget = { depth: 3 };
const gameAttributes = ['size', 'rules', 'seed', 'goal'];
const propertyAttributes = [...gameAttributes, 'theme'];

function randomSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

function dateNow() {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

// The lines of a record's head that state the rules. `rules` is a name or a whole rule set as text.
function ruleLines(rules) {
  const lines = rules.trim().split(/\r?\n/);
  return lines.length === 1 ? [`rules ${rules}`] : lines.slice(1).map((line) => `rule ${line}`);
}

function checkDirection(direction) {
  if (!directions.includes(direction)) throw new TypeError(`'${direction}' is not one of ${directions.join(', ')}`);
}

const sizePattern = /^([1-8])(?:x([1-8]))?$/;

// "4" or "4x5".
function sides(size) {
  const [, w, h = w] = sizePattern.exec(String(size)) ?? [];
  if (!w) throw new RecordError(0, 0, `expected a size such as 4 or 4x5, with sides of 1 to 8, not ${size}`);
  return [Number(w), Number(h)];
}

function headText({ size, rules, goal, seed, date }) {
  const [w, h] = sides(size);
  const goalLine = goal ? [`goal ${goal}`] : [];
  return ['eleven game 1', ...rules, ...goalLine, `size ${w}x${h}`, `seed ${seed}`, `date ${date}`, ''].join('\n');
}

// Node has no elements, but the class can be imported there too.
const Base = globalThis.HTMLElement ?? class {};

export class Eleven2048 extends Base {
  static observedAttributes = [...gameAttributes, 'lang', 'animation'];

  #startedEngine = null;
  // The engine with the games that setAside laid aside; null if there are none.
  #aside = null;
  #view = new View(this);
  #state = null;
  #words = wordsFor('en').board;
  #drawing = 0;
  #isBeginning = false;
  #client = new WorkerClient(() => this.#words, (part) => this.dispatch('loading', { part }));
  // The player that plays now: { player, pace, budget, due }.
  #auto = null;
  #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  // The clock of the animations: what it showed when its speed changed, when that was, and the speed.
  #clock = { shown: 0, at: 0, speed: 1 };
  // The size of the window decides too, where max-height depends on it.
  #fit = () => this.#view.fit();
  #resizeObserver = new ResizeObserver(this.#fit);

  constructor() {
    super();
    this.addEventListener('keydown', (event) => this.#key(event));
    listenForSwipes(this, (direction) => this.move(direction));
  }

  // The first action starts the engine. Without WebAssembly it throws engineProblem.
  get #engine() {
    return this.#startedEngine ??= new Engine();
  }

  connectedCallback() {
    this.#takeEarlyProperties();
    this.#updateLanguage();
    this.#resizeObserver.observe(this);
    addEventListener('resize', this.#fit);
    if (engineProblem) return this.#view.showProblem(this.#words.noEngine);
    loadFont();
    const { size } = this.#options();
    if (!this.#state && this.hasAttribute('waiting')) this.#view.resize(...sides(sizePattern.test(size) ? size : 4));
    else if (!this.#state) this.#beginFirst();
    this.#view.fit();
    if (this.#state) this.#draw();
  }

  // Properties that were set before this class was defined hide its accessors. They are set again.
  #takeEarlyProperties() {
    for (const name of [...propertyAttributes, 'locked']) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
  }

  adoptedCallback() {
    this.#view.dress();
  }

  disconnectedCallback() {
    this.#resizeObserver.disconnect();
    removeEventListener('resize', this.#fit);
    this.autoplay(false);
  }

  attributeChangedCallback(name, old, value) {
    if (name === 'animation') this.#clock = { shown: this.#now(), at: performance.now(), speed: animationSpeeds[value] ?? 1 };
    if (old === value) return;
    if (name === 'lang' && this.isConnected) this.#updateLanguage();
    if (!this.#state) return;
    if (!gameAttributes.includes(name) || this.#isBeginning) return;
    // Attributes that change together begin one new game.
    this.#isBeginning = true;
    queueMicrotask(() => this.#isBeginning && this.#beginFirst());
  }

  // ---- Properties

  // null before the first game. An element with the attribute `waiting` does not begin one; it waits for newGame, load
  // or restore, and shows no tiles until the attribute is removed.
  get state() {
    const s = this.#state;
    if (!s) return null;
    return {
      size: [s.w, s.h], rules: s.rules, goal: s.goal || null, seed: s.seed, date: s.date, status: s.status, score: s.score,
      moves: s.moves, board: s.board.map((row) => [...row]), legal: [...s.legal], largestTile: s.largest,
      undos: s.undos, hints: s.hints, helped: s.helped, class: s.class, plainScore: s.plainScore, reachedGoal: !!s.reachedGoal, fromBoard: !!s.fromBoard,
      canUndo: s.position > 1, canRedo: s.position < s.length, canKeepPlaying: !!s.canKeepPlaying,
      ply: s.position - s.begin - 1, plies: s.end - s.begin - 1, gameIndex: s.begin, length: s.length,
    };
  }

  // The ranks of the tiles, row by row; 0 for an empty cell. A rank selects a colour. Without a game there are no rows.
  get ranks() {
    if (!this.#state) return [];
    const { w, h, sprites } = this.#engine.frame(settled);
    const ranks = Array.from({ length: h }, () => Array(w).fill(0));
    for (const { x, y, rank } of sprites) ranks[y][x] = rank;
    return ranks;
  }

  get rulesNames() {
    return this.#engine.ruleNames;
  }

  get autoplaying() {
    return this.#auto !== null;
  }

  // While it is true, keys, swipes and players change nothing; newGame, load, restore and seek still work. Used by
  // replays.
  get locked() {
    return this.hasAttribute('locked');
  }

  set locked(locked) {
    this.toggleAttribute('locked', !!locked);
    if (locked) this.autoplay(false);
  }

  // True while a game is played that setAside began.
  get isAside() {
    return this.#aside !== null;
  }

  // ---- Beginning games

  #options() {
    const value = (name) => this.getAttribute(name) || undefined;
    return { size: value('size') ?? '4', rules: value('rules') ?? 'classic', goal: value('goal') };
  }

  // Begins the game that the attributes describe, or the default game if they are invalid.
  #beginFirst() {
    this.#isBeginning = false;
    const seed = this.getAttribute('seed') || randomSeed();
    try {
      this.newGame({ ...this.#options(), seed });
    } catch (error) {
      console.error(`<eleven-2048>: ${error.message}`);
      this.newGame({ size: '4', rules: 'classic' });
    }
  }

  // Begins another game. Options that are missing are taken from the current game. Throws a RecordError if they are
  // invalid.
  newGame(options = {}) {
    if (this.#isBeginning) options = { ...this.#options(), ...options };
    const seed = String(options.seed ?? randomSeed()), date = options.date ?? dateNow();
    const isSameKind = this.#state && !['size', 'rules', 'goal'].some((name) => name in options) && /^\d{1,19}$/.test(seed);
    const head = isSameKind ? '' : headText({ ...this.#completed(options, this.#aside ?? this.#engine), seed, date });
    const begin = (engine) => engine.begin(head, this.#now(), { hasOwnGoal: options.goal != null });
    if (head && this.isAside) begin(new Engine()); // a wrong game ends nothing
    this.resume();
    this.#leave();
    if (head) begin(this.#engine);
    else this.#engine.newGame(seed, date, this.#now());
    this.#changed('newgame');
    this.dispatch('newgame', { seed: this.#state.seed, rules: this.#state.rules, size: [this.#state.w, this.#state.h] });
  }

  // The options of a new game; those that are missing are taken from the game of an engine.
  #completed({ size, rules, goal }, engine) {
    const s = this.#state && engine.look(), defaults = this.#options();
    const sizeNow = s ? `${s.w}x${s.h}` : defaults.size;
    if (rules || !s) return { size: size ?? sizeNow, rules: ruleLines(rules ?? defaults.rules), goal };
    const sameRules = engine.print().split('\n').filter((line) => /^rules? /.test(line));
    // A goal that nobody chose is that of the rules, or a lower one if the board cannot hold it.
    const usual = new Engine();
    usual.begin(headText({ size: sizeNow, rules: sameRules, seed: 0, date: 0 }), 0);
    const chosen = usual.look().goal === s.goal ? null : s.goal || 'none';
    return { size: size ?? sizeNow, rules: sameRules, goal: goal ?? chosen };
  }

  // Loads a game record; the game continues at its end. Its moves count as helped unless they are the player's own.
  // Throws a RecordError if the record is wrong.
  load(text, { own = false } = {}) {
    if (this.isAside) new Engine().load(text, 0); // a wrong record ends nothing
    this.resume();
    this.#leave();
    this.#engine.load(text, this.#now());
    if (!own) this.#engine.markHelped();
    this.#changed('load');
  }

  // Restores a sitting from the records of its games, in order, and the position: a game and a ply, both counted from
  // 0. `plies` are the positions in the games before it, if not at their ends. If one of the records is wrong, throws a
  // RecordError and changes nothing.
  restore(records, game, ply, plies = []) {
    if (!records.length) return [];
    const engine = new Engine(), begins = records.map((text, i) => {
      engine.load(text, 0);
      const { begin } = engine.look();
      if (i < game && i in plies) engine.seek(begin + 1 + plies[i], 0);
      return begin;
    });
    engine.seek(begins[game] + 1 + ply, 0);
    this.resume();
    this.#leave();
    this.#startedEngine = engine;
    this.#changed('restore');
    return begins;
  }

  // The current game as a record. Options: `compact` omits tiles that follow from the seed; `redo` includes undone
  // moves.
  save(options) {
    return this.#engine.print(options);
  }

  // The current position as the record of a game that begins with it.
  position() {
    return this.#engine.position();
  }

  // Continues from that ply with a new game, so that the later moves of this game are kept.
  branch(ply = this.state?.ply) {
    this.#leave();
    if (!(ply >= 0 && this.#state.begin + 1 + ply <= this.#state.end)) return undefined;
    this.#engine.seek(this.#state.begin + 1 + ply, this.#now());
    const text = this.save({ compact: true });
    if (this.isAside) return this.setAside(text);
    this.#engine.seek(this.#state.length, this.#now());
    return this.load(text);
  }

  // Lays all games aside and plays the game of this record, until `resume`, or until another game begins. The games
  // aside stay exactly as they are. Throws a RecordError if the record is wrong.
  setAside(text, ply) {
    const engine = new Engine();
    engine.load(text, this.#now());
    if (ply >= 0) engine.seek(1 + ply, this.#now());
    this.#leave();
    this.#aside ??= this.#engine;
    this.#startedEngine = engine;
    this.#changed('aside');
  }

  // Returns to the games that were laid aside.
  resume() {
    if (!this.isAside) return;
    this.#leave();
    [this.#startedEngine, this.#aside] = [this.#aside, null];
    this.#changed('resume');
  }

  // ---- Playing. All of these return whether something changed.

  move(direction) {
    checkDirection(direction);
    if (this.#act('move', () => this.#engine.move(direction, this.#now()))) return true;
    if (!this.locked && this.#state?.status === 'playing') this.#view.say(this.#words.stuck);
    return false;
  }

  undo() {
    return this.#act('undo', () => this.#engine.undo(this.#now()));
  }

  redo() {
    return this.#act('redo', () => this.#engine.redo(this.#now()));
  }

  keepPlaying() {
    return this.#act('keep', () => this.#engine.keepPlaying(this.#now()));
  }

  // Goes to a ply of the current game, from 0. A silent one is not announced to screen readers.
  seek(ply, isSilent = false) {
    this.#leave();
    const { begin, end } = this.#state ?? {};
    const position = begin + 1 + ply;
    if (!(ply >= 0 && position <= end) || !this.#engine.seek(position, this.#now())) return false;
    this.#changed('seek', isSilent);
    return true;
  }

  // ---- Players, which think in a worker

  // Asks a player about the position and shows its choice on the board. null if the game is over, or if it has changed
  // before the answer.
  async hint(player = 'network', budget = hintBudget) {
    const state = this.#state;
    if (state?.status !== 'playing') return null;
    const advice = await this.judge(this.#engine.position(), player, budget);
    if (state !== this.#state || !advice) return null;
    this.#engine.hinted();
    Object.assign(state, this.#engine.look()); // the same object, because what is asked about this position stays valid
    this.dispatch('change', { kind: 'hint' }); // before the hint is shown, because a change removes an earlier one
    this.dispatch('advice', advice);
    this.mark(advice.direction);
    this.#view.say(this.#words.hint(this.#words[advice.direction]));
    return advice;
  }

  // Asks a player about the position with which a record begins, and shows nothing. null if no direction is legal.
  async judge(record, player = 'network', budget = hintBudget) {
    return this.#client.advise(record, await this.#client.prepare(player), budget);
  }

  // Marks the tiles that this direction moves, as a hint does, until something changes.
  mark(direction) {
    checkDirection(direction);
    this.#view.showHint(direction, this.#engine.movers(direction));
  }

  // Lets a player make one move every `pace` milliseconds, until the game ends, the user acts, or autoplay(false) is
  // called. While it plays, another call changes the pace.
  autoplay(on = true, { player = 'network', pace = 150, budget = {} } = {}) {
    const wasOn = this.autoplaying;
    if (!on || this.locked || this.#state?.status !== 'playing') this.#auto = null;
    else if (this.#auto?.player === player) Object.assign(this.#auto, { pace, budget });
    else this.#play(this.#auto = { player, pace, budget, due: 0 });
    if (wasOn !== this.autoplaying) this.dispatch('autoplay', { on: this.autoplaying, problem: null });
    const hasStopped = wasOn && !this.autoplaying && this.#state.status === 'playing';
    if (hasStopped) this.#view.say(this.#words.score(this.#state.score));
    return this.autoplaying;
  }

  async #play(run) {
    try {
      const prepared = await this.#client.prepare(run.player);
      while (this.#auto === run) await this.#step(run, prepared);
    } catch (error) {
      if (this.#auto !== run) return;
      this.#auto = null;
      this.dispatch('autoplay', { on: false, problem: error.message });
    }
  }

  async #step(run, prepared) {
    const state = this.#state;
    const advice = await this.#client.advise(this.#engine.position(), prepared, run.budget);
    const rest = run.due - performance.now();
    if (rest > 0) await new Promise((resolve) => { setTimeout(resolve, rest); });
    if (this.#auto !== run || state !== this.#state) return;
    run.due = performance.now() + run.pace;
    if (advice) this.dispatch('advice', advice);
    const moved = advice && this.#act('move', () => this.#engine.play(advice.direction, this.#now()), true);
    if (!moved || this.#state.status !== 'playing') this.autoplay(false);
  }

  // Reviews the whole game: what each move lost compared with the best one, and how well it was played.
  // `progress(part)` is called with numbers from 0 to 1. `signal` ends the review early; the moves judged so far then
  // count.
  async review(player = 'network', budget = reviewBudget, { progress = () => {}, signal = null } = {}) {
    const record = this.save({ compact: true, redo: true }), prepared = await this.#client.prepare(player);
    return this.#client.review(record, prepared, budget, progress, signal);
  }

  // Before the element goes to another game or position. The current one can still be saved.
  #leave() {
    this.autoplay(false);
    this.dispatch('leave');
  }

  // ---- After each action

  #act(kind, action, isAuto = false) {
    if (this.locked || !this.#state) return false;
    if (kind !== 'move') this.#leave();
    else if (!isAuto) this.autoplay(false);
    if (!action()) return false;
    this.#changed(kind);
    return true;
  }

  #changed(kind, isSilent = this.autoplaying) {
    const before = this.#state, state = this.#engine.look(), action = this.#engine.lastAction();
    this.#state = state;
    // Another game has begun already.
    if (!/^(move|undo|redo|keep|seek)$/.test(kind)) this.#isBeginning = false;
    this.#view.resize(state.w, state.h);
    this.#show();
    this.#view.showHint(null);
    if (!isSilent || state.status !== 'playing') this.#view.say(this.#describe(kind, action));
    this.#draw();
    if (before?.score !== state.score || kind !== 'move')
      this.dispatch('score', { score: state.score, gain: kind === 'move' ? action.gain : 0 });
    if (kind === 'move') this.dispatch('move', { ...action, score: state.score, moves: state.moves });
    if (kind === 'move' && state.status !== 'playing') this.dispatch(state.status, { score: state.score });
    if (kind === 'move' && state.status === 'won') this.celebrate();
    this.dispatch('change', { kind });
  }

  dispatch(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #describe(kind, action) {
    const words = this.#words, score = words.score(this.#state.score), end = describeEnd(words, this.#state);
    const { undone, redone, begun, loaded, continued } = words;
    const plain = { undo: undone, redo: redone, newgame: begun, load: loaded, restore: loaded, aside: loaded, resume: continued,
      keep: continued };
    if (action.direction && kind !== 'undo') return `${describeMove(words, this.#state, action)} ${end}`.trim();
    return `${plain[kind] ?? ''} ${score} ${end}`.trim();
  }

  // Until the texts of another language have been loaded, they are those of the language before.
  async #updateLanguage() {
    const languages = () => [this.lang, document.documentElement.lang, navigator.language];
    await loadWords(...languages());
    this.#words = wordsFor(...languages()).board; // of now: the attribute may have changed
    if (engineProblem) this.#view.showProblem(this.#words.noEngine);
    else if (this.#state) this.#show();
  }

  #show() {
    const { board, status, canKeepPlaying } = this.#state, words = this.#words;
    this.#view.describe(board, words);
    const keep = { text: words.keepPlaying, run: () => this.keepPlaying() };
    const undo = { text: words.undo, run: () => this.undo() };
    const again = { text: words.newGame, run: () => this.newGame() };
    const buttons = { playing: [], won: [...(canKeepPlaying ? [keep] : []), again], lost: [again, undo] }[status];
    this.#view.showVeil(status, { won: words.won, lost: words.lost }[status] ?? '', buttons);
  }

  // A wave through the tiles, unless the system or the attribute `animation` requests no motion.
  celebrate() {
    if (!this.#isStill) this.#view.celebrate();
  }

  // ---- Drawing: the engine gives a frame for each moment, until nothing moves any more

  #now() {
    return this.#clock.shown + (performance.now() - this.#clock.at) * this.#clock.speed;
  }

  get #isStill() {
    return this.#reducedMotion.matches || this.getAttribute('animation') === 'off';
  }

  #draw() {
    cancelAnimationFrame(this.#drawing);
    const draw = () => {
      const frame = this.#engine.frame(this.#isStill ? settled : this.#now());
      this.#view.draw(frame);
      if (frame.isMoving) this.#drawing = requestAnimationFrame(draw);
    };
    draw();
  }

  #key(event) {
    if (event.defaultPrevented || event.composedPath()[0].tagName === 'BUTTON' && /^(Enter| )$/.test(event.key)) return;
    const direction = keyDirection(event);
    const undo = () => this.undo();
    const actions = { u: undo, Backspace: undo, r: () => this.redo(), c: () => this.keepPlaying() };
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const action = direction ? () => this.move(direction) : isPlain && actions[event.key];
    if (!action || this.hasAttribute('no-letters') && isLetter(event)) return;
    event.preventDefault();
    action();
  }
}

// Attributes as properties.
for (const name of propertyAttributes)
  Object.defineProperty(Eleven2048.prototype, name, {
    get() { return this.getAttribute(name); },
    set(value) { value == null ? this.removeAttribute(name) : this.setAttribute(name, value); },
    enumerable: true,
  });

if (globalThis.customElements && !customElements.get('eleven-2048')) customElements.define('eleven-2048', Eleven2048);

export { Engine, RecordError, engineProblem, isLetter, keyDirection, listenForSwipes, directions };
export { languageNames, languageOf, loadWords, wordsFor };
