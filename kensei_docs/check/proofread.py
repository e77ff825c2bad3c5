"""Proofreading: every check of a document's text is one module of ``text``.

Such a module has a docstring (its page in the manual), a ``SEVERITY`` and a function
``check(manuscript)`` that yields findings. A check that the database has too bears its name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from kensei_docs.check import name_of, pages_of, text
from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript
from kensei_docs.discover import modules_of


def run(manuscript: Manuscript, names: Collection[str] | None = None) -> Iterator[Finding]:
    """Yield what the checks (by default all) find in a document."""
    for rule in modules_of(text):
        if names is None or name_of(rule) in names:
            for finding in rule.check(manuscript):
                yield replace(finding, check=name_of(rule), severity=rule.SEVERITY)


def pages() -> dict[str, str]:
    """Return the manual's page of each check of a document by name."""
    return pages_of(text)
