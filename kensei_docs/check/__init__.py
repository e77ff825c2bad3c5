"""Consistency: every check is one module of ``rules``, named after the promise that it keeps.

A rule module has a docstring (its page in the manual), a ``SEVERITY`` and a function
``check(database)`` that yields findings. Its name and severity are put on them here, and the
ruling that settles them, where a person has made one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from inspect import cleandoc
from types import ModuleType

from kensei_docs.check import rules, settling
from kensei_docs.check.finding import Finding
from kensei_docs.database import Database
from kensei_docs.discover import modules_of

__all__ = ["Finding", "name_of", "pages", "run"]


def name_of(rule: ModuleType) -> str:
    """Return the name of a check as it is printed: ``total-equals-rows``."""
    return rule.__name__.rpartition(".")[2].replace("_", "-")


def run(database: Database, names: Collection[str] | None = None) -> Iterator[Finding]:
    """Yield what the checks (by default all) find in the database, ruled or not."""
    known = [name_of(rule) for rule in modules_of(rules)]
    findings: list[Finding] = []
    for rule in modules_of(rules):
        if names is None or name_of(rule) in names:
            findings += [
                replace(finding, check=name_of(rule), severity=rule.SEVERITY) for finding in rule.check(database)
            ]
    yield from settling.settle(database, findings)
    if names is None or settling.CHECK in names:
        ran = known if names is None else names
        yield from settling.without_finding(database, findings, ran, known)


def pages() -> dict[str, str]:
    """Return the manual's page of each check by name."""
    of_rules = {name_of(rule): cleandoc(rule.__doc__ or "") for rule in modules_of(rules)}
    return {**of_rules, settling.CHECK: settling.PAGE}
