// The worker answers questions one after another. A question is { id, ask, ... }. The messages that it sends back have
// the same id and `progress`, `answer` or `error` (a sentence). The message { stop: id } ends a review early.
import { inflate } from '../component/module.js';
import { Players } from './players.js';
import { fetchNetwork } from './network.js';
import { playersText } from './wasm.js';

// This player replaces the network if it is missing.
const substitute = 'search';
let players = null;
let hasNetwork = false;

async function open() {
  try {
    players ??= new Players(await WebAssembly.compile(await inflate(playersText)));
  } catch (error) {
    throw error instanceof WebAssembly.CompileError ? new Error('no vectors') : error;
  }
}

// If the cache has a damaged file, it is loaded again from the server.
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
  // Prepares a player. The answer names the player that will play. If it is a substitute, `reason` is 'alone' (the page
  // has no network file), 'unreachable' (it could not be loaded) or 'refused' (it is damaged).
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
      await new Promise((resolve) => { setTimeout(resolve); }); // so that a stop message can arrive
      return !stopped.has(id);
    });
  },
};

let queue = Promise.resolve();
// The ids of the reviews that should end.
const stopped = new Set();

self.onmessage = ({ data }) => {
  if (data.stop) {
    stopped.add(data.stop);
    return;
  }
  queue = queue.then(async () => {
    const { id, ask } = data;
    try {
      const answer = await answers[ask](data, (progress) => self.postMessage({ id, progress }));
      self.postMessage({ id, answer });
    } catch (error) {
      self.postMessage({ id, error: error.message });
    }
  });
};
