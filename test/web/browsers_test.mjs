// The page in Firefox and in WebKit, the engine of Safari.
import assert from 'node:assert/strict';
import { playThrough } from './core.mjs';
import { hasFirefox, launchFirefox } from './firefox.mjs';
import { hasWebKit, launchWebKit } from './webkit.mjs';

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
};
