"""The turn and the ``play`` section of an edition: every name in them exists, and nothing is left out or unused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kensei_docs.check.data.references import strings_in
from kensei_docs.check.finding import Finding, finding_at
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.record_parts import fact_at
from kensei_docs.engine.effects import NAMED
from kensei_docs.problems import check, closest


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
            for key, step in (part.get("steps") or {}).items():
                for number, name in enumerate(step.get("more") or ()):
                    if name not in edition.turn:
                        message = f"names '{name}', which is no part of the turn{closest(name, edition.turn)}; mend it"
                        yield finding_at(part, f"steps.{key}.more.{number}", message)
            facts = {f"figures.{name}": fact for name, fact in (part.get("figures") or {}).items()}
            for key, step in (part.get("steps") or {}).items():
                for field in ("sum", "adds"):
                    facts |= {
                        f"steps.{key}.{field}.{number}": fact for number, fact in enumerate(step.get(field) or ())
                    }
            for path, fact in facts.items():
                if isinstance(wrong := fact_at(edition, fact), str):
                    yield finding_at(part, path, wrong)
        for record in edition.records.values() if edition.turn else ():
            if record.kind in kinds and record.id not in described:
                message = (
                    "is a rule of the turn that stands in no step of turn.yaml; name it under 'of' of a step, or "
                    "under 'apart' with the reason"
                )
                yield finding_at(record, "", message)


def _named(part: Record) -> Iterator[tuple[str, str]]:
    """Yield the ids that a part of the turn names, each with its path."""
    for key, step in (part.get("steps") or {}).items():
        for field in ("of", "ruled"):
            yield from ((f"steps.{key}.{field}.{number}", name) for number, name in enumerate(step.get(field) or ()))
        for record, others in (step.get("joined") or {}).items():
            yield f"steps.{key}.joined.{record}", record
            for number, name in enumerate(others):
                yield f"steps.{key}.joined.{record}.{number}", name.partition(":")[0]
    yield from ((f"apart.{name}", name) for name in part.get("apart") or {})


_PLAY = "play"
_OF_ALL = "all"
# The operator of expressions whose operand are conditions.
_HOLDS = "holds"


@check("error")
def play_is_read(database: Database) -> Iterator[Finding]:
    """Every name in an edition's ``play`` section is one that the engine asks for.

    The keys of ``base`` and ``stacking`` are hooks of ``vocabulary.yaml``, those of ``rolls`` its kinds of roll, of
    ``assumes`` its conditions, of ``arms`` and ``odds`` its ways to attack, of ``profile`` columns of a table, of
    ``takes`` quantities or conditions. A computation is used by another one, by a worked example or by odds; what a
    link of odds throws or computes is used by a later one or shown; and a condition that something follows from, or
    that forbids something, is one of the vocabulary.

    Wrong: ``base: {hagle.roll: self.wit}``; a computation ``tea-left`` that nothing names. Right: ``base: {haggle.roll:
    self.wit}``; ``tea-left`` where another computation subtracts it.
    """
    for edition in database.editions.values():
        play = (edition.tree.value or {}).get(_PLAY)
        if isinstance(play, dict):
            yield from _unknown_keys(database, edition, play)
            yield from _unread_computations(database, edition, play)
            for attack, chances in _mapping(play, "odds").items():
                yield from _unread_in_odds(edition, play, attack, chances)


def _unknown_keys(database: Database, edition: Edition, play: dict[str, Any]) -> Iterator[Finding]:
    vocabulary = database.vocabulary
    attacks = vocabulary.section("matchup").get("ways") or {}
    quantities = {*vocabulary.section("quantities"), *vocabulary.atoms, *strings_in(_mapping(play, "profile"))}
    conditions = {*vocabulary.atoms, *vocabulary.section("brings"), NAMED}
    names_by_key: dict[str, tuple[str, set[str]]] = {
        "base": ("hook", {*vocabulary.hooks}),
        "stacking": ("hook", {*vocabulary.hooks, _OF_ALL}),
        "rolls": ("kind of roll", {*vocabulary.section("rolls")}),
        "assumes": ("condition", {*vocabulary.atoms}),
        "arms": ("way to attack", {*attacks}),
        "odds": ("way to attack", {*attacks}),
        "profile": ("column", {*vocabulary.section("columns")}),
        "takes": ("quantity", quantities),
    }
    for key, (sort, names) in names_by_key.items():
        for name in _mapping(play, key):
            if name not in names:
                message = (
                    f"'{name}' is not a known {sort} of vocabulary.yaml{closest(name, names)}; mend the name or take "
                    "it out"
                )
                yield _found(edition, f"{key}.{name}", message)
    for path, name in _conditions_named(play):
        without_side = name.partition(".")[2]
        if not {name, without_side, without_side.partition(".")[0]} & conditions:
            message = f"'{name}' is not a condition{closest(name, conditions)}; mend the name or take it out"
            yield _found(edition, f"{path}.{name}", message)


def _conditions_named(play: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the conditions that a part of ``play`` names, each with the path of that part."""
    for key, inner in (("follows", "then"), ("infers", "when"), ("forbids", "when"), ("words", "means")):
        for number, entry in enumerate(_list(play, key)):
            # Words of players may also give a value to expressions ("says.armour").
            names = (name for name in _mapping(entry, inner) if not (inner == "means" and name.startswith("says.")))
            yield from ((f"{key}.{number}.{inner}", name) for name in names)
    for roll, entry in _mapping(play, "rolls").items():
        yield from ((f"rolls.{roll}.when", name) for name in _mapping(entry, "when"))
    for path, circumstances in _circumstances(play):
        yield from ((path, name) for name in circumstances)
    for attack, arms in _mapping(play, "arms").items():
        for inner in ("any", "only"):
            yield from ((f"arms.{attack}.{inner}", name) for name in _mapping(arms, inner))


