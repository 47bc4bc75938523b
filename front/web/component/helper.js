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
function askWorker(ask, detail, progress = () => {}, signal = null) {
  return new Promise((resolve, reject) => {
    const id = ++asked;
    questions.set(id, { resolve, reject, progress });
    signal?.addEventListener('abort', () => worker?.postMessage({ stop: id }));
    try {
      if (!worker) open();
      worker.postMessage({ id, ask, network: networkAddress(), ...detail });
    } catch {
      give('no players');
    }
  });
}

// The players as an element asks them; `words()` gives its words, `loading(part)` is told how much of the network has
// come, 0 to 1.
export class Helper {
  constructor(words, loading) {
    Object.assign(this, { words, loading });
  }

  async #ask(...question) {
    try {
      return await askWorker(...question);
    } catch (error) {
      const { noPlayers, noVectors } = this.words();
      throw new Error({ 'no players': noPlayers, 'no vectors': noVectors }[error.message] ?? error.message);
    }
  }

  // Who will play: the player wanted, or another one and the reason.
  async prepare(player) {
    let isLoading = false;
    const tell = (part) => {
      isLoading = true;
      this.loading(part);
    };
    try {
      return await this.#ask('prepare', { player }, tell);
    } finally {
      if (isLoading) tell(1);
    }
  }

  async advise(position, { player, reason = null, detail = '' }, budget) {
    const advice = await this.#ask('advise', { position, player, budget });
    return advice && { ...advice, reason, detail };
  }

  async review(record, { player, reason = null, detail = '' }, budget, progress, signal) {
    const review = await this.#ask('review', { record, player, budget }, progress, signal);
    return { ...review, reason, detail };
  }
}
