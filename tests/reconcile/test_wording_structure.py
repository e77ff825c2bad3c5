"""Changes of a document's structure, each with the answer that a person would want: this has changed, and no more."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from kensei_docs.extract.document import Document
from kensei_docs.extract.formats import read_document
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.project import Project
from kensei_docs.reconcile import Difference
from kensei_docs.reconcile.wording import Comparison, sentences_of
from kensei_docs.sources import load_source

GEAR = """
BOAT GEAR
Every boat carries what it can.

Gear Effect
Spare oars +1 to the pull
Iron keel +2 to the hull, -1 to the pull
Long rope +3 to the hold

STORMS
A storm sinks boats on a roll of 6+, whoever sails them.

Crew Day Night

Herons 3 5

Otters 2 4

Toads 1 6

Crews change at noon.

"""
READINGS = """
- passage: roll/oars
  after: Gear Effect
  from: Spare oars
  to: Iron keel
  read: {figures.pull: <modifier> to the pull}
- passage: roll/keel
  after: Gear Effect
  from: Iron keel
  to: Long rope
  read: {figures.hull: <modifier> to the hull, figures.pull: <modifier> to the pull}
- passage: roll/rope
  after: Gear Effect
  from: Long rope
  to: Storms
  read: {figures.hold: <modifier> to the hold}
- passage: roll/storm
  from: A storm sinks
  to: Crew
  read: {figures.sinks: roll of <target>}
- table: watches
  from: Crew Day
  to: Crews change
  columns: {day: Day, night: Night}
  rows: {herons: Herons, otters: Otters, toads: Toads}
  fact: "table/watches:rows.{row}.{column}"
"""
ROLLS = """
oars: {name: Spare oars, figures: {pull: +1}, status: prose}
keel: {name: Iron keel, figures: {hull: +2, pull: -1}, status: prose}
rope: {name: Long rope, figures: {hold: +3}, status: prose}
storm: {name: Storm, figures: {sinks: 6+}, status: prose}
"""
WATCHES = """
watches:
  name: Watches
  columns: {day: Day, night: Night}
  rows:
    herons: {name: Herons, day: 3, night: 5}
    otters: {name: Otters, day: 2, night: 4}
    toads: {name: Toads, day: 1, night: 6}
  status: formal
"""
BEACON = """Beacon
Boats within 10 cm of the beacon add +1 to
their signal roll. At night its light reaches
20 cm.
"""
SAME = ["no difference"]


@pytest.fixture
def booklet(run: Callable, lanterns: Path) -> Path:
    """A longer booklet, of which everything is read and accepted."""
    file = lanterns / "lantern-booklet.txt"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\nFLEET SAMPLES", GEAR + "FLEET SAMPLES"), encoding="utf-8")
    for path, more in (
        ("sources/lantern-booklet/reading/rolls.yaml", READINGS),
        ("data/editions/lanterns-1e/rolls.yaml", ROLLS),
        ("data/editions/lanterns-1e/tables.yaml", WATCHES),
    ):
        part = lanterns / path
        part.write_text(part.read_text(encoding="utf-8") + more, encoding="utf-8")
    result = run("--project", lanterns, "reconcile", file, "--accept")
    assert result.out.startswith("Lanterns and Tides: no difference\n") and result.status == 0
    return file


@pytest.fixture
def told(run: Callable, lanterns: Path, booklet: Path) -> Callable[..., list[str]]:
    """Change words of the booklet, and return what is told: without the file's name, and without the account."""

    def reconcile(*changes: tuple[str, str]) -> list[str]:
        text = booklet.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        booklet.write_text(text, encoding="utf-8")
        result = run("--project", lanterns, "reconcile", booklet)
        place = re.compile(rf"{re.escape(str(booklet))}(:\d+)?: |Lanterns and Tides: ")
        lines = [place.sub("", line, count=1) for line in result.out.splitlines()[:-1]]
        assert result.err == "" and result.status == (lines != SAME)
        return lines

    return reconcile


def test_an_ability_that_is_deleted_has_gone(told: Callable) -> None:
    assert told((BEACON, "")) == ["ability/beacon name: the document says nothing, the database Beacon  [gone]"]


