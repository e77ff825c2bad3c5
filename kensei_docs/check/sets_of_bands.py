"""Finds the sets of bands in data: rows, records or ranges that divide a quantity among themselves.

A band is a mapping with ``least`` or ``most`` (or both), or a range such as ``2-4``, next to which ``1``
and ``5+`` are bands too. Its ends belong to it unless its ``includes`` says otherwise. In a table of bands,
a row with a single number is the band of that number, and a row without one covers the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any

from kensei_docs.database import Database, Record
from kensei_docs.figures import kind_in, number_in, parse

ENDS = ("least", "most")
# Two ranges in a record may be unrelated; from three on they are taken for bands.
_MIN_RANGES = 3
# The inputs and answers of worked examples are not bands.
_EXAMPLE_KEYS = frozenset({"given", "supposes", "expect", "should", "printed"})

BandRow = tuple[Record, str, str, Any]  # record, path, name, value


@dataclass(frozen=True)
class Band:
    """One band: its record and path, its ends (infinite if open), and whether they belong to it."""

    record: Record
    path: str
    name: str
    least: float
    most: float
    with_least: bool = True
    with_most: bool = True


@dataclass(frozen=True)
class Bands:
    """The bands of one quantity, sorted by their ends.

    ``whole``: the quantity is counted in whole numbers; ``rest``: one row holds for everything outside the bands.
    """

    bands: tuple[Band, ...]
    whole: bool
    rest: bool = False

    @property
    def pairs(self) -> Iterator[tuple[Band, Band]]:
        """Each band with the one above it."""
        return pairwise(self.bands)


def bands_of(database: Database) -> list[Bands]:
    """Return every set of bands of the database: of each kind of record, and of each table in a record."""
    every_set: list[Bands] = []
    for edition in database.editions.values():
        for kind in edition.kinds:
            every_set += _bands_of_mappings(
                (record, "", record.slug, record.data) for record in edition.records_of(kind)
            )
        for record in edition.records.values():
            every_set += _bands_in(record, record.data, "")
    return every_set


def bands_at(bands: Sequence[Bands], record: Record, path: str) -> Bands | None:
    """Return the bands of the group at ``path`` in a record, None where it holds none."""
    for of_quantity in bands:
        first = of_quantity.bands[0]
        if first.record is record and first.path.startswith(f"{path}."):
            return of_quantity
    return None


def _bands_in(record: Record, part: Any, path: str) -> Iterator[Bands]:
    if not isinstance(part, dict):
        return
    rows: list[BandRow] = [
        (record, f"{path}.{key}" if path else key, key, inner)
        for key, inner in part.items()
        if key not in _EXAMPLE_KEYS
    ]
    mappings = [row for row in rows if isinstance(row[3], dict)]
    # The fields of a record itself are not rows; only mappings inside them can be.
    if path and any(end in inner for *_, inner in mappings for end in ENDS):
        yield from _bands_of_mappings(mappings, mixed=True)
    ranges = [row for row in rows if kind_in(row[3]) == "range"]
    if len(ranges) >= _MIN_RANGES:
        yield _bands_of_ranges(ranges)
    for column in sorted({key for *_, inner in mappings for key in inner}):
        cells = [(record, f"{at}.{column}", name, row[column]) for _, at, name, row in mappings if column in row]
        kinds = {kind_in(cell) for *_, cell in cells}
        if len(cells) > 1 and "range" in kinds and kinds <= {"range", "count", "target", "ceiling"}:
            yield _bands_of_ranges(cells)
    for _, at, _, inner in rows:
        yield from _bands_in(record, inner, at)


def _bands_of_mappings(rows: Iterable[BandRow], mixed: bool = False) -> Iterator[Bands]:
    """Yield the bands of some mappings; ``mixed`` allows single values and a row for the rest."""
    bands, whole, rest = [], True, False
    for record, path, name, row in rows:
        ends = {end: row[end] for end in ENDS if isinstance(row.get(end), str)}
        if mixed and not ends:
            numbers = [value for value in row.values() if number_in(value) is not None]
            rest = rest or not numbers
            ends = dict.fromkeys(ENDS, numbers[0]) if len(numbers) == 1 else {}
        limits = {end: limit for end, value in ends.items() if (limit := number_in(value)) is not None}
        if not ends or len(limits) < len(ends):
            continue
        whole = whole and all((figure := parse(value)) and not figure.unit for value in ends.values())
        includes = row.get("includes")
        excluded = {end for end in ENDS if isinstance(includes, dict) and includes.get(end) is False}
        least, most = limits.get("least", -inf), limits.get("most", inf)
        bands.append(Band(record, path, name, least, most, "least" not in excluded, "most" not in excluded))
    if len(bands) > 1:
        yield Bands(_sorted_bands(bands), whole, rest)


def _bands_of_ranges(rows: Iterable[BandRow]) -> Bands:
    bands = []
    for record, path, name, text in rows:
        least, dash, most = str(parse(text)).rstrip("+").partition("-")
        highest = float(most) if most else inf if str(text).endswith("+") else float(least)
        lowest = -inf if dash and not most else float(least)
        bands.append(Band(record, path, name, lowest, highest))
    return Bands(_sorted_bands(bands), whole=True)


def _sorted_bands(bands: list[Band]) -> tuple[Band, ...]:
    return tuple(sorted(bands, key=lambda band: (band.least, band.most)))
