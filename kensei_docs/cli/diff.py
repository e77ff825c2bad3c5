"""Say which rules differ between two editions, revisions or folders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from kensei_docs.army import contents, read_army
from kensei_docs.army.pack import declared_pack
from kensei_docs.catalogues.translator import Translator
from kensei_docs.cli._opening import require_language
from kensei_docs.cli._options import format_option, language_option, out_file_option
from kensei_docs.cli._output import print_written, write_or_print
from kensei_docs.database import Database
from kensei_docs.documents.layout.renderer import renderer
from kensei_docs.documents.markup.change_report import ChangeReport, ChangeReporter, Line
from kensei_docs.files import write_whole
from kensei_docs.project import Project, Where
from kensei_docs.versions import Change, Version, diff, resolve
from kensei_docs.versions.history import working

_COLOURS = {
    "changed": "yellow",
    "added": "green",
    "removed": "red",
    "renamed": "cyan",
    "moved": "cyan",
    "out-of-scope": "white",
}
_SIGNS = {"changed": "~", "added": "+", "removed": "-", "renamed": "=", "moved": "=", "out-of-scope": "."}


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@click.option(
    "--for",
    "army",
    metavar="ARMY",
    type=click.Path(path_type=Path),
    help="Show only what touches the army in this file.",
)
@click.option("--words", is_flag=True, help="Show wording that differs, too.")
@format_option("text", "json", "md", "html", "pdf")
@out_file_option("Write to this file; a PDF goes to build/ by default.")
@language_option()
@click.pass_obj
def command(
    where: Where | None,
    a: str,
    b: str | None,
    army: Path | None,
    words: bool,
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
    old = resolve(project, a)
    new = resolve(project, b) if b else working(project)
    changes = diff(project, old, new, words)
    if army:
        changes = _touching_army(army, old, new, changes)
    if form == "json":
        entries = [change.as_json(change.record.name) for change in changes]
        write_or_print(out, json.dumps(entries, ensure_ascii=False, indent=1) + "\n")
    else:
        _write_report(project, old, new, changes, form, out, language)
    raise SystemExit(1 if changes else 0)


def _write_report(
    project: Project, old: Version, new: Version, changes: list[Change], form: str, out: Path | None, language: str
) -> None:
    both = _both(old, new)
    translator = Translator(project, both, language)
    reporter = ChangeReporter(project, both, translator)
    titles = _title(translator, old), _title(translator, new)
    report = reporter.report(*titles, changes, several=not (old.only or new.only))
    if form == "pdf":
        name = "--".join(version.label.replace("/", "-") for version in (old, new))
        file = out or project.output / f"changes-{name}-{language}.pdf"
        engine = renderer(project.cache)
        sheet = engine.style_sheet(reporter.style(fonts=True))
        write_whole(file, engine.lay_out(reporter.as_html(report, fonts=True), sheet).write_pdf())
        print_written(file.resolve(), f": {report.totals}")
    elif form == "html":
        write_or_print(out, reporter.as_html(report) + "\n")
    else:
        write_or_print(out, "\n".join((as_text if form == "text" else as_markdown)(report)) + "\n")


def _both(old: Version, new: Version) -> Database:
    """Return the editions of both versions, with the words of the newer."""
    return replace(new.database, editions={**old.database.editions, **new.database.editions})


def _title(translator: Translator, version: Version) -> str:
    return translator.edition(version.only) if version.only == version.label else version.label


def _touching_army(file: Path, old: Version, new: Version, changes: list[Change]) -> list[Change]:
    """Return the changes that touch an army: of what its troops have, and of the rules that every army obeys."""
    both = _both(old, new)
    army = read_army(file, both)
    owned = declared_pack(army.edition).kinds_of_troops
    held = {item.record.id for item in contents(army).items}
    return [
        change
        for change in changes
        if change.record.kind not in owned
        or any(record.id in held for record in (*change.a.records, *change.b.records))
    ]


def as_text(report: ChangeReport) -> Iterator[str]:
    """Yield the lines that a terminal shows: the totals first, then what they are made of."""
    yield click.style(f"{report.a} → {report.b}: {report.totals}", bold=True)
    for section in report.sections:
        yield ""
        yield click.style(section.title, bold=True, underline=True)
        for group in section.groups:
            yield click.style(group.title, fg="bright_black") + (f" {group.summary}" if group.summary else "")
            for entry in group.entries:
                yield f"  {click.style(entry.name, bold=True)} ({entry.id})"
                for line in entry.lines:
                    sign = click.style(_SIGNS[line.change], fg=_COLOURS[line.change])
                    places = click.style(f"  [{line.places}]", dim=True) if line.places else ""
                    yield f"    {sign} {_format_line(line)}{places}"


def as_markdown(report: ChangeReport) -> Iterator[str]:
    """Yield the lines of a Markdown page."""
    yield f"# {report.a} → {report.b}"
    yield ""
    yield report.totals
    for section in report.sections:
        yield ""
        yield f"## {section.title}"
        for group in section.groups:
            yield ""
            yield f"### {group.title}"
            yield ""
            if group.summary:
                yield group.summary
            for entry in group.entries:
                yield f"- **{_escape(entry.name)}**"
                for line in entry.lines:
                    places = f" — *{line.places}*" if line.places else ""
                    yield f"  - {_escape(_format_line(line))}{places}"


def _format_line(line: Line) -> str:
    values = " → ".join(value for value in (line.old, line.new) if value is not None)
    if line.old is not None and line.new is None:
        values = f"{line.old} → –"
    label = f"{line.label}: " if line.label else ""
    return f"{label}{values}" + (f" {line.note}" if line.note else "")


def _escape(words: str) -> str:
    """Return words with a backslash before each character that means something in Markdown."""
    return "".join(f"\\{letter}" if letter in "*_`[]<>#|" else letter for letter in words)
