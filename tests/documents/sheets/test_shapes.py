"""Faces that are no rectangles, on their sheets: packed, cut, folded, on labels, and for machines."""

from __future__ import annotations

import re
from itertools import combinations
from math import hypot

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.imposition import fit, honeycomb
from kensei_docs.documents.products.lengths import Gaps, Margins
from kensei_docs.documents.products.options import require_marks
from kensei_docs.documents.products.papers import shipped_papers
from kensei_docs.documents.products.product import Size
from kensei_docs.documents.sheets import words_on

POINT = 72 / 25.4
A4 = shipped_papers()["a4"].size


@pytest.fixture
def cut_as(herons):
    """Make a kind of the abilities that is cut in a shape, and print it."""

    def write(face, *settings, copies=3, bleed=2, html='<p class="name">{{ name(record) }}</p>', css="", **asked):
        lines = ["title: Tiles", "each: ability", f"face: {face}", f"bleed: {bleed}", "gap: 4", f"copies: {copies}"]
        herons.write("templates/tiles/kind.yaml", "\n".join([*lines, *settings]) + "\n")
        herons.write("templates/tiles/face.html.j2", html)
        herons.write("templates/tiles/art.html.j2", '<div class="art"></div>')
        herons.write(
            "templates/tiles/face.css",
            ".name { position: absolute; left: 25%; right: 25%; top: 40%; margin: 0; font-size: 7pt; color: #fff }\n"
            ".art { position: absolute; inset: 0; background: #0050a0 }\n" + css,
        )
        return herons.print("tiles", **asked)

    return write


def pixels(herons, paper="a4", page=0, dpi=72):
    with pypdfium2.PdfDocument(herons.pdf("tiles", paper=paper)) as document:
        return document[page].render(scale=dpi / 72).to_pil().convert("RGB")


def content(herons, paper="a4", page=0):
    with pikepdf.open(herons.pdf("tiles", paper=paper)) as pdf:
        return pdf.pages[page].Contents.read_bytes().decode()


@given(width=st.floats(20, 60), gap=st.floats(0, 5), pointed=st.booleans())
def test_hexagons_in_a_honeycomb_keep_their_gap_and_stay_in_the_margins(width, gap, pointed):
    face = Size(width, width * 2 / 3**0.5)
    face = face if pointed else face.turned()
    grid = honeycomb(A4, face, Margins.of(6.35), gap)
    boxes = [grid.box(i) for i in range(grid.count)]
    middles = [(box.x + box.width / 2, box.y + box.height / 2) for box in boxes]
    # Two regular hexagons side by side are as far apart as one is wide from side to side, and the gap.
    assert min((hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(middles, 2)), default=width + gap) == (
        pytest.approx(width + gap, abs=0.01)
    )
    assert all(box.x > 6.3 and box.y > 6.3 for box in boxes)
    assert all(box.right < A4.width - 6.3 and box.top < A4.height - 6.3 for box in boxes)
    # From the upper left on, row by row.
    assert middles == sorted(middles, key=lambda middle: (-round(middle[1], 3), middle[0]))


def test_more_hexagons_stand_in_a_honeycomb_than_in_rows(herons, cut_as):
    assert cut_as("43.3x50", "shape: hexagon", copies=8) == []
    assert len(herons.boxes("tiles")) == 22 > fit(A4, Size(43.3, 50), 6.35, 4, 2.5).count


def test_a_grid_of_hexagons_that_is_asked_for_has_rows(herons, cut_as):
    assert cut_as("43.3x50", "shape: hexagon", copies=4, grid=(3, 4)) == []
    assert len({round(box[1]) for box in herons.boxes("tiles")}) == 4


def test_nothing_of_a_hexagon_is_printed_on_its_neighbours(herons, cut_as):
    cut_as("43.3x50", "shape: hexagon", copies=8, css=".name { background: none }")
    page = pixels(herons, dpi=144)
    boxes = herons.boxes("tiles")
    left, below, right, above = boxes[0]
    # The corner of the box of the first is outside of it: paper, or another hexagon's; 1.5 mm inside of it is art.
    height = page.height / 144 * 25.4

    def at(x, y):
        return page.getpixel((int(x / 25.4 * 144), int((height - y) / 25.4 * 144)))

    assert at(left + 1, above - 1) == (255, 255, 255)
    assert at((left + right) / 2, above - 3) == (0, 80, 160)
    assert at(left + 1.5, (below + above) / 2 + 8) == (0, 80, 160)


def test_the_ground_of_a_face_ends_with_its_outline_as_well(herons, cut_as):
    cut_as("43.3x50", "shape: hexagon", bleed=0, html='<div class="ground"></div>', css=".ground { position: absolute; "
           "inset: 0; background: #7a2e2e }")  # fmt: skip
    page = pixels(herons, dpi=144)
    left, _, right, above = herons.boxes("tiles")[0]

    def at(x, y):
        return page.getpixel((int(x / 25.4 * 144), int((page.height / 144 * 25.4 - y) / 25.4 * 144)))

    assert at((left + right) / 2, above - 3) == (122, 46, 46)
    assert at(left + 1, above - 1) == (255, 255, 255)


