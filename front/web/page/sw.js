// Stores the page for offline use. A file is loaded once and then always taken from the cache. A new build has a new
// version and replaces the old one at the next visit. The players and the other languages are stored when they are
// first used.
// One host may have several copies of the page, in different folders. Their caches begin with the folder.
const ours = `eleven ${new URL(self.registration.scope).pathname} `, cacheName = `${ours}VERSION`;
const files = ['FILES'], later = ['LATER'];

const isLater = (url) => later.some((file) => new URL(file, self.location).href === url);

// The page has two names.
const find = (request) => caches.open(cacheName).then((cache) => (
  cache.match(String(request.url ?? request).replace(/\/index\.html(?=$|[?#])/, '/'), { ignoreSearch: true })));

// Earlier versions named their caches without the folder.
async function oldCaches() {
  return (await caches.keys()).filter((name) => (name.startsWith(ours) || name.startsWith('eleven-')) && name !== cacheName);
}

// What the old version has stored later, the new version stores too.
async function install() {
  const caught = await Promise.all((await oldCaches()).map(async (name) => (await caches.open(name)).keys()));
  const used = caught.flat().map(({ url }) => url).filter(isLater);
  const cache = await caches.open(cacheName);
  await cache.addAll([...files, ...new Set(used)].map((file) => new Request(file, { cache: 'reload' })));
  await self.skipWaiting();
}

async function activate() {
  await Promise.all((await oldCaches()).map((name) => caches.delete(name)));
  await self.clients.claim();
}

// The cache mode `reload` requests another copy because the stored one did not work.
async function answer(request) {
  const stored = request.cache === 'reload' ? null : await find(request);
  if (stored) return stored;
  const fetched = await fetch(request);
  if (isLater(request.url) && fetched.ok) {
    const copy = fetched.clone();
    await caches.open(cacheName).then((cache) => cache.put(request, copy)).catch(() => {}); // the storage may be full
  }
  return fetched;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request));
});

// The page sends the names of files that it uses. It may have loaded them before this service worker was active.
self.addEventListener('message', (event) => {
  const keep = async (file) => await find(file) ?? (await caches.open(cacheName)).add(file);
  const used = later.filter((file) => event.data.keep?.some((name) => file.includes(name)));
  event.waitUntil(Promise.all(used.map((file) => keep(new URL(file, self.location).href))));
});
