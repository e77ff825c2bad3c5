"""Lengths and counts of a part of a record; an invalid one is reported with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kensei_docs.database import Edition, Record
from kensei_docs.database.record_parts import figure_at
from kensei_docs.figures import Figure, parse
from kensei_docs.problems import Problem, Unusable

CHECK = "map"
# The units that have a length on paper; hexes are of any size.
MILLIMETRES = {"cm": 10.0, "in": 25.4, "mm": 1.0, "ft": 304.8}


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
