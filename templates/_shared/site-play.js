"use strict";
// A battle at the table: lists as troops of a line each, the turn and its phases, and what ends with each. Nothing here
// knows a game: what is counted, and when it ends, stands in the data of the edition (data/play.js, see
// kensei_docs/army/battle.py).
(() => {
  const { html, kept, show, draw, sheet, shut, by, number, toast, rule, follow, troopOf, nameOf, picture } = KD.view;
  const { $, word, line, data: { play: known, army }, lists, engine } = KD, { edition } = army;
  const { phases, marks: markers, losses, names, activating } = known, acts = activating || {};
  const SIDES = [0, 1], MOST_CIRCLES = 60;
  const store = KD.store("play-" + edition, 60), odds = KD.store("odds-" + edition, 20);
  const name = (id) => by(names[id]) || id;

  // ---- What is kept: the `battle`, a part for each troop, and in words what was done last (`did`) -----------------------

  const battle = () => store.value.battle;
  const troops = (side) => (battle().order[side] || []).map((id) => store.value[id]).filter(Boolean);
  const most = (one) => one.many * one.each;
  const left = (one) => Math.max(0, one.many - Math.floor(one.lost / one.each));
  const gone = (one) => one.lost >= most(one);
  const change = (did, edit) => { undone = ""; store.change((all) => ({ ...edit(all), did })); };
  let undone = "";
  const undo = () => { undone = `${word("undone")}: ${store.value.did || ""}`; if (store.undo()) draw(); };
  const edit = (one, did, values) => change(`${nameOf(one)}: ${did}`, (all) => ({ ...all, [one.id]: { ...all[one.id], ...values } }));
  // Values of the battle, and parts beside it.
  const set = (did, values, more) => change(did, (all) => ({ ...all, ...more, battle: { ...all.battle, ...values } }));

  const faction = (side) => army.faction?.values.find((one) => one.id === battle().lists[side]?.[army.faction.name]) || {};
  // A card is the engine's; until it answers, that of the profile, which a row may have changed.
  const card = (one) => one.card || known.troops[one.profile] || known.none;
  const troop = (row, side, place) => {
    const profile = troopOf({ profile: row.profile || row.name })?.id;
    return {
      id: lists.id(), side, place, profile, row, name: row.name || "", many: Math.max(1, +row.miniatures || 1),
      each: known.troops[profile]?.wounds || 1, lost: 0, points: null, marks: {}, notes: [],
    };
  };
  // Whether the engine has still to tell of a row.
  const waits = (one) => !one.card && one.place !== undefined;
  const trouble = [];
  // The engine knows what a row changes, and what each troop costs.
  const ask = async (side) => {
    const list = battle()?.lists[side];
    if (!list || !troops(side).some(waits)) return;
    const { answer, problems, failed } = await engine.ask({ ask: "play", list: lists.bare(list), assume: true });
    if (battle()?.lists[side] !== list) return;
    trouble[side] = problems ? problems.map(({ place, words }) => `${place}: ${by(words)}`).join(" ") : failed;
    if (answer) store.change((all) => {
      const fresh = { ...all, battle: { ...all.battle, hand: all.battle.hand ?? answer.hand, full: all.battle.full ?? answer.hand } };
      for (const one of troops(side)) {
        const told = answer.troops[one.place];
        if (told) fresh[one.id] = { ...one, card: told, each: told.wounds, points: told.points };
      }
      return fresh;
    }, true);
    draw();
  };
  // The troops of a list by their ids.
  const rows = (list, side) => Object.fromEntries(list.rows.map((row, place) => troop(row, side, place)).map((one) => [one.id, one]));
  // Undo brings a battle back that was on.
  const start = (list = null) => {
    const mine = list ? rows(list, 0) : {};
    change(word("begun"), () => ({
      ...mine,
      battle: { turn: known.before ? 0 : 1, phase: 0, points: [0, 0], hand: null, side: 0, lists: [list, null], order: [Object.keys(mine), []] },
    }));
    shut();
    ask(0);
  };
  const oppose = (list) => {
    const made = rows(list, 1);
    set(word("opposed"), { side: 1, lists: battle().lists.with(1, list), order: battle().order.with(1, Object.keys(made)) }, made);
    shut();
    ask(1);
  };

  // ---- The turn ---------------------------------------------------------------------------------------------------------

  // The next phase: what lasts until the end of this one comes off, and how much is said.
  const next = () => {
    const { turn, phase, full } = battle(), ends = turn ? phases[phase] : {}, last = turn && phase >= phases.length - 1, off = {}, fresh = {};
    const to = { turn: turn && !last ? turn : turn + 1, phase: turn && !last ? phase + 1 : 0 }, begins = phases[to.phase]?.id || "";
    if (begins === known.precedence) to.precedence = null;
    if (begins === known.draws && full) to.hand = full;
    for (const one of SIDES.flatMap(troops)) {
      const stays = Object.entries(one.marks).filter(([id, many]) => {
        const comes = ends && markers[id]?.until === ends.id;
        if (comes && many) off[id] = (off[id] || 0) + many;
        return !comes;
      });
      if (stays.length < Object.keys(one.marks).length) fresh[one.id] = { ...one, marks: Object.fromEntries(stays) };
    }
    const what = Object.entries(off).map(([id, many]) => `${many} × ${name(id)}`).join(", ");
    set(line(to.turn > turn ? word("turn-of", to) : by(phases[to.phase].name), what && word("off", { what })), to, fresh);
  };
  // Until the engine has told what a troop costs, nothing is missing.
  const lost = (side) => {
    const all = troops(side), priced = all.filter((one) => one.points !== null), sum = (of) => priced.reduce((many, one) => many + of(one), 0), whole = sum((one) => one.points);
    return { share: whole && sum((one) => one.points * (one.many - left(one)) / one.many) / whole, unknown: all.filter((one) => one.points === null && !waits(one)).length, all: whole };
  };
  const wound = (one, more) => {
    const now = Math.max(0, Math.min(most(one), one.lost + more));
    edit(one, `${left({ ...one, lost: now })} / ${one.many}`, { lost: now });
  };
  const leave = (one) => edit(one, word("off-table"), { lost: most(one) });
  const mark = (one, id, many) => {
    const { exchange } = markers[id], trades = exchange && many >= exchange;
    edit(one, trades ? word("exchanged", { what: `${exchange} × ${name(id)}` }) : many ? name(id) : word("off", { what: name(id) }),
      { marks: { ...one.marks, [id]: trades ? many - exchange : Math.max(0, many) }, lost: trades ? Math.min(most(one), one.lost + 1) : one.lost });
  };
  const spend = (one) => {
    const many = one.marks[acts.mark] - 1, marks = { ...one.marks, [acts.mark]: many };
    if (!many && acts.spent) marks[acts.spent] = 1;
    edit(one, `${name(acts.mark)}: ${many}`, { marks });
  };

  // The screen stays on; a page that comes back asks for it again.
  let awake;
  const keep = async () => {
    if (awake && !awake.released) { awake.release(); awake = null; }
    else try { awake = await navigator.wakeLock.request("screen"); } catch { awake = null; toast(word("no-awake")); }
    draw();
  };
  addEventListener("visibilitychange", () => { if (awake?.released && !document.hidden) keep(); });

  // ---- Sheets -----------------------------------------------------------------------------------------------------------

  // What never changes stands in the page, by its id; a link in it leads to a part of it, or to a rule.
  const standing = (id) => document.getElementById(id)?.innerHTML;
  const look = (event) => follow(event, (id, { innerHTML }) => {
    if (standing(id)) sheet(() => ({ title: html`<span markup=${innerHTML} />`, body: html`<div go=${look} markup=${standing(id)} />` }), true);
    else rule(id);
  });
  const Ids = ({ ids }) => html`<div.chips>${ids.map((id) => html`<Cite.chip key=${id} id=${id}>${name(id)}</Cite>`)}</div>`;
  const reference = () => sheet(() => {
    const own = known.factions[faction(0).id];
    return { title: word("reference"), body: html`${own && html`<h3 say="own-rules" /><${Ids} ids=${own} />`}<div.all go=${look} markup=${standing("reference")} />` };
  }, true);
  const Orders = ({ many }) => html`<span.ords label=${`${many} × ${name(acts.mark)}`}>${Array.from({ length: many }, () => html`<i/>`)}</span>`;
  const Many = ({ one, id }) => html`<span.many>${name(id)} <Step label=${name(id)} value=${one.marks[id] || 0} least="0" most="9" set=${(many) => mark(one, id, many)} /></span>`;
  const rollSheet = (id) => sheet(() => {
    const one = store.value[id];
    if (!one) return null;
    const { faces, marks, assumed = {} } = card(one), told = (key) => acts.outcomes[key] || {}, offered = faces || acts.results;
    const get = (many, outcome, face) => {
      edit(one, line(face, `${many} × ${name(acts.mark)}`, by(told(outcome).name)), { marks: { ...one.marks, [acts.mark]: many }, told: outcome || "" });
      shut();
    };
    return {
      title: html`${by(acts.name)}: ${nameOf(one)}`,
      body: html`<p>${faces ? word("which-die") : word("no-orders", { roll: by(acts.name) })}</p>
        <div.dice>${offered.map(([many, outcome], i) => html`<button.die go=${() => get(many, outcome, faces && i + 1)}>${faces && html`<b>${i + 1}</b>`}<${Orders} many=${many} /><small>${by(told(outcome).name)}</small></button>`)}</div>
        ${!offered[0] && html`<Step label=${name(acts.mark)} value=${0} least="0" set=${get} />`}
        ${by(assumed)[0] && html`<p.cite>${word("assumed")} ${by(assumed).join(", ")}</p>`}
        <div.mk>${acts.counts.map((mine) => marks.includes(mine) && html`<${Many} one=${one} id=${mine} />`)}</div><Rule id=${acts.record} />`,
      foot: faces && html`<Btn.ink#dice say="throw" go=${() => { const face = die(faces.length); get(...faces[face - 1], face); }} />`,
    };
  });

  const die = (faces) => { const top = 2 ** 32 - (2 ** 32 % faces), got = new Uint32Array(1); do crypto.getRandomValues(got); while (got[0] >= top); return 1 + (got[0] % faces); };
  const thrown = { many: 1, faces: known.dice[0] || 6, least: 0, dice: [] };
  // A tap on a die throws it again; a success is what shows as much as is asked for.
  const diceSheet = () => sheet(() => {
    const { many, faces, least, dice } = thrown, put = (values) => { Object.assign(thrown, values); draw(); }, miss = (one) => one < least;
    const again = (which) => put({ dice: dice.map((one, i) => which(one, i) ? die(faces) : one) });
    return {
      title: word("dice"),
      body: html`<div.two>${[["how-many", "many", many, 60], ["success", "least", least, faces]].map(([key, of, value, most]) => html`<span.field><span say=${key} /><Step label=${word(key)} value=${value} least=${+(of === "many")} most=${most} set=${(now) => put({ [of]: now, ...(of === "many" && { dice: [] }) })} /></span>`)}</div>
        ${known.dice[1] && html`<Choice named="faces" options=${known.dice.map((one) => [one, "D" + one])} value=${faces} set=${(one) => put({ faces: one, least: 0, dice: [] })} />`}
        <div role="status">${dice[0] && html`<p.thrown>${dice.map((one, i) => html`<button class=${miss(one) ? "miss" : ""} named="again" about=${one} go=${() => again((_, k) => k === i)}>${one}</button>`)}</p>
        <p>${least > 0 && html`<b>${word("successes", { many: dice.filter((one) => !miss(one)).length, of: dice.length })}</b> `}${word("tap-die")}</p>`}</div>`,
      foot: html`${dice.some(miss) && html`<Btn say="again-missed" go=${() => again(miss)} />`}
        <Btn.ink#dice text=${word("throw-many", { many })} go=${() => put({ dice: Array.from({ length: many }, () => die(faces)).sort((a, b) => b - a) })} />`,
    };
  });
  // A form of the page in a box: what is filled in, by the names of its fields.
  const fill = (id, title, done) => {
    const box = $(id), form = $("form", box);
    shut();
    $("h2", box).textContent = word(title);
    form.reset();
    box.returnValue = "";
    box.onclose = async () => {
      if (box.returnValue) try { await done(Object.fromEntries(new FormData(form))); } catch (fault) { toast(word(fault.message)); }
    };
    box.showModal();
  };
  const addSheet = (side) => fill("#add", side ? "add-theirs" : "add-mine", ({ each, points, ...row }) => {
    const one = troop(row, side);
    Object.assign(one, { points: points ? +points : null, each: +each || one.each });
    set(`${one.name}: ${word("added")}`, { order: battle().order.with(side, [...battle().order[side], one.id]) }, { [one.id]: one });
  });
  const linkSheet = () => fill("#link", "their-link", async ({ link }) => oppose(await lists.unpack(link)));
  const moreSheet = () => sheet(() => battle() && ({
    title: word("battle"),
    body: html`<div.form><Btn#set say="awake" on=${!!awake} go=${keep} /><Btn#plus say="add-mine" go=${() => addSheet(0)} /><Btn#plus say="add-theirs" go=${() => addSheet(1)} />
      <Btn#link say="their-link" go=${linkSheet} />
      <Btn.no#close say="end-battle" go=${() => { change(word("ended"), () => ({})); shut(); }} /></div><p.cite say="kept-here" />`,
  }));

  // ---- The page ---------------------------------------------------------------------------------------------------------

  const Circles = ({ one }) => most(one) > MOST_CIRCLES ? html`<p.pips>${one.lost} / ${most(one)}</p>` :
    html`<div.pips aria-hidden="true">${Array.from({ length: most(one) }, (_, i) => html`<i class=${(i < one.lost ? "x" : "") + ((i + 1) % one.each ? "" : " g")} />`)}</div>`;
  const compare = (one) => { odds.change((all) => ({ ...all, attack: "", [one.side ? "defender" : "attacker"]: { row: { ...one.row, miniatures: String(left(one) || 1) }, list: battle().lists[one.side] } }), true); location.href = "odds.html"; };
  const takeOut = (one) => change(`${nameOf(one)}: ${word("taken-out")}`, ({ [one.id]: _, ...all }) => ({ ...all, battle: { ...all.battle, order: all.battle.order.map((ids) => ids.filter((id) => id !== one.id)) } }));
  const note = (event, one) => {
    const text = new FormData(event.target).get("note").trim();
    event.preventDefault();
    if (text) edit(one, text, { notes: [...one.notes, text] });
  };
  // A troop is one line with its name, how many are left and its markers; a tap opens what stands on its card.
  const Unit = kept(({ one }) => {
    const of = card(one), dead = gone(one), said = nameOf(one), orders = one.marks[acts.mark], outcome = orders && acts.outcomes[one.told];
    const offered = of.marks.filter((id) => markers[id] && id !== acts.mark);
    return html`<details class=${`unit${dead ? " dead" : ""}${one.marks[acts.spent] ? " used" : ""}`} name=${"side" + one.side}>
      <summary.uh><h3>${said}</h3><b>${dead ? word("gone") : `${left(one)} / ${one.many}`}${one.lost % one.each ? ` −${one.lost % one.each}` : ""}</b>
      <span.on>${orders > 0 && html`<${Orders} many=${orders} />`}${[...offered.filter((id) => one.marks[id]).map((id) => name(id) + (one.marks[id] > 1 ? " " + one.marks[id] : "")), ...one.notes].map((text) => html`<small>${text}</small>`)}</span></summary>
      <div.ub>${picture(one)}<p>${by(of.carries)}</p>${waits(one) && html`<p.cite say="loading" />`}
      <dl.figures>${Object.entries(of.figures).map(([key, figure]) => html`<div><dt>${name(key)}</dt><dd>${figure}${of.lent.includes(key) && "*"}</dd></div>`)}</dl>${of.lent[0] && html`<p.cite>* ${word("lent")}</p>`}
      <div.track><${Circles} one=${one} /><span.ctl><Btn#minus named="heal" about=${said} disabled=${!one.lost} go=${() => wound(one, -1)} /><Btn.ink#drop say="wound" named="wound" about=${said} disabled=${dead} go=${() => wound(one, 1)} /></span></div>
      ${losses && !dead && one.many > 2 && one.many - left(one) >= losses.share * one.many && html`<Cite id=${losses.asks}>${word("losses", { share: percent(losses.share), rule: name(losses.asks) })}</Cite>`}
      ${outcome && by(outcome.text) && html`<p><b>${by(outcome.name)}</b>: ${by(outcome.text)}</p>`}
      ${!dead && html`<div.mk role="group" named="markers" about=${said}>
        ${of.marks.includes(acts.mark) && (orders ? html`<button go=${() => spend(one)} label=${`${word("spend")}: ${name(acts.mark)} (${orders})`}><${Orders} many=${orders} />${word("spend")}</button>` : html`<button.ord go=${() => rollSheet(one.id)}>${by(acts.name)}</button>`)}
        ${offered.map((id) => one.marks[id] && markers[id].counts ? html`<${Many} key=${id} one=${one} id=${id} />`
          : html`<button key=${id} on=${!!one.marks[id]} go=${() => mark(one, id, one.marks[id] ? 0 : 1)}>${name(id)}</button>`)}
        ${one.notes.map((text, i) => html`<button on go=${() => edit(one, word("off", { what: text }), { notes: one.notes.toSpliced(i, 1) })}>${text}</button>`)}</div>`}
      <div.acts>${of.rules[0] && html`<Btn#rules say="rules" named="rules" about=${said} go=${() => sheet(() => ({ title: said, body: html`<${Ids} ids=${[...of.rules, ...offered]} />` }))} />`}
        ${KD.door("odds") && one.row && html`<Btn#odds say="odds" named="odds" about=${said} go=${() => compare(one)} />`}</div>
      <details.form><summary.btn named="more-markers" about=${said} say="more-markers" /><form.two onSubmit=${(event) => note(event, one)}><Field name="note" named="own-marker" maxlength="40" /><button.btn say="put-on" /></form>
        <p.acts><Btn say="off-table" disabled=${dead} go=${() => leave(one)} /><Btn.no say="take-out" go=${() => takeOut(one)} /></p></details></div></details>`;
  });
  const withRows = () => lists.all().filter((list) => list.rows[0]);
  const Nobody = ({ side }) => html`<div.empty><h3 say=${side ? "no-foe" : "no-mine"} /><div.acts>
    ${side === 1 && html`${withRows().slice(0, 4).map((list) => html`<Btn#plus text=${list.name} go=${() => oppose(list)} />`)}<Btn#link say="their-link" go=${linkSheet} />`}
    <Btn#plus say=${side ? "add-theirs" : "add-mine"} go=${() => addSheet(side)} /></div></div>`;
  const Side = ({ side }) => html`<section class=${"side" + (battle().side === side ? " on" : "")} style=${faction(side).look && `${faction(side).look}; --on-band: ${faction(side).on}`} named=${side ? "theirs" : "mine"}><div.sec><h2>${battle().lists[side]?.name || word(side ? "theirs" : "mine")}</h2></div>
    ${trouble[side] && html`<p.say.unknown>${trouble[side]}</p>`}
    ${troops(side)[0] ? troops(side).map((one) => html`<${Unit} key=${one.id} one=${one} />`) : html`<${Nobody} side=${side} />`}</section>`;
  const percent = (share) => `${number(Math.round(share * 100))} %`;
  const Losses = () => {
    const told = SIDES.map(lost);
    return told.some(({ all, unknown }) => all || unknown) && html`<p.cite.losses>${told.map((of, side) => of.all + of.unknown > 0 && html`<span>${word(side ? "lost-theirs" : "lost-mine", { share: percent(of.share) })}${of.unknown > 0 && ` (${word("unpriced", { many: of.unknown })})`}. </span>`)}
      ${known.ends && html`<Cite id=${known.ends}>${known.lost ? word("ends-at", { share: percent(known.lost) }) : name(known.ends)}</Cite>`}${known.lost && told.some(({ share }) => share >= known.lost) && html` <b.over say="over" />`}</p>`;
  };
  const who = () => [[0, word("me")], [1, word("foe")]];
  // Who is recalled in this phase: what it rolls, and what comes of it.
  const Recalled = ({ one, id }) => {
    const { roll } = markers[id], needs = card(one).rolls?.[id] || [];
    return html`<div.say><p><b>${nameOf(one)}</b>: <Cite id=${id}>${name(id)}</Cite>${roll && html` · <Cite id=${roll.of}>${name(roll.of)}</Cite> ${needs.map(([many, when]) => `${word(roll.most ? "or-less" : "or-more-of", { many })}${when ? ` (${by(when)})` : ""}`).join(", ")}`}</p>
      ${roll && html`<p.acts><Btn#ok say="passed" named="passed" about=${nameOf(one)} go=${() => mark(one, id, 0)} />${roll.leaves && html`<Btn#close say="failed" named="failed" about=${nameOf(one)} go=${() => leave(one)} />`}</p>`}</div>`;
  };
  const Battle = () => {
    const { turn, phase, points, hand, side, precedence = null } = battle(), now = turn ? phases[phase] : null, told = standing("phase-" + (turn ? phase : "before")), last = phase >= phases.length - 1;
    const recalled = now ? SIDES.flatMap(troops).filter((one) => !gone(one)).flatMap((one) => Object.keys(one.marks).filter((id) => one.marks[id] && markers[id]?.recalls === now.id).map((id) => [one, id])) : [];
    const asks = now && now.id === known.precedence && precedence === null, open = recalled.filter(([, id]) => markers[id].roll).length + (asks ? 1 : 0), first = by(phases.find((one) => one.id === known.precedence)?.short);
    const to = !turn ? word("turn-of", { turn: 1 }) : phases.length && !last ? by(phases[phase + 1].short) : "";
    return html`<h1.vh>${word("play")}: ${battle().lists[0]?.name}</h1>
      <div.tb><p.turn><b>${turn ? word("turn-of", { turn }) : word("before-turn")}</b>${turn > 0 && known.last && html`<small>/ ${number(known.last)}</small>`}</p>
      <div.vps>${who().map(([one, text]) => html`<span.vp><span>${text}</span><Step label=${`${word("victory")}, ${text}`} value=${points[one]} least="0" most="99" set=${(value) => set(`${word("victory")}: ${text} ${value}`, { points: points.with(one, value) })} /></span>`)}</div>
      ${phases[1] && html`<Choice named="phase" options=${phases.map((one, i) => [i, by(one.short)])} value=${turn ? phase : -1} set=${(one) => one === (turn ? phase + 1 : 0) ? next() : set(by(phases[one].name), { phase: one, turn: turn || 1 })} />`}</div>
      ${told && html`<details.phase key=${now?.id} go=${look} markup=${told} />`}
      ${known.last && turn > known.last && html`<p.say>${word("last-turn", { turn: number(known.last) })} ${known.ends && html`<Cite id=${known.ends}>${name(known.ends)}</Cite>`}</p>`}
      ${!phases[0] && !Object.keys(markers)[0] && html`<p.cite say="undeclared" />`}
      ${recalled.map(([one, id]) => html`<${Recalled} key=${one.id + id} one=${one} id=${id} />`)}
      ${turn > 0 && html`<${Losses} />`}
      <div.hand>${first && turn > 0 && html`<label class=${asks ? "open" : ""}>${first} <select.in onChange=${({ target }) => set(`${first}: ${target.value}`, { precedence: [null, 0, 1][target.selectedIndex] })}>${[[null, "–"], ...who()].map(([one, text]) => html`<option selected=${one === precedence}>${text}</option>`)}</select></label>`}
      ${(known.hand || hand !== null) && html`<span>${word("hand")} ${hand === null && battle().lists[0] && !trouble[0] ? engine.words() || "…" : html`<Step named="hand" value=${hand ?? 0} least="0" most="99" set=${(value) => set(`${word("hand")}: ${value}`, { hand: value })} />`}</span>`}</div>
      <div.onesie><Choice named="side" options=${SIDES.map((one) => [one, word(one ? "theirs" : "mine")])} value=${side} set=${(one) => store.change((all) => ({ ...all, battle: { ...battle(), side: one } }), true)} /></div>
      <div.ranks>${SIDES.map((one) => html`<${Side} key=${one} side=${one} />`)}</div>
      <div.thumb.battle><p.did><span role="status">${undone || store.value.did}</span><Btn#undo say="undo" disabled=${!store.depth} go=${undo} /></p>
      ${[["rules", "reference", reference], ["dice", "dice", diceSheet], ["more", "battle", moreSheet]].map(([icon, key, go]) => html`<Btn icon=${icon} say=${key} go=${go} />`)}
      <Btn class=${open ? "" : "main"} text=${open ? word("pass-on", { many: open }) : to ? word("then", { phase: to }) : word("end-turn", { turn })} go=${next} /></div>`;
  };
  // The list that is open on the army's page comes first.
  const Begin = () => {
    const open = lists.current?.id, all = withRows().sort((one, other) => (other.id === open) - (one.id === open));
    return html`<div.empty><h1 say="play" /><p say="play-lead" /><div.acts>
    ${all.map((list, i) => html`<Btn#dice key=${list.id} class=${i ? "" : "main"} text=${word("begin-name", { name: list.name || word("army") })} go=${() => start(list)} />`)}
    ${KD.door("army") && html`<Btn#list say="door-army" href="army.html" />`}<Btn#plus say="by-hand-battle" go=${() => start()} />${store.depth > 0 && html`<Btn#undo say="undo" go=${undo} />`}</div></div>`;
  };
  const Page = () => html`<div.play>${battle() ? html`<${Battle} />` : html`<${Begin} />`}</div>`;

  // The list of an address is an opponent's, where a battle is on; else somebody begins with it.
  const arrive = async () => {
    const [, letters] = location.hash.match(/^#\/\w+\/(.+)$/) || [];
    if (!letters) return;
    try {
      const list = await lists.unpack(letters);
      sheet(() => ({
        title: list.name || word("army"), body: html`<p>${word("list-of", { many: list.rows.length })}</p>`,
        foot: html`<Btn say="begin-with" go=${() => start(list)} /><Btn.main say="as-foe" go=${() => { if (!battle()) start(lists.current); oppose(list); }} />`,
      }));
    } catch (fault) { toast(word(fault.message)); }
    history.replaceState(null, "", location.pathname);
  };
  store.hear(draw);
  lists.hear(draw);
  engine.hear(draw);
  onhashchange = arrive;
  show(Page, undo);
  if (battle()) SIDES.forEach(ask);
  arrive();
})();
