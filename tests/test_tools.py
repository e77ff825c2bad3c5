"""The scripts of tools/ name modules and tests that are there."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_areas_of_mutants_are_there() -> None:
    areas = tomllib.loads((ROOT / "tools" / "mutants.toml").read_text(encoding="utf-8"))
    named = [path for area in areas.values() for path in (*area["modules"], *area["tests"])]
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_an_equivalent_mutant_is_of_a_line_that_is_there_and_has_its_reason() -> None:
    listed = tomllib.loads((ROOT / "tools" / "equivalent_mutants.toml").read_text(encoding="utf-8"))
    for module, mutants in listed.items():
        lines = {line.strip() for line in (ROOT / module).read_text(encoding="utf-8").splitlines()}
        for one in mutants:
            assert one["line"] in lines, f"{module} has no line '{one['line']}'"
            assert one["why"] and one["mutated"] and one["line"] not in one["mutated"]
