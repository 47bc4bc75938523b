// Films of games: the moving picture shows the right boards at the right times, and the video has the right length.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './browser.mjs';
import { begin, choose, known, press, shows, until } from './known.mjs';

async function openFilm(page, { kind = 'svg', speed, from, to } = {}) {
  await choose(page, 'share');
  await page.click('#film');
  await page.waitForSelector('#film-dialog[open]');
  await page.selectOption('#film-kind', kind);
  if (speed) await page.selectOption('#film-speed', speed);
  if (from) await page.fill('#film-from', String(from));
  if (to) await page.fill('#film-to', String(to));
}

async function playKnown(t, options) {
  const page = await t.open(options);
  await begin(page, { seed: 42 });
  await press(page, known.keys);
  return page;
}

async function save(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#film-dialog .row .strong')]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

// The board that the SVG shows at a time in milliseconds, and its score. Small tiles are not there yet or any more.
const boardAt = (svg, w, h, time) => {
  for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = time;
  }
  const board = Array.from({ length: h }, () => Array(w).fill(0)), place = svg.querySelector('g > rect + g').children;
  for (const use of svg.querySelectorAll('use')) {
    const { x, y, width, height } = use.getBoundingClientRect(), middle = [x + width / 2, y + height / 2];
    if (width < 20 || getComputedStyle(use).visibility === 'hidden') continue;
    const cell = [...place].findIndex((one) => {
      const box = one.getBoundingClientRect();
      return Math.abs(box.x + box.width / 2 - middle[0]) < 2 && Math.abs(box.y + box.height / 2 - middle[1]) < 2;
    });
    const value = Number(svg.querySelector(use.getAttribute('href')).textContent);
    if (board[Math.floor(cell / w)]?.[cell % w]) return `two tiles in cell ${cell}`;
    if (cell >= 0) board[Math.floor(cell / w)][cell % w] = value;
    else return `a tile between cells: ${middle}`;
  }
  const shown = (text) => getComputedStyle(text).visibility === 'visible' && text.textContent;
  const box = svg.querySelector('svg svg rect').getBoundingClientRect(), middle = box.y + box.height / 2;
  const score = [...svg.querySelectorAll('.last, .scores text')].filter((text) => {
    const { y, height } = text.getBoundingClientRect();
    return shown(text) && Math.abs(y + height / 2 - middle) < 10;
  });
  return { board, score: score.map((text) => Number(text.textContent)) };
};

async function showSvg(t, text, options = {}) {
  const page = await (await t.context({ viewport: { width: 800, height: 900 }, ...options })).newPage();
  await page.setContent(`<!doctype html>${text}`);
  return (w, h, time) => page.evaluate(`(${boardAt})(document.querySelector('svg'), ${w}, ${h}, ${time})`);
}

