// Keeps what was loaded, so that the page opens without a network. What the network has comes first.
const kept = "sepdist";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || new URL(e.request.url).origin !== location.origin) return;
  e.respondWith((async () => {
    const cache = await caches.open(kept);
    try {
      const response = await fetch(e.request);
      if (response.ok) cache.put(e.request, response.clone());
      return response;
    } catch (err) {
      const before = await cache.match(e.request, { ignoreSearch: true });
      if (before) return before;
      throw err;
    }
  })());
});
