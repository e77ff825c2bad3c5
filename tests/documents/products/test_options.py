"""What a user's options make of a kind's settings, and printers of a user's own, as the project describes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kensei_docs.documents.products.lengths import Margins
from kensei_docs.documents.products.options import Offset, Options, Printer, Theme, Type, require_printer, spec_of
from kensei_docs.documents.products.papers import shipped_papers
from kensei_docs.documents.products.product import BACK, Fitting, Product, Size
from kensei_docs.problems import Unusable
from kensei_docs.project import Project

LARGE = Theme(name="large", enlarge=1.25, type=Type(times=1.5, floor=10))


@pytest.fixture
def kind(tmp_path: Path):
    """Make a kind of some settings, in a folder with a template for backs."""
    (tmp_path / BACK).write_text("")

    def made(**settings: Any) -> Product:
        given = {"name": "cards", "folder": tmp_path, "title": "Cards", "face": "poker", "each": "ability"}
        return Product.model_validate({**given, **{key.replace("_", "-"): value for key, value in settings.items()}})

    return made


@pytest.mark.parametrize(
    ("own", "printer", "expected"), [(None, 4, 4), (None, 6.35, 6.35), (11, 4, 11), (3, 4, 4), (11, 12.5, 12.5)]
)
def test_the_margin_is_the_larger_of_the_kinds_own_and_the_printers(kind, own, printer, expected):
    settings = {} if own is None else {"margin": own}
    assert spec_of(kind(**settings), Options(printer=Printer(margin=printer))).product.margin == Margins.of(expected)


@pytest.mark.parametrize(
    ("asked", "design"),
    [("63x88", "poker"), ("62.9x88", "44x68"), ("63x87", "44x68"), ("100x150", "poker"), ("44x68", "44x68")],
)
def test_faces_are_laid_out_at_the_largest_size_that_fits_into_the_one_asked_for(kind, asked, design):
    applied = spec_of(kind(sizes=["44x68"]), Options(size=asked)).product
    assert (applied.face, applied.design) == (asked, design)


def test_a_size_smaller_than_all_is_refused_with_the_sizes_there_are(kind):
    with pytest.raises(Unusable, match=r"it is drawn for faces of poker \(63x88 mm\) and larger ones, not of 40x40"):
        spec_of(kind(), Options(size="40x40"))


@pytest.mark.parametrize(
    ("face", "asked", "shape"),
    [("round-25", "30x30", "round"), ("round-25", "token-30", "square"), ("token-25", "round-30", "round")],
)
def test_a_tokens_name_says_its_shape_and_a_measure_keeps_it(kind, face, asked, shape):
    assert spec_of(kind(face=face), Options(size=asked)).product.outline == shape


def test_a_theme_enlarges_cards_but_sets_pages_in_larger_type(kind):
    card = spec_of(kind(fit={"text": {"size": 9, "floor": 6}}), Options(theme=LARGE))
    assert card.face == Size(63 * 1.25, 88 * 1.25)
    assert card.drawn == Size(63, 88)
    assert card.product.fit == {"text": Fitting(9, 6)}
    page = spec_of(
        kind(face="page", columns=2, pages=2, fit={"text": {"size": 8, "floor": 6}}), Options(theme=LARGE)
    ).product
    assert (page.face, page.pages) == ("page", 0)
    assert page.fit == {"text": Fitting(12, 6)}


@pytest.mark.parametrize(
    ("each", "face"),
    [("edition", "88x63"), ("phase/end", "88x63"), ("deck/main:cards", "110x78.75"), ("unit", "110x78.75")],
)
def test_a_theme_does_not_enlarge_the_only_face_of_an_edition(kind, each, face):
    assert spec_of(kind(each=each, face="88x63"), Options(theme=LARGE)).product.face == face


def test_a_size_that_is_asked_for_goes_before_a_themes(kind):
    assert spec_of(kind(), Options(size="70x120", theme=LARGE)).face == Size(70, 120)


@pytest.mark.parametrize(
    ("own", "asked", "printer", "expected"),
    [
        ("none", None, "short-edge", "none"),
        ("none", "long-edge", None, "long-edge"),
        ("long-edge", None, None, "long-edge"),
        ("long-edge", None, "short-edge", "short-edge"),
        ("long-edge", "gutterfold", "short-edge", "gutterfold"),
        ("long-edge", "none", "short-edge", "none"),
    ],
)
def test_backs_are_as_asked_for_else_as_the_printer_flips_else_as_the_kind_says(kind, own, asked, printer, expected):
    assert spec_of(kind(backs=own), Options(backs=asked, printer=Printer(flip=printer))).product.backs == expected


def test_there_are_no_backs_without_a_template_for_them(kind):
    made = kind(backs="long-edge")
    (made.folder / BACK).unlink()
    assert spec_of(made, Options(backs="short-edge")).product.backs == "none"


@pytest.mark.parametrize(("backs", "flip"), [("none", None), ("gutterfold", None), ("long-edge", "long-edge")])
def test_only_sheets_with_backs_behind_are_flipped(kind, backs, flip):
    assert kind(backs=backs).flip == flip


def test_a_bleed_may_be_smaller_than_drawn_but_no_wider(kind):
    made = kind(bleed=3)
    assert [spec_of(made, Options(bleed=bleed)).bleed for bleed in (None, 0, 3)] == [3, 0, 3]
    spec_of(made, Options(bleed=3))
    with pytest.raises(Unusable, match=r"a bleed of up to 3 mm, not of 3.1 mm"):
        spec_of(made, Options(bleed=3.1))


def test_a_gap_that_is_asked_for_is_also_the_least(kind):
    assert [kind(gap=gap).least_gap for gap in (0, 1, 4)] == [(0, 0), (1, 1), (2.5, 2.5)]
    applied = spec_of(kind(gap=5, least_gap=1), Options(gap=2)).product
    assert (applied.gap, applied.least_gap) == ((2, 2), (2, 2))


def test_the_name_of_a_file_tells_another_size_and_theme(kind):
    assert Options().suffix == ""
    assert Options(size="tarot", theme=LARGE).suffix == "-tarot-large"


def test_a_second_language_is_in_the_name_of_the_file_and_refused_where_a_kind_has_no_room_for_it(kind):
    assert spec_of(kind(also=True), Options(also="es")).product.also
    assert Options(size="tarot", also="es").suffix == "-tarot-with-es"
    with pytest.raises(Unusable, match="it is drawn for one language, not for es beside it"):
        spec_of(kind(), Options(also="es"))


def project(folder, **files):
    for name, text in files.items():
        file = folder / name.replace("__", "/").replace("_yaml", ".yaml")
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return Project((folder,), folder / "build")


def refused(folder, text, name="desk"):
    with pytest.raises(Unusable) as told:
        require_printer(project(folder, printers_yaml=text), name)
    return [str(problem).replace(f"{folder}/", "") for problem in told.value.problems]


def test_a_printer_has_a_margin_a_flip_an_offset_and_a_paper(tmp_path):
    here = project(
        tmp_path, printers_yaml="desk: {margin: 5, flip: short-edge, offset: {x: 0.4, y: -0.6}, paper: A3}\n"
    )
    printer = require_printer(here, "desk")
    assert (printer.margin, printer.flip, printer.paper) == (5, "short-edge", "a3")
    assert printer.offset == Offset(x=0.4, y=-0.6)


def test_a_printer_may_have_a_file_of_its_own(tmp_path):
    here = project(tmp_path, printers__attic_yaml="margin: 4.2\n")
    assert require_printer(here, "attic").margin == 4.2


def test_without_a_name_a_printer_is_like_any_other(tmp_path):
    assert require_printer(project(tmp_path), None).margin == 6.35


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "desk:\n  margin: wide\n",
            "printers.yaml:2:11: 'margin': 'wide' is not a number; write one such as 3  [printer]",
        ),
        (
            "desk:\n  offset: {x: 40}\n",
            "printers.yaml:2:15: 'offset.x': input should be less than or equal to 10; mend it  [printer]",
        ),
        (
            "desk:\n  flipp: long-edge\n",
            "printers.yaml:2:10: 'flipp' is not known here; did you mean 'flip'?; rename it or take it out  [printer]",
        ),
        (
            "desk:\n  paper: a44\n",
            "printers.yaml:2:10: 'paper': 'a44' is not a paper; did you mean 'a4'?; known are "
            + ", ".join(shipped_papers())
            + "  [printer]",
        ),
        (
            "desk: [}",
            "printers.yaml:1:8: is not YAML: a value is missing here, or a sign is too many; mend the line  [yaml]",
        ),
        (
            "- desk\n",
            "printers.yaml:1:1: holds no printer; give each a name, and its margin, flip, "
            "offset or paper below that  [printer]",
        ),
        (
            "desc: {}\n",
            "printers.yaml: there is no printer 'desk'; did you mean 'desc'?; known are "
            "desc; describe it there  [printer]",
        ),
    ],
)
def test_what_is_wrong_with_a_printer_is_placed(tmp_path, text, said):
    assert refused(tmp_path, text) == [said]
