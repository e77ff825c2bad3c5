"""What the page that builds armies knows of an edition before the engine is up: words and drawings, and no rule.

All that a player chooses among has its id, as lists have it, its name in each language, and the rule that tells it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kensei_docs.army.pack import declared_pack, declares_pack
from kensei_docs.army.read_list import known_figures
from kensei_docs.army.roster import attributes_of
from kensei_docs.army.troop_catalogue import troops_of
from kensei_docs.army.troops import (
    PROFILE,
    WEAPONS,
    Army,
    Troop,
    declared_musters,
    listed_troops,
    profiles_of,
    troop_of,
)
from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.spreadsheets import Cells, Column, Columns
from kensei_docs.documents.markup.looks import Look
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import Options, spec_of
from kensei_docs.documents.products.product import Product, rows_of
from kensei_docs.engine.play_schema import as_list
from kensei_docs.figures import number_in
from kensei_docs.project import Project

# The template of a kind of card that gives the drawing of a troop.
_PICTURE = "picture.html.j2"
_TROOPS = "troops"
# The parts of a limit, and of what follows from traits, that name the traits of troops.
_OF_TROOPS = {"of", "where", "for-each", "then", "absent"}
Words = Mapping[str, Translator]
Gists = Mapping[str, Mapping[str, str]]
Only = Mapping[str, str]
# Of kinds of document by name and language: (label, address).
Links = Mapping[str, Mapping[str, Sequence[tuple[str, str]]]]


def muster_data(
    database: Database,
    edition: Edition,
    spoken: Words,
    look: Look,
    gists: Gists | None = None,
    only: Only | None = None,
) -> dict[str, Any]:
    """Return what can be chosen for an army and for a troop, and the sample armies, as JSON.

    ``gists`` are what rules say in one line, by id and language. ``only``: records of a kind without that field are
    headings, and nothing that a troop has.
    """
    declared = declared_musters(edition)
    of_army, of_troop = Columns(database, "army").by_name, Columns(database, "troop").by_name
    names = _Names(database, edition, spoken, gists or {}, only or {})

    def looks(record: Record) -> dict[str, Any]:
        identity = look.of(record)
        return {
            "look": f"{look.tile(identity)}; --on-band: {look.on_field(identity)}",
            "on": look.on_field(identity),
            "crest": str(look.crest(identity.crest, "paper", "ink")) if identity.crest else "",
        }

    def choice(name: str, **more: Any) -> dict[str, Any] | None:
        column = of_army.get(name)
        field = names.field(column) | more if column else None
        return field if field and field["values"] else None

    factions = [{**names.value(record), **looks(record)} for record in edition.records_of(declared.faction)]
    levels = [
        {**names.value(record), "cost": cost, "label": names.priced(record, cost)}
        for record in edition.records_of(declared.level)
        if (cost := number_in(record.figure("cost"))) is not None
    ]
    sizes = sorted(
        ((points, record) for record in edition.records_of(declared.sizes) if (points := _points(record)) is not None),
        key=lambda pair: pair[0],
    )
    fields = list(_fields(edition, of_troop, names))
    return {
        "faction": choice(declared.faction, values=factions),
        "level": choice(declared.level, values=levels),
        "size": choice(
            "size",
            label={},
            values=[{"id": f"{points:g}", "name": names.sized(record, points)} for points, record in sizes],
        ),
        "chosen": [field for name in declared.chosen if (field := choice(name))],
        "fields": fields,
        "groups": _groups(fields, declared.tells),
        "samples": [_sample(edition, record, names) for record in _samples(edition)],
        "was": {
            former.partition("/")[2]: record.slug
            for record in profiles_of(edition)
            for former in record.former_ids
            if former.partition("/")[2] != record.slug
        }
        | _same_troops(edition),
        "figures": _figures(database, edition),
    }


def _groups(fields: Sequence[Mapping[str, Any]], tells: Sequence[str]) -> list[list[int]]:
    """Return the places of fields by how they are filled in: what a troop is, yes or no, several of some, one of some,
    figures."""

    def group(field: Mapping[str, Any]) -> int:
        if field["at"] in tells:
            return 0
        if field["takes"] in ("boolean", "names", "name"):
            return ("boolean", "names", "name").index(field["takes"]) + 1
        return 4

    return [[at for at, field in enumerate(fields) if group(field) == which] for which in range(5)]


def _same_troops(edition: Edition) -> dict[str, str]:
    """Return the troop that the catalogue has of those of one name, by the slug of each other."""
    shown = {one.profile.name.casefold(): one.profile.slug for one in troops_of(edition)}
    alike = ((one.slug, shown.get(one.name.casefold())) for one in profiles_of(edition))
    return {slug: other for slug, other in alike if other and other != slug}


def _figures(database: Database, edition: Edition) -> dict[str, dict[str, list[Any]]]:
    """Return the figures of each troop of the catalogue, by its id and the path of each: (figure, whether another
    edition gives it)."""
    found: dict[str, dict[str, list[Any]]] = {}
    for one in troops_of(edition) if declares_pack(edition) else ():
        row = Troop(one.profile.name, 1, one.points, {}, "rows.0", one.profile.place(), profile=one.profile)
        army = Army(edition, None, 1, (troop_of(edition, row, True),), file="", name="", database=database)
        figures = attributes_of(army, army.troops[0])
        found[one.profile.id] = {
            f"{PROFILE}.{name}": [figure, name in figures.lent] for name, figure in (figures.own | figures.lent).items()
        }
    return found


class _Names:
    """What things are called in each language."""

    def __init__(self, database: Database, edition: Edition, spoken: Words, gists: Gists, only: Only) -> None:
        self._edition, self._spoken, self._gists, self._only = edition, spoken, gists, only
        self._cells = Cells(database, edition)
        self._weapons = declared_musters(edition).weapons

    def of(self, record: Record) -> dict[str, str]:
        """Return the name of a record without what stands in brackets behind it, or the glossary's term for it."""
        return {
            code: _short(each.term(record.slug) if each.knows(record.slug) else each.name(record))
            for code, each in self._spoken.items()
        }

    def value(self, record: Record) -> dict[str, Any]:
        return {"id": record.slug, "name": self.of(record), **self._ruled(record)}

    def _ruled(self, record: Record) -> dict[str, Any]:
        """Return the rule of a value, and what it says in one line."""
        gist = {code: text for code, text in self._gists.get(record.id, {}).items() if text}
        return {"rule": record.id, **({"gist": gist} if gist else {})}

    def ruling(self, column: Column) -> dict[str, str]:
        """Return the ruling that gives troops what a field has, where there is one on what the field is called."""
        ruled = {name for profile in profiles_of(self._edition) for name in getattr(profile, "ruled", ())}
        found = (
            ruling.id
            for ruling in self._edition.rulings.values()
            if column.at in ruled and column.at in {one.partition("/")[2] for one in self._edition.ruled_by(ruling)}
        )
        ruling = next(found, None)
        return {"ruling": ruling} if ruling else {}

    def priced(self, record: Record, points: float) -> dict[str, str]:
        """Return a name with what it costs."""
        return {
            code: f"{name} · {self._spoken[code].figure(f'{points:g}')} {self._spoken[code].term('points')}"
            for code, name in self.of(record).items()
        }

    def sized(self, record: Record, points: float) -> dict[str, str]:
        """Return the name of a battle with its size."""
        return {code: f"{name} {points:g}" for code, name in self.of(record).items()}

    def label(self, column: Column) -> dict[str, str]:
        """Return what a field is called: the word for it that is also one for its column."""
        found = {}
        for code, each in self._spoken.items():
            said = each.name_meant(column.name)
            known = said.casefold() in {word.casefold() for word in (column.name, *column.words)}
            found[code] = _capital(said if known or each.knows(column.name) else next(iter(column.words), column.name))
        return found

    def field(self, column: Column) -> dict[str, Any]:
        return {
            "name": column.name,
            "at": column.at,
            "takes": column.takes,
            "label": self.label(column),
            # What a line on a troop names beside what it is.
            **({"carried": True} if column.at == WEAPONS else {}),
            **self.ruling(column),
            "values": self._values(column),
        }

    def _values(self, column: Column) -> list[dict[str, Any]]:
        """Return what a field may have: records, and the terms of the glossary that have no record.

        A record that lists what it is about, such as a type of weapons, is the rule of these, and no value itself.
        """
        slugs = dict.fromkeys(slug for register in column.of for slug in self._cells.names(register).values())
        listing = {
            slug: record
            for record in self._edition.records_of(*self._weapons)
            for slug in as_list(record.get(WEAPONS))
            if column.at == WEAPONS
        }
        types = {record.slug for record in listing.values()} - listing.keys()
        values: list[dict[str, Any]] = []
        for slug in slugs or dict.fromkeys(column.value_by_word.values()):
            if slug in types:
                continue
            records = (self._edition.records.get(f"{kind}/{slug}") for kind in column.of)
            record = next(filter(None, records), None)
            if needed := [self._only[kind] for kind in column.of if kind in self._only]:
                if record and record.get(needed[0]) is not None:
                    values.append(self.value(record))
            elif record:
                values.append(self.value(record))
            elif all(each.knows(slug) for each in self._spoken.values()):
                terms = {code: _capital(each.term(slug)) for code, each in self._spoken.items()}
                ruled = self._ruled(listing[slug]) if slug in listing else {}
                values.append({"id": slug, "name": terms, **ruled})
        return values


