"""The values of an army's printed forms: its roster, and a card for each of its troops."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from typing import TYPE_CHECKING, Any

from kensei_docs.army.cost import cost_of_army
from kensei_docs.army.limit_report import judged
from kensei_docs.army.limits import NumberSpan
from kensei_docs.army.pack_contents import declared_pack
from kensei_docs.army.troops import ARMED, PROFILE, Army, ArmyEntry, Troop, declared_musters
from kensei_docs.database import Record
from kensei_docs.database.record_parts import set_at

if TYPE_CHECKING:
    from kensei_docs.catalogues import Translator

# The keys of a troop's points and miniatures in the values of its card; records have the same.
_POINTS, _MINIATURES = "points", "miniatures"
# Full length of a limit's bar, as a multiple of the limit's maximum.
_BAR_FACTOR = 1.15
_BOOLEANS = {"true": True, "false": False}


def troop_cards(army: Army, translator: Translator) -> list[tuple[Record | None, dict[str, Any]]]:
    """Return for each row of an army its profile's record, if there is one, and the values of its card.

    The values have the keys of a record of a troop: those of the row, else of its profile, else those implied by the
    two (a general leads), with the number of miniatures and their points together.
    """
    return [
        (_profile(army, entry, troop), _card(army, entry, troop, translator))
        for entry, troop in zip(army.entries, army.troops, strict=True)
    ]


def _profile(army: Army, entry: ArmyEntry, troop: Troop) -> Record | None:
    """Return a troop's profile: the one that its row names, else one that its traits imply."""
    implied = sorted(troop.traits[PROFILE] & army.edition.records.keys())
    return entry.profile or (army.edition.records[implied[0]] if implied else None)


def _card(army: Army, entry: ArmyEntry, troop: Troop, translator: Translator) -> dict[str, Any]:
    profile = _profile(army, entry, troop)
    item: dict[str, Any] = dict(profile.data) if profile else {}
    for path, value in entry.stated.items():
        set_at(item, path, value)
    for trait, values in troop.traits.items():
        if trait not in (PROFILE, ARMED) and item.get(trait) is None:
            item_values = [_BOOLEANS.get(value, value) for value in sorted(values)]
            item[trait] = item_values[0] if len(item_values) == 1 else item_values
    faction = declared_musters(army.edition).faction
    return {
        **item,
        "name": _name(entry, translator),
        _MINIATURES: str(entry.miniatures),
        _POINTS: None if entry.points is None else f"{entry.points:g}",
        **({faction: army.faction.slug} if army.faction else {}),
    }


def _name(entry: ArmyEntry, translator: Translator) -> str:
    """Return a troop's name: the file's, or its profile's in the translator's language."""
    return translator.name(entry.profile) if entry.profile and entry.name == entry.profile.name else entry.name


def roster(army: Army, translator: Translator) -> dict[str, Any]:
    """Return the values of the roster's template, in the translator's language:

    - ``army``: its ``name``, ``points``, ``size`` and ``level`` as text, the name of its faction under the kind of that
      record, and the ids ``faction`` and ``level-record``;
    - ``rows``: a mapping for each troop with ``name``, ``miniatures``, ``points``, ``attributes`` (slug to figure),
      ``equipment``, ``card`` (see ``troop_cards``) and, where they are to be counted, ``wounds``;
    - ``sum``: the ``miniatures`` and ``points`` of all rows;
    - ``limits``: for each limit its ``name``, ``counts``, ``status``, the spans ``have``, ``least`` and ``most`` as
    text, and ``bar`` (see ``_bar``).
    """
    cost = f"{cost_of_army(army.muster):g}"
    return {
        "army": {
            "name": army.name,
            "points": translator.figure(cost),
            **({army.faction.kind: translator.name(army.faction)} if army.faction else {}),
            "faction": army.faction.id if army.faction else None,
            "level-record": army.level.id if army.level else None,
            "level": translator.name(army.level) if army.level else None,
            "size": translator.figure(f"{army.size:g}"),
        },
        "rows": [
            _roster_row(army, entry, troop, translator) for entry, troop in zip(army.entries, army.troops, strict=True)
        ],
        "sum": {
            "miniatures": str(sum(entry.miniatures for entry in army.entries)),
            "points": f"{cost_of_army(army.muster):g}",
        },
        "limits": [
            {
                "name": translator.text(result.limit.record, result.limit.name_field)
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


def _roster_row(army: Army, entry: ArmyEntry, troop: Troop, translator: Translator) -> dict[str, Any]:
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


def _roster_names(army: Army, entry: ArmyEntry, translator: Translator) -> Iterator[str]:
    """Yield the names of a troop's equipment and abilities, capitalised, in the translator's language."""
    declared = declared_pack(army.edition)
    for field in declared.roster.names:
        for name in entry.names(field):
            ids = (f"{kind}/{name}" for kind in declared.follow.get(field, ()))
            record = next(
                (army.edition.records[identity] for identity in ids if identity in army.edition.records), None
            )
            is_term = name in army.database.glossary
            word = translator.name(record) if record else translator.term(name) if is_term else name
            yield word[:1].upper() + word[1:]


def _format_span(span: NumberSpan, translator: Translator) -> str:
    ends = dict.fromkeys((span.low, span.high))
    return "–".join("…" if isinf(end) else translator.figure(f"{end:g}") for end in ends)


def _bar(have: NumberSpan, at_least: NumberSpan | None, at_most: NumberSpan | None) -> dict[str, float | None]:
    """Return the marks of a limit's bar, each as a share of its length (0 to 1), None for one that there isn't.

    ``sure`` and ``have`` are the lowest and the highest amount that the army may have, ``least`` and ``most`` the
    bounds of the limit.
    """
    figures = {
        "sure": have.low,
        "have": have.high if not isinf(have.high) else have.low,
        "least": at_least.low if at_least and not isinf(at_least.low) else None,
        "most": at_most.high if at_most and not isinf(at_most.high) else None,
    }
    # A bar is longer than the maximum, so that it can show an army that has too much.
    length = max(_BAR_FACTOR * (figures["most"] or 0), figures["least"] or 0, figures["have"] or 0) or 1
    return {name: None if value is None else round(value / length, 4) for name, value in figures.items()}


def _attribute(army: Army, entry: ArmyEntry, troop: Troop, slug: str) -> str | None:
    """Return an attribute of a troop: the value of its row or profile, else the one that the table ``given`` has for
    its traits, else None."""
    stated = entry.get(f"profile.{slug}")
    given = declared_pack(army.edition).roster.given
    table = army.edition.records.get(given.record) if given else None
    if stated is not None or given is None or table is None:
        return None if stated is None else str(stated)
    row = next(
        (
            alternative.row
            for alternative in given.instead
            if alternative.attribute == slug and troop.fits(alternative.of, set())
        ),
        slug,
    )
    figures = (table.figure(f"{given.rows}.{row}.{value}") for value in sorted(troop.traits.get(given.by, ())))
    return next(filter(None, figures), None)
