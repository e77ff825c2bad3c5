"""Several documents in one PDF: its parts in the order of cutting, blank sides, and the cover that lists them."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
import segno

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.build import Order, Printed
from kensei_docs.documents.combined import Cover, print_combined
from kensei_docs.documents.products.options import Options
from kensei_docs.documents.products.papers import papers_of
from kensei_docs.documents.products.product import Filling, load_products
from tests.documents.conftest import KINDS, ROOT, Press, game_of_herons

ADDRESS = "https://pond.example/#/army/" + "1eNq2-_" * 40


class Binder(Press):
    """The game, and a way to print it as one PDF."""

    def bind(self, language: str = "en", paper: str = "a4", **asked: Any) -> Printed:
        database, problems = load(self.project)
        assert problems == []
        known, problems = load_products(self.project)
        assert problems == []
        self.reasons = []
        order = Order(
            [known[name] for name in KINDS],
            list(database.editions.values()),
            [language],
            [paper],
            self.project.output,
            Options(papers=papers_of(self.project), **asked),
        )
        return print_combined(self.project, database, order, Cover(known["pack-cover"], cover), self)


def cover(_translator: Translator, bound: Mapping[str, Any]) -> Filling:
    return Filling("cover", {"title": "The whole pond", "address": ADDRESS, **bound})


def binder_in(folder: Path) -> Binder:
    binder = Binder(game_of_herons(folder).folder)
    (binder.folder / "templates" / "pack-cover").symlink_to(ROOT / "templates" / "pack-cover")
    for file, name in (("abilities", "fire"), ("markers", "wade")):
        path = binder.folder / f"data/editions/herons/{file}.yaml"
        more = f"{name}: {{name: {name.title()} again, text: A namesake., icon: fire}}\n"
        path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    return binder


@pytest.fixture
def binder(tmp_path: Path) -> Binder:
    return binder_in(tmp_path / "herons")


@pytest.fixture(scope="module")
def bound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game in one PDF. Only to be read."""
    printed = binder_in(tmp_path_factory.mktemp("bound") / "herons").bind()
    assert (printed.problems, printed.refused) == ([], [])
    [output] = printed.outputs
    return output.path


def words(file: Path) -> list[str]:
    """Return the words on each page."""
    with pypdfium2.PdfDocument(file) as pdf:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]


def parts(file: Path) -> dict[str, int]:
    """Return the page on which each entry of the outline begins, from 1."""
    with pikepdf.open(file) as pdf, pdf.open_outline() as outline:
        pages = [page.obj.objgen for page in pdf.pages]
        return {item.title: pages.index(item.destination[0].objgen) + 1 for item in outline.root}


def test_parts_stand_in_the_order_in_which_they_are_cut(bound: Path) -> None:
    assert list(parts(bound)) == [
        "Contents and cutting list",
        "Ability cards",
        "Command deck",
        "Markers",
        "Quick reference",
    ]
    with pikepdf.open(bound) as pdf:
        assert str(pdf.docinfo["/Title"]) == "The whole pond"
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"


def test_each_part_begins_on_a_front_and_nothing_is_behind_what_is_cut_by_itself(bound: Path) -> None:
    said = words(bound)
    assert all(page % 2 for page in parts(bound).values())
    assert said[1] == ""
    assert said[-1], "the last page is blank"
    for page in range(parts(bound)["Ability cards"], parts(bound)["Quick reference"], 2):
        assert "front" in said[page - 1] and "back" in said[page], page


def test_the_cover_says_on_which_pages_each_part_is(bound: Path) -> None:
    first, begins = words(bound)[0], parts(bound)
    ends = [page - 1 for page in list(begins.values())[1:]]
    told = dict(zip(begins, zip(begins.values(), [*ends, len(words(bound))], strict=True), strict=True))
    for title, (start, end) in list(told.items())[1:]:
        assert f"{start}{f'–{end}' if end > start else ''} {title}" in first
    assert "24 cards, 63 × 88 mm · both sides" in first
    assert "All of it in one go, on both sides, turned over at the long edge." in first


def test_what_two_parts_call_alike_is_printed_of_both(bound: Path) -> None:
    said, begins = words(bound), parts(bound)
    assert "Fire again" in said[begins["Ability cards"] - 1]
    with pikepdf.open(bound) as pdf:
        names = {name for page in pdf.pages for name in page.get("/Resources", {}).get("/XObject", {})}
    assert {"/Face-ability-cards.wade.front", "/Face-markers.wade.front"} <= names
    assert {"/Face-ability-cards.fire.front", "/Face-markers.fire.front"} <= names


