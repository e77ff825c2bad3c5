"""How far a printed page is corrected: the latest erratum in force in its edition."""

from __future__ import annotations

from kensei_docs.database import Edition
from kensei_docs.database.errata import dated


def errata_level(edition: Edition) -> str | None:
    """Return the date of the latest erratum that is in force in an edition; None for none."""
    days = [day for name in edition.errata if (day := dated(name))]
    return max(days).isoformat() if days else None
