// The deck on the screen: found by words and group, enlarged, turned over.
(() => {
  const { $, $$, plain, word } = KD;
  const field = $("#q"), clear = $("#clear"), none = $("#none"), backs = $("#backs");
  const cards = $$(".deck > li").map((node) => ({ node, says: plain(node.dataset.name + " " + node.textContent) }));
  let group = "";

  const sift = () => {
    const words = plain(field.value).split(" ").filter(Boolean);
    let designs = 0, copies = 0;
    for (const { node, says } of cards) {
      node.hidden = !words.every((one) => says.includes(one)) || (group !== "" && node.dataset.group !== group);
      if (node.hidden) continue;
      designs++;
      copies += Number(node.dataset.copies);
    }
    none.hidden = designs > 0;
    clear.hidden = !field.value;
    if (backs) backs.hidden = words.length > 0 || group !== "";
    $("#sum").textContent = word("summary").replace("%(designs)s", designs).replace("%(copies)s", copies);
  };
  field.addEventListener("input", sift);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    field.value = "";
    sift();
    field.blur();
  });
  clear.addEventListener("click", () => { field.value = ""; sift(); field.focus(); });
  for (const chip of $$("button[data-group]")) {
    chip.addEventListener("click", () => {
      group = chip.dataset.group;
      for (const one of $$("button[data-group]")) one.setAttribute("aria-pressed", String(one === chip));
      sift();
    });
  }
  $("#size").addEventListener("input", (event) => document.documentElement.style.setProperty("--size", event.target.value));

  // One card, large: arrows go on, the space bar turns it over.
  const big = $("#big"), box = $("#picture");
  let at = 0, over = false;
  const shown = () => cards.map((one) => one.node).filter((node) => !node.hidden);
  const backOf = (card) => $(".back img", card) || (card.dataset.back ? $$("img", backs)[card.dataset.back] : null);
  const draw = () => {
    const all = shown(), card = all[at], back = backOf(card);
    const image = (over && back ? back : $(".open img", card)).cloneNode();
    image.loading = "eager";
    box.replaceChildren(image);
    box.classList.toggle("wide", image.width > image.height);
    $("#big-name").textContent = card.dataset.name;
    $("#text").replaceChildren(...[...$("details", card).childNodes].slice(1).map((one) => one.cloneNode(true)));
    $("#place").textContent = `${at + 1} / ${all.length}`;
    $("#turn").hidden = !back;
    $("#previous").disabled = at === 0;
    $("#next").disabled = at === all.length - 1;
  };
  const step = (by) => {
    if (!shown()[at + by]) return;
    at += by;
    over = false;
    draw();
  };
  const turn = () => { over = !over; draw(); };
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".open");
    if (!button) return;
    at = shown().indexOf(button.closest("li"));
    over = false;
    draw();
    big.showModal();
  });
  $("#shut").addEventListener("click", () => big.close());
  $("#previous").addEventListener("click", () => step(-1));
  $("#next").addEventListener("click", () => step(1));
  $("#turn").addEventListener("click", turn);
  big.addEventListener("click", (event) => { if (event.target === big) big.close(); });
  big.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
    if (event.key === " " && !event.target.closest("button")) { event.preventDefault(); turn(); }
  });
})();
