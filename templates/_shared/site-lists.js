"use strict";
// What a reader keeps on this device: stores whose every change can be undone, the lists of armies among them, and a list
// as the end of an address (as kensei_docs/army/address.py has it).
(() => {
  const { word } = KD, { edition, version, root } = KD.here;

  // ---- Stores -------------------------------------------------------------------------------------------------------
  // A store has parts by name, which are replaced and never changed in place. Other tabs see each change; a device that
  // has no room (or keeps nothing) is told of once, and the page goes on without it.

  let told = false;
  const write = (key, text) => {
    try { localStorage.setItem(key, text); return true; } catch { return false; }
  };
  // What can't be read is kept aside under another name, and said: the next change would write over it.
  const read = (key, empty) => {
    let text = null;
    try {
      text = localStorage.getItem(key);
      return JSON.parse(text) ?? empty;
    } catch {
      if (text) { write(key + "-damaged", text); setTimeout(() => KD.toast(word("kept-damaged"))); }
      return empty;
    }
  };

  // `most` changes are remembered; an undone change brings the parts named in `always` back as well.
  const store = (name, most, always = []) => {
    const key = "kensei-" + name, past = key + "-undo", heard = [];
    let value, undo, waits = 0;
    const load = () => { clearTimeout(waits); waits = 0; value = read(key, {}); undo = read(past, []); };
    const tell = () => heard.forEach((one) => one(value));
    const warn = (kept) => { if (!kept && !told) { told = true; KD.toast(word("full"), 9000); } };
    // A hundred changes are long: they are written once the page has shown the last of them, or goes. So of each name, one
    // store of a page makes changes.
    const keepUndo = () => { if (waits) { clearTimeout(waits); waits = 0; warn(write(past, JSON.stringify(undo))); } };
    const keep = () => {
      const text = JSON.stringify(value);
      // What can be undone makes room.
      warn(write(key, text) || (write(past, "[]"), write(key, text)));
      waits ||= setTimeout(keepUndo, 500);
      tell();
    };
    load();
    for (const goes of ["pagehide", "visibilitychange"]) addEventListener(goes, keepUndo);
    addEventListener("storage", (event) => { if ([key, past, null].includes(event.key)) { load(); tell(); } });
    addEventListener("pageshow", (event) => { if (event.persisted) { load(); tell(); } });
    return {
      get value() { return value; },
      get depth() { return undo.length; },
      hear: (one) => { heard.push(one); },
      // `edit` gets a copy of the parts and returns what they are then; `quiet` leaves no change to undo.
      change(edit, quiet) {
        const next = edit({ ...value }), parts = Object.keys({ ...value, ...next }).filter((part) => value[part] !== next[part]);
        if (!parts[0]) return;
        if (!quiet) undo = [...undo, Object.fromEntries([...parts, ...always].map((part) => [part, value[part] ?? null]))].slice(-most);
        value = next;
        keep();
      },
      undo() {
        const was = undo.pop();
        if (!was) return false;
        value = { ...value, ...was };
        for (const part in was) if (was[part] === null) delete value[part];
        keep();
        return true;
      },
    };
  };

  // ---- Lists ----------------------------------------------------------------------------------------------------------
  // Each is a mapping as read_army takes it, of texts; rows have an `_id` of their own beside what the engine reads.

  const id = () => Math.random().toString(36).slice(2);
  const kept = store("lists-" + edition, 100, ["current"]);
  const order = () => kept.value.order || [];
  const get = (name) => kept.value[name] && { ...kept.value[name], id: name };
  const numbered = (list) => ({ ...list, edition, rows: (list.rows || []).map((row) => row._id ? row : { ...row, _id: id() }) });
  const add = (list) => {
    const name = id();
    kept.change((all) => ({ ...all, order: [...order(), name], current: name, [name]: numbered(list) }));
    return name;
  };
  const lists = {
    all: () => order().map(get).filter(Boolean),
    get,
    get current() { return get(kept.value.current) || lists.all()[0]; },
    get changes() { return kept.depth; },
    hear: kept.hear,
    undo: kept.undo,
    choose: (name) => kept.change((all) => ({ ...all, current: name }), true),
    add,
    edit: (name, change) => kept.change((all) => all[name] ? { ...all, [name]: numbered(change(all[name])) } : all),
    remove: (name) => kept.change(({ [name]: _, ...all }) => ({ ...all, order: order().filter((one) => one !== name) })),
    copy: (name) => add({ ...get(name), name: get(name).name + " 2" }),
  };

  // ---- A list in an address -----------------------------------------------------------------------------------------

  const FORMAT = "1", MOST_LETTERS = 20000, MOST_BYTES = 200000;
  const filled = (part) => Object.fromEntries(Object.entries(part).filter(([key, value]) => key[0] !== "_" && String(value ?? ""))
    .map(([key, value]) => [key, value.map ? value.map(String) : String(value)]));
  // What others get of a list: no ids of this device, nothing empty.
  const bare = ({ id: _, rows, ...list }) => ({ ...filled({ ...list, edition }), _version: version, rows: rows.map(filled) });
  const through = async (data, stream) => new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer());
  const pack = async (list) => {
    const packed = await through(JSON.stringify(bare(list)), new CompressionStream("deflate"));
    return FORMAT + btoa(String.fromCharCode(...packed)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const texts = (part) => part && typeof part === "object" && Object.values(part).flat().every((one) => typeof one === "string");
  const isList = (data) => Array.isArray(data?.rows) && [{ ...data, rows: "" }, ...data.rows].every(texts);
  const fail = (why) => { throw new Error(why); };
  // The list in a fragment or a whole address; an Error whose message is the key of the words for what is wrong with it.
  const unpack = async (address) => {
    const letters = address.trim().split("#").pop().split("/").pop().replace(/=+$/, "");
    if (!/^[\w-]+$/.test(letters)) fail("link-none");
    if (letters[0] !== FORMAT) fail("link-format");
    if (letters.length > MOST_LETTERS) fail("link-long");
    if (!window.DecompressionStream) fail("link-browser");
    let data = null;
    try {
      const packed = Uint8Array.from(atob(letters.slice(1).replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
      const bytes = await through(packed, new DecompressionStream("deflate"));
      if (bytes.length < MOST_BYTES) data = JSON.parse(new TextDecoder().decode(bytes));
    } catch { /* it is no list */ }
    return isList(data) ? data : fail("link-damaged");
  };
  const address = async (list) => new URL(`${root}army.html#/army/${await pack(list)}`, location).href;

  // ---- All lists as one file --------------------------------------------------------------------------------------------

  const BACKUP = "kensei-lists";
  const text = (list) => JSON.stringify(bare(list));
  const backup = () => JSON.stringify({ [BACKUP]: FORMAT, edition, version, lists: lists.all().map(bare) });
  // Whether a text is such a file, and take its lists over that are not here yet: their number.
  const restore = (content) => {
    let data = null;
    try { data = JSON.parse(content); } catch { return null; }
    if (!data?.[BACKUP] || !data.lists?.every?.(isList)) return null;
    const here = lists.all().map(text), fresh = data.lists.filter((list) => list.edition === edition && !here.includes(text(list)));
    fresh.forEach(add);
    return fresh.length;
  };

  KD.store = store;
  KD.lists = Object.assign(lists, { pack, unpack, address, backup, restore, bare, id });
})();
