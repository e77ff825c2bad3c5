"""Checks for faults and contradictions: ``data`` checks the database, ``text`` a document.

A check is one module, named after the promise that it keeps. Its docstring and its ``SEVERITY`` are its page in the
manual; its function ``check`` yields findings. The runner puts the check's name and severity on them, and the id of
the ruling that settles them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from inspect import cleandoc, signature
from types import ModuleType

from kensei_docs.check import data, rulings
from kensei_docs.check.bands import bands_of
from kensei_docs.check.finding import Finding
from kensei_docs.database import Database
from kensei_docs.discover import modules_of

__all__ = ["Finding", "name_of", "pages", "pages_of", "run"]


def name_of(check: ModuleType) -> str:
    """Return the name of a check as it is printed: ``total-equals-rows``."""
    return check.__name__.rpartition(".")[2].replace("_", "-")


def run(database: Database, names: Collection[str] | None = None) -> Iterator[Finding]:
    """Yield what the checks (by default all) find in the database, ruled or not.

    A check takes the database, and the bands of the database if it has a second parameter ``bands``.
    """
    known = {name_of(module): module for module in modules_of(data)}
    asked = [name for name in known if names is None or name in names]
    with_bands = {name for name in asked if "bands" in signature(known[name].check).parameters}
    bands = bands_of(database) if with_bands else []
    findings = [
        replace(finding, check=name, severity=known[name].SEVERITY)
        for name in asked
        for finding in known[name].check(database, *([bands] if name in with_bands else []))
    ]
    yield from rulings.settle(database, findings)
    if names is None or rulings.CHECK in names:
        yield from rulings.without_finding(database, findings, known if names is None else names, known)


def pages() -> dict[str, str]:
    """Return the manual's page of each check of the database, by name."""
    return {**pages_of(data), rulings.CHECK: rulings.PAGE}


def pages_of(checks: ModuleType) -> dict[str, str]:
    """Return the page of each check in a package, by the check's name: its docstring and its severity."""
    return {
        name_of(module): f"{cleandoc(module.__doc__ or '')}\n\nSeverity: {module.SEVERITY}."
        for module in modules_of(checks)
    }
