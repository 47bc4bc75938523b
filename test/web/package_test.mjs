// The npm package, installed from its tarball in a folder of its own, as its users have it: the programs of its README,
// bundles, scripts for pages, declarations, links.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freshFolder, root } from './browser.mjs';

const web = join(root, 'front/web'), tool = (name) => join(web, 'node_modules/.bin', name);
const run = promisify(execFile);

// The folder with the installed package, for all tests.
let installing = null;

async function install() {
  const folder = await freshFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const npm = (...words) => run('npm', [...words, '--silent', '--no-audit', '--no-fund'], { cwd: folder });
  await npm('pack', '--ignore-scripts', web);
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await npm('install', '--offline', `./${tarball}`);
  return { folder, shipped: join(folder, 'node_modules/eleven-2048') };
}

function installed() {
  return installing ??= install();
}

// The code blocks of the README in this language, by the heading that they are under.
async function blocks(shipped, language) {
  const found = {};
  for (const part of (await readFile(join(shipped, 'README.md'), 'utf8')).split(/^##+ /m).slice(1)) {
    const codes = [...part.matchAll(/^```(\w+)\n([^]*?)^```/gm)].filter(([, name]) => name === language);
    if (codes.length) found[part.split('\n')[0]] = codes.map(([, , code]) => code);
  }
  return found;
}

async function program(name, text) {
  const { folder, shipped } = await installed(), own = await mkdtemp(join(folder, 'own-'));
  await writeFile(join(own, name), text);
  return { folder, shipped, own, output: async (file = name) => (await run(process.execPath, [join(own, file)])).stdout };
}

const directions = /^(up|right|down|left)$/m;
const weights = 'node_modules/eleven-2048/dist/eleven-network.weights';
const position = '[[2, 4, 8, 16], [0, 2, 4, 8], [0, 0, 2, 4], [0, 0, 0, 2]]';

// A page of the folder, without any other host.
async function openPage(t, folder, html) {
  const server = await t.serve(folder, { '/index.html': `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${html}` });
  t.defer(server.close);
  const page = await (await t.context()).newPage();
  await page.goto(server.address);
  return page;
}

export const tests = {
  'what was removed is built again, though the folder of the package is complete': async () => {
    const folder = await freshFolder();
    await rm(folder, { recursive: true });
    assert.match((await run('make', ['-n', `B=${folder}`, 'web-package'], { cwd: root })).stdout, /build_engine\.sh/);
    await rm(folder, { recursive: true });
  },

  'the programs of the README': async (t) => {
    const { shipped } = await installed(), js = await blocks(shipped, 'js');
    const [game] = js['In programs'], [players, required] = js.Players;
    assert.match(await (await program('game.mjs', game)).output(), /eleven game 1[^]*probability: 0\.9/);
    assert.match(await (await program('players.mjs', players)).output(), directions);
    assert.match(await (await program('required.cjs', required)).output(), /direction: '(up|right|down|left)'/);
  },

  'the bundle of the README runs in node and in a page': async (t) => {
    const { shipped } = await installed();
    const [code] = (await blocks(shipped, 'js')).Bundlers, [command] = (await blocks(shipped, 'sh')).Bundlers;
    const { own, output } = await program('app.js', code);
    const [name, ...words] = command.trim().split(' ');
    await run(tool(name), words, { cwd: own });
    assert.match(await output('out.js'), directions);
    await run(tool(name), words.map((word) => word.replace('=binary', '=file')), { cwd: own });
    const page = await openPage(t, own, '<script>console.log = (text) => { document.title = text; };</script><script type="module" src="out.js"></script>');
    await page.waitForFunction(() => document.title !== '');
    assert.match(await page.title(), directions);
  },

  'a bundle with the element, as one script and without files': async (t) => {
    const { own } = await program('app.js', `import { Eleven2048, Game, useNetwork } from 'eleven-2048';
      useNetwork(new Uint8Array(9)); window.answers = [new Game({ seed: 42 }).board, Eleven2048.name !== ''];`);
    await run(tool('esbuild'), ['app.js', '--bundle', '--minify', '--outfile=out.js'], { cwd: own });
    const page = await openPage(t, own, '<eleven-2048 seed="42" lang="de"></eleven-2048><script src="out.js"></script>');
    const [boards, same] = await page.evaluate(() => [[answers[0], document.querySelector('eleven-2048').state.board], answers[1]]);
    assert.deepEqual([boards[0], same], [boards[1], true]);
    assert.equal(await page.evaluate(() => document.querySelector('eleven-2048').shadowRoot.querySelector('.grid').ariaLabel), 'Spielfeld, 4 mal 4');
    const advice = await page.evaluate(() => document.querySelector('eleven-2048').hint());
    assert.deepEqual([advice.player, advice.reason], ['search', 'refused']);
  },

  'a script tag: the element and the players': async (t) => {
    const { folder, shipped } = await installed();
    const [html] = (await blocks(shipped, 'html'))['In pages'], [code] = (await blocks(shipped, 'js'))['In pages'];
    const page = await openPage(t, folder, html);
    assert.match(await page.evaluate(`eleven.bestMove(${position}, { depth: 1 })`), directions);
    const names = await page.evaluate(`(async () => { ${code}; return [direction in values, accuracy >= 0, turningPoints.length >= 0, game.state.rules]; })()`);
    assert.deepEqual(names, [true, true, true, 'fibonacci']);
    const module = await openPage(t, folder, '<eleven-2048></eleven-2048><script type="module" src="node_modules/eleven-2048/dist/eleven-2048.js"></script>');
    await module.waitForFunction(() => document.querySelector('eleven-2048').state?.moves === 0);
  },

  'players: names, limits, errors, and the network from an address, a path or bytes': async (t) => {
    const { output, folder } = await program('players.mjs', `
      import { GameError, bestMove, openPlayer, playerNames, useNetwork } from 'eleven-2048';
      import { readFileSync } from 'node:fs';
      import { pathToFileURL } from 'node:url';
      const say = (value) => console.log(JSON.stringify(value));
      const refused = (promise) => promise.then(() => 'accepted', (error) => say([error instanceof GameError, error.message]));
      const board = ${position}, path = process.argv[1] + '/../../${weights}';
      for (const player of playerNames.slice(0, 5)) say([player, await bestMove(board, { player, depth: 2, nodes: 100 })]);
      say(await bestMove([[2, 4], [4, 2]]));
      say(await bestMove('2 3 5 / . . 8', { player: 'search', rules: 'fibonacci' }));
      await refused(bestMove(board, { player: 'best' }));
      await refused(bestMove([[3]]));
      await refused(bestMove(undefined));
      await refused(bestMove(0));
      await refused(bestMove(board, { depth: -1 }));
      await refused(bestMove(board, { depth: 2.5 }));
      await refused(bestMove(board, { nodes: '100' }));
      await refused(bestMove(board, { milliseconds: 'soon' }));
    `);
    const lines = (await output()).trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(lines.slice(0, 5).map(([name]) => name), ['random', 'greedy', 'corner', 'montecarlo', 'search']);
    for (const [, move] of lines.slice(0, 5)) assert.match(move, directions);
    assert.equal(lines[5], null);
    assert.match(lines[6], directions);
    assert.deepEqual(lines.slice(7), [
      [true, 'unknown player \'best\': expected random, greedy, corner, montecarlo, search, network'],
      [true, 'no tile of these rules has the value 3'],
      [true, 'expected a board of 1 to 8 rows of 1 to 8 cells, all of the same length'],
      [true, 'expected a board of 1 to 8 rows of 1 to 8 cells, all of the same length'],
      [true, 'expected a whole number from 0 to 4294967295 as depth, not -1'],
      [true, 'expected a whole number from 0 to 4294967295 as depth, not 2.5'],
      [true, 'expected a whole number from 0 to 4294967295 as nodes, not \'100\''],
      [true, 'expected a number from 0 to 4294967295 as milliseconds, not \'soon\''],
    ]);
    const networks = { address: `import.meta.resolve('eleven-2048/eleven-network.weights')`, missing: `'/nowhere'`, damaged: 'new Uint8Array(9)', path: `'${join(folder, weights)}'`,
      bytes: `(await import('node:fs')).readFileSync('${join(folder, weights)}')` };
    const answers = {};
    for (const [name, source] of Object.entries(networks))
      answers[name] = await (await program(`${name}.mjs`, `
        import { openPlayer, useNetwork } from 'eleven-2048/players';
        useNetwork(${source});
        console.log(await openPlayer().then((player) => player.advise(${position}).unit, (error) => error.message));`)).output();
    assert.match(answers.missing, /^the network could not be read \(.*\/nowhere.*\); pass eleven-network\.weights to useNetwork/);
    assert.match(answers.damaged, /^the network is damaged: /);
    assert.deepEqual([answers.address, answers.path, answers.bytes], ['points\n', 'points\n', 'points\n']);
  },

  'the declarations fit, for import and for require': async (t) => {
    const text = `const game: Game = new Game({ size: '4x4' });
      const one: Promise<Direction | null> = bestMove(game.board, { player: 'search', milliseconds: 5 });
      const two: Promise<Direction | null> = openPlayer('network').then((player: OpenPlayer) => player.bestMove('2 4 / . .'));
      useNetwork(new URL('file:///x')); console.log(one, two, Eleven2048, playerNames);
      // @ts-expect-error: no player has this name
      bestMove(game.board, { player: 'best' });`;
    const { own, shipped } = await program('one.mts', `import { Eleven2048, Game, OpenPlayer, bestMove, openPlayer, playerNames, useNetwork } from 'eleven-2048';
      import { Direction } from 'eleven-2048/engine';\n${text}`);
    await writeFile(join(own, 'two.cts'), `import { Eleven2048, Game, OpenPlayer, bestMove, openPlayer, playerNames, useNetwork } from 'eleven-2048';
      import { Direction } from 'eleven-2048/engine';\n${text}`);
    await run(tool('tsc'), ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '', 'one.mts', 'two.cts'], { cwd: own })
      .catch(({ stdout }) => assert.fail(stdout));
    const [players, index] = [await import(join(shipped, 'dist/players.js')), await import(join(shipped, 'dist/index.js'))];
    const [one, all] = await Promise.all(['players', 'index'].map((name) => readFile(join(shipped, `dist/${name}.d.ts`), 'utf8')));
    assert.deepEqual([...one.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name).sort(), Object.keys(players).sort());
    for (const name of Object.keys(players)) assert.ok(name in index && all.includes(name), name);
  },

  'the package: its links, its names, and nothing but dist': async (t) => {
    const { shipped } = await installed(), text = await readFile(join(shipped, 'README.md'), 'utf8');
    for (const [, link] of text.matchAll(/\]\(([^)]*)\)/g))
      assert.ok(link.startsWith('https://') || existsSync(join(shipped, link)), link);
    const { exports, files, main, types, unpkg } = JSON.parse(await readFile(join(shipped, 'package.json'), 'utf8'));
    assert.deepEqual(files, ['dist']);
    const paths = JSON.stringify([exports, main, types, unpkg]).match(/\.\/(dist\/)?[\w.-]+\.\w+/g);
    for (const path of paths) if (dirname(path) !== '.') assert.ok(existsSync(join(shipped, path)), path);
    for (const name of ['index', 'game', 'players', 'element']) {
      const declared = [...(await readFile(join(shipped, `dist/${name}.d.cts`), 'utf8')).matchAll(/from '(.*?)\.cjs'/g)];
      for (const [, file] of declared) assert.ok(existsSync(join(shipped, 'dist', `${file}.d.cts`)), file);
    }
  },
};
