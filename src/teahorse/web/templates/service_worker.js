// The service worker keeps static files and pages of the rulebook. Tables, lists of games and everything that is posted
// always come from the server, so no old position is ever shown.

const VERSION = "{{ version }}";
const SHELL = {{ shell | tojson }};
const OFFLINE = "/offline";

async function install() {
  const cache = await caches.open(VERSION);
  await cache.addAll([OFFLINE, ...SHELL]);
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function keep(request, response) {
  if (!response.ok) return;
  const cache = await caches.open(VERSION);
  await cache.put(request, response);
}

// A file whose address contains its hash never changes, and fonts don't either.
async function fromCache(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  keep(request, response.clone());
  return response;
}

async function fromServer(request, { isKept }) {
  try {
    const response = await fetch(request);
    if (isKept && !response.redirected) keep(request, response.clone());
    return response;
  } catch {
    return (isKept && (await caches.match(request))) || caches.match(OFFLINE);
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const isUnchanging = url.pathname.startsWith("/static/") && (url.searchParams.has("v") || url.pathname.endsWith(".woff2"));
  if (isUnchanging) event.respondWith(fromCache(request));
  else if (request.mode === "navigate") event.respondWith(fromServer(request, { isKept: /^\/rules(\/|$)/u.test(url.pathname) }));
});
