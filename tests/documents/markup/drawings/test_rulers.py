"""Rulers and movement templates: as long on paper as the data say."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.database import load
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.markup.drawings.rulers import GAP, TAB, Mark, draw_rulers, pack_columns, split_into_parts
from kensei_docs.figures import parse
from tests.documents.markup.drawings.conftest import segments

UNIT = {"cm": 10, "in": 25.4}
PAGES = {"a4": (188, 270), "letter": (193.9, 252.4)}


def lengths_of(project, edition, kind, group):
    """The lengths of a group of the kind's figures that an edition has."""
    found = set()
    for name in kind.figures[group]:
        owner, _, path = name.partition(":")
        record = edition.records.get(owner)
        figure = parse((record and record.figure(path)) or "")
        if figure and figure.kind == "length":
            found.add(figure.number * UNIT[figure.unit])
    return found


def uprights(pdf):
    """The lengths in millimetres of the upright lines of a printed page."""
    return {round(abs(y2 - y1), 2) for x1, y1, x2, y2 in segments(pdf) if abs(x1 - x2) < 0.01}


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 80), st.sampled_from(["cm", "in"]), st.sampled_from([252.4, 270, 120]))
def test_the_parts_of_a_ruler_are_as_long_together_as_the_ruler(number, unit, room):
    parts = split_into_parts([Mark(f"{number} {unit}", number, ("Step",))], unit, room)
    assert all(part.height <= room for part in parts)
    assert parts[0].start == 0
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert parts[-1].end == number
    whole = sum((part.end - part.start) * UNIT[unit] for part in parts)
    assert whole == pytest.approx(number * UNIT[unit], abs=0.1)
    assert sum(part.height for part in parts) == pytest.approx(whole + TAB * (len(parts) - 1))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 24), min_size=1, max_size=8))
def test_no_column_of_rulers_is_higher_than_the_page(lengths):
    parts = [part for number in lengths for part in split_into_parts([Mark(f"{number} cm", number, ())], "cm", 252.4)]
    columns = pack_columns(parts, 252.4)
    assert sorted(p.height for c in columns for p in c) == sorted(p.height for p in parts)
    assert all(sum(p.height for p in c) + GAP * (len(c) - 1) <= 252.4 for c in columns)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_length_of_an_edition_is_on_its_page(shipped, paper):
    database, _ = load(shipped)
    kinds, _ = load_kinds(shipped)
    kind = kinds["templates"]
    for edition in database.editions.values():
        for group in ("rulers", "marks", "marks-ranges", "areas"):
            for length in lengths_of(shipped, edition, kind, group):
                assert length > 0, f"{edition.id} {group}"
    edition = database.editions["kensei-2e"]
    found = lengths_of(shipped, edition, kind, "rulers")
    assert found == {100, 150, 200}, "what players move by"


def test_the_printed_rulers_are_true_to_a_tenth_of_a_millimetre(pond):
    pond.write(
        "data/editions/herons/characteristics.yaml",
        "attributes: {name: Steps, rows: {movement: {name: Wading, warrior: 10 cm},"
        " mounted: {name: Flying, warrior: 35 cm}}}\n",
    )
    pond.write(
        "data/editions/herons/formations.yaml",
        "closed-formation: {name: Flock, figures: {distance: 1.5 cm}}\n"
        "control-area: {name: Beak, figures: {distance: 4 cm}}\n",
    )
    pond.translate({})
    for paper in ("a4", "letter"):
        assert pond.print("templates", papers=[paper], languages=["en", "es"]) == []
        lengths = uprights(pond.pdf("templates", paper=paper))
        for millimetres in (100, 180, 170, 15):
            assert any(abs(length - millimetres) <= 0.1 for length in lengths), millimetres
    words = pond.text("templates")
    assert "10 cm · Wading" in words
    assert "35 cm · Flying · 1/2" in words
    assert "glue here" in words
    assert "Beak" in words


