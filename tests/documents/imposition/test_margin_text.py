"""The line of text in the margin says what a sheet is."""

from __future__ import annotations

from typing import Any

import pytest

from kensei_docs.catalogues import PSEUDO, Translator
from kensei_docs.database import load
from kensei_docs.documents.imposition import MarginText
from kensei_docs.documents.products.product import load_products

SHEET = {"number": 2, "many": 3, "side": "back", "tight": False, "paper": "a4", "revision": "abc"}


@pytest.fixture
def line(mended) -> Any:
    """Return the line of a sheet of some products, in Spanish or in another language."""
    database, _ = load(mended.project)
    products, _ = load_products(mended.project)

    def of(*names: str, language: str = "es", spoken: str = "es", **sheet: Any) -> str:
        notes = MarginText(mended.project, Translator(mended.project, database, spoken), language)
        return notes.line([products[name] for name in names], database.editions["herons"], **SHEET | sheet)

    return of


def test_a_line_names_the_edition_the_cards_the_sheet_and_the_state_of_the_rules(line) -> None:
    assert line("markers") == (
        "Garzas · [Markers] · Español · A4 · [sheet 2 of 3] · [back] · "
        "[version 1.3] · [errata 2026-04-10] · [revision abc]"
    )
    assert "· [cut exactly] ·" in line("markers", tight=True)
    assert "· Garzas" not in line("markers") and "sheet" not in line("markers", many=1)


def test_a_sheet_of_two_kinds_of_cards_names_both(line) -> None:
    assert line("markers", "ability-cards").startswith("Garzas · [Markers], [Ability cards] · ")


def test_what_belongs_to_no_edition_names_none(line) -> None:
    assert line("calibration") == "[Calibration sheet] · Español · A4 · [sheet 2 of 3] · [back] · [revision abc]"


def test_a_print_to_try_the_design_says_so_in_place_of_its_language(line) -> None:
    assert f" · {PSEUDO} · A4 · " in line("markers", language=PSEUDO)
