"use strict";
// The army builder: what the player taps changes a list, and the engine in its worker says what it costs, which limits it
// keeps, and what mends the others.
(() => {
  const { $, word, line, lists, engine, data: { army } } = KD;
  const {
    html, kept, show, draw, sheet, back, shut, by, number, says, tell, toast, slug, troopOf, nameOf, drawn, picture,
  } = KD.view;
  const { faction, level, fields, troops, samples, parts } = army, { root, version, edition } = KD.here, current = () => lists.current;
  // What is chosen for an army, and the fields of a row, by how they are filled in.
  const choices = [faction, army.size, level, ...army.chosen].filter(Boolean);
  const [telling, flags, many, single, figures] = army.groups.map((group) => group.map((at) => fields[at]));

  // ---- Troops and rows ------------------------------------------------------------------------------------------------

  // The values of a field.
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

  let assuming = KD.kept("assume") !== "no", told = {}, fault = "", asked, known = {};
  try { known = JSON.parse(KD.kept("told-" + edition)) || {}; } catch { /* it is told anew */ }
  // Each edit makes its rows anew: they stand for the state of a list.
  const late = (own) => told.rows === own.rows ? "" : " late";
  const answerOf = (own) => told.id === own.id ? told.answer : undefined;
  // {cost, over, verdict} in words, {status}, and {points} by row.
  const of = (own) => known[own.id] || {};
  const take = (own, said) => {
    if (said.dropped) return;
    fault = said.failed || "";
    if (!fault) told = { ...said, id: own.id, rows: own.rows };
    if (said.answer) {
      const { summary, rows } = said.answer;
      known[own.id] = { ...summary, points: Object.fromEntries(own.rows.map((row, at) => [row._id, rows[at].points])) };
      KD.kept("told-" + edition, JSON.stringify({ ...known, "": undefined }));
      tell(by(summary.verdict));
    }
    draw();
  };
  const judge = async (own) => {
    if (!own || asked === own.rows) return;
    asked = own.rows;
    const question = { ask: "check", list: lists.bare(own), assume: assuming };
    take(own, await engine.ask(question, "check"));
    // What mends a limit takes longer: it is asked for when nothing newer is.
    if (asked !== own.rows || of(own).status !== "broken") return;
    const more = await engine.ask({ ...question, remedies: true }, "check");
    if (more.answer && asked === own.rows) take(own, { ...more, mended: true });
  };

  // ---- Changes --------------------------------------------------------------------------------------------------------

  // What was taken off is named where it stood: [place, words].
  let gone;
  const undo = () => { gone = 0; if (lists.undo()) tell(word("undone")); };
  const edit = (change, text) => { gone = 0; lists.edit(current().id, change); if (text) tell(text); };
  const editRow = (id, change, text) => edit((own) => ({ ...own, rows: own.rows.flatMap((row) => row._id === id ? change(row) : row) }), text);
  const put = (row, name, value) => {
    const { [name]: _, ...rest } = row, isSaid = list(value)[0] || (Array.isArray(value) && list(troopOf(row)?.[name])[0]);
    return isSaid ? { ...rest, [name]: value } : rest;
  };
  const rowBy = (id) => current()?.rows.find((one) => one._id === id);
  const count = (row) => +row.miniatures || 1;
  // The points that a player wrote for a row stay those of a miniature.
  const setCount = (id, miniatures) => editRow(id, (row) => ({
    ...row, miniatures: String(miniatures),
    ...(row.points && { points: String(+((row.points / count(row)) * miniatures).toFixed(2)) }),
  }));
  const removeRow = (row) => {
    const at = current().rows.findIndex((one) => one._id === row._id), text = word("removed", { name: nameOf(row) });
    editRow(row._id, () => [], text);
    gone = [at, text];
    draw();
  };
  const addRow = (row, text) => edit((own) => ({ ...own, rows: [...own.rows, row] }), text);
  const add = (troop) => addRow({ profile: slug(troop.id), miniatures: String(troop.least || 1) }, word("added", { name: by(troop.name) }));
  const create = (more) => {
    const first = choices.filter((one) => one.takes !== "names").map((one) => [one.name, one.values[0].id]);
    lists.add({ name: word("new-army"), size: "100", ...Object.fromEntries(first), rows: [], ...more });
    home();
  };
  // To the list that is open, from wherever one is.
  const home = () => { location.hash = ""; shut(); };

  // ---- Limits ---------------------------------------------------------------------------------------------------------

  // The points that a player wrote for a row stay written.
  const mend = ({ rows, words }) => edit((own) => ({
    ...own, rows: rows.map(([at, { points, ...more }]) => ({ ...own.rows[at], ...more, ...(own.rows[at]?.points && points && { points }) })),
  }), by(words));
  // What a list that the answer is true of waits for: of one limit, or of all.
  const Asks = ({ own, limit }) => answerOf(own).asks.filter((one) => !rowOf(own, one.row)["_may-be"] && (!limit || limit.asks.some((other) => other.row === one.row)))
    .map((one) => html`<Btn#set text=${by(one.words)} go=${() => rowSheet(rowOf(own, one.row)._id, one.fields[0])} />`);
  const Ways = ({ limit: { grade, subject, remedies, "at-least": least }, limit, own }) => own.id && !late(own) && grade < 2 && html`<p>
    ${remedies.map((one) => html`<Btn text=${by(one.words)} go=${() => mend(one)} />`)}
    ${grade ? html`<${Asks} own=${own} limit=${limit} />` : told.mended && !remedies[0] && !subject && least && html`<Btn#plus say="add-troops" go=${addSheet} />`}</p>`;
  const Limit = ({ limit, own }) => {
    const { have, least, most } = limit.bar;
    return html`<div.lim><button go=${() => limitSheet(limit.limit)}><State of=${limit.status} /><span.what>${by(limit.name)}</span><b>${by(limit.amount)}</b>
      ${(least || most) > 0 && html`<span class=${"meter " + limit.status} style=${`--have: ${have}; --least: ${least}; --most: ${most}`} aria-hidden="true"><i/><u/><em/></span>`}
      <span.why>${by(limit.says)}</span></button><${Ways} limit=${limit} own=${own} /></div>`;
  };
  // Broken ones come first, then those that nobody knows, then those that are near their end; the others are folded.
  const Limits = ({ own, most }) => {
    const { limits = [] } = answerOf(own) || {};
    const [shown, rest] = [({ grade }) => most ? !grade : grade < 3, ({ grade }) => !most && grade > 2]
      .map((test) => limits.filter(test).slice(0, most).map((one) => html`<${Limit} key=${one.limit} limit=${one} own=${own} />`));
    return html`<div class=${late(own)}>${shown}${rest[0] && html`<details><summary>${word("others", { number: rest.length })}</summary>${rest}</details>`}</div>`;
  };
  const limitSheet = (id) => {
    sheet(() => {
      const own = shown(), limit = own && answerOf(own)?.limits.find((one) => one.limit === id);
      return limit && { title: by(limit.name), body: html`<div class=${late(own)}><${Limit} limit=${limit} own=${own} /></div>
        <ul.cite.plain>${limit.trace.filter((step) => step.figure !== step.value).map((step) => html`<li>${by(step.words)}</li>`)}</ul>
        <h3 say="rule" /><Rule id=${limit.record} />` };
    });
  };
  const limitsSheet = () => sheet(() => shown() && { title: word("limits"), body: html`<${Limits} own=${shown()} />` });

  // ---- The catalogue --------------------------------------------------------------------------------------------------

  const chosen = { all: false };
  const all = () => word("all-of", { name: by(faction.label) });
  const Catalogue = () => {
    const own = current(), mine = troops.filter((one) => chosen.all || !one.factions[0] || !faction || one.factions.includes(own[faction.name]));
    const shown = mine.filter((one) => telling.every(({ at }) => !chosen[at] || one[at] === chosen[at]) &&
      (!chosen.find || says([...Object.values(one.name), words({ profile: one.id })].join(" "), chosen.find)));
    const options = telling.flatMap(({ at, values }) => values.filter(({ id }) => mine.some((one) => one[at] === id)).map(({ id, name }) => [at, id, by(name)]));
    const toggle = (name, value) => { chosen[name] = chosen[name] === value ? "" : value; draw(); };
    const offers = (test) => shown.filter(test).map((one) => html`<${Offer} key=${one.id} troop=${one} times=${own.rows.filter((row) => troopOf(row) === one).length} marks=${assuming} />`);
    const open = offers((one) => one.points === null);
    return html`<Search named="search-troops" keeps=${chosen} />
      <div.chips.scrolls.one-row role="group" named="filters" onKeyDown=${rove}>
      ${[...options, ...(faction ? [["all", true, all()]] : [])].map(([at, id, text], place) => html`<button.chip key=${at + id} tabindex=${place ? -1 : 0} on=${chosen[at] === id} go=${() => toggle(at, id)}>${text}</button>`)}</div>
      <div>${offers((one) => one.points !== null)}${open[0] && html`<h3 say="unpriced" />`}${open}</div>
      ${!shown[0] && html`<Empty label=${mine[0] ? word("no-troop") : word("no-troops-of", { name: by(chosenOf(own, faction)?.name) })} say="no-troop-try" />`}
      <p><Btn#plus say="own-troop" go=${() => { addRow({ name: word("my-troop"), miniatures: "1" }); rowSheet(current().rows.at(-1)._id); }} />
      ${!shown[0] && faction && !chosen.all && html`<Btn text=${all()} go=${() => toggle("all", true)} />`}</p>`;
  };
  // The chips are one stop of the Tab key: the arrows go from one to the next.
  const rove = ({ key, target, currentTarget }) => {
    const next = key === "ArrowRight" ? target.nextElementSibling : key === "ArrowLeft" ? target.previousElementSibling : null;
    if (!next) return;
    for (const one of currentTarget.children) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  };
  const Offer = kept(({ troop, times, row = { profile: troop.id } }) => html`<div.row><button.open go=${() => troopSheet(troop)}>
    <${Name} row=${row} small=${(troop.size && troop.size + " × ") + words(row)} /></button>
    <div.ctl>${troop.points !== null && html`<${Each} troop=${troop} />`}
    <Btn.ink#plus named="add" about=${by(troop.name) + (times ? ` (${times})` : "")} go=${() => add(troop)}>${times > 0 && html`<span>${times}</span>`}</Btn></div></div>`);
  const Name = ({ row, times = "", small = words(row) || word("options") }) => html`${picture(row)}<span><b>${times}${nameOf(row)}</b><small>${small}</small></span>`;
  const Each = ({ troop }) => html`<span.pts>${number(troop.points)}<small say="each" /></span>`;
  const addSheet = () => sheet(() => {
    const own = current();
    return own && { title: word("add-troops"), body: html`<${Catalogue} />`, foot: html`<Btn.ink#ok go=${shut}>
      <span class=${late(own)}>${line(word("done"), of(own).cost && `${by(of(own).cost)} / ${own.size}`)}</span></Btn>` };
  }, true);

  // ---- A troop, a row and its options -----------------------------------------------------------------------------------

  // What it is: its figures, then what each of its traits, arms and abilities says, in a line that leads to its rule.
  const About = ({ row }) => {
    const given = army.figures[troopOf(row)?.id] || {};
    const shown = figures.map((field) => [by(field.label), row[field.name] ? [row[field.name]] : given[field.at]]).filter(([, one]) => one);
    return html`<p>${words(row)}</p><${Marks} text=${words(row)} />${shown[0] && html`<p.tally>${shown.map(([label, [figure, lent]]) => html`<span>${label} <b>${figure}${lent && "†"}</b></span>`)}</p>`}
      ${shown.some(([, one]) => one[1]) && html`<p.cite say="lent" />`}
      <div>${fields.flatMap((field) => valuesOf(row, field).map((id) => find(field.values, id))).filter((one) => one?.rule)
        .map((one) => html`<${Gist} one=${one} />`)}</div>`;
  };
  const Gist = ({ one }) => html`<Cite.gist id=${one.rule}><b>${by(one.name)}</b><small>${by(one.gist)}</small></Cite>`;
  // What the marks behind words mean, with the ruling.
  const RULING = fields.find((one) => one.ruling)?.ruling;
  const Marks = ({ text }) => html`<p.cite>${text.includes("§") && html`<${RULING ? "Cite" : "span"} id=${RULING}>${word("by-ruling")}<//>`}${text.includes("*") && html`<span say="as-usual" />`}</p>`;
  const price = ({ points }) => points === null ? word("no-price") : `${number(points)} ${word("points-each")}`;
  const troopSheet = (troop) => sheet(() => ({
    title: by(troop.name), body: html`<p>${line(troop.factions.map((id) => named(faction, id)).join(", "), price(troop))}</p><${About} row=${{ profile: troop.id }} />`,
    foot: current() && html`<Btn.main#plus say="add" go=${() => { add(troop); back(); }} />`,
  }));
  const Row = kept(({ row, points }) => html`<div.row data-keep><button.open go=${() => rowSheet(row._id)}><${Name} row=${row} /></button>
    <div.ctl><Step label=${nameOf(row)} value=${count(row)} set=${(value) => setCount(row._id, value)} remove=${() => removeRow(row)} /><${Points} row=${row} points=${points} /></div>
    <${MayBe} row=${row} /></div>`);
  // What a row costs, or what a miniature does.
  const Points = ({ row, points }) => points === undefined && troopOf(row) ? html`<${Each} troop=${troopOf(row)} />` : html`<span.pts>${number(points)}</span>`;
  // What a name that was read of a list may mean.
  const MayBe = ({ row }) => row["_may-be"] && html`<div.say.unknown><span>${word("which", { name: row.name })}</span><p>
    ${row["_may-be"].map((profile) => html`<Btn text=${nameOf({ profile })} go=${() => editRow(row._id, ({ name: _, "_may-be": __, ...one }) => ({ profile, ...one }), nameOf({ profile }))} />`)}</p></div>`;
  const pick = (id, field) => {
    const asked = {};
    sheet(() => {
      const row = rowBy(id);
      if (!row) return null;
      const has = valuesOf(row, field), shown = field.values.filter((one) => says([...Object.values(one.name), by(one.gist)].join(" "), asked.find)).sort((one, other) => has.includes(other.id) - has.includes(one.id) || by(one.name).localeCompare(by(other.name)));
      return {
        title: by(field.label), body: html`<Search label=${by(field.label)} keeps=${asked} />
          <div.picks>${shown.map((one) => html`<button.chip key=${one.id} on=${has.includes(one.id)} go=${() => editRow(id, (own) => put(own, field.name, toggled(has, one.id)))}><b>${by(one.name)}</b><small>${by(one.gist)}</small></button>`)}</div>`,
        foot: html`<Btn.ink#ok say="done" go=${back} />`,
      };
    }, true);
  };
  const rowSheet = (id, wanted) => {
    sheet(() => {
      const own = current(), row = rowBy(id);
      if (!row) return null;
      const troop = troopOf(row), isOpen = !(troop?.points > 0), set = (name, value) => editRow(id, (one) => put(one, name, value));
      const One = (field) => html`<Field label=${by(field.label) + mark(row, field)} data-field=${field.at} value=${valuesOf(row, field)[0] || ""} set=${(value) => set(field.name, value)} options=${[["", word("not-said")], ...field.values.map((one) => [one.id, by(one.name)])]} />`;
      const flag = (field) => set(field.name, !isTrue(row, field) ? "true" : troop && field.at in troop ? "false" : "");
      const move = (by2) => edit((one) => {
        const rows = [...one.rows], at = rows.findIndex((other) => other._id === id);
        rows.splice(Math.max(0, at + by2), 0, ...rows.splice(at, 1));
        return { ...one, rows };
      });
      return { title: nameOf(row), body: html`<${MayBe} row=${row} /><div.two><Step named="miniatures" value=${count(row)} set=${(value) => setCount(id, value)} />
        <p class=${late(own)}><${Points} row=${row} points=${of(own).points?.[id]} /> <small.cite>${troop && price(troop)}</small></p></div>
        <${About} row=${row} />
        <details open=${!troop || !!wanted}><summary say="change" /><Field named="name" value=${nameOf(row)} set=${(value) => set("name", troop && Object.values(troop.name).includes(value) ? "" : value)} />
        ${isOpen && html`<Field named="row-points" data-field="points" type="number" min="0" inputmode="decimal" placeholder="?" value=${row.points || ""} set=${(value) => set("points", value)} />`}
        <div.two>${[...telling, ...single].map(One)}</div>
        <p>${many.map((field) => html`<Btn#plus data-field=${field.at} text=${line(by(field.label), ...valuesOf(row, field).map((one) => named(field, one)))} go=${() => pick(id, field)} />`)}</p>
        ${flags[0] && html`<Choice chips label=${word("traits")} options=${flags.map((one) => [one, by(one.label)])} on=${(one) => isTrue(row, one)} set=${flag} />`}
        <div.two>${figures.map((one) => html`<Field label=${by(one.label)} data-field=${one.at} value=${row[one.name] || ""} placeholder=${(army.figures[troop?.id] || {})[one.at]?.[0] || ""} set=${(value) => set(one.name, value)} />`)}</div>
        <p><Btn#copy say="duplicate" go=${() => editRow(id, ({ _id, ...one }) => [{ ...one, _id }, one], word("added", { name: nameOf(row) }))} />
        <Btn#up named="up" go=${() => move(-1)} /><Btn#lower named="lower" go=${() => move(1)} /></p></details>
        <p><Btn.no#close say="remove" go=${() => { back(); removeRow(row); }} /></p>` };
    });
    $(`.sheet [data-field="${wanted}"]`)?.focus();
  };

  // ---- The list as a whole --------------------------------------------------------------------------------------------

  const setSheet = () => sheet(() => {
    const own = current(), set = (name, value) => edit((one) => put(one, name, value));
    return own && { title: word("this-army"), body: html`<Field named="name" value=${own.name} set=${(value) => value && set("name", value)} />
      ${choices.map((field) => {
        const has = list(own[field.name]), one = find(field.values, has[0]);
        return html`<Choice chips label=${by(field.label) || word("size")} options=${field.values.map((one) => [one.id, html`${drawn(one.crest, "crest")}${by(one.label || one.name)}`])}
          on=${(id) => has.includes(id)} set=${(id) => set(field.name, field.takes === "names" ? toggled(has, id) : id)} />${one?.gist && html`<${Gist} one=${one} />`}`;
      })}
      <Field named="any-size" type="number" min="1" inputmode="numeric" value=${own.size} set=${(value) => value > 0 && set("size", value)} />
      <label.check><input type="checkbox" checked=${assuming} onChange=${(event) => { assuming = event.target.checked; KD.kept("assume", assuming ? "yes" : "no"); asked = told.rows = null; changed(); }} /> <span say="assume" /></label>`,
    foot: html`<Btn.ink#ok say="done" go=${shut} />` };
  });
  const listsSheet = () => sheet(() => ({ title: word("my-armies"), body: html`${lists.all().map((own) => html`<div.row key=${own.id}>
      <button.open aria-current=${current().id === own.id} go=${() => { lists.choose(own.id); home(); }}>${drawn(crest(own))}<span><b>${own.name}</b>
      <small>${line(by(chosenOf(own, faction)?.name), by(of(own).verdict) || own.size)}</small></span></button>
      <Btn#close bare named="delete" about=${own.name} go=${() => { lists.remove(own.id); toast(word("deleted", { name: own.name }), undo); }} /></div>`)}
    <p><Btn.main#plus say="new-army" go=${() => { create(); setSheet(); }} />
    ${current() && html`<Btn#copy say="copy-army" go=${() => lists.copy(current().id)} />`}<Btn#down say="import" go=${importSheet} /></p>
    ${samples[0] && html`<div.chips role="group" named="samples">${samples.map((one) => html`<button.chip go=${() => { create({ ...one.list, name: word("sample", { name: by(one.name) }) }); }}>${drawn(crest(one.list), "crest")}${by(one.name)}</button>`)}</div>`}
    <span.lab say="backup" /><p say="backup-why" /><p><Btn#down say="backup-out" disabled=${!current()} go=${() => save("kensei-lists.json", lists.backup())} /></p>` }));
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
      state = await understood(name, content).catch((fault) => ({ left: [[word(fault.message) || fault]] }));
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
      const { answer, problems, failed } = await engine.ask({ ask: "import", edition, name, text, content: content && [...content] });
      return answer ? { done: lists.add(answer.list), left: answer.problems, guessed: answer.guessed } : { left: failed ? [[engine.words() || failed]] : problems.map((one) => one.words) };
    };
    const Told = ({ lines, head }) => lines?.[0] && html`<div class=${"say " + head}><b say=${head} /><ul.plain>${lines.map((one) => html`<li>${by(one)}</li>`)}</ul></div>`;
    sheet(() => {
      const own = lists.get(state.done);
      return { title: word("import"), body: html`<p say="import-what" /><label.field><span say="import-paste" /><textarea.in spellcheck="false" value=${text} onInput=${(event) => { text = event.target.value; }}></textarea></label>
        <p><Btn.main#down say="import" go=${() => text.trim() && read("", null)} /><label.btn.file><Icon name="list" /><span say="import-file" /><input.vh type="file" onChange=${async ({ target: { files: [file] } }) => file && read(file.name, new Uint8Array(await file.arrayBuffer()))} /></label></p>
        <div role="status">${state.busy && html`<p>${engine.words() || word("loading")}</p>`}${state.count !== undefined && html`<p.say.met>${word("restored", { number: state.count })}</p>`}
        ${own && html`<p.say.met>${line(word("imported", { name: own.name }), by(chosenOf(own, faction)?.name), by(chosenOf(own, level)?.name))}</p>${own.rows.map((row) => html`<${MayBe} row=${row} />`)}`}
        <${Told} lines=${state.left} head=${own ? "not-read" : "refused"} /><${Told} lines=${state.guessed} head="guessed" /></div>`,
      foot: (own || state.count) && html`<Btn.ink#ok say="to-army" go=${home} />` };
    });
  };

  const shareSheet = () => {
    const own = current(), question = { list: lists.bare(own), assume: assuming, language: KD.language(), parts };
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
    const Copy = ({ text, says, ...rest }) => html`<Btn say=${text && copied === text ? "copied" : says} disabled=${!text} go=${() => { KD.copy(text); copied = text; draw(); }} ...${rest} />`;
    sheet(() => ({ title: word("share-print"), body: html`<p say="share-how" />
      <p><${Copy} class="main" icon="link" says="copy" text=${link} />${navigator.share && html`<Btn#share say="send" disabled=${!link} go=${() => navigator.share({ title: own.name, url: link }).catch(() => {})} />`}</p>
      ${link && html`<Field label=${word("letters", { number: link.length })} readonly value=${link} onFocus=${(event) => event.target.select()} />`}
      <p><${Copy} icon="list" says="as-text" text=${wrote?.text} />${["yaml", "csv"].map((form) => html`<Btn#down text=${form.toUpperCase()} disabled=${!wrote} go=${() => save(`${wrote.file}.${form}`, wrote[form])} />`)}</p>
      <h3.sec say="to-print" /><p><Btn#print say="roster" go=${paper} /></p>
      ${parts[0] && html`<h3 say="needs" />${wrote && html`<ul.needs>${parts.map(({ titles, links }, at) => wrote.needs[at] > 0 && html`<li><span>${by(titles)} <b>${wrote.needs[at]}</b></span>
        ${(links[KD.language()] || []).map(([label, href]) => html`<Btn text=${label} href=${href} label=${line(by(titles), label)} />`)}</li>`)}</ul>
      <details><summary say="pack-how" /><code>kensei-docs army pack ${wrote.file}.yaml -l ${KD.language()}</code></details>`}`}<${Engine} own=${own} />` }));
  };

  // ---- The page -------------------------------------------------------------------------------------------------------

  const Engine = ({ own }) => {
    const text = engine.words() || (fault ? `${word("engine-fault")} ${fault}` : own && told.id !== own.id && word("engine-loading"));
    return text && html`<p.engine>${text}${(fault || engine.failed) && html` <Btn#undo say="engine-again" go=${() => { engine.start(); fault = ""; asked = 0; changed(); }} />`}</p>`;
  };
  const Band = ({ own, text }) => {
    const { look, name } = chosenOf(own, faction) || {}, { cost, over } = of(own);
    return html`<div.band style=${look}>${drawn(crest(own))}
      <div><h1>${own.name}</h1><p>${line(text, by(name), `${own.size} ${word("points")}`, by(chosenOf(own, level)?.name))}</p></div>
      <div class=${"fig" + late(own)}>${by(cost)}<small>${by(over)}</small></div></div>`;
  };
  // Whether the list is legal, and what the engine can't read of it, each with its row.
  const Judged = ({ own }) => html`<${Engine} own=${own} />${of(own).points && html`<p class=${"sum" + late(own)}><button.chip go=${limitsSheet}><State of=${of(own).status} />${by(of(own).verdict)}</button></p>`}
    ${told.id === own.id && told.problems && html`<div.say><b say="refused" />${told.problems.map((one) => {
      const row = own.rows[one.place.split(".")[1]];
      return html`<Btn#set text=${line(row && nameOf(row), by(one.words))} go=${own.id && (() => row ? rowSheet(row._id) : setSheet())} />`;
    })}</div>`}`;
  const Invitation = () => html`<Empty picture=${army.crest} named="door-army" say="invitation">
    <Btn.main#plus say="new-army" go=${() => { create(); setSheet(); }} /><Btn#list say="begin" go=${listsSheet} /></Empty><${Engine} />`;
  const Assumed = ({ own }) => {
    const { assumptions = [] } = answerOf(own) || {};
    return html`<${Marks} text=${own.rows.map(words).join()} />${assumptions[0] && html`<details><summary>${word("assumptions", { number: assumptions.length })}</summary><ul.plain>${assumptions.map((one) => html`<li>${by(one.words)}</li>`)}</ul><p say="assumed-why" /></details>`}`;
  };
  const Army = ({ own }) => html`<${Band} own=${own} /><p.bar2><Btn#set say="settings" go=${setSheet} /><Btn#list named="my-armies" go=${listsSheet}><span.desk say="my-armies" /></Btn><span.grow></span>
    <Btn#undo named="undo" disabled=${!lists.changes} go=${undo} /><Btn#share say="share" go=${shareSheet} /></p><${Judged} own=${own} />
    <div.three><section.side named="add-troops"><h2.sec say="add-troops" /><div.cat><${Catalogue} /></div></section>
    <section named="the-list"><div.phone><${Limits} own=${own} most="3" /></div>${answerOf(own)?.asks[0] && !late(own) && html`<div.say.unknown><p><${Asks} own=${own} /></p></div>`}
    ${[...own.rows, null].map((row, at) => html`${gone?.[0] === at && html`<p.gone>${gone[1]} <Btn#undo say="undo" go=${undo} /></p>`}${row && html`<${Row} key=${row._id} row=${row} points=${of(own).points?.[row._id]} marks=${assuming} />`}`)}
    ${own.rows[0] ? html`<${Assumed} own=${own} />` : html`<Empty named="empty" say="empty-how" />`}</section>
    <section.side named="limits"><h2.sec say="limits" /><${Limits} own=${own} /></section></div>
    <div.thumb><Btn.main#plus say="add-troops" go=${addSheet} />${answerOf(own) && html`<Btn go=${limitsSheet}><State of=${of(own).status} /><span say="limits" /></Btn>`}</div>`;

  // A list from an address is shown, and taken over only if one says so.
  let shared;
  const Damaged = () => html`<Empty named="damaged" text=${`${word(shared.fault)} ${word("yours-stay")}`}>
    ${shared.edition && html`<Btn.main text=${shared.edition} href=${`${root}../${shared.edition}/army.html${location.hash}`} />`}<Btn say="my-armies" href="#" /></Empty>`;
  const Shared = ({ own }) => html`<${Band} own=${own} text=${word("shared")} /><p.bar2><Btn.main#down say="keep-copy" go=${() => { lists.add(own); home(); tell(word("kept-copy")); }} />
      ${KD.door("play") && html`<Btn#dice say="play-against" href=${root + "play.html" + location.hash} />`}<Btn say="my-armies" href="#" /></p>
      ${own._version !== version && html`<p.say.unknown>${word("other-version", { theirs: own._version || "?", ours: version })}</p>`}<${Judged} own=${own} /><${Limits} own=${own} most="9" />
      ${own.rows.map((row) => html`<div.row data-keep><div.open><${Name} row=${row} times=${row.miniatures + " × "} /></div><${Points} row=${row} points=${of(own).points?.[row._id]} /></div>`)}<${Assumed} own=${own} />`;
  const shown = () => shared ? shared.own : current();
  const Page = () => {
    const own = shown();
    KD.title(own ? own.name : word("army"));
    return own ? html`<${shared ? Shared : Army} own=${own} />` : html`<h1.vh say="army" /><${shared ? Damaged : Invitation} />`;
  };
  const changed = () => { draw(); judge(shown()); };
  const follow = async () => {
    const address = location.hash;
    shared = 0;
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
  show(Page, undo);
  lists.hear(changed);
  engine.hear(draw);
  onhashchange = follow;
  follow();
  // The page is there before the engine begins to load.
  requestAnimationFrame(() => setTimeout(engine.start));
})();
