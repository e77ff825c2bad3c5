"use strict";
// The army builder: what the player taps changes a list, and the engine in its worker says what it costs and which limits it keeps.
(() => {
  const { word, lists, engine, view, data: { army } } = KD;
  const { html, kept, draw, sheet, back, shut, by, say, number, says, toast, rule, slug, troopOf, nameOf, drawn, picture, Icon, Btn, Step, Choice, Chips, Chip, Cite, Field, Search, State, Bar, Empty, Rule } = view;
  const { faction, level, sizes, fields, tells, troops, samples, parts, prints } = army, { root, version, edition } = KD.here;
  const wide = matchMedia("(min-width: 70rem)");

  // ---- Troops and rows ------------------------------------------------------------------------------------------------

  // What there is of some words, in one line.
  const line = (...parts) => parts.filter(Boolean).join(" · ");
  const list = (value) => value === undefined || value === null || value === "" ? [] : [value].flat();
  // What a row is: its own word, else its profile's.
  const valueOf = (row, field) => row[field.name] ?? troopOf(row)?.[field.at];
  const named = (field, id) => { const one = field.values.find((value) => value.id === id); return one ? by(one.name) : id; };
  const isTrue = (value) => value === true || value === "true" || value === "yes";
  // § what a ruling says, * what is usual: unless the row says it.
  const mark = (row, field) => {
    const one = field.name in row ? null : (troopOf(row)?.assumptions || []).find((other) => other.field === field.at);
    return !one ? "" : one.because === "by-ruling" ? "§" : assumes() ? "*" : "";
  };
  const [telling, flags, many, figures] = [(one) => tells.includes(one.at), (one) => one.takes === "boolean", (one) => one.takes === "names", (one) => !one.values[0] && one.takes !== "boolean"].map((test) => fields.filter(test));
  const single = fields.filter((one) => one.takes === "name" && !telling.includes(one));
  const words = (row) => [
    ...telling.flatMap((field) => list(valueOf(row, field)).map((id) => named(field, id) + mark(row, field))),
    ...flags.filter((field) => isTrue(valueOf(row, field))).map((field) => by(field.label)),
    ...many.flatMap((field) => list(field.carried ? valueOf(row, field) : row[field.name]).map((id) => named(field, id))),
  ].join(" · ");
  const factionOf = (own) => (faction && faction.values.find((one) => one.id === own[faction.name])) || null;
  const levelOf = (own) => (level && level.values.find((one) => one.id === own[level.name])) || null;
  const crest = (own) => factionOf(own)?.crest || army.crest;
  const look = (own) => { const one = factionOf(own) || {}; return `${one.look || "--ground: #201c1a"}; --on-band: ${one.on || "#faf5ea"}`; };

  // ---- What the engine says -------------------------------------------------------------------------------------------
  // The last answer stays until the next one comes. Of each list a line is kept, which the page knows before the engine is up.

  let assuming = KD.kept("assume") !== "no";
  const assumes = () => assuming;
  let told = null, fault = "", known = {};
  try { known = JSON.parse(KD.kept("told-" + edition) || "{}"); } catch { /* it is told anew */ }
  // Each edit makes its rows anew: they stand for the state of a list, which is written out once.
  const keys = new WeakMap();
  const keyOf = (own) => {
    if (!keys.has(own.rows)) keys.set(own.rows, JSON.stringify(lists.bare(own)));
    return keys.get(own.rows) + assumes();
  };
  const which = (answer, status) => answer ? answer.limits.filter((one) => !status || one.status === status) : [];
  const summary = (id, answer) => {
    known = { ...known, [id]: { cost: answer.cost, broken: which(answer, "broken").length, unknown: which(answer, "unknown").length } };
    KD.kept("told-" + edition, JSON.stringify(known));
    return known[id];
  };
  const take = (own, key, said) => {
    if (!said.dropped) fault = said.failed || "";
    if (said.dropped || said.failed) return draw();
    told = { id: own.id, key, said, points: new Map((said.answer ? said.answer.rows : []).map((row) => [own.rows[row.row.split(".")[1]]._id, row.points])) };
    if (said.answer && own.id) {
      const { cost, broken, unknown } = summary(own.id, said.answer);
      view.tell(`${word("cost")} ${number(cost)} / ${own.size}. ${[broken && `${word("broken")}: ${broken}`, unknown && `${word("unknown")}: ${unknown}`].filter(Boolean).join(". ")}`);
    }
    draw();
  };
  let asked = "";
  const judge = async (own) => {
    const key = own ? own.id + keyOf(own) : "";
    if (!own || asked === key) return;
    asked = key;
    const question = { ask: "check", list: lists.bare(own), assume: assumes() };
    const said = await engine.ask(question, "check");
    take(own, key, said);
    // What mends a limit takes longer: it is asked for when nothing newer is.
    if (asked === key && which(said.answer, "broken")[0]) {
      const more = await engine.ask({ ...question, remedies: true }, "check");
      if (more.answer && asked === key) take(own, key, more);
    }
  };
  const answerOf = (own) => told && told.id === own.id && told.said.answer ? told.said.answer : null;
  const late = (own) => !told || told.key !== own.id + keyOf(own);
  const costOf = (own) => { const answer = answerOf(own); return answer ? answer.cost : known[own.id]?.cost; };
  const isOpen = (own) => { const answer = answerOf(own); return answer && answer.rows.some((row) => row.points === null); };
  const cost = (own) => `${isOpen(own) ? "≥ " : ""}${costOf(own) === undefined ? "…" : number(costOf(own))}`;

  // ---- Changes --------------------------------------------------------------------------------------------------------

  const undo = () => { if (lists.undo()) toast(word("undone")); };
  const edit = (change, text) => { lists.edit(lists.current.id, change); if (text) toast(text, undo); };
  const editRow = (id, change, text) => edit((own) => ({ ...own, rows: own.rows.flatMap((row) => row._id === id ? change(row) : row) }), text);
  const put = (row, name, value) => { const { [name]: _, ...rest } = row; return value === "" || (Array.isArray(value) && !value[0] && !list(troopOf(row)?.[name]).length) ? rest : { ...rest, [name]: value }; };
  const count = (row) => Number(row.miniatures) || 1;
  // The points that a player wrote for a row stay those of a miniature.
  const counted = (row, miniatures, points) => ({ ...row, miniatures: String(miniatures), ...(row.points ? { points: String(points ?? Math.round((row.points / count(row)) * miniatures * 100) / 100) } : {}) });
  const setCount = (id, miniatures) => editRow(id, (row) => counted(row, miniatures));
  const removeRow = (row) => editRow(row._id, () => [], say("removed", { name: nameOf(row) }));
  const add = (troop) => edit((own) => ({ ...own, rows: [...own.rows, { profile: slug(troop.id), miniatures: String(troop.least || 1) }] }), say("added", { name: by(troop.name) }));
  const addOwn = () => {
    edit((own) => ({ ...own, rows: [...own.rows, { name: word("my-troop"), miniatures: "1" }] }));
    rowSheet(lists.current.rows.at(-1)._id);
  };
  const SIZE = String(sizes[0] ? sizes[0].points : 100);
  const create = (more) => lists.add({ name: word("new-army"), ...(faction ? { [faction.name]: faction.values[0].id } : {}), size: SIZE,
    ...(level ? { [level.name]: level.values[0].id } : {}), rows: [], ...more });

  // ---- Limits ---------------------------------------------------------------------------------------------------------

  const span = (ends) => ends[0] === ends[1] ? number(ends[0]) : `${number(ends[0])}–${ends[1] === null ? "…" : number(ends[1])}`;
  const bounds = (limit) => { const [least, most] = [limit["at-least"], limit["at-most"]]; return least && most ? ` / ${number(least[0])}–${number(most[1])}` : most ? ` / ${number(most[1])}` : least ? ` / ${number(least[0])}+` : ""; };
  const Meter = ({ of }) => (of["at-least"] || of["at-most"]) && html`<${Bar} of=${of.status} have=${of.have} least=${of["at-least"]} most=${of["at-most"]} />`;
  const Limit = ({ of, own }) => html`<button class="lim" go=${() => limitSheet(of.limit, own)}><${State} of=${of.status} /><span class="what">${by(of.name)}</span>
    <span class="have">${span(of.have)}<small>${bounds(of)}</small></span><${Meter} of=${of} />${of.status !== "met" && html`<span class="why">${by(of.says)}</span>`}</button>`;
  const ORDER = { broken: 0, unknown: 1, met: 2 };
  const sorted = (limits) => [...limits].sort((one, other) => ORDER[one.status] - ORDER[other.status]);
  const mend = (remedy) => edit((own) => ({ ...own, rows: own.rows.flatMap((row, at) => {
    const change = remedy.changes.find((one) => one.row === "rows." + at);
    return !change ? row : change.remove ? [] : counted(row, change.miniatures, change.points);
  }) }), by(remedy.words));
  const rowAt = (own, path) => own.rows[Number(path.split(".")[1])];
  // What one tap mends, and what an unknown limit waits for, of a list that the answer is still true of.
  const Ways = ({ of, own }) => own.id && !late(own) && (of.remedies.length > 0 || of.asks.length > 0) && html`<span class="acts">
    ${of.remedies.filter((one, at) => of.remedies.findIndex((other) => by(other.words) === by(one.words)) === at).map((one) => html`<${Btn} text=${by(one.words)} go=${() => mend(one)} />`)}
    ${of.asks.map((one) => html`<${Btn} icon="set" text=${say("asks", { troop: nameOf(rowAt(own, one.row)), what: one.fields.map((name) => labelOf(name)).join(", ") })} go=${() => rowSheet(rowAt(own, one.row)._id, one.fields[0])} />`)}</span>`;
  const Broken = ({ of, own }) => html`<div class="say"><button class="lnk" go=${() => limitSheet(of.limit, own)}>${by(of.name)}</button>${by(of.says)}<${Ways} of=${of} own=${own} /></div>`;
  const labelOf = (name) => by((fields.find((one) => one.at === name || one.name === name) || {}).label) || (name === "points" ? word("points") : name);
  const limitSheet = (id, shown) => {
    view.loadRules();
    sheet(() => {
      const own = shown.id ? lists.get(shown.id) : shown, answer = own && answerOf(own), of = answer && answer.limits.find((one) => one.limit === id);
      if (!of) return null;
      return { title: by(of.name), body: html`<div class=${"say " + of.status + (late(own) ? " late" : "")}><b><${State} of=${of.status} /> ${word(of.status)}: ${span(of.have)}${bounds(of)}</b>${by(of.says)}<${Ways} of=${of} own=${own} /></div>
        <${Meter} of=${of} /><ul class="cite steps">${of.trace.map((step) => html`<li>${by(step.words)}</li>`)}</ul>
        ${of.troops[0] && html`<h3 say="counts" /><p>${of.troops.join(", ")}</p>`}<h3 say="rule" /><${Rule} id=${of.record} />` };
    });
  };
  const limitsSheet = (own, only) => sheet(() => ({ title: word("limits"), body: html`<div class=${late(own) ? "late" : ""}>${sorted(which(answerOf(lists.get(own.id) || own), only)).map((one) => html`<${Limit} key=${one.limit} of=${one} own=${lists.get(own.id) || own} />`)}</div>` }), true);
  const assumptionsSheet = (own) => sheet(() => ({ title: word("assumed"), body: html`<p say="assumed-why" /><ul class="plain">${(answerOf(own)?.assumptions || []).map((one) => html`<li>${by(one.words)}</li>`)}</ul>` }));

  // ---- The catalogue --------------------------------------------------------------------------------------------------

  const chosen = { q: "", all: false };
  const Catalogue = () => {
    const own = lists.current, of = own && faction ? own[faction.name] : "";
    const mine = troops.filter((one) => chosen.all || !one.factions.length || one.factions.includes(of));
    // What has no price is known less well, and comes last.
    const shown = [...mine].sort((one, other) => (one.points === null) - (other.points === null)).filter((one) => telling.every(({ at }) => !chosen[at] || one[at] === chosen[at]) && (!chosen.q || says(Object.values(one.name).join(" ") + " " + words({ profile: slug(one.id) }), chosen.q)));
    const toggle = (name, value) => { chosen[name] = chosen[name] === value ? "" : value; draw(); };
    const options = telling.flatMap((field) => field.values.filter((value) => mine.some((one) => one[field.at] === value.id)).map((value) => [`${field.at} ${value.id}`, by(value.name)]));
    return html`<${Search} named="search-troops" value=${chosen.q} set=${(value) => { chosen.q = value; draw(); }} />
      <${Chips} scrolls named="filters" options=${[...options, ...(faction ? [["all", say("all-of", { name: by(faction.label) })]] : [])]} on=${(one) => one === "all" ? chosen.all : chosen[one.split(" ")[0]] === one.split(" ")[1]} set=${(one) => one === "all" ? toggle("all", true) : toggle(...one.split(" "))} />
      <div>${shown.map((one) => html`<${Offer} key=${one.id} troop=${one} times=${own ? own.rows.filter((row) => troopOf(row) === one).length : 0} all=${assumes()} />`)}</div>
      ${!shown[0] && html`<${Empty} title=${mine.length ? word("no-troop") : say("no-troops-of", { name: by(factionOf(own || {})?.name) })} say="no-troop-try" />`}
      <p class="acts"><${Btn} icon="plus" say="own-troop" go=${addOwn} />${!shown[0] && !chosen.all && faction && html`<${Btn} text=${say("all-of", { name: by(faction.label) })} go=${() => toggle("all", true)} />`}</p>`;
  };
  const Offer = kept(({ troop, times }) => html`<div class="row"><button class="open" go=${() => troopSheet(troop)}>${picture({ profile: troop.id })}
    <span><b>${by(troop.name)}</b><small>${troop.least ? `${troop.least}${troop.most === troop.least ? "" : troop.most ? "–" + troop.most : "+"} × ` : ""}${words({ profile: slug(troop.id) })}</small></span></button>
    <div class="ctl"><span class="pts">${number(troop.points)}<small say="each" /></span><${Btn} kind="ink" icon="plus" label=${`${word("add")}: ${by(troop.name)}${times ? ` (${times})` : ""}`} go=${() => add(troop)}>${times > 0 && html`<span>${times}</span>`}<//></div></div>`);
  const addSheet = () => sheet(() => {
    const own = lists.current;
    return own && { title: word("add-troops"), body: html`<${Catalogue} />`, foot: html`<${Btn} kind="ink" icon="ok" go=${shut}><span class=${late(own) ? "late" : ""}>${word("done")} · ${cost(own)} / ${own.size}</span><//>` };
  }, true);
  // The rules of what a troop is and has.
  const rulesOf = (row) => fields.flatMap((field) => list(valueOf(row, field)).map((id) => field.values.find((one) => one.id === id))).filter((one) => one?.rule);
  const RuleChips = ({ row }) => rulesOf(row)[0] && html`<h3 say="its-rules" /><div class="chips">${rulesOf(row).map((one) => html`<${Cite} kind="chip" id=${one.rule}>${by(one.name)}<//>`)}</div>`;
  const troopSheet = (troop) => sheet(() => {
    const row = { profile: slug(troop.id) }, of = (faction ? faction.values : []).filter((one) => troop.factions.includes(one.id)).map((one) => by(one.name)), shown = figures.filter((one) => valueOf2(troop, one));
    return { title: by(troop.name), body: html`<p>${of.join(", ")}</p><p>${words(row)}</p>${shown[0] && html`<p class="cite">${shown.map((one) => html`<span>${by(one.label)} <b>${valueOf2(troop, one)}</b></span>`)}</p>`}
      <p>${troop.points === null ? word("no-price") : html`<b>${number(troop.points)}</b> ${word("points-each")}`}</p><${RuleChips} row=${row} />`,
    foot: lists.current && html`<${Btn} kind="main" icon="plus" say="add" go=${() => { add(troop); back(); }} />` };
  });
  const valueOf2 = (troop, field) => troop.figures[field.at.split(".")[1]];

  // ---- A row and its options ------------------------------------------------------------------------------------------

  const Row = kept(({ row, points }) => html`<div class="row" data-keep><button class="open" go=${() => rowSheet(row._id)}>${picture(row)}
    <span><b>${nameOf(row)}</b><small>${words(row) || word("options")}</small></span></button>
    <div class="ctl"><${Step} label=${`${word("miniatures")}, ${nameOf(row)}`} value=${count(row)} set=${(value) => setCount(row._id, value)} remove=${() => removeRow(row)} /><span class="pts">${points === undefined ? "…" : number(points)}</span></div></div>`);
  const pick = (id, field) => {
    let q = "";
    sheet(() => {
      const row = lists.current.rows.find((one) => one._id === id);
      if (!row) return null;
      const has = list(valueOf(row, field)), shown = field.values.filter((one) => !q || says(Object.values(one.name).join(" "), q)).sort((one, other) => by(one.name).localeCompare(by(other.name)));
      return { title: by(field.label), body: html`<${Search} label=${by(field.label)} value=${q} set=${(value) => { q = value; draw(); }} /><${Chips} label=${by(field.label)} options=${shown.map((one) => [one.id, by(one.name)])} on=${(one) => has.includes(one)}
        set=${(one) => editRow(id, (own) => put(own, field.name, has.includes(one) ? has.filter((other) => other !== one) : [...has, one]))} />`, foot: html`<${Btn} kind="ink" icon="ok" say="done" go=${back} />` };
    }, true);
  };
  const rowSheet = (id, wanted) => {
    sheet(() => {
      const own = lists.current, row = own && own.rows.find((one) => one._id === id);
      if (!row) return null;
      const troop = troopOf(row), set = (name, value) => editRow(id, (one) => put(one, name, value)), priced = troop && troop.points !== null, points = told && told.points.get(id);
      const marks = telling.map((field) => mark(row, field)).join("");
      const One = (field) => html`<${Field} label=${by(field.label) + mark(row, field)} data-field=${field.at} value=${list(valueOf(row, field))[0] || ""} set=${(value) => set(field.name, value)} options=${[["", word("not-said")], ...field.values.map((one) => [one.id, by(one.name)])]} />`;
      const flag = (field) => { const is = isTrue(valueOf(row, field)); set(field.name, is ? (troop && troop[field.at] !== undefined ? "false" : "") : "true"); };
      const move = (by2) => edit((one) => { const rows = [...one.rows], at = rows.findIndex((other) => other._id === id), to = Math.max(0, Math.min(rows.length - 1, at + by2)); rows.splice(to, 0, ...rows.splice(at, 1)); return { ...one, rows }; });
      return { title: nameOf(row), body: html`<${Field} named="name" data-field="name" value=${nameOf(row)} set=${(value) => set("name", troop && Object.values(troop.name).includes(value) ? "" : value)} />
        <div class="two"><span class="field"><span say="miniatures" /><${Step} named="miniatures" value=${count(row)} set=${(value) => setCount(id, value)} /></span>
        ${priced ? html`<p class=${late(own) ? "late" : ""}><b>${points === undefined || points === null ? "…" : number(points)}</b> ${word("points")} <small class="cite">${number(troop.points)} ${word("points-each")}</small></p>` :
    html`<${Field} named="row-points" data-field="points" type="number" min="0" inputmode="decimal" placeholder="?" value=${row.points || ""} set=${(value) => set("points", value)} />`}</div>
        ${!priced && !row.points && html`<p class="say unknown" say="no-price" />`}
        <div class="two">${telling.map(One)}</div>${/[§*]/.test(marks) && html`<p class="cite">${marks.includes("§") && html`<span say="by-ruling" />`}${marks.includes("*") && html`<span say="as-usual" />`}</p>`}
        ${many.filter((field) => list(valueOf(row, field)).length).map((field) => html`<span class="lab">${by(field.label)}</span><div class="chips" data-field=${field.at}>${list(valueOf(row, field)).map((one) => html`<${Chip} on named="remove" about=${named(field, one)} go=${() => set(field.name, list(valueOf(row, field)).filter((other) => other !== one))}>${named(field, one)}<${Icon} name="close" /><//>`)}</div>`)}
        <div class="chips">${many.map((field) => html`<${Chip} data-field=${field.at} go=${() => pick(id, field)}><${Icon} name="plus" />${by(field.label)}<//>`)}</div>
        ${flags[0] && html`<${Chips} named="traits" options=${flags.map((one) => [one.name, by(one.label)])} on=${(name) => isTrue(valueOf(row, flags.find((one) => one.name === name)))} set=${(name) => flag(flags.find((one) => one.name === name))} />`}
        ${(single.length > 0 || figures.length > 0) && html`<details open=${[...single, ...figures].some((one) => one.at === wanted)}><summary say="more-options" /><div class="two">${single.map(One)}${figures.map((one) => html`<${Field} label=${by(one.label)} data-field=${one.at} value=${row[one.name] || ""} placeholder=${(troop && valueOf2(troop, one)) || ""} set=${(value) => set(one.name, value)} />`)}</div></details>`}
        <${RuleChips} row=${row} />
        <p class="acts"><${Btn} icon="copy" say="duplicate" go=${() => editRow(id, ({ _id, ...one }) => [{ ...one, _id }, one], say("added", { name: nameOf(row) }))} />
        <${Btn} icon="up" named="up" go=${() => move(-1)} /><${Btn} icon="lower" named="lower" go=${() => move(1)} />
        <${Btn} kind="no" icon="close" say="remove" go=${() => { back(); removeRow(row); }} /></p>` };
    });
    const field = wanted && KD.$$(".sheet [data-field]").find((one) => one.dataset.field === wanted);
    if (field) { field.scrollIntoView({ block: "center" }); (field.matches("input, select") ? field : field.querySelector("button")).focus(); }
  };

  // ---- The list as a whole --------------------------------------------------------------------------------------------

  const setSheet = () => sheet(() => {
    const own = lists.current, set = (name, value) => edit((one) => put(one, name, value));
    if (!own) return null;
    const chosenLevel = levelOf(own);
    return { title: word("this-army"), body: html`<${Field} named="name" value=${own.name} set=${(value) => value && set("name", value)} />
      ${faction && html`<span class="lab">${by(faction.label)}</span><div class="chips" role="group" label=${by(faction.label)}>${faction.values.map((one) => html`<button class="chip" key=${one.id} on=${own[faction.name] === one.id} go=${() => set(faction.name, one.id)}>
        ${drawn(one.crest, "crest")}${by(one.name)}</button>`)}</div>`}
      ${sizes[0] && html`<span class="lab" say="size" /><${Choice} named="size" options=${sizes.map((one) => [String(one.points), `${by(one.name)} ${one.points}`])} value=${own.size} set=${(value) => set("size", value)} />`}
      <${Field} named=${sizes.length ? "any-size" : "size"} type="number" min="1" inputmode="numeric" value=${own.size} set=${(value) => value > 0 && set("size", value)} />
      ${level && html`<${Field} label=${by(level.label)} value=${own[level.name] || ""} set=${(value) => set(level.name, value)} options=${level.values.map((one) => [one.id, `${by(one.name)} · ${one.cost} ${word("points")}`])} />
        ${chosenLevel && html`<p class="acts"><${Btn} icon="rules" say="level-gives" go=${() => rule(chosenLevel.rule)} /></p>`}`}
      ${army.chosen.map((field) => html`<span class="lab">${by(field.label)}</span><${Chips} label=${by(field.label)} options=${field.values.map((one) => [one.id, by(one.name)])} on=${(one) => list(own[field.name]).includes(one)} set=${(one) => set(field.name, list(own[field.name]).includes(one) ? list(own[field.name]).filter((other) => other !== one) : [...list(own[field.name]), one])} />`)}
      <label class="check"><input type="checkbox" checked=${assumes()} onChange=${(event) => { assuming = event.target.checked; KD.kept("assume", assuming ? "yes" : "no"); changed(); }} /> <span say="assume" /></label>`,
    foot: html`<${Btn} kind="ink" icon="ok" say="done" go=${shut} />` };
  });
  const listsSheet = () => sheet(() => ({ title: word("my-armies"), body: html`${lists.all().map((own) => { const { broken } = known[own.id] || {}; return html`<div class="row" key=${own.id}><button class="open" aria-current=${lists.current.id === own.id ? "true" : undefined} go=${() => { lists.choose(own.id); location.hash = ""; shut(); }}>
      ${drawn(crest(own))}<span><b>${own.name}</b><small>${line(by(factionOf(own)?.name), `${costOf(own) === undefined ? "…" : number(costOf(own))} / ${own.size}`)}</small>${broken > 0 && html`<small class="wrong">${word("broken")}: ${broken}</small>`}</span></button>
      <div class="ctl"><${Btn} bare icon="close" named="delete" about=${own.name} go=${() => { lists.remove(own.id); toast(say("deleted", { name: own.name }), undo); }} /></div></div>`; })}
      <p class="acts"><${Btn} kind="main" icon="plus" say="new-army" go=${() => { create(); shut(); setSheet(); }} />${lists.current && html`<${Btn} icon="copy" say="copy-army" go=${() => { lists.copy(lists.current.id); toast(word("copied-army"), undo); }} />`}<${Btn} icon="down" say="import" go=${importSheet} /></p>
      ${samples[0] && html`<span class="lab" say="samples" /><div class="chips">${samples.map((one) => html`<${Chip} go=${() => { create({ ...one.list, name: say("sample", { name: by(one.name) }) }); location.hash = ""; shut(); toast(say("added", { name: by(one.name) }), undo); }}>${drawn(crest(one.list), "crest")}${by(one.name)}<//>`)}</div>`}
      <span class="lab" say="backup" /><p say="backup-why" /><p class="acts"><${Btn} icon="down" say="backup-out" disabled=${!lists.all().length} go=${() => save("kensei-lists.json", lists.backup())} /><${Btn} icon="up" say="backup-in" go=${importSheet} /></p>` }));
  const save = (name, text) => {
    const link = KD.create("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
  };
  const fileName = (own) => KD.plain(own.name).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "army";

  // What is read of a link, a back-up of lists, or by the engine of any file or text; what it does not know is named.
  const importSheet = () => {
    let text = "", state = null;
    const read = async (name, content) => {
      state = { busy: true };
      draw();
      try { state = await understood(name, content); } catch (fault) { state = { says: [word(fault.message) || String(fault)] }; }
      draw();
    };
    const understood = async (name, content) => {
      if (/#\/army\/|^1[\w-]{40,}$/.test(text.trim())) { const own = await lists.unpack(text); if (own.edition !== edition) throw new Error("other-edition"); lists.add(own); return { done: own }; }
      const backup = lists.restore(content ? new TextDecoder().decode(content) : text);
      if (backup !== null) return { count: backup };
      const said = await engine.ask({ ask: "import", edition, name, text, ...(content ? { content: btoa([...content].map((one) => String.fromCharCode(one)).join("")) } : {}) });
      const lines = (problems) => problems.map((one) => `${one.line ? `${say("line", { number: one.line })}: ` : ""}${by(one.words)}`);
      if (said.failed) return { says: [engine.words() || said.failed] };
      if (said.problems) return { says: lines(said.problems) };
      const { list: own, problems } = said.answer, size = own.size || SIZE;
      lists.add({ ...own, size });
      return { done: own, says: [...lines(problems.filter((one) => one.line || own.size)), ...(own.size ? [] : [say("size-assumed", { number: size })])] };
    };
    sheet(() => ({ title: word("import"), body: html`<p say="import-what" /><label class="field"><span say="import-paste" /><textarea class="in" spellcheck="false" value=${text} onInput=${(event) => { text = event.target.value; }}></textarea></label>
      <p class="acts"><${Btn} kind="main" icon="down" say="import" go=${() => text.trim() && read("", null)} /><label class="btn file"><${Icon} name="list" /><span say="import-file" /><input type="file" class="vh" onChange=${async (event) => { const file = event.target.files[0]; if (file) read(file.name, new Uint8Array(await file.arrayBuffer())); }} /></label></p>
      <div role="status">${state?.busy && html`<p>${engine.words() || word("loading")}</p>`}${state?.count !== undefined && html`<p class="say met">${say("restored", { number: state.count })}</p>`}
      ${state?.done && html`<p class="say met">${say("imported", { name: state.done.name })}</p>`}
      ${state?.says?.[0] && html`<div class="say"><b say=${state.done ? "not-read" : "refused"} /><ul class="plain">${state.says.map((one) => html`<li>${one}</li>`)}</ul></div>`}</div>`,
    foot: state && (state.done || state.count) && html`<${Btn} kind="ink" icon="ok" say="to-army" go=${() => { location.hash = ""; shut(); }} />` }));
  };

  const shareSheet = () => {
    const own = lists.current;
    let link = "", pack = null, wrote = null;
    const load = () => Promise.all([
      lists.address(own).then((address) => { link = address; }).catch(() => { link = ""; }),
      engine.ask({ ask: "pack", list: lists.bare(own) }).then((said) => { pack = said.answer || null; }),
      engine.ask({ ask: "write", list: lists.bare(own), language: KD.language() }).then((said) => { wrote = said.answer || null; }),
    ].map((one) => one.then(draw)));
    load();
    const send = () => navigator.share({ title: own.name, url: link }).catch(() => {});
    const paper = async () => { const said = await engine.ask({ ask: "roster", list: lists.bare(own), assume: assumes(), language: KD.language() }); if (said.answer) print(own, said.answer); else toast(engine.words() || (said.problems || [{ words: {} }]).map((one) => by(one.words)).join(" ")); };
    const needs = () => parts.map((part) => [part, part.troops ? own.rows.length : part.whole ? 1 : pack.items.filter((one) => part.of.includes(one.record) || part.of.includes(one.record.split("/")[0])).reduce((sum, one) => sum + one.copies, 0)]).filter(([, copies]) => copies);
    sheet(() => ({ title: word("share"), body: html`<p say="share-how" />
      <p class="acts"><${Btn} kind="main" icon="link" say="copy" disabled=${!link} go=${() => KD.copy(link)} />${navigator.share && html`<${Btn} icon="share" say="send" disabled=${!link} go=${send} />`}</p>
      ${link && html`<label class="field"><span>${say("letters", { number: link.length })}</span><input class="in" readonly value=${link} onFocus=${(event) => event.target.select()} /></label>`}
      <p class="acts"><${Btn} icon="list" say="as-text" disabled=${!wrote} go=${() => KD.copy(wrote.text)} /><${Btn} icon="down" text="YAML" disabled=${!wrote} go=${() => save(fileName(own) + ".yaml", wrote.yaml)} /><${Btn} icon="down" text="CSV" disabled=${!wrote} go=${() => save(fileName(own) + ".csv", wrote.csv)} /></p>
      <div class="sec"><h3 say="to-print" /></div><p class="acts"><${Btn} icon="print" say="roster" go=${paper} /></p>
      ${parts[0] && html`<h3 say="needs" />${pack ? html`<ul class="needs">${needs().map(([part, copies]) => html`<li><span>${by(part.titles)} ${!part.whole && html`<b>${copies}</b>`}</span>${(prints[part.name]?.[KD.language()] || []).map(([label, href]) => html`<${Btn} text=${label} href=${href} label=${`${by(part.titles)}, ${label}`} />`)}</li>`)}</ul>` : html`<p>${engine.words() || word("loading")}</p>`}
      <p say="pack-how" /><p><code>kensei-docs army pack ${fileName(own)}.yaml -l ${KD.language()}</code></p>`}<${Engine} />` }));
  };

  // ---- On paper -------------------------------------------------------------------------------------------------------

  const print = (own, roster) => {
    const box = KD.$("#paper") || document.body.appendChild(KD.create("section", { id: "paper" }));
    const shown = figures.filter((field) => roster.rows.some((row) => row.attributes[field.at.split(".")[1]]));
    preact.render(html`<header>${drawn(crest(own), "")}<div><h1>${own.name}</h1><p>${line(roster.army[faction && faction.name], roster.army.level)}</p></div><b>${roster.army.points} / ${roster.army.size}</b></header>
      <table><thead><tr><th say="troop" />${shown.map((field) => html`<th>${by(field.label)}</th>`)}<th say="points" /></tr></thead>
      <tbody>${roster.rows.map((row) => html`<tr><td><b>${row.miniatures} ${row.name}</b> ${row.equipment}<div class="wounds">${Array.from({ length: Math.min(60, row.wounds || 1) }, (_, at) => html`<i key=${at} class=${(at + 1) % ((row.wounds || 1) / row.miniatures) ? "" : "last"}></i>`)}</div></td>${shown.map((field) => { const name = field.at.split(".")[1]; return html`<td>${row.attributes[name] || ""}${row.lent.includes(name) ? "*" : ""}</td>`; })}<td>${row.points || "____"}</td></tr>`)}</tbody></table>
      <h2 say="limits" /><ul>${roster.limits.map((one) => html`<li><span>${one.name}</span><b>${one.status === "met" ? "" : word(one.status) + " "}${one.have}${one.least && one.most ? ` / ${one.least}–${one.most}` : one.most ? ` / ${one.most}` : one.least ? ` / ${one.least}+` : ""}</b></li>`)}</ul>
      <footer>${document.title} · ${word("version")} ${version}</footer>`, box);
    document.body.classList.add("prints");
    addEventListener("afterprint", () => document.body.classList.remove("prints"), { once: true });
    window.print();
  };

  // ---- The page -------------------------------------------------------------------------------------------------------

  const Engine = () => { const text = engine.words() || (fault && `${word("engine-fault")} ${fault}`); return text && html`<p class="engine">${text}${(fault || engine.state.state === "failed") && html` <${Btn} icon="undo" say="engine-again" go=${() => { engine.again(); asked = fault = ""; judge(lists.current); draw(); }} />`}</p>`; };
  const Band = ({ own, text }) => { const left = costOf(own) === undefined ? null : own.size - costOf(own); return html`<div class="band" style=${look(own)}>${drawn(crest(own))}
    <div><h1>${own.name}</h1><p>${line(text, by(factionOf(own)?.name), `${own.size} ${word("points")}`, by(levelOf(own)?.name))}</p></div>
    <div class=${"fig" + (late(own) ? " late" : "")}>${cost(own)}<small>${left === null ? "" : left < 0 ? say("too-many", { number: number(-left) }) : say("left", { number: number(left) })}</small></div></div>`; };
  // What the engine can't read of the list, each with its row.
  const Faults = ({ own, said }) => said.problems && html`<div class="say"><b say="refused" />${said.problems.map((one) => { const row = /^rows\.\d+/.test(one.place) && rowAt(own, one.place); return row && own.id ? html`<${Btn} icon="set" text=${`${nameOf(row)}: ${by(one.words)}`} go=${() => rowSheet(row._id)} />` : html`<span>${by(one.words)}</span>`; })}</div>`;
  const STATES = ["broken", "unknown", "met"];
  const Summary = ({ own }) => {
    const answer = answerOf(own);
    if (!answer) return null;
    return html`<div class=${"sum" + (late(own) ? " late" : "")} role="group" named="limits">${STATES.map((one) => [one, which(answer, one).length]).filter(([one, times]) => times || one === "met").map(([one, times]) => html`<${Chip} key=${one} go=${() => limitsSheet(own, one)}><${State} of=${one} />${word(one)}: ${times}<//>`)}
      ${answer.assumptions[0] && html`<${Chip} go=${() => assumptionsSheet(own)}>§ ${say("assumptions", { number: answer.assumptions.length })}<//>`}</div>`;
  };
  const Troubles = ({ own }) => {
    const answer = answerOf(own), unknown = which(answer, "unknown");
    // Of each row, all that limits wait for.
    const asks = [...new Set(unknown.flatMap((one) => one.asks.map((ask) => ask.row)))].map((row) => ({ row, fields: [...new Set(unknown.flatMap((one) => one.asks.filter((ask) => ask.row === row).flatMap((ask) => ask.fields)))] }));
    return html`<div class=${late(own) ? "late" : ""}>${which(answer, "broken").slice(0, wide.matches ? 0 : 3).map((one) => html`<${Broken} key=${one.limit} of=${one} own=${own} />`)}
      ${asks[0] && html`<div class="say unknown"><b>${word("unknown")}: ${unknown.length}</b><${Ways} of=${{ remedies: [], asks }} own=${own} /></div>`}</div>`;
  };
  const Invitation = () => html`<div class="empty">${drawn(army.crest)}<h1 say="door-army" /><p say="invitation" />
    <p class="acts"><${Btn} kind="main" icon="plus" say="new-army" go=${() => { create(); setSheet(); }} /><${Btn} icon="list" say="begin" go=${listsSheet} /></p><${Engine} /></div>`;
  const Army = ({ own }) => {
    const answer = answerOf(own), state = STATES.find((one) => which(answer, one)[0]) || "met";
    return html`<${Band} own=${own} /><div class="acts bar2"><${Btn} icon="set" say="settings" go=${setSheet} /><${Btn} icon="list" named="my-armies" go=${listsSheet}><span class="desk" say="my-armies" /><//><span class="grow"></span>
      <${Btn} icon="undo" named="undo" disabled=${!lists.changes} go=${undo} /><${Btn} icon="share" named="share" go=${shareSheet}><span class="desk" say="share" /><//></div>
      <${Engine} /><${Summary} own=${own} />${told && told.id === own.id && html`<${Faults} own=${own} said=${told.said} />`}
      <div class="three">${wide.matches && html`<section class="side" aria-labelledby="add-h"><div class="sec"><h2 id="add-h" say="add-troops" /></div><div class="cat"><${Catalogue} /></div></section>`}
      <section class=${late(own) ? "old" : ""} named="the-list"><${Troubles} own=${own} />${own.rows.map((row) => html`<${Row} key=${row._id} row=${row} points=${told ? told.points.get(row._id) : undefined} assumes=${assumes()} />`)}
      ${!own.rows[0] && html`<${Empty} title=${word("empty")} say="empty-how">${!wide.matches && html`<${Btn} kind="main" icon="plus" say="add-troops" go=${addSheet} />`}<//>`}</section>
      ${wide.matches && html`<section class="side" aria-labelledby="lim-h"><div class="sec"><h2 id="lim-h" say="limits" /></div><div class=${late(own) ? "late" : ""}>${answer && sorted(answer.limits).map((one) => html`<${Limit} key=${one.limit} of=${one} own=${own} />`)}</div></section>`}</div>
      ${!wide.matches && html`<div class="thumb"><${Btn} kind="main" icon="plus" say="add-troops" go=${addSheet} />${answer && html`<${Btn} go=${() => limitsSheet(own)}><${State} of=${state} /><span say="limits" /><//>`}${own.rows.length > 0 && PLAYS && html`<${Btn} icon="dice" say="play" href=${root + "play.html"} />`}</div>`}`;
  };
  const PLAYS = !!KD.$('.menu a[href$="play.html"]');

  // A list from an address is shown, and taken over only if one says so.
  let shared = null;
  const Shared = () => {
    const { own, fault } = shared;
    if (fault) return html`<div class="empty"><h1 say="damaged" /><p>${word(fault)} ${word("yours-stay")}</p><p class="acts">${fault === "other-edition" && html`<${Btn} kind="main" text=${shared.edition} href=${`${root}../${shared.edition}/army.html${location.hash}`} />`}<${Btn} say="my-armies" href="#" /></p></div>`;
    return html`<${Band} own=${own} say="shared" /><p class="acts bar2"><${Btn} kind="main" icon="down" say="keep-copy" go=${() => { lists.add(own); location.hash = ""; toast(word("kept-copy"), undo); }} />
      ${PLAYS && html`<${Btn} icon="dice" say="play-against" href=${root + "play.html" + location.hash} />`}<${Btn} say="my-armies" href="#" /></p>
      ${own._version !== version && html`<p class="say unknown">${say("other-version", { theirs: own._version || "?", ours: version })}</p>`}<${Engine} /><${Summary} own=${own} />${told && told.id === own.id && html`<${Faults} own=${own} said=${told.said} />`}
      ${which(answerOf(own), "broken").map((one) => html`<${Broken} key=${one.limit} of=${one} own=${own} />`)}
      ${own.rows.map((row, at) => html`<div class="row" key=${at} data-keep><div class="open">${picture(row)}<span><b>${row.miniatures} × ${nameOf(row)}</b><small>${words(row)}</small></span></div><span class="pts">${told && told.points.has(row._id) ? number(told.points.get(row._id)) : "…"}</span></div>`)}`;
  };
  const shown = () => shared ? shared.own : lists.current;
  const Page = () => { const own = shown(); document.title = `${own ? own.name : word("army")} · ${KD.$(`.brand [lang="${KD.language()}"]`).textContent}`; return shared ? html`<${Shared} />` : own ? html`<${Army} own=${own} />` : html`<${Invitation} />`; };
  const changed = () => { draw(); judge(shown()); };
  const follow = async () => {
    const asks = /^#\/army\/./.test(location.hash), address = location.hash;
    shared = null;
    if (asks) {
      try {
        const own = await lists.unpack(address);
        shared = own.edition === edition ? { own: { ...own, id: "", rows: own.rows.map((row, at) => ({ ...row, _id: String(at) })) } } : { fault: "other-edition", edition: own.edition };
      } catch (fault) { shared = { fault: fault.message }; }
      if (address !== location.hash) return;
    }
    shut();
    changed();
  };
  view.show(Page, undo);
  lists.hear(changed);
  engine.hear(draw);
  wide.addEventListener("change", draw);
  addEventListener("hashchange", follow);
  follow();
  // The page is there before the engine begins to load.
  requestAnimationFrame(() => setTimeout(engine.start));
})();
