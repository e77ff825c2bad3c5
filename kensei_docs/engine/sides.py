"""The two sides of a matchup: words, profiles and rows of armies become conditions, quantities and weapons.

``EditionWords`` has the words that describe a side, in any language of the project, and what they mean. Its ``read``
makes a ``Side`` of a few words, or of a row of an army: what each of them states goes through one door, so that a
number is one that can be, and nothing is said twice with two meanings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, NamedTuple, Protocol

from kensei_docs.database import Record
from kensei_docs.database.spreadsheets import Cells
from kensei_docs.engine.amounts import Trace
from kensei_docs.engine.conditions import SIDES, Situation, Terms, value_problem
from kensei_docs.engine.effects import NAMED
from kensei_docs.engine.expressions.evaluation import Evaluation
from kensei_docs.engine.expressions.syntax import nodes_in
from kensei_docs.engine.game import Game
from kensei_docs.engine.odds import plain_value
from kensei_docs.engine.play_schema import Phrase, as_list, declared_matchup
from kensei_docs.figures import doubt_about
from kensei_docs.languages import codes, codes_of_odds, language, singulars
from kensei_docs.problems import OneOf, Place, Problem, Said, Unusable, closest, say, unusable
from kensei_docs.slugs import folded

# What a word means: conditions with their values, and under these names, which no condition has: the way to attack, the
# id of a profile, a term about which there is no rule, a weapon with the way to attack with it ("" for any), and with
# ``says.`` a value of the side for expressions.
Means = Mapping[str, Any]
WAY, PROFILE, NAME, WEAPON, SAYS = "way", "profile", "name", "weapon", "says."
# A number as people write one, with a sign and decimals: it is refused where it can't be.
NUMBER = re.compile(r"[+\-\u2212]?\d+(?:[.,]\d+)*(?:\+|cm|in|D\d+)?", re.IGNORECASE)
MOST_MINIATURES = 999
# What a quantity can be: a whole number of 0 or more, a score such as 4+, or dice.
_WHOLE = re.compile(r"\+?\d{1,3}\+?|\d{0,3}D\d{1,3}", re.IGNORECASE)
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
    def troops(self) -> Sequence[ArmyRow]: ...


@dataclass(frozen=True)
class Spoken:
    """Words that were read as conditions or as a quantity: their text, the number of the first, how many they are."""

    text: str
    first: int
    size: int
    conditions: tuple[str, ...]
    column: int
    is_quantity: bool = False


class Stated(NamedTuple):
    """The values that some words state, these words, and their column, from 0."""

    values: list[Any]
    words: str
    column: int


@dataclass
class Side:
    """One side: its miniatures, its conditions and quantities (``self.attack: ['2']``), its weapons by way of attack.

    ``says`` are the rows of facts that its words chose, by the name of their entry in ``play.says``; ``computed`` are
    the quantities that were not given, with the traces of their computation; ``way`` is the way to attack in the words;
    ``named`` are terms for it about which the edition has no rule; ``phrases`` are those that were read as conditions
    or quantities; ``said`` are the values that words state, each with the words and their column; ``lent`` are the
    quantities that nobody gives it, with the figures that another edition does.
    """

    miniatures: int = 1
    given: dict[str, list[Any]] = field(default_factory=dict)
    weapons: dict[str, list[str]] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)
    way: str = ""
    computed: dict[str, Trace] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)
    phrases: list[Spoken] = field(default_factory=list)
    said: dict[str, Stated] = field(default_factory=dict)
    lent: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the side as the commands print it."""
        return {
            "miniatures": self.miniatures,
            "given": self.given,
            "weapons": [weapon for weapons in self.weapons.values() for weapon in weapons],
            "taken": {name: str(trace.value) for name, trace in self.computed.items()},
        }

    def fields(self, attack: str, given: Mapping[str, list[Any]] | None = None) -> dict[str, Any]:
        """Return the values of the side that expressions may name, such as ``given.ours.miniatures``.

        ``given``, if set, replaces the conditions and quantities of its own words.
        """
        parts = [(name.partition("."), values) for name, values in (self.given if given is None else given).items()]
        own_fields = {rest: values[0] for (head, _, rest), values in parts if head == "self" and values}
        return {
            "in-sight": str(self.miniatures),
            **own_fields,
            **self.says,
            "miniatures": str(self.miniatures),
            "single": self.miniatures == 1,
            "weapon": next(iter(self.weapons.get(attack, ())), "none"),
        }


