// The texts: every language has all of them, in the same form, and they fit into the page.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, root } from './browser.mjs';
import { load, almostLost, choose, press, ready, shows } from './known.mjs';
import { states } from './states.mjs';

const folder = join(root, 'front/web/words');
const others = (await readdir(folder)).map((name) => name.replace('.js', '')).filter((name) => !/^(en|more-.*)$/.test(name));

// The forms of all texts: { 'page.moves': 'function 1', 'page.keys': 'list 11', ... }.
function formsOf(words, path = '') {
  return Object.entries(words).flatMap(([name, text]) => {
    const at = `${path}${name}`;
    if (typeof text === 'function') return [`${at}: function of ${text.length}`];
    if (Array.isArray(text)) return [`${at}: list of ${text.length}`];
    return typeof text === 'object' ? formsOf(text, `${at}.`) : [`${at}: ${typeof text}`];
  }).sort();
}

export const tests = {
  'every language has the same texts': async () => {
    const { english } = await import(join(folder, 'en.js')), { moreIn_en: more } = await import(join(folder, 'more-en.js'));
    assert.ok(others.length >= 2);
    for (const name of others) {
      const { default: words } = await import(join(folder, `${name}.js`));
      assert.deepEqual(formsOf(words), formsOf(english), name);
      assert.deepEqual(formsOf((await import(join(folder, `more-${name}.js`)))[`moreIn_${name}`]), formsOf(more), name);
    }
  },

  'the browser chooses the language, which is loaded only then, and everything fits': async (t) => {
    for (const name of ['en', ...others, 'fi']) {
      const context = await t.context({ locale: name, viewport: { width: 320, height: 568 } }), asked = [];
      context.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const page = await t.visit(context), expected = others.includes(name) ? name : 'en';
      assert.equal(await page.evaluate(() => document.documentElement.lang), expected);
      assert.deepEqual([...new Set(asked.filter((path) => /words/.test(path)))].slice(0, 1),
        expected === 'en' ? [] : [`/eleven-words-${name}.js`]);
      const cut = await page.evaluate(() => [...document.querySelectorAll('.actions span, .label')]
        .filter((node) => node.scrollWidth > node.parentNode.clientWidth + 1).map((node) => node.textContent));
      assert.deepEqual(cut, [], name);
      await load(page, almostLost);
      await press(page, ['ArrowLeft']);
      assert.notEqual(await page.textContent('#sheet-title'), expected === 'en' ? '' : 'Game over');
      assert.equal(await page.evaluate(() => [...document.querySelectorAll('[data-word]')].filter((node) => !node.textContent).length), 0);
      await context.close();
    }
  },

  'at 320 pixels each list shows the whole text that is chosen': async (t) => {
    for (const locale of ['en', ...others])
      for (const state of ['new', 'settings', 'film', 'editor']) {
        const context = await t.context({ locale, viewport: { width: 320, height: 568 } }), page = await t.visit(context);
        await states[state](page);
        const cut = await page.evaluate(() => [...document.querySelectorAll('dialog[open] select')].filter((list) => {
          const probe = list.cloneNode();
          probe.append(new Option(list.selectedOptions[0]?.text));
          probe.style.cssText = 'position: fixed; width: max-content; max-width: none; flex: none;';
          list.closest('dialog').append(probe);
          const { width } = probe.getBoundingClientRect();
          probe.remove();
          return list.offsetParent && width > list.getBoundingClientRect().width + 1;
        }).map((list) => list.selectedOptions[0].text));
        assert.deepEqual(cut, [], `${locale}, ${state}`);
        await context.close();
      }
  },

  'of two languages, the one that was chosen last counts; the board speaks that of the page': async (t) => {
    const context = await t.context({ serviceWorkers: 'block' }), page = await t.visit(context);
    let answer = null;
    await context.route('**/eleven-words-de.js', (route) => { answer = () => route.continue(); });
    await choose(page, 'settings');
    await Promise.all([page.waitForRequest('**/eleven-words-de.js'), page.selectOption('#language', 'de')]);
    await page.selectOption('#language', 'en');
    await Promise.all([page.waitForResponse('**/eleven-words-de.js'), answer()]);
    await page.selectOption('#language', 'es');
    await shows(page, '#undo', 'Deshacer');
    await context.unroute('**/eleven-words-de.js');
    await page.selectOption('#language', 'de');
    for (let i = 0; i < 3; i++) {
      await shows(page, '#undo', 'Zurück');
      await page.waitForFunction(() => /^Spielfeld/.test(document.querySelector('eleven-2048').shadowRoot.querySelector('.grid').getAttribute('aria-label')));
      await page.reload();
      await ready(page);
    }
  },

  'a language that cannot be loaded is not claimed, and is loaded when it can be': async (t) => {
    const context = await t.context({ serviceWorkers: 'block' }), page = await t.visit(context);
    const language = () => page.evaluate(() => [document.documentElement.lang, document.querySelector('#undo').textContent.trim()]);
    await context.route('**/eleven-words-de.js', (route) => route.abort());
    await choose(page, 'settings');
    await Promise.all([page.waitForEvent('requestfailed'), page.selectOption('#language', 'de')]);
    t.errors.length = 0; // the browser reports that the request failed
    await page.selectOption('#language', 'es');
    await shows(page, '#undo', 'Deshacer');
    await page.selectOption('#language', 'de');
    await shows(page, '#undo', 'Undo');
    assert.deepEqual(await language(), ['en', 'Undo']);
    await context.unroute('**/eleven-words-de.js');
    await page.selectOption('#language', 'en');
    await page.selectOption('#language', 'de');
    await shows(page, '#undo', 'Zurück');
    assert.deepEqual(await language(), ['de', 'Zurück']);
    t.errors.length = 0;
  },

  'a language of another version, without a text or with another form, is not shown': async (t) => {
    const german = await readFile(join(build, 'web/eleven-words-de.js'), 'utf8');
    const changes = [['seedIs:', 'newName:'], ["undo: 'Zurück'", 'undo: () => 0'], ["accuracy: 'Genauigkeit'", "newName: ''"]];
    for (const [word, other] of changes) {
      const changed = german.replaceAll(word, other);
      const server = await t.serve(join(build, 'web'), { '/eleven-words-de.js': changed });
      t.defer(server.close);
      assert.notEqual(changed, german);
      const page = await t.visit(await t.context({ serviceWorkers: 'block' }), server.address);
      await choose(page, 'settings');
      await page.selectOption('#language', 'es');
      await shows(page, '#undo', 'Deshacer');
      await page.selectOption('#language', 'de');
      await shows(page, '#undo', 'Undo');
      await shows(page, '#facts', /seed/);
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    }
  },

  'a damaged link is reported in the language of the page': async (t) => {
    const page = await t.visit(await t.context({ locale: 'de' }), `${t.address}#game=AAAA`);
    await shows(page, '#notice', /^Der Link enthält kein Spiel: er ist beschädigt\.$/);
  },

  'a component has the language of its page, or of the browser': async (t) => {
    const html = '<!DOCTYPE html><title>One</title><link rel="icon" href="data:,"><eleven-2048 id="one" style="width: 200px"></eleven-2048>'
      + '<script type="module" src="eleven-2048.js"></script>';
    const server = await t.serve(join(build, 'web'), { '/one.html': html });
    t.defer(server.close);
    const context = await t.context({ locale: 'es-MX' }), page = await context.newPage();
    await page.goto(`${server.address}one.html`);
    const label = (pattern) => page.waitForFunction((text) => new RegExp(text).test(
      document.querySelector('#one')?.shadowRoot?.querySelector('.grid').getAttribute('aria-label')), pattern);
    await label('^Tablero');
    await page.evaluate(() => document.querySelector('#one').setAttribute('lang', 'de'));
    await label('^Spielfeld');
  },
};
