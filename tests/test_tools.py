"""The scripts of tools/ name modules and tests that are there, and what they write is up to date."""

from __future__ import annotations

import re
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


def requirements(file: str) -> dict[str, list[str]]:
    """The digests of the files of each package that is pinned in a file, by the package's name."""
    entries = re.findall(r"^([\w.-]+)==\S+((?:.*\\\n.*)*)", (ROOT / file).read_text(encoding="utf-8"), re.M)
    return {
        name.lower().replace("_", "-").replace(".", "-"): re.findall("sha256:[0-9a-f]{64}", rest)
        for name, rest in entries
    }


def test_every_package_that_is_asked_for_is_pinned_with_its_digests() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    running = requirements("requirements.txt")
    for file, asked in (
        ("requirements.txt", project["dependencies"]),
        *((f"requirements-{extra}.txt", extras[extra]) for extra in ("dev", "ocr", "mutants")),
    ):
        pinned = running | requirements(file)
        names = [re.split(r"[<>=]", one)[0].lower().replace("_", "-").replace(".", "-") for one in asked]
        assert [name for name in names if not pinned.get(name)] == [], f"{file}: run make pins"
        assert [name for name, digests in requirements(file).items() if not digests] == []
