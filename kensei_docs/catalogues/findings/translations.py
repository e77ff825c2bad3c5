"""Every message is translated into every language, and no translation is out of date.

A translation belongs to its message: where that changed, the translation is marked stale
(fuzzy) by ``kensei-docs catalogue update``, and is not printed. What a user keeps in a spreadsheet
is in his own words, and stands so in all languages until he translates it.

Wrong: an entry with an empty ``msgstr``; one that is marked ``fuzzy``; no entry at all. Right: a
name that reads the same in both languages, translated as itself.

Severity: warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kensei_docs.catalogues.findings import Wording
from kensei_docs.database.tables.spreadsheet import CellPlace
from kensei_docs.problems import Problem, Severity, short_path

SEVERITY: Severity = "warning"


def check(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """Yield a problem for every message that a language lacks, or has for an older text."""
    for wording in wordings:
        file = short_path(str(wording.catalogue))
        if not wording.words and not isinstance(wording.message.place, CellPlace):
            yield wording.problem(
                f"has no translation into {wording.language}; run 'kensei-docs catalogue update' and write it in {file}"
            )
        elif wording.stale:
            yield wording.problem(
                f"changed since it was translated into {wording.language}; "
                f"mend the translation in {file} and take its mark off"
            )
