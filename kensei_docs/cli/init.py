"""Begin a project of your own: a game of yours, or units and errata for a shipped edition."""

from __future__ import annotations

from pathlib import Path

import click

from kensei_docs.cli._opening import require_editions, require_language
from kensei_docs.cli._terminal import print_written
from kensei_docs.problems import short_path, unusable
from kensei_docs.project import Project, ProjectOptions, starter_files, write_project


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option("--name", metavar="NAME", help="The name of the game; by default the folder's.")
@click.option("--language", metavar="LANGUAGE", default="en", show_default=True, help="The language of its rules.")
@click.option(
    "--over", "edition", metavar="EDITION", help="Begin no game, but your own units and errata for this edition."
)
@click.pass_obj
def command(where: ProjectOptions, folder: str, name: str | None, language: str, edition: str | None) -> None:
    """Begin a project in DIR, a new or an empty folder.

    It holds a few records that show every idea, how to print them, and a README that says what to
    do next. It can be checked and printed at once.
    """
    # The folder itself is not a project yet: the editions and languages are the shipped ones.
    project = Project.open(where)
    require_language(project, language)
    into = Path(folder).absolute()
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise unusable(folder, "is there already, and not an empty folder; name another", "init")
    if edition:
        require_editions(project, (edition,))
    title = " ".join((name or edition or into.name).split())
    files = dict(starter_files(project, title, language, edition))
    write_project(into, files)
    for file in files:
        print_written(into / file)
    click.echo(f"{short_path(str(into / 'README.md'))} says what to do next")
