"""The earlier state with which a reprint is compared: of a day, before an erratum, or of a revision in git.

Its templates are filled in by a second process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from kensei_docs.catalogues.messages import REPORTS
from kensei_docs.catalogues.update_status_compile import catalogue_as_printed
from kensei_docs.database import Database, load
from kensei_docs.documents.build import Fill, Order, SetName, fill_in, plan
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.kinds.rows_and_copies import Row
from kensei_docs.documents.markup.templates import Sides, Templates
from kensei_docs.files import write_whole
from kensei_docs.problems import Place, Problem, Unusable, closest, unusable
from kensei_docs.processes import beside, can_fork
from kensei_docs.project import DATA, EDITIONS, ERRATA, Project, today
from kensei_docs.versions.named_versions import (
    changed_since,
    checked_out,
    commit_of,
    commit_without,
    last_commit_of,
    load_valid,
    why_no_revision,
)

# The markup of the faces of each row, by its face set and its slug.
_Markup = Mapping[tuple[SetName, str], Sequence[str]]
_LOCALE = "data/locale"


@dataclass(frozen=True)
class EarlierState:
    """An earlier state; ``label`` is its name, ``revision`` its commit if it is a revision in git.

    For a day or an erratum, ``wordings`` is the commit of its translations; None if they are the present ones.
    ``problems`` say what has changed since a day that is not counted by day.
    """

    label: str
    project: Project
    database: Database
    revision: str | None = None
    wordings: str | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def slug(self) -> str:
        """The label as a part of a file name."""
        return "since-" + "".join(c if c.isalnum() or c in "-._" else "-" for c in self.label)


def earlier_state(project: Project, name: str, editions: tuple[str, ...] = ()) -> EarlierState:
    """Return the state with a name: a day (``2026-11-01``), an erratum, or a revision in git.

    The state of a day has its errata, the state of an erratum the rules just before it, the state of a revision its
    data and templates. The first two have the translations of that time too, if the project is kept in git. Raises
    Unusable if the name is none of these or a day to come, or if the data of the state have errors.
    """
    then = _project_before(project, name, editions)
    commit: str | None = None
    wordings: str | None = None
    problems: tuple[Problem, ...] = ()
    if then is not None:
        problems = tuple(_uncounted(project, then, editions))
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
    database = load_valid(then, [edition for edition in editions if edition in known])
    return EarlierState(name, then, database, commit, wordings, problems)


def _project_before(project: Project, name: str, editions: tuple[str, ...]) -> Project | None:
    """Return the project on a day, or before an erratum; None if the name is neither."""
    with suppress(ValueError):
        day = date.fromisoformat(name)
        if day > (now := project.as_of or today()):
            raise unusable("--since", f"{name} is a day to come; write one up to {now}", "since")
        return replace(project, as_of=day)
    # An erratum may be named with its edition, and without its day.
    short = name.rpartition("/")[2]
    errata = [erratum for erratum in _errata_names(project, editions) if short in (erratum, _without_day(erratum))]
    if len(errata) > 1:
        raise unusable(
            "--since", f"there are several errata '{name}': {', '.join(errata)}; write one of these", "since"
        )
    return replace(project, before=errata[0]) if errata else None


def _errata_names(project: Project, editions: tuple[str, ...]) -> list[str]:
    names = editions or tuple(project.named_folders(*EDITIONS))
    return sorted({erratum for edition in names for erratum in project.named_files(*ERRATA, edition)})


def _without_day(erratum: str) -> str:
    """Return an erratum's name without its day."""
    return erratum.split("-", 3)[-1]


def _commit_before(project: Project, then: Project, editions: tuple[str, ...]) -> str | None:
    """Return the last commit of a state's day, or the commit before its erratum was added; None without one."""
    if then.before is None:
        return last_commit_of(project, then.as_of) if then.as_of else None
    for edition in editions or project.named_folders(*EDITIONS):
        file = project.named_files(*ERRATA, edition).get(then.before)
        if file and project.holds(file):
            return commit_without(project, file)
    return None


def _uncounted(project: Project, then: Project, editions: tuple[str, ...]) -> Iterator[Problem]:
    """Yield an error where the data have changed in git since the day of a state, but for errata: these alone have a
    day."""
    commit = last_commit_of(project, then.as_of) if then.before is None and then.as_of else None
    if commit is None:
        return
    of_editions = ["/".join((*EDITIONS, edition, "")) for edition in editions or project.named_folders(*EDITIONS)]
    printed = tuple(f"{DATA}/{name}" for name in ("vocabulary.yaml", "glossary.yaml"))
    changed = [file for file in changed_since(project, commit, DATA) if file.startswith((*of_editions, *printed))]
    if changed:
        files = changed[0] if len(changed) == 1 else f"{changed[0]} and {len(changed) - 1} more"
        message = f"by day, errata alone are counted, but {files} changed since {then.as_of} without one"
        yield Problem(Place("--since"), f"{message}; to print that too, write --since {commit[:10]}", "since")


def _with_translations(project: Project, commit: str | None, editions: Sequence[str]) -> tuple[Project, str | None]:
    """Return the project with the translations of a commit over its own, and the commit; None if they are the same.

    A message without a translation at that time was printed untranslated. A message that did not exist then, because
    its text was changed since without an erratum, keeps the present translation.
    """
    if commit is None or not (changed := changed_since(project, commit, _LOCALE)):
        return project, None
    root = checked_out(project, commit)
    then = replace(project, layers=(root, *project.layers[1:]))
    known = then.named_folders(*EDITIONS)
    database, _ = load(then, [edition for edition in editions if edition in known])
    folder = root.with_name(f"{commit}-translations")
    for name in map(Path, changed):
        if name.suffix == ".po" and name.stem != REPORTS:
            write_whole(folder / name, catalogue_as_printed(then, database, name.parent.name, name.stem))
    return replace(project, layers=(folder, *project.layers)), commit


def order_before(before: EarlierState, order: Order) -> tuple[Order, list[Problem]]:
    """Return the same order for the earlier state, and the problems of that state's kinds."""
    kinds, faults = load_kinds(before.project)
    asked = {kind.name for kind in order.kinds}
    editions = before.database.editions
    return replace(
        order,
        kinds=[kind for name, kind in kinds.items() if name in asked],
        editions=[editions[edition.id] for edition in order.editions if edition.id in editions],
    ), faults


@contextmanager
def filled_in_parallel(project: Project, database: Database, order: Order) -> Iterator[Callable[[], Fill]]:
    """Fill in the templates of an order in a second process, if there is a free core.

    Yields a function that waits for that process and returns the ``Fill`` with its markup, for ``plan``. What the
    process did not send is filled in by this one, with the same result.
    """
    if not can_fork():
        yield lambda: fill_in
        return
    with beside(_markup_of, project, database, order) as received:
        yield lambda: _fill_with(received() or {})


def _fill_with(markup: _Markup) -> Fill:
    def fill(name: SetName, templates: Templates, row: Row) -> Sides:
        return templates.fill(row, markup.get((name, row.slug)))

    return fill


def _markup_of(project: Project, database: Database, order: Order) -> _Markup:
    all_markup: dict[tuple[SetName, str], Sequence[str]] = {}

    def fill(name: SetName, templates: Templates, row: Row) -> Sides:
        markup = all_markup[name, row.slug] = templates.markup(row)
        return templates.fill(row, markup)

    # The first process finds the same problem, and reports it.
    with suppress(Unusable):
        plan(project, database, order, screen=False, fill=fill)
    return all_markup
