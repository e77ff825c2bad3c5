"""What is printed is full: no face that is alike to another, and none with more than a third of its fields blank."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.markup.templates import Fragment, Templates, without_stamp
from kensei_docs.documents.products.options import spec_of
from kensei_docs.documents.products.product import Product, load_products, rows_of
from kensei_docs.project import Project, shipped

PROJECT = Project((shipped(),), shipped() / "build")
DATABASE, _ = load(PROJECT)
KINDS, _ = load_products(PROJECT)
# Forms are filled in by pen: what an army fills in on its own, and what is printed only when asked for.
DECKS = [name for name, kind in KINDS.items() if not (kind.is_page or kind.is_general or kind.on_request)]
# What stands for a value that is missing: a line or a cell for the pen.
BLANK = re.compile(
    r'<(?:span|p|td) class="(?:blank|line|cell|pen)[^"]*">\s*(?:<span[^>]*>[^<]*</span>)?\s*</|<td[^>]*>\s*</td>'
)
FILLED = re.compile(r'<(?:p|td)\b(?! class="(?:line|cell|pen|blank|of|label))[^>]*>(?!\s*(?:</|<span class="blank))')


def faces(kind: Product, edition: str) -> list[tuple[Fragment, str]]:
    """The front of each row of a kind for an edition, with its markup without the stamp."""
    templates = Templates(PROJECT, spec_of(kind), Translator(PROJECT, DATABASE, "en"))
    rows, _ = rows_of(kind, DATABASE.editions[edition])
    found = [templates.fill(row) for row in rows if row.copies]
    return [(templates.fragments[sides.front], without_stamp(templates.fragments[sides.front].html)) for sides in found]


def printed() -> list[tuple[str, str]]:
    return [
        (name, edition.id)
        for name in DECKS
        for edition in DATABASE.editions.values()
        if KINDS[name].applies_to(edition)
    ]


def blank_share(html: str) -> float:
    """The share of a face's fields that are blank."""
    blank = len(BLANK.findall(html))
    return blank / max(len(FILLED.findall(html)) + blank, 1)


@pytest.mark.parametrize(("kind", "edition"), printed())
def test_no_two_faces_of_a_deck_are_alike_and_none_but_its_forms_is_blank(kind, edition):
    found = faces(KINDS[kind], edition)
    assert found
    alike = Counter(html for _, html in found)
    assert [face.slot for face, html in found if alike[html] > 1] == []
    forms = {f"{form}.front" for form in KINDS[kind].forms}
    assert [face.slot for face, html in found if blank_share(html) > 1 / 3 and face.slot not in forms] == []


def test_blank_cards_are_printed_when_asked_for_and_are_seen_to_be_blank():
    kind = KINDS["blank-cards"]
    assert kind.on_request
    shares = {face.slot: blank_share(html) for face, html in faces(kind, "kensei-lr-2020")}
    assert shares["own-troop.front"] > 1 / 3
