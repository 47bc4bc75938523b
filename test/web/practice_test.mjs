// The board editor, practice and drills: nothing of them counts, and the game of the page is not touched.
import assert from 'node:assert/strict';
import { boardOf, choose, known, load, press, ready, reviewed, shows, stateOf } from './known.mjs';
import { rows } from './saved.mjs';

const button = (page, name) => page.getByRole('button', { name, exact: true });
const cell = (page, x, y) => page.locator('.editor-board button').nth(4 * (y - 1) + x - 1);

async function openEditor(page) {
  await choose(page, 'practice');
  await page.waitForSelector('#editor-dialog[open]');
}

async function paste(page, text) {
  await page.locator('#editor-dialog textarea').fill(text);
  await page.locator('#editor-dialog textarea').blur();
}

const textOf = (page) => page.inputValue('#editor-dialog textarea');

// Waits until the rows are as they should be.
async function until(page, kind, isRight) {
  for (let tries = 0; !isRight(await rows(page, kind)); tries++) {
    assert.ok(tries < 500, `the ${kind} are not as they should be`);
    await page.waitForTimeout(20);
  }
}

// What practice must not change.
const saved = async (page) => JSON.stringify([await rows(page, 'games'), await rows(page, 'records')]);

async function playSome(page) {
  await page.evaluate(() => document.querySelector('eleven-2048').newGame({ seed: 42, size: '4', rules: 'classic' }));
  await press(page, known.keys);
  await until(page, 'games', (games) => games.some(({ moves }) => moves === known.keys.length));
}

const positionOf = (page) => page.evaluate(() => document.querySelector('eleven-2048').position());
const keyOf = (direction) => `Arrow${direction[0].toUpperCase()}${direction.slice(1)}`;

