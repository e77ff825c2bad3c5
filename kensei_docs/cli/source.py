"""Commands that begin a game from its rulebook, and look it through: source new, source review, source coverage."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kensei_docs.cli._terminal import (
    Bars,
    Workspace,
    counted,
    file_argument,
    format_option,
    language_option,
    no_browser_option,
    port_option,
    print_problems,
    print_written,
    serve,
    source_option,
)
from kensei_docs.cli.printing import try_out
from kensei_docs.cli.reading import doubt_of, figures_of, open_document
from kensei_docs.problems import say, short_path, unknown, unusable
from kensei_docs.project import COVERAGE, WORDING, new_edition_id, write_project

if TYPE_CHECKING:
    from kensei_docs.drafting.draft import Draft
    from kensei_docs.drafting.outline import Section
    from kensei_docs.extract.document import Document
    from kensei_docs.extract.reading import ReadingResult
    from kensei_docs.figures import Unit
    from kensei_docs.sources import Source

_ASK_FOR_WORDING = (
    "Keep the rulebook's own sentences as texts, in own-copy/, for you alone, so that cards can be read at once?"
)
_STOPPED = 130  # the exit status of a command that the terminal stopped
_UNIT_NAMES: dict[Unit, str] = {"cm": "centimetres", "mm": "millimetres", "in": "inches", "ft": "feet", "hex": "hexes"}


class _ReasonOption(click.Option):
    """The option for the reason why a sentence is no rule; its help names all of them."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from kensei_docs.reconcile.wording import REASONS

        self.help = f"With --tick: it is no rule, but {', '.join(REASONS)}."
        return super().get_help_record(ctx)


@click.group(short_help="Begin a game from its rulebook: show the outline, and draft a project from it.")
def source() -> None:
    """Begin a game from its rulebook."""


@source.command()
@file_argument
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option("--name", metavar="NAME", help="The name of the game; by default what the cover says.")
@click.option("--language", metavar="LANGUAGE", help="The rulebook's language; by default the one that it looks like.")
@click.option(
    "--units", type=click.Choice(list(_UNIT_NAMES)), help="What it measures in; by default its commonest unit."
)
@click.option("--outline", "only_outline", is_flag=True, help="Show what would be drafted, and write nothing.")
@click.option(
    "--keep-wording/--no-wording",
    "keep_wording",
    default=None,
    help="Keep the rulebook's sentences as texts, in the folder own-copy/ alone: for you, to be passed on to nobody.",
)
@click.pass_obj
def new(
    work: Workspace,
    file: Path,
    folder: Path | None,
    name: str | None,
    language: str | None,
    units: Unit | None,
    only_outline: bool,
    keep_wording: bool | None,
) -> None:
    """Draft a project from FILE, a rulebook, in DIR, a new or an empty folder.

    FILE is a PDF, DOCX, ODT, HTML, Markdown or plain text.

    Headings and tables become records with their figures, and each figure says where it was read. Nothing of the
    rulebook's wording is kept but names and the few words beside a figure: what a record says is left to you, under
    'todo'. DIR is by default the game's id, in this folder; to undo everything, delete it.
    """
    from kensei_docs.database import load_shared
    from kensei_docs.drafting.detected_settings import patterns_of, title_in
    from kensei_docs.drafting.outline import outline_of
    from kensei_docs.drafting.own_copy import left_out_places, own_copy_files
    from kensei_docs.drafting.project_files import draft_document, draft_files
    from kensei_docs.extract.formats import content_of, is_pdf
    from kensei_docs.sources import REVIEW_FILE, review_file

    project = work.project
    document = _read(file, language, units)
    first_heading = next((section.name for section in outline_of(document) if section.name), file.stem)
    title = " ".join((name or title_in(document) or first_heading).split())
    edition = new_edition_id(project, title, "source new")
    into = (folder or Path(edition)).absolute()
    if not only_outline and into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise unusable(into, "is there already, and not an empty folder; give another DIR after the rulebook", "source")
    content = content_of(file)
    manifest: dict[str, Any] = {"id": f"{edition}-rules", "title": title, "edition": edition}
    manifest["digests"] = {"pdf" if is_pdf(content) else "text": hashlib.sha256(content).hexdigest()}
    manifest["no_rules"] = [*document.source.no_rules, *patterns_of(document), *_headings_with_numbers(document)]
    document.source = document.source.model_copy(update=manifest)
    # The draft stands on the tool alone, whatever project the command is given in.
    shared, problems = load_shared(replace(project, layers=project.layers[-1:]))
    print_problems(problems)
    if keep_wording is None:
        keep_wording = not only_outline and sys.stdin.isatty() and click.confirm(_ASK_FOR_WORDING)
    draft, read = draft_document(document, shared.vocabulary, whole=keep_wording)
    _show(file, document, draft, read)
    if only_outline:
        return
    if not draft.records:
        advice = "add the source by hand, as docs/add-a-source.md says"
        raise unusable(file, f"has no headings and tables with figures that could be recognised; {advice}", "source")
    kept = own_copy_files(document, read, draft.records, edition) if keep_wording else {}
    files = draft_files(project, draft, document.source, title, shared.glossary, shared.vocabulary.section("drafted"))
    files[f"sources/{document.source.id}/{REVIEW_FILE}"] = review_file({})
    files |= kept
    was_there = into.exists()
    try:
        write_project(into, files)
        _cite(into, document.source, read)
        click.echo(f"\nwrote {counted(len(files), 'file')} in {short_path(str(into))}; delete that folder to undo it")
        if kept:
            click.echo(
                "The texts are the rulebook's own, in own-copy/, for you alone: nothing with them can be published"
            )
            if places := left_out_places(document):
                passages = counted(len(places), "passage")
                click.echo(f"Left out of them: {passages} of contents, notices and examples ({', '.join(places)})")
        status = try_out(into)
    except KeyboardInterrupt:
        shutil.rmtree(into, ignore_errors=True)
        if was_there:
            into.mkdir()
        click.echo(f"\nstopped: {short_path(str(into))} is as it was before", err=True)
        sys.exit(_STOPPED)
    rulebook = os.path.relpath(file.absolute(), into)
    click.echo(f"Next: cd {short_path(str(into))}, and 'kensei-docs source review {rulebook}' to look it through")
    sys.exit(status)


