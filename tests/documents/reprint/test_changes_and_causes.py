"""Which records a card's templates read is recorded for each card anew."""

from __future__ import annotations

from kensei_docs.database import load
from kensei_docs.documents.reprint.report import recording


def test_facts_that_an_earlier_card_has_read_count_as_read_again(herons):
    database, _ = load(herons.project)
    edition = database.editions["herons"]
    for _ in ("the first card", "the second card"):
        read: set[str] = set()
        card = recording(edition, read)
        assert card.records["ability/wade"].facts == edition.records["ability/wade"].facts
        assert read == {"ability/wade"}
