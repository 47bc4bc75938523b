// The parts of the page that are loaded when they are first used.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { build } from './browser.mjs';
import { begin, choose, press, ready, shows } from './known.mjs';

async function openShare(page) {
  await choose(page, 'share');
  await page.waitForSelector('#card[src]');
}

export const tests = {
  'the page requests a part when somebody uses it, not before': async (t) => {
    const context = await t.context({ serviceWorkers: 'block' }), asked = [];
    context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const page = await t.visit(context);
    await begin(page, { seed: 42 });
    await press(page, ['ArrowUp', 'n', 'u']);
    await choose(page, 'games');
    assert.deepEqual(asked.filter((path) => /page-|players|network/.test(path)), []);
    await page.keyboard.press('Escape');
    await openShare(page);
    assert.deepEqual(asked.filter((path) => /page-|players|network/.test(path)), ['/page-card.js', '/page-more.js']);
  },

  'a part that cannot be loaded: a sentence, and the next attempt succeeds': async (t) => {
    const context = await t.context({ serviceWorkers: 'block' });
    await context.route(/page-card/, (route) => route.abort());
    const page = await t.visit(context);
    await choose(page, 'share');
    await shows(page, '#share-error', /could not be loaded/);
    await page.keyboard.press('Escape');
    await context.unroute(/page-card/);
    await openShare(page);
    t.errors.splice(0); // the browser reports the request that failed
  },

  'a part of a newer version: a sentence': async (t) => {
    const context = await t.context({ serviceWorkers: 'block' });
    await context.route(/page-card/, (route) => route.fulfill({ contentType: 'text/javascript', body: "import { newer } from './page.js';" }));
    const page = await t.visit(context);
    await choose(page, 'share');
    await shows(page, '#share-error', /could not be loaded. Reload the page/);
  },

  'parts work offline after the first visit, and in the page in one file': async (t) => {
    const server = await t.serve(join(build, 'web')), context = await t.context(), page = await t.visit(context, server.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await server.close();
    await page.reload();
    await ready(page);
    await openShare(page);
    await page.keyboard.press('Escape');
    const alone = await t.visit(context, `file://${join(build, 'eleven.html')}`);
    await openShare(alone);
    await alone.keyboard.press('Escape');
    for (const one of [page, alone]) {
      await choose(one, 'practice');
      await one.waitForSelector('.editor-board');
      await one.keyboard.press('Escape');
      await choose(one, 'games');
      await one.click('#import');
      await one.waitForSelector('#import-dialog');
      await one.keyboard.press('Escape');
    }
  },
};
