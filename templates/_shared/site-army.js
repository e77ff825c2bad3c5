"use strict";
// The army builder: what the player taps changes a list, and the engine in its worker says what it costs, which limits it
// keeps, and what mends the others.
(() => {
  const { $, $$, word, lists, engine, view, data: { army } } = KD;
  const {
    html, kept, draw, sheet, back, shut, by, say, number, says, tell, toast, rule, slug, troopOf, nameOf, drawn, picture,
    Icon, Btn, Step, Choice, Chips, Chip, Cite, Field, Search, State, Empty, Rule,
  } = view;
  const { faction, level, sizes, fields, tells, troops, samples, parts, prints } = army, { root, version, edition } = KD.here;

  // ---- Troops and rows ------------------------------------------------------------------------------------------------

  // What there is of some words, in one line; the values of a field.
  const line = (...parts) => parts.filter(Boolean).join(" · ");
  const list = (value) => [value ?? []].flat().filter((one) => one !== "");
  const find = (values, id) => values.find((one) => one.id === id);
  const toggled = (values, one) => values.includes(one) ? values.filter((other) => other !== one) : [...values, one];
  // What a row is: its own word, else its profile's.
  const valueOf = (row, field) => row[field.name] ?? troopOf(row)?.[field.at];
  const valuesOf = (row, field) => list(valueOf(row, field));
  const named = (field, id) => by(find(field.values, id)?.name) || id;
  const isTrue = (row, field) => ["true", "yes"].includes(String(valueOf(row, field)));
  // § what a ruling says, * what is usual: unless the row says it.
  const mark = (row, { name, at }) => {
    const because = name in row ? "" : troopOf(row)?.assumptions.find((one) => one.field === at)?.because;
    return because === "by-ruling" ? "§" : because && assuming ? "*" : "";
  };
  const [telling, flags, many, single, figures] = [
    (one) => tells.includes(one.at),
    (one) => one.takes === "boolean",
    (one) => one.takes === "names",
    (one) => one.takes === "name" && !tells.includes(one.at),
    (one) => !one.values[0] && one.takes !== "boolean",
  ].map((test) => fields.filter(test));
  const words = (row) => line(
    ...telling.flatMap((field) => valuesOf(row, field).map((id) => named(field, id) + mark(row, field))),
    ...flags.filter((field) => isTrue(row, field)).map((field) => by(field.label)),
    ...many.flatMap((field) => list(field.carried ? valueOf(row, field) : row[field.name]).map((id) => named(field, id))),
  );
  const chosenOf = (own, field) => field && find(field.values, own[field.name]);
  const crest = (own) => chosenOf(own, faction)?.crest || army.crest;
  const rowOf = (own, path) => own.rows[path.slice(5)];

  // ---- What the engine says -------------------------------------------------------------------------------------------
  // The last answer stays until the next one comes. Of each list this device keeps what it costs, row by row, and whether
  // it is legal: the page knows that before the engine is up.

  let assuming = KD.kept("assume") !== "no", told = {}, fault = "", asked = "", known = {};
  try { known = JSON.parse(KD.kept("told-" + edition)) || {}; } catch { /* it is told anew */ }
  // Each edit makes its rows anew: they stand for the state of a list, which is written out once.
  const keys = new WeakMap();
  const keyOf = (own) => {
    if (!keys.has(own.rows)) keys.set(own.rows, JSON.stringify(lists.bare(own)));
    return own.id + keys.get(own.rows) + assuming;
  };
  const late = (own) => told.key === keyOf(own) ? "" : " late";
  const answerOf = (own) => told.id === own.id ? told.answer : undefined;
  const of = (own) => known[own.id] || {};
  const cost = (own) => { const { cost, left } = of(own); return cost === undefined ? "" : (left === null ? "≥ " : "") + number(cost); };
  const status = ({ broken, unknown }) => broken ? "broken" : unknown ? "unknown" : "met";
  const verdict = (own) => {
    const { broken, unknown, left } = of(own);
    return line(broken ? say("illegal", { number: broken }) : unknown ? say("undecided", { number: unknown }) :
      say("legal", { cost: cost(own), size: own.size }), left > 0 && say("left", { number: number(left) }));
  };
  const take = (own, key, said) => {
    if (said.dropped) return;
    fault = said.failed || "";
    if (!fault) told = { ...said, id: own.id, key };
    if (said.answer) {
      const { cost, left, limits, rows } = said.answer, times = (status) => limits.filter((one) => one.status === status).length;
      const points = Object.fromEntries(rows.map((one) => [rowOf(own, one.row)._id, one.points]));
      known[own.id] = { cost, left, broken: times("broken"), unknown: times("unknown"), points };
      KD.kept("told-" + edition, JSON.stringify({ ...known, "": undefined }));
      tell(verdict(own));
    }
    draw();
  };
  const judge = async (own) => {
    const key = own && keyOf(own);
    if (!own || asked === key) return;
    asked = key;
    const question = { ask: "check", list: lists.bare(own), assume: assuming };
    const said = await engine.ask(question, "check");
    take(own, key, said);
    // What mends a limit takes longer: it is asked for when nothing newer is.
    if (asked !== key || !of(own).broken) return;
    const more = await engine.ask({ ...question, remedies: true }, "check");
    if (more.answer && asked === key) take(own, key, more);
  };

  // ---- Changes --------------------------------------------------------------------------------------------------------

  // What was taken off is named where it stood: [place, words].
  let gone = null;
  const undo = () => { gone = null; if (lists.undo()) tell(word("undone")); };
  const edit = (change, text) => { gone = null; lists.edit(lists.current.id, change); if (text) tell(text); };
  const editRow = (id, change, text) => edit((own) => ({ ...own, rows: own.rows.flatMap((row) => row._id === id ? change(row) : row) }), text);
  const put = (row, name, value) => {
    const { [name]: _, ...rest } = row, isNone = Array.isArray(value) ? !value[0] && !list(troopOf(row)?.[name])[0] : value === "";
    return isNone ? rest : { ...rest, [name]: value };
  };
  const count = (row) => +row.miniatures || 1;
  // The points that a player wrote for a row stay those of a miniature.
  const counted = (row, miniatures, points) => ({
    ...row, miniatures: String(miniatures),
    ...(row.points ? { points: String(points ?? Math.round((row.points / count(row)) * miniatures * 100) / 100) } : {}),
  });
  const setCount = (id, miniatures) => editRow(id, (row) => counted(row, miniatures));
  const removeRow = (row) => {
    const at = lists.current.rows.findIndex((one) => one._id === row._id), text = say("removed", { name: nameOf(row) });
    editRow(row._id, () => [], text);
    gone = [at, text];
    draw();
  };
  const addRow = (row, text) => edit((own) => ({ ...own, rows: [...own.rows, row] }), text);
  const add = (troop) => addRow({ profile: slug(troop.id), miniatures: String(troop.least || 1) }, say("added", { name: by(troop.name) }));
  const SIZE = String(sizes[0] ? sizes[0].points : 100);
  const first = (field) => field ? { [field.name]: field.values[0].id } : {};
  const create = (more) => { lists.add({ name: word("new-army"), ...first(faction), size: SIZE, ...first(level), rows: [], ...more }); location.hash = ""; };

  // ---- Limits ---------------------------------------------------------------------------------------------------------

  const mend = ({ changes, words }) => edit((own) => ({
    ...own, rows: [
      ...own.rows.flatMap((row, at) => {
        const change = changes.find((one) => one.row === "rows." + at);
        return !change ? row : change.remove ? [] : counted(row, change.miniatures, change.points);
      }),
      ...changes.filter((one) => one.add).map((one) => ({ profile: one.add, miniatures: String(one.miniatures) })),
    ],
  }), by(words));
  // What a list that the answer is true of waits for: of one limit, or of all.
  const Asks = ({ own, limit }) => answerOf(own).asks.filter((one) => !limit || limit.asks.some((other) => other.row === one.row))
    .map((one) => html`<${Btn} icon="set" text=${by(one.words)} go=${() => rowSheet(rowOf(own, one.row)._id, one.fields[0])} />`);
  const Ways = ({ limit, own }) => own.id && !late(own) && limit.status !== "met" && html`<p class="acts">
    ${limit.remedies.map((one) => html`<${Btn} text=${by(one.words)} go=${() => mend(one)} />`)}
    ${limit.status === "unknown" ? html`<${Asks} own=${own} limit=${limit} />` : !limit.remedies[0] && limit["at-least"] && html`<${Btn} icon="plus" say="add-troops" go=${addSheet} />`}</p>`;
  const Limit = ({ limit, own }) => {
    const { have, least, most } = limit.bar;
    return html`<div class="lim"><button go=${() => limitSheet(limit.limit, own)}><${State} of=${limit.status} /><span class="what">${by(limit.name)}</span>
      <b>${by(limit.amount)}</b>${(least ?? most) !== null && html`<span class=${"meter " + limit.status} style=${`--have: ${have}; --least: ${least}; --most: ${most}`} aria-hidden="true">
      <i/>${most !== null && html`<u/>`}${least !== null && html`<em/>`}</span>`}
      ${limit.status !== "met" && html`<span class="why">${by(limit.says)}</span>`}</button><${Ways} limit=${limit} own=${own} /></div>`;
  };
  // Broken ones first, then those that nobody knows, then those that are near their end; the others are folded.
  const Limits = ({ own, most }) => {
    const { limits = [] } = answerOf(own) || {}, order = ["broken", "unknown", "met"];
    const shown = (test) => order.flatMap((one) => limits.filter((limit) => limit.status === one && test(limit)))
      .slice(0, most).map((limit) => html`<${Limit} key=${limit.limit} limit=${limit} own=${own} />`);
    const rest = most ? [] : shown((limit) => limit.status === "met" && !limit.near);
    return html`<div class=${late(own)}>${shown((limit) => most ? limit.status === "broken" : limit.status !== "met" || limit.near)}
      ${rest[0] && html`<details><summary>${say("others", { number: rest.length })}</summary>${rest}</details>`}</div>`;
  };
  const limitSheet = (id, shown) => {
    view.loadRules();
    sheet(() => {
      const own = shown.id ? lists.get(shown.id) : shown, limit = own && answerOf(own) && answerOf(own).limits.find((one) => one.limit === id);
      return limit && { title: by(limit.name), body: html`<div class=${late(own)}><${Limit} limit=${limit} own=${own} /></div>
        <ul class="cite plain">${limit.trace.filter((step) => step.figure !== step.value).map((step) => html`<li>${by(step.words)}</li>`)}</ul>
        <h3 say="rule" /><${Rule} id=${limit.record} />` };
    });
  };
  const limitsSheet = (own) => sheet(() => ({ title: word("limits"), body: html`<p>${verdict(own)}</p><${Limits} own=${own} />` }));

  // ---- The catalogue --------------------------------------------------------------------------------------------------

  const chosen = { q: "", all: false };
  const all = () => say("all-of", { name: by(faction.label) });
  const Catalogue = () => {
    const own = lists.current, mine = troops.filter((one) => chosen.all || !one.factions[0] || !faction || one.factions.includes(own[faction.name]));
    const shown = mine.filter((one) => telling.every(({ at }) => !chosen[at] || one[at] === chosen[at]) &&
      (!chosen.q || says(Object.values(one.name).join(" ") + " " + words({ profile: slug(one.id) }), chosen.q)));
    const options = telling.flatMap(({ at, values }) => values.filter(({ id }) => mine.some((one) => one[at] === id)).map(({ id, name }) => [at, id, by(name)]));
    const toggle = (name, value) => { chosen[name] = chosen[name] === value ? "" : value; draw(); };
    const offers = (test) => shown.filter(test).map((one) => html`<${Offer} key=${one.id} troop=${one} times=${own.rows.filter((row) => troopOf(row) === one).length} marks=${assuming} />`);
    const open = offers((one) => one.points === null);
    return html`<${Search} named="search-troops" value=${chosen.q} set=${(value) => { chosen.q = value; draw(); }} />
      <div class="chips scrolls filters" role="group" named="filters" onKeyDown=${rove}>
      ${[...options, ...(faction ? [["all", true, all()]] : [])].map(([at, id, text], place) => html`<${Chip} key=${at + id} tabindex=${place ? -1 : 0} on=${chosen[at] === id} go=${() => toggle(at, id)}>${text}<//>`)}</div>
      <div>${offers((one) => one.points !== null)}${open[0] && html`<h3 say="unpriced" />`}${open}</div>
      ${!shown[0] && html`<${Empty} title=${mine[0] ? word("no-troop") : say("no-troops-of", { name: by(chosenOf(own, faction)?.name) })} text=${word("no-troop-try")} />`}
      <p class="acts"><${Btn} icon="plus" say="own-troop" go=${() => { addRow({ name: word("my-troop"), miniatures: "1" }); rowSheet(lists.current.rows.at(-1)._id); }} />
      ${!shown[0] && faction && !chosen.all && html`<${Btn} text=${all()} go=${() => toggle("all", true)} />`}</p>`;
  };
  // The chips are one stop of the Tab key: the arrows go from one to the next.
  const rove = ({ key, target, currentTarget }) => {
    const next = key === "ArrowRight" ? target.nextElementSibling : key === "ArrowLeft" ? target.previousElementSibling : null;
    if (!next) return;
    for (const one of currentTarget.children) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  };
  const Offer = kept(({ troop, times }) => html`<div class="row"><button class="open" go=${() => troopSheet(troop)}>${picture({ profile: troop.id })}
    <span><b>${by(troop.name)}</b><small>${troop.least ? `${troop.least}${troop.most === troop.least ? "" : troop.most ? "–" + troop.most : "+"} × ` : ""}${words({ profile: slug(troop.id) })}</small></span></button>
    <div class="ctl">${troop.points !== null && html`<${Each} troop=${troop} />`}
    <${Btn} kind="ink" icon="plus" named="add" about=${by(troop.name) + (times ? ` (${times})` : "")} go=${() => add(troop)}>${times > 0 && html`<span>${times}</span>`}<//></div></div>`);
  const Each = ({ troop }) => html`<span class="pts">${number(troop.points)}<small say="each" /></span>`;
  const addSheet = () => sheet(() => {
    const own = lists.current;
    return own && { title: word("add-troops"), body: html`<${Catalogue} />`, foot: html`<${Btn} kind="ink" icon="ok" go=${shut}>
      <span class=${late(own)}>${line(word("done"), cost(own) && `${cost(own)} / ${own.size}`)}</span><//>` };
  }, true);

  // ---- A troop, a row and its options -----------------------------------------------------------------------------------

  // What it is: its figures, then what each of its traits, arms and abilities says, in a line that leads to its rule.
  const About = ({ row }) => {
    const given = army.figures[troopOf(row)?.id] || {};
    const shown = figures.map((field) => [by(field.label), row[field.name] ? [row[field.name]] : given[field.at]]).filter(([, one]) => one);
    return html`<p>${words(row)}</p><${Marks} rows=${[row]} />${shown[0] && html`<p class="stats">${shown.map(([label, [figure, lent]]) => html`<span>${label} <b>${figure}${lent && "†"}</b></span>`)}</p>`}
      ${shown.some(([, one]) => one[1]) && html`<p class="cite" say="lent" />`}
      <div>${fields.flatMap((field) => valuesOf(row, field).map((id) => find(field.values, id))).filter((one) => one?.rule)
        .map((one) => html`<${Cite} kind="gist" id=${one.rule}><b>${by(one.name)}</b><small>${by(one.gist)}</small><//>`)}</div>`;
  };
  // What the marks behind words mean, with the ruling.
  const Marks = ({ rows }) => {
    const shown = telling.filter((field) => rows.some((row) => mark(row, field))), has = (sign) => shown.some((field) => rows.some((row) => mark(row, field) === sign));
    const ruling = shown.find((field) => field.ruling)?.ruling;
    return shown[0] && html`<p class="cite">${has("§") && (ruling ? html`<${Cite} id=${ruling}>${word("by-ruling")}<//>` : html`<span say="by-ruling" />`)}${has("*") && html`<span say="as-usual" />`}</p>`;
  };
  const troopSheet = (troop) => sheet(() => ({
    title: by(troop.name), body: html`<p>${line(by(faction?.label) && troop.factions.map((id) => named(faction, id)).join(", "), troop.points === null ? word("no-price") : `${number(troop.points)} ${word("points-each")}`)}</p>
      <${About} row=${{ profile: slug(troop.id) }} />`,
    foot: lists.current && html`<${Btn} kind="main" icon="plus" say="add" go=${() => { add(troop); back(); }} />`,
  }));
  const Row = kept(({ row, points }) => html`<div class="row" data-keep><button class="open" go=${() => rowSheet(row._id)}>${picture(row)}
    <span><b>${nameOf(row)}</b><small>${words(row) || word("options")}</small></span></button>
    <div class="ctl"><${Step} label=${line(word("miniatures"), nameOf(row))} value=${count(row)} set=${(value) => setCount(row._id, value)} remove=${() => removeRow(row)} /><${Points} row=${row} points=${points} /></div>
    <${MayBe} row=${row} /></div>`);
  // What a row costs, or what a miniature does.
  const Points = ({ row, points }) => points === undefined && troopOf(row) ? html`<${Each} troop=${troopOf(row)} />` : html`<span class="pts">${number(points)}</span>`;
  // What a name that was read of a list may mean.
  const MayBe = ({ row }) => row["_may-be"] && html`<div class="say unknown"><span>${say("which", { name: row.name })}</span><p class="acts">
    ${row["_may-be"].map((profile) => html`<${Btn} text=${nameOf({ profile })} go=${() => editRow(row._id, ({ name: _, "_may-be": __, ...one }) => ({ profile, ...one }), nameOf({ profile }))} />`)}</p></div>`;
  const pick = (id, field) => {
    let q = "";
    sheet(() => {
      const row = lists.current.rows.find((one) => one._id === id);
      if (!row) return null;
      const has = valuesOf(row, field), shown = field.values.filter((one) => !q || says([...Object.values(one.name), by(one.gist)].join(" "), q)).sort((one, other) => by(one.name).localeCompare(by(other.name)));
      return {
        title: by(field.label), body: html`<${Search} label=${by(field.label)} value=${q} set=${(value) => { q = value; draw(); }} />
          <div class="picks">${shown.map((one) => html`<${Chip} key=${one.id} on=${has.includes(one.id)} go=${() => editRow(id, (own) => put(own, field.name, toggled(has, one.id)))}><b>${by(one.name)}</b><small>${by(one.gist)}</small><//>`)}</div>`,
        foot: html`<${Btn} kind="ink" icon="ok" say="done" go=${back} />`,
      };
    }, true);
  };
  const rowSheet = (id, wanted) => {
    sheet(() => {
      const own = lists.current, row = own?.rows.find((one) => one._id === id);
      if (!row) return null;
      const troop = troopOf(row), isOpen = !(troop?.points > 0), set = (name, value) => editRow(id, (one) => put(one, name, value));
      const One = (field) => html`<${Field} label=${by(field.label) + mark(row, field)} data-field=${field.at} value=${valuesOf(row, field)[0] || ""} set=${(value) => set(field.name, value)} options=${[["", word("not-said")], ...field.values.map((one) => [one.id, by(one.name)])]} />`;
      const flag = (field) => set(field.name, !isTrue(row, field) ? "true" : troop && field.at in troop ? "false" : "");
      const move = (by2) => edit((one) => {
        const rows = [...one.rows], at = rows.findIndex((other) => other._id === id);
        rows.splice(Math.max(0, at + by2), 0, ...rows.splice(at, 1));
        return { ...one, rows };
      });
      return { title: nameOf(row), body: html`<${MayBe} row=${row} /><div class="two"><${Step} named="miniatures" value=${count(row)} set=${(value) => setCount(id, value)} />
        <p class=${late(own)}><${Points} row=${row} points=${of(own).points?.[id]} /> ${isOpen ? "" : html`<small class="cite">${number(troop.points)} ${word("points-each")}</small>`}</p></div>
        <${About} row=${row} />
        <details open=${!troop || !!wanted}><summary say="change" /><${Field} named="name" data-field="name" value=${nameOf(row)} set=${(value) => set("name", troop && Object.values(troop.name).includes(value) ? "" : value)} />
        ${isOpen && html`<${Field} named="row-points" data-field="points" type="number" min="0" inputmode="decimal" placeholder="?" value=${row.points || ""} set=${(value) => set("points", value)} />
        ${!row.points && html`<p class="say unknown" say="no-price" />`}`}
        <div class="two">${[...telling, ...single].map(One)}</div>
        ${many.map((field) => html`<span class="lab">${by(field.label)}</span><div class="chips" data-field=${field.at}>${valuesOf(row, field).map((one) => html`<${Chip} on named="remove" about=${named(field, one)} go=${() => set(field.name, toggled(valuesOf(row, field), one))}>${named(field, one)}<${Icon} name="close" /><//>`)}
        <${Chip} named="add" about=${by(field.label)} go=${() => pick(id, field)}><${Icon} name="plus" /><//></div>`)}
        ${flags[0] && html`<span class="lab" say="traits" /><${Chips} named="traits" options=${flags.map((one) => [one, by(one.label)])} on=${(one) => isTrue(row, one)} set=${flag} />`}
        <div class="two">${figures.map((one) => html`<${Field} label=${by(one.label)} data-field=${one.at} value=${row[one.name] || ""} placeholder=${(army.figures[troop?.id] || {})[one.at]?.[0] || ""} set=${(value) => set(one.name, value)} />`)}</div>
        <p class="acts"><${Btn} icon="copy" say="duplicate" go=${() => editRow(id, ({ _id, ...one }) => [{ ...one, _id }, one], say("added", { name: nameOf(row) }))} />
        <${Btn} icon="up" named="up" go=${() => move(-1)} /><${Btn} icon="lower" named="lower" go=${() => move(1)} /></p></details>
        <p class="acts"><${Btn} kind="no" icon="close" say="remove" go=${() => { back(); removeRow(row); }} /></p>` };
    });
    const field = wanted && $$(".sheet [data-field]").find((one) => one.dataset.field === wanted);
    if (field) { field.scrollIntoView({ block: "center" }); (field.matches("input, select") ? field : $("button", field)).focus(); }
  };

  // ---- The list as a whole --------------------------------------------------------------------------------------------

  const setSheet = () => sheet(() => {
    const own = lists.current, set = (name, value) => edit((one) => put(one, name, value)), ranked = own && chosenOf(own, level);
    const Gist = ({ one }) => one && html`<p class="cite">${by(one.gist)} <${Cite} id=${one.rule}>${by(one.name)}<//></p>`;
    return own && { title: word("this-army"), body: html`<${Field} named="name" value=${own.name} set=${(value) => value && set("name", value)} />
      ${faction && html`<span class="lab">${by(faction.label)}</span><${Chips} label=${by(faction.label)} options=${faction.values.map((one) => [one.id, html`${drawn(one.crest, "crest")}${by(one.name)}`])} on=${(id) => id === own[faction.name]} set=${(id) => set(faction.name, id)} />
      <${Gist} one=${chosenOf(own, faction)} />`}
      ${sizes[0] && html`<span class="lab" say="size" /><${Choice} named="size" options=${sizes.map((one) => [String(one.points), `${by(one.name)} ${one.points}`])} value=${own.size} set=${(value) => set("size", value)} />`}
      <${Field} named=${sizes[0] ? "any-size" : "size"} type="number" min="1" inputmode="numeric" value=${own.size} set=${(value) => value > 0 && set("size", value)} />
      ${level && html`<${Field} label=${by(level.label)} value=${own[level.name] || ""} set=${(value) => set(level.name, value)} options=${level.values.map((one) => [one.id, `${by(one.name)} · ${one.cost} ${word("points")}`])} /><${Gist} one=${ranked} />`}
      ${army.chosen.map((field) => html`<span class="lab">${by(field.label)}</span><${Chips} label=${by(field.label)} options=${field.values.map((one) => [one.id, by(one.name)])} on=${(one) => list(own[field.name]).includes(one)} set=${(one) => set(field.name, toggled(list(own[field.name]), one))} />`)}
      <label class="check"><input type="checkbox" checked=${assuming} onChange=${(event) => { assuming = event.target.checked; KD.kept("assume", assuming ? "yes" : "no"); changed(); }} /> <span say="assume" /></label>`,
    foot: html`<${Btn} kind="ink" icon="ok" say="done" go=${shut} />` };
  });
  const listsSheet = () => sheet(() => ({ title: word("my-armies"), body: html`${lists.all().map((own) => html`<div class="row" key=${own.id}>
      <button class="open" aria-current=${lists.current.id === own.id ? "true" : undefined} go=${() => { lists.choose(own.id); location.hash = ""; shut(); }}>${drawn(crest(own))}<span><b>${own.name}</b>
      <small>${line(by(chosenOf(own, faction)?.name), "points" in of(own) ? verdict(own) : own.size)}</small></span></button>
      <${Btn} bare icon="close" named="delete" about=${own.name} go=${() => { lists.remove(own.id); toast(say("deleted", { name: own.name }), undo); }} /></div>`)}
    <p class="acts"><${Btn} kind="main" icon="plus" say="new-army" go=${() => { create(); shut(); setSheet(); }} />
    ${lists.current && html`<${Btn} icon="copy" say="copy-army" go=${() => lists.copy(lists.current.id)} />`}<${Btn} icon="down" say="import" go=${importSheet} /></p>
    ${samples[0] && html`<span class="lab" say="samples" /><div class="chips">${samples.map((one) => html`<${Chip} go=${() => { create({ ...one.list, name: say("sample", { name: by(one.name) }) }); shut(); }}>${drawn(crest(one.list), "crest")}${by(one.name)}<//>`)}</div>`}
    <span class="lab" say="backup" /><p say="backup-why" /><p class="acts"><${Btn} icon="down" say="backup-out" disabled=${!lists.current} go=${() => save("kensei-lists.json", lists.backup())} /><${Btn} icon="up" say="backup-in" go=${importSheet} /></p>` }));
  const save = (download, text) => {
    const link = KD.create("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" })), download });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
  };

  // What is read of a link, a back-up of lists, or by the engine of any file or text; what it does not know is named.
  const importSheet = () => {
    let text = "", state = {};
    const read = async (name, content) => {
      state = { busy: true };
      draw();
      state = await understood(name, content).catch((fault) => ({ left: [word(fault.message) || String(fault)] }));
      draw();
    };
    const understood = async (name, content) => {
      if (/#\/army\/|^1[\w-]{40,}$/.test(text.trim())) {
        const own = await lists.unpack(text);
        if (own.edition !== edition) throw new Error("other-edition");
        return { done: lists.add(own) };
      }
      const backup = lists.restore(content ? new TextDecoder().decode(content) : text);
      if (backup !== null) return { count: backup };
      const said = await engine.ask({ ask: "import", edition, name, text, content: content && btoa(content.reduce((all, one) => all + String.fromCharCode(one), "")) });
      const told = (problems, isNote) => problems.filter((one) => (one.severity === "note") === isNote).map((one) => line(one.line && say("line", { number: one.line }), by(one.words)));
      if (!said.answer) return { left: said.failed ? [engine.words() || said.failed] : told(said.problems, false) };
      const { list: own, problems } = said.answer, size = own.size || SIZE, of = problems.filter((one) => one.line || own.size);
      return { done: lists.add({ ...own, size }), left: told(of, false), guessed: [...told(of, true), ...(own.size ? [] : [say("size-assumed", { number: size })])] };
    };
    const Told = ({ lines, head }) => lines?.[0] && html`<div class="say"><b say=${head} /><ul class="plain">${lines.map((one) => html`<li>${one}</li>`)}</ul></div>`;
    sheet(() => {
      const own = lists.get(state.done);
      return { title: word("import"), body: html`<p say="import-what" /><label class="field"><span say="import-paste" /><textarea class="in" spellcheck="false" value=${text} onInput=${(event) => { text = event.target.value; }}></textarea></label>
        <p class="acts"><${Btn} kind="main" icon="down" say="import" go=${() => text.trim() && read("", null)} /><label class="btn file"><${Icon} name="list" /><span say="import-file" /><input type="file" class="vh" onChange=${async ({ target: { files: [file] } }) => file && read(file.name, new Uint8Array(await file.arrayBuffer()))} /></label></p>
        <div role="status">${state.busy && html`<p>${engine.words() || word("loading")}</p>`}${state.count !== undefined && html`<p class="say met">${say("restored", { number: state.count })}</p>`}
        ${own && html`<p class="say met">${line(say("imported", { name: own.name }), by(chosenOf(own, faction)?.name), by(chosenOf(own, level)?.name))}</p>${own.rows.map((row) => html`<${MayBe} row=${row} />`)}`}
        <${Told} lines=${state.left} head=${own ? "not-read" : "refused"} /><${Told} lines=${state.guessed} head="guessed" /></div>`,
      foot: (own || state.count) && html`<${Btn} kind="ink" icon="ok" say="to-army" go=${() => { location.hash = ""; shut(); }} />` };
    });
  };

  const shareSheet = () => {
    const own = lists.current, file = KD.plain(own.name).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "army", question = { list: lists.bare(own), assume: assuming, language: KD.language(), parts };
    let link = "", wrote = null, copied = "";
    lists.address(own).then((address) => { link = address; draw(); });
    engine.ask({ ...question, ask: "write" }).then(({ answer }) => { wrote = answer; draw(); });
    const paper = async () => {
      const { answer, problems } = await engine.ask({ ...question, ask: "roster" });
      if (!answer) return toast(line(engine.words(), ...(problems || []).map((one) => by(one.words))));
      $("#roster").innerHTML = crest(own) + answer.markup;
      document.body.classList.add("prints");
      addEventListener("afterprint", () => document.body.classList.remove("prints"), { once: true });
      print();
    };
    const Copy = ({ text, says, ...rest }) => html`<${Btn} say=${text && copied === text ? "copied" : says} disabled=${!text} go=${() => { KD.copy(text); copied = text; draw(); }} ...${rest} />`;
    const Need = ({ part, copies }) => html`<li><span>${by(part.titles)} ${!part.whole && html`<b>${copies}</b>`}</span>${prints[part.name] ? prints[part.name][KD.language()].map(([label, href]) => html`<${Btn} text=${label} href=${href} label=${line(by(part.titles), label)} />`) :
      part.cards && html`<${Btn} icon="print" say="cards" about=${by(part.titles)} href=${`${root}cards.html#${part.name}`} />`}</li>`;
    sheet(() => ({ title: word("share-print"), body: html`<p say="share-how" />
      <p class="acts"><${Copy} kind="main" icon="link" says="copy" text=${link} />${navigator.share && html`<${Btn} icon="share" say="send" disabled=${!link} go=${() => navigator.share({ title: own.name, url: link }).catch(() => {})} />`}</p>
      ${link && html`<label class="field"><span>${say("letters", { number: link.length })}</span><input class="in" readonly value=${link} onFocus=${(event) => event.target.select()} /></label>`}
      <p class="acts"><${Copy} icon="list" says="as-text" text=${wrote?.text} />${["yaml", "csv"].map((form) => html`<${Btn} icon="down" text=${form.toUpperCase()} disabled=${!wrote} go=${() => save(`${file}.${form}`, wrote[form])} />`)}</p>
      <div class="sec"><h3 say="to-print" /></div><p class="acts"><${Btn} icon="print" say="roster" go=${paper} /></p>
      ${parts[0] && html`<h3 say="needs" />${wrote && html`<ul class="needs">${parts.map((part, at) => wrote.needs[at] > 0 && html`<${Need} part=${part} copies=${wrote.needs[at]} />`)}</ul>`}
      <details><summary say="pack-how" /><code>kensei-docs army pack ${file}.yaml -l ${KD.language()}</code></details>`}<${Engine} own=${own} />` }));
  };

  // ---- The page -------------------------------------------------------------------------------------------------------

  const PLAYS = $('.menu a[href$="play.html"]');
  const Engine = ({ own }) => {
    const text = engine.words() || (fault ? `${word("engine-fault")} ${fault}` : own && told.id !== own.id && word("engine-loading"));
    return text && html`<p class="engine">${text}${(fault || engine.state.state === "failed") && html` <${Btn} icon="undo" say="engine-again" go=${() => { engine.again(); asked = fault = ""; changed(); }} />`}</p>`;
  };
  const Band = ({ own, text }) => {
    const { look, on, name } = chosenOf(own, faction) || {}, { left } = of(own);
    return html`<div class="band" style=${`${look || "--ground: #201c1a"}; --on-band: ${on || "#faf5ea"}`}>${drawn(crest(own))}
      <div><h1>${own.name}</h1><p>${line(text, by(name), `${own.size} ${word("points")}`, by(chosenOf(own, level)?.name))}</p></div>
      <div class=${"fig" + late(own)}>${cost(own) || "?"}<small>${left < 0 && say("too-many", { number: number(-left) })}</small></div></div>`;
  };
  // Whether the list is legal, and what the engine can't read of it, each with its row.
  const Judged = ({ own }) => html`<${Engine} own=${own} />${of(own).points && html`<p class=${"sum" + late(own)}><${Chip} go=${() => limitsSheet(own)}><span class=${"st " + status(of(own))}><${Icon} name=${{ met: "ok", broken: "close", unknown: "ask" }[status(of(own))]} /></span>${verdict(own)}<//></p>`}
    ${told.id === own.id && told.problems && html`<div class="say"><b say="refused" />${told.problems.map((one) => {
      const row = own.id && /^rows\.\d+/.test(one.place) && rowOf(own, one.place.split(".", 2).join("."));
      return row ? html`<${Btn} icon="set" text=${`${nameOf(row)}: ${by(one.words)}`} go=${() => rowSheet(row._id)} />` : html`<span>${by(one.words)}</span>`;
    })}</div>`}`;
  const Invitation = () => html`<div class="empty">${drawn(army.crest)}<h1 say="door-army" /><p say="invitation" />
    <p class="acts"><${Btn} kind="main" icon="plus" say="new-army" go=${() => { create(); setSheet(); }} /><${Btn} icon="list" say="begin" go=${listsSheet} /></p><${Engine} /></div>`;
  const Assumed = ({ own }) => {
    const { assumptions = [] } = answerOf(own) || {};
    return html`<${Marks} rows=${own.rows} />${assumptions[0] && html`<details><summary>${say("assumptions", { number: assumptions.length })}</summary><ul class="plain">${assumptions.map((one) => html`<li>${by(one.words)}</li>`)}</ul><p say="assumed-why" /></details>`}`;
  };
  const Army = ({ own }) => html`<${Band} own=${own} /><div class="acts bar2"><${Btn} icon="set" say="settings" go=${setSheet} /><${Btn} icon="list" named="my-armies" go=${listsSheet}><span class="desk" say="my-armies" /><//><span class="grow"></span>
    <${Btn} icon="undo" named="undo" disabled=${!lists.changes} go=${undo} /><${Btn} icon="share" say="share" go=${shareSheet} /></div><${Judged} own=${own} />
    <div class="three"><section class="side" aria-labelledby="add-h"><div class="sec"><h2 id="add-h" say="add-troops" /></div><div class="cat"><${Catalogue} /></div></section>
    <section named="the-list"><div class="phone"><${Limits} own=${own} most=${3} /></div>${answerOf(own)?.asks[0] && !late(own) && html`<div class="say unknown"><b>${say("undecided", { number: of(own).unknown })}</b><p class="acts"><${Asks} own=${own} /></p></div>`}
    ${[...own.rows, null].map((row, at) => html`${gone?.[0] === at && html`<p class="gone">${gone[1]} <${Btn} icon="undo" say="undo" go=${undo} /></p>`}${row && html`<${Row} key=${row._id} row=${row} points=${of(own).points?.[row._id]} marks=${assuming} />`}`)}
    ${own.rows[0] ? html`<${Assumed} own=${own} />` : html`<${Empty} title=${word("empty")} text=${word("empty-how")}><span class="phone"><${Btn} kind="main" icon="plus" say="add-troops" go=${addSheet} /></span><//>`}</section>
    <section class="side" aria-labelledby="lim-h"><div class="sec"><h2 id="lim-h" say="limits" /></div><${Limits} own=${own} /></section></div>
    <div class="thumb"><${Btn} kind="main" icon="plus" say="add-troops" go=${addSheet} />${answerOf(own) && html`<${Btn} go=${() => limitsSheet(own)}><${State} of=${status(of(own))} /><span say="limits" /><//>`}${own.rows[0] && PLAYS && html`<${Btn} icon="dice" say="play" href=${root + "play.html"} />`}</div>`;

  // A list from an address is shown, and taken over only if one says so.
  let shared = null;
  const Shared = () => {
    const { own, fault } = shared;
    if (fault) return html`<div class="empty"><h1 say="damaged" /><p>${word(fault)} ${word("yours-stay")}</p><p class="acts">${shared.edition && html`<${Btn} kind="main" text=${shared.edition} href=${`${root}../${shared.edition}/army.html${location.hash}`} />`}<${Btn} say="my-armies" href="#" /></p></div>`;
    return html`<${Band} own=${own} text=${word("shared")} /><p class="acts bar2"><${Btn} kind="main" icon="down" say="keep-copy" go=${() => { lists.add(own); location.hash = ""; toast(word("kept-copy"), undo); }} />
      ${PLAYS && html`<${Btn} icon="dice" say="play-against" href=${root + "play.html" + location.hash} />`}<${Btn} say="my-armies" href="#" /></p>
      ${own._version !== version && html`<p class="say unknown">${say("other-version", { theirs: own._version || "?", ours: version })}</p>`}<${Judged} own=${own} /><${Limits} own=${own} most=${9} />
      ${own.rows.map((row) => html`<div class="row" data-keep><div class="open">${picture(row)}<span><b>${row.miniatures} × ${nameOf(row)}</b><small>${words(row)}</small></span></div><${Points} row=${row} points=${of(own).points?.[row._id]} /></div>`)}<${Assumed} own=${own} />`;
  };
  const shown = () => shared ? shared.own : lists.current;
  const Page = () => {
    const own = shown();
    document.title = `${own ? own.name : word("army")} · ${$(`.brand [lang="${KD.language()}"]`).textContent}`;
    return shared ? html`<${Shared} />` : own ? html`<${Army} own=${own} />` : html`<${Invitation} />`;
  };
  const changed = () => { draw(); judge(shown()); };
  const follow = async () => {
    const address = location.hash;
    shared = null;
    delete known[""];
    if (/^#\/army\/./.test(address)) {
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
  addEventListener("hashchange", follow);
  follow();
  // The page is there before the engine begins to load.
  requestAnimationFrame(() => setTimeout(engine.start));
})();
