"""Reading a matchup: two sides, each described by a few words or by a row of an army.

``"10 samurai katana, attack 2, charging vs 8 ashigaru"`` becomes two ``Side``s and the situation as
each of them sees it. Words are those of records, conditions, quantities and the glossary in any
language of the project. ``matchup`` in ``vocabulary.yaml`` declares which kinds and fields
describe a side, and which conditions follow from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kensei_docs.database import Database
from kensei_docs.database.tables.columns import folded
from kensei_docs.engine.attack_odds import Odds, odds, plain_value
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.effects import NAMED
from kensei_docs.engine.expressions.evaluation import Evaluation
from kensei_docs.engine.game import Game
from kensei_docs.engine.lexicon import Lexicon, LocalTexts, MatchupSchema
from kensei_docs.engine.play import as_list
from kensei_docs.engine.trace import Trace
from kensei_docs.figures import parse
from kensei_docs.languages import codes, language
from kensei_docs.problems import Place, Problem, Unusable, closest, unusable

ENDS = ("attacker", "defender")
_WORD = re.compile(r"[^\s,;]+")
_NUMBER = re.compile(r"\+?\d+(\.\d+)?(\+|cm|in|D\d+)?", re.IGNORECASE)


@dataclass
class Side:
    """One side: its miniatures, its conditions and quantities (``self.attack: ['2']``), its weapons by way of attack.

    ``taken`` are the quantities that were not given, with the traces of their computation; ``named`` are
    terms for it about which the edition has no rule.
    """

    miniatures: int = 1
    given: dict[str, list[Any]] = field(default_factory=dict)
    weapons: dict[str, list[str]] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)
    taken: dict[str, Trace] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the side as the commands print it."""
        return {
            "miniatures": self.miniatures,
            "given": self.given,
            "weapons": [weapon for weapons in self.weapons.values() for weapon in weapons],
            "taken": {name: str(trace.value) for name, trace in self.taken.items()},
        }

    def fields(self, attack: str) -> dict[str, Any]:
        """Return the values of the side that expressions may name, such as ``given.ours.miniatures``."""
        parts = [(name.partition("."), values) for name, values in self.given.items()]
        own = {rest: values[0] for (head, _, rest), values in parts if head == "self" and values}
        return {
            "in-sight": str(self.miniatures),
            **own,
            **self.says,
            "miniatures": str(self.miniatures),
            "single": self.miniatures == 1,
            "weapon": next(iter(self.weapons.get(attack, ())), "none"),
        }


class Row(Protocol):
    """A row of an army list."""

    @property
    def name(self) -> str: ...
    @property
    def miniatures(self) -> int: ...
    def get(self, field: str) -> Any: ...


class Army(Protocol):
    """An army list; a side may be one of its rows."""

    @property
    def file(self) -> str: ...
    @property
    def entries(self) -> Sequence[Row]: ...


@dataclass(frozen=True)
class Matchup:
    """Two sides that were read with the words of one edition."""

    game: Game
    declared: MatchupSchema
    attacker: Side
    defender: Side

    @property
    def sides(self) -> dict[str, Side]:
        return dict(zip(ENDS, (self.attacker, self.defender), strict=True))

    @property
    def usual_attack(self) -> str:
        """The first way to attack for which the attacker has a weapon, else the first one."""
        ways = self.declared.ways
        return next((way for way in ways if self.attacker.weapons.get(way)), next(iter(ways), ""))

    def as_json(self, odds: Odds) -> dict[str, Any]:
        """Return the matchup and its odds as the commands print them; the keys are a promise to other programs."""
        return {
            "edition": self.game.edition.id,
            "attack": odds.attack,
            "sides": {end: side.as_json() for end, side in self.sides.items()},
            **odds.as_json(),
        }

    def odds(self, attack: str, distance: str | None = None) -> Odds:
        """Return the odds of an attack, at a distance such as ``20cm``.

        Raises Unusable for an attack or a value that the edition doesn't know.
        """
        more: dict[str, str] = {}
        if distance:
            figure = parse(distance)
            is_bare = figure is not None and figure.kind == "count"
            with_unit = f"{distance} {self.game.edition.units}" if is_bare else str(figure or distance)
            more[self.declared.distance] = with_unit
        ours, theirs = self.attacker, self.defender
        given = {"ours": ours.fields(attack), "theirs": theirs.fields(attack)}
        return odds(
            self.game,
            attack,
            self._situation_of(ours, theirs, attack, more),
            self._situation_of(theirs, ours, attack, more),
            given,
        )

    def _situation_of(self, ours: Side, theirs: Side, attack: str, more: Mapping[str, Any]) -> Situation:
        """Return the situation from the view of ``ours``; ``more`` are conditions of both sides."""
        given: dict[str, Any] = {**more, **ours.given}
        given |= {name.replace("self.", "opponent.", 1): values for name, values in theirs.given.items()}
        if ours.weapons.get(attack):
            given[self.declared.weapon] = ours.weapons[attack]
        given[self.declared.attack] = [attack]
        known = {name: values for name, values in given.items() if self.game.terms.is_known(name)}
        return self.game.situation(known, Place("odds"))


