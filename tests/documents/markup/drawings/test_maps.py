"""Maps of scenarios, drawn from the data: to scale, on the table, and readable."""

import math
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.database import load
from kensei_docs.documents.markup.drawings.canvas import MILLIMETRES, Canvas, Circle, Rectangle
from kensei_docs.documents.markup.drawings.deployment import Ground, Span, Zone, read_deployment
from kensei_docs.figures import parse
from kensei_docs.problems import Unusable
from tests.documents.markup.drawings.conftest import drawn, ground_of, segments, spans

LARGE, SMALL = (188, 120, 8), (63.6, 58, 7)
SCENARIOS = "data/editions/herons/scenarios.yaml"


def shipped_grounds(project):
    database, _ = load(project)
    for edition in database.editions.values():
        for record in edition.records_of("scenario"):
            for key in record.get("deployments"):
                yield (
                    f"{record.id} {key}",
                    read_deployment(edition, record, f"deployments.{key}", edition.records["deployment/table"]),
                )


def shipped_figures(project):
    """The lengths that each deployment of the shipped data names, by scenario and deployment."""
    database, _ = load(project)
    for edition in database.editions.values():
        for record in edition.records_of("scenario"):
            for key, way in record.get("deployments").items():
                lengths = set()
                for group, names in {
                    "zones": ("depth", "radius"),
                    "gaps": ("distance",),
                    "areas": ("depth", "width", "radius"),
                    "pieces": ("distance", "centre", "radius"),
                }.items():
                    for entry in way.get(group, {}).values():
                        lengths |= {
                            record.figure(f"figures.{entry[name][1:]}")
                            for name in names
                            if str(entry.get(name)).startswith("$")
                        }
                yield f"{record.id} {key}", lengths


def test_every_distance_that_a_scenario_gives_is_dimensioned(shipped):
    given_there = dict(shipped_figures(shipped))
    for name, ground in shipped_grounds(shipped):
        told = {figure for figure, derived, _ in spans(drawn(ground).drawing) if not derived}
        assert given_there[name] <= told, name


@pytest.mark.parametrize("room", [(188, 120, 8), (100, 60, 6.5), (61, 54, 5.5)])
def test_a_dimension_line_is_as_long_as_its_figure_says(shipped, room):
    for name, ground in shipped_grounds(shipped):
        map_ = drawn(ground, *room)
        scale = MILLIMETRES[ground.unit] / map_.ratio
        for figure, _, length in spans(map_.drawing):
            if figure != "blank":
                assert length == pytest.approx(parse(figure).number * scale, abs=0.01), name


def test_a_map_fits_its_room_at_the_largest_scale_that_does(shipped):
    for name, ground in shipped_grounds(shipped):
        map_ = drawn(ground, 188, 120)
        assert map_.width <= 188, name
        assert map_.height <= 120, name
        assert ground.width * MILLIMETRES[ground.unit] / map_.ratio > 100, name


