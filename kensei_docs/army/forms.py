"""What an army writes on printed forms: its roster, and a card for each of its troops."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from typing import TYPE_CHECKING, Any

from kensei_docs.army.limits import Span
from kensei_docs.army.model import ARMED, PROFILE, Army, Entry, Troop, declared_musters
from kensei_docs.army.pack import declared_pack
from kensei_docs.army.report import judged
from kensei_docs.database import Record
from kensei_docs.database.paths import set_at

if TYPE_CHECKING:
    from kensei_docs.catalogues import Translator

# What a card calls the troop's points and miniatures, as records do.
_POINTS, _MINIATURES = "points", "miniatures"
# How long a limit's bar is, in parts of the most that the limit allows.
_BEYOND = 1.15
_TRUTH = {"true": True, "false": False}


def troop_cards(army: Army, translator: Translator) -> list[tuple[Record | None, dict[str, Any]]]:
    """Return for each row of an army its profile's record, if there is one, and the values of its card.

    The values are those of a record of a troop: what the row states, else what its profile has, else what follows
    from the two (a general leads), with the number of miniatures, and the points of them all.
    """
    return [
        (_profile(army, entry, troop), _card(army, entry, troop, translator))
        for entry, troop in zip(army.entries, army.troops, strict=True)
    ]


def _profile(army: Army, entry: Entry, troop: Troop) -> Record | None:
    """Return a troop's profile: the one that its row names, or the one that follows from what it is."""
    implied = sorted(troop.traits[PROFILE] & army.edition.records.keys())
    return entry.profile or (army.edition.records[implied[0]] if implied else None)


def _card(army: Army, entry: Entry, troop: Troop, translator: Translator) -> dict[str, Any]:
    profile = _profile(army, entry, troop)
    item: dict[str, Any] = dict(profile.data) if profile else {}
    for path, value in entry.stated.items():
        set_at(item, path, value)
    for trait, values in troop.traits.items():
        if trait not in (PROFILE, ARMED) and item.get(trait) is None:
            known = [_TRUTH.get(value, value) for value in sorted(values)]
            item[trait] = known[0] if len(known) == 1 else known
    faction = declared_musters(army.edition).faction
    return {
        **item,
        "name": _name(entry, translator),
        _MINIATURES: str(entry.miniatures),
        _POINTS: None if entry.points is None else f"{entry.points:g}",
        **({faction: army.faction.slug} if army.faction else {}),
    }


def _name(entry: Entry, translator: Translator) -> str:
    """Return a troop's name: the file's, or its profile's in the translator's language."""
    return translator.name(entry.profile) if entry.profile and entry.name == entry.profile.name else entry.name


def roster(army: Army, translator: Translator) -> dict[str, Any]:
    """Return the values of the roster's template, in the translator's language."""
    return {
        "army": {
            "name": army.name,
            "points": translator.figure(f"{army.cost:g}"),
            **({army.faction.kind: translator.name(army.faction)} if army.faction else {}),
            "faction": army.faction.id if army.faction else None,
            "level-record": army.level.id if army.level else None,
            "level": translator.name(army.level) if army.level else None,
            "size": translator.figure(f"{army.size:g}"),
        },
        "rows": [
            _roster_row(army, entry, troop, translator) for entry, troop in zip(army.entries, army.troops, strict=True)
        ],
        "sum": {"miniatures": str(sum(entry.miniatures for entry in army.entries)), "points": f"{army.cost:g}"},
        "limits": [
            {
                "name": translator.text(result.limit.record, result.limit.named)
                + (f": {result.subject}" if result.subject else ""),
                "counts": result.counts,
                "status": result.status,
                "have": _format_span(result.have, translator),
                "least": result.at_least and _format_span(result.at_least, translator),
                "most": result.at_most and _format_span(result.at_most, translator),
                "bar": _bar(result.have, result.at_least, result.at_most),
            }
            for result in judged(army)
            if result.at_least or result.at_most
        ],
    }


def _roster_row(army: Army, entry: Entry, troop: Troop, translator: Translator) -> dict[str, Any]:
    declared = declared_pack(army.edition).roster
    attributes = {
        record.slug: value
        for record in army.edition.records_of(declared.attributes)
        if (value := _attribute(army, entry, troop, record.slug)) is not None
    }
    wounds = attributes.get(declared.wounds.rpartition(".")[2], "")
    row: dict[str, Any] = {
        "name": _name(entry, translator),
        "miniatures": str(entry.miniatures),
        "points": "" if entry.points is None else f"{entry.points:g}",
        "attributes": attributes,
        "equipment": ", ".join(_roster_names(army, entry, translator)),
        "card": _card(army, entry, troop, translator),
    }
    if wounds.isdigit() or entry.miniatures > 1:
        row["wounds"] = entry.miniatures * (int(wounds) if wounds.isdigit() else 1)
    return row


def _roster_names(army: Army, entry: Entry, translator: Translator) -> Iterator[str]:
    """Yield the names of a troop's equipment and abilities, capitalised, in the translator's language."""
    declared = declared_pack(army.edition)
    for field in declared.roster.names:
        for name in entry.names(field):
            ids = (f"{kind}/{name}" for kind in declared.follow.get(field, ()))
            record = next(
                (army.edition.records[identity] for identity in ids if identity in army.edition.records), None
            )
            known = name in army.database.glossary
            word = translator.name(record) if record else translator.term(name) if known else name
            yield word[:1].upper() + word[1:]


def _format_span(span: Span, translator: Translator) -> str:
    ends = dict.fromkeys((span.low, span.high))
    return "–".join("…" if isinf(end) else translator.figure(f"{end:g}") for end in ends)


def _bar(have: Span, at_least: Span | None, at_most: Span | None) -> dict[str, float | None]:
    """Return what a limit's bar shows, as parts of its length: what the army has (surely, and perhaps), the least and
    the most that it may have."""
    known = {
        "sure": have.low,
        "have": have.high if not isinf(have.high) else have.low,
        "least": at_least.low if at_least and not isinf(at_least.low) else None,
        "most": at_most.high if at_most and not isinf(at_most.high) else None,
    }
    # A bar goes on beyond the most, so that there is room for too much.
    whole = max(_BEYOND * (known["most"] or 0), known["least"] or 0, known["have"] or 0) or 1
    return {name: None if value is None else round(value / whole, 4) for name, value in known.items()}


def _attribute(army: Army, entry: Entry, troop: Troop, slug: str) -> str | None:
    """Return an attribute of a troop: its own, else what it is given for what it is; None where nobody says."""
    own = entry.get(f"profile.{slug}")
    given = declared_pack(army.edition).roster.given
    table = army.edition.records.get(given.record) if given else None
    if own is not None or given is None or table is None:
        return None if own is None else str(own)
    row = next((one.row for one in given.instead if one.attribute == slug and troop.fits(one.of, set())), slug)
    found = (table.figure(f"{given.rows}.{row}.{value}") for value in sorted(troop.traits.get(given.by, ())))
    return next(filter(None, found), None)
