// How much longer the players need in WebAssembly: reviews a game natively and in Node, in turns, and prints the times.
//
//     make web
//     build/eleven match --player network --nodes 1 --games 1 --seed 5 --save build/games
//     node front/web/bench/review.mjs build/games/000001.2048 4
//
// Each review is a new process. $B is the build folder.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Players } from '../players/players.js';

const build = process.env.B ?? 'build', [game, depth, inside] = process.argv.slice(2), pairs = 5;

if (inside) {
  const players = new Players(await WebAssembly.compile(await readFile(`${build}/web-work/players.wasm`)));
  players.openNetwork(new Uint8Array(await readFile(`${build}/web/eleven-network.weights`)));
  await players.review(await readFile(game, 'utf8'), 'network', { depth: Number(depth) }, async () => true);
  process.exit();
}

function seconds(program, ...words) {
  const began = performance.now(), { status, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status) throw new Error(stderr);
  return (performance.now() - began) / 1000;
}

const ratios = Array.from({ length: pairs }, () => {
  const native = seconds(`${build}/eleven`, 'review', game, '--player', 'network', '--depth', depth);
  const web = seconds(process.execPath, fileURLToPath(import.meta.url), game, depth, 'inside');
  console.log(`native ${native.toFixed(2)} s, WebAssembly ${web.toFixed(2)} s, ${(web / native).toFixed(2)} times as long`);
  return web / native;
});
console.log(`median: ${ratios.sort((a, b) => a - b)[pairs >> 1].toFixed(2)} times as long`);
