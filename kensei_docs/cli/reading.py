"""Commands that read rule documents: extract, reconcile; and how every command finds and reads one that it is given."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kensei_docs.cli._terminal import (
    Bars,
    Workspace,
    counted,
    file_argument,
    format_option,
    print_problems,
    print_written,
    source_option,
)
from kensei_docs.files import write_whole
from kensei_docs.problems import SEVERITIES, Place, Problem, Unusable, unusable
from kensei_docs.project import CATALOGUES, SOURCES, WORDING, Project

if TYPE_CHECKING:
    from kensei_docs.check.finding import Finding
    from kensei_docs.check.manuscript import Manuscript
    from kensei_docs.database import Database
    from kensei_docs.extract.document import Document
    from kensei_docs.extract.pdf.flow import ReadPage
    from kensei_docs.extract.reading import ReadingResult
    from kensei_docs.extract.reading.observations import Observation
    from kensei_docs.reconcile import Difference
    from kensei_docs.sources import Source

# A profile with more failing readings than this, and no passage found, is probably that of another document.
_PAGES_FOR_LANGUAGE = 6  # whose words show the language of a PDF
_MAX_FAILED_READINGS = 3
# How much of a passage is shown, in characters.
_MAX_SHOWN = 200


@click.command(short_help="Read a rule document into observations, and list what was not understood.")
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
    "--tables",
    is_flag=True,
    help="Print the tables of any document cell by cell; with --out, write each as CSV instead.",
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
def extract(
    work: Workspace,
    file: Path,
    source_id: str | None,
    out: Path | None,
    as_text: bool,
    tables: bool,
    show: Path | None,
    pictures: bool,
    form: str,
) -> None:
    """Read FILE, a PDF, DOCX, ODT, HTML, Markdown or plain text, and write observations.jsonl and unresolved.jsonl.

    Exit status 1 where a reading of the source can't be applied to the document, 2 where the
    document can't be read.
    """
    from kensei_docs.extract.reading.observations import as_lines

    project = work.project
    if as_text:
        click.echo(open_any_document(project, file, source_id, pictures=pictures)[1].text)
        return
    if tables:
        _report_tables(_tables_in(project, file, pictures), out)
        return
    source: Source | None
    if show:
        source, document, _ = open_any_document(project, file, source_id, placed=True, pictures=pictures)
    else:
        source, document = open_document(project, file, source_id, pictures=pictures)
    read = figures_of(file, source, document)
    if show:
        _draw(file, _pages(project, file, pictures), document, read, show)
    if source is None:
        return
    target = out or project.output / "extract" / source.id
    unresolved = list(read.unresolved)
    if document.recognised:
        from kensei_docs.extract.show import cut_out

        # The figures of a scan have pictures of their places.
        names = cut_out(file, document, [figure.span for figure in unresolved], target / "unresolved")
        pairs = zip(unresolved, names, strict=True)
        unresolved = [replace(figure, picture=name and f"unresolved/{name}") for figure, name in pairs]
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


def _draw(file: Path, set_pages: list[ReadPage], document: Document, read: ReadingResult, folder: Path) -> None:
    """Write drawings of the pages of a PDF, with the passages and figures that were read, into a folder."""
    from kensei_docs.extract.show import draw_pages, layouts_of

    with Bars() as bars:
        progress = partial(bars.advance, f"Drawing {file.name}")
        pages = draw_pages(file, layouts_of(set_pages), document, read, folder, progress)
    meaning = "taken green, unresolved red, left out grey; columns blue, cells orange"
    click.echo(f"{counted(pages, 'page')} in {folder}: figures {meaning}", err=True)


def _tables_in(project: Project, file: Path, pictures: bool) -> Iterator[tuple[str, str, list[list[str]]]]:
    """Yield the tables of a document, each with its place and a name for a file, and the texts of its cells by row."""
    from kensei_docs.extract.formats import content_of, is_pdf, read_lines
    from kensei_docs.extract.show import layouts_of
    from kensei_docs.extract.text.characters import plain

    if is_pdf(content_of(file)):
        for page, layout in enumerate(layouts_of(_pages(project, file, pictures)), 1):
            for number, table in enumerate(layout.tables, 1):
                rows = [[plain(cell.text) for cell in row] for row in table]
                yield f"page {page}, table {number}", f"page-{page:03}-table-{number}", rows
        return
    found: list[tuple[int | None, list[list[str]]]] = []
    for line in read_lines(file):
        words = line.text.split()
        ends = accumulate(line.cells)
        row = [plain(" ".join(words[end - count : end])) for end, count in zip(ends, line.cells, strict=True)]
        if row and line.gap:
            found.append((line.number, []))
        if row and found:
            found[-1][1].append(row)
    if not found:
        what = "has no tables with cells of their own, as plain text has none; name a PDF or a document with tables"
        raise unusable(file, what, "document")
    for number, (line_number, rows) in enumerate(found, 1):
        yield f"line {line_number}, table {number}", f"table-{number:03}", rows


def _report_tables(tables: Iterable[tuple[str, str, list[list[str]]]], out: Path | None) -> None:
    """Print tables, or write each into a folder as CSV."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    for place, name, rows in tables:
        if out:
            target = out / f"{name}.csv"
            content = io.StringIO()
            csv.writer(content, lineterminator="\n").writerows(rows)
            write_whole(target, content.getvalue())
            print_written(target)
            continue
        printed = Table(title=place, box=box.SQUARE, show_header=False, show_lines=True)
        for row in rows:
            printed.add_row(*row)
        Console(highlight=False, markup=False).print(printed)


