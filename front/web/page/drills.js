// Drills: positions from the reviews of one's own games in which another move was better. Each asks for the best move.
// What was known returns after longer and longer times; what was missed returns in the same round.
import { say, formatted } from './words.js';
import { byId } from './dialogs.js';
import { isEqual } from './advice.js';
import { Store } from './store.js';
import { sayMore, make, makeButton, showDialog } from './more.js';
import { showAside } from './practice.js';

// Days until a position returns, by the number of right answers in a row. Those from `known` on count as known.
const intervals = [0, 1, 3, 7, 21, 60], known = 3;
const day = 86400000;
// The most positions of one round.
const roundLength = 20;
// The attributes of the button that continues the round.
const strong = { class: 'strong', 'aria-describedby': 'answer' };

// A double click is one click: the button that takes the place of the first one is not meant.
const single = (act) => ({ detail }) => detail < 2 && act();

const store = new Store(() => {});

// A drill is { id, values, best, score, unit, box, due }. Its id is the record of its position.
function drillsOf({ record, moves, unit }) {
  const engine = new Engine();
  engine.load(record, 0);
  const { begin } = engine.look();
  return moves.map(({ ply, values, bestDirection, score }) => {
    engine.seek(begin + 1 + ply, 0);
    return { id: engine.position(), values, best: bestDirection, score, unit, box: 0, due: 0 };
  });
}

// The position without a goal: the game that it is from may have been continued after the win.
function startOf({ id }) {
  return String(id).replace(/^(goal .*\n)?size/m, 'goal none\nsize');
}

// A damaged row is left as it is.
function isWhole({ id, values, due }) {
  try {
    new Engine().load(startOf({ id }), 0);
    return Object.keys(values).length > 0 && Number.isFinite(due);
  } catch {
    return false;
  }
}

async function keptDrills() {
  const drills = await store.all('drills').catch(() => []);
  return drills.filter(isWhole).sort((a, b) => a.due - b.due);
}

async function keep(page, drills) {
  await store.put({ drills }).catch(() => page.notice(sayMore().notSaved));
}

class Round {
  #at = 0;
  #right = 0;
  #isAsking = false;
  #seen = new Set();
  // What is shown, in the present language: a text and its button.
  #write = null;

  constructor(page, drills) {
    Object.assign(this, { page, drills: [...drills], count: drills.length });
    this.stop = new AbortController();
    const { signal } = this.stop;
    page.host({ again: () => this.#ask(), hint: () => this.#isAsking && this.#answer(null), end: () => this.#end(),
      translate: () => this.#translate() });
    let direction = null;
    page.game.addEventListener('move', ({ detail }) => { direction = detail.direction; }, { signal });
    page.game.addEventListener('autoplay', ({ detail }) => detail.on && page.game.autoplay(false), { signal });
    page.game.addEventListener('change', ({ detail }) => detail.kind === 'move' && this.#moved(direction), { signal });
    this.#ask();
  }

  get #drill() {
    return this.drills[this.#at];
  }

  #ask() {
    const { game, advice } = this.page;
    game.locked = false;
    game.setAside(startOf(this.#drill));
    advice.clear();
    this.#isAsking = true;
    this.#show((words) => [words.ask, makeButton(words.show, single(() => this.#answer(null)))]);
    game.focus({ preventScroll: true });
  }

  #show(write) {
    const words = sayMore().drill, place = this.#at < this.count ? words.place(this.#at + 1, this.count) : words.again;
    this.#write = write;
    const [text, button] = write(words);
    showAside(make('h2', {}, words.title, make('small', {}, place)), make('p', { id: 'answer', class: 'answer', role: 'status' }, text),
      make('div', { class: 'row' }, button));
    return button;
  }

  #moved(direction) {
    this.page.game.undo();
    if (this.#isAsking) this.#answer(direction);
  }

  #translate() {
    const hadFocus = byId('aside').contains(document.activeElement), button = this.#show(this.#write);
    if (hadFocus) button.focus();
  }

  // `direction` is null if the answer is only shown, which counts as missed.
  #answer(direction) {
    const drill = this.#drill, { game, advice } = this.page, about = { ...drill, direction: drill.best };
    const isRight = direction !== null && isEqual(drill.values[direction], about), isFirst = !this.#seen.has(drill.id);
    this.#isAsking = false;
    game.mark(drill.best);
    game.locked = true;
    advice.showAdvice(about);
    if (isFirst) this.#keep(drill, isRight);
    if (isFirst && isRight) this.#right++;
    if (!isRight) this.drills.push(drill);
    this.#show((words) => [this.#sentence(drill, direction, isRight), makeButton(words.next, single(() => this.#next()), strong)]).focus();
  }

  #keep(drill, isRight) {
    const box = isRight ? Math.min(drill.box + 1, intervals.length - 1) : 0;
    this.#seen.add(drill.id);
    keep(this.page, [{ ...drill, box, due: Date.now() + intervals[box] * day }]);
  }

  #sentence({ values, best, unit }, direction, isRight) {
    const words = sayMore().drill, { [direction]: move, [best]: better } = say();
    if (direction === null) return words.best(better);
    if (isRight) return direction === best ? words.best(move) : words.equal(move);
    const loss = formatted(values[best] - values[direction]);
    return `${words.costs(move, unit === 'points' ? words.points(loss) : loss, better)} ${words.repeat}`;
  }

  #next() {
    this.#at++;
    if (this.#at < this.drills.length) return this.#ask();
    this.page.advice.clear();
    this.#at--;
    const back = () => this.page.game.resume();
    return this.#show((words) => [`${words.done}: ${words.result(this.#right, this.count)}`, makeButton(say().backToGame, back, strong)]).focus();
  }

  #end() {
    this.stop.abort();
    this.page.game.locked = false;
    this.page.advice.clear();
    showAside();
  }
}

// ---- Entries

// Adds the mistakes of a review, and begins with them.
export async function drillMistakes(page, mistakes) {
  const known = new Map((await keptDrills()).map((drill) => [drill.id, drill]));
  const drills = drillsOf(mistakes).map((drill) => ({ ...drill, box: known.get(drill.id)?.box ?? 0 }));
  await keep(page, drills);
  return new Round(page, drills.slice(0, roundLength));
}

// Begins with what is due. If nothing is, a dialog states why.
export async function openDrills(page) {
  const all = await keptDrills();
  const due = all.filter((drill) => drill.due <= Date.now());
  if (due.length) return new Round(page, due.slice(0, roundLength));
  const words = sayMore().drill, close = (act) => () => {
    dialog.close();
    act();
  };
  const date = all.length && new Date(all[0].due).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' });
  const texts = all.length ? [words.sum(all.length, all.filter(({ box }) => box >= known).length), words.due(date)] : [words.none];
  const [text, act] = all.length ? [words.anyway, () => new Round(page, all.slice(0, roundLength))] : [words.review, () => byId('review-game').click()];
  const main = all.length || page.game.state.moves ? makeButton(text, close(act), { class: 'strong' }) : '';
  const dialog = showDialog('drills-dialog', words.title, ...texts.map((text) => make('p', {}, text)), make('div', { class: 'row end' }, main));
  if (main) main.focus();
  return dialog;
}
