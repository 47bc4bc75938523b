// The dialogs: their contents and the actions of their buttons.
import { say, formatted } from './words.js';
import { settings, changeSettings } from './settings.js';
import { linkOf } from './link.js';
import { part } from './parts.js';
import { dailyGame, dailyOptions, dailyText } from './daily.js';
import { totals, kindName } from './statistics.js';
import { languageNames } from '../component/address.js';

export function byId(id) {
  return document.getElementById(id);
}

// Screen readers may read every change aloud, so a text that is already there is not written again.
export function setText(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

export function element(name, text = '', className) {
  const result = document.createElement(name);
  result.textContent = text;
  if (className) result.className = className;
  return result;
}

// All columns but the first one contain numbers, which are aligned to the right.
function row(cells, name) {
  const result = element('tr');
  result.append(...cells.map((cell, i) => {
    const field = element(name, '', i ? 'n' : '');
    field.append(cell);
    if (name === 'th') field.scope = 'col';
    return field;
  }));
  return result;
}

function table(heads, rows) {
  const result = element('table');
  result.createTHead().append(row(heads, 'th'));
  result.createTBody().append(...rows.map((cells) => row(cells, 'td')));
  return result;
}

// A click outside closes the dialog. Its target is the dialog, like that of a stroke from a field to the outside and of
// a click between the fields.
export function closeOutside(dialog) {
  let begins = false;
  const isOutside = ({ target, x, y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return target === dialog && (x < left || x > right || y < top || y > bottom);
  };
  dialog.addEventListener('pointerdown', (event) => { begins = isOutside(event); });
  dialog.addEventListener('click', (event) => begins && isOutside(event) && dialog.close());
}

export function isDialogOpen() {
  return document.querySelector('dialog[open]') !== null;
}

export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
}

// ---- A new game

function showAbout() {
  byId('new-about').textContent = say().about[byId('new-rules').value] ?? '';
}

export function openNewDialog(game) {
  const { size: [w, h], rules } = game.state;
  const names = say().rulesNames;
  byId('new-rules').replaceChildren(...game.rulesNames.map((name) => new Option(names[name] ?? name, name, false, name === rules)));
  for (const [id, side] of [['new-width', w], ['new-height', h]])
    byId(id).replaceChildren(...[2, 3, 4, 5, 6, 7, 8].map((n) => new Option(n, n, false, n === side)));
  byId('new-seed').value = ''; // a seed is for one game
  byId('new-error').textContent = '';
  showAbout();
  byId('new-dialog').showModal();
  byId('new-start').focus();
}

function begin(game, options) {
  try {
    game.newGame(options);
    closeDialogs();
    game.focus();
  } catch (error) {
    byId('new-error').textContent = error.sentence ?? error.message;
  }
}

function chosenGame() {
  const options = { size: `${byId('new-width').value}x${byId('new-height').value}`, rules: byId('new-rules').value };
  const goal = byId('new-goal').value.trim(), seed = byId('new-seed').value.trim();
  if (goal) options.goal = goal;
  if (seed) options.seed = seed;
  return options;
}

// Begins the game of today, or continues it. `failed(sentence)` shows why that is not possible.
export async function openDaily(game, keeper, failed) {
  const played = dailyGame(keeper.ownGames());
  if (!played) return begin(game, dailyOptions());
  try {
    if (!await keeper.reopen(played.id)) failed(say().isOpen);
  } catch (error) {
    failed(say().badGame(error.message));
  }
  return undefined;
}

export function openMenu(keeper) {
  byId('daily-about').textContent = dailyText(keeper.ownGames());
  byId('menu-dialog').showModal();
}

function prepareNewDialog(game) {
  byId('new-rules').addEventListener('change', showAbout);
  byId('new-start').addEventListener('click', () => begin(game, chosenGame()));
  for (const id of ['new-goal', 'new-seed']) byId(id).addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    begin(game, chosenGame());
  });
}

// ---- Games and statistics

// So many games are listed at once.
const listPart = 50;