export const tests = {
  'the moving picture: every board at its time': async (t) => {
    const page = await playKnown(t);
    await openFilm(page, { speed: '500' });
    assert.equal(await page.textContent('#film-about'), '8 moves, 7 s.');
    const height = () => page.evaluate(() => document.querySelector('#film-result').offsetHeight);
    await page.evaluate(() => {
      const result = document.querySelector('#film-result');
      new MutationObserver(() => { globalThis.heightBefore ??= result.hidden ? undefined : result.offsetHeight; }).observe(result, { attributes: true });
    });
    await page.click('#film-dialog .row .strong');
    await page.waitForSelector('#film-result img');
    assert.ok(Math.abs(await page.evaluate(() => heightBefore) - await height()) < 2); // its place is kept
    assert.ok(await page.evaluate(() => document.querySelector('#film-result img').decode().then(() => true)));
    const { name, text } = await save(page), at = await showSvg(t, text);
    assert.equal(name, '2048.svg');
    const after = (moves) => at(4, 4, 700 + moves * 500 - 1);
    assert.deepEqual(await after(0), { board: known.start, score: [0] });
    assert.deepEqual(await after(1), { board: known.afterOne, score: [known.scores[0]] });
    assert.deepEqual(await after(2), { board: known.afterTwo, score: [known.scores[1]] });
    assert.deepEqual(await after(7), { board: known.afterSeven, score: [known.scores[6]] });
    assert.deepEqual(await at(4, 4, 700 + 8 * 500 + 2500), { board: known.afterEight, score: [known.scores[7]] });
    const still = await showSvg(t, text, { reducedMotion: 'reduce' });
    assert.deepEqual(await still(4, 4, 0), { board: known.afterEight, score: [known.scores[7]] });
  },

  'a part of a game, other rules, and a board that is not square': async (t) => {
    const page = await t.open(), boards = [];
    await begin(page, { size: '5x3', rules: 'engine', seed: 7 });
    for (let i = 0; i < 40; i++) {
      await page.evaluate((direction) => document.querySelector('eleven-2048').move(direction), ['left', 'down', 'right', 'up'][i % 4]);
      const { moves, board, score } = await page.evaluate(() => document.querySelector('eleven-2048').state);
      boards[moves] = { board, score: [score] };
    }
    await openFilm(page, { speed: '500', from: 11, to: 20 });
    await page.click('#film-dialog .row .strong');
    await page.waitForSelector('#film-result img');
    const at = await showSvg(t, (await save(page)).text);
    for (let i = 0; i <= 10; i++) assert.deepEqual(await at(5, 3, 700 + i * 500 - 1 + (i === 10 ? 1000 : 0)), boards[10 + i], `move ${10 + i}`);
  },

  'the video: its length, its last picture; a recording can be cancelled': async (t) => {
    const page = await playKnown(t);
    await openFilm(page, { kind: 'video', speed: '66' });
    await page.click('#film-dialog .row .strong');
    await page.waitForFunction(() => document.querySelector('#film-progress').value > 0.05);
    await page.click('#film-dialog .row button');
    await page.waitForSelector('#film-dialog .row .strong');
    assert.equal(await page.isVisible('#film-result'), false);
    await page.click('#film-dialog .row .strong');
    await page.waitForFunction(() => document.querySelector('#film-progress').value > 0.05);
    await page.mouse.click(2, 2); // outside: the film continues
    const hide = (isHidden) => page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
    await hide(true);
    await shows(page, '#film-about', /^Paused/);
    const part = await page.evaluate(() => document.querySelector('#film-progress').value);
    await page.evaluate(async () => { // many chances to continue
      for (let frames = 0; frames < 45; frames++) await new Promise((resolve) => { requestAnimationFrame(resolve); });
    });
    assert.equal(await page.evaluate(() => document.querySelector('#film-progress').value), part);
    await hide(false);
    await page.waitForSelector('#film-result video');
    const duration = await page.evaluate(async () => {
      const video = document.querySelector('#film-result video');
      while (!(video.readyState > 1)) await new Promise((resolve) => { setTimeout(resolve, 20); });
      await new Promise((resolve) => { video.onseeked = resolve; video.currentTime = video.duration - 0.05; });
      return video.duration;
    });
    const expected = (700 + 8 * 66 + 2600) / 1000;
    assert.ok(duration > expected - 0.2 && duration < expected + 0.6, `${duration} s instead of ${expected} s`);
    // After `seeked` the video may still show its old picture for a moment.
    await until(page, (board) => {
      const video = document.querySelector('#film-result video'), canvas = document.createElement('canvas');
      Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight });
      const context = canvas.getContext('2d'), unit = canvas.width / 424;
      context.drawImage(video, 0, 0);
      const colour = (x, y) => context.getImageData((12 + 12 + x * 97 + 8) * unit, (12 + 84 + 12 + y * 97 + 8) * unit, 1, 1).data;
      const tiles = { 0: [205, 193, 180], 2: [238, 228, 218], 4: [237, 224, 200], 8: [242, 177, 121] };
      return board.every((row, y) => row.every((value, x) => tiles[value].every((part, i) => Math.abs(part - colour(x, y)[i]) < 14)));
    }, known.afterEight);
  },

  'the focus stays among the buttons of the film': async (t) => {
    const page = await playKnown(t);
    await openFilm(page);
    const focused = () => page.evaluate(() => document.activeElement.parentNode.matches('#film-dialog .row') && document.activeElement.textContent);
    await page.locator('#film-dialog .row .strong').press('Enter');
    await page.waitForSelector('#film-dialog img');
    assert.equal(await focused(), 'Save');
    await page.locator('#film-dialog').getByRole('button', { name: 'Change' }).press('Enter');
    assert.equal(await focused(), 'Make');
  },

  'what cannot be made is said': async (t) => {
    const context = await t.context();
    await context.addInitScript('delete globalThis.MediaRecorder');
    const page = await t.visit(context);
    await begin(page, { seed: 42 });
    await choose(page, 'share');
    await page.click('#film');
    assert.equal(await page.textContent('#film-error'), 'This game has no moves yet.');
    assert.match(await page.textContent('#film-about'), /^This browser cannot record videos\./);
    assert.equal(await page.evaluate(() => document.querySelector('#film-kind option[value=video]').disabled), true);
    await page.keyboard.press('Escape');
    await press(page, known.keys);
    await openFilm(page, { from: 5, to: 3 });
    assert.equal(await page.textContent('#film-error'), 'Choose moves from 1 to 8.');
    assert.equal(await page.isDisabled('#film-dialog .row .strong'), true);
  },
};
