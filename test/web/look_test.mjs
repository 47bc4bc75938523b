// The appearance: colours and contrast measured on screenshots, accessibility, sizes of screen, size of the files.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { axeSource, build } from './browser.mjs';
import { almostLost, almostWon, begin, choose, everyTile, load, press } from './known.mjs';
import { leave, prepareStates, sizes, states } from './states.mjs';

const later = ['eleven-players.js', 'eleven-network.weights']; // loaded with the first hint, see players_test.mjs
const themes = ['original', 'dark', 'high-contrast', 'colour-blind'];

async function chooseTheme(page, theme) {
  await choose(page, 'settings');
  await page.selectOption('#theme', theme);
  await page.keyboard.press('Escape');
}

// Measures boxes of a screenshot: the ground (the most common colour), the ink (the colour with the highest contrast to
// it that is as common as a stroke of a digit), and their contrast as WCAG defines it.
async function measure(t, shot, boxes) {
  t.bench ??= await (await t.context()).newPage();
  return t.bench.evaluate(async ([data, places]) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
    canvas.drawImage(image, 0, 0);
    const luminance = (colour) => [16, 8, 0].map((shift) => (colour >> shift & 255) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    return places.map(({ x, y, width, height }) => {
      const { data: bytes } = canvas.getImageData(Math.round(x), Math.round(y), Math.round(width), Math.round(height));
      const counts = new Map();
      for (let i = 0; i < bytes.length; i += 4) {
        const colour = bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2];
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      const ground = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
      const ratio = (colour) => {
        const [low, high] = [luminance(colour), luminance(ground)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
      };
      const inks = [...counts].filter(([colour, count]) => colour !== ground && count >= 8).map(([colour]) => colour);
      const ink = inks.reduce((a, b) => (ratio(b) > ratio(a) ? b : a), ground);
      const strokes = inks.filter((colour) => ratio(colour) > 1.3);
      const common = strokes.reduce((a, b) => (counts.get(b) > counts.get(a) ? b : a), strokes[0] ?? ground);
      const hex = (colour) => colour.toString(16).padStart(6, '0');
      return { ground: hex(ground), ink: hex(ink), common: hex(common), contrast: ratio(ink) };
    });
  }, [shot.toString('base64'), boxes]);
}

function insides(page, selector) {
  return page.evaluate((at) => [...document.querySelector('eleven-2048').shadowRoot.querySelectorAll(at)].map((tile) => {
    const box = tile.getBoundingClientRect();
    return { x: box.x + 4, y: box.y + 4, width: box.width - 8, height: box.height - 8 };
  }), selector);
}

async function violations(page) {
  const { violations: found } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  return found.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')}: ${node.failureSummary}`));
}

async function settle(page) {
  await page.waitForTimeout(800);
}

// Checks every state of the page with axe.
async function isAccessible(t, theme, size) {
  const page = await (await t.context({ ...sizes[size], colorScheme: 'light', reducedMotion: 'reduce' })).newPage();
  await prepareStates(page, t.address, theme);
  const checked = Object.entries(states).filter(([state]) => state !== 'tiles'); // too small to play
  for (const [state, reach] of checked) {
    await reach(page);
    if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axeSource); // a state may open the page again
    assert.deepEqual(await violations(page), [], `${theme}, ${size}: ${state}`);
    await leave(page);
  }
}

