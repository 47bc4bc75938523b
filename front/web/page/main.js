// The page: buttons, keys and game pads control the element. Its events update the page around it and save the game.
import { say, translate, useLanguage } from './words.js';
import { settings, onSettings, changeSettings } from './settings.js';
import { Keeper } from './keeper.js';
import { linkHasGame, takeLinkedGame } from './link.js';
import { kindName } from './statistics.js';
import { Replay } from './replay.js';
import { AdvicePanel } from './advice.js';
import { ReviewPanel } from './review.js';
import { Sheet } from './sheet.js';
import { part } from './parts.js';
import { byId, setText, prepareDialogs, isDialogOpen, openMenu, openNewDialog, openGamesDialog, openDaily } from './dialogs.js';
import { closeDialogs, openShareDialog, openSettingsDialog, openHelpDialog } from './dialogs.js';
import { isLetter, keyDirection, listenForSwipes } from '../component/input.js';

const game = byId('game');
const themeNames = [...byId('theme').options].map((option) => option.value);

// ---- Showing

// The latest message, and what its button does: { label, run }. The next move or game removes them.
let message = '', offer = null;

// What cannot be saved is shown for as long as that is true, and the way back for as long as games are aside.
function showNotice() {
  const back = game.isAside ? { label: say().backToGame, run: () => game.resume() } : null;
  const practice = back ? say().practising + (message && '.') : '';
  const text = [keeper.problem ? say().notSaved : '', practice, message].filter(Boolean).join(' ');
  const action = back ?? (keeper.problem ? { label: say().exportNow, run: () => buttons.share() } : offer);
  setText('notice', text);
  byId('intro').hidden = text !== '';
  byId('notice-act').hidden = !action;
  byId('notice-act').textContent = action?.label ?? '';
  byId('notice-act').onclick = () => {
    game.focus({ preventScroll: true }); // the button may go
    action.run();
  };
}

function notice(text, action = null) {
  [message, offer] = [text, action];
  showNotice();
}

// The highest score of plain play. It shines once while the current game raises it.
function showBest(state) {
  const others = keeper.bestOfOthers(state), own = game.isAside ? 0 : Math.max(state.plainScore, keeper.current?.plainScore ?? 0);
  setText('best', String(Math.max(others, own)));
  byId('best').parentNode.classList.toggle('new', others > 0 && own > others && state.class === 'plain');
}

function show() {
  const state = game.state, words = say();
  showNotice();
  if (!state) return;
  setText('score', String(state.score));
  showBest(state);
  const isDisabled = { undo: !state.canUndo, redo: !state.canRedo, hint: state.status !== 'playing' };
  for (const id in isDisabled) byId(id).setAttribute('aria-disabled', String(isDisabled[id] || game.locked));
  byId('auto').setAttribute('aria-disabled', String(state.status === 'lost'));
  setText('intro', words.intro(state.goal));
  const seed = state.seed === null ? [] : [words.seedIs(state.seed)];
  setText('facts', [kindName(state), ...seed, words.moves(state.moves)].join(', '));
  sheet.update();
  if (byId('sheet').hidden) review.stop();
  else review.update();
}

// The gain appears next to the word above the score.
function showGain(gain) {
  byId('gain').textContent = `+${gain}`;
  byId('gain').animate([{ opacity: 1 }, { opacity: 1 }], 900); // it does not fade, so that it can always be read
}

// Nothing where there is none, as in a file; in a sandboxed frame even the property throws.
function serviceWorker() {
  try {
    return /^https?:$/.test(location.protocol) ? navigator.serviceWorker : null;
  } catch {
    return null;
  }
}

// Stores files that were loaded later for offline use; `names` are parts of their names.
function keepFiles(...names) {
  serviceWorker()?.ready.then(({ active }) => active.postMessage({ keep: names }));
}

// Once the players have given advice, they are stored.
function keepPlayers({ detail }) {
  if (detail.reason) return;
  game.removeEventListener('advice', keepPlayers);
  keepFiles('eleven-players', 'eleven-network');
}