def _short(name: str) -> str:
    return _capital(re.sub(r"\s*\(.*?\)$", "", name))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _points(record: Record) -> float | None:
    return number_in(record.figure("points"))


def _fields(edition: Edition, columns: Mapping[str, Column], names: _Names) -> Iterator[dict[str, Any]]:
    """Yield the fields of a row that mean something in an edition.

    They are the traits that its limits ask for, what leads to cards of a pack, and the figures that its troops have. Of
    a single trait, the values are those that something asks for.
    """
    declared, asked = declared_musters(edition), _traits_asked(edition)
    packed = declared_pack(edition).follow if declares_pack(edition) else {}
    for column in columns.values():
        if column.at == declared.faction:
            continue
        group, _, attribute = column.at.partition(".")
        if group == PROFILE and attribute:
            if column.takes in ("figure", "length") and any(True for _ in known_figures(edition, attribute)):
                yield names.field(column)
        elif column.takes == "boolean":
            if column.at in asked:
                yield names.field(column)
        elif column.of and (
            # The words of the tool's games are not those of another, which has records of its own.
            column.at in asked or (edition.records_of(*column.of) and (column.at in packed or column.at == WEAPONS))
        ):
            field = names.field(column)
            if column.takes == "name" and (named := asked.get(column.at)):
                field["values"] = [one for one in field["values"] if one["id"] in named]
            if field["values"]:
                yield field