def _pages(project: Project, file: Path, pictures: bool) -> list[ReadPage]:
    """Return the pages of a PDF as they are set; raises Unusable if the file is not a PDF, or can't be read."""
    from kensei_docs.extract.formats import content_of, is_pdf
    from kensei_docs.extract.pdf.pages import pages_of

    content = content_of(file)
    if not is_pdf(content):
        raise unusable(file, "is not a PDF: only a PDF has pages to show; name one", "document")
    return pages_of(file, content, None, project.shared("pages"), pictures)


@click.command(
    short_help="Lay a rule document beside the database and the wording that was accepted, "
    "and report where they differ."
)
@file_argument
@source_option()
@click.option(
    "--write", "writing", is_flag=True, help="Put the document's values, and where each was read, into data/."
)
@click.option(
    "--accept",
    "accepting",
    is_flag=True,
    help="Record the document's wording, as digests, and its unread figures in data/wording/: later runs report what "
    "changes from then on.",
)
@format_option("text", "json")
@click.pass_obj
def reconcile(work: Workspace, file: Path, source_id: str | None, writing: bool, accepting: bool, form: str) -> None:
    """Report where FILE, a PDF, DOCX, ODT, HTML, Markdown or plain text, differs from its edition.

    It also reports where it differs from the wording that was accepted.

    With --write, new values go into data/, with the place of every figure; a record, a fact or
    a name that is new, and one that has gone, is left to you. The last line counts the document's figures: those that
    were read, the doubtful ones among them, those in no record, and those that are no rules. Of a scan, figures are
    compared that can be read for sure, and no words. Exit status 1 where a difference
    is left, a reading can't be applied, fewer figures are in the document than were accepted or more belong to
    nothing, 2 where the document or the data can't be read.
    """
    from kensei_docs.reconcile import differences
    from kensei_docs.reconcile.differences import open_doubts, write
    from kensei_docs.reconcile.wording import Comparison, count_figures, figures_gone, record, recorded_at
    from kensei_docs.sources import accepted_digests

    # A document is compared with the rules as they were printed, without errata.
    work = work.on(date.min)
    project = work.project
    source, document = open_document(project, file, source_id)
    edition = work.database([source.edition]).editions[source.edition]
    read = figures_of(file, source, document)
    if accepting:
        target = project.layers[0].joinpath(*WORDING, f"{source.id}.csv")
        if record(target, read.wording):
            print_written(target, err=True)
    recorded = recorded_at(project.file(*WORDING, f"{source.id}.csv"))
    differing = differences(edition, source.id, read)
    before, values = differing, dict[tuple[str, str], str]()
    if writing:
        values, files = write(edition, source.id, read.observations, read.passages, differing, project.layers[0])
        for changed in files:
            print_written(changed, err=True)
        edition = work.database().editions[source.edition]
        differing = differences(edition, source.id, read)
    # Letters that are mistaken in a picture would be new words.
    compared = Comparison(recorded, read.wording) if recorded is not None and not document.recognised else None
    gone = [] if compared is None else compared.gone(edition, read.problems)
    problems = [problem for problem in read.problems if problem.record not in {d.record for d in gone}]
    before, differing = [*before, *gone], [*differing, *gone]
    figures_read = Counter(observed.record for observed in read.observations)
    unsure = [] if compared is None else compared.unsure(list(dict.fromkeys((*before, *differing))), figures_read)
    before, differing = ([d for d in some if d not in unsure] for some in (before, differing))
    words = [] if compared is None else compared.changes([*before, *differing, *unsure])
    in_doubt = open_doubts(edition, read, accepted_digests(project.named_folders(SOURCES)[source.id]) or {})
    counts = count_figures(read.wording, recorded, len(in_doubt))
    doubts = []
    if read.doubted:
        doubts.append(
            f"{len(read.doubted)} of the figures in its pictures can't be read for sure, nor compared; "
            "'kensei-docs extract' lists in unresolved.jsonl what to look at"
        )
    # A PDF without the text of a page loses more figures than the report names. What is recognised in the picture of a
    # scan as a figure may be something else.
    if counts.fewer > figures_gone(edition, [*differing, *words], recorded) and not document.recognised:
        doubts.append(
            f"it has {counts.figures} figures, {counts.fewer} fewer than were accepted, and the lines above don't name "
            "all of these: compare its pages with the printed ones, as text may be missing"
        )
    out_of_order = dict.fromkeys(difference.record for difference in unsure)
    order = "its words stand in another order than in the accepted wording; compare its figures by eye"
    doubtful = [
        *(Problem(Place(str(file)), doubt, "reconcile") for doubt in doubts),
        *(
            Problem(Place(str(file)), f"a passage of {name} could not be read: {order}", "reconcile", record=name)
            for name in out_of_order
        ),
    ]
    print_problems([*problems, *doubtful])
    every = [*dict.fromkeys((*before, *differing)), *words]
    for difference in every:
        done = ((difference.record, difference.fact), difference.document) in values.items()
        if form == "json":
            click.echo(json.dumps(difference.as_json() | ({"written": done} if writing else {}), ensure_ascii=False))
        else:
            click.echo(_line(file, difference) + ("; written" if done else ""))
    if form == "text":
        if not every:
            unread = f", but what {counted(len(problems), 'reading')} should cover was not read"
            click.echo(f"{source.title}: no difference{unread if problems else ''}")
        for observed in in_doubt:
            click.echo(doubt_of(document, observed))
        click.echo(f"{source.title}: {counts}")
    if differing or words or problems or doubtful or counts.more:
        sys.exit(1)