const keeper = new Keeper(game, {
  changed: show,
  failed: (error) => notice(say().badGame(error.message)),
});
const advice = new AdvicePanel(game);
const review = new ReviewPanel(game, {
  chosen: (ply) => replay.open(ply), advise: (answer) => advice.showAdvice(answer), failed: notice, changed: show,
});
const replay = new Replay(game, {
  changed: () => {
    if (!replay.isOpen) review.stop();
    advice.clear();
    show();
  },
  shown: (ply) => review.goTo(ply), moments: () => review.moments,
});
const sheet = new Sheet({ game, keeper, replay, review });

// ---- Parts that are loaded later. Practice and drills play a game aside; then `guest` has functions of theirs.

let guest = null;

// What the parts may use of the page.
const page = { game, keeper, advice, replay, notice };
page.host = (functions) => {
  guest?.end();
  guest = functions;
};

async function use(name, action, ...about) {
  try {
    return await (await part(name))[action](page, ...about);
  } catch (error) {
    return notice(error.message);
  }
}

game.addEventListener('score', ({ detail }) => detail.gain && showGain(detail.gain));
game.addEventListener('autoplay', ({ detail }) => detail.problem && notice(detail.problem));
game.addEventListener('advice', keepPlayers);
game.addEventListener('change', ({ detail }) => {
  if (/^(move|undo|newgame|load|restore)$/.test(detail.kind)) [message, offer] = ['', null];
  if (detail.kind !== 'resume') return show();
  guest?.end();
  guest = null;
  show();
  return game.focus({ preventScroll: true }); // now the sheet does not cover the board
});

async function applySettings({ theme, arrows, letters, language, animation, sound, haptics }) {
  game.setAttribute('theme', theme);
  game.toggleAttribute('no-letters', !letters);
  game.setAttribute('animation', animation);
  document.documentElement.dataset.animation = animation;
  if (sound || haptics) part('feel').then(({ feel }) => feel(game)).catch((error) => notice(error.message));
  byId('arrows').hidden = !arrows;
  await useLanguage(language);
  game.setAttribute('lang', document.documentElement.lang);
  keepFiles(`words-${document.documentElement.lang}`);
  translate();
  guest?.translate?.();
  advice.showAgain();
  replay.show();
  show();
}

// ---- Actions: one table for buttons, keys and game pads

function nextTheme() {
  changeSettings({ theme: themeNames[(themeNames.indexOf(settings().theme) + 1) % themeNames.length] });
}

function hint() {
  game.autoplay(false);
  if (guest?.hint) guest.hint();
  else if (!game.locked) game.hint().catch((error) => notice(error.message));
}

// Begins another game at once, and offers the way back.
function newGame() {
  if (guest) guest.again();
  else if (!game.locked) {
    const hasMoves = game.state?.moves > 0 && game.state.status === 'playing';
    game.newGame();
    if (hasMoves) notice(say().begun, { label: say().backToOld, run: () => game.undo() });
  }
}

function reviewGame() {
  replay.open(game.state.ply);
  if (!review.isShown) review.start();
}

const actions = {
  undo: () => game.undo(),
  redo: () => game.redo(),
  hint,
  auto: () => advice.toggle(),
  faster: () => advice.changeSpeed(1),
  slower: () => advice.changeSpeed(-1),
  keep: () => game.keepPlaying(),
  new: newGame,
  theme: nextTheme,
  help: openHelpDialog,
};
const keyActions = {
  u: 'undo', Backspace: 'undo', r: 'redo', i: 'hint', p: 'auto', c: 'keep', n: 'new', t: 'theme', '?': 'help',
  '+': 'faster', '=': 'faster', '-': 'slower', '−': 'slower',
};
const keepsPlaying = ['auto', 'faster', 'slower', 'theme'];
const controlActions = { z: 'undo', y: 'redo' };

// What the buttons do, by id. Those that need the present position end a replay.
const buttons = {
  undo: actions.undo, redo: actions.redo, hint, new: () => openNewDialog(game), auto: actions.auto,
  daily: () => openDaily(game, keeper, notice), games: () => openGamesDialog(keeper), share: () => openShareDialog(game, replay),
  replay: () => replay.open(), 'review-game': reviewGame, settings: openSettingsDialog, help: openHelpDialog,
  menu: () => openMenu(keeper), practice: () => (review.stop(), use('practice', 'openPractice')), drills: () => use('practice', 'openDrills'),
  import: () => use('import', 'openImport'),
  'drill-these': () => use('practice', 'drillMistakes', review.mistakes),
  'end-keep': actions.keep, 'end-again': () => (guest ? guest.again() : game.newGame()), 'end-undo': actions.undo, 'end-share': () => openShareDialog(game, replay),
};
const keepsReplay = ['menu', 'import', 'settings', 'help', 'replay', 'review-game', 'share', 'end-share'];
for (const name in buttons)
  byId(name).addEventListener('click', () => {
    if (byId(name).ariaDisabled === 'true') return;
    if (name !== 'auto') game.autoplay(false);
    if (name !== 'menu') closeDialogs();
    if (!keepsReplay.includes(name)) replay.close();
    buttons[name]();
    if (/^end-(keep|again|undo)$/.test(name)) game.focus({ preventScroll: true });
  });