def _traits_asked(edition: Edition) -> dict[str, set[str]]:
    """Return the values of traits that limits and implications of an edition name, or that its profiles have."""
    found: dict[str, set[str]] = {}

    def look(value: Any, is_of_troops: bool) -> None:
        for part in value if isinstance(value, list) else ():
            look(part, is_of_troops)
        for key, part in value.items() if isinstance(value, dict) else ():
            if is_of_troops:
                named = part.get("not") if isinstance(part, dict) else part
                found.setdefault(str(key), set()).update(str(one) for one in as_list(named))
            else:
                look(part, key in _OF_TROOPS)

    look(declared_musters(edition).model_dump(by_alias=True), False)
    for record in edition.records.values():
        look(record.get("limits"), False)
    for profile in profiles_of(edition):
        for name in found:
            found[name] |= {str(one) for one in as_list(profile.get(name)) if isinstance(one, str)}
    return found


def _samples(edition: Edition) -> Iterator[Record]:
    for source in declared_musters(edition).listed:
        yield from (record for record in edition.records_of(source.partition(":")[0]) if record.figure("limit"))


def _sample(edition: Edition, record: Record, names: _Names) -> dict[str, Any]:
    """Return a sample army as a list."""
    declared = declared_musters(edition)
    rows = record.get("rows") if isinstance(record.get("rows"), dict) else {}
    levels = (str(row.get("troop", {}).get(declared.level, "")) for row in rows.values() if isinstance(row, dict))
    troops = [one for one in listed_troops(edition) if one.id.startswith(f"{record.id}.")]
    said = {
        declared.faction: str(record.data.get(declared.faction) or ""),
        declared.level: next(filter(None, levels), ""),
    }
    return {
        "name": names.of(record),
        "list": {
            **{key: value for key, value in said.items() if value},
            "size": f"{number_in(record.figure('limit')):g}",
            "rows": [
                {"profile": one.slug, "miniatures": str(rows[one.slug.rpartition(".")[2]].get("miniatures") or 1)}
                for one in troops
            ],
        },
    }


def parts_of_pack(
    spoken: Words, edition: Edition, products: Sequence[Product], links: Links | None = None
) -> list[dict[str, Any]]:
    """Return the kinds of document that a pack may have, in order: what they are ``of``, kinds or ids of records.

    ``troops``: there is one for each troop; ``whole``: it is one for all. ``links`` are those of each kind, (label,
    address) by language.
    """
    parts = sorted(
        (one for one in products if one.in_pack and one.applies_to(edition)), key=lambda one: one.in_pack or 0
    )
    return [
        {
            "name": one.name,
            "titles": {code: each.template(one.name, one.title_in(edition)) for code, each in spoken.items()},
            "of": [source.partition(":")[0] for source in one.each],
            "troops": one.filled == _TROOPS,
            "whole": one.is_of_whole_edition,
            "links": (links or {}).get(one.name, {}),
        }
        for one in parts
    ]


def drawings_of(
    project: Project, edition: Edition, translator: Translator, products: Sequence[Product]
) -> dict[str, str]:
    """Return the drawing of each troop by the id of its profile, where a kind of card has one for it, as SVG."""
    drawn: dict[str, str] = {}
    if not declares_pack(edition):
        return drawn
    for product in products:
        if product.filled == _TROOPS and product.has(_PICTURE):
            templates = Templates(project, spec_of(product, Options(), translator.language, "a4"), translator)
            for row in rows_of(product, edition)[0]:
                if row.record:
                    profile = f"{row.record.id}.{row.path}" if row.path else row.record.id
                    drawn[profile] = templates.on_screen(_PICTURE, row).strip()
    return drawn
