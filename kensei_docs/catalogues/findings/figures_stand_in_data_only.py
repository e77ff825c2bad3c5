"""No message and no translation holds a rule's figure; it names a placeholder instead.

A figure stands once, in the data, so that an erratum is one change and the languages can't
disagree.

Wrong: ``Moves 10 cm.`` Right: ``Moves %(distance)s.``

Severity: error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kensei_docs.catalogues.findings import Wording
from kensei_docs.database.model import PLACEHOLDER
from kensei_docs.problems import Problem, Severity

SEVERITY: Severity = "error"
_FIGURE = re.compile(r"[+\-−]?\d[\w+/%]*|[½¼¾]")


def check(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """Yield a problem for every wording with digits in it."""
    for wording in wordings:
        figures = _FIGURE.findall(PLACEHOLDER.sub(" ", wording.words))
        if figures:
            yield wording.problem(
                f"in {wording.language} has {', '.join(figures)} in its words; "
                "give it as a figure of the record and name it as %(name)s"
            )
