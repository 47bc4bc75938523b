// The worker: takes questions, answers them one after another. A question is { id, ask, ... }; what goes back has the
// same id and `progress`, `answer` or `error`, a sentence. { stop: id } ends a review early.
import { inflate } from '../component/module.js';
import { Players } from './players.js';
import { fetchNetwork } from './network.js';
import { playersText } from './wasm.js';

const substitute = 'search'; // plays where the network is missing
let players = null;
let hasNetwork = false;

async function open() {
  try {
    players ??= new Players(await WebAssembly.compile(await inflate(playersText)));
  } catch (error) {
    throw error instanceof WebAssembly.CompileError ? new Error('no vectors') : error;
  }
}

// What a broken cache gave once is asked for again, from the server.
async function openNetwork(address, progress) {
  for (const cache of ['default', 'reload'])
    try {
      players.openNetwork(await fetchNetwork(address, cache, progress));
      return;
    } catch (error) {
      if (cache === 'reload' || !error.sentence) throw error;
    }
}

const answers = {
  // Makes the player ready; answers with the one that will play, and, where that is not the one wanted, why: it was
  // 'alone' (there is no network to fetch), 'unreachable', or 'refused' by the reader.
  async prepare({ player, network }, progress) {
    await open();
    if (player !== 'network' || hasNetwork) return { player };
    if (!network) return { player: substitute, reason: 'alone' };
    try {
      await openNetwork(network, progress);
      hasNetwork = true;
      return { player };
    } catch (error) {
      return { player: substitute, reason: error.sentence ? 'refused' : 'unreachable', detail: error.message };
    }
  },

  advise({ position, player, budget }) {
    return players.advise(position, player, budget);
  },

  review({ id, record, player, budget }, progress) {
    return players.review(record, player, budget, async (part) => {
      progress(part);
      await new Promise((resolve) => { setTimeout(resolve); }); // so that a stop is heard
      return stopped !== id;
    });
  },
};

let before = Promise.resolve();
let stopped = 0; // the question that is to end

self.onmessage = ({ data }) => {
  if (data.stop) {
    stopped = data.stop;
    return;
  }
  before = before.then(async () => {
    const { id, ask } = data;
    try {
      const answer = await answers[ask](data, (progress) => self.postMessage({ id, progress }));
      self.postMessage({ id, answer });
    } catch (error) {
      self.postMessage({ id, error: error.message });
    }
  });
};
