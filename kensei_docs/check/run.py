"""Runs the checks of the database, and of the words in its messages and catalogues.

``project_files`` runs all that a project can be checked for, ``proofread`` the checks of a document.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from types import ModuleType
from typing import Any

from kensei_docs.catalogues.messages import localised_messages
from kensei_docs.check import data, messages
from kensei_docs.check.finding import Finding
from kensei_docs.check.messages import catalogues_are_valid
from kensei_docs.check.rulings import one_ruling_a_finding, ruling_without_finding, settle
from kensei_docs.database import Database
from kensei_docs.discover import modules_of
from kensei_docs.problems import Check, Problem, Unusable, checks_in
from kensei_docs.project import Project


def check_database(
    database: Database, names: Collection[str] | None = None, fault: Problem | None = None
) -> Iterator[Finding]:
    """Yield what the checks (by default all) find in the database, each finding with the ruling that settles it.

    ``fault`` is an error of loading the data: a check that it stops says so.
    """
    checks = checks_of(data)
    ran = [name for name in checks if names is None or name in names]
    findings = [finding for name in ran for finding in found(checks[name], database, fault)]
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
    checks = {name: check for name, check in checks_of(messages).items() if names is None or name in names}
    # The catalogues as files come first: messages can't be read from those that are broken.
    if checks.pop(catalogues_are_valid.name, None):
        yield from catalogues_are_valid(project)
    every_message = list(localised_messages(project, database)) if checks else []
    for check in checks.values():
        yield from found(check, every_message, fault)


def found(check: Check[Any], given: Any, fault: Problem | None) -> list[Any]:
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


def checks_of(place: ModuleType) -> dict[str, Check[Any]]:
    """Return the checks in a module, or in the modules of a package, by name."""
    return checks_in(modules_of(place, "checks") if hasattr(place, "__path__") else [place])
