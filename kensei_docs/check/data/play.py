"""What the engine plays by is right: examples and sample armies, the turn, the ``play`` section, modifiers.

Worked examples come out as the rules compute them, and use each of their inputs; sample armies keep the limits. Every
name in the turn and in ``play`` exists, and nothing is left out or unused. Modifiers have the shape, sign and form that
their hook takes, lengths a unit, and divisions say how they round.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from kensei_docs.army.limits import NumberSpan, Result, judge
from kensei_docs.army.troops import sample_muster
from kensei_docs.check.data.records import strings_in
from kensei_docs.check.finding import (
    Declared,
    Finding,
    KindSchema,
    finding_at,
    listed,
    mapping,
    names,
    number,
    per_declaration,
    section_finding,
    where,
    where_all,
)
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.errata import comes_with, has_house_rules
from kensei_docs.database.model import Vocabulary
from kensei_docs.database.paths import fact_at, mapping_at, rows_of
from kensei_docs.database.worksheets import CellPlace
from kensei_docs.engine import Game
from kensei_docs.engine.amounts import as_plain
from kensei_docs.engine.conditions import SIDES, leaves
from kensei_docs.engine.effects import NAMED, Effect, all_effects, easing, effects_of, hook_property
from kensei_docs.engine.examples import KIND, examples_of, replay
from kensei_docs.engine.expressions.schema import FIGURE_STANDS_IN_RECORDS, expression_faults
from kensei_docs.engine.expressions.syntax import names_in
from kensei_docs.figures import Figure, kind_in, parse
from kensei_docs.problems import Unusable, check, closest, short_path

_GIVEN_PREFIX = "given."


@check("error")
def worked_example_replay(database: Database) -> Iterator[Finding]:
    """A worked example comes out as the rules have it, and as the book prints it.

    The engine computes the ``asks`` of every example. The results are compared with ``expect`` (and with ``should``,
    which is ours). If the example says under ``printed`` that the book has another answer, the finding names both
    answers and the places of both:

        crossing:
          given: {self: {loads: 3}}
          expect: {days: 4}
          printed: {days: 5}
          asks: {days: {value: road.days}}

    If a project changes the rules of the edition, a failing example that shipped with the edition is reported as a
    note (stale), not as an error.

    Wrong: an example that expects another answer than the rules give, expects something that nothing computes, or is
    printed with another answer. Right: an example of status ``prose``, of which nothing can be computed.
    """
    for edition in database.editions:
        try:
            game = Game(database, edition)
        except Unusable as unusable:
            yield from (Finding(problem.place, problem.message, "", edition=edition) for problem in unusable.problems)
            continue
        ruled_at_home = has_house_rules(database.editions[edition])
        for record in examples_of(database, edition):
            stale = ruled_at_home and comes_with(database.editions[edition], record)
            for finding in _example_findings(game, record):
                fault = finding.message.rpartition("; ")[0]
                message = f"{fault}; the example is stale under the rules of this project"
                yield replace(finding, severity="note", message=message) if stale else finding


def _example_findings(game: Game, record: Record) -> Iterator[Finding]:
    result = replay(game, record)
    for problem in result.problems:
        finding = finding_at(record, problem.path, problem.message)
        yield replace(finding, place=problem.at or record.place(problem.path, problem.before))
    for answer in result.answers:
        name = answer.path.removeprefix("printed.")
        group = next(group for group in ("expect", "should", "printed") if record.get(f"{group}.{name}") is not None)
        read = [(step.record, step.path) for step in answer.trace.steps if step.record is not None]
        by = f" by {listed(dict.fromkeys(step_record.id for step_record, _ in read))}" if read else ""
        computed = f"{as_plain(answer.computed)}{by}{where_all(read)}"
        if not answer.agrees:
            path = f"{group}.{name}"
            fault = f"'{path}' says {as_plain(answer.expected)}{where(record, path)}, but the rules give {computed}"
            yield finding_at(record, path, f"{fault}; mend the example or what it rests on")
        elif answer.printed is not None:
            path = f"printed.{name}"
            fault = f"the book answers {answer.printed}{where(record, path)}, its rules give {computed}"
            yield finding_at(record, path, f"{fault}; rule which of them holds")


@check("warning")
def given_is_read(database: Database) -> Iterator[Finding]:
    """What a worked example gives or supposes is read by something.

    By the expressions that compute its answers, or as a condition that some rule of the edition depends on. Otherwise
    it is misspelt, or the answers don't depend on what the book says they do. A figure that the document
    gives may stand there, if its own place is cited.

    Wrong: ``given: {self: {loads: 3}, whether: fine}``, where no expression has ``given.whether``; ``opponent: {laden:
    true}``, where no rule asks whether somebody is laden. Right: figures that an expression reads; conditions of rules.
    """
    for name, edition in database.editions.items():
        try:
            game = Game(database, name)
        except Unusable:
            continue  # worked-example-replay reports it.
        rules = [record.data for record in edition.records.values() if record.kind != KIND]
        expressions = [expression for _, expression in game.play.expressions()]
        depends_on = {*strings_in([rules, edition.tree.value.get("play")]), *names_in(*expressions)}
        inferred = [inference.value for inference in game.play.infers]
        computed = {*names_in(*game.play.computes.values(), *inferred)}
        for record in examples_of(database, name):
            if record.get("asks"):
                yield from _unread(game, record, depends_on, computed)


def _unread(game: Game, record: Record, depends_on: Collection[str], computed: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each value given or supposed by an example that no expression and no condition reads."""
    asks = [ask for ask in record.data["asks"].values() if isinstance(ask, dict)]
    sides = {str(ask["for"]) for ask in asks if "for" in ask}
    texts = {*strings_in([record.data["asks"], record.get("supposes")])}
    words = {*computed, *texts, *names_in(*texts)}
    heads = (_GIVEN_PREFIX, "it.")
    read = {word.removeprefix(_GIVEN_PREFIX).replace("?", "") for word in words if word.startswith(heads)}

    def is_read(name: str) -> bool:
        container = next((other for other in read if name.startswith(f"{other}.")), None)
        if container is not None:
            # Where an expression reads a whole mapping, its first-level keys are free names; only the
            # keys below them must be read.
            below, _, key = name.removeprefix(f"{container}.").rpartition(".")
            return not below or f"it.{key}" in read or key in words
        return name in read or any(other.startswith(f"{name}.") for other in read)

    def is_condition(name: str) -> bool:
        head, _, rest = name.partition(".")
        forms = [f"{side}.{rest}" for side in SIDES] if head in SIDES else [name]
        return game.terms.bringing(name) is not None or (
            game.terms.is_known(name) and not {*forms}.isdisjoint(depends_on)
        )

    def is_used(path: str) -> bool:
        without_side = [path.removeprefix(f"{side}.") for side in sides if path.startswith(f"{side}.")]
        return any(map(is_read, (path, *without_side))) or any(
            map(is_condition, (path, *(f"self.{name}" for name in without_side)))
        )

    given = [(group, path) for group in ("given", "supposes") for path in _paths(record.get(group) or {})]
    with_ask = ((path, mapping(ask).get("with") or ()) for path, ask in record.data["asks"].items())
    given += [(f"asks.{path}.with", name) for path, given_to_ask in with_ask for name in given_to_ask]
    # A given value that is cited is accepted, even if nothing reads it.
    quoted = {covered for citation in record.citations for covered in citation.covers}
    for group, path in given:
        if not is_used(path) and f"{group}.{path}" not in quoted:
            hint = closest(path, [*read, *game.terms.quantities, *game.database.vocabulary.atoms])
            fault = f"'{group}.{path}' is read by no expression and no rule{where(record, f'{group}.{path}')}{hint}"
            yield finding_at(record, f"{group}.{path}", f"{fault}; mend the name or take it out")