def test_an_ability_that_is_added_is_new_with_its_figures(told: Callable) -> None:
    assert told(("Gale Rider\n", "Night Eyes\nBoats see 30 cm far.\nGale Rider\n")) == [
        "ability/night-eyes name: the document says Night Eyes, the database nothing  [new]",
        "ability/night-eyes figures.length: the document says 30 cm, the database nothing  [new]",
    ]


def test_an_ability_with_another_name_is_the_same_ability(told: Callable) -> None:
    assert told(("Beacon\nBoats", "Bright Light\nBoats")) == [
        "ability/beacon name: the document says Bright Light, the database Beacon  [differs]"
    ]


def test_an_ability_that_moves_is_no_difference(told: Callable) -> None:
    assert told((BEACON, ""), ("Tow Line\n", f"{BEACON}Tow Line\n")) == SAME


def test_sections_that_change_places_are_no_difference(told: Callable, booklet: Path) -> None:
    text = booklet.read_text(encoding="utf-8")
    lamps, gear, fleets = (text.index(heading) for heading in ("THE LAMPS", "BOAT GEAR", "FLEET SAMPLES"))
    booklet.write_text(text[:lamps] + text[gear:fleets] + text[lamps:gear] + text[fleets:], encoding="utf-8")
    assert told() == SAME


def test_a_row_that_is_added_to_a_table_is_new(told: Callable) -> None:
    assert told(("Firefly jar 2,5", "Torch 4 cm 8 cm 12 cm\n\nFirefly jar 2,5")) == [
        "table/lamps rows.torch.near: the document says 4 cm, the database nothing  [new]",
        "table/lamps rows.torch.middle: the document says 8 cm, the database nothing  [new]",
        "table/lamps rows.torch.far: the document says 12 cm, the database nothing  [new]",
    ]


def test_a_row_that_is_deleted_from_a_table_has_gone(told: Callable) -> None:
    assert told(("Signal fire 30 cm 60 cm 90 cm\n\n", "")) == [
        "table/lamps rows.fire.near: the document says nothing, the database 30 cm  [gone]",
        "table/lamps rows.fire.middle: the document says nothing, the database 60 cm  [gone]",
        "table/lamps rows.fire.far: the document says nothing, the database 90 cm  [gone]",
    ]


@pytest.mark.parametrize("before", ["Spare oars", "Iron keel", "Long rope"])
def test_a_row_that_is_added_to_a_table_of_sentences_belongs_to_nothing(told: Callable, before: str) -> None:
    [line] = told((f"{before} +", f"Tall mast +4 to the speed\n{before} +"))
    assert line == "no record: new, with figures that belong to nothing: “Tall mast +4 to the speed”  [unread]"


def test_a_row_that_is_deleted_from_a_table_of_sentences_has_gone_and_its_neighbours_have_not(told: Callable) -> None:
    assert told(("Iron keel +2 to the hull, -1 to the pull\n", "")) == [
        "roll/keel name: the document says nothing, the database Iron keel  [gone]"
    ]


@pytest.mark.parametrize(("left", "read"), [("Spare oars +1 to the pull\n", {"figures.pull"}), ("Spare oars\n", set())])
def test_in_a_pdf_a_row_is_read_without_the_one_behind_it_where_it_has_all_its_figures(
    lanterns: Path, booklet: Path, left: str, read: set[str]
) -> None:
    text = booklet.read_text(encoding="utf-8").replace("Spare oars +1 to the pull\n", left)
    booklet.write_text(text.replace("Iron keel +2 to the hull, -1 to the pull\n", ""), encoding="utf-8")
    source = load_source(Project.open(lanterns), "lantern-booklet")
    lines = [line._replace(first=None, last=None, page=1) for line in read_document(booklet, source).lines]
    found = read_figures(Document(source, lines), source)
    assert {one.fact for one in found.observations if one.record == "roll/oars"} == read
    assert ("roll/oars" in {problem.record for problem in found.problems}) == (not read)


def in_a_pdf(lanterns: Path, booklet: Path, *changes: tuple[str, str]) -> ReadingResult:
    """Return what is read of a PDF with the booklet's lines, some of them changed."""
    text = booklet.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    changed = booklet.with_name("changed.txt")
    changed.write_text(text, encoding="utf-8")
    source = load_source(Project.open(lanterns), "lantern-booklet")
    lines = [line._replace(first=None, last=None, page=1) for line in read_document(changed, source).lines]
    return read_figures(Document(source, lines), source)


