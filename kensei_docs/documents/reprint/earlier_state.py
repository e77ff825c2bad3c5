"""The earlier state to compare with: the project on a day, before an erratum, or at a revision in git."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from kensei_docs.database import Database, load
from kensei_docs.problems import Unusable, by_place, closest, unusable
from kensei_docs.project import Project
from kensei_docs.versions.history import checked_out, commit_of, why_no_revision


@dataclass(frozen=True)
class EarlierState:
    """An earlier state; ``label`` is its name, ``revision`` its commit if it is a revision in git."""

    label: str
    project: Project
    database: Database
    revision: str | None = None

    @property
    def slug(self) -> str:
        """The label as a part of a file name."""
        return "since-" + "".join(c if c.isalnum() or c in "-._" else "-" for c in self.label)


def earlier_state(project: Project, name: str, editions: tuple[str, ...] = ()) -> EarlierState:
    """Return the state that a name stands for: a day (``2026-11-01``, the errata of that day), an
    erratum (the rules just before it), or a revision in git (its data and templates).

    Raises Unusable where it is none of these, or where the data of that state have errors.
    """
    then, commit = _project_before(project, name, editions), None
    if then is None:
        commit = commit_of(project, name)
        if commit is None:
            errata = _errata_names(project, editions)
            near = closest(name, [*errata, *map(_without_day, errata)])
            raise unusable(
                "--since",
                f"'{name}' is no day, no erratum and no revision of the "
                f"project in git{near}; write a day such as 2026-11-01, or the name "
                f"of an erratum{_list_latest(errata)}"
                f"{why_no_revision(project)}",
                "since",
            )
        then = replace(project, layers=(checked_out(project, commit), *project.layers[1:]))
    known = then.named_folders("data", "editions")
    database, problems = load(then, [one for one in editions if one in known] or ())
    errors = [problem for problem in by_place(problems) if problem.severity == "error"]
    if errors:
        raise Unusable(*errors)
    return EarlierState(name, then, database, commit)


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
    names = editions or tuple(project.named_folders("data", "editions"))
    return sorted({erratum for edition in names for erratum in project.named_files("data", "errata", edition)})


def _without_day(erratum: str) -> str:
    """Return an erratum's name without its day."""
    return erratum.split("-", 3)[-1]


def _list_latest(errata: list[str]) -> str:
    return f" ({', '.join(errata[-3:])})" if errata else ""
