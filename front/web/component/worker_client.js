// Sends questions to the worker with the players (players/worker.js) and receives its answers. The worker is created
// for the first question and shared by all elements of the page.
import { workerAddress, networkAddress } from './address.js';

let worker = null, lastId = 0;
// The questions without an answer yet, by id.
const questions = new Map();

// The script of a worker must come from the origin of the page. If it does not, a script of one line loads it. A
// sandboxed page has an origin of its own, so no file comes from there.
function localWorkerAddress() {
  const address = workerAddress();
  if (address.protocol === 'blob:' || address.origin === self.origin) return address;
  return URL.createObjectURL(new Blob([`importScripts('${address.href}')`], { type: 'text/javascript' }));
}

function receive({ data: { id, progress, answer, error } }) {
  const question = questions.get(id);
  if (progress !== undefined) return question?.progress(progress);
  questions.delete(id);
  return error === undefined ? question?.resolve(answer) : question?.reject(new Error(error));
}

// Ends a worker that did not load or that failed. The next question creates a new one.
function abandonWorker(reason) {
  worker?.terminate();
  worker = null;
  const unanswered = [...questions.values()];
  questions.clear();
  for (const question of unanswered) question.reject(new Error(reason));
}

function openWorker() {
  worker = new Worker(localWorkerAddress());
  worker.onmessage = receive;
  worker.onerror = (event) => {
    event.preventDefault();
    abandonWorker('no players');
  };
}

// Asks the worker. Rejected with 'no players' if the worker cannot be loaded, and with 'no vectors' if the browser is
// too old for it.
function askWorker(ask, detail, progress = () => {}, signal = null) {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    questions.set(id, { resolve, reject, progress });
    signal?.addEventListener('abort', () => worker?.postMessage({ stop: id }));
    try {
      if (!worker) openWorker();
      worker.postMessage({ id, ask, network: networkAddress(), ...detail });
      if (signal?.aborted) worker.postMessage({ stop: id });
    } catch {
      abandonWorker('no players');
    }
  });
}

// The connection of one element to the worker. `words()` returns the texts of the element; `loading(part)` is called
// with the part of the network that has been loaded, 0 to 1.
export class WorkerClient {
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

  // Prepares a player. The answer names the requested player, or a substitute and the reason for it.
  async prepare(player) {
    let isLoading = false;
    const report = (part) => {
      isLoading = true;
      this.loading(part);
    };
    try {
      return await this.#ask('prepare', { player }, report);
    } finally {
      if (isLoading) report(1);
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