def test_outlines_are_drawn_where_crop_marks_would_not_help(herons, cut_as):
    cut_as("43.3x50", "shape: hexagon")
    lines = [line for line in content(herons).splitlines() if re.match(r"q 0.25 w 0 G .* h S Q$", line)]
    assert len(lines) == 9
    assert all(line.count(" l") == 5 for line in lines)
    cut_as("40x40", "rounded: 4")
    assert " h S Q" not in content(herons)
    cut_as("40x40", "rounded: 4", cut_lines=True)
    assert len(re.findall(r"^q 0.25 w 0 G .* h S Q$", content(herons), re.M)) == 9


def test_text_that_would_be_cut_off_is_told_with_its_millimetres(cut_as, herons):
    css = ".name { left: 0; right: auto; top: 2mm }"
    problems = cut_as("43.3x50", "shape: hexagon", css=css)
    assert {problem.check for problem in problems} == {"safe-zone"}
    said = next(str(problem) for problem in problems if "wade" in str(problem))
    assert re.search(r"'Wade' stands \d+\.\d\d mm outside of the outline \(text keeps 1 mm inside of the cut\)", said)
    # It is told again where nothing is printed again.
    assert herons.print("tiles") == problems
    # A kind may ask for less.
    assert cut_as("43.3x50", "shape: hexagon", "safe: 0") == []


def test_a_standee_has_its_back_upside_down_above_its_front(herons, cut_as):
    assert cut_as("30x50", "shape: standee", "tab: 8", copies=1) == []
    boxes = herons.boxes("tiles")
    fronts, backs = boxes[::2], boxes[1::2]
    for front, back in zip(fronts, backs, strict=True):
        assert (front[0], front[2]) == pytest.approx((min(back[0], back[2]), max(back[0], back[2])))
        # The head of the front is that of the back; a form that is turned by half has its first corner above.
        assert min(back[1], back[3]) == pytest.approx(front[3])
        assert back[1] > back[3]
    with pypdfium2.PdfDocument(herons.pdf("tiles")) as document:
        assert len(document) == 1
        assert document[0].get_textpage().get_text_range().count("Wade") == 2
    # Two tabs and a head: dashed lines.
    assert content(herons).count("[5 3] 0 d") == 1
    assert len(re.findall(r" l S", content(herons).partition("[5 3] 0 d")[2])) == 9


def test_a_standee_with_a_back_of_its_own_has_that(herons, cut_as):
    herons.write("templates/tiles/back.html.j2", '<p class="name" style="color: #000">from behind</p>')
    assert cut_as("30x50", "shape: standee", copies=1) == []
    with pypdfium2.PdfDocument(herons.pdf("tiles")) as document:
        words = document[0].get_textpage().get_text_range()
    assert (words.count("Wade"), words.count("behind")) == (1, 3)


def test_a_standee_is_not_folded_twice(herons, cut_as):
    herons.write("templates/tiles/back.html.j2", "x")
    cut_as("30x50", "shape: standee", backs="gutterfold")
    assert "a standee is folded by itself; print it without --backs gutterfold" in str(herons.refused[0])


@pytest.mark.parametrize(
    ("face", "paper", "place"),
    [
        ("88.9x50.8", "avery-5371", (19.05, 215.9)),
        ("2x1.5in", "avery-5371", (19.05 + 19.05, 215.9 + 6.35)),  # in the middle of its label
        ("63.5x38.1", "avery-l7160", (7.21, 297 - 15.15 - 38.1)),
    ],
)
def test_a_face_stands_in_the_middle_of_its_label(herons, cut_as, face, paper, place):
    assert cut_as(face, papers=[paper]) == []
    boxes = herons.boxes("tiles", paper=paper)
    assert boxes[0][:2] == pytest.approx(place, abs=0.02)
    # It is cut already.
    assert " m " not in content(herons, paper).replace("BMC", "").partition("Do")[0]


def test_labels_that_are_not_in_the_middle_of_their_sheet_are_where_the_project_says(herons, cut_as):
    herons.write(
        "papers.yaml", "mine: {paper: a4, label: 60x30, step: 65x32, columns: 2, rows: 8, left: 10, top: 20}\n"
    )
    assert cut_as("60x30", papers=["mine"]) == []
    boxes = herons.boxes("tiles", paper="mine")
    assert boxes[0][:2] == pytest.approx((10, 297 - 20 - 30), abs=0.02)
    assert boxes[3][:2] == pytest.approx((10 + 65, 297 - 20 - 32 - 30), abs=0.02)
    # They are not turned: which way a printer turns a sheet is not known.
    cut_as("30x60", papers=["mine"])
    assert "is 30.0 mm too high for the labels" in str(herons.refused[0])


