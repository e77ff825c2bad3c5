"""The commands that make a site: of a game of one's own as it was begun, beside its prints, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.site.runtime import commands
from tests.site.test_build import parsed


@pytest.fixture
def begun(run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of one's own, as it was begun, in whose folder the commands run."""
    assert run("init", tmp_path / "game", "--name", "Frogs").status == 0
    monkeypatch.chdir(tmp_path / "game")
    return tmp_path / "game"


def test_a_game_of_ones_own_gets_a_site_that_says_what_it_lacks(run: Callable, begun: Path) -> None:
    made = run("site", "web")
    assert (made.status, made.err) == (0, "")
    first, *lacks = made.out.splitlines()
    assert first.startswith("site web: ")
    assert "  frogs: no army page: none of its troops has a price" in lacks
    pages = {file.name for file in (begun / "web").glob("*.html")}
    assert pages == {"index.html", "rules.html", "cards.html"}
    assert (begun / "web/rules/ability/lamplighter/index.html").is_file()
    doors = {one.get("href") for one in parsed(begun / "web/index.html").iter("a") if one.get("class") == "door"}
    assert doors == {"rules.html", "cards.html"}


def test_a_release_has_the_site_beside_its_prints_and_links_to_them(run: Callable, begun: Path) -> None:
    made = run("release", "web", "--site", "-l", "en", "--paper", "a4")
    assert (made.status, made.err) == (0, "")
    assert "prints are not beside" not in made.out
    links = [one.get("href") for one in parsed(begun / "web/index.html").iter("a")]
    prints = [address for address in links if str(address).endswith(".pdf")]
    assert any(str(address).endswith("/en/ability-cards-a4.pdf") for address in prints)
    assert all((begun / "web" / str(address)).is_file() for address in prints)
    # A second run leaves all as it is.
    assert "0 written" in run("release", "web", "--site", "-l", "en", "--paper", "a4").out


def test_a_folder_without_the_runtime_is_refused_with_the_commands_that_fetch_it(run: Callable, begun: Path) -> None:
    (begun / "empty").mkdir()
    refused = run("site", "web", "--runtime", "empty")
    assert refused.status == 2
    assert all(command in refused.err for command in commands())
    assert not (begun / "web").exists()


def test_files_of_somebody_else_are_kept(run: Callable, begun: Path) -> None:
    (begun / "web").mkdir()
    (begun / "web/index.html").write_text("mine", encoding="utf-8")
    refused = run("site", "web", "--no-cards")
    assert refused.status == 2
    assert "web/index.html: is there, and no site of this project is known to have written it" in refused.err
    assert (begun / "web/index.html").read_text(encoding="utf-8") == "mine"
