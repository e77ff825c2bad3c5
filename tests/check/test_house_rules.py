"""House rules over a shipped edition are not judged by what the edition says of its own rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "own" / "data").mkdir(parents=True)
    return tmp_path / "own"


def test_an_example_that_a_house_rule_contradicts_is_stale_and_no_error(run: Callable, own: Path) -> None:
    drafted = run(
        *("--project", own, "errata", "new", "sharp", "-e", "kensei-2e", "--name", "Sharp", "--reason", "Ours."),
        *("--set", "weapon/katanas:effects.damage.add=+3"),
    )
    assert drafted.status == 0, drafted.err
    words = ("check", "kensei-2e", "--select", "worked-example-replay,ruling-without-finding", "--format", "json")
    found = run("--project", own, *words, "--severity", "note")
    rows = [one for one in json.loads(found.out) if one["check"] == "worked-example-replay" and not one["ruling"]]
    assert [one["record"] for one in rows] == ["example/weapons-against-each-other", "example/abilities-in-combat"]
    assert {one["severity"] for one in rows} == {"note"}
    assert all(one["message"].endswith("the example is stale under the rules of this project") for one in rows)
    assert run("--project", own, *words).status == 0


def test_a_project_begun_over_an_edition_passes(run: Callable, tmp_path: Path) -> None:
    assert run("init", tmp_path / "mine", "--over", "kensei-2e").status == 0
    found = run("--project", tmp_path / "mine", "check")
    assert found.out.startswith("No findings."), found.out