@source.command()
@file_argument
@source_option()
@click.option("--list", "listing", is_flag=True, help="Print the records instead, each with its place and its state.")
@language_option(help="The language of the page.")
@port_option
@no_browser_option
@click.pass_obj
def review(
    work: Workspace, file: Path, source_id: str | None, listing: bool, language: str, port: int, no_browser: bool
) -> None:
    """Look through a draft beside FILE, the rulebook that it was made from, in the browser.

    Each record stands beside its place in the rulebook: accept it, rename it or its figures, change its kind, join it
    with another or drop it. Data, reading profile, glossary and catalogues are changed together, and only so that the
    rulebook still agrees with them; every action can be undone. Only this machine can see the page. Ctrl-C ends it.
    """
    from kensei_docs.review.actions import Review
    from kensei_docs.review.server import ReviewServer

    with work.refusing_in(language):
        work.require_language(language)
        source, document = open_document(work.project, file, source_id, placed=True)
        session = Review(work.project, source.id, document)
        if not session.items:
            message = say(
                "has nothing of which '%(source)s' reads a record; see 'kensei-docs reconcile'", source=source.id
            )
            raise unusable(file, message, "source")
        left = f"{session.left} of {counted(len(session.items), 'record')} still to look at"
        if doubtful := sum(len(item.doubts) for item in session.items):
            left += f", first those with the {counted(doubtful, 'figure')} in doubt"
        if listing:
            for item in session.items:
                click.echo(session.line(item))
            click.echo(left)
            return
        server = ReviewServer(work.project, session, file, language, port)
    with server:
        click.echo(f"{left}, at {server.url}")
        serve(server, not no_browser)


