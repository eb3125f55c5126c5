// Keeps all files of the site, so that it works without a network. make site writes the
// version and the list of files into it; a new version is fetched as a whole, and takes over
// when no page of the old one is open any more. What the page has fetched already does not
// come over the line again: hosts are only asked whether it is still the newest. Of the programs it
// keeps the one that the page has chosen for this browser, which its own address names.
"use strict";

const version = "unstamped";
const files = [];

const cacheName = "nitoryu-" + version;

addEventListener("install", (event) => {
  const program = "./" + location.search.slice(1);
  event.waitUntil(caches.open(cacheName).then((cache) =>
    cache.addAll(files.filter((file) => !file.endsWith(".wasm") || file === program).map((file) =>
	new Request(file, { cache: "no-cache" })))));
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("nitoryu-") && name !== cacheName) await caches.delete(name);
    }
    await clients.claim();
  })());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(cacheName);
    const page = request.mode === "navigate" ? new URL("./", location) : request;
    return (await cache.match(page, { ignoreSearch: true })) ?? fetch(request);
  })());
});
