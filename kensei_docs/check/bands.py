"""Bands: rows, records or ranges that divide a quantity among themselves.

A band is a mapping with ``least`` or ``most`` (or both), ends included unless its ``includes``
says otherwise, or a range such as ``2-4``, next to which ``1`` and ``5+`` are bands too. In a
table of bands a row with a single number is that number, and a row with none takes whatever the
others leave.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from kensei_docs.check.declarations import amount
from kensei_docs.database import Database, Record
from kensei_docs.figures import parse

ENDS = ("least", "most")
# Ranges among a record's figures may have nothing to do with one another; as many are a series.
_SERIES = 3
# Several checks ask for the bands of one database, one after the other.
_FOUND: dict[int, tuple[Database, list[Bands]]] = {}
# What worked examples are given and answer is no division of anything.
_ANSWERS = frozenset({"given", "supposes", "expect", "should", "printed"})


@dataclass(frozen=True)
class Band:
    """One band: ends (infinite where open), whether they belong to it, where it stands."""

    record: Record
    path: str
    name: str
    least: float
    most: float
    with_least: bool = True
    with_most: bool = True


@dataclass(frozen=True)
class Bands:
    """The bands of one quantity, rising; ``whole`` says that it is counted, not measured.

    ``rest`` says that one row takes what the others leave.
    """

    bands: tuple[Band, ...]
    whole: bool
    rest: bool = False

    @property
    def pairs(self) -> Iterator[tuple[Band, Band]]:
        """Each band with the one above it."""
        yield from zip(self.bands, self.bands[1:], strict=False)


def all_bands(database: Database) -> Iterator[Bands]:
    """Yield every set of bands of the database."""
    known = _FOUND.get(id(database))
    if known is None or known[0] is not database:
        _FOUND.clear()
        known = _FOUND[id(database)] = (database, list(_all_bands(database)))
    yield from known[1]


def _all_bands(database: Database) -> Iterator[Bands]:
    for edition in database.editions.values():
        for kind in edition.kinds:
            records = edition.of(kind)
            yield from _gathered([(record, "", record.slug, record.data) for record in records])
        for record in edition.records.values():
            yield from _inside(record, record.data, "")


def _inside(record: Record, part: Any, path: str) -> Iterator[Bands]:
    if not isinstance(part, dict):
        return
    rows = [
        (record, f"{path}.{key}" if path else key, key, inner) for key, inner in part.items() if key not in _ANSWERS
    ]
    # The fields of a record itself are not rows of anything: only what is inside them can be.
    if path and any(isinstance(inner, dict) and any(end in inner for end in ENDS) for *_, inner in rows):
        yield from _gathered([row for row in rows if isinstance(row[3], dict)], mixed=True)
    ranges = [row for row in rows if _kind(row[3]) == "range"]
    if len(ranges) >= _SERIES:
        yield _ranges(ranges)
    columns = {key for *_, inner in rows if isinstance(inner, dict) for key in inner}
    for column in sorted(columns):
        cells = [
            (record, f"{where}.{column}", name, inner[column])
            for record, where, name, inner in rows
            if isinstance(inner, dict) and column in inner
        ]
        kinds = [_kind(cell) for *_, cell in cells]
        if len(cells) > 1 and "range" in kinds and set(kinds) <= {"range", "count", "target"}:
            yield _ranges(cells)
    for _, where, _, inner in rows:
        yield from _inside(record, inner, where)


def _gathered(rows: list[tuple[Record, str, str, dict[str, Any]]], mixed: bool = False) -> Iterator[Bands]:
    """Make bands of mappings; ``mixed`` ones may hold single values and a row for the rest."""
    bands, whole, rest = [], True, False
    for record, path, name, row in rows:
        ends = {end: row[end] for end in ENDS if isinstance(row.get(end), str)}
        numbers = [
            value
            for key, value in row.items()
            if isinstance(value, str) and key not in ENDS and amount(value) is not None
        ]
        if not ends and mixed and len(numbers) == 1:
            ends = dict.fromkeys(ENDS, numbers[0])
        elif not ends and mixed and not numbers:
            rest = True
        limits = {end: amount(value) for end, value in ends.items()}
        if not limits or None in limits.values():
            continue
        figures = [parse(value) for value in ends.values()]
        whole = whole and all(figure and not figure.unit for figure in figures)
        includes = row.get("includes")
        includes = includes if isinstance(includes, dict) else {}
        bands.append(
            Band(
                record,
                path,
                name,
                _low(limits),
                _high(limits),
                includes.get("least") is not False,
                includes.get("most") is not False,
            )
        )
    if len(bands) > 1:
        yield Bands(tuple(sorted(bands, key=lambda b: (b.least, b.most))), whole, rest)


def _low(limits: dict[str, float | None]) -> float:
    least = limits.get("least")
    return -inf if least is None else least


def _high(limits: dict[str, float | None]) -> float:
    most = limits.get("most")
    return inf if most is None else most


def _kind(value: Any) -> str | None:
    figure = parse(value) if isinstance(value, str) else None
    return figure.kind if figure else None


def _ranges(rows: list[tuple[Record, str, str, Any]]) -> Bands:
    bands = []
    for record, path, name, text in rows:
        least, dash, most = str(parse(text)).rstrip("+").partition("-")
        highest = float(most) if dash else inf if str(text).endswith("+") else float(least)
        bands.append(Band(record, path, name, float(least), highest))
    return Bands(tuple(sorted(bands, key=lambda b: (b.least, b.most))), whole=True)
