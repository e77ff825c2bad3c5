"""A project of one's own, from its first command to its first sheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_new_game_can_be_checked_and_printed_at_once(
    run: Callable, tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "El juego del ñandú"
    begun = run("init", folder, "--name", 'Ñandú "and" rain: yes', "--language", language)
    assert (begun.status, begun.err) == (0, "")
    assert begun.out.endswith("README.md says what to do next\n")
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert readme.startswith('# Ñandú "and" rain: yes\n')
    assert ("Míralo" in readme) == (language == "es")
    # Its cover shows what belongs to any game: no blades and no dice.
    edition = (folder / "data/editions/nandu-and-rain-yes/edition.yaml").read_text(encoding="utf-8")
    assert "look: {crest: plain, art: plain}" in edition

    monkeypatch.chdir(folder)
    assert run("check", "nandu-and-rain-yes") == ("No findings.\n", "", 0)
    shown = run("show", "ability/lamplighter", "-e", "nandu-and-rain-yes")
    assert "12 cm" in shown.out
    printed = run("build", "tide-cards", "ability-cards", "-e", "nandu-and-rain-yes", "--paper", "a4")
    assert (printed.status, printed.err) == (0, "")
    for spoken in ("en", "es"):
        for kind in ("tide-cards", "ability-cards"):
            assert (folder / f"build/nandu-and-rain-yes/{spoken}/{kind}-a4.pdf").is_file()


@pytest.mark.parametrize("name", ["Save 50% off", "{x}", "%(x)s", "null", "Templates", "42", "{% if %}", "🐉 a: #b"])
def test_a_game_of_any_name_passes_its_own_check(
    run: Callable, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("init", tmp_path / "game", "--name", name).status == 0
    monkeypatch.chdir(tmp_path / "game")
    checks = ("settings", "placeholders", "translations-are-in-their-language", "catalogues-are-valid")
    found = run("check", *(word for check in checks for word in ("--select", check)))
    assert found == ("No findings.\n", "", 0)


def test_a_game_whose_name_is_markup_and_a_placeholder_is_printed(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("init", tmp_path / "game", "--name", "Swords & <b>50%</b> %(x)s {{ y }}").status == 0
    monkeypatch.chdir(tmp_path / "game")
    made = run("build", "reference", "--format", "html", "-l", "en")
    assert (made.status, made.err) == (0, "")


def test_the_first_update_of_a_new_game_changes_no_catalogue(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("init", tmp_path / "game").status == 0
    monkeypatch.chdir(tmp_path / "game")
    written = {file: file.read_bytes() for file in Path("data/locale").rglob("*.po")}
    assert run("catalogue", "update").status == 0
    assert {file: file.read_bytes() for file in Path("data/locale").rglob("*.po")} == written
    # Gettext refuses plurals without their rule.
    counting = [words for words in written.values() if b"msgid_plural" in words]
    assert counting and all(b"Plural-Forms:" in words for words in counting)


def test_units_of_ones_own_lie_over_a_shipped_edition(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = run("init", tmp_path / "mine", "--over", "kensei-2e")
    assert begun.status == 0
    monkeypatch.chdir(tmp_path / "mine")
    assert "Reed cutters" in run("show", "unit/reed-cutters", "-e", "kensei-2e").out
    assert run("check", "kensei-2e", "--select", "spreadsheet").status == 0
    assert not (tmp_path / "mine/data/editions/kensei-2e/edition.yaml").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["full"], "full: is there already, and not an empty folder; name another  [init]\n"),
        (
            ["new", "--name", "¿?"],
            "init: no id can be made of the name '¿?'; give one with letters from a to z, with --name  [init]\n",
        ),
        (
            ["new", "--name", "Kensei 2e"],
            "init: there is an edition 'kensei-2e' already; choose "
            "another --name, or add to that with --over  [init]\n",
        ),
        (
            ["new", "--over", "kensei-2"],
            "data/editions: there is no edition 'kensei-2'; did you mean "
            "'kensei-2e'?; known are heroic-2002, kensei-2e, "
            "kensei-lr-2020, samurai-skirmish  [edition]\n",
        ),
        (["new", "--language", "eo"], "data/locale: there is no language 'eo'; known are en, es  [language]\n"),
    ],
)
def test_what_cannot_be_begun_is_refused_and_nothing_is_written(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], told: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    monkeypatch.chdir(tmp_path)
    result = run("init", *words)
    assert (result.out, result.err, result.status) == ("", told, 2)
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "letter.txt"]


def test_an_empty_folder_may_be_filled(run: Callable, tmp_path: Path) -> None:
    (tmp_path / "tides").mkdir()
    assert run("init", tmp_path / "tides").status == 0
    assert (tmp_path / "tides/data/editions/tides/edition.yaml").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["tides"]
