"use strict";
// A battle at the table: lists as cards, the turn and its phases, and what ends with each. Nothing here knows a game: what is
// counted, and when it ends, stands in the data of the edition (data/play.js, see kensei_docs/army/battle.py).
(() => {
  const { html, kept, show, draw, sheet, shut, by, say, number, toast, tell, rule, troopOf, nameOf, picture, Icon, Btn, Chip, Cite, Step, Choice, Field } = KD.view;
  const { $, word, plain } = KD, { play: known, army } = KD.data, lists = KD.lists;
  const { phases, parts, marks: markers, losses, attributes, names, activating: acts } = known;
  const { edition } = army, SIDES = [0, 1], MOST_CIRCLES = 60;
  const store = KD.store("play-" + edition, 60), odds = KD.store("odds-" + edition, 20);
  const name = (id) => by(names[id]) || id;
  const has = (page) => !!$(`.menu a[href$="${page}.html"]`);

  // ---- What is kept: the `battle`, and a part for each troop ----------------------------------------------------------

  const battle = () => store.value.battle;
  const troops = (side) => (battle().order[side] || []).map((id) => store.value[id]).filter(Boolean);
  const most = (one) => one.many * one.each;
  const left = (one) => Math.max(0, one.many - Math.floor(one.lost / one.each));
  const gone = (one) => one.lost >= most(one);
  const undo = () => { if (store.undo()) tell(word("undone")); };
  const edit = (one, values) => store.change((all) => ({ ...all, [one.id]: { ...all[one.id], ...values } }));
  // Values of the battle, and parts beside it.
  const set = (values, parts, quiet) => store.change((all) => ({ ...all, ...parts, battle: { ...all.battle, ...values } }), quiet);
  const at = (values, side, value) => values.map((old, i) => (i === side ? value : old));

  const faction = (side) => {
    const list = battle().lists[side];
    return (army.faction && list && army.faction.values.find((one) => one.id === list[army.faction.name])) || {};
  };
  const NONE = { figures: {}, lent: [], marks: Object.keys(markers), rules: [], carries: {}, faces: null };
  // A card is the engine's; until it answers, that of the profile, which a row may have changed (`late`).
  const card = (one) => one.card || known.troops[one.profile] || NONE;
  const PLAIN = ["profile", "name", "miniatures", "points"];
  const troop = (row, side, place) => {
    const profile = troopOf({ profile: row.profile || row.name })?.id || "";
    return {
      id: "t" + Math.random().toString(36).slice(2, 9), side, place, profile, row, name: row.name || "", many: Math.max(1, Number(row.miniatures) || 1),
      each: (known.troops[profile] || { wounds: 1 }).wounds, lost: 0, points: null, marks: {}, notes: [],
      late: !profile || Object.keys(row).some((key) => !PLAIN.includes(key) && key[0] !== "_"),
    };
  };
  const trouble = [null, null];
  // The engine knows what a row changes, and what each troop costs.
  const ask = async (side) => {
    const list = battle() && battle().lists[side];
    if (!list || troops(side).every((one) => one.card || one.place === undefined)) return;
    const { answer, problems, failed } = await KD.engine.ask({ ask: "play", list: lists.bare(list), assume: true });
    if (!battle() || battle().lists[side] !== list) return;
    trouble[side] = problems ? problems.map(({ place, words }) => `${place}: ${by(words)}`).join(" ") : failed ? KD.engine.words() || failed : null;
    if (answer) store.change((all) => {
      const fresh = { ...all, battle: { ...all.battle, hand: all.battle.hand ?? answer.hand } };
      for (const one of troops(side)) {
        const told = answer.troops[one.place];
        if (told) fresh[one.id] = { ...one, card: told, each: told.wounds, points: told.points, late: false };
      }
      return fresh;
    }, true);
    draw();
  };
  // The troops of a list by their ids.
  const rows = (list, side) => Object.fromEntries(list.rows.map((row, place) => troop(row, side, place)).map((one) => [one.id, one]));
  const start = (list) => {
    const mine = list ? rows(list, 0) : {};
    store.change(() => ({
      ...mine,
      battle: { name: list?.name || "", turn: 1, phase: 0, points: [0, 0], hand: null, side: 0, lists: [list, null], order: [Object.keys(mine), []] },
    }));
    shut();
    toast(word("begun"), undo);
    ask(0);
  };
  const begin = (list) => {
    if (!battle()) start(list);
    else sheet(() => ({
      title: word("battle-on"), body: html`<p>${say("battle-anew", { name: battle().name, turn: battle().turn })}</p>`,
      foot: html`<${Btn} say="go-on" go=${shut} /><${Btn} kind="main" say="anew" go=${() => start(list)} />`,
    }));
  };
  const oppose = (list) => {
    const made = rows(list, 1);
    set({ side: 1, lists: at(battle().lists, 1, list), order: at(battle().order, 1, Object.keys(made)) }, made);
    shut();
    toast(word("opposed"), undo);
    ask(1);
  };

  // ---- The turn ---------------------------------------------------------------------------------------------------------

  // The next phase: what lasts until the end of this one comes off, and how much is said.
  const next = () => {
    const { turn, phase } = battle(), ends = phases[phase], last = phase >= phases.length - 1, off = {};
    store.change((all) => {
      const fresh = { ...all, battle: { ...all.battle, phase: last ? 0 : phase + 1, turn: last ? turn + 1 : turn } };
      for (const one of SIDES.flatMap(troops)) {
        const marks = Object.fromEntries(Object.entries(one.marks).filter(([id, many]) => {
          const stays = !ends || !markers[id] || markers[id].until !== ends.id;
          if (!stays && many) off[id] = (off[id] || 0) + many;
          return stays;
        }));
        if (Object.keys(marks).length < Object.keys(one.marks).length) fresh[one.id] = { ...one, marks };
      }
      return fresh;
    });
    const what = Object.entries(off).map(([id, many]) => `${many} × ${by(markers[id].name)}`).join(", ");
    const head = last ? say("turn-of", { turn: turn + 1 }) : by(phases[phase + 1].name);
    toast(what ? `${head}. ${say("off", { what })}` : head, undo);
  };
  const lost = (side) => {
    let all = 0, fell = 0, unknown = 0;
    for (const one of troops(side)) {
      // Until the engine has told what a troop costs, nothing is missing.
      if (one.points === null) unknown += one.card || one.place === undefined ? 1 : 0;
      else { all += one.points; fell += one.points * (one.many - left(one)) / one.many; }
    }
    return { share: all ? fell / all : 0, unknown, all };
  };
  const wound = (one, more) => {
    const now = Math.max(0, Math.min(most(one), one.lost + more));
    edit(one, { lost: now });
    tell(`${nameOf(one)}: ${left({ ...one, lost: now })} / ${one.many}`);
  };
  const mark = (one, id, many) => {
    const { exchange, name: said } = markers[id];
    const trades = exchange && many >= exchange;
    edit(one, { marks: { ...one.marks, [id]: trades ? many - exchange : Math.max(0, many) }, lost: trades ? Math.min(most(one), one.lost + 1) : one.lost });
    if (trades) toast(say("exchanged", { what: `${exchange} × ${by(said)}`, troop: nameOf(one) }), undo);
  };
  const spend = (one) => {
    const many = one.marks[acts.mark] - 1, marks = { ...one.marks, [acts.mark]: many };
    if (!many && acts.spent) marks[acts.spent] = 1;
    edit(one, { marks });
    tell(`${by(markers[acts.mark].name)}: ${many}`);
  };

  // The screen stays on; a page that comes back asks for it again.
  let awake = null, wants = false;
  const wake = async () => {
    try { awake = await navigator.wakeLock.request("screen"); awake.onrelease = () => { awake = null; draw(); }; } catch { wants = false; toast(word("no-awake")); }
    draw();
  };
  const keep = () => { wants = !wants; if (wants) wake(); else if (awake) awake.release(); };
  document.addEventListener("visibilitychange", () => { if (wants && !awake && !document.hidden) wake(); });

  // ---- Sheets -----------------------------------------------------------------------------------------------------------

  const Ids = ({ ids }) => html`<div class="chips">${ids.map((id) => html`<${Cite} key=${id} kind="chip" id=${id}>${name(id)}<//>`)}</div>`;
  const Part = ({ of }) => html`<section><h3>${by(of.name)}</h3>${of.steps.filter((step) => step.rules.length).map((step) => html`<div class="steps">${step.name && html`<p class="lab">${by(step.name)}</p>`}<${Ids} ids=${step.rules} /></div>`)}</section>`;
  const partSheet = (key) => sheet(() => ({ title: by(parts[key].name), body: html`<${Part} of=${{ ...parts[key], name: null }} />` }), true);
  const mine = () => known.factions[faction(0).id] || [];
  const reference = () => sheet(() => {
    const phase = phases[battle().phase], first = phase ? phase.parts : [];
    const order = [...first, ...Object.keys(parts).filter((key) => !first.includes(key))];
    return {
      title: word("reference"),
      body: html`${phase && html`<section><h3>${by(phase.name)}</h3><${Ids} ids=${phase.rules} /></section>`}
        ${mine()[0] && html`<section><h3 say="own-rules" /><${Ids} ids=${mine()} /></section>`}
        ${order.map((key) => html`<${Part} key=${key} of=${parts[key]} />`)}
        <section><h3 say="markers" /><${Ids} ids=${Object.keys(markers)} /></section>`,
    };
  }, true);
  const rollSheet = (id) => sheet(() => {
    const one = store.value[id];
    if (!one) return null;
    const { faces: orders, assumed } = card(one), said = by(markers[acts.mark].name);
    const get = (many, outcome, face) => {
      const told = acts.outcomes[outcome];
      edit(one, { marks: { ...one.marks, [acts.mark]: many }, told: outcome || "" });
      shut();
      toast(`${face ? face + ": " : ""}${many} × ${said}${told && by(told.name) ? ` · ${by(told.name)}` : ""}`, undo);
    };
    return {
      title: html`${by(acts.name)}: ${nameOf(one)}`,
      body: html`${orders ? html`<p say="which-die" /><div class="dice">${orders.map(([many, outcome], i) => html`<button class="die" go=${() => get(many, outcome, i + 1)}><b>${i + 1}</b><small>${many} × ${said}</small><small>${by(acts.outcomes[outcome]?.name)}</small></button>`)}</div>
        ${(by(assumed) || []).length > 0 && html`<p class="cite">${word("assumed")} ${by(assumed).join(", ")}</p>`}` : html`<p>${say("no-orders", { roll: by(acts.name) })}</p>`}
        <p class="lab" say="by-hand" /><div class="dice">${[1, 2, 3, 4].map((many) => html`<button class="die" go=${() => get(many)}><b>${many}</b><small>${said}</small></button>`)}</div>
        <${KD.view.Rule} id=${acts.record} />`,
      foot: orders && html`<${Btn} kind="ink" icon="dice" say="throw" go=${() => { const face = die(orders.length); get(...orders[face - 1], face); }} />`,
    };
  });
  const markSheet = (id) => sheet(() => {
    const one = store.value[id];
    if (!one) return null;
    let note = "";
    return {
      title: html`${word("markers")}: ${nameOf(one)}`,
      body: html`${card(one).marks.filter((key) => markers[key]).map((key) => html`<div class="row" key=${key}><button class="open bare" go=${() => rule(key)}><b>${by(markers[key].name)}</b><small>${markers[key].until && phases.some((phase) => phase.id === markers[key].until) ? say("until", { phase: name(markers[key].until) }) : word("until-off")}</small></button>
        <${Step} label=${by(markers[key].name)} value=${one.marks[key] || 0} least=${0} most=${markers[key].counts || key === (acts && acts.mark) ? 9 : 1} set=${(many) => mark(one, key, many)} /></div>`)}
        ${one.notes.map((text, i) => html`<div class="row"><span>${text}</span><${Btn} bare icon="close" named="remove" about=${text} go=${() => edit(one, { notes: one.notes.filter((_, k) => k !== i) })} /></div>`)}
        <form class="two" onSubmit=${(event) => { event.preventDefault(); if (note.trim()) edit(one, { notes: [...one.notes, note.trim()] }); }}><${Field} named="own-marker" value="" maxlength="40" set=${(text) => { note = text; }} /><button class="btn" say="put-on" /></form>
        <div class="acts"><${Btn} say="off-table" disabled=${gone(one)} go=${() => { edit(one, { lost: most(one) }); shut(); toast(`${nameOf(one)}: ${word("off-table")}`, undo); }} />
        <${Btn} kind="no" say="take-out" go=${() => { store.change(({ [one.id]: _, ...all }) => ({ ...all, battle: { ...all.battle, order: all.battle.order.map((ids) => ids.filter((key) => key !== one.id)) } })); shut(); toast(`${nameOf(one)}: ${word("taken-out")}`, undo); }} /></div>`,
    };
  }, true);
  const rulesSheet = (id) => sheet(() => store.value[id] && ({ title: nameOf(store.value[id]), body: html`<${Ids} ids=${card(store.value[id]).rules} /><${KD.view.Rule} id=${card(store.value[id]).rules[0]} />` }), true);

  const die = (faces) => { const most_ = 2 ** 32 - (2 ** 32 % faces), got = new Uint32Array(1); do crypto.getRandomValues(got); while (got[0] >= most_); return 1 + (got[0] % faces); };
  const thrown = { many: 1, faces: known.dice[0] || 6, dice: [] };
  const diceSheet = () => sheet(() => {
    const { many, faces, dice } = thrown, counts = Array.from({ length: faces }, (_, i) => dice.filter((one) => one === i + 1).length);
    const choose = (values) => { Object.assign(thrown, values, { dice: [] }); draw(); };
    return {
      title: word("dice"),
      body: html`<div class="two"><span class="field"><span say="how-many" /><${Step} named="dice" value=${many} most=${60} set=${(value) => choose({ many: value })} /></span></div>
        ${known.dice.length > 1 && html`<${Choice} named="faces" options=${known.dice.map((one) => [one, "D" + one])} value=${faces} set=${(one) => choose({ faces: one })} />`}
        <div role="status">${dice[0] && html`<p class="thrown">${dice.map((one) => html`<b>${one}</b>`)}</p><table class="counts"><thead><tr><th scope="col" say="shows" /><th scope="col" say="dice" /><th scope="col" say="or-more" /></tr></thead>
        <tbody>${counts.map((count, i) => html`<tr><th scope="row">${i + 1}</th><td>${count}</td><td>${counts.slice(i).reduce((sum, one) => sum + one, 0)}</td></tr>`)}</tbody></table>`}</div>`,
      foot: html`<${Btn} kind="ink" icon="dice" text=${say("throw-many", { many })} go=${() => { thrown.dice = Array.from({ length: many }, () => die(faces)).sort((a, b) => b - a); draw(); }} />`,
    };
  });
  const addSheet = (side) => {
    const made = { name: "", miniatures: "1", each: "", points: "" };
    const put = (event) => {
      event.preventDefault();
      if (!made.name.trim()) return;
      const one = { ...troop({ name: made.name.trim(), miniatures: made.miniatures }, side), late: false };
      one.each = Math.max(1, Number(made.each) || one.each);
      one.points = made.points === "" ? null : Math.max(0, Number(made.points) || 0);
      set({ order: at(battle().order, side, [...battle().order[side], one.id]) }, { [one.id]: one });
      shut();
      toast(`${one.name}: ${word("added")}`, undo);
    };
    const field = (key, label, rest) => html`<${Field} named=${label} value=${made[key]} set=${(value) => { made[key] = value; }} ...${rest} />`;
    const count = { type: "number", inputmode: "numeric", min: 1, max: 999 };
    sheet(() => ({
      title: word(side ? "add-theirs" : "add-mine"),
      body: html`<form onSubmit=${put} class="form">${field("name", "name", { required: true, maxlength: 60, list: "known" })}<datalist id="known">${army.troops.map((one) => html`<option value=${by(one.name)} />`)}</datalist>
        <div class="two">${field("miniatures", "miniatures", count)}${field("each", "wounds-each", count)}${field("points", "points", { ...count, min: 0, max: 9999 })}</div><button class="btn main" say="add" /></form>`,
    }));
  };
  const linkSheet = () => {
    let text = "", wrong = "";
    const open = async (event) => {
      event.preventDefault();
      try { oppose(await lists.unpack(text)); } catch (fault) { wrong = word(fault.message); draw(); }
    };
    sheet(() => ({
      title: word("their-link"),
      body: html`<form class="form" onSubmit=${open}><${Field} named="paste-link" value=${text} set=${(value) => { text = value; }} autocomplete="off" />${wrong && html`<p class="say" role="alert">${wrong}</p>`}<button class="btn main" say="open-list" /></form>`,
    }));
  };
  const moreSheet = () => sheet(() => battle() && ({
    title: word("battle"),
    body: html`<div class="form"><${Btn} icon="set" say="awake" on=${wants} go=${keep} /><${Btn} icon="plus" say="add-mine" go=${() => addSheet(0)} /><${Btn} icon="plus" say="add-theirs" go=${() => addSheet(1)} />
      <${Btn} icon="link" say="their-link" go=${linkSheet} />
      <${Btn} kind="no" icon="close" say="end-battle" go=${() => { store.change(() => ({})); shut(); toast(word("ended"), undo); }} /></div><p class="cite" say="kept-here" />`,
  }));

  // ---- The page ---------------------------------------------------------------------------------------------------------

  const Circles = ({ one }) => {
    const all = most(one), flag = losses && one.many > 2 ? Math.ceil(losses.share * one.many) * one.each : 0;
    if (all > MOST_CIRCLES) return html`<p class="pips">${one.lost} / ${all}</p>`;
    return html`<div class="pips" aria-hidden="true">${Array.from({ length: all }, (_, i) => html`<i class=${(i < one.lost ? "x" : "") + (one.each > 1 && (i + 1) % one.each === 0 ? " g" : "") + (flag && i === flag ? " f" : "")}></i>`)}</div>`;
  };
  const Figures = ({ of }) => html`<dl class="figures">${Object.entries(of.figures).map(([key, figure]) => html`<div><dt>${by(attributes[key]) || key}</dt><dd>${figure}${of.lent.includes(key) && html`<sup>*</sup>`}</dd></div>`)}</dl>`;
  const compare = (one) => { odds.change((all) => ({ ...all, [one.side ? "defender" : "attacker"]: { row: { ...one.row, miniatures: String(left(one) || 1) }, list: battle().lists[one.side] } }), true); location.href = "odds.html"; };
  const Unit = kept(({ one }) => {
    const of = card(one), dead = gone(one), said = nameOf(one), has_orders = acts && one.marks[acts.mark];
    const outcome = has_orders && acts.outcomes[one.told], used = acts && acts.spent && one.marks[acts.spent];
    const offered = of.marks.filter((id) => markers[id] && id !== (acts && acts.mark) && (one.marks[id] || markers[id].until || markers[id].exchange || markers[id].recalls));
    const asks = losses && !dead && one.many > 2 && one.many - left(one) >= losses.share * one.many;
    const counted = (id) => markers[id].counts && one.marks[id] ? ` ${one.marks[id]}` : "";
    const tap = (id) => mark(one, id, markers[id].counts ? (one.marks[id] || 0) + 1 : one.marks[id] ? 0 : 1);
    const own = faction(one.side);
    return html`<article class=${`unit${dead ? " dead" : ""}${used ? " used" : ""}`} aria-labelledby=${"n-" + one.id}>
      <div class=${"stats" + (one.late && !one.card && one.place !== undefined ? " late" : "")}>${Object.keys(of.figures).length > 0 && html`<${Figures} of=${of} />`}</div>
      <div class="ub"><div class="uh" style=${own.look ? `${own.look}; --on-band: ${own.on}` : ""}>${picture(one)}<div><h3 id=${"n-" + one.id}>${said}</h3><p>${dead ? word("gone") : `${left(one)} / ${one.many}`}${by(of.carries) && ` · ${by(of.carries)}`}</p></div></div>
      <div class="track"><${Circles} one=${one} /><span class="ctl"><${Btn} icon="minus" named="heal" about=${said} disabled=${!one.lost} go=${() => wound(one, -1)} /><${Btn} kind="ink" icon="drop" say="wound" named="wound" about=${said} disabled=${dead} go=${() => wound(one, 1)} /></span></div>
      ${asks && html`<p class="asks"><${Cite} id=${losses.asks}>${say("losses", { share: percent(losses.share), rule: name(losses.asks) })}<//></p>`}
      ${outcome && by(outcome.text) && html`<p class="asks">${by(outcome.name)}: ${by(outcome.text)}</p>`}
      ${!dead && html`<div class="mk" role="group" named="markers" about=${said}>
        ${acts && of.marks.includes(acts.mark) && (has_orders ? html`<button class="ord" go=${() => spend(one)} label=${`${word("spend")}: ${by(markers[acts.mark].name)} (${has_orders})`}>${Array.from({ length: has_orders }, () => html`<i></i>`)}${word("spend")}</button>`
          : html`<button class="ord" go=${() => { rollSheet(one.id); KD.view.loadRules(); }}><i class="o"></i>${by(acts.name)}</button>`)}
        ${offered.map((id) => html`<button key=${id} on=${!!one.marks[id]} go=${() => tap(id)}>${by(markers[id].name)}${counted(id)}</button>`)}
        ${one.notes.map((text, i) => html`<button on go=${() => edit(one, { notes: one.notes.filter((_, k) => k !== i) })}>${text}</button>`)}
        <button class="sq" named="more-markers" about=${said} go=${() => markSheet(one.id)}><${Icon} name="more" /></button>
        ${of.rules[0] && html`<button class="sq" named="rules" about=${said} go=${() => { rulesSheet(one.id); KD.view.loadRules(); }}><${Icon} name="rules" /></button>`}
        ${has("odds") && one.row && html`<button class="sq" named="odds" about=${said} go=${() => compare(one)}><${Icon} name="odds" /></button>`}</div>`}</div></article>`;
  });
  const Nobody = ({ side }) => html`<div class="empty"><h3 say=${side ? "no-foe" : "no-mine"} /><div class="acts">
    ${side === 1 && lists.all().filter((list) => list.rows.length).slice(0, 4).map((list) => html`<${Btn} icon="plus" text=${list.name} go=${() => oppose(list)} />`)}
    ${side === 1 && html`<${Btn} icon="link" say="their-link" go=${linkSheet} />`}<${Btn} icon="plus" say=${side ? "add-theirs" : "add-mine"} go=${() => addSheet(side)} /></div></div>`;
  const Side = ({ side }) => {
    const here = troops(side);
    return html`<section class=${"side" + (battle().side === side ? " on" : "")} named=${side ? "theirs" : "mine"}><div class="sec"><h2>${(battle().lists[side] || {}).name || word(side ? "theirs" : "mine")}</h2></div>
      ${trouble[side] && html`<p class="say unknown">${trouble[side]}</p>`}
      ${here.length ? html`<div class="units">${here.map((one) => html`<${Unit} key=${one.id} one=${one} />`)}</div>` : html`<${Nobody} side=${side} />`}</section>`;
  };
  const percent = (share) => `${number(Math.round(share * 100))} %`;
  const Losses = () => {
    const parts_ = SIDES.map(lost);
    if (!parts_.some(({ all, unknown }) => all || unknown)) return null;
    const over = known.lost && parts_.some(({ share }) => share >= known.lost);
    return html`<p class="cite">${parts_.map((of, side) => of.all + of.unknown > 0 && html`<span>${say(side ? "lost-theirs" : "lost-mine", { share: percent(of.share) })}${of.unknown > 0 && ` (${say("unpriced", { many: of.unknown })})`}</span>`)}
      ${known.ends && html`<${Cite} id=${known.ends}>${known.lost ? say("ends-at", { share: percent(known.lost) }) : name(known.ends)}<//>`}${over && html`<b class="over" say="over" />`}</p>`;
  };
  const Battle = () => {
    const { turn, phase, points, hand, side } = battle(), now = phases[phase], final = known.last && turn > known.last;
    const recalled = now ? SIDES.flatMap(troops).filter((one) => !gone(one)).flatMap((one) => Object.keys(one.marks).filter((id) => one.marks[id] && markers[id] && markers[id].recalls === now.id).map((id) => [one, id])) : [];
    const score = (who) => html`<span class="vp"><span say=${who ? "foe" : "me"} /><${Step} label=${`${word("victory")}, ${word(who ? "foe" : "me")}`} value=${points[who]} least=${0} most=${99} set=${(value) => set({ points: at(points, who, value) })} /></span>`;
    const last = phase >= phases.length - 1;
    return html`<h1 class="vh">${word("play")}: ${battle().name}</h1>
      <div class="tb"><p class="turn"><b>${say("turn-of", { turn })}</b>${known.last && html`<small>/ ${number(known.last)}</small>`}</p><div class="vps">${score(0)}${score(1)}</div>
      ${phases.length > 1 && html`<${Choice} named="phase" options=${phases.map((one, i) => [i, short(one)])} value=${phase} set=${(one) => (one === phase + 1 ? next() : set({ phase: one }))} />`}</div>
      ${now && html`<div class="chips scrolls" role="group" named="phase-rules">${now.rules.map((id) => html`<${Cite} kind="chip" id=${id}>${name(id)}<//>`)}${now.parts.map((key) => html`<button class="chip part" go=${() => partSheet(key)}>${by(parts[key].name)}</button>`)}</div>`}
      ${final && html`<p class="say">${say("last-turn", { turn: number(known.last) })} ${known.ends && html`<${Cite} id=${known.ends}>${name(known.ends)}<//>`}</p>`}
      ${!phases[0] && !Object.keys(markers).length && html`<p class="cite" say="undeclared" />`}
      ${recalled.map(([one, id]) => html`<p class="say"><span><b>${nameOf(one)}</b>: <${Cite} id=${id}>${by(markers[id].name)}<//></span></p>`)}
      <${Losses} />
      ${(known.hand || hand !== null) && html`<p class="hand"><span say="hand" /><${Step} named="hand" value=${hand ?? 0} least=${0} most=${99} set=${(value) => set({ hand: value })} /></p>`}
      <div class="onesie"><${Choice} named="side" options=${SIDES.map((one) => [one, word(one ? "theirs" : "mine")])} value=${side} set=${(one) => set({ side: one }, {}, true)} /></div>
      <div class="ranks">${SIDES.map((one) => html`<${Side} key=${one} side=${one} />`)}</div>
      <div class="thumb battle"><${Btn} icon="undo" named="undo" disabled=${!store.depth} go=${undo} /><${Btn} icon="rules" named="reference" go=${reference} /><${Btn} icon="dice" named="dice" go=${diceSheet} /><${Btn} icon="more" named="battle" go=${moreSheet} />
      <${Btn} kind="main" text=${phases.length && !last ? say("then", { phase: short(phases[phase + 1]) }) : say("end-turn", { turn })} go=${next} /></div>`;
  };
  // What all names of phases share says nothing: "Activation" is enough.
  const short = (phase) => {
    const words = by(phase.name).split(" "), all = phases.map((one) => by(one.name).split(" "));
    const shared = (word_) => all.length > 1 && all.every((one) => one.some((other) => plain(other) === plain(word_)));
    const own = words.filter((one) => !shared(one)).join(" ") || words.join(" ");
    return own[0].toUpperCase() + own.slice(1);
  };
  const Begin = () => html`<div class="empty"><h1 say="play" /><p say="play-lead" /><div class="acts">
    ${lists.all().filter((list) => list.rows.length).map((list) => html`<${Btn} key=${list.id} icon="dice" kind=${lists.current && list.id === lists.current.id ? "main" : ""} text=${list.name || word("army")} go=${() => begin(list)} />`)}
    ${has("army") && html`<${Btn} icon="list" say="door-army" href="army.html" />`}<${Btn} icon="plus" say="by-hand-battle" go=${() => begin(null)} />${store.depth > 0 && html`<${Btn} icon="undo" say="undo" go=${undo} />`}</div></div>`;
  const Page = () => html`<div class="play">${battle() ? html`<${Battle} />` : html`<${Begin} />`}</div>`;

  // The list of an address is an opponent's, where a battle is on; else somebody begins with it.
  const follow = async () => {
    const [, way, letters] = location.hash.match(/^#\/(\w+)\/(.+)$/) || [];
    if (!letters) { if (way === undefined && /^#\/begin/.test(location.hash) && lists.current) begin(lists.current); return; }
    try {
      const list = await lists.unpack(letters);
      sheet(() => ({
        title: list.name || word("army"), body: html`<p>${say("list-of", { many: list.rows.length })}</p>`,
        foot: html`<${Btn} say="begin-with" go=${() => begin(list)} /><${Btn} kind="main" say="as-foe" go=${() => { if (!battle()) start(lists.current); oppose(list); }} />`,
      }));
    } catch (fault) { toast(word(fault.message)); }
    history.replaceState(null, "", location.pathname);
  };
  store.hear(draw);
  lists.hear(draw);
  KD.engine.hear(draw);
  addEventListener("hashchange", follow);
  show(Page, undo);
  if (battle()) SIDES.forEach(ask);
  follow();
})();
