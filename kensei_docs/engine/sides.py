"""The two sides of an attack: who fights whom, as a few words or a row of an army tell it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kensei_docs.database.columns import folded
from kensei_docs.engine.acting import NAMED
from kensei_docs.engine.forms import Reckoning
from kensei_docs.engine.game import Game
from kensei_docs.engine.odds import value_of
from kensei_docs.engine.situation import Situation
from kensei_docs.engine.trace import Trace
from kensei_docs.engine.words import Lexicon
from kensei_docs.figures import parse
from kensei_docs.problems import Place, Problem, Unusable, closest

_WORD = re.compile(r"[^\s,;]+")
_NUMBER = re.compile(r"\+?\d+(\.\d+)?(\+|cm|in|D\d+)?", re.IGNORECASE)
_FIELDS = ("class", "title", "troop-type", "weapons", "armour", "abilities", "equipment", "preferred")
# A lone leader, or one of a unit's: in whose hands more than one is.
_ONE = 1


@dataclass
class Side:
    """One side: its miniatures, what is so of it (``self.attack: ['2']``), its weapons.

    ``taken`` are quantities that nobody gave, with how they were found; ``named`` are terms that
    name it, and about which the edition has no rule.
    """

    miniatures: int = _ONE
    given: dict[str, list[Any]] = field(default_factory=dict)
    melee: list[str] = field(default_factory=list)
    ranged: list[str] = field(default_factory=list)
    says: dict[str, str] = field(default_factory=dict)
    taken: dict[str, Trace] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)

    def fields(self, shooting: bool) -> dict[str, Any]:
        """Return what computations may ask of the side, as ``given.ours.miniatures``."""
        own = {
            name.partition(".")[2]: values[0]
            for name, values in self.given.items()
            if name.startswith("self.") and values
        }
        weapons = self.ranged if shooting else self.melee
        return {
            "in-sight": str(self.miniatures),
            **own,
            **self.says,
            "miniatures": str(self.miniatures),
            "single": self.miniatures == _ONE,
            "weapon": weapons[0] if weapons else "none",
        }


class Reader:
    """Reads sides in the words of one edition."""

    def __init__(self, game: Game, lexicon: Lexicon) -> None:
        self.game, self.lexicon = game, lexicon

    def read(self, text: str, where: str, row: Side | None = None) -> Side:
        """Return the side that a few words tell (``10 samurai katana, attack 2``).

        They add to what a ``row`` of an army is. Raises Unusable with the column of each word
        that means nothing; ``where`` names it.
        """
        words = [(found.group(), found.start()) for found in _WORD.finditer(text)]
        problems: list[Problem] = []
        side, at, counted = row or Side(), 0, row is not None
        if not words and row is None:
            raise Unusable(_problem(where, 0, "nothing is said of this side; name a troop"))
        while at < len(words):
            word, column = words[at]
            if _NUMBER.fullmatch(word):
                if counted or parse(word) is None or not word.isdecimal() or int(word) < _ONE:
                    problems.append(
                        _problem(
                            where,
                            column,
                            f"'{word}' stands for nothing; the miniatures come first, a number after what it is",
                        )
                    )
                else:
                    side.miniatures, counted = int(word), True
                at += 1
                continue
            size = self._longest(text, words, at, side)
            if not size:
                known = [*self.lexicon.known, *self.lexicon.quantities]
                problems.append(
                    _problem(
                        where,
                        column,
                        f"'{word}' is no word of "
                        f"{self.game.edition.id}{closest(folded(word), known)}; "
                        "mend it, or leave it out",
                    )
                )
            at += size or 1
        if problems:
            raise Unusable(*problems)
        return self._whole(side)

    def of_row(self, miniatures: int, get: Callable[[str], Any]) -> Side:
        """Return the side that a row of an army is, for ``read`` to add to; ``get`` gives its
        fields."""
        side = Side(miniatures)
        self._profile(side, get)
        return side

    def _longest(self, text: str, words: list[tuple[str, int]], at: int, side: Side) -> int:
        """Take in the longest phrase that begins at a word; return of how many words it is."""
        for size in range(min(self.lexicon.longest, len(words) - at), 0, -1):
            last, start = words[at + size - 1], words[at][1]
            phrase = text[start : last[1] + len(last[0])]
            if re.search("[,;]", phrase):
                continue
            key = folded(phrase)
            after = words[at + size] if at + size < len(words) else None
            if key in self.lexicon.quantities and after and _NUMBER.fullmatch(after[0]):
                side.given[self.lexicon.quantities[key]] = [after[0]]
                return size + 1
            if self._say(side, key):
                return size
        return 0

    def _say(self, side: Side, key: str) -> bool:
        meaning = self.lexicon.known.get(key) or (self.lexicon.known.get(key[:-1]) if key.endswith("s") else None)
        if meaning is None:
            return False
        if meaning.key == "profile":
            self._profile(side, self.game.record(meaning.value).get)
        elif meaning.key == "name":
            side.named.append(meaning.value)
        elif meaning.key.startswith("says."):
            side.says[meaning.key.partition(".")[2]] = meaning.value
        elif meaning.key in ("ranged", "melee", "any-weapon"):
            for kind, held in (("ranged", side.ranged), ("melee", side.melee)):
                if meaning.key in (kind, "any-weapon"):
                    held.append(meaning.value)
            for record in self.game.words.of("weapon") if meaning.key == "melee" else ():
                if meaning.value in (record.get("weapons") or ()):
                    side.given.setdefault("self.weapon-type", []).append(record.slug)
        elif isinstance(meaning.value, bool) or not self.game.words.bringing(meaning.key):
            several = meaning.key == NAMED
            held_now = side.given.get(meaning.key, []) if several else []
            side.given[meaning.key] = [*held_now, meaning.value]
        else:
            side.given.setdefault(meaning.key, []).append(meaning.value)
            # Whoever is of the mounted troops is mounted; of the skirmishers, a skirmisher.
            for name in (f"self.{meaning.value}", f"self.{str(meaning.value).removesuffix('s')}"):
                atom = self.game.database.vocabulary.atoms.get(name) or {}
                if meaning.key == "self.troop-type" and atom.get("values") == "boolean":
                    side.given[name] = [True]
        return True

    def _profile(self, side: Side, get: Callable[[str], Any]) -> None:
        for name in _FIELDS:
            for word in _listed(get(name)):
                self._say(side, folded(str(word)))
        numbers = {**(get("stats") or {}), **(get("profile") or {})}
        numbers.update(
            {
                name: get(f"profile.{name}")
                for name in ("attack", "shooting", "initiative", "honour", "presence", "wounds", "movement")
                if get(f"profile.{name}") is not None
            }
        )
        for name, value in numbers.items():
            quantity = self.game.play.profile.get(name, f"self.{name}")
            if value is not None and self.game.words.is_known(quantity):
                side.given[quantity] = [str(value)]
        for name, level in (get("wind") or {}).items():
            side.given[f"self.mastery.{name}"] = [str(level)]

    def _whole(self, side: Side) -> Side:
        """Return the side with what it has though nobody said so."""
        side.given.setdefault("self.single", [side.miniatures == _ONE])
        side.given.setdefault("self.in-unit", [side.miniatures != _ONE])
        for name, part in self.game.play.takes.items():
            asked = re.search(r"<([\w.-]+)>", part) if isinstance(part, str) else None
            known = side.given.get(asked[1]) if asked else None
            if name in side.given or (asked and not known):
                continue
            if asked and known:
                part = part.replace(asked[0], str(known[0]))
            here = Reckoning(self.game, {"ours": side.fields(False)}, Situation(side.given))
            value = here.of(part)
            if value is None or str(value) == "None":
                continue
            here.trace.value = value_of(value)
            side.taken[name] = here.trace
            side.given[name] = [str(here.trace.value)]
        return side


def situations(
    game: Game, ours: Side, theirs: Side, attack: str, more: Mapping[str, Any]
) -> tuple[Situation, Situation]:
    """Return the situation as our side sees it, and as theirs does; ``more`` is so for both.

    Raises Unusable for a value that the vocabulary doesn't know.
    """
    return _seen(game, ours, theirs, attack, more), _seen(game, theirs, ours, attack, more)


def _seen(game: Game, ours: Side, theirs: Side, attack: str, more: Mapping[str, Any]) -> Situation:
    given: dict[str, Any] = {**more, **ours.given}
    for name, values in theirs.given.items():
        given[name.replace("self.", "opponent.", 1)] = values
    weapons = ours.ranged if attack == "shooting" else ours.melee
    if weapons:
        given["weapon.kind"] = weapons
    if game.words.is_known("combat.kind"):
        given["combat.kind"] = [attack]
    known = {name: values for name, values in given.items() if game.words.is_known(name)}
    return game.situation(known, Place("odds"))


def _listed(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _problem(where: str, column: int, message: str) -> Problem:
    return Problem(Place(where, _ONE, column + 1), message, "odds")
