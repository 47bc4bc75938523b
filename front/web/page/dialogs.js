// The dialogs: what they show when they open, and what their buttons do.
import { say } from './words.js';
import { settings, changeSettings } from './settings.js';
import { linkOf } from './link.js';
import { totals, kindOf } from './statistics.js';

export function at(id) {
  return document.getElementById(id);
}

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

// The columns with an index in `numbers` stand to the right.
function row(cells, name, numbers) {
  const made = document.createElement('tr');
  made.append(...cells.map((cell, i) => {
    const field = element(name, '', numbers.includes(i) ? 'n' : '');
    field.append(cell);
    if (name === 'th') field.scope = 'col';
    return field;
  }));
  return made;
}

function table(heads, rows, numbers) {
  const made = document.createElement('table');
  made.createTHead().append(row(heads, 'th', numbers));
  made.createTBody().append(...rows.map((cells) => row(cells, 'td', numbers)));
  return made;
}

export function isDialogOpen() {
  return document.querySelector('dialog[open]') !== null;
}

export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
}

// ---- A new game

// Where the seed comes from the date everybody gets the same game.
function dailySeed() {
  const now = new Date();
  return now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate();
}

function showAbout() {
  at('new-about').textContent = say().about[at('new-rules').value] ?? '';
}

export function openNewDialog(game) {
  const { w, h, rules } = game.state;
  at('new-rules').replaceChildren(...game.rulesNames.map((name) => new Option(name, name, false, name === rules)));
  if (w === h && w >= 3) at('new-size').value = String(w);
  at('new-error').textContent = '';
  showAbout();
  at('new-dialog').showModal();
  at('new-start').focus();
}

function begin(game, options) {
  try {
    game.newGame(options);
    closeDialogs();
    game.focus();
  } catch (error) {
    at('new-error').textContent = error.sentence ?? error.message;
  }
}

function chosenGame() {
  const options = { size: at('new-size').value, rules: at('new-rules').value };
  const goal = at('new-goal').value.trim(), seed = at('new-seed').value.trim();
  if (goal) options.goal = goal;
  if (seed) options.seed = seed;
  return options;
}

function prepareNewDialog(game, keeper) {
  at('new-rules').addEventListener('change', showAbout);
  at('new-start').addEventListener('click', () => begin(game, chosenGame()));
  at('new-daily').addEventListener('click', async () => {
    const seed = dailySeed();
    const played = keeper.games().find((one) => one.seed === String(seed) && kindOf(one) === '4 × 4, classic');
    if (!played || !await keeper.reopen(played.id)) begin(game, { size: '4', rules: 'classic', seed });
    closeDialogs();
  });
  for (const id of ['new-goal', 'new-seed']) at(id).addEventListener('keydown', (event) => {
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
  return [button, String(game.score), String(game.largest), String(game.moves), result, kindOf(game), began];
}

export function openGamesDialog(keeper) {
  const words = say(), games = keeper.games();
  const open = async ({ id }) => {
    try {
      if (await keeper.reopen(id)) closeDialogs();
      else at('games-error').textContent = words.isOpen;
    } catch (error) {
      at('games-error').textContent = words.badGame(error.message);
    }
  };
  at('games-error').textContent = '';
  const sums = totals(games).map((t) => [t.kind, t.games, t.won, t.lost, t.best, t.mean, t.largest, t.moves].map(String));
  const none = element('p', words.noGames);
  at('totals').replaceChildren(games.length ? table(words.columns, sums, [1, 2, 3, 4, 5, 6, 7]) : none);
  const rows = games.slice(0, 200).map((game) => listRow(game, open));
  at('list').replaceChildren(...(games.length ? [table(words.listColumns, rows, [1, 2, 3])] : []));
  at('games-dialog').showModal();
}

// ---- Share, export, import

export async function openShareDialog(game) {
  at('record').value = game.save();
  at('share-error').textContent = '';
  at('share-dialog').showModal();
  at('link').value = await linkOf(game.save({ compact: true }));
}

function loadText(game, text) {
  try {
    game.load(text);
    closeDialogs();
  } catch (error) {
    at('share-error').textContent = error.message;
  }
}

async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand('copy'); // pages without encryption have no clipboard of their own
  }
  at('share-error').textContent = say().copied;
}

function download(text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'game.2048';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function prepareShareDialog(game) {
  at('copy-link').addEventListener('click', () => copy(at('link')));
  at('copy-record').addEventListener('click', () => copy(at('record')));
  at('download').addEventListener('click', () => download(at('record').value));
  at('load').addEventListener('click', () => loadText(game, at('record').value));
  at('open-file').addEventListener('click', () => at('file').click());
  at('file').addEventListener('change', async () => {
    const [file] = at('file').files;
    at('file').value = '';
    if (file) loadText(game, await file.text());
  });
}

// ---- Settings, help

export function openSettingsDialog() {
  const { theme, language, arrows } = settings();
  at('theme').value = theme;
  at('language').value = language;
  at('show-arrows').checked = arrows;
  at('settings-dialog').showModal();
}

function prepareSettingsDialog() {
  at('theme').addEventListener('change', () => changeSettings({ theme: at('theme').value }));
  at('language').addEventListener('change', () => changeSettings({ language: at('language').value }));
  at('show-arrows').addEventListener('change', () => changeSettings({ arrows: at('show-arrows').checked }));
}

export function openHelpDialog() {
  at('keys').replaceChildren(...say().keys.map(([keys, what]) => {
    const made = document.createElement('tr');
    const head = element('th', '');
    head.scope = 'row';
    head.append(element('kbd', keys));
    made.append(head, element('td', what));
    return made;
  }));
  at('help-dialog').showModal();
}

export function prepareDialogs(game, keeper) {
  prepareNewDialog(game, keeper);
  prepareShareDialog(game);
  prepareSettingsDialog();
  for (const dialog of document.querySelectorAll('dialog'))
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close()); // beside it
}