def understand(
    database: Database,
    texts: Sequence[str],
    local_texts: LocalTexts,
    edition: str | None = None,
    armies: Sequence[Army | None] = (None, None),
) -> Matchup:
    """Return the matchup that the words of either side describe: ``["10 samurai katana", "8 ashigaru"]``.

    With an army, a side's text is the name of one of its rows, and after a comma the words to add.
    Without ``edition``, the first edition that knows all words is taken, the largest tried first.
    Raises Unusable with the column of each unknown word.
    """
    by_size = sorted(database.editions, key=lambda name: -len(database.editions[name].records))
    fault: Unusable | None = None
    for name in [edition] if edition else by_size:
        game = Game(database, name)
        reader = SideReader(game, Lexicon(game, local_texts))
        try:
            attacker, defender = (
                reader.read_row(text, end, army) if army else reader.read(text, end)
                for text, end, army in zip(texts, ENDS, armies, strict=True)
            )
            return Matchup(game, reader.declared, attacker, defender)
        except Unusable as unusable:
            fault = fault or unusable
    assert fault is not None
    raise fault


def split_sides(words: str) -> list[str]:
    """Return the texts of the two sides; raises Unusable if there aren't two."""
    versus = {word for code in codes() for word in language(code).versus}
    parts = words.split()
    at = [number for number, word in enumerate(parts) if word.lower() in versus]
    if len(at) != 1 or at[0] in (0, len(parts) - 1):
        message = 'say who attacks whom, with \'vs\' between them: "10 samurai katana" vs "8 ashigaru"'
        raise unusable("odds", message, "odds")
    return [" ".join(parts[: at[0]]), " ".join(parts[at[0] + 1 :])]


