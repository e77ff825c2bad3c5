"""``kensei-docs release``: what it writes and says."""

from pathlib import Path

import pytest


@pytest.fixture
def game(tmp_path: Path, run) -> Path:
    """A project that was just begun."""
    folder = tmp_path / "ebbing"
    assert run("init", folder).status == 0
    return folder


def test_it_says_what_it_released_and_where(run, game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("--project", game, "release", "web", "-l", "en", "--paper", "a4")
    result = run(*words)
    assert (result.status, result.err) == (0, "")
    first, *others = result.out.splitlines()
    assert first.startswith("released web/ebbing-1.0: ") and " files, " in first
    assert [line.split()[1] for line in others] == ["PDFs", "HTML", "decks"]
    assert run(*words).out.startswith("unchanged: web/ebbing-1.0: ")


def test_a_language_paper_or_edition_that_is_not_there_is_refused(run, game, tmp_path):
    for words, named in (
        (("-l", "fr"), "language 'fr'"),
        (("--paper", "a0"), "paper 'a0'"),
        (("-e", "ebbin"), "edition 'ebbin'"),
    ):
        result = run("--project", game, "release", tmp_path / "web", *words)
        assert result.status == 2 and named in result.err
    assert not (tmp_path / "web").exists()