def test_cards_lie_on_labels_that_are_turned(herons, cut_as):
    assert cut_as("50x88", papers=["avery-5371"]) == []
    with pikepdf.open(herons.pdf("tiles", paper="avery-5371")) as pdf:
        assert [round(float(side) / POINT, 1) for side in pdf.pages[0].MediaBox[2:]] == [279.4, 215.9]


@pytest.mark.parametrize(
    ("face", "asked", "said"),
    [
        ("poker", {}, "a face of 63x88 mm is 37.2 mm too high for the labels, which are 88.9x50.8 mm; choose another"),
        ("100x90", {}, "a face of 100x90 mm is 11.1 mm too wide and 39.2 mm too high for the labels"),
        ("50x50", {"gap": 2}, "stands where the labels are; leave out --gap"),
        ("50x50", {"grid": (2, 2), "gap": 2}, "stands where the labels are; leave out --gap and --grid"),
    ],
)
def test_what_can_not_stand_on_labels_is_refused(herons, cut_as, face, asked, said):
    cut_as(face, papers=["avery-5371"], **asked)
    assert said in str(herons.refused[0])


def test_gaps_across_and_down_differ(herons, cut_as):
    assert cut_as("40x40", gap=Gaps(5, 0)) == []
    boxes = herons.boxes("tiles")
    assert boxes[1][0] - boxes[0][2] == pytest.approx(5, abs=0.01)
    assert boxes[0][1] - boxes[4][3] == pytest.approx(0, abs=0.01)


def test_margins_of_each_side_hold(herons, cut_as):
    herons.write("templates/tiles/kind.yaml", "")
    assert cut_as("40x40", "margin: [10, 10, 10, 90]") == []
    assert min(box[0] for box in herons.boxes("tiles")) >= 89.99


def test_a_machine_finds_its_marks_and_no_face_near_them(herons, cut_as):
    marks = require_marks(herons.project, "silhouette")
    assert cut_as("43.3x50", "shape: hexagon", copies=9, marks=marks) == []
    page = pixels(herons, dpi=254)  # ten pixels a millimetre

    def black(x, y):
        return page.getpixel((round(x * 10), round(y * 10))) == (0, 0, 0)

    width, height = page.width / 10, page.height / 10
    # The square is at the upper left, 10 to 15 mm from both edges.
    assert all(black(x, y) for x in (10.3, 14.7) for y in (10.3, 14.7))
    assert not black(9.7, 12) and not black(15.3, 12)
    # The corners have lines of 20 mm and 0.5 mm.
    for x, y in ((width - 29, 10.2), (width - 10.3, 29), (10.2, height - 29), (29, height - 10.3)):
        assert black(x, y)
    for x, y in ((width - 31, 10.2), (width - 10.3, 31), (10.2, height - 31), (31, height - 10.3), (width - 12, 12)):
        assert not black(x, y)
    for left, below, right, above in herons.boxes("tiles"):
        assert left >= 11.4 and below >= 11.4 and right <= width - 11.4 and above <= height - 15.9
    assert " h S Q" not in content(herons)
    # The line of text keeps away from the corner as well.
    with pypdfium2.PdfDocument(herons.pdf("tiles")) as document:
        words = words_on(document[0])
    assert min(word.left for word in words if word.bottom > height - 9) >= 34


def test_what_a_machine_cuts_is_written_in_millimetres_once_for_sheets_that_are_cut_alike(herons, cut_as):
    assert cut_as("30x50", "shape: standee", "tab: 8", copies=9, cut_file=True) == []
    files = sorted(output.path for output in herons.outputs if output.path.suffix == ".svg")
    assert [file.name for file in files] == ["tiles-a4-cut-sheet-1-2.svg", "tiles-a4-cut-sheet-3.svg"]
    first, last = (file.read_text(encoding="utf-8") for file in files)
    assert 'width="210mm" height="297mm" viewBox="0 0 210 297"' in first
    cut, fold = (re.search(rf'<g id="{layer}".*?</g>', first, re.S)[0] for layer in ("cut", "fold"))
    assert (cut.count("<path"), fold.count("<path")) == (12, 36)
    assert last.count("<path") == 3 * 4
    # The first piece is where its faces are printed, the lower edge of its front 8 mm above its own.
    x, y = map(float, re.search(r"M ([\d.]+) ([\d.]+)", cut).groups())
    left, below, *_ = herons.boxes("tiles")[0]
    assert (x, 297 - y) == pytest.approx((left, below - 8), abs=0.01)


def test_a_cut_file_is_not_written_again_and_goes_with_its_kind(herons, cut_as):
    cut_as("40x40", cut_file=True)
    assert [output.path.name for output in herons.outputs] == ["tiles-a4.pdf", "tiles-a4-cut.svg"]
    herons.print("tiles", cut_file=True)
    assert [output.fresh for output in herons.outputs] == [False, False]


def test_pages_are_not_cut(herons):
    herons.print("quick-reference", cut_file=True)
    assert "quick-reference: its pages are not cut out; print it without --cut-file" in str(herons.refused[0])
