"""Conditions: whether what an effect depends on holds in a situation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kensei_docs.engine.amounts import amount_of
from kensei_docs.engine.play import Consequence
from kensei_docs.engine.situation import Situation, Words, names_of, seen_from


@dataclass
class Holding:
    """Whether a condition holds, and which of its parts were assumed (name: value taken)."""

    holds: bool
    assumed: dict[str, str] = field(default_factory=dict)


@dataclass
class Conditions:
    """The conditions of one edition, held against situations."""

    words: Words
    follows: list[Consequence]
    _assumed: dict[str, Any] = field(default_factory=dict)
    _stands_for: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._assumed = self.words.database.vocabulary.section("assumed")
        self._stands_for = self.words.database.vocabulary.section("stands-for")

    def complete(self, situation: Situation) -> Situation:
        """Return the situation with what follows from it (a teppo is a firearm)."""
        given = dict(situation.given)
        for rule in self.follows:
            values = given.get(rule.where)
            if values and any(self._is_one(rule, value) for value in values):
                for name, value in rule.then.items():
                    given.setdefault(name, [value])
        return Situation(given)

    def holding(self, when: dict[str, Any], situation: Situation, side: str) -> Holding:
        """Return whether all of ``when`` holds, as the record's side sees it.

        What nobody gave is assumed; it is named only where all the rest holds, for only then
        did it matter.
        """
        assumed: dict[str, str] = {}
        failed: list[str] = []
        for atom, expected in when.items():
            name = seen_from(self.words, atom, side)
            values = situation.given.get(name)
            if values is None:
                values = [self._taken(name)]
                assumed[name] = _spelled(values[0]) if values[0] is not None else ""
            if not self.matches(name, expected, values):
                failed.append(name)
        if any(name not in assumed for name in failed):
            return Holding(False)
        if failed:
            # Had it been given otherwise, the effect might have counted.
            return Holding(False, {name: assumed[name] for name in failed if assumed[name]})
        return Holding(True, {name: value for name, value in assumed.items() if value})

    def matches(self, atom: str, expected: Any, values: list[Any]) -> bool:
        """Return whether the values of a condition are what is expected of it."""
        if isinstance(expected, dict) and expected:
            form, inner = next(iter(expected.items()))
            if form == "not":
                return not self.matches(atom, inner, values)
            limit = amount_of(str(inner))
            amounts = [amount for value in values if (amount := amount_of(str(value)))]
            if limit is None or not amounts:
                return False
            if form == "at-least":
                return any(amount.count >= limit.count for amount in amounts)
            return any(amount.count <= limit.count for amount in amounts)
        if isinstance(expected, list):
            return any(self.matches(atom, one, values) for one in expected)
        wanted = self._called(atom, expected)
        return any(wanted & (self._called(atom, value) | self._more(atom, value)) for value in values)

    def _taken(self, name: str) -> Any:
        known = self.words.atom(name) or name
        if known in self._assumed:
            return self._assumed[known]
        atom = self.words.database.vocabulary.atoms.get(known) or {}
        values = atom.get("values")
        return False if values == "boolean" or (isinstance(values, list) and False in values) else None

    def _called(self, atom: str, value: Any) -> set[str]:
        """Return every name of a value: a weapon's number and its slug are one."""
        names = set() if value is None else {_spelled(value)}
        brought = self.words.bringing(atom)
        if brought and names:
            for kind in brought[1].kinds:
                for record in self.words.of(kind):
                    called = names_of(record.slug, record.data, ["type"])
                    if names & set(called):
                        names.update(called)
        return names

    def _more(self, atom: str, value: Any) -> set[str]:
        """Return the wider values that a value is one of: samurai armour is any armour."""
        more = set()
        for wider, narrower in (self._stands_for.get(self.words.atom(atom) or atom) or {}).items():
            others = narrower.get("not") if isinstance(narrower, dict) else None
            if (
                value is not None and _spelled(value) not in map(_spelled, others)
                if others is not None
                else _spelled(value) in map(_spelled, narrower)
            ):
                more.add(wider)
        return more

    def _is_one(self, rule: Consequence, value: Any) -> bool:
        if rule.equals is not None:
            return self.matches(rule.where, rule.equals, [value])
        edition = self.words.edition
        if rule.among:
            identity, _, path = rule.among.partition(":")
            record = edition.records.get(identity)
            return record is not None and value in (record.get(path) or [])
        band = edition.records.get(rule.within or "")
        amount = amount_of(str(value))
        return band is not None and amount is not None and in_band(band.data, amount.count)


def in_band(band: dict[str, Any], number: Any) -> bool:
    """Return whether a number lies in a band, between ``least`` and ``most`` or at its ``score``.

    Ends belong to it unless its ``includes`` says otherwise.
    """
    score = amount_of(str(band["score"])) if band.get("score") is not None else None
    if score is not None and score.count != number:
        return False
    if not {"least", "most", "score"} & set(band):
        return False
    includes = band.get("includes") or {}
    for end, sign in (("least", 1), ("most", -1)):
        limit = amount_of(str(band[end])) if band.get(end) is not None else None
        if limit is not None:
            beyond = (number - limit.count) * sign
            if beyond < 0 or (beyond == 0 and includes.get(end) is False):
                return False
    return True


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)
