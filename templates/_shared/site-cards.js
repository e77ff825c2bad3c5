"use strict";
// The cards of a site: found by words, kind and group; one large, turned over, and printed at its true size.
(() => {
  const { $, create, plain, word, language, data } = KD;
  const { kinds, groups, cards } = data.cards;
  const field = $("#q"), clear = $("#clear"), deck = $("#deck"), big = $("#big"), more = $("#more");
  const titles = () => `${word("cards")} · ${$(`.brand [lang="${language()}"]`).textContent}`;
  // How many cards are shown at a time.
  const PAGE = 60;
  let kind = -1, group = -1, shown = PAGE, at = null, over = false;

  const strip = (html) => html.replace(/<[^>]*>/g, " ");
  const by = (texts) => texts[language()] ?? Object.values(texts)[0];
  const known = new Map();
  const words = (card) => {
    if (!known.has(card)) {
      const all = Object.values(card.titles).join(" ") + " " + strip(Object.values(card.words).join(" "));
      known.set(card, " " + plain(all).split(/[^\p{L}\p{N}+%]+/u).join(" ") + " ");
    }
    return known.get(card);
  };
  // A word is found where one begins with it.
  const found = () => {
    const asked = plain(field.value).split(/[^\p{L}\p{N}+%]+/u).filter(Boolean);
    return cards.filter((card) => (kind < 0 || card.kind === kind) && (group < 0 || card.group === group) &&
      asked.every((one) => words(card).includes(" " + one)));
  };
  const face = (card, side) => {
    const made = create("img");
    made.src = by(card[side]);
    made.alt = by(card.titles) + (side === "back" ? ": " + word("turn-over") : "");
    [made.width, made.height] = kinds[card.kind].size.map((length) => Math.round(length * 10));
    return made;
  };
  const render = () => {
    const all = found();
    clear.hidden = !field.value;
    $("#none").hidden = all.length > 0;
    $("#count").textContent = `${word("found")} ${all.length}`;
    deck.replaceChildren(...all.slice(0, shown).map((card) => {
      const item = create("li", kinds[card.kind].round ? "round" : ""), link = create("a", "face"), picture = face(card, "front");
      link.href = "#" + card.id;
      picture.loading = "lazy";
      picture.alt = "";
      link.append(picture, create("b", "", by(card.titles)), create("small", "", by(kinds[card.kind].titles)));
      item.append(link);
      return item;
    }));
    more.hidden = all.length <= shown;
  };
  let asked = 0;
  const later = () => { shown = PAGE; cancelAnimationFrame(asked); asked = requestAnimationFrame(render); };
  field.addEventListener("input", later);
  field.addEventListener("keydown", (event) => { if (event.key === "Escape" && field.value) { event.preventDefault(); field.value = ""; later(); } });
  clear.addEventListener("click", () => { field.value = ""; later(); field.focus(); });
  more.addEventListener("click", () => { shown += PAGE; render(); });

  const selects = [kinds.map((one) => one.titles), groups].map((values, i) => {
    const made = create("select");
    made.hidden = values.length < 2;
    made.addEventListener("change", () => {
      if (i) group = Number(made.value); else kind = Number(made.value);
      made.classList.toggle("on", made.value !== "-1");
      later();
    });
    $("#filters").append(made);
    return [made, values];
  });
  const label = () => selects.forEach(([made, values], i) => {
    const was = made.value || "-1", says = word(i ? "group" : "kind");
    made.setAttribute("aria-label", says);
    made.replaceChildren(...[[-1, `${says}: ${word("any")}`], ...values.map((one, value) => [value, by(one)])].map(([value, text]) => {
      const option = create("option", "", text);
      option.value = value;
      return option;
    }));
    made.value = was;
  });

  // ---- One card, large --------------------------------------------------------------------------------------------
  const draw = () => {
    const { size, titles: called } = kinds[at.kind], side = over ? "back" : "front";
    const picture = face(at, side);
    $("#picture").replaceChildren(picture);
    $("#picture").className = (size[0] > size[1] ? "wide " : "") + (kinds[at.kind].round ? "round" : "");
    $("#big-name").textContent = by(at.titles);
    $("#words-of").innerHTML = by(at.words);
    $("#turn").hidden = !at.back;
    $("#turn").setAttribute("aria-pressed", String(over));
    $("#to-rule").hidden = !at.rule;
    $("#to-rule").href = "rules.html#" + at.rule;
    $("#size").textContent = `${by(called)} · ${size.join(" × ")} mm`;
  };
  const follow = () => {
    const asks = decodeURIComponent(location.hash.slice(1));
    at = cards.find((card) => card.id === asks) || null;
    over = false;
    const of = kinds.findIndex((one) => one.name === asks);
    if (of >= 0) { selects[0][0].value = of; selects[0][0].dispatchEvent(new Event("change")); }
    document.title = at ? `${by(at.titles)} · ${titles()}` : titles();
    if (!at) { if (big.open) big.close(); return; }
    draw();
    if (!big.open) big.showModal();
  };
  big.addEventListener("close", () => { if (at) history.replaceState(null, "", location.pathname + location.search); at = null; document.title = titles(); });
  $("#shut").addEventListener("click", () => big.close());
  big.addEventListener("click", (event) => { if (event.target === big) big.close(); });
  $("#turn").addEventListener("click", () => { over = !over; draw(); });

  // On paper, the card alone, in millimetres: both sides on a page of their own.
  $("#print").addEventListener("click", async () => {
    const paper = $("#paper"), [width, height] = kinds[at.kind].size, style = create("style");
    style.textContent = `@page { size: ${width}mm ${height}mm; margin: 0 } #paper img { width: ${width}mm; height: ${height}mm }`;
    const sides = ["front", "back"].filter((side) => at[side]).map((side) => face(at, side));
    paper.replaceChildren(style, ...sides);
    await Promise.all(sides.map((one) => one.decode().catch(() => {})));
    document.body.classList.add("prints");
    const done = () => { document.body.classList.remove("prints"); paper.replaceChildren(); };
    addEventListener("afterprint", done, { once: true });
    print();
  });

  document.addEventListener("language", () => { label(); render(); if (at) draw(); else document.title = titles(); });
  addEventListener("hashchange", follow);
  label();
  render();
  follow();
})();
