"""A translation has the placeholders of its message, all of them and no other.

Placeholders stand for figures: a translation that lacks one leaves a rule's number out. They may
stand in another order, and more than once.

Wrong: ``Add %(bonus)s to the roll.`` translated without ``%(bonus)s``, or with ``%(bonos)s``; a
lone ``%``. Right: ``Suma %(bonus)s a la tirada.``

Severity: error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kensei_docs.catalogues.findings import Wording
from kensei_docs.database.model import PLACEHOLDER
from kensei_docs.problems import Problem, Severity, closest

SEVERITY: Severity = "error"


def check(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """Yield a problem for every placeholder that a translation lost or made up."""
    for wording in wordings:
        # Stale words are not printed, and have a finding of their own.
        if wording.original or not wording.words or wording.stale:
            continue
        asked, given = _names(wording.message.text), _names(wording.words)
        for name in asked:
            if name not in given:
                yield wording.problem(
                    f"in {wording.language} has no %({name})s, which the message has; put it where the figure belongs"
                )
        for name in given:
            if name not in asked:
                yield wording.problem(
                    f"in {wording.language} has %({name})s, which the message "
                    f"hasn't{closest(name, asked)}; mend the name"
                )
        if any(found.group() == "%" for found in PLACEHOLDER.finditer(wording.words)):
            yield wording.problem(f"in {wording.language} has a lone %; write %%")


def _names(text: str) -> dict[str, None]:
    return {found["name"]: None for found in PLACEHOLDER.finditer(text) if found["name"]}
