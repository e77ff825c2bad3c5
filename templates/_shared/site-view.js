"use strict";
// How a page with state is drawn: Preact patches what changed. Parts that several pages use, sheets, a rule in a sheet.
(() => {
  const { h, render, Component } = preact, { $, $$, word, language, plain, here: { root } } = KD;
  // What most elements have, in short: `p.cite` is of the class `cite`, `Btn#plus` has the icon `plus`, `go` is what a tap
  // does, `on` whether it is pressed, `label` its name; `say` and `named` are the keys of the words for its text and its
  // name, `about` stands behind that, with a colon; `markup` is HTML of the data. The parts below, which several pages use,
  // have their names as tags.
  const LONG = { go: "onClick", on: "aria-pressed", label: "aria-label" }, WORDS = { say: "text", named: "label" };
  const html = htm.bind(function (tag, given, ...children) {
    const [path, icon] = tag.split?.("#") || [tag], [first, ...classes] = path.split?.(".") || [path];
    const type = parts[first] || first, isElement = !type.call, props = { icon };
    if (classes[0]) props.class = classes.join(" ");
    // Words of a page, or of a part, are others in another language: htm keeps no such element.
    if (!isElement || given?.say || given?.named) this[0] = 3;
    for (let [name, value] of Object.entries(given || {})) {
      if (WORDS[name]) [name, value] = [WORDS[name], word(value)];
      if (name === "markup") [name, value] = ["dangerouslySetInnerHTML", { __html: value }];
      if (name === "about") props[isElement ? "aria-label" : "label"] += ": " + value;
      else if (isElement && name === "text") children.unshift(value); else props[isElement && LONG[name] || name] = value;
    }
    return h(type, props, ...children);
  });

  // A text of the data in the language of the page; a number.
  const by = (texts) => (texts && (texts[language()] ?? Object.values(texts)[0])) || "";
  const number = (value) => value === null || value === undefined ? "?" : value.toLocaleString(language(), { maximumFractionDigits: 1, useGrouping: false });
  // Whether each word that is asked for begins a word of a text, whatever its accents.
  const says = (text, asked = "") => { const flat = " " + plain(text); return plain(asked).split(" ").every((one) => flat.includes(" " + one)); };

  // ---- Drawing --------------------------------------------------------------------------------------------------------

  // A component that is drawn anew only where one of its values, or the language, is another.
  const kept = (draws) => class extends Component {
    shouldComponentUpdate(next) { return this.said !== language() || Object.keys(next).some((name) => next[name] !== this.props[name]); }
    render(props) { this.said = language(); return draws(props); }
  };

  const sheets = [];
  let page, undo;
  const draw = () => {
    render(page && h(page), $("#app"));
    render(sheets.map((sheet) => h(Sheet, { key: sheet.key, sheet })), $("#sheets"));
  };
  // Show a component as the page; `undoes` is what Ctrl+Z does.
  const show = (component, undoes) => { page = component; undo = undoes; draw(); };
  KD.inEach(draw);
  addEventListener("keydown", (event) => {
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || !undo || event.target.matches("input, textarea")) return;
    event.preventDefault();
    undo();
  });

  // ---- Sheets ---------------------------------------------------------------------------------------------------------
  // A sheet is a dialog; one that opens from another lies above it. The browser keeps the focus in it, and gives it back.

  let count = 0;
  // `draws` returns {title, body, foot}, or nothing where what it shows is gone. `tall`: it fills the screen of a phone.
  const sheet = (draws, tall) => { sheets.push({ draws, tall, key: ++count }); draw(); };
  const leave = (one) => { const at = sheets.indexOf(one); if (at >= 0) { sheets.splice(at, 1); draw(); } };
  const back = () => leave(sheets.at(-1));
  const shut = () => { sheets.length = 0; draw(); };
  class Sheet extends Component {
    componentDidMount() { this.base.showModal(); }
    componentWillUnmount() {
      const box = $("#toast");
      if (this.base.contains(box)) document.body.append(box);
      this.base.close();
      if (document.activeElement === document.body) $("#main").focus({ preventScroll: true });
    }
    render({ sheet: one }) {
      const { title, body, foot } = one.draws() || {}, name = "sheet-" + one.key;
      if (!title) setTimeout(leave, 0, one);
      const outside = (event) => { if (event.target === event.currentTarget) shut(); };
      return html`<dialog class=${"sheet" + (one.tall ? " tall" : "")} aria-labelledby=${name} onMouseDown=${outside} onClose=${() => leave(one)}>
        <div.leaf><div.sh>${sheets[0] !== one && html`<Btn#back bare named="before" go=${back} />`}
        <h2 id=${name} tabindex="-1" autofocus>${title}</h2><Btn#close bare named="close" go=${shut} /></div>
        <div.sb>${body}</div>${foot && html`<div.sf>${foot}</div>`}</div></dialog>`;
    }
  }
  // On a phone, a sheet that is drawn down is closed.
  let from = null;
  addEventListener("touchstart", ({ target, touches: [one] }) => { from = target.closest(".sh") && one.clientY; });
  addEventListener("touchend", ({ changedTouches: [one] }) => { if (from !== null && one.clientY - from > 70) back(); });

  // ---- Parts ----------------------------------------------------------------------------------------------------------

  // The state of a limit by shape and word.
  const SHAPES = { met: "ok", broken: "close", unknown: "ask" };
  const parts = {
    // The drawings stand in the page.
    Icon: ({ name }) => html`<svg.i aria-hidden="true"><use href=${"#i-" + name} /></svg>`,
    // A button, or with `href` a link: `text` or, where it has an icon alone, `label`; its class is main, ink, no or quiet.
    Btn: ({ icon, text, class: kind = "", bare, children, ...rest }) => html`<${rest.href ? "a" : "button"} class=${bare ? "icon" : "btn " + kind} ...${rest}>
      ${icon && html`<Icon name=${icon} />`}${text && html`<span>${text}</span>`}${children}<//>`,
    // Where a rule is named: a tap shows it.
    Cite: ({ id, class: kind = "lnk", children }) => html`<button class=${kind} go=${() => rule(id)}>${children}</button>`,
    // A number with less and more; at the least, less removes it if `remove` is given.
    Step({ label, value, least = 1, most = Infinity, set, remove }) {
      const last = value <= least, removes = last && remove;
      return html`<span.step role="group" label=${label}>
        <Btn bare icon=${removes ? "close" : "minus"} named=${removes ? "remove" : "less"} about=${label} disabled=${last && !remove} go=${() => last ? remove() : set(value - 1)} />
        <output>${value}</output><Btn#plus bare named="one-more" about=${label} disabled=${value >= most} go=${() => set(value + 1)} /></span>`;
    },
    // One of a few, or some of many: options are [value, text], `on` says which of them are pressed.
    Choice: ({ label, options, value, set, on = (one) => one === value, chips }) => html`<div class=${chips ? "chips" : "seg wide"} role="group" label=${label}>
      ${options.map(([one, text]) => html`<button key=${one} class=${chips && "chip"} on=${!!on(one)} go=${() => set(one)}>${text}</button>`)}</div>`,
    // What is filled in, or with `options` chosen.
    Field: ({ label, options, set, ...rest }) => html`<label.field><span>${label}</span>
      <${options ? "select" : "input"} class="in" onChange=${set && ((event) => set(event.target.value))} ...${rest}>${options?.map(([one, text]) => html`<option key=${one} value=${one} selected=${one === rest.value}>${text}</option>`)}<//></label>`,
    // What is looked for stays in an object of the page, as its `find`.
    Search: ({ label, keeps, set = (value) => { keeps.find = value; draw(); } }) => html`<div.sbox role="search"><Icon name="search" /><input type="search" label=${label} placeholder=${label} value=${keeps.find}
      autocomplete="off" autocapitalize="off" spellcheck="false" onInput=${(event) => set(event.target.value)} />
      ${keeps.find && html`<Btn#close bare named="clear" go=${(event) => { $("input", event.currentTarget.parentNode).focus(); set(""); }} />`}</div>`,
    State: ({ of }) => html`<span class=${"st " + of}><Icon name=${SHAPES[of]} /><span.vh>${word(of)}: </span></span>`,
    Empty: ({ label, text, picture, children }) => html`<div.empty>${drawn(picture)}
      <h2>${label}</h2>${text && html`<p>${text}</p>`}<div.acts>${children}</div></div>`,
    // What a rule says, as a part of a sheet: its words, its place in the document, the way to it.
    Rule({ id }) {
      const [, words, sources] = told(id);
      if (!scripts.rules) load();
      if (!words) return html`<p.cite>${word(KD.data.rules ? "no-such" : "loading")} ${id}</p>`;
      return html`<div.txt go=${(event) => follow(event)} markup=${words} />
        <p.cite>${sources.map(([document, place]) => html`<span><code>${document}</code> ${place}</span>`)}<code>${id}</code></p>
        <p.acts><Btn#rules say="go" href=${`${root}rules.html#${id}`} /></p>`;
    },
  };

  // ---- Troops ---------------------------------------------------------------------------------------------------------

  // The troop of the catalogue that a row names: by its id with or without the kind, by a name of old, or in any language.
  let catalogue;
  const troopOf = ({ profile }) => {
    if (!catalogue) {
      const { troops, was } = KD.data.army, put = (key, one) => { if (one && !catalogue.has(plain(key))) catalogue.set(plain(key), one); };
      catalogue = new Map();
      for (const one of troops) [one.id, slug(one.id)].forEach((key) => put(key, one));
      for (const old in was) put(old, catalogue.get(plain(was[old])));
      for (const one of troops) [one.profile, ...Object.values(one.name)].forEach((key) => put(key, one));
    }
    return catalogue.get(plain(profile || ""));
  };
  const slug = (id) => id.slice(id.indexOf("/") + 1);
  const nameOf = (row) => row.name || by(troopOf(row)?.name) || row.profile || "?";
  const drawn = (svg, style = "disc") => svg && html`<span class=${style} markup=${svg} />`;
  // The drawing of a row's troop, if it has one.
  const picture = (row) => { const { drawings, drawn: of } = KD.data.army; return drawn(drawings[of[troopOf(row)?.id]]); };

  // Words at the foot of the screen, with a way back.
  const toast = (text, undoes) => KD.toast(text, undoes ? 7000 : 3500, undoes && [word("undo"), undoes]);
  // Words for who hears the page alone.
  const tell = (text) => { $("#told").textContent = text; };

  // ---- Rules ----------------------------------------------------------------------------------------------------------
  // The data of the page of rules are loaded when the first rule is asked for.

  const scripts = {};
  const script = (name) => scripts[name] ||= new Promise((done) => {
    document.head.append(KD.create("script", { src: `${root}data/${name}.js`, onload: done, onerror: done }));
  });
  const load = async () => {
    await Promise.all(["rules", ...Object.keys(KD.said).map((code) => "rules-" + code)].map(script));
    draw();
  };
  const told = (id) => KD.data["rules-" + language()]?.[KD.data.rules?.rules.findIndex(([one]) => one === id)] || [];
  // A tap on a link to a part of a page shows that: a rule, unless the page has something else of that name.
  const follow = (event, shows = rule) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    shows(link.hash.slice(1), link);
  };
  const titled = (id) => { const [title] = told(id); return title ? html`<span markup=${title} />` : id; };
  const rule = (id) => { load(); sheet(() => ({ title: titled(id), body: html`<Rule id=${id} />` })); };

  KD.view = {
    html, kept, show, draw, sheet, back, shut, by, number, says, toast, tell, rule, follow, slug, troopOf, nameOf, drawn, picture,
  };
})();
