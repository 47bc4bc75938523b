// The package for programs: Game and its functions, in Node as in the package, and in a browser.
import assert from 'node:assert/strict';
import { cp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshFolder, removeFolder, root, serve } from './browser.mjs';
import { known } from './known.mjs';

const dist = join(root, 'front/web/dist');
const load = () => import(join(dist, 'game.js'));

// The games of test/golden, with their ends in test/unit/golden_test.c.
async function goldenGames() {
  const source = await readFile(join(root, 'test/unit/golden_test.c'), 'utf8');
  const row = /\{"([\w-]+)", "([\w-]+)", (\d+), (\d+), (\d+), ELEVEN_STATUS_(\w+),\s*"([^"]*)",\s*(\d+),\s*(\d+)\}/g;
  const games = [...source.matchAll(row)].map(([, file, rules, plies, moves, score, status, board]) => (
    { file, rules, plies: Number(plies), moves: Number(moves), score: Number(score), status: status.toLowerCase(),
      board: board.split(' / ').map((line) => line.split(' ').map((cell) => cell === '.' ? 0 : Number(cell))) }));
  const files = (await readdir(join(root, 'test/golden/games'))).map((name) => name.replace('.2048', ''));
  assert.deepEqual(games.map(({ file }) => file).sort(), files.sort());
  return games;
}

function slideByHand(row) {
  const tiles = row.filter((tile) => tile), out = [];
  for (let i = 0; i < tiles.length; i++) out.push(tiles[i] === tiles[i + 1] ? 2 * tiles[i++] : tiles[i]);
  return [...out, ...Array(row.length - out.length).fill(0)];
}

