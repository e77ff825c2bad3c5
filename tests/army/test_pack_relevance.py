"""What touches an army: its own records, what everybody uses, and no condition that none of its troops can meet."""

from __future__ import annotations

from pathlib import Path

import pytest

from kensei_docs.army import read_army
from kensei_docs.army.pack import Relevance
from kensei_docs.project import Project
from kensei_docs.versions import open_version
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def relevance(tmp_path_factory: pytest.TempPathFactory) -> Relevance:
    file: Path = tmp_path_factory.mktemp("army") / "army.yaml"
    file.write_text(
        "edition: kensei-2e\nclan: hattori\nsize: 400\ntroops:\n"
        "  - {name: Guard, class: warrior, miniatures: 5, points: 50, weapons: [katana]}\n",
        encoding="utf-8",
    )
    return Relevance(read_army(file, open_version(Project.open(ROOT), "kensei-2e").database))


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("weapon/katanas", True),
        ("weapon/polearms", False),
        ("limit/hattori-warriors", True),
        ("limit/kuroi-te-warriors", False),
        ("limit/cavalry", True),
        ("battle-size/medium", True),
        ("battle-size/small", False),
        ("battle-size/range", True),
        ("clan/buke", False),
        ("roll/combat", True),
        ("equipment/bases", True),
        ("class/warrior", True),
        ("class/komuso", False),
        ("creature/attributes", False),
        ("invocation/ki-points", False),
        ("troop-type/standard-bearer", False),
    ],
)
def test_a_record_touches_an_army_that_has_or_uses_it(relevance: Relevance, record: str, expected: bool) -> None:
    edition = open_version(Project.open(ROOT), "kensei-2e").editions["kensei-2e"]
    assert relevance.concerns(edition.records[record]) is expected


def test_a_condition_that_no_troop_can_meet_touches_nobody(relevance: Relevance) -> None:
    roll = open_version(Project.open(ROOT), "kensei-2e").editions["kensei-2e"].records["roll/combat"]
    assert relevance.concerns(roll, {"self.class": "warrior", "self.charging": True})
    assert not relevance.concerns(roll, {"self.class": "hero"})


def test_a_part_for_troops_that_the_army_lacks_touches_nobody(relevance: Relevance) -> None:
    roll = open_version(Project.open(ROOT), "kensei-2e").editions["kensei-2e"].records["roll/combat"]
    assert relevance.concerns(roll, path="modifiers.strengthened.add")
    assert not relevance.concerns(roll, path="modifiers.standard-bearer.add")


def test_what_other_commanders_have_touches_nobody(tmp_path: Path) -> None:
    file = tmp_path / "army.yaml"
    file.write_text(
        "edition: kensei-2e\nclan: hattori\nsize: 400\ncommander-level: taisho\ntroops:\n"
        "  - {name: Guard, class: warrior, miniatures: 5, points: 50}\n",
        encoding="utf-8",
    )
    version = open_version(Project.open(ROOT), "kensei-2e")
    army = Relevance(read_army(file, version.database))
    scenery = version.editions["kensei-2e"].records["terrain/extra-scenery"]
    assert army.concerns(scenery, path="levels.taisho.elements")
    assert not army.concerns(scenery, path="levels.daimyo.elements")
