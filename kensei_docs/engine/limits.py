"""What an army may and must hold: the limits of an edition, as its records declare them.

A record says under ``limits`` what it limits, part by part: what is counted (``counts``), of
which troops (``of``), in the whole army or for ``each`` troop or profile, and the bounds. A clan's
limit may stand ``instead-of`` a general one and keeps what it doesn't state anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from kensei_docs.database import Edition, Record
from kensei_docs.database.schema import Sheet, validate
from kensei_docs.problems import Problem, Unusable, closest

SECTION = "limits"
Counts = Literal["points", "cost", "troops", "miniatures", "profiles"]


class BoundSheet(Sheet):
    """A bound that is more than a figure.

    ``per`` divides the size of the army (or, ``against: points``, what is counted costs) first;
    ``of`` makes it a part of another limit's bound; ``for-each`` multiplies it by the troops of
    that sort. ``table`` and ``bands`` look it up by the size of the army.
    """

    figure: str
    per: str | None = None
    against: Literal["size", "points"] = "size"
    of: str | None = None
    for_each: Any = Field(default=None, alias="for-each")
    table: str | None = None
    size: str = "points"
    beyond: Literal["continues"] | None = None
    bands: str | None = None


class LimitSheet(Sheet):
    """One part of a record's ``limits``."""

    name: str | None = None
    counts: Counts | None = None
    of: Any = None
    each: Literal["troop", "profile"] | None = None
    at_least: str | BoundSheet | None = Field(default=None, alias="at-least")
    at_most: str | BoundSheet | None = Field(default=None, alias="at-most")
    round: Literal["up", "down"] = "down"
    instead_of: str | None = Field(default=None, alias="instead-of")


@dataclass(frozen=True)
class Limit:
    """A limit that holds for an army; of the clan's record, with the general one it goes before."""

    record: Record
    part: str
    sheet: LimitSheet
    general: Limit | None = None

    @property
    def id(self) -> str:
        return f"{self.record.id}:{self.part}"

    @property
    def named(self) -> str:
        """The field of the record that names the limit."""
        return f"{SECTION}.{self.part}.name" if self.sheet.name else "name"

    def stated(self, key: str) -> tuple[Record, Any]:
        """Return what the limit states under a key, and the record whose figures it names."""
        value = getattr(self.sheet, key)
        if value is None and self.general and key in ("counts", "of", "each", "at_least", "at_most"):
            return self.general.stated(key)
        return self.record, value


def limits_of(edition: Edition, clan: str | None) -> list[Limit]:
    """Return the limits that hold for a clan's army, in the order of the data.

    Raises Unusable where one is declared wrongly.
    """
    found: dict[str, Limit] = {}
    problems: list[Problem] = []
    for record in edition.records.values():
        parts = record.get(SECTION)
        if not isinstance(parts, dict) or record.get("clan") not in (None, clan):
            continue
        for part, entry in parts.items():
            path = f"{record.slug}.{SECTION}.{part}"
            sheet = validate(LimitSheet, record.tree, path, problems, value=entry or {})
            if sheet is None:
                continue
            general = found.get(sheet.instead_of or "")
            if sheet.instead_of and general is None:
                problems.append(
                    Problem(
                        record.place(f"{SECTION}.{part}.instead-of"),
                        f"'{sheet.instead_of}' is no limit{closest(sheet.instead_of, found)}; mend the name",
                        "data",
                    )
                )
                continue
            limit = Limit(record, part, sheet, general)
            if limit.stated("counts")[1] is None:
                problems.append(
                    Problem(
                        record.place(f"{SECTION}.{part}"), f"'{part}' doesn't say what it counts; add 'counts'", "data"
                    )
                )
                continue
            # In the place of the one that it replaces, where it replaces one.
            key = sheet.instead_of or limit.id
            found[key] = limit
    if problems:
        raise Unusable(*problems)
    return list(found.values())
