"use strict";
// The rules of a site: found as one types and by filters, read one by one, each at an address of its own.
(() => {
  const { $, $$, create, plain, split, word, language, data } = KD;
  const { chapters, filters, rules, cards, others, troops } = data.rules;
  const codes = Object.keys(KD.said);
  const hits = $("#hits"), count = $("#count"), none = $("#none");
  const reader = $("#rule"), first = $("#first"), pop = $("#pop"), contents = $("#contents");
  const place = new Map(rules.map((rule, at) => [rule[0], at]));
  const entitle = (...parts) => KD.title(...parts, word("rules"));
  // How many letters each hit shows, and a popover, and how many links a list shows at first.
  const SHOWN = 130, LONGEST = 300, LINKED = 12;

  const said = (at, code) => data["rules-" + code][at];
  const box = document.implementation.createHTMLDocument("").createElement("div");
  const text = (html) => {
    // A space between blocks, so that no two words become one.
    let words = html.replace(/<svg.*?<\/svg>/gs, "").replace(/<\/?(?:p|li|td|th|tr|h4|div|figcaption)\b/g, " $&").replace(/<[^>]*>/g, "");
    if (words.includes("&")) { box.innerHTML = words; words = box.textContent; }
    return words.replace(/\s+/g, " ").trim();
  };
  const names = codes.map(() => []);
  // Behind the rules come cards that are called like none of them.
  const name = (at, code) => names[codes.indexOf(code)][at] ||= at < rules.length ? text(said(at, code)[0]) : others[at - rules.length][1][code];
  const titled = (at, tag, given) => create(tag, { innerHTML: said(at, language())[0], ...given });

  // The beginning of a text, up to the end of a word.
  const cut = (words, most) => words.length > most ? words.slice(0, words.lastIndexOf(" ", most)) + " …" : words;

  // ---- Search: whole words before beginnings, names before texts; never the middle of a word ---------------------

  const spaced = (words) => ` ${split(words).join(" ")} `;
  let index;
  // The texts of a language are taken apart when one is looked for there.
  const entry = (at, code) => {
    const [, html, , also] = at < rules.length ? said(at, code) : [, "", , []];
    let words, every;
    return {
      name: spaced(name(at, code)), also: also.map(spaced), bare: !html,
      get words() { return words ??= text(html); }, get every() { return every ??= spaced(this.words); },
    };
  };
  const indexed = () => index ||= [...rules, ...others].map((one, at) => codes.map((code) => entry(at, code)));

  // How well words are found in one language, the less the better; none: Infinity. Each word weighs by where it stands.
  const weigh = (entry, words) => {
    const asked = ` ${words.join(" ")} `, begins = asked.slice(0, -1);
    if (entry.name === asked) return 0;
    if (entry.also.includes(asked)) return 1;
    if (entry.name.startsWith(asked)) return 2;
    let sum = entry.name.includes(asked) ? 3 : entry.name.startsWith(begins) ? 3.5 : 6;
    const of = (one) => {
      const whole = ` ${one} `, start = ` ${one}`;
      if (entry.name.includes(whole)) return 0;
      if (entry.also.some((other) => other.includes(whole))) return 1;
      if (entry.name.includes(start)) return 2;
      if (entry.every.includes(whole)) return 6;
      if (one.length > 1 && (entry.every.includes(start) || entry.also.some((other) => other.includes(start)))) return 12;
      return Infinity;
    };
    for (const one of words) sum += of(one);
    // Of names that say it alike, the shorter is about it; a card, which has a name alone, comes after a text that says it.
    sum += entry.name.length / 1000 + (entry.bare ? 7 : 0);
    return words.length > 1 && entry.every.includes(begins) ? Math.max(3, sum - 4) : sum;
  };

  // What has all words, the best first: places, the language, and the words that are found there. A short word of one
  // language may be another's, such as an article: of others count names alone, and texts where this one has nothing.
  // What players call a rule finds the rules, too, that say its name.
  const query = (words) => {
    const own = codes.indexOf(language()), foreign = codes.map((code, i) => i).filter((i) => i !== own), asked = ` ${words.join(" ")} `;
    const found = new Map(), look = (as, among, more, share = 1) => indexed().forEach((entries, at) => {
      for (const i of among) {
        const least = weigh(entries[i], as) * share + more;
        if (least < (found.get(at)?.least ?? Infinity)) found.set(at, { at, least, code: codes[i], as });
      }
    });
    look(words, [own], 0);
    indexed().forEach((entries, at) => {
      for (const i of foreign) {
        const { name: called, also } = entries[i];
        if ((called === asked || also.includes(asked)) && !(found.get(at)?.least < 1)) found.set(at, { at, least: 1, code: language(), as: words });
      }
    });
    if (!found.size) look(words, foreign, 0.5);
    indexed().forEach((entries, at) => {
      // They go before rules that only say a word that begins so.
      if (entries.some(({ also }) => also.includes(asked))) look(split(name(at, language())), [own], 1.5, 0.01);
    });
    return [...found.values()].sort((a, b) => a.least - b.least || a.at - b.at);
  };

  // The words with each that no rule knows put right by one slip behind its first letter, towards the word that is used most;
  // null without any.
  let vocabulary = null;
  const mend = (words) => {
    if (!vocabulary) {
      vocabulary = new Map();
      for (const entries of indexed()) entries.forEach((entry, i) => {
        for (const one of (entry.name + entry.every + entry.also.join("")).split(" ")) {
          if (one.length > 2) vocabulary.set(one, (vocabulary.get(one) || 0) + (codes[i] === language() ? 1000 : 1));
        }
      });
    }
    let mended = false;
    const right = words.map((asked) => {
      if (asked.length < 4 || vocabulary.has(asked)) return asked;
      let best = asked, most = 0;
      for (const [one, uses] of vocabulary) if (uses > most && one[0] === asked[0] && KD.near(asked, one)) [best, most] = [one, uses];
      mended ||= most > 0;
      return best;
    });
    return mended ? right : null;
  };

  // ---- The list ---------------------------------------------------------------------------------------------------

  // What is chosen of each filter, the first of which is that of the chapters.
  const chosen = () => selects.map((one) => +one.value);
  const passes = ([, of, values], all) => all.every((value, i) => value < 0 || (i ? values.some(([filter, one]) => filter === i - 1 && one === value) : of === value));

  const hit = (at, code, words) => {
    const rule = rules[at], card = others[at - rules.length], link = create("a", { className: "hit", href: rule ? "#" + rule[0] : card[0] });
    if (words.length) KD.marked(link.appendChild(create("b")), name(at, language()), words);
    else link.append(titled(at, "b"));
    link.append(create("small", "", rule ? text(chapters[rule[1]][language()]) : card[2][language()]));
    if (words.length && rule) {
      const every = indexed()[at][codes.indexOf(code)].words, flat = plain(every);
      const from = Math.max(0, ...words.map((one) => (" " + flat).search(new RegExp("[^\\p{L}\\p{N}]" + one.replaceAll("+", "\\+"), "u"))));
      const begin = from > 60 ? every.indexOf(" ", from - 50) + 1 : 0, foreign = code !== language();
      const part = (foreign ? name(at, code) + ": " : "") + (begin ? "… " : "") + cut(every.slice(begin), SHOWN);
      link.append(KD.marked(create("span", foreign && { lang: code, className: "other" }), part, words));
    }
    return create("li", "", link);
  };

  const render = () => {
    const all = chosen(), filtered = all.some((value) => value >= 0);
    let words = split(field.value), hint = "", found = [];
    if (words.length) {
      found = query(words);
      if (!found.length) {
        const right = mend(words);
        if (right) { words = right; found = query(words); hint = `${word("instead")} ${words.join(" ")}. `; }
      }
    } else if (filtered) found = rules.map((rule, at) => ({ at, code: language() }));
    if (filtered) found = found.filter(({ at }) => at < rules.length && passes(rules[at], all));
    const asks = words.length > 0 || filtered;
    hits.replaceChildren(...found.slice(0, finder.shown).map(({ at, code, as }) => hit(at, code, as || [])));
    $("#more").hidden = found.length <= finder.shown;
    none.hidden = !asks || found.length > 0;
    count.textContent = asks ? found.length ? `${hint}${word("found")} ${found.length}` : word("none") : "";
    contents.hidden = asks;
  };
  const finder = KD.finder(20, render), { field } = finder;
  const selects = [{ values: chapters }, ...filters].map(({ labels, values }) => finder.filter(() => [labels ? labels[language()] : word("chapter"), values.map((one) => text(one[language()]))]));
  field.onkeydown = (event) => {
    const open = (act) => { const best = $(".hit", hits); if (best) { event.preventDefault(); act(best); } };
    if (event.key === "Enter") { finder.now(); open((best) => { location.href = best.href; }); }
    else if (event.key === "ArrowDown") open((best) => best.focus());
  };
  hits.onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], steps = $$(".hit", hits);
    if (!step) return;
    event.preventDefault();
    (steps[steps.indexOf(document.activeElement) + step] || field).focus();
  };
  // The words of all rules are taken apart before the first letter is typed.
  field.addEventListener("focus", () => setTimeout(query, 0, ["0"]), { once: true });

  // ---- What names what ----------------------------------------------------------------------------------------------

  let back;
  const named = () => {
    if (back) return back;
    back = rules.map(() => []);
    rules.forEach((rule, at) => {
      for (const to of new Set([...said(at, language())[1].matchAll(/href="#([^"]+)"/g)].map((link) => place.get(link[1])))) {
        if (to !== undefined && to !== at) back[to].push(at);
      }
    });
    return back;
  };

  const suggest = () => {
    const most = named().map((from, at) => [from.length, at]).filter(([times]) => times > 1).sort((a, b) => b[0] - a[0]).slice(0, 8);
    $("#most").hidden = !most.length;
    $("#most ol").replaceChildren(...most.map(([, at]) => hit(at, language(), [])));
  };

  // ---- The rule that is read ----------------------------------------------------------------------------------------

  const links = (key, places) => {
    const list = create("ul", "chips", ...places.map((at, i) => create("li", { hidden: i >= LINKED },
      at < rules.length ? titled(at, "a", { href: "#" + rules[at][0] }) : create("a", { href: others[at - rules.length][0] }, name(at, language())))));
    const all = places.length > LINKED ? create("button", { className: "btn", onclick() { for (const one of list.children) one.hidden = false; all.remove(); } }, `${word("all")} (${places.length})`) : undefined;
    return create("section", "links", create("h3", "", word(key)), list, all);
  };
  let at = -1, listed = 0, both = KD.kept("both") === "yes";
  const show = () => {
    const [id, of] = rules[at], sources = said(at, language())[2], beside = [];
    $("#way").textContent = text(chapters[of][language()]);
    $("#rule-h").innerHTML = said(at, language())[0];
    $("#both").ariaPressed = both;
    $("#texts").className = both ? "texts both" : "texts";
    $("#texts").replaceChildren(...codes.map((code) => create("div", { className: "txt", lang: code, innerHTML: (both ? `<p class="name">${said(at, code)[0]}</p>` : "") + said(at, code)[1] })));
    $("#src").hidden = !sources.length;
    $("#places").replaceChildren(...sources.flatMap(([document, where]) => [create("code", "", document), ` ${where} `]), create("code", "", id));
    if (cards[id]) beside.push(create("section", "links", create("h3", "", word("on-cards")), create("ul", "faces", ...cards[id].map(([card, pictures, title, width, height, round]) => create("li", round && "round",
      create("a", { href: "cards.html#" + card }, create("img", { src: pictures[language()], alt: title[language()], width: width * 2, height: height * 2, loading: "lazy" })))))));
    if (troops[id]) beside.push(links("troops", troops[id].map((one) => one + rules.length)));
    if (named()[at].length) beside.push(links("named-in", named()[at]));
    $("#beside").replaceChildren(...beside);
    $("#ways").replaceChildren(...[["previous", at - 1], ["next", at + 1]].filter(([, to]) => rules[to]).map(([key, to]) =>
      create("a", { className: "btn", href: "#" + rules[to][0] }, create("small", "", word(key)), titled(to, "b"))));
    entitle(name(at, language()));
  };
  const leave = () => { location.hash = ""; };
  $("#return").onclick = () => { leave(); field.focus({ preventScroll: true }); };
  $("#way").onclick = () => { finder.choose(selects[0], rules[at][1]); leave(); };
  $("#copy").onclick = () => KD.copy(location.href);
  $("#both").onclick = () => { both = !both; KD.kept("both", both ? "yes" : "no"); show(); };

  const mark = () => {
    for (const one of $$("[aria-current]", contents)) one.ariaCurrent = null;
    const link = at < 0 ? null : $(`[data-rule="${CSS.escape(rules[at][0])}"]`, contents);
    if (!link) return;
    link.ariaCurrent = true;
    for (const one of $$("details", contents)) one.open = one.contains(link);
    if (getComputedStyle($("#list")).position === "sticky") link.scrollIntoView({ block: "nearest" });
  };

  const follow = (begins) => {
    hide();
    const asked = decodeURIComponent(location.hash.slice(1)).replace(/^=/, ""), before = at;
    at = place.has(asked) ? place.get(asked) : -1;
    const reads = at >= 0;
    if (reads && before < 0) listed = scrollY;
    document.body.classList.toggle("reads", reads);
    reader.hidden = !reads;
    first.hidden = reads;
    if (asked === "find") field.focus();
    else if (!reads && asked && asked !== "main" && asked !== "top") { count.textContent = `${word("no-such")} ${asked}`; none.hidden = true; }
    if (reads) show(); else entitle();
    mark();
    if (reads) { scrollTo(0, 0); if (begins !== true) $("#rule-h").focus({ preventScroll: true }); } else if (before >= 0) scrollTo(0, listed);
  };
  contents.onclick = (event) => {
    const link = event.target.closest("[data-rule]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    location.hash = link.dataset.rule;
  };

  // ---- Terms: a link shows what it means; its own link leads there -----------------------------------------------

  let from, hover;
  const hide = (returns) => {
    if (pop.hidden) return;
    pop.hidden = true;
    if (from) from.ariaExpanded = false;
    if (returns && from) from.focus();
    from = null;
  };
  const explain = (link) => {
    hide();
    const to = place.get(link.hash.slice(1));
    if (to === undefined) return false;
    const code = (link.closest("[lang]") || document.documentElement).lang;
    const told = create("div", { innerHTML: said(to, code)[1] });
    // Its text; where it is a table, all of it.
    const sentences = $$("p:not(.facts)", told).map((one) => text(one.innerHTML)).join(" ");
    pop.replaceChildren(create("p", { className: "name", id: "pop-h" }, name(to, code)), create("p", "", cut(sentences || text(said(to, code)[1]), LONGEST)), create("a", { className: "go", href: link.hash }, word("go")));
    pop.hidden = false;
    from = link;
    link.ariaExpanded = true;
    const spot = link.getClientRects()[0], below = spot.bottom + pop.offsetHeight + 12 < innerHeight;
    pop.style.left = Math.max(8, Math.min(spot.left, document.documentElement.clientWidth - pop.offsetWidth - 8)) + scrollX + "px";
    pop.style.top = (below ? spot.bottom + 8 : spot.top - pop.offsetHeight - 8) + scrollY + "px";
    return true;
  };
  const LINKS = '.txt a[href^="#"]';
  addEventListener("click", (event) => {
    const link = event.target.closest(LINKS);
    if (link && !event.ctrlKey && !event.metaKey) {
      if (explain(link)) { event.preventDefault(); $(".go", pop).focus({ preventScroll: true }); }
    } else if (!event.target.closest("#pop")) hide();
  });
  addEventListener("focusin", (event) => {
    if (event.target.matches(LINKS)) event.target.ariaHasPopup = "dialog";
  });
  if (matchMedia("(hover: hover)").matches) {
    addEventListener("mouseover", (event) => {
      const link = event.target.closest(LINKS);
      clearTimeout(hover);
      if (link && link !== from) hover = setTimeout(explain, 280, link);
      else if (!link && !event.target.closest("#pop") && !pop.hidden && !pop.contains(document.activeElement)) hover = setTimeout(hide, 320);
    });
  }
  pop.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !pop.contains(event.relatedTarget) && event.relatedTarget !== from) hide();
  });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && !pop.hidden) hide(true); });

  KD.inEach(() => { back = vocabulary = null; render(); suggest(); hide(); entitle(); if (at >= 0) show(); });
  onhashchange = follow;
  suggest();
  const wanted = new URLSearchParams(location.search).get("q");
  if (wanted) field.value = wanted;
  finder.now();
  follow(true);
})();
