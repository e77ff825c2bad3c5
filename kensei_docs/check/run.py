"""Runs the checks: of the database, of the words in catalogues, or all that a project can be checked for.

The checks themselves stand in ``data``, ``catalogues``, ``words``, ``project_files``, ``document`` and ``rulings``;
``proofread`` runs those of ``document`` on a document.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from kensei_docs.catalogues.messages import localised_messages
from kensei_docs.check import catalogues, data, messages, proofread, rulings
from kensei_docs.check.finding import Finding, ruling_of
from kensei_docs.check.rulings import one_ruling_a_finding, ruling_without_finding, settle
from kensei_docs.database import Database, load
from kensei_docs.database.errata import CHECK as ERRATA
from kensei_docs.discover import modules_of
from kensei_docs.problems import Check, Problem, Unusable, by_place, checks_in
from kensei_docs.project import Project

# What loading the database reports, by the name under which it does; the loader itself checks it.
_PROMISES_OF_LOADING: Mapping[str, str] = {
    "yaml": "A file of data/ is UTF-8 text and YAML, and no key stands twice.",
    "data": "A file of data/ has the shape of its kind.\n\nIds are small letters, digits and "
    "hyphens, every record has a name, and every ruling a decision.",
    "spreadsheet": "A cell of a spreadsheet holds what its column takes, and every column is known.",
    "errata": "`from` of an erratum equals the value that is there now.",
    "vocabulary": "What a record names of the vocabulary is there: its hooks, conditions and $figures.",
}


def pages() -> dict[str, str]:
    """Return the manual's page of every check, by name; one of the database and of documents has both pages."""
    # It imports all stages: commands that check no files need not wait for them.
    from kensei_docs.check import project_files

    places = (project_files, catalogues, messages, data, rulings)
    of_checks = {name: check.page for place in places for name, check in _checks_of(place).items()}
    every_page = {name: f"{promise}\n\nSeverity: error." for name, promise in _PROMISES_OF_LOADING.items()} | of_checks
    for name, page in proofread.pages().items():
        every_page[name] = f"{every_page[name]}\n\n{page}" if name in every_page else page
    return dict(sorted(every_page.items()))


def check_project(
    project: Project, editions: tuple[str, ...], names: Collection[str], with_errata_to_come: bool = True
) -> Iterator[Problem]:
    """Yield what the checks ``names`` find in some editions (by default in the project's own), and in loading them.

    ``with_errata_to_come``: errata of later days have to fit the rules of their day. Raises Unusable where there is no
    edition, and at last, after what the other checks find, where a catalogue or a template can't be read.
    """
    from kensei_docs.check import project_files

    editions = editions or project.own_editions
    database, problems = load(project, editions)
    if not database.editions:
        raise Unusable(*problems)
    if with_errata_to_come:
        later = load(replace(project, as_of=None), editions)[1]
        problems += [problem for problem in later if problem.check == ERRATA and problem not in problems]
    fault = next((problem for problem in by_place(problems) if problem.severity == "error"), None)
    checked = project_files.CheckedProject(project, database)
    of_files = (_found(check, checked, fault) for name, check in _checks_of(project_files).items() if name in names)
    refused: dict[Problem, None] = {}
    for found in (
        problems,
        check_database(database, names, fault),
        check_words(project, database, names, fault),
        (problem for of_check in of_files for problem in of_check),
    ):
        try:
            for problem in found:
                if problem.check in names and (not editions or problem.edition in (None, *editions)):
                    yield problem
        except Unusable as unreadable:
            refused |= dict.fromkeys(unreadable.problems)
    if refused:
        raise Unusable(*refused)


def check_printed(
    project: Project, database: Database, records: Collection[str], folders: Iterable[Path]
) -> Iterator[Problem]:
    """Yield what makes a print wrong: the findings of checks ``of_print`` that no ruling settles.

    ``records`` are the kinds of record that are printed (none: all), ``folders`` those of the kinds of document. The
    editions of ``database`` are printed; the others of the project are read only where a template asks for what these
    lack.
    """
    from kensei_docs.check import project_files

    of_data = [name for name, check in _checks_of(data).items() if check.of_print]
    for problem in check_database(database, of_data):
        kind = (problem.record or "").partition("/")[0]
        if not ruling_of(problem) and (not records or not kind or kind in records):
            yield problem
    of_kinds = tuple(folders)
    alone, whole = (project_files.CheckedProject(project, database, alone, of_kinds) for alone in (True, False))
    for check in _checks_of(project_files).values():
        if check.of_print and any(check(alone)):
            yield from check(whole)


def check_database(
    database: Database, names: Collection[str] | None = None, fault: Problem | None = None
) -> Iterator[Finding]:
    """Yield what the checks (by default all) find in the database, each finding with the ruling that settles it.

    ``fault`` is an error of loading the data: a check that it stops says so.
    """
    checks = _checks_of(data)
    ran = [name for name in checks if names is None or name in names]
    findings = [finding for name in ran for finding in _found(checks[name], database, fault)]
    yield from settle(database, findings)
    if names is None or one_ruling_a_finding.name in names:
        yield from dict.fromkeys(one_ruling_a_finding(database, findings))
    if names is None or ruling_without_finding.name in names:
        yield from ruling_without_finding(database, findings, ran, checks)


def check_words(
    project: Project, database: Database, names: Collection[str] | None = None, fault: Problem | None = None
) -> Iterator[Problem]:
    """Yield what the checks (by default all) find in the messages and translations of every language.

    ``fault`` is an error of loading the data: a check that it stops says so. Raises Unusable where a catalogue can't be
    read.
    """
    for name, of_files in _checks_of(catalogues).items():
        if names is None or name in names:
            yield from of_files(project)
    checks = [check for name, check in _checks_of(messages).items() if names is None or name in names]
    every_message = list(localised_messages(project, database)) if checks else []
    for check in checks:
        yield from _found(check, every_message, fault)


def _found(check: Check[Any], given: Any, fault: Problem | None) -> list[Any]:
    """Return what a check finds; where data have a ``fault`` that stops it, a finding that says so."""
    try:
        return list(check(given))
    except Unusable:
        raise
    except Exception:
        # Data with an error may have any shape, so a check may fail in any way. Sound data never hide such a failure.
        if fault is None:
            raise
        return [Finding(fault.place, "has a fault that stops this check; mend that first", check.name)]


def _checks_of(place: ModuleType) -> dict[str, Check[Any]]:
    """Return the checks in a module, or in the modules of a package, by name."""
    return checks_in(modules_of(place, "checks") if hasattr(place, "__path__") else [place])
