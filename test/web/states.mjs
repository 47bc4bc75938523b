// The states of the page that are checked at several sizes and in several themes: each one as a function that leads a
// page there.
import { gamesOf, keepGames } from './saved.mjs';
import { almostLost, almostWon, begin, choose, closed, everyTile, load, middleGame, press, ready, reviewed } from './known.mjs';

export const sizes = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  small: { viewport: { width: 320, height: 568 } },
  tiny: { viewport: { width: 320, height: 256 } },
  side: { viewport: { width: 844, height: 390 } },
  square: { viewport: { width: 900, height: 900 } },
  tablet: { viewport: { width: 768, height: 1024 } },
  large: { viewport: { width: 2560, height: 1440 } },
};

export async function prepareStates(page, address, theme) {
  await page.goto(address);
  await ready(page);
  await page.evaluate((name) => localStorage.setItem('eleven-settings', JSON.stringify({ theme: name })), theme);
  await page.reload();
  await ready(page);
}

async function dialog(page, id) {
  await choose(page, id);
  await page.waitForSelector(`#${id}-dialog[open]`);
  await page.waitForTimeout(200); // its animation
}

async function end(page, record) {
  await load(page, record);
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('#sheet:not([hidden])');
}

export const states = {
  playing: (page) => load(page, middleGame),
  tiles: (page) => load(page, everyTile),
  hint: async (page) => {
    await load(page, middleGame);
    await page.click('#hint');
    await page.waitForSelector('#bars:not([hidden])');
  },
  auto: async (page) => {
    await load(page, middleGame);
    await page.evaluate(() => document.querySelector('eleven-2048').autoplay(true, { pace: 100000 }));
    await page.waitForSelector('#bars:not([hidden])');
  },
  message: async (page) => {
    await load(page, middleGame);
    await press(page, ['ArrowRight', 'n']);
    await page.waitForSelector('#notice-act:not([hidden])');
  },
  replay: async (page) => {
    await load(page, reviewed);
    await choose(page, 'replay');
    await page.locator('#scrubber').fill('20');
  },
  review: async (page) => {
    await load(page, reviewed);
    await choose(page, 'review-game');
    await page.waitForSelector('#review-found:not([hidden])');
    await page.locator('#scrubber').fill('20');
  },
  won: (page) => end(page, almostWon),
  lost: (page) => end(page, almostLost),
  'lost and reviewed': async (page) => {
    await load(page, reviewed);
    await page.waitForSelector('#sheet:not([hidden])');
    if (await page.isVisible('#review-start')) await page.click('#review-start');
    await page.waitForSelector('#review-found:not([hidden])');
  },
  editor: async (page) => {
    await load(page, middleGame);
    await choose(page, 'practice');
    await page.waitForSelector('#editor-dialog .advice ul:not([hidden])');
    await page.waitForTimeout(200); // the animation of the dialog
  },
  practice: async (page) => {
    await states.editor(page);
    await page.getByRole('button', { name: 'Play from here' }).click();
    await page.waitForSelector('#bars:not([hidden])');
  },
  drill: async (page) => {
    await page.evaluate(() => document.querySelector('eleven-2048').resume());
    await states.review(page);
    await page.click('#drill-these');
    await page.waitForSelector('#aside .answer');
  },
  'drill answered': async (page) => {
    await states.drill(page);
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.waitForSelector('#bars:not([hidden])');
  },
  drills: async (page) => {
    await page.evaluate(() => document.querySelector('eleven-2048').resume());
    await choose(page, 'drills');
    await page.waitForSelector('#drills-dialog[open], #aside');
  },
  import: async (page) => {
    await choose(page, 'games');
    await page.click('#import');
    await page.locator('#import-dialog input[type=file]').setInputFiles([{ name: 'games.txt', mimeType: 'text/plain',
      buffer: Buffer.from(`${reviewed}${middleGame}${almostWon}`) }, { name: 'damaged.2048', mimeType: 'text/plain',
      buffer: Buffer.from(reviewed.replace('score 336', 'score 337')) }]);
    await page.waitForSelector('#import-dialog .list li:nth-child(2)');
  },
  ...Object.fromEntries(['menu', 'new', 'games', 'share', 'settings', 'help'].map((id) => [id, async (page) => {
    await begin(page, { seed: 42 });
    await press(page, ['ArrowUp', 'ArrowUp']);
    await dialog(page, id);
  }])),
  insights: async (page) => {
    await keepGames(page, gamesOf(30));
    await dialog(page, 'games');
    await page.click('#insights');
    await page.waitForSelector('#insights-charts .mean');
    await page.waitForTimeout(200);
  },
  film: async (page) => {
    await load(page, reviewed);
    await dialog(page, 'share');
    await page.click('#film');
    await page.waitForSelector('#film-dialog[open]');
    await page.waitForTimeout(200);
  },
};

// Returns from a state to the game.
export async function leave(page) {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    document.querySelector('eleven-2048').autoplay(false);
    document.querySelector('eleven-2048').resume();
  });
  await closed(page);
}
