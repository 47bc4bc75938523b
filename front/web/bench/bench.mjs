// Prints the bench's signature as WebAssembly computes it; `eleven bench` must print the same.
//
//     node front/web/bench/bench.mjs [build/web-work/bench.wasm]
import { readFile } from 'node:fs/promises';

const file = process.argv[2] ?? `${process.env.B ?? 'build'}/web-work/bench.wasm`;
const { instance } = await WebAssembly.instantiate(await readFile(file), {});
console.log(BigInt.asUintN(64, instance.exports.signature()).toString(16).padStart(16, '0'));
