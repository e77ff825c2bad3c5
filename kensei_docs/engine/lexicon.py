"""The words that describe a side of a matchup, in any language of the project, and what each means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from kensei_docs.database import Database, Record
from kensei_docs.database.schema import Schema, validate
from kensei_docs.database.tables.columns import Cells, folded
from kensei_docs.engine.effects import NAMED
from kensei_docs.engine.game import Game
from kensei_docs.engine.play import as_list
from kensei_docs.problems import Problem, Unusable

SECTION = "matchup"


class WaySchema(Schema):
    """A way to attack: the kind of its weapons' records, the field that lists weapons, the key that brings them."""

    kind: str
    lists: str = ""
    brings: str = ""


class MatchupSchema(Schema):
    """What describes a side, as the vocabulary declares it under ``matchup``.

    ``profiles`` are kinds of record that describe a whole troop, by the words of their
    ``fields``, by ``figures`` (groups of characteristics, of which a row of an army gives single
    ``characteristics``) and by ``levels`` (a field with levels of records, and the key that
    brings these). ``keys`` of ``brings`` stand in the order in which a word is looked up;
    ``names`` are parts of the glossary that name troops, ``weapons`` the part that names
    weapons. ``ways`` are the ways to attack, the usual one first. ``implies`` are conditions that
    follow from what a key brings. ``alone`` (one miniature), ``together`` (several),
    ``attack``, ``weapon`` and ``distance`` are the names of these conditions.
    """

    profiles: list[str] = Field(default_factory=list)
    fields: list[str] = Field(default_factory=list)
    figures: list[str] = Field(default_factory=list)
    characteristics: list[str] = Field(default_factory=list)
    levels: dict[str, str] = Field(default_factory=dict)
    keys: list[str] = Field(default_factory=list)
    names: list[str] = Field(default_factory=list)
    weapons: str = ""
    ways: dict[str, WaySchema] = Field(default_factory=dict)
    implies: dict[str, dict[str, str]] = Field(default_factory=dict)
    alone: str = ""
    together: str = ""
    attack: str = ""
    weapon: str = ""
    distance: str = ""


def declared_matchup(database: Database) -> MatchupSchema:
    """Return the ``matchup`` section of the vocabulary; raises Unusable if it is invalid."""
    problems: list[Problem] = []
    entry = database.vocabulary.section(SECTION)
    tree = next((t for t in reversed(database.vocabulary.trees) if SECTION in t.spots), None)
    if tree is None:
        return MatchupSchema()
    declared = validate(MatchupSchema, tree, SECTION, problems, value=entry)
    if declared is None:
        raise Unusable(*problems)
    return declared


@dataclass(frozen=True)
class Meaning:
    """What a word means: its ``sort`` is ``condition``, ``profile``, ``name``, ``says`` or ``weapon``.

    ``key`` and ``value`` are the name and value of a condition; a profile or name has a value only; ``says`` has the
    name of an entry of ``play.says`` as its key, a weapon the way to attack ("" for any).
    """

    sort: str
    key: str
    value: Any


@dataclass(frozen=True)
class LocalTexts:
    """Functions that return the names of a record, and the phrases of a condition, in all languages of a project."""

    names: Callable[[Record], Iterable[str]] = field(default=lambda record: ())
    phrases: Callable[[Mapping[str, Any]], Iterable[str]] = field(default=lambda when: ())


