"""The lengths and counts in records that drawings need: the measures of a deployment, and the distances on rulers.

An invalid measure is reported with its place. Distances have the names of what has them, and what dice add to them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from babel.lists import format_list

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.paths import figure_at, record_and_path
from kensei_docs.documents.markup.drawings.canvas import MILLIMETRES
from kensei_docs.figures import Figure, parse
from kensei_docs.problems import Problem, Unusable

# An entry of a kind's ``figures``: a sum of products, and after "as" the word that names it, with a figure if it has
# one.
_NAMED = re.compile(r"(?P<sum>.+?)(?: as (?P<word>\S+)(?: (?P<of>\S+))?)?")
CHECK = "map"


@dataclass(frozen=True)
class Mark:
    """A distance on a ruler: the figure, its number, and the names of what has this range or length.

    If dice add to the distance, ``number`` is the largest one, and ``sure`` the distance without the dice. ``says`` is
    how the distance is printed, empty for its figure. ``place`` is its index in the list that names it; ``column`` is
    the name of its column, if it is the cell of a table.
    """

    figure: str
    number: float
    names: tuple[str, ...]
    sure: float | None = None
    says: str = ""
    place: int = 0
    column: str = ""

    @property
    def unit(self) -> str:
        """The unit of the figure."""
        return self.figure.split()[1]

    @property
    def millimetres(self) -> float:
        """The distance in millimetres."""
        return self.number * MILLIMETRES[self.unit]


@dataclass(frozen=True)
class Share:
    """A part of a distance on a ruler, such as the half of a move.

    ``of`` is the text of the whole distance, ``number`` the part in the ruler's unit, ``says`` how the part is printed
    (``½ of 10″``), and ``names`` are the cases in which it counts.
    """

    of: str
    number: float
    says: str
    names: tuple[str, ...]


def marks_of(
    edition: Edition,
    wanted: Sequence[str],
    translator: Translator,
    phrase: Callable[..., str] = lambda word, **_: word,
    in_columns: bool = False,
) -> list[Mark]:
    """Return the lengths that a list of a kind's ``figures`` names, each with the names of what has it, shortest first.

    An entry is ``record:path``, or several with ``*`` and ``+`` between them; ``as WORD`` names it by the phrase
    ``length-WORD``, ``as WORD record:path`` by one with that figure in it, and ``as record:path`` by a text of a
    record. What the edition lacks is left out, and so are lengths in hexes: a hex is of any size. Marks ``in_columns``
    of a table are never named by their column as well.
    """
    found: dict[tuple[str, float | None, str], list[tuple[int, str, str]]] = {}
    for place, entry in enumerate(wanted):
        parts = _NAMED.fullmatch(entry)
        length = parts and _add_up(edition, parts["sum"], translator)
        if not (parts and length):
            continue
        if parts["word"]:
            name = _given_name(edition, parts["word"], parts["of"], translator, phrase)
        else:
            name = _owner_name(edition, parts["sum"].split(" ")[0], translator, in_columns)
        column = _column_name(edition, parts["sum"], translator)
        found.setdefault(length, []).append((place, name, column))
    marks = [
        Mark(
            text,
            float(text.split()[0]),
            tuple(dict.fromkeys(name for _, name, _ in named if name)),
            sure,
            says,
            *named[0][::2],
        )
        for (text, sure, says), named in found.items()
    ]
    return sorted(marks, key=lambda mark: mark.number)


def shares_of(
    edition: Edition, wanted: Sequence[str], translator: Translator, phrase: Callable[..., str]
) -> list[Share]:
    """Return the parts of lengths that a list of a kind's ``figures`` names, the shortest first.

    An entry is ``LENGTH * PART as WORD`` or, if a part is lost, ``LENGTH - PART as WORD``; both are ``record:path``,
    and the phrase ``part-WORD`` says when. What the edition lacks is left out.
    """
    found: dict[tuple[Figure, Fraction], list[str]] = {}
    for entry in wanted:
        product, _, word = entry.partition(" as ")
        name, sign, part = product.split(" ")
        length, share = parse(figure_at(edition, name) or ""), _fraction(figure_at(edition, part))
        if length and length.kind == "length" and share is not None:
            left = 1 - share if sign == "-" else share
            found.setdefault((length, left), []).append(phrase(f"part-{word}"))
    shares = [
        Share(
            length.text,
            (length.number or 0) * float(left),
            phrase("part", part=translator.figure(str(left)), length=translator.figure(length.text)),
            tuple(dict.fromkeys(names)),
        )
        for (length, left), names in found.items()
    ]
    return sorted(shares, key=lambda share: share.number)


def _fraction(text: str | None) -> Fraction | None:
    """Return a figure such as ``1/2`` or ``25 %`` as a fraction; None for any other figure."""
    figure = parse(text or "")
    if figure and figure.kind == "fraction":
        return Fraction(figure.text)
    return Fraction(figure.number or 0) / 100 if figure and figure.kind == "share" else None


def _add_up(edition: Edition, text: str, translator: Translator) -> tuple[str, float | None, str] | None:
    """Return (largest sum, the sum without dice, how it is printed) of products of figures.

    ``text`` has the names of the figures (``record:path``), with ``*`` and ``+`` between them. The sum without dice is
    None if there are no dice, the print is empty for a single figure. None if the edition lacks one of the figures, or
    if the sum is no length that can be drawn.
    """
    terms = [
        _multiply([parse(figure_at(edition, name) or "") for name in term.split(" * ")]) for term in text.split(" + ")
    ]
    known = [term for term in terms if term]
    units = {unit for _, unit, _, _ in known}
    if len(known) < len(terms) or len(units) != 1 or not units <= set(MILLIMETRES):
        return None
    number, sure = sum(term[0] for term in known), sum(term[0] for term in known if not term[2])
    plain = len(known) == 1 and len(known[0][3]) == 1 and not known[0][2]
    says = "\u00a0+\u00a0".join(
        "\u00a0×\u00a0".join(translator.figure(figure.text.lstrip("+")) for figure in figures) for *_, figures in known
    )
    has_dice = any(term[2] for term in known)
    figure = f"{number:g} {units.pop()}"
    return (figure, sure if has_dice and sure else None, "" if plain else says) if number else None


def _multiply(figures: Sequence[Figure | None]) -> tuple[float, str, bool, list[Figure]] | None:
    """Return (largest product of figures, its unit, whether it has dice, the figures); None if one is no amount."""
    number, unit, has_dice = 1.0, "", False
    known = [figure for figure in figures if figure]
    for figure in known:
        if figure.dice:
            number *= figure.dice.many * figure.dice.faces + figure.dice.add
            has_dice = True
        elif figure.kind in ("length", "count") and figure.number:
            number *= figure.number
        else:
            return None
        unit = figure.unit or unit
    return (number, unit, has_dice, known) if known and len(known) == len(figures) else None


def _owner_name(edition: Edition, name: str, translator: Translator, in_columns: bool) -> str:
    """Return the name of what a figure (``record:path``) belongs to.

    That is the row of a table that has a name, with the column if most cells of the row have another figure (not if the
    marks are ``in_columns``). Otherwise it is the record; for a value of a profile, after the name of that value.
    """
    owner, _, path = name.partition(":")
    record = edition.records[owner]
    steps = path.split(".")
    for end in range(len(steps) - 1, 0, -1):
        words = translator.text(record, ".".join([*steps[:end], "name"]))
        if words:
            exception = "" if in_columns else _exceptional_columns(record, path, translator)
            return ": ".join(filter(None, (words, exception)))
    # A value of a profile has the name of the record that says what it is, such as a characteristic.
    meant = [translator.name(other) for other in edition.records.values() if other.slug == steps[-1]]
    return ": ".join([*(meant if len(meant) == 1 else ()), translator.name(record)])


def _given_name(edition: Edition, word: str, of: str | None, translator: Translator, phrase: Callable[..., str]) -> str:
    """Return the name that an entry has after ``as``: a text of a record, or a phrase, with a figure if it has one."""
    if ":" in word:
        record, path = record_and_path(edition, word)
        return translator.text(record, path) if record else ""
    figure = figure_at(edition, of) if of else None
    return phrase(f"length-{word}", **({"figure": translator.figure(figure)} if figure else {}))


def _column_name(edition: Edition, name: str, translator: Translator) -> str:
    """Return the name of the column of a table that a figure stands in; empty for another figure."""
    record, path = record_and_path(edition, name)
    return translator.text(record, f"columns.{path.rpartition('.')[2]}") if record else ""


def _exceptional_columns(record: Record, path: str, translator: Translator) -> str:
    """Return the names of the columns in which a row has the figure at a path, if most of its cells have another one.

    Otherwise the text is empty.
    """
    row, _, _ = path.rpartition(".")
    columns = record.get("columns") or {}
    cells = {column: record.figure(f"{row}.{column}") for column in columns}
    own = record.figure(path)
    alike = [column for column in columns if cells[column] == own]
    others = Counter(cell for cell in cells.values() if cell not in (None, own))
    if not alike or max(others.values(), default=0) < len(alike):
        return ""
    return format_list([translator.text(record, f"columns.{column}") for column in alike], locale=translator.language)


@dataclass(frozen=True)
class Measures:
    """The measures in one part of a record (at ``path``); all lengths are in one ``unit``."""

    _edition: Edition
    _record: Record
    _path: str
    unit: str

    def entries(self, group: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield (key, entry) for the entries of a group; raises Unusable for an entry that is not a mapping."""
        for key, entry in (self.get(group) or {}).items():
            if not isinstance(entry, dict):
                raise self.fault(f"{group}.{key}", "is not a mapping; it should be")
            yield key, entry

    def beside(self, name: str) -> Measures:
        """Return the measures of the sibling part with this name."""
        return replace(self, _path=f"{self._path.rpartition('.')[0]}.{name}")

    def get(self, path: str) -> Any:
        """Return the value at a path as it is in the data."""
        return self._record.get(f"{self._path}.{path}")

    def figure(self, path: str) -> str | None:
        """Return the figure at a path, following ``$name`` and ``record:path``.

        Raises Unusable for a ``record:path`` without a figure.
        """
        value = self._record.figure(f"{self._path}.{path}")
        if value and ":" in value:
            value = figure_at(self._edition, value)
            if value is None:
                raise self.fault(path, f"names '{self.get(path)}', which gives no figure; mend the name")
        return value

    def length(self, path: str) -> float:
        """Return the length at a path, in ``unit``; raises Unusable for any other value, and for another unit."""
        wrong = "is not a length; write one, such as 20 cm, or name a figure of the record, such as $strip"
        number, figure = self._parsed(path, "length", wrong)
        if figure.unit != self.unit:
            raise self.fault(
                path, f"is measured in {figure.unit}, and the table in {self.unit}; write both in one unit"
            )
        return number

    def count(self, path: str) -> int:
        """Return the count at a path; raises Unusable for any other value."""
        wrong = "is not a number; write one, or name a figure of the record, such as $houses"
        return int(self._parsed(path, "count", wrong)[0])

    def problem(self, path: str, words: str) -> Problem:
        """Return a problem with the value at a path."""
        record = self._record
        message = f"'{path}' of {record.id} {words}"
        place = record.place(f"{self._path}.{path}")
        return Problem(place, message, CHECK, edition=record.edition, record=record.id)

    def fault(self, path: str, words: str) -> Unusable:
        """Return the exception for a value that the drawing needs."""
        return Unusable(self.problem(path, words))

    def _parsed(self, path: str, kind: str, wrong: str) -> tuple[float, Figure]:
        figure = parse(self.figure(path) or "")
        if figure is None or figure.kind != kind or figure.number is None:
            raise self.fault(path, wrong)
        return figure.number, figure
