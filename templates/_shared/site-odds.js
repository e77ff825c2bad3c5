"use strict";
// The odds of an attack: two troops, what may be so, the chances, and what would change most. The engine computes them all.
(() => {
  const { html, show, draw, sheet, shut, by, says, number, rule, nameOf, picture } = KD.view;
  const { word, data: { army }, lists, engine } = KD, { edition } = army, ENDS = ["attacker", "defender"];
  const store = KD.store("odds-" + edition, 20);

  // ---- What is asked --------------------------------------------------------------------------------------------------
  // A side has the `row` of its troop, the `list` that it is of, if any, and what is `given` of it by names of conditions.

  const side = (end) => store.value[end];
  const called = (end) => nameOf(side(end).row);
  const words = ({ row, list, given = {} }) => {
    const { rows: [troop], ...head } = lists.bare({ ...list, rows: [row] });
    return { troop, given, army: head };
  };
  let told = null, late = false, wrong = "", changes = [], left = 0, asked = "", round = 0;
  const asks = {};
  const ask = async () => {
    const { attack, distance } = store.value, ready = ENDS.every(side);
    const question = ready && { edition, assume: true, ...(attack && { attack }), ...(distance && { distance }), attacker: words(side(ENDS[0])), defender: words(side(ENDS[1])) };
    const key = JSON.stringify(question), now = round + 1;
    if (key === asked) return;
    round = now;
    asked = key;
    late = ready;
    left = 0;
    if (!ready) told = null;
    draw();
    if (!ready) return;
    const { answer, problems, failed } = await engine.ask({ ask: "odds", ...question }, "odds");
    if (round !== now) return;
    late = false;
    wrong = problems ? problems.map((one) => by(one.words)).join(" ") : failed ? engine.words() || failed : "";
    if (failed) asked = "";
    if (answer) { told = answer; changes = []; compare(question, now); }
    draw();
  };
  // Each other value of each condition is a question of its own: a new matchup has to wait for one of them alone.
  const compare = async (question, now) => {
    const all = told.switches.flatMap((one) => one.others.map((other) => [one, other]));
    left = all.length;
    for (const [{ side: end, "told-by": teller, condition, values }, value] of all) {
      const { answer } = await engine.ask({ ...question, ask: "change", switch: { side: end, condition, value } }, "change");
      if (round !== now) return;
      left -= 1;
      if (answer) {
        // A charge of mine is a charge that they take: what does the same by the same rules is told once.
        const { more, wins, size, steps } = answer, key = JSON.stringify([more, wins, steps.map((step) => step.fact + step.record)]);
        if (size > 0.0005 && !changes.some((one) => one.key === key)) changes = [...changes, { ...answer, key, end, teller, condition, value, words: values.find((one) => one.value === value).words }].sort((one, other) => other.size - one.size);
      }
      draw();
    }
  };
  const change = (values) => store.change((all) => ({ ...all, ...values }));
  const edit = (end, values) => change({ [end]: { ...side(end), ...values } });
  // What is given of some sides: [side, condition, value] each.
  const give = (...all) => store.change((parts) => all.reduce((made, [end, condition, value]) =>
    ({ ...made, [end]: { ...made[end], given: { ...made[end].given, [condition]: value } } }), parts));

  // ---- Choosing a troop -----------------------------------------------------------------------------------------------

  const pick = (end) => {
    const asked = {}, groups = [...lists.all().map((list) => [list.name, list.rows, list]), ...[...(army.faction?.values || []), null].map((one) =>
      [one ? by(one.name) : word("all-troops"), army.troops.filter((troop) => one ? troop.factions.includes(one.id) : !troop.factions[0]).map((troop) => ({ profile: troop.profile, miniatures: String(troop.least || 1) }))])];
    const take = (row, list = null) => { change({ [end]: { row: { ...row, miniatures: row.miniatures || "1" }, list, given: {} }, attack: "" }); shut(); };
    sheet(() => ({
      title: word(end), body: html`<Search named="find-troop" keeps=${asked} />
        ${groups.map(([title, rows, list]) => [title, rows.filter((one) => says(`${nameOf(one)} ${title}`, asked.find)), list]).map(([title, rows, list]) => rows[0] && html`<section><h3>${title}</h3><div.rows>${rows.map((one) => html`<button.open.bare go=${() => take(one, list)}><b>${one.miniatures} × ${nameOf(one)}</b></button>`)}</div></section>`)}`,
    }), true);
  };
  const Pick = ({ end }) => {
    const one = side(end), parts = (told?.numbers || []).map((part) => part.condition);
    // Another number of miniatures is another of those in contact.
    const set = (many) => edit(end, { row: { ...one.row, miniatures: String(many) }, given: Object.fromEntries(Object.entries(one.given || {}).filter(([key]) => !parts.includes(key))) });
    return html`<div.pick><button go=${() => pick(end)}><small say=${end} />${one && picture(one.row)}<b>${one ? called(end) : word("choose-troop")}</b></button>
      ${one && html`<Step named="miniatures" about=${called(end)} value=${+one.row.miniatures || 1} most="99" set=${set} />`}</div>`;
  };

  // ---- Conditions -----------------------------------------------------------------------------------------------------

  const capital = (text) => text && text[0].toUpperCase() + text.slice(1);
  const isPlain = (one) => one.values.every(({ value }) => typeof value === "boolean");
  const now = ({ side: end, condition, value }) => side(end).given?.[condition] ?? value;
  const found = (one) => says(one.also.concat(one.values.map((each) => by(each.words))).join(" "), asks.find);
  const Condition = ({ one }) => {
    const { side: end, condition, values } = one;
    return isPlain(one) ? html`<button.chip on=${now(one) === true} go=${() => give([end, condition, now(one) !== true])}>${capital(by(values[0].words))}</button>`
      : html`<select.chip label=${by(values.find(({ value }) => value === now(one))?.words) || word("state")} onChange=${({ target }) => give([end, condition, values[target.selectedIndex].value])}>${values.map(({ value, words: said }) => html`<option selected=${value === now(one)}>${capital(by(said))}</option>`)}</select>`;
  };
  const Conditions = () => {
    // What players call so, and what it says of both sides at once.
    const { find } = asks, said = find ? told.sayings.map(({ words: all, sets }) => [all.find((one) => says(one, find)), sets]).filter(([one]) => one) : [], here = told.switches.filter((one) => one.values[0] && found(one));
    const holds = (sets) => sets.every((one) => told.switches.some((other) => other.side === one.side && other.condition === one.condition && now(other) === one.value));
    return html`<Search named="find-condition" keeps=${asks} />
      ${said[0] && html`<div.chips>${said.map(([text, sets]) => html`<button.chip on=${holds(sets)} go=${() => give(...sets.map((one) => [one.side, one.condition, one.value]))}>${capital(text)}: ${word("both-sides")}</button>`)}</div>`}
      ${find && !said[0] && !here[0] && html`<p.cite>${word("no-condition", { what: find })}</p>`}
      ${ENDS.filter((end) => !find || here.some((one) => one["told-by"] === end)).map((end) => html`<fieldset.conditions key=${end}><legend>${word(end)}: ${called(end)}</legend><div.chips>
        ${!find && told.numbers.filter((one) => one.side === end).map((one) => html`<span.many>${by(one.words)} <Step label=${by(one.words)} value=${+now(one)} least=${Math.min(1, one.value)} most=${one.most} set=${(value) => give([end, one.condition, String(value)])} /></span>`)}
        ${here.filter((one) => one["told-by"] === end).map((one) => html`<${Condition} key=${one.side + one.condition} one=${one} />`)}</div></fieldset>`)}`;
  };

  // ---- Answers --------------------------------------------------------------------------------------------------------

  const percent = (value) => value > 0 && value < 0.001 ? `< ${number(0.1)} %` : value < 1 && value > 0.999 ? "> 99 %" : `${number(value < 0.0995 ? value * 100 : Math.round(value * 100))} %`;
  const signed = (value, tail = "") => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${number(Math.abs(value))}${tail}`;
  const pages = (places) => [...new Set(places.map((one) => one.erratum ? one.day : one.page ? `${word("page")} ${one.page}` : one.lines ? `${one.document} ${one.lines[0]}` : one.document))].slice(0, 4).join(", ");
  const Winner = ({ of: { words: title, parts } }) => {
    const three = ["win", "draw", "lose"].map((key, i) => [key, parts[i], percent(parts[i])]);
    return html`<section><div.sec><h2>${by(title)}</h2></div><div.wdl role="img" label=${three.map(([key, , text]) => `${word(key)} ${text}`).join(", ")}>${three.map(([key, value, text]) => html`<div class=${key} style=${{ flexGrow: Math.max(0.17, value) }}><b>${text}</b><small say=${key} /></div>`)}</div></section>`;
  };
  const Chart = ({ of }) => {
    const top = Math.max(...of.values.map((one) => one.number));
    return html`<section><div.sec><h2>${by(of.words)}: ${word(of.side === ENDS[1] ? "mine" : "theirs")}</h2><small>${word("expect", { many: number(of.expected.number) })}</small></div>
      <table class=${"hist " + of.side}><thead><tr><th scope="col">n</th><td></td><th scope="col" say="chance" /><th scope="col" say="or-more" /></tr></thead><tbody>${of.values.map((one) => html`<tr><th scope="row">${one.value}</th><td><i style=${{ width: `${Math.max(0.5, one.number / top * 100)}%` }}></i></td><td>${percent(one.number)}</td><td>${percent(one["at-least"].number)}</td></tr>`)}</tbody></table></section>`;
  };
  // What is so or isn't; what can't be told, and why; what nobody gives, a player may.
  const Others = () => html`<section><dl.facts>${told.facts.map((one) => html`<div><dt>${by(one.words)}</dt><dd>${one.parts.map(([text, value]) => `${by(text)} ${percent(value)}`).join(" · ")}</dd></div>`)}
    ${told.missing.map((one) => html`<div.unknown><dt>${by(one.words).join(", ")}</dt><dd>${word("cant-tell")} ${by(one.why)}</dd></div>`)}</dl>
    ${told.lent[0] && html`<p.cite>* ${word("lent")}: ${told.lent.map((one) => `${called(one.side)}, ${by(one.words)} ${one.value}`).join("; ")}</p>`}
    <div.two>${told.asks.map((one) => html`<Field key=${one.side + one.condition} label=${by(one.words)} value="" inputmode="numeric" maxlength="3" set=${(value) => value.trim() && give([one.side, one.condition, value.trim()])} />`)}</div></section>`;
  const figure = ({ figure: text, act = "" }) => { const less = text[0] === "-"; return html`<b class=${less ? "c minus" : act === "base" ? "c base" : "c"}>${less ? "−" + text.slice(1) : text}</b>`; };
  const Changes = () => html`<section><div.sec><h2 say="changes" />${left > 0 && html`<small role="status">${word("comparing", { many: left })}</small>`}</div>
    <div.led>${changes.map((one) => html`<button key=${one.end + one.condition + one.value} go=${() => give([one.end, one.condition, one.value])}><span.figs>${one.steps[0] ? [...new Map(one.steps.map((step) => [step.figure, step])).values()].slice(0, 2).map(figure) : html`<b.c.zero>·</b>`}</span>
      <span><b>${called(one.teller)}</b> ${by(one.words)} <small>${pages(one.steps.flatMap((step) => step.places))}</small></span>
      <small.by>${one.more.filter(([, by_]) => Math.abs(by_) >= 0.05).map(([whose, by_]) => html`<span>${word(whose === ENDS[1] ? "more-mine" : "more-theirs", { many: signed(by_) })}</span>`)}${Math.abs(one.wins) >= 0.005 && html`<span>${word("more-wins", { many: signed(Math.round(one.wins * 100), " %") })}</span>`}</small></button>`)}</div>
    ${!left && !changes[0] && html`<p.cite say="no-change" />`}</section>`;
  const Steps = () => html`<section>${ENDS.map((end) => told["in-force"][end][0] && html`<div.sec><h2 say="in-force" /><small>${called(end)}</small></div><div.led>${told["in-force"][end].map((step) => html`<button go=${() => rule(step.record)}><span.figs>${figure(step)}</span><span>${by(step.words)} <small>${pages(step.places)}</small></span></button>`)}</div>`)}</section>`;
  const Page = () => {
    const ready = ENDS.every(side), open = ready && told, way = told?.ways.find((one) => one.way === told.attack), old = late || wrong ? "late" : "";
    return html`<h1.vh say="odds" /><div.fight><div><div.pair><${Pick} end="attacker" /><Btn#swap named="swap" disabled=${!ready} go=${() => change({ attacker: side("defender"), defender: side("attacker"), attack: "" })} /><${Pick} end="defender" /></div>
      ${!ready && html`<p.lead say="odds-lead" />`}
      ${open && html`${told.ways[1] && html`<Choice named="attack" options=${told.ways.map((one) => [one.way, by(one.words)])} value=${told.attack} set=${(attack) => change({ attack })} />`}
        ${way?.measured && html`<Field named="distance" value=${store.value.distance || ""} inputmode="numeric" maxlength="8" set=${(distance) => change({ distance: distance.trim() })} />`}`}
      ${wrong && html`<div.say role="alert"><p>${wrong}</p><p.acts>${engine.failed ? html`<Btn say="engine-again" go=${() => { engine.start(); ask(); }} />` : html`<Btn#undo say="undo" disabled=${!store.depth} go=${store.undo} />`}</p></div>`}
      <div.stays>${late && html`<p.engine role="status">${engine.words() || word("reckoning")}</p>`}${told?.winner && html`<div class=${old}><${Winner} of=${told.winner} /></div>`}</div>
      ${open && html`<${Conditions} /><div class=${old} aria-busy=${String(late)}>${told.drawn.map((of) => html`<${Chart} of=${of} />`)}<${Others} /></div>`}</div>
      ${open && html`<div class=${old}><${Changes} /><${Steps} /><p.cite say="exact" /></div>`}</div>`;
  };
  store.hear(ask);
  engine.hear(draw);
  lists.hear(draw);
  show(Page, store.undo);
  engine.start();
  ask();
})();
