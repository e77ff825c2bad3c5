"""Read a rule document into observations, and list what was not understood."""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kensei_docs.cli._rulebooks import figures_of, open_any_document, open_document, progress_bar
from kensei_docs.cli._terminal import (
    counted,
    file_argument,
    format_option,
    print_problems,
    print_written,
    source_option,
)
from kensei_docs.extract import Document
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.extract.reading.observations import Unresolved, as_lines
from kensei_docs.files import write_whole
from kensei_docs.problems import unusable
from kensei_docs.project import Project, ProjectOptions
from kensei_docs.sources import Source

if TYPE_CHECKING:
    from kensei_docs.extract.pdf.glyphs import Page


@click.command()
@file_argument
@source_option()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where to write to; by default build/extract/ID.",
)
@click.option("--text", "as_text", is_flag=True, help="Print the repaired text of any document, write nothing.")
@click.option(
    "--tables", is_flag=True, help="Print the tables of any PDF cell by cell; with --out, write each as CSV instead."
)
@click.option(
    "--show",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Draw what was read over a picture of each page of any PDF.",
)
@click.option(
    "--ocr", "pictures", is_flag=True, help="Read pictures on pages with text, too; pages without text always are."
)
@format_option("text", "json")
@click.pass_obj
def command(
    where: ProjectOptions,
    file: Path,
    source_id: str | None,
    out: Path | None,
    as_text: bool,
    tables: bool,
    show: Path | None,
    pictures: bool,
    form: str,
) -> None:
    """Read FILE, a text file or a PDF, and write observations.jsonl and unresolved.jsonl.

    Exit status 1 where a reading of the source can't be applied to the document, 2 where the
    document can't be read.
    """
    project = Project.open(where)
    if as_text:
        click.echo(open_any_document(project, file, source_id, pictures=pictures)[1].text)
        return
    if tables:
        _report_tables(_pages(project, file, pictures), out)
        return
    if show:
        known_source, document, _ = open_any_document(project, file, source_id, placed=True, pictures=pictures)
        read = figures_of(file, known_source, document) if known_source else read_figures(document, document.source)
        _draw(file, _pages(project, file, pictures), document, read, show)
        if known_source is None:
            return
        source = known_source
    else:
        source, document = open_document(project, file, source_id, pictures=pictures)
        read = figures_of(file, source, document)
    target = out or project.output / "extract" / source.id
    _write(source, read, _unresolved(file, document, read, target), target, form)


def _unresolved(file: Path, document: Document, read: ReadingResult, target: Path) -> list[Unresolved]:
    """Return the unresolved figures, those of a scan with pictures of their places, which are written."""
    if not document.recognised:
        return list(read.unresolved)
    from kensei_docs.extract.show import cut_out

    names = cut_out(file, document, [figure.span for figure in read.unresolved], target / "unresolved")
    return [
        replace(figure, picture=name and f"unresolved/{name}")
        for figure, name in zip(read.unresolved, names, strict=True)
    ]


def _write(source: Source, read: ReadingResult, unresolved: list[Unresolved], target: Path, form: str) -> None:
    """Write the results of reading into a folder and print how many there are."""
    write_whole(target / "observations.jsonl", as_lines(read.observations))
    write_whole(target / "unresolved.jsonl", as_lines(unresolved))
    print_problems(read.problems)
    counts = {"observations": len(read.observations), "unresolved": len(read.unresolved)}
    if form == "json":
        click.echo(json.dumps({"document": source.id, **counts, "out": str(target)}))
    else:
        line = "{observations} observations and {unresolved} unresolved figures".format(**counts)
        click.echo(f"{source.title}: {line}, in {target}")
    if read.problems:
        sys.exit(1)


def _draw(file: Path, set_pages: list[Page], document: Document, read: ReadingResult, folder: Path) -> None:
    """Write drawings of the pages of a PDF, with the passages and figures that were read, into a folder."""
    # Both take longer to import than a text takes to read.
    from kensei_docs.extract.show import draw_pages, layouts_of

    with progress_bar(f"Drawing {file.name}") as progress:
        layouts = layouts_of(set_pages)
        pages = draw_pages(file, layouts, document, read, folder, progress)
    meaning = "taken green, unresolved red, left out grey; columns blue, cells orange"
    click.echo(f"{counted(pages, 'page')} in {folder}: figures {meaning}", err=True)


def _report_tables(set_pages: list[Page], out: Path | None) -> None:
    """Print the tables of a PDF, or write each into a folder as CSV."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from kensei_docs.extract.show import grid_of, layouts_of
    from kensei_docs.extract.text.characters import plain

    for page, layout in enumerate(layouts_of(set_pages), 1):
        for number, table in enumerate(layout.tables, 1):
            rows = [[plain(text) for text in row] for row in grid_of(table)]
            if out:
                target = out / f"page-{page:03}-table-{number}.csv"
                content = io.StringIO()
                csv.writer(content, lineterminator="\n").writerows(rows)
                write_whole(target, content.getvalue())
                print_written(target)
                continue
            printed = Table(title=f"page {page}, table {number}", box=box.SQUARE, show_header=False, show_lines=True)
            for row in rows:
                printed.add_row(*row)
            Console(highlight=False, markup=False).print(printed)


def _pages(project: Project, file: Path, pictures: bool) -> list[Page]:
    """Return the pages of a PDF as they are set; raises Unusable if the file is not a PDF, or can't be read."""
    from kensei_docs.extract import content_of, is_pdf
    from kensei_docs.extract.pdf.pages import pages_of

    content = content_of(file)
    if not is_pdf(content):
        raise unusable(file, "is not a PDF: only a PDF has pages to show; name one", "document")
    return list(pages_of(file, content, None, project.cache / "pages", pictures))
