"""Lay a rule document beside the database, and report where they differ."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path

import click

from kensei_docs.cli._opening import open_database
from kensei_docs.cli._reading import figures_of, open_document
from kensei_docs.problems import by_place, short_path
from kensei_docs.project import Project, Where
from kensei_docs.reconcile import Difference, differences
from kensei_docs.reconcile.update import write


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--source",
    "source_id",
    metavar="ID",
    help="Which document it is; by default the one it is a known copy of, or is named like.",
)
@click.option(
    "--write", "writing", is_flag=True, help="Put the document's values, and where each was read, into data/."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
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
            click.echo(f"wrote {short_path(str(changed))}", err=True)
        values = dict(written.values)
        edition = open_database(printed)[1].editions[source.edition]
        found = differences(edition, source.id, read.observations, read.expected, read.renamed)
    for problem in by_place(read.problems):
        click.echo(str(problem), err=True)
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
    place = (
        f"{file}:{difference.lines[0]}"
        if difference.lines and not difference.page
        else (f"{file} p. {difference.page}" if difference.page else str(file))
    )
    database = "nothing" if difference.database is None else difference.database
    said = "nothing" if difference.document is None else difference.document
    return (
        f"{place}: {difference.record} {difference.fact}: the document says {said}, the "
        f"database {database}  [{difference.change}]"
    )
