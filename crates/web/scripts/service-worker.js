// The service worker: caches the app for offline play. Served as `sw.js`.
//
// A version is cached completely or not at all, and nothing is added later, so a page never gets files of two
// versions. A new version takes over at once. The previous version's files stay cached for pages that are still open;
// file names contain a content hash, so versions cannot be confused.

const CACHE = "shangrila-{{version}}";
const PAGE = "./";
const SERVER = new URL("api/", self.location).pathname;
const FILES = {{files}};

async function install() {
  const page = await fetch(PAGE, { cache: "no-cache" });
  // The server may have been updated since it sent this script; then the newer script will install its own version.
  if (!page.ok || !(await page.clone().text()).includes("{{boot.js}}")) throw new Error("the page has another version");
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  await cache.put(PAGE, page);
  await self.skipWaiting();
}

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith("shangrila-") && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function fromNetworkFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    // Without the server, a link to a table has no page of its own.
    const invitation = request.mode === "navigate" && new URL(request.url).pathname.match(/\/t\/([^/]+)$/);
    if (invitation) return Response.redirect(new URL(`${PAGE}#/table/${invitation[1]}`, self.location));
    const cache = await caches.open(CACHE);
    const cached = await cache.match(request.mode === "navigate" ? PAGE : request);
    if (cached) return cached;
    throw error;
  }
}

async function fromCacheFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// A notice from the server, while the app may be closed.
async function notify(message) {
  const page = message.club ? `clubs/${message.club}` : `table/${message.table}`;
  await self.registration.showNotification(message.title, { body: message.body, tag: page, data: page, icon: "./{{icon-192.png}}" });
  if (!message.club) await self.navigator.setAppBadge?.();
}

// Shows a page in a window that is open already, or in a new one.
async function open(page) {
  const address = new URL(`${PAGE}#/${page}`, self.location).href;
  const windows = await self.clients.matchAll({ type: "window" });
  const window = windows.find(({ url }) => url.endsWith(page.slice(page.indexOf("/")))) ?? windows[0];
  if (!window) return self.clients.openWindow(address);
  await window.focus();
  await window.navigate(address);
}

self.addEventListener("push", (event) => event.waitUntil(notify(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // Never answer API requests from the cache.
  if (pathname.startsWith(SERVER)) return;
  const hasContentHash = /-[0-9a-f]{16}\.\w+$/.test(pathname);
  event.respondWith(hasContentHash ? fromCacheFirst(request) : fromNetworkFirst(request));
});
