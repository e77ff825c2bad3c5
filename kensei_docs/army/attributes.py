"""The figures of a troop that print has, on the army's roster as on the troop's card, and those that it can't have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.army.pack_contents import declared_pack, declares_pack
from kensei_docs.army.troop_profiles import profiles_of
from kensei_docs.army.troops import Army, ArmyEntry, Troop
from kensei_docs.database import Edition
from kensei_docs.figures import Figure, figure_in, parse
from kensei_docs.problems import OneOf, Said, Severity, say

_PROFILE = "profile"
# As few figures say what kind of figure an attribute is, but not how large one may be.
_FEW = 3
# How many times the highest (or the lowest, the other way round) a figure is that can hardly be meant.
_FAR = 2


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


def known_figures(edition: Edition, attribute: str) -> Iterator[Figure]:
    """Yield the figures of an attribute that an edition knows: of its profiles, and of its table of attributes."""
    for record in profiles_of(edition):
        profile = record.get(_PROFILE)
        if isinstance(profile, dict) and (figure := figure_in(profile.get(attribute))):
            yield figure
    given = declared_pack(edition).roster.given if declares_pack(edition) else None
    table = edition.records.get(given.record) if given else None
    if given and table:
        rows = {attribute, *(each.row for each in given.instead if each.attribute == attribute)}
        for row in rows:
            columns = table.get(f"{given.rows}.{row}")
            for column in columns if isinstance(columns, dict) else ():
                path = f"{given.rows}.{row}.{column}"
                if figure := figure_in(table.figure(path)) or figure_in(table.borrowed(path)):
                    yield figure


def doubt_about_attribute(edition: Edition, attribute: str, text: str) -> tuple[Said, Severity] | None:
    """Return what is wrong with an attribute of a troop, and how sure that is; None for one that an edition may have.

    An error is a figure of another kind or unit than all that the edition knows, one below 0 or a part where they are
    whole numbers; a warning is one that is far beyond them.
    """
    known, figure = list(known_figures(edition, attribute)), parse(text)
    known = [each for each in known if each.number is not None]
    if figure is None or not known:
        return None
    spelt = {each.number: str(each) for each in known if each.number is not None}
    least, most, number = min(spelt), max(spelt), figure.number
    values = {
        "text": text,
        "attribute": OneOf([attribute]),
        "edition": edition.id,
        "least": spelt[least],
        "most": spelt[most],
    }
    is_like = (_kind(figure), figure.unit) in {(_kind(each), each.unit) for each in known}
    is_part = number is not None and number % 1 and _kind(figure) == "count" and not any(each % 1 for each in spelt)
    if not is_like or number is None or is_part or (number < 0 <= least):
        return say(
            "'%(text)s' can't be: figures of %(attribute)s go from %(least)s to %(most)s in %(edition)s; mend it",
            **values,
        ), "error"
    if len(known) > _FEW and (number > most * _FAR or number * _FAR < least):
        return say(
            "'%(text)s' is far from all that %(edition)s has: figures of %(attribute)s go from %(least)s to %(most)s; "
            "look again",
            **values,
        ), "warning"
    return None


def _kind(figure: Figure) -> str:
    """Return the kind of a figure; 2 and +2 are one."""
    return "count" if figure.kind == "modifier" else figure.kind
