"""Every face comes to its place on a sheet, its back behind or beside it, and every sheet says which it is."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.imposition import PrintedDocument, Sheet, arrange, fit, impose, spread_grid
from kensei_docs.documents.products.lengths import Gaps
from kensei_docs.documents.products.options import Offset, Printer
from kensei_docs.documents.products.outlines import Piece
from kensei_docs.documents.products.papers import shipped_papers
from kensei_docs.documents.products.product import Size

PAPERS = {name: paper.size for name, paper in shipped_papers().items()}

A4 = PAPERS["a4"]
CARD = Size(90, 130)  # four on a sheet
OFFSET = (0.5, -0.25)


def document(**settings: Any) -> Any:
    """A document with what imposing asks of one."""
    kind = {
        "flip": None,
        "is_page": False,
        "outline": "rounded",
        "fold": 0,
        "pages": 1,
        "flow": None,
        "bleed": 0,
        "to_scale": False,
        "backs": None,
        "rounded": 0,
    }
    kind |= {key: settings.pop(key) for key in list(settings) if key in kind}
    printer = Printer(offset=Offset(x=OFFSET[0], y=OFFSET[1]), flip=settings.pop("printer_flip", None))
    options = SimpleNamespace(
        cut_lines=settings.pop("cut_lines", False), printer=printer, skip=settings.pop("skip", 0), marks=None
    )
    gutter, booklet = settings.pop("gutter", None), settings.pop("booklet", False)
    grid = spread_grid(A4, Size(120, 180), 5) if booklet else fit(A4, CARD, 5, gutter=gutter)
    more = {"edition": "river", "revision": "1"}
    faces = SimpleNamespace(product=SimpleNamespace(**kind), **more, sides=settings.pop("sides", []), **settings)
    plain = SimpleNamespace(labels=None)
    spec = SimpleNamespace(options=options, paper="a4", bleed=2, piece=Piece(CARD), face=CARD, stock=plain)
    return PrintedDocument(None, faces, spec, grid, "", "", Notes(), booklet)  # type: ignore[arg-type]


class Notes:
    def __init__(self, **words: str) -> None:
        self.words = words

    def line(self, *_: Any, number: int, many: int, side: str, tight: bool, **__: Any) -> str:
        """Return the line; ``words`` are those of the first sheet, of one of several, and of a side."""
        more = [self.words.get("first", "") * (number == 1), self.words.get("several", "") * (many > 1)]
        more += [self.words.get(side or "alone", ""), "cut exactly" * tight]
        return " ".join([f"{number} of {many} {side}".rstrip(), *filter(None, more)])


def sheets(fronts: int, backs: bool = False, **settings: Any) -> list[Sheet]:
    made = document(**settings)
    front = [(f"front {i}", f"art {i}") for i in range(fronts)]
    back = [(f"back {i}", None) if backs else None for i in range(fronts)]
    return arrange(made, list(zip(front, back, strict=True)), made.note)  # type: ignore[arg-type]


def seen(sheet: Sheet) -> list[Any]:
    return [placement.face for placement in sheet.placements]


@given(st.integers(0, 13))
def test_every_face_is_placed_once_in_its_order(many: int) -> None:
    found = sheets(many)
    assert [face for sheet in found for face in seen(sheet)] == [f"front {i}" for i in range(many)]
    assert len(found) == -(-many // 4)
    grid = document().grid
    for sheet in found:
        assert [placement.box for placement in sheet.placements] == [grid.box(i) for i in range(len(sheet.placements))]
        assert all(placement.art == f"art {placement.face[6:]}" for placement in sheet.placements)  # type: ignore[index]
        assert {placement.bleed for placement in sheet.placements} == {2}


@given(st.integers(1, 13))
def test_a_back_lies_on_the_next_side_behind_its_front(many: int) -> None:
    found = sheets(many, backs=True, flip="long-edge")
    grid = document().grid
    for front, back in zip(found[::2], found[1::2], strict=True):
        assert [face.replace("front", "back") for face in seen(front)] == seen(back)
        assert [placement.box for placement in back.placements] == [grid.back_box(i) for i in range(len(seen(back)))]
        assert {placement.bleed for placement in back.placements} == {2}


def test_a_sheet_says_its_number_and_its_side() -> None:
    assert [sheet.note for sheet in sheets(5)] == ["1 of 2", "2 of 2"]
    assert [sheet.note for sheet in sheets(5, backs=True, flip="long-edge")] == [
        "1 of 2 front",
        "1 of 2 back",
        "2 of 2 front",
        "2 of 2 back",
    ]


@pytest.mark.parametrize(
    ("gap", "bleed", "exact"),
    [
        (1.0, 2, True),  # 0.5 mm of bleed
        (1.99, 2, True),
        (2.0, 2, False),
        (0.6, 0.3, False),  # no more bleed is asked for than there is room for
        (0.6, 0, False),
        (0.0, 2, False),  # one cut parts two faces
    ],
)
def test_the_margin_asks_for_exact_cuts_where_the_bleed_of_two_faces_meets_near_them(
    gap: float, bleed: float, exact: bool
) -> None:
    for is_page in (False, True):
        made = document(is_page=is_page)
        spec = SimpleNamespace(paper="a4", bleed=bleed)
        made = replace(made, grid=replace(made.grid, gap=Gaps.of(gap)), spec=spec)
        assert ("cut exactly" in made.note(1, 1, "")) == (exact and not is_page)


def key_of(face: str = "face", copies: int = 1, title: str = "", bleed: float = 2, **settings: Any) -> str:
    """Return the key of a document with one face, which has a key too."""
    row = SimpleNamespace(slug="a", copies=copies)
    notes = Notes(**settings.pop("words", {}))
    made = document(keys={"a": face}, slots=["a"], sides=[SimpleNamespace(row=row)], **settings)
    made.spec.bleed = bleed
    return replace(made, title=title, notes=notes).key  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "settings",
    [
        {"face": "another"},
        {"copies": 2},
        {"gutter": 10},
        {"title": "Herons"},
        {"bleed": 3},
        {"cut_lines": True},
        {"skip": 1},
        {"outline": "round"},
        {"printer_flip": "long-edge"},
        {"backs": "long-edge"},
        *({"words": {which: "words"}} for which in ("first", "several", "front", "back", "alone")),
    ],
    ids=str,
)
def test_a_document_is_printed_again_if_anything_on_its_sheets_has_changed(settings: dict[str, Any]) -> None:
    assert key_of() == key_of() != key_of(**settings)


@pytest.mark.parametrize(("flip", "turned"), [("long-edge", False), ("short-edge", True)])
def test_a_printers_error_is_corrected_on_the_back_alone_which_may_be_turned(flip: str, turned: bool) -> None:
    front, back = sheets(1, backs=True, flip=flip)
    assert (front.offset, back.offset) == ((0, 0), OFFSET)
    assert (front.turned, back.turned) == (False, turned)


def test_backs_stand_beside_their_fronts_on_a_sheet_to_fold() -> None:
    [sheet] = sheets(2, backs=True, gutter=10)
    grid = document(gutter=10).grid
    assert seen(sheet) == ["front 0", "front 1", "back 0", "back 1"]
    assert [one.box for one in sheet.placements[2:]] == [grid.back_box(0), grid.back_box(1)]
    assert sheet.fold == grid.sheet.width / 2
    assert sheets(2)[0].fold is None


def test_cards_are_cut_and_pages_are_not() -> None:
    for sheet in sheets(1, backs=True, flip="long-edge"):
        assert sheet.crop
    for sheet in sheets(1, backs=True, flip="long-edge", is_page=True):
        assert not sheet.crop
    front, back = sheets(1, backs=True, flip="long-edge", cut_lines=True)
    assert (front.cuts, back.cuts) == ("rounded", None)
    assert sheets(1)[0].cuts is None
    assert [sheets(1, fold=fold)[0].crease for fold in (0, 3)] == [False, True]


@pytest.mark.parametrize(
    ("settings", "flip"),
    [
        ({"flip": "long-edge"}, "long-edge"),
        ({}, None),
        ({"booklet": True, "flip": "long-edge"}, "short-edge"),
        ({"booklet": True, "printer_flip": "long-edge"}, "long-edge"),
    ],
)
def test_a_booklet_is_flipped_as_the_printer_does_else_at_the_short_edge(
    settings: dict[str, Any], flip: str | None
) -> None:
    assert document(**settings).flip == flip


def side(name: str, copies: int = 1, back: str = "", art: str = "", back_art: str = "") -> SimpleNamespace:
    row = SimpleNamespace(copies=copies)
    return SimpleNamespace(front=name, back=back, art=art, back_art=back_art, title=name.title(), row=row)


@pytest.mark.parametrize(
    ("copies", "settings", "sides"),
    [
        ((4,), {}, 1),
        ((5,), {}, 2),
        ((3, 2), {}, 2),
        ((5,), {"flip": "long-edge"}, 4),
        ((1, 1), {"pages": 3}, 2),
        ((1,), {"pages": 0}, 1),
    ],
)
def test_sides_of_paper_are_estimated(copies: tuple[int, ...], settings: dict[str, Any], sides: int) -> None:
    assert document(sides=[side("face", many) for many in copies], **settings).sides == sides


class Cache:
    """Laid-out faces: as many pages as are said for each slot."""

    def __init__(self, pages: dict[str, int]) -> None:
        self.pages = pages

    def entry(self, slot: str, key: str) -> Any:
        assert key == f"key of {slot}"
        return SimpleNamespace(pages=list(range(self.pages[slot])), pack=f"pack of {slot}")


def imposed(
    pages: dict[str, int], sides: list[SimpleNamespace], arts: tuple[str, ...] = (), **settings: Any
) -> list[Sheet]:
    more = {
        "keys": {slot: f"key of {slot}" for slot in pages},
        "fragments": {slot: SimpleNamespace(art=slot in arts) for slot in pages},
        "size": lambda slot: CARD,
    }
    return impose(document(sides=sides, **more, **settings), Cache(pages))  # type: ignore[arg-type]


def names(sheet: Sheet) -> list[str]:
    return [placement.face.name for placement in sheet.placements]


def test_a_face_is_printed_once_for_each_copy_and_each_of_its_pages() -> None:
    [sheet] = imposed({"a": 1, "b": 2}, [side("a", 2), side("b", 1)])
    assert names(sheet) == ["a", "a", "b-1", "b-2"]
    assert [(one.face.title, one.face.page, one.face.pack, one.face.size) for one in sheet.placements[1:3]] == [
        ("A", 0, "pack of a", CARD),
        ("B", 0, "pack of b", CARD),
    ]


def test_backs_come_as_often_as_their_fronts_and_art_beneath_them() -> None:
    pages = {"a": 1, "b": 1, "back": 1, "art": 1, "back-art": 1}
    sides = [side("a", 2, "back", back_art="back-art"), side("b", 1, art="art")]
    front, back = imposed(pages, sides, ("art", "back-art"), flip="long-edge", bleed=3)
    assert names(front) == ["a", "a", "b"] and names(back) == ["back", "back"]
    assert [one.art and one.art.name for one in front.placements] == [None, None, "art"]
    assert [one.art and one.art.name for one in back.placements] == ["back-art"] * 2
    # Only art bleeds.
    assert [one.face.bleed for one in front.placements] == [0, 0, 0]
    assert front.placements[2].art and front.placements[2].art.bleed == 3
    # Without backs, the same faces have none.
    assert [names(sheet) for sheet in imposed(pages, sides, ("art", "back-art"))] == [["a", "a", "b"]]


def test_a_face_that_flows_says_so() -> None:
    for flow in (None, SimpleNamespace()):
        [sheet] = imposed({"a": 1}, [side("a")], flow=flow)
        assert sheet.placements[0].face.flows is (flow is not None)


@pytest.mark.parametrize(
    ("pages", "found"),
    [
        (1, [["p"], []]),
        (3, [["p-1"], ["p-2", "p-3"]]),
        (4, [["p-4", "p-1"], ["p-2", "p-3"]]),
        (6, [["p-1"], ["p-2"], ["p-6", "p-3"], ["p-4", "p-5"]]),
    ],
)
def test_a_booklets_pages_stand_as_they_are_folded(pages: int, found: list[list[str]]) -> None:
    sheets = imposed({"p": pages}, [side("p")], booklet=True, is_page=True)
    assert [names(sheet) for sheet in sheets] == found
    grid = document(booklet=True).grid
    # The first page is at the right of the front of the first sheet.
    assert sheets[0].placements[-1].box == grid.box(1)
    assert not any(sheet.crop for sheet in sheets)


def test_a_booklets_sheets_have_their_numbers_and_backs_are_corrected() -> None:
    sheets = imposed({"p": 9}, [side("p")], booklet=True)
    assert [sheet.note for sheet in sheets] == [f"{n} of 3 {which}" for n in (1, 2, 3) for which in ("front", "back")]
    assert [sheet.offset for sheet in sheets] == [(0, 0), OFFSET] * 3
    assert not any(sheet.turned for sheet in sheets)
    # A booklet is folded in its middle, where it is stapled: nothing is printed there.
    assert not any(sheet.crease or sheet.fold for sheet in sheets)
    flipped = imposed({"p": 9}, [side("p")], booklet=True, printer_flip="long-edge")
    assert [sheet.turned for sheet in flipped] == [False, True] * 3


def test_a_card_to_fold_has_its_crease_on_the_front_alone() -> None:
    front, back = sheets(1, backs=True, flip="long-edge", fold=2)
    assert (front.crease, back.crease) == (True, False)
    assert not any(sheet.crease for sheet in sheets(1, backs=True, flip="long-edge"))
