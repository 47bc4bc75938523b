#!/usr/bin/env node
// Takes pictures of all states of the page, at several sizes and in several themes, to look at.
//
//     node test/web/screens.mjs FOLDER [PART OF A NAME...]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, launch, serve, smallNetwork } from './browser.mjs';
import { prepareStates, sizes, states } from './states.mjs';

const [folder = join(build, 'screens'), ...filters] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch(), server = await serve(join(build, 'web'), { '/eleven-network.weights': await smallNetwork() });

async function take(size, options, theme, state) {
  const name = `${state}-${size}${theme === 'original' ? '' : `-${theme}`}`;
  if (filters.length && !filters.some((part) => name.includes(part))) return;
  const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'light', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(8000);
  const page = await context.newPage();
  await prepareStates(page, server.address, theme);
  await states[state](page).catch((error) => console.log(`${name}: ${error}`));
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

for (const [size, options] of Object.entries(sizes))
  for (const state of Object.keys(states)) await take(size, options, 'original', state);
for (const theme of ['dark', 'high-contrast', 'colour-blind'])
  for (const state of Object.keys(states)) await take('desk', sizes.desk, theme, state);
await browser.close();
await server.close();
console.log(`The pictures are in ${folder}.`);
