"""Say which rules differ between two editions, revisions or folders."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import click

from kensei_docs.army import Army, read_army
from kensei_docs.army.pack import Relevance
from kensei_docs.catalogues import Translator
from kensei_docs.cli._opening import is_in, known_languages, require_language
from kensei_docs.cli._terminal import (
    FileToRead,
    format_option,
    language_option,
    out_file_option,
    print_problems,
    print_written,
    write_or_print,
)
from kensei_docs.database import Database
from kensei_docs.documents.change_report import ChangeReport, ChangeReporter, Line, PageLanguage, Pictures, change_page
from kensei_docs.documents.layout.renderer import renderer
from kensei_docs.documents.reprint.changed_cards import BEFORE
from kensei_docs.documents.reprint.report import card_pictures
from kensei_docs.files import write_whole
from kensei_docs.problems import Problem
from kensei_docs.project import Project, ProjectOptions
from kensei_docs.versions import Change, Version, diff, open_version
from kensei_docs.versions.changes import End
from kensei_docs.versions.matching import same_words_elsewhere
from kensei_docs.versions.revisions import pairs_of_editions, working_version

# The sign before a change on the terminal, and its colour.
_SIGNS = {
    "changed": ("~", "yellow"),
    "added": ("+", "green"),
    "removed": ("-", "red"),
    "renamed": ("=", "cyan"),
    "moved": ("=", "cyan"),
    "out-of-scope": (".", "white"),
}


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@click.option("--for", "army", metavar="ARMY", type=FileToRead(), help="Show only what touches the army in this file.")
@click.option("--words", is_flag=True, help="Show wording that differs, too.")
@click.option("--pictures/--no-pictures", default=True, help="Show cards before and after on a page (html).")
@format_option("text", "json", "md", "html", "pdf")
@out_file_option("Write to this file; a PDF goes to build/ by default.")
@language_option()
@click.pass_obj
def command(
    where: ProjectOptions | None,
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
    project = Project.open(where)
    require_language(project, language)
    old = open_version(project, a)
    new = open_version(project, b) if b else working_version(project)
    changes = diff(project, old, new, words)
    print_problems(_unsaid_renames(old, new))
    fighting = read_army(army, _both(old, new)) if army else None
    near = _touching(fighting, changes) if fighting else None
    if near is not None and form != "html":
        changes, near = [changes[i] for i in near], None
    if form == "json":
        reporter = ChangeReporter(project, both := _both(old, new), Translator(project, both, language))
        entries = [change.as_json(change.record.name) | reporter.line_as_json(change) for change in changes]
        write_or_print(out, json.dumps(entries, ensure_ascii=False, indent=1) + "\n")
    else:
        reporter, report = _report(project, old, new, changes, language, near)
        if form == "pdf":
            _write_pdf(project, reporter, report, out or _file_name(project, old, new, language))
        elif form == "html":
            shown = _pictures(old, new, changes, language) if pictures else {}
            editions = {**old.editions, **new.editions}.values()
            others = [
                code
                for code in known_languages(project)
                if code != language and all(is_in(project, edition, code) for edition in editions)
            ]
            written = [(language, reporter, report)]
            written += [(other, *_report(project, old, new, changes, other, near)) for other in others]
            pages = [_in_language(project, [old, new], out, *other) for other in written]
            write_or_print(out, change_page(project, pages, shown, fighting.name if fighting else "") + "\n")
        else:
            lines = (as_text if form == "text" else as_markdown)(report, reporter.words)
            write_or_print(out, "\n".join(lines) + "\n")
    sys.exit(1 if changes else 0)


def _unsaid_renames(old: Version, new: Version) -> Iterator[Problem]:
    """Yield a note for each record that is gone while another one, which is new, has its very words."""
    for ours, theirs in pairs_of_editions(old, new):
        for gone, come in same_words_elsewhere(ours, theirs) if ours and theirs and ours.id == theirs.id else ():
            former = gone.slug if gone.kind == come.kind else gone.id
            message = (
                f"'{come.id}' is new and has the very words of '{gone.id}', which is gone; if it is that one under "
                f"another name, write 'was: {former}' into it"
            )
            yield Problem(come.place("name"), message, "lineage", "note")


def _report(
    project: Project, old: Version, new: Version, changes: list[Change], language: str, near: list[int] | None
) -> tuple[ChangeReporter, ChangeReport]:
    """Return the report of changes in a language, and its writer; ``near`` are the indices of the changes that concern
    an army."""
    both = _both(old, new)
    translator = Translator(project, both, language)
    reporter = ChangeReporter(project, both, translator)
    titles = _title(translator, old), _title(translator, new)
    return reporter, reporter.report(*titles, changes, several=not (old.only or new.only), touched=near)


def _in_language(
    project: Project,
    versions: list[Version],
    out: Path | None,
    language: str,
    reporter: ChangeReporter,
    report: ChangeReport,
) -> PageLanguage:
    links = _references(project, versions, language, out)
    return PageLanguage(language, report, reporter.words, links, {name: reporter.edition(name) for name in links})


def _file_name(project: Project, old: Version, new: Version, language: str) -> Path:
    name = "--".join(version.label.replace("/", "-") for version in (old, new))
    return project.output / f"changes-{name}-{language}.pdf"


def _write_pdf(project: Project, reporter: ChangeReporter, report: ChangeReport, file: Path) -> None:
    engine = renderer(project.cache)
    sheet = engine.style_sheet(reporter.style())
    write_whole(file, engine.lay_out(reporter.as_html(report), sheet).write_pdf())
    print_written(file.resolve(), f": {report.totals}")


def _pictures(old: Version, new: Version, changes: list[Change], language: str) -> dict[str, Pictures]:
    """Return pictures of the old and the new card of changed records, by the id that their changes are listed under."""
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


def _both(old: Version, new: Version) -> Database:
    """Return the editions of both versions, with the words of the newer."""
    return replace(new.database, editions={**old.database.editions, **new.database.editions})


def _title(translator: Translator, version: Version) -> str:
    return translator.edition(version.only) if version.only == version.label else version.label


def _touching(army: Army, changes: list[Change]) -> list[int]:
    """Return the indices of the changes that concern an army: of its records, and of rules that everybody uses."""
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


def as_text(report: ChangeReport, words: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines that a terminal shows: the totals, the most important changes, then the changes by system."""
    yield click.style(f"{report.a} → {report.b}: {report.totals}", bold=True)
    if report.first:
        yield from ("", click.style(words["first"], bold=True, underline=True))
        for number, change in enumerate(report.first, 1):
            yield f"{number:>2}. {change.line.sentence}" + (f" [{change.line.impact}]" if change.line.impact else "")
    for section in report.sections:
        yield from ("", click.style(section.title, bold=True, underline=True))
        for group in section.groups:
            yield click.style(group.title, fg="bright_black")
            for kind, texts in group.lines_left_out():
                yield f"  {click.style(kind, bold=True)}"
                yield from (f"    {text}" for text in texts)
            for entry in group.entries:
                yield f"  {click.style(entry.name, bold=True)} ({entry.id})"
                for line in entry.lines:
                    sign, colour = _SIGNS[line.change]
                    places = click.style(f"  [{line.places}]", dim=True) if line.places else ""
                    yield f"    {click.style(sign, fg=colour)} {_format_line(line, words)}{places}"
                yield from (f"    {words['ruling']} {ruling}" for ruling in entry.rulings)


