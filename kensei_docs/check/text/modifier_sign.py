"""A sign says once which way a figure goes.

In a document: what is subtracted is no negative figure; among lines that each begin with a signed figure none has
lost its sign; and where "6+" says what to roll, "(+6)" doesn't.

Wrong: "subtract -2D6"; a row "2D6 …" among rows "+1D6 …" and "-1D6 …". Right: "subtract 2D6"; "apply -2D6".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript

SEVERITY = "error"
_SIGNED = re.compile(r"[+-]\s?(?:/\s?[+-]\s?)?[\dXx]")
# A number to roll, "6+", with the plus on the wrong side.
_TARGET, _TURNED = re.compile(r"(?<![\w+-])\d\+(?![\w+])"), re.compile(r"\(\+\d\)")
_BARE = re.compile(r"\d+D\d+\b")
# How many rows on either side are read, and how many of those must have a sign.
_AROUND, _MOST = 3, 5


def check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every double sign, and for every one that is lost."""
    for found, line in manuscript.found(*manuscript.patterns("subtracting")):
        yield manuscript.finding(line, f"'{found[0]}' has two signs for one loss; take one away")
    targets = sum(1 for _ in manuscript.found(_TARGET))
    for found, line in manuscript.found(_TURNED) if targets >= _AROUND else ():
        message = f"'{found[0]}' adds a figure where others, as '({found[0][2]}+)', say what to roll; turn it round"
        yield manuscript.finding(line, message)
    for here, row in enumerate(manuscript.lines):
        bare = _BARE.match(row.text)
        if bare and row.text[bare.end() :].strip():
            around = manuscript.lines[max(0, here - _AROUND) : here + _AROUND + 1]
            signed = sum(1 for other in around if _SIGNED.match(other.text))
            if signed >= _MOST:
                yield manuscript.finding(here, f"'{bare[0]}' has no sign, and the rows around it have; add it")