def _circumstances(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the conditions that expressions ask for (``holds``), with their paths."""
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        inner_path = f"{path}.{key}".lstrip(".")
        if key == _HOLDS and isinstance(inner, dict) and not path.endswith("computes"):
            yield inner_path, inner
        else:
            yield from _circumstances(inner, inner_path)


def _unread_computations(database: Database, edition: Edition, play: dict[str, Any]) -> Iterator[Finding]:
    computations = _mapping(play, "computes")
    elsewhere = {*strings_in([record.data for record in edition.records.values()])}
    elsewhere |= {*strings_in(database.vocabulary.section("matchup"))}
    elsewhere |= {*strings_in([part for key, part in play.items() if key != "computes"])}
    for name in computations:
        if name not in elsewhere and not any(
            name in strings_in(expression) for key, expression in computations.items() if key != name
        ):
            message = f"nothing reads the computation '{name}'; name it where it is needed, or take it out"
            yield _found(edition, f"computes.{name}", message)


def _unread_in_odds(edition: Edition, play: dict[str, Any], attack: str, chances: Any) -> Iterator[Finding]:
    """Yield a finding for each name in the odds of an attack that is computed, not read, or is shown, not computed."""
    path, shown = f"odds.{attack}", _mapping(chances, "shows")
    words = {*strings_in([chances, play.get("computes"), play.get("takes")], keys=False)}
    read = {*shown, *words, *(word.rpartition(".")[2] for word in words)}
    made: set[str] = set()
    for part in ("each", "steps"):
        for number, link in enumerate(_list(chances, part)):
            for group in ("throws", "computes"):
                for name, entry in _mapping(link, group).items():
                    counted = {*_mapping(entry, "counts")} if group == "throws" else set()
                    made |= {name, *counted}
                    if name not in read and not counted & read:
                        message = f"nothing reads '{name}', and it isn't shown; take it out or name it under 'shows'"
                        yield _found(edition, f"{path}.{part}.{number}.{group}.{name}", message)
    for key in ("shows", "where"):
        for name in _mapping(chances, key):
            if name not in made or name not in shown:
                message = f"no link computes '{name}'{closest(name, made)}; mend the name or take it out"
                yield _found(edition, f"{path}.{key}.{name}", message)


def _mapping(part: Any, key: str) -> dict[str, Any]:
    mapping = part.get(key) if isinstance(part, dict) else None
    return mapping if isinstance(mapping, dict) else {}


def _list(part: Any, key: str) -> list[Any]:
    entries = part.get(key) if isinstance(part, dict) else None
    return entries if isinstance(entries, list) else []


def _found(edition: Edition, path: str, message: str) -> Finding:
    return Finding(edition.tree.place(f"{_PLAY}.{path}"), message, "")
