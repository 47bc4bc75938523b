// The statistics: what they count, and that the charts show it; long lists of games.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { root } from './browser.mjs';
import { choose, shows } from './known.mjs';
import { gamesOf, keepGames } from './saved.mjs';

const sums = () => import(join(root, 'front/web/page/insights_sums.js'));
const facts = (page) => page.$$eval('#insights-dialog dl div', (all) => Object.fromEntries(all.map((one) => [...one.children].map((part) => part.textContent))));

async function openInsights(page) {
  await choose(page, 'games');
  await page.click('#insights');
  await page.waitForSelector('#insights-dialog[open]');
  assert.equal(await page.textContent('#insights-dialog h2'), await page.textContent('#insights'));
}

export const tests = {
  'medians, ranges of scores, streaks': async () => {
    const { dayStreaks, medianOf, runningMeans, scoreBins, winStreak } = await sums();
    assert.deepEqual([medianOf([5, 1, 9]), medianOf([4, 1, 2, 9])], [5, 3]);
    assert.deepEqual(runningMeans([2, 4, 9], 2), [null, 3, 6.5]);
    for (const scores of [[0], [600], [7, 8], [0, 12], [120, 4000, 131000], [3000000, 2999999], Array.from({ length: 500 }, (none, i) => i * i)]) {
      const bins = scoreBins(scores);
      assert.ok(bins.length <= 12 && bins.every(({ low, high }) => Number.isInteger(low) && high > low), JSON.stringify(bins));
      for (const { low, high, count } of bins) assert.equal(count, scores.filter((score) => score >= low && score < high).length);
      assert.equal(bins.reduce((sum, { count }) => sum + count, 0), scores.length);
    }
    const noon = new Date(2026, 4, 20, 12).getTime(), on = (...days) => days.map((one) => ({ changed: noon - one * 86400000 }));
    assert.deepEqual(dayStreaks(on(0, 1, 2, 5, 6), noon), { current: 3, longest: 3 });
    assert.deepEqual(dayStreaks(on(1, 3, 4, 5, 6, 6), noon), { current: 1, longest: 4 });
    assert.deepEqual(dayStreaks(on(2, 3), noon), { current: 0, longest: 2 });
    const opened = [...on(0, 1, 3), { changed: noon, date: '2026-05-18T12:00:00Z' }, { changed: noon, date: '9999-01-01' }];
    assert.deepEqual(dayStreaks(opened, noon), { current: 4, longest: 4 }); // an old game that was opened again today
    const won = [1, 1, 0, 1, 1, 1, 0].map((is, i) => ({ won: !!is, changed: i }));
    assert.equal(winStreak(won), 3);
  },

  'the statistics of one kind of games, then of another': async (t) => {
    const page = await t.open(), many = gamesOf(24), few = gamesOf(3, { w: 5, h: 3, rules: 'fibonacci', prefix: 'other' });
    for (const game of many) game.time = 60000;
    Object.assign(many[4], { won: true, largest: 2048, time: 3600000 });
    await keepGames(page, [...many, ...few, { ...many[0], id: 'running', status: 'playing', score: 999999 }]);
    await openInsights(page);
    const found = await facts(page), scores = many.map(({ score }) => score).sort((a, b) => a - b);
    assert.equal(found.Games, '24');
    assert.equal(found.Won, '4.2%');
    assert.equal(found.Median, Math.round((scores[11] + scores[12]) / 2).toLocaleString('en'));
    assert.deepEqual([found['Days in a row'], found['Longest streak'], found['Wins in a row']], ['12', '12', '1']);
    assert.equal(found['Time played'], '1h 23m');
    const tips = await page.$$eval('#insights-charts figure', (all) => all.map((one) => [...one.querySelectorAll('title')].map((tip) => tip.textContent)));
    assert.equal(tips[0].reduce((sum, tip) => sum + Number(/(\d+) games?$/.exec(tip)[1]), 0), 24);
    assert.ok(tips[1].includes('2048: 1 game, 4.2%'), tips[1].join());
    assert.equal(tips[2].length, 24);
    for (const label of await page.$$eval('#insights-charts svg', (all) => all.map((one) => one.getAttribute('aria-label')))) assert.match(label, /\d.*\.$/);
    await page.selectOption('#insights-kind', '5 × 3, fibonacci');
    assert.equal((await facts(page)).Games, '3');
  },

  'a long list of games: a part of it at once, the rest on demand; rename, export and delete': async (t) => {
    const page = await t.open();
    await keepGames(page, gamesOf(200));
    await choose(page, 'games');
    await page.waitForSelector('#list li');
    assert.equal(await page.locator('#list li').count(), 50);
    await page.click('#list-more');
    assert.equal(await page.locator('#list li').count(), 100);
    assert.equal(await page.evaluate(() => [...document.querySelectorAll('#list li')].indexOf(document.activeElement.closest('li'))), 50);
    await page.click('#list-more');
    await page.click('#list-more');
    assert.equal(await page.locator('#list li').count(), 200);
    assert.equal(await page.isVisible('#list-more'), false);
    const last = page.locator('#list li').last(), name = () => page.locator('#list li').last().locator('b').first().textContent();
    await last.getByRole('button', { name: 'Rename' }).click();
    await page.locator('#list input').fill('The first');
    await page.keyboard.press('Enter');
    await shows(page, '#list b', /^The first$/);
    assert.equal(await name(), 'The first'); // the list is as long as before
    const [file] = await Promise.all([page.waitForEvent('download'), last.getByRole('button', { name: 'Download' }).click()]);
    assert.match(file.suggestedFilename(), /\.2048$/);
    const scroll = await page.evaluate(() => document.querySelector('#games-dialog').scrollTop);
    await last.getByRole('button', { name: 'Delete' }).click();
    await last.getByRole('button', { name: 'Delete it?' }).click();
    await page.waitForFunction(() => document.querySelectorAll('#list li').length === 199);
    assert.notEqual(await name(), 'The first');
    assert.ok(await page.evaluate(() => document.querySelector('#games-dialog').scrollTop) > scroll - 200); // the place is kept
  },

  'without games the statistics say so': async (t) => {
    const page = await t.open();
    await openInsights(page);
    await shows(page, '#insights-empty', /nothing to count yet/);
  },
};
