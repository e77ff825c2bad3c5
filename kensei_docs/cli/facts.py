"""List every fact of the database, one JSON object a line."""

from __future__ import annotations

import csv
import json
import sys

import click

from kensei_docs.catalogues.listing import list_facts
from kensei_docs.cli._opening import open_database
from kensei_docs.project import Where


@click.command()
@click.argument("editions", metavar="[EDITION]...", nargs=-1)
@click.option("--format", "form", type=click.Choice(["jsonl", "csv"]), default="jsonl", show_default=True)
@click.pass_obj
def command(where: Where, editions: tuple[str, ...], form: str) -> None:
    """List every fact of EDITION (by default of all) with its value, unit and citations.

    Exit status 2 where the database has faults that hide facts.
    """
    project, database = open_database(where, editions)
    rows = list_facts(project, database, editions or tuple(database.editions))
    if form == "jsonl":
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=False))
        return
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["edition", "record", "kind", "name-en", "name-es", "fact", "value", "unit", "when", "from"])
    for row in rows:
        places = "; ".join(_place(citation) for citation in row["from"])
        table.writerow(
            [
                row["edition"],
                row["record"],
                row["kind"],
                row["name"]["en"],
                row["name"]["es"],
                row["fact"],
                row["value"],
                row["unit"],
                row["when"],
                places,
            ]
        )


def _place(citation: dict[str, object]) -> str:
    lines, page = citation["lines"], citation["page"]
    if isinstance(lines, list):
        return f"{citation['document']} {lines[0]}-{lines[1]}"
    return f"{citation['document']} p. {page}" if page else str(citation["document"])
