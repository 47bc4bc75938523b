// What component/compiled.js offers, for the modules of the npm package: compiled without waiting, so that `require` and
// scripts that are not modules can use it.
import { wasmText } from './wasm.js';

export let engineProblem = null;
export const compiled = compile();

function compile() {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(wasmText), (letter) => letter.charCodeAt(0)));
  } catch (cause) {
    engineProblem = new Error('this runtime or a policy of this page does not allow WebAssembly', { cause });
    return null;
  }
}
