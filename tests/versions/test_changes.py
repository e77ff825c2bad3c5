"""Where the engine can play both editions, a change says what it comes to."""

from __future__ import annotations

import pytest

from kensei_docs.project import Project
from kensei_docs.versions import Change, diff, resolve
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def found() -> list[Change]:
    project = Project.open(ROOT)
    return diff(project, resolve(project, "kensei-2e"), resolve(project, "kensei-lr-2020"))


def at(found: list[Change], record: str, path: str) -> Change:
    return next(change for change in found if (change.record.id, change.path) == (record, path))


def test_a_changed_modifier_says_how_many_successes_to_expect(found: list[Change]) -> None:
    change = at(found, "roll/combat", "modifiers.out-of-formation.add")
    # Six dice of 4+ before; seven of 5+ now.
    assert change.consequence is not None
    assert (change.consequence.a, change.consequence.b) == (3.0, 2.33)
    assert change.mirrored().as_json("")["expected"] == {"roll": "combat", "a": 2.33, "b": 3.0}


def test_each_effect_says_it_once(found: list[Change]) -> None:
    assert at(found, "roll/combat", "modifiers.out-of-formation.hook").consequence is None


def test_a_distance_comes_to_no_successes(found: list[Change]) -> None:
    assert at(found, "visibility/cover", "figures.distance").consequence is None
