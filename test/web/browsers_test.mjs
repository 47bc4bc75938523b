// The page in Firefox and in WebKit, the engine of Safari.
import { playThrough } from './core.mjs';
import { hasFirefox, launchFirefox } from './firefox.mjs';
import { hasWebKit, launchWebKit } from './webkit.mjs';

export const tests = {
  'the page in Firefox': async (t) => (hasFirefox ? playThrough(await launchFirefox(t), t, 'firefox') : 'skip'),

  'the page in WebKit': async (t) => (hasWebKit ? playThrough(await launchWebKit(t), t, 'webkit') : 'skip'),
};
