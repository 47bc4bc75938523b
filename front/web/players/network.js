// Loads the file of the network, reports the progress, and gives up if no bytes arrive.

// The size of the file in bytes, known from the build, because servers that compress do not send it.
const fileSize = networkSize;
// Give up after this many milliseconds without a byte.
const longestSilence = 20000;

// Returns the bytes. `progress(part)` is called with numbers from 0 to 1. `cache` is the cache mode of fetch.
export async function fetchNetwork(address, cache, progress) {
  const stop = new AbortController();
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), longestSilence);
  };
  wait();
  try {
    const response = await fetch(address, { cache, signal: stop.signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const bytes = new Uint8Array(fileSize);
    let length = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      wait();
      if (done) return bytes.subarray(0, length);
      if (length + value.length > fileSize) throw new Error('the server sent another file');
      bytes.set(value, length);
      length += value.length;
      progress(length / fileSize);
    }
  } finally {
    clearTimeout(timer);
  }
}
