"""A pattern's tile repeats exactly: moved by one tile, the field is the same. Hatching keeps within its shape."""

from __future__ import annotations

import math
import re
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.layout.renderer import png_of_svg
from kensei_docs.documents.markup.drawings.canvas import Circle, Rectangle, hatch
from kensei_docs.documents.markup.looks import pictures, read_tile, repeat
from kensei_docs.project import Project

TILES = pictures(Project.open(), "patterns")
# CSS pixels to which a tile is stretched, and the dots that these are.
SIDE, DOTS = 96, 150


@pytest.mark.parametrize("name", sorted(TILES))
def test_a_field_moved_by_a_tile_is_the_same(name):
    from PIL import Image, ImageChops

    tile = read_tile(TILES[name])
    svg = repeat(tile, 4 * tile.width, 4 * tile.height, 1, "#000000")
    size = f'<svg width="{4 * SIDE}" height="{4 * SIDE}" preserveAspectRatio="none" viewBox'
    svg = re.sub(r"<svg [^>]*viewBox", size, svg)
    field = Image.open(BytesIO(png_of_svg(svg, 4 * SIDE, 4 * SIDE))).convert("L")
    here = field.crop((DOTS, DOTS, 2 * DOTS, 2 * DOTS))
    for x, y in ((2, 1), (1, 2), (2, 2)):
        there = field.crop((x * DOTS, y * DOTS, (x + 1) * DOTS, (y + 1) * DOTS))
        # Coordinates are rounded to hundredths of a millimetre, which changes single dots at the edges of lines.
        differing = sum(ImageChops.difference(here, there).histogram()[128:])
        assert differing < 0.002 * DOTS * DOTS
    # There is a pattern at all, and it leaves some ground.
    assert 0.05 < sum(here.histogram()[:128]) / DOTS**2 < 0.6


def test_a_drawing_that_is_no_tile_is_refused(tmp_path):
    (tmp_path / "dot.svg").write_text('<svg viewBox="-5 -5 10 10"><circle r="4"/></svg>')
    with pytest.raises(ValueError, match="its viewBox should begin at 0 0"):
        read_tile(tmp_path / "dot.svg")


@pytest.mark.parametrize(
    ("path", "drawn"),
    [
        pytest.param("M1 2L3 4", "M1.00 2.00l2 2", id="a line"),
        pytest.param("M1 2 3 4 6 4", "M1.00 2.00l2 2l3 0", id="points after a move are lines"),
        pytest.param("M1 2L3 4 3 5", "M1.00 2.00l2 2l0 1", id="a command with several points"),
        pytest.param("M1 1C1 2 2 3 3 3 4 3 5 2 5 1", "M1.00 1.00c0 1 1 2 2 2c1 0 2 -1 2 -2", id="two curves"),
        pytest.param("M1 1L2 1L2 2ZL1 3", "M1.00 1.00l1 0l0 1zl0 2", id="a closed line that goes on"),
    ],
)
def test_a_path_is_drawn_with_points_relative_to_the_one_before(path, drawn, tmp_path):
    (tmp_path / "tile.svg").write_text(f'<svg viewBox="0 0 20 20"><path d="{path}"/></svg>')
    svg = repeat(read_tile(tmp_path / "tile.svg"), 40, 40, 1, "#000000")
    assert re.search(re.escape(drawn) + '["M]', svg)


def lines(path: str) -> list[tuple[float, ...]]:
    """The ends of the lines of a path."""
    return [tuple(map(float, one)) for one in re.findall(r"M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)", path)]


SIDES = st.floats(5, 60)


@given(st.floats(0, 50), st.floats(0, 50), SIDES, SIDES, st.sampled_from([0, 45, -45, 30]), st.floats(1, 4))
def test_hatching_keeps_within_its_rectangle_at_its_angle_and_gap(x, y, width, height, degrees, gap):
    found = lines(hatch(Rectangle(x, y, width, height), degrees, gap))
    along = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    offsets = []
    for x1, y1, x2, y2 in found:
        for across, down in ((x1, y1), (x2, y2)):
            assert x - 0.006 <= across <= x + width + 0.006 and y - 0.006 <= down <= y + height + 0.006
        length = math.hypot(x2 - x1, y2 - y1)
        if length > 2:
            assert abs((x2 - x1) * along[1] - (y2 - y1) * along[0]) / length < 0.01
        offsets.append(y1 * along[0] - x1 * along[1])
    offsets.sort()
    assert all(abs(after - before - gap) < 0.05 for before, after in pairwise(offsets))


@given(SIDES, st.sampled_from([0, 45, -45]), st.floats(1, 4))
def test_hatching_of_a_circle_ends_on_it(radius, degrees, gap):
    found = lines(hatch(Circle(70, 70, radius), degrees, gap))
    assert len(found) in (2 * int(radius / gap) + 1, 2 * int(radius / gap) - 1)
    for x1, y1, x2, y2 in found:
        assert math.hypot(x1 - 70, y1 - 70) == pytest.approx(radius, abs=0.02)
        assert math.hypot(x2 - 70, y2 - 70) == pytest.approx(radius, abs=0.02)
