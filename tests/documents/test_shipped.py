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
