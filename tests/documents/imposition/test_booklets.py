"""Booklets: pages in the order for stapling, and what leads from page to page."""

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.imposition import DoesNotFit, leaf_grid, signature, spread_grid
from kensei_docs.documents.products.papers import shipped_papers
from kensei_docs.documents.products.product import Size
from tests.documents.conftest import ROOT, SPANISH, game_of_herons

PAPERS = {name: paper.size for name, paper in shipped_papers().items()}


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    press = game_of_herons(tmp_path_factory.mktemp("reference") / "herons")
    (press.folder / "templates" / "reference").symlink_to(ROOT / "templates" / "reference")
    press.translate(SPANISH)
    assert press.print("reference", languages=["en", "es"], papers=["a4", "letter"]) == []
    assert press.refused == []
    return press


@pytest.mark.parametrize(
    "pages, sides", [(1, [(3, 0), (1, 2)]), (4, [(3, 0), (1, 2)]), (6, [(7, 0), (1, 6), (5, 2), (3, 4)])]
)
def test_pages_are_ordered_for_folding_and_stapling(pages, sides):
    assert signature(pages) == sides


@given(st.integers(1, 200))
def test_a_booklet_has_every_page_once_and_reads_in_order(pages):
    sides = signature(pages)
    assert sorted(page for side in sides for page in side) == list(range(len(sides) * 2))
    assert 0 <= len(sides) * 2 - pages < 4
    # Each sheet inside the one before: what is right on the front is behind it left on the back.
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        assert back[0] == front[1] + 1
        assert front[0] == back[1] + 1


def test_a_page_stands_in_the_middle_of_its_half():
    face = Size(120, 190)
    for paper in ("a4", "letter"):
        leaf = leaf_grid(PAPERS[paper], face, 6).sheet
        grid = spread_grid(PAPERS[paper], face, 6)
        for column in range(2):
            box = grid.box(column)
            assert box.x + 60 - column * leaf.width == pytest.approx(leaf.width / 2, abs=0.01)
            assert box.y + 95 == pytest.approx(leaf.height / 2, abs=0.01)


def test_pages_too_large_for_half_a_sheet_are_refused():
    with pytest.raises(DoesNotFit, match=r"up to 127.7x203.9 mm would"):
        leaf_grid(PAPERS["letter"], Size(130, 190), 6)


def test_the_reference_is_printed_page_by_page_and_as_a_booklet(reference):
    for paper, leaf in (("a4", (148.5, 210)), ("letter", (139.7, 215.9))):
        with pikepdf.open(reference.pdf("reference", paper=paper)) as pdf:
            pages = len(pdf.pages)
            assert [float(side) / 72 * 25.4 for side in pdf.pages[0].MediaBox][2:] == pytest.approx(leaf, abs=0.01)
        with pikepdf.open(reference.pdf("reference-booklet", paper=paper)) as pdf:
            assert len(pdf.pages) == -(-pages // 4) * 2
            assert [float(side) / 72 * 25.4 for side in pdf.pages[0].MediaBox][2:] == pytest.approx(
                (2 * leaf[0], leaf[1]), abs=0.01
            )
            assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_every_link_leads_to_its_record_and_the_outline_to_the_chapters(reference):
    with pikepdf.open(reference.pdf("reference")) as pdf:
        pages = [page.obj.objgen for page in pdf.pages]
        links = [link for page in pdf.pages for link in page.get("/Annots", [])]
        assert links
        assert all(link.Dest[0].objgen in pages for link in links)
        with pdf.open_outline() as outline:
            (title,) = outline.root
            chapters = {item.title: [one.title for one in item.children] for item in title.children}
        assert title.title == "Herons"
        assert chapters["Abilities"] == ["Wade", "Patience", "Silence"]
        assert list(chapters)[-1] == "Index"
        assert pdf.Root.Lang == "en"
        assert pdf.Root.MarkInfo.Marked


def test_the_reference_tells_rules_in_their_words_terms_and_outcomes(reference):
    words = " ".join(reference.text("reference", page) for page in range(_pages(reference)))
    assert "is not a hindrance; its Shoot Roll gets +1 there." in words
    # Its effect says no more than its words.
    assert "+1 Shoot Roll: when on foot" not in words
    assert "Depths" in words
    assert "Splash. The frog is gone." in words


def _pages(press):
    with pikepdf.open(press.pdf("reference")) as pdf:
        return len(pdf.pages)