HERONS = Difference("gone", "table/watches", "rows.herons.day", "3", None, None, 1)
OTTERS = Difference("differs", "table/watches", "rows.otters.day", "2", "3", None, 1)


@pytest.mark.parametrize(
    ("behind", "found", "unsure"),
    [
        ("", [HERONS], []),
        ("\n\n3", [HERONS], [HERONS]),
        ("", [HERONS, OTTERS], [HERONS, OTTERS]),
        ("", [HERONS, replace(OTTERS, document="9")], []),
    ],
    ids=["gone", "unread", "read for another", "gone and changed"],
)
def test_in_a_pdf_a_figure_that_stands_elsewhere_has_not_gone(
    lanterns: Path, booklet: Path, behind: str, found: list[Difference], unsure: list[Difference]
) -> None:
    source = load_source(Project.open(lanterns), "lantern-booklet")
    before = sentences_of(read_figures(read_document(booklet, source), source).wording)
    noon = "Crews change at noon."
    read = in_a_pdf(lanterns, booklet, ("Herons 3 5", "Herons 5"), (noon, noon + behind))
    assert Comparison(before, read.wording).unsure(found, {}) == unsure


def test_in_a_pdf_a_row_that_is_set_twice_is_no_new_one(lanterns: Path, booklet: Path) -> None:
    source = load_source(Project.open(lanterns), "lantern-booklet")
    before = sentences_of(read_figures(read_document(booklet, source), source).wording)
    read = in_a_pdf(lanterns, booklet)
    twice, other = (
        Difference("new", "table/watches", f"rows.{row}.day", None, "3", None, 1) for row in ("herons-2", "gulls")
    )
    assert Comparison(before, read.wording).unsure([twice, other], {}) == [twice]


def cells(change: Literal["new", "gone"], row: str, *figures: str) -> list[Difference]:
    """The cells of a row that is new or has gone."""
    values = [(figure, None) if change == "gone" else (None, figure) for figure in figures]
    facts = [f"rows.{row}.{column}" for column in ("day", "night")]
    return [
        Difference(change, "table/watches", fact, *value, None, 1) for fact, value in zip(facts, values, strict=True)
    ]


@pytest.mark.parametrize(
    ("found", "unsure"),
    [
        (cells("gone", "grey-herons", "3", "5") + cells("new", "grey", "3", "5"), True),
        (cells("gone", "grey-herons", "3", "5") + cells("new", "grey", "3", "6"), False),
        (cells("gone", "grey-herons", "3", "5") + cells("new", "storks", "3", "5"), False),
    ],
    ids=["a part of its label", "another figure", "another label"],
)
def test_in_a_pdf_a_row_whose_label_is_read_in_part_has_not_gone(
    lanterns: Path, booklet: Path, found: list[Difference], unsure: bool
) -> None:
    source = load_source(Project.open(lanterns), "lantern-booklet")
    before = sentences_of(read_figures(read_document(booklet, source), source).wording)
    read = in_a_pdf(lanterns, booklet)
    assert Comparison(before, read.wording).unsure(found, {}) == (found if unsure else [])


def test_in_a_pdf_no_difference_is_sure_in_a_passage_where_most_are_not(lanterns: Path, booklet: Path) -> None:
    source = load_source(Project.open(lanterns), "lantern-booklet")
    before = sentences_of(read_figures(read_document(booklet, source), source).wording)
    read = in_a_pdf(lanterns, booklet)
    toads, others = (replace(OTTERS, fact=f"rows.{row}.night", document="9") for row in ("toads", "gulls"))
    elsewhere = replace(toads, record="roll/storm")
    found = [HERONS, OTTERS, toads, others, elsewhere]
    compared = Comparison(before, read.wording)
    assert compared.unsure(found, {}) == [HERONS, OTTERS, toads, others]
    more = [replace(toads, fact=f"rows.crew-{i}.day") for i in range(2)]
    assert compared.unsure([*found, *more], {}) == [HERONS, OTTERS]


