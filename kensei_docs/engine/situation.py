"""Situations: what is so when a value is computed, held against the vocabulary.

A situation is a mapping of conditions to values, nested or dotted: ``{self: {mounted: true}}``
is ``{self.mounted: true}``. Besides the vocabulary's ``atoms`` it may give its ``quantities``
(``self.attack: 2``) and name records that come into play (``self.ability: [leader]``, see
``brings`` in the vocabulary).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kensei_docs.database import Database, Edition, Record
from kensei_docs.engine.play import Bringing
from kensei_docs.figures import parse
from kensei_docs.problems import Place, Problem, Unusable, closest

SIDES = ("self", "opponent", "ally", "enemy")
# Whose eyes a condition is seen with: the names that change places for a record of that side.
_VIEWS = {
    "self": {},
    "opponent": {"self": "opponent", "opponent": "self"},
    "ally": {"self": "ally", "ally": "self"},
    "enemy": {"self": "enemy", "opponent": "self"},
}


@dataclass(frozen=True)
class Words:
    """What situations of one edition may say."""

    database: Database
    edition: Edition
    brings: dict[str, Bringing]
    # What was looked up before: a situation is asked for the same few words again and again.
    _atoms: dict[str, str | None] = field(default_factory=dict, compare=False)
    _records: dict[str, list[Record]] = field(default_factory=dict, compare=False)

    @cached_property
    def heads(self) -> set[str]:
        """What conditions begin with: ``self``, ``weapon``."""
        return {name.partition(".")[0] for name in self.database.vocabulary.atoms}

    @cached_property
    def quantities(self) -> dict[str, Any]:
        """What a situation gives besides conditions."""
        return self.database.vocabulary.section("quantities")

    def of(self, kind: str) -> list[Record]:
        """Return the edition's records of a kind."""
        if kind not in self._records:
            self._records[kind] = self.edition.of(kind)
        return self._records[kind]

    def is_known(self, name: str) -> bool:
        return self.atom(name) is not None or self.is_quantity(name) or self.bringing(name) is not None

    def is_quantity(self, name: str) -> bool:
        """Return whether a name is a quantity: what we have, the other side can have as well."""
        side, _, rest = name.partition(".")
        return name in self.quantities or (side in SIDES and f"self.{rest}" in self.quantities)

    def atom(self, name: str) -> str | None:
        """Return the atom of a condition: its own, or the same one of another side.

        What can be so of us can be so of anybody.
        """
        if name not in self._atoms:
            atoms = self.database.vocabulary.atoms
            side, _, rest = name.partition(".")
            others = [f"{other}.{rest}" for other in SIDES[:2]] if side in SIDES else []
            self._atoms[name] = next((one for one in (name, *others) if one in atoms), None)
        return self._atoms[name]

    def bringing(self, name: str) -> tuple[str, Bringing] | None:
        """Return the side and the kinds of record that a key of a situation brings into play."""
        if name in self.brings and self.brings[name].side:
            return str(self.brings[name].side), self.brings[name]
        side, _, rest = name.partition(".")
        entry = self.brings.get(rest.partition(".")[0])
        if side not in SIDES or entry is None or entry.side or ("." in rest) != entry.levels:
            return None
        return side, entry

    def suggestion(self, name: str) -> str:
        vocabulary = self.database.vocabulary
        brought = [f"{side}.{key}" for key, entry in self.brings.items() if not entry.side for side in SIDES]
        return closest(name, [*vocabulary.atoms, *self.quantities, *brought])


@dataclass
class Situation:
    """Conditions with their values, each a list of strings and bools."""

    given: dict[str, list[Any]] = field(default_factory=dict)

    def number(self, name: str) -> str | None:
        """Return the first value of a quantity as it was given."""
        values = self.given.get(name)
        return str(values[0]) if values else None

    def turned_round(self, words: Words) -> Situation:
        """Return the situation as the opponent sees it, who hasn't our weapon."""
        ours = {name.partition(".")[0] for name, entry in words.brings.items() if entry.side}
        return Situation(
            {_turned(name): values for name, values in self.given.items() if name.partition(".")[0] not in ours}
        )


def _turned(name: str) -> str:
    head, dot, rest = name.partition(".")
    return {"self": "opponent", "opponent": "self"}.get(head, head) + dot + rest


def situation(words: Words, given: Mapping[str, Any], place: Place | None = None) -> Situation:
    """Return the situation that a mapping describes.

    Raises Unusable for a condition or a value that the vocabulary doesn't know, with what may
    have been meant.
    """
    place = place or Place("situation")
    problems: list[Problem] = []
    found = Situation()
    for name, value in _flat(given, ""):
        values = value if isinstance(value, list) else [value]
        if not words.is_known(name):
            problems.append(
                Problem(
                    place,
                    f"'{name}' is no condition of the vocabulary{words.suggestion(name)}; mend the name",
                    "situation",
                )
            )
            continue
        for one in values:
            fault = _fault(words, name, one)
            if fault:
                problems.append(Problem(place, f"{name}: {fault}", "situation"))
        found.given[name] = [_plain(one) for one in values]
    if problems:
        raise Unusable(*problems)
    return found


def seen_from(words: Words, name: str, side: str) -> str:
    """Return what a condition of a record of ``side`` is called in the situation itself.

    The opponent's ``self.charging`` is our ``opponent.charging``. A name that would change into
    one that nobody knows stays as it is.
    """
    head, dot, rest = name.partition(".")
    other = _VIEWS[side].get(head, head) + dot + rest
    return other if words.is_known(other) else name


def _flat(part: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for key, value in part.items():
        name = f"{path}.{key}" if path else str(key)
        if isinstance(value, Mapping):
            yield from _flat(value, name)
        else:
            yield name, value


def _plain(value: Any) -> Any:
    if value in ("true", "false"):
        return value == "true"
    return value if isinstance(value, bool) else str(value)


def _fault(words: Words, name: str, value: Any) -> str:
    """Return what is wrong with a value, or nothing."""
    value = _plain(value)
    atom = words.database.vocabulary.atoms.get(words.atom(name) or "")
    allowed = atom.get("values") if isinstance(atom, dict) else None
    brought = words.bringing(name)
    if allowed == "boolean" and not isinstance(value, bool):
        return f"'{value}' is neither true nor false; write one of them"
    if isinstance(allowed, list) and value not in allowed:
        return f"'{value}' is not among its values{closest(str(value), map(str, allowed))}"
    if allowed == "figure" and parse(str(value)) is None:
        return f"'{value}' is no figure; write one, such as 3 or 10 cm"
    if brought and not brought[1].levels and not isinstance(value, bool):
        named = {
            one
            for kind in brought[1].kinds
            for record in words.of(kind)
            for one in names_of(record.slug, record.data, brought[1].by)
        }
        phrases = (atom or {}).get("phrase") or {}
        if value not in named and value not in words.database.glossary and value not in phrases:
            return f"'{value}' is no {' or '.join(brought[1].kinds)} of {words.edition.id}{closest(str(value), named)}"
    return ""


def names_of(slug: str, data: Mapping[str, Any], by: list[str]) -> list[str]:
    """Return the names by which a situation may call a record: its slug, and what ``by`` lists."""
    names = [slug]
    for key in by:
        value = data.get(key)
        names += [str(one) for one in value] if isinstance(value, list) else [str(value)] if value is not None else []
    return names
