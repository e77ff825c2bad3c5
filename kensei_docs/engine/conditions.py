"""Situations, and whether the conditions of effects hold in them.

A situation is a mapping of conditions to values, nested or dotted: ``{self: {mounted: true}}``
is ``{self.mounted: true}``. Besides the vocabulary's ``atoms`` it may give its ``quantities``
(``self.attack: 2``) and name records that come into play (``self.ability: [leader]``, see
``brings`` in the vocabulary).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import ge, le
from typing import Any

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.paths import record_and_path
from kensei_docs.engine.amounts import amount_of
from kensei_docs.engine.play_schema import Bringing, ImpliedConditions, as_list
from kensei_docs.figures import parse
from kensei_docs.problems import OneOf, Place, Problem, Unusable, closest, say

# Whom a condition or an effect is about, as seen by the miniatures of the record that has it.
SIDES = ("self", "opponent", "ally", "enemy")
# For a record of each side: the first part of a condition's name in the record, and what the situation has in its place
# if that differs.
_HEADS_BY_SIDE = {
    "self": {},
    "opponent": {"self": "opponent", "opponent": "self"},
    "ally": {"self": "ally", "ally": "self"},
    "enemy": {"self": "enemy", "opponent": "self"},
}


@dataclass(frozen=True)
class Terms:
    """The names that situations of one edition may use: conditions, quantities, and keys that name records."""

    database: Database
    edition: Edition
    brings: dict[str, Bringing]
    # A cache: computing one value looks up the same few names many times.
    _atoms: dict[str, str | None] = field(default_factory=dict, compare=False)
    _records: dict[tuple[str, ...], list[Record]] = field(default_factory=dict, compare=False)

    @cached_property
    def heads(self) -> set[str]:
        """The first parts of the names of conditions: ``self``, ``weapon``."""
        return {name.partition(".")[0] for name in self.database.vocabulary.atoms}

    @cached_property
    def quantities(self) -> dict[str, Any]:
        """The quantities of the vocabulary, by name."""
        return self.database.vocabulary.section("quantities")

    def records_of(self, *kinds: str) -> list[Record]:
        """Return the edition's records of some kinds."""
        if kinds not in self._records:
            self._records[kinds] = self.edition.records_of(*kinds)
        return self._records[kinds]

    def brought_by(self, entry: Bringing, names: Iterable[Any], kinds: Iterable[str] = ()) -> list[Record]:
        """Return the records that names bring into play, of the kinds of ``brings`` or of others."""
        wanted = set(map(str, names))
        records = self.records_of(*(kinds or entry.kinds))
        return [record for record in records if not wanted.isdisjoint(entry.names_of(record))]

    def is_known(self, name: str) -> bool:
        return self.atom(name) is not None or self.is_quantity(name) or self.bringing(name) is not None

    def is_quantity(self, name: str) -> bool:
        """Return whether a name is a quantity, of either side: each side may have every ``self.`` quantity."""
        side, _, rest = name.partition(".")
        return name in self.quantities or (side in SIDES and f"self.{rest}" in self.quantities)

    def atom(self, name: str) -> str | None:
        """Return the atom for the name of a condition, None if there is none.

        Every atom of one side holds for the other sides too: ``opponent.charging`` has the atom ``self.charging``.
        """
        if name not in self._atoms:
            atoms = self.database.vocabulary.atoms
            side, _, rest = name.partition(".")
            others = [f"{other}.{rest}" for other in SIDES[:2]] if side in SIDES else []
            self._atoms[name] = next((candidate for candidate in (name, *others) if candidate in atoms), None)
        return self._atoms[name]

    def bringing(self, name: str) -> tuple[str, Bringing] | None:
        """Return the side and the entry of ``brings`` for a key of a situation; None for a key that brings no records.

        ``brings`` says which records the key brings into play.
        """
        if name in self.brings and self.brings[name].side:
            return str(self.brings[name].side), self.brings[name]
        side, _, rest = name.partition(".")
        entry = self.brings.get(rest.partition(".")[0])
        if side not in SIDES or entry is None or entry.side or ("." in rest) != entry.levels:
            return None
        return side, entry

    def seen_from(self, name: str, side: str) -> str:
        """Return the name that a condition of a record has in the situation; ``side`` is the side of the record.

        The opponent's ``self.charging`` is our ``opponent.charging``. If the situation can't have the other name, the
        name is returned unchanged.
        """
        head, dot, rest = name.partition(".")
        other = _HEADS_BY_SIDE[side].get(head, head) + dot + rest
        return other if self.is_known(other) else name

    def suggestion(self, name: str) -> str:
        """Return ``; did you mean 'x'?`` for the most likely name, or an empty string."""
        brought = [f"{side}.{key}" for key, entry in self.brings.items() if not entry.side for side in SIDES]
        return closest(name, [*self.database.vocabulary.atoms, *self.quantities, *brought])


