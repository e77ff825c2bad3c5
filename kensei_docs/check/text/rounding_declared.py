"""A division of things that come whole says how it rounds.

In a document: a sentence that divides or halves such things says whether it rounds up or down, there or in the next
two sentences. Lengths can be divided exactly.

Wrong: "divide the hits by 2". Right: "divide the hits by 2, rounding up"; "divide the movement by 2".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript

SEVERITY = "warning"
# In characters: how far from the division the rounding may be declared, and what is divided stand.
_AFTER, _BEFORE = 220, 60


def check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every division that leaves the rounding open."""
    exact = manuscript.words_of("exact")
    rounding = manuscript.words_of("rounding")
    for found, line in manuscript.found(*manuscript.patterns("divisions")):
        after = found.string[found.start() : found.end() + _AFTER].casefold()
        sentence = re.split(r"[.:!?]\s", found.string[: found.start()])[-1][-_BEFORE:]
        near = {word.casefold() for word in WORD.findall(sentence + found[0])}
        if not near & exact and not any(word in after for word in rounding):
            yield manuscript.finding(line, f"'{found[0]}' says no word on rounding; say whether it rounds up or down")
