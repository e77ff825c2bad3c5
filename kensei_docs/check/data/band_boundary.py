"""Where two bands of a measured quantity meet, the point they share belongs to exactly one.

The ends of a band belong to it unless its ``includes`` says otherwise. Counted quantities share no points;
``band-coverage`` checks those.

Wrong: "up to 20 cm" beside "from 20 cm", both with their ends, or both without. Right: up to 20 cm excluded, from
20 cm included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kensei_docs.check.bands import Bands
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.database import Database

SEVERITY = "warning"


def check(database: Database, bands: Sequence[Bands]) -> Iterator[Finding]:
    """Yield a finding for every point that two bands own, or that neither does."""
    for one in bands:
        for lower, upper in one.pairs:
            if one.whole or lower.most != upper.least or lower.with_most != upper.with_least:
                continue
            owners = "both own" if lower.with_most else "neither owns"
            message = (
                f"'{lower.name}'{where(lower.record, lower.path)} and '{upper.name}'{where(upper.record, upper.path)} "
                f"meet at {number(upper.least)}, which {owners}; say with 'includes' whose it is"
            )
            yield found(upper.record, upper.path, message)
