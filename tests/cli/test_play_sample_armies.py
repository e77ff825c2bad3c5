"""The pack of each sample army of the book: every troop has its card, filled in, read back from the PDF."""

from __future__ import annotations

import itertools
import json

import pypdfium2
import pytest

from kensei_docs.army import contents, read_army
from kensei_docs.catalogues import Translator
from kensei_docs.cli.play import choice_of
from kensei_docs.cli.printing import Progress
from kensei_docs.database import load
from kensei_docs.documents.build import Order, run
from kensei_docs.documents.products.product import load_products
from kensei_docs.project import Project, shipped
from tests.conftest import EVERY

DATABASE, _ = load(Project((shipped(),), shipped() / "build"))
EDITION = DATABASE.editions["kensei-2e"]
COUNTED = {"en": ("Miniature", "Miniatures", "Points"), "es": ("Miniatura", "Miniaturas", "Puntos")}


def written(record):
    """The army of a sample list as a player would write it; the price of its commander is not a troop."""
    rows = []
    for row in record.get("rows").values():
        troop = dict(row.get("troop") or {})
        if "commander-level" not in troop:
            profile = troop.pop("profile", "").partition("/")[2]
            rows.append(
                {k: row[k] for k in ("name", "miniatures", "points")}
                | troop
                | ({"profile": profile} if profile else {})
            )
    return {
        "name": record.name,
        "edition": EDITION.id,
        "clan": record.get("clan"),
        "size": record.get("limit"),
        "rows": rows,
    }


CASES = list(itertools.product(EDITION.records_of("army"), ["en", "es"]))


@pytest.mark.parametrize(
    ("record", "language"), CASES[::EVERY], ids=[f"{record.slug}-{language}" for record, language in CASES[::EVERY]]
)
def test_every_troop_of_a_sample_army_has_its_card(tmp_path, record, language):
    own = written(record)
    file = tmp_path / "army.yaml"
    file.write_text(json.dumps(own), encoding="utf-8")
    army = read_army(file, DATABASE)
    project = Project((shipped(),), tmp_path)
    translator = Translator(project, DATABASE, language)
    kinds = [load_products(project)[0]["unit-cards"]]
    choice = choice_of(contents(army), translator)
    order = Order(kinds, [EDITION], [language], ["a4"], tmp_path, choice=choice)
    with Progress(False) as progress:
        printed = run(project, DATABASE, order, progress)
    assert printed.problems == []
    [output] = printed.outputs
    document = pypdfium2.PdfDocument(output.path)
    words = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)
    document.close()
    one, more, points = COUNTED[language]
    # A troop of the book has its name in the reader's language; a name that a player gives to a profile stays.
    translated = {row["name"]: translator.text(record, f"rows.{key}.name") for key, row in record.get("rows").items()}
    begun = 0
    for row in own["rows"]:
        name = row["name"] if "profile" in row else translated[row["name"]]
        minis = one if str(row["miniatures"]) == "1" else more
        head = f"{row['miniatures']} {minis} {row['points']} {points} {name}"
        assert head in words
        begun = words.index(head)
        card = words[begun : begun + 900]
        for weapon in row.get("weapons", ()):
            assert translator.term(weapon).casefold() in card.casefold()
        assert translator.name(EDITION.records[f"clan/{own['clan']}"]) in card
