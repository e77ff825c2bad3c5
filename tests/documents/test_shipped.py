"""What is shipped, printed in other themes, layouts and longer words; .ci/run prints all of it in these."""

import pypdfium2
import pytest

from tests.conftest import ROOT


@pytest.mark.parametrize("how", [("--theme", "large-print"), ("--layout", "folded")], ids=" ".join)
@pytest.mark.parametrize("edition", ["kensei-2e", "samurai-skirmish"])
def test_a_quick_reference_fits_in_the_longest_words_on_the_narrowest_pages(edition, how, run, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    found = run("build", "quick-reference", "-e", edition, "-l", "pseudo", "--paper", "a4", *how, "--out", tmp_path)
    assert (found.status, found.err) == (0, "")


def test_with_little_ink_a_sheet_keeps_its_head(run, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    how = ("-e", "kensei-2e", "-l", "en", "--paper", "a4", "--theme", "low-ink", "--out", tmp_path)
    found = run("build", "roster", "errata-sheet", *how)
    assert (found.status, found.err) == (0, "")


def test_black_and_white_is_without_colour_on_every_page(run, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    kinds = ("quick-reference", "roster", "tracks")
    how = (
        "-e",
        "kensei-2e",
        "-e",
        "samurai-skirmish",
        "-l",
        "en",
        "--paper",
        "a4",
        "--theme",
        "black-and-white",
        "--out",
        tmp_path,
    )
    assert run("build", *kinds, *how).status == 0
    files = sorted(tmp_path.rglob("*-black-and-white.pdf"))
    assert {file.name.removesuffix("-a4-black-and-white.pdf") for file in files} == {*kinds}
    for file in files:
        for number, page in enumerate(pypdfium2.PdfDocument(file), start=1):
            picture = page.render(scale=0.5).to_pil().convert("RGB")
            red, green, blue = picture.split()
            assert red.tobytes() == green.tobytes() == blue.tobytes(), f"{file.parent.name}, {file.name}, page {number}"
