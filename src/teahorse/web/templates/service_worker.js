// The service worker keeps static files and pages of the rulebook. Tables, lists of games and everything that is posted
// always come from the server, so no old position is ever shown.

const VERSION = "{{ version }}";
const SHELL = {{ shell | tojson }};
const OFFLINE = "/offline";
const FILES = "{{ files }}";
const ICON = "{{ static("icons/icon-192.png") }}";

async function install() {
  const cache = await caches.open(VERSION);
  await Promise.all([cache.add(OFFLINE), ...SHELL.map(fetchFile)]);
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

// During an upgrade a server of another version may answer. Its files are not immutable, and not kept.
async function fetchFile(request) {
  const response = await fetch(request);
  if (response.headers.get("Cache-Control")?.includes("immutable")) await keep(request, response.clone());
  return response;
}

async function fromCache(request) {
  return (await caches.match(request)) ?? fetchFile(request);
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

// A message of the server: it is someone's turn. A later one about the same table replaces it.
async function showMessage(data) {
  const { title, body, url, tag } = data?.json() ?? {};
  await navigator.setAppBadge?.().catch(() => {});
  await self.registration.showNotification(title ?? "Yunnan", { body, tag, data: url, icon: ICON, badge: ICON });
}

async function openPage(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => each.url.startsWith(url) && "focus" in each);
  if (page) await page.focus();
  else await self.clients.openWindow(url);
}

async function subscribeAgain({ newSubscription, oldSubscription }) {
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const headers = { "Content-Type": "application/json" };
  await fetch("/settings/messages/push", { method: "POST", headers, body: JSON.stringify(subscription) });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));
self.addEventListener("push", (event) => event.waitUntil(showMessage(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data ?? "/", location.origin).href));
});
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(FILES)) event.respondWith(fromCache(request));
  else if (request.mode === "navigate") event.respondWith(fromServer(request, { isKept: /^\/rules(\/|$)/u.test(url.pathname) }));
});