export const tests = {
  'a game that cannot be opened does not end practice': async (t) => {
    const context = await t.context(), one = await t.visit(context);
    await playSome(one);
    const page = await t.visit(context);
    await openEditor(page);
    await button(page, 'Play from here').click();
    await press(page, known.keys);
    await choose(page, 'games');
    await page.locator('#list li', { hasText: `${known.keys.length} moves,` }).getByRole('button', { name: 'Open' }).click();
    await shows(page, '#games-error', /another tab/i);
    assert.equal(await page.evaluate(() => document.querySelector('eleven-2048').isAside), true);
    await page.keyboard.press('Escape');
    await page.reload();
    await ready(page);
    assert.equal(await page.evaluate(() => document.querySelector('eleven-2048').isAside), true);
  },

  'only a click outside closes a dialog': async (t) => {
    const page = await t.open();
    await openEditor(page);
    const dialog = await page.locator('#editor-dialog').boundingBox(), field = await page.locator('#editor-dialog textarea').boundingBox();
    const isOpen = () => page.isVisible('#editor-dialog');
    for (const end of [dialog.y + dialog.height - 5, dialog.y - 30]) { // a stroke that selects text
      await page.mouse.move(field.x + 20, field.y + 12);
      await page.mouse.down();
      await page.mouse.move(field.x + 20, end, { steps: 4 });
      await page.mouse.up();
      assert.equal(await isOpen(), true, `a stroke to ${end}`);
    }
    await page.mouse.click(dialog.x + 4, dialog.y + dialog.height / 2); // the padding
    assert.equal(await isOpen(), true);
    await page.mouse.click(dialog.x + dialog.width / 2, dialog.y / 2); // above it
    assert.equal(await isOpen(), false);
  },

  'practice takes another language': async (t) => {
    const page = await t.open();
    await openEditor(page);
    await button(page, 'Play from here').click();
    await page.locator('#bars').waitFor();
    await choose(page, 'settings');
    await page.selectOption('#language', 'de');
    await shows(page, '#undo', 'Zurück');
    await shows(page, '#aside', /Stellung ändern/);
    await shows(page, '#advice-unit', /Punkte/);
    assert.match(await page.textContent('#bars .best .unseen'), /, .*: $/);
  },

  'the editor: taps, keys, size, rules, text, undo': async (t) => {
    const page = await t.open();
    await playSome(page);
    await openEditor(page);
    assert.equal(await textOf(page), '4 . 4 8 / 2 . . 2 / . . . . / . . . .'); // it begins with the position on the board
    await button(page, 'Clear the board').click();
    assert.equal(await textOf(page), '. . . . / . . . . / . . . . / . . . .');
    await shows(page, '#editor-dialog .error', 'The board needs a tile.');
    await page.getByRole('radio', { name: '64', exact: true }).click();
    await cell(page, 2, 1).click();
    await cell(page, 3, 1).click();
    await cell(page, 3, 1).click(); // a second tap removes the tile
    await press(page, ['ArrowDown', '+', '+', '+', '-', 'ArrowRight', 'Enter', 'ArrowLeft', 'ArrowLeft', '=', 'Delete']);
    assert.equal(await textOf(page), '. 64 . . / . . 4 64 / . . . . / . . . .');
    assert.equal(await cell(page, 4, 2).getAttribute('aria-label'), 'column 4, row 2: 64');
    await button(page, 'Undo').last().click();
    assert.equal(await textOf(page), '. 64 . . / . 2 4 64 / . . . . / . . . .');
    await button(page, 'Undo').last().click();
    await page.getByLabel('Width').last().selectOption('3');
    await page.getByLabel('Height').last().selectOption('5');
    assert.equal(await textOf(page), '. 64 . / . . 4 / . . . / . . . / . . .');
    await page.getByLabel('Rules').last().selectOption('fibonacci');
    assert.equal(await textOf(page), '. 13 . / . . 2 / . . . / . . . / . . .');
    await paste(page, '1 2 .\n5 8 13');
    assert.equal(await textOf(page), '1 2 . / 5 8 13');
    assert.equal(await page.getByLabel('Height').last().inputValue(), '2');
    await paste(page, '1 2 4');
    await shows(page, '#editor-dialog .error', "This is not a position: no tile of these rules has the number '4'.");
    await paste(page, '1 2 5 8');
    await page.getByLabel('Width').last().selectOption('3');
    assert.equal(await textOf(page), '1 2 5');
    await paste(page, '0123456789abcdef');
    assert.equal(await textOf(page), '. 2 4 8 / 16 32 64 128 / 256 512 1024 2048 / 4096 8192 16384 32768');
    await paste(page, '2 4 / 8 16');
    await shows(page, '#editor-dialog .error', 'No tile can move.');
    await button(page, 'Play from here').click({ force: true });
    assert.equal(await page.isVisible('#editor-dialog'), true); // an impossible position cannot be played
    await cell(page, 1, 1).focus();
    await page.evaluate((text) => { // Ctrl-V outside of the text
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, '2 2 2 / 2 2 2');
    await page.waitForFunction(() => document.querySelectorAll('.editor-board button').length === 6);
    await paste(page, reviewed);
    assert.match(await textOf(page), /^\S+( \S+){3}( \/ \S+( \S+){3}){3}$/);
  },

  'a reload while the editor is open loses nothing': async (t) => {
    const page = await t.open();
    await openEditor(page);
    await paste(page, '2 4 8 . / . . . . / . . . . / . . . 1024');
    await page.reload();
    await ready(page);
    await openEditor(page);
    assert.equal(await textOf(page), '2 4 8 . / . . . . / . . . . / . . . 1024');
    await page.keyboard.press('Escape');
    await openEditor(page);
    assert.notEqual(await textOf(page), '2 4 8 . / . . . . / . . . . / . . . 1024');
    await page.reload();
    await ready(page);
    await press(page, known.keys); // the draft was for another position
    await openEditor(page);
    assert.equal(await textOf(page), (await boardOf(page)).map((row) => row.map((value) => value || '.').join(' ')).join(' / '));
  },

  'what has the focus in the editor is not below its last row': async (t) => {
    for (const viewport of [{ width: 320, height: 480 }, { width: 360, height: 640 }]) {
      const page = await t.open({ viewport }), hidden = [];
      await openEditor(page);
      await page.waitForSelector('#editor-dialog .advice ul:not([hidden])');
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab');
        hidden.push(...await page.evaluate(() => {
          const at = document.activeElement, dialog = at.closest('#editor-dialog');
          if (!dialog || at === dialog) return [];
          const { left, right, top, bottom } = at.getBoundingClientRect(), above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return above && (at.contains(above) || above.contains(at)) ? [] : [at.outerHTML.slice(0, 60)];
        }));
      }
      assert.deepEqual([...new Set(hidden)], []);
    }
  },

  'practice and drills have fixed places too': async (t) => {
    for (const [width, height] of [[320, 256], [390, 844], [1280, 800]]) {
      const page = await t.open({ viewport: { width, height } });
      const places = () => page.evaluate(() => ['#game', 'h1', '.actions', '.line', '#slot'].map((at) => (
        Object.values(document.querySelector(at).getBoundingClientRect().toJSON()).map(Math.round).join())));
      const before = await places();
      await openEditor(page);
      await button(page, 'Play from here').click();
      await page.waitForSelector('#bars:not([hidden])');
      assert.deepEqual(await places(), before);
      await rows(page, 'drills', [{ id: 'eleven game 1\nrules classic\nsize 4x4\nboard 2 2 . . / . . . . / . . . . / . . . .\n',
        values: { up: null, right: 10, down: 5, left: 10 }, best: 'left', score: 0, inPoints: true, box: 0, due: 0 }]);
      await choose(page, 'drills');
      await shows(page, '#aside', 'Position 1 of 1');
      await press(page, ['ArrowDown']);
      await page.waitForSelector('#bars:not([hidden])');
      assert.deepEqual(await places(), before);
      const wide = await page.evaluate(() => [...document.querySelectorAll('#aside, #aside *, #notice-act')].map((node) => node.getBoundingClientRect())
        .filter(({ left, right }) => left < 0 || right > innerWidth).length);
      assert.equal(wide, 0);
      await page.close();
    }
  },

  'practice changes nothing that is saved; one button returns to the game, also after a reload': async (t) => {
    const page = await t.open();
    await playSome(page);
    const before = await saved(page), best = await page.textContent('#best'), state = await stateOf(page);
    await openEditor(page);
    await paste(page, '1024 1024 . . / . . . . / . . . . / . . . 2');
    await button(page, 'Play from here').click();
    await shows(page, '#notice', 'Practice');
    await press(page, ['ArrowLeft', 'ArrowDown']);
    assert.ok((await stateOf(page)).score >= 2048);
    assert.equal(await page.textContent('#best'), best);
    await page.waitForSelector('#bars:not([hidden])'); // the values of all directions, as with a hint
    await page.waitForFunction(() => document.querySelector('eleven-2048').shadowRoot.querySelector('[data-moves]'));
    await until(page, 'sittings', ([sitting]) => /L\S+ D/.test(sitting.aside?.text));
    const board = await boardOf(page);
    await page.reload();
    await ready(page);
    await shows(page, '#notice', 'Practice');
    assert.deepEqual(await boardOf(page), board); // not even practice is lost
    await choose(page, 'games');
    assert.equal(await page.locator('#list li').count(), 1);
    assert.equal(await page.locator('#list').getByRole('button', { name: 'Delete' }).count(), 0); // the game to return to
    await page.keyboard.press('Escape');
    await choose(page, 'share');
    await page.waitForFunction(() => /#practice=/.test(document.querySelector('#link').value));
    await page.keyboard.press('Escape');
    await press(page, ['u', 'u']);
    assert.equal((await stateOf(page)).canUndo, false); // undo stays inside
    await button(page, 'Start again').click();
    assert.equal((await stateOf(page)).board[0][0], 1024);
    assert.equal(await saved(page), before);
    await button(page, 'Back to the game').click();
    assert.deepEqual({ ...await stateOf(page), date: null }, { ...state, date: null });
    assert.equal(await page.isVisible('#aside'), false);
    assert.equal(await saved(page), before);
    await page.reload();
    await ready(page);
    assert.deepEqual(await boardOf(page), known.afterEight);
    await press(page, ['u']);
    assert.deepEqual(await boardOf(page), known.afterSeven);
  },

  'a damaged practice game is reported once, and the game is there': async (t) => {
    const page = await t.open();
    await playSome(page);
    const [sitting] = await rows(page, 'sittings');
    await rows(page, 'sittings', [{ ...sitting, aside: { start: 'xx', text: 'xx', ply: 0 } }]);
    await page.reload();
    await ready(page);
    await shows(page, '#notice', /^The saved practice game could not be read: .+\.$/);
    assert.equal(await page.isVisible('#aside'), false);
    assert.deepEqual(await boardOf(page), known.afterEight);
    await until(page, 'sittings', ([row]) => row.aside === null);
    await page.reload();
    await ready(page);
    assert.equal(await page.textContent('#notice'), '');
  },

  'a position that cannot be read is not left for the one before': async (t) => {
    const context = await t.context({ permissions: ['clipboard-read', 'clipboard-write'] }), page = await t.visit(context);
    await openEditor(page);
    await paste(page, '2 4 / . 8');
    await page.locator('#editor-dialog textarea').fill('2 2 4 / 8 x');
    for (let i = 0; i < 2; i++) {
      for (const name of ['Play from here', 'Copy link']) await button(page, name).last().click();
      await shows(page, '#editor-dialog .error', /x/);
      assert.equal(await page.isVisible('#editor-dialog'), true);
      assert.equal(await textOf(page), '2 2 4 / 8 x');
    }
    await page.locator('#editor-dialog textarea').fill('  2 4   / . 8'); // the same position
    await button(page, 'Play from here').click();
    await page.waitForSelector('#editor-dialog', { state: 'detached' });
    assert.deepEqual(await boardOf(page), [[2, 4], [0, 8]]);
  },

  'on a phone a finger scrolls to the values, without a move': async (t) => {
    for (const [width, height] of [[320, 568], [375, 667], [667, 375]]) {
      const page = await t.open({ hasTouch: true, isMobile: true, viewport: { width, height } });
      await openEditor(page);
      await paste(page, '2 4 8 . / . . . . / . . . . / . . . 1024');
      await button(page, 'Play from here').click();
      await page.waitForSelector('#bars:not([hidden])');
      const box = await page.locator('#aside').boundingBox(), session = await page.context().newCDPSession(page);
      const [x, y] = [box.x + box.width - 4, box.y + box.height / 2];
      const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
      await touch('touchStart', [{ x, y }]);
      for (let i = 1; i <= 20; i++) await touch('touchMove', [{ x, y: y - 10 * i }]);
      await touch('touchEnd', []);
      await page.waitForFunction(() => {
        const values = [...document.querySelectorAll('#bars li')].at(-1), slot = document.querySelector('#slot');
        return values.getBoundingClientRect().bottom <= slot.getBoundingClientRect().bottom + 1;
      });
      assert.equal((await stateOf(page)).moves, 0);
      await page.close();
    }
  },

  'a message during practice is a sentence of its own': async (t) => {
    const page = await t.open();
    await openEditor(page);
    await button(page, 'Play from here').click();
    await shows(page, '#notice', /^Practice$/);
    await page.evaluate(() => { location.hash = 'game=AAAA'; });
    await shows(page, '#notice', /^Practice\. The link does not contain a game/);
  },

  'a practice game that ends: no record, no rank; again begins at its position': async (t) => {
    const page = await t.open();
    await openEditor(page);
    await paste(page, '4 8 / . 16');
    await page.getByLabel('Rules').last().selectOption('provider');
    await button(page, 'Play from here').click();
    await press(page, ['ArrowLeft']);
    await shows(page, '#sheet-title', 'Game over');
    assert.doesNotMatch(await page.textContent('#figures'), /Rank/);
    await button(page, 'Play again').click();
    assert.deepEqual(await boardOf(page), [[4, 8], [0, 16]]);
    await choose(page, 'games');
    await shows(page, '#totals', /There is no game/);
  },

  'another game ends practice and is saved': async (t) => {
    const page = await t.open();
    await playSome(page);
    await openEditor(page);
    await button(page, 'Play from here').click();
    await press(page, ['ArrowDown']);
    await page.click('#new');
    await page.click('#new-start');
    assert.equal(await page.isVisible('#aside'), false);
    assert.equal((await stateOf(page)).fromBoard, false);
    await press(page, ['u']);
    assert.deepEqual(await boardOf(page), known.afterEight);
  },

  'a link to a position opens it as practice; a damaged one is refused': async (t) => {
    const context = await t.context({ permissions: ['clipboard-read', 'clipboard-write'] }), page = await t.visit(context);
    await openEditor(page);
    await paste(page, '2 4 8 . / . . . . / . . . . / . . . 1024');
    await button(page, 'Copy link').last().click();
    await shows(page, '#editor-dialog .error', 'Copied.');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await t.visit(await t.context(), link);
    await shows(other, '#notice', 'Practice');
    assert.deepEqual(await boardOf(other), [[2, 4, 8, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1024]]);
    assert.equal(new URL(other.url()).hash, '');
    const third = await t.visit(await t.context(), link.replace(/practice=.{9}/, 'practice='));
    await shows(third, '#notice', 'The link does not contain');
    const wrong = await page.evaluate(async () => (await import('./page.js')).linkOf('eleven game 1\nrules classic\nsize 2x2\nboard 3 . / . .\n', true));
    const fourth = await t.visit(await t.context(), wrong);
    await shows(fourth, '#notice', "The link does not contain a position: no tile of these rules has the number '3'.");
    await press(fourth, ['ArrowUp', 'ArrowLeft', 'n']); // the page works as before
    for (const one of [third, fourth]) assert.equal(await one.isVisible('#aside'), false);
    assert.equal((await stateOf(fourth)).moves, 0);
  },

  'drills from a review: what a move costs, and the progress is kept': async (t) => {
    const page = await t.open();
    await choose(page, 'drills');
    await shows(page, '#drills-dialog', 'Drills are positions from your games');
    await page.keyboard.press('Escape');
    await load(page, reviewed);
    const before = await boardOf(page);
    await choose(page, 'review-game');
    await page.waitForSelector('#review-found:not([hidden])');
    await page.click('#drill-these');
    await shows(page, '#aside .answer', 'Which move is best?');
    const all = await rows(page, 'drills'), asked = async () => {
      const position = await positionOf(page);
      return all.find(({ id }) => id.replace('size', 'goal none\nsize') === position);
    };
    const first = await asked(), board = await boardOf(page);
    const [worst] = Object.entries(first.values).filter(([, value]) => value !== null).sort((a, b) => a[1] - b[1])[0];
    await press(page, [keyOf(worst)]);
    await shows(page, '#aside .answer', /costs .* points. .* is the best move. This position comes again/);
    assert.deepEqual(await boardOf(page), board); // the position stays visible, with the values
    assert.equal(await page.isVisible('#bars'), true);
    await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'p']); // nothing can be played on
    assert.deepEqual(await boardOf(page), board);
    await button(page, 'Next').dblclick(); // the button that takes its place is not meant
    await shows(page, '#aside .answer', 'Which move is best?');
    const second = await asked();
    await press(page, [keyOf(second.best)]);
    await shows(page, '#aside .answer', /^\w+ is the best move/);
    const row = (drills, { id }) => drills.find((drill) => drill.id === id);
    await until(page, 'drills', (drills) => row(drills, first).box === 0 && row(drills, first).due <= Date.now()
      && row(drills, second).box === 1 && row(drills, second).due > Date.now());
    await button(page, 'Back to the game').click();
    assert.deepEqual(await boardOf(page), before);
    await page.reload();
    await ready(page);
    await choose(page, 'drills'); // the first one is due
    await shows(page, '#aside .answer', 'Which move is best?');
  },

  'the replay of a practice game is closed when the page returns to the game': async (t) => {
    const page = await t.open();
    await playSome(page);
    const before = await saved(page), board = await boardOf(page);
    for (const name of ['Start again', 'Back to the game']) {
      await openEditor(page);
      await button(page, 'Play from here').click();
      await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown']);
      assert.ok((await stateOf(page)).moves > 1);
      await choose(page, 'replay');
      await page.waitForSelector('#scrubber', { state: 'visible' });
      await button(page, name).click();
      await page.waitForSelector('#scrubber', { state: 'hidden' });
    }
    assert.deepEqual(await boardOf(page), board);
    assert.equal(await page.evaluate(() => document.querySelector('eleven-2048').locked), false);
    assert.equal(await saved(page), before);
  },

  'damaged drills are left as they are': async (t) => {
    const page = await t.open();
    await playSome(page);
    const before = await saved(page), whole = { id: 'eleven game 1\nrules classic\nsize 2x2\nboard 2 2 / . .\n', best: 'left', score: 900,
      unit: 'points', values: { up: null, right: 99, down: 20, left: 100 }, box: 0, due: 0 };
    const damaged = [{ ...whole, id: 'x' }, { ...whole, id: whole.id.replace('2 2 /', '4 4 /'), values: undefined },
      { ...whole, id: whole.id.replace('2 2 /', '8 8 /'), due: undefined }];
    await rows(page, 'drills', damaged);
    await choose(page, 'drills');
    await shows(page, '#drills-dialog', 'Drills are positions from your games');
    await page.keyboard.press('Escape');
    await rows(page, 'drills', [whole]);
    await choose(page, 'drills');
    await shows(page, '#aside', 'Position 1 of 1');
    await button(page, 'Back to the game').click();
    assert.equal(await saved(page), before);
    assert.equal((await rows(page, 'drills')).length, 4);
  },

  'after a replay the board of an answered drill is still locked': async (t) => {
    const page = await t.open();
    await load(page, reviewed);
    await choose(page, 'review-game');
    await page.waitForSelector('#review-found:not([hidden])');
    await page.click('#drill-these');
    await page.waitForSelector('#aside .answer');
    const { moves } = await stateOf(page);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('eleven-2048').locked);
    await choose(page, 'replay');
    await page.click('#replay-close');
    assert.equal(await page.evaluate(() => document.querySelector('eleven-2048').locked), true);
    await page.keyboard.press('r');
    assert.equal((await stateOf(page)).moves, moves);
  },

  'practice keeps the focus when its buttons are written again': async (t) => {
    const page = await t.open();
    await openEditor(page);
    await button(page, 'Play from here').click();
    const focused = () => page.evaluate(() => [...document.querySelectorAll('#aside button')].indexOf(document.activeElement));
    const old = await page.locator('#aside button').nth(1).elementHandle();
    await old.press('t'); // another theme
    await page.waitForFunction((node) => !node.isConnected, old);
    assert.equal(await focused(), 1);
    await page.locator('#aside button').first().press('Enter');
    await page.waitForSelector('#aside button[aria-pressed="false"]');
    assert.equal(await focused(), 0);
  },

  'a drill follows the language': async (t) => {
    const page = await t.open();
    await rows(page, 'drills', [{ id: 'eleven game 1\nrules classic\nsize 2x2\nboard 2 2 / . .\n', best: 'left', score: 900, unit: 'points',
      values: { up: null, right: 99, down: 20, left: 100 }, box: 0, due: 0 }]);
    await choose(page, 'drills');
    for (const [language, question] of [['de', 'Welcher Zug ist am besten?'], ['es', '¿Qué jugada es la mejor?'], ['en', 'Which move is best?']]) {
      await page.evaluate((name) => {
        const select = document.querySelector('#language');
        select.value = name;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }, language);
      await shows(page, '#aside .answer', question);
    }
    await press(page, ['ArrowLeft']);
    await shows(page, '#aside .answer', 'Left is the best move.');
  },

  'a drill from a game that was continued after the win': async (t) => {
    const page = await t.open();
    await rows(page, 'drills', [{ id: 'eleven game 1\nrules classic\nsize 2x2\nboard 2048 2 / . 2\n', best: 'left', score: 900, unit: 'points',
      values: { up: 9, right: 9, down: 9, left: 100 }, box: 0, due: 0 }]);
    await choose(page, 'drills');
    await shows(page, '#aside .answer', 'Which move is best?');
    await press(page, ['u']); // there is nothing to undo
    await press(page, ['ArrowLeft']);
    await shows(page, '#aside .answer', 'Left is the best move.');
  },

  'a round of drills: equal moves are right, missed ones return, then nothing is due': async (t) => {
    const page = await t.open();
    const drill = (board, values) => ({ id: `eleven game 1\nrules classic\nsize 2x2\nboard ${board}\n`, values, best: 'left', score: 900,
      unit: 'points', box: 0, due: 0 });
    await rows(page, 'drills', [drill('2 2 / . .', { up: null, right: 99, down: 20, left: 100 }),
      drill('4 4 / . .', { up: null, right: 60, down: 20, left: 100 })]);
    await choose(page, 'drills');
    await shows(page, '#aside', 'Position 1 of 2');
    await press(page, ['ArrowRight']);
    await shows(page, '#aside .answer', 'Right is as good as any other move.');
    await page.keyboard.press('Enter');
    await shows(page, '#aside', 'Position 2 of 2');
    await press(page, ['ArrowRight']);
    await shows(page, '#aside .answer', 'Right costs 40 points. Left is the best move. This position comes again.');
    await page.keyboard.press('Enter');
    await shows(page, '#aside', 'Once more');
    await press(page, ['i']); // a hint is the answer
    await shows(page, '#aside .answer', 'Left is the best move.');
    await page.keyboard.press('Enter');
    await press(page, ['ArrowLeft']);
    await page.keyboard.press('Enter');
    await shows(page, '#aside .answer', 'Done: 1 of 2 at the first attempt.');
    await page.keyboard.press('Enter');
    assert.equal(await page.isVisible('#aside'), false);
    assert.deepEqual((await rows(page, 'drills')).map(({ box }) => box), [1, 0]);
    await rows(page, 'drills', (await rows(page, 'drills')).map((one) => ({ ...one, due: 9e12 })));
    await choose(page, 'drills');
    await shows(page, '#drills-dialog', /2 positions, 0 known\..*Nothing is due until/);
    await button(page, 'Practise anyway').click();
    await shows(page, '#aside', 'Position 1 of 2');
  },
};
