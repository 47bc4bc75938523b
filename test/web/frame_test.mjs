// The frame of the page: everything has a fixed place, at every size, zoom and size of letters.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { build, launch } from './browser.mjs';
import { almostLost, almostWon, begin, choose, known, load, press, ready, reviewed } from './known.mjs';
import { states } from './states.mjs';

const screens = [[320, 256], [320, 568], [360, 640], [390, 844], [844, 390], [640, 340], [768, 1024], [900, 900], [900, 700],
  [1280, 800], [2560, 1440]];

// Counts every layout shift, also those soon after input.
function watchShifts() {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.id || node?.className || node?.nodeName).join(' ')}`);
  }).observe({ type: 'layout-shift', buffered: true });
}

async function frames(page) {
  await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
}

// The places of what never moves while a game is played: everything but the contents of the slot.
function places(page) {
  return page.evaluate(() => ['#game', 'h1', '#score', '#best', '.actions', '.line', '#slot', '#undo', '#hint', '#new', '#menu']
    .map((at) => {
      const { x, y, width, height } = document.querySelector(at).getBoundingClientRect();
      return [at, x, y, /score|best/.test(at) ? 0 : width, height].map((n) => (typeof n === 'number' ? Math.round(n) : n)).join(' ');
    }));
}

// What is cut off by the window, or covers the board.
function misplaced(page) {
  return page.evaluate(() => {
    const root = document.querySelector('eleven-2048').shadowRoot;
    const board = root.querySelector('.board').getBoundingClientRect();
    const parts = [...document.querySelectorAll('h1, .score, #undo, #hint, #new, #menu, .line, #slot')]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }) && getComputedStyle(node).clipPath === 'none');
    const wrong = ({ x, y, right, bottom }) => x < -0.5 || y < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
    const covers = (box) => box.x < board.right - 1 && box.right > board.x + 1 && box.y < board.bottom - 1 && box.bottom > board.y + 1;
    const bad = parts.filter((node) => wrong(node.getBoundingClientRect()) || covers(node.getBoundingClientRect()));
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [...bad.map((node) => node.id || node.className || node.tagName), ...(wrong(board) ? ['board'] : []),
      ...(scrollWidth > innerWidth || scrollHeight > innerHeight ? ['it scrolls'] : [])];
  });
}

// Plays through all states and returns the places in each one.
async function visitStates(page, check) {
  await begin(page, { seed: 42 });
  await check('start');
  await press(page, known.keys);
  await check('played');
  await page.evaluate(() => document.querySelector('eleven-2048').hint('corner'));
  await check('hint');
  await page.evaluate(() => document.querySelector('eleven-2048').autoplay(true, { player: 'corner', pace: 100000 }));
  await page.waitForSelector('#auto-stop', { state: 'visible' });
  await check('a player');
  await press(page, ['p', 'n']);
  await check('message');
  for (const [record, name] of [[almostWon, 'won'], [almostLost, 'lost']]) {
    await load(page, record);
    await press(page, ['ArrowLeft']);
    await page.waitForSelector('#sheet:not([hidden])');
    await check(name);
  }
}

export const tests = {
  'scores of seven digits and long names stay inside': async (t) => {
    const word = 'W'.repeat(60);
    for (const [width, height] of [[320, 568], [375, 667], [568, 320], [667, 375]]) {
      const page = await t.open({ viewport: { width, height } }), where = `${width}x${height}`;
      await page.evaluate(async () => {
        const font = await new FontFace('Eleven', 'url(eleven-font.woff2)', { weight: '700' }).load(); // optional otherwise
        document.fonts.add(font);
        for (const id of ['score', 'best']) document.querySelector(`#${id}`).textContent = '3888888';
      });
      const inside = await page.evaluate(() => [document.documentElement.scrollWidth <= innerWidth,
        ...[...document.querySelectorAll('.number')].map((one) => one.scrollWidth <= one.clientWidth)]);
      assert.deepEqual(inside, [true, true, true], where);
      await load(page, almostWon);
      await press(page, ['ArrowLeft']);
      await choose(page, 'games');
      await page.waitForSelector('#games-dialog[open]');
      await page.locator('#list').getByRole('button', { name: 'Rename' }).first().click();
      await page.keyboard.type(word);
      await page.keyboard.press('Enter');
      await page.waitForFunction((name) => document.querySelector('#list').textContent.includes(name), word);
      assert.ok(await page.evaluate(() => {
        const dialog = document.querySelector('#games-dialog');
        return dialog.scrollWidth <= dialog.clientWidth;
      }), where);
      await page.close();
    }
  },

  'nothing moves, is cut off or covers the board, at every size': async (t) => {
    for (const [width, height] of screens) {
      const context = await t.context({ viewport: { width, height } });
      await context.addInitScript(watchShifts);
      const page = await t.visit(context);
      let before = null;
      await visitStates(page, async (state) => {
        await frames(page);
        const now = await places(page);
        assert.deepEqual(now, before ?? now, `${width}x${height}, ${state}`);
        before = now;
        assert.deepEqual(await misplaced(page), [], `${width}x${height}, ${state}`);
      });
      assert.deepEqual(await page.evaluate(() => shifts), [], `${width}x${height}`);
      await context.close();
    }
  },

  'the board uses the space: beside the panel on wide screens, above it on phones': async (t) => {
    // The least part of the shorter free side that the board fills.
    for (const [width, height] of screens.filter(([w]) => w > 320)) {
      const page = await t.open({ viewport: { width, height } });
      const { board, panel } = await page.evaluate(() => ({
        board: document.querySelector('eleven-2048').shadowRoot.querySelector('.board').getBoundingClientRect().toJSON(),
        panel: document.querySelector('#panel').getBoundingClientRect().toJSON(),
      }));
      const isBeside = panel.left >= board.right, where = `${width}x${height}: ${JSON.stringify({ board, panel })}`;
      assert.equal(isBeside, width >= height && width >= 600, where);
      if (isBeside) assert.ok(board.height >= Math.min(0.9 * height, width - 0.45 * width), where);
      else assert.ok(board.width >= Math.min(0.9 * width, height - 300), where);
      await page.close();
    }
  },

  'the buttons of a new and at the end of a game, the menu, and the palette of the editor need no scrolling': async (t) => {
    const isWhole = (page, selector, frame) => page.waitForFunction(([at, around]) => {
      const box = document.querySelector(at).getBoundingClientRect(), outer = document.querySelector(around).getBoundingClientRect();
      return box.height > 0 && box.top >= outer.top && box.bottom <= Math.min(outer.bottom, innerHeight);
    }, [selector, frame]);
    for (const [width, height] of [[768, 1024], [810, 1080], [320, 568], [800, 600], [667, 320]]) {
      const page = await t.open({ viewport: { width, height } });
      await load(page, almostWon);
      await press(page, ['ArrowLeft']);
      await isWhole(page, '#end-keep', '#slot');
      if (height >= 600) {
        await page.click('#menu');
        await isWhole(page, '#help', '#menu-dialog');
        await press(page, ['Escape']);
      }
      await choose(page, 'new');
      await isWhole(page, '#new-start', '#new-dialog');
      await press(page, ['Escape']);
      await choose(page, 'practice');
      await page.waitForSelector('#editor-dialog[open]');
      for (const at of ['.editor-board button', '.palette button:nth-child(12)'])
        if (height !== 568) await isWhole(page, at, '#editor-dialog');
      await page.close();
    }
  },

  'at 400% nothing is cut off, in any language': async (t) => {
    const whole = (page, selector) => page.evaluate((at) => [...document.querySelectorAll(at)].filter((node) => node.checkVisibility())
      .filter((node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1).map((node) => node.id), selector);
    for (const locale of ['en', 'de', 'es'])
      for (const [width, height] of [[320, 256], [400, 250], [427, 320], [640, 400]]) {
        const page = await t.open({ locale, viewport: { width, height } }), what = `${locale} ${width}x${height}`;
        await page.waitForFunction((lang) => document.documentElement.lang === lang, locale);
        await states.message(page);
        assert.deepEqual(await whole(page, '.actions button, #notice'), [], what);
        await states.auto(page);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, what);
        await page.click('#auto-stop');
        await states.replay(page);
        const [button, slot] = await page.evaluate(() => ['#replay-close', '#slot'].map((at) => document.querySelector(at).getBoundingClientRect().right));
        assert.ok(button <= slot, `${what}: ${button} and ${slot}`);
        await page.close();
      }
  },

  'on a low screen the field that has the focus is visible': async (t) => {
    for (const [width, height] of [[320, 256], [480, 270], [568, 280]]) {
      const page = await t.open({ viewport: { width, height } });
      await choose(page, 'new');
      await page.focus('#new-rules');
      for (const field of ['new-goal', 'new-seed']) {
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement.id), field);
        const [end, begin] = await page.evaluate(() => [document.activeElement.getBoundingClientRect().bottom,
          document.querySelector('#new-start').getBoundingClientRect().top]);
        assert.ok(end <= begin, `${field} at ${width}x${height}: ${end} and ${begin}`);
      }
      await page.close();
    }
  },

  'with letters of 32 pixels nothing is cut off': async (t) => {
    const browser = await launch(['--blink-settings=defaultFontSize=32']);
    t.defer(() => browser.close());
    for (const [width, height] of [[390, 844], [1280, 800], [844, 390]]) {
      const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' }), page = await context.newPage();
      await page.goto(t.address);
      await ready(page);
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px');
      await visitStates(page, async (state) => {
        await page.screenshot({ path: join(build, `web-work/letters-${width}-${state}.png`) });
        assert.deepEqual(await misplaced(page), [], `${width}x${height}, ${state}`);
      });
      await context.close();
    }
  },

  'the first picture shows the board where it stays': async (t) => {
    for (const [width, height] of [[390, 844], [1280, 800]]) {
      const context = await t.context({ viewport: { width, height }, serviceWorkers: 'block' }), page = await context.newPage();
      let release;
      const held = new Promise((resolve) => { release = resolve; });
      await context.route('**/*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(t.address, { waitUntil: 'commit' });
      await page.waitForSelector('#game', { state: 'attached' });
      await frames(page);
      const drawn = await page.evaluate(() => {
        const style = getComputedStyle(document.querySelector('#game'), '::before'), place = document.querySelector('.place').getBoundingClientRect();
        return { side: parseFloat(style.width), colours: style.backgroundImage, middle: [place.x + place.width / 2, place.y + place.height / 2] };
      });
      assert.match(drawn.colours, /gradient/);
      await page.click('#menu'); // before the scripts run: it opens when they do
      release();
      await ready(page);
      await page.waitForSelector('#menu-dialog[open]');
      const board = await page.evaluate(() => document.querySelector('eleven-2048').shadowRoot.querySelector('.board').getBoundingClientRect().toJSON());
      assert.ok(Math.abs(board.width - drawn.side) <= 4, `${board.width} and ${drawn.side}`);
      assert.ok(Math.abs(board.x + board.width / 2 - drawn.middle[0]) <= 2 && Math.abs(board.y + board.height / 2 - drawn.middle[1]) <= 2,
        JSON.stringify([board, drawn]));
      await context.close();
    }
  },

  'replay and review stay in the panel': async (t) => {
    for (const [width, height] of [[320, 568], [390, 844], [1280, 800], [844, 390]]) {
      const page = await t.open({ viewport: { width, height } });
      await load(page, reviewed);
      const board = () => page.locator('eleven-2048').boundingBox();
      const before = await board();
      await choose(page, 'review-game');
      await page.waitForSelector('#review-found:not([hidden])');
      assert.deepEqual(await board(), before);
      assert.deepEqual(await misplaced(page), []);
      for (const id of ['scrubber', 'replay-play', 'replay-close']) {
        const { x, y, width: w, height: h } = await page.locator(`#${id}`).boundingBox();
        assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height, `${width}x${height}: ${id}`);
      }
      await page.close();
    }
  },
};
