"""List what there is: editions, the records of a kind, and what can be printed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from kensei_docs.army.troops import listed_troops
from kensei_docs.catalogues import Translator
from kensei_docs.cli._opening import open_translated
from kensei_docs.cli._terminal import editions_option, format_option, language_option, print_json
from kensei_docs.database import Database, Edition
from kensei_docs.problems import unknown
from kensei_docs.project import Project, ProjectOptions

if TYPE_CHECKING:
    from kensei_docs.documents.products.product import Product


@click.command()
@click.argument("kind", required=False)
@editions_option
@language_option("The language of the names.")
@format_option("text", "json")
@click.pass_obj
def command(where: ProjectOptions, kind: str | None, editions: tuple[str, ...], language: str, form: str) -> None:
    """List the records of KIND (weapon, order …); without KIND the editions, their kinds of
    record, and the kinds of document that can be printed.
    """
    database, translator = open_translated(where, editions, language)
    if kind:
        rows = _records(database, kind, translator)
        print_json(rows) if form == "json" else click.echo(_lines(rows))
    else:
        overview = {
            "editions": _editions(database, translator),
            "prints": _prints(Project.open(where), database, translator),
        }
        print_json(overview) if form == "json" else click.echo(_overview(overview))


def _records(database: Database, kind: str, translator: Translator) -> list[dict[str, Any]]:
    """Return the records of a kind; raises Unusable where no edition has any."""
    rows = [
        {
            "edition": record.edition,
            "record": record.id,
            "name": translator.name(record),
            "status": record.data.get("status"),
        }
        for edition in database.editions.values()
        for record in (*edition.records_of(kind), *(each for each in listed_troops(edition) if each.kind == kind))
    ]
    if not rows:
        kinds = sorted({record.kind for record in database.records})
        raise unknown("data/editions", "record of the kind", kind, kinds, "kind")
    return rows


def _editions(database: Database, translator: Translator) -> list[dict[str, Any]]:
    return [
        {
            "edition": edition.id,
            "name": translator.edition(edition.id),
            "language": edition.language,
            "units": edition.units,
            "kinds": dict(Counter(record.kind for record in edition.records.values())),
        }
        for edition in database.editions.values()
    ]


def _prints(project: Project, database: Database, translator: Translator) -> list[dict[str, Any]]:
    """Return the kinds of document, and for which editions there is nothing to print of one and why."""
    from kensei_docs.documents.products.product import load_products

    rows: list[dict[str, Any]] = []
    for name, product in load_products(project)[0].items():
        row: dict[str, Any] = {"kind": name, "title": product.title}
        without = [edition.id for edition in database.editions.values() if not product.applies_to(edition)]
        if product.otherwise and without:
            row |= {"not-for": without, "because": translator.template(name, product.otherwise)}
        if product.left_out and (
            lacking := [edition.id for edition in database.editions.values() if _lacks(product, edition)]
        ):
            row |= {"left-out-of": lacking, "left-out": translator.template(name, product.left_out)}
        if product.on_request:
            row["on-request"] = True
        rows.append(row)
    return rows


def _lacks(product: Product, edition: Edition) -> bool:
    """Return whether a kind that is printed has no face for some of an edition's records."""
    return product.applies_to(edition) and any(
        product.leaves_out(record) for source, _, _ in product.sources() for record in edition.records_of(source)
    )


def _lines(rows: list[dict[str, Any]]) -> str:
    width = max(len(f"{row['edition']}/{row['record']}") for row in rows)
    return "\n".join(
        f"{row['edition'] + '/' + row['record']:<{width}}  {row['name']}"
        + (f"  ({row['status']})" if row["status"] not in (None, "formal") else "")
        for row in rows
    )


def _overview(overview: dict[str, list[dict[str, Any]]]) -> str:
    lines = []
    for edition in overview["editions"]:
        counts = ", ".join(f"{kind} {count}" for kind, count in edition["kinds"].items())
        lines += [
            click.style(f"{edition['edition']}  {edition['name']}", bold=True),
            click.wrap_text(counts, 100, "  ", "  "),
            "",
        ]
    width = max((len(row["kind"]) for row in overview["prints"]), default=0)
    lines += [
        click.style("To print", bold=True),
        *(line for row in overview["prints"] for line in _print_lines(row, width)),
    ]
    return "\n".join(lines)


def _print_lines(row: dict[str, Any], width: int) -> list[str]:
    asked = " (only if asked for by name)" if row.get("on-request") else ""
    lines = [f"  {row['kind']:<{width}}  {row['title']}{asked}"]
    indent = " " * (width + 4)
    for editions, why in (("not-for", "because"), ("left-out-of", "left-out")):
        if editions in row:
            said = "not for" if editions == "not-for" else "not all of"
            lines.append(click.wrap_text(f"{said} {', '.join(row[editions])}: {row[why]}", 100, indent, indent))
    return lines
