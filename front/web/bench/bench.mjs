// Prints the signature of the bench as WebAssembly computes it. It must be the one that `eleven bench` prints.
//
//     node front/web/bench/bench.mjs [build/web-work/bench.wasm]
import { readFile } from 'node:fs/promises';

const file = process.argv[2] ?? `${process.env.B ?? 'build'}/web-work/bench.wasm`;
const { instance } = await WebAssembly.instantiate(await readFile(file), {});
console.log(BigInt.asUintN(64, instance.exports.signature()).toString(16).padStart(16, '0'));
