"""Bring the translation catalogues up to date, see what they lack, and compile them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from kensei_docs.catalogues.messages import is_wanted, languages
from kensei_docs.catalogues.update import compile_catalogues, language_status, update_language
from kensei_docs.check.run import check_words
from kensei_docs.cli._opening import open_database
from kensei_docs.cli._terminal import format_option, out_folder_option, print_written
from kensei_docs.files import write_whole
from kensei_docs.problems import Unusable
from kensei_docs.project import ProjectOptions

# The checks whose findings make a translation broken; 'status' counts the same.
_BROKEN = ("catalogues-are-valid", "placeholders", "no-stray-characters")


@click.group()
def command() -> None:
    """Bring the translation catalogues up to date, see what they lack, and compile them."""


@command.command()
@click.pass_obj
def update(where: ProjectOptions) -> None:
    """Write today's messages into every language's catalogues.

    A translation stays with its message; where the message changed, it is marked stale (fuzzy). What has no message
    today is kept as obsolete, and comes back with its message.
    """
    project, database = open_database(where)
    for language in languages(project):
        if not is_wanted(project, language):
            continue
        for file, state in update_language(project, database, language):
            click.echo(f"{file}: {state}")


@command.command()
@format_option("text", "json")
@click.pass_obj
def status(where: ProjectOptions, form: str) -> None:
    """Show how much of each catalogue is translated; exit status 1 where anything lacks."""
    project, database = open_database(where)
    rows = [row for language in languages(project) for row in language_status(project, database, language)]
    line = "{language} {domain}: {translated} of {messages} translated, {stale} stale, {missing} missing"
    for row in rows:
        more = "".join(f", {row[state]} {state}" for state in ("broken", "obsolete") if row[state])
        click.echo(json.dumps(row) if form == "json" else line.format(**row) + more)
    sys.exit(1 if any(row["stale"] or row["missing"] or row["broken"] for row in rows) else 0)


@command.command("compile")
@out_folder_option("The folder to write into; by default build/locale of the project.")
@click.pass_obj
def compile_(where: ProjectOptions, out: Path | None) -> None:
    """Write the catalogues as .mo files, which other programs read.

    Writes OUT/LANGUAGE/LC_MESSAGES/DOMAIN.mo, the same bytes for the same words. Stale
    translations are left out. A catalogue counts as its Plural-Forms say. Nothing is written where
    'kensei-docs check' finds a catalogue or a translation broken.
    """
    project, database = open_database(where)
    if wrong := list(check_words(project, database, _BROKEN)):
        raise Unusable(*wrong)
    into = out or project.output / "locale"
    for language, domain, data, many in compile_catalogues(project):
        file = into / language / "LC_MESSAGES" / f"{domain}.mo"
        write_whole(file, data)
        print_written(file, f": {many} translated")