@dataclass(frozen=True)
class SideWords:
    """What is said of a side: a row of an army, a few words (``10 spearmen, attack 2``), or words behind the row; and
    conditions and quantities that are ``given`` by name (``self.charging: true``). Figures of another edition are
    ``lent`` by the quantity that they are: they count where nothing else tells it."""

    words: str = ""
    troop: ArmyRow | None = None
    given: Mapping[str, Any] = field(default_factory=dict)
    lent: Mapping[str, str] = field(default_factory=dict)


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
        self.meanings: dict[str, Means] = {}
        self.along: dict[str, dict[str, Any]] = {}
        self.cells = Cells(game.database, game.edition, local_texts.names)
        self.phrases = [*game.play.words, *self.declared.words]
        # Words without a meaning of their own, in every language.
        self.fillers = {folded(word) for code in codes() for word in language(code).fillers}
        asked_in = [language(code) for code in codes_of_odds()]
        self.cardinals = {folded(word): number for spoken in asked_in for word, number in spoken.cardinals.items()}
        # The signs of units of length by the words for them.
        named = [(word, sign) for spoken in asked_in for sign, names in spoken.units.items() for word in (sign, *names)]
        self.units = {**dict(named), '"': "in", "”": "in", "″": "in", "''": "in"}
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
        for words, means in self._other_words():
            for word in filter(None, map(folded, words)):
                self.meanings.setdefault(word, means)
        self.fillers |= {word for word, means in self.meanings.items() if not means}
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

    def _other_words(self) -> Iterator[tuple[list[str], Means]]:
        """Yield the words that are not quantities with their meanings, those that take precedence first."""
        game, brings = self.game, self.game.terms.brings
        for kind in self.declared.profiles:
            for word, slug in self.cells.names(kind).items():
                # A part of the glossary may have the name of the kind.
                if f"{kind}/{slug}" in game.edition.records:
                    yield [word], {PROFILE: f"{kind}/{slug}"}
        for phrase in self.phrases:
            yield from self._phrase_words(phrase)
        for kind, condition in self.declared.sorts.items():
            for word, slug in self._names_of_kind(kind):
                yield [word], {condition: slug}
        for key, rows in game.play.says.items():
            for slug, row in game.fact(rows)[2].items():
                yield [slug, str(row.get("name", ""))], {SAYS + key: slug}
        for name in sorted(game.effects.to_be_named):
            yield [name], {NAMED: name}
        yield from self._weapon_words()
        for key in (key for key in self.declared.keys if key in brings):
            for kind in brings[key].kinds:
                levelled = [name for name, entry in brings.items() if entry.levels and kind in entry.kinds]
                for record in game.terms.records_of(kind):
                    yield self._names(record, brings[key].by), {f"self.{key}": record.slug}
                    for level_key in levelled:
                        for level in record.get("levels") or {}:
                            number = record.get(f"levels.{level}.level")
                            words = [f"{word} {number}" for word in self._names(record)]
                            yield words, {f"self.{level_key}.{record.slug}": number}
        yield from self._condition_words()
        for term, entry in game.database.glossary.items():
            if entry.get("part") in self.declared.names:
                yield self._term(term), {NAME: term}

    def _names_of_kind(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield the names of the edition's records of a kind with their slugs; ``Hero (H)`` is a hero, too."""
        for record in self.game.terms.records_of(kind):
            aliases = [alias for entry in self.game.terms.brings.values() for alias in entry.aliases_of(record)]
            for name in (*self._names(record), *aliases):
                yield name, record.slug
                yield name.partition("(")[0], record.slug

    def _phrase_words(self, phrase: Phrase) -> Iterator[tuple[list[str], Means]]:
        """Yield the words of a phrase, unless it names records that the edition doesn't have."""
        terms = self.game.terms
        for name, value in phrase.means.items():
            _, entry = terms.bringing(name) or ("", None)
            if entry is None:
                continue
            atom = terms.database.vocabulary.atoms.get(terms.atom(name) or "") or {}
            records = terms.records_of(*entry.kinds)
            known = {
                "%s",
                *(atom.get("phrase") or ()),
                *(member for record in records for member in entry.names_of(record)),
            }
            if any(isinstance(member, str) and member not in known for member in as_list(value)):
                return
        if phrase.weapon:
            weapons = [means[WEAPON] for _, means in self._weapon_words() if WEAPON in means]
            attacks = [way for way, weapon in weapons if weapon == phrase.weapon]
            if phrase.way not in ("", *attacks) and terms.records_of(self.declared.ways[phrase.way].kind):
                # The edition lists its weapons for this way, and this isn't one.
                return
            yield phrase.words, {WEAPON: (phrase.way or next(iter(attacks), ""), phrase.weapon)}
        slots: Iterable[tuple[str, str]] = self._names_of_kind(phrase.of) if phrase.of else [("", "")]
        for name, slug in slots if not (phrase.weapon or phrase.number) else ():
            means = {key: slug if value == "%s" else value for key, value in phrase.means.items()}
            means |= {WAY: phrase.way} if phrase.way else {}
            yield [word.replace("%s", name) for word in phrase.words], means

    def _weapon_words(self) -> Iterator[tuple[list[str], Means]]:
        """Yield the weapons of records by way of attack, then all others of the glossary."""
        ways = self.declared.ways
        # A weapon for several ways to attack is taken for the last declared, the less usual one.
        last = next(reversed(ways), "")
        in_last: set[str] = set()
        for name, arms in self.game.play.arms.items():
            for weapons in self.game.fact(arms.rows)[2].values() if arms.rows else ():
                for weapon in weapons:
                    yield self._term(str(weapon)), {WEAPON: (name, str(weapon))}
        for name, way in reversed(ways.items()):
            for record in self.game.terms.records_of(way.kind):
                for weapon in map(str, record.data.get(way.lists) or ()):
                    in_last |= {weapon} if name == last else set()
                    yield self._term(weapon), {WEAPON: (name, weapon)}
        for term, entry in self.game.database.glossary.items():
            if self.declared.weapons and entry.get("part") == self.declared.weapons:
                yield self._term(term), {WEAPON: (last if term in in_last else "", term)}
        for way in ways.values():
            for record in self.game.terms.records_of(way.kind) if way.brings else ():
                yield self._names(record), {f"self.{way.brings}": record.slug}

    def _condition_words(self) -> Iterator[tuple[list[str], Means]]:
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
                    yield words, {name: value}
                    words = []
                if isinstance(value, bool):
                    words.append(rest if value else f"not {rest}")
                else:
                    words += [str(value), f"{value} {rest}", f"{rest} {value}"]
                yield words, {f"self.{rest}": value}

    def _names(self, record: Record, by: Iterable[str] = ()) -> list[str]:
        """Return the slug and the names of a record in all languages, and those of the terms in its fields ``by``."""
        listed = [word for key in by for term in as_list(record.get(key)) for word in self._term(str(term))]
        return [record.slug, record.name, *self.local_texts.names(record), *listed]

    def _term(self, term: str) -> list[str]:
        """Return a term's id and its words in all languages of the glossary."""
        entry = self.game.database.glossary.get(term) or {}
        return [term, *(str(word) for key, word in entry.items() if key != "part" and isinstance(word, str))]

    def read(self, said: SideWords | str, side_name: str, skipped: Collection[Spoken] = ()) -> Side:
        """Return the side of which something is said; a text is a few words.

        Phrases in ``skipped`` are passed over. Raises Unusable with the column of each word that means nothing, and the
        name of each condition that can't be; ``side_name`` is the file of their places.
        """
        return _Reading(self, side_name, SideWords(said) if isinstance(said, str) else said, skipped).side()


def row_of(army: ArmyList, text: str) -> SideWords:
    """Return the row of an army that a text names, with the words behind its first comma; raises Unusable for none."""
    name, _, rest = text.partition(",")
    row = next((troop for troop in army.troops if folded(troop.name) == folded(name)), None)
    if row is None:
        hint = closest(name.strip(), [troop.name for troop in army.troops])
        message = say("has no row '%(name)s'%(hint)s; name one of its rows", name=name.strip(), hint=hint)
        raise unusable(army.file, message, "odds")
    return SideWords(rest, row)


class _Reading:
    """One side while it is read: at each word it looks for a quantity after its number (``2 ranks``), a length
    (``25 cm``), the number of miniatures, and the longest phrase: a quantity before its number (``attack 2``), or a
    name (``spearmen``).
    """

    def __init__(self, known: EditionWords, name: str, said: SideWords, skipped: Collection[Spoken]) -> None:
        text, row = said.words, said.troop
        self.given, self.lent = said.given, said.lent
        self.known, self.game, self.declared, self.terms = known, known.game, known.declared, known.game.terms
        self.name, self.text, self.row = name, text, row
        # The words of the text, with their columns.
        self.words = [(match.group(), match.start()) for match in _WORD.finditer(text)]
        self.skipped = {spoken.first: spoken.size for spoken in skipped}
        attacks = self.declared.ways
        self.made = Side(row.miniatures if row else 1, weapons={attack: [] for attack in attacks})
        # The weapons of its profile, which come after the named ones.
        self.carried: dict[str, list[str]] = {attack: [] for attack in attacks}
        self.problems: list[Problem] = []
        self.has_number = row is not None
        # The words that are being read, and their column; None while a profile is.
        self.phrase: tuple[str, int] | None = None

    def side(self) -> Side:
        """Return the side; raises Unusable with all that is wrong with its words."""
        if self.row:
            self._add_profile(self.row.get)
        elif not self.words and not self.given:
            raise Unusable(Problem(Place(self.name, 1, 1), say("nothing is said of this side; name a troop"), "odds"))
        at = 0
        while at < len(self.words):
            at += self.skipped.get(at) or self._take(at)
        for condition, value in self.given.items():
            self._add_given(condition, value)
        given = self.made.given
        if self.has_number:
            leads = self.declared.leader in given
            self._hold_parts(self.made.miniatures + leads)
        for name, values in given.items() if not self.problems else ():
            first, *others = dict.fromkeys(str(one) for one in values if str(one) in alone_of(self.terms, name)) or [""]
            for other in others:
                self._complain(0, contradiction(OneOf([other]), OneOf([first])))
        if self.problems:
            raise Unusable(*self.problems)
        self._complete()
        return self.made

    def _take(self, at: int) -> int:
        """Take what begins at a word; return its number of words."""
        word, column = self.words[at]
        if size := self._add_counted(at) if self.has_number else 0:
            return size
        # A length that has no name beside it is the distance.
        length, size = self._length_at(at)
        if size:
            self._set_quantity(self.declared.distance, length, at, size)
            return size
        foreign_length, foreign_words = self._length_at(at, any_unit=True)
        if foreign_words:
            self._complain(column, no_distance(self.game, foreign_length))
            return foreign_words
        is_number = NUMBER.fullmatch(word) or (not self.has_number and folded(word) in self.known.cardinals)
        if is_number and self.has_number:
            message = say(
                "'%(word)s' belongs to nothing; write the miniatures first, other numbers after their names", word=word
            )
            self._complain(column, message)
        elif is_number:
            self._add_miniatures(str(self.known.cardinals.get(folded(word), word)), column)
        elif size := self._add_phrase(at):
            return size
        elif size := self._quantity_without_number(at):
            self._complain(self.words[at][1], _no_number(self._said(at, size)[0]))
            return size
        elif folded(word) not in self.known.fillers:
            message = say(
                "'%(word)s' is not a word of %(edition)s%(hint)s; mend it, or leave it out",
                word=word,
                edition=self.game.edition.id,
                hint=closest(folded(word), [*self.known.meanings, *self.known.quantities]),
            )
            self._complain(column, message)
        return 1

    def _add_given(self, name: str, value: Any) -> None:
        """Add a condition or quantity that is given by its name; one that can't be is a problem."""
        values = [
            {"true": True, "false": False}.get(one, one) if isinstance(one, str) else one for one in as_list(value)
        ]
        place = Place(f"{self.name}.given.{name}")
        if not self.terms.is_known(name):
            message = say(
                "'%(name)s' is not a condition of the vocabulary%(hint)s; mend the name",
                name=name,
                hint=self.terms.suggestion(name),
            )
            self.problems.append(Problem(place, message, "odds"))
            return
        is_number = self.terms.is_quantity(name) and name != NAMED
        for one in values:
            fault: str = doubt_about(str(one)) or "" if is_number else value_problem(self.terms, name, one)
            if is_number and not fault and not self._is_length(name) and not _WHOLE.fullmatch(str(one)):
                fault = _no_number(str(one))
            if fault:
                self.problems.append(Problem(place, fault, "odds"))
        head, _, rest = name.partition(".")
        words = rest if head == SIDES[0] else name
        if is_number:
            self._state(name, values, words, 0)
            self.made.given[name] = [str(one) for one in values]
            for along, then in self.known.along.get(name, {}).items():
                self.made.given.setdefault(along, as_list(then))
        else:
            self._add_condition(name, values, (words, 0))

    def _complain(self, column: int, message: Said) -> None:
        self.problems.append(Problem(Place(self.name, 1, column + 1), message, "odds"))

    def _add_miniatures(self, number: str, column: int) -> None:
        if doubt := doubt_about(number):
            self._complain(column, doubt)
        elif not number.isdecimal() or not 1 <= int(number) <= MOST_MINIATURES:
            message = say(
                "'%(words)s' can't be: a side has from 1 to %(most)s miniatures; mend it",
                words=number,
                most=MOST_MINIATURES,
            )
            self._complain(column, message)
        self.made.miniatures, self.has_number = int(number) if number.isdecimal() else 1, True

    def _hold_parts(self, miniatures: int) -> None:
        """Hold the quantities that count some of the side's miniatures against the number of all of them."""
        for name in self.declared.parts:
            values, words, column = self.made.said.get(name, ([], "", 0))
            if any(str(value).isdecimal() and int(value) > miniatures for value in values):
                message = say(
                    "'%(words)s' can't be: the side has %(number)s miniatures; mend one of the two",
                    words=words,
                    number=miniatures,
                )
                self._complain(column, message)

    def _state(self, name: str, values: list[Any], words: str, column: int) -> None:
        """Take the value of a quantity or condition that words state; one that has another value already is a
        problem, unless it says the same more closely (with a leader, and where he stands)."""
        before = self.made.said.setdefault(name, Stated(values, words, column))
        if differ(self.terms, name, before.values, values):
            self._complain(column, contradiction(words, before.words))

    def _length_at(self, at: int, any_unit: bool = False) -> tuple[str, int]:
        """Return the length that begins at a word (``25 cm``) and its number of words; 0 where none does."""
        match = _LENGTH.fullmatch(self.words[at][0])
        if match is None:
            return "", 0
        unit = self.known.units.get((match[2] or self._word(at + 1)).lower())
        if unit is None or not (any_unit or unit == self.game.edition.units):
            return "", 0
        return f"{match[1]} {unit}", 1 if match[2] else 2

    def _word(self, at: int) -> str:
        """Return the word of a number, empty after the last."""
        return self.words[at][0] if at < len(self.words) else ""

    def _is_length(self, quantity: str) -> bool:
        """Return whether a quantity is a length, as the columns of lists say (a movement)."""
        column = self.game.database.vocabulary.section("columns").get(quantity.partition(".")[2]) or {}
        return quantity == self.declared.distance or column.get("takes") == "length"

    def _spans(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield the phrases that begin at a word, folded, with their number of words, the longest first."""
        for size in range(min(self.known.longest, len(self.words) - at), 0, -1):
            phrase = self._said(at, size)[0]
            if re.search("[,;]", phrase):
                continue
            key = folded(phrase)
            yield key, size
            # A phrase may contain words without a meaning: "long sword mastery 2" is "long sword 2".
            parts = key.split()
            if size > 1 and parts and parts[-1] not in self.known.fillers:
                yield " ".join(word for word in parts if word not in self.known.fillers), size

    def _said(self, at: int, size: int) -> tuple[str, int]:
        """Return some words as they are written, and their column, from 0."""
        last, start = self.words[min(at + size, len(self.words)) - 1]
        return self.text[self.words[at][1] : start + len(last)], self.words[at][1]

    def _add_counted(self, at: int) -> int:
        """Add a quantity with a number before it (``2 ranks``); return its number of words, or 0."""
        number = str(self.known.cardinals.get(folded(self.words[at][0]), self.words[at][0]))
        for key, size in self._spans(at + 1) if NUMBER.fullmatch(number) else ():
            if key in self.known.quantities and not self._is_length(self.known.quantities[key]):
                self._set_quantity(self.known.quantities[key], number, at, size + 1)
                return size + 1
        return 0

    def _add_phrase(self, at: int) -> int:
        """Add the longest known phrase that begins at a word to the side; return its number of words, or 0."""
        given = self.made.given
        for key, size in self._spans(at):
            quantity, after = self.known.quantities.get(key), self._word(at + size)
            if quantity and NUMBER.fullmatch(after):
                if self._length_at(at + size, any_unit=True)[1] and not self._is_length(quantity):
                    continue
                length, length_words = self._length_at(at + size)
                if quantity == self.declared.distance and after.isdecimal():
                    # A distance without a unit is in that of the edition.
                    after = f"{after} {self.game.edition.units}"
                size += length_words or 1
                self._set_quantity(quantity, length or after, at, size)
                return size
            self.phrase = said, column = self._said(at, size)
            before = {name: list(values) for name, values in given.items()}
            if self._add_word(key):
                changed = tuple(name for name, values in given.items() if before.get(name) != values)
                # A class always has an effect, as it gives the attributes that were not given: it is not listed here.
                if changed and not set(changed) & set(self.declared.sorts.values()):
                    self.made.phrases.append(Spoken(said, at, size, changed, column))
                return size
        return 0

    def _quantity_without_number(self, at: int) -> int:
        """Return the number of words of a quantity at a word, with what stands where its number should (``two``)."""
        size = next((size for key, size in self._spans(at) if key in self.known.quantities), 0)
        if not size or folded(self.words[at][0]) in self.known.fillers:
            return 0
        after = self._word(at + size)
        is_apart = re.search("[,;]", self._said(at, size + 1)[0])
        is_number = folded(after) in self.known.cardinals or any(sign.isnumeric() for sign in after)
        return size + (is_number and not is_apart)

    def _set_quantity(self, quantity: str, number: str, at: int, size: int) -> None:
        said, column = self._said(at, size)
        if doubt := doubt_about(number):
            self._complain(column, doubt)
        elif not self._is_length(quantity) and not _WHOLE.fullmatch(number):
            self._complain(column, _no_number(said))
        self._state(quantity, [number], said, column)
        self.made.given[quantity] = [number]
        self.made.phrases.append(Spoken(said, at, size, (quantity,), column, is_quantity=True))
        for name, value in self.known.along.get(quantity, {}).items():
            self.made.given.setdefault(name, as_list(value))

    def _add_word(self, word: str) -> bool:
        """Add the meaning of a word to the side; return whether it has one."""
        known = self.known.meanings
        means = next((known[form] for form in (word, *singulars(word)) if form in known), None)
        for name, value in (means or {}).items():
            if name == PROFILE:
                self._add_profile(self.game.record(value).get)
            elif name == NAME:
                self.made.named.append(value)
            elif name == WAY:
                self.made.way = value
            elif name.startswith(SAYS):
                self.made.says[name.removeprefix(SAYS)] = value
            elif name == WEAPON:
                attack, weapon = value
                for way, declared in self.declared.ways.items():
                    # A weapon that belongs to no way of attack is one for hand to hand: it has no reach.
                    if attack == way or (not attack and not declared.measured):
                        (self.made.weapons if self.phrase else self.carried)[way].append(weapon)
            else:
                # What a word brings along, such as a troop's weapon, another word may say otherwise.
                self._add_condition(name, value, self.phrase if len(means or {}) == 1 else None)
        return means is not None

    def _add_condition(self, name: str, value: Any, phrase: tuple[str, int] | None) -> None:
        given, alone, values = self.made.given, alone_of(self.terms, name), as_list(value)
        if phrase and name != NAMED:
            self._state(name, values, *phrase)
        is_alone = not alone.isdisjoint(map(str, values))
        if is_alone and not phrase and name in self.made.said:
            return
        if is_alone and phrase:
            # What a row of an army or a profile brings, words may say otherwise.
            given[name] = [*(one for one in given.get(name, ()) if one not in alone), *values]
        elif name == NAMED or (self.terms.bringing(name) and not isinstance(value, bool)):
            given.setdefault(name, []).extend(values)
        else:
            given[name] = values
        for implied, then in self.declared.implies.get(name, {}).get(str(value), {}).items():
            given[implied] = [then]

    def _add_profile(self, get: Callable[[str], Any]) -> None:
        """Add a profile or a row of an army to the side; ``get`` returns its fields."""
        declared, given, self.phrase = self.declared, self.made.given, None
        for name in declared.fields:
            for word in as_list(get(name)):
                if f"self.{name}" in declared.sorts.values():
                    given[f"self.{name}"] = [str(word)]
                else:
                    self._add_word(folded(str(word)))
        numbers: dict[str, Any] = {}
        for group in declared.figures:
            numbers |= get(group) or {}
            single = {name: get(f"{group}.{name}") for name in declared.characteristics}
            numbers |= {name: value for name, value in single.items() if value is not None}
        for name, value in numbers.items():
            quantity = self.game.play.profile.get(name, f"self.{name}")
            if value is not None and self.terms.is_quantity(quantity):
                given[quantity] = [str(value)]
        for group, key in declared.levels.items():
            for name, level in (get(group) or {}).items():
                given[f"self.{key}.{name}"] = [str(level)]

    def _complete(self) -> None:
        """Add the implied conditions, and compute the quantities under ``play.takes`` that were not given."""
        side, declared = self.made, self.declared
        given = side.given
        for condition, holds in ((declared.alone, side.miniatures == 1), (declared.together, side.miniatures != 1)):
            if condition:
                given.setdefault(condition, [holds])
        side.weapons = {attack: [*weapons, *self.carried[attack]] for attack, weapons in side.weapons.items()}
        sorts = {value for name in declared.sorts.values() for value in given.get(name, ())}
        for key, field_ in declared.worn.items():
            for record in self.terms.records_of(*self.terms.brings[key].kinds):
                if record.get(field_) in sorts:
                    given.setdefault(f"self.{key}", []).append(record.slug)
        if side.miniatures == 1:
            given.pop(declared.leader, None)
        for attack, follow in self.game.play.arms.items():
            if side.weapons.get(attack):
                others = any(weapons for other, weapons in side.weapons.items() if other != attack)
                for name, value in {**follow.any, **({} if others else follow.only)}.items():
                    given.setdefault(name, [value])
        for name, expressions in self.game.play.takes.items():
            told = (
                one
                for one in as_list(expressions)
                if all(given.get(asked.name) for node in nodes_in(one) for asked in node.inserted)
            )
            expression = next(told, None)
            if name in given or expression is None:
                continue
            run = Evaluation(self.game, {"ours": side.fields(declared.usual_way)}, Situation(given))
            try:
                value = run.evaluate(expression)
            except Unusable:
                # The table has no column for this class: results that need the quantity can't be computed.
                continue
            if value is not None:
                run.trace.value = plain_value(value)
                run.trace.expression = run.explained(expression)
                side.computed[name] = run.trace
                given[name] = [str(run.trace.value)]
        side.lent = {name: figure for name, figure in self.lent.items() if name not in given}
        given.update({name: [figure] for name, figure in side.lent.items()})


def no_distance(game: Game, written: str) -> Said:
    """Return the message that a text is not a distance in the unit of the edition."""
    edition = game.edition
    return say(
        "'%(text)s' needs the unit of %(edition)s: %(units)s", text=written, edition=edition.id, units=edition.units
    )


def contradiction(words: object, before: object) -> Said:
    """Return the message that words contradict those before them."""
    return say("'%(words)s' contradicts '%(before)s'; leave one of them out", words=words, before=before)


def _no_number(words: str) -> Said:
    return say("'%(words)s' can't be: a whole number from 0 to 999 belongs there; mend it", words=words)


def differ(terms: Terms, name: str, one: list[Any], other: list[Any]) -> bool:
    """Return whether two lists of values for a condition or quantity can't both hold.

    A condition that may have several values at once has no such lists, and one may say the same more closely.
    """
    if alone := alone_of(terms, name):
        ours, theirs = alone.intersection(map(str, one)), alone.intersection(map(str, other))
        return bool(ours and theirs and ours.isdisjoint(theirs))
    atom = terms.database.vocabulary.atoms.get(terms.atom(name) or "") or {}
    has_one_value = (
        terms.is_quantity(name) or atom.get("values") in ("boolean", "figure") or isinstance(atom.get("values"), list)
    )
    both = (*one, *other)
    return has_one_value and one != other and not (True in both and False not in both)


def alone_of(terms: Terms, name: str) -> set[str]:
    """Return the records of which a side has one at most, for the key that brings them (``self.armour``); none for any
    other key."""
    key = name.partition(".")[2]
    besides = terms.database.vocabulary.section("matchup").get("single", {}).get(key)
    if besides is None or key not in terms.brings:
        return set()
    return {record.slug for record in terms.records_of(*terms.brings[key].kinds)} - set(besides)


def contradictions(terms: Terms, sides: Mapping[str, Side]) -> Iterator[Problem]:
    """Yield a problem for each word of a side about both sides or the other one that contradicts the other side."""
    first = next(iter(sides.values()))
    for (end, side), (_, other) in permutations(sides.items(), 2):
        for name, (values, words, column) in side.said.items():
            head, _, rest = name.partition(".")
            # What is true of a side may make something true of the other: who charges leaves the other one charged.
            counterpart = terms.database.vocabulary.section("counterparts").get(rest) if values == [True] else None
            # What is said of both sides is one contradiction, not two: that of the later words.
            if (head == SIDES[0] and not counterpart) or (head not in SIDES[:2] and side is first):
                continue
            of_other = counterpart if head == SIDES[0] else rest
            mirrored = f"{SIDES[0]}.{of_other}" if head in SIDES[:2] else name
            theirs = other.given.get(mirrored)
            if theirs is None or not differ(terms, name, values, theirs):
                continue
            if mirrored in other.said:
                message = contradiction(words, other.said[mirrored].words)
            else:
                message = say("'%(words)s' contradicts what the other side is; mend one of the two", words=words)
            yield Problem(Place(end, 1, column + 1), message, "odds")
