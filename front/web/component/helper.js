// The players, from the page's side of their worker: it is made when somebody first asks, and shared by all elements
// of the page.
import { workerAddress, networkAddress } from './address.js';

let worker = null, asked = 0;
const questions = new Map(); // those under way, by id

// A worker's script must come from the page's own host; another one's is loaded by a script of one line.
function ownAddress() {
  const address = workerAddress();
  if (address.protocol === 'blob:' || address.origin === location.origin) return address;
  return URL.createObjectURL(new Blob([`importScripts('${address.href}')`], { type: 'text/javascript' }));
}

function hear({ data: { id, progress, answer, error } }) {
  const question = questions.get(id);
  if (progress !== undefined) return question?.progress(progress);
  questions.delete(id);
  return error === undefined ? question?.resolve(answer) : question?.reject(new Error(error));
}

// Its script did not come, or it broke: the next question makes another one.
function give(reason) {
  worker?.terminate();
  worker = null;
  const lost = [...questions.values()];
  questions.clear();
  for (const question of lost) question.reject(new Error(reason));
}

function open() {
  worker = new Worker(ownAddress());
  worker.onmessage = hear;
  worker.onerror = (event) => {
    event.preventDefault();
    give('no players');
  };
}

// Asks the worker, see players/worker.js. Rejected with 'no players' where it cannot be had, with 'no vectors' where
// the browser is too old for it.
export function askPlayers(ask, detail, progress = () => {}) {
  return new Promise((resolve, reject) => {
    questions.set(++asked, { resolve, reject, progress });
    try {
      if (!worker) open();
      worker.postMessage({ id: asked, ask, network: networkAddress(), ...detail });
    } catch {
      give('no players');
    }
  });
}
