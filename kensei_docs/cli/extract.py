"""Read a rule document into observations, and list what was not understood."""

from __future__ import annotations

import json
from pathlib import Path

import click

from kensei_docs.cli._reading import figures_of, open_document
from kensei_docs.extract.reading.observations import as_lines
from kensei_docs.files import write_whole
from kensei_docs.problems import by_place
from kensei_docs.project import Project, Where


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--source",
    "source_id",
    metavar="ID",
    help="Which document it is; by default the one it is a known copy of, or is named like.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where to write to; by default build/extract/ID.",
)
@click.option("--text", "as_text", is_flag=True, help="Print the repaired text, write nothing.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
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
    for problem in by_place(read.problems):
        click.echo(str(problem), err=True)
    if form == "json":
        click.echo(
            json.dumps(
                {
                    "document": source.id,
                    "observations": len(read.observations),
                    "unresolved": len(read.unresolved),
                    "out": str(target),
                }
            )
        )
    else:
        click.echo(
            f"{source.title}: {len(read.observations)} observations and "
            f"{len(read.unresolved)} unresolved figures, in {target}"
        )
    if read.problems:
        raise SystemExit(1)
