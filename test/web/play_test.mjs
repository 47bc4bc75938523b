// Playing with keys, touch, buttons and game pad; won and lost games; undo; places where nobody can play.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './browser.mjs';
import { almostLost, almostWon, begin, boardOf, choose, known, load, press, stateOf, tilesOf, shows } from './known.mjs';
import { shadowText } from './known.mjs';

async function swipe(page, from, to) {
  const session = await page.context().newCDPSession(page);
  const send = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [from]);
  for (let i = 1; i <= 5; i++)
    await send('touchMove', [{ x: from.x + (to.x - from.x) * i / 5, y: from.y + (to.y - from.y) * i / 5 }]);
  await send('touchEnd', []);
}

async function middle(page) {
  const box = await page.locator('eleven-2048').boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// Whether something is drawn over the middle of a tile.
function isCovered(page) {
  return page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('eleven-2048').shadowRoot.querySelector('.tile').getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2).id !== 'game';
  });
}

function stubPad() {
  const pad = { index: 0, connected: true, axes: [0, 0], buttons: Array.from({ length: 16 }, () => ({ pressed: false })) };
  navigator.getGamepads = () => [pad, null];
  globalThis.pad = pad;
}

export const tests = {
  'keys play a game known by hand, and every tile is on the correct cell': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    assert.deepEqual(await tilesOf(page), known.start);
    for (const [i, key] of known.keys.entries()) {
      await page.keyboard.press(key);
      assert.equal((await stateOf(page)).score, known.scores[i]);
    }
    assert.deepEqual(await boardOf(page), known.afterEight);
    assert.deepEqual(await tilesOf(page), known.afterEight);
    assert.equal(await page.textContent('#score'), '24');
    assert.equal(await page.textContent('#best'), '24');
    assert.equal(await page.textContent('#gain'), '+4');
  },

  'letters play too, and a key that is not a legal move does nothing': async (t) => {
    const page = await t.open();
    for (const up of ['w', 'k', 'W']) {
      await begin(page, { seed: 42 });
      await page.keyboard.press(up);
      assert.deepEqual(await boardOf(page), known.afterOne);
    }
    await load(page, 'eleven game 1\nrules classic\nsize 2x2\nboard 2 . / . .\n');
    await press(page, ['a', 'h', 'w', 'k']);
    assert.equal((await stateOf(page)).moves, 0);
    await press(page, ['l']);
    assert.equal((await boardOf(page))[0][1], 2);
  },

  'quick keys are all obeyed immediately': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 7, goal: 'none', size: 6 });
    const { moved, moves } = await page.evaluate(() => {
      const game = document.querySelector('eleven-2048');
      let count = 0;
      game.addEventListener('move', () => count++);
      for (let i = 0; i < 40; i++) {
        const key = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'][i % 4];
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }
      return { moved: count, moves: game.state.moves };
    });
    assert.equal(moves, moved);
    assert.ok(moves >= 38, `${moves} moves`);
    assert.deepEqual(await tilesOf(page), await boardOf(page));
  },

  'swipes play, and neither scroll the page nor leave it': async (t) => {
    const page = await t.open({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 500 } });
    const at = await middle(page);
    await begin(page, { seed: 42 });
    await swipe(page, at, { x: at.x + 8, y: at.y - 90 });
    assert.deepEqual(await boardOf(page), known.afterOne);
    await swipe(page, at, { x: at.x - 8, y: at.y - 90 });
    assert.deepEqual(await boardOf(page), known.afterTwo);
    await swipe(page, { x: 3, y: at.y }, { x: 200, y: at.y });
    assert.equal((await stateOf(page)).moves, 3);
    await swipe(page, at, { x: at.x, y: at.y + 100 });
    await swipe(page, at, { x: at.x - 100, y: at.y });
    assert.equal((await stateOf(page)).moves, 5);
    await swipe(page, at, { x: at.x + 5, y: at.y + 5 }); // too short
    assert.equal((await stateOf(page)).moves, 5);
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.equal(page.url(), t.address);
    const kept = await page.evaluate(() => [getComputedStyle(document.querySelector('eleven-2048')).touchAction,
      getComputedStyle(document.documentElement).overscrollBehaviorX]);
    assert.deepEqual(kept, ['none', 'none']);
  },

  'the whole screen accepts swipes; a mouse drag is a move, a pinch is not': async (t) => {
    const page = await t.open({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    const moves = async () => (await stateOf(page)).moves;
    await begin(page, { seed: 42 });
    const facts = await page.locator('#facts').boundingBox();
    await swipe(page, { x: 200, y: facts.y + 60 }, { x: 200, y: facts.y + 5 });
    assert.deepEqual(await boardOf(page), known.afterOne);
    const at = await middle(page);
    const session = await page.context().newCDPSession(page);
    const send = (type, distances) => session.send('Input.dispatchTouchEvent', { type,
      touchPoints: distances.map((x, id) => ({ x: at.x + x, y: at.y, id })) });
    await send('touchStart', [-20]);
    await send('touchStart', [-20, 20]);
    for (const far of [40, 80, 120]) await send('touchMove', [-far, far]);
    await send('touchEnd', []);
    assert.equal(await moves(), 1);
    assert.match(await page.evaluate(() => getComputedStyle(document.body).touchAction), /pinch-zoom/);
    await page.evaluate(() => { document.documentElement.style.zoom = 1; });
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y - 60, { steps: 4 });
    await page.mouse.up();
    assert.deepEqual(await boardOf(page), known.afterTwo);
    await page.mouse.click(at.x, at.y); // a click moves nothing
    assert.equal(await moves(), 2);
  },

  'keys with a single letter can be turned off': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    await choose(page, 'settings');
    await page.uncheck('#use-letters');
    await page.keyboard.press('Escape');
    await page.evaluate(() => document.querySelector('#game').focus());
    await press(page, ['w', 'k', 'u', 'n', 'i', 'p', 't', '?']);
    assert.deepEqual(await boardOf(page), known.start);
    assert.equal(await page.evaluate(() => document.querySelector('dialog[open]')), null);
    await press(page, ['ArrowUp']);
    assert.deepEqual(await boardOf(page), known.afterOne);
    await press(page, ['Control+z']);
    assert.deepEqual(await boardOf(page), known.start);
  },

  'the key N begins another game, and a button leads back': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    await press(page, [...known.keys, 'n']);
    assert.equal((await stateOf(page)).moves, 0);
    await page.getByRole('button', { name: 'Back to it' }).click();
    assert.deepEqual(await boardOf(page), known.afterEight);
    assert.equal(await page.isVisible('#notice-act'), false);
  },

  'a win is celebrated, unless the system requests reduced motion': async (t) => {
    for (const reducedMotion of ['no-preference', 'reduce']) {
      const page = await t.open({ reducedMotion });
      await load(page, almostWon);
      // Animations last a fraction of a second, which may be over before a question reaches a busy page.
      await page.evaluate(() => {
        window.mostAnimations = 0;
        const look = () => {
          const tiles = [...document.querySelector('eleven-2048').shadowRoot.querySelectorAll('.tile')];
          window.mostAnimations = Math.max(window.mostAnimations, tiles.flatMap((tile) => tile.getAnimations()).length);
          requestAnimationFrame(look);
        };
        look();
      });
      await press(page, ['ArrowLeft']);
      const running = await page.evaluate(() => new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.mostAnimations)));
      }));
      assert.equal(running > 0, reducedMotion === 'no-preference');
    }
  },

  'buttons play: arrows, undo, redo, new game': async (t) => {
    const page = await t.open();
    await choose(page, 'settings');
    await page.check('#show-arrows');
    await page.keyboard.press('Escape');
    await begin(page, { seed: 42 });
    await page.click('[data-move=up]');
    await page.click('[data-move=up]');
    assert.deepEqual(await boardOf(page), known.afterTwo);
    await page.click('#undo');
    assert.deepEqual(await tilesOf(page), known.afterOne);
    await choose(page, 'redo');
    assert.deepEqual(await tilesOf(page), known.afterTwo);
    await page.click('#new');
    await page.selectOption('#new-width', '5');
    await page.selectOption('#new-height', '3');
    await page.selectOption('#new-rules', 'fibonacci');
    await page.fill('#new-goal', '21');
    await page.fill('#new-seed', '123');
    await page.click('#new-start');
    const { size: [w, h], rules, goal, seed, moves } = await stateOf(page);
    assert.deepEqual({ w, h, rules, goal, seed, moves }, { w: 5, h: 3, rules: 'fibonacci', goal: 21, seed: '123', moves: 0 });
    await page.keyboard.press('u');
    assert.deepEqual(await boardOf(page), known.afterTwo); // the old game is not lost
  },

  'a seed that was typed once determines one game only': async (t) => {
    const page = await t.open();
    const start = async (seed) => {
      await page.click('#new');
      if (seed) await page.fill('#new-seed', seed);
      await page.click('#new-start');
      return (await stateOf(page)).seed;
    };
    assert.equal(await start('123'), '123');
    assert.notEqual(await start(), '123');
    assert.equal(await start('7'), '7');
    await page.keyboard.press('n');
    assert.notEqual((await stateOf(page)).seed, '7');
  },

  'the goal is a tile that the board can hold, unless another one is chosen': async (t) => {
    const page = await t.open();
    const goals = [['3', 'classic', '', 1024], ['3', 'provider', '', 512], ['4', 'classic', '', 2048], ['3', 'classic', '2048', 2048]];
    for (const [size, rules, typed, expected] of goals) {
      await page.click('#new');
      await page.selectOption('#new-width', size);
      await page.selectOption('#new-height', size);
      await page.selectOption('#new-rules', rules);
      await page.fill('#new-goal', typed);
      await page.click('#new-start');
      assert.equal((await stateOf(page)).goal, expected);
      await shows(page, '#intro', String(expected));
    }
    await begin(page, { size: '2', rules: 'classic' });
    assert.equal((await stateOf(page)).goal, 32);
    await page.keyboard.press('n');
    assert.equal((await stateOf(page)).goal, 32);
  },

  'on a low screen the dialog of a new game opens at its top; Enter starts the game': async (t) => {
    const page = await t.open({ viewport: { width: 667, height: 320 } });
    for (let i = 0; i < 2; i++) {
      await page.click('#new');
      assert.equal(await page.evaluate(() => document.querySelector('#new-dialog').scrollTop), 0);
      await page.keyboard.press('Enter');
      assert.equal(await page.isVisible('#new-dialog'), false);
    }
  },

  'a new game with invalid options is refused': async (t) => {
    const page = await t.open();
    await page.click('#new');
    await page.fill('#new-goal', '2047');
    await page.click('#new-start');
    await shows(page, '#new-error', /2047/);
    await page.fill('#new-goal', '');
    await page.fill('#new-seed', '-1');
    await page.keyboard.press('Enter');
    assert.notEqual(await page.textContent('#new-error'), '');
    assert.equal(await page.isVisible('#new-dialog'), true);
  },

  'the daily game follows from the date': async (t) => {
    const page = await t.open({ timezoneId: 'Asia/Tokyo' });
    await page.clock.setFixedTime(new Date('2026-03-05T20:00:00Z')); // the sixth, there
    await choose(page, 'daily');
    assert.equal((await stateOf(page)).seed, '20260306');
    await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']);
    const played = await boardOf(page);
    await page.keyboard.press('n');
    await choose(page, 'daily');
    await page.waitForFunction(() => document.querySelector('eleven-2048').state.seed === '20260306');
    assert.deepEqual(await boardOf(page), played); // the same game continues
    await page.clock.setFixedTime(new Date('2026-03-06T20:30:00Z')); // the next day, half past five in the morning
    await choose(page, 'daily');
    await page.waitForFunction(() => document.querySelector('eleven-2048').state.seed === '20260307');
    await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']);
    await page.click('#menu');
    assert.match(await page.textContent('#daily-about'), /^\d+ points today, 2 days in a row, next in 18 h 30 min$/);
  },

  'a game pad plays': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    await page.evaluate(stubPad);
    await page.evaluate(() => {
      pad.buttons[12].pressed = true;
      dispatchEvent(new Event('gamepadconnected'));
    });
    await page.waitForFunction(() => document.querySelector('eleven-2048').state.moves === 1); // the part was loaded
    await page.evaluate(() => { pad.buttons[12].pressed = false; });
    const frames = () => page.evaluate(() => new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    }));
    const button = async (i) => {
      for (const pressed of [true, false]) {
        await page.evaluate(([at, is]) => { pad.buttons[at].pressed = is; }, [i, pressed]);
        await frames();
      }
    };
    await frames();
    assert.deepEqual(await boardOf(page), known.afterOne);
    await page.evaluate(() => { pad.axes = [0.1, -0.9]; });
    await frames();
    await frames();
    assert.deepEqual(await boardOf(page), known.afterTwo); // held, it moves once
    await button(1);
    assert.deepEqual(await boardOf(page), known.afterOne);
  },

  'the win: a sheet beside the board, then keep going': async (t) => {
    const page = await t.open();
    await load(page, almostWon);
    await page.evaluate(() => document.querySelector('eleven-2048').addEventListener('won', () => { globalThis.won = true; }));
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.textContent('#sheet-title'), 'You won!');
    assert.equal(await isCovered(page), false);
    assert.equal(await page.evaluate(() => globalThis.won), true);
    const { status, score, canKeepPlaying } = await stateOf(page);
    assert.deepEqual({ status, score, canKeepPlaying }, { status: 'won', score: 2048, canKeepPlaying: true });
    await page.keyboard.press('ArrowDown');
    assert.equal((await stateOf(page)).moves, 1); // a won game accepts no move
    await page.locator('#sheet').getByRole('button', { name: 'Keep going' }).click();
    assert.equal(await page.isVisible('#sheet'), false);
    await page.keyboard.press('ArrowDown');
    assert.equal((await stateOf(page)).moves, 2);
  },

  'the loss: a sheet beside the board, undo, play again': async (t) => {
    const page = await t.open();
    await load(page, almostLost);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.textContent('#sheet-title'), 'Game over');
    assert.equal(await isCovered(page), false);
    assert.deepEqual(await tilesOf(page), [[4, 8], [16, 2]]);
    await page.locator('#sheet').getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.isVisible('#sheet'), false);
    assert.deepEqual(await tilesOf(page), [[4, 8], [0, 16]]);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Play again' }).click();
    const { status, size: [w, h], rules, moves } = await stateOf(page);
    assert.deepEqual({ status, w, h, rules, moves }, { status: 'playing', w: 2, h: 2, rules: 'provider', moves: 0 });
  },

  'without WebAssembly, or where a policy forbids it, the page says so': async (t) => {
    const page = await readFile(join(build, 'web/index.html'), 'utf8');
    const server = await t.serve(join(build, 'web'), { '/strict.html': page.replace(" 'wasm-unsafe-eval'", '') });
    t.defer(server.close);
    const old = await t.context();
    await old.addInitScript(() => { delete globalThis.WebAssembly; });
    for (const [context, name] of [[old, ''], [await t.context(), 'strict.html']]) {
      const tab = await context.newPage();
      await tab.goto(`${server.address}${name}`);
      await tab.locator('eleven-2048').getByText(/WebAssembly/).waitFor();
      await press(tab, ['ArrowLeft', 'n', 'i', 'p', 'u', 'c']);
      assert.equal(await tab.isVisible('#undo'), false); // nothing that does nothing
      assert.equal(await tab.isVisible('.failed'), false);
    }
    assert.doesNotMatch(t.errors.splice(0).join(), /TypeError/);
  },

  'where the scripts cannot run the page says so': async (t) => {
    const broken = await t.serve(join(build, 'web'), { '/page.js': 'this is not a script' });
    t.defer(broken.close);
    const page = await (await t.context()).newPage();
    await page.goto(broken.address);
    await page.getByText(/cannot start/).waitFor();
    t.errors.length = 0;
  },

  'in a sandboxed frame the page plays, and its players give advice': async (t) => {
    t.defer(() => t.errors.splice(0, Infinity, ...t.errors.filter((error) => !/autofocus/.test(error)))); // not in frames
    const frame = `<!DOCTYPE html><title>Frame</title><link rel="icon" href="data:,">
      <iframe sandbox="allow-scripts" src="${t.address}" width="700" height="800"></iframe>`;
    const server = await t.serve(join(build, 'web'), { '/frame.html': frame });
    t.defer(server.close);
    const page = await (await t.context()).newPage();
    await page.goto(`${server.address}frame.html`);
    await page.waitForFunction(() => frames.length === 1);
    const inside = page.frames()[1];
    await inside.waitForFunction(() => document.documentElement.dataset.ready === '');
    await shows(inside, '#notice', /Export/);
    const moved = await inside.evaluate(() => ['up', 'left', 'down'].filter((way) => document.querySelector('#game').move(way)));
    assert.ok(moved.length > 0);
    assert.equal(await inside.evaluate(async () => (await document.querySelector('#game').hint()).reason), null);
  },

  'undo takes back every move, redo makes it again': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    await press(page, known.keys);
    await press(page, known.keys.map(() => 'u'));
    assert.deepEqual(await tilesOf(page), known.start);
    assert.equal((await stateOf(page)).undos, 8);
    await press(page, known.keys.slice(1).map(() => 'r'));
    assert.deepEqual(await boardOf(page), known.afterSeven);
    await page.keyboard.press('Control+y');
    assert.deepEqual(await boardOf(page), known.afterEight);
    await page.keyboard.press('Control+z');
    assert.deepEqual(await boardOf(page), known.afterSeven);
    const control = (key, more) => page.evaluate((about) => document.body.dispatchEvent(
      new KeyboardEvent('keydown', { ctrlKey: true, bubbles: true, ...about })), { key, ...more });
    await control('Z', { shiftKey: true });
    assert.equal((await stateOf(page)).moves, 8);
    await control('Z'); // with Caps Lock
    assert.equal((await stateOf(page)).moves, 7);
    await control('\u044f', { code: 'KeyZ' }); // another alphabet
    assert.equal((await stateOf(page)).moves, 6);
    await control('Y');
    assert.equal((await stateOf(page)).moves, 7);
  },

  'a key that is held starts and stops the player once': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    const changes = await page.evaluate(() => {
      let count = 0;
      document.querySelector('eleven-2048').addEventListener('autoplay', () => { count++; });
      for (const repeat of [false, true, true]) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', repeat, bubbles: true }));
      return count;
    });
    assert.equal(changes, 1);
  },

  'events are announced to screen readers': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    await press(page, ['ArrowUp', 'ArrowUp']);
    assert.equal(await shadowText(page, '[role=status]'),
      'Up. 2 and 2 make 4 at column 4, row 1. New 2 at column 1, row 3. Score 4.');
    const cells = await page.evaluate(() => [...document.querySelector('eleven-2048').shadowRoot
      .querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent));
    assert.deepEqual(cells.slice(0, 4), ['empty', '2', 'empty', '4']);
    await page.evaluate(() => document.querySelector('eleven-2048').setAttribute('lang', 'de'));
    await page.waitForFunction(() => /Spielfeld/.test(document.querySelector('eleven-2048').shadowRoot
      .querySelector('[role=grid]').getAttribute('aria-label')));
    await page.keyboard.press('u');
    await page.waitForFunction(() => /Zurückgenommen. Punkte: 0./.test(document.querySelector('eleven-2048').shadowRoot
      .querySelector('[role=status]').textContent));
  },
};
