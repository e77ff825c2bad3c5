"""Which erratum a changed card is due to, and what a report leaves out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kensei_docs.documents.reprint.report import (
    CardReport,
    KindReport,
    ReprintReport,
    _adds_word,
    _changes_record,
    summary,
)


def erratum(
    record: str, fact: str, after: str | None, add: tuple[str, ...] = (), withdraw: tuple[str, ...] = ()
) -> Any:
    change = SimpleNamespace(record=record, fact=fact, after=after)
    return SimpleNamespace(add=add, withdraw=withdraw, changes={"one": change})


@pytest.mark.parametrize(
    ("record", "fact", "path", "named"),
    [
        ("ability/wade", "figures.depth", "", True),
        ("ability/glide", "figures.depth", "", False),
        ("deck/deck", "cards.value-2.copies", "cards.value-2", True),
        ("deck/deck", "cards.value-2", "cards.value-2", True),
        ("deck/deck", "cards.value-22.copies", "cards.value-2", False),
        ("deck/other", "cards.value-2.copies", "cards.value-2", False),
    ],
)
def test_an_erratum_names_a_record_or_the_part_of_it_that_a_card_shows(
    record: str, fact: str, path: str, named: bool
) -> None:
    shown: Any = SimpleNamespace(id="deck/deck" if path else "ability/wade")
    assert _changes_record(erratum(record, fact, "x"), shown, path) is named


def test_an_erratum_that_adds_or_withdraws_a_record_names_it() -> None:
    record: Any = SimpleNamespace(id="ability/wade")
    assert _changes_record(erratum("x/y", "z", None, add=("ability/wade",)), record, "")
    assert _changes_record(erratum("x/y", "z", None, withdraw=("ability/wade",)), record, "")
    assert not _changes_record(erratum("x/y", "z", None, add=("ability/glide",)), record, "")


def test_an_erratum_brings_a_figure_as_the_language_writes_it() -> None:
    deeper = erratum("ability/wade", "figures.depth", "2.5 cm")
    assert _adds_word(deeper, "… up to 2.5 m …", "en")
    assert _adds_word(deeper, "… hasta 2,5 m …", "es")
    assert not _adds_word(deeper, "… up to 12.5 m …", "en")
    assert not _adds_word(erratum("a/b", "c", None), "anything", "en")


def test_a_summary_says_what_papers_have_in_common_once(tmp_path: Any) -> None:
    card = CardReport("Wade", 2, 1, "abcde", "fghij")
    new = CardReport("Glide", 3, 0, "", "klmno")
    kinds = (KindReport("Abilities", (card,), (new,), (), ("Patience", "Silence")),)
    reports = [
        ReprintReport(tmp_path / f"changes-{paper}.pdf", "Herons", "en", "v1", paper, kinds)
        for paper in ("a4", "letter")
    ]
    assert list(summary(reports)) == [
        "Herons, en, since v1: 5 to print, 1 to discard, 2 stay as they are",
        "  ~ Abilities: Wade [abcde → fghij]",
        "  + Abilities: Glide",
    ]
