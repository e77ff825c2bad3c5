"""What can be said of one side of an attack in a few words, in any language of the project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kensei_docs.database import Record
from kensei_docs.database.columns import Cells, folded
from kensei_docs.engine.acting import NAMED
from kensei_docs.engine.game import Game
from kensei_docs.languages import codes

PROFILES = ("unit", "character", "spirit", "creature")
# Parts of the glossary whose terms name troops, with or without rules of their own.
NAMES = ("title", "class", "troop", "troop-type", "warrior")
# Kinds of record by the key that brings them, in the order in which a word is looked up.
_KEYS = ("title", "armour", "ability", "marker", "strategy", "order", "troop-type", "leader", "retreat", "clan-action")


@dataclass(frozen=True)
class Meaning:
    """What a word means: a condition of its side and its value, or a profile, weapon or field."""

    key: str
    value: Any


@dataclass(frozen=True)
class Voices:
    """How records, conditions and terms are called in the languages of a project."""

    names: Callable[[Record], Iterable[str]] = field(default=lambda record: ())
    phrases: Callable[[Mapping[str, Any]], Iterable[str]] = field(default=lambda when: ())


class Lexicon:
    """The words of one edition.

    ``quantities`` are those that a number follows; ``known`` all others. Of a word with several
    meanings the first one counts: profiles go before titles, armour, abilities, weapons and
    conditions.
    """

    def __init__(self, game: Game, voices: Voices) -> None:
        self._game, self._voices = game, voices
        self._cells = Cells(game.database, game.edition, voices.names)
        self.quantities: dict[str, str] = {}
        self.known: dict[str, Meaning] = {}
        measured = list(self._measured())
        # A quantity's own name goes before what columns of lists call another one.
        for words, quantity in [*((words[:1], name) for words, name in measured), *measured]:
            for word in words:
                self.quantities.setdefault(folded(word), quantity)
        for words, meaning in self._all():
            for word in words:
                if folded(word):
                    self.known.setdefault(folded(word), meaning)
        self.longest = max(len(word.split()) for word in (*self.known, *self.quantities))

    def _measured(self) -> Iterator[tuple[list[str], str]]:
        vocabulary = self._game.database.vocabulary
        columns = vocabulary.section("columns")
        for name in vocabulary.section("quantities"):
            side, _, rest = name.partition(".")
            if side == "self" and name not in (NAMED, *self._game.play.profile.values()):
                words = (columns.get(rest) or {}).get("words") or []
                quantity = self._game.play.profile.get(rest, name)
                yield [rest, *map(str, words)], quantity
        for name in self._game.play.profile.values():
            yield [name.partition(".")[2]], name
        for name, atom in vocabulary.atoms.items():
            side, _, rest = name.partition(".")
            if side == "self" and atom.get("values") == "figure":
                yield [rest], name

    def _all(self) -> Iterator[tuple[list[str], Meaning]]:
        for kind in PROFILES:
            for word, slug in self._cells.names(kind).items():
                yield [word], Meaning("profile", f"{kind}/{slug}")
        for said, rows in self._game.play.says.items():
            record, _, entries = self._game.fact(rows)
            for slug, row in entries.items():
                yield [slug, str(row.get("name", ""))], Meaning(f"says.{said}", slug)
        for name in sorted(self._game.actors.named):
            yield [name], Meaning(NAMED, name)
        yield from self._weapons()
        brings = self._game.words.brings
        for key in (key for key in _KEYS if key in brings):
            for kind in brings[key].kinds:
                for record in self._game.words.of(kind):
                    yield self._names(record, brings[key].by), Meaning(f"self.{key}", record.slug)
                    for level in record.get("levels") or {} if key == "strategy" else {}:
                        number = record.get(f"levels.{level}.level")
                        yield (
                            [f"{word} {number}" for word in self._names(record, [])],
                            Meaning(f"self.mastery.{record.slug}", number),
                        )
        yield from self._conditions()
        for term, entry in self._game.database.glossary.items():
            if entry.get("part") in NAMES:
                yield self._term(term), Meaning("name", term)

    def _weapons(self) -> Iterator[tuple[list[str], Meaning]]:
        ranged = {str(term) for record in self._game.words.of("ranged-weapon") for term in record.get("weapons") or ()}
        for kind, key in (("ranged-weapon", "ranged"), ("weapon", "melee")):
            for record in self._game.words.of(kind):
                for term in record.get("weapons") or ():
                    yield self._term(str(term)), Meaning(key, str(term))
        for term, entry in self._game.database.glossary.items():
            if entry.get("part") == "weapon":
                yield self._term(term), Meaning("ranged" if term in ranged else "any-weapon", term)
        for record in self._game.words.of("weapon"):
            yield self._names(record, []), Meaning("self.weapon-type", record.slug)

    def _conditions(self) -> Iterator[tuple[list[str], Meaning]]:
        for name, atom in self._game.database.vocabulary.atoms.items():
            side, _, rest = name.partition(".")
            values = atom.get("values")
            if side not in ("self", "opponent") or not (isinstance(values, list) or values == "boolean"):
                continue
            for value in [True, False] if values == "boolean" else values:
                phrases = [folded(phrase) for phrase in self._voices.phrases({name: value})]
                words = [*phrases, *(phrase.partition(" ")[2] for phrase in phrases)]
                if isinstance(value, bool):
                    words.append(rest if value else f"not {rest}")
                else:
                    words += [str(value), f"{value} {rest}", f"{rest} {value}"]
                yield words, Meaning(f"self.{rest}", value)

    def _names(self, record: Record, by: Iterable[str]) -> list[str]:
        named = [word for key in by for one in _listed(record.get(key)) for word in self._term(str(one))]
        return [record.slug, record.name, *self._voices.names(record), *named]

    def _term(self, term: str) -> list[str]:
        entry = self._game.database.glossary.get(term) or {}
        return [term, *(str(entry[key]) for key in codes() if entry.get(key))]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