class Lexicon:
    """The words of one edition.

    ``quantities`` maps words that a number follows to names of quantities; ``meanings`` has all other words. Of a
    word with several meanings the first one counts: profiles go before titles, armour, abilities, weapons
    and conditions.
    """

    def __init__(self, game: Game, local_texts: LocalTexts) -> None:
        self.game, self.local_texts = game, local_texts
        self.declared = declared_matchup(game.database)
        self.quantities: dict[str, str] = {}
        self.meanings: dict[str, Meaning] = {}
        measured = list(self._quantity_words())
        # A quantity's own name takes precedence over the head of a column for another one.
        for words, quantity in [*((words[:1], name) for words, name in measured), *measured]:
            for word in words:
                self.quantities.setdefault(folded(word), quantity)
        for words, meaning in self._other_words():
            for word in filter(None, map(folded, words)):
                self.meanings.setdefault(word, meaning)
        self.longest = max((len(word.split()) for word in (*self.meanings, *self.quantities)), default=0)

    def _quantity_words(self) -> Iterator[tuple[list[str], str]]:
        """Yield words that a number follows, with the name of their quantity or condition."""
        vocabulary, renamed = self.game.database.vocabulary, self.game.play.profile
        columns = vocabulary.section("columns")
        for name in vocabulary.section("quantities"):
            side, _, rest = name.partition(".")
            if side == "self" and name not in (NAMED, *renamed.values()):
                words = (columns.get(rest) or {}).get("words") or []
                yield [rest, *map(str, words)], renamed.get(rest, name)
        for name in renamed.values():
            yield [name.partition(".")[2]], name
        for name, atom in vocabulary.atoms.items():
            side, _, rest = name.partition(".")
            if side == "self" and atom.get("values") == "figure":
                yield [rest], name

    def _other_words(self) -> Iterator[tuple[list[str], Meaning]]:
        game, brings = self.game, self.game.terms.brings
        cells = Cells(game.database, game.edition, self.local_texts.names)
        for kind in self.declared.profiles:
            for word, slug in cells.names(kind).items():
                yield [word], Meaning("profile", "", f"{kind}/{slug}")
        for said, rows in game.play.says.items():
            for slug, row in game.fact(rows)[2].items():
                yield [slug, str(row.get("name", ""))], Meaning("says", said, slug)
        for name in sorted(game.effects.to_be_named):
            yield [name], Meaning("condition", NAMED, name)
        yield from self._weapon_words()
        for key in (key for key in self.declared.keys if key in brings):
            for kind in brings[key].kinds:
                levelled = [name for name, entry in brings.items() if entry.levels and kind in entry.kinds]
                for record in game.terms.records_of(kind):
                    yield self._names(record, brings[key].by), Meaning("condition", f"self.{key}", record.slug)
                    for level_key in levelled:
                        for level in record.get("levels") or {}:
                            number = record.get(f"levels.{level}.level")
                            words = [f"{word} {number}" for word in self._names(record)]
                            yield words, Meaning("condition", f"self.{level_key}.{record.slug}", number)
        yield from self._condition_words()
        for term, entry in game.database.glossary.items():
            if entry.get("part") in self.declared.names:
                yield self._term(term), Meaning("name", "", term)

    def _weapon_words(self) -> Iterator[tuple[list[str], Meaning]]:
        """Yield the weapons of records by way of attack, then all others of the glossary."""
        ways = self.declared.ways
        # A weapon for several ways to attack is taken for the last declared, the less usual one.
        last = next(reversed(ways), "")
        in_last: set[str] = set()
        for name, way in reversed(ways.items()):
            for record in self.game.terms.records_of(way.kind):
                for weapon in map(str, record.data.get(way.lists) or ()):
                    in_last |= {weapon} if name == last else set()
                    yield self._term(weapon), Meaning("weapon", name, weapon)
        for term, entry in self.game.database.glossary.items():
            if self.declared.weapons and entry.get("part") == self.declared.weapons:
                yield self._term(term), Meaning("weapon", last if term in in_last else "", term)
        for way in ways.values():
            for record in self.game.terms.records_of(way.kind) if way.brings else ():
                yield self._names(record), Meaning("condition", f"self.{way.brings}", record.slug)

    def _condition_words(self) -> Iterator[tuple[list[str], Meaning]]:
        for name, atom in self.game.database.vocabulary.atoms.items():
            side, _, rest = name.partition(".")
            values = atom.get("values")
            if side not in ("self", "opponent") or not (isinstance(values, list) or values == "boolean"):
                continue
            for value in [True, False] if values == "boolean" else values:
                phrases = [folded(phrase) for phrase in self.local_texts.phrases({name: value})]
                words = [*phrases, *(phrase.partition(" ")[2] for phrase in phrases)]
                if isinstance(value, bool):
                    words.append(rest if value else f"not {rest}")
                else:
                    words += [str(value), f"{value} {rest}", f"{rest} {value}"]
                yield words, Meaning("condition", f"self.{rest}", value)

    def _names(self, record: Record, by: Iterable[str] = ()) -> list[str]:
        listed = [word for key in by for one in as_list(record.get(key)) for word in self._term(str(one))]
        return [record.slug, record.name, *self.local_texts.names(record), *listed]

    def _term(self, term: str) -> list[str]:
        """Return a term's id and its words in all languages of the glossary."""
        entry = self.game.database.glossary.get(term) or {}
        return [term, *(str(word) for key, word in entry.items() if key != "part" and isinstance(word, str))]
