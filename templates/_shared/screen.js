"use strict";
// What all pages for the screen share: finding elements, language, light and dark, plain letters for a search.
const KD = (() => {
  const root = document.documentElement, here = root.dataset;
  const $ = (selector, inside) => (inside || document).querySelector(selector);
  const $$ = (selector, inside) => [...(inside || document).querySelectorAll(selector)];
  const said = $("#words") ? JSON.parse($("#words").textContent) : {};
  const language = () => here.lang;
  // What the page says in its language, with what `{places}` of it are filled with, if that is given.
  const word = (key, places) => (said[language()]?.[key] || "").replace(/\{(\w+)\}/g, (place, name) => places ? places[name] ?? "" : place);

  // What is drawn anew in each language that is chosen.
  const inEach = (draws) => addEventListener("language", draws);

  // A page that is opened from a file may have no storage: each access may fail.
  const kept = (key, value) => {
    try { return value === undefined ? localStorage.getItem("kensei-" + key) : localStorage.setItem("kensei-" + key, value); } catch { return null; }
  };

  // Without accents, capitals, typographic apostrophes and, in `plain`, spaces that are one too many.
  const plainLetters = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/\u2019/g, "'");
  const plain = (text) => plainLetters(text).replace(/\s+/g, " ").trim();

  // An element: `given` are its properties, or its class; parts that are undefined are left out.
  const create = (tag, given, ...parts) => {
    const made = Object.assign(document.createElement(tag), typeof given === "string" ? given && { className: given } : given);
    made.append(...parts.filter((one) => one !== undefined));
    return made;
  };

  // What is at the top of the screen stays there, though another language runs longer or shorter.
  const setLang = (code, first) => {
    const top = ($(".bar")?.offsetHeight || 0) + 98, at = () => stays.getBoundingClientRect().top;
    const stays = first ? null : $$("[data-keep]").find((one) => one.getBoundingClientRect().bottom > top), before = stays && at();
    const hold = () => { if (stays?.isConnected) scrollBy({ top: at() - before, behavior: "instant" }); };
    // The browser's own way to keep a place would be added to this one.
    root.style.overflowAnchor = "none";
    here.lang = root.lang = code;
    for (const one of $$("[data-name]")) one.ariaLabel = word(one.dataset.name);
    for (const one of $$("[data-hint]")) one.placeholder = word(one.dataset.hint);
    for (const one of $$("[data-setlang]")) one.ariaPressed = one.dataset.setlang === code;
    hold();
    requestAnimationFrame(() => requestAnimationFrame(() => { root.style.overflowAnchor = ""; }));
    if (!first) kept("language", code);
    dispatchEvent(new Event("language"));
    // What a script draws anew has its length only now.
    hold();
  };

  const isDark = () => here.theme ? here.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const showTheme = () => { for (const one of $$("[data-theme-toggle]")) one.ariaPressed = isDark(); };

  // Words at the foot of the screen for some time; where a dialog is open, in its head, in place of its title: all else is
  // out of reach. `act` is a button's text and what it does.
  let quiet;
  const toast = (text, time = 1800, act = null) => {
    const box = $("#toast"), hide = () => { box.hidden = true; };
    ($$("dialog[open] .sh").pop() || $$("dialog[open]").pop() || document.body).append(box);
    box.textContent = text;
    if (act) box.append(create("button", { type: "button", onclick() { hide(); act[1](); } }, act[0]));
    box.hidden = false;
    clearTimeout(quiet);
    quiet = setTimeout(hide, time);
  };

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A page from a file may have no clipboard; the old way works there.
      const area = create("textarea", { value: text }), focused = document.activeElement;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      if (focused) focused.focus();
    }
    toast(word("copied"));
  };

  // Whether two words differ by one slip at most: a letter wrong, missing, added, or two swapped.
  const near = (one, other) => {
    let same = 0;
    while (same < one.length && one[same] === other[same]) same++;
    const a = one.slice(same), b = other.slice(same), rest = a.slice(1);
    return rest === b || a === b.slice(1) || rest === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
  };

  // Put a text into an element with the words that were asked for marked.
  const marked = (into, text, words) => {
    const flat = plainLetters(text);
    // Where in the text a letter stands that is at some place without accents.
    const place = (spot) => {
      let at = flat.length === text.length ? spot : 0;
      while (plainLetters(text.slice(0, at + 1)).length <= spot) at++;
      return at;
    };
    let done = 0;
    const spots = words.map((one) => [flat.indexOf(one), one.length]).filter(([at]) => at >= 0).map(([at, length]) => [place(at), place(at + length - 1) + 1]);
    for (const [from, to] of spots.sort((a, b) => a[0] - b[0])) {
      if (from < done) continue;
      into.append(text.slice(done, from), create("mark", "", text.slice(from, to)));
      done = to;
    }
    into.append(text.slice(done));
    return into;
  };

  if (kept("theme")) here.theme = kept("theme");
  showTheme();
  addEventListener("click", (event) => {
    const button = event.target.closest("[data-setlang], [data-theme-toggle], [data-copy]");
    if (!button) return;
    if (button.dataset.setlang) setLang(button.dataset.setlang);
    else if (button.dataset.copy) {
      history.replaceState(null, "", "#" + button.dataset.copy);
      copy(location.href);
    } else {
      here.theme = isDark() ? "light" : "dark";
      kept("theme", here.theme);
      showTheme();
    }
  });
  addEventListener("keydown", (event) => {
    const field = $("input[type=search]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || !field || event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  const wanted = kept("language");
  setLang(wanted && said[wanted] ? wanted : language(), true);
  return { $, $$, here, said, language, inEach, word, plain, create, setLang, toast, copy, near, marked, kept, plainLetters };
})();
