// The network's file over the network: with progress, and with an end where nothing comes any more.

const size = networkSize; // bytes, as it was built: servers that compress do not tell it
const patience = 20000;   // milliseconds without a byte

// Gives the bytes; `progress(part)` is told 0 to 1 on the way. `cache` as for fetch.
export async function fetchNetwork(address, cache, progress) {
  const stop = new AbortController();
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), patience);
  };
  wait();
  try {
    const response = await fetch(address, { cache, signal: stop.signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const bytes = new Uint8Array(size);
    let length = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      wait();
      if (done) return bytes.subarray(0, length);
      if (length + value.length > size) throw new Error('another file came');
      bytes.set(value, length);
      length += value.length;
      progress(length / size);
    }
  } finally {
    clearTimeout(timer);
  }
}
