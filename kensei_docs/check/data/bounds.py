"""Bounds in the words of records: whether a figure itself is in or out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from kensei_docs.check.bounds_in_words import CONTRADICTORY, StatedBound, stated_bounds
from kensei_docs.check.finding import Finding, finding_at, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.record_parts import conditions
from kensei_docs.figures import parse
from kensei_docs.problems import check


@dataclass(frozen=True)
class _Bound:
    """A bound that a text or a condition of a record states; ``path`` is where."""

    record: Record
    path: str
    stated: StatedBound

    @property
    def value(self) -> str | None:
        return self.record.figure(f"figures.{self.stated.figure}")


@check("error")
def bounds_agree(database: Database) -> Iterator[Finding]:
    """Two places that bound one thing by one figure agree whether the figure itself is in bounds.

    Compared are the texts and the conditions of a record that name the same of its figures; and texts of different
    records with the same figure, where the words around it say that it measures or counts the same. Bounds on different
    sides, such as the least and the most, are not compared, nor those in a clause that is denied.

    Wrong: "lower than %(low)s of its height" in one record and "up to %(low)s of the height" in another, both 75 %;
    "less than %(range)s away" beside ``distance: {at-most: $range}``. Right: "less than" in both; "at least" here and
    "less than" there, which leaves no gap.
    """
    for edition in database.editions.values():
        bounds = list(_bounds(edition))
        for first, second in combinations(bounds, 2):
            if not _contradict(first, second) or not _is_of_one_thing(first, second):
                continue
            here, there = (f"says '{one.stated.words}'{where(one.record, one.path)}" for one in (second, first))
            message = (
                f"'{second.path}' {here}, but '{first.path}' of {first.record.id} {there}; settle whether "
                f"{first.value} itself is in bounds"
            )
            yield finding_at(second.record, second.path, message, beside=[(first.record, first.path)])


def _bounds(edition: Edition) -> Iterator[_Bound]:
    for record in (*edition.records.values(), *edition.rulings.values()):
        for path, text in record.messages:
            # The question of a ruling may state what nobody holds.
            if path != "question":
                yield from (_Bound(record, path, stated) for stated in stated_bounds(text, edition.written_in))
        for path, when in conditions(record.data):
            for atom, required in when.items():
                for bound, figure in required.items() if isinstance(required, dict) else ():
                    if str(figure).startswith("$"):
                        words = f"{atom}: {bound} {figure}"
                        yield _Bound(record, f"{path}.when", StatedBound(figure[1:], str(bound), words, frozenset()))


def _contradict(first: _Bound, second: _Bound) -> bool:
    both = {first.stated.bound, second.stated.bound}
    return len(both) == 2 and any(both <= side for side in CONTRADICTORY)


def _is_of_one_thing(first: _Bound, second: _Bound) -> bool:
    """Return whether two bounds are of one figure of a record, or of one measure of the same thing."""
    if first.record is second.record and first.stated.figure == second.stated.figure:
        return True
    figure = parse(first.value) if first.value and first.value == second.value else None
    # A bare number is of many things: it takes more than one word, such as both forms of a noun, to tell its own.
    return figure is not None and len(first.stated.measured & second.stated.measured) >= (1 if figure.unit else 2)
