"""No word is written twice in a row, and no letter is broken.

Wrong: "roll the the dice"; a replacement character, or letters read in the wrong encoding.
Right: "a Bo-hiya hiya", whose first half is another word.

Severity: warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kensei_docs.catalogues.findings import Wording
from kensei_docs.problems import Problem, Severity

SEVERITY: Severity = "warning"
_DOUBLED = re.compile(r"(?<![\w-])([^\W\d_]{2,})\s+\1(?![\w-])", re.I)
# UTF-8 that was read as Latin-1 shows a capital A with tilde or circumflex before a symbol.
_BROKEN = re.compile("\ufffd|[ÃÂ][\u0080-\u00bf]|â€")


def check(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """Yield a problem for every doubled word and every broken letter."""
    for wording in wordings:
        for match in _DOUBLED.finditer(wording.words):
            yield wording.problem(f"in {wording.language} says '{match.group()}'; take one away")
        broken = _BROKEN.search(wording.words)
        if broken:
            around = wording.words[max(0, broken.start() - 10) : broken.end() + 10].strip()
            yield wording.problem(f"in {wording.language} has a broken letter in '{around}'; write it anew")
