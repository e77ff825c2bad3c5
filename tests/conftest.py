"""What all tests share: the real documents, where a user has them, and small projects."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def documents() -> Path:
    """The folder of the real documents, as ``KENSEI_SOURCES`` names it; none, no test of them."""
    folder = os.environ.get("KENSEI_SOURCES")
    if not folder:
        assert "KENSEI_SOURCES_REQUIRED" not in os.environ, "the documents must be tested here"
        pytest.skip("KENSEI_SOURCES does not name the folder of the documents")
    path = Path(folder)
    assert path.is_dir(), f"KENSEI_SOURCES names {path}, which is no folder"
    return path


@pytest.fixture
def project_of(tmp_path: Path) -> Callable[[dict[str, str]], Path]:
    """Write a project of the given files (path: text) into an empty folder and return that."""
    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return tmp_path
    return write
