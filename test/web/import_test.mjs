// Import: every format that the library reads, by files, by dropping and by pasting. The input is that of
// test/e2e/convert_test.py, whose encoders follow the descriptions of the formats and share nothing with the decoders.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './browser.mjs';
import { begin, boardOf, choose, closed, middleGame, press, ready, reviewed, shows, stateOf } from './known.mjs';

const script = `
import base64, json, sys
sys.path.insert(0, sys.argv[1])
from convert_test import ENCODERS, Game, state
games = [Game(seed, most=40 + seed) for seed in range(3)]
files = {name: (b"" if name == "rpl" else b"\\n").join(map(encode, games)) for name, encode in ENCODERS.items()}
files["state"] = json.dumps(state([11, 1, 0, 3] + [0] * 12, 4, 4, 23456, True)).encode()
files["hex"] = b"0123456789abcdef\\r\\nAA00000000000000\\n"
print(json.dumps({"files": {name: base64.b64encode(data).decode() for name, data in files.items()},
                  "games": [[game.score, 2 ** max(game.last), len(game.moves), game.last] for game in games]}))`;

function encoded() {
  const found = JSON.parse(execFileSync(process.env.PYTHON ?? 'python3', ['-c', script, join(root, 'test/e2e')], { encoding: 'utf8' }));
  return { games: found.games, files: Object.entries(found.files).map(([name, data]) => (
    { name: `${name}.txt`, mimeType: 'application/octet-stream', buffer: Buffer.from(data, 'base64') })) };
}

async function openImport(page) {
  await choose(page, 'games');
  await page.click('#import');
  await page.waitForSelector('#import-dialog[open]');
}

const choosing = (page, files) => page.locator('#import-dialog input[type=file]').setInputFiles(files);
const items = (page) => page.$$eval('#import-dialog .list > li', (all) => all.map((one) => one.innerText));
const main = (page) => page.locator('#import-dialog .end button');
const number = (value) => value.toLocaleString('en-GB');

// Sends an event of dropping or pasting with a file or a text.
function give(page, kind, { name = null, text }) {
  return page.evaluate(([event, file, content]) => {
    const data = new DataTransfer();
    if (file) data.items.add(new File([content], file));
    else data.setData('text/plain', content);
    const init = { bubbles: true, cancelable: true };
    document.body.dispatchEvent(event === 'drop' ? new DragEvent('drop', { ...init, dataTransfer: data })
      : new ClipboardEvent('paste', { ...init, clipboardData: data }));
  }, [kind, name, text]);
}

