"""Which documents an order comes to, and what makes one of them out of date."""

from __future__ import annotations

from typing import Any

import pytest

from kensei_docs.database import load
from kensei_docs.documents.build import Order, Plan, plan
from kensei_docs.documents.products.options import Options, Printer
from kensei_docs.documents.products.product import load_products, require_products


def planned(herons: Any, *kinds: str, papers: tuple[str, ...] = ("a4",), **asked: Any) -> Plan:
    database, problems = load(herons.project)
    assert problems == []
    wanted, _ = require_products(*load_products(herons.project), kinds)
    editions = [database.editions[name] for name in sorted(database.editions, reverse=True)]
    return plan(
        herons.project, database, Order(wanted, editions, ["en", "es"], papers, herons.project.output, Options(**asked))
    )


def paths(herons: Any, found: Plan) -> list[str]:
    return [document.path.relative_to(herons.project.output).as_posix() for document in found.documents]


def test_every_edition_language_kind_and_paper_is_a_document_and_what_is_of_no_edition_is_one_for_all(herons):
    for file in ("edition", "abilities"):
        text = (herons.folder / f"data/editions/herons/{file}.yaml").read_text(encoding="utf-8")
        herons.write(f"data/editions/egrets/{file}.yaml", text.replace("herons", "egrets"))
    herons.translate({"edition.name": "Garzas"})
    found = planned(herons, "calibration", "ability-cards", "markers", papers=("a4", "letter"))
    assert (found.problems, found.refused) == ([], [])
    assert paths(herons, found) == [
        path
        for language in ("en", "es")
        for path in (
            # Markers are in one edition only; the calibration sheet is of none.
            *(f"{language}/calibration-{paper}.pdf" for paper in ("a4", "letter")),
            *(f"herons/{language}/ability-cards-{paper}.pdf" for paper in ("a4", "letter")),
            *(f"herons/{language}/markers-{paper}.pdf" for paper in ("a4", "letter")),
            *(f"egrets/{language}/ability-cards-{paper}.pdf" for paper in ("a4", "letter")),
        )
    ]


@pytest.mark.parametrize(
    "asked",
    [
        {"cut_lines": True},
        {"bleed": 1.0},
        {"gap": 3.0},
        {"backs": "short-edge"},
        {"grid": (2, 2)},
        {"printer": Printer(offset={"x": 1})},
    ],
)
def test_an_option_that_changes_the_sheets_changes_the_key_but_no_faces(herons, asked):
    [before, _], [after, _] = (
        planned(herons, "command-deck").documents,
        planned(herons, "command-deck", **asked).documents,
    )
    assert before.key != after.key
    assert {slot: before.faces.keys[slot] for slot in before.faces.slots} == {
        slot: after.faces.keys[slot] for slot in after.faces.slots
    }


def test_copies_and_words_change_the_key_and_a_comment_does_not(herons):
    def keys() -> list[str]:
        return [document.key for document in planned(herons, "command-deck").documents]

    first = keys()
    deck = "data/editions/herons/command-deck.yaml"
    herons.edit(deck, "deck:", "# counted twice\ndeck:")
    assert keys() == first
    herons.edit(deck, "{value: 3, copies: 3}", "{value: 3, copies: 4}")
    herons.edit(deck, "{size: 24}", "{size: 25}")
    copies = keys()
    assert all(one != other for one, other in zip(first, copies, strict=True))


def test_a_kind_that_can_not_be_printed_is_refused_and_the_others_are_planned(herons):
    found = planned(herons, "command-deck", "markers", grid=(9, 9))
    assert found.documents == []
    assert found.refused
    found = planned(herons, "command-deck", "markers", grid=(5, 5))
    assert {document.faces.product.name for document in found.documents} == {"markers"}
    assert len(found.refused) == 1


def test_cards_that_the_document_lists_by_the_alphabet_are_in_that_of_their_language(herons):
    """The boxes for the parts of a deck name their first and last card in that order."""
    names = {"Bask": "Zumbar", "Cry": "Llorar", "Dive": "Ánimo", "Eat": "Comer", "Fly": "Volar", "Glide": "Deriva"}
    names |= {"Hide": "Ocultar", "Idle": "Ocio"}
    herons.write(
        "data/editions/herons/abilities.yaml",
        "\n".join(f"{name.lower()}: {{name: {name}, text: It does so.}}" for name in names),
    )
    herons.translate({f"ability/{name.lower()}.name": spanish for name, spanish in names.items()})
    slugs = [
        [side.row.slug for side in document.faces.sides] for document in planned(herons, "ability-cards").documents
    ]
    english, spanish = slugs
    assert english == ["bask", "cry", "dive", "eat", "fly", "glide", "hide", "idle"]
    assert spanish == ["dive", "eat", "glide", "cry", "idle", "hide", "fly", "bask"]
