"""The figures of a troop that print has, on the army's roster as on the troop's card."""

from __future__ import annotations

from dataclasses import dataclass

from kensei_docs.army.pack_contents import declared_pack
from kensei_docs.army.troops import Army, ArmyEntry, Troop

_PROFILE = "profile"


@dataclass(frozen=True)
class Attributes:
    """The figures of a troop: its own by attribute, those that another edition ``lent``, and the row of the table of
    attributes that some have ``instead`` of their own (a rider's movement)."""

    own: dict[str, str]
    lent: dict[str, str]
    instead: dict[str, str]

    def by_row(self, figures: dict[str, str]) -> dict[str, str]:
        """Return some of the figures by the rows of the table, as a profile has them."""
        return {self.instead.get(slug, slug): figure for slug, figure in figures.items()}


def attributes_of(army: Army, entry: ArmyEntry, troop: Troop) -> Attributes:
    """Return the figures of a troop: those of its row or profile, else those of the table ``given`` for its
    traits, else those of the edition that lends the table its figures."""
    declared = declared_pack(army.edition).roster
    given = declared.given
    table = army.edition.records.get(given.record) if given else None
    rows = table.get(given.rows) if given and table else None
    instead = {each.attribute: each.row for each in (given.instead if given else ()) if troop.fits(each.of, set())}
    profile = entry.profile.get(_PROFILE) if entry.profile else None
    names = [
        *(record.slug for record in army.edition.records_of(declared.attributes)),
        *(row for row in rows or () if row not in {each.row for each in (given.instead if given else ())}),
        *(path.partition(".")[2] for path in entry.stated if path.startswith(f"{_PROFILE}.")),
        *(profile or ()),
    ]
    own: dict[str, str] = {}
    lent: dict[str, str] = {}
    for slug in dict.fromkeys(names):
        row = instead.get(slug, slug)
        stated = (entry.get(f"{_PROFILE}.{name}") for name in (row, slug))
        figure = next((str(value) for value in stated if value is not None), None)
        if figure is None and given and table:
            paths = [f"{given.rows}.{row}.{value}" for value in sorted(troop.traits.get(given.by, ()))]
            figure = next(filter(None, map(table.figure, paths)), None)
            borrowed = next(filter(None, map(table.borrowed, paths)), None)
            wanted = given.lent_with.get(slug)
            if figure is None and borrowed and (wanted is None or troop.fits(wanted, set())):
                lent[slug] = borrowed
        if figure is not None:
            own[slug] = figure
    return Attributes(own, lent, instead)
