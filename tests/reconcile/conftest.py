"""The project of an invented game, and its booklet, to change at will."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

SPECIMEN = Path(__file__).resolve().parent.parent / "specimens" / "lanterns"


@pytest.fixture
def lanterns(tmp_path: Path) -> Path:
    """A copy of the project of Lanterns and Tides."""
    copy = tmp_path / "lanterns"
    shutil.copytree(SPECIMEN, copy, ignore=shutil.ignore_patterns("build"))
    return copy


@pytest.fixture
def changed(lanterns: Path) -> Callable[[str, str], Path]:
    """Change words of the booklet, which must stand there once, and return its file."""

    def change(old: str, new: str) -> Path:
        file = lanterns / "lantern-booklet.txt"
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")
        return file

    return change
