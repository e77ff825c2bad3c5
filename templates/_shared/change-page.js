// A report of changes: it is searched in every language, and filtered by system, kind of change and army.
(() => {
  const { $, $$, plain, near, word } = KD;
  const search = $("#search"), chosen = { system: "", kind: "", army: $("[data-filter=army]") ? "yes" : "" };
  const lines = $$(".line, .left-out").map((node) => {
    const article = node.closest("article");
    const text = plain((article ? $("h4", article).textContent + " " : "") + node.textContent);
    return { node, article, section: node.closest("section"), text, words: null };
  });
  const has = (line, asked) => {
    if (line.text.includes(asked)) return true;
    if (asked.length < 4) return false;
    line.words ||= line.text.split(/[^a-z0-9]+/);
    return line.words.some((one) => near(asked, one));
  };
  const isAsked = (line, asked) => (!chosen.system || line.section.dataset.system === chosen.system) &&
    (!chosen.kind || line.node.dataset.kind === chosen.kind) &&
    (!chosen.army || !line.article || line.article.dataset.army === "yes") && asked.every((one) => has(line, one));

  const show = () => {
    const asked = plain(search.value).split(/\s+/).filter(Boolean);
    for (const line of lines) line.node.hidden = !isAsked(line, asked);
    for (const one of $$("article")) one.hidden = !$(".line:not([hidden])", one);
    for (const section of $$("#changes section")) {
      const shown = $$("article:not([hidden]) .line:not([hidden])", section).length;
      section.hidden = !shown && !$(".left-out:not([hidden])", section);
      $(".number", section).textContent = shown || "";
      for (const head of $$("h3", section)) {
        let next = head.nextElementSibling, any = false;
        for (; next && next.tagName !== "H3"; next = next.nextElementSibling) any ||= next.tagName === "ARTICLE" && !next.hidden;
        head.hidden = !any;
      }
    }
    $("#nothing").hidden = $$("#changes section:not([hidden])").length > 0;
    count();
    paint(asked);
  };
  const count = () => {
    const told = lines.filter((line) => line.article);
    $("#count").textContent = `${told.filter((line) => !line.node.hidden).length} / ${told.length} ${word("shown")}`;
  };
  const paint = (asked) => {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("hit");
    const found = [];
    for (const line of asked.length ? lines.filter((one) => !one.node.hidden) : []) {
      const walker = document.createTreeWalker(line.node, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode, flat = KD.plainLetters(text.data);
        for (const one of flat.length === text.data.length ? asked : []) {
          const at = flat.indexOf(one);
          if (at < 0) continue;
          const range = new Range();
          range.setStart(text, at);
          range.setEnd(text, at + one.length);
          found.push(range);
        }
      }
    }
    if (found.length) CSS.highlights.set("hit", new Highlight(...found));
  };
  const press = (name) => {
    for (const one of $$(`[data-filter="${name}"]`)) {
      one.setAttribute("aria-pressed", String(one.dataset.value === chosen[name] && (name === "system" || Boolean(chosen[name]))));
    }
  };

  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    search.value = "";
    show();
    search.blur();
  });
  addEventListener("click", (event) => {
    const button = event.target.closest("[data-filter]");
    if (button) {
      const name = button.dataset.filter, on = button.getAttribute("aria-pressed") === "true";
      chosen[name] = name !== "system" && on ? "" : button.dataset.value;
      press(name);
      show();
    }
    // A jump to a change that a filter hides would lead nowhere.
    if (event.target.closest(".tiles a, nav a")) {
      search.value = chosen.system = chosen.kind = "";
      press("system");
      press("kind");
      show();
    }
  });
  addEventListener("language", count);
  if (matchMedia("(max-width: 69.99rem)").matches) $("nav details").open = false;
  show();
})();
