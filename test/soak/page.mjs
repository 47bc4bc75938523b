#!/usr/bin/env node
// Random use of the page: keys, swipes, undo, hints, dialogs, reloads. soak.py starts it.
//
//     node test/soak/page.mjs SEED
//
// One tab is never loaded again, the other one often. For each empty line on standard input it prints the figures of
// the first tab after a collection of garbage, as JSON. It ends with standard input; the status is 1 after an error.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build, launch, serve } from '../web/browser.mjs';
import { ready } from '../web/known.mjs';

const rate = 8; // actions per second
const reloadEvery = 150;
// They need a person or a place outside of the page, or compute for minutes.
const left = ['#download', '#save-card', '#share-card', '#open-file', '#file', '#film-dialog .strong', '.import input'];
const arrows = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'], letters = [...'uuurriipnct?+-'];

let state = Number(process.argv[2]) >>> 0;
function random(below) { // xorshift
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

const errors = [], browser = await launch();
const server = await serve(join(build, 'web'));
const context = await browser.newContext({ hasTouch: true, viewport: { width: 500, height: 800 },
  permissions: ['clipboard-write'] });
context.setDefaultTimeout(60000);
context.on('weberror', (error) => errors.push(String(error.error())));
context.on('console', (message) => message.type() === 'error' && errors.push(message.text()));

async function open() {
  const page = await context.newPage();
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(server.address);
  await ready(page);
  return { page, cdp: await context.newCDPSession(page) };
}

const swipe = async ({ cdp }) => {
  const [dx, dy] = [[60, 0], [-60, 0], [0, 60], [0, -60]][random(4)], x = 250, y = 350;
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + dx, y: y + dy }] });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

// Uses a button, a list or a field that can be seen, in the dialog on top if there is one.
const control = ({ page }) => page.evaluate(([n, left]) => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const all = [...top.querySelectorAll('button, select, input, summary')].filter((node) => !left.some((s) => node.matches(s)) &&
    !node.disabled && node.checkVisibility());
  const node = all[n % all.length];
  if (!node) return;
  if (node.tagName === 'SELECT') {
    node.selectedIndex = n % node.options.length;
    node.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (node.type === 'range') {
    node.value = n % 100;
    node.dispatchEvent(new Event('input', { bubbles: true }));
  } else node.click();
}, [random(1e6), left]);

const actions = [
  [55, ({ page }) => page.keyboard.press(arrows[random(4)])],
  [15, swipe],
  [12, ({ page }) => page.keyboard.press(letters[random(letters.length)])],
  [10, control],
  [8, ({ page }) => page.keyboard.press('Escape')],
  [1, ({ page }) => page.setViewportSize({ width: 320 + random(600), height: 400 + random(600) })],
];

async function act(tab) {
  let n = random(actions.reduce((sum, [weight]) => sum + weight, 0));
  await actions.find(([weight]) => (n -= weight) < 0)[1](tab);
}

async function figures({ page, cdp }) {
  for (let i = 0; i < 4; i++) await page.keyboard.press('Escape');
  await page.evaluate(() => document.querySelector('#list').replaceChildren()); // it has a row for each game
  await cdp.send('HeapProfiler.collectGarbage');
  const heap = await cdp.send('Runtime.getHeapUsage'), dom = await cdp.send('Memory.getDOMCounters');
  const kB = Math.round((heap.usedSize + (heap.embedderHeapUsedSize ?? 0) + (heap.backingStorageSize ?? 0)) / 1024);
  return { 'heap kB': kB, nodes: dom.nodes, listeners: dom.jsEventListeners };
}

// The resident memory of all processes of the browser, which share a part of it.
async function resident() {
  const parents = new Map(), sizes = new Map();
  for (const pid of (await readdir('/proc')).filter(Number)) {
    const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    parents.set(Number(pid), Number(/PPid:\s+(\d+)/.exec(text)?.[1]));
    sizes.set(Number(pid), Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0));
  }
  const isOurs = (pid) => pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid)));
  return [...sizes].reduce((sum, [pid, kB]) => sum + (pid !== process.pid && isOurs(pid) ? kB : 0), 0);
}

const kept = await open();
let other = await open(), count = 0, asked = 0, isOver = false;
const lines = createInterface({ input: process.stdin });
lines.on('line', () => asked++);
lines.on('close', () => { isOver = true; });
console.log('ready');
let due = performance.now();
while (!isOver) {
  const tab = random(4) ? kept : other;
  await tab.page.bringToFront();
  await act(tab);
  if (++count % reloadEvery === 0) {
    if (count % (2 * reloadEvery)) {
      await other.page.reload();
      await ready(other.page);
    } else {
      await other.page.close();
      other = await open();
    }
  }
  for (; asked; asked--) {
    await kept.page.bringToFront();
    console.log(JSON.stringify({ ...await figures(kept), 'all kB': await resident(), actions: count }));
  }
  due = Math.max(due + 1000 / rate, performance.now() - 1000);
  await new Promise((done) => setTimeout(done, due - performance.now()));
}
await browser.close();
await server.close();
for (const error of new Set(errors)) console.error(`page: ${error}`);
process.exit(errors.length ? 1 : 0);