def test_deployment_places_lie_on_the_table(shipped):
    for name, ground in shipped_grounds(shipped):
        assert ground.problems == [], name
        for zone in [*ground.zones, *ground.areas]:
            shape = zone.shape
            box = (
                (shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius)
                if isinstance(shape, Circle)
                else (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
            )
            assert ground.holds(*box), name
        for piece in ground.pieces:
            assert all(ground.holds(x, y, x, y) for x, y in piece.spots), name


@pytest.mark.parametrize("room", [(188, 120, 8), (100, 60, 6.5), (61, 54, 5.5)])
def test_no_label_lies_on_another(shipped, monkeypatch, room):
    canvases = []
    markup = Canvas.markup
    monkeypatch.setattr(Canvas, "markup", lambda self: (canvases.append(self), markup(self))[1])
    for name, ground in shipped_grounds(shipped):
        canvases.clear()
        drawn(ground, *room)
        spots = max(canvases, key=lambda canvas: canvas.width).reserved
        met = [(a, b) for i, a in enumerate(spots) for b in spots[:i] if a.overlaps(b)]
        assert met == [], name


# The largest map, those beside the words of a sheet, of a card and of the reference.
ROOMS = [LARGE, (98, 70, 7), (96, 55, 7), SMALL, (78, 84, 7), (56, 64, 7)]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("longer", ["", "mm", "mmmmm"])
def test_the_name_of_a_zone_stands_in_it_or_a_line_leads_from_it_into_the_zone(shipped, monkeypatch, room, longer):
    named = []
    label = Canvas.label

    def set_label(self, text, *place, frame="", **more):
        spot = label(self, text, *place, frame=frame, **more)
        return (named.append(spot) if frame else None, spot)[1]

    monkeypatch.setattr(Canvas, "label", set_label)
    for name, ground in shipped_grounds(shipped):
        named.clear()
        drawing = drawn(ground, *room, longer=longer).drawing
        for zone, spot in zip(ground.zones, named, strict=True):
            [(left, top, width, depth)] = re.findall(
                rf'd="M([\d.-]+) ([\d.-]+)h([\d.]+)v([\d.]+)[^"]*"[^>]*data-zone="{zone.key}"', drawing
            ) or [(0, 0, 0, 0)]
            strip = Rectangle(*map(float, (left, top, width, depth)))
            lines = re.findall(rf'd="M[\d.-]+ ([\d.-]+)L([\d.-]+) ([\d.-]+)"[^>]*data-names="{zone.key}"', drawing)
            if isinstance(zone.shape, Circle) or (not lines and strip.surrounds(spot)):
                continue
            assert len(lines) == 1, name
            [(start, x, end)] = lines
            assert float(start) in (pytest.approx(spot.y, abs=0.01), pytest.approx(spot.y + spot.height, abs=0.01))
            assert strip.holds(float(x), float(end)), name


LENGTHS = st.floats(2, 12).map(lambda number: round(number, 1))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(LENGTHS, min_size=2, max_size=6),
    st.sampled_from(["cm", "in"]),
    st.sampled_from([(180, 130, 8), (60, 50, 5.5)]),
)
def test_any_distances_come_out_to_scale(lengths, unit, room):
    ground = Ground(unit, 60, 80)
    below = 0.0
    for number, length in enumerate(lengths):
        ground.zones.append(Zone(str(number), "a", Rectangle(0, below, 60, length)))
        ground.spans.append(Span((60, below), (60, below + length), f"{length:g} {unit}", "down"))
        below += length
    map_ = drawn(ground, *room)
    scale = MILLIMETRES[unit] / map_.ratio
    read = Counter(figure for figure, _, _ in spans(map_.drawing))
    assert read == Counter([*(f"{length:g} {unit}" for length in lengths), f"60 {unit}", f"80 {unit}"])
    for figure, _, length in spans(map_.drawing):
        assert length == pytest.approx(parse(figure).number * scale, abs=0.01)


def test_an_erratum_moves_the_line_on_the_map(pond):
    before = ground_of(pond, "island", "held")
    pond.edit(SCENARIOS, "free: 6 cm", "free: 9 cm")
    after = ground_of(pond, "island", "held")
    assert before.zones[1].shape == Rectangle(0, 30, 60, 10)
    assert after.zones[1].shape == Rectangle(0, 33, 60, 7)


def test_what_only_follows_from_other_figures_is_in_brackets(pond):
    drawing = drawn(ground_of(pond, "two-banks", "usual")).drawing
    assert Counter(spans_ for spans_ in re.findall(r">(\([^<]+\))<", drawing)) == {"(10\u00a0cm)": 2, "(30\u00a0cm)": 2}


def test_what_the_document_leaves_out_is_a_blank_to_fill_in(pond):
    pond.edit(SCENARIOS, "{side: a, at: top}", "{side: a, at: top, depth: null}")
    map_ = drawn(ground_of(pond, "two-banks", "usual"))
    assert ">____</p>" in map_.drawing
    assert [entry.text for entry in map_.key if "blank" in entry.text] == ["blank"]


def test_a_pair_of_pieces_for_each_area_stands_with_its_edges_at_the_distances(pond):
    (reeds, _) = ground_of(pond, "island", "lost").pieces
    # The limits lie at 5 and 35 cm; the centre of the table at (30, 20); reeds are 3 cm square.
    assert sorted({y for _, y in reeds.spots}) == [5 + 8 + 1.5, 35 - 8 - 1.5]
    nearest = [math.hypot(abs(x - 30) - 1.5, abs(y - 20) - 1.5) for x, y in reeds.spots]
    assert nearest == pytest.approx([15] * 4)


def test_the_ground_round_a_piece_is_drawn_from_its_edges(pond):
    map_ = drawn(ground_of(pond, "island", "lost"))
    scale = 10 / map_.ratio
    around = re.findall(r'd="M[\d.-]+ [\d.-]+h([\d.]+)a([\d.]+)[^"]*"[^>]*stroke-dasharray', map_.drawing)
    assert len(around) == 4
    for side, radius in around:
        assert (float(side), float(radius)) == pytest.approx((3 * scale, 4 * scale), abs=0.01)


