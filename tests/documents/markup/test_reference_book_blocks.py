"""What the booklet of the rules sets in columns."""

import re

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import spec_of
from kensei_docs.documents.products.product import load_products, rows_of
from kensei_docs.project import Project, shipped


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("en", "Ninja with Shinobigatana|5 miniatures|50 points"),
        ("es", "Ninja con Shinobigatana|5 miniaturas|50 puntos"),
    ],
)
def test_the_troops_of_an_army_stand_in_a_table_with_their_numbers_and_points(language, row):
    project = Project((shipped(),), shipped() / "build")
    database, _ = load(project, ["kensei-2e"])
    kind = load_products(project)[0]["reference"]
    templates = Templates(project, spec_of(kind), Translator(project, database, language))
    templates.fill(rows_of(kind, database.editions["kensei-2e"])[0][0])
    [page] = templates.fragments.values()
    tables = re.findall(r'<table class="parts tally">(.*?)</table>', page.html, re.DOTALL)
    rows = [re.findall("<td>(.*?)</td>", one) for table in tables for one in table.split("<tr>")]
    assert row in ["|".join(cells).replace("\u00a0", " ") for cells in rows]


def test_a_table_names_what_its_rows_and_columns_are_and_is_not_parted_from_the_meaning_of_its_letters():
    project = Project((shipped(),), shipped() / "build")
    database, _ = load(project, ["samurai-skirmish"])
    kind = load_products(project)[0]["reference"]
    templates = Templates(project, spec_of(kind), Translator(project, database, "en"))
    templates.fill(rows_of(kind, database.editions["samurai-skirmish"])[0][0])
    [page] = templates.fragments.values()
    [table] = [block for block in page.html.split("<!--block-->") if "Lead</th>" in block]
    assert "Armour of the target</td>" in table
    assert "Dead or disabled" in table and "Wounded" in table