export const tests = {
  'the golden games are the same as in C': async () => {
    const { Game } = await load();
    for (const golden of await goldenGames()) {
      const text = await readFile(join(root, `test/golden/games/${golden.file}.2048`), 'utf8');
      const game = Game.load(text);
      const { rules, moves, score, status, board } = game;
      const { plies, file, ...expected } = golden;
      assert.deepEqual({ rules, moves, score, status, board }, expected, file);
      const again = Game.load(game.save());
      assert.equal(again.save(), game.save(), file);
      let back = 0;
      while (game.undo()) back++;
      assert.equal(back, plies, file);
      while (game.redo()) back--;
      assert.deepEqual([back, game.board], [0, golden.board], file);
      if (game.seed !== null) assert.deepEqual(Game.load(game.save({ compact: true })).board, golden.board, file);
    }
  },

  'a game known by hand': async () => {
    const { Game } = await load();
    const game = new Game({ seed: 42 });
    assert.deepEqual(game.board, known.start);
    for (const [i, key] of known.keys.entries()) {
      assert.ok(game.move(key.slice(5).toLowerCase()));
      assert.equal(game.score, known.scores[i]);
    }
    assert.deepEqual(game.board, known.afterEight);
    assert.equal(String(game), '4 . 4 8\n2 . . 2\n. . . .\n. . . .\n');
    assert.equal(game.undo(), true);
    assert.deepEqual(game.board, known.afterSeven);
    const other = game.clone();
    assert.deepEqual(other.move('up'), { direction: 'up', gain: 4, spawns: [{ x: 0, y: 1, value: 2 }],
      hops: [{ from: { x: 0, y: 3 }, to: { x: 0, y: 0 }, merged: true }] });
    assert.deepEqual([game.board, other.board], [known.afterSeven, known.afterEight]);
    assert.match(other.save(), /\nundos 1\n/);
  },

  'hints, help and the plain score of a game stay in its record': async () => {
    const { Game } = await load();
    const counts = (text) => text.match(/^(?:undos|helped|hints|plain-score) .*$/gm);
    const lines = ['undos 1', 'helped 2', 'hints 3', 'plain-score 4'];
    const record = `eleven game 1\nrules classic\nsize 4x4\nseed 42\n${lines.join('\n')}\n\nL U L U R\n`;
    assert.deepEqual(counts(Game.load(record).save()), lines);
    assert.deepEqual(counts(Game.load(record).clone().save()), lines);
    const game = new Game({ seed: 42 });
    for (const direction of ['left', 'up', 'left', 'up', 'right', 'down']) game.move(direction);
    const { score } = game;
    assert.ok(score > 0);
    assert.equal(counts(game.save()), null);
    game.undo();
    game.undo();
    game.redo();
    assert.deepEqual(counts(game.save()), ['undos 2', `plain-score ${score}`]);
    assert.deepEqual(counts(game.clone().save()), ['undos 2', `plain-score ${score}`]);
    const position = new Game({ board: '2 2 / . .', seed: 1, score: 100 });
    position.move('left');
    position.undo();
    assert.deepEqual(counts(position.save()), ['undos 1']); // it has no plain score
  },

  'a date is one word of ASCII': async () => {
    const { Game } = await load();
    for (const date of ['\u00e9'.repeat(31), 'yesterday evening', '2'.repeat(32), 'a\nb'])
      assert.throws(() => new Game({ date }), /expected a date such as 2026-01-31T12:00:00Z/, date);
    assert.match(new Game({ date: '2026-11-29T12:00:00+01:00' }).save(), /\ndate 2026-11-29T12:00:00\+01:00\n/);
  },

  'winning, continuing, and losing': async () => {
    const { Game } = await load();
    const game = new Game({ board: '1024 1024 . . / . . . . / . . . . / . . . 2', seed: 1, score: 100 });
    assert.equal(game.move('left').gain, 2048);
    assert.deepEqual([game.status, game.score, game.legal, game.move('right')], ['won', 2148, [], null]);
    assert.equal(game.keepPlaying(), true);
    assert.equal(game.status, 'playing');
    assert.ok(game.move('right'));
    assert.deepEqual(Game.load(game.save()).board, game.board);
    const lost = new Game({ board: [[4, 8], [0, 16]], rules: 'provider', seed: 1 });
    lost.move('left');
    assert.deepEqual([lost.status, lost.board, lost.move('up')], ['lost', [[4, 8], [16, 2]], null]);
    assert.equal(new Game({ goal: 64, rules: 'classic' }).goal, 64);
    assert.equal(new Game({ goal: 'none' }).goal, null);
  },

  'slides agree with a few lines of JavaScript': async () => {
    const { slide, legal, afterstates } = await load();
    const values = [0, 0, 2, 2, 4, 8];
    let state = 7;
    const draw = () => values[(state = state * 48271 % 2147483647) % values.length];
    for (let i = 0; i < 500; i++) {
      const board = Array.from({ length: 4 }, () => Array.from({ length: 4 }, draw));
      const left = slide(board, 'left');
      assert.deepEqual(left.board, board.map(slideByHand));
      assert.equal(left.moved, JSON.stringify(left.board) !== JSON.stringify(board));
      const turned = slide(board.map((row) => [...row].reverse()), 'right');
      assert.deepEqual(turned.board.map((row) => [...row].reverse()), left.board);
      assert.equal(turned.gain, left.gain);
      assert.deepEqual(afterstates(board).map(({ direction }) => direction), legal(board));
    }
  },

  'new tiles with their probabilities': async () => {
    const { spawns } = await load();
    const found = spawns([[2, 0], [0, 8]]);
    assert.deepEqual(found.map(({ x, y, value, probability }) => [x, y, value, Number(probability.toFixed(6))]),
      [[1, 0, 2, 0.45], [1, 0, 4, 0.05], [0, 1, 2, 0.45], [0, 1, 4, 0.05]]);
    assert.deepEqual(found[3].board, [[2, 0], [4, 8]]);
    assert.deepEqual(spawns([[2]]), []);
  },

  'boards as text, and random words': async () => {
    const { parseBoard, printBoard, random, ruleNames } = await load();
    assert.deepEqual(parseBoard('2 . 4 / . . 8'), [[2, 0, 4], [0, 0, 8]]);
    assert.equal(printBoard([[2, 0, 4], [0, 0, 8]]), '2 . 4 / . . 8');
    assert.equal(printBoard(parseBoard('1100012003000000'), { layout: 'hex' }), '1100012003000000');
    assert.equal(printBoard([[1, 2, 3]], { rules: 'fibonacci' }), '1 2 3');
    assert.deepEqual(ruleNames, ['classic', 'provider', 'engine', 'fibonacci']);
    assert.notEqual(random(1, 2), random(2, 1));
    assert.ok(random(2n ** 64n - 1n, 5) < 2n ** 64n);
  },

  'no goal, the goal of the rules, and rules of one\'s own, in any order': async () => {
    const { Game } = await load();
    const goals = (...all) => all.map((goal) => new Game({ seed: 1, goal }).goal);
    assert.deepEqual(goals(null, undefined, 'none', 512, undefined, 2048n), [null, 2048, null, 512, 2048, 2048]);
    const rules = 'eleven rules 1\nname mine\nvalues 3 6 12\nmerge 3 3 6\nmerge 6 6 12\nspawn 3 1\ncount 1 1\nstart 2\ngoal 12\n';
    const own = new Game({ rules, seed: 1, size: 2 });
    assert.equal(own.rules, 'mine');
    for (const game of [own, Game.load(own.save())]) assert.match(String(game), /^[.\d]+ [.\d]+\n[.\d]+ [.\d]+\n$/);
  },

  'invalid arguments raise an error that states the problem': async () => {
    const { Game, GameError, slide, parseBoard, printBoard } = await load();
    const refused = (action, pattern) => assert.throws(action, (error) => error instanceof GameError && pattern.test(error.message));
    refused(() => new Game({ rules: 'clasic' }), /^unknown rules 'clasic': expected classic, provider/);
    refused(() => new Game({ size: '9x9' }), /^expected a size .* not 9x9$/);
    refused(() => new Game({ seed: -1 }), / as seed, not -1$/);
    refused(() => new Game({ goal: 3 }), /goal/);
    refused(() => new Game().move('upwards'), /^expected up, right, down or left as direction, not 'upwards'/);
    refused(() => slide([[3]], 'left'), /^no tile of these rules has the value 3/);
    for (const goal of ['much', -1, 2048.5, Infinity]) refused(() => new Game({ goal }), /^expected the value of a tile as goal/);
    for (const wrong of [[[2, 2], [2]], undefined, null, 0, [undefined], [[2], null], [[2], , [4]]]) // eslint-disable-line no-sparse-arrays
      refused(() => slide(wrong, 'left'), /^expected a board of/);
    for (const board of [null, 0, false]) refused(() => new Game({ board }), /^expected a board of/);
    refused(() => new Game({ board: '' }), /./);
    assert.deepEqual(slide([[2, , 2], [0, 4, 0]], 'left').board, [[4, 0, 0], [4, 0, 0]]); // eslint-disable-line no-sparse-arrays
    for (const date of ['2026-11-28\n', new Date(0), 'x\nscore 5']) refused(() => new Game({ date }), /^expected a date such as 2026/);
    refused(() => printBoard([[2, 4]], { layout: 'hex' }), /^the layout hex is for boards of 4x4/);
    refused(() => parseBoard('2 x'), /^line 1, column 3: /);
    refused(() => Game.load('eleven game 1\nrules classic\nsize 4x4\nseed 42\n\n1. U2@a1'), /^line 6, column 4: /);
    const game = new Game({ seed: 42 });
    assert.equal(game.move('down').direction, 'down'); // everything works after errors
  },

  'every declared name exists': async () => {
    const module = await import(join(dist, 'game.js'));
    const declared = await readFile(join(dist, 'game.d.ts'), 'utf8');
    const names = [...declared.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
    assert.deepEqual(names.sort(), Object.keys(module).sort());
    const body = declared.match(/export class Game \{[^]*?\n\}/)[0];
    const members = [...body.matchAll(/^ {2}(?:readonly |static )?(\w+)(?=[:(])/gm)].map(([, name]) => name);
    assert.ok(members.length > 15);
    for (const member of members) assert.ok(member in module.Game.prototype || member in module.Game, member);
  },

  'the same in a browser': async (t) => {
    const folder = await freshFolder();
    t.defer(() => removeFolder(folder));
    await cp(dist, folder, { recursive: true });
    await writeFile(join(folder, 'index.html'), '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">');
    const server = await serve(folder);
    t.defer(() => server.close());
    const context = await t.context(), page = await context.newPage();
    await page.goto(server.address);
    const play = (Game) => {
      const game = new Game({ seed: 77, size: '5x4', rules: 'engine' });
      for (let legal; (legal = game.legal).length && game.moves < 200;) game.move(legal[game.moves % legal.length]);
      return game.save();
    };
    const there = await page.evaluate(`import('./game.js').then(({ Game }) => (${play})(Game))`);
    const { Game } = await load();
    assert.equal(there, play(Game));
  },
};
