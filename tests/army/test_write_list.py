"""A list goes out as CSV and as lines for a chat, and both come in again as the same army."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.army import Army, read_army
from kensei_docs.army.address import army_as_data
from kensei_docs.army.import_list import import_army
from kensei_docs.army.write_list import as_csv, as_text
from kensei_docs.catalogues import Translator, translator_for
from kensei_docs.database import Database
from kensei_docs.project import Project, shipped

ARMY = """\
    name: Wind of the reeds
    edition: kensei-2e
    clan: Sohei
    size: Vanguard
    commander level: Taisho
    rows:
      - {profile: Ashigaru with Yari, miniatures: 10, weapons: [yari, katana]}
      - {profile: Monks with Teppo, name: 'The "old, grey" monks', miniatures: 5, general: yes, attack: 3}
    """


@pytest.fixture(scope="module")
def spoken(database: Database, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Translator]:
    project = Project((shipped(),), tmp_path_factory.mktemp("build"))
    return {code: translator_for(project, database, code) for code in ("en", "es")}


def test_a_spreadsheet_comes_back_as_it_was(army_of: Callable[..., Army], database: Database, tmp_path: Path) -> None:
    data = army_as_data(army_of(ARMY))
    file = tmp_path / "reeds.csv"
    file.write_text(as_csv(data), encoding="utf-8")
    assert army_as_data(read_army(file, database)) == data


def test_a_text_says_what_a_row_says_in_the_language_that_is_asked_for(
    army_of: Callable[..., Army], spoken: dict[str, Translator]
) -> None:
    army = army_of(ARMY)
    assert as_text(army, spoken["en"]).splitlines() == [
        "Wind of the reeds (Sohei, 200 points)",
        "Commander level: Commander level of a Taisho",
        "",
        "10 Ashigaru with Yari – 50 points (Yari, Katana)",
        '5 Monks with Teppo – 75 points (The "old, grey" monks, general, attack 3)',
    ]
    assert as_text(army, spoken["es"]).splitlines()[3].startswith("10 Ashigaru con Yari – 50 puntos")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_text_is_imported_again(
    army_of: Callable[..., Army], database: Database, spoken: dict[str, Translator], tmp_path: Path, language: str
) -> None:
    army = army_of(ARMY.replace("name: 'The \"old, grey\" monks', ", ""))
    file = tmp_path / "reeds.txt"
    file.write_text(as_text(army, spoken[language]), encoding="utf-8")
    data, problems = import_army(
        file, database, {"edition": "kensei-2e"}, lambda record: [one.name(record) for one in spoken.values()]
    )
    assert [str(problem) for problem in problems] == []
    assert (data["clan"], data["size"], data["commander-level"]) == ("sohei", "200", "taisho")
    assert [(row["miniatures"], row["points"]) for row in data["rows"]] == [("10", "50"), ("5", "75")]


def test_a_name_with_commas_has_a_line_of_its_own(
    army_of: Callable[..., Army], database: Database, spoken: dict[str, Translator], tmp_path: Path
) -> None:
    army = army_of(ARMY.replace("Wind of the reeds", "'Reeds, wind (and rain)'"))
    text = as_text(army, spoken["en"])
    assert text.startswith("Name: Reeds, wind (and rain)\nClan: Sohei\nSize: 200\n")
    file = tmp_path / "reeds.txt"
    file.write_text(text, encoding="utf-8")
    assert import_army(file, database, {"edition": "kensei-2e"})[0]["name"] == "Reeds, wind (and rain)"
