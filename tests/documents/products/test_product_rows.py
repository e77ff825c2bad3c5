"""Which faces a kind prints for an edition, and how many copies of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kensei_docs.database import Edition, load
from kensei_docs.documents.products.product import Choice, Filling, Product, rows_of


@pytest.fixture
def edition(herons) -> Edition:
    """The edition of the game of herons."""
    return load(herons.project)[0].editions["herons"]


def kind(**settings: Any) -> Product:
    """A kind with a title and a face, and other settings as ``kind.yaml`` has them."""
    given = {"name": "cards", "folder": Path("templates/cards"), "title": "Cards", "face": "poker", "each": "ability"}
    return Product.model_validate({**given, **{key.replace("_", "-"): value for key, value in settings.items()}})


def copies(edition: Edition, **settings: Any) -> dict[str, int]:
    """The copies of each face, by its slug."""
    rows, problems = rows_of(kind(**settings), edition)
    assert problems == []
    return {row.slug: row.copies for row in rows}


def test_every_record_of_a_kind_has_a_face(edition):
    assert copies(edition) == {"wade": 1, "patience": 1, "silence": 1}


def test_a_source_can_be_one_record_or_the_parts_of_one(edition):
    assert copies(edition, each="ability/wade") == {"wade": 1}
    assert copies(edition, each="roll:modifiers") == {"calm": 1, "wind": 1}
    rows, _ = rows_of(kind(each="roll:modifiers"), edition)
    assert [(row.record.id, row.path, row.item["add"]) for row in rows] == [
        ("roll/catch", "modifiers.calm", "+1"),
        ("roll/catch", "modifiers.wind", "-2"),
    ]


def test_only_records_with_a_field_have_a_face(edition):
    assert copies(edition, only={"ability": "figures"}) == {"wade": 1, "patience": 1}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (3, {"wade": 3, "patience": 3, "silence": 3}),
        ({"wade": 2, "default": 5}, {"wade": 2, "patience": 5, "silence": 5}),
        ({"wade": 0}, {"wade": 0, "patience": 1, "silence": 1}),
        ({"wade": 2, "herons/wade": 4, "egrets/patience": 6}, {"wade": 4, "patience": 1, "silence": 1}),
    ],
)
def test_copies_are_a_number_or_a_number_for_each_face(edition, said, expected):
    assert copies(edition, copies=said) == expected


def test_copies_can_be_a_field_of_the_data(edition):
    deck = copies(edition, each="command-deck/deck:cards", copies="copies")
    assert deck == {"value-0": 7, "value-1": 8, "value-2": 6, "value-3": 3}
    _, [problem] = rows_of(kind(each="ability/wade", copies="figures.bonus"), edition)
    assert problem.message.startswith("'figures.bonus' is '+1', which is no number of copies; write one")
    assert (problem.edition, problem.record) == ("herons", "ability/wade")


def test_a_slug_of_two_kinds_names_two_faces_unless_each_is_printed_once(herons):
    herons.write("data/editions/herons/markers.yaml", "silence: {name: Hush}\nfire: {name: Fire}\n")
    edition = load(herons.project)[0].editions["herons"]
    each = ["ability", "marker"]
    assert list(copies(edition, each=each)) == ["wade", "patience", "silence", "marker-silence.silence", "fire"]
    assert list(copies(edition, each=each, once=True)) == ["wade", "patience", "silence", "fire"]


def test_a_part_with_a_known_slug_is_left_out_and_not_those_after_it(herons):
    herons.write("data/editions/herons/abilities.yaml", "value-1: {name: One}\n")
    edition = load(herons.project)[0].editions["herons"]
    faces = copies(edition, each=["ability", "command-deck/deck:cards"], once=True)
    assert list(faces) == ["value-1", "value-0", "value-2", "value-3"]


def test_only_can_ask_for_a_figure_within_a_record(edition):
    assert copies(edition, only={"ability": "figures.depth"}) == {"wade": 1}
    assert kind(only={"ability": "figures.depth"}).applies_to(edition)
    assert not kind(only={"ability": "figures.height"}).applies_to(edition)


def test_forms_are_faces_without_a_record_where_the_edition_has_what_they_are_for(edition):
    forms = {"own-ability": ["ability"], "own-boat": ["boat"]}
    assert copies(edition, forms=forms, copies={"own-ability": 4}) == {
        **{"wade": 1, "patience": 1, "silence": 1},
        "own-ability": 4,
    }


def test_records_of_which_a_field_is_left_out_share_faces(herons):
    names = ("oar", "pole", "net", "hook", "line")
    herons.write(
        "data/editions/herons/abilities.yaml",
        "wade: {name: Wade, effects: {}}\nwait: {name: Wait}\n"
        + "".join(f"{name}: {{name: {name}, effects: null}}\n" for name in names),
    )
    edition = load(herons.project)[0].editions["herons"]
    rows, _ = rows_of(kind(together={"ability": {"without": "effects", "most": 3}}), edition)
    assert [row.slug for row in rows] == ["wade", "wait", "together-ability-1", "together-ability-2"]
    assert [[one.slug for one in row.item["records"]] for row in rows[2:]] == [["oar", "pole"], ["net", "hook", "line"]]


def test_a_kind_about_the_edition_has_one_face(edition):
    [row], _ = rows_of(kind(each="edition", copies=7), edition)
    assert (row.slug, row.record, row.copies) == ("herons", None, 1)
    assert row.place() == edition.tree.place()


def test_a_choice_prints_only_what_it_names_as_often_as_it_says(edition):
    choice = Choice("flock", {("ability/wade", ""): 4, ("ability/patience", ""): 0, ("ability/croak", ""): 1})
    rows, _ = rows_of(kind(), edition)
    assert [(row.slug, row.copies) for row in choice.choose(kind(), edition, rows, None)] == [("wade", 4)]
    assert choice.missing_from(rows) == {("ability/croak", "")}


def test_a_form_is_filled_in_once(edition):
    choice = Choice("flock", {("ability/wade", ""): 4}, {"army": lambda translator: [Filling("", {"name": "Flock"})]})
    rows, _ = rows_of(kind(each="edition"), edition)
    [row] = choice.choose(kind(each="edition", filled="army"), edition, rows, None)
    assert (row.slug, row.item, row.copies, row.record) == ("flock", {"name": "Flock"}, 1, None)


def test_forms_of_a_deck_are_filled_in_beside_the_records_that_are_chosen(edition):
    fillings = [Filling("1-crane", {"name": "Crane"}), Filling("2-stork", {}, edition.records["ability/silence"])]
    choice = Choice("flock", {("ability/wade", ""): 4}, {"troops": lambda translator: fillings})
    rows, _ = rows_of(kind(), edition)
    found = list(choice.choose(kind(filled="troops"), edition, rows, None))
    assert [(row.slug, row.copies) for row in found] == [("flock-1-crane", 1), ("flock-2-stork", 1), ("wade", 4)]
    assert [row.record and row.record.id for row in found] == [None, "ability/silence", "ability/wade"]
    assert [row.slug for row in choice.choose(kind(filled="roster"), edition, rows, None)] == ["wade"]


def test_numbered_copies_are_faces_of_their_own(edition):
    rows, _ = rows_of(kind(numbered=["wade"], copies={"wade": 3, "default": 2}), edition)
    assert [(row.slug, row.number, row.copies) for row in rows] == [
        ("wade-1", 1, 1),
        ("wade-2", 2, 1),
        ("wade-3", 3, 1),
        ("patience", 0, 2),
        ("silence", 0, 2),
    ]


@pytest.mark.parametrize(("wanted", "copies"), [(2, [1, 1]), (3, [1, 1, 1]), (5, [1, 1, 3])])
def test_a_choice_of_numbered_copies_takes_the_first_and_none_too_few(edition, wanted, copies):
    cards = kind(numbered=["wade"], copies=3)
    rows, _ = rows_of(cards, edition)
    choice = Choice("flock", {("ability/wade", ""): wanted})
    chosen = list(choice.choose(cards, edition, rows, None))
    assert [row.copies for row in chosen] == copies
    assert [row.number for row in chosen] == list(range(1, len(copies) + 1))
