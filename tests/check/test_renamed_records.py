"""renamed-records-keep-their-ids"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

SHEET = "Name,Text\nGuard,Heals 2 HP to a friend.\nScout,Runs.\n"
LIST = Path("data/editions/salt/fighters.csv")
CATALOGUE = Path("data/locale/es/salt.po")


@pytest.fixture
def translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable) -> None:
    """Go into a project whose list of fighters is translated."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "data/editions/salt/edition.yaml": "{id: salt, name: Salt, game: Salt, language: en, units: in}\n",
        "data/vocabulary.yaml": "kinds: {fighters: fighter}\n",
        "data/locale/es/salt.po": "",
        str(LIST): SHEET,
    }.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    assert run("catalogue", "update").status == 0
    words = CATALOGUE.read_text()
    source = 'msgid "Heals %(text-1)s HP to a friend."\nmsgstr ""'
    assert source in words
    CATALOGUE.write_text(words.replace(source, source[:-1] + 'Cura %(text-1)s a un amigo."'))


def findings(run: Callable) -> str:
    return run("check", "salt", "--select", "renamed-records").out


def test_a_renamed_row_is_told_with_its_former_id(translated: None, run: Callable) -> None:
    assert findings(run).startswith("No findings.")
    LIST.write_text(SHEET.replace("Guard", "Sentry"))
    assert (
        "row 2, column A  warning  fighter/sentry has the texts that fighter/guard had, whose translations are lost to "
        "it; write 'guard' into a column 'Was' if it was renamed, or into a column 'Id'" in findings(run)
    )


@pytest.mark.parametrize(
    "sheet",
    [
        "Name,Text,Was\nSentry,Heals 2 HP to a friend.,guard\n",
        "Id,Name,Text\nguard,Sentry,Heals 2 HP to a friend.\n",
        "Name,Text\nGuard,Heals 2 HP to a friend.\nSentry,Heals 2 HP to a friend.\n",
        "Name,Text\nSentry,Stands still.\n",
    ],
)
def test_one_that_says_so_or_is_another_is_none(translated: None, run: Callable, sheet: str) -> None:
    LIST.write_text(sheet)
    assert findings(run).startswith("No findings.")


def test_its_translation_comes_back_with_its_former_id(translated: None, run: Callable) -> None:
    LIST.write_text("Name,Text,Was\nSentry,Heals 2 HP to a friend.,guard\n")
    assert run("catalogue", "update").status == 0
    assert "Cura 2 a un amigo." in run("show", "fighter/sentry", "-e", "salt", "-l", "es").out


def test_a_text_without_a_translation_has_none_to_lose(translated: None, run: Callable) -> None:
    LIST.write_text(SHEET.replace("Scout", "Runner"))
    assert findings(run).startswith("No findings.")
