"""The earlier state that a reprint is held against: of a day, before an erratum, or of a revision in git."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from kensei_docs.catalogues.maintenance import catalogue_as_printed
from kensei_docs.catalogues.messages import REPORTS
from kensei_docs.database import Database, load
from kensei_docs.files import write_whole
from kensei_docs.problems import closest, unusable
from kensei_docs.project import EDITIONS, ERRATA, Project
from kensei_docs.versions.history import (
    changed_since,
    checked_out,
    commit_of,
    commit_without,
    last_commit_of,
    load_valid,
    why_no_revision,
)

_LOCALE = "data/locale"


@dataclass(frozen=True)
class EarlierState:
    """An earlier state; ``label`` is its name, ``revision`` its commit if it is a revision in git.

    Of a day or an erratum, ``wordings`` is the commit that its translations are from; None where they are today's.
    """

    label: str
    project: Project
    database: Database
    revision: str | None = None
    wordings: str | None = None

    @property
    def slug(self) -> str:
        """The label as a part of a file name."""
        return "since-" + "".join(c if c.isalnum() or c in "-._" else "-" for c in self.label)


def earlier_state(project: Project, name: str, editions: tuple[str, ...] = ()) -> EarlierState:
    """Return the state that a name stands for: a day (``2026-11-01``, the errata of that day), an
    erratum (the rules just before it), or a revision in git (its data and templates).

    A day and an erratum have the translations of that time too where the project is kept in git. Raises Unusable where
    the name is none of these, or where the data of that state have errors."""
    then, commit, wordings = _project_before(project, name, editions), None, None
    if then is not None:
        then, wordings = _with_translations(then, _commit_before(project, then, editions), editions)
    else:
        commit = commit_of(project, name)
        if commit is None:
            errata = _errata_names(project, editions)
            near = closest(name, [*errata, *map(_without_day, errata)])
            latest = f" ({', '.join(errata[-3:])})" if errata else ""
            raise unusable(
                "--since",
                f"'{name}' is neither a day nor an erratum nor a revision of the project in git{near}; write a day "
                f"such as 2026-11-01, or the name of an erratum{latest}{why_no_revision(project)}",
                "since",
            )
        then = replace(project, layers=(checked_out(project, commit), *project.layers[1:]))
    known = then.named_folders(*EDITIONS)
    return EarlierState(name, then, load_valid(then, [one for one in editions if one in known]), commit, wordings)


def _project_before(project: Project, name: str, editions: tuple[str, ...]) -> Project | None:
    try:
        return replace(project, as_of=date.fromisoformat(name))
    except ValueError:
        pass
    # An erratum may be named with its edition, and without its day.
    short = name.rpartition("/")[2]
    found = [one for one in _errata_names(project, editions) if short in (one, _without_day(one))]
    if len(found) > 1:
        raise unusable("--since", f"there are several errata '{name}': {', '.join(found)}; write one of these", "since")
    return replace(project, before=found[0]) if found else None


def _errata_names(project: Project, editions: tuple[str, ...]) -> list[str]:
    names = editions or tuple(project.named_folders(*EDITIONS))
    return sorted({erratum for edition in names for erratum in project.named_files(*ERRATA, edition)})


def _without_day(erratum: str) -> str:
    """Return an erratum's name without its day."""
    return erratum.split("-", 3)[-1]


def _commit_before(project: Project, then: Project, editions: tuple[str, ...]) -> str | None:
    """Return the last commit of a state's day, or that before the state's erratum was added; None for none."""
    if then.before is None:
        return last_commit_of(project, then.as_of) if then.as_of else None
    for edition in editions or project.named_folders(*EDITIONS):
        file = project.named_files(*ERRATA, edition).get(then.before)
        if file and project.holds(file):
            return commit_without(project, file)
    return None


def _with_translations(project: Project, commit: str | None, editions: Sequence[str]) -> tuple[Project, str | None]:
    """Return the project with the translations of a commit over its own, and the commit; None where they are the same.

    What had no translation then was printed in its own words. A message that wasn't there then, as its text was changed
    since without an erratum, keeps the translation of today.
    """
    if commit is None or not (changed := changed_since(project, commit, _LOCALE)):
        return project, None
    root = checked_out(project, commit)
    then = replace(project, layers=(root, *project.layers[1:]))
    known = then.named_folders(*EDITIONS)
    database, _ = load(then, [one for one in editions if one in known])
    folder = root.with_name(f"{commit}-translations")
    for name in map(Path, changed):
        if name.suffix == ".po" and name.stem != REPORTS:
            write_whole(folder / name, catalogue_as_printed(then, database, name.parent.name, name.stem))
    return replace(project, layers=(folder, *project.layers)), commit