@dataclass
class Situation:
    """Conditions with their values, each a list of strings and bools."""

    given: dict[str, list[Any]] = field(default_factory=dict)

    def first(self, name: str) -> str | None:
        """Return the first value of a quantity as it was given, or None."""
        values = self.given.get(name)
        return str(values[0]) if values else None

    def turned_round(self, terms: Terms) -> Situation:
        """Return the situation from the opponent's view: with the sides exchanged.

        Keys that belong to our side without naming it (``weapon``) are left out.
        """
        ours = {name.partition(".")[0] for name, entry in terms.brings.items() if entry.side}
        turned = {"self": "opponent", "opponent": "self"}
        parts = [(name.partition("."), values) for name, values in self.given.items()]
        return Situation(
            {turned.get(head, head) + dot + rest: values for (head, dot, rest), values in parts if head not in ours}
        )


@dataclass(frozen=True)
class Distance:
    """How far apart the sides are: the length that the user gave (``said``), the conditions that it ``means``, those
    ``assumed``.

    ``is_said`` is true where a length or a band was said; ``reach`` is the weapon's,
    where the target is beyond it.
    """

    said: str | None
    is_said: bool
    means: Mapping[str, Any]
    assumed: Mapping[str, Any]
    reach: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the distance as the commands print it."""
        return {"said": self.said, "means": dict(self.means), "assumed": dict(self.assumed), "reach": self.reach}


def read_situation(terms: Terms, given: Mapping[str, Any], place: Place | None = None) -> Situation:
    """Return the situation that a mapping describes.

    Raises Unusable for a condition or a value that the vocabulary doesn't know, with the nearest known one.
    """
    problems: list[Problem] = []
    situation = Situation()
    for name, value in leaves(given):
        if not terms.is_known(name):
            message = say(
                "'%(name)s' is not a condition of the vocabulary%(hint)s; mend the name",
                name=name,
                hint=terms.suggestion(name),
            )
            faults = [message]
        else:
            values = [_parse_value(entry) for entry in (value if isinstance(value, list) else [value])]
            reasons = [reason for entry in values if (reason := value_problem(terms, name, entry))]
            faults = [say("%(name)s: %(fault)s", name=name, fault=reason) for reason in reasons]
            situation.given[name] = values
        problems += [Problem(place or Place("situation"), fault, "situation") for fault in faults]
    if problems:
        raise Unusable(*problems)
    return situation


def leaves(part: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted path and the value of each leaf of nested mappings; a list is a leaf."""
    if isinstance(part, Mapping):
        for key, inner in part.items():
            yield from leaves(inner, f"{path}.{key}" if path else str(key))
    else:
        yield path, part


def _parse_value(value: Any) -> Any:
    if value in ("true", "false"):
        return value == "true"
    return value if isinstance(value, bool) else str(value)


