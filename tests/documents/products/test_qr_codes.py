"""QR codes on cards lead to their rules on the HTML page of the reference."""

from __future__ import annotations

import pypdfium2
import pytest

from kensei_docs.catalogues import translator_for
from kensei_docs.database import load
from kensei_docs.documents.markup.reference_book import Book, says_more
from kensei_docs.documents.markup.templates import qr_code
from kensei_docs.documents.products.options import require_address
from kensei_docs.documents.products.product import SCREEN, load_products, rows_of
from kensei_docs.problems import Unusable
from kensei_docs.project import Project

HERE = "https://example.org/herons/"


def codes_on(file):
    """What the QR codes on the sheets of a PDF say, at the resolution of a telephone's picture."""
    zxingcpp = pytest.importorskip("zxingcpp")
    with pypdfium2.PdfDocument(file) as pdf:
        sheets = [page.render(scale=200 / 72).to_pil() for page in pdf]
    return {code.text for sheet in sheets for code in zxingcpp.read_barcodes(sheet)}


def test_the_back_of_each_card_leads_to_its_rule(cards):
    assert cards.print("weapon-cards", languages=["es"], codes=HERE) == []
    page, codes = f"{HERE}herons/es/reference.html", codes_on(cards.pdf("weapon-cards", "es"))
    assert f"{page}#armour--down" in codes
    # A card of several types of weapon leads to the page.
    assert {code.partition("#")[0] for code in codes} == {page}


def test_without_an_address_and_on_decks_that_are_held_in_the_hand_there_are_none(cards):
    cards.print("weapon-cards")
    assert codes_on(cards.pdf("weapon-cards")) == set()
    cards.print("strategy-cards", codes=HERE)
    assert codes_on(cards.pdf("strategy-cards")) == set()


def test_every_shipped_card_with_a_code_has_its_rule_on_the_page():
    project = Project.open()
    database, _ = load(project)
    kinds, _ = load_products(project)
    coded = [kind for kind in kinds.values() if kind.codes]
    assert coded
    for kind in coded:
        assert kinds[kind.codes].has(SCREEN)
        for edition in database.editions.values():
            book = Book(edition, kinds[kind.codes], translator_for(project, database, "en"))
            there = {record.id for chapter in book.chapters for record in chapter.records}
            told = {row.record.id for row in rows_of(kind, edition)[0] if row.record and says_more(row.record)}
            assert told <= there


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("rules", "is not the address of a folder"),
        ("ftp://example.org/rules", "is not the address of a folder"),
        ("https://example.org/rules?a=b", "is not the address of a folder"),
        ("https://example.org/my rules", "is not the address of a folder"),
        ("https://example.org/reglas/ñ", "is not the address of a folder"),
        (f"https://example.org/{'r' * 90}", "has 110 letters; a code on a card has room for 100"),
    ],
)
def test_what_is_no_address_is_refused(address, told):
    with pytest.raises(Unusable, match=told):
        require_address(address)


def test_a_code_is_a_link_as_well():
    code = qr_code(require_address("https://example.org/reglas"), "2e/es/reference.html", "order--huir y volver")
    assert 'href="https://example.org/reglas/2e/es/reference.html#order--huir%20y%20volver"' in code
