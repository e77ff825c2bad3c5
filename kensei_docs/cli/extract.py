"""Read a rule document into observations, and list what was not understood."""

from __future__ import annotations

import json
from pathlib import Path

import click

from kensei_docs.cli._documents import figures_of, open_document
from kensei_docs.cli._options import file_argument, format_option, source_option
from kensei_docs.cli._output import print_problems
from kensei_docs.extract.reading.observations import as_lines
from kensei_docs.files import write_whole
from kensei_docs.project import Project, Where


@click.command()
@file_argument
@source_option()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where to write to; by default build/extract/ID.",
)
@click.option("--text", "as_text", is_flag=True, help="Print the repaired text, write nothing.")
@format_option("text", "json")
@click.pass_obj
def command(where: Where, file: Path, source_id: str | None, out: Path | None, as_text: bool, form: str) -> None:
    """Read FILE, a text file or a PDF, and write observations.jsonl and unresolved.jsonl.

    Exit status 1 where a reading of the source can't be applied to the document, 2 where the
    document can't be read.
    """
    project = Project.open(where)
    source, document = open_document(project, file, source_id)
    if as_text:
        click.echo(document.text)
        return
    read = figures_of(file, source, document)
    target = out or project.output / "extract" / source.id
    write_whole(target / "observations.jsonl", as_lines(read.observations))
    write_whole(target / "unresolved.jsonl", as_lines(read.unresolved))
    print_problems(read.problems)
    counts = {"observations": len(read.observations), "unresolved": len(read.unresolved)}
    if form == "json":
        click.echo(json.dumps({"document": source.id, **counts, "out": str(target)}))
    else:
        line = "{observations} observations and {unresolved} unresolved figures".format(**counts)
        click.echo(f"{source.title}: {line}, in {target}")
    if read.problems:
        raise SystemExit(1)