def as_markdown(report: ChangeReport, words: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a Markdown page."""
    yield from (f"# {report.a} → {report.b}", "", report.totals)
    if report.first:
        yield from ("", f"## {words['first']}", "")
        for number, change in enumerate(report.first, 1):
            yield f"{number}. {_escape(change.line.sentence)}" + (
                f" *{change.line.impact}*" if change.line.impact else ""
            )
    for section in report.sections:
        yield from ("", f"## {section.title}")
        for group in section.groups:
            yield from ("", f"### {group.title}", "")
            for kind, texts in group.lines_left_out():
                yield f"- **{_escape(kind)}**"
                yield from (f"  - {_escape(text)}" for text in texts)
            for entry in group.entries:
                yield f"- **{_escape(entry.name)}**"
                for line in entry.lines:
                    places = f" — *{line.places}*" if line.places else ""
                    yield f"  - {_escape(_format_line(line, words))}{places}"
                yield from (f"  - {_escape(words['ruling'])} {_escape(ruling)}" for ruling in entry.rulings)


def _format_line(line: Line, words: Mapping[str, str]) -> str:
    values = " → ".join(value for value in (line.old, line.new) if value is not None)
    if line.old is not None and line.new is None:
        values = f"{line.old} → –"
    if line.old is None and line.new is None:
        values = words["new" if line.change == "added" else "gone"]
        return f"{values}: {line.says}" if line.says else values
    label = f"{line.label}: " if line.label else ""
    more = " ".join(filter(None, (line.note, f"[{line.impact}]" if line.impact else "")))
    return f"{label}{values}" + (f" {more}" if more else "")


def _escape(words: str) -> str:
    """Return words with a backslash before each character that means something in Markdown."""
    return "".join(f"\\{letter}" if letter in "*_`[]<>#|" else letter for letter in words)
