"""List every fact of the database, one JSON object a line."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import click

from kensei_docs.catalogues import Translator, languages
from kensei_docs.cli._opening import open_database
from kensei_docs.cli._terminal import editions_argument, format_option, place_read
from kensei_docs.database import Edition
from kensei_docs.project import ProjectOptions


@click.command()
@editions_argument
@format_option("jsonl", "csv")
@click.pass_obj
def command(where: ProjectOptions, editions: tuple[str, ...], form: str) -> None:
    """List every fact of EDITION (by default of all) with its value, unit and citations.

    Exit status 2 where the database has faults that hide facts.
    """
    project, database = open_database(where, editions)
    translators = {language: Translator(project, database, language) for language in languages(project)}
    rows = (row for name in editions or database.editions for row in _rows(database.editions[name], translators))
    if form == "jsonl":
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=False))
        return
    table = csv.writer(sys.stdout, lineterminator="\n")
    names = [f"name-{language}" for language in translators]
    table.writerow(["edition", "record", "kind", *names, "fact", "value", "unit", "when", "from"])
    for row in rows:
        row["from"] = "; ".join(map(place_read, row["from"]))
        name: Mapping[str, str] = row.pop("name")
        edition, record, kind, *fact = row.values()
        table.writerow([edition, record, kind, *name.values(), *fact])


def _rows(edition: Edition, translators: Mapping[str, Translator]) -> Iterator[dict[str, Any]]:
    for record in edition.records.values():
        names = {language: translator.name(record) for language, translator in translators.items()}
        for fact in record.facts:
            yield {
                "edition": edition.id,
                "record": record.id,
                "kind": record.kind,
                "name": names,
                **record.fact_as_json(fact),
            }
