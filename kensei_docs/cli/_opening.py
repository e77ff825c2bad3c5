"""What commands do first: open the project and its database; refuse an edition, language or name that isn't there."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import click

from kensei_docs.catalogues import MESSAGE_LANGUAGE, languages
from kensei_docs.database import Database, load
from kensei_docs.problems import Unusable, by_place, closest, unusable
from kensei_docs.project import Project, Where


def open_database(where: Where | None, editions: Collection[str] = ()) -> tuple[Project, Database]:
    """Return the project and its database, of some ``editions`` or of all.

    Raises Unusable where their data has errors or one of them isn't there.
    """
    project = Project.open(where)
    require_editions(project, editions)
    database, problems = load(project, editions)
    errors = [problem for problem in by_place(problems) if problem.severity == "error"]
    if errors:
        raise Unusable(*errors)
    for problem in problems:
        click.echo(str(problem), err=True)
    return project, database


def require_editions(project: Project, editions: Collection[str]) -> None:
    """Raise Unusable for an edition that the project doesn't have."""
    known = project.named_folders("data", "editions")
    for edition in editions:
        if edition not in known:
            raise unusable(
                "data/editions",
                f"there is no edition '{edition}'{closest(edition, known)}; known are {', '.join(known)}",
                "edition",
            )


def require_language(project: Project, language: str) -> None:
    """Raise Unusable for a language that the project doesn't speak."""
    known = list(dict.fromkeys([MESSAGE_LANGUAGE, *languages(project)]))
    if language not in known:
        raise unusable(
            "data/locale",
            f"there is no language '{language}'{closest(language, known)}; known are {', '.join(known)}",
            "language",
        )


def one_of(what: str, asked: Iterable[str], known: tuple[str, ...], usual: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names asked for, ``usual`` for all; raises Unusable for one that isn't known."""
    found: list[str] = []
    for name in (part.strip().lower() for given in asked for part in given.split(",")):
        if name == "all" and usual:
            found += usual
        elif name in known:
            found.append(name)
        else:
            raise unusable(
                "build", f"there is no {what} '{name}'{closest(name, known)}; known are {', '.join(known)}", what
            )
    return tuple(dict.fromkeys(found))
