"use strict";
// What all pages of a site share: data from script files, which a folder can load as well, and the worker that keeps them.
KD.data = {};
// The way to another page, where the site has it.
KD.door = (page) => KD.$(`.menu a[href$="${page}.html"]`);
// The words of a text, as they are looked for.
KD.split = (text) => KD.plain(text).split(/[^\p{L}\p{N}+%]+/u).filter(Boolean);
// What there is of some words, in one line.
KD.line = (...parts) => parts.filter(Boolean).join(" · ");
// The title of the page, before that of the site.
KD.title = (...parts) => { document.title = KD.line(...parts, KD.$(`.brand [lang="${KD.language()}"]`).textContent); };
KD.put = (name, value) => { KD.data[name] = value; };
// A search over a list of which `many` more are shown at a time; `draws` draws it, once for all that is typed in a frame.
KD.finder = (many, draws) => {
  const { $, create, word } = KD, field = $("#q"), clear = $("#clear");
  let asked = 0;
  const later = () => { cancelAnimationFrame(asked); finder.shown = many; asked = requestAnimationFrame(finder.now); };
  const empty = () => { field.value = ""; later(); };
  const finder = {
    field, later, shown: many,
    now() { cancelAnimationFrame(asked); clear.hidden = !field.value; draws(); },
    // A list of values to choose from: `told` returns its name and their words in the language of the page. Its value is a
    // place among them, -1 for any.
    filter(told) {
      const made = $("#filters").appendChild(create("select", { onchange() { made.classList.toggle("on", made.value >= 0); later(); } }));
      const label = () => {
        const [name, texts] = told(), was = made.value || -1;
        made.ariaLabel = name;
        made.replaceChildren(...[`${name}: ${word("any")}`, ...texts].map((text, at) => create("option", { value: at - 1 }, text)));
        made.value = was;
      };
      KD.inEach(label);
      label();
      return made;
    },
    choose(filter, value) { filter.value = value; filter.onchange(); },
  };
  field.oninput = later;
  field.addEventListener("keydown", (event) => { if (event.key === "Escape" && field.value) { event.preventDefault(); empty(); } });
  clear.onclick = () => { empty(); field.focus(); };
  $("#more").onclick = () => { finder.shown += many; draws(); };
  return finder;
};
(() => {
  const { $, word } = KD;
  const { serviceWorker } = navigator, { root } = KD.here;

  // The address on an army's pack has its list behind the front door: the army page shows it.
  if (location.hash.startsWith("#/army/") && KD.door("army") && !/(army|play)\.html$/.test(location.pathname)) location.replace(root + "army.html" + location.hash);

  // The title and the names of controls in the language that is chosen; a page of files has no worker.
  const line = $("#fresh"), state = $("#offline-state"), keep = $("#keep");
  const secure = isSecureContext && location.protocol !== "file:" && serviceWorker;
  const say = (key, more) => { if (state) { state.textContent = word(key) + (more || ""); state.dataset.key = key; } };
  const tell = () => say(location.protocol === "file:" ? "from-file" : secure ? "install" : "needs-https");
  tell();
  KD.inEach(() => { if (state) say(state.dataset.key); });
  if (!secure) return;

  const waits = (worker) => {
    line.hidden = false;
    $("#load").onclick = () => worker.postMessage("now");
  };
  let had = !!serviceWorker.controller;
  serviceWorker.oncontrollerchange = () => { if (had) location.reload(); had = true; };
  serviceWorker.register(root + "worker.js").then((found) => {
    if (found.waiting && had) waits(found.waiting);
    found.onupdatefound = () => {
      const fresh = found.installing;
      fresh.onstatechange = () => {
        if (fresh.state === "installed" && serviceWorker.controller) waits(fresh);
      };
    };
  }).catch(() => {});
  if (!keep) return;
  keep.hidden = false;
  keep.onclick = async () => {
    const ready = await serviceWorker.ready;
    ready.active.postMessage("keep");
    keep.disabled = true;
  };
  serviceWorker.onmessage = ({ data }) => {
    if (data.kept === undefined) return;
    if (data.kept < data.all && !data.done) say("keeping", ` ${data.kept} / ${data.all}`);
    else { say(data.kept === data.all ? "kept" : "not-kept"); keep.disabled = data.kept === data.all; }
  };
})();
