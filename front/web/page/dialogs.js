// The dialogs: their contents and the actions of their buttons.
import { say } from './words.js';
import { settings, changeSettings } from './settings.js';
import { linkOf } from './link.js';
import { prepareCard, showCard } from './card.js';
import { totals, kindOf, kindName } from './statistics.js';
import { languageNames } from '../component/address.js';

export function byId(id) {
  return document.getElementById(id);
}

function element(name, text, className) {
  const result = document.createElement(name);
  result.textContent = text;
  if (className) result.className = className;
  return result;
}

// `numbers` are the indices of the columns that are aligned to the right.
function row(cells, name, numbers) {
  const result = document.createElement('tr');
  result.append(...cells.map((cell, i) => {
    const field = element(name, '', numbers.includes(i) ? 'n' : '');
    field.append(cell);
    if (name === 'th') field.scope = 'col';
    return field;
  }));
  return result;
}

function table(heads, rows, numbers) {
  const result = document.createElement('table');
  result.createTHead().append(row(heads, 'th', numbers));
  result.createTBody().append(...rows.map((cells) => row(cells, 'td', numbers)));
  return result;
}

export function isDialogOpen() {
  return document.querySelector('dialog[open]') !== null;
}

export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
}

// ---- A new game

// The seed of the daily game is the date, so everybody gets the same game.
function dailySeed() {
  const now = new Date();
  return now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate();
}

function showAbout() {
  byId('new-about').textContent = say().about[byId('new-rules').value] ?? '';
}

export function openNewDialog(game) {
  const { w, h, rules } = game.state;
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

// Begins the game of today, or continues it.
export async function openDaily(game, keeper) {
  const seed = dailySeed();
  const played = keeper.games().find((one) => one.seed === String(seed) && kindOf(one) === '4 × 4, classic');
  if (!played || !await keeper.reopen(played.id)) begin(game, { size: '4', rules: 'classic', seed });
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

function listRow(game, open) {
  const words = say();
  const button = element('button', words.open);
  button.type = 'button';
  button.addEventListener('click', () => open(game));
  const began = game.date ? new Date(game.date).toLocaleString(document.documentElement.lang) : '';
  const result = game.won ? words.status.won : words.status[game.status];
  return [button, String(game.score), String(game.largest), String(game.moves), result, kindName(game), began];
}

export function openGamesDialog(keeper) {
  const words = say(), games = keeper.games();
  const open = async ({ id }) => {
    try {
      if (await keeper.reopen(id)) closeDialogs();
      else byId('games-error').textContent = words.isOpen;
    } catch (error) {
      byId('games-error').textContent = words.badGame(error.message);
    }
  };
  byId('games-error').textContent = '';
  const columns = ['kind', 'games', 'won', 'lost', 'best', 'mean', 'largest', 'moves'];
  const sums = totals(games).map((total) => columns.map((column) => String(total[column])));
  const none = element('p', words.noGames);
  byId('totals').replaceChildren(games.length ? table(words.columns, sums, [1, 2, 3, 4, 5, 6, 7]) : none);
  const rows = games.slice(0, 200).map((game) => listRow(game, open));
  byId('list').replaceChildren(...(games.length ? [table(words.listColumns, rows, [1, 2, 3])] : []));
  byId('games-dialog').showModal();
}

// ---- Share, export, import

export async function openShareDialog(game, keeper) {
  byId('record').value = game.save();
  byId('share-error').textContent = '';
  byId('share-dialog').showModal();
  showCard(game, keeper);
  byId('link').value = await linkOf(game.save({ compact: true }));
}

function loadText(game, text) {
  try {
    game.load(text);
    closeDialogs();
  } catch (error) {
    byId('share-error').textContent = error.message;
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
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function prepareShareDialog(game) {
  prepareCard({ download, say: (text) => { byId('share-error').textContent = text; } });
  byId('copy-link').addEventListener('click', () => copy(byId('link')));
  byId('copy-record').addEventListener('click', () => copy(byId('record')));
  byId('download').addEventListener('click', () => download(new Blob([byId('record').value], { type: 'text/plain' }), 'game.2048'));
  byId('load').addEventListener('click', () => loadText(game, byId('record').value));
  byId('open-file').addEventListener('click', () => byId('file').click());
  byId('file').addEventListener('change', async () => {
    const [file] = byId('file').files;
    byId('file').value = '';
    if (file) loadText(game, await file.text());
  });
}

// ---- Settings, help

// The name of a language in that language.
function ownName(language) {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language);
  return name[0].toLocaleUpperCase(language) + name.slice(1);
}

export function openSettingsDialog() {
  const { theme, language, arrows, letters } = settings();
  byId('theme').value = theme;
  byId('language').value = language;
  byId('show-arrows').checked = arrows;
  byId('use-letters').checked = letters;
  byId('settings-dialog').showModal();
}

function prepareSettingsDialog() {
  byId('theme').addEventListener('change', () => changeSettings({ theme: byId('theme').value }));
  byId('language').addEventListener('change', () => changeSettings({ language: byId('language').value }));
  byId('language').append(...['en', ...languageNames].map((name) => new Option(ownName(name), name)));
  byId('use-letters').addEventListener('change', () => changeSettings({ letters: byId('use-letters').checked }));
  byId('show-arrows').addEventListener('change', () => changeSettings({ arrows: byId('show-arrows').checked }));
}

export function openHelpDialog() {
  byId('keys').replaceChildren(...say().keys.map(([keys, what]) => {
    const result = document.createElement('tr');
    const head = element('th', '');
    head.scope = 'row';
    head.append(element('kbd', keys));
    result.append(head, element('td', what));
    return result;
  }));
  byId('help-dialog').showModal();
}

export function prepareDialogs(game) {
  prepareNewDialog(game);
  prepareShareDialog(game);
  prepareSettingsDialog();
  for (const dialog of document.querySelectorAll('dialog'))
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close()); // a click outside
}