def value_problem(terms: Terms, name: str, value: Any) -> str:
    """Return the message that a value is invalid, or an empty string."""
    atom = terms.database.vocabulary.atoms.get(terms.atom(name) or "")
    allowed = atom.get("values") if isinstance(atom, dict) else None
    brought = terms.bringing(name)
    if allowed == "boolean" and not isinstance(value, bool):
        return say("'%(value)s' is neither true nor false; write one of them", value=value)
    if isinstance(allowed, list) and value not in allowed:
        hint = closest(str(value), map(str, allowed))
        return say("'%(value)s' is not among its values%(hint)s", value=value, hint=hint)
    if allowed == "figure" and parse(str(value)) is None:
        return say("'%(value)s' is not a figure; write one, such as 3 or 10 cm", value=value)
    if brought and not brought[1].levels and not isinstance(value, bool):
        kinds = brought[1].kinds
        named = {known_name for record in terms.records_of(*kinds) for known_name in brought[1].names_of(record)}
        phrases = (atom or {}).get("phrase") or {}
        if value not in named and value not in terms.database.glossary and value not in phrases:
            return say(
                "'%(value)s' is not a known %(kinds)s of %(edition)s%(hint)s",
                value=value,
                kinds=OneOf(kinds),
                edition=terms.edition.id,
                hint=closest(str(value), named),
            )
    return ""


@dataclass
class Holding:
    """Whether a condition holds, and the values that were assumed for it, by name."""

    holds: bool
    assumed: dict[str, str] = field(default_factory=dict)


