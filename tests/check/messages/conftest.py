"""What one check of words prints of the game of Reeds, once its words have been changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.check.run import check_words
from kensei_docs.database import load
from kensei_docs.project import Project

CATALOGUE = "data/locale/es/reeds-1e.po"


@pytest.fixture
def said(reeds: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Return what one check prints once a file's words have been changed."""

    def find(name: str, old: str = "", new: str = "", file: str = CATALOGUE) -> list[str]:
        monkeypatch.chdir(reeds)
        path = reeds / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
        project = Project((reeds,), reeds / "build")
        return [str(problem) for problem in check_words(project, load(project)[0], [name])]

    return find
