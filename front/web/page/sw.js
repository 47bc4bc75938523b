// Stores the whole page for offline use. A file is loaded once and then always taken from the cache. A new build has a
// new version and replaces the old one at the next visit. The players are stored when they are first used.
const cacheName = `eleven-${'VERSION'}`;
const files = ['FILES'], later = ['LATER'];

const isLater = (request) => later.some((file) => new URL(file, self.location).href === request.url);
// The page has two names.
const find = (request) => caches.open(cacheName).then((cache) => (
  cache.match(String(request.url ?? request).replace(/\/index\.html(?=$|[?#])/, '/'), { ignoreSearch: true })));

// If the old version has stored the players, the new version stores them too.
async function install() {
  const hadPlayers = await caches.match(later[0]);
  const required = hadPlayers ? [...files, ...later] : files;
  const cache = await caches.open(cacheName);
  await cache.addAll(required.map((file) => new Request(file, { cache: 'reload' })));
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith('eleven-') && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// The cache mode `reload` requests another copy because the stored one did not work.
async function answer(request) {
  const stored = request.cache === 'reload' ? null : await find(request);
  if (stored) return stored;
  const fetched = await fetch(request);
  if (isLater(request) && fetched.ok) await (await caches.open(cacheName)).put(request, fetched.clone());
  return fetched;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request));
});

// The page sends this message when it uses the players. It may have loaded them before this service worker was active.
self.addEventListener('message', (event) => {
  const keep = async (file) => await find(file) ?? (await caches.open(cacheName)).add(file);
  if (event.data === 'keep players') event.waitUntil(Promise.all(later.map(keep)));
});
