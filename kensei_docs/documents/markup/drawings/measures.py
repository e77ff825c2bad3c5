"""Lengths and counts of a part of a record; an invalid one is reported with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kensei_docs.database import Edition, Record
from kensei_docs.figures import Figure, parse
from kensei_docs.problems import Problem, Unusable

CHECK = "map"


class Measures:
    """The measures in one part of a record (at ``path``); all lengths are in one ``unit``."""

    def __init__(self, edition: Edition, record: Record, path: str, unit: str) -> None:
        self.unit = unit
        self._edition, self._record, self._path = edition, record, path

    def entries(self, group: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the entries of a group by key; raises Unusable for one that is no mapping."""
        for key, entry in (self.get(group) or {}).items():
            if not isinstance(entry, dict):
                raise self.fault(f"{group}.{key}", "is no mapping; it should be")
            yield key, entry

    def get(self, path: str) -> Any:
        """Return the value at a path as it is written."""
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
        """Return the length at a path; raises Unusable for anything else, and for another unit."""
        figure = self._parsed(path)
        if figure is None or figure.kind != "length" or figure.number is None:
            raise self.fault(
                path, "is no length; write one, such as 20 cm, or name a figure of the record, such as $strip"
            )
        if figure.unit != self.unit:
            raise self.fault(
                path, f"is measured in {figure.unit}, and the table in {self.unit}; write both in one unit"
            )
        return figure.number

    def count(self, path: str) -> int:
        """Return the count at a path; raises Unusable for anything else."""
        figure = self._parsed(path)
        if figure is None or figure.kind != "count" or figure.number is None:
            raise self.fault(path, "is no number; write one, or name a figure of the record, such as $houses")
        return int(figure.number)

    def problem(self, path: str, words: str) -> Problem:
        """Return a problem with the value at a path."""
        return Problem(
            self._record.place(f"{self._path}.{path}"),
            f"'{path}' of {self._record.id} {words}",
            CHECK,
            edition=self._record.edition,
            record=self._record.id,
        )

    def fault(self, path: str, words: str) -> Unusable:
        """Return an exception for a value without which nothing can be drawn."""
        return Unusable(self.problem(path, words))

    def _parsed(self, path: str) -> Figure | None:
        return parse(self.figure(path) or "")


def figure_at(edition: Edition, name: str) -> str | None:
    """Return the figure that ``record:path`` names; None if the edition has no such record or figure."""
    owner, _, path = name.partition(":")
    record = edition.records.get(owner)
    return record.figure(path) if record else None
