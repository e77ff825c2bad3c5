"""The distances on rulers: figures of records, sums and parts of them, with the names of what has them.

What dice add to a distance is told apart from the distance that is sure.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from babel.lists import format_list

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.paths import figure_at, record_and_path
from kensei_docs.documents.markup.drawings.canvas import MILLIMETRES
from kensei_docs.figures import Figure, parse

# An entry of a kind's ``figures``: a sum of products, and after "as" the word that names it, with a figure if it has
# one.
_NAMED = re.compile(r"(?P<sum>.+?)(?: as (?P<word>\S+)(?: (?P<of>\S+))?)?")


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
        record, path = record_and_path(edition, parts["sum"])
        # The column of a table that the figure stands in.
        column = translator.text(record, f"columns.{path.rpartition('.')[2]}") if record else ""
        found.setdefault(length, []).append((place, name, column))
    marks = []
    for (text, sure, says), named in found.items():
        places, names, columns = zip(*named, strict=True)
        owners = tuple(dict.fromkeys(filter(None, names)))
        marks.append(Mark(text, float(text.split()[0]), owners, sure, says, places[0], columns[0]))
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
    number, sure, has_dice = 0.0, 0.0, False
    units: set[str | None] = set()
    says: list[str] = []
    for term in text.split(" + "):
        names = term.split(" * ")
        figures = [figure for name in names if (figure := parse(figure_at(edition, name) or ""))]
        amounts = [amount for figure in figures if (amount := _largest(figure))]
        if len(amounts) < len(names):
            return None
        product, of_dice = math.prod(amounts), any(figure.dice for figure in figures)
        number, sure, has_dice = number + product, sure + (0 if of_dice else product), has_dice or of_dice
        units.add(next((figure.unit for figure in reversed(figures) if figure.unit), None))
        says.append("\u00a0×\u00a0".join(translator.figure(figure.text.lstrip("+")) for figure in figures))
    if len(units) != 1 or not units <= set(MILLIMETRES):
        return None
    is_plain = not has_dice and " " not in text
    said = "" if is_plain else "\u00a0+\u00a0".join(says)
    return f"{number:g} {units.pop()}", sure if has_dice and sure else None, said


def _largest(figure: Figure) -> float | None:
    """Return the largest number that a figure can be; None if it is no amount."""
    if figure.dice:
        return figure.dice.many * figure.dice.faces + figure.dice.add
    return figure.number if figure.kind in ("length", "count") else None


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
