// The core of the page in Firefox: playing, undo, saving, hints, a review, the frame.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './browser.mjs';
import { almostLost, known, reviewed } from './known.mjs';
import { hasFirefox, launchFirefox } from './firefox.mjs';

const state = `async () => document.querySelector('eleven-2048').state`;
const begin = `async (options) => document.querySelector('eleven-2048').newGame(options)`;
const load = `async (text) => document.querySelector('eleven-2048').load(text)`;
const appears = `async (selector) => { while (!document.querySelector(selector)) await new Promise((go) => setTimeout(go, 20)); }`;
// The boxes of the board and of the panel, and whether the page scrolls.
const boxes = `async () => [document.querySelector('eleven-2048').shadowRoot.querySelector('.board'), document.querySelector('#panel')]
  .map((node) => node.getBoundingClientRect().toJSON())
  .concat(document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth, innerWidth, innerHeight)`;

export const tests = {
  'the page in Firefox': async (t) => {
    if (!hasFirefox) return 'skip';
    const firefox = await launchFirefox(t);
    await firefox.visit(t.address);
    await firefox.evaluate(begin, { seed: 42 });
    await firefox.press(known.keys);
    assert.deepEqual((await firefox.evaluate(state)).board, known.afterEight);
    await firefox.click('#undo');
    assert.deepEqual((await firefox.evaluate(state)).board, known.afterSeven);
    await firefox.press(['r']);
    await firefox.visit(t.address);
    assert.deepEqual((await firefox.evaluate(state)).board, known.afterEight);

    await firefox.click('#hint');
    await firefox.evaluate(appears, '#bars:not([hidden])');
    const [board, panel, scrolls, width, height] = await firefox.evaluate(boxes);
    assert.equal(scrolls, false);
    assert.ok(board.right <= width && panel.bottom <= height + 1, JSON.stringify([board, panel, width, height]));
    assert.ok(panel.left >= board.right || panel.top >= board.bottom);

    await firefox.evaluate(load, almostLost);
    await firefox.press(['ArrowLeft']);
    await firefox.evaluate(appears, '#sheet[data-kind=lost]:not([hidden])');
    await firefox.evaluate(load, reviewed);
    await firefox.click('#review-start');
    await firefox.evaluate(appears, '#review-found:not([hidden])');
    await writeFile(join(build, 'web-work/firefox.png'), await firefox.screenshot(), 'base64');
    for (const id of ['new', 'menu']) {
      await firefox.click(`#${id}`);
      await firefox.evaluate(appears, `#${id}-dialog[open]`);
      await firefox.press(['Escape']);
    }
    return undefined;
  },
};
