"""Sheets as pages of a PDF: every face in its box, its art beneath it, marks and bars; and words read from a page."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from kensei_docs.documents.imposition import Placement, Sheet, SheetBox
from kensei_docs.documents.layout.faces import Pack
from kensei_docs.documents.layout.renderer import Element
from kensei_docs.documents.manifest import Made, Manifest, Subject
from kensei_docs.documents.pdf import About, ChangeBar, Face
from kensei_docs.documents.products.product import SAFE_MARGIN, Size
from kensei_docs.documents.sheets import (
    Margin,
    crop_marks,
    draw_marks,
    draw_sides,
    margins_of,
    ruler,
    words_on,
    write_sheets,
)
from tests.documents.pdf.test_forms import PacksInMemory, pack

POINT = 72 / 25.4
PAPER = Size(200, 100)
# The paper of a page of a pack: 100 x 200 points.
PAGE = Size(100 / POINT, 200 / POINT)
PACKS: Any = PacksInMemory(faces=pack(3), others=pack(1, start=3))


def face(name: str = "card", page: int = 0, of: str = "faces", **settings: Any) -> Face:
    return Face(name, name.title(), PAGE, PACKS, of, page, **settings)


def placed(x: float, y: float, front: Face, art: Face | None = None, **settings: Any) -> Placement:
    return Placement(SheetBox(x, y, PAGE.width, PAGE.height), front, art, **settings)


@pytest.fixture
def page_of() -> Iterator[Any]:
    """Write one sheet; return its page and the lines of its content."""
    opened = []

    def write(*placements: Placement, **settings: Any) -> tuple[Any, list[str]]:
        sheet = Sheet(PAPER, placements, "", crop=False, **settings)
        opened.append(pikepdf.open(io.BytesIO(write_sheets([sheet], About("", "", "en", None)))))
        page = opened[-1].pages[0].obj
        return page, page.Contents.read_bytes().decode().splitlines()

    yield write
    for pdf in opened:
        pdf.close()


def lengths(operands: str) -> list[float]:
    """Return numbers of a content stream, which are points, in millimetres."""
    return [float(value) / POINT for value in operands.split()]


def faces_on(content: list[str]) -> list[tuple[str, list[float]]]:
    """Return the name and the corner of each form on a page that is not moved beneath anything else."""
    drawn = (re.search(r"q 1 0 0 1 (\S+ \S+) cm (/\S+) Do Q", line) for line in content)
    return [(found[2], lengths(found[1])) for found in drawn if found]


def test_a_page_is_as_large_as_its_sheet_and_has_every_face_in_its_box(page_of) -> None:
    page, content = page_of(placed(10, 20, face("a")), placed(60, 25, face("b", 1)))
    assert [float(v) / POINT for v in page.MediaBox] == pytest.approx([0, 0, 200, 100], abs=0.001)
    assert faces_on(content) == [
        ("/Face-a", pytest.approx([10, 20], abs=0.001)),
        ("/Face-b", pytest.approx([60, 25], abs=0.001)),
    ]
    assert not {"/Rotate", "/TrimBox", "/BleedBox"} & set(page)
    assert content[0] == "/Artifact BMC"


def test_faces_of_one_name_that_differ_have_two_names_on_a_page(page_of) -> None:
    page, content = page_of(placed(10, 20, face("a/1")), placed(60, 20, face("a 1", 1)), placed(110, 20, face("a/1")))
    first, other, again = (name for name, _ in faces_on(content))
    assert (first, again) == ("/Face-a-1", "/Face-a-1")
    assert re.fullmatch(r"/Face-a-1-\d+", other)
    assert page.Resources.XObject[first].objgen != page.Resources.XObject[other].objgen


def test_art_lies_beneath_all_faces_and_is_seen_as_far_as_its_bleed(page_of) -> None:
    art = face("art", 1, bleed=2)
    _, content = page_of(placed(10, 20, face("a"), art, bleed=1.5), placed(100, 20, face("b")))
    [beneath] = [line for line in content if " re W n " in line]
    clip = lengths(beneath.removeprefix("q ").partition(" re")[0])
    assert clip == pytest.approx([8.5, 18.5, PAGE.width + 3, PAGE.height + 3], abs=0.001)
    # Its own paper is as large as the face here, and is enlarged to the face with the bleed that it has.
    scale, _, _, again, x, y, *_ = re.search(r"n q (.*) cm /Bleed-art Do Q Q", beneath)[1].split()  # type: ignore[index]
    assert scale == again and float(scale) == pytest.approx((PAGE.width + 4) / PAGE.width, abs=0.0001)
    assert lengths(f"{x} {y}") == pytest.approx([8, 18], abs=0.001)
    assert content.index(beneath) < min(i for i, line in enumerate(content) if "/Face" in line)


class TaggedPacks:
    """A cache of one pack, whose pages are a heading each."""

    def pack(self, name: str) -> Pack:
        return Pack(pack(2), [[Element("H1", [0])], [Element("H2", [0])]], ())


@pytest.mark.parametrize(("faces", "headings"), [("ab", ["/H1", "/H2"]), ("aab", ["/H2"]), ("aa", [])])
def test_the_structure_of_a_face_that_is_printed_once_is_the_documents(faces: str, headings: list[str]) -> None:
    """Marked content can have one parent only: a face that is printed more often is a piece of a page each time."""
    packs: Any = TaggedPacks()
    placements = [
        placed(10 + 40 * i, 20, Face(name, name, PAGE, packs, "tagged", "ab".index(name)))
        for i, name in enumerate(faces)
    ]
    sheets = [Sheet(PAPER, (one,), "", crop=False) for one in placements]
    with pikepdf.open(io.BytesIO(write_sheets(sheets, About("", "", "en", None)))) as pdf:
        tags = [
            str(one.S) for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/S" in one and "/P" in one
        ]
        assert sorted(tag for tag in tags if tag.startswith("/H")) == headings
        pieces = [page.obj.Contents.read_bytes().count(b" BDC ") for page in pdf.pages]
        assert pieces == [int(faces.count(name) > 1) for name in faces]


def test_a_page_that_is_turned_moved_and_trimmed_says_so(page_of) -> None:
    page, content = page_of(placed(10, 20, face()), turned=True, offset=(0.5, -0.25), trim=SheetBox(3, 4, 190, 90))
    assert page.Rotate == 180
    assert [float(v) / POINT for v in page.TrimBox] == pytest.approx([3, 4, 193, 94], abs=0.001)
    assert page.BleedBox == page.MediaBox
    assert (content[0], content[-1]) == ("q", "Q")
    assert lengths(content[1].removeprefix("1 0 0 1").removesuffix("cm")) == pytest.approx([0.5, -0.25], abs=0.001)


@pytest.mark.parametrize("offset", [(0.5, 0), (0, 0.5)])
def test_a_page_is_moved_in_one_direction_too(page_of, offset: tuple[float, float]) -> None:
    _, content = page_of(placed(10, 20, face()), offset=offset)
    assert lengths(content[1].removeprefix("1 0 0 1").removesuffix("cm")) == pytest.approx(offset, abs=0.001)


def test_a_change_bar_stands_at_the_left_of_its_place_with_a_white_rim(page_of) -> None:
    _, content = page_of(placed(10, 20, face(bars=[ChangeBar(5, 8, 20)])))
    [bar] = [line for line in content if line.endswith(" re B Q")]
    assert bar.startswith("q 1 G 0 g 1 w ")
    place = lengths(bar.removeprefix("q 1 G 0 g 1 w ").removesuffix(" re B Q"))
    assert place == pytest.approx([10 + 5 - 0.6, 20 + PAGE.height - 20, 0.6, 12], abs=0.001)


@pytest.mark.parametrize("flows", [True, False])
def test_links_and_headings_of_a_text_that_flows_are_kept_where_its_face_stands(flows: bool) -> None:
    made = pikepdf.open(io.BytesIO(pack(1)))
    goal = pikepdf.Array([made.pages[0].obj, pikepdf.Name.XYZ, 0, 150, 0])
    link = pikepdf.Dictionary(Subtype=pikepdf.Name.Link, Rect=[10, 20, 30, 50], Dest=pikepdf.String("goal"))
    made.pages[0].obj.Annots = pikepdf.Array([link])
    made.Root.Names = pikepdf.Dictionary(Dests=pikepdf.NameTree.new(made).obj)
    pikepdf.NameTree(made.Root.Names.Dests)["goal"] = goal
    with made.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("Herons", goal))
    out = io.BytesIO()
    made.save(out)
    cache: Any = PacksInMemory(text=out.getvalue())
    page = placed(10, 20, Face("text", "Text", PAGE, cache, "text", 0, flows=flows))
    sheet = Sheet(PAPER, (page,), "", crop=False, offset=(1, 2))
    with pikepdf.open(io.BytesIO(write_sheets([sheet], About("", "", "en", None)))) as pdf:
        links = [[float(edge) for edge in one.Rect] for one in pdf.pages[0].get("/Annots", [])]
        left, below = 11 * POINT, 22 * POINT
        assert links == [pytest.approx([left + 10, below + 20, left + 30, below + 50], abs=0.01)] * flows
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["Herons"] * flows


def test_each_page_has_one_picture_which_is_drawn_anew_only_if_the_page_has_changed(tmp_path: Path) -> None:
    file, manifest = tmp_path / "cards.pdf", Manifest(tmp_path / "cache")
    pictures = [tmp_path / f"cards-{number}.png" for number in (1, 2, 3)]
    made = manifest.write("key", Made(file, pack(3)), Subject("herons", "en", "cards"))
    draw_sides([file, tmp_path / "cards.html"], manifest)
    assert sorted(tmp_path.glob("*.png")) == pictures
    assert {manifest.subject(picture) for picture in pictures} == {made.of}
    before = [picture.stat().st_mtime_ns for picture in pictures]
    draw_sides([file], Manifest(tmp_path / "cache"))
    assert [picture.stat().st_mtime_ns for picture in pictures] == before
    file.write_bytes(pack(1, start=2))
    draw_sides([file], manifest)
    assert sorted(tmp_path.glob("*.png")) == pictures[:1]
    assert pictures[0].stat().st_mtime_ns > before[0]


def lines_of(operators: str) -> list[tuple[float, ...]]:
    """Return the ends of the lines that are drawn, in millimetres, rounded."""
    drawn = re.findall(r"(\S+ \S+) m (\S+ \S+) l S", operators)
    return [tuple(round(v, 2) for v in lengths(" ".join(ends))) for ends in drawn]


def marks(*boxes: SheetBox, **settings: Any) -> list[str]:
    placements = tuple(Placement(box, face()) for box in boxes)
    return draw_marks(Sheet(PAPER, placements, "", crop=False, **settings), EvenType())[0]  # type: ignore[arg-type]


class EvenType:
    """Fonts whose glyphs are all half an em wide."""

    def encode(self, text: str, _typeface: str) -> tuple[None, bytes, float]:
        return None, text.encode(), len(text) / 2


def test_a_crease_is_marked_at_both_edges_of_the_paper_in_the_middle_of_its_height() -> None:
    *_, creases = marks(SheetBox(10, 10, 180, 80), crease=True)
    assert "[5 3] 0 d" in creases
    assert lines_of(creases) == [(6.35, 50, 10.35, 50), (189.65, 50, 193.65, 50)]


def test_a_sheet_to_fold_has_a_line_from_margin_to_margin() -> None:
    *_, fold = marks(SheetBox(10, 10, 180, 80), fold=100)
    assert lines_of(fold) == [(100, SAFE_MARGIN, 100, 100 - SAFE_MARGIN)]


@pytest.mark.parametrize(("left", "below", "start"), [(8, 12, 8.5), (30, 8, SAFE_MARGIN)])
def test_a_fold_begins_above_a_line_of_text_that_stands_below(left: float, below: float, start: float) -> None:
    """Where the left margin is wider, the line of text stands there."""
    placement = Placement(SheetBox(left, below, 160, 80), face())
    sheet = Sheet(PAPER, (placement,), "words", ruler=False, crop=False, fold=100)
    drawn, _ = draw_marks(sheet, EvenType())  # type: ignore[arg-type]
    assert lines_of("\n".join(drawn)) == [(100, start, 100, 100 - SAFE_MARGIN)]


def test_cut_lines_follow_each_edge_once() -> None:
    hairlines, *_ = marks(SheetBox(10, 10, 30, 20), SheetBox(40, 10, 30, 20), cuts="rounded")
    assert sorted(lines_of(hairlines)) == [
        (10, 10, 10, 30),
        (10, 10, 40, 10),
        (10, 30, 40, 30),
        (40, 10, 40, 30),
        (40, 10, 70, 10),
        (40, 30, 70, 30),
        (70, 10, 70, 30),
    ]
    assert hairlines.startswith("q 0.25 w 0 G")


def test_crop_marks_of_a_face_alone_begin_beside_its_corners() -> None:
    assert sorted((*a, *b) for a, b in crop_marks((SheetBox(50, 20, 30, 40),))) == [
        (45.7, 20, 49.2, 20),
        (45.7, 60, 49.2, 60),
        (50, 15.7, 50, 19.2),
        (50, 60.8, 50, 64.3),
        (80, 15.7, 80, 19.2),
        (80, 60.8, 80, 64.3),
        (80.8, 20, 84.3, 20),
        (80.8, 60, 84.3, 60),
    ]


@pytest.mark.parametrize(("gap", "between"), [(1.9, None), (2.01, 0.41), (4, 2.4), (5.2, 3.5), (30, 3.5)])
@pytest.mark.parametrize("upright", [False, True])
def test_a_crop_mark_between_two_faces_keeps_away_from_both(gap: float, between: float | None, upright: bool) -> None:
    faces = (SheetBox(50, 50, 30, 30), SheetBox(50, 80 + gap, 30, 30) if upright else SheetBox(80 + gap, 50, 30, 30))
    along = [(a[upright], b[upright]) for a, b in crop_marks(faces) if 80 < a[upright] < 80 + gap]
    inside = {round(b - a, 2) for a, b in along if a != b}
    assert inside == ({between} if between else set())


@pytest.mark.parametrize(
    ("start", "marked"),
    [(80, False), (79, False), (80.0005, False), (80.002, True), (50, False), (49.9995, False), (49.998, True)],
)
@pytest.mark.parametrize("upright", [False, True])
def test_a_crop_mark_runs_neither_over_another_face_nor_along_its_edge(
    start: float, marked: bool, upright: bool
) -> None:
    """The other face of 30 mm is a millimetre away, and begins at ``start`` in the other direction."""
    one, other = SheetBox(50, 50, 30, 30), SheetBox(start, 81, 30, 30) if upright else SheetBox(81, start, 30, 30)
    ray = (80, 80.8, 80, 84.3) if upright else (80.8, 80, 84.3, 80)
    assert (ray in [(*a, *b) for a, b in crop_marks((one, other))]) is marked


@pytest.mark.parametrize("upward", [False, True])
def test_a_ruler_has_a_line_and_ticks_at_its_ends_and_half_as_long_in_its_middle(upward: bool) -> None:
    lines = [tuple(round(v, 3) for v in (*a, *b)) for a, b in ruler(Margin(30, 7, 50, upward))]
    assert lines == (
        [(29.2, 7, 29.2, 27), (30, 7, 28.4, 7), (29.6, 17, 28.8, 17), (30, 27, 28.4, 27)]
        if upward
        else [(30, 7.8, 50, 7.8), (30, 7, 30, 8.6), (40, 7.4, 40, 8.2), (50, 7, 50, 8.6)]
    )


@pytest.mark.parametrize(("upward", "box"), [(False, SheetBox(30, 6.5, 50, 2.5)), (True, SheetBox(28, 7, 2.5, 50))])
def test_the_box_of_a_line_of_text_has_room_for_letters_that_hang_below_it(upward: bool, box: SheetBox) -> None:
    assert Margin(30, 7, 50, upward).box == box


@pytest.mark.parametrize(
    ("left", "below", "upward", "beside"),
    [
        (9, 9, False, True),
        (9.01, 9, True, True),
        # Below is room enough for whole crop marks, however much there is at the left.
        (30, 10, False, True),
        (30, 9.99, True, True),
        # A ruler alone needs less.
        (6.5, 10, False, True),
        (6.49, 10, False, False),
        (30, 6.5, True, True),
        (30, 6.49, True, False),
    ],
)
def test_the_line_stands_in_the_wider_margin_and_a_ruler_in_the_other(
    left: float, below: float, upward: bool, beside: bool
) -> None:
    margin, other = margins_of(PAPER, [SheetBox(left, below, 100, 80)])
    assert (margin.upward, other is not None) == (upward, beside)
    if other:
        assert (other.upward, other.length) == (not upward, 28)
        # The ruler begins beside the faces, at least as far from the edge as a printer needs.
        assert (other.y if other.upward else other.x) == pytest.approx(max(below + 2, 8.5) if other.upward else left)


@pytest.mark.parametrize(("left", "right", "start"), [(30, 20, 20), (20, 30, 20), (30, 2, 6.5)])
def test_a_line_below_keeps_the_narrower_of_the_margins_at_its_sides(left: float, right: float, start: float) -> None:
    """The faces on the back of a sheet that is not full are all at the right."""
    margin, _ = margins_of(PAPER, [SheetBox(left, 40, 20, 20), SheetBox(180 - right, 50, 20, 20)])
    assert (margin.x, margin.length) == (pytest.approx(start), pytest.approx(200 - 2 * start))


def set_text(note: str, **settings: Any) -> list[tuple[float, list[float], str]]:
    """Return the size, matrix and words of each text in the margin of a sheet with one face, first the note."""
    box = settings.pop("box", SheetBox(10, 12, 180, 80))
    sheet = Sheet(PAPER, (Placement(box, face()),), note, crop=False, **settings)
    drawn = "\n".join(draw_marks(sheet, EvenType())[0])  # type: ignore[arg-type]
    pieces = re.findall(r"/Margin (\S+) Tf (.*?) Tm <(\w+)> Tj", drawn)
    return [(float(size), [float(v) for v in at.split()], bytes.fromhex(text).decode()) for size, at, text in pieces]


EM = 7 / POINT


def test_the_line_of_text_follows_the_ruler_and_its_label() -> None:
    (size, matrix, words), (label_size, label_matrix, label) = set_text("words")
    assert (size, words, label_size, label) == (7, "words", 7, "20 mm")
    assert matrix[:4] == label_matrix[:4] == [1, 0, 0, 1]
    x, y = (v / POINT for v in matrix[4:])
    assert (label_matrix[4] / POINT, label_matrix[5] / POINT) == pytest.approx((10 + 21, y), abs=0.001)
    assert x == pytest.approx(10 + 21 + 2.5 * EM + 2.5, abs=0.001)


def test_a_line_that_is_too_long_beside_the_ruler_begins_the_margin_and_one_too_long_for_it_is_smaller() -> None:
    room = 180 - (21 + 2.5 * EM + 2.5)
    fits, beside, alone, longer = int(room / EM * 2), int(room / EM * 2) + 1, int(180 / EM * 2), 200
    for length, start, size in ((fits, None, 7), (beside, 10, 7), (alone, 10, 7), (longer, 10, 7 * 180 / (100 * EM))):
        found, matrix, _ = set_text("x" * length)[0]
        assert found == pytest.approx(size, abs=0.001)
        assert matrix[4] / POINT == pytest.approx(start or 10 + 180 - room, abs=0.001)


def test_text_in_the_left_margin_is_turned_to_run_upwards() -> None:
    box = SheetBox(30, 9, 160, 80)
    (_, matrix, _), (_, label, _) = set_text("words", box=box)
    assert matrix[:4] == label[:4] == [0, 1, -1, 0]
    assert matrix[4] == label[4]
    assert (matrix[5] - label[5]) / POINT == pytest.approx(2.5 * EM + 2.5, abs=0.001)


def words(content: str) -> list[tuple[str, tuple[float, ...]]]:
    """Return the words of a page of 300 x 200 points, with their boxes in points."""
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(300, 200))
    page = pdf.pages[0].obj
    typeface = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=typeface))
    page.Contents = pdf.make_stream(f"BT /F 10 Tf {content} ET".encode())
    out = io.BytesIO()
    pdf.save(out)
    with pypdfium2.PdfDocument(out.getvalue()) as document:
        return [(word.text, tuple(round(edge * POINT, 1) for edge in word[1:])) for word in words_on(document[0])]


# An H of 10 points is 7.2 points high; its ink begins 0.8 and ends 6.5 points behind its origin.
def test_words_are_read_in_their_order_with_their_boxes_from_the_upper_left_corner() -> None:
    assert words("100 150 Td (HH H) Tj -50 -30 Td (H) Tj") == [
        ("HH", (100.8, 42.8, 113.7, 50)),
        ("H", (118, 42.8, 123.7, 50)),
        ("H", (50.8, 72.8, 56.5, 80)),
    ]


@pytest.mark.parametrize(
    ("along", "up", "found"),
    [
        (7, 0, [("HI", (100.8, 42.8, 108.9, 50))]),
        (7, 6.9, [("HI", (100.8, 35.9, 108.9, 50))]),
        (7, -6.9, [("HI", (100.8, 42.8, 108.9, 56.9))]),
        (7, 7.3, [("H", (100.8, 42.8, 106.5, 50)), ("I", (107.9, 35.5, 108.9, 42.7))]),
        (7, -7.3, [("H", (100.8, 42.8, 106.5, 50)), ("I", (107.9, 50.1, 108.9, 57.3))]),
    ],
)
def test_a_letter_that_is_beside_a_word_goes_on_with_it(along: float, up: float, found: list[Any]) -> None:
    assert words(f"100 150 Td (H) Tj {along} {up} Td (I) Tj") == found


@pytest.mark.parametrize(
    ("spaced", "found"),
    [
        ("7.4 Tc (HI) Tj", ["HI"]),  # as far apart as a letter is high, and 2 points
        ("7.6 Tc (HI) Tj", ["H", "I"]),
        ("[(H) 830 (I)] TJ", ["HI"]),  # back to a point before the word
        ("[(H) 845 (I)] TJ", ["H", "I"]),
        ("7.4 Tc (HHI) Tj", ["HHI"]),
    ],
)
def test_letters_of_a_word_may_be_spaced_and_kerned_so_far(spaced: str, found: list[str]) -> None:
    assert [word for word, _ in words(f"100 150 Td {spaced}")] == found