def doubt_of(document: Document, observed: Observation) -> str:
    """Return a line with the place of a figure in doubt, its words, where it was read, and what it may mean."""
    lines = observed.lines and observed.lines[0]
    place = f"p. {observed.page}" if observed.page else f"line {lines}" if lines else ""
    words = " ".join(document.text[slice(*observed.span)].split())
    figure = f"{observed.fact.removeprefix('figures.')} of {observed.record}"
    return f"  {place}: '{words}', read as {observed.value}, {figure}: {observed.doubt}"


def _line(file: Path, difference: Difference) -> str:
    page, lines = difference.page, difference.lines
    # Where a fact or a sentence has gone, its lines and its page are those that were cited.
    if lines and file.suffix.lower() != ".pdf":
        place = f"{file}:{lines[0]}"
    else:
        place = f"{file} p. {page}" if page else str(file)
    return f"{place}: {_what(difference)}  [{difference.change}]"


def _what(difference: Difference) -> str:
    words = difference.document
    shown = words if words is None or len(words) <= _MAX_SHOWN else f"{words[:_MAX_SHOWN].rpartition(' ')[0]} …"
    record = difference.record or "no record"
    match difference.change:
        case "wording" if words is None:
            return f"{record}: a sentence that stood here has gone"
        case "wording":
            return f"{record}: the words are new: “{shown}”"
        case "unread":
            return f"{record}: new, with figures that belong to nothing: “{shown}”"
    document, database = ("nothing" if value is None else value for value in (words, difference.database))
    return f"{difference.record} {difference.fact}: the document says {document}, the database {database}"


