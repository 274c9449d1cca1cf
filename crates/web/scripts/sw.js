// Keeps the app at hand for play offline.
//
// A version is cached as a whole or not at all, and nothing is added to it later: a page never gets files of two
// versions. A new version takes over at once. The files of the one before stay for pages still open, whose names for
// them contain a hash of the content, so they cannot be mistaken.

const CACHE = "shangrila-{{version}}";
const PAGE = "./";
const SERVER = new URL("api/", self.location).pathname;
const FILES = {{files}};

async function install() {
  const page = await fetch(PAGE, { cache: "no-cache" });
  // The server may have got a newer version since it sent this script, which will then be installed by that one's.
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
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request.mode === "navigate" ? PAGE : request);
    if (kept) return kept;
    throw error;
  }
}

async function fromCacheFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // What happens at online tables is never old: the browser asks the server itself, or says that it cannot.
  if (pathname.startsWith(SERVER)) return;
  const named_by_content = /-[0-9a-f]{16}\.\w+$/.test(pathname);
  event.respondWith(named_by_content ? fromCacheFirst(request) : fromNetworkFirst(request));
});
