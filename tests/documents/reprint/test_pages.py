"""Of documents that are pages, the pages whose content differs are replaced, and of a booklet the folded sheets."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pypdfium2
import pytest

from kensei_docs.documents.reprint.changed_cards import Pages
from tests.conftest import EVERY
from tests.documents.conftest import ROOT, Press, game_of_herons
from tests.documents.reprint.reprints import again, erratum

# Abilities enough for a reference of several pages.
MANY = "".join(
    f"""
    habit-{number:02}:
      name: Habit {number:02}
      text: It stands on one leg for {"a very long time, " * (number % 7)} and thinks of frogs.
    """
    for number in range(56)
)
GLIDE = """
    name: Another habit
    reason: It was seen.
    source: the heronry
    add:
      ability/glide:
        name: Glide
        text: It lands without a sound on the water, and no frog hears it come before it is too late for the frog.
    """
_TEXT = "It stands on one leg for " + "a very long time, " * 2 + " and thinks of frogs."
_FACT = f"{{record: ability/habit-30, fact: text, from: '{_TEXT}', to: '{_TEXT.replace('one', 'its')}'}}"
_MORE = "".join(f"\n      ability/zeal-{n}: {{name: Zeal {n}, text: It stays awake all day.}}" for n in range(60))
_HEAD = "name: A\nreason: B\nsource: C\n"
CHANGES = {
    "a text": f"{_HEAD}changes: {{one: {_FACT}}}\n",
    "a record added": GLIDE,
    "many records added": GLIDE + _MORE,
    "records withdrawn": f"{_HEAD}withdraw: [{', '.join(f'ability/habit-{n:02}' for n in range(20, 40))}]\n",
}


@pytest.fixture(scope="module")
def printed_reference(tmp_path_factory):
    """The game, with a reference of several pages that is printed."""
    herons = game_of_herons(tmp_path_factory.mktemp("reference") / "herons")
    (herons.folder / "templates/reference").symlink_to(ROOT / "templates/reference")
    herons.write("data/editions/herons/abilities.yaml", MANY)
    herons.translate({})
    herons.print("reference")
    return herons.folder


@pytest.fixture
def reference(printed_reference, tmp_path):
    """A copy of it, to be changed."""
    return Press(shutil.copytree(printed_reference, tmp_path / "herons", symlinks=True))


def texts(file: Path, numbers: bool = True) -> list[str]:
    """Return the words of each page of a PDF, or only the letters: the pages are numbered and refer to each other."""
    with pypdfium2.PdfDocument(file) as pdf:
        found = [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]
    # In the margin stands which sheet it is, on the first with a ruler.
    found = [re.sub(r"(?:20 mm )?Herons · Rules reference · .*? · revision [0-9a-f]{6}", "", text) for text in found]
    return found if numbers else [without_numbers(text) for text in found]


def without_numbers(text: str) -> str:
    """Return the words of a page without its numbers."""
    return re.sub(r"\d", "", text)


def replaced(old: list[str], new: list[str], pages: Pages) -> list[str]:
    """Return what a player holds who follows the sheet."""
    kept = {number: text for number, text in enumerate(old, 1) if number not in pages.withdrawn}
    kept |= dict(zip(pages.printed, new, strict=True))
    return [kept[number] for number in sorted(kept)]


def sides_of(sheets: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(side for sheet in sheets for side in (2 * sheet - 1, 2 * sheet))


@pytest.mark.parametrize("change", CHANGES)
def test_the_document_that_replacing_gives_is_that_of_a_full_build(reference, change):
    old = {name: texts(reference.pdf(name), numbers=False) for name in ("reference", "reference-booklet")}
    assert len(old["reference"]) > 6
    erratum(reference, CHANGES[change], "2026-03-01-habits")
    done = again(reference, "habits", "reference")
    files = {output.path.name: output.path for output in done.outputs}
    [card] = done.reports[0].kinds[0].changed
    assert len(done.reports[0].kinds) == 1, "the loose pages and the booklet are one entry"
    printed = {name: texts(files[f"{name}-a4.pdf"]) for name in old if f"{name}-a4.pdf" in files}
    reference.print("reference")
    full = {name: texts(reference.pdf(name)) for name in old}
    folded = Pages(sides_of(card.folded.printed), sides_of(card.folded.withdrawn))
    for name, pages in (("reference", card.loose), ("reference-booklet", folded)):
        # What is printed is as the full build prints it; what stays says the same, but for numbers of pages.
        assert printed.get(name, []) == [full[name][number - 1] for number in pages.printed]
        new = [without_numbers(text) for text in printed.get(name, [])]
        kept = replaced(old[name], new, pages)
        assert kept == texts(reference.pdf(name), numbers=False)


@pytest.mark.parametrize("change", list(CHANGES)[::EVERY])
def test_a_reprint_has_the_same_bytes_whichever_state_the_cache_holds(reference, change):
    erratum(reference, CHANGES[change], "2026-03-01-habits")
    printed = {one.path: one.path.read_bytes() for one in again(reference, "habits", "reference").outputs}
    shutil.rmtree(reference.project.cache)
    reference.print("reference")
    for _ in ("laid out", "reused"):
        for path in printed:
            path.unlink()
        assert {one.path: one.path.read_bytes() for one in again(reference, "habits", "reference").outputs} == printed


def test_a_change_at_the_end_leaves_the_pages_before_it(reference):
    """Numbers of pages in contents and index and the running heads don't count."""
    erratum(reference, GLIDE, "2026-03-01-habits")
    done = again(reference, "habits", "reference")
    [card] = done.reports[0].kinds[0].changed
    with pypdfium2.PdfDocument(reference.pdf("reference")) as pdf:
        many = len(pdf)
    assert 1 not in card.loose.printed
    assert set(card.loose.printed) < set(range(many // 2 - 1, many + 2))
    assert [(line.label, line.new) for line in card.lines] == [("Glide", "new")]
