// The reference on the screen: search as one types, contents, terms that show what they mean.
(() => {
  const { $, $$, plain, create, word, language } = KD;
  const field = $("#q"), panel = $("#panel"), hits = $("#hits"), count = $("#count"), hint = $("#hint");
  const none = $("#nohit"), clear = $("#clear"), bar = $(".bar"), main = $("#main"), toc = $("#toc"), opener = $("#tocb");
  const articles = $$("article"), sections = $$("main section");
  const codes = Object.keys(KD.said);
  // How many results are listed, how many letters each shows, how many rules have their hits painted.
  const MOST = 8, SHOWN = 100, PAINTED = 60;

  // ---- Search -------------------------------------------------------------------------------------------------

  // One entry a rule, with its name and text in each language as they are and in plain letters. Made when the search
  // is first used.
  let known = null;
  const records = () => known = known || articles.map((node, place) => {
    const by = {};
    for (const code of codes) {
      const name = $(`h3 [lang="${code}"]`, node).textContent.trim();
      const blocks = $$(":scope :is(p, li, h4, th, td):not(.map *)", $(`.txt[lang="${code}"]`, node)).map((one) => one.textContent.trim());
      const text = blocks.join(" ").replace(/\s+/g, " ");
      by[code] = { name, text, pn: plain(name), pt: plain(text) };
    }
    return { id: node.id, node, place, chapter: node.closest("section").querySelector("h2"), by };
  });

  const holds = (said, words) => words.every((one) => said.pn.includes(one) || said.pt.includes(one));

  // How well a rule answers, the best first: its name is it, begins with it, has it, has all words; its text does.
  const rank = (said, asked, words) => {
    const at = said.pn.indexOf(asked);
    if (at >= 0) return said.pn === asked ? 0 : at === 0 ? 1 : 2;
    if (words.length === 1) return 4;
    return words.every((one) => said.pn.includes(one)) ? 3 : said.pt.includes(asked) ? 4 : 5;
  };

  // The rules that hold all words, the best first. All languages are searched, the one that is shown goes first.
  const query = (list, text, code) => {
    const asked = plain(text), words = asked.split(" ").filter(Boolean);
    if (!words.length) return [];
    // A single letter is looked for where a name begins: every rule has it somewhere.
    const fits = asked.length === 1 ? (said) => said.pn.startsWith(asked) : (said) => holds(said, words);
    const order = [code, ...codes.filter((one) => one !== code)];
    const ranked = Array.from({ length: 12 }, () => []);
    for (const record of list) {
      const found = order.find((one) => fits(record.by[one]));
      if (found) ranked[rank(record.by[found], asked, words) + (found === code ? 0 : 6)].push({ record, found });
    }
    return ranked.flat();
  };

  // A query that only grows looks through what was found before.
  let last = {};
  const ask = (list, text, code) => {
    const asked = plain(text);
    const grows = last.list === list && last.code === code && last.asked.length > 1 && asked.startsWith(last.asked);
    const found = query(grows ? last.found : list, text, code);
    last = { list, code, asked, found: found.map((one) => one.record).sort((a, b) => a.place - b.place) };
    return found;
  };

  // The query with each unknown word put right by one slip, towards the word that is used most, in the language that is
  // shown before all others; null without any.
  let vocabulary = null;
  const mend = (text) => {
    if (!vocabulary) {
      vocabulary = new Map();
      for (const record of records()) for (const code of codes) {
        for (const one of (record.by[code].pn + " " + record.by[code].pt).split(/[^\p{L}\p{N}]+/u)) {
          if (one.length < 3) continue;
          if (!vocabulary.has(one)) vocabulary.set(one, {});
          vocabulary.get(one)[code] = (vocabulary.get(one)[code] || 0) + 1;
        }
      }
    }
    const uses = (times) => Math.max(...Object.entries(times).map(([code, many]) => many + (code === language() ? 1e6 : 0)));
    let mended = false;
    const words = plain(text).split(" ").map((asked) => {
      if (asked.length < 3 || vocabulary.has(asked)) return asked;
      let best = asked, most = 0;
      for (const [one, times] of vocabulary) if (uses(times) > most && KD.near(asked, one)) [best, most] = [one, uses(times)];
      mended = mended || most > 0;
      return best;
    });
    return mended ? words.join(" ") : null;
  };

  const snippet = (said, words) => {
    const at = Math.max(-1, ...words.map((one) => said.pt.indexOf(one)));
    const from = at > 50 ? said.text.indexOf(" ", at - 50) + 1 : 0;
    return (from ? "… " : "") + said.text.slice(from, from + SHOWN) + (said.text.length > from + SHOWN ? " …" : "");
  };

  let chosen = -1, choices = [];
  const option = (go, ...parts) => {
    const made = create("div", "hit");
    made.id = "hit-" + choices.length;
    made.setAttribute("role", "option");
    made.setAttribute("aria-selected", "false");
    made.append(...parts);
    choices.push({ made, go });
    return made;
  };
  const shownIn = (node) => $(`[lang="${language()}"]`, node).textContent;
  const list = (options) => { hits.replaceChildren(...options); };

  const fill = (found, text, code) => {
    choices = [];
    const words = plain(text).split(" ").filter(Boolean);
    const options = found.slice(0, MOST).map(({ record, found: other }) => {
      const said = record.by[code];
      const beside = other === code ? shownIn(record.chapter) : record.by[other].name;
      return option(record.id, KD.marked(create("b"), said.name, words), create("small", "", beside),
        KD.marked(create("p"), snippet(said, words), words));
    });
    if (found.length > 1) {
      const only = option(found.map((one) => one.record.id), `${word("only")} ${found.length}`);
      only.classList.add("only");
      options.push(only);
    }
    list(options);
  };

  // Before anything is asked: the rules that others name most often.
  const suggest = () => {
    choices = [];
    const times = new Map();
    for (const link of $$(`.txt[lang="${language()}"] a[href^="#"]`)) {
      const id = link.getAttribute("href").slice(1);
      times.set(id, (times.get(id) || 0) + 1);
    }
    const most = [...times].sort((a, b) => b[1] - a[1]).slice(0, 5).map(([id]) => document.getElementById(id));
    list(most.filter(Boolean).map((node) => option(node.id, create("b", "", shownIn($("h3", node))),
      create("small", "", shownIn(node.closest("section").querySelector("h2"))))));
  };

  const choose = (at) => {
    choices.forEach(({ made }, i) => made.setAttribute("aria-selected", String(i === at)));
    chosen = at;
    if (choices[at]) {
      field.setAttribute("aria-activedescendant", choices[at].made.id);
      if (at) choices[at].made.scrollIntoView({ block: "nearest" });
    } else field.removeAttribute("aria-activedescendant");
  };
  const tell = (text) => { hint.textContent = text; hint.hidden = !text; };

  const render = () => {
    const text = field.value.trim(), code = language();
    clear.hidden = !text;
    none.hidden = true;
    if (!text) {
      suggest();
      tell(choices.length ? word("most") : "");
      choose(-1);
      count.textContent = "";
      paintLater([], "");
      return;
    }
    let found = ask(records(), text, code), asked = text;
    tell("");
    if (!found.length && mend(text)) {
      asked = mend(text);
      found = query(records(), asked, code);
      if (found.length) tell(`${word("instead")} ${asked}`);
    }
    fill(found, asked, code);
    none.hidden = found.length > 0;
    choose(found.length ? 0 : -1);
    count.textContent = found.length ? `${word("found")} ${found.length}` : word("none");
    paintLater(found, asked);
  };

  // Hits in the page are painted, not wrapped: the document stays as it is.
  let timer;
  const paintLater = (found, asked) => { clearTimeout(timer); timer = setTimeout(paint, 140, found, asked); };
  const paint = (found, asked) => {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("hit");
    const words = plain(asked).split(" ").filter((one) => one.length > 1), ranges = [];
    for (const { record } of found.slice(0, PAINTED)) {
      for (const box of [$(`h3 [lang="${language()}"]`, record.node), $(`.txt[lang="${language()}"]`, record.node)]) {
        const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
          const node = walk.currentNode, flat = KD.plainLetters(node.data);
          if (flat.length !== node.data.length) continue;
          for (const one of words) {
            for (let at = flat.indexOf(one); at >= 0; at = flat.indexOf(one, at + one.length)) {
              const range = new Range();
              range.setStart(node, at);
              range.setEnd(node, at + one.length);
              ranges.push(range);
            }
          }
        }
      }
    }
    if (ranges.length) CSS.highlights.set("hit", new Highlight(...ranges));
  };

  const open = (on) => {
    panel.hidden = !on;
    field.setAttribute("aria-expanded", String(on));
  };
  // Show some rules only, or all.
  const only = (ids) => {
    const wanted = ids && new Set(ids);
    for (const one of articles) one.hidden = !!wanted && !wanted.has(one.id);
    for (const one of sections) one.hidden = !$("article:not([hidden])", one);
    $("#filt").hidden = !wanted;
    if (wanted) $("#filt span").textContent = `${word("filtered")} ${field.value.trim()} (${ids.length})`;
  };
  const go = (id) => {
    const target = document.getElementById(id);
    if (!target) return;
    if (target.closest("[hidden]")) only(null);
    if (location.hash === "#" + id) target.scrollIntoView();
    else location.hash = id;
    const head = $("h2, h3", target);
    head.tabIndex = -1;
    head.focus({ preventScroll: true });
  };
  const run = (at) => {
    const choice = choices[at];
    if (!choice) return;
    open(false);
    if (typeof choice.go === "string") { go(choice.go); return; }
    only(choice.go);
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  };

  // Several keys within one frame are answered once.
  let asked = 0;
  field.addEventListener("input", () => {
    open(true);
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => { asked = 0; render(); });
  });
  const now = () => { if (asked) { cancelAnimationFrame(asked); asked = 0; render(); } };
  field.addEventListener("focus", () => { render(); open(true); });
  field.addEventListener("keydown", (event) => {
    now();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      open(true);
      if (choices.length) choose((chosen + step + choices.length) % choices.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(Math.max(0, chosen));
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (field.value) { field.value = ""; render(); } else { open(false); field.blur(); }
    }
  });
  hits.addEventListener("mousedown", (event) => event.preventDefault());
  hits.addEventListener("click", (event) => {
    const made = event.target.closest(".hit");
    if (made) run(choices.findIndex((one) => one.made === made));
  });
  clear.addEventListener("click", () => { field.value = ""; render(); field.focus(); });
  document.addEventListener("mousedown", (event) => { if (!event.target.closest("#search")) open(false); });
  $("#search").addEventListener("focusout", (event) => {
    if (event.relatedTarget && !event.relatedTarget.closest("#search")) open(false);
  });
  $("#unfilt").addEventListener("click", () => { only(null); field.value = ""; render(); open(false); main.focus(); });

  // ---- Contents: beside the text, or a sheet at the bottom; the same list -------------------------------------

  const isSheet = () => getComputedStyle(toc).position === "fixed";
  const sheet = (on) => {
    toc.classList.toggle("open", on);
    $("#scrim").hidden = !on;
    opener.setAttribute("aria-expanded", String(on));
    for (const one of [main, bar, $(".dock")]) one.inert = on;
    document.body.style.overflow = on ? "hidden" : "";
    if (!on) { opener.focus(); return; }
    $("#tocx").focus();
    const here = $("[aria-current]", toc);
    if (here) here.scrollIntoView({ block: "center" });
  };
  const fold = (button, on) => {
    button.setAttribute("aria-expanded", String(on));
    document.getElementById(button.getAttribute("aria-controls")).hidden = !on;
  };
  opener.addEventListener("click", () => sheet(true));
  for (const one of [$("#tocx"), $("#scrim")]) one.addEventListener("click", () => sheet(false));
  toc.addEventListener("click", (event) => {
    const button = event.target.closest("[aria-controls]"), link = event.target.closest("a");
    if (button) fold(button, button.getAttribute("aria-expanded") !== "true");
    if (!link) return;
    only(null);
    if (toc.classList.contains("open")) sheet(false);
  });
  let pulled = null;
  $(".grab", toc).addEventListener("touchstart", (event) => { pulled = event.touches[0].clientY; }, { passive: true });
  $(".grab", toc).addEventListener("touchend", (event) => {
    if (pulled !== null && event.changedTouches[0].clientY - pulled > 50) sheet(false);
    pulled = null;
  });

  // Where the reader is: the last rule that begins above the upper part of the screen.
  let here = null, unfolded = null;
  const spy = () => {
    const top = bar.offsetHeight + 110, shown = articles.filter((one) => !one.hidden);
    let from = 0, to = shown.length;
    while (to - from > 1) {
      const half = (from + to) >> 1;
      if (shown[half].getBoundingClientRect().top < top) from = half;
      else to = half;
    }
    const at = shown[from];
    if (!at) return;
    $("#here").textContent = shownIn($("h3", at));
    if (at === here) return;
    here = at;
    for (const one of $$("[aria-current]", toc)) one.removeAttribute("aria-current");
    const link = $(`ul a[href="#${at.id}"]`, toc);
    link.setAttribute("aria-current", "true");
    const button = $("button", link.closest("ul").parentNode);
    if (button.getAttribute("aria-expanded") !== "true") {
      if (unfolded) fold(unfolded, false);
      unfolded = button;
      fold(button, true);
    }
    if (isSheet()) return;
    const box = link.getBoundingClientRect();
    if (box.top < 80 || box.bottom > innerHeight - 40) toc.scrollTop += box.top - innerHeight / 2;
  };
  let waits = false;
  addEventListener("scroll", () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; spy(); });
  }, { passive: true });
  addEventListener("language", () => { if (!panel.hidden) render(); spy(); });
  addEventListener("resize", spy);
  document.fonts.ready.then(spy);
  spy();

  // ---- Terms: a link shows what it means; its own link leads there --------------------------------------------

  const pop = $("#pop"), LINKS = '.txt a[href^="#"]', LONGEST = 260;
  let from = null, hover;
  const hide = (back) => {
    if (pop.hidden) return;
    pop.hidden = true;
    if (!from) return;
    from.setAttribute("aria-expanded", "false");
    if (back) from.focus();
    from = null;
  };
  const show = (link) => {
    hide();
    const id = link.getAttribute("href").slice(1), target = document.getElementById(id);
    if (!target || !target.matches("article")) return false;
    const box = $(`.txt[lang="${language()}"]`, target), first = $("p, td", box);
    let text = first ? first.textContent.replace(/\s+/g, " ").trim() : "";
    if (text.length > LONGEST) text = text.slice(0, text.lastIndexOf(" ", LONGEST)) + " …";
    const head = create("p", "name", shownIn($("h3", target))), way = create("a", "go", word("go"));
    head.id = "pop-h";
    way.href = "#" + id;
    way.addEventListener("click", (event) => { event.preventDefault(); hide(); go(id); });
    pop.replaceChildren(head, create("p", "", text), way);
    pop.hidden = false;
    from = link;
    link.setAttribute("aria-expanded", "true");
    const at = link.getClientRects()[0], below = at.bottom + pop.offsetHeight + 12 < innerHeight;
    const right = document.documentElement.clientWidth - pop.offsetWidth - 8;
    pop.style.left = Math.max(8, Math.min(at.left, right)) + scrollX + "px";
    pop.style.top = (below ? at.bottom + 8 : at.top - pop.offsetHeight - 8) + scrollY + "px";
    return true;
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest(LINKS);
    if (link && !event.ctrlKey && !event.metaKey) {
      if (show(link)) { event.preventDefault(); $(".go", pop).focus({ preventScroll: true }); }
    } else if (!event.target.closest("#pop")) hide();
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(LINKS)) event.target.setAttribute("aria-haspopup", "dialog");
  });
  if (matchMedia("(hover: hover)").matches) {
    document.addEventListener("mouseover", (event) => {
      const link = event.target.closest(LINKS);
      clearTimeout(hover);
      if (link && link !== from) hover = setTimeout(show, 280, link);
      else if (!link && !event.target.closest("#pop") && !pop.hidden && !pop.contains(document.activeElement)) hover = setTimeout(hide, 320);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (!pop.hidden) hide(true);
    else if (toc.classList.contains("open")) sheet(false);
  });
  pop.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !pop.contains(event.relatedTarget) && event.relatedTarget !== from) hide();
  });

  KD.search = { records, ask, fill };
})();
