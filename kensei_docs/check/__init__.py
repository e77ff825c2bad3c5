"""Checks for faults and contradictions: ``data`` checks the database, ``text`` a document.

A check is a function with the decorator ``problems.check``, named after the promise that it keeps. Its docstring is its
page in the manual. It yields findings; here they get the id of the ruling that settles them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from kensei_docs.check import data, rulings
from kensei_docs.check.finding import Finding
from kensei_docs.check.rulings import one_ruling_a_finding, ruling_without_finding
from kensei_docs.database import Database
from kensei_docs.discover import modules_of
from kensei_docs.problems import checks_in

__all__ = ["Finding", "pages", "run"]


def run(database: Database, names: Collection[str] | None = None) -> Iterator[Finding]:
    """Yield the findings of the checks (by default of all) in the database, with their rulings."""
    checks = checks_in(modules_of(data))
    ran = [name for name in checks if names is None or name in names]
    findings = [finding for name in ran for finding in checks[name](database)]
    yield from rulings.settle(database, findings)
    if names is None or one_ruling_a_finding.name in names:
        yield from dict.fromkeys(one_ruling_a_finding(database, findings))
    if names is None or ruling_without_finding.name in names:
        yield from ruling_without_finding(database, findings, ran, checks)


def pages() -> dict[str, str]:
    """Return the manual's page of each check of the database, by name."""
    return {name: check.page for name, check in checks_in([*modules_of(data), rulings]).items()}
