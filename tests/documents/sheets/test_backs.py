"""Backs: behind their fronts on a sheet that is flipped, beside them on one that is folded."""

import math
import re

import pikepdf
import pytest

from kensei_docs.documents.products.options import Offset, Printer

DECK = "command-deck"
POINT = 72 / 25.4


def page(herons, number, paper="a4"):
    """The rotation, size in millimetres and content of a page."""
    with pikepdf.open(herons.pdf(DECK, paper=paper)) as pdf:
        found = pdf.pages[number]
        size = [round(float(v) * 25.4 / 72, 2) for v in found.mediabox[2:]]
        return int(found.get("/Rotate", 0)), size, found.Contents.read_bytes().decode()


def mirrored(boxes, width):
    """The lower left corners that the faces' mirror images have, one after the other."""
    return placed([(width - right, below) for _, below, right, _ in boxes])


def placed(boxes):
    return [v for corner in sorted((round(left, 1), below) for left, below, *_ in boxes) for v in corner]


@pytest.mark.parametrize(
    ("backs", "rotation", "duplex"),
    [("long-edge", 0, "/DuplexFlipLongEdge"), ("short-edge", 180, "/DuplexFlipShortEdge")],
)
def test_backs_mirror_their_fronts_and_are_turned_for_a_flip_at_the_short_edge(herons, backs, rotation, duplex):
    assert herons.print(DECK, backs=backs, grid=(3, 3)) == []
    # The last sheet is not full: its backs stand behind its cards all the same.
    for front in (0, 4):
        assert page(herons, front)[0] == 0
        assert page(herons, front + 1)[0] == rotation
        fronts, behind = herons.boxes(DECK, front), herons.boxes(DECK, front + 1)
        assert placed(behind) == pytest.approx(mirrored(fronts, 210), abs=0.06)
    with pikepdf.open(herons.pdf(DECK)) as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == duplex


@pytest.mark.parametrize(("backs", "rotation"), [(None, 180), ("long-edge", 180), ("short-edge", 0)])
def test_paper_with_backs_is_turned_where_it_holds_more(herons, backs, rotation):
    """Two cards of 105x180 mm stand side by side on paper that is turned, and one on upright."""
    assert herons.print(DECK, size="105x180", backs=backs) == []
    assert herons.refused == []
    paper = "a4-105x180"
    for front in (0, 2):
        assert page(herons, front, paper)[:2] == (0, [297, 210])
        assert page(herons, front + 1, paper)[:2] == (rotation, [297, 210])
        fronts, behind = (herons.boxes(DECK, number, paper=paper) for number in (front, front + 1))
        assert len(fronts) == len(behind) == 2
        assert placed(behind) == pytest.approx(mirrored(fronts, 297), abs=0.06)


def test_a_grid_that_is_asked_for_turns_the_paper_of_cards_with_backs(herons):
    assert herons.print(DECK, grid=(4, 2), gap=2.0) == []
    assert page(herons, 0)[1] == [297, 210]
    assert page(herons, 1)[0] == 180
    assert placed(herons.boxes(DECK, 1)) == pytest.approx(mirrored(herons.boxes(DECK), 297), abs=0.06)


def test_a_printers_offset_moves_all_of_the_back_and_nothing_of_the_front(herons):
    herons.print(DECK)
    fronts, before = herons.boxes(DECK), herons.boxes(DECK, 1)
    herons.print(DECK, printer=Printer(offset=Offset(x=0.7, y=-0.4)))
    assert herons.boxes(DECK) == fronts
    for (left, below, *_), (was_left, was_below, *_) in zip(herons.boxes(DECK, 1), before, strict=True):
        assert (left - was_left, below - was_below) == pytest.approx((0.7, -0.4), abs=0.001)
    assert page(herons, 1)[2].startswith("q\n1 0 0 1 1.9843 -1.1339 cm\n")
    assert page(herons, 1)[2].endswith("Q")


def test_gutterfold_puts_each_back_across_the_fold_from_its_front(herons):
    assert herons.print(DECK, backs="gutterfold", printer=Printer(gutter=6)) == []
    _, size, content = page(herons, 0)
    assert size == [297, 210]
    faces = herons.boxes(DECK)
    fronts, backs = faces[:4], faces[4:]
    assert placed(backs) == pytest.approx(mirrored(fronts, 297), abs=0.06)
    assert max(right for _, _, right, _ in fronts) == pytest.approx(148.5 - 3, abs=0.06)
    for left, below, right, above in faces:
        assert (right - left, above - below) == pytest.approx((63, 88), abs=0.01)
        assert min(left, below, 297 - right, 210 - above) >= 6.34
    # The fold: dashes from above the line of text to the head, in the middle.
    assert "[5 3] 0 d" in content
    assert 18 < float(re.search(r"420\.9449 ([\d.]+) m 420\.9449 577\.2756 l S", content)[1]) < 40


def test_no_backs_are_printed_for_whoever_wants_none(herons):
    assert herons.print(DECK, backs="none") == []
    with pikepdf.open(herons.pdf(DECK)) as pdf:
        assert len(pdf.pages) == 3
        assert "/Duplex" not in pdf.Root.ViewerPreferences


def test_a_kind_without_backs_is_printed_as_ever(herons):
    assert herons.print("quick-reference", backs="long-edge") == []
    with pikepdf.open(herons.pdf("quick-reference")) as pdf:
        assert len(pdf.pages) == 1


def test_cut_lines_follow_the_edges_of_the_faces_on_the_front_alone(herons):
    herons.print(DECK, cut_lines=True)
    left, below, _, above = herons.boxes(DECK)[0]
    x, bottom, top = (f"{v * 72 / 25.4:.2f}" for v in (left, below, above))
    edges = [line.split() for line in page(herons, 0)[2].splitlines() if line.endswith("l S")]
    assert any(
        f"{float(a):.2f}" == f"{float(c):.2f}" == x and {f"{float(b):.2f}", f"{float(d):.2f}"} == {bottom, top}
        for a, b, _, c, d, *_ in edges
    )
    assert page(herons, 1)[2].count("l S") < page(herons, 0)[2].count("l S")


def test_round_tokens_have_round_cut_lines(herons):
    herons.print("markers", cut_lines=True, size="round-40")
    with pikepdf.open(herons.pdf("markers", paper="a4-round-40")) as pdf:
        content = pdf.pages[0].Contents.read_bytes().decode()
    faces = herons.boxes("markers", paper="a4-round-40")
    rings = [line.split(" m ")[1] for line in content.splitlines() if line.endswith(" s Q")]
    assert len(rings) == len(faces)
    centres = {(round((x0 + x1) / 2, 1), round((y0 + y1) / 2, 1)) for x0, y0, x1, y1 in faces}
    for ring in rings:
        curves = [[float(value) / POINT for value in curve.split()] for curve in ring.partition(" s Q")[0].split(" c")]
        ends = [(curve[4], curve[5]) for curve in curves if curve]
        x, y = (sum(values) / 4 for values in zip(*ends, strict=True))
        assert any(abs(x - a) < 0.2 and abs(y - b) < 0.2 for a, b in centres)
        for start, curve in zip([ends[-1], *ends], filter(None, curves), strict=False):
            middle = [(start[i] + 3 * curve[i] + 3 * curve[2 + i] + curve[4 + i]) / 8 for i in (0, 1)]
            for point in (start, middle):
                assert math.dist(point, (x, y)) == pytest.approx(20, abs=0.02)
