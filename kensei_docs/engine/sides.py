"""Reads the two sides of a matchup: words, profiles and rows of armies become conditions, quantities and weapons."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import Any, Protocol

from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.effects import NAMED
from kensei_docs.engine.expressions.evaluation import Evaluation
from kensei_docs.engine.game import Game
from kensei_docs.engine.matchup_words import WAY, EditionWords
from kensei_docs.engine.odds.attack import plain_value
from kensei_docs.engine.play_schema import as_list
from kensei_docs.engine.side import Side, Spoken
from kensei_docs.engine.stated_values import NUMBER, StatedValues, alone_of
from kensei_docs.languages import codes_of_odds, language, singulars
from kensei_docs.problems import Place, Problem, Said, Unusable, closest, say, unusable
from kensei_docs.slugs import folded

# A comma between digits parts thousands where three digits follow, else it parts words.
# At the start it is that of a number of miniatures, which no decimals can be.
_WORD = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)|\A\d+,\d+(?=\s)|\d+ %|[^\s,;]+")
_LENGTH = re.compile(r"(\d+(?:[.]\d+)?)([^\W\d]+|[\"”″']+)?")


class ArmyRow(Protocol):
    """A row of an army list."""

    @property
    def name(self) -> str: ...
    @property
    def miniatures(self) -> int: ...
    def get(self, field: str) -> Any: ...


class ArmyList(Protocol):
    """An army list; a side may be one of its rows."""

    @property
    def file(self) -> str: ...
    @property
    def entries(self) -> Sequence[ArmyRow]: ...


class SideReader:
    """Reads sides in the words of one edition: the number of miniatures, then quantities and phrases in any order.

    At each word it looks for a quantity after its number (``2 ranks``), a length (``25 cm``), the number of miniatures,
    and the longest phrase: a quantity before its number (``attack 2``), or a name (``spearmen``).
    """

    def __init__(self, game: Game, words: EditionWords) -> None:
        self.game, self.words = game, words
        self.declared = words.declared
        self._stated = StatedValues("", game.terms)
        # The words that are being read, and their column; None while a profile is.
        self._phrase: tuple[str, int] | None = None

    def read_row(self, text: str, side_name: str, army: ArmyList, skipped: Collection[Spoken] = ()) -> Side:
        """Return the side that is a row of an army: its name, then more words after a comma."""
        name, _, rest = text.partition(",")
        for entry in army.entries:
            if folded(entry.name) == folded(name):
                side = self._new_side(entry.miniatures)
                self._stated = StatedValues(side_name, self.game.terms)
                self._add_profile(side, entry.get)
                return self.read(rest, side_name, side, skipped)
        suggestion = closest(name.strip(), [entry.name for entry in army.entries])
        message = say("has no row '%(name)s'%(hint)s; name one of its rows", name=name.strip(), hint=suggestion)
        raise unusable(army.file, message, "odds")

    def read(self, text: str, side_name: str, row: Side | None = None, skipped: Collection[Spoken] = ()) -> Side:
        """Return the side that a few words describe (``10 spearmen, attack 2``).

        They add to the side of a ``row`` of an army, if one is given. Raises Unusable with the column of each word
        that means nothing; ``side_name`` names the side in it. Phrases in ``skipped`` are passed over.
        """
        words = [(match.group(), match.start()) for match in _WORD.finditer(text)]
        problems: list[Problem] = []
        self._stated = StatedValues(side_name, self.game.terms, problems)
        side, at, has_number = row or self._new_side(), 0, row is not None
        if not words and row is None:
            raise Unusable(_problem(side_name, 0, say("nothing is said of this side; name a troop")))
        passed = {spoken.first: spoken.size for spoken in skipped}
        while at < len(words):
            if at in passed:
                at += passed[at]
                continue
            word, column = words[at]
            size = self._add_counted(side, text, words, at) if has_number else 0
            size = size or self._add_length(side, text, words, at)
            foreign_length, foreign_words = self._length_at(words, at, any_unit=True)
            if size:
                pass
            elif foreign_words:
                problems.append(_problem(side_name, column, no_distance(self.game, foreign_length)))
                size = foreign_words
            elif NUMBER.fullmatch(word) or (not has_number and folded(word) in self._cardinals):
                number = str(self._cardinals.get(folded(word), word))
                if has_number:
                    message = say(
                        "'%(word)s' belongs to nothing; write the miniatures first, other numbers after their names",
                        word=word,
                    )
                    problems.append(_problem(side_name, column, message))
                else:
                    self._stated.miniatures(number, column)
                    side.miniatures, has_number = int(number) if number.isdecimal() else 1, True
            else:
                size = self._add_phrase(side, text, words, at)
                without_number = 0 if size else self._quantity_without_number(text, words, at)
                if without_number:
                    size = without_number
                    self._stated.no_number(*self._said(text, words, at, size))
                elif not size and folded(word) not in self._fillers:
                    known_words = [*self.words.meanings, *self.words.quantities]
                    message = say(
                        "'%(word)s' is not a word of %(edition)s%(hint)s; mend it, or leave it out",
                        word=word,
                        edition=self.game.edition.id,
                        hint=closest(folded(word), known_words),
                    )
                    problems.append(_problem(side_name, column, message))
            at += size or 1
        if has_number:
            leads = True in side.given.get(self.declared.leader, ()) or self.declared.leader in side.given
            self._stated.parts(self.declared.parts, side.miniatures + leads)
        self._stated.singles(side.given)
        side.said = self._stated.said
        if problems:
            raise Unusable(*problems)
        self._complete(side)
        return side

    def _new_side(self, miniatures: int = 1) -> Side:
        attacks = self.declared.ways
        return Side(miniatures, weapons={attack: [] for attack in attacks}, carried={attack: [] for attack in attacks})

    @cached_property
    def _fillers(self) -> set[str]:
        """Words without a meaning of their own, in every language."""
        return self.words.fillers | {word for word, meaning in self.words.meanings.items() if meaning.value == {}}

    @cached_property
    def _cardinals(self) -> dict[str, int]:
        return {folded(word): number for code in codes_of_odds() for word, number in language(code).cardinals.items()}

    @cached_property
    def _units(self) -> dict[str, str]:
        """The signs of units of length by the words for them."""
        signs = {
            w: sign for code in codes_of_odds() for sign, names in language(code).units.items() for w in (sign, *names)
        }
        return {**signs, '"': "in", "”": "in", "″": "in", "''": "in"}

    def _add_length(self, side: Side, text: str, words: list[tuple[str, int]], at: int) -> int:
        """Add a length that has no name beside it (``25 cm``) as the distance; return its number of words, or 0."""
        length, size = self._length_at(words, at)
        if size:
            self._set_quantity(side, self.declared.distance, length, text, words, at, size)
        return size

    def _length_at(self, words: list[tuple[str, int]], at: int, any_unit: bool = False) -> tuple[str, int]:
        """Return the length that begins at a word (``25 cm``) and its number of words; 0 where none does."""
        match = _LENGTH.fullmatch(words[at][0])
        after = words[at + 1][0].lower() if at + 1 < len(words) else ""
        unit = self._units.get(match[2].lower()) if match and match[2] else self._units.get(after) if match else None
        measured = unit is not None and (any_unit or unit == self.game.edition.units)
        return (f"{match[1]} {unit}", 1 if match[2] else 2) if match and measured else ("", 0)

    def _is_length(self, quantity: str) -> bool:
        """Return whether a quantity is a length, as the columns of lists say (a movement)."""
        columns = self.game.database.vocabulary.section("columns")
        column = columns.get(quantity.partition(".")[2]) or {}
        return quantity == self.declared.distance or column.get("takes") == "length"

    def _spans(self, text: str, words: list[tuple[str, int]], at: int) -> Iterator[tuple[str, int]]:
        """Yield the phrases that begin at a word, folded, with their number of words, the longest first."""
        for size in range(min(self.words.longest, len(words) - at), 0, -1):
            last, start = words[at + size - 1], words[at][1]
            phrase = text[start : last[1] + len(last[0])]
            if re.search("[,;]", phrase):
                continue
            key = folded(phrase)
            yield key, size
            # A phrase may contain words without a meaning: "long sword mastery 2" is "long sword 2".
            parts = key.split()
            if size > 1 and parts and parts[-1] not in self._fillers:
                yield " ".join(word for word in parts if word not in self._fillers), size

    def _add_counted(self, side: Side, text: str, words: list[tuple[str, int]], at: int) -> int:
        """Add a quantity with a number before it (``2 ranks``); return its number of words, or 0."""
        number = str(self._cardinals.get(folded(words[at][0]), words[at][0]))
        if not NUMBER.fullmatch(number):
            return 0
        for key, size in self._spans(text, words, at + 1):
            if key in self.words.quantities and not self._is_length(self.words.quantities[key]):
                self._set_quantity(side, self.words.quantities[key], number, text, words, at, size + 1)
                return size + 1
        return 0

    @staticmethod
    def _said(text: str, words: list[tuple[str, int]], at: int, size: int) -> tuple[str, int]:
        """Return some words as they are written, and their column, from 0."""
        last, ends = words[min(at + size, len(words)) - 1]
        return text[words[at][1] : ends + len(last)], words[at][1]

    def _add_phrase(self, side: Side, text: str, words: list[tuple[str, int]], at: int) -> int:
        """Add the longest known phrase that begins at a word to the side; return its number of words, or 0."""
        for key, size in self._spans(text, words, at):
            quantity = self.words.quantities.get(key)
            after = words[at + size][0] if at + size < len(words) else ""
            if quantity and NUMBER.fullmatch(after):
                if self._length_at(words, at + size, any_unit=True)[1] and not self._is_length(quantity):
                    continue
                length, length_words = self._length_at(words, at + size)
                size += length_words or 1
                self._set_quantity(side, quantity, length or self._measure(quantity, after), text, words, at, size)
                return size
            self._phrase = self._said(text, words, at, size)
            before = {name: list(values) for name, values in side.given.items()}
            if self._add_word(side, key):
                changed = tuple(name for name, values in side.given.items() if before.get(name) != values)
                said = self._said(text, words, at, size)
                # A class always has an effect, as it gives the attributes that were not given: it is not listed here.
                if changed and not set(changed) & set(self.declared.sorts.values()):
                    side.phrases.append(Spoken(said[0], at, size, changed, said[1]))
                return size
        return 0

    def _quantity_without_number(self, text: str, words: list[tuple[str, int]], at: int) -> int:
        """Return the number of words of a quantity at a word, with what stands where its number should (``two``)."""
        size = next((size for key, size in self._spans(text, words, at) if key in self.words.quantities), 0)
        if not size or folded(words[at][0]) in self._fillers:
            return 0
        after = words[at + size][0] if at + size < len(words) else ""
        is_apart = re.search("[,;]", self._said(text, words, at, size + 1)[0])
        is_number = folded(after) in self._cardinals or any(sign.isnumeric() for sign in after)
        return size + (is_number and not is_apart)

    def _set_quantity(
        self, side: Side, quantity: str, number: str, text: str, words: list[tuple[str, int]], at: int, size: int
    ) -> None:
        said, column = self._said(text, words, at, size)
        self._stated.number(said, number, column, self._is_length(quantity))
        self._stated.value(quantity, [number], said, column)
        side.given[quantity] = [number]
        side.phrases.append(Spoken(said, at, size, (quantity,), column, is_quantity=True))
        for name, value in self.words.along.get(quantity, {}).items():
            side.given.setdefault(name, as_list(value))

    def _measure(self, quantity: str, number: str) -> str:
        """Return a number as a quantity has it: a distance without a unit is in that of the edition."""
        is_bare = quantity == self.declared.distance and number.isdecimal()
        return f"{number} {self.game.edition.units}" if is_bare else number

    def _add_word(self, side: Side, word: str) -> bool:
        """Add the meaning of a word to the side; return whether it has one."""
        meanings = self.words.meanings
        meaning = next((meanings[form] for form in (word, *singulars(word)) if form in meanings), None)
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
                # A weapon that belongs to no way of attack is one for hand to hand: it has no reach.
                if key == name or (not key and not way.measured):
                    side.weapons[name].append(value)
        elif sort == "conditions":
            # What a word brings along, such as a troop's weapon, another word may say otherwise.
            self._phrase = self._phrase if len(value) == 1 else None
            for name, meant in value.items():
                if name == WAY:
                    side.way = meant
                elif name.startswith("says."):
                    side.says[name.partition(".")[2]] = meant
                else:
                    self._add_condition(side, name, meant)
        else:
            self._add_condition(side, key, value)
        return True

    def _add_condition(self, side: Side, name: str, value: Any) -> None:
        if self._phrase and name != NAMED:
            self._stated.value(name, as_list(value), *self._phrase)
        alone = alone_of(self.game.terms, name).intersection(map(str, as_list(value)))
        if alone and self._phrase:
            # What a row of an army or a profile brings, words may say otherwise.
            others = [one for one in side.given.get(name, ()) if one not in alone_of(self.game.terms, name)]
            side.given[name] = [*others, *as_list(value)]
        elif alone and name in self._stated.said:
            return
        elif name == NAMED or (self.game.terms.bringing(name) and not isinstance(value, bool)):
            side.given.setdefault(name, []).extend(as_list(value))
        else:
            side.given[name] = as_list(value)
        for implied, then in self.declared.implies.get(name, {}).get(str(value), {}).items():
            side.given[implied] = [then]

    def _add_profile(self, side: Side, get: Callable[[str], Any]) -> None:
        """Add a profile or a row of an army to the side; ``get`` returns its fields."""
        declared = self.declared
        # Words add weapons to those that were named; the weapons of a profile are kept apart from these.
        stated, side.weapons = side.weapons, side.carried
        self._phrase = None
        for name in declared.fields:
            for word in as_list(get(name)):
                if f"self.{name}" in declared.sorts.values():
                    side.given[f"self.{name}"] = [str(word)]
                else:
                    self._add_word(side, folded(str(word)))
        side.weapons = stated
        numbers: dict[str, Any] = {}
        for group in declared.figures:
            single = {name: get(f"{group}.{name}") for name in declared.characteristics}
            numbers |= get(group) or {}
            numbers |= {name: value for name, value in single.items() if value is not None}
        for name, value in numbers.items():
            quantity = self.game.play.profile.get(name, f"self.{name}")
            if value is not None and self.game.terms.is_quantity(quantity):
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
        side.weapons = {attack: [*weapons, *side.carried[attack]] for attack, weapons in side.weapons.items()}
        sorts = {value for name in self.declared.sorts.values() for value in side.given.get(name, ())}
        for key, field_ in self.declared.worn.items():
            for record in self.game.terms.records_of(*self.game.terms.brings[key].kinds):
                if record.get(field_) in sorts:
                    side.given.setdefault(f"self.{key}", []).append(record.slug)
        if side.miniatures == 1:
            side.given.pop(self.declared.leader, None)
        for attack, weapon_conditions in self.game.play.arms.items():
            if side.weapons.get(attack):
                others = any(weapons for other, weapons in side.weapons.items() if other != attack)
                for name, value in {**weapon_conditions.any, **({} if others else weapon_conditions.only)}.items():
                    side.given.setdefault(name, [value])
        usual = next(iter(self.declared.ways), "")
        for name, expressions in self.game.play.takes.items():
            expression = next(
                filter(None, (self._filled_in(declared, side) for declared in as_list(expressions))), None
            )
            if name in side.given or expression is None:
                continue
            run = Evaluation(self.game, {"ours": side.fields(usual)}, Situation(side.given))
            try:
                value = run.evaluate(expression)
            except Unusable:
                # The table has no column for this class: results that need the quantity can't be computed.
                continue
            if value is not None and str(value) != "None":
                run.trace.value = plain_value(value)
                side.computed[name] = run.trace
                side.given[name] = [str(run.trace.value)]

    @staticmethod
    def _filled_in(expression: Any, side: Side) -> Any:
        """Return an expression with each ``<condition>`` replaced by the side's value of it, None without one."""
        if not isinstance(expression, str):
            return expression
        for asked in re.findall(r"<([\w.-]+)>", expression):
            values = side.given.get(asked)
            if not values:
                return None
            expression = expression.replace(f"<{asked}>", str(values[0]))
        return expression


def no_distance(game: Game, written: str) -> Said:
    """Return the message that a text is not a distance in the unit of the edition."""
    edition = game.edition
    return say(
        "'%(text)s' needs the unit of %(edition)s: %(units)s", text=written, edition=edition.id, units=edition.units
    )


def _problem(side_name: str, column: int, message: str) -> Problem:
    return Problem(Place(side_name, 1, column + 1), message, "odds")
