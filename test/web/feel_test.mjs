// Sound, vibration and the speed of the animations.
import assert from 'node:assert/strict';
import { begin, choose, known, load, press, ready, almostLost } from './known.mjs';

// Records the notes that are played, and the vibrations. The page's clock can be put forward by `later`, since notes that
// follow each other at once are left out.
const listen = () => {
  const { now } = performance;
  let ahead = 0;
  performance.now = () => now.call(performance) + ahead;
  globalThis.later = () => { ahead += 60; };
  globalThis.notes = [];
  globalThis.shakes = [];
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function record(...when) {
    if (this.type === 'triangle') notes.push(Math.round(this.frequency.value));
    return start.apply(this, when);
  };
  Object.defineProperty(Navigator.prototype, 'vibrate', { value: (pattern) => shakes.push(pattern), configurable: true });
};

async function openListening(t) {
  const context = await t.context({ serviceWorkers: 'block' }), asked = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await context.addInitScript(listen);
  return { page: await t.visit(context), asked };
}

// A merge of two 2s.
const twoMerges = `eleven game 1\nrules classic\nsize 4x2\nboard 2 2 . . / 64 . . .\n`;

async function turnOn(page, ...names) {
  await choose(page, 'settings');
  for (const name of names) await page.check(`#${name}`);
  await page.keyboard.press('Escape');
}

export const tests = {
  'sound and vibration are off, and their part is not loaded, until somebody wants them': async (t) => {
    const { page, asked } = await openListening(t);
    await begin(page, { seed: 42 });
    await press(page, known.keys);
    assert.deepEqual(await page.evaluate(() => [notes, shakes]), [[], []]);
    assert.deepEqual(asked.filter((path) => /feel/.test(path)), []);
  },

  'a larger tile is a higher note; vibration; the settings are kept': async (t) => {
    const { page } = await openListening(t);
    await turnOn(page, 'sound', 'haptics');
    await page.waitForFunction(() => notes.length === 3); // a sample
    assert.deepEqual(await page.evaluate(() => notes), [...await page.evaluate(() => notes)].sort((a, b) => a - b));
    await page.reload();
    await ready(page);
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /page-feel/.test(name)));
    await load(page, twoMerges);
    await page.evaluate(async () => {
      for (const game = document.querySelector('eleven-2048'); !notes.length; game.undo()) { // until the part follows the game
        await new Promise((resolve) => { requestAnimationFrame(resolve); });
        later();
        game.move('left');
      }
    });
    const low = await page.evaluate(() => notes[0]);
    await load(page, twoMerges.replace('2 2 . . / 64 . . .', '64 64 . . / 2 . . .'));
    await page.evaluate(() => {
      later();
      notes.length = shakes.length = 0;
      document.querySelector('eleven-2048').move('left');
    });
    const [notes, shakes] = await page.evaluate(() => [globalThis.notes, globalThis.shakes]);
    assert.equal(notes.length, 1);
    assert.ok(notes[0] > 1.9 * low, `${notes[0]} Hz for 128, ${low} Hz for 4`);
    assert.deepEqual(shakes, [[27]]);
    await load(page, almostLost);
    await page.evaluate(() => { shakes.length = 0; });
    await press(page, ['ArrowLeft']);
    assert.ok(await page.evaluate(() => shakes.some((pattern) => pattern.length === 3)));
    await choose(page, 'settings');
    assert.deepEqual([await page.isChecked('#sound'), await page.isChecked('#haptics')], [true, true]);
    await page.uncheck('#sound');
    await page.keyboard.press('Escape');
    await page.evaluate(() => { notes.length = 0; });
    await begin(page, { seed: 42, size: 4, rules: 'classic' });
    await press(page, known.keys);
    assert.deepEqual(await page.evaluate(() => notes), []);
  },

  'the speed of the animations': async (t) => {
    const context = await t.context();
    await context.addInitScript(() => {
      globalThis.clock = 1e6;
      performance.now = () => globalThis.clock;
    });
    const page = await t.visit(context);
    // Where the only tile that moves is, as a part of its way, `time` milliseconds after the move.
    const wayAfter = (time) => page.evaluate(async (passed) => {
      const game = document.querySelector('eleven-2048'), frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
      game.load('eleven game 1\nrules classic\nsize 4x1\nboard 2 . . .\n');
      clock += 10000;
      await frame();
      const places = (name) => [...game.shadowRoot.querySelectorAll(name)].map((one) => one.getBoundingClientRect()).map(({ x, width }) => x + width / 2);
      const [from, next] = places('.cell'), farthest = () => Math.max(...places('.tile'));
      game.move('right');
      clock += passed;
      await frame();
      await frame();
      return Math.round((farthest() - from) / (next - from) / 3 * 100);
    }, time);
    const choice = async (value) => {
      await choose(page, 'settings');
      await page.selectOption('#animation', value);
      await page.keyboard.press('Escape');
    };
    assert.deepEqual([await wayAfter(0), await wayAfter(50)], [0, 50]);
    await choice('slow');
    assert.deepEqual([await wayAfter(50) < 40, await wayAfter(100)], [true, 50]);
    await choice('fast');
    assert.deepEqual([await wayAfter(25), await wayAfter(60)], [50, 100]);
    await choice('off');
    assert.equal(await wayAfter(0), 100);
    await page.reload();
    await ready(page);
    assert.equal(await wayAfter(0), 100);
    await choice('slow');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await wayAfter(0), 100);
  },

  'tiles are animated, and only by transforms': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 42 });
    const [pictures, properties] = await page.evaluate(async () => {
      const game = document.querySelector('eleven-2048'), seen = new Set(), names = new Set();
      game.move('up');
      for (let i = 0; i < 1000 && seen.size < 3; i++) {
        await new Promise((resolve) => { requestAnimationFrame(resolve); });
        const tiles = [...game.shadowRoot.querySelectorAll('.tile')];
        seen.add(tiles.map((tile) => tile.style.transform).join());
        for (const tile of tiles) for (const name of tile.style) names.add(name);
      }
      return [seen.size, [...names]];
    });
    assert.deepEqual([pictures, properties], [3, ['transform']]);
  },
};
