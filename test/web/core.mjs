// The core of the page in another browser than Chromium: playing, undo, saving, hints, a review, the frame.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './browser.mjs';
import { almostLost, known, reviewed } from './known.mjs';

const state = `async () => document.querySelector('eleven-2048').state`;
const begin = `async (options) => document.querySelector('eleven-2048').newGame(options)`;
const load = `async (text) => document.querySelector('eleven-2048').load(text)`;
const appears = `async (selector) => { while (!document.querySelector(selector)) await new Promise((go) => setTimeout(go, 20)); }`;
// The boxes of the board and of the panel, and whether the page scrolls.
const boxes = `async () => [document.querySelector('eleven-2048').shadowRoot.querySelector('.board'), document.querySelector('#panel')]
  .map((node) => node.getBoundingClientRect().toJSON())
  .concat(document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth, innerWidth, innerHeight)`;

// `browser` has visit, evaluate, press, click and screenshot, as launchFirefox returns them.
export async function playThrough(browser, t, name) {
  await browser.visit(t.address);
  await browser.evaluate(begin, { seed: 42 });
  await browser.press(known.keys);
  assert.deepEqual((await browser.evaluate(state)).board, known.afterEight);
  await browser.click('#undo');
  assert.deepEqual((await browser.evaluate(state)).board, known.afterSeven);
  await browser.press(['r']);
  await browser.visit(t.address);
  assert.deepEqual((await browser.evaluate(state)).board, known.afterEight);

  await browser.click('#hint');
  await browser.evaluate(appears, '#bars:not([hidden])');
  const [board, panel, scrolls, width, height] = await browser.evaluate(boxes);
  assert.equal(scrolls, false);
  assert.ok(board.right <= width && panel.bottom <= height + 1, JSON.stringify([board, panel, width, height]));
  assert.ok(panel.left >= board.right || panel.top >= board.bottom);

  await browser.evaluate(load, almostLost);
  await browser.press(['ArrowLeft']);
  await browser.evaluate(appears, '#sheet[data-kind=lost]:not([hidden])');
  await browser.evaluate(load, reviewed);
  await browser.click('#review-start');
  await browser.evaluate(appears, '#review-found:not([hidden])');
  await writeFile(join(build, `web-work/${name}.png`), await browser.screenshot(), 'base64');
  for (const id of ['new', 'menu']) {
    await browser.click(`#${id}`);
    await browser.evaluate(appears, `#${id}-dialog[open]`);
    await browser.press(['Escape']);
  }

  for (const id of ['menu', 'share', 'film']) await browser.click(`#${id}`);
  await browser.evaluate(appears, '#film-dialog[open]');
  await browser.click('#film-dialog .row .strong');
  await browser.evaluate(`async () => { let film; while (!(film = document.querySelector('#film-result img'))) await new Promise((go) => setTimeout(go, 20));
    await film.decode(); }`);
  await browser.press(['Escape']);
  for (const id of ['menu', 'games', 'insights']) await browser.click(`#${id}`);
  await browser.evaluate(appears, '#insights-charts rect');
}
