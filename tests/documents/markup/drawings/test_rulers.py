"""Rulers and movement templates: as long on paper as the data say."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.database import load
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.markup.drawings.marks import Mark
from kensei_docs.documents.markup.drawings.rulers import (
    GAP,
    HANDLE,
    TAB,
    Dress,
    draw_rulers,
    pack_columns,
    split_into_parts,
    split_marks,
)
from kensei_docs.figures import parse
from tests.documents.markup.drawings.conftest import segments

DRESS = Dress("#900", ("#900", "#fff"), "#fff", {"#900": "#eee", "#fff": "#111"}.get, lambda *_: "<svg/>", "Herons")
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


def pages_of(rulers, areas=(), fill=False):
    """Pages of rulers, as HTML."""
    return draw_rulers(rulers, areas, 188, 250, lambda figure: figure, "glue", DRESS, fill)


def draw(rulers, areas=()):
    """The only page of rulers, as HTML."""
    (page,) = pages_of(rulers, areas)
    return page


def words_of(drawing):
    """The words on a drawing, line by line."""
    return re.findall(r">([^<>]+)</p>", drawing)


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
    handle = HANDLE if parts[0].short else 0
    assert sum(part.height for part in parts) == pytest.approx(whole + TAB * (len(parts) - 1) + handle)


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
    assert re.search(r"10 cm\s+Wading", words)
    assert re.search(r"35 cm\s+Flying", words)
    assert "1/2" in words
    assert "glue here" in words
    assert "Beak" in words


def test_a_length_has_the_names_of_what_is_as_long_up_to_three():
    drawing = draw([(Mark("20 cm", 20, ("Walk", "Swim", "Glide", "Hop")),)])
    assert [word for word in words_of(drawing) if word.isalpha()] == ["Herons", "Walk", "Swim", "Glide"]
    assert len(re.findall(r'data-ruler="20 cm"', drawing)) == 1


def test_names_are_set_smaller_before_one_is_left_out():
    names = ("A long way across the pond", "and another as long as that")
    for long, shown in ((20, 2), (14, 2), (7, 1)):
        words = words_of(draw([(Mark(f"{long} cm", long, names),)]))
        assert [name in words for name in names].count(True) == shown


@pytest.mark.parametrize(("unit", "long", "big"), [("cm", 16, {5, 10, 15}), ("in", 9, {5}), ("mm", 80, {10, 20, 80})])
def test_every_fifth_number_is_big(unit, long, big):
    drawing = draw([(Mark(f"{long} {unit}", long, ("Step",)),)])
    numbers = {int(n): float(size) for size, n in re.findall(r"font-size: ([\d.]+)pt[^>]*>(\d+)</p>", drawing)}
    assert all(size >= 12 for number, size in numbers.items() if number in big)
    assert big <= set(numbers)
    assert all(size < 8 for number, size in numbers.items() if number % 5)


def test_every_ruler_names_its_game_where_it_has_room():
    drawing = draw([(Mark("10 cm", 10, ("Step",)),), (Mark("3 cm", 3, ("Beak",)),), (Mark("60 cm", 60, ("Far",)),)])
    assert sum(word.startswith("Herons") for word in words_of(drawing)) == 1 + 1 + 3


def test_what_stands_on_a_stretch_is_in_the_colour_of_text_on_it():
    drawing = draw([(Mark("10 cm", 10, ("Near",)), Mark("20 cm", 20, ("Far",)))])
    colours = {word: colour for colour, word in re.findall(r"; color: (#\w+)[^>]*>([^<>]+)</p>", drawing)}
    assert {"Near": "#eee", "7": "#eee", "Far": "#111", "17": "#111"}.items() <= colours.items()


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
    found = re.findall(r"(\d+ cm)\s+(\w+(?:: \w+)?)", pond.text("templates"))
    assert list(dict.fromkeys(found)) == [("20 cm", "Flying: Giant"), ("15 cm", "Flying")]
    assert re.search(r"20 cm\s+\[Flying\]: \[Giant\]", pond.text("templates", language="es"))


def test_the_number_at_a_mark_stands_below_its_line():
    drawing = draw([(Mark("5 cm", 5, ("Near",)), Mark("10 cm", 10, ("Far",)))])
    line = 50.0  # the lower half of a ruler of 100 mm begins there
    middles = {
        number: float(top) + 1.2 * float(size) * 25.4 / 72 / 2
        for top, size, number in re.findall(r"top: ([\d.]+)mm;[^>]*font-size: ([\d.]+)pt[^>]*>(\d+)</p>", drawing)
    }
    assert middles["6"] < line < line + 2.5 < middles["5"] < middles["4"]


def test_half_a_disc_larger_than_the_page_is_told(pond):
    pond.write("data/editions/herons/formations.yaml", "control-area: {name: Beak, figures: {distance: 15 cm}}\n")
    pond.translate({})
    pond.print("templates")
    assert "150 by 300 mm, and the page has 188 by" in str(pond.refused)


def test_what_one_page_has_no_room_for_goes_on_and_the_parts_of_a_ruler_share_a_page():
    rulers = [(Mark(f"{number} cm", number, ("Step",)),) for number in (90, 120, 15)]
    found = [re.findall(r"Herons(?: · ././?)?[^<]*", page) for page in pages_of(rulers)]
    assert [len(names) for names in found] == [5, 6]
    assert [name for name in found[1] if "/" in name] == [f"Herons · {number}/6" for number in range(1, 7)]


def test_a_ruler_longer_than_a_page_is_wide_goes_on_over_the_next():
    found = [page.count("Herons · ") for page in pages_of([(Mark("300 cm", 300, ("Far",)),)])]
    assert found == [9, 5]


def test_a_page_may_bear_rulers_and_half_discs_again_in_the_room_that_is_left():
    rulers, areas = [(Mark("20 cm", 20, ("Step",)),), (Mark("60 cm", 60, ("Far",)),)], [Mark("5 cm", 5, ("Beak",))]
    (page,) = pages_of(rulers, areas, fill=True)
    assert (page.count('data-ruler="20 cm"'), page.count("data-area")) == (5, 2), "a third of 60 cm is as long"
    assert page.count("Herons · ") == 3, "a ruler in parts stands there once"


def test_rulers_of_inches_and_of_centimetres_share_a_page():
    drawing = draw([(Mark("5 in", 5, ("Step",)),), (Mark("10 cm", 10, ("Far",)),)])
    heights = {round(float(height)) for height in re.findall(r'v([\d.]+)h[-\d.]+Z" fill="#900"', drawing)}
    assert heights == {127, 100}


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 80), st.sampled_from(["cm", "in"]), st.sampled_from([252.4, 270, 120]))
def test_a_ruler_has_no_more_parts_than_it_needs(number, unit, room):
    parts = split_into_parts([Mark(f"{number} {unit}", number, ("Step",))], unit, room)
    assert (len(parts) == 1) == (number * UNIT[unit] <= room)
    assert (len(parts) - 1) * (room - TAB - UNIT[unit]) < number * UNIT[unit]
    lengths = [part.end - part.start for part in parts]
    assert all(length == lengths[0] == int(length) for length in lengths[:-1]) and lengths[-1] <= lengths[0]


@pytest.mark.parametrize(
    ("unit", "ticks"),
    [("cm", {5.0: 1, 3.6: 5, 2.6: 7, 1.6: 56}), ("in", {5.0: 1, 3.6: 5, 2.6: 7, 1.8: 14}), ("mm", {5.0: 1, 3.6: 5})],
)
def test_longer_ticks_count_whole_units_and_shorter_ones_their_parts(unit, ticks):
    drawing = draw([(Mark(f"7 {unit}", 7, ("Step",)),)])
    lines = re.findall(r'd="M([\d.]+) ([\d.]+)L17.000 \2"[^>]*stroke-width="0\.[23]5?"/>', drawing)
    assert Counter(round(17 - float(x), 1) for x, _ in lines) == ticks


def test_marks_too_close_for_their_words_are_rulers_of_their_own():
    marks = [Mark(f"{number} cm", number, ("Step",)) for number in (1, 3, 9)]
    assert split_marks(marks, "cm") == [(mark,) for mark in marks]
    assert split_marks(marks, "in") == [(mark,) for mark in marks]
    apart = [Mark(f"{number} cm", number, ("Step",)) for number in (4, 8)]
    assert split_marks(apart, "cm") == [tuple(apart)]
    assert split_marks([], "cm") == []


@pytest.mark.parametrize(("number", "short"), [(1, True), (5.9, True), (6, False), (40, False)])
def test_only_a_short_distance_has_a_handle(number, short):
    assert split_into_parts([Mark(f"{number} cm", number, ("Step",))], "cm", 250)[0].short is short


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=6, unique=True))
def test_the_parts_of_one_ruler_lie_side_by_side_in_their_order(lengths):
    rulers = [split_into_parts([Mark(f"{number} cm", number, ())], "cm", 252.4) for number in lengths]
    columns = pack_columns([part for parts in rulers for part in parts], 252.4)
    at = {id(part): number for number, column in enumerate(columns) for part in column}
    for parts in rulers:
        places = [at[id(part)] for part in parts]
        assert places == list(range(places[0], places[0] + len(parts)))


def test_every_edition_that_shoots_has_a_ruler_with_the_distances_of_its_weapons(shipped):
    database, _ = load(shipped)
    kind = load_kinds(shipped)[0]["templates"]
    for edition in database.editions.values():
        groups = (lengths_of(shipped, edition, kind, name) for name in kind.figures if name.startswith("marks-"))
        ranges = set().union(*groups)
        assert len(ranges) > 1 and max(ranges) > 400, edition.id


def test_no_ring_of_a_half_disc_crosses_its_words():
    drawing = draw([], [Mark("5 cm", 5, ("Beak",))])
    lowest = max(float(end) for end in re.findall(r'A[\d.]+ [\d.]+ 0 0 1 [\d.]+ ([\d.]+)"[^>]*dasharray', drawing))
    # Words run upwards: half their width lies above their middle.
    spots = re.findall(r"top: ([\d.]+)mm; width: ([\d.]+)mm; font-size: ([\d.]+)pt", drawing)
    assert len(spots) == 3
    for top, width, size in spots:
        assert float(top) + 1.2 * float(size) * 25.4 / 72 / 2 - float(width) / 2 >= lowest


def test_no_word_on_a_ruler_is_smaller_than_seven_points():
    name = "A very long name for so short a distance"
    drawing = draw([(Mark("4 cm", 4, (name,)), Mark("11 cm", 11, ("Far",))), (Mark("1 cm", 1, (name,)),)])
    assert min(float(size) for size in re.findall(r"font-size: ([\d.]+)pt", drawing)) >= 7
    assert name in words_of(drawing)


def test_the_stretches_between_the_marks_of_a_ruler_take_turns_at_the_colours():
    marks = (Mark("4 cm", 4, ("Near",)), Mark("8 cm", 8, ("Mid",)), Mark("13 cm", 13, ("Far",)))
    stretches = re.findall(r'v([\d.]+)h[-\d.]+Z" fill="(#\w+)"', draw([marks]))
    assert stretches == [("40.000", "#900"), ("40.000", "#fff"), ("50.000", "#900")]
