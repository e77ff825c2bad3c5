"use strict";
// Keeps a site for use without a network. VERSION, FILES, ENGINE and PICTURES are written before this: a name for the
// state of the site, the files of each state, and, by their digests, the files of the engine, which outlive a state, and
// pictures, which are kept once they were seen or asked for.
(() => {
  const OURS = `${NAME}@${registration.scope}-`, STATE = OURS + VERSION, LASTING = OURS + "lasting";
  const here = (path) => new URL(path, registration.scope).href;
  const places = new Map(FILES.map((path) => [here(path), path]));
  const byDigest = (those) => Object.entries(those).map(([path, digest]) => [here(path), `${here(path)}?${digest}`]);
  const faces = new Map(byDigest(PICTURES)), lasting = new Map([...byDigest(ENGINE), ...faces]);

  const fetched = async (url, options) => {
    const cache = await caches.open(LASTING), key = lasting.get(url), kept = await cache.match(key);
    if (kept) return kept;
    const found = await fetch(url, options);
    if (found.ok) await cache.put(key, found.clone());
    return found;
  };

  oninstall = (event) => {
    const keep = async () => {
      const cache = await caches.open(STATE);
      await cache.addAll(FILES.map((path) => new Request(here(path), { cache: "reload" })));
      // Without the engine, rules and lists work. What the page that is open has loaded of it is not loaded twice.
      await Promise.allSettled(Object.keys(ENGINE).map((path) => fetched(here(path), { cache: "no-cache" })));
    };
    event.waitUntil(keep());
  };

  onactivate = (event) => {
    const clean = async () => {
      for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== STATE && name !== LASTING) await caches.delete(name);
      const cache = await caches.open(LASTING), wanted = new Set(lasting.values());
      for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
      await clients.claim();
    };
    event.waitUntil(clean());
  };

  onfetch = (event) => {
    const url = new URL(event.request.url);
    url.hash = url.search = "";
    let address = url.href;
    if (event.request.method !== "GET") return;
    if (lasting.has(address)) { event.respondWith(fetched(address)); return; }
    if (address.endsWith("/")) address += "index.html";
    if (places.has(address)) {
      event.respondWith(caches.open(STATE).then((cache) => cache.match(address)).then((kept) => kept || fetch(event.request)));
      return;
    }
    // The page of one rule leads to the rules, which are kept.
    const rule = /\/rules\/([^/]+\/[^/]+)\/index\.html$/.exec(address);
    if (rule && address.startsWith(here("rules/"))) {
      event.respondWith(fetch(event.request).catch(() => Response.redirect(here("rules.html") + "#" + rule[1])));
    }
  };

  onmessage = (event) => {
    if (event.data === "now") skipWaiting();
    if (event.data !== "keep") return;
    const keep = async () => {
      const all = faces.size;
      let kept = 0, tried = 0;
      for (const url of faces.keys()) {
        await fetched(url).then((found) => { if (found.ok) kept++; }).catch(() => {});
        if (++tried % 10 === 0) event.source.postMessage({ kept, all });
      }
      event.source.postMessage({ kept, all, done: true });
    };
    event.waitUntil(keep());
  };
})();
