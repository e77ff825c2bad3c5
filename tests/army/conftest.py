"""The database that ships with the tool, and armies written for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from kensei_docs.army import Army, read_army
from kensei_docs.database import Database, load
from kensei_docs.project import Project, shipped


@pytest.fixture(scope="session")
def database() -> Database:
    """What ships with the tool."""
    folder = shipped()
    return load(Project((folder,), folder / "build"))[0]


@pytest.fixture
def army_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: Database) -> Callable[..., Army]:
    """Read an army from a text, as a file of that name."""

    def read(text: str, name: str = "army.yaml") -> Army:
        monkeypatch.chdir(tmp_path)
        Path(name).write_text(dedent(text), encoding="utf-8")
        return read_army(Path(name), database)

    return read
