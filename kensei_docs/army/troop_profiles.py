"""The profiles that an army list may name: the records of troops, and the troops of the sample armies.

A row of a sample army tells of its troop what a profile does, piece by piece: its name and price, the profile that its
words describe, and the class that a ruling gives it. The same troop of several armies is one name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.army.troops import PROFILE, declared_musters
from kensei_docs.database import Edition, Record
from kensei_docs.database.columns_and_cells import NamesOf
from kensei_docs.figures import number_in
from kensei_docs.slugs import folded

_POINTS, _MINIATURES, _TROOP, _RULED = "points", "miniatures", "troop", "ruled"
# What a row has of its own: it says nothing of the troop.
_OF_ROWS = {_POINTS, _MINIATURES, _TROOP, _RULED, "note", "from", "status"}


@dataclass
class ListedTroop(Record):
    """A row of a sample army as a profile: the troop alone, with the price of one miniature.

    ``kind`` is that of other profiles, ``slug`` the path of the row (``kuge.rows.onna-bushi``), ``listed_in`` the kind
    of the record with the list.
    """

    listed_in: str = ""

    @property
    def id(self) -> str:
        return f"{self.listed_in}/{self.slug}"

    def context(self, field: str) -> str:
        """Return the msgctxt of a message of the row."""
        return f"{self.edition}/{self.listed_in}/{self.slug}.{field}"


def profiles_of(edition: Edition) -> Iterator[Record]:
    """Yield the records of an edition that are profiles, then the troops of its sample armies."""
    yield from edition.records_of(*declared_musters(edition).profiles)
    yield from listed_troops(edition)


def listed_troops(edition: Edition) -> Iterator[ListedTroop]:
    """Yield the troops of an edition's sample armies; the price of a commander is none."""
    declared = declared_musters(edition)
    for source in declared.listed:
        kind, _, path = source.partition(":")
        for record in edition.records_of(kind):
            rows = record.get(path)
            for key, row in rows.items() if isinstance(rows, dict) else ():
                troop = row.get(_TROOP) or {} if isinstance(row, dict) else {}
                if isinstance(row, dict) and declared.level not in troop:
                    yield _listed_troop(edition, record, f"{path}.{key}", row, troop)


def _listed_troop(
    edition: Edition, record: Record, path: str, row: dict[str, object], troop: dict[str, object]
) -> ListedTroop:
    declared = declared_musters(edition)
    described = edition.records.get(str(troop.get(PROFILE)))
    points, miniatures = number_in(row.get(_POINTS)), number_in(row.get(_MINIATURES))
    ruled = row.get(_RULED)
    data = {
        **({key: value for key, value in described.data.items() if key not in _OF_ROWS} if described else {}),
        **(ruled if isinstance(ruled, dict) else {}),
        **{key: value for key, value in troop.items() if key != PROFILE},
        **{key: value for key, value in row.items() if key not in _OF_ROWS},
        _POINTS: f"{points / miniatures:g}" if points and miniatures else None,
        declared.faction: record.data.get(declared.faction),
    }
    kind = declared.profiles[0] if declared.profiles else record.kind
    slug = f"{record.slug}.{path}"
    return ListedTroop(kind, slug, record.edition, data, record.tree, record.citations, listed_in=record.kind)


def profile_named(
    edition: Edition, name: str, faction: str | None, names: NamesOf = lambda record: ()
) -> Record | None:
    """Return the profile of a name (in any language that ``names`` has) or a slug, or None.

    Of several of one name, one with a price is meant, a record before a row of a list, and that of the list's own
    ``faction`` before others.
    """
    wanted = folded(name)
    found = [
        profile
        for profile in profiles_of(edition)
        if wanted in {folded(word) for word in (profile.slug, profile.name, *names(profile))}
    ]
    key = declared_musters(edition).faction
    order = [
        (profile.get(_POINTS) is None, isinstance(profile, ListedTroop), profile.data.get(key) != faction)
        for profile in found
    ]
    return found[order.index(min(order))] if found else None
