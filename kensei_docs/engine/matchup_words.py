"""The words that describe a side of a matchup, in any language of the project, and their meanings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kensei_docs.database import Record
from kensei_docs.database.columns_and_cells import Cells
from kensei_docs.engine.effects import NAMED
from kensei_docs.engine.game import Game
from kensei_docs.engine.play_schema import Phrase, as_list, declared_matchup
from kensei_docs.languages import codes, language
from kensei_docs.slugs import folded

# The key of the way to attack among the meanings of words.
WAY = "way"


@dataclass(frozen=True)
class Meaning:
    """The meaning of a word: its ``sort`` is ``condition``, ``conditions``, ``profile``, ``name``, ``says`` or
    ``weapon``.

    ``key`` and ``value`` are the name and value of a condition; a profile or name has a value only, ``conditions`` a
    mapping; ``says`` has the name of an entry of ``play.says`` as its key, a weapon the way to attack ("" for any).
    """

    sort: str
    key: str
    value: Any


@dataclass(frozen=True)
class LocalTexts:
    """Functions that return the names of a record, and the phrases of a condition, in all languages of a project."""

    names: Callable[[Record], Iterable[str]] = field(default=lambda record: ())
    phrases: Callable[[Mapping[str, Any]], Iterable[str]] = field(default=lambda when: ())


class EditionWords:
    """The words of one edition.

    ``quantities`` maps words that a number follows to names of quantities, ``along`` these to conditions that are said
    with them (a leader's attack means that there is a leader); ``meanings`` has all other words. Of a
    word with several meanings the first one counts: profiles go before titles, armour, abilities, weapons
    and conditions.
    """

    def __init__(self, game: Game, local_texts: LocalTexts) -> None:
        self.game, self.local_texts = game, local_texts
        self.declared = declared_matchup(game.database)
        self.quantities: dict[str, str] = {}
        self.meanings: dict[str, Meaning] = {}
        self.along: dict[str, dict[str, Any]] = {}
        self.cells = Cells(game.database, game.edition, local_texts.names)
        self.phrases = [*game.play.words, *self.declared.words]
        self.fillers = {folded(word) for code in codes() for word in language(code).fillers}
        measured = list(self._quantity_words())
        # A quantity's own name takes precedence over the head of a column for another one.
        for words, quantity in [*((words[:1], name) for words, name in measured), *measured]:
            for word in words:
                # "At" precedes a distance; it does not abbreviate Attack.
                if folded(word) not in self.fillers:
                    self.quantities.setdefault(folded(word), quantity)
        for phrase in self.phrases:
            for word in phrase.words if phrase.number and game.terms.is_known(phrase.number) else ():
                self.quantities[folded(word)] = phrase.number
                self.along[phrase.number] = phrase.means
        for words, meaning in self._other_words():
            for word in filter(None, map(folded, words)):
                self.meanings.setdefault(word, meaning)
        self.longest = max((len(word.split()) for word in (*self.meanings, *self.quantities)), default=0)

    def _quantity_words(self) -> Iterator[tuple[list[str], str]]:
        """Yield words that a number follows, with the name of their quantity or condition."""
        vocabulary, renamed = self.game.database.vocabulary, self.game.play.profile
        columns = vocabulary.section("columns")
        for name, given in vocabulary.section("quantities").items():
            side, _, rest = name.partition(".")
            if side == "self" and name not in (NAMED, *renamed.values()):
                words = [word for entry in (columns.get(rest), given) for word in (entry or {}).get("words") or ()]
                yield [rest, *map(str, words)], renamed.get(rest, name)
        for name in renamed.values():
            yield [name.partition(".")[2]], name
        for name, atom in vocabulary.atoms.items():
            side, _, rest = name.partition(".")
            if side == "self" and atom.get("values") == "figure":
                yield [rest], name

    def _other_words(self) -> Iterator[tuple[list[str], Meaning]]:
        """Yield the words that are not quantities with their meanings, those that take precedence first."""
        game, brings = self.game, self.game.terms.brings
        for kind in self.declared.profiles:
            for word, slug in self.cells.names(kind).items():
                # A part of the glossary may have the name of the kind.
                if f"{kind}/{slug}" in game.edition.records:
                    yield [word], Meaning("profile", "", f"{kind}/{slug}")
        for phrase in self.phrases:
            yield from self._phrase_words(phrase)
        for kind, condition in self.declared.sorts.items():
            for word, slug in self._names_of_kind(kind):
                yield [word], Meaning("condition", condition, slug)
        for key, rows in game.play.says.items():
            for slug, row in game.fact(rows)[2].items():
                yield [slug, str(row.get("name", ""))], Meaning("says", key, slug)
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

    def _names_of_kind(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield the names of the edition's records of a kind with their slugs; ``Hero (H)`` is a hero, too."""
        for record in self.game.terms.records_of(kind):
            aliases = [alias for entry in self.game.terms.brings.values() for alias in entry.aliases_of(record)]
            for name in (*self._names(record), *aliases):
                yield name, record.slug
                yield name.partition("(")[0], record.slug

    def _phrase_words(self, phrase: Phrase) -> Iterator[tuple[list[str], Meaning]]:
        """Yield the words of a phrase, unless it names records that the edition doesn't have."""
        terms = self.game.terms
        for name, value in phrase.means.items():
            _, entry = terms.bringing(name) or ("", None)
            records = terms.records_of(*entry.kinds) if entry else []
            known_values = {member for record in records for member in entry.names_of(record)} if entry else set()
            known_values |= {*((terms.database.vocabulary.atoms.get(terms.atom(name) or "") or {}).get("phrase") or {})}
            if entry and any(
                isinstance(member, str) and member not in (*known_values, "%s") for member in as_list(value)
            ):
                return
        if phrase.weapon:
            attacks = [meaning.key for _, meaning in self._weapon_words() if phrase.weapon == meaning.value]
            if phrase.way not in ("", *attacks) and terms.records_of(self.declared.ways[phrase.way].kind):
                # The edition lists its weapons for this way, and this isn't one.
                return
            yield phrase.words, Meaning("weapon", phrase.way or next(iter(attacks), ""), phrase.weapon)
        slots: Iterable[tuple[str, str]] = self._names_of_kind(phrase.of) if phrase.of else [("", "")]
        for name, slug in slots if not (phrase.weapon or phrase.number) else ():
            means = {key: slug if value == "%s" else value for key, value in phrase.means.items()}
            means |= {WAY: phrase.way} if phrase.way else {}
            yield [word.replace("%s", name) for word in phrase.words], Meaning("conditions", "", means)

    def _weapon_words(self) -> Iterator[tuple[list[str], Meaning]]:
        """Yield the weapons of records by way of attack, then all others of the glossary."""
        ways = self.declared.ways
        # A weapon for several ways to attack is taken for the last declared, the less usual one.
        last = next(reversed(ways), "")
        in_last: set[str] = set()
        for name, arms in self.game.play.arms.items():
            for weapons in self.game.fact(arms.rows)[2].values() if arms.rows else ():
                for weapon in weapons:
                    yield self._term(str(weapon)), Meaning("weapon", name, str(weapon))
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
        """Yield the phrases, values and names of each condition of the vocabulary that is one of a side."""
        for name, atom in self.game.database.vocabulary.atoms.items():
            side, _, rest = name.partition(".")
            values = atom.get("values")
            if side not in ("self", "opponent") or not (isinstance(values, list) or values == "boolean"):
                continue
            for value in [True, False] if values == "boolean" else values:
                phrases = [folded(phrase) for phrase in self.local_texts.phrases({name: value})]
                words = [*phrases, *(phrase.partition(" ")[2] for phrase in phrases)]
                if side != "self":
                    # "Against mounted enemies" is about the other side.
                    yield words, Meaning("condition", name, value)
                    words = []
                if isinstance(value, bool):
                    words.append(rest if value else f"not {rest}")
                else:
                    words += [str(value), f"{value} {rest}", f"{rest} {value}"]
                yield words, Meaning("condition", f"self.{rest}", value)

    def _names(self, record: Record, by: Iterable[str] = ()) -> list[str]:
        """Return the slug and the names of a record in all languages, and those of the terms in its fields ``by``."""
        listed = [word for key in by for term in as_list(record.get(key)) for word in self._term(str(term))]
        return [record.slug, record.name, *self.local_texts.names(record), *listed]

    def _term(self, term: str) -> list[str]:
        """Return a term's id and its words in all languages of the glossary."""
        entry = self.game.database.glossary.get(term) or {}
        return [term, *(str(word) for key, word in entry.items() if key != "part" and isinstance(word, str))]
