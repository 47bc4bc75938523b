// The WebAssembly of the engine, compiled once. The modules of the npm package use engine/compiled.js instead.
import { wasmText } from './wasm.js';
import { inflate } from './module.js';

// Why no engine can be created here: WebAssembly or the inflater is missing, or a policy of the page forbids it.
// Otherwise null.
export let engineProblem = null;
export const compiled = await inflate(wasmText).then((bytes) => WebAssembly.compile(bytes)).catch((cause) => {
  engineProblem = new Error('this browser or a policy of this page does not allow WebAssembly', { cause });
});
