// What outlives the page, in IndexedDB: of every game ever played the facts and, apart from them, the record; and the
// sittings. A sitting is the games of one tab in a row and the place in it; no two tabs write to the same one.

function asPromise(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function openDatabase() {
  const request = indexedDB.open('eleven', 1);
  request.onupgradeneeded = () => {
    for (const kind of ['games', 'records', 'sittings']) request.result.createObjectStore(kind, { keyPath: 'id' });
  };
  return asPromise(request);
}

export class Store {
  static async open() {
    const store = new Store();
    store.database = await openDatabase();
    store.database.onversionchange = () => store.database.close();
    return store;
  }

  all(kind) {
    return asPromise(this.database.transaction(kind).objectStore(kind).getAll());
  }

  get(kind, id) {
    return asPromise(this.database.transaction(kind).objectStore(kind).get(id));
  }

  // All rows or none; resolved when they are kept. It is committed at once, since the tab may be gone in a moment.
  put(rows) {
    const transaction = this.database.transaction(Object.keys(rows), 'readwrite');
    for (const [kind, some] of Object.entries(rows)) for (const row of some) transaction.objectStore(kind).put(row);
    transaction.commit?.();
    return new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
  }
}

export function freshId() {
  const random = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  return `${Date.now().toString(36)}-${random}`;
}

// ---- Who has which sitting. Browsers know it by locks, which end with the tab. Where a browser has none (for pages
// that came without encryption from another machine) the tabs ask each other.

const lockName = (sitting) => `eleven-sitting-${sitting}`;
const asking = 150; // milliseconds in which another tab would have answered
const mine = new Set();
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('eleven-sittings') : null;

if (tabs) tabs.onmessage = ({ data }) => {
  if (mine.has(data.ask)) tabs.postMessage({ has: data.ask });
};

function isAnswered(id) {
  return new Promise((resolve) => {
    if (!tabs) return resolve(false);
    const hear = ({ data }) => data.has === id && resolve(true);
    tabs.addEventListener('message', hear);
    tabs.postMessage({ ask: id });
    setTimeout(() => {
      tabs.removeEventListener('message', hear);
      resolve(false);
    }, asking);
  });
}

function isLocked(id) {
  return new Promise((resolve, reject) => {
    navigator.locks.request(lockName(id), { ifAvailable: true }, (lock) => {
      resolve(lock === null);
      return lock && new Promise(() => {}); // held as long as the tab lives
    }).catch(reject);
  });
}

// Takes the sitting for as long as this tab lives; false where another tab has it.
export async function takeSitting(id) {
  const isOthers = await (navigator.locks ? isLocked(id).catch(() => isAnswered(id)) : isAnswered(id));
  if (!isOthers) mine.add(id);
  return !isOthers;
}

export async function isTaken(id) {
  if (!navigator.locks) return isAnswered(id);
  const { held } = await navigator.locks.query();
  return held.some((lock) => lock.name === lockName(id));
}
