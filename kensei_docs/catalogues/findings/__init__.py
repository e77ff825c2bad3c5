"""What is wrong with the words: the checks that read catalogues, one module each.

A module has a docstring (its page in the manual), a ``SEVERITY`` and a function
``check(wordings)`` that yields problems. Its name and severity are put on them here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from importlib import import_module
from inspect import cleandoc
from types import ModuleType

from kensei_docs import discover
from kensei_docs.catalogues.findings._wording import Wording, wordings
from kensei_docs.database import Database
from kensei_docs.problems import Problem
from kensei_docs.project import Project

__all__ = ["Wording", "findings", "pages", "wordings"]


def findings(project: Project, database: Database, names: Collection[str] | None = None) -> Iterator[Problem]:
    """Yield what the checks (by default all) find in the words of every language.

    Raises Unusable where a catalogue can't be read.
    """
    chosen = [(name, rule) for name, rule in _rules() if names is None or name in names]
    words = list(wordings(project, database)) if chosen else []
    for name, rule in chosen:
        for problem in rule.check(words):
            yield replace(problem, check=name, severity=rule.SEVERITY)


def pages() -> dict[str, str]:
    """Return the manual's page of each check by name."""
    return {name: cleandoc(rule.__doc__ or "") for name, rule in _rules()}


def _rules() -> Iterator[tuple[str, ModuleType]]:
    package = import_module(__name__)
    for rule in discover.modules_of(package):
        yield rule.__name__.rpartition(".")[2].replace("_", "-"), rule
