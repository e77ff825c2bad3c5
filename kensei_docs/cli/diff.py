"""Say which rules differ between two editions, revisions or folders."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from kensei_docs.army import contents, read_army
from kensei_docs.army.pack import declared_pack
from kensei_docs.catalogues.translator import Translator
from kensei_docs.cli._changes import as_markdown, as_text
from kensei_docs.cli._opening import require_language
from kensei_docs.database import Database
from kensei_docs.documents.layout.renderer import renderer
from kensei_docs.documents.markup.change_report import ChangeReporter
from kensei_docs.files import write_whole
from kensei_docs.problems import short_path
from kensei_docs.project import Project, Where
from kensei_docs.versions import Change, Version, diff, resolve
from kensei_docs.versions.history import working


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
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "md", "html", "pdf"]), default="text", show_default=True
)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to this file; a PDF goes to build/ by default.",
)
@click.option(
    "-l", "--language", metavar="LANGUAGE", default="en", show_default=True, help="The language to report in."
)
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
        changes = _met_by_army(army, old, new, changes)
    if form == "json":
        entries = [change.as_json(change.record.name) for change in changes]
        _put(out, json.dumps(entries, ensure_ascii=False, indent=1) + "\n")
    else:
        _put_report(project, old, new, changes, form, out, language)
    raise SystemExit(1 if changes else 0)


def _put_report(
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
        click.echo(f"wrote {short_path(str(file.resolve()))}: {report.totals}")
    elif form == "html":
        _put(out, reporter.as_html(report) + "\n")
    else:
        _put(out, "\n".join((as_text if form == "text" else as_markdown)(report)) + "\n")


def _put(out: Path | None, text: str) -> None:
    if out:
        write_whole(out, click.unstyle(text))
    else:
        click.echo(text, nl=False)


def _both(old: Version, new: Version) -> Database:
    """Return the editions of both versions, with the words of the newer."""
    return replace(new.database, editions={**old.database.editions, **new.database.editions})


def _title(translator: Translator, version: Version) -> str:
    return translator.edition(version.only) if version.only == version.label else version.label


def _met_by_army(file: Path, old: Version, new: Version, changes: list[Change]) -> list[Change]:
    """Return the changes that an army meets: of what its troops have, and of what all obey."""
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
