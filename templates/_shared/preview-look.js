// A close look at a face: both sides, bleed and safe zone, a second language, the sheet; and its boxes, moved and sized.
(() => {
  const { $, $$, create, word } = KD;
  const look = $("#look"), grid = $("#faces"), sides = $("#sides"), panel = $("#panel"), boxes = $("#box");
  const measures = $("#measures"), also = $("#look-also"), zoom = $("#zoom"), token = document.body.dataset.token;
  const PARTS = ["x", "y", "width", "height"], AXES = [["x", "width"], ["y", "height"]];
  // Millimetres of a step of a key or of the mouse, of a fine one, and screen pixels within which a box snaps.
  const STEP = 0.5, FINE = 0.1, NEAR = 6;
  let slot = "", shown = null, chosen = null, stamp = "", waiting = 0, drag = null, later = 0;
  const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
  const told = (length) => (Math.round(length * 100) / 100).toLocaleString(document.documentElement.lang);
  const query = () => Object.fromEntries(new FormData($("#choices")));
  const on = (part) => $(`[data-part="${part}"]`).getAttribute("aria-pressed") === "true";
  const tell = (selector, text) => { const box = $(selector); box.textContent = text || ""; box.hidden = !text; };
  const movable = (side) => shown.here && shown.own && !shown.flows && side.language === query().language;

  const called = (box) => box.art ? `${box.name} (${word("art")})` : box.name;
  // The place and size of a box, as text.
  const at = (box) => fill(word("at"), Object.fromEntries(PARTS.map((part) => [part, told(box[part])])));
  const current = () => {
    const side = shown && chosen && shown.sides.find((one) => one.side === chosen.side && one.language === query().language);
    const box = side && side.boxes.find((one) => one.id === chosen.id);
    return box ? { side, box } : null;
  };

  // Screen pixels of a millimetre: two sides have room beside each other, on a narrow screen one.
  const pixels = () => {
    const widest = Math.max(...shown.sides.map((side) => side.width + 2 * side.bleed)), room = sides.clientWidth - 4;
    const beside = shown.sides.length > 1 && room > 560 && zoom.value <= 1.5 ? (room - 24) / 2 : room;
    return Math.min(1.3 * zoom.value * 96 / 25.4, Math.max(2, beside / widest));
  };
  const lay = (element, rectangle, mm) => {
    const [x, y, width, height] = rectangle.map((length) => length * mm + "px");
    Object.assign(element.style, { left: x, top: y, width, height });
  };

  const draw = () => {
    const mm = pixels(), focused = document.activeElement && document.activeElement.dataset.box;
    const there = new Map($$(".stage img", sides).map((picture) => [picture.dataset.key, picture]));
    sides.replaceChildren(...shown.sides.map((side) => {
      const figure = create("figure"), stage = create("div", "stage");
      const name = [word(side.side), shown.sides.some((one) => one.language !== side.language) ? side.named : ""];
      figure.append(create("figcaption", "", name.filter(Boolean).join(" · ")), stage);
      const edge = on("bleed") ? side.bleed : 0, off = edge - side.bleed;
      stage.style.width = (side.width + 2 * edge) * mm + "px";
      stage.style.height = (side.height + 2 * edge) * mm + "px";
      // A picture that is there stays, for a new element is blank until it is decoded.
      const picture = there.get(side.language + side.side + side.picture) || create("img");
      picture.className = waiting > 1 ? "old" : "";
      picture.dataset.key = side.language + side.side + side.picture;
      if (!picture.src) Object.assign(picture, { decoding: "sync", src: side.picture });
      picture.alt = shown.title + " · " + name.filter(Boolean).join(" · ");
      lay(picture, [off, off, side.width + 2 * side.bleed, side.height + 2 * side.bleed], mm);
      stage.append(picture);
      if (side.outline.length) shape(stage, picture, side, edge, mm);
      else for (const [part, inset] of [["bleed", 0], ["safe", side.safe]]) {
        if (!on(part)) continue;
        const zone = create("div", `zone ${part}`);
        lay(zone, [edge + inset, edge + inset, side.width - 2 * inset, side.height - 2 * inset], mm);
        stage.append(zone);
      }
      if (on("boxes")) stage.append(...side.boxes.map((box) => button(side, box, edge, mm)));
      stage.append(...["across", "down"].map((way) => create("div", `guide ${way}`)));
      if (side.fault) figure.append(create("p", "notice bad", side.fault));
      return figure;
    }));
    if (focused) { const again = $(`[data-box="${focused}"]`, sides); if (again) again.focus({ preventScroll: true }); }
  };

  // A face that is no rectangle: what is cut off is shaded, or not there where the bleed isn't shown. The safe zone is
  // as far from the outline everywhere: a line of twice that width, its outer half cut off.
  const shape = (stage, picture, side, edge, mm) => {
    const svg = (name, values) => {
      const one = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(values)) one.setAttribute(key, value);
      return one;
    };
    const path = side.outline.map(([x, y]) => `${x} ${y}`).join(" L "), name = `cut-${side.language}-${side.side}`;
    const [wide, high] = [side.width + 2 * edge, side.height + 2 * edge];
    const zone = svg("svg", { class: "zone", viewBox: `${-edge} ${-edge} ${wide} ${high}` });
    lay(zone, [0, 0, wide, high], mm);
    const clip = svg("clipPath", { id: name });
    clip.append(svg("path", { d: `M ${path} Z` }));
    zone.append(clip);
    if (on("safe")) zone.append(svg("path", { class: "inset", d: `M ${path} Z`, "stroke-width": 2 * side.safe, "clip-path": `url(#${name})` }));
    if (on("bleed")) zone.append(svg("path", { class: "off", "fill-rule": "evenodd", d: `M ${path} Z M ${-edge} ${-edge} h ${wide} v ${high} h ${-wide} Z` }));
    stage.classList.toggle("shaped", !on("bleed"));
    const cut = side.outline.map(([x, y]) => `${(x + side.bleed) * mm}px ${(y + side.bleed) * mm}px`);
    picture.style.clipPath = on("bleed") ? "" : `polygon(${cut.join(", ")})`;
    if (on("safe") || on("bleed")) stage.append(zone);
  };

  const button = (side, box, edge, mm) => {
    const one = create("button", "box"), mine = current();
    one.type = "button";
    one.dataset.box = `${side.language}.${side.side}.${box.id}`;
    one.setAttribute("aria-label", `${called(box)}: ${at(box)}`);
    one.title = called(box);
    const on = Boolean(mine && mine.box === box);
    one.setAttribute("aria-pressed", String(on));
    // A small box lies above a large one, to be got at.
    one.style.zIndex = on ? 2000 : 1 + Math.round(1000 / (1 + box.width * box.height / 20));
    place(one, side, box, edge, mm);
    const can = movable(side) && !box.refusal;
    one.classList.toggle("fixed", !can);
    one.classList.toggle("art", box.art);
    one.addEventListener("click", () => choose(side, box));
    one.addEventListener("pointerdown", (event) => begin(event, side, box, one, ""));
    if (on && can) {
      for (const way of ["n", "s", "w", "e", "nw", "ne", "sw", "se"]) {
        const handle = create("span", `handle ${way}`);
        handle.addEventListener("pointerdown", (event) => begin(event, side, box, one, way));
        one.append(handle);
      }
    }
    return one;
  };
  const place = (element, side, box, edge, mm) => {
    const rectangle = [0, 1].map((axis) => edge + side.corner[axis] + box[PARTS[axis]] * side.scale);
    lay(element, [...rectangle, box.width * side.scale, box.height * side.scale], mm);
  };

  const choose = (side, box) => {
    if (side.language !== query().language) return;
    chosen = { side: side.side, id: box.id };
    draw();
    inspect();
  };

  // The panel of the chosen box: its measures, why it can't be moved, what moves with it.
  const inspect = () => {
    const all = shown.sides.filter((side) => side.language === query().language);
    const several = all.filter((side) => side.boxes.length).length > 1;
    const none = create("option", "", word("none"));
    none.value = "";
    boxes.replaceChildren(none, ...all.flatMap((side) => side.boxes.map((box) => {
      const one = create("option", "", called(box) + (several ? ` · ${word(side.side)}` : ""));
      one.value = `${side.side}.${box.id}`;
      return one;
    })));
    const mine = current(), can = mine && movable(mine.side) && !mine.box.refusal;
    boxes.value = mine ? `${mine.side.side}.${mine.box.id}` : "";
    measures.disabled = !can;
    for (const part of PARTS) {
      const field = panel.elements[part];
      field.value = mine ? Math.round(mine.box[part] * 100) / 100 : "";
      field.readOnly = Boolean(can && mine.box.fixed.includes(part));
    }
    const labels = mine ? mine.box.fixed.map((part) => panel.elements[part].parentNode.firstChild.textContent.trim()) : [];
    const why = !mine ? "" : mine.box.refusal || (labels.length ? fill(word("fixed"), { parts: labels.join(", ") }) : mine.box.absolute ? "" : word("flow"));
    tell("#why", shown.flows ? word("flows") : why);
    tell("#alike", mine && mine.box.alike ? fill(word("alike"), { many: told(mine.box.alike) }) : "");
    $("#take-out").hidden = !(mine && movable(mine.side) && mine.box.leaves);
    $("#hint").hidden = !(shown.here && shown.own && !shown.flows);
    for (const [id, name] of [["#undo", "undo"], ["#redo", "redo"]]) {
      const one = $(id), label = word(name) + (shown[name] ? ": " + shown[name] : "");
      one.disabled = !shown[name];
      one.setAttribute("aria-label", label);
      one.title = label;
    }
    $("#history").hidden = !shown.here;
  };

  // What was done, or why not, stays until something else is done.
  const report = (answer) => {
    if (!answer.said && !answer.fault) return;
    tell("#look-said", answer.said);
    tell("#look-fault", answer.fault);
  };
  const put = (answer) => {
    report(answer);
    if (!answer.sides) return;
    shown = answer;
    // The box under the mouse stays; what came meanwhile is drawn when it is dropped.
    if (drag) return;
    $("#look-title").textContent = answer.title;
    tell("#look-place", answer.place);
    $("#look-where").hidden = !answer.place;
    const edit = $("#look-edit");
    edit.hidden = !answer.link;
    if (answer.link) edit.href = answer.link;
    $("#look-away").hidden = answer.here;
    $("#look-shipped").hidden = !answer.here || answer.own;
    draw();
    inspect();
    if (nudged) show(nudged.side, nudged.box, nudged.to);
  };

  // Requests follow one another: each is of the style sheet that the one before it has left.
  let queue = Promise.resolve();
  const ask = (path, values) => {
    waiting += 1;
    queue = queue.then(async () => {
      const given = { ...query(), slot, also: also.value };
      if (!slot) return;
      const answer = values
        ? await fetch(path, {
          method: "POST", headers: { "Content-Type": "application/json", "X-Kensei-Docs": token },
          body: JSON.stringify({ ...given, stamp: shown ? shown.stamp : "", ...values }),
        })
        : await fetch(`${path}?${new URLSearchParams(given)}`);
      if (!answer.ok) throw new Error(await answer.text());
      const news = await answer.json();
      if (path !== "/sheet" && news.slot && news.slot !== slot) return;
      if (path === "/sheet") sheet(news);
      // Where more was asked for, the last answer shows what there is then.
      else if (waiting > 1 && news.sides && shown) { shown.stamp = news.stamp; report(news); }
      else put(news);
    }).catch((fault) => tell("#look-fault", fault instanceof TypeError ? word("lost") : fault.message))
      .finally(() => {
        waiting -= 1;
        for (const one of $$("img.old", sides)) if (!waiting) one.classList.remove("old");
      });
    return queue;
  };
  const sheet = (answer) => {
    if (answer.fault) tell("#look-fault", answer.fault);
    $("#sheets").replaceChildren(...(answer.pictures || []).map((address, number) => {
      const picture = create("img");
      picture.src = address;
      picture.alt = fill(word("sheet"), { side: word(number ? "back" : "front") });
      return picture;
    }));
  };
  const load = () => {
    const article = document.getElementById(slot);
    stamp = article ? article.dataset.stamp : stamp;
    const wrong = article && $(".problems", article);
    $("#look-problems").replaceChildren(...(wrong ? [wrong.cloneNode(true)] : []));
    ask("/look");
    if (on("sheet")) ask("/sheet");
  };

  const open = (wanted) => {
    slot = wanted;
    chosen = null;
    look.hidden = false;
    grid.hidden = true;
    for (const one of ["#look-said", "#look-fault"]) tell(one, "");
    history.replaceState(null, "", "#look=" + encodeURIComponent(slot));
    load();
    $("#look-title").focus();
  };
  const close = () => {
    const article = document.getElementById(slot);
    look.hidden = true;
    grid.hidden = false;
    slot = "";
    history.replaceState(null, "", location.pathname + location.search);
    const back = article && $("[data-look]", article);
    if (back) back.focus();
  };
  const walk = (by) => {
    const all = [...grid.children], here = all.findIndex((one) => one.id === slot);
    if (all.length) open(all[(here + by + all.length) % all.length].id);
  };

  // A rectangle is moved to where it may be: parts that its template sets stay.
  const held = (box, to) => { for (const part of box.fixed) to[part] = box[part]; return to; };
  const show = (side, box, to) => {
    const one = $(`[data-box="${side.language}.${side.side}.${box.id}"]`, sides);
    if (one) place(one, side, to, on("bleed") ? side.bleed : 0, pixels());
    for (const part of PARTS) panel.elements[part].value = Math.round(to[part] * 100) / 100;
  };
  const send = (of, was, to) => {
    // An answer that came since has the same box anew.
    const side = shown.sides.find((one) => one.slot === of.slot && one.language === of.language);
    const box = side && side.boxes.find((one) => one.id === was.id);
    if (!box || PARTS.every((part) => Math.abs(to[part] - box[part]) < 0.005)) return;
    ask("/do/move", { number: box.number, of: box.slot, ...to });
    // What is done before the answer comes begins where the box was put.
    Object.assign(box, to);
  };

  // Where edges and middles snap to on an axis: the cut, the safe zone, other boxes.
  const guides = (side, box, axis) => {
    const [start, extent] = AXES[axis], edge = -side.corner[axis] / side.scale;
    const whole = side[axis ? "height" : "width"] / side.scale, safe = side.safe / side.scale;
    const others = side.boxes.filter((one) => one !== box).flatMap((one) => [one[start], one[start] + one[extent] / 2, one[start] + one[extent]]);
    return [edge, edge + whole / 2, edge + whole, edge + safe, edge + whole - safe, ...others];
  };
  const snapped = (side, box, axis, points, mm) => {
    let best = null;
    for (const guide of guides(side, box, axis)) {
      for (const point of points) {
        const by = guide - point;
        if (Math.abs(by) * mm <= NEAR && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, guide };
      }
    }
    return best;
  };
  const rounded = (length, step) => Math.round(Math.round(length / step) * step * 100) / 100;

  const begin = (event, side, box, element, way) => {
    // A finger scrolls the page.
    if (event.pointerType === "touch" || event.button || !movable(side) || box.refusal) return;
    // Art mostly fills the face: it is chosen first, for a hand that misses a box doesn't mean it.
    const mine = current();
    if (box.art && !(mine && mine.box === box)) return;
    event.stopPropagation();
    element.setPointerCapture(event.pointerId);
    drag = { side, box, way, x: event.clientX, y: event.clientY, to: null, stage: element.parentNode };
    element.onpointermove = track;
    element.onpointerup = element.onpointercancel = (end) => {
      element.onpointermove = element.onpointerup = element.onpointercancel = null;
      const done = drag;
      drag = null;
      if (!done) return;
      chosen = { side: side.side, id: box.id };
      if (end.type === "pointerup" && done.to) send(side, box, done.to);
      draw();
      inspect();
      const again = $(`[data-box="${side.language}.${side.side}.${box.id}"]`, sides);
      if (again) again.focus({ preventScroll: true });
    };
  };
  const track = (event) => {
    if (!drag) return;
    const { side, box, way } = drag, mm = pixels() * side.scale, free = event.altKey, step = free ? FINE : STEP;
    const by = [(event.clientX - drag.x) / mm, (event.clientY - drag.y) / mm];
    if (!drag.to && Math.hypot(...by) * mm < 3) return;
    const to = Object.fromEntries(PARTS.map((part) => [part, box[part]]));
    AXES.forEach(([start, extent], axis) => {
      const near = way.includes("wn"[axis]), far = way.includes("es"[axis]), line = $(axis ? ".guide.down" : ".guide.across", drag.stage);
      const end = box[start] + box[extent];
      line.style.display = "none";
      // What goes straight along the other axis stays on this one.
      if (Math.abs(by[axis]) * mm < 1) return;
      if (way && !near && !far || box.fixed.includes(start) && !far || box.fixed.includes(extent) && way) return;
      const moved = near ? [box[start] + by[axis]] : far ? [end + by[axis]]
        : [box[start] + by[axis], box[start] + box[extent] / 2 + by[axis], end + by[axis]];
      const hit = free ? null : snapped(side, box, axis, moved, mm);
      const first = hit ? moved[0] + hit.by : rounded(moved[0], step);
      if (near) { to[start] = Math.min(first, end - 1); to[extent] = end - to[start]; }
      else if (far) to[extent] = Math.max(1, first - box[start]);
      else to[start] = first;
      if (!hit) return;
      const offset = (on("bleed") ? side.bleed : 0) + side.corner[axis] + hit.guide * side.scale;
      line.style[axis ? "top" : "left"] = offset * pixels() + "px";
      line.style.display = "block";
    });
    drag.to = held(box, to);
    show(side, box, drag.to);
  };

  // Keys move the chosen box; what several keys do is written together.
  let nudged = null;
  const nudge = (event) => {
    const mine = current(), axis = /Left|Right/.test(event.key) ? 0 : 1, sign = /Right|Down/.test(event.key) ? 1 : -1;
    if (!mine || !movable(mine.side) || mine.box.refusal) return;
    event.preventDefault();
    const part = AXES[axis][event.shiftKey ? 1 : 0], step = event.altKey ? FINE : STEP;
    if (nudged && (nudged.side.slot !== mine.side.slot || nudged.box.id !== mine.box.id)) flush();
    nudged = { ...mine, to: nudged ? nudged.to : Object.fromEntries(PARTS.map((one) => [one, mine.box[one]])) };
    nudged.to[part] = Math.round((nudged.to[part] + sign * step) * 1000) / 1000;
    held(mine.box, nudged.to);
    show(mine.side, mine.box, nudged.to);
    clearTimeout(later);
    later = setTimeout(flush, 400);
  };
  const flush = () => {
    clearTimeout(later);
    const done = nudged;
    nudged = null;
    if (done && shown) send(done.side, done.box, done.to);
  };

  const act = (action, values) => { flush(); return ask("/do/" + action, values || {}); };
  $("#undo").addEventListener("click", () => act("undo"));
  $("#redo").addEventListener("click", () => act("redo"));
  $("#take-out").addEventListener("click", () => {
    const mine = current();
    if (mine) act("take-out", { number: mine.box.number, of: mine.box.slot });
  });
  $("#look-copy").addEventListener("click", () => act("copy"));
  $("#look-close").addEventListener("click", close);
  $("#look-before").addEventListener("click", () => walk(-1));
  $("#look-after").addEventListener("click", () => walk(1));
  $("#look-place").addEventListener("click", () => KD.copy($("#look-place").textContent));
  also.addEventListener("change", load);
  for (const one of $$("[data-part]")) {
    one.addEventListener("click", () => {
      one.setAttribute("aria-pressed", String(!on(one.dataset.part)));
      $("#sheets").hidden = !on("sheet");
      if (one.dataset.part === "sheet") { if (on("sheet")) ask("/sheet"); } else if (shown) draw();
    });
  }
  boxes.addEventListener("change", () => {
    const [side, id] = boxes.value.split(".");
    chosen = id ? { side, id } : null;
    draw();
    inspect();
  });
  // The browser's own way to drag, which it begins with what is selected, would end ours.
  sides.addEventListener("dragstart", (event) => event.preventDefault());
  panel.addEventListener("submit", (event) => event.preventDefault());
  measures.addEventListener("change", () => {
    const mine = current();
    if (!mine) return;
    const to = Object.fromEntries(PARTS.map((part) => [part, Number(panel.elements[part].value)]));
    if (Object.values(to).every(Number.isFinite)) send(mine.side, mine.box, held(mine.box, to));
  });
  grid.addEventListener("click", (event) => {
    const wanted = event.target.closest("[data-look]");
    if (wanted) open(wanted.dataset.look);
  });
  document.addEventListener("keydown", (event) => {
    if (look.hidden || event.target.matches("input[type=search], input[type=number]:focus, select")) return;
    if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) {
      event.preventDefault();
      act(event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo");
    } else if (event.key.startsWith("Arrow") && event.target.classList.contains("box")) nudge(event);
    else if (event.key === "Escape") close();
  });
  zoom.addEventListener("input", () => { if (shown && !look.hidden) draw(); });
  addEventListener("resize", () => { if (shown && !look.hidden) draw(); });
  // The faces are news: the one that is looked at is looked at anew.
  document.addEventListener("faces", () => {
    const article = slot && document.getElementById(slot);
    if (article && !drag && !nudged && article.dataset.stamp !== stamp) load();
  });
  const wanted = location.hash.match(/^#look=(.+)$/);
  if (wanted) open(decodeURIComponent(wanted[1]));
})();
