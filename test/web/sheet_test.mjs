// The sheet at the end of a game: its figures, a new best score, and the card to share.
import assert from 'node:assert/strict';
import { almostLost, begin, choose, known, load, press, reviewed, shows, stateOf } from './known.mjs';

// Plays in circles until the game is over.
async function playToTheEnd(page, seed) {
  await begin(page, { size: '2', rules: 'classic', seed, goal: 'none' });
  for (let turns = 0; turns < 60 && (await stateOf(page)).status === 'playing'; turns++)
    await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']);
  await page.waitForSelector('#sheet:not([hidden])');
}

function figures(page) {
  return page.$$eval('#figures div', (all) => Object.fromEntries(all.map((one) => (
    [one.querySelector('dt').textContent, one.querySelector('dd').textContent]))));
}

export const tests = {
  'the figures of a finished game, with its rank among the games of its kind': async (t) => {
    const page = await t.open();
    const scores = [];
    for (const seed of [1, 2, 3, 4]) {
      await playToTheEnd(page, seed);
      const { score, largestTile: largest, moves } = await stateOf(page), found = await figures(page);
      scores.push(score);
      assert.deepEqual([found.Score, found['Largest tile'], found.Moves], [String(score), String(largest), String(moves)]);
      const rank = 1 + scores.filter((one) => one > score).length;
      assert.equal(found.Rank, scores.length > 1 ? `${rank} of ${scores.length}` : undefined);
      const isBest = scores.length > 1 && score > Math.max(...scores.slice(0, -1));
      assert.equal(await page.textContent('#sheet-title'), isBest ? 'New best score!' : 'Game over');
      assert.equal(await page.evaluate(() => document.querySelector('#best').parentNode.classList.contains('new')), isBest);
    }
    const { Rank } = await figures(page);
    await choose(page, 'replay'); // the rank is that of the game, not that of a position in it
    await page.click('#step-on');
    assert.equal((await figures(page)).Rank, Rank);
    await page.click('#replay-close');
    await page.click('#review-start');
    await page.waitForFunction(() => /Accuracy/.test(document.querySelector('#figures').textContent));
    await page.locator('#sheet').getByRole('button', { name: 'Play again' }).click();
    assert.equal((await stateOf(page)).moves, 0);
    await press(page, ['u']);
    assert.equal(await page.isVisible('#sheet'), true);
    await choose(page, 'share');
    await page.click('#load'); // now it is a game of another person
    const foreign = await figures(page);
    assert.deepEqual([foreign.Moves, foreign.Rank], [String((await stateOf(page)).moves), undefined]);
  },

  'the head of a review counts one move in the singular': async (t) => {
    const page = await t.open();
    await load(page, reviewed);
    await page.evaluate(() => {
      const game = document.querySelector('eleven-2048'), review = game.review.bind(game);
      const grades = { forced: 1, best: 2, good: 1, inaccuracy: 1, mistake: 2, blunder: 1 };
      game.review = async (...options) => ({ ...await review(...options), grades });
    });
    await page.click('#review-start');
    await shows(page, '#review-head', '(1 blunder, 2 mistakes, 1 inaccurate, 1 good, 2 best, 1 forced)');
    await choose(page, 'settings');
    await page.selectOption('#language', 'es');
    await shows(page, '#review-head', '(1 error grave, 2 errores, 1 imprecisa, 1 buena, 2 mejores, 1 forzada)');
  },

  'the focus moves when a button disappears': async (t) => {
    const page = await t.open(), focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.localName);
    await load(page, reviewed);
    await page.focus('#review-start');
    await press(page, ['Enter']);
    await page.waitForSelector('#review-found:not([hidden])');
    assert.equal(await focused(), 'sheet-title');
    await begin(page, { seed: 42 });
    await press(page, ['ArrowLeft', 'ArrowDown', 'n']);
    await page.focus('#notice-act'); // back to the old game
    await press(page, ['Enter']);
    assert.deepEqual([await focused(), (await stateOf(page)).moves], ['game', 2]);
    await press(page, ['p']);
    await page.focus('#auto-stop');
    await press(page, ['Enter']);
    assert.equal(await page.isVisible('#auto-stop'), false);
    assert.equal(await focused(), 'game');
  },

  'while the sheet covers the board, the focus cannot be on the board': async (t) => {
    const page = await t.open({ viewport: { width: 390, height: 700 } });
    const focused = () => page.evaluate(() => document.activeElement.id);
    await begin(page, { seed: 42 });
    await press(page, known.keys);
    await choose(page, 'replay');
    await page.click('#grow');
    const seen = new Set();
    for (let i = 0; i < 25; i++) {
      await press(page, ['Tab']);
      seen.add(await focused());
    }
    assert.ok(seen.has('replay-close') && !seen.has('game'), [...seen].join());
    await page.click('#replay-close');
    assert.equal(await focused(), 'game');
    await load(page, reviewed);
    await page.click('#grow');
    await page.click('#end-again');
    assert.equal(await focused(), 'game');
    await page.evaluate((record) => document.querySelector('#game').setAside(record), almostLost);
    await press(page, ['ArrowLeft']);
    await page.click('#grow');
    await page.click('#notice-act'); // back to the game
    assert.equal(await focused(), 'game');
  },

  'a review that runs ends when its game continues': async (t) => {
    const page = await t.open();
    await playToTheEnd(page, 7);
    const stopped = await page.evaluateHandle(() => {
      const game = document.querySelector('eleven-2048'), all = [];
      game.review = (from, to, { signal }) => new Promise((resolve, reject) => {
        signal.onabort = () => (all.push('stopped'), reject(new Error('stopped')));
      });
      return all;
    });
    const { moves } = await stateOf(page);
    await page.click('#review-start');
    await page.click('#end-undo');
    assert.equal(await page.isVisible('#sheet'), false);
    assert.deepEqual(await stopped.jsonValue(), ['stopped']);
    assert.equal((await stateOf(page)).moves, moves - 1);
  },

  'in a replay, a button that looks disabled does nothing': async (t) => {
    const page = await t.open({ viewport: { width: 1200, height: 900 } });
    await begin(page, { seed: 42 });
    await press(page, known.keys);
    await choose(page, 'replay');
    for (const id of ['undo', 'hint']) {
      assert.equal(await page.getAttribute(`#${id}`, 'aria-disabled'), 'true');
      await page.locator(`#${id}`).click({ force: true });
    }
    assert.equal(await page.isVisible('#replay-bar'), true);
    await page.click('#replay-close');
    assert.equal((await stateOf(page)).moves, known.keys.length);
  },

  'a replay that runs is not read aloud, and its end is': async (t) => {
    const page = await t.open();
    await load(page, reviewed);
    await choose(page, 'replay');
    const { plies } = await stateOf(page);
    await page.evaluate((ply) => {
      const scrubber = document.querySelector('#scrubber'), board = document.querySelector('eleven-2048').shadowRoot.querySelector('[role=status]');
      scrubber.value = ply;
      scrubber.dispatchEvent(new Event('input'));
      globalThis.said = [];
      for (const node of [board, document.querySelector('#ply')])
        new MutationObserver(() => { if (node.ariaLive !== 'off') said.push(node.textContent); }).observe(node, { childList: true, characterData: true, subtree: true });
    }, plies - 6);
    await page.click('#replay-play');
    await page.waitForFunction((of) => document.querySelector('#ply').textContent === `Move ${of} of ${of}`
      && document.querySelector('#ply').ariaLive === 'polite', plies);
    const said = await page.evaluate(() => said);
    assert.equal(said.at(-1), `Move ${plies} of ${plies}`);
    assert.ok(said.length <= 3, said.join(', '));
  },

  'speed and accuracy in the notation of the language': async (t) => {
    const page = await (await t.visit(await t.context({ locale: 'de' })));
    assert.equal(await page.getAttribute('#speed', 'aria-valuetext'), 'Züge pro Sekunde: 8');
    await load(page, reviewed);
    await page.click('#review-start');
    await page.waitForSelector('#review-found:not([hidden])');
    const [, accuracy] = (await page.textContent('#review-head')).match(/^Genauigkeit ([\d,]+\u00a0%) /);
    assert.equal((await figures(page)).Genauigkeit, accuracy);
  },

  'after a replay in the enlarged sheet the board is there again, and has the focus': async (t) => {
    const page = await t.open({ viewport: { width: 390, height: 700 } });
    for (const end of ['#replay-close', '#replay-branch']) {
      await load(page, reviewed);
      await choose(page, 'replay');
      await page.locator('#scrubber').fill('2');
      await page.press('#grow', 'Enter');
      await page.press(end, 'Enter');
      assert.deepEqual(await page.evaluate(() => [document.activeElement.id, getComputedStyle(document.querySelector('.place')).visibility]),
        ['game', 'visible']);
    }
  },

  'the time of play counts pauses only in part': async (t) => {
    const page = await t.open();
    await page.clock.install();
    await begin(page, { size: '2', rules: 'provider', seed: 1, goal: 'none' });
    for (let turns = 0; turns < 40 && (await stateOf(page)).status === 'playing'; turns++) {
      await page.clock.fastForward(turns ? 1000 : 600000);
      await press(page, ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']);
      await page.clock.runFor(200);
    }
    const [minutes, seconds] = (await figures(page)).Time.split(':').map(Number);
    assert.ok(60 * minutes + seconds >= 30 && 60 * minutes + seconds < 120, `${minutes}:${seconds}`);
  },

  'on a small screen a review that ends comes into view, unless somebody looks at other moves': async (t) => {
    const page = await t.open({ viewport: { width: 320, height: 568 } });
    const isInView = () => page.evaluate(() => {
      const [slot, head] = ['#slot', '#review-head'].map((id) => document.querySelector(id).getBoundingClientRect());
      return head.height > 0 && head.top >= slot.top - 1 && head.bottom <= slot.bottom + 1;
    });
    await load(page, reviewed);
    await page.click('#review-start');
    await page.waitForSelector('#review-found:not([hidden])');
    assert.equal(await isInView(), true);
    const begun = reviewed.replace(/result[^]*moves 56\n/, '').replace(/51\.[^]*/, '');
    await load(page, begun);
    await choose(page, 'review-game');
    await page.waitForSelector('#review-found:not([hidden])');
    assert.equal(await isInView(), true);
    await page.click('#replay-close');
    await load(page, begun.replace('R4@a1', 'R4@a1\n')); // the same game is reviewed again, and waits for its end
    await page.evaluate(() => {
      const game = document.querySelector('eleven-2048'), review = game.review.bind(game);
      game.review = async (...options) => {
        const result = await review(...options);
        await new Promise((resolve) => { globalThis.finish = resolve; });
        return result;
      };
    });
    await press(page, ['u']);
    await choose(page, 'review-game');
    await page.waitForFunction(() => globalThis.finish);
    await page.click('#step-back');
    await page.evaluate(() => globalThis.finish());
    await page.waitForSelector('#review-found:not([hidden])');
    assert.equal(await isInView(), false);
  },

  'the card: a picture and a text with emoji, shared if the browser can': async (t) => {
    const context = await t.context();
    await context.addInitScript(() => {
      navigator.canShare = ({ files }) => files.length === 1;
      navigator.share = async ({ files, text }) => { globalThis.shared = { size: files[0].size, type: files[0].type, text }; };
    });
    const page = await t.visit(context);
    await load(page, 'eleven game 1\nrules classic\nsize 4x4\nboard 1024 1024 . 2 / . . . . / . . . . / . . . 4\n\n1. L2@d1\n');
    await page.click('#end-share');
    await page.waitForSelector('#card[src]');
    await page.waitForFunction(() => document.querySelector('#card').naturalWidth === 1200);
    await page.click('#share-card');
    await page.waitForFunction(() => globalThis.shared);
    const { size, type, text } = await page.evaluate(() => shared);
    assert.ok(size > 5000);
    assert.equal(type, 'image/png');
    assert.match(text, /^2048, 4 × 4, Classic\n2,048 points, largest tile 2048, 1 move\n🟩🟫⬜🟫\n(⬜⬜⬜⬜\n){2}🟫⬜⬜⬜\n$/u);
    await page.evaluate(() => { navigator.share = undefined; });
    await page.click('#share-card'); // then the text is copied
    await shows(page, '#share-error', /./);
  },

  'the card: its place is kept while it is drawn': async (t) => {
    const context = await t.context({ serviceWorkers: 'block' }); // which would request the part too
    let hold;
    const held = new Promise((resolve) => { hold = resolve; });
    await context.route('**/page-card.js', hold);
    const page = await t.visit(context), place = () => page.evaluate(() => [document.querySelector('#film').offsetTop,
      document.querySelector('#share-dialog').offsetHeight]);
    await page.click('#menu');
    await page.click('#share');
    await page.waitForFunction(() => document.querySelector('#link').value);
    const before = await place();
    await (await held).continue();
    await page.waitForFunction(() => document.querySelector('#card').naturalWidth === 1200);
    assert.deepEqual(await place(), before);
  },
};
