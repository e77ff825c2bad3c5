"""A document measures in one system, and every length has its unit.

In a document: lengths in centimetres among lengths in inches, or the other way round; a bare
figure that is added to a movement; a share that lost its sign ("25. of"). The size of models, in
millimetres, is no length of the game.

Wrong: "within 50 cms" in rules in inches; "add +5 to their movement". Right: "28mm miniatures";
"add +5 cm to their movement".

Severity: error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript
from kensei_docs.problems import Severity

SEVERITY: Severity = "error"
_FAMILIES = {"cm": "metric", "in": "inches"}


def check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every length of the other system, and for every one without a unit."""
    units: dict[str, list[str]] = manuscript.cues.get("units", {})
    if not units:
        return
    family = {unit: name for name, members in units.items() for unit in members}
    pattern = re.compile(rf"(\d[\d.,]*)\s?({'|'.join(sorted(family, key=len, reverse=True))})\b")
    found = [(match, line) for passage in manuscript.passages for match, line in passage.found(pattern)]
    counted = Counter(family[match[2]] for match, _ in found)
    own = _FAMILIES.get(manuscript.units) or next((n for n, _ in counted.most_common(1)), "")
    for match, line in found:
        # "on a 6 in his turn" measures nothing.
        if family[match[2]] != own and match[2] != "in":
            yield manuscript.finding(
                line, f"'{match[0]}' is no length in {_plain(own)}, as this document measures; convert it"
            )
    for bare in manuscript.patterns("without-unit"):
        for passage in manuscript.passages:
            for match, line in passage.found(bare):
                yield manuscript.finding(line, f"'{match[0]}' gives no unit; say how far")
    for lost in manuscript.patterns("lost-percent"):
        for passage in manuscript.passages:
            for match, line in passage.found(lost):
                yield manuscript.finding(line, f"'{match[0]}' breaks off a sentence; if it is a share, write its %")


def _plain(family: str) -> str:
    return {"metric": "centimetres"}.get(family, family)
