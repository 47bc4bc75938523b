// Games that were computed by hand, and functions that read the page.
import assert from 'node:assert/strict';

// The first moves of seed 42 with classic rules. doc/FORMATS.md shows the tiles; the boards were computed by hand.
export const known = {
  keys: ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowUp'],
  start: [[0, 0, 0, 0], [0, 2, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0]],
  afterOne: [[0, 2, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]],
  afterTwo: [[0, 2, 0, 4], [0, 0, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0]],
  afterSeven: [[2, 0, 4, 8], [0, 0, 0, 2], [0, 0, 0, 0], [2, 0, 0, 0]],
  afterEight: [[4, 0, 4, 8], [2, 0, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0]],
  scores: [0, 4, 4, 8, 8, 20, 20, 24],
};

// A move to the left wins: 1024 and 1024 make 2048.
export const almostWon = `eleven game 1
rules classic
size 4x4
board 1024 1024 . . / . . . . / . . . . / . . . 2
`;

// A move to the left leaves one empty cell. The rules `provider` place a 2 there, and no move is left: 4 8 / 16 2.
export const almostLost = `eleven game 1
rules provider
size 2x2
board 4 8 / . 16
`;

// Every tile once.
export const everyTile = `eleven game 1
rules classic
goal none
size 8x4
board ${['2 4 8 16 32 64 128 256', '512 1024 2048 4096 8192 16384 32768 65536',
    '131072 262144 524288 1048576 2097152 4194304 8388608 16777216',
    '33554432 67108864 134217728 268435456 536870912 1073741824 2147483648 .'].join(' / ')}
`;

// A whole game of random moves.
export const reviewed = `eleven game 1
rules classic
size 4x4
seed 11553561497916274123
helped 56
result lost
score 336
moves 56
start 2@b1 4@b3

1. U2@a4 D2@c2 D2@d3 L2@d2 D2@d1 R2@b1 U2@d4 L2@d4 L4@d4 L2@b2
11. U2@c4 L2@d3 D2@d3 L2@d4 L2@d2 D2@b2 R2@b3 L2@c2 D4@d1 R4@b1
21. U2@a4 D2@a2 R2@a1 U2@b4 D2@c2 D2@d1 D2@a1 U2@d4 L4@b4 R2@a3
31. U2@b3 U2@b3 R2@d4 L2@c4 D2@d1 D2@b1 U2@c4 D2@a1 U2@a4 D2@d1
41. D2@d1 D2@c1 U2@c4 D2@d2 D4@d1 R4@a1 U2@b4 L2@b4 D2@d1 U2@d3
51. R4@b4 L4@d4 L2@d1 R2@a4 L2@d3 L2@d3
`;

// Waits until a page that was opened or reloaded is complete.
export function ready(page) {
  return page.waitForFunction(() => document.documentElement.dataset.ready === '');
}

// Waits until every dialog is closed. What was chosen there has then been done.
export function closed(page) {
  return page.waitForFunction(() => !document.querySelector('dialog[open]'));
}

export function stateOf(page, selector = 'eleven-2048') {
  return page.evaluate((at) => document.querySelector(at).state, selector);
}

export async function boardOf(page, selector) {
  return (await stateOf(page, selector)).board;
}

// The visible board: the numbers of the tiles by their places on the screen, after all animations, when every tile has
// been on a cell for a while. A tile that never comes to rest on a cell is an error.
export async function tilesOf(page, selector = 'eleven-2048') {
  return page.evaluate(async (at) => {
    const element = document.querySelector(at), root = element.shadowRoot;
    const look = () => {
      const cells = [...root.querySelectorAll('.cell')].map((cell) => cell.getBoundingClientRect());
      return [...root.querySelectorAll('.tile')].map((tile) => {
        const box = tile.getBoundingClientRect();
        const cell = cells.findIndex((c) => Math.abs(c.x - box.x) < 1 && Math.abs(c.y - box.y) < 1);
        return { cell, number: Number(tile.textContent) };
      });
    };
    const isAtRest = (tiles, before) =>
      tiles.every(({ cell }) => cell >= 0) && JSON.stringify(tiles) === JSON.stringify(before);
    let tiles = look(), before = null;
    for (let tries = 0; !isAtRest(tiles, before); tries++) {
      if (tries === 200) throw new Error(`tiles that are not on a cell: ${JSON.stringify(tiles)}`);
      await new Promise((resolve) => setTimeout(resolve, 60));
      [before, tiles] = [tiles, look()];
    }
    const board = element.state.board.map((row) => row.map(() => 0));
    for (const { cell, number } of tiles) board[Math.floor(cell / board[0].length)][cell % board[0].length] = number;
    return board;
  }, selector);
}

export function load(page, text) {
  return page.evaluate((record) => document.querySelector('eleven-2048').load(record), text);
}

export function begin(page, options) {
  return page.evaluate((chosen) => document.querySelector('eleven-2048').newGame(chosen), options);
}

export async function press(page, keys) {
  for (const key of keys) await page.keyboard.press(key);
}

export function shadowText(page, selector) {
  return page.evaluate((at) => document.querySelector('eleven-2048').shadowRoot.querySelector(at).textContent, selector);
}

export function isVeiled(page) {
  return page.evaluate(() => {
    const veil = document.querySelector('eleven-2048').shadowRoot.querySelector('.veil');
    return veil.checkVisibility() && veil.dataset.status;
  });
}

// Waits until the page shows a text that matches; an action may take a moment.
export function shows(page, selector, pattern) {
  return page.locator(selector).filter({ hasText: pattern }).waitFor({ state: 'attached' });
}

// Waits until `check(argument)`, which runs in the page, resolves with true. page.waitForFunction does not wait for
// promises: it takes each of them for true.
export async function until(page, check, argument) {
  for (const end = Date.now() + 30000; !await page.evaluate(check, argument);) {
    assert.ok(Date.now() < end, `stays false: ${check}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

// Chooses an action by its id: it is a button of the panel or an entry of the menu.
export async function choose(page, id) {
  if (await page.evaluate((name) => document.querySelector('#menu-dialog').contains(document.getElementById(name)), id))
    await page.click('#menu');
  await page.click(`#${id}`);
}

// A game in the middle, with large tiles.
export const middleGame = `eleven game 1
rules classic
goal none
size 4x4
board 2048 512 64 4 / 1024 256 32 8 / 128 64 16 2 / 4 8 . .
`;