def _paths(part: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of all values, those in lists of mappings too."""
    for name, value in leaves(part, path):
        if isinstance(value, list) and any(isinstance(member, dict) for member in value):
            for i, member in enumerate(value):
                yield from _paths(member, f"{name}.{i}")
        else:
            yield name


@check("error")
@per_declaration("samples", KindSchema)
def sample_list_legality(declared: Declared[KindSchema]) -> Iterator[Finding]:
    """A sample army keeps every limit on armies, with the figures exactly as they stand.

    ``vocabulary.yaml`` declares which records are samples. ``docs/armies.md`` says how troops are known and what the
    limits are:

        samples:
          caravans: {kind: caravan}

    A limit that can't be judged, because the data don't say enough about a troop, is not a finding;
    ``kensei-docs army check`` says what is missing.

    Wrong: a sample of 200 points with 30 points of guards, where 25 % are asked for. Right: 50 points; 30 points beside
    25 of troops that may be guards.
    """
    try:
        for record in declared.records:
            muster = sample_muster(declared.database, record)
            if muster is None:
                yield finding_at(record, "limit", "gives no size of battle, or lists no troops; add 'limit' and 'rows'")
            else:
                yield from (_broken_limit(record, limit) for limit in judge(muster) if limit.status == "broken")
    except Unusable as unusable:
        yield from (Finding(problem.place, problem.message, "") for problem in unusable.problems)


def _broken_limit(record: Record, result: Result) -> Finding:
    limit = result.limit
    column = "points" if result.counts in ("points", "cost") else "miniatures"
    paths = [f"{troop.path}.{column}" for troop in result.troops] or ["rows"]
    ends = (("least", result.at_least), ("most", result.at_most))
    bounds = " and ".join(f"at {end} {_as_text(span)}" for end, span in ends if span)
    whose = f" of {result.subject}" if result.subject else ""
    unit = "points" if column == "points" else result.counts
    has = f"has {_as_text(result.have)} {unit}{whose}{where(record, *paths)}"
    places = where_all((step.record, step.path) for step in result.steps if step.record)
    name = limit.record.get(limit.name_field) or limit.record.name
    fault = f"breaks {limit.id}, '{name}': {has}, where the limit is {bounds}{places}"
    return finding_at(record, paths[0], f"{fault}; mend the list or the limit")


def _as_text(span: NumberSpan) -> str:
    return " to ".join(dict.fromkeys(number(end) for end in (span.low, span.high)))


@check("error")
def turn_is_told(database: Database) -> Iterator[Finding]:
    """Every step of a turn names records that exist, and every rule of the turn stands in a step.

    ``turn.yaml`` has the parts of the turn, each with its steps, and in ``of`` the records that describe a step: the
    quick reference prints them in that order. Kinds of record that belong to the turn are listed in
    ``vocabulary.yaml``:

        told:
          turn: [phase, order, roll]

    ``more`` of a step names other parts of the turn that have more of what is added to a roll.

    A record of these kinds that another page describes is listed under ``apart``, with the reason. An edition without
    ``turn.yaml`` isn't checked.

    Wrong: ``of: [phase/mourning]``; an order ``roll/tea`` that no step names. Right: ``of: [phase/morning, roll/tea]``.
    """
    kinds = database.vocabulary.section("told").get("turn") or []
    for edition in database.editions.values():
        described: set[str] = set()
        for part in edition.turn.values():
            for path, name in _named(part):
                described.add(name)
                if name not in edition.records:
                    message = f"names '{name}', which isn't there{closest(name, edition.records)}; mend the id"
                    yield finding_at(part, path, message)
            for path, name in _of_steps(part, "more"):
                if name not in edition.turn:
                    message = f"names '{name}', which is no part of the turn{closest(name, edition.turn)}; mend it"
                    yield finding_at(part, path, message)
            figures = [(f"figures.{name}", fact) for name, fact in mapping_at(part, "figures").items()]
            for path, fact in (*figures, *_of_steps(part, "sum", "adds")):
                if isinstance(wrong := fact_at(edition, fact), str):
                    yield finding_at(part, path, wrong)
        for record in edition.records.values() if edition.turn else ():
            if record.kind in kinds and record.id not in described:
                fault = "is a rule of the turn that stands in no step of turn.yaml"
                yield finding_at(record, "", f"{fault}; name it under 'of' of a step, or under 'apart' with the reason")


def _of_steps(part: Record, *fields: str) -> Iterator[tuple[str, str]]:
    """Yield the members of lists in the steps of a part of the turn, each with its path."""
    for key, step in (part.get("steps") or {}).items():
        for field in fields:
            yield from ((f"steps.{key}.{field}.{place}", name) for place, name in enumerate(step.get(field) or ()))


def _named(part: Record) -> Iterator[tuple[str, str]]:
    """Yield the ids that a part of the turn names, each with its path."""
    yield from _of_steps(part, "of", "ruled")
    for key, step in (part.get("steps") or {}).items():
        for record, others in (step.get("joined") or {}).items():
            yield f"steps.{key}.joined.{record}", record
            for place, name in enumerate(others):
                yield f"steps.{key}.joined.{record}.{place}", name.partition(":")[0]
    yield from ((f"apart.{name}", name) for name in part.get("apart") or {})


# A word in quotes, in an expression.
_QUOTED = re.compile(r"'([^']*)'")


@check("error")
def added_dice_are_thrown(database: Database) -> Iterator[Finding]:
    """Odds throw every die that a record adds to a roll, or takes from it.

    Where an effect changes the number of dice of a kind of roll, a throw of that roll in ``odds`` that says its
    ``dice`` asks for it, by ``dice(ROLL)`` or by the value of the hook. Else the die is listed, and never thrown.

    Wrong: ``throws: {harm: {roll: harm, dice: given.hits}}``, where an ability has ``{hook: harm.pool, add: +1D6}``.
    Right: ``dice: given.hits + value(harm.pool)``.
    """
    for edition in database.editions.values():
        adding: dict[str, dict[str, Effect]] = {}
        for effect in (one for record in edition.records.values() for one in effects_of(record)):
            if hook_property(database, effect.hook, "changes") == "pool":
                roll = str(hook_property(database, effect.hook, "roll"))
                adding.setdefault(roll, {}).setdefault(effect.hook, effect)
        play = mapping(mapping(edition.tree.value).get("play"))
        for path, throw in _throws_in(play):
            roll = str(throw.get("roll"))
            asked = _names_behind(throw.get("dice"), _inner(play, "computes"))
            for hook, effect in adding.get(roll, {}).items():
                if not asked & {hook, roll}:
                    message = (
                        f"throws '{roll}' without the dice of '{hook}', which {effect.record.id} changes"
                        f"{where(effect.record, effect.path)}; add value({hook}) to its dice"
                    )
                    yield Finding(edition.tree.place(f"play.{path}.dice"), message, "")


def _throws_in(play: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (path in ``play``, throw) for each throw of a kind of roll in odds that says its dice."""
    for attack, chances in _inner(play, "odds").items():
        for part in ("each", "steps"):
            for at, link in enumerate(_list(chances, part)):
                for name, throw in mapping(mapping(link).get("throws")).items():
                    # Without dice of its own, a throw has those of its roll.
                    if mapping(throw).get("roll") and throw.get("dice") is not None:
                        yield f"odds.{attack}.{part}.{at}.throws.{name}", throw


def _names_behind(expression: Any, computes: dict[str, Any]) -> set[str]:
    """Return the names in an expression, and in the computations that it names."""
    found: set[str] = set()
    ahead = [expression]
    while ahead:
        for name in set(names_in(ahead.pop())) - found:
            found.add(name)
            ahead += [computes[name]] if name in computes else []
    return found


@check("error")
def play_is_read(database: Database) -> Iterator[Finding]:
    """Every name in an edition's ``play`` section is one that the engine asks for.

    The keys of ``base`` and ``stacking`` are hooks of ``vocabulary.yaml``, those of ``rolls`` its kinds of roll, of
    ``assumes`` its conditions, of ``arms`` and ``odds`` its ways to attack, of ``profile`` columns of a table, of
    ``takes`` quantities or conditions. A computation is used by another one, by a worked example or by odds; what a
    link of odds throws or computes is used by a later one or shown; and a condition that something follows from, or
    that forbids something, is one of the vocabulary. A fact in an expression is one of the edition's, and a word in it
    no figure: figures stand in records.

    Wrong: ``base: {hagle.roll: self.wit}``; a computation ``tea-left`` that nothing names; ``given.cups * '2'``.
    Right: ``base: {haggle.roll: self.wit}``; ``tea-left`` where another computation subtracts it; ``given.cups *
    tea/green:figures.leaves``.
    """
    for edition in database.editions.values():
        play = mapping(mapping(edition.tree.value).get("play"))
        for path, message in (
            *_unknown_keys(database.vocabulary, play),
            *_unread_computations(database, edition, play),
            *_unread_in_odds(play),
        ):
            yield Finding(edition.tree.place(f"play.{path}"), message, "")
        yield from _unknown_facts(database, edition)


def _unknown_keys(vocabulary: Vocabulary, play: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield (path in ``play``, message) for each name that the vocabulary lacks."""
    attacks = vocabulary.section("matchup").get("ways") or {}
    quantities = {*vocabulary.section("quantities"), *vocabulary.atoms, *strings_in(_inner(play, "profile"))}
    conditions = {*vocabulary.atoms, *vocabulary.section("brings"), NAMED}
    names_by_key: dict[str, tuple[str, set[str]]] = {
        "base": ("hook", {*vocabulary.hooks}),
        "stacking": ("hook", {*vocabulary.hooks, "all"}),
        "rolls": ("kind of roll", {*vocabulary.section("rolls")}),
        "assumes": ("condition", {*vocabulary.atoms}),
        "arms": ("way to attack", {*attacks}),
        "odds": ("way to attack", {*attacks}),
        "profile": ("column", {*vocabulary.section("columns")}),
        "takes": ("quantity", quantities),
    }
    for key, (sort, known) in names_by_key.items():
        for name in _inner(play, key):
            if name not in known:
                unknown = f"'{name}' is not a known {sort} of vocabulary.yaml{closest(name, known)}"
                yield f"{key}.{name}", f"{unknown}; mend the name or take it out"
    for path, name in _conditions_named(play):
        without_side = name.partition(".")[2]
        # What is a condition of an enemy is one of a troop itself, seen from the other side.
        seen = (f"{side}.{without_side}" for side in SIDES[:2])
        if not {name, without_side, without_side.partition(".")[0], *seen} & conditions:
            message = f"'{name}' is not a condition{closest(name, conditions)}; mend the name or take it out"
            yield f"{path}.{name}", message


def _conditions_named(play: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the conditions that a part of ``play`` names, each with the path of that part."""
    parts: dict[str, Any] = {}
    for key, inner in (("follows", "then"), ("infers", "when"), ("forbids", "when"), ("words", "means")):
        parts |= {f"{key}.{place}.{inner}": _inner(entry, inner) for place, entry in enumerate(_list(play, key))}
    parts |= {f"rolls.{roll}.when": _inner(entry, "when") for roll, entry in _inner(play, "rolls").items()}
    for attack, arms in _inner(play, "arms").items():
        parts |= {f"arms.{attack}.{inner}": _inner(arms, inner) for inner in ("any", "only")}
    for path, conditions in parts.items():
        # Words of players may also give a value to expressions ("says.armour").
        of_words = path.startswith("words.")
        yield from ((path, name) for name in conditions if not (of_words and name.startswith("says.")))


def _unknown_facts(database: Database, edition: Edition) -> Iterator[Finding]:
    """Yield a finding for each fact in an expression that the edition lacks, and each word that is a figure."""
    try:
        game = Game(database, edition.id)
    except Unusable:
        return  # worked-example-replay reports it.
    for path, expression in game.play.expressions():
        for fault in expression_faults(expression, game.names, f"play.{path}", edition):
            yield Finding(edition.tree.place(fault.path, fault.before), fault.message, "")
        text, within = (expression["is"], f"{path}.is") if isinstance(expression, dict) else (expression, path)
        for quoted in _QUOTED.finditer(text) if isinstance(text, str) else ():
            if parse(quoted[1]) is not None and any(map(str.isdigit, quoted[1])):
                place = edition.tree.place(f"play.{within}", text[: quoted.start()])
                yield Finding(place, f"{FIGURE_STANDS_IN_RECORDS.format(quoted[1])}; mend it", "")


def _unread_computations(database: Database, edition: Edition, play: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield (path in ``play``, message) for each computation that nothing names."""
    computations = _inner(play, "computes")
    parts = [part for key, part in play.items() if key != "computes"]
    others = [record.data for record in edition.records.values()]
    asked = [record.get("asks") for record in examples_of(database, edition.id)]
    elsewhere = {*strings_in([*others, database.vocabulary.section("matchup"), *parts])}
    elsewhere |= {*names_in(*strings_in([asked, *parts]))}
    for name in computations:
        by_others = (expression for key, expression in computations.items() if key != name)
        if name not in elsewhere and not any(name in names_in(expression) for expression in by_others):
            message = f"nothing reads the computation '{name}'; name it where it is needed, or take it out"
            yield f"computes.{name}", message


def _unread_in_odds(play: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield (path in ``play``, message) for each name in odds that is computed, not read, or is shown, not computed."""
    for attack, chances in _inner(play, "odds").items():
        shown = _inner(chances, "shows")
        texts = {*strings_in([chances, play.get("computes"), play.get("takes")], keys=False)}
        words = {name.replace("?", "") for name in (*texts, *names_in(*texts))}
        read = {*shown, *words, *(word.rpartition(".")[2] for word in words)}
        links = [(f"{part}.{n}", link) for part in ("each", "steps") for n, link in enumerate(_list(chances, part))]
        made: set[str] = set()
        for place, link in links:
            for group in ("throws", "computes"):
                for name, entry in _inner(link, group).items():
                    counted = {*_inner(entry, "counts")} if group == "throws" else set()
                    made |= {name, *counted}
                    if name not in read and not counted & read:
                        message = f"nothing reads '{name}', and it isn't shown; take it out or name it under 'shows'"
                        yield f"odds.{attack}.{place}.{group}.{name}", message
        for key in ("shows", "where"):
            for name in _inner(chances, key):
                if name not in made or name not in shown:
                    message = f"no link computes '{name}'{closest(name, made)}; mend the name or take it out"
                    yield f"odds.{attack}.{key}.{name}", message


def _inner(part: Any, key: str) -> dict[str, Any]:
    """Return the mapping at a key of a part of ``play``, an empty one if there is none."""
    return mapping(mapping(part).get(key))


def _list(part: Any, key: str) -> list[Any]:
    entries = mapping(part).get(key)
    return entries if isinstance(entries, list) else []


def restatements(database: Database) -> Iterator[tuple[Effect, Record, list[Effect]]]:
    """Yield each effect that restates another record, with that record and its effects that change the same roll by the
    same amount."""
    for effect in all_effects(database):
        target = effect.record.get(f"{effect.path}.restates")
        other = database.editions[effect.record.edition].records.get(str(target))
        eased = easing(database, effect)
        if other is not None and eased is not None:
            yield effect, other, [stated for stated in effects_of(other) if easing(database, stated) == eased]


@check("note")
def modifier_carrier(database: Database) -> Iterator[Finding]:
    """One effect is stated in one form: off the result, or on the difficulty.

    Taking one off every die and raising the difficulty by one come to the same, but a reader who meets both counts
    both. Only statements that say that they ``restate`` another record are compared.

    Wrong: armour takes one off the enemy's roll, and the table that it restates raises the difficulty. Right: both
    raise the difficulty.
    """
    for effect, other, others in restatements(database):
        form = hook_property(database, effect.hook, "changes")
        forms = [hook_property(database, stated.hook, "changes") for stated in others]
        if others and form not in forms:
            here, there = (f"{e.value}{where(e.record, e.fact)}" for e in (effect, others[0]))
            stated = f"{other.id} '{others[0].place_path}' the {forms[0]} by {there}"
            message = f"'{effect.place_path}' changes the {form} by {here}, and {stated}; state it in one form"
            yield finding_at(effect.record, effect.place_path, message)


@check("error")
def modifier_shape(database: Database) -> Iterator[Finding]:
    """A modifier has the shape of what it changes: dice for a pool, a number for a result.

    ``vocabulary.yaml`` says of each hook what it ``changes``, and which shapes of figure that takes:

        shapes:
          pool: [dice]
          result: [modifier]

    Wrong: ``+1`` added to a pool of dice; ``+1D6`` added to each die's result. Right: ``+1D6`` to the pool, ``+1`` to
    the result.
    """
    shapes = database.vocabulary.section("shapes")
    for effect in all_effects(database):
        figure = effect.figure
        changed = hook_property(database, effect.hook, "changes")
        wanted = names(shapes.get(str(changed)))
        if effect.operation in ("add", "set") and figure and wanted and figure.kind not in wanted:
            takes = f"whose {changed} takes {' or '.join(wanted)}{where(effect.record, effect.fact)}"
            fault = f"{figure} ({figure.kind}) changes {effect.hook}, {takes}"
            yield finding_at(effect.record, effect.place_path, f"{fault}; mend the figure or the hook")


@check("error")
def modifier_sign(database: Database) -> Iterator[Finding]:
    """The sign of a modifier says what it is meant to do.

    Dice and numbers that are added have a sign, so that none is lost or doubled. What a value is divided or multiplied
    by has none. A figure or effect that is called a bonus makes its roll easier, one that is called a penalty makes it
    harder: a roll that passes at or above a number is easier with more on the die, one that passes at or below a number
    with less, and any roll with a lower difficulty. ``vocabulary.yaml`` says under ``rolls`` how each passes. The
    troop's own characteristic (``XD6``), to which modifiers are added, needs no sign.

    Wrong: ``add: 1D6``; ``divide: -2``; ``bonus: +1`` added to a roll that passes at or below an attribute.
    Right: ``add: +1D6``; ``divide: 2``; ``penalty: +1`` added to a difficulty.
    """
    for effect in all_effects(database):
        figure, path = effect.figure, effect.fact
        if figure is None:
            continue
        signed = figure.text[0] in "+-"
        read_at = where(effect.record, path)
        yield from _misprinted(effect.record, path, figure, effect.record.get(f"{effect.path}.printed"))
        # Modifiers are added to the troop's own characteristic (XD6), which has no sign.
        if effect.does.additive and figure.kind in ("count", "dice") and not signed:
            if not figure.text.startswith("X"):
                fault = f"{figure} is added to {effect.hook} without a sign{read_at}"
                yield finding_at(effect.record, path, f"{fault}; write +{figure}, or -{figure} if it is taken away")
        elif effect.does.factor and signed:
            fault = f"'{effect.operation}' gives {effect.hook} {figure}, with a sign{read_at}"
            yield finding_at(effect.record, path, f"{fault}; write {figure.text[1:]}")
        elif effect.does.additive and signed:
            words = re.split(r"[.-]", f"{effect.path.rpartition('.')[2]}.{path}")
            meant = {"bonus", "penalty"} & {*words}
            less_is_better, comparison = _comparison(database, effect)
            easier = figure.text.startswith("-") == less_is_better
            if len(meant) == 1 and easier != ("bonus" in meant):
                makes = f"makes {effect.hook} {'easier' if easier else 'harder'}, for {comparison}{read_at}"
                fault = f"the {meant.pop()} {figure} {makes}"
                yield finding_at(effect.record, path, f"{fault}; turn the sign round, or settle what it is added to")
    for record in database.records:
        for name, value in mapping_at(record, "printed").items():
            figure = parse(record.figure(f"figures.{name}") or "")
            if figure is not None:
                yield from _misprinted(record, f"figures.{name}", figure, value)


def _misprinted(record: Record, path: str, figure: Figure, value: object) -> Iterator[Finding]:
    """Yield a finding where the document prints the figure with another sign, or none."""
    printed = parse(value) if isinstance(value, str) else None
    if printed is not None and printed != figure and printed.text.strip("+-") == figure.text.strip("+-"):
        fault = f"the document prints {printed} for {figure}{where(record, path)}"
        yield finding_at(record, path, f"{fault}; settle which is meant")


def _comparison(database: Database, effect: Effect) -> tuple[bool, str]:
    """Return whether less makes the roll easier, and why, as a message says it."""
    changes = hook_property(database, effect.hook, "changes")
    if changes == "difficulty":
        return True, "dice pass at or above their difficulty"
    roll = database.vocabulary.section("rolls").get(str(hook_property(database, effect.hook, "roll")))
    if isinstance(roll, dict) and roll.get("passes") == "at-most":
        return changes == "result", "it passes at or below its number"
    return False, "more is better there"


def _is_length(database: Database, hook: str) -> bool:
    """Return whether a hook changes a length: a distance, or an attribute that is declared as one."""
    attributes = names(database.vocabulary.section("lengths").get("attributes"))
    return bool(hook_property(database, hook, "distance")) or hook_property(database, hook, "attribute") in attributes


@check("warning")
def rounding_declared(database: Database) -> Iterator[Finding]:
    """A division of things that come whole says how it rounds.

    An effect that divides a roll, a pool or an attribute has ``round: up`` or ``round: down``; a text that names a
    ``divisor`` says it in words. Lengths can be divided exactly. The edition's own ``vocabulary.yaml`` declares the
    shares that are taken of things that come whole; their record has a ``rounding``:

        whole-things: ['rule/toll:figures.share']

    Wrong: hits divided by the ``divisor`` without a word about rounding. Right: the same with "rounded up"; a movement
    divided by two.
    """
    for edition in database.editions.values():
        for fact in (fact for tree in edition.vocabulary.trees for fact in names(tree.value.get("whole-things"))):
            at = fact_at(edition, fact)
            if isinstance(at, str):
                yield section_finding(edition, "whole-things", f"{at}; mend the path")
            elif not at[0].get("rounding") and not _declares_rounding(at[0]):
                record, path = at
                fault = f"'{path}' takes {record.figure(path)} of things that come whole without a word on rounding"
                message = f"{fault}{where(record, path)}; say whether it rounds up or down"
                yield finding_at(record, path, message)
    for record in (record for record in database.records if not _declares_rounding(record)):
        divisions = [effect for effect in effects_of(record) if effect.does.rounds]
        for effect in divisions:
            if not _is_length(database, effect.hook) and not effect.own("round"):
                divided = f"divided by {effect.value} without a word on rounding{where(record, effect.fact)}"
                remedy = "add 'round: up' or 'round: down', and say it in the text"
                yield finding_at(record, effect.place_path, f"{effect.hook} is {divided}; {remedy}")
        in_effects = {str(effect.written).removeprefix("$") for effect in divisions}
        for name, figure in mapping_at(record, "figures").items():
            if "divisor" in name.split("-") and name not in in_effects:
                path = f"figures.{name}"
                fault = f"the text divides by {figure} without a word on rounding{where(record, path)}"
                yield finding_at(record, path, f"{fault}; say whether it rounds up or down")


def _declares_rounding(record: Record) -> bool:
    return any("round" in text.casefold() for _, text in record.messages)


# The units of lengths by the unit of the edition; feet are converted to inches. Millimetres are those of models.
_UNITS = {"cm": "centimetres", "mm": "millimetres", "in": "inches", "ft": "inches", "hex": "hexes"}
# Figures that can be a length whose unit was lost; a share or a fraction is of one.
_BARE = ("count", "modifier", "dice")
_LENGTHS = ("length", "dice-length", "length-range")


@check("error", of_print=True)
def units_of_measure(database: Database) -> Iterator[Finding]:
    """Lengths are measured in the system of their edition, and none goes without a unit.

    An edition measures in centimetres, in inches and feet, or in hexes; millimetres are for models, unless the edition
    measures in them, and a board of hexes has a size. ``vocabulary.yaml`` declares the attributes that are lengths:

        lengths: {attributes: [pace]}

    A count in a table has lost its unit where other rows have lengths in its column, or where it stands between two
    lengths.

    Wrong: 50 cm in an edition that measures in inches; a row with 10 cm, 20 and 30 cm; an effect that adds ``+2D6`` to
    a distance, without a unit. Right: ``+2D6 cm``; half a distance; a weapon with a reach of 30 cm and 2 shots.
    """
    for edition in database.editions.values():
        yield from _in_other_units(edition)
        for record in edition.records.values():
            yield from _lost_in_row(edition, record)
            # Changes of a distance by a number without a unit.
            for effect in effects_of(record):
                figure = effect.figure
                is_bare = effect.operation in ("add", "set") and figure and figure.kind in _BARE
                if is_bare and _is_length(database, effect.hook):
                    fault = f"{figure} changes the distance {effect.hook} without a unit{where(record, effect.fact)}"
                    yield finding_at(record, effect.fact, f"{fault}; see whether {figure} {edition.units} is meant")


def _in_other_units(edition: Edition) -> Iterator[Finding]:
    """Yield a finding for each length in another system of units than that of the edition; one for the edition, where
    several lengths are in one other unit and none in its own."""
    lengths = [
        (record, fact, fact.figure)
        for record in edition.records.values()
        for fact in record.facts
        if fact.figure and fact.figure.unit in _UNITS and fact.figure.unit != "mm"
    ]
    units = {figure.unit for _, _, figure in lengths}
    if len(lengths) > 1 and len(units) == 1 and not edition.documents and edition.units not in ("hex", *units):
        [unit] = units
        if _UNITS[unit] != _UNITS[edition.units]:
            message = f"every length is in {_UNITS[unit]}, and 'units' is {edition.units}; write 'units: {unit}'"
            yield Finding(edition.tree.place("units"), message, "", edition=edition.id)
            return
    for record, fact, figure in lengths:
        if edition.units != "hex" and _UNITS[figure.unit] != _UNITS[edition.units]:
            # A figure in the sentence of a cell has a name that its author never wrote; the message names the cell.
            named = "the cell has" if isinstance(record.place(fact.path), CellPlace) else f"'{fact.path}' is"
            fault = f"{named} {figure}{where(record, fact.path)}, but {edition.id} measures in {_UNITS[edition.units]}"
            meant = (
                "see which unit is meant"
                if edition.documents
                else (f"see which unit is meant, here or under 'units' in {short_path(str(edition.tree.file))}")
            )
            yield finding_at(record, fact.path, f"{fault}; {meant}")


def _lost_in_row(edition: Edition, record: Record) -> Iterator[Finding]:
    """Yield a finding for each number without a unit that stands in a table among lengths."""
    columns, rows = list(mapping_at(record, "columns")), rows_of(record, "rows")
    lengths = {name: [kind_in(row.get(column)) in _LENGTHS for column in columns] for name, row in rows.items()}
    measured = [any(of_row[i] for of_row in lengths.values()) for i in range(len(columns))]
    for name, is_length in lengths.items():
        for i, column in enumerate(columns if any(is_length) else ()):
            figure = rows[name].get(column)
            between = 0 < i < len(columns) - 1 and is_length[i - 1] and is_length[i + 1]
            if kind_in(figure) == "count" and (measured[i] or between):
                path = f"rows.{name}.{column}"
                fault = f"'{path}' is {figure} in a row of lengths{where(record, path)}"
                yield finding_at(record, path, f"{fault}; write {figure} {edition.units}")