@source.command()
@file_argument
@click.argument("records", metavar="[RECORD]...", nargs=-1)
@source_option()
@click.option("--left", is_flag=True, help="Only sentences that nobody has read beside the words that stand now.")
@click.option("--ask", "asking", is_flag=True, help="Ask about each sentence that is left.")
@click.option(
    "--tick",
    "ticked",
    metavar="DIGEST",
    multiple=True,
    help="Tick this sentence off; 'all': those of RECORD that are left.",
)
@click.option("--in", "told", metavar="RECORD", multiple=True, help="With --tick: another record, or ruling, tells it.")
@click.option("--as", "reason", metavar="REASON", cls=_ReasonOption)
@language_option(help="The language of the records.")
@format_option("text", "json")
@click.pass_obj
def coverage(
    work: Workspace,
    file: Path,
    records: tuple[str, ...],
    source_id: str | None,
    left: bool,
    asking: bool,
    ticked: tuple[str, ...],
    told: tuple[str, ...],
    reason: str | None,
    language: str,
    form: str,
) -> None:
    """Read the sentences of FILE, a rulebook, beside the records that tell them, and tick them off.

    Each record (or those named) is printed as it stands, and below it the sentences that were accepted as its own,
    with their words from FILE. A sentence is ticked off as told (✓), or declared to be no rule (–); when the
    words of its record change, it has to be read again (!). The ticks stand in data/coverage/, as digests: no word of
    FILE is stored. Once there are some, 'check' names the sentences that are told nowhere.
    """
    from kensei_docs.cli._sentences import ask, asked_sentences, print_words, shown_sentences
    from kensei_docs.reconcile.wording import LEFT, SentenceCoverage, recorded_at, ticks_at, write_ticks

    work = work.on(date.min)
    project = work.project
    work.require_language(language)
    source, document = open_document(project, file, source_id)
    recorded = recorded_at(project.file(*WORDING, f"{source.id}.csv"))
    if recorded is None:
        message = "its wording is not accepted yet; run 'kensei-docs reconcile FILE --accept' first"
        raise unusable(file, message, "coverage")
    database = work.database([source.edition])
    edition = database.editions[source.edition]
    ledger = SentenceCoverage(recorded, ticks_at(project.file(*COVERAGE, f"{source.id}.csv")) or {}, edition)
    target = project.layers[0].joinpath(*COVERAGE, f"{source.id}.csv")
    shown = shown_sentences(ledger, recorded, figures_of(file, source, document).wording)
    if ticked:
        for sentence in asked_sentences(shown, ticked, records):
            ledger.tick(sentence, told, reason or "")
        if write_ticks(target, recorded, ledger.ticks):
            print_written(target)
        return
    known = sorted({one.beside for one in shown if one.beside})
    if strange := next((name for name in records if name not in known), None):
        raise unknown(str(file), "record with sentences", strange, known, "coverage")
    listed = [
        one for one in shown if (not records or one.beside in records) and (not (left or asking) or one.state in LEFT)
    ]
    if form == "json":
        for one in listed:
            click.echo(json.dumps(one.as_json(), ensure_ascii=False))
        return
    translator = work.translator(database, language)
    for name, sentences in groupby(listed, key=lambda one: one.beside):
        print_words(edition, name, translator)
        for one in sentences:
            click.echo(str(one))
            if asking:
                goes_on = ask(one, ledger)
                write_ticks(target, recorded, ledger.ticks)
                if not goes_on:
                    return
    still = sum(one.state in LEFT for one in shown)
    click.echo(f"\n{still} of {counted(len(shown), 'sentence')} still to read")


def _read(file: Path, language: str | None, units: Unit | None) -> Document:
    """Return a document that no source describes; raises Unusable if it can't be read or its language isn't known."""
    from kensei_docs.drafting import detected_settings as detected
    from kensei_docs.extract.formats import content_of, is_pdf, read_lines
    from kensei_docs.extract.text import document_of
    from kensei_docs.extract.text.characters import lost_pairs
    from kensei_docs.languages import codes, is_language
    from kensei_docs.languages import language as language_of
    from kensei_docs.sources import Source

    if language is not None and not is_language(language):
        raise unknown("source new", "language", language, codes())
    if file.suffix.lower() == ".pdf" and not is_pdf(content_of(file)):
        click.echo(f"{file.name}: is no PDF, although it is called one; it is read as what it holds", err=True)
    with Bars() as bars:
        lines = read_lines(file, (), partial(bars.advance, f"Reading {file.name}"), None, placed=True)
    plain = "\n".join(line.text for line in lines)
    likeliest, is_sure = detected.language_of_text(plain)
    spoken = language_of(language or likeliest)
    if not language and not is_sure:
        known = ", ".join(language_of(each).name for each in codes() if language_of(each).function_words)
        click.echo(
            f"{file.name} is read as {spoken.name}, but may be in another language; name it with --language. "
            f"The tool has words of {known}; docs/add-a-language.md says how others are added",
            err=True,
        )
    source = Source(
        id=file.stem,
        title=file.stem,
        edition="",
        language=language or likeliest,
        units=units or detected.units_of_text(plain, spoken) or "cm",
        names=detected.names_in_text(plain, spoken),
        furniture=detected.furniture_of(lines),
    ).model_copy(
        update={
            "lost_ligatures": list(lost_pairs(plain, spoken.dictionary)),
            "no_rules": detected.numbers_of_headings(plain.split("\n")) + detected.numbers_before_headings(lines),
        }
    )
    return document_of(lines, source)


def _headings_with_numbers(document: Document) -> list[str]:
    """Return a regular expression of each heading of a table with a number in it: no record has the heading's name."""
    from kensei_docs.drafting.outline import outline_of

    headed = [one for root in outline_of(document) for one in root.walk() if one.tables and not one.run_in]
    lines = [document.lines[document.line_at(one.start)].text.strip() for one in headed if one.name]
    return [f"^{re.escape(line)}$".replace("\\ ", " ") for line in lines if any(map(str.isdigit, line))]


