"""Bring the translation catalogues up to date, and see what they lack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kensei_docs.project import Where


@click.group()
def command() -> None:
    """Bring the translation catalogues up to date, and see what they lack."""


@command.command()
@click.pass_obj
def update(where: Where) -> None:
    """Write today's messages into every language's catalogues.

    A translation stays with its message; where the message changed, it is marked stale (fuzzy).
    """
    from kensei_docs.catalogues.messages import languages
    from kensei_docs.catalogues.upkeep import update_language
    from kensei_docs.cli._opening import open_database

    project, database = open_database(where)
    for language in languages(project):
        for file, state in update_language(project, database, language):
            click.echo(f"{file}: {state}")


@command.command()
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.pass_obj
def status(where: Where, form: str) -> None:
    """Show how much of each catalogue is translated; exit status 1 where anything lacks."""
    import json
    import sys

    from kensei_docs.catalogues.messages import languages
    from kensei_docs.catalogues.upkeep import language_status
    from kensei_docs.cli._opening import open_database

    project, database = open_database(where)
    rows = [row for language in languages(project)
            for row in language_status(project, database, language)]
    for row in rows:
        if form == "json":
            click.echo(json.dumps(row))
        else:
            click.echo("{language} {domain}: {translated} of {messages} translated, "
                       "{stale} stale, {missing} missing".format(**row))
    sys.exit(1 if any(row["stale"] or row["missing"] for row in rows) else 0)