// A double click is one click: the button that takes the place of the first one is not meant.
function listButton(text, act) {
  const button = element('button', text);
  button.type = 'button';
  button.addEventListener('click', ({ detail }) => detail < 2 && act(button));
  return button;
}

// Replaces a text with a field for it until Enter, Escape, or the focus leaves it.
function edit(node, text, finish) {
  const field = element('input');
  Object.assign(field, { value: text, maxLength: 60, ariaLabel: say().rename });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape') field.value = text;
    field.blur();
  });
  field.addEventListener('blur', () => finish(field.value.trim(), field), { once: true });
  node.replaceChildren(field);
  field.select();
}

// `act(name, game, ...)` does what the buttons of the row say.
function listRow(game, act, isCurrent) {
  const words = say(), name = element('b'), small = element('small');
  const date = new Date(/^\d{4}-/.test(game.date) ? game.date : NaN); // that of a loaded record may be anything
  const began = date > 0 ? date.toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' }) : '';
  const result = game.won ? words.status.won : words.status[game.status], item = element('li');
  let title = game.name ?? '';
  const show = () => {
    name.textContent = title || kindName(game);
    small.textContent = [`${words.figures.largest} ${game.largest}`, words.moves(game.moves), result, title && kindName(game), began].filter(Boolean).join(', ');
  };
  // The row stays, so that a click which ends the renaming still meets its button.
  const rename = async (text, field) => {
    if (await act('rename', game, text)) title = text;
    if (name.contains(field)) show();
  };
  const buttons = element('div');
  buttons.append(listButton(words.open, () => act('open', game)), listButton(words.rename, () => edit(name, title, rename)),
    listButton(words.download, () => act('export', game)));
  if (!isCurrent)
    buttons.append(listButton(words.remove, (button) => {
      if (button.dataset.isSure) return act('remove', game);
      button.dataset.isSure = '1'; // the second click deletes the game
      button.textContent = words.removeSure;
      return undefined;
    }));
  show();
  item.append(name, element('b', formatted(game.score), 'n'), small, buttons);
  return item;
}

export function openGamesDialog(keeper) {
  byId('list').replaceChildren();
  showGames(keeper);
  byId('games-dialog').showModal();
}

function showGames(keeper) {
  const words = say(), games = keeper.games();
  const actions = {
    open: async ({ id }) => await keeper.reopen(id) && (closeDialogs(), true),
    rename: ({ id }, name) => keeper.rename(id, name),
    export: async ({ id }) => (download(new Blob([await keeper.recordOf(id)], { type: 'text/plain' }), `${id}.2048`), true),
    remove: ({ id }) => keeper.remove(id),
  };
  const act = async (name, ...about) => {
    let problem = '';
    try {
      if (!await actions[name](...about)) problem = words.isOpen;
    } catch (error) {
      problem = words.badGame(error.message);
    }
    if (problem || name === 'remove') showGames(keeper); // another tab may have deleted the game
    // A focus in the field or the old list is lost. It goes to the same row, or the one that took its place.
    const row = list.children[games.indexOf(about[0])] ?? list.lastChild;
    if (document.activeElement === document.body) row?.querySelector('button:nth-child(2)').focus();
    byId('games-error').textContent = problem;
    return !problem;
  };
  byId('games-error').textContent = '';
  const columns = ['kind', 'games', 'won', 'lost', 'best', 'mean', 'largest', 'moves'];
  const sums = totals(keeper.ownGames()).map((total) => columns.map((column) => String(total[column])));
  const none = element('p', words.noGames);
  byId('totals').replaceChildren(sums.length ? table(words.columns, sums) : none);
  const list = byId('list'), items = (from, to) => games.slice(from, to).map((game) => listRow(game, act, game.id === keeper.currentId));
  list.replaceChildren(...items(0, Math.max(listPart, Math.ceil(list.children.length / listPart) * listPart)));
  byId('list-more').hidden = list.children.length === games.length;
  byId('list-more').onclick = () => {
    const next = items(list.children.length, list.children.length + listPart);
    list.append(...next);
    byId('list-more').hidden = list.children.length === games.length;
    next[0].querySelector('button').focus();
  };
}

