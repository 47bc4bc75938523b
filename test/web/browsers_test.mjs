// The page in Firefox and in WebKit, the engine of Safari.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { build } from './browser.mjs';
import { playThrough } from './core.mjs';
import { hasFirefox, launchFirefox } from './firefox.mjs';
import { until } from './known.mjs';
import { rows } from './saved.mjs';
import { hasWebKit, launchWebKit } from './webkit.mjs';

// Makes legal moves until the game has that many.
const playTo = `async (count) => {
  const game = document.querySelector('eleven-2048'), ways = ['up', 'right', 'down', 'left'];
  while (game.state.moves < count) game.move(ways.find((way) => game.state.legal.includes(way)));
}`;
const isPlayedTo = async (count) => document.documentElement.dataset.ready === ''
  && document.querySelector('eleven-2048').state.moves === count;

export const tests = {
  'the page in Firefox': async (t) => (hasFirefox ? playThrough(await launchFirefox(t), t, 'firefox') : 'skip'),

  'the page in Firefox without cookies plays, and says that it cannot save': async (t) => {
    if (!hasFirefox) return 'skip';
    const browser = await launchFirefox(t, { 'network.cookie.cookieBehavior': 2 });
    await browser.visit(t.address);
    await browser.evaluate(`async () => document.querySelector('eleven-2048').newGame({ seed: 42 })`);
    await browser.press(['ArrowUp']);
    const [moves, notice] = await browser.evaluate(`async () => [document.querySelector('eleven-2048').state.moves,
      document.querySelector('#notice').textContent]`);
    assert.equal(moves, 1);
    assert.match(notice, /^Not saved/);
    return undefined;
  },

  'the page in WebKit': async (t) => (hasWebKit ? playThrough(await launchWebKit(t), t, 'webkit') : 'skip'),

  'in WebKit, an old page that is shown again does not replace the newer game': async (t) => {
    if (!hasWebKit) return 'skip';
    const server = await t.serve(join(build, 'web'), { '/other.html': '<!DOCTYPE html><title>Other</title>' });
    t.defer(server.close);
    const browser = await launchWebKit(t), back = () => browser.ask('POST', '/back', {});
    const page = { evaluate: async (...words) => await browser.evaluate(...words).catch(String) === true }; // false while it changes
    const store = { evaluate: async (check, count) => (await rows(browser, 'games')).some(({ moves }) => moves === count) };
    const untilSaved = async (count) => {
      await until(page, isPlayedTo, count);
      await until(store, 'the game is saved', count);
    };
    await browser.visit(server.address);
    await browser.evaluate(`async () => document.querySelector('eleven-2048').newGame({ seed: 42 })`);
    await browser.evaluate(playTo, 5);
    await untilSaved(5);
    await browser.ask('POST', '/url', { url: `${server.address}other.html` });
    await browser.visit(server.address);
    await browser.evaluate(playTo, 10);
    await untilSaved(10);
    await back();
    await until(page, async () => document.title === 'Other');
    await back();
    await until(page, isPlayedTo, 10);
    await browser.evaluate(playTo, 11);
    await untilSaved(11);
    await browser.visit(server.address);
    assert.equal(await browser.evaluate(isPlayedTo, 11), true);
    return undefined;
  },
};
