"""The decks with the longest texts, as they are shipped, with the data that is shipped."""

import pytest

from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("kind", "edition"),
    [
        ("command-deck", "kensei-2e"),
        ("command-deck", "kensei-lr-2020"),
        ("ability-cards", "kensei-2e"),
        ("unit-cards", "kensei-2e"),
        ("weapon-cards", "kensei-lr-2020"),
        ("strategy-cards", "heroic-2002"),
    ],
)
def test_a_language_of_longer_words_fits(kind, edition, run, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    found = run("build", kind, "-e", edition, "-l", "pseudo", "--paper", "a4", "--out", tmp_path)
    assert (found.err, found.status) == ("", 0)


@pytest.mark.parametrize("how", [("--theme", "large-print"), ("--layout", "folded")], ids=" ".join)
@pytest.mark.parametrize("edition", ["kensei-2e", "samurai-skirmish"])
def test_a_quick_reference_fits_in_the_longest_words_on_the_narrowest_pages(edition, how, run, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    found = run("build", "quick-reference", "-e", edition, "-l", "pseudo", "--paper", "a4", *how, "--out", tmp_path)
    assert (found.err, found.status) == ("", 0)