def test_what_is_printed_is_in_the_structure_for_those_who_cannot_see_it(bound: Path) -> None:
    with pikepdf.open(bound) as pdf:
        [document] = pdf.Root.StructTreeRoot.K
        pages = [part.Pg.objgen for part in document.K]
        printed = [page.obj.objgen for page, said in zip(pdf.pages, words(bound), strict=True) if said]
    assert pages == printed


def test_headings_of_a_text_are_below_its_part(bound: Path) -> None:
    with pikepdf.open(bound) as pdf, pdf.open_outline() as outline:
        below = {item.title: [one.title for one in item.children] for item in outline.root}
    assert "Catch" in " ".join(below["Quick reference"]) or below["Quick reference"]
    assert below["Markers"] == []


def test_without_backs_no_side_is_blank(binder: Binder) -> None:
    [output] = binder.bind(backs="none").outputs
    said = words(output.path)
    assert "" not in said
    assert "On one side of the paper." in said[0]
    assert "both sides" not in said[0]


def test_the_same_is_not_written_again_and_gives_the_same_bytes(binder: Binder) -> None:
    [first] = binder.bind().outputs
    data = first.path.read_bytes()
    [again] = binder.bind().outputs
    assert (first.fresh, again.fresh, binder.reasons) == (True, False, [])
    first.path.unlink()
    [anew] = binder.bind().outputs
    assert anew.fresh and anew.path.read_bytes() == data


def test_one_changed_card_is_laid_out_alone(binder: Binder) -> None:
    binder.bind()
    binder.edit("data/editions/herons/abilities.yaml", "Nobody hears it come.", "Nobody heard it come.")
    [output] = binder.bind().outputs
    assert [reason.partition(":")[0] for reason in binder.reasons] == ["ability-cards silence.front"]
    assert "Nobody heard it come." in words(output.path)[2]


def test_what_is_wrong_is_told_on_every_run(binder: Binder) -> None:
    binder.edit("data/editions/herons/abilities.yaml", "Nobody hears it come.", "Nobody hears it come. " * 90)
    told = [[str(problem) for problem in binder.bind().problems] for _ in range(2)]
    assert told[0] == told[1]
    assert any("silence" in line and "[overflow]" in line for line in told[0])


def test_a_text_of_more_pages_than_was_guessed_moves_what_stands_behind_it(binder: Binder) -> None:
    """The number of pages of a quick reference is known when it is laid out: the cover is laid out again."""
    shutil.copytree(ROOT / "templates" / "quick-reference", binder.folder / "templates" / "mine", symlinks=True)
    (binder.folder / "templates" / "quick-reference").unlink()
    (binder.folder / "templates" / "mine").rename(binder.folder / "templates" / "quick-reference")
    kind = binder.folder / "templates" / "quick-reference" / "kind.yaml"
    text = kind.read_text(encoding="utf-8")
    kind.write_text(text.replace("pages: 2\n", "pages: 9\n", 1).replace("in-pack: 90", "in-pack: 1"), encoding="utf-8")
    [output] = binder.bind().outputs
    begins, said = parts(output.path), words(output.path)
    assert list(begins)[1] == "Quick reference"
    assert f"{begins['Ability cards']}–{begins['Command deck'] - 1} Ability cards" in said[0]
    # Nine pages were guessed.
    assert begins["Ability cards"] < 9


def test_the_code_on_the_cover_leads_to_the_list(bound: Path) -> None:
    expected = [[bool(dark) for dark in row] for row in segno.make(ADDRESS, error="m", micro=False).matrix]
    dots = 20  # a millimetre
    with pypdfium2.PdfDocument(bound) as pdf:
        page = pdf[0].render(scale=dots * 25.4 / 72).to_pil().convert("L")
    # Below its title, in the column at the right.
    left, top = 139 * dots, 70 * dots
    code = page.crop((left, top, left + 43 * dots, top + 47 * dots)).point(lambda grey: 255 * (grey < 128))
    code = code.crop(code.getbbox())
    module = code.width / len(expected)
    read = [
        [code.getpixel((int((x + 0.5) * module), int((y + 0.5) * module))) > 0 for x in range(len(expected))]
        for y in range(len(expected))
    ]
    assert read == expected