def test_in_a_pdf_a_row_that_is_set_once_more_is_no_new_line(lanterns: Path, booklet: Path) -> None:
    source = load_source(Project.open(lanterns), "lantern-booklet")
    before = sentences_of(read_figures(read_document(booklet, source), source).wording)
    storm = "A storm sinks boats on a roll of 6+, whoever sails them."
    for row, words in (("Herons 3 5", []), ("Storks 3 7", ["unread"])):
        read = in_a_pdf(lanterns, booklet, (storm, f"{storm}\n\n{row}"))
        assert [change.change for change in Comparison(before, read.wording).changes([])] == words


def test_in_a_pdf_a_sentence_that_is_set_twice_is_no_new_one(lanterns: Path, booklet: Path) -> None:
    source = load_source(Project.open(lanterns), "lantern-booklet")
    before = sentences_of(read_figures(read_document(booklet, source), source).wording)
    storm = "A storm sinks boats on a roll of 6+, whoever sails them."
    for text, words in ((storm, []), ("A calm sinks no boats, on a roll of 6+ or any other one.", ["unread"])):
        read = in_a_pdf(lanterns, booklet, (storm, f"{storm}\n{text}"))
        assert [change.change for change in Comparison(before, read.wording).changes([])] == words


def test_a_row_that_is_added_to_a_list_is_new(told: Callable) -> None:
    assert told(("Otter Skiff\n", "Otter Skiff\nOtter Raft\n"), ("1\n3\n\n25\n45\n", "1\n3\n6\n\n25\n45\n60\n")) == [
        "army/otters rows.otter-raft.boats: the document says 6, the database nothing  [new]",
        "army/otters rows.otter-raft.points: the document says 60, the database nothing  [new]",
    ]


def test_a_row_that_is_deleted_from_a_list_has_gone(told: Callable) -> None:
    assert told(("Reed Skiff\n", ""), ("1\n4\n2\n\n20\n40\n30\n", "1\n2\n\n20\n30\n")) == [
        "army/herons rows.reed-skiff.boats: the document says nothing, the database 4  [gone]",
        "army/herons rows.reed-skiff.points: the document says nothing, the database 40  [gone]",
    ]


def test_columns_that_change_places_are_told_as_that(told: Callable) -> None:
    assert told(
        ("Lamp Near Middle Far", "Lamp Middle Near Far"),
        ("10 cm 20 cm ----", "20 cm 10 cm ----"),
        ("30 cm 60 cm 90 cm", "60 cm 30 cm 90 cm"),
        ("2,5 cm -- --", "-- 2,5 cm --"),
    ) == ["table/lamps columns: the document says middle, near, far, the database near, middle, far  [moved]"]


def test_columns_of_counts_that_change_places_are_told_as_that(told: Callable) -> None:
    assert told(("Day Night", "Night Day"), ("3 5", "5 3"), ("s 2 4", "s 4 2"), ("1 6", "6 1")) == [
        "table/watches columns: the document says night, day, the database day, night  [moved]"
    ]


@pytest.mark.parametrize(("heading", "cells"), [("Day Dusk Night", (1, 2)), ("Day Night Dusk", (2, 1))])
def test_a_column_that_is_added_is_new_and_the_others_are_read(
    told: Callable, heading: str, cells: tuple[int, int]
) -> None:
    at = cells[0]

    def with_cell(row: str, cell: str) -> tuple[str, str]:
        name, *held = row.split()
        return row, " ".join([name, *held[:at], cell, *held[at:]])

    new = [with_cell("Herons 3 5", "7"), with_cell("Otters 2 4", "8"), with_cell("Toads 1 6", "9")]
    assert told(("Day Night", heading), *new) == [
        f"table/watches rows.{row}.dusk: the document says {value}, the database nothing  [new]"
        for row, value in (("herons", 7), ("otters", 8), ("toads", 9))
    ]


def test_a_new_section_is_told_once_with_its_figures(told: Callable) -> None:
    assert told(("STORMS\n", "FOG\nOn 5+ there is fog. In fog no lamp reaches further than 15 cm.\n\nSTORMS\n")) == [
        "no record: new, with figures that belong to nothing: “FOG On 5+ there is fog. "
        "In fog no lamp reaches further than 15 cm.”  [unread]"
    ]


def test_a_changed_wording_is_told_with_its_sentence(told: Callable) -> None:
    assert told(("whoever sails them", "unless otters sail them")) == [
        "roll/storm: the words are new: “A storm sinks boats on a roll of 6+, unless otters sail them.”  [wording]"
    ]