class Conditions:
    """Evaluates the conditions of one edition in situations.

    ``follows`` and ``assumes`` are those of the edition's ``play`` section.
    """

    def __init__(self, terms: Terms, follows: list[ImpliedConditions], assumes: Mapping[str, Any]) -> None:
        self.terms, self.follows = terms, follows
        self._assumed = {**terms.database.vocabulary.section("assumed"), **assumes}
        self._stands_for = terms.database.vocabulary.section("stands-for")
        self._counterparts = terms.database.vocabulary.section("counterparts")
        # The names of values, by condition.
        self._names: dict[tuple[str, str | None], frozenset[str]] = {}

    def complete(self, situation: Situation) -> Situation:
        """Return the situation with its consequences added.

        A weapon sets its type; where one side charges, the other is charged (the vocabulary's ``counterparts``);
        ``play.follows`` declares the rest (a teppo is a firearm). Given values are never changed.
        """
        given = dict(situation.given)
        for name, values in situation.given.items():
            side, entry = self.terms.bringing(name) or ("", None)
            kinds = self.terms.brings[entry.sets].kinds if entry and entry.sets else []
            if entry and kinds and (records := self.terms.brought_by(entry, values, kinds)):
                given.setdefault(f"{side}.{entry.sets}", [record.slug for record in records])
        for name in situation.given:
            self._bring_along(name, given)
        for atom, counterpart in self._counterparts.items():
            for side, across in (("self", "opponent"), ("opponent", "self")):
                if True in given.get(f"{side}.{atom}", ()):
                    given.setdefault(f"{across}.{counterpart}", [True])
        for rule in self.follows:
            if any(self._follows_from(rule, value) for value in given.get(rule.where) or ()):
                for name, value in rule.then.items():
                    present = given.get(name, [])
                    if self.terms.bringing(name):
                        # A side that has one record may have others too.
                        given[name] = [*present, *(atom for atom in as_list(value) if atom not in present)]
                    elif not present:
                        given[name] = as_list(value)
        return Situation(given)

    def _bring_along(self, name: str, given: dict[str, list[Any]]) -> None:
        """Add to ``given`` the records that the records under a key name in turn, such as the abilities of a title."""
        side, entry = self.terms.bringing(name) or ("", None)
        if entry is None or not entry.also:
            return
        for record in self.terms.brought_by(entry, given[name]):
            for field_, key in entry.also.items():
                present = given.get(f"{side}.{key}", [])
                if more := [member for member in as_list(record.get(field_)) if member not in present]:
                    given[f"{side}.{key}"] = [*present, *more]
                    self._bring_along(f"{side}.{key}", given)

    def check(self, when: dict[str, Any], situation: Situation, side: str) -> Holding:
        """Return whether all of ``when`` holds for a record of ``side``.

        Conditions that the situation doesn't give are assumed. They are reported only if all given
        conditions hold: otherwise they make no difference.
        """
        assumed: dict[str, str] = {}
        failed: list[str] = []
        for atom, expected in when.items():
            name = self.terms.seen_from(atom, side)
            values = situation.given.get(name)
            if values is None:
                values = [self._assume(name)]
                assumed[name] = _format_value(values[0]) if values[0] is not None else ""
            if not self.matches(name, expected, values):
                failed.append(name)
        if any(name not in assumed for name in failed):
            return Holding(False)
        if failed:
            # Only assumed values failed: given otherwise, the effect might apply.
            return Holding(False, {name: assumed[name] for name in failed if assumed[name]})
        return Holding(True, {name: value for name, value in assumed.items() if value})

    def matches(self, atom: str, expected: Any, values: list[Any]) -> bool:
        """Return whether the values of a condition match the expected value, list, or mapping (``{not: 1}``)."""
        if isinstance(expected, dict) and expected:
            form, inner = next(iter(expected.items()))
            if form == "not":
                return not self.matches(atom, inner, values)
            limit = amount_of(str(inner))
            counts = [amount.count for value in values if (amount := amount_of(str(value)))]
            within = ge if form == "at-least" else le
            return limit is not None and any(within(count, limit.count) for count in counts)
        if isinstance(expected, list):
            return any(self.matches(atom, alternative, values) for alternative in expected)
        wanted = self._names_of(atom, expected)
        return any(wanted & (self._names_of(atom, value) | self._wider_values(atom, value)) for value in values)

    def _assume(self, name: str) -> Any:
        atom = self.terms.atom(name) or name
        if atom in self._assumed:
            return self._assumed[atom]
        values = (self.terms.database.vocabulary.atoms.get(atom) or {}).get("values")
        return False if values == "boolean" or (isinstance(values, list) and False in values) else None

    def _names_of(self, atom: str, value: Any) -> frozenset[str]:
        """Return all names of a value: for a record its slug and its aliases (the number of a type of weapon)."""
        spelt = None if value is None else _format_value(value)
        if (atom, spelt) not in self._names:
            self._names[atom, spelt] = frozenset(self._find_names(atom, spelt))
        return self._names[atom, spelt]

    def _find_names(self, atom: str, spelt: str | None) -> set[str]:
        names = set() if spelt is None else {spelt}
        _, entry = self.terms.bringing(atom) or ("", None)
        if entry is None:
            return names
        for record in self.terms.records_of(*entry.kinds):
            called = {record.slug, *entry.aliases_of(record)}
            if names & called:
                names |= called
        return names

    def _wider_values(self, atom: str, value: Any) -> set[str]:
        """Return the values that the vocabulary (``stands-for``) counts as including a value: plate armour counts as
        any armour."""
        if value is None:
            return set()
        wider = set()
        for name, narrower in (self._stands_for.get(self.terms.atom(atom) or atom) or {}).items():
            others = narrower.get("not") if isinstance(narrower, dict) else None
            is_one = _format_value(value) in map(_format_value, narrower if others is None else others)
            if is_one == (others is None):
                wider.add(name)
        return wider

    def _follows_from(self, rule: ImpliedConditions, value: Any) -> bool:
        if rule.equals is not None:
            return self.matches(rule.where, rule.equals, [value])
        edition = self.terms.edition
        if rule.among:
            record, path = record_and_path(edition, rule.among)
            return record is not None and value in (record.get(path) or [])
        band = edition.records.get(rule.within or "")
        amount = amount_of(str(value))
        return band is not None and amount is not None and in_band(band.data, amount.count)


def in_band(band: dict[str, Any], number: Any) -> bool:
    """Return whether a number lies in a band, between ``least`` and ``most`` or at its ``score``.

    Ends belong to it unless its ``includes`` says otherwise.
    """
    keys: list[str] = [key for key in ("score", "least", "most") if key in band]
    stated = {key: amount_of(str(band[key])) for key in keys}
    score, includes = stated.get("score"), band.get("includes") or {}
    if not stated or (score and score.count != number):
        return False
    for end, sign in (("least", 1), ("most", -1)):
        if limit := stated.get(end):
            beyond = (number - limit.count) * sign
            if beyond < 0 or (not beyond and includes.get(end) is False):
                return False
    return True


def _format_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)
