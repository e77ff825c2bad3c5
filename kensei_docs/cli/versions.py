"""Commands that compare and change the rules as they stand: diff, errata."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kensei_docs.cli._terminal import (
    FileToRead,
    Workspace,
    edition_id_option,
    editions_argument,
    file_argument,
    format_option,
    language_option,
    out_file_option,
    print_json,
    print_problems,
    print_written,
    source_option,
    write_or_print,
)
from kensei_docs.files import write_whole
from kensei_docs.problems import Problem, Unusable, by_place, short_path, unknown, unusable
from kensei_docs.project import SHARED_TEMPLATES, Project, today

if TYPE_CHECKING:
    from kensei_docs.army import Army
    from kensei_docs.catalogues import Translator
    from kensei_docs.database import Database, Edition
    from kensei_docs.database.model import Erratum
    from kensei_docs.documents.change_report import ChangeReport, ChangeReporter, PageLanguage, Pictures
    from kensei_docs.versions import Change, Version
    from kensei_docs.versions.changes import End


@click.command(short_help="Say which rules differ between two editions, revisions or folders.")
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@click.option("--for", "army", metavar="ARMY", type=FileToRead(), help="Show only what touches the army in this file.")
@click.option("--words", is_flag=True, help="Show wording that differs, too.")
@click.option("--pictures/--no-pictures", default=True, help="Show cards before and after on a page (html).")
@format_option("text", "json", "md", "html", "pdf")
@out_file_option(help="Write to this file; a PDF goes to build/ by default.")
@language_option()
@click.pass_obj
def diff(
    work: Workspace,
    a: str,
    b: str | None,
    army: Path | None,
    words: bool,
    pictures: bool,
    form: str,
    out: Path | None,
    language: str,
) -> None:
    """Say which rules differ from A to B, by default the data as it stands now.

    A and B are editions (kensei-2e), revisions of the data in git (v1.2, HEAD~3, or
    kensei-2e@v1.2), an edition as its errata left it on a day (kensei-2e@2026-11-01), or folders
    of data. Exit status 1 where something differs, 2 where either can't be used.
    """
    from kensei_docs.army import read_army
    from kensei_docs.catalogues import Translator
    from kensei_docs.documents.change_report import ChangeReporter, PageLanguage, change_page
    from kensei_docs.documents.layout.renderer import renderer
    from kensei_docs.versions import diff, open_version
    from kensei_docs.versions.revisions import working_version

    project = work.project
    work.require_language(language)
    old = open_version(project, a)
    new = open_version(project, b) if b else working_version(project)
    changes = diff(project, old, new, words)
    print_problems(_unsaid_renames(old, new))
    # The editions of both versions, with the words of the newer.
    both = replace(new.database, editions={**old.database.editions, **new.database.editions})
    fighting = read_army(army, both) if army else None
    # The indices of the changes that concern the army; only a page shows the others too.
    near = _touching(fighting, changes) if fighting else None
    if near is not None and form != "html":
        changes, near = [changes[i] for i in near], None

    def report_in(code: str) -> tuple[ChangeReporter, ChangeReport]:
        translator = Translator(project, both, code)
        reporter = ChangeReporter(project, both, translator)
        a, b = (translator.edition(one.only) if one.only == one.label else one.label for one in (old, new))
        return reporter, reporter.report(a, b, changes, several=not (old.only or new.only), touched=near)

    def of_page(code: str) -> PageLanguage:
        reporter, report = report_in(code)
        links = _references(project, [old, new], code, out)
        return PageLanguage(code, report, reporter.words, links, {name: reporter.edition(name) for name in links})

    if form == "html":
        editions = both.editions.values()
        others = (
            code for code in work.languages if code != language and all(work.is_in(one, code) for one in editions)
        )
        pages = [of_page(code) for code in (language, *others)]
        shown = _pictures(old, new, changes, language) if pictures else {}
        write_or_print(out, change_page(project, pages, shown, fighting.name if fighting else "") + "\n")
    elif form == "json":
        reporter = ChangeReporter(project, both, Translator(project, both, language))
        entries = [change.as_json(change.record.name) | reporter.line_as_json(change) for change in changes]
        write_or_print(out, json.dumps(entries, ensure_ascii=False, indent=1) + "\n")
    elif form == "pdf":
        reporter, report = report_in(language)
        name = "--".join(version.label.replace("/", "-") for version in (old, new))
        file = out or project.output / f"changes-{name}-{language}.pdf"
        engine = renderer()
        write_whole(file, engine.lay_out(reporter.as_html(report), engine.style_sheet(reporter.style())).write_pdf())
        print_written(file.resolve(), f": {report.totals}")
    else:
        reporter, report = report_in(language)
        write_or_print(out, reporter.as_text(report, form, click.style))
    sys.exit(1 if changes else 0)


def _unsaid_renames(old: Version, new: Version) -> Iterator[Problem]:
    """Yield a note for each record that is gone while another one, which is new, has its very words."""
    from kensei_docs.versions.matching import same_words_elsewhere
    from kensei_docs.versions.revisions import pairs_of_editions

    for ours, theirs in pairs_of_editions(old, new):
        for gone, come in same_words_elsewhere(ours, theirs) if ours and theirs and ours.id == theirs.id else ():
            former = gone.slug if gone.kind == come.kind else gone.id
            message = (
                f"'{come.id}' is new and has the very words of '{gone.id}', which is gone; if it is that one under "
                f"another name, write 'was: {former}' into it"
            )
            yield Problem(come.place("name"), message, "lineage", "note")


def _pictures(old: Version, new: Version, changes: list[Change], language: str) -> dict[str, Pictures]:
    """Return pictures of the old and the new card of changed records, by the id that their changes are listed under."""
    from kensei_docs.documents.reprint.changed_cards import BEFORE
    from kensei_docs.documents.reprint.report import card_pictures
    from kensei_docs.versions.revisions import pairs_of_editions

    shown = [change for change in changes if change.change != "out-of-scope"]
    pictures: dict[str, Pictures] = {}
    for ours, theirs in pairs_of_editions(old, new):
        cards: list[dict[str, str]] = []
        for state, edition, suffix, ends in (
            (old, ours, BEFORE, [change.a for change in shown]),
            (new, theirs, "", [change.b for change in shown]),
        ):
            ids = {record.id for end in ends for record in end.records if edition and record.edition == edition.id}
            cards.append(card_pictures(state, edition, language, ids, suffix) if edition and ids else {})
        for change in shown:
            a, b = (card.get(end.ids or "") for card, end in zip(cards, (change.a, change.b), strict=True))
            if a != b:
                pictures.setdefault(change.record.id, (a, b))
    return pictures


def _references(project: Project, versions: list[Version], language: str, out: Path | None) -> dict[str, str]:
    """Return the address of the reference of each edition as ``build`` writes it, from the folder of a page."""
    folder = out.resolve().parent if out else Path.cwd()
    editions = dict.fromkeys(name for version in versions for name in version.editions)
    files = {name: project.output / name / language / "reference.html" for name in editions}
    return {name: Path(os.path.relpath(file, folder)).as_posix() for name, file in files.items()}


def _touching(army: Army, changes: list[Change]) -> list[int]:
    """Return the indices of the changes that concern an army: of its records, and of rules that everybody uses."""
    from kensei_docs.army.pack import Relevance

    relevance = Relevance(army)

    def concerns(change: Change) -> bool:
        records = [record for end in (change.a, change.b) for record in end.records]
        if change.change == "out-of-scope":
            return any(map(relevance.is_own, records))
        ends = [(end.record, end) for end in (change.a, change.b) if end.record and end.value is not None]
        # The army's own edition knows its troops best.
        ends = [pair for pair in ends if pair[0].edition == army.edition.id] or ends
        return any(relevance.concerns(record, _condition(end), end.path) for record, end in ends)

    return [i for i, change in enumerate(changes) if concerns(change)]


def _condition(end: End) -> object:
    """Return the condition of a value as the data have it, None without one."""
    group = end.path.rpartition(".")[0]
    return end.record.get(f"{group}.when") if end.record and group else None


_day_option = click.option(
    "--day", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="From which day it is in force; by default today."
)
_reason_option = click.option("--reason", required=True, help="Why.")
_origin_option = click.option(
    "--from", "origin", default="our ruling", show_default=True, help="Who says so, and where."
)


@click.group(short_help="Keep errata: see which are in force, draft one, put one in force, take one back.")
def errata() -> None:
    """See which errata are in force, draft one, put one in force, or take one back."""


@errata.command("list")
@editions_argument
@language_option()
@format_option("text", "json")
@click.pass_obj
def list_errata(work: Workspace, editions: tuple[str, ...], language: str, form: str) -> None:
    """List the errata, the oldest first, and what each of them changes; without --as-of, those of
    days to come too.

    Exit status 1 where one doesn't fit the rules: its text says why.
    """
    from jinja2 import FileSystemLoader

    from kensei_docs.database import load
    from kensei_docs.database.errata import CHECK
    from kensei_docs.documents.markup.environment import SHARED, Sandbox

    project = work.project
    work.require_editions(editions)
    database, problems = load(project, editions)
    translator = work.translator(database, language)
    misfits = [problem for problem in problems if problem.check == CHECK]
    # Those of days to come are held against the rules of their day.
    is_today = work.as_of is None
    later = load(replace(project, as_of=None), editions)[1] if is_today else []
    misfits += [problem for problem in later if problem.check == CHECK and problem not in misfits]
    if others := [problem for problem in problems if problem.severity == "error" and problem not in misfits]:
        raise Unusable(*by_place(others))
    rows = [
        _erratum_as_json(edition, erratum, translator, misfits)
        for edition in database.editions.values()
        for erratum in (*edition.errata.values(), *(edition.errata_to_come.values() if is_today else ()))
    ]
    if form == "json":
        print_json(rows)
    else:
        sandbox = Sandbox(loader=FileSystemLoader(project.folders(*SHARED_TEMPLATES)))
        sandbox.globals["_"] = lambda words, **figures: translator.template(SHARED, words, figures)
        sandbox.filters |= {"style": click.style, "wrapped": lambda text: click.wrap_text(text, 96, "  ", "  ")}
        shown = [_in_words(row, database, translator) for row in rows]
        click.echo(sandbox.get_template("errata-list.txt.j2").render(errata=shown), nl=False)
    print_problems(problem for problem in misfits if not any(str(problem) in row["problems"] for row in rows))
    sys.exit(1 if any(problem.severity == "error" for problem in misfits) else 0)


def _erratum_as_json(
    edition: Edition, erratum: Erratum, translator: Translator, misfits: list[Problem]
) -> dict[str, Any]:
    entry = erratum.content
    return {
        "edition": edition.id,
        "erratum": erratum.slug,
        "name": translator.name(erratum),
        "reason": translator.text(erratum, "reason"),
        "source": entry.source,
        "changes": [
            {"record": change.record, "fact": change.fact, "from": change.before, "to": change.after}
            for change in entry.changes.values()
        ],
        "added": list(entry.add),
        "withdrawn": entry.withdraw,
        "day": str(erratum.day),
        "in_force": erratum.slug in edition.errata,
        "problems": [str(problem) for problem in misfits if problem.place.file == str(erratum.tree.file)],
    }


def _in_words(row: Mapping[str, Any], database: Database, translator: Translator) -> dict[str, Any]:
    """Return an erratum with its changes, its records and its day in the words of the cards."""
    from babel.dates import format_date

    from kensei_docs.catalogues.fact_names import FactNames

    edition, names = database.editions[row["edition"]], FactNames(database, translator)
    records = {**edition.withdrawn, **edition.records}
    named = {name: translator.name(record) for name, record in records.items()}
    changes = [
        f"{named[name]}, {names.change(records[name], change['fact'], change['from'], change['to'])}"
        if (name := change["record"]) in records
        else name
        for change in row["changes"]
    ]
    added, withdrawn = ([named.get(name, name) for name in row[part]] for part in ("added", "withdrawn"))
    day = format_date(date.fromisoformat(row["day"]), "long", locale=translator.language)
    return {**row, "changes": changes, "added": added, "withdrawn": withdrawn, "day": day}


@errata.command("new")
@click.argument("slug")
@edition_id_option
@click.option(
    "--document",
    type=FileToRead(),
    metavar="FILE",
    help="A mended document: every figure that differs from the database is a change.",
)
@source_option(help="Which document FILE is.")
@click.option(
    "--set", "settings", metavar="RECORD:FACT=VALUE", multiple=True, help="A figure to change; may be given again."
)
@click.option("--withdraw", "gone", metavar="RECORD", multiple=True, help="A record to take out of the rules.")
@_day_option
@click.option("--name", required=True, help="What it mends, as a heading.")
@_reason_option
@_origin_option
@click.pass_obj
def new_erratum(
    work: Workspace,
    slug: str,
    edition_id: str,
    document: Path | None,
    source_id: str | None,
    settings: tuple[str, ...],
    gone: tuple[str, ...],
    day: datetime | None,
    name: str,
    reason: str,
    origin: str,
) -> None:
    """Draft the erratum SLUG of an edition, dated today, and put it in force.

    FACT is a path as 'facts' prints it, or any other part of a record: a condition, one atom of
    it, a member of a list, a cell, a name. An empty VALUE takes a member or an atom away.

    Its changes are those given with --set, and the figures in which a mended document differs
    from the rules in force.
    """
    from kensei_docs.versions.errata_draft import corrections_asked_for, corrections_read, draft_erratum, predecessor_of

    work = work.on(day and day.date())
    edition = work.database([edition_id]).editions[edition_id]
    changes = corrections_asked_for(edition, settings)
    if document:
        changes += corrections_read(edition, _differing(work.project, edition_id, document, source_id))
    if not (changes or gone):
        raise unusable(
            document or "errata new",
            "there is nothing to change; name figures with --set, or a document that differs with --document",
            "errata",
        )
    file_name = f"{day.date() if day else today()}-{slug}"
    after = predecessor_of(edition, work.project, file_name)
    text = draft_erratum(name, reason, origin, changes, withdraw=gone, after=after)
    _write_erratum(work.project, edition, file_name, text)


@errata.command("withdraw")
@click.argument("erratum")
@edition_id_option
@_day_option
@click.option("--name", help="What it mends, as a heading; by default the name of the other.")
@_reason_option
@_origin_option
@click.pass_obj
def withdraw_erratum(
    work: Workspace, erratum: str, edition_id: str, day: datetime | None, name: str | None, reason: str, origin: str
) -> None:
    """Take back what ERRATUM does, by another erratum that turns it round: both stay in the list.

    'errata undo' takes one back that nobody has seen.
    """
    from kensei_docs.database import load
    from kensei_docs.database.errata import CHECK
    from kensei_docs.versions.errata_draft import draft_erratum, predecessor_of, reversed_erratum

    work = work.on(day and day.date())
    project, edition = work.project, work.database([edition_id]).editions[edition_id]
    if erratum not in edition.errata:
        raise unknown("data/errata", "erratum", erratum, edition.errata, CHECK)
    before = load(replace(project, before=erratum), [edition_id])[0].editions[edition_id]
    turned = reversed_erratum(before, edition.errata[erratum].content)
    slug = f"{day.date() if day else today()}-{erratum.split('-', 3)[-1]}-withdrawn"
    after = predecessor_of(edition, project, slug)
    text = draft_erratum(name or edition.errata[erratum].name, reason, origin, **turned, after=after)
    _write_erratum(project, edition, slug, text)


@errata.command("undo")
@click.argument("erratum")
@edition_id_option
@click.pass_obj
def undo_erratum(work: Workspace, erratum: str, edition_id: str) -> None:
    """Take the file of ERRATUM out of your project, as if it had never been written.

    It is refused where another erratum builds on it, and where the erratum comes with the tool.
    """
    from kensei_docs.versions.errata_draft import undo_erratum

    work.require_editions([edition_id])
    click.echo(f"took away {short_path(str(undo_erratum(work.project, edition_id, erratum)))}")


@errata.command("apply")
@file_argument
@edition_id_option
@click.pass_obj
def apply_erratum(work: Workspace, file: Path, edition_id: str) -> None:
    """Put the erratum in FILE in force in an edition of your project.

    It is refused where it doesn't fit the rules in force; 'errata undo' takes it back. What has
    to be translated because of it is listed.
    """
    edition = work.database([edition_id]).editions[edition_id]
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise unusable(file, f"can't be read ({error}); check the file", "errata") from error
    _write_erratum(work.project, edition, file.stem, text)


def _write_erratum(project: Project, edition: Edition, name: str, text: str) -> None:
    """Write an erratum; print its path, and the messages that have to be translated because of it."""
    from kensei_docs.catalogues.messages import localised_messages
    from kensei_docs.check.finding import ruling_of
    from kensei_docs.check.run import check_database
    from kensei_docs.database import load
    from kensei_docs.database.model import day_in_name
    from kensei_docs.versions.errata_draft import write_erratum

    def unknown_names(database: Database) -> Iterator[Problem]:
        findings = check_database(database, ["entity-reference", "known-fields"])
        return (problem for problem in findings if not ruling_of(problem))

    def untranslated(then: Project) -> set[tuple[str, str, bool]]:
        """Return (language, msgctxt, whether an earlier text is translated) of each message without a translation."""
        return {
            (localised.language, localised.message.context, localised.stale)
            for localised in localised_messages(then, load(then, [edition.id])[0])
            if localised.message.domain == edition.id and (localised.stale or not localised.words)
        }

    before = untranslated(project)
    print_written(write_erratum(project, edition.id, name, text, unknown_names))
    then = replace(project, as_of=max(project.as_of, day_in_name(name) or date.min) if project.as_of else None)
    for language, context, stale in sorted(untranslated(then) - before):
        message = "has to be translated again" if stale else "has no translation yet"
        click.echo(f"{language}: '{context}' {message}")


def _differing(
    project: Project, edition_id: str, file: Path, source_id: str | None
) -> list[tuple[str, str, str | None]]:
    """Return (record, fact, value) where a document differs from its edition as printed; raises Unusable."""
    from kensei_docs.cli.reading import figures_of, open_document
    from kensei_docs.database import load
    from kensei_docs.reconcile import differences

    source, document = open_document(project, file, source_id)
    if source.edition != edition_id:
        message = f"{file} is a document of {source.edition} and not of {edition_id}"
        raise unusable("errata new", f"{message}; name that edition, or the document with --source", "errata")
    printed = load(project.as_printed(), [edition_id])[0].editions[edition_id]
    differing = differences(printed, source.id, figures_of(file, source, document))
    return [(each.record, each.fact, each.document) for each in differing if each.change == "differs"]
