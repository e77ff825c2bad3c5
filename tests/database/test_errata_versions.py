"""The version of an edition: derived from the errata in force and the house rules over it."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from kensei_docs.database import load
from kensei_docs.database.errata import issues_of, version_of
from kensei_docs.project import Project

ERRATUM = """\
name: A longer reach
reason: Poles were measured anew.
source: the game's author
changes:
  reach: {record: tool/long-tools, fact: reach, from: %s, to: %s}
"""
REACHES = ("2.5 cm", "3 cm", "4 cm", "5 cm")
DAYS = ("2026-03-01-a", "2026-03-01-b", "2026-04-10-c")


def correct(folder: Path, name: str, before: str, after: str) -> None:
    file = folder / "data" / "errata" / "reeds-1e" / f"{name}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(ERRATUM % (before, after), encoding="utf-8")


def edition(folder: Path, *below: Path, as_of: date | None = None):
    database, problems = load(Project((folder, *below), folder / "build", as_of))
    assert problems == []
    return database.editions["reeds-1e"]


@pytest.fixture
def corrected(reeds: Path) -> Path:
    for name, before, after in zip(DAYS, REACHES, REACHES[1:], strict=False):
        correct(reeds, name, before, after)
    return reeds


def test_a_version_counts_the_errata_in_force_behind_what_the_edition_is_called(corrected):
    manifest = corrected / "data" / "editions" / "reeds-1e" / "edition.yaml"
    assert version_of(edition(corrected)) == "1.3"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "version: 1e\n", encoding="utf-8")
    assert version_of(edition(corrected)) == "1e.3"


@pytest.mark.parametrize(
    ("day", "version"), [("2026-02-28", "1.0"), ("2026-03-01", "1.2"), ("2026-04-09", "1.2"), ("2026-04-10", "1.3")]
)
def test_each_day_has_the_version_of_its_errata(corrected, day, version):
    assert version_of(edition(corrected, as_of=date.fromisoformat(day))) == version


def test_errata_of_one_day_are_one_issue_the_latest_first(corrected):
    issues = issues_of(edition(corrected))
    assert [(issue.day.isoformat(), issue.version) for issue in issues] == [
        ("2026-04-10", "1.3"),
        ("2026-03-01", "1.2"),
    ]
    assert [(step.erratum.slug, step.version) for step in issues[1].steps] == [
        ("2026-03-01-b", "1.2"),
        ("2026-03-01-a", "1.1"),
    ]


def test_house_rules_of_a_project_over_the_edition_are_counted_apart(corrected):
    """Even where the project lies in the folder of the other one."""
    house = corrected / "house"
    tools = house / "data" / "editions" / "reeds-1e" / "abilities.yaml"
    tools.parent.mkdir(parents=True)
    tools.write_text("stilts: {name: Stilts, text: Walks dry., status: prose}\n", encoding="utf-8")
    assert version_of(edition(house, corrected)) == "1.3+1"
    correct(house, "2026-05-01-ours", REACHES[3], "6 cm")
    assert version_of(edition(house, corrected)) == "1.3+2"
    assert [issue.version for issue in issues_of(edition(house, corrected))] == ["1.3+2", "1.3+1", "1.2+1"]


def test_an_edition_of_ones_own_has_errata_and_no_house_rules(corrected, tmp_path):
    below = tmp_path / "below"
    shutil.copytree(corrected / "data", below / "data")
    assert version_of(edition(corrected, below)) == "1.3"


def test_a_version_that_no_file_can_be_named_by_is_refused(reeds, run):
    manifest = reeds / "data" / "editions" / "reeds-1e" / "edition.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "version: 1/e\n", encoding="utf-8")
    result = run("--project", reeds, "list")
    assert result.status == 2
    assert "edition.yaml:7:" in result.err and "version" in result.err


def test_every_shipped_edition_says_what_it_is_called():
    database, _ = load(Project.open())
    assert [one.id for one in database.editions.values() if "version" not in one.tree.value] == []