export const tests = {
  'a byte order mark before a record or JSON is skipped': async (t) => {
    const page = await t.open(), mark = Buffer.from([0xef, 0xbb, 0xbf]), state = encoded().files.find(({ name }) => name === 'state.txt');
    await openImport(page);
    await choosing(page, [Buffer.from(middleGame), state.buffer].map((text, i) => (
      { name: `${i}.2048`, mimeType: 'text/plain', buffer: Buffer.concat([mark, text]) })));
    await page.waitForFunction(() => document.querySelectorAll('#import-dialog .list > li').length === 2);
    for (const text of await items(page)) assert.match(text, /1 game/);
  },

  'every format: what was found, then all games are in the list and can be opened': async (t) => {
    const page = await t.open(), { files, games } = encoded();
    await openImport(page);
    await choosing(page, files);
    await page.waitForFunction((count) => document.querySelectorAll('#import-dialog .list > li').length === count, files.length);
    const found = Object.fromEntries(files.map(({ name }, i) => [name.split('.')[0], i])), texts = await items(page);
    for (const [name, title] of Object.entries({ league: '2048league', verse: '2048verse', rpl: '2048EndgameTablebase', next: '2048-next' })) {
      assert.match(texts[found[name]], new RegExp(`^${name}.txt ${title}, 3 games`));
      for (const [score, largest, moves] of games)
        assert.ok(texts[found[name]].includes(`${number(score)} points, largest tile ${largest}, ${moves} moves`), `${name}: ${texts[found[name]]}`);
    }
    assert.match(texts[found.state], /position of the original game, 1 game\n.*23,456 points, largest tile 2048, 0 moves/);
    assert.match(texts[found.hex], /position in hex, 2 games\n.*largest tile 32768.*\n.*largest tile 1024/);
    await main(page).filter({ hasText: 'Import 6 games' }).click(); // the four formats hold the same three games
    await shows(page, '#import-dialog .done', '6 games were imported.');
    await main(page).filter({ hasText: 'Show all games' }).click();
    assert.equal(await page.locator('#list li').count(), 6);
    assert.equal(await page.textContent('#best'), '0'); // games of others do not count
    await shows(page, '#totals', /There is no game/);
    const [score, , moves, last] = games[1];
    await page.locator('#list li', { hasText: `${moves} moves` }).getByRole('button', { name: 'Open' }).click();
    await closed(page);
    const state = await stateOf(page);
    assert.deepEqual([state.score, state.moves], [score, moves]);
    assert.deepEqual(state.board.flat(), last.map((rank) => (rank ? 2 ** rank : 0)));
    await press(page, ['u']);
    await page.reload();
    await ready(page);
    assert.equal((await stateOf(page)).moves, moves - 1);
  },

  'own records, known games, and what cannot be read': async (t) => {
    const page = await t.open(), plain = reviewed.replace('helped 56\n', '');
    await openImport(page);
    await choosing(page, [{ name: 'good.2048', mimeType: 'text/plain', buffer: Buffer.from(plain + reviewed) },
      { name: 'bad.2048', mimeType: 'text/plain', buffer: Buffer.from(plain.replace('score 336', 'score 337')) },
      { name: 'league.txt', mimeType: 'text/plain', buffer: Buffer.from('replay_  ') },
      { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }]);
    await page.waitForFunction(() => document.querySelectorAll('#import-dialog .list > li').length === 4);
    const [good, bad, league, nothing] = await items(page);
    assert.match(good, /^good.2048 game record, 2 games\n.*336 points, largest tile 32, 56 moves/);
    assert.match(bad, /^bad.2048\s+line \d+, column \d+: .*337/);
    assert.match(league, /^league.txt 2048league\s+byte 8: a tile appears on an occupied cell/);
    assert.match(nothing, /^nothing.txt\s+The file is empty\./);
    await page.getByLabel('These are my own games').check();
    await main(page).filter({ hasText: 'Import 2 games' }).click();
    await shows(page, '#import-dialog .done', '2 games were imported.');
    assert.equal(await page.textContent('#best'), '336');
    await main(page).filter({ hasText: 'Show all games' }).click();
    await shows(page, '#totals', /4 × 4, Classic.*336/);
    await page.keyboard.press('Escape');
    await page.reload();
    await ready(page);
    assert.equal(await page.textContent('#best'), '336');
    await give(page, 'paste', { text: plain });
    await shows(page, '#import-dialog .list', /Pasted text game record, 1 game.*already in the list/s);
    assert.equal(await main(page).isVisible(), false);
    await give(page, 'paste', { text: '2 4 8 16' });
    await shows(page, '#import-dialog .list', /Pasted text\s*line 1, column 1: /);
  },

  'the record of a game that was played here is known': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    await press(page, ['ArrowLeft', 'ArrowDown', 'ArrowLeft']);
    const record = await page.evaluate(() => document.querySelector('eleven-2048').save());
    await openImport(page);
    await give(page, 'paste', { text: record });
    await shows(page, '#import-dialog .list', /already in the list/);
    await page.getByLabel('These are my own games').check();
    await shows(page, '#import-dialog .list', /already in the list/);
    assert.equal(await main(page).isVisible(), false);
  },

  'several games of which some are bad: the others are imported, and each bad one is named': async (t) => {
    const page = await t.open(), { files, games } = encoded();
    const text = (name) => files.find((file) => file.name === `${name}.txt`).buffer.toString('latin1');
    const wrong = reviewed.replace('score 336', 'score 337'), cut = reviewed.replace('1. U2@a4', '1. X2@a4');
    const lines = text('league').trimEnd().split('\n');
    lines.splice(1, 0, 'replay_  ', '');
    const offset = lines[0].length + 2;
    await openImport(page);
    await choosing(page, [{ name: 'records.2048', mimeType: 'text/plain', buffer: Buffer.from(wrong + reviewed + cut + middleGame) },
      { name: 'lines.txt', mimeType: 'text/plain', buffer: Buffer.from(`\n${lines.join('\n')}`, 'latin1') },
      { name: 'bad.2048', mimeType: 'text/plain', buffer: Buffer.from(wrong.repeat(10)) }]);
    await page.waitForFunction(() => document.querySelectorAll('#import-dialog .list > li').length === 3);
    const [records, league, bad] = await items(page), line = reviewed.split('\n').length - 1;
    const at = (part) => reviewed.split('\n').findIndex((one) => one.startsWith(part)) + 1;
    assert.match(records, /^records.2048 game record, 2 games\n.*336 points, largest tile 32, 56 moves.*\n.*largest tile 2048, 0 moves/);
    assert.match(records, new RegExp(`Game 1: line ${at('score')}, column \\d+: .*337`));
    assert.match(records, new RegExp(`Game 3: line ${2 * line + at('1. ')}, column \\d+: .*X`));
    assert.match(league, new RegExp(`^lines.txt 2048league, 3 games\n[^]*Game 2: byte ${offset + 8}: a tile appears on an occupied cell`));
    assert.ok(games.every(([score]) => league.includes(`${number(score)} points`)));
    assert.match(bad, /^bad.2048[^]*Game 8: line \d+[^]*and 2 more/);
    await main(page).filter({ hasText: 'Import 5 games' }).click();
    await shows(page, '#import-dialog .done', '5 games were imported.');
  },

  'many games: the page shows how far it is and answers meanwhile, and a closed dialog ends the reading': async (t) => {
    const page = await t.open(), count = 8000;
    const lines = Array.from({ length: count }, (none, i) => `0000000000${(i + 0x100000).toString(16)}\n`.replace(/0(?=.{7}$)/, '5'));
    const file = { name: 'many.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('')) };
    await openImport(page);
    const seen = await page.evaluateHandle(() => {
      const values = [], bar = document.querySelector('#import-dialog progress');
      new MutationObserver(() => values.push(bar.hidden ? null : bar.value)).observe(bar, { attributes: true });
      return values;
    });
    await choosing(page, [file]);
    await shows(page, '#import-dialog .list', /many.txt position in hex, 8000 games/);
    const values = await seen.jsonValue(), parts = values.slice(0, -1);
    assert.ok(parts.length > 1 && parts.every((part, i) => part > (parts[i - 1] ?? 0) && part < 1), String(values));
    assert.equal(values.at(-1), null);
    await page.getByLabel('These are my own games').check();
    await main(page).filter({ hasText: 'Import 8000 games' }).waitFor();
    await choosing(page, [{ ...file, name: 'again.txt' }]);
    await page.locator('#import-dialog progress').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForSelector('#import-dialog', { state: 'detached' });
    await openImport(page);
    assert.deepEqual(await items(page), []);
    await give(page, 'paste', { text: '0123456789abcdef\n' });
    await shows(page, '#import-dialog .list', /Pasted text position in hex, 1 game/);
  },

  'two files with one name, and two texts: both are imported; the same once more is there once': async (t) => {
    const page = await t.open();
    await openImport(page);
    const file = (text) => ({ name: 'game.2048', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await choosing(page, [file(reviewed), file(middleGame), file(reviewed)]);
    for (const text of ['2 4 8', '0123456789abcdef\n', 'AA00000000000000\n']) await give(page, 'paste', { text });
    await page.waitForFunction(() => document.querySelectorAll('#import-dialog .list > li').length === 4);
    await main(page).filter({ hasText: 'Import 4 games' }).waitFor();
  },

  'a file that cannot be read is named, and the others are imported': async (t) => {
    const page = await t.open();
    await page.evaluate(() => {
      const read = File.prototype.arrayBuffer;
      File.prototype.arrayBuffer = function arrayBuffer() {
        return this.name === 'gone.2048' ? Promise.reject(new Error('the stick is gone')) : read.call(this);
      };
    });
    await choose(page, 'games');
    await page.click('#import');
    const files = ['gone.2048', 'here.2048'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(reviewed) }));
    await page.locator('#import-dialog input[type=file]').setInputFiles(files);
    await shows(page, '#import-dialog .list', /gone.2048\s*the stick is gone.*here.2048 game record, 1 game/s);
  },

  'dropped files and pasted text; the running game stays': async (t) => {
    const page = await t.open();
    await press(page, ['ArrowUp', 'ArrowLeft']);
    const board = await boardOf(page);
    const own = page.getByLabel('These are my own games');
    await give(page, 'paste', { text: 'Dear Bob,\nplay with me.' });
    await shows(page, '#import-dialog .list', /Pasted text\s*line 1, column 1: /);
    assert.equal(await own.isVisible(), false);
    await give(page, 'drop', { name: 'game.2048', text: reviewed });
    await own.waitFor();
    await shows(page, '#import-dialog .list', /game.2048 game record, 1 game/);
    await give(page, 'paste', { text: '0123456789abcdef\n' });
    await shows(page, '#import-dialog .list', /Pasted text position in hex/);
    await page.locator('#import-dialog textarea').fill('replay_  ');
    await page.getByRole('button', { name: 'Read the text' }).click();
    await shows(page, '#import-dialog .list', /Pasted text position in hex.*Pasted text 2048league.*byte 8/s);
    await main(page).filter({ hasText: 'Import 2 games' }).click();
    await shows(page, '#import-dialog .done', '2 games were imported.');
    await page.keyboard.press('Escape');
    assert.deepEqual(await boardOf(page), board);
  },
};
