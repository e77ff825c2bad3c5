"use strict";
// The odds of an attack: two troops, what may be so, the chances, and what would change most. The engine computes them all.
(() => {
  const { html, show, draw, sheet, shut, by, say, says, number, rule, nameOf, picture, Btn, Chip, Step, Choice, Field, Search } = KD.view;
  const { word, data: { army }, lists, engine } = KD;
  const { edition } = army, ENDS = ["attacker", "defender"];
  const store = KD.store("odds-" + edition, 20);

  // ---- What is asked --------------------------------------------------------------------------------------------------
  // A side has the `row` of its troop, the `list` that it is of, if any, and what is `given` of it by names of conditions.

  const side = (end) => store.value[end];
  const called = ({ row }) => nameOf(row);
  const words = (one) => {
    const { rows: _, id: __, _version, ...head } = one.list || {};
    return { troop: Object.fromEntries(Object.entries(one.row).filter(([key]) => key[0] !== "_")), given: one.given || {}, ...(one.list && { army: head }) };
  };
  const matchup = () => {
    const { attack, distance } = store.value;
    return { edition, ...(attack && { attack }), ...(distance && { distance }), attacker: words(side("attacker")), defender: words(side("defender")) };
  };

  let told = null, late = false, wrong = "", changes = [], busy = false, asked = "", round = 0;
  const chance = (of, name, whose = "outcome") => of.find((one) => one.name === name && one.side === whose);
  // Each other value of each condition is a question of its own: a new matchup has to wait for one of them alone.
  const compare = async (question, now) => {
    for (const { side: end, "told-by": teller, condition, value, values } of told.switches) {
      const plain = values.some((one) => typeof one.value === "boolean");
      for (const other of values.filter((one) => one.value !== value && (!plain || typeof one.value === "boolean" || typeof value === "string"))) {
        const { answer } = await engine.ask({ ...question, ask: "change", switch: { side: end, condition, value: other.value } }, "change");
        if (round !== now) return;
        if (answer) add({ end, by: teller, condition, value: other.value, words: other.words, ...effect(answer), steps: answer.steps });
        draw();
      }
    }
    busy = false;
    draw();
  };
  // A charge of mine is a charge that they take: what does the same by the same rules is told once.
  const add = (one) => {
    const key = JSON.stringify([one.more, one.wins, one.steps.map((step) => step.fact + step.record)]);
    if (one.size > 0.0005 && !changes.some((other) => other.key === key)) changes = [...changes, { ...one, key }].sort((a, b) => b.size - a.size);
  };
  // What a change makes of the expected numbers that are drawn, and of the chance of the attacker to win.
  const effect = ({ chances }) => {
    const more = shown().map(({ name, side: whose, expected }) => {
      const now = chance(chances, name, whose);
      return [whose, now && now.expected ? now.expected.number - expected.number : 0];
    });
    const win = (of) => ((of?.values || []).find((one) => one.value === ENDS[0]) || {}).number;
    const winner = told.chances.find(isWinner), wins = winner ? (win(chance(chances, winner.name)) || 0) - (win(winner) || 0) : null;
    return { more, wins, size: Math.max(Math.abs(wins || 0), ...more.map(([, by_]) => Math.abs(by_))) };
  };
  const isWinner = (one) => one.side === "outcome" && one.values.some(({ value }) => ENDS.includes(value));
  // The numbers that are drawn: those that the edition says, else the last of each side. A shot has those of both sides together.
  const shown = () => {
    const numbers = told.chances.filter((one) => one.expected && typeof one.values[0].value === "number");
    const drawn_ = numbers.filter((one) => told.charts.includes(one.name));
    return drawn_.length ? drawn_ : [...ENDS, "outcome"].flatMap((whose) => numbers.filter((one) => one.side === whose).slice(-1));
  };
  const ask = async () => {
    if (!side("attacker") || !side("defender")) { told = null; asked = ""; round += 1; draw(); return; }
    const question = matchup(), key = JSON.stringify(question);
    if (key === asked) return;
    const now = ++round;
    asked = key;
    late = true;
    draw();
    const answer = await engine.ask({ ask: "odds", ...question }, "odds");
    if (round !== now || answer.dropped) return;
    late = false;
    wrong = answer.problems ? answer.problems.map((one) => by(one.words)).join(" ") : answer.failed ? engine.words() || answer.failed : "";
    if (answer.failed) asked = "";
    if (answer.answer) { told = answer.answer; changes = []; busy = true; compare(question, now); }
    draw();
  };
  const change = (values) => store.change((all) => ({ ...all, ...values }));
  const edit = (end, values) => change({ [end]: { ...side(end), ...values } });
  const give = (end, condition, value) => edit(end, { given: { ...side(end).given, [condition]: value } });

  // ---- Choosing a troop -----------------------------------------------------------------------------------------------

  const pick = (end) => {
    let text = "";
    const take = (row, list) => { change({ [end]: { row: { miniatures: "1", ...row }, list, given: {} }, attack: "" }); shut(); };
    const row = (one, list, key) => html`<button class="open bare" key=${key} go=${() => take(one, list)}><b>${one.miniatures ? `${one.miniatures} × ` : ""}${called({ row: one })}</b></button>`;
    sheet(() => ({
      title: word(end), body: html`<${Search} named="find-troop" value=${text} set=${(value) => { text = value; draw(); }} />
        ${lists.all().map((list) => { const found = list.rows.filter((one) => says(called({ row: one }), text)); return found[0] && html`<section><h3>${list.name}</h3><div class="rows">${found.map((one, i) => row(one, list, i))}</div></section>`; })}
        <section><h3 say="all-troops" /><div class="rows">${army.troops.filter((one) => says(by(one.name), text)).map((one) => row({ profile: one.profile, miniatures: String(one.least || 1) }, null, one.id))}</div></section>`,
    }), true);
  };
  const Pick = ({ end }) => {
    const one = side(end);
    return html`<div class="pick"><button go=${() => pick(end)}><small say=${end} />${one && picture(one.row)}<b>${one ? called(one) : word("choose-troop")}</b></button>
      ${one && html`<${Step} named="miniatures" about=${called(one)} value=${Number(one.row.miniatures) || 1} most=${99} set=${(many) => edit(end, { row: { ...one.row, miniatures: String(many) } })} />`}</div>`;
  };

  // ---- Conditions -----------------------------------------------------------------------------------------------------

  const Conditions = ({ end }) => {
    const here = told.switches.filter((one) => one["told-by"] === end && one.values.length), capital = (text) => text[0].toUpperCase() + text.slice(1);
    const now = (one) => (side(one.side).given || {})[one.condition] ?? one.value;
    const both = here.filter((one) => one.values.every(({ value }) => typeof value === "boolean")), many = here.filter((one) => !both.includes(one));
    if (!here.length) return null;
    return html`<fieldset class="conditions"><legend>${word(end)}: ${called(side(end))}</legend><div class="chips scrolls">${both.map((one) => html`<${Chip} key=${one.side + one.condition} on=${now(one) === true} go=${() => give(one.side, one.condition, now(one) !== true)}>${capital(by(one.values[0].words))}<//>`)}
      ${many.map((one) => html`<select class="chip" key=${one.side + one.condition} label=${by(one.values.find(({ value }) => value === now(one))?.words) || word("state")} onChange=${(event) => give(one.side, one.condition, one.values[event.target.selectedIndex].value)}>${one.values.map(({ value, words: said }) => html`<option selected=${value === now(one)}>${capital(by(said))}</option>`)}</select>`)}</div></fieldset>`;
  };

  // ---- Answers --------------------------------------------------------------------------------------------------------

  const percent = (value) => value > 0 && value < 0.001 ? "< 0.1 %".replace(".", number(0.1)[1]) : value < 1 && value > 0.999 ? "> 99 %" : `${number(value < 0.0995 ? value * 100 : Math.round(value * 100))} %`;
  const signed = (value, tail = "") => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${number(Math.abs(value))}${tail}`;
  const pages = (places) => places.map((one) => one.erratum ? one.day : one.page ? `${word("page")} ${one.page}` : one.lines ? `${one.document} ${one.lines[0]}` : one.document).filter((one, i, all) => all.indexOf(one) === i).slice(0, 4).join(", ");
  const Winner = ({ of }) => {
    const part = (value) => (of.values.find((one) => one.value === value) || { number: 0 }).number;
    const three = [["w", "win", part(ENDS[0])], ["d", "draw", of.values.filter(({ value }) => !ENDS.includes(value)).reduce((sum, one) => sum + one.number, 0)], ["l", "lose", part(ENDS[1])]];
    return html`<section><div class="sec"><h2>${by(told.words[of.name])}</h2></div><div class="wdl" role="img" label=${three.map(([, key, value]) => `${word(key)} ${percent(value)}`).join(", ")}>${three.map(([kind, key, value]) => html`<div class=${kind} style=${{ flexGrow: Math.max(0.17, value) }}><b>${percent(value)}</b><small say=${key} /></div>`)}</div></section>`;
  };
  const Chart = ({ of }) => {
    const top = Math.max(...of.values.map((one) => one.number));
    return html`<section><div class="sec"><h2>${by(told.words[of.name])}: ${word(of.side === ENDS[1] ? "mine" : "theirs")}</h2><small>${say("expect", { many: number(of.expected.number) })}</small></div>
      <table class=${"hist " + of.side}><thead><tr><th scope="col">n</th><td></td><th scope="col" say="chance" /><th scope="col" say="or-more" /></tr></thead><tbody>${of.values.filter((one) => one.number >= 0.0005).map((one) => html`<tr><th scope="row">${one.value}</th><td><i style=${{ width: `${Math.max(0.5, one.number / top * 100)}%` }}></i></td><td>${percent(one.number)}</td><td>${percent(one["at-least"].number)}</td></tr>`)}</tbody></table></section>`;
  };
  // What nobody gives, a player may: [side, quantity, its words] of each.
  const lacking = () => [...new Map(told["left-out"].flatMap(({ needs, side: whose, words: said }) => needs.split(", ").filter((one) => /^(self|opponent)\./.test(one)).map((one) => {
    const end = ENDS[Number((whose === ENDS[1]) !== one.startsWith("opponent."))], name = one.replace(/^\w+/, "self");
    return [end + name, [end, name, by(said)]];
  }))).values()];
  const Others = () => {
    const yes = told.chances.filter((one) => one.values.every(({ value }) => typeof value === "boolean")), texts = told.chances.filter((one) => !one.expected && !isWinner(one));
    return html`<section><dl class="facts">${yes.map((one) => html`<div><dt>${by(told.words[one.name])}</dt><dd>${percent(one.expected.number)}</dd></div>`)}${texts.map((one) => html`<div><dt>${by(told.words[one.name])}</dt><dd>${one.values.map(({ value, number: part }) => `${by(told.words[value]) || value} ${percent(part)}`).join(" · ")}</dd></div>`)}
      ${[...new Set(told["left-out"].map((one) => by(one.words)))].map((why) => html`<div class="unknown"><dt>${told["left-out"].filter((one) => by(one.words) === why).map((one) => by(told.words[one.name])).join(", ")}</dt><dd>${word("cant-tell")} ${why}</dd></div>`)}</dl>
      <div class="two">${lacking().map(([end, name, label]) => html`<${Field} key=${end + name} label=${label} value="" inputmode="numeric" maxlength="3" set=${(value) => value.trim() && give(end, name, value.trim())} />`)}</div></section>`;
  };
  const figure = (step) => step.figure.replace(/^-/, "−");
  const Changes = () => html`<section><div class="sec"><h2 say="changes" />${busy && html`<small role="status" say="comparing" />`}</div>
    <div class="led">${changes.map((one) => html`<button key=${one.end + one.condition + one.value} go=${() => give(one.end, one.condition, one.value)}><span class="figs">${one.steps.length ? [...new Set(one.steps.map(figure))].slice(0, 2).map((text) => html`<b class=${text[0] === "−" ? "c minus" : "c"}>${text}</b>`) : html`<b class="c zero">·</b>`}</span>
      <span><b>${called(side(one.by))}</b> ${by(one.words)} <small>${pages(one.steps.flatMap((step) => step.places))}</small></span>
      <small class="by">${one.more.filter(([, by_]) => Math.abs(by_) >= 0.05).map(([whose, by_]) => html`<span>${say(whose === ENDS[1] ? "more-mine" : "more-theirs", { many: signed(by_) })}</span>`)}${one.wins !== null && Math.abs(one.wins) >= 0.005 && html`<span>${say("more-wins", { many: signed(Math.round(one.wins * 100), " %") })}</span>`}</small></button>`)}</div>
    ${!busy && !changes[0] && html`<p class="cite" say="no-change" />`}</section>`;
  const ACTS = ["given", "read", "within", "compute", "result", "reckon", "compare"];
  const Steps = () => {
    const seen = new Set(), groups = ENDS.map((end) => [end, told.traces.filter((one) => one.side === end).flatMap((one) => one.steps).filter((step) => {
      const key = JSON.stringify([step.record, step.fact, step.value]), fresh = step.record && !ACTS.includes(step.act) && !seen.has(end + key);
      seen.add(end + key);
      return fresh;
    })]);
    return html`<section>${groups.map(([end, steps]) => steps[0] && html`<div class="sec"><h2 say="in-force" /><small>${called(side(end))}</small></div><div class="led">${steps.map((step) => html`<button go=${() => rule(step.record)}><span class="figs"><b class=${/^-/.test(step.figure) ? "c minus" : step.act === "base" ? "c base" : "c"}>${figure(step)}</b></span><span>${by(step.words)} <small>${pages(step.places)}</small></span></button>`)}</div>`)}</section>`;
  };
  const Page = () => {
    const ready = side("attacker") && side("defender"), way = told && told.ways.find((one) => one.way === told.attack), state = engine.words();
    return html`<h1 class="vh" say="odds" /><div class="fight"><div><div class="pair"><${Pick} end="attacker" /><${Btn} icon="swap" named="swap" disabled=${!ready} go=${() => change({ attacker: side("defender"), defender: side("attacker"), attack: "" })} /><${Pick} end="defender" /></div>
      ${ready && told && html`${told.ways.length > 1 && html`<${Choice} named="attack" options=${told.ways.map((one) => [one.way, by(one.words)])} value=${told.attack} set=${(attack) => change({ attack })} />`}
        ${way && way.measured && html`<${Field} named="distance" value=${store.value.distance || ""} inputmode="numeric" maxlength="8" set=${(distance) => change({ distance: distance.trim() })} />`}
        ${ENDS.map((end) => html`<${Conditions} key=${end} end=${end} />`)}`}
      ${ready && (late || !told) && state && html`<p class="engine" role="status">${state} ${engine.state.state === "failed" && html`<${Btn} say="engine-again" go=${() => { engine.again(); ask(); }} />`}</p>`}
      ${wrong && html`<div class="say" role="alert"><p>${wrong}</p><p class="acts"><${Btn} icon="undo" say="undo" disabled=${!store.depth} go=${store.undo} /></p></div>`}
      ${!ready && html`<p class="lead" say="odds-lead" />`}
      ${ready && told && html`<div class=${late || wrong ? "late" : ""} aria-busy=${String(late)}>${told.chances.filter(isWinner).map((of) => html`<${Winner} of=${of} />`)}${shown().map((of) => html`<${Chart} of=${of} />`)}<${Others} /></div>`}</div>
      ${ready && told && html`<div class=${late || wrong ? "late" : ""}><${Changes} /><${Steps} /><p class="cite" say="exact" /></div>`}</div>`;
  };
  store.hear(ask);
  engine.hear(draw);
  lists.hear(draw);
  show(Page, store.undo);
  engine.start();
  ask();
})();
