"""Cards that share the style of troops: the longest of each edition has room for its words."""

from __future__ import annotations

import re

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.cache import face_set
from kensei_docs.documents.layout.faces import lay_out
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import Options, require_theme, spec_of
from kensei_docs.documents.products.product import load_products, rows_of
from kensei_docs.project import Project, shipped

PROJECT = Project((shipped(),), shipped() / "build")
DATABASE, _ = load(PROJECT)
TAG = re.compile(r"<[^>]*>")
KINDS = {
    name: kind for name, kind in load_products(PROJECT)[0].items() if "troop" in kind.styles and not kind.on_request
}
PRINTED = [(name, own.id) for name, kind in KINDS.items() for own in DATABASE.editions.values() if kind.applies_to(own)]


def test_units_and_heroes_have_the_style_of_troops():
    assert sorted(KINDS) == ["character-cards", "unit-cards"]


# Spanish has the longer words.
@pytest.mark.parametrize(("name", "edition"), PRINTED)
def test_the_longest_card_of_a_troop_has_room_for_its_words(name, edition):
    kind, own = KINDS[name], DATABASE.editions[edition]
    options = Options(theme=require_theme(PROJECT, "colour"))
    templates = Templates(PROJECT, spec_of(kind, options, "es"), Translator(PROJECT, DATABASE, "es"))
    filled = [templates.fill(row) for row in rows_of(kind, own)[0] if row.copies]
    longest = max(filled, key=lambda sides: len(TAG.sub("", templates.fragments[sides.front].html)))
    faces = face_set(PROJECT, templates, own, (longest,))
    pack = lay_out([faces.markup(longest.front)], faces.style)
    assert [defect.message for defect in pack.faces[0].defects] == []
