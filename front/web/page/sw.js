// Keeps the whole page for use without a network: fetched once, then always from here. A new build has a new version
// and replaces the old one at the next visit. The players come later, when somebody first asks them, and then stay.
const cacheName = `eleven-${'VERSION'}`;
const files = ['FILES'], later = ['LATER'];

const isLater = (request) => later.some((file) => new URL(file, self.location).href === request.url);
const find = (request) => caches.open(cacheName).then((cache) => cache.match(request, { ignoreSearch: true }));

// Whoever had the players before has them in the new version too.
async function install() {
  const hadPlayers = await caches.match(later[0]);
  const wanted = hadPlayers ? [...files, ...later] : files;
  const cache = await caches.open(cacheName);
  await cache.addAll(wanted.map((file) => new Request(file, { cache: 'reload' })));
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith('eleven-') && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// `reload` asks for another copy: what was kept did not work.
async function answer(request) {
  const kept = request.cache === 'reload' ? null : await find(request);
  if (kept) return kept;
  const fetched = await fetch(request);
  if (isLater(request) && fetched.ok) await (await caches.open(cacheName)).put(request, fetched.clone());
  return fetched;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request));
});

// The page tells that the players are in use. They may have come before this service worker had a say.
self.addEventListener('message', (event) => {
  const keep = async (file) => await find(file) ?? (await caches.open(cacheName)).add(file);
  if (event.data === 'keep players') event.waitUntil(Promise.all(later.map(keep)));
});
