// Hints, autoplay and reviews: the worker, the network that is loaded when needed, and what happens if it cannot be
// loaded.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, freshFolder, removeFolder } from './browser.mjs';
import { almostLost, begin, boardOf, choose, known, load, press, ready, reviewed, shadowText, stateOf, tilesOf, shows, until } from './known.mjs';

const script = '**/eleven-players.js', weights = '**/eleven-network.weights';

function gameOf(board, rules = 'classic', size = '4x4') {
  return `eleven game 1\nrules ${rules}\ngoal none\nsize ${size}\nboard ${board}\n`;
}

const positions = [
  ['2 8 . . / 64 16 . . / 64 . . . / 4 . . .', 'classic'],
  ['32768 1024 64 2 / 512 128 32 4 / 2 8 2 . / 4 . 2 .', 'classic'],
  ['65536 32768 64 2 / 512 128 32 4 / 2 8 2 . / 4 . 2 .', 'classic'],
  ['1 2 3 5 / . . 8 13 / 1 . . . / . . . .', 'fibonacci'],
  ['8192 1024 64 2 / 512 128 32 4 / 2 8 2 . / 4 . 2 .', 'classic'], // for the other network again
];
const position = gameOf(positions[1][0]);

function hint(page, player, budget = { depth: 1 }) {
  return page.evaluate(([who, limits]) => document.querySelector('eleven-2048').hint(who, limits), [player, budget]);
}

function native(board, rules, player, depth) {
  const words = ['best', board, '--rules', rules, '--player', player, '--depth', String(depth), '--json'];
  const { direction, values } = JSON.parse(execFileSync(join(build, 'eleven'), words, { encoding: 'utf8' }));
  return { direction, values: { up: null, right: null, down: null, left: null, ...values } };
}

// A page whose requests the test can answer, because there is no service worker.
async function openRouted(t) {
  const context = await t.context({ serviceWorkers: 'block' });
  return { context, page: await t.visit(context) };
}

function notes(page) {
  return page.evaluate(() => [document.querySelector('#notice'), document.querySelector('#advice-note')]
    .map((at) => at.textContent));
}

function bars(page) {
  return page.$$eval('#bars li', (rows) => rows.map((row) => ({
    text: row.textContent.trim(), isBest: row.classList.contains('best'),
    part: row.querySelector('.bar span').getBoundingClientRect().width / row.querySelector('.bar').getBoundingClientRect().width,
  })));
}