for (const button of byId('arrows').children) button.addEventListener('click', () => game.move(button.dataset.move));

function isWriting(target) {
  return target.closest?.('input:not([type=checkbox]), select, textarea') != null;
}

// A touch on the board stops the player. Strokes anywhere on the page make moves.
game.addEventListener('pointerdown', () => game.autoplay(false));
listenForSwipes(document.body, (direction) => game.move(direction), { mouse: false });

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') game.autoplay(false);
  if (event.key === 'Escape' && replay.isOpen && !isDialogOpen()) replay.close();
  if (event.defaultPrevented || isDialogOpen() || isWriting(event.target) || event.altKey) return;
  if (!settings().letters && isLetter(event)) return;
  const direction = keyDirection(event);
  const isControl = event.ctrlKey || event.metaKey;
  const key = (isControl && event.key > '~' ? event.code.slice(3) : event.key).toLowerCase(); // KeyZ, in another alphabet
  const name = isControl ? controlActions[key === 'z' && event.shiftKey ? 'y' : key] : keyActions[event.key] ?? keyActions[key];
  if (!direction && !name) return;
  event.preventDefault();
  if (event.repeat && /new|auto|theme/.test(name)) return;
  if (!keepsPlaying.includes(name)) game.autoplay(false);
  if (direction) game.move(direction);
  else actions[name]();
});

// Files that are dropped on the page, and text that is pasted outside of fields, are imported.
document.addEventListener('dragover', (event) => event.dataTransfer.types.includes('Files') && event.preventDefault());
document.addEventListener('drop', (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  importGames([...event.dataTransfer.files]);
});
document.addEventListener('paste', (event) => {
  const { files } = event.clipboardData, text = event.clipboardData.getData('text');
  if (!event.defaultPrevented && !isWriting(event.target) && (files.length || text.trim())) importGames([...files], text);
});

function importGames(files, text) {
  if (!byId('import-dialog')) closeDialogs();
  use('import', 'openImport', files, text);
}

function actOfPad(name) {
  if (!isDialogOpen()) (actions[name] ?? (() => game.move(name)))();
}

addEventListener('gamepadconnected', () => part('gamepad').then(({ readGamePads }) => readGamePads(actOfPad)).catch((error) => notice(error.message)));

prepareDialogs(game, keeper, replay);

// ---- Beginning

async function loadLinkedGame() {
  try {
    replay.close();
    const { record, isPractice } = await takeLinkedGame();
    if (isPractice) return await use('practice', 'openLinkedPractice', record);
    game.load(record);
    closeDialogs();
    keeper.markForeign();
    notice(say().fromLink);
  } catch (error) {
    notice(say().badLink(error.sentence ? error.message : say().damaged));
  }
  return undefined;
}

addEventListener('hashchange', () => linkHasGame() && loadLinkedGame());

async function start() {
  const [outcome] = await Promise.all([keeper.open(), onSettings(applySettings)]);
  if (outcome === 'other-tab') notice(say().otherTab);
  if (keeper.aside) await use('practice', 'continuePractice', keeper.aside);
  if (linkHasGame()) await loadLinkedGame();
  game.locked = false;
  game.removeAttribute('waiting');
  document.documentElement.dataset.ready = '';
  show();
  for (const [target, event] of earlyEvents.splice(0)) target.dispatchEvent(event);
}

// Without an engine the element shows why, and there is nothing to control.
if (engineProblem) {
  document.documentElement.dataset.failed = 'engine';
  onSettings(applySettings);
} else start();

// Without it the page does not work offline.
serviceWorker()?.register('sw.js').catch(() => {});
