// The parts of the page that are loaded when somebody first uses them. tools/build_web.sh lists them. The page in one
// file contains them and replaces importPart (front/web/pack.py).
import { say } from './words.js';

const attempts = new Map();

// A browser may remember that a file could not be loaded, so another attempt has another address.
function importPart(name) {
  const attempt = attempts.get(name) ?? 0;
  attempts.set(name, attempt + 1);
  return import(`./page-${name}.js${attempt ? `?${attempt}` : ''}`);
}

const parts = new Map();

// What a part exports. Rejected with a sentence if it cannot be loaded, or if it belongs to a newer version of the page.
export function part(name) {
  if (!parts.has(name))
    parts.set(name, importPart(name).catch((error) => {
      parts.delete(name);
      throw /TypeError|SyntaxError/.test(error.name) ? new Error(say().noPart, { cause: error }) : error;
    }));
  return parts.get(name);
}
