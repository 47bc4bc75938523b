#!/usr/bin/env node
// Draws doc/web.png, the picture in the README: the page with a game of the greedy player.
//
//     node front/web/picture.mjs FILE
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { build, launch, serve } from '../../test/web/browser.mjs';

const [target = 'doc/web.png'] = process.argv.slice(2);
const seed = 213, moves = 585;

const server = await serve(join(build, 'web'));
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 560, height: 720 }, colorScheme: 'light', locale: 'en-GB' });
await page.goto(server.address);
await page.waitForFunction(() => document.documentElement.dataset.ready === '');
await page.evaluate(async ([number, count]) => {
  const game = document.querySelector('eleven-2048');
  game.newGame({ seed: number });
  for (let i = 0; i < count; i++) game.move((await game.hint('greedy', {})).direction);
  game.move((await game.hint('greedy', {})).direction); // a move removes the bars and the arrow
}, [seed, moves - 1]);
await page.waitForTimeout(1000);
await page.screenshot({ path: target });
await browser.close();
await server.close();
console.log(`${target}: ${statSync(target).size} bytes`);
