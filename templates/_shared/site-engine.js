"use strict";
// The rules engine of a page, in a worker: asked, it answers with a promise; of the questions of one lane, the newest.
(() => {
  const { word } = KD, { root } = KD.here;
  const waiting = new Map(), heard = new Set();
  let worker = null, count = 0, state = { state: "idle" };
  const tell = (next) => { state = next; heard.forEach((one) => one(state)); };
  const fail = (reason) => {
    if (worker) worker.terminate();
    worker = null;
    for (const done of waiting.values()) done({ failed: reason });
    waiting.clear();
    tell({ state: "failed", reason });
  };
  const start = () => {
    if (worker) return;
    tell({ state: "loading", part: 0, parts: 4 });
    try {
      worker = new Worker(root + "engine/engine.js", { type: "module" });
    } catch (fault) { fail(String(fault.message || fault)); return; }
    worker.onerror = (event) => fail(event.message || word("engine-none"));
    worker.onmessage = ({ data }) => {
      if (data.state === "failed") fail(data.reason);
      else if (data.state) tell(data);
      else { const done = waiting.get(data.id); waiting.delete(data.id); if (done) done(data); }
    };
  };
  KD.engine = {
    get state() { return state; },
    get ready() { return state.state === "ready"; },
    hear: (one) => { heard.add(one); return () => heard.delete(one); },
    start,
    // Begin anew after it failed.
    again() { if (state.state === "failed") start(); },
    // Resolves to {answer}, {problems}, {dropped} (a newer question of its lane came) or {failed}: it never rejects.
    ask(question, lane) {
      if (state.state !== "failed") start();
      if (!worker) return Promise.resolve({ failed: state.reason });
      return new Promise((done) => {
        waiting.set(++count, done);
        worker.postMessage({ id: count, question, lane });
      });
    },
    // What a page says of it, in words; nothing when it is ready.
    words: () => state.state === "loading" ? word("engine-loading") :
      state.state === "failed" ? location.protocol === "file:" ? word("engine-file") : word("engine-failed") : "",
  };
})();
