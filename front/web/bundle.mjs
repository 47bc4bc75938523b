#!/usr/bin/env node
// Builds the modules of the npm package with esbuild, after `make web`: each one as an ES module and for `require`, and
// one script for pages, which defines `eleven`. Everything but the network is inside the modules.
//
//     node front/web/bundle.mjs BUILD_FOLDER
import { build } from 'esbuild';
import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';

const front = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const dist = join(front, 'dist'), out = resolve(process.argv[2]);
const entries = ['game', 'players', 'element', 'network_source', 'index'];

const base64 = async (path) => (await readFile(path)).toString('base64');
const constant = (name, text) => `export ${name === 'default' ? 'default' : `const ${name} =`} ${JSON.stringify(text)};`;
const pageModule = await readFile(join(out, 'web/eleven-2048.js'), 'utf8');
const playersModule = await readFile(join(out, 'web/eleven-players.js'), 'utf8');
const constantOf = (text, name) => text.match(new RegExp(`^const ${name} = '?([^';]*)`, 'm'))[1];
const networkSize = constantOf(playersModule, 'networkSize');

// The modules that exist only here, by name. The address of the file next to a module depends on the format.
const addresses = {
  esm: `new URL('./eleven-network.weights', import.meta.url)`,
  cjs: '`${__dirname}/eleven-network.weights`',
  iife: `new URL('./eleven-network.weights', script)`,
};
const made = {
  game: () => base64(join(out, 'engine-work/engine.wasm')).then((text) => constant('wasmText', text)),
  compiled: () => constant('wasmText', inflateSync(Buffer.from(constantOf(pageModule, 'wasmText'), 'base64')).toString('base64')),
  worker_text: () => 'export const playersText = self.playersText;',
  players_text: () => constant('playersText', constantOf(playersModule, 'playersText')),
  font: () => base64(join(front, 'font/eleven-font.woff2')).then((text) => constant('default', text)),
  worker: async () => constant('default', (await bundle('players/worker.js', { format: 'iife', isWorker: true })).outputFiles[0].text),
  file_address: (format) => `const script = globalThis.document?.currentScript?.src;
    export const fileAddress = () => ${addresses[format]};`,
};

const sameName = { font: 'font', worker: 'worker', players_text: 'players_text', file_address: 'file_address' };

// Replaces modules of the page by those of the package. Other entries are separate files, except in one script.
function plugin(format, isWorker, suffix) {
  return { name: 'package', setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/\w+\.js$/ }, ({ path, importer, kind }) => {
      const name = basename(path, '.js'), from = basename(importer, '.js');
      const virtual = { wasm: isWorker ? 'worker_text' : from, ...sameName }[name];
      if (kind === 'entry-point') return null;
      if (virtual && !(name === 'font' && from === 'element')) return { path: virtual, namespace: 'made' };
      if (name === 'address' || name === 'compiled') return { path: join(front, `engine/${name}.js`) };
      const isEntry = path.startsWith('./') && entries.includes(name) && importer.startsWith(join(front, 'engine'));
      if (suffix && isEntry) return { path: `./${name}${suffix}`, external: true };
      return name === 'element' ? { path: join(front, 'component/element.js') } : null;
    });
    onLoad({ filter: /.*/, namespace: 'made' }, async ({ path }) => ({ contents: await made[path](format) }));
  } };
}

function bundle(entry, { format, suffix = '', isWorker = false, ...more }) {
  return build({ entryPoints: [join(front, entry)], bundle: true, write: false, format, minify: true,
    target: 'es2022', legalComments: 'none', define: { networkSize }, charset: 'utf8',
    plugins: [plugin(format, isWorker, suffix)], ...more });
}

const title = { js: '// Eleven: 2048 for programs and pages. MIT license.' };

for (const [format, suffix] of [['esm', '.js'], ['cjs', '.cjs']])
  for (const name of entries.filter((one) => one !== 'game' || format === 'cjs')) // tools/build_engine.sh makes game.js
    await bundle(name === 'element' ? 'component/element.js' : `engine/${name}.js`,
      { format, suffix, write: true, banner: title, outfile: join(dist, `${name}${suffix}`) });
await bundle('engine/index.js',
  { format: 'iife', write: true, banner: title, globalName: 'eleven', outfile: join(dist, 'eleven-2048.iife.js') });

// The declarations, also for `require`.
for (const name of (await readdir(join(front, 'engine'))).filter((file) => file.endsWith('.d.ts')))
  await copyFile(join(front, 'engine', name), join(dist, name));
for (const name of (await readdir(dist)).filter((file) => file.endsWith('.d.ts')))
  await writeFile(join(dist, name.replace('.d.ts', '.d.cts')),
    (await readFile(join(dist, name), 'utf8')).replace(/from '(.*)\.js'/g, "from '$1.cjs'"));
