// The engine in a worker: it loads Python and a snapshot, says "ready", and answers questions, one after the other.
//
//   new Worker("engine/engine.js", { type: "module" })
//   to it:   { id, question, lane }   the question is JSON as kensei_docs/site/questions.py has it; of the questions of one
//                                     lane that wait, only the newest is answered: the others are dropped
//   from it: { state: "loading", part, parts }, { state: "ready", about }, { state: "failed", reason }
//            { id, answer } or { id, problems } or { id, dropped: true }
(() => {
  const parts = 4;
  const waiting = [];
  let engine = null;
  let failed = "";
  let busy = false;

  function loaded(part) {
    postMessage({ state: "loading", part, parts });
  }

  async function bytes(name) {
    const answer = await fetch(new URL(name, import.meta.url));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer.arrayBuffer();
  }

  // An archive that was packed as a whole is a tenth smaller than one whose files were packed one by one.
  function inflated(packed) {
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  async function start() {
    loaded(0);
    const [{ loadPyodide }, packed, snapshot] = await Promise.all([
      import("./pyodide.mjs"),
      bytes("engine.bin").then(inflated),
      bytes("snapshot.bin"),
    ]);
    loaded(1);
    const python = await loadPyodide({ indexURL: new URL(".", import.meta.url).href });
    loaded(2);
    python.unpackArchive(packed, "zip", { extractDir: "/engine" });
    loaded(3);
    python.runPython("import sys; sys.path.insert(0, '/engine')");
    const make = python.runPython(
      "from kensei_docs.site.questions import Engine\nlambda content: Engine(content.to_bytes())",
    );
    engine = make(new Uint8Array(snapshot));
    make.destroy();
    loaded(4);
    postMessage({ state: "ready", ...JSON.parse(engine.answer_text('{"ask": "about"}')) });
    next();
  }

  // Between two answers the worker looks at what has come in: a message waits while Python computes.
  function next() {
    if (busy || !engine || !waiting.length) return;
    busy = true;
    setTimeout(() => {
      const one = waiting.shift();
      try {
        postMessage({ id: one.id, ...JSON.parse(engine.answer_text(JSON.stringify(one.question))) });
      } catch (fault) {
        postMessage({ id: one.id, failed: String(fault) });
      }
      busy = false;
      next();
    }, 0);
  }

  onmessage = ({ data }) => {
    if (failed) {
      postMessage({ id: data.id, failed });
      return;
    }
    if (data.lane) {
      for (let i = waiting.length - 1; i >= 0; i--) {
        if (waiting[i].lane === data.lane) postMessage({ id: waiting.splice(i, 1)[0].id, dropped: true });
      }
    }
    waiting.push(data);
    next();
  };

  start().catch((fault) => {
    failed = String(fault);
    postMessage({ state: "failed", reason: failed });
    for (const one of waiting.splice(0)) postMessage({ id: one.id, failed });
  });
})();
