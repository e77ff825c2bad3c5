"""The names in an edition's ``play`` section exist, and each declaration is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kensei_docs.check.finding import Finding
from kensei_docs.database import Database, Edition
from kensei_docs.engine.effects import NAMED
from kensei_docs.problems import check, closest

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
    quantities = {*vocabulary.section("quantities"), *vocabulary.atoms, *_strings(_mapping(play, "profile"))}
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
    elsewhere = {*_strings([record.data for record in edition.records.values()])}
    elsewhere |= {*_strings(database.vocabulary.section("matchup"))}
    elsewhere |= {*_strings([part for key, part in play.items() if key != "computes"])}
    for name in computations:
        if name not in elsewhere and not any(
            name in _strings(expression) for key, expression in computations.items() if key != name
        ):
            message = f"nothing reads the computation '{name}'; name it where it is needed, or take it out"
            yield _found(edition, f"computes.{name}", message)


def _unread_in_odds(edition: Edition, play: dict[str, Any], attack: str, chances: Any) -> Iterator[Finding]:
    """Yield a finding for each name in the odds of an attack that is computed, not read, or is shown, not computed."""
    path, shown = f"odds.{attack}", _mapping(chances, "shows")
    words = {*_strings([chances, play.get("computes"), play.get("takes")], keys=False)}
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


def _strings(part: Any, keys: bool = True) -> Iterator[str]:
    """Yield all strings of a part, with the keys of mappings or without them."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list):
        yield from map(str, part if keys and isinstance(part, dict) else ())
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _strings(inner, keys)


def _found(edition: Edition, path: str, message: str) -> Finding:
    return Finding(edition.tree.place(f"{_PLAY}.{path}"), message, "")
