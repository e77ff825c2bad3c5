"""A sign or unit that a figure brings with it is not written a second time around it.

Wrong: ``+%(bonus)s`` where the bonus is +1, which prints ++1; ``%(range)s cm`` where the range is
10 cm; ``%(share)s %%`` where the share is 50 %. Right: ``adds %(bonus)s``; ``+%(dice)s`` where the
figure has no sign.

Severity: error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kensei_docs.catalogues.findings import Wording
from kensei_docs.database.model import PLACEHOLDER
from kensei_docs.figures import Figure, parse
from kensei_docs.languages import codes, language
from kensei_docs.problems import Problem, Severity

SEVERITY: Severity = "error"
_SIGN = re.compile(r"[+\-−]\s?$")
# "in" is a preposition too: "%(range)s in front of it".
_UNITS = sorted(
    {
        word
        for known in map(language, codes())
        for words in known.units.values()
        for word in words
        if word not in known.function_words
    },
    key=len,
    reverse=True,
)
_UNIT = re.compile(rf"\s?(?:(?:{'|'.join(_UNITS)})\b|[\"″”](?=\s)|%%)", re.I)


def check(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """Yield a problem for every sign or unit that would print twice."""
    for wording in wordings:
        for match in PLACEHOLDER.finditer(wording.words):
            value = wording.record.get(f"figures.{match['name']}") if wording.record else None
            figure = parse(value) if isinstance(value, str) else None
            if figure is None:
                continue
            for doubled in _doubled(figure, wording.words[: match.start()], wording.words[match.end() :]):
                yield wording.problem(
                    f"in {wording.language} writes '{doubled}' beside "
                    f"%({match['name']})s, which is {figure} already; take it "
                    "away"
                )


def _doubled(figure: Figure, before: str, after: str) -> Iterator[str]:
    sign, unit = _SIGN.search(before), _UNIT.match(after)
    if sign and figure.text[0] in "+-":
        yield sign.group().strip()
    if unit and figure.unit not in ("", "dice"):
        yield unit.group().strip().replace("%%", "%")
