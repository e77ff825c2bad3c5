"""The guide for a game in a spreadsheet, run as it stands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

from kensei_docs.database import load_shared
from kensei_docs.database.spreadsheets import Columns, Takes
from kensei_docs.project import Project, shipped

GUIDE = (shipped() / "docs" / "spreadsheets.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", GUIDE, re.DOTALL)
YAML = [text for language, text in BLOCKS if language == "yaml"]
EVENTS = [["Name", "Text"], ["Sandstorm", "Nobody shoots."]]
FACTIONS = [["Name", "Colour"], ["Caravan", "Red"], ["Dunes", "Yellow"]]


def table_below(heading: str) -> list[list[str]]:
    """Return the cells of the first table below some words of the guide."""
    lines = GUIDE.partition(heading)[2].strip().splitlines()
    rows = lines[: next(i for i, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if "---" not in row]


@pytest.fixture
def salt_roads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go into a folder with the workbook of the guide."""
    monkeypatch.chdir(tmp_path)
    book = Workbook()
    book.remove(book.active)
    for title, rows in (("Fighters", table_below("*Fighters*:")), ("Events", EVENTS), ("Factions", FACTIONS)):
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append([int(cell) if cell.isdecimal() else cell or None for cell in row])
    book.save("Salt Roads.xlsx")


def test_its_commands_lead_from_the_workbook_to_print(
    salt_roads: None, run: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    for line in BLOCKS[0][1].strip().splitlines():
        words = shlex.split(line)
        if words[0] == "cd":
            monkeypatch.chdir(words[1])
            continue
        assert words[0] == "kensei-docs"
        done = run(*words[1:])
        assert (done.status, done.err) == (0, ""), line
        said.append(done.out)
    quoted = " ".join(BLOCKS[1][1].split())
    first, _, units = quoted.partition(" Lengths are")
    assert first in said[0] and f"Lengths are{units}" in said[0]
    assert said[1].startswith("No findings.\n") and first in said[1]
    for deck in ("fighter-cards", "event-cards", "faction-cards", "quick-reference", "reference"):
        assert Path(f"build/salt-roads/en/{deck}-a4.pdf").is_file()


def test_its_declarations_are_valid(salt_roads: None, run: Callable) -> None:
    assert run("init", "game", "--name", "Salt Roads", "--from", "Salt Roads.xlsx").status == 0
    kinds, declared = YAML[0], next(text for text in YAML if text.startswith("columns:"))
    assert Path("game/data/vocabulary.yaml").read_text().splitlines()[-1] == kinds.strip()
    Path("game/data/vocabulary.yaml").write_text(kinds + declared)
    assert run("--project", "game", "check", "salt-roads").out.startswith("No findings.\n")
    assert (
        "move: {words: [move, speed]" in declared
        and "figures.move" in run("--project", "game", "show", "fighter/guard", "-e", "salt-roads").out
    )


def test_it_names_every_sort_of_column_and_every_column_of_all_kinds() -> None:
    listed = re.search(r"`takes` is (.*?)\.\n", GUIDE, re.DOTALL)
    assert listed and set(re.findall(r"`(\w+)`", listed[1])) == set(Takes.__args__)  # type: ignore[attr-defined]
    names = re.search(r"\n(\*Id\*.*?) mean the same", GUIDE)
    database, _ = load_shared(Project((shipped(),), shipped() / "build"))
    of_all = {name.capitalize() for name in Columns(database, "a kind of one's own").by_name}
    assert names and set(re.findall(r"\*(\w+)\*", names[1])) == of_all


def test_its_addresses_are_ones_that_may_be_pulled(salt_roads: None, run: Callable) -> None:
    from kensei_docs.pull import addresses_of

    address = next(text for text in YAML if "https://" in text and "schema" not in text)
    Path("game").mkdir()
    Path("game/pull.yaml").write_text(address)
    found, problems = addresses_of(Project((Path("game").resolve(), shipped()), shipped() / "build"))
    assert (list(found), problems) == (["data/editions/salt-roads/events.csv"], [])
