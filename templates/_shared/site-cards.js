"use strict";
// The cards of a site: found by words, kind and group; one large, turned over, and printed at its true size.
(() => {
  const { $, $$, create, split, word, language, data } = KD;
  const { kinds, groups, cards } = data.cards;
  const [deck, big, picture, turn, lead, paper] = ["deck", "big", "picture", "turn", "to-rule", "paper"].map((id) => $("#" + id));
  const entitle = () => KD.title(at && by(at.titles), word("cards"));
  let at = null, over = false;

  const strip = (html) => html.replace(/<[^>]*>/g, " ");
  const by = (texts) => texts[language()] ?? Object.values(texts)[0];
  const known = new Map();
  const words = (card) => {
    if (!known.has(card)) {
      const all = Object.values(card.titles).join(" ") + " " + strip(Object.values(card.words).join(" "));
      known.set(card, " " + split(all).join(" ") + " ");
    }
    return known.get(card);
  };
  // A word is found where one begins with it.
  const found = () => {
    const asked = split(finder.field.value);
    return cards.filter((card) => [card.kind, card.group].every((one, i) => filters[i].value < 0 || one == filters[i].value) &&
      asked.every((one) => words(card).includes(" " + one)));
  };
  const face = (card, side) => {
    const [width, height] = kinds[card.kind].size.map((length) => Math.round(length * 10));
    return create("img", { src: by(card[side]), alt: by(card.titles) + (side === "back" ? ": " + word("turn-over") : ""), width, height });
  };
  const render = () => {
    const all = found();
    $("#none").hidden = all.length > 0;
    $("#count").textContent = `${word("found")} ${all.length}`;
    deck.replaceChildren(...all.slice(0, finder.shown).map((card) => {
      const { round, titles: called } = kinds[card.kind], front = Object.assign(face(card, "front"), { loading: "lazy", alt: "" });
      return create("li", round && "round", create("a", { className: "face", href: "#" + card.id }, front, create("b", "", by(card.titles)), create("small", "", by(called))));
    }));
    $("#more").hidden = all.length <= finder.shown;
  };
  const finder = KD.finder(60, render);
  const filters = [["kind", kinds.map((one) => one.titles)], ["group", groups]].map(([name, values]) => {
    const made = finder.filter(() => [word(name), values.map(by)]);
    made.hidden = values.length < 2;
    return made;
  });

  // ---- One card, large --------------------------------------------------------------------------------------------
  const draw = () => {
    const { size, titles: called } = kinds[at.kind], side = over ? "back" : "front";
    picture.replaceChildren(face(at, side));
    picture.className = (size[0] > size[1] ? "wide " : "") + (kinds[at.kind].round ? "round" : "");
    $("#big-name").textContent = by(at.titles);
    $("#words-of").innerHTML = by(at.words);
    turn.hidden = !at.back;
    turn.ariaPressed = over;
    lead.hidden = !at.rule;
    lead.href = "rules.html#" + at.rule;
    $("#size").textContent = `${by(called)} · ${size.join(" × ")} mm.`;
    // On paper, from the browser's own menu as well, the card alone, in millimetres: both sides on a page of their own.
    const [width, height] = size;
    paper.replaceChildren(create("style", "", `@page { size: ${width}mm ${height}mm; margin: 0 } #paper img { width: ${width}mm; height: ${height}mm }`), ...["front", "back"].filter((one) => at[one]).map((one) => face(at, one)));
  };
  const follow = () => {
    const asks = decodeURIComponent(location.hash.slice(1));
    at = cards.find((card) => card.id === asks) || null;
    over = false;
    const of = kinds.findIndex((one) => one.name === asks);
    if (of >= 0) finder.choose(filters[0], of);
    entitle();
    if (at) { draw(); if (!big.open) big.showModal(); } else big.close();
  };
  big.onclose = () => { if (at) history.replaceState(null, "", location.pathname + location.search); at = null; paper.replaceChildren(); entitle(); };
  $("#shut").onclick = () => big.close();
  $("#print").onclick = async () => { await Promise.all($$("#paper img").map((one) => one.decode().catch(() => {}))); print(); };
  big.onclick = (event) => { if (event.target === big) big.close(); };
  turn.onclick = () => { over = !over; draw(); };

  KD.inEach(() => { render(); if (at) draw(); else entitle(); });
  onhashchange = follow;
  finder.now();
  follow();
})();
