"""Rulers and movement templates: as long on paper as the data say."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from weasyprint import HTML

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.layout.text_fitting import overruns
from kensei_docs.documents.markup.drawings.canvas import Canvas
from kensei_docs.documents.markup.drawings.rulers import (
    GAP,
    HEIGHT,
    TAB,
    Arc,
    Bar,
    Mark,
    Packer,
    RangeChart,
    Ruler,
    RulerLook,
    Share,
    draw_rulers,
    marks_of,
    shares_of,
    split_into_parts,
    split_marks,
)
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import spec_of
from kensei_docs.documents.products.product import Row, Size, load_products
from tests.documents.markup.drawings.conftest import segments

INK, PAPER = "#111", "#eee"
LOOK = RulerLook(
    INK, PAPER, "#900", "#911", ("#111", "#922", "#ddd"), lambda colour: PAPER if colour == INK else INK,
    lambda *_: "<svg/>", lambda figure: figure, "Herons", "glue", "Straight side",
)  # fmt: skip
UNIT = {"cm": 10, "in": 25.4}
ROOM = st.sampled_from([257.4, 275, 120])


def ruler(number, unit="cm", *names, **more):
    """A ruler with a single length."""
    return Ruler((Mark(f"{number} {unit}", number, names or ("Step",), **more),))


def pages_of(rulers, areas=(), arcs=()):
    """Pages of rulers, as HTML."""
    return draw_rulers(rulers, areas, arcs, 275, 176, LOOK)


def draw(rulers, areas=(), arcs=()):
    """The only page of rulers, as HTML."""
    (page,) = pages_of(rulers, areas, arcs)
    return page


def words_of(drawing):
    """The words on a drawing, line by line."""
    return re.findall(r">([^<>]+)</p>", drawing)


def measured(drawing):
    """The lengths of the edges that measure, in millimetres, with what they say they are."""
    found = re.findall(r'd="M([\d.]+) ([\d.]+)L([\d.]+) \2"[^>]*data-ruler="([^"]+)"', drawing)
    return [(round(float(x2) - float(x1), 1), figure) for x1, _, x2, figure in found]


def level(pdf):
    """The lengths in millimetres of the level lines of a printed page."""
    return {round(abs(x2 - x1), 2) for x1, y1, x2, y2 in segments(pdf) if abs(y1 - y2) < 0.01}


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 80), st.sampled_from(["cm", "in"]), ROOM)
def test_the_parts_of_a_ruler_are_as_long_together_as_the_ruler(number, unit, room):
    parts = split_into_parts(ruler(number, unit), room)
    assert all(part.width <= max(room, 60) for part in parts)
    assert parts[0].start == 0
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert parts[-1].end == number
    assert sum(part.measured for part in parts) == pytest.approx(number * UNIT[unit], abs=0.1)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 80), st.sampled_from(["cm", "in"]), ROOM)
def test_a_ruler_has_no_more_parts_than_it_needs(number, unit, room):
    parts = split_into_parts(ruler(number, unit), room)
    assert (len(parts) == 1) == (number * UNIT[unit] <= room)
    assert (len(parts) - 1) * (room - TAB - UNIT[unit]) < number * UNIT[unit]
    lengths = [part.end - part.start for part in parts]
    assert all(length == lengths[0] == int(length) for length in lengths[:-1]) and lengths[-1] <= lengths[0]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(5, 100), st.integers(5, 60)), min_size=1, max_size=12))
def test_no_two_pieces_on_a_page_touch_and_none_leaves_it(sizes):
    packer = Packer(100, 60)
    for size in sizes:
        packer.place([size])
    assert sum(map(len, packer.pages)) == len(sizes)
    for page in packer.pages:
        for number, one in enumerate(page):
            assert one.x + one.width <= 100 + 1e-6 and one.y + one.height <= 60 + 1e-6
            for other in page[:number]:
                across = max(one.x - other.x - other.width, other.x - one.x - one.width)
                down = max(one.y - other.y - other.height, other.y - one.y - one.height)
                assert max(across, down) > GAP - 0.01


def test_the_printed_rulers_are_true_to_a_tenth_of_a_millimetre(pond):
    pond.write(
        "data/editions/herons/characteristics.yaml",
        "attributes: {name: Steps, rows: {movement: {name: Wading, warrior: 10 cm},"
        " mounted: {name: By wing, warrior: 35 cm}}}\n",
    )
    pond.write(
        "data/editions/herons/formations.yaml",
        "closed-formation: {name: Flock, figures: {distance: 1.5 cm}}\n"
        "spread: {name: Spread, figures: {distance: 35 cm}}\n"
        "control-area: {name: Beak, figures: {distance: 4 cm}}\n",
    )
    pond.translate({})
    for paper in ("a4", "letter"):
        assert pond.print("templates", papers=[paper], languages=["en", "es"]) == []
        lengths = level(pond.pdf("templates", paper=paper))
        for millimetres in (180, 170, 15):
            assert any(abs(length - millimetres) <= 0.1 for length in lengths), millimetres
    words = pond.text("templates")
    assert re.search(r"10 cm\s+Wading", words)
    assert re.search(r"35 cm\s+Mounted", words)
    assert "1/2" in words
    assert "Beak" in words
    assert "Print at actual size" in words


def test_a_length_has_the_names_of_what_is_as_long_up_to_three():
    drawing = draw([ruler(20, "cm", "Walk", "Swim", "Glide", "Hop")])
    assert "Walk · Swim · Glide" in words_of(drawing)
    assert measured(drawing) == [(200, "20 cm")]


def test_names_are_set_smaller_before_one_is_left_out():
    names = ("A long way across the pond", "and another as long as that")
    for long, shown in ((20, " · ".join(names)), (14, " · ".join(names)), (7, names[0])):
        assert shown in words_of(draw([ruler(long, "cm", *names)]))


@pytest.mark.parametrize(("unit", "long", "big"), [("cm", 16, {5, 10, 15}), ("in", 9, {5}), ("mm", 80, {10, 20, 80})])
def test_every_fifth_number_is_big(unit, long, big):
    drawing = draw([ruler(long, unit)])
    numbers = {int(n): float(size) for size, n in re.findall(r"font-size: ([\d.]+)pt[^>]*>(\d+)</p>", drawing)}
    assert all(size >= 10 for number, size in numbers.items() if number in big)
    assert big <= set(numbers)
    assert all(size < 8 for number, size in numbers.items() if number % 5)


def test_a_band_of_distance_keeps_its_look_where_one_is_missing():
    near, far = Mark("4 cm", 4, ("Near",), place=0), Mark("12 cm", 12, ("Far",), place=2)
    heads = re.findall(r'h([\d.]+)v5.600h[-\d.]+Z" fill="(#\w+)"', draw([Ruler((near, far), banded=True)]))
    assert heads == [("40.000", "#111"), ("80.000", "#ddd")]


def test_only_bands_of_distance_are_painted():
    assert not re.findall(r'v5.600h[-\d.]+Z" fill="(#\w+)"', draw([ruler(12)])), "less ink"


def test_the_fourth_band_is_hatched_and_words_on_it_have_a_ground():
    marks = tuple(Mark(f"{at} cm", at, ("Band",), place=place) for place, at in enumerate((6, 12, 18, 24)))
    drawing = draw([Ruler(marks, banded=True)])
    assert len(re.findall(rf"background: {PAPER}", drawing)) >= 2
    assert f'fill="{PAPER}"' in drawing


def test_each_pip_of_the_dice_has_a_box_behind_what_is_sure():
    drawing = draw([ruler(16, "cm", "Charge", sure=10.0, says="10 cm + 1D6 cm")])
    assert len(re.findall(r'h10.000v5.600h-10.000Z"', drawing)) == 6
    assert {"10 cm + 1D6 cm", "Charge", "16"} <= set(words_of(drawing))
    assert measured(drawing) == [(160, "16 cm")]


def test_figures_are_multiplied_and_added_up_with_dice_and_named_by_a_phrase(pond):
    pond.write(
        "data/editions/herons/formations.yaml",
        "flock: {name: Flock, figures: {distance: 10 cm, times: 2, extra: +1D6 cm, flight: 3D6 cm}}\n",
    )
    database, _ = load(pond.project)
    edition, translator = database.editions["herons"], Translator(pond.project, database, "en")
    one = "formation/flock:figures."
    entries = [
        f"{one}times * {one}distance + {one}extra as run",
        f"{one}flight as level {one}times",
        f"{one}distance as formation/flock:name",
        f"{one}missing + {one}extra",
    ]
    marks = marks_of(edition, entries, translator, lambda word, **figures: word + str(figures.get("figure", "")))
    assert [(mark.figure, mark.sure, mark.says, mark.names, mark.place) for mark in marks] == [
        ("10 cm", None, "", ("Flock",), 2),
        ("18 cm", None, "3D6\N{NO-BREAK SPACE}cm", ("length-level2",), 1),
        ("26 cm", 20.0, "2 × 10 cm + 1D6 cm".replace(" ", "\N{NO-BREAK SPACE}"), ("length-run",), 0),
    ]


def test_parts_of_a_distance_say_when_no_more_than_they_counts(pond):
    pond.write(
        "data/editions/herons/formations.yaml",
        "flock: {name: Flock, figures: {distance: 10 in, half: 1/2, loss: 25 %}}\n",
    )
    database, _ = load(pond.project)
    edition, translator = database.editions["herons"], Translator(pond.project, database, "en")
    one = "formation/flock:figures."
    entries = [
        f"{one}distance - {one}loss as hurt",
        f"{one}distance * {one}half as mud",
        f"{one}distance * {one}half as shots",
        f"{one}missing * {one}half as mud",
    ]
    shares = shares_of(edition, entries, translator, lambda word, **more: " ".join([word, *more.values()]))
    assert [(share.of, share.number, share.says, share.names) for share in shares] == [
        ("10 in", 5.0, "part ½ 10″", ("part-mud", "part-shots")),
        ("10 in", 7.5, "part ¾ 10″", ("part-hurt",)),
    ]


def test_a_part_of_a_distance_has_a_line_and_as_many_words_as_stand_clear_of_numbers():
    def drawn(*names):
        share = Share("9 in", 4.5, "½ of 9″", names)
        return draw([Ruler((Mark("9 in", 9, ("Step",)),), False, (share,))])

    assert "½ of 9″" in words_of(drawn("mud, reeds and weeds on the way"))
    assert drawn().count('stroke-dasharray="1 0.7"') == 1
    share = Share("12 in", 6, "½ of 12″", ("mud", "shots"))
    assert "½ of 12″ · mud · shots" in words_of(draw([Ruler((Mark("12 in", 12, ("Step",)),), False, (share,))]))


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
    database, _ = load(pond.project)
    edition, translator = database.editions["herons"], Translator(pond.project, database, "en")
    rows = [f"characteristic/attributes:rows.mounted.{column}" for column in ("warrior", "colossal-creature")]
    assert [mark.names for mark in marks_of(edition, rows, translator)] == [("Flying",), ("Flying: Giant",)]
    together = marks_of(edition, rows, translator, in_columns=True)
    assert [(mark.names, mark.column) for mark in together] == [(("Flying",), "Wader"), (("Flying",), "Giant")]


def test_the_number_at_a_mark_stands_before_its_line():
    near, far = Mark("8 cm", 8, ("Near",)), Mark("16 cm", 16, ("Far",))
    drawing = draw([Ruler((near, far))])
    found = re.findall(r"left: ([\d.]+)mm;[^>]*width: ([\d.]+)mm[^>]*>(\d+)</p>", drawing)
    ends = {int(number): float(left) + float(width) for left, width, number in found}
    assert ends[8] <= 80 and ends[16] <= 160 < 70 + ends[10]


def test_half_a_disc_larger_than_the_page_is_told(pond):
    pond.write("data/editions/herons/formations.yaml", "control-area: {name: Beak, figures: {distance: 15 cm}}\n")
    pond.translate({})
    pond.print("templates")
    assert "150 by 300 mm, and the page has 280 by" in str(pond.refused)


def test_the_parts_of_a_ruler_share_a_page_and_what_no_page_holds_goes_on_over_the_next():
    found = [measured(page) for page in pages_of([ruler(120), ruler(170)])]
    assert [len(parts) for parts in found] == [5, 7]
    found = [measured(page) for page in pages_of([ruler(300)])]
    assert [len(parts) for parts in found] == [11, 1]


def test_a_half_disc_stands_beside_the_rulers_and_again_where_there_is_room():
    rulers, areas = [ruler(20), ruler(18)], [Mark("5 cm", 5, ("Beak",))]
    drawing = draw(rulers, areas)
    assert drawing.count("data-area") == 2
    numbers = [word for word in words_of(draw([], areas)) if word.isdigit()]
    assert numbers == list("12345") * 2, "each ring is numbered"
    assert "Straight side" in words_of(drawing)


def test_no_ring_of_a_half_disc_crosses_its_words():
    drawing = draw([], [Mark("5 cm", 5, ("Beak",))])
    lowest = max(float(end) for end in re.findall(r'A[\d.]+ [\d.]+ 0 0 1 [\d.]+ ([\d.]+)"[^>]*dasharray', drawing))
    tops = re.findall(r"top: ([\d.]+)mm;[^>]*>(5 cm|Beak|Herons)</p>", drawing)
    assert len(tops) == 6 and all(float(top) >= lowest for top, _ in tops)


@pytest.mark.parametrize(("degrees", "size"), [(90, (60, 60)), (45, (60, 42.4)), (180, (120, 60))])
def test_an_arc_has_its_angle_between_its_sides(degrees, size):
    arc = Arc(degrees, ("Sight",), 60)
    assert tuple(round(side, 1) for side in arc.size) == size
    drawing = draw([], (), [arc])
    assert {f"{degrees}°", "Sight", "15°"} <= set(words_of(drawing))
    assert f"{degrees - degrees % 15 or degrees}°" in drawing and f'data-arc="{degrees}"' in drawing


@pytest.mark.parametrize(("name", "runs_over"), [("Sight", False), ("Sight of a " + 20 * "rider", True)])
@pytest.mark.parametrize("degrees", [90, 45, 180, 270])
def test_words_that_run_out_of_an_arc_are_an_overflow(name, runs_over, degrees):
    drawing = draw([], (), [Arc(degrees, (name,), 60)])
    css = "@page { size: 400mm 300mm; margin: 20mm } body { font-family: Source Sans Pro }"
    page = HTML(string=f"<!DOCTYPE html><style>{css}</style>{drawing}").render().pages[0]
    found = overruns(page._page_box, 0, 0, Size(400, 300))
    assert ("arc" in {overrun.field for overrun in found}) == runs_over


def test_rulers_of_inches_and_of_centimetres_share_a_page():
    assert measured(draw([ruler(7, "in"), ruler(10)])) == [(177.8, "7 in"), (100, "10 cm")]


@pytest.mark.parametrize(
    ("unit", "ticks"),
    [("cm", {3.2: 1, 2.6: 5, 1.9: 7, 1.2: 56}), ("in", {3.2: 1, 2.6: 5, 1.9: 7, 1.3: 14}), ("mm", {3.2: 1, 2.6: 5})],
)
def test_longer_ticks_count_whole_units_and_shorter_ones_their_parts(unit, ticks):
    drawing = draw([ruler(7, unit)])
    lines = re.findall(rf'd="M([\d.]+) ([\d.]+)L\1 {HEIGHT:.3f}"[^>]*stroke-width="0\.[23]5?"/>', drawing)
    found = Counter(round(HEIGHT - float(y), 1) for _, y in lines)
    assert {length: found[length] for length in ticks} == ticks


def test_marks_too_close_for_their_words_are_rulers_of_their_own():
    def marks(*numbers, name="Step"):
        return [Mark(f"{number} cm", number, (name,)) for number in numbers]

    close, apart, long = marks(1, 3, 9), marks(4, 8), marks(4, 8, name="A name of many letters and words")
    assert split_marks(close) == [Ruler((mark,)) for mark in close]
    assert split_marks(apart) == [Ruler(tuple(apart))]
    assert split_marks(long) == [Ruler((mark,)) for mark in long]
    assert split_marks([]) == []


@pytest.mark.parametrize(("number", "short"), [(1, True), (5.9, True), (6, False), (40, False)])
def test_only_a_short_distance_has_a_handle(number, short):
    assert split_into_parts(ruler(number), 250)[0].has_handle is short


def test_no_word_on_a_ruler_is_smaller_than_seven_points():
    name = "A very long name for so short a distance"
    drawing = draw([ruler(4, "cm", name), ruler(1, "cm", name), ruler(6, "cm", name)])
    assert min(float(size) for size in re.findall(r"font-size: ([\d.]+)pt", drawing)) >= 7
    assert "A very long name" in drawing and "distance" in drawing


def test_a_chart_has_bars_to_one_scale_with_a_line_at_each_length_of_the_stick():
    bows = Bar(
        "Bows", (Mark("8 in", 8, ("Bows",), place=0, column="Near"), Mark("60 in", 60, ("Bows",), place=2)), True
    )
    walk = Bar("Walk", (Mark("30 cm", 30, ("Walk",)),), False)
    chart = RangeChart([bows, walk], 12, "in", lambda ratio: f"Scale {ratio}")
    (page,) = draw_rulers([], (), (), 275, 176, LOOK, chart)
    assert {"Near", "Bows", "8 in", "60 in", "Walk", "30 cm", "12 in", "48 in", "Scale 1 : 8"} <= set(words_of(page))
    widths = {round(float(width), 1) for width in re.findall(r"h([\d.]+)v5.600h", page)}
    assert {round(8 * 25.4 / 8, 1), round(52 * 25.4 / 8, 1), round(300 / 8, 1)} <= widths


def test_what_a_chart_says_of_its_scale_stands_below_it_where_the_bands_have_long_names():
    def drawn(name):
        bows = Bar("Bows", (Mark("8 in", 8, ("Bows",), place=0, column=name),), True)
        chart, canvas = RangeChart([bows], 12, "in", lambda ratio: f"Scale {ratio}"), Canvas(120, 60)
        height = chart.draw(canvas, LOOK)
        (top,) = re.findall(r"top: ([\d.]+)mm;[^>]*>Scale", canvas.markup())
        return float(top), height

    (top, height), (low, higher) = (
        drawn("Near"),
        drawn("Near enough for everybody who has ever drawn a bow in anger or for a wager"),
    )
    assert top < 5 < height - 5 < low < higher


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_lengths_of_every_edition_are_on_one_sheet(shipped, paper):
    database, _ = load(shipped)
    kind = load_products(shipped)[0]["templates"]
    expected = {
        "kensei-2e": {"20 cm", "26 cm", "16 cm", "21 cm", "5 cm"},
        "kensei-lr-2020": {"20 cm", "16 cm", "21 cm", "2.5 cm"},
        "heroic-2002": {"6 in", "8 in", "2 in"},
        "samurai-skirmish": {"8 in", "25 cm"},
    }
    for edition in database.editions.values():
        templates = Templates(shipped, spec_of(kind, paper=paper), Translator(shipped, database, "en"))
        templates.fill(Row(edition.id, edition, None, {}, 1))
        html = templates.fragments[f"{edition.id}.front"].html
        assert html.count("<section") == 1, edition.id
        found = {figure for _, figure in measured(html)}
        assert expected[edition.id] - ({"26 cm", "25 cm"} if paper == "letter" else set()) <= found, edition.id
        assert templates.problems == []
