"""A document measures in one system, and every length has its unit.

In a document: lengths in centimetres among lengths in inches, or the other way round; a bare figure that is added to a
movement; a share that lost its sign ("25. of"). The size of models, in millimetres, is no length of the game.

Wrong: "within 50 cms" in rules in inches; "add +5 to their movement". Right: "28mm miniatures"; "add +5 cm to their
movement".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript

SEVERITY = "error"
_SYSTEMS = {"cm": "centimetres", "m": "centimetres", "in": "inches"}


def check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every length of the other system, and for every one without a unit."""
    units = manuscript.settings.get("units", {})
    system = {word: _SYSTEMS[unit] for unit in _SYSTEMS for word in units.get(unit, ())}
    if not system:
        return
    pattern = re.compile(rf"(\d[\d.,]*)\s?({'|'.join(sorted(system, key=len, reverse=True))})\b")
    # "On a 6 in his turn" measures nothing: such a word counts among lengths, but is never reported.
    held = manuscript.words_of("function-words")
    lengths = list(manuscript.found(pattern))
    counted = Counter(system[found[2]] for found, _ in lengths)
    own = _SYSTEMS.get(manuscript.units) or next((name for name, _ in counted.most_common(1)), "")
    for found, line in lengths:
        if system[found[2]] != own and found[2] not in held:
            message = f"'{found[0]}' is no length in {own}, as this document measures; convert it"
            yield manuscript.finding(line, message)
    for found, line in manuscript.found(*manuscript.patterns("without-unit")):
        yield manuscript.finding(line, f"'{found[0]}' gives no unit; say how far")
    for found, line in manuscript.found(*manuscript.patterns("lost-percent")):
        yield manuscript.finding(line, f"'{found[0]}' breaks off a sentence; if it is a share, write its %")
