"""Every figure says where it was read.

A record's ``from`` names the document, its lines or page, and under ``covers`` the figures that were read there.
Editions that name no document are the reader's own and need none.

Wrong: a figure that no entry of ``from`` covers. Right: an entry without ``covers``, which stands for the whole
record; a record without figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.finding import Finding, found, listed
from kensei_docs.database import Database

SEVERITY = "warning"
# A record just begun lacks all of them; the first few are enough to know which it is.
_NAMED = 3


def check(database: Database) -> Iterator[Finding]:
    """Yield one finding a record that has figures without a place."""
    for edition in database.editions.values():
        for record in edition.records.values() if edition.documents else ():
            # Where a worked example's printed answer is another, what is expected is no quotation.
            ours = ("expect.",) if record.get("printed") else ()
            uncited = (fact.path for fact in record.facts if fact.figure and not fact.citations)
            lacking = [path for path in uncited if not path.startswith(ours)]
            if lacking:
                more = len(lacking) - _NAMED
                names = listed(lacking[:_NAMED]) + (f" and {more} more" if more > 0 else "")
                cite = "cites" if len(lacking) == 1 else "cite"
                message = (
                    f"{names} {cite} no place of a document; let 'kensei-docs reconcile FILE --write' find it, or name "
                    "it under 'from'"
                )
                yield found(record, lacking[0], message)