export const tests = {
  'the players give exactly the same answers as the program': async (t) => {
    const server = await t.serve(join(build, 'web')); // with the real network
    t.defer(server.close);
    const page = await t.visit(await t.context(), server.address);
    for (const [board, rules] of positions) for (const [player, depth] of [['network', 3], ['search', 1], ['search', 3]]) {
      await load(page, gameOf(board, rules));
      const { direction, values } = await hint(page, player, { depth });
      assert.deepEqual({ direction, values }, native(board, rules, player, depth), `${player}, ${depth}: ${board}`);
    }
  },

  'the players are loaded at the first question, and only once': async (t) => {
    const { context, page } = await openRouted(t);
    const asked = [];
    context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await press(page, known.keys);
    assert.deepEqual(asked, []);
    await page.click('#hint');
    await page.waitForSelector('#bars:not([hidden])');
    await page.click('#hint');
    await press(page, ['ArrowUp', 'i']);
    await page.waitForSelector('#bars:not([hidden])');
    assert.deepEqual(asked, ['/eleven-players.js', '/eleven-network.weights']);
  },

  'a hint: marks on the tiles that move, four bars, and a sentence, until the next move': async (t) => {
    const page = await t.open();
    await load(page, 'eleven game 1\nrules classic\nsize 4x4\nboard 2 . . . / 4 . . . / 2 . . . / 4 . . .\n');
    await press(page, ['i']);
    await page.waitForSelector('#bars:not([hidden])');
    const rows = await bars(page);
    assert.match(rows[0].text, /^Up, not legal: –$/);
    assert.match(rows[1].text, /^Right, the best: [\d,]{5,}$/); // the only legal move
    assert.deepEqual(rows.map(({ isBest }) => isBest), [false, true, false, false]);
    assert.deepEqual(rows.map(({ part }) => Math.round(part)), [0, 1, 0, 0]);
    assert.equal(await shadowText(page, '[role=status]'), 'Hint: Right.');
    const marks = () => page.evaluate(() => [...document.querySelector('eleven-2048').shadowRoot.querySelectorAll('.tile')]
      .map((tile) => tile.dataset.moves ?? null));
    assert.deepEqual(await marks(), Array(4).fill('right'));
    await load(page, 'eleven game 1\nrules classic\nsize 4x4\nseed 1\nboard 2 2 4 8 / . . . . / . . . . / . . . .\n');
    await hint(page, 'greedy', {}); // left or right merges: two tiles and those to their right, or one
    const moved = await marks();
    assert.equal(moved.filter(Boolean).length, moved.includes('left') ? 3 : 1);
    assert.equal((await stateOf(page)).hints, 1);
    await press(page, [moved.includes('left') ? 'ArrowLeft' : 'ArrowRight']);
    assert.equal((await stateOf(page)).hints, 1);
    assert.deepEqual([...new Set(await marks())], [null]);
    await load(page, 'eleven game 1\nrules classic\nsize 4x4\nboard 2 . . . / 4 . . . / 2 . . . / 4 . . .\n');
    await press(page, ['i']);
    await page.waitForSelector('#bars:not([hidden])');
    await press(page, ['ArrowRight']);
    assert.equal(await page.isVisible('#advice'), false);
    assert.equal((await stateOf(page)).helped, 0); // a hint does not count as help
  },

  'values are points of the final score, and equal moves are called equal': async (t) => {
    const page = await t.open();
    await load(page, 'eleven game 1\nrules classic\ngoal none\nsize 4x4\nboard . 2 2 . / . 4 4 . / . 8 8 . / . 16 16 .\n');
    const { direction, unit, values } = await hint(page, 'network'); // left is the mirror image of right
    assert.equal(unit, 'points');
    const worths = Object.fromEntries(await page.$$eval('#bars li', (rows) => rows.map((row) => (
      [row.dataset.direction, row.querySelector('.worth').textContent]))));
    assert.equal(worths[direction], Math.round(values[direction]).toLocaleString('en-GB'));
    assert.ok(['left', 'right'].includes(direction));
    assert.equal(worths[direction === 'left' ? 'right' : 'left'], 'equal');
    assert.match(await page.textContent('#advice-unit'), /Points of expected final score/);
    await hint(page, 'search');
    assert.doesNotMatch(await page.textContent('#advice-unit'), /Points/);
  },

  'bars are in the order of the values': async (t) => {
    const page = await t.open();
    await load(page, position);
    const { values } = await hint(page, 'network');
    const lengths = (await bars(page)).map(({ part }) => part);
    const order = (numbers) => [0, 1, 2, 3].sort((a, b) => numbers[a] - numbers[b]);
    assert.deepEqual(order(lengths), order(['up', 'right', 'down', 'left'].map((name) => values[name])));
    assert.equal(Math.max(...lengths), 1);
  },

  'a hint that is too late is not shown': async (t) => {
    const page = await t.open();
    await load(page, position);
    const late = await page.evaluate(async () => {
      const game = document.querySelector('eleven-2048'), asked = game.hint('search', { depth: 2 });
      game.move('left');
      return [await asked, game.shadowRoot.querySelector('[data-moves]')];
    });
    assert.deepEqual(late, [null, null]);
    await load(page, almostLost);
    await press(page, ['ArrowLeft']);
    assert.equal(await hint(page, 'search'), null); // over
  },

  'autoplay reaches a tile; an action stops it, and undo works': async (t) => {
    const context = await t.context();
    await (await t.visit(context)).evaluate(() => localStorage.setItem('eleven-settings', '{"speed":6}'));
    const page = await t.visit(context);
    await begin(page, { seed: 42 });
    await page.evaluate(() => { // undo as soon as there is a 128
      const game = document.querySelector('eleven-2048'), at = (id) => document.getElementById(id);
      game.addEventListener('change', () => {
        if (globalThis.seen || game.state.largestTile < 128) return;
        globalThis.seen = [at('auto-stop').checkVisibility(), at('bars').hidden, at('speed').getAttribute('aria-valuetext')];
        setTimeout(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true })));
      });
    });
    await press(page, ['p']);
    await page.waitForFunction(() => document.querySelector('eleven-2048').state.undos > 0);
    assert.deepEqual(await page.evaluate(() => seen), [true, false, 'as fast as possible']);
    const { moves, helped, largestTile: largest, undos } = await stateOf(page);
    assert.equal(await page.isVisible('#auto-stop'), false);
    assert.equal(await page.isVisible('#advice'), false);
    assert.deepEqual([helped - 1, undos], [moves, 1]);
    assert.ok(largest >= 64);
    await page.reload();
    await ready(page);
    assert.equal((await stateOf(page)).moves, moves); // saved, although not after every move
    await press(page, ['r', ...Array.from({ length: 20 }, () => 'u')]);
    assert.equal((await stateOf(page)).moves, moves - 19);
  },

  'every action stops the player': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 7, goal: 'none' });
    const isOn = () => page.evaluate(() => document.querySelector('eleven-2048').autoplaying);
    const actions = {
      button: () => page.click('#auto-stop'), key: () => press(page, ['p']), escape: () => press(page, ['Escape']),
      move: () => page.evaluate(() => ['left', 'down', 'right', 'up'].some((one) => document.querySelector('eleven-2048').move(one))),
      hint: () => press(page, ['i']), touch: () => page.click('eleven-2048'), help: () => choose(page, 'help'),
      load: () => load(page, position), again: () => press(page, ['n']),
    };
    for (const [name, act] of Object.entries(actions)) {
      await press(page, ['p']);
      const before = (await stateOf(page)).moves;
      await page.waitForFunction((n) => document.querySelector('eleven-2048').state.moves > n, before);
      await press(page, ['-', 't', '+']); // these actions do not stop it
      assert.equal(await page.getAttribute('#speed', 'aria-valuetext'), 'moves per second: 8', name);
      assert.equal(await isOn(), true, name);
      await act();
      assert.equal(await isOn(), false, name);
      await press(page, ['Escape']);
    }
  },

  'the focus returns to the board when the player stops and its buttons go': async (t) => {
    const page = await t.open();
    await begin(page, { seed: 7, goal: 'none' });
    for (const id of ['speed', 'auto-stop']) {
      await press(page, ['p']);
      await page.locator(`#${id}`).focus();
      await page.evaluate(() => document.querySelector('eleven-2048').autoplay(false));
      assert.equal(await page.evaluate(() => document.activeElement.localName), 'eleven-2048', id);
    }
  },

  'a player stops when the game ends': async (t) => {
    const page = await t.open();
    await load(page, 'eleven game 1\nrules classic\nsize 4x4\nboard 1024 1024 . . / . . . . / . . . . / . . . 2\n');
    await press(page, ['p']);
    await page.waitForFunction(() => document.querySelector('eleven-2048').state.status === 'won');
    assert.equal(await page.isVisible('#auto-stop'), false);
    await press(page, ['u']);
    assert.equal((await stateOf(page)).status, 'playing');
  },

  'the speed can be reached by Tab, and is remembered': async (t) => {
    const page = await t.open();
    await choose(page, 'auto');
    await page.waitForSelector('#speed-row:not([hidden])');
    for (let i = 0; i < 12 && await page.evaluate(() => document.activeElement.id !== 'speed'); i++) await press(page, ['Tab']);
    await press(page, ['End']);
    assert.equal(await page.getAttribute('#speed', 'aria-valuetext'), 'as fast as possible');
    await press(page, ['Home', 'ArrowRight']);
    assert.equal(await page.evaluate(() => document.querySelector('eleven-2048').autoplaying), true);
    await page.reload();
    await ready(page);
    assert.equal(await page.getAttribute('#speed', 'aria-valuetext'), 'moves per second: 2');
  },

  'other sizes and rules have players too': async (t) => {
    const page = await t.open();
    for (const options of [{ size: '2', rules: 'provider' }, { size: '5x3', rules: 'engine' }, { size: '8', rules: 'fibonacci' }]) {
      await begin(page, { ...options, seed: 3 });
      const { legal } = await stateOf(page);
      for (const player of ['network', 'search', 'montecarlo', 'corner', 'greedy', 'random']) {
        const { direction, values } = await hint(page, player, { depth: 1, nodes: 1 });
        assert.ok(legal.includes(direction), `${player}: ${JSON.stringify(options)}`);
        assert.deepEqual(Object.keys(values).filter((name) => values[name] !== null), legal);
      }
    }
    assert.match(await page.evaluate(() => document.querySelector('eleven-2048').hint('nobody').catch((error) => error.message)),
      /unknown player 'nobody': expected random, greedy/);
  },

  'wrong limits of thinking are refused': async (t) => {
    const page = await t.open();
    const refused = await page.evaluate(async () => {
      const element = document.querySelector('eleven-2048'), reasons = [];
      element.newGame({ size: 3, seed: 42 });
      for (const budget of [{ depth: -1 }, { depth: 'x' }, { nodes: 1.5 }, { milliseconds: NaN }])
        reasons.push(await element.hint('search', budget).catch((error) => error.message));
      reasons.push(await element.judge(element.position(), 'search', { nodes: -1 }).catch((error) => error.message));
      reasons.push(await element.review('search', { depth: 2 ** 32 }).catch((error) => error.message));
      const problem = new Promise((resolve) => { element.addEventListener('autoplay', ({ detail }) => detail.on || resolve(detail.problem)); });
      element.autoplay(true, { player: 'search', budget: { milliseconds: -1 } });
      return [...reasons, await problem, (await element.hint('search', { depth: 1 })).player];
    });
    const expected = (kind, given) => `expected a ${kind} from 0 to 4294967295 as ${given}`;
    assert.deepEqual(refused, [
      expected('whole number', 'depth, not -1'), expected('whole number', 'depth, not \'x\''), expected('whole number', 'nodes, not 1.5'),
      expected('number', 'milliseconds, not NaN'), expected('whole number', 'nodes, not -1'),
      expected('whole number', 'depth, not 4294967296'), expected('number', 'milliseconds, not -1'), 'search',
    ]);
  },

  'offline after the first hint': async (t) => {
    const server = await t.serve(join(build, 'web'), { '/eleven-network.weights': t.network });
    const context = await t.context();
    const page = await t.visit(context, server.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await begin(page, { seed: 42 });
    await press(page, ['i']);
    await page.waitForSelector('#bars:not([hidden])');
    await until(page, () => Promise.all(['eleven-players.js', 'eleven-network.weights'].map((file) => caches.match(file)))
      .then((kept) => kept.every(Boolean)));
    await server.close();
    await page.reload();
    await ready(page);
    assert.deepEqual(await tilesOf(page), known.start);
    const { player, reason } = await hint(page, 'network');
    assert.deepEqual({ player, reason }, { player: 'network', reason: null });
  },

  'while the network is loaded: progress is shown, the game continues': async (t) => {
    const bytes = await readFile(join(build, 'web/eleven-network.weights')), half = bytes.length / 2;
    let finish;
    const server = await t.serve(join(build, 'web'), {
      '/eleven-network.weights': (response) => {
        response.writeHead(200, { 'content-type': 'application/octet-stream' });
        response.write(bytes.subarray(0, half));
        finish = () => response.end(bytes.subarray(half));
      },
    });
    t.defer(server.close);
    const page = await t.visit(await t.context({ serviceWorkers: 'block' }), server.address);
    await begin(page, { seed: 42 });
    await press(page, ['i']);
    await page.waitForFunction(() => Math.round(document.querySelector('#loading').value * 100) === 50);
    assert.equal(await page.isVisible('#loading'), true);
    await shows(page, '#advice-note', /Loading the network/);
    await press(page, ['ArrowUp', 'i']);
    assert.deepEqual(await boardOf(page), known.afterOne);
    finish();
    await page.waitForSelector('#bars:not([hidden])', { timeout: 60000 });
    assert.equal(await page.isVisible('#loading'), false);
    assert.deepEqual(await notes(page), ['', '']);
  },

  'without the network file a simpler player helps, and the page says so': async (t) => {
    const { context, page } = await openRouted(t);
    await load(page, position);
    await context.route(weights, (route) => route.abort());
    await press(page, ['i']);
    await page.waitForSelector('#bars:not([hidden])');
    assert.match((await notes(page))[1], /could not be loaded\. A simpler search helps/);
    const { player, reason, values } = await hint(page, 'network', { depth: 2 });
    assert.deepEqual({ player, reason, values }, { player: 'search', reason: 'unreachable',
      values: native(positions[1][0], 'classic', 'search', 2).values });
    await context.unroute(weights);
    await press(page, ['ArrowLeft', 'i']); // the next attempt
    await page.waitForSelector('#bars:not([hidden])');
    assert.deepEqual(await notes(page), ['', '']);
    t.errors.length = 0; // the failures are correctly reported as errors
  },

  'a damaged network file is loaded again, then refused': async (t) => {
    const { context, page } = await openRouted(t);
    await load(page, position);
    const bytes = Buffer.from(t.network);
    bytes[1000] ^= 1;
    let asked = 0;
    await context.route(weights, (route) => (asked++ === 2 ? route.continue() : route.fulfill({ body: bytes })));
    const refused = await hint(page, 'network');
    assert.deepEqual([refused.player, refused.reason, asked], ['search', 'refused', 2]);
    assert.match((await notes(page))[1], /damaged.*A simpler search helps/);
    const { player, reason } = await hint(page, 'network');
    assert.deepEqual([player, reason, asked], ['network', null, 3]);
  },

  'if the players cannot be loaded the page says so, and tries again': async (t) => {
    const { context, page } = await openRouted(t);
    await begin(page, { seed: 42 });
    await context.route(script, (route) => route.abort());
    await press(page, ['i']);
    await shows(page, '#notice', /players could not be loaded/);
    await press(page, ['ArrowUp', 'p']);
    await shows(page, '#notice', /players could not be loaded/);
    assert.equal(await page.isVisible('#auto-stop'), false);
    assert.deepEqual(await boardOf(page), known.afterOne);
    await context.unroute(script);
    await press(page, ['i']);
    await page.waitForSelector('#bars:not([hidden])');
    t.errors.length = 0;
  },

  'in a browser without vectors the page says so': async (t) => {
    const { context, page } = await openRouted(t);
    const text = await readFile(join(build, 'web/eleven-players.js'), 'utf8');
    const old = 'WebAssembly.compile = async () => { throw new WebAssembly.CompileError("invalid opcode 0xfd"); };\n';
    await context.route(script, (route) => route.fulfill({ body: old + text, contentType: 'text/javascript' }));
    await press(page, ['i']);
    await shows(page, '#notice', /does not support WebAssembly SIMD/);
  },

  'a review gives the same result as the program': async (t) => {
    const server = await t.serve(join(build, 'web')); // with the real network
    t.defer(server.close);
    const page = await t.visit(await t.context(), server.address);
    await load(page, reviewed);
    await page.waitForSelector('#review-start:not([hidden])'); // the game is over
    const mine = await page.evaluate(() => document.querySelector('eleven-2048').review('network', { depth: 2 }));
    const folder = await freshFolder(), file = join(folder, 'game.2048');
    t.defer(() => removeFolder(folder));
    await writeFile(file, reviewed);
    const theirs = JSON.parse(execFileSync(join(build, 'eleven'), ['review', file, '--player', 'network', '--depth', '2', '--json'], { encoding: 'utf8' }));
    assert.equal(mine.accuracy.toFixed(9), theirs.accuracy.toFixed(9));
    assert.deepEqual(mine.grades, theirs.grades);
    const facts = ({ moveNumber, direction, bestDirection, grade, loss }) =>
      [moveNumber, direction, bestDirection, grade, loss.toFixed(3)];
    const theirFacts = ({ move_number: number, direction, best_direction: best, grade, loss }) =>
      [number, direction, best, grade, loss.toFixed(3)];
    assert.deepEqual(mine.judgements.map(facts), theirs.judgements.map(theirFacts));
    assert.deepEqual(mine.turningPoints.map(({ moveNumber, reason }) => [moveNumber, reason]),
      theirs.turning_points.map((point) => [point.move_number, point.reason]));
    assert.equal(mine.judgements.length, 56); // as the record says
  },

  'a review in the replay: chart, turning points, progress, and an early end': async (t) => {
    const page = await t.open();
    await load(page, reviewed);
    await choose(page, 'review-game');
    await page.waitForSelector('#review-found:not([hidden])');
    assert.match(await page.textContent('#review-head'), /^Accuracy [\d.]+% \(.*\d+ best/);
    const { width, height } = await page.locator('#chart').boundingBox();
    await page.locator('#chart').click({ position: { x: width - 8, y: height / 2 } });
    assert.equal(await page.textContent('#ply'), 'Move 55 of 56'); // before the last move
    assert.match(await page.textContent('#review-move'), /^Move 56: /);
    await page.click('#turns button');
    const [, move] = (await page.textContent('#turns button')).match(/^Move (\d+): /);
    assert.equal(await page.textContent('#ply'), `Move ${move - 1} of 56`);
    assert.match(await page.textContent('#review-move'), new RegExp(`^Move ${move}: `));
    assert.equal(await page.isVisible('#bars'), true);
    await press(page, ['Escape']);
    // The game is over: the sheet shows its end, with the review.
    assert.deepEqual([await page.isVisible('#chart'), await page.isVisible('#advice')], [true, false]);
    await choose(page, 'replay'); // already reviewed
    assert.equal(await page.isVisible('#chart'), true);
    await press(page, ['Escape']);
    const cut = await page.evaluate(async () => {
      const stop = new AbortController();
      return document.querySelector('eleven-2048').review('search', { milliseconds: 20 },
        { progress: () => stop.abort(), signal: stop.signal });
    });
    assert.ok(cut.movesReviewed > 0 && cut.movesReviewed < 56 && cut.moves === 56, `${cut.movesReviewed} of ${cut.moves}`);
    const never = await page.evaluate(() => document.querySelector('eleven-2048')
      .review('search', { milliseconds: 20 }, { signal: AbortSignal.abort() }));
    assert.ok(never.movesReviewed < 56, `${never.movesReviewed}`);
  },

  'two reviews that are stopped together both end': async (t) => {
    const page = await t.open();
    await load(page, reviewed);
    const reviews = await page.evaluate(() => {
      const stops = [new AbortController(), new AbortController()];
      const stop = () => stops.forEach((one) => one.abort());
      const game = document.querySelector('eleven-2048');
      return Promise.all(stops.map(({ signal }) => game.review('search', { milliseconds: 20 }, { progress: stop, signal })));
    });
    for (const { movesReviewed } of reviews) assert.ok(movesReviewed < 56, `${movesReviewed}`);
  },

  'the review of a game ends when another one is opened': async (t) => {
    const page = await t.open();
    await load(page, reviewed);
    await page.evaluate(() => {
      document.querySelector('eleven-2048').review = (player, budget, { signal }) => new Promise((resolve, reject) => {
        const stop = () => reject(new Error('stopped'));
        if (signal.aborted) stop(); // while the chart was being loaded
        signal.addEventListener('abort', stop);
      });
    });
    await page.click('#review-start');
    await shows(page, '#review-start', /^Stop$/);
    await page.evaluate((text) => document.querySelector('eleven-2048').load(text), reviewed.replace('\nresult', '\nhints 1\nresult'));
    await shows(page, '#review-start', /^Review$/);
    assert.equal((await stateOf(page)).status, 'lost');
  },

  'the single file contains players, and says that the network is missing': async (t) => {
    const page = await t.visit(await t.context(), pathToFileURL(join(build, 'eleven.html')).href);
    await load(page, position);
    await press(page, ['i']);
    await page.waitForSelector('#bars:not([hidden])');
    assert.match((await notes(page))[1], /one file.*A simpler search helps/);
    const { direction, values, player } = await hint(page, 'network', { depth: 3 });
    assert.deepEqual({ direction, values, player }, { ...native(positions[1][0], 'classic', 'search', 3), player: 'search' });
    await press(page, ['p']);
    await page.waitForFunction(() => document.querySelector('eleven-2048').state.moves >= 5);
    await press(page, ['p']);
  },
};
