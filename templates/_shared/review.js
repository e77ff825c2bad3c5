// The review in the browser: records are walked, accepted, renamed, joined and dropped; the server does it and answers.
(() => {
  const { $, $$, plain, create, word } = KD;
  const records = $("#records"), list = $("#list"), find = $("#find"), only = $("#open"), undo = $("#undo"), fault = $("#fault");
  const ask = $("#ask"), fields = $("#ask-fields"), token = document.body.dataset.token;
  let news = JSON.parse($("#news").textContent), busy = false;
  const said = (article) => $(".said", article).dataset;
  const shown = () => [...records.children].filter((one) => !one.hidden);
  const current = () => $("article.on", records);

  const sift = () => {
    const wanted = plain(find.value);
    for (const one of records.children) {
      const mine = said(one);
      one.hidden = !plain(mine.name + " " + mine.kind).includes(wanted) || (only.checked && mine.accepted && one !== current());
    }
  };
  const select = (article, quietly) => {
    if (!article) return;
    for (const one of $$("article.on", records)) one.classList.remove("on");
    article.classList.add("on");
    for (const one of $$("li", list)) {
      const link = $("a", one), here = decodeURIComponent(link.hash.slice(1)) === article.id;
      one.classList.toggle("on", here);
      if (here) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
    }
    if (quietly) return;
    article.focus({ preventScroll: true });
    article.scrollIntoView({ block: article.offsetHeight > innerHeight - 120 ? "start" : "nearest" });
  };
  const step = (by) => {
    const all = shown(), at = all.indexOf(current());
    select(all[Math.max(0, Math.min(all.length - 1, at + by))] || all[0]);
  };
  const warn = (box, text) => { box.textContent = text || ""; box.hidden = !text; };

  // Put what the server sent in place: only what changed is replaced.
  const put = (now) => {
    news = now;
    const at = current() && current().id, order = [...records.children].map((one) => one.id);
    KD.patch(records, now.records, (article, html) => {
      article.tabIndex = -1;
      article.innerHTML = html;
    });
    list.innerHTML = now.list;
    $("#done").hidden = now.left > 0;
    show();
    // Where the record has gone or has another id, the one at its place is the next.
    const stays = at && document.getElementById(at);
    select(stays || records.children[Math.min(Math.max(0, order.indexOf(at)), records.children.length - 1)], true);
    sift();
  };
  const show = () => {
    undo.disabled = !news.undo;
    const label = news.undo ? word("undo") + ": " + news.undo : word("undo");
    undo.setAttribute("aria-label", label);
    undo.title = label;
  };

  const act = async (action, values) => {
    if (busy) return null;
    busy = true;
    try {
      const answer = await fetch("/do/" + action, {
        method: "POST", headers: { "Content-Type": "application/json", "X-Kensei-Docs": token }, body: JSON.stringify(values || {}),
      });
      if (!answer.ok) throw new Error(await answer.text());
      const now = await answer.json();
      put(now);
      if (!now.fault) warn(fault, "");
      if (now.said) KD.toast(now.said);
      return now;
    } catch (problem) {
      warn(fault, problem instanceof TypeError ? word("lost") : problem.message);
      return null;
    } finally {
      busy = false;
    }
  };
  const of = (article, more) => ({ record: article.id, stamp: said(article).read, ...more });
  const told = (now) => { if (now && now.fault) warn(fault, now.fault); };

  // For each figure a button that puts its name into a text where the cursor is.
  const insertions = (field, figures) => figures.map(([name, label]) => {
    const button = create("button", "btn", label);
    button.type = "button";
    const mark = () => button.classList.toggle("used", new RegExp("%\\(" + name + "[)|]").test(field.value));
    field.addEventListener("input", mark);
    setTimeout(mark);
    button.addEventListener("click", () => {
      const at = field.selectionStart, put = `%(${name})s`;
      field.setRangeText(at && !/[\s(]$/.test(field.value.slice(0, at)) ? " " + put : put, at, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input"));
      field.focus();
    });
    return button;
  });

  // Ask in a dialog: each field is a text, or a choice of several; the answer is sent, and a fault shown beside it.
  // ``other`` is another answer, by its button.
  const question = (title, hint, asked, yes, send, other) => {
    $("#ask-title").textContent = title;
    $("#ask-hint").textContent = hint;
    $("#ask-yes").textContent = yes;
    warn($("#ask-fault"), "");
    fields.replaceChildren(...asked.map((one) => {
      const label = create("label", "", one.label), field = create(one.choices ? "select" : one.long ? "textarea" : "input");
      field.name = one.name;
      if (one.known) {
        // A text, of which some are known: the browser offers those.
        const known = create("datalist");
        known.id = "known";
        known.append(...one.known.map((value) => Object.assign(create("option"), { value })));
        field.setAttribute("list", known.id);
        label.append(known);
      }
      for (const [value, text] of one.choices || []) {
        const option = create("option", "", text);
        option.value = value;
        field.append(option);
      }
      if (one.value !== undefined) field.value = one.value;
      if (!one.choices) { field.autocomplete = "off"; field.required = !one.long; field.maxLength = one.long ? 4000 : 200; }
      label.append(field);
      if (one.long) {
        const figures = create("span", "figures");
        figures.append(...insertions(field, one.long));
        label.append(figures);
        field.addEventListener("keydown", (event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.form.requestSubmit();
        });
      }
      return label;
    }));
    const answer = async (given) => {
      const now = await given();
      // Another question may stand there already.
      if (now && (now.clash || (now.spare || []).length)) return;
      const long = $("textarea", fields);
      if (now && now.text && long) { long.value = now.text; long.dispatchEvent(new Event("input")); }
      if (now && now.fault) warn($("#ask-fault"), now.fault);
      else ask.close();
    };
    $("form", ask).onsubmit = (event) => {
      event.preventDefault();
      const values = Object.fromEntries(new FormData(event.target));
      answer(() => send(values));
    };
    const button = $("#ask-other");
    button.hidden = !other;
    button.textContent = other ? other.label : "";
    button.onclick = () => answer(other.send);
    if (!ask.open) ask.showModal();
    const first = $("input, select, textarea", fields) || $("#ask-yes");
    first.focus();
    if (first.matches("input")) first.select();
  };
  const join = (article, into, labels) => act("join", of(article, { into, labels })).then((now) => {
    if (now && now.clash) {
      const asked = now.clash.map((name) => ({ name, label: name, value: labels[name] || name }));
      question(word("join"), word("clash"), asked, word("join-yes"), (values) => join(document.getElementById(article.id), into, { ...labels, ...values }));
    }
    return now;
  });
  // The record may have changed since: its stamp is the one that it has now.
  const take = (article, paths) => act("take", of(document.getElementById(article.id), { value: paths.join(" ") }));
  // Go on with the next record that is still to be looked at.
  const onward = (article) => {
    const after = [...records.children].slice([...records.children].indexOf(document.getElementById(article.id)) + 1);
    sift();
    select(after.find((one) => !said(one).accepted && plain(said(one).name + " " + said(one).kind).includes(plain(find.value))) || document.getElementById(article.id));
    sift();
  };
  const doing = {
    accept: async (article) => {
      const now = await act("accept", of(article));
      told(now);
      if (now && !now.fault) onward(article);
    },
    rows: async (article) => { told(await act("rows", of(article))); onward(article); },
    needless: async (article) => { const now = await act("tell", of(article, { value: "" })); told(now); if (now && !now.fault) onward(article); },
    tell: (article, button) => {
      const figures = $$("[data-path^='figures.']", article).map((one) => [one.dataset.path.slice(8), one.dataset.label + " " + one.closest("div").lastElementChild.textContent]);
      const from = button || $("[data-do='tell']", article);
      // The dialog leaves the place of the record free.
      article.scrollIntoView({ block: "start" });
      question(word("tell") + ": " + said(article).name, word("tell-hint"), [{ name: "value", label: word("tell-field"), value: from.dataset.text, long: figures }], word("tell-yes"),
        async (values) => {
          const now = await act("tell", of(article, values));
          if (now && !now.fault) onward(article);
          if (now && (now.spare || []).length) question(word("take"), now.said + " " + word("take-hint"), [], word("take"), () => take(article, now.spare));
          return now;
        });
    },
    decide: async (article, button) => told(await act("decide", of(article, { path: button.dataset.path }))),
    again: async (article) => told(await act("again", of(article))),
    rename: (article) => question(word("rename"), "", [{ name: "value", label: word("name"), value: said(article).name }], word("rename"),
      (values) => act("rename", of(article, values))),
    figure: (article, button) => question(word("figure"), word("figure-hint"), [{ name: "value", label: word("name"), value: button.dataset.label }], word("rename"),
      (values) => act("figure", of(article, { ...values, path: button.dataset.path })),
      button.dataset.path.startsWith("figures.") ? { label: word("take"), send: () => take(article, [button.dataset.path]) } : null),
    kind: (article) => question(word("kind"), word("kind-new") + (said(article).together ? " " + word("kind-hint") + " " + said(article).together : ""),
      [{ name: "value", label: word("kind-field"), known: news.kinds.filter((kind) => kind !== said(article).kind) }],
      word("kind"), (values) => act("kind", of(article, values))),
    join: (article) => {
      // The record before it is the likeliest: a heading in the midst of an entry makes two of one.
      const others = [...records.children].filter((one) => one !== article), before = article.previousElementSibling;
      question(word("join"), word("join-hint"), [{ name: "into", label: word("join-field"), value: before ? before.id : undefined,
        choices: others.map((one) => [one.id, said(one).name + " (" + said(one).kind + ")"]) }], word("join-yes"),
      (values) => join(article, values.into, {}));
    },
    split: (article, button) => {
      const places = JSON.parse(button.dataset.places);
      question(word("split"), word("split-hint"), [
        { name: "into", label: word("split-field"), choices: places.map(([at, words]) => [String(at), words]) },
        { name: "value", label: word("name"), value: places[0][2] },
      ], word("split-yes"), (values) => act("split", of(article, values)));
      const [into, name] = [$("select", fields), $("input", fields)];
      into.onchange = () => { name.value = places[into.selectedIndex][2]; };
    },
    drop: (article) => question(word("drop") + ": " + said(article).name, word("drop-hint"), [], word("drop"), () => act("drop", of(article))),
  };

  records.addEventListener("click", (event) => {
    const article = event.target.closest("article"), button = event.target.closest("[data-do]");
    if (article) select(article, true);
    if (button) doing[button.dataset.do](article, button);
  });
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a"), article = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!article) return;
    event.preventDefault();
    article.hidden = false;
    select(article);
  });
  const back = async () => { const did = news.undo, now = await act("undo"); told(now); if (now && !now.fault) KD.toast(word("undone") + ": " + did); };
  undo.addEventListener("click", back);
  $("#ask-no").addEventListener("click", () => ask.close());
  find.addEventListener("input", sift);
  only.addEventListener("change", sift);
  document.addEventListener("keydown", (event) => {
    if (ask.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && event.target === find) { find.value = ""; sift(); $("#main").focus(); return; }
    if (event.target.matches("input:not([type=checkbox]), select, textarea")) return;
    const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (by) { event.preventDefault(); step(by); }
    else if (event.key === "u" && news.undo) back();
    else if (event.key === "t" && current()) { event.preventDefault(); doing.tell(current()); }
    else if (event.key === "Enter" && current() && !event.target.matches("button, a, input, summary")) {
      event.preventDefault();
      if (said(current()).accepted) step(1); else doing.accept(current());
    }
  });
  if (matchMedia("(max-width: 69.99rem)").matches) $("#rail").open = false;
  show();
  const first = shown().find((one) => !said(one).accepted) || records.firstElementChild;
  if (first) select(first, first === records.firstElementChild);
})();