def test_a_small_map_leaves_to_the_key_what_the_key_says_and_enlarges_rows_of_bases(shipped):
    grounds = dict(shipped_grounds(shipped))
    control, wagons = (grounds[f"scenario/{name} normal"] for name in ("strategic-control", "supply-lines"))
    told = [sorted(figure for figure, _, _ in spans(drawn(control, *room).drawing)) for room in (LARGE, SMALL)]
    assert told[0].count("15 cm") == 2 and "15 cm" not in told[1]
    bases = re.findall(r'd="M[\d.-]+ [\d.-]+h([\d.]+)[^"]*"[^>]*data-piece="wagons"', drawn(wagons, *SMALL).drawing)
    assert len(bases) == 9 and sum(map(float, bases[:3])) == pytest.approx(4.0, abs=0.01)


def test_the_name_of_a_zone_stands_outside_an_area_that_reaches_into_it(shipped):
    ground = dict(shipped_grounds(shipped))["scenario/village-defense last-defence"]
    drawing = drawn(ground, *SMALL).drawing
    [top] = [float(y) for y in re.findall(r"top: ([\d.]+)mm[^>]*>defender<", drawing)]
    [village] = ground.areas
    table = drawn(ground, *SMALL)
    scale = MILLIMETRES[ground.unit] / table.ratio
    assert top > (village.shape.y + village.shape.height) * scale


@pytest.mark.parametrize("room", ROOMS)
def test_the_name_of_a_zone_stands_on_none_of_the_lines_that_divide_it(shipped, monkeypatch, room):
    named, lines = [], []
    label, line = Canvas.label, Canvas.line

    def set_label(self, text, *place, frame="", **more):
        spot = label(self, text, *place, frame=frame, **more)
        return (named.append(spot) if frame else None, spot)[1]

    def draw_line(self, *ends, **more):
        lines.append(ends)
        return line(self, *ends, **more)

    monkeypatch.setattr(Canvas, "label", set_label)
    monkeypatch.setattr(Canvas, "line", draw_line)
    drawn(dict(shipped_grounds(shipped))["scenario/break-the-front encounter"], *room)
    dividing = [Rectangle(x, min(y, end), 0, abs(end - y)) for x, y, _, end, _, *dashes in lines if "1.4 0.7" in dashes]
    assert (len(named[-2:]), len(dividing)) == (2, 4)
    assert not [(spot, one) for spot in named[-2:] for one in dividing if spot.overlaps(one)]


def test_pictures_of_pieces_stay_on_the_table_of_a_small_map(shipped):
    drawing = drawn(dict(shipped_grounds(shipped))["scenario/break-the-front surrounded"], 56, 64, 7).drawing
    [table] = re.findall(r'd="M[\d.-]+ ([\d.-]+)h[^"]*"[^>]*data-table', drawing)
    tops = [float(top) for top in re.findall(r"<figure[^>]*top: ([\d.-]+)mm", drawing)]
    assert len(tops) == 6 and min(tops) >= float(table) - 0.01


def test_no_two_areas_of_control_overlap_where_the_ruling_holds(shipped):
    ground = dict(shipped_grounds(shipped))["scenario/strategic-control normal"]
    squares = [(x, y, piece.width / 2, piece.radius) for piece in ground.pieces for x, y in piece.spots]
    for i, (x, y, half, radius) in enumerate(squares):
        for u, v, other, reach in squares[:i]:
            apart = math.hypot(max(abs(x - u) - half - other, 0), max(abs(y - v) - half - other, 0))
            assert apart >= radius + reach - 1e-6


def test_an_area_can_be_as_deep_as_in_another_deployment(pond):
    pond.edit(
        SCENARIOS,
        "$reach}, a: {side: a, at: top}, b: {side: b,",
        "$reach}, a: {side: a, at: top}, b: {like: held, side: b,",
    )
    pond.edit(SCENARIOS, "pond: 30 cm", "pond: 20 cm")
    shapes = {zone.key: zone.shape for zone in ground_of(pond, "island", "lost").zones}
    assert shapes["b"] == ground_of(pond, "island", "held").zones[1].shape == Rectangle(0, 30, 60, 10)
    assert shapes["a"] == Rectangle(0, 0, 60, 10)
    pond.edit(SCENARIOS, "like: held", "like: lots")
    with pytest.raises(Unusable, match="names no deployment 'lots' with a strip there"):
        ground_of(pond, "island", "lost")


def test_the_key_tells_of_pieces_without_a_place_of_their_own(pond):
    map_ = drawn(ground_of(pond, "island", "held"))
    assert "nests\u00a0× 3, anywhere island, apart 5\u00a0cm" in [e.text for e in map_.key]


def test_the_key_shows_pieces_of_two_sizes_at_one_scale(pond):
    key = drawn(ground_of(pond, "island", "lost")).key
    sides = {
        entry.text.partition("\u00a0")[0].partition(",")[0]: [
            float(side) for side in re.findall(r"h([\d.]+)v\1", entry.swatch)
        ]
        for entry in key
    }
    assert sides["rock"] == [2.8]
    assert sides["reeds"] == [1.4]


