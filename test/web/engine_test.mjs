// The component's module without a page, in Node: the engine behind it, and what the package ships.
import assert from 'node:assert/strict';
import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build, freshFolder, removeFolder, root } from './browser.mjs';
import { known } from './known.mjs';

async function importModule() {
  const folder = await freshFolder();
  await copyFile(join(build, 'web/eleven-2048.js'), join(folder, 'eleven-2048.mjs'));
  const module = await import(join(folder, 'eleven-2048.mjs'));
  await removeFolder(folder);
  return module;
}

const seeded = 'eleven game 1\nrules classic\nsize 4x4\nseed 42\n';

export const tests = {
  'the engine plays a game known by hand': async () => {
    const { Engine } = await importModule();
    const engine = new Engine();
    engine.begin(seeded, 0);
    assert.deepEqual(engine.look().board, known.start);
    for (const [i, key] of known.keys.entries()) {
      assert.equal(engine.move(key.slice(5).toLowerCase(), 0), true);
      assert.equal(engine.look().score, known.scores[i]);
    }
    assert.deepEqual(engine.look().board, known.afterEight);
    assert.deepEqual(engine.lastAction(), { gain: 4, direction: 'up', merges: [{ cell: 0, met: 2, moved: 2, result: 4 }],
      spawns: [{ cell: 4, value: 2 }] });
  },

  'scripts and WebAssembly of different versions are refused': async () => {
    const folder = await freshFolder(), file = join(folder, 'eleven-2048.mjs');
    const script = await readFile(join(build, 'web/eleven-2048.js'), 'utf8');
    const { version } = JSON.parse(await readFile(join(root, 'front/web/package.json'), 'utf8'));
    assert.equal(script.split(version).length, 2);
    await writeFile(file, script.replace(version, '9.9.9'));
    const { Engine } = await import(file);
    assert.throws(() => new Engine(), { message: `the WebAssembly of Eleven has version ${version}, but the scripts have ` +
      '9.9.9; load both again' });
    const game = await readFile(join(root, 'front/web/dist/game.js'), 'utf8');
    await writeFile(file.replace('2048', 'game'), game.replace(`'${version}'`, "'9.9.9'"));
    await assert.rejects(import(file.replace('2048', 'game')), /has another version than this script, 9\.9\.9/);
    await removeFolder(folder);
  },

  'frames slide, pop and grow': async () => {
    const { Engine } = await importModule();
    const engine = new Engine();
    engine.begin(`eleven game 1\nrules provider\nsize 2x1\nboard 2 2\n`, 0);
    engine.move('left', 1000);
    const at = (now) => engine.frame(now).sprites.map(({ x, y, value, scale }) => [x, y, value, Math.round(scale * 100)]);
    assert.deepEqual(at(1000), [[0, 0, 2, 100], [1, 0, 2, 100]]);
    assert.deepEqual(at(1050), [[0, 0, 2, 100], [0.5, 0, 2, 100]]); // half way along after half the time
    assert.deepEqual(at(1200), [[1, 0, 2, 50], [0, 0, 4, 120]]);   // half grown; the pop at its height
    assert.deepEqual(at(1300), [[0, 0, 4, 100], [1, 0, 2, 100]]);
    assert.equal(engine.frame(1599).isMoving, true);               // the gain still floats
    assert.equal(engine.frame(1600).isMoving, false);
  },

  'every golden record loads, and prints as the same game': async () => {
    const { Engine } = await importModule();
    const folder = join(root, 'test/golden/games');
    for (const name of await readdir(folder)) {
      const engine = new Engine(), text = await readFile(join(folder, name), 'utf8');
      engine.load(text, 0);
      const head = Object.fromEntries(text.split(/\r?\n/).map((line) => line.split(' ')).map(([key, value]) => [key, value]));
      const { score, moves, status } = engine.look();
      if (head.score) assert.deepEqual([String(score), String(moves), status], [head.score, head.moves, head.result], name);
      const again = new Engine();
      again.load(engine.print({ compact: true }), 0);
      assert.equal(again.print(), engine.print(), name);
    }
  },

  'a move that a player chose counts as help; a position prints as a game that begins with it': async () => {
    const { Engine } = await importModule();
    const engine = new Engine();
    engine.begin(seeded, 0);
    assert.deepEqual([engine.play('up', 0), engine.move('up', 0)], [true, true]);
    assert.deepEqual([engine.look().helped, engine.look().moves], [1, 2]);
    const again = new Engine();
    again.begin(engine.position(), 0);
    assert.deepEqual(again.look().board, known.afterTwo);
    assert.equal(again.look().moves, 0);
  },

  'a wrong record is refused with its place': async () => {
    const { Engine, RecordError } = await importModule();
    const engine = new Engine();
    assert.throws(() => engine.load(`${seeded}\n1. U2@a1`, 0), (error) => error instanceof RecordError
      && error.line === 6 && error.column === 4 && error.sentence.length > 0); // the seed puts the tile on d4
    assert.throws(() => engine.begin('eleven game 1\nrules classic\nsize 9x9\nseed 1\n', 0), RecordError);
  },

  'a long game fits: memory grows': async () => {
    const { Engine } = await importModule();
    const engine = new Engine();
    engine.begin('eleven game 1\nrules classic\ngoal none\nsize 8x8\nseed 5\n', 0);
    let moves = 0;
    const goes = () => ['left', 'down', 'right', 'up'].some((direction) => engine.move(direction, 0));
    while (moves < 4000 && goes()) moves++;
    assert.ok(moves > 3000, `only ${moves} moves`);
    const again = new Engine();
    again.load(engine.print({ compact: true }), 0);
    assert.equal(again.look().score, engine.look().score);
    while (again.undo(0)) moves--;
    assert.equal(moves, 0);
  },

  'the declarations name all members of the module': async () => {
    const { Eleven2048, Engine } = await importModule();
    const declared = await readFile(join(root, 'front/web/dist/eleven-2048.d.ts'), 'utf8');
    for (const [name, type] of [['Eleven2048', Eleven2048], ['Engine', Engine]]) {
      const body = declared.match(new RegExp(`export class ${name}[^]*?\n}`))[0];
      const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)(?=[:(])/gm)].map((match) => match[1]);
      assert.ok(members.length > 10);
      for (const member of members.filter((one) => !/^(add|remove)EventListener$/.test(one)))
        assert.ok(member in type.prototype || Object.getOwnPropertyDescriptor(type.prototype, member), `${name}.${member}`);
    }
  },

  'the colours are those of the terminal': async () => {
    const terminal = await readFile(join(root, 'src/picture/theme.c'), 'utf8');
    const web = await readFile(join(root, 'front/web/component/themes.js'), 'utf8');
    for (const name of ['original', 'dark', 'high-contrast', 'colour-blind']) {
      const there = terminal.match(new RegExp(`"${name}",[^]*?\\{0, (0x[^}]*)\\}`))[1].match(/[0-9a-f]{6}/g);
      const here = web.match(new RegExp(`'${name}': \\{[^]*?tiles: \\[([^\\]]*)\\]`))[1].match(/[0-9a-f]{6}/g);
      assert.deepEqual(here, there, name);
    }
  },

  'the bench signature equals the native one': async () => {
    const signature = (command, ...words) => execFileSync(command, words, { encoding: 'utf8' }).match(/\b[0-9a-f]{16}\b/)[0];
    assert.equal(signature(process.execPath, join(root, 'front/web/bench/bench.mjs'), join(build, 'web-work/bench.wasm')),
                 signature(join(build, 'eleven'), 'bench', '--once'));
  },
};