def _show(file: Path, document: Document, draft: Draft, read: ReadingResult) -> None:
    """Print the outline: each heading, the draft made from it, and the figures that are in no draft."""
    from kensei_docs.drafting.outline import outline_of
    from kensei_docs.languages import language as language_of

    source = document.source
    click.echo(f"{file}: {language_of(source.language).name}, lengths in {_UNIT_NAMES[source.units]}")
    for root in outline_of(document):
        for section in root.walk():
            _show_section(document, section, draft)
    for unread in draft.sections_unread:
        click.echo(f"{unread.name}: what stands there could not be told apart; read it by hand", err=True)
    for failed, error in draft.sections_failed:
        message = "the program has a fault here, and drafts nothing of this section; read it by hand"
        click.echo(f"{file}, {_place(failed.line, failed.page)}, '{failed.name}': {message} ({error})", err=True)
    print_problems(read.problems)
    _show_account(document, draft, read)


def _show_account(document: Document, draft: Draft, read: ReadingResult) -> None:
    """Print how many figures were read, and each that is doubtful or in no record, with its place and the reason.

    Figures that the source declares to be no rules, such as the number of a heading, are counted alone.
    """
    wording = read.wording
    doubtful = {observed.span: observed for observed in read.observations if observed.doubt}
    click.echo(
        f"\n{counted(len(draft.records), 'record')}; {counted(wording.facts, 'figure')} read, "
        f"{len(doubtful)} doubtful, {len(wording.loose)} in no record, {wording.apart} left out as no rules"
    )
    for observed in doubtful.values():
        click.echo(doubt_of(document, observed))
    reasons = {figure.span: figure.reason for figure in read.unresolved}
    for loose in wording.loose:
        span = loose.start, loose.end
        lines, page = document.place(*span)
        doubt = loose.doubt and f"{loose.doubt}; read it by hand"
        reason = reasons.get(span) or doubt or "it may be no figure of the rules"
        click.echo(f"  {_place(lines and lines[0], page)}: '{_words(document, *span)}', in no record: {reason}")


def _words(document: Document, start: int, end: int) -> str:
    """Return ``start:end`` of a document's text on one line."""
    return " ".join(document.text[start:end].split())


def _place(line: int | None, page: int | None) -> str:
    return f"p. {page}" if page else f"line {line}" if line else ""


def _show_section(document: Document, section: Section, draft: Draft) -> None:
    from kensei_docs.drafting.outline import place_of

    place = _place(section.line, section.page)
    counts: dict[str, tuple[int, int]] = {}
    for reading in draft.sections_read:
        if reading.start == section.start:
            records, figures = counts.get(reading.stem, (0, 0))
            counts[reading.stem] = (records + reading.records, figures + reading.figures)
    made = [
        f"{counted(records, 'record')} with {counted(figures, 'figure')} in {stem}.yaml"
        for stem, (records, figures) in counts.items()
    ]
    click.echo(
        f"{place:>9}  {'  ' * section.level}{section.name or '(before the first heading)'}"
        + (f": {', '.join(made)}" if made else "")
    )
    if not (made or section.children or document.text[section.body : section.end].strip()):
        # A picture, such as a map, is in no draft and in nothing that is printed.
        click.echo(f"{'':>9}  {'  ' * section.level}  no text; look there in the document")
    for table in section.tables:
        columns = ", ".join(filter(None, table.heads)) or "no headings"
        click.echo(f"{'':>9}  {'  ' * section.level}  table of {counted(len(table.rows), 'row')}: {columns}")
        # The names of its groups are headings in the table.
        groups = {row.group: row for row in reversed(table.rows) if row.group}
        for name, row in reversed(groups.items()):
            at = _place(*reversed(place_of(document, row.start)))
            click.echo(f"{at:>9}  {'  ' * section.level}  {name}")


def _cite(into: Path, source: Source, read: ReadingResult) -> None:
    """Write the place of every figure into the records of a draft, and accept the wording, by digests, as it is."""
    from kensei_docs.reconcile import differences
    from kensei_docs.reconcile.differences import write
    from kensei_docs.reconcile.wording import record

    edition = Workspace(str(into), date.min).database([source.edition]).editions[source.edition]
    differing = differences(edition, source.id, read)
    write(edition, source.id, read.observations, read.passages, differing, into)
    record(into.joinpath(*WORDING, f"{source.id}.csv"), read.wording)
