"""What comes of another fault is told once, where its cause stands.

One slip of the hand may be met by many readers: a kind of record with a wrong name by each catalogue and document, a
character of a wrong unit by the typeface, a picture that was saved as another sort by each text that shows it, a class
in a style sheet by every face of its kind. Whoever mends the cause has mended the rest, so the rest is left out; what
is left out wrongly is told when the cause is gone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from kensei_docs.problems import Place, Problem, short_path
from kensei_docs.project import SHARED_TEMPLATES

# What is met where a face is filled in or laid out: a fault of its data, its template or its style at the same place is
# the cause.
_FILLED_IN = ("pictures", "icons", "templates", "templates-can-be-filled-in")
_LAID_OUT = ("glyphs", "overlap", "overflow", "unseen", "cut-off", "too-small", "contrast")
# By the check that tells the cause: a name in its message, and what the message of a consequence has.
_BY_NAME: tuple[tuple[str, re.Pattern[str], str], ...] = (
    (
        "icons-are-drawings",
        re.compile(r"for an icon, draw '([^']+)\.svg'"),
        r"no icon '{0}'|{{icon:{0}}}, and there is no",
    ),
    ("fields-are-named-as-in-fit", re.compile(r"the data-field is '([^']+)'"), r"the variable '--{0}' has no value"),
    ("printed-kinds-exist", re.compile(r"'each' names '([^']+)'"), r"the context '[^'/]+/{0}/"),
)


def without_consequences(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems in their order without those that come of another one of them."""
    every = list(dict.fromkeys(problems))
    at_line: dict[Place, list[Problem]] = defaultdict(list)
    for problem in every:
        at_line[replace(problem.place, column=None)].append(problem)
    by_name = [
        re.compile(consequence.format(re.escape(found[1])))
        for problem in every
        for check, name, consequence in _BY_NAME
        if problem.check == check and (found := name.search(problem.message))
    ]
    # Messages about a document begin with its name, which begins with that of its kind.
    documents = [
        re.compile(r"\S+ in " if SHARED_TEMPLATES[-1] in file.parts else rf"{re.escape(file.parent.name)}(-\S+)? in ")
        for file in {Path(problem.place.file) for problem in every if _is_of_style(problem)}
    ]
    catalogues = {
        short_path(str(Path(problem.place.file).parent))
        for problem in every
        if problem.place.file.endswith(".po") and problem.check == "files-have-their-names"
    }

    def has_cause(problem: Problem) -> bool:
        if any(consequence.search(problem.message) for consequence in by_name):
            return True
        if problem.check == "translations" and (missing := _CATALOGUE.search(problem.message)):
            return str(Path(missing[1]).parent) in catalogues and not Path(missing[1]).exists()
        rank = _rank_of(problem)
        if rank == _IN_LAYOUT and any(document.match(problem.message) for document in documents):
            return True
        beside = at_line[replace(problem.place, column=None)] if rank and problem.place.line else ()
        return any(
            _rank_of(other) < rank and other.severity == "error" and None in (problem.place.column, other.place.column)
            for other in beside
        )

    return [problem for problem in every if not has_cause(problem)]


# The catalogue in which a translation is missing.
_CATALOGUE = re.compile(r"has no translation into .* (?:write it in|add it to) (\S+\.po)$")
_IN_LAYOUT = 2


def _rank_of(problem: Problem) -> int:
    """Return how far a check is from causes: 0 for one of the data, 2 for one of what was laid out."""
    return 1 if problem.check in _FILLED_IN else _IN_LAYOUT if problem.check in _LAID_OUT else 0


def _is_of_style(problem: Problem) -> bool:
    """Return whether a problem is an error in a style sheet, for which its kind is laid out otherwise than is meant."""
    return problem.severity == "error" and problem.place.file.endswith(".css") and not _rank_of(problem)