class SideReader:
    """Reads sides in the words of one edition."""

    def __init__(self, game: Game, lexicon: Lexicon) -> None:
        self.game, self.lexicon = game, lexicon
        self.declared = lexicon.declared

    def read_row(self, text: str, end: str, army: Army) -> Side:
        """Return the side that is a row of an army: its name, then more words after a comma."""
        name, _, rest = text.partition(",")
        for entry in army.entries:
            if folded(entry.name) == folded(name):
                side = self._new_side(entry.miniatures)
                self._add_profile(side, entry.get)
                return self.read(rest, end, side)
        suggestion = closest(name.strip(), [one.name for one in army.entries])
        message = f"has no row '{name.strip()}'{suggestion}; name one of its rows"
        raise unusable(army.file, message, "odds")

    def read(self, text: str, end: str, row: Side | None = None) -> Side:
        """Return the side that a few words describe (``10 samurai katana, attack 2``).

        They add to the side of a ``row`` of an army, if one is given. Raises Unusable with the column of each word
        that means nothing; ``end`` names the side in it.
        """
        words = [(found.group(), found.start()) for found in _WORD.finditer(text)]
        problems: list[Problem] = []
        side, at, counted = row or self._new_side(), 0, row is not None
        if not words and row is None:
            raise Unusable(_problem(end, 0, "nothing is said of this side; name a troop"))
        while at < len(words):
            word, column = words[at]
            size = 1
            if _NUMBER.fullmatch(word):
                if counted or not word.isdecimal() or int(word) < 1:
                    message = f"'{word}' stands for nothing; the miniatures come first, a number after what it is"
                    problems.append(_problem(end, column, message))
                else:
                    side.miniatures, counted = int(word), True
            else:
                size = self._add_phrase(side, text, words, at)
                if not size:
                    known = [*self.lexicon.meanings, *self.lexicon.quantities]
                    hint = f"{closest(folded(word), known)}; mend it, or leave it out"
                    problems.append(_problem(end, column, f"'{word}' is no word of {self.game.edition.id}{hint}"))
            at += size or 1
        if problems:
            raise Unusable(*problems)
        self._complete(side)
        return side

    def _new_side(self, miniatures: int = 1) -> Side:
        return Side(miniatures, weapons={way: [] for way in self.declared.ways})

    def _add_phrase(self, side: Side, text: str, words: list[tuple[str, int]], at: int) -> int:
        """Add the longest known phrase that begins at a word to the side; return its number of words, or 0."""
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
            if self._add_word(side, key):
                return size
        return 0

    def _add_word(self, side: Side, word: str) -> bool:
        """Add the meaning of a word to the side; return whether it has one."""
        known = self.lexicon.meanings
        meaning = known.get(word) or (known.get(word[:-1]) if word.endswith("s") else None)
        if meaning is None:
            return False
        sort, key, value = meaning.sort, meaning.key, meaning.value
        if sort == "profile":
            self._add_profile(side, self.game.record(value).get)
        elif sort == "name":
            side.named.append(value)
        elif sort == "says":
            side.says[key] = value
        elif sort == "weapon":
            for name, way in self.declared.ways.items():
                if key in (name, ""):
                    side.weapons[name].append(value)
                for record in self.game.terms.records_of(way.kind) if key == name and way.brings else ():
                    if value in (record.data.get(way.lists) or ()):
                        side.given.setdefault(f"self.{way.brings}", []).append(record.slug)
        elif key == NAMED or (self.game.terms.bringing(key) and not isinstance(value, bool)):
            side.given.setdefault(key, []).append(value)
            implied = self.declared.implies.get(key, {}).get(str(value))
            if implied:
                side.given[implied] = [True]
        else:
            side.given[key] = [value]
        return True

    def _add_profile(self, side: Side, get: Callable[[str], Any]) -> None:
        """Add a profile or a row of an army to the side; ``get`` returns its fields."""
        declared = self.declared
        for name in declared.fields:
            for word in as_list(get(name)):
                self._add_word(side, folded(str(word)))
        numbers: dict[str, Any] = {}
        for group in declared.figures:
            single = {name: get(f"{group}.{name}") for name in declared.characteristics}
            numbers |= get(group) or {}
            numbers |= {name: value for name, value in single.items() if value is not None}
        for name, value in numbers.items():
            quantity = self.game.play.profile.get(name, f"self.{name}")
            if value is not None and self.game.terms.is_known(quantity):
                side.given[quantity] = [str(value)]
        for group, key in declared.levels.items():
            for name, level in (get(group) or {}).items():
                side.given[f"self.{key}.{name}"] = [str(level)]

    def _complete(self, side: Side) -> None:
        """Add the implied conditions, and compute the quantities under ``play.takes`` that were not given."""
        for condition, holds in (
            (self.declared.alone, side.miniatures == 1),
            (self.declared.together, side.miniatures != 1),
        ):
            if condition:
                side.given.setdefault(condition, [holds])
        usual = next(iter(self.declared.ways), "")
        for name, expression in self.game.play.takes.items():
            asked = re.search(r"<([\w.-]+)>", expression) if isinstance(expression, str) else None
            known = side.given.get(asked[1]) if asked else None
            if name in side.given or (asked and not known):
                continue
            if asked and known:
                expression = expression.replace(asked[0], str(known[0]))
            run = Evaluation(self.game, {"ours": side.fields(usual)}, Situation(side.given))
            value = run.evaluate(expression)
            if value is not None and str(value) != "None":
                run.trace.value = plain_value(value)
                side.taken[name] = run.trace
                side.given[name] = [str(run.trace.value)]


def _problem(end: str, column: int, message: str) -> Problem:
    return Problem(Place(end, 1, column + 1), message, "odds")
