// The page: buttons, keys and game pads control the element. Its events update the page around it and save the game.
import { say, translate } from './words.js';
import { settings, onSettings, changeSettings } from './settings.js';
import { Keeper } from './keeper.js';
import { linkHasGame, takeLinkedGame } from './link.js';
import { bestScore } from './best.js';
import { kindOf } from './statistics.js';
import { listenForGamePads } from './gamepad.js';
import { Replay } from './replay.js';
import { AdvicePanel } from './advice.js';
import { ReviewPanel } from './review.js';
import { byId, prepareDialogs, isDialogOpen, openNewDialog, openGamesDialog } from './dialogs.js';
import { openShareDialog, openSettingsDialog, openHelpDialog } from './dialogs.js';
import { keyDirection } from '../component/input.js';

const game = byId('game');
const themeNames = [...byId('theme').options].map((option) => option.value);

// ---- Showing

// The latest message. The next move removes it.
let message = '';

// What cannot be saved is shown for as long as that is true.
function showNotice() {
  const text = [keeper.problem ? say().notSaved : '', message].filter(Boolean).join(' ');
  if (byId('notice').textContent !== text) byId('notice').textContent = text;
  byId('intro').hidden = text !== '';
}

function notice(text) {
  message = text;
  showNotice();
}

function show() {
  const state = game.state, words = say();
  showNotice();
  if (!state) return;
  byId('score').textContent = state.score;
  byId('best').textContent = bestScore(keeper.games().filter((one) => kindOf(one) === kindOf(state)));
  byId('undo').setAttribute('aria-disabled', String(!state.canUndo || game.locked));
  byId('redo').setAttribute('aria-disabled', String(!state.canRedo || game.locked));
  byId('review-offer').hidden = state.status === 'playing' || game.locked;
  byId('intro').textContent = words.intro(state.goal);
  const seed = state.seed === null ? [] : [words.seedIs(state.seed)];
  byId('facts').textContent = [kindOf(state), ...seed, words.moves(state.moves)].join(', ');
}

// The gain rises next to the score and fades.
function showGain(gain) {
  byId('gain').textContent = `+${gain}`;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const rise = isStill ? 'none' : 'translateY(-2.5rem)';
  const keyframes = [{ opacity: 0.9, transform: 'none' }, { opacity: 0, transform: rise }];
  byId('gain').animate(keyframes, { duration: 600, easing: 'ease-in' });
}

function showAuto() {
  byId('auto').setAttribute('aria-pressed', String(game.autoplaying));
  byId('auto').querySelector('use').setAttribute('href', game.autoplaying ? '#i-stop' : '#i-play');
}

// null where there is none; in a sandboxed frame even the property throws.
function serviceWorker() {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}

// Once the players have given advice, they are stored for offline use.
function keepPlayers({ detail }) {
  if (detail.reason) return;
  game.removeEventListener('advice', keepPlayers);
  serviceWorker()?.ready.then(({ active }) => active.postMessage('keep players'));
}

const keeper = new Keeper(game, {
  changed: show,
  failed: (error) => notice(say().badGame(error.message)),
});

game.addEventListener('score', ({ detail }) => detail.gain && showGain(detail.gain));
game.addEventListener('autoplay', ({ detail }) => {
  showAuto();
  if (detail.problem) notice(detail.problem);
});
game.addEventListener('advice', keepPlayers);
game.addEventListener('change', ({ detail }) => {
  show();
  if (detail.kind === 'move') notice('');
});

onSettings(({ theme, arrows }) => {
  game.setAttribute('theme', theme);
  game.setAttribute('lang', document.documentElement.lang);
  byId('arrows').hidden = !arrows;
  translate();
  show();
});

const advice = new AdvicePanel(game);

// ---- Actions: one table for buttons, keys and game pads

