"""The scripts of tools/ name modules and tests that are there."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_areas_of_mutants_are_there() -> None:
    areas = tomllib.loads((ROOT / "tools" / "mutants.toml").read_text(encoding="utf-8"))
    named = [path for area in areas.values() for path in (*area["modules"], *area["tests"])]
    assert [path for path in named if not (ROOT / path).exists()] == []
