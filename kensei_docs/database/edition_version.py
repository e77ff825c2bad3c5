"""The version of an edition, such as ``2e.3``, and the errata since it was printed, by versions and days.

It is derived from the data alone: ``version`` of ``edition.yaml``, a dot, and the number of errata in force that come
with the edition. In a user's project over the edition, ``+2`` counts the house rules: its errata, and
the records and rulings that it adds or replaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter

from kensei_docs.database.errata import Erratum
from kensei_docs.database.model import Edition, Record


@dataclass(frozen=True)
class VersionStep:
    """An erratum in force, its day, and the version that it made of the edition."""

    erratum: Erratum
    day: date
    version: str


@dataclass(frozen=True)
class Issue:
    """The errata of one day, the latest first, and the version that they made of the edition."""

    day: date
    version: str
    steps: tuple[VersionStep, ...]


def version_of(edition: Edition) -> str:
    """Return the version of an edition with the errata in force."""
    shipped = len(_errata_with(edition))
    return _version(edition, shipped, len(house_rules(edition)) + len(edition.errata) - shipped)


def issues_of(edition: Edition) -> list[Issue]:
    """Return the errata in force by days, the latest first."""
    steps: list[VersionStep] = []
    shipped_names, house_rule_count = _errata_with(edition), len(house_rules(edition))
    shipped = 0
    for name, erratum in edition.errata.items():
        shipped += name in shipped_names
        house_rule_count += name not in shipped_names
        steps.append(VersionStep(erratum, erratum.day, _version(edition, shipped, house_rule_count)))
    return [
        Issue(day, group[0].version, tuple(group))
        for day, group in ((day, list(some)) for day, some in groupby(reversed(steps), key=attrgetter("day")))
    ]


def has_house_rules(edition: Edition) -> bool:
    """Return whether a project over the edition changes, adds or replaces any of its rules."""
    return bool(house_rules(edition)) or len(_errata_with(edition)) < len(edition.errata)


def _version(edition: Edition, errata: int, house_rule_count: int) -> str:
    return f"{edition.base_version}.{errata}{f'+{house_rule_count}' if house_rule_count else ''}"


def _errata_with(edition: Edition) -> set[str]:
    """Return the names of the errata in the layer of the edition."""
    return {name for name, erratum in edition.errata.items() if comes_with(edition, erratum)}


def house_rules(edition: Edition) -> list[Record]:
    """Return the records and rulings in a layer above the edition's, without those of errata."""
    records: Sequence[Record] = (*edition.records.values(), *edition.rulings.values())
    return [record for record in records if "" not in record.errata and not comes_with(edition, record)]


def comes_with(edition: Edition, record: Record) -> bool:
    """Return whether a record is in the layer of its edition, and not in a project over it."""
    # The manifest is data/editions/ID/edition.yaml.
    return record.tree.file.is_relative_to(edition.tree.file.parents[2])
