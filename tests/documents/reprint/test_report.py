"""Which erratum a changed card is due to, and what a report leaves out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kensei_docs.documents.reprint.changed_cards import Pages
from kensei_docs.documents.reprint.report import (
    CardReport,
    ProductReport,
    ReprintReport,
    _changes_record,
    _made,
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


@pytest.mark.parametrize(
    ("record", "path", "made"),
    [
        ("ability/wade", "figures.depth", True),
        ("ability/wade", "figures", True),
        ("ability/wade", "figures.depth.least", True),
        ("ability/wade", "figures.depths", False),
        ("ability/glide", "figures.depth", False),
    ],
)
def test_an_erratum_made_the_changes_of_its_facts_and_of_what_is_in_them(record: str, path: str, made: bool) -> None:
    end = SimpleNamespace(records=(SimpleNamespace(id=record),), path=path)
    change: Any = SimpleNamespace(a=end, b=end, path=path)
    assert _made(erratum("ability/wade", "figures.depth", "3 m"), change) is made


def test_a_summary_says_what_papers_have_in_common_once(tmp_path: Any) -> None:
    card = CardReport("Wade", 2, 1, (1, 2), "abcde", "fghij")
    new = CardReport("Glide", 3, 0, (0, 3), "", "klmno")
    fewer = CardReport("Hush", 0, 2, (4, 2), "pqrst")
    pages = CardReport("Herons", 1, 1, (1, 1), loose=Pages((2, 3, 4, 9), (2, 3, 4, 7)))
    kinds = (
        ProductReport("Abilities", (card,), (new,), (), (fewer,), ("Patience", "Silence")),
        ProductReport("Reference", (pages,)),
    )
    reports = [
        ReprintReport(tmp_path / f"changes-{paper}.pdf", "Herons", "en", "v1", paper, kinds)
        for paper in ("a4", "letter")
    ]
    assert list(summary(reports)) == [
        "Herons, en, since v1: 5 to print, 3 to discard, 4 pages to replace or add, 2 stay as they are",
        "  ~ Abilities: Wade  [abcde → fghij]  1 → 2",
        "  + Abilities: Glide  0 → 3",
        "  # Abilities: Hush  4 → 2",
        "  ~ Reference: Herons  pages 2–4, 7, 9",
    ]


def test_pages_are_replaced_added_or_removed_by_number() -> None:
    pages = Pages((2, 3, 4, 9), (2, 3, 4, 7, 8))
    assert (pages.replaced, pages.added, pages.removed) == ("2–4", "9", "7–8")