const review = new ReviewPanel(game, {
  chosen: (ply) => replay.goTo(ply), advise: (answer) => advice.showAdvice(answer), failed: notice,
});
const replay = new Replay(game, {
  bar: byId('replay-bar'), scrubber: byId('scrubber'), ply: byId('ply'), play: byId('replay-play'),
  branch: byId('replay-branch'), close: byId('replay-close'), toggle: byId('replay'),
}, { opened: () => review.open(), closed: () => review.close(), shown: (ply) => review.goTo(ply) });
byId('review-game').addEventListener('click', () => {
  replay.open();
  review.start();
});

function nextTheme() {
  changeSettings({ theme: themeNames[(themeNames.indexOf(settings().theme) + 1) % themeNames.length] });
}

function hint() {
  game.autoplay(false);
  if (!game.locked) game.hint().catch((error) => notice(error.message));
}

const actions = {
  undo: () => game.undo(),
  redo: () => game.redo(),
  hint,
  auto: () => advice.toggle(),
  faster: () => advice.changeSpeed(1),
  slower: () => advice.changeSpeed(-1),
  keep: () => game.keepPlaying(),
  new: () => game.locked || game.newGame(),
  theme: nextTheme,
  help: openHelpDialog,
};
const keyActions = {
  u: 'undo', Backspace: 'undo', r: 'redo', i: 'hint', p: 'auto', c: 'keep', n: 'new', t: 'theme', '?': 'help',
  '+': 'faster', '=': 'faster', '-': 'slower', '−': 'slower',
};
const keepsPlaying = ['auto', 'faster', 'slower', 'theme'];
const controlActions = { z: 'undo', y: 'redo', Z: 'redo' };

const buttons = {
  ...actions, games: () => openGamesDialog(keeper), share: () => openShareDialog(game), settings: openSettingsDialog,
  new: () => openNewDialog(game),
};
for (const name of ['undo', 'redo', 'hint', 'auto', 'new', 'help', 'games', 'share', 'settings'])
  byId(name).addEventListener('click', () => {
    if (name !== 'auto') game.autoplay(false);
    if (name !== 'settings' && name !== 'help' && name !== 'auto') replay.close();
    buttons[name]();
  });
for (const button of byId('arrows').children) button.addEventListener('click', () => game.move(button.dataset.move));

function isWriting(target) {
  return target.closest?.('input:not([type=checkbox]), select, textarea') != null;
}

// A touch on the board stops the player.
game.addEventListener('pointerdown', () => game.autoplay(false));

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') game.autoplay(false);
  if (event.key === 'Escape' && replay.isOpen && !isDialogOpen()) replay.close();
  if (event.defaultPrevented || isDialogOpen() || isWriting(event.target) || event.altKey) return;
  const direction = keyDirection(event);
  const isControl = event.ctrlKey || event.metaKey;
  const name = isControl ? controlActions[event.key] : keyActions[event.key] ?? keyActions[event.key.toLowerCase()];
  if (!direction && !name) return;
  event.preventDefault();
  if (!keepsPlaying.includes(name)) game.autoplay(false);
  if (direction) game.move(direction);
  else actions[name]();
});

listenForGamePads((name) => {
  if (!isDialogOpen()) (actions[name] ?? (() => game.move(name)))();
});

prepareDialogs(game, keeper);

// ---- Beginning

async function loadLinkedGame() {
  try {
    replay.close();
    game.load(await takeLinkedGame());
    notice(say().fromLink);
  } catch (error) {
    notice(say().badLink(error.sentence ? error.message : 'it is damaged'));
  }
}

addEventListener('hashchange', () => linkHasGame() && loadLinkedGame());

// Without an engine the element shows why, and there is nothing to control.
if (engineProblem) document.documentElement.dataset.failed = 'engine';
else keeper.open().then(async (outcome) => {
  if (outcome === 'other-tab') notice(say().otherTab);
  if (linkHasGame()) await loadLinkedGame();
  game.locked = false;
  game.removeAttribute('waiting');
  document.documentElement.dataset.ready = '';
  show();
});

// Without it the page does not work offline.
if (/^https?:$/.test(location.protocol)) serviceWorker()?.register('sw.js').catch(() => {});