def open_document(
    project: Project, file: Path, source_id: str | None, placed: bool = False, pictures: bool = False
) -> tuple[Source, Document]:
    """Return the source of a document and the document; raises Unusable if it can't be read or has no known source.

    ``placed`` asks for the places of a PDF's words, ``pictures`` for the text in pictures beside a PDF's own text.
    """
    from kensei_docs.extract.formats import read_document
    from kensei_docs.sources import identify, load_source

    if not file.exists():
        raise unusable(file, "is not there; check the name", "document")
    if file.is_dir():
        raise unusable(file, "is a folder; name the rulebook's file in it", "document")
    source = load_source(project, source_id) if source_id else identify(project, file)
    with Bars() as bars:
        progress = partial(bars.advance, f"Reading {file.name}")
        return source, read_document(file, source, progress, project.shared("pages"), placed, pictures)


def open_any_document(
    project: Project,
    file: Path,
    source_id: str | None,
    language: str | None = None,
    placed: bool = False,
    pictures: bool = False,
) -> tuple[Source | None, Document, str]:
    """Return the source of a document if it is known, the document, and its language.

    ``placed`` and ``pictures`` are those of ``open_document``.

    A document without a known source is read as it stands; its language is the one asked for, or else the one whose
    function words it has most of. Raises Unusable if the document can't be read, or its language has no settings.
    """
    from kensei_docs.sources import identify

    if not source_id and file.is_file():
        try:
            source_id = identify(project, file).id
        except Unusable:
            return _document_without_name(project, file, language, placed, pictures)
    source, document = open_document(project, file, source_id, placed, pictures)
    return source, document, source.language[:2]


def _document_without_name(
    project: Project, file: Path, language: str | None, placed: bool, pictures: bool
) -> tuple[Source | None, Document, str]:
    """Return (source, document, language) of a document that neither its digest nor its file's name identifies.

    The source is the one of which most passages are in the document; None if there is no such source.
    """
    from kensei_docs.drafting.detected_settings import language_of_text
    from kensei_docs.extract.formats import read_lines
    from kensei_docs.extract.reading import read_figures
    from kensei_docs.extract.text import document_of
    from kensei_docs.extract.text.characters import lost_pairs
    from kensei_docs.languages import language as language_of
    from kensei_docs.sources import Source, load_source, source_ids

    lines = read_lines(file, (), None, project.shared("pages"), placed, pictures)

    def read(language: str, lost: tuple[str, ...] = ()) -> Document:
        source = Source(id=file.stem, title=file.stem, edition="", language=language, units="cm")
        return document_of(lines, source.model_copy(update={"lost_ligatures": list(lost)}))

    likely = language or language_of_text("\n".join(line.text for line in lines))[0]
    document = read(likely)
    lost = lost_pairs(document.text, language_of(likely).dictionary)
    if lost:
        document = read(likely, lost)
    for source_id in source_ids(project):
        source = load_source(project, source_id)
        if source.language[:2] != likely:
            continue
        figures = read_figures(document, source)
        if len(figures.passages) > len(figures.problems):
            # Most passages of this source are in the document: it is a copy of the source's document. A text file is
            # read again with the page breaks of the source; a PDF needs none.
            return source, document_of(lines if lines[0].page else read_lines(file, source.page_breaks), source), likely
    return None, document, likely