// ---- Share, export, import

function sayInShare(text) {
  byId('share-error').textContent = text;
}

// In a replay, all moves belong to the game, also those after the ply that is shown.
export async function openShareDialog(game, { isOpen: redo }) {
  byId('record').value = game.save({ redo });
  byId('share-error').textContent = '';
  byId('share-dialog').showModal();
  const card = part('card').then(({ showCard }) => showCard(game, { download, say: sayInShare })).catch((error) => sayInShare(error.message));
  byId('link').value = await linkOf(game.save({ compact: true, redo }), game.isAside);
  return card;
}

function loadText(game, text, keeper, replay) {
  const ply = replay.isOpen ? game.state.ply : null;
  try {
    replay.close();
    game.load(text);
    keeper.markForeign();
    closeDialogs();
  } catch (error) {
    if (ply !== null) replay.open(ply);
    sayInShare(error.message);
  }
}

async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy'); // pages without encryption cannot use navigator.clipboard
  }
  byId('share-error').textContent = say().copied;
}

export function download(blob, name) {
  const link = element('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function prepareShareDialog(game, keeper, replay) {
  byId('film').addEventListener('click', () => part('film').then(({ openFilm }) => openFilm(game)).catch((error) => sayInShare(error.message)));
  byId('copy-link').addEventListener('click', () => copy(byId('link')));
  byId('copy-record').addEventListener('click', () => copy(byId('record')));
  byId('download').addEventListener('click', () => download(new Blob([byId('record').value], { type: 'text/plain' }), 'game.2048'));
  byId('load').addEventListener('click', () => loadText(game, byId('record').value, keeper, replay));
  byId('open-file').addEventListener('click', () => byId('file').click());
  byId('file').addEventListener('change', async () => {
    const [file] = byId('file').files;
    byId('file').value = '';
    if (file) loadText(game, await file.text(), keeper, replay);
  });
}

// ---- Settings, help

// The name of a language in that language.
function ownName(language) {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language);
  return name[0].toLocaleUpperCase(language) + name.slice(1);
}

// The fields: their ids, the settings, and the properties that have the values.
const settingFields = [['theme', 'theme', 'value'], ['language', 'language', 'value'],
  ['animation', 'animation', 'value'], ['show-arrows', 'arrows', 'checked'], ['use-letters', 'letters', 'checked'],
  ['sound', 'sound', 'checked'], ['haptics', 'haptics', 'checked']];

export function openSettingsDialog() {
  for (const [id, name, property] of settingFields) byId(id)[property] = settings()[name];
  byId('settings-dialog').showModal();
}

function prepareSettingsDialog() {
  byId('language').append(...['en', ...languageNames].map((name) => new Option(ownName(name), name)));
  for (const [id, name, property] of settingFields)
    byId(id).addEventListener('change', () => changeSettings({ [name]: byId(id)[property] }));
  byId('haptics-row').hidden = !navigator.vibrate;
  byId('sound').addEventListener('change', ({ target }) => {
    if (target.checked) part('feel').then(({ sample }) => sample()).catch(() => {}); // the page reports why
  });
}

export function openHelpDialog() {
  byId('keys').replaceChildren(...say().keys.map(([keys, what]) => {
    const result = element('tr');
    const head = element('th');
    head.scope = 'row';
    head.append(element('kbd', keys));
    result.append(head, element('td', what));
    return result;
  }));
  byId('help-dialog').showModal();
}

export function prepareDialogs(game, keeper, replay) {
  byId('insights').addEventListener('click', () => part('insights').then(({ openInsights }) => openInsights(game, keeper))
    .catch((error) => { byId('games-error').textContent = error.message; }));
  prepareNewDialog(game);
  prepareShareDialog(game, keeper, replay);
  prepareSettingsDialog();
  for (const dialog of document.querySelectorAll('dialog'))
    closeOutside(dialog);
}
