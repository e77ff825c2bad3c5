"""What commands do first: open the project and its database, and refuse what can't be used."""

from __future__ import annotations

from collections.abc import Iterable

import click

from kensei_docs.database import Database, load
from kensei_docs.problems import Place, Problem, Unusable, by_place, closest
from kensei_docs.project import Project


def open_database(folder: str | None, editions: Iterable[str] = ()) -> tuple[Project, Database]:
    """Return the project and its database.

    Raises Unusable where the data has errors or one of the ``editions`` asked for isn't there.
    """
    project = Project.open(folder)
    database, problems = load(project)
    errors = [problem for problem in by_place(problems) if problem.severity == "error"]
    if errors:
        raise Unusable(*errors)
    for problem in problems:
        click.echo(str(problem), err=True)
    require_editions(database, editions)
    return project, database


def require_editions(database: Database, editions: Iterable[str]) -> None:
    """Raise Unusable for an edition that is not in the database."""
    for edition in editions:
        if edition not in database.editions:
            raise Unusable(Problem(Place("data/editions"), f"there is no edition '{edition}'"
                                   f"{closest(edition, database.editions)}; known are "
                                   f"{', '.join(database.editions)}", "edition"))
