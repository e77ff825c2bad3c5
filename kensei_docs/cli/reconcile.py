"""Lay a rule document beside the database and the wording that was accepted, and report where they differ."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path

import click

from kensei_docs.cli._opening import open_database
from kensei_docs.cli._rulebooks import figures_of, open_document
from kensei_docs.cli._terminal import (
    counted,
    file_argument,
    format_option,
    print_problems,
    print_written,
    source_option,
)
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.problems import Place, Problem
from kensei_docs.project import WORDING, Project, ProjectOptions
from kensei_docs.reconcile import Difference, differences
from kensei_docs.reconcile.update import write
from kensei_docs.reconcile.wording import (
    Comparison,
    FigureCounts,
    WordChange,
    count_figures,
    figures_gone,
    gone_records,
    record,
    recorded_at,
)

# How much of a passage is shown, in characters.
_MAX_SHOWN = 200


@click.command()
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
def command(
    where: ProjectOptions, file: Path, source_id: str | None, writing: bool, accepting: bool, form: str
) -> None:
    """Report where FILE, a text file or a PDF, differs from its edition and from the wording that was accepted.

    With --write, new values go into data/, with the place of every figure; a record, a fact or
    a name that is new, and one that has gone, is left to you. The last line counts the document's figures: those
    read as facts, those that are not rules, and those that belong to nothing. Of a scan, figures are compared
    that can be read for sure, and no words. Exit status 1 where a difference
    is left, a reading can't be applied, fewer figures are in the document than were accepted or more belong to
    nothing, 2 where the document or the data can't be read.
    """
    # A document is compared with the rules as they were printed, without errata.
    printed = replace(where, as_of=date.min)
    project = Project.open(printed)
    source, document = open_document(project, file, source_id)
    _, database = open_database(printed, [source.edition])
    edition = database.editions[source.edition]
    read = figures_of(file, source, document)
    if accepting:
        target = project.layers[0].joinpath(*WORDING, f"{source.id}.csv")
        if record(target, read.wording):
            print_written(target, err=True)
    recorded = recorded_at(project.file(*WORDING, f"{source.id}.csv"))
    differing = differences(edition, source.id, read)
    before, values = differing, {}
    if writing:
        written = write(edition, source.id, read.observations, read.passages, differing, project.layers[0])
        for changed in written.files:
            print_written(changed, err=True)
        values = dict(written.values)
        edition = open_database(printed)[1].editions[source.edition]
        differing = differences(edition, source.id, read)
    # Letters that are mistaken in a picture would be new words.
    compared = Comparison(recorded, read.wording) if recorded is not None and not document.recognised else None
    gone = [] if compared is None else gone_records(edition, read.problems, compared.gone())
    problems = [problem for problem in read.problems if problem.record not in {d.record for d in gone}]
    before, differing = [*before, *gone], [*differing, *gone]
    figures_read = Counter(observed.record for observed in read.observations)
    unsure = [] if compared is None else compared.unsure(list(dict.fromkeys((*before, *differing))), figures_read)
    before, differing = ([d for d in some if d not in unsure] for some in (before, differing))
    words = [] if compared is None else compared.changes([*before, *differing, *unsure])
    counts = count_figures(read.wording, recorded)
    reported = figures_gone(edition, [*differing, *words], recorded)
    doubts = [
        *_doubts(file, read),
        *_passages_out_of_order(file, unsure),
        *_missing_figures(file, read, counts, reported),
    ]
    print_problems([*problems, *doubts])
    every: list[Difference | WordChange] = [*dict.fromkeys((*before, *differing)), *words]
    for difference in every:
        written_value = values.get((str(difference.record), str(difference.fact)))
        done = written_value is not None and written_value == difference.document
        if form == "json":
            click.echo(json.dumps(asdict(difference) | ({"written": done} if writing else {}), ensure_ascii=False))
        else:
            click.echo(_line(file, difference) + ("; written" if done else ""))
    if form == "text":
        if not every:
            unread = f", but what {counted(len(problems), 'reading')} should cover was not read"
            click.echo(f"{source.title}: no difference{unread if problems else ''}")
        click.echo(f"{source.title}: {counts}")
    if differing or words or problems or doubts or counts.more:
        sys.exit(1)


def _doubts(file: Path, read: ReadingResult) -> list[Problem]:
    """Return a problem that says how many figures of a scan are not sure, if there are any."""
    if not read.doubted:
        return []
    message = (
        f"{len(read.doubted)} of the figures in its pictures can't be read for sure, nor compared; "
        "'kensei-docs extract' lists in unresolved.jsonl what to look at"
    )
    return [Problem(Place(str(file)), message, "reconcile")]


def _missing_figures(file: Path, read: ReadingResult, counts: FigureCounts, reported: int) -> list[Problem]:
    """Return a problem if a document lost more figures than the report names, as a PDF without a page's text does.

    ``reported`` is the number of lost figures that the report names. Scans are left out: what is recognised in a
    picture as a figure may be something else.
    """
    if counts.fewer <= reported or read.wording.document.recognised:
        return []
    message = (
        f"it has {counts.figures} figures, {counts.fewer} fewer than were accepted, "
        "and the lines above don't name all of these: "
        "compare its pages with the printed ones, as text may be missing"
    )
    return [Problem(Place(str(file)), message, "reconcile")]


def _passages_out_of_order(file: Path, unsure: Sequence[Difference]) -> list[Problem]:
    """Return a problem for each record of a PDF whose words stand in another order than those that were recorded."""
    return [
        Problem(
            Place(str(file)),
            f"a passage of {record} could not be read: its words stand in another order than in the accepted wording; "
            "compare its figures by eye",
            "reconcile",
            record=record,
        )
        for record in dict.fromkeys(difference.record for difference in unsure)
    ]


def _line(file: Path, difference: Difference | WordChange) -> str:
    page, lines = difference.page, difference.lines
    # Where a fact or a sentence has gone, its lines and its page are those that were cited.
    if file.suffix.lower() == ".pdf":
        place = f"{file} p. {page}" if page else str(file)
    else:
        place = f"{file}:{lines[0]}" if lines else f"{file} p. {page}" if page else str(file)
    return f"{place}: {_what(difference)}  [{difference.change}]"


def _what(difference: Difference | WordChange) -> str:
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
