"""Cards of another size than they are drawn at: larger, or not at all."""

import pikepdf
import pytest

from kensei_docs.documents.products.options import Printer
from kensei_docs.documents.products.papers import shipped_papers
from kensei_docs.documents.products.product import FACES

PAPERS = {name: paper.size for name, paper in shipped_papers().items()}

SIZED = {
    "poker": "63x88",
    "us-poker": "63.5x88.9",
    "bridge": "57x89",
    "mini": "44x68",
    "us-mini": "41x63",
    "tarot": "70x120",
    "square": "70x70",
    "token-20": "20x20",
    "token-25.4": "25.4x25.4",
    "round-30": "30x30",
    "round-40": "40x40",
}


def measures(herons, kind, paper):
    return {
        (round(right - left, 2), round(above - below, 2))
        for left, below, right, above in herons.boxes(kind, paper=paper)
    }


def type_on(herons, kind, paper, words):
    """The heights in points of the lines of type that hold some words."""
    import pypdfium2

    document = pypdfium2.PdfDocument(herons.pdf(kind, paper=paper))
    text = document[0].get_textpage()
    at, _ = text.search(words).get_next()
    _, below, _, above = text.get_charbox(at)
    document.close()
    return above - below


@pytest.mark.parametrize(("name", "measure"), SIZED.items())
def test_a_size_has_a_name(name, measure):
    assert str(FACES[name]) == measure


@pytest.mark.parametrize("size", ["us-poker", "tarot", "80x100"])
def test_a_card_is_printed_on_a_larger_face_enlarged_and_in_its_middle(herons, size):
    herons.print("ability-cards")
    assert herons.print("ability-cards", size=size) == []
    paper = f"a4-{size}"
    face = FACES.get(size)
    width, height = (face.width, face.height) if face else (80, 100)
    assert measures(herons, "ability-cards", paper) == {(width, height)}
    before, after = (type_on(herons, "ability-cards", p, "Patience") for p in ("a4", paper))
    assert after / before == pytest.approx(min(width / 63, height / 88), rel=0.01)


def test_a_card_is_refused_on_a_face_that_would_make_its_type_smaller(herons):
    assert herons.print("ability-cards", "markers", size="round-20") == []
    (problem,) = herons.refused
    assert str(problem).replace(f"{herons.folder}/", "") == (
        "templates/ability-cards/kind.yaml:5:7: ability-cards: it is drawn for faces of poker (63x88 "
        "mm) and larger ones, not of round-20 (20x20 mm); write --size poker, or a larger one  [size]"
    )
    # What can be printed at that size is.
    assert measures(herons, "markers", "a4-round-20") == {(20, 20)}


def test_a_rim_that_its_letters_do_not_stand_on_is_told(herons):
    assert {problem.check for problem in herons.print("markers", size="mini")} == {"unseen"}


def test_a_page_has_no_other_size(herons):
    herons.print("quick-reference", size="poker")
    assert "drawn for faces of page, not of poker (63x88 mm)" in str(herons.refused[0])


def test_a_bleed_wider_than_is_drawn_is_refused_and_a_narrower_one_printed(herons):
    herons.print("markers", bleed=3.0)
    assert "drawn for a bleed of up to 2 mm, not of 3 mm; write --bleed 2 or less, or draw" in str(herons.refused[0])
    assert herons.print("markers", bleed=1.0) == []
    with pikepdf.open(herons.pdf("markers")) as pdf:
        clips = [
            [float(v) * 25.4 / 72 for v in line.split()[1:5]]
            for line in pdf.pages[0].Contents.read_bytes().decode().splitlines()
            if line.startswith("q") and " re W n " in line
        ]
    assert clips and all((w, h) == pytest.approx((27, 27), abs=0.01) for _, _, w, h in clips)


def test_a_gap_that_is_asked_for_is_kept_or_costs_cards(herons):
    herons.print("ability-cards", papers=["letter"], gap=4.0)
    assert len(herons.boxes("ability-cards", paper="letter")) == 3
    (one, two, *_) = sorted(herons.boxes("ability-cards", paper="letter"))
    assert two[0] - one[2] == pytest.approx(4, abs=0.01) or two[1] - one[3] >= 4


def test_a_printers_margin_decides_what_fits(herons):
    herons.print("markers", printer=Printer(margin=60))
    width, height = PAPERS["a4"].width, PAPERS["a4"].height
    for left, below, right, above in herons.boxes("markers"):
        assert min(left, below, width - right, height - above) >= 59.99
    herons.print("ability-cards", printer=Printer(margin=100))
    assert "does not fit on paper of 210x297 mm" in str(herons.refused[0])
