"""What markers look like without colour."""

import re

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import Options, require_theme, spec_of
from kensei_docs.documents.products.product import load_products, rows_of
from kensei_docs.project import Project, shipped

PROJECT = Project((shipped(),), shipped() / "build")
DATABASE, _ = load(PROJECT)
MARKERS = load_products(PROJECT)[0]["markers"]


def test_used_stunned_and_wounded_units_are_told_apart_by_the_ground_and_teeth_of_their_markers():
    templates = Templates(
        PROJECT,
        spec_of(MARKERS, Options(theme=require_theme(PROJECT, "black-and-white"))),
        Translator(PROJECT, DATABASE, "en"),
    )
    grounds = set()
    for row in rows_of(MARKERS, DATABASE.editions["kensei-2e"])[0]:
        if row.record.slug in ("used-unit", "stunned-unit", "wounded-troop"):
            art = templates.fragments[templates.fill(row).art].html
            grounds.add((re.search(r'<circle[^>]*fill="([^"]+)"', art)[1], "<path" in art))
    assert len(grounds) == 3
