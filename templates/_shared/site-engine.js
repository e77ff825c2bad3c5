"use strict";
// The rules engine of a page, in a worker: asked, it answers with a promise; of the questions of one lane, the newest.
(() => {
  const { word, data, here: { root } } = KD;
  const waiting = new Map(), newest = {}, heard = [];
  // `state` is empty before it is asked for, then "loading", then "ready" or "failed".
  let worker, count = 0, state = "", reason;
  const tell = (next) => { state = next; heard.forEach((one) => one()); };
  const fail = (why) => {
    worker?.terminate();
    worker = null;
    reason = why;
    for (const done of waiting.values()) done({ failed: why });
    waiting.clear();
    tell("failed");
  };
  const start = () => {
    if (worker) return;
    tell("loading");
    try {
      worker = new Worker(root + "engine/engine.js", { type: "module" });
    } catch (fault) { fail(String(fault.message || fault)); return; }
    worker.onerror = (event) => fail(event.message || word("engine-none"));
    worker.onmessage = ({ data: said }) => {
      if (said.state === "failed") fail(said.reason);
      else if (said.state) tell(said.state);
      else { const done = waiting.get(said.id); waiting.delete(said.id); done?.(said); }
    };
  };

  // What was answered stays until the tab is closed, for the next page: the same engine answers a question the same.
  const keyOf = (question) => `kensei-said-${data.army?.digest}-${JSON.stringify(question)}`;
  const known = (key) => { try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; } };
  const keep = (key, answer) => { try { sessionStorage.setItem(key, JSON.stringify(answer)); } catch { /* no room: it is asked anew */ } };

  KD.engine = {
    get ready() { return state === "ready"; },
    get failed() { return state === "failed"; },
    hear: (one) => { heard.push(one); },
    // Begin, or begin anew after it failed.
    start,
    // Resolves to {answer}, {problems}, {dropped} (a newer question of its lane came) or {failed}: it never rejects.
    async ask(question, lane) {
      const id = newest[lane] = ++count, key = keyOf(question), answer = known(key);
      if (answer) return { answer };
      if (state !== "failed") start();
      if (!worker) return { failed: reason };
      const said = await new Promise((done) => {
        waiting.set(id, done);
        worker.postMessage({ id, question, lane });
      });
      if (said.answer) keep(key, said.answer);
      // A newer one may have been known here.
      return lane && newest[lane] !== id ? { dropped: true } : said;
    },
    // What a page says of it, in words; nothing when it is ready.
    words: () => state === "loading" ? word("engine-loading") :
      state === "failed" ? word(location.protocol === "file:" ? "engine-file" : "engine-failed") : "",
  };
})();