def figures_of(file: Path, source: Source | None, document: Document) -> ReadingResult:
    """Return the result of reading a document by the profile of its source, or by none.

    Raises Unusable if the profile has more than a few readings, and none of its passages is in the document: then it is
    probably another document.
    """
    from kensei_docs.extract.reading import read_figures

    read = read_figures(document, source or document.source)
    if source and not read.passages and len(read.problems) > _MAX_FAILED_READINGS:
        raise unusable(
            file,
            f"has none of the passages that are read from '{source.id}' "
            f"({source.title}); name the document's own source with --source",
            "source",
        )
    return read


def proofread_document(
    work: Workspace,
    file: Path,
    source_id: str | None,
    language: str | None,
    editions: tuple[str, ...],
    names: Collection[str],
) -> list[Finding]:
    """Return the findings of the checks ``names`` in a document, in its order; raises as ``manuscript_at``."""
    from kensei_docs.check import proofread

    def by_place(finding: Finding) -> tuple[int, int, int, str, str]:
        page = finding.citations[0].page or 0
        return (page, finding.place.line or 0, SEVERITIES.index(finding.severity), finding.check, finding.message)

    manuscript = manuscript_at(work, file, source_id, language, editions)
    return sorted(proofread.check_manuscript(manuscript, names), key=by_place)


def manuscript_at(
    work: Workspace,
    file: Path,
    source_id: str | None = None,
    language: str | None = None,
    editions: tuple[str, ...] = (),
) -> Manuscript:
    """Return a document with all that it is proofread with; raises as ``open_any_document``."""
    from kensei_docs.catalogues import Translator
    from kensei_docs.check import proofread
    from kensei_docs.check.manuscript import ManuscriptLine
    from kensei_docs.database import load
    from kensei_docs.languages import language as language_of

    project = work.project
    work.require_editions(editions)
    settings = proofread.read_settings(project)
    _refuse_language(file, language, settings)
    source, document, language = open_any_document(project, file, source_id, language)
    database, _ = load(project)
    dictionary = language_of(language).dictionary
    return proofread.manuscript_of(
        document=source.id if source else file.stem,
        file=file,
        language=language,
        units=source.units if source else "",
        lines=[
            ManuscriptLine(line.text, line.first, line.page, line.block, line.heading, bool(line.cells))
            for line in document.lines
        ],
        settings=settings,
        database=database,
        editions=editions or ((source.edition,) if source else ()),
        texts={code: _messages(project, database, code) for code in settings},
        dictionary=dictionary.counts if dictionary else {},
        name=Translator(project, database, language).name,
    )


def _refuse_language(file: Path, language: str | None, settings: Collection[str]) -> None:
    """Raise Unusable, before a document is read, if it is certain that its language can't be proofread."""
    from kensei_docs.check import proofread
    from kensei_docs.drafting.detected_settings import language_of_text
    from kensei_docs.extract.formats import content_of, is_pdf
    from kensei_docs.extract.pdf import first_words

    if language is None and file.is_file() and is_pdf(content := content_of(file)):
        likely, is_sure = language_of_text(first_words(content, _PAGES_FOR_LANGUAGE))
        language = likely if is_sure else None
    if language is not None and language not in settings:
        raise unusable(file, proofread.no_settings(language, settings), "document")


def _messages(project: Project, database: Database, language: str) -> Iterator[str]:
    """Yield the messages of the data in a language: of its catalogues, or as the records have them."""
    from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
    from kensei_docs.catalogues.po import read_po_file

    for edition in database.editions.values():
        if edition.written_in == language:
            yield from (text for record in edition.records.values() for _, text in record.messages)
    if language == MESSAGE_LANGUAGE:
        return
    for name in project.named_files(*CATALOGUES, language, suffix=".po"):
        for file in project.files(*CATALOGUES, language, f"{name}.po"):
            yield from (string for entry in read_po_file(file, language).messages for string in entry.translation)
