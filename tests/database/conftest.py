"""An edition with errata, loaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.database import Database, load
from kensei_docs.project import Project
from tests.database.boats import FILES, HEAD


@pytest.fixture
def amended(project_of: Callable[[dict[str, str]], Path]) -> Callable[..., tuple[Database, list[str]]]:
    """Load the edition with errata (name: text below the head); return the database and what was said."""

    def read(errata: dict[str, str], head: str = HEAD, **settings: object) -> tuple[Database, list[str]]:
        folder = project_of({**FILES, **{f"data/errata/old/{name}.yaml": head + text for name, text in errata.items()}})
        database, problems = load(Project((folder,), folder / "build", **settings))
        errors = [str(problem) for problem in problems if problem.severity == "error"]
        return database, [error.replace(f"{folder}/data/errata/old/", "") for error in errors]

    return read
