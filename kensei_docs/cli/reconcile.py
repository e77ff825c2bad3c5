"""Lay a rule document beside the database, and report where they differ."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path

import click

from kensei_docs.cli._documents import figures_of, open_document
from kensei_docs.cli._opening import open_database
from kensei_docs.cli._options import file_argument, format_option, source_option
from kensei_docs.cli._output import print_problems, print_written
from kensei_docs.project import Project, Where
from kensei_docs.reconcile import Difference, differences
from kensei_docs.reconcile.update import write


@click.command()
@file_argument
@source_option()
@click.option(
    "--write", "writing", is_flag=True, help="Put the document's values, and where each was read, into data/."
)
@format_option("text", "json")
@click.pass_obj
def command(where: Where, file: Path, source_id: str | None, writing: bool, form: str) -> None:
    """Report the figures of FILE, a text file or a PDF, that differ from its edition's.

    With --write, new values go into data/, with the place of every figure; a record, a fact or
    a name that is new, and one that has gone, is left to you. Exit status 1 where a difference
    is left or a reading can't be applied, 2 where the document or the data can't be read.
    """
    # A document is compared with the rules as they were printed, without errata.
    printed = replace(where, as_of=date.min)
    project = Project.open(printed)
    source, document = open_document(project, file, source_id)
    _, database = open_database(printed, [source.edition])
    edition = database.editions[source.edition]
    read = figures_of(file, source, document)
    found = differences(edition, source.id, read.observations, read.expected, read.renamed)
    before, values = found, {}
    if writing:
        written = write(edition, source.id, read.observations, read.passages, found, project.layers[0])
        for changed in written.files:
            print_written(changed, err=True)
        values = dict(written.values)
        edition = open_database(printed)[1].editions[source.edition]
        found = differences(edition, source.id, read.observations, read.expected, read.renamed)
    print_problems(read.problems)
    for difference in dict.fromkeys((*before, *found)):
        written_value = values.get((difference.record, difference.fact))
        done = written_value is not None and written_value == difference.document
        if form == "json":
            click.echo(json.dumps(asdict(difference) | ({"written": done} if writing else {}), ensure_ascii=False))
        else:
            click.echo(_line(file, difference) + ("; written" if done else ""))
    if form == "text" and not before:
        unread = f", but what {len(read.problems)} readings cover was not read"
        click.echo(f"{source.title}: no difference{unread if read.problems else ''}")
    if found or read.problems:
        raise SystemExit(1)


def _line(file: Path, difference: Difference) -> str:
    page, lines = difference.page, difference.lines
    place = f"{file} p. {page}" if page else f"{file}:{lines[0]}" if lines else str(file)
    document, database = ("nothing" if value is None else value for value in (difference.document, difference.database))
    return (
        f"{place}: {difference.record} {difference.fact}: the document says {document}, the "
        f"database {database}  [{difference.change}]"
    )