def test_a_length_has_the_names_of_all_that_is_as_long():
    drawing, _ = draw_rulers(
        [(Mark("10 cm", 10, ("Walk", "Swim")),)], [], "cm", 188, 250, lambda figure: figure, "glue"
    )
    assert ">10 cm · Walk · Swim</p>" in drawing
    assert len(re.findall(r'data-ruler="10 cm"', drawing)) == 1


def test_what_moves_unlike_most_of_its_row_is_named_by_its_column(pond):
    pond.write(
        "data/editions/herons/characteristics.yaml",
        """
        attributes:
          name: Steps
          columns: {hero: Hero, warrior: Wader, colossal-creature: Giant}
          rows:
            mounted: {name: Flying, hero: 15 cm, warrior: 15 cm, colossal-creature: 20 cm}
        """,
    )
    pond.translate({})
    pond.print("templates", languages=["en", "es"])
    assert re.findall(r"\d+ cm · \w+(?:: \w+)?", pond.text("templates")) == ["20 cm · Flying: Giant", "15 cm · Flying"]
    assert "20 cm · [Flying]: [Giant]" in pond.text("templates", language="es")


def test_the_number_at_a_mark_stands_below_its_line():
    marks = (Mark("5 cm", 5, ("Near",)), Mark("10 cm", 10, ("Far",)))
    drawing, _ = draw_rulers([marks], [], "cm", 188, 250, lambda figure: figure, "glue")
    [line, _] = re.findall(r'd="M0\.000 ([\d.]+)L18\.000 \1"[^>]*stroke-width="0\.4"', drawing)
    tops = {number: float(top) for top, number in re.findall(r"top: ([\d.]+)mm;[^>]*>(\d+)</p>", drawing)}
    assert tops["6"] < float(line) < tops["5"] < tops["4"]


def test_rulers_that_the_page_has_no_room_for_are_told(pond):
    pond.write(
        "data/editions/herons/ranges.yaml",
        "\n".join(
            f"{slug}: {{name: Far, most: {length} cm}}"
            for slug, length in (("short-range", 90), ("mid-range", 150), ("long-range", 300))
        ),
    )
    pond.write("data/editions/herons/formations.yaml", "control-area: {name: Beak, figures: {distance: 9 cm}}\n")
    pond.translate({})
    pond.print("templates")
    assert "mm wide, and the page has 188 mm; take a length out of 'figures'" in str(pond.refused)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 80), st.sampled_from(["cm", "in"]), st.sampled_from([252.4, 270, 120]))
def test_a_ruler_has_no_more_parts_than_it_needs(number, unit, room):
    parts = split_into_parts([Mark(f"{number} {unit}", number, ("Step",))], unit, room)
    assert (len(parts) == 1) == (number * UNIT[unit] <= room)
    assert (len(parts) - 1) * (room - TAB - UNIT[unit]) < number * UNIT[unit]
    lengths = [part.end - part.start for part in parts]
    assert all(length == lengths[0] == int(length) for length in lengths[:-1]) and lengths[-1] <= lengths[0]


@pytest.mark.parametrize(
    ("unit", "ticks"), [("cm", {5.0: 4, 3.2: 3, 1.6: 24}), ("in", {5.0: 4, 3.2: 3, 2.2: 6}), ("mm", {5.0: 4})]
)
def test_longer_ticks_count_whole_units_and_shorter_ones_their_parts(unit, ticks):
    mark = Mark(f"3 {unit}", 3, ("Step",))
    drawing, _ = draw_rulers([(mark,)], [], unit, 188, 250, lambda figure: figure, "glue")
    lines = re.findall(
        r'd="M0.000 ([\d.]+)L([\d.]+) ([\d.]+)" fill="none" stroke="#000" stroke-width="0.[12]2?"/>', drawing
    )
    assert Counter(float(x) for y, x, y2 in lines if y == y2) == ticks


@pytest.mark.parametrize(("numbers", "width"), [((10,), 18), ((1,), 36), ((3, 6), 36), ((3.5, 7), 18), ((2, 40), 18)])
def test_only_a_whole_ruler_with_marks_close_together_is_wide(numbers, width):
    marks = [Mark(f"{number} cm", number, ("Step",)) for number in numbers]
    assert split_into_parts(marks, "cm", 250)[0].width == width