export const tests = {
  'the original colours are those of the original': async (t) => {
    const page = await t.open({ viewport: { width: 1000, height: 1000 }, colorScheme: 'light' });
    await load(page, everyTile);
    await settle(page);
    const found = await measure(t, await page.screenshot(), await insides(page, '.tile'));
    const grounds = ['eee4da', 'ede0c8', 'f2b179', 'f59563', 'f67c5f', 'f65e3b', 'edcf72', 'edcc61', 'edc850', 'edc53f',
      'edc22e'];
    assert.deepEqual(found.slice(0, 11).map((tile) => tile.ground), grounds);
    assert.deepEqual(found.slice(0, 11).map((tile) => tile.common), [...Array(2).fill('776e65'), ...Array(9).fill('f9f6f2')]);
    assert.equal(new Set(found.map((tile) => tile.ground)).size, 31); // every tile has its own colour
    await begin(page, { seed: 42, size: 4, rules: 'classic' });
    await settle(page);
    const [cell] = await measure(t, await page.screenshot(), await insides(page, '.cell'));
    for (const [i, expected] of [0xcd, 0xc0, 0xb4].entries()) // eee4da at 35% over bbada0: bb + 0.35 * (ee - bb) = cd ...
      assert.ok(Math.abs(parseInt(cell.ground.slice(2 * i, 2 * i + 2), 16) - expected) <= 1, cell.ground);
    const box = await page.locator('eleven-2048').boundingBox();
    const [gap] = await measure(t, await page.screenshot(), [{ x: box.x + 8, y: box.y + 4, width: 400, height: 6 }]);
    assert.equal(gap.ground, 'bbada0');
  },

  // The guidelines require a contrast of 3 for large and bold numbers. The colours of the original are not changed;
  // its light numbers have a dark edge instead, which axe checks below.
  'numbers can be read in every theme': async (t) => {
    const page = await t.open({ viewport: { width: 1000, height: 1000 }, colorScheme: 'light' });
    await load(page, everyTile);
    for (const theme of themes) {
      await chooseTheme(page, theme);
      await settle(page);
      const shot = await page.screenshot({ path: join(build, `web-work/tiles-${theme}.png`) });
      const found = await measure(t, shot, await insides(page, '.tile'));
      assert.equal(found.length, 31);
      assert.equal(new Set(found.map((tile) => tile.ground)).size, 31, theme);
      found.forEach((tile, i) => {
        if (theme !== 'original' || i < 2 || i > 10)
          assert.ok(tile.contrast >= 3, `${theme}: ${2 ** (i + 1)}: ${JSON.stringify(tile)}`);
      });
    }
  },

  'the overlays can be read in every theme': async (t) => {
    const page = await t.open({ viewport: { width: 800, height: 900 }, colorScheme: 'light' });
    await page.evaluate(() => document.querySelector('eleven-2048').removeAttribute('quiet')); // as on other pages
    for (const theme of themes) {
      await chooseTheme(page, theme);
      for (const [record, name] of [[almostWon, 'won'], [almostLost, 'lost']]) {
        await load(page, record);
        await press(page, ['ArrowLeft']);
        await settle(page);
        const shot = await page.screenshot({ path: join(build, `web-work/${name}-${theme}.png`) });
        const found = await measure(t, shot, await insides(page, '.banner, .buttons button'));
        assert.ok(found.length >= 2);
        for (const text of found) assert.ok(text.contrast >= 3, `${theme}, ${name}: ${JSON.stringify(text)}`);
      }
    }
  },

  // On a wide screen and on a phone.
  ...Object.fromEntries(themes.flatMap((theme) => ['desk', 'phone'].map((size) => (
    [`no axe violations in the theme ${theme}, ${size}`, (t) => isAccessible(t, theme, size)])))),

  'the system selects the theme until the user does': async (t) => {
    const page = await t.open({ colorScheme: 'dark' });
    const ground = async () => {
      await page.waitForTimeout(100);
      return page.evaluate(() => [document.documentElement.dataset.theme,
        getComputedStyle(document.querySelector('eleven-2048').shadowRoot.querySelector('.board')).backgroundColor]);
    };
    assert.deepEqual(await ground(), ['dark', 'rgb(58, 55, 51)']);
    await page.emulateMedia({ colorScheme: 'light' });
    assert.deepEqual(await ground(), ['original', 'rgb(187, 173, 160)']);
    await page.emulateMedia({ contrast: 'more' });
    assert.deepEqual(await ground(), ['high-contrast', 'rgb(96, 96, 96)']);
  },

  'nothing moves if the system requests reduced motion': async (t) => {
    const page = await t.open({ reducedMotion: 'reduce' });
    await begin(page, { seed: 42 });
    const places = await page.evaluate(() => {
      document.querySelector('eleven-2048').move('up');
      const tiles = document.querySelector('eleven-2048').shadowRoot.querySelectorAll('.tile');
      return [...tiles].map((tile) => [tile.dataset.x, tile.dataset.y, /scale/.test(tile.style.transform)].join(' '));
    });
    assert.deepEqual(places, ['1 0 false', '3 0 false', '3 3 false']);
  },

  'from 320 pixels to 4k nothing overflows': async (t) => {
    const screens = [[320, 568, 290], [390, 844, 360], [844, 390, 300], [1280, 800, 480], [3840, 2160, 1200]];
    for (const [width, height, least] of screens) {
      const page = await t.open({ viewport: { width, height } });
      await begin(page, { seed: 42 });
      await settle(page);
      await page.screenshot({ path: join(build, `web-work/size-${width}.png`) });
      const { board, scroll, right } = await page.evaluate(() => ({
        board: document.querySelector('eleven-2048').shadowRoot.querySelector('.board').getBoundingClientRect().toJSON(),
        scroll: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
        right: Math.max(...[...document.querySelectorAll('main button, .score')]
          .map((at) => at.getBoundingClientRect().right)),
      }));
      const where = `${width} x ${height}: ${JSON.stringify({ board, scroll, right })}`;
      assert.ok(scroll[0] <= width && right <= width, where);
      await page.evaluate(() => document.querySelector('eleven-2048').hint('search', { depth: 1 }));
      await page.evaluate(() => { document.querySelector('#speed-row').hidden = false; });
      await page.screenshot({ path: join(build, `web-work/hint-${width}.png`) });
      const wide = await page.evaluate(() => [document.documentElement.scrollWidth,
        ...[...document.querySelectorAll('#advice *')].map((at) => at.getBoundingClientRect().right)]);
      assert.ok(Math.max(...wide) <= width, `${width} x ${height}: ${wide}`);
      assert.ok(board.width >= least && board.bottom <= height && board.right <= width, where);
    }
  },

  'with the text spacing of WCAG 1.4.12 no text is on a button': async (t) => {
    for (const locale of ['en', 'de', 'es']) {
      const page = await t.open({ locale, bypassCSP: true, viewport: { width: 320, height: 568 } });
      await page.waitForFunction((lang) => document.documentElement.lang === lang, locale);
      await page.addStyleTag({ content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-bottom: 2em !important }` });
      const [tools, intro] = await page.evaluate(() => ['.actions', '#intro'].map((at) => document.querySelector(at).getBoundingClientRect()));
      assert.ok(intro.height > 0 && intro.top >= tools.bottom, `${locale}: ${intro.top} and ${tools.bottom}`);
    }
  },

  'resting tiles are on whole pixels': async (t) => {
    const page = await t.open({ viewport: { width: 777, height: 901 }, deviceScaleFactor: 1.5 });
    await begin(page, { seed: 42, size: 7, rules: 'classic' });
    await settle(page);
    const off = await page.evaluate(() => {
      const root = document.querySelector('eleven-2048').shadowRoot;
      const board = root.querySelector('.board').getBoundingClientRect();
      return [...root.querySelectorAll('.tile')].flatMap((tile) => {
        const box = tile.getBoundingClientRect();
        return [(box.x - board.x) * 1.5, box.width * 1.5].map((length) => Math.abs(length - Math.round(length)));
      });
    });
    assert.ok(Math.max(...off) < 0.02, String(off));
  },

  'everything can be reached with Tab': async (t) => {
    const page = await t.open();
    const seen = [];
    for (let i = 0; i < 14; i++) {
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate(() => document.activeElement.id));
    }
    for (const id of ['game', 'undo', 'hint', 'new', 'menu']) assert.ok(seen.includes(id), `${id} in ${seen}`);
    await page.click('#menu');
    seen.length = 0;
    for (let i = 0; i < 14; i++) {
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate(() => document.activeElement.id));
    }
    for (const id of ['redo', 'auto', 'replay', 'review-game', 'daily', 'games', 'share', 'settings', 'help'])
      assert.ok(seen.includes(id), `${id} in ${seen}`);
  },

  'forced colours: hints, bars, focus and pressed buttons are visible': async (t) => {
    const page = await t.open({ forcedColors: 'active', reducedMotion: 'reduce', viewport: { width: 1000, height: 800 } });
    await states.hint(page);
    await page.evaluate(() => document.querySelector('#hint').focus());
    await page.keyboard.press('Shift'); // the focus came from the keyboard
    const before = await page.screenshot({ path: join(build, 'web-work/forced-hint.png') });
    const boxes = await page.evaluate(() => {
      const root = document.querySelector('eleven-2048').shadowRoot, at = (node, grow = 0) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return { x: x - grow, y: y - grow, width: width + 2 * grow, height: height + 2 * grow };
      };
      return [at(document.querySelector('.best .bar')), at(document.querySelector('#hint'), 5), at(document.querySelector('#new')),
        at(root.querySelector('[data-moves]'), 2)];
    });
    const [bar, hint, button, tile] = await measure(t, before, boxes);
    for (const [what, { contrast }] of Object.entries({ bar, hint, button, tile })) assert.ok(contrast >= 3, `${what}: ${contrast}`);
    const marked = await page.evaluate(() => {
      const tiles = [...document.querySelector('eleven-2048').shadowRoot.querySelectorAll('.tile')];
      return new Set(tiles.map((node) => `${Boolean(node.dataset.moves)} ${getComputedStyle(node).outlineStyle}`)).size;
    });
    assert.equal(marked, 2); // tiles that move differ from the others
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.querySelector('#hint')).outlineStyle), 'none');
  },

  'forced colours: the legend of the chart has the colours of the chart': async (t) => {
    const page = await t.open({ forcedColors: 'active', viewport: { width: 1000, height: 800 } });
    await states.review(page);
    const pairs = await page.evaluate(() => [['.score-area', 'fill', 'score', 'backgroundColor'],
      ['.expected', 'stroke', 'expected', 'borderTopColor'], ['.blunder', 'stroke', 'losses', 'backgroundColor']]
      .map(([part, paint, name, colour]) => [getComputedStyle(document.querySelector(`#chart ${part}`))[paint],
        getComputedStyle(document.querySelector(`#legend .legend-${name}`))[colour]]));
    for (const [drawn, named] of pairs) assert.equal(named, drawn);
    assert.equal(new Set(pairs.map(([drawn]) => drawn)).size, 3, String(pairs));
  },

  'a strict policy, and no request to any other host': async (t) => {
    const page = await t.open();
    for (const file of ['web/index.html', 'eleven.html']) {
      const html = await readFile(join(build, file), 'utf8');
      const policy = html.match(/Content-Security-Policy" content="([^"]*)"/)[1];
      assert.match(policy, /default-src 'none'/);
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*|https?:/);
    }
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.head.append(script);
      return globalThis.ran ?? false;
    });
    assert.equal(ran, false);
    t.errors.length = 0; // the refusal is correctly reported as an error
  },

  // The first load is what the page needs before somebody uses more of it; parts_test.mjs checks that nothing else is
  // requested.
  'small: at most 60 kB over the wire, 75 kB with the font and the languages; parts and players are loaded on demand': async () => {
    let sum = 0, all = 0;
    const parts = [];
    for (const name of (await readdir(join(build, 'web'))).filter((one) => one !== 'eleven-network.weights' && !/\.png$/.test(one))) {
      const { length } = gzipSync(await readFile(join(build, 'web', name)), { level: 9 });
      const isLater = later.includes(name) || /^page-/.test(name);
      if (isLater) parts.push(`${name} ${length}`);
      all += isLater ? 0 : length;
      sum += isLater || /^eleven-(font|words)/.test(name) ? 0 : length;
    }
    console.log(`# first load: ${sum} bytes, compressed; ${all} with the font and the languages`);
    console.log(`# loaded when first used: ${parts.join(', ')}, and the network`);
    assert.ok(sum <= 60000 && all <= 75000, `${sum} and ${all} bytes`);
  },
};