def test_what_stands_in_a_deployment_area_of_both_armies_is_no_dashed_area(shipped):
    shared = {
        name: ground
        for name, ground in shipped_grounds(shipped)
        if {area.shape for area in ground.areas} & {zone.shape for zone in ground.zones}
        and any("in" in piece.entry for piece in ground.pieces)
    }
    assert shared
    for name, ground in shared.items():
        assert not any("stroke-dasharray" in entry.swatch for entry in drawn(ground).key), name


def test_distances_that_contradict_one_another_are_told_with_their_place(pond):
    pond.edit(SCENARIOS, "strip: 10 cm", "strip: 9 cm")
    problems = pond.print("scenarios")
    assert [str(problem) for problem in problems] == [
        f"{pond.folder / SCENARIOS}:12:59: 'areas.strips.depth' of scenario/two-banks comes to "
        "18 cm, and the map's other distances to 20 cm; mend one of them  [map]"
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "water: 20 cm",
            "water: some",
            "'gaps.middle.distance' of scenario/two-banks is not a length; "
            "write one, such as 20 cm, or name a figure of the record, such as $strip",
        ),
        (
            "water: 20 cm",
            "water: 20 in",
            "'gaps.middle.distance' of scenario/two-banks is measured in "
            "in, and the table in cm; write both in one unit",
        ),
        (
            "water: 20 cm",
            "water: 50 cm",
            "'gaps.middle.distance' of scenario/two-banks is 50 cm, which the table has no room for",
        ),
        ("in: middle", "in: muddle", "'areas.strips.in' of scenario/two-banks names no gap 'muddle'; mend the name"),
        (
            "limit: a,",
            "limit: c,",
            "'pieces.nests.limit' of scenario/two-banks names no zone 'c' that is a strip; mend the name",
        ),
        (
            "side: b, at: bottom",
            "side: b, at: left",
            "'gaps.middle' of scenario/two-banks does not lie between "
            "two strips; name a zone and the one below it under 'between'",
        ),
    ],
)
def test_data_that_cannot_be_drawn_are_refused_with_what_to_do(pond, old, new, message):
    pond.edit(SCENARIOS, old, new)
    with pytest.raises(Unusable) as refused:
        ground_of(pond, "two-banks", "usual")
    assert message in str(refused.value)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_printed_map_is_to_scale(pond, paper):
    assert pond.print("scenarios", languages=["en", "es"], papers=[paper]) == []
    words = pond.text("scenarios", paper=paper)
    ratio = int(re.search(r"Scale 1:(\d+)", words)[1])
    down = {
        round(abs(y2 - y1), 1) for x1, y1, x2, y2 in segments(pond.pdf("scenarios", paper=paper)) if abs(x1 - x2) < 0.01
    }
    for distance in (200, 100, 400):
        assert any(abs(length - distance / ratio) < 0.11 for length in down), distance


def test_a_page_says_what_players_need_in_their_language(pond):
    pond.print("scenarios", languages=["en", "es"])
    words = pond.text("scenarios", page=1)
    assert "1–3 Held" in words
    assert "First to deploy: the defender" in words
    assert "2 a fish." in words
    assert "Nobody swims." in words
    assert "[Scale 1:" in pond.text("scenarios", language="es")


def test_a_card_a_way_of_deploying(pond):
    assert pond.print("scenario-cards", languages=["en", "es"]) == []
    words = pond.text("scenario-cards")
    assert [words.count(name) for name in ("Both banks", "Held", "Lost")] == [1, 1, 1]
    assert "Nobody swims." in pond.text("scenario-cards", page=1)


def test_an_edition_without_a_table_is_told_what_to_add(pond):
    pond.edit("data/editions/herons/deployment.yaml", "table:", "tablet:")
    pond.print("scenarios")
    assert "no deployment/table says how large the table is; add one with figures" in str(pond.refused)


def test_what_a_scenario_applies_is_told_with_its_distances(pond):
    scenarios = pond.folder / "data/editions/herons/scenarios.yaml"
    water = "rules: {water: Nobody swims.}"
    scenarios.write_text(scenarios.read_text().replace(water, f"{water}\n  applies: [marker/mist]"))
    pond.write(
        "data/editions/herons/markers.yaml",
        "mist: {name: Mist, figures: {reach: 3 cm}, text: 'Hides all within %(reach)s.'}",
    )
    for kind in ("scenarios", "scenario-cards"):
        assert pond.print(kind) == []
        assert "Mist: Hides all within 3 cm." in pond.text(kind, page=1)
