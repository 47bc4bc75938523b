// The storage, in IndexedDB: the facts and, separately, the record of every game ever played; the drills; the sittings. A
// sitting is the sequence of games of one tab and the current position. Two tabs never write to the same sitting.

function asPromise(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const kinds = ['games', 'records', 'sittings', 'drills'];

// Opens the database in its present version. A database without stores, which a program that only looked may have
// created, gets them in the next version.
async function openDatabase(version) {
  const request = indexedDB.open('eleven', version), lacks = (kind) => !request.result.objectStoreNames.contains(kind);
  request.onupgradeneeded = () => {
    for (const kind of kinds.filter(lacks)) request.result.createObjectStore(kind, { keyPath: 'id' });
  };
  const database = await asPromise(request);
  if (!kinds.some(lacks)) return database;
  database.close();
  return openDatabase(database.version + 1);
}

// The database is opened when it is needed, and again after it was closed: the browser closes it when it deletes the
// data of the site, and the page closes it for another tab that deletes it or has a newer version.
export class Store {
  // The open database and the attempt to open it; null if there is none.
  #database = null;
  #opening = null;

  // `lost()` is called when the database was closed.
  constructor(lost) {
    this.lost = lost;
  }

  #open() {
    return this.#opening ??= openDatabase().then((database) => {
      const forget = () => {
        if (this.#database === database) this.#database = null;
        this.lost();
      };
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      this.#database = database;
    }).finally(() => { this.#opening = null; });
  }

  // Begins a transaction immediately if the database is open.
  async #begin(kinds, mode) {
    if (!this.#database) await this.#open();
    try {
      return this.#database.transaction(kinds, mode);
    } catch (error) {
      this.#database = null; // it is closed, although the browser has not said so yet
      throw error;
    }
  }

  async all(kind) {
    return asPromise((await this.#begin(kind)).objectStore(kind).getAll());
  }

  async get(kind, id) {
    return asPromise((await this.#begin(kind)).objectStore(kind).get(id));
  }

  // Writes all rows or none; resolved when they are stored. The transaction is committed immediately, because the tab
  // may be closed at any moment.
  async put(rows) {
    const transaction = await this.#begin(Object.keys(rows), 'readwrite');
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

// A channel to the other tabs; null if there is none, as without cookies.
export function openChannel(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

// ---- The owner of a sitting

// A tab locks its sitting; the browser releases the lock when the tab is closed. For pages that another machine sends
// without encryption browsers have no locks. Then the tabs ask each other.

const lockName = (sitting) => `eleven-sitting-${sitting}`;
// Another tab answers within this many milliseconds.
const answerTime = 300;
const ownSittings = new Set();
// Functions that release the locks of this tab, by sitting.
const releases = new Map();
const channel = openChannel('eleven-sittings');

if (channel) channel.onmessage = ({ data }) => {
  if (ownSittings.has(data.ask)) channel.postMessage({ has: data.ask });
};

function isAnswered(id) {
  return new Promise((resolve) => {
    if (!channel) return resolve(false);
    const receive = ({ data }) => data.has === id && resolve(true);
    channel.addEventListener('message', receive);
    channel.postMessage({ ask: id });
    setTimeout(() => {
      channel.removeEventListener('message', receive);
      resolve(false);
    }, answerTime);
  });
}

function isLocked(id) {
  return new Promise((resolve, reject) => {
    navigator.locks.request(lockName(id), { ifAvailable: true }, (lock) => {
      resolve(lock === null);
      return lock && new Promise((release) => { releases.set(id, release); });
    }).catch(reject);
  });
}

// Takes a sitting until leaveSitting, or until this tab is closed; false if another tab has it.
export async function takeSitting(id) {
  const isTakenByOther = await isLocked(id).catch(() => isAnswered(id));
  if (!isTakenByOther) ownSittings.add(id);
  return !isTakenByOther;
}

export function leaveSitting(id) {
  ownSittings.delete(id);
  releases.get(id)?.();
}

export async function isTaken(id) {
  try {
    const { held } = await navigator.locks.query();
    return held.some((lock) => lock.name === lockName(id));
  } catch {
    return isAnswered(id);
  }
}
