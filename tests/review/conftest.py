"""What the tests of the review share: the example game, drafted from its rulebook."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kensei_docs.cli.reading import open_document
from kensei_docs.database import Record
from kensei_docs.problems import Said, say
from kensei_docs.project import Project
from kensei_docs.review.actions import Review
from kensei_docs.review.edits import Edit
from tests.conftest import ROOT, run_command


def program(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run kensei-docs in a folder."""
    command = [sys.executable, "-m", "kensei_docs", *map(str, words)]
    settings = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def drafts(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Draft a project from a rulebook, each rulebook once."""
    made: dict[Path, Path] = {}

    def draft(rulebook: Path) -> Path:
        if rulebook not in made:
            folder = tmp_path_factory.mktemp("drafted")
            done = program(folder, "source", "new", rulebook, folder / "game")
            assert done.returncode == 0, done.stderr
            made[rulebook] = folder / "game"
        return made[rulebook]

    return draft


@pytest.fixture
def pack_ice(rulebook: Path, drafts: Callable[[Path], Path], tmp_path: Path) -> Draft:
    """The example game, to change at will."""
    return Draft(shutil.copytree(drafts(rulebook), tmp_path / "pack-ice"), rulebook)


class Draft:
    """A drafted project and the review of it."""

    def __init__(self, folder: Path, rulebook: Path) -> None:
        self.folder, self.rulebook = Path(folder), rulebook
        self.open()

    def open(self) -> None:
        """Begin to review, as after a restart."""
        project = Project.open(self.folder)
        source, document = open_document(project, self.rulebook, None, placed=True)
        self.review = Review(project, source.id, document)

    def change(self, record: str, change: Callable[[Edit, Record], object]) -> list[Said]:
        """Change a record as the page does."""
        return self.review.change(record, self.review.item(record).stamp, say("Changed"), change)

    def accept(self, record: str) -> None:
        self.review.accept(record, self.review.item(record).stamp)

    def files(self) -> dict[str, bytes]:
        """Return the files of the project without what is generated."""
        found = (file for part in ("data", "sources", "templates") for file in (self.folder / part).rglob("*"))
        return {str(file.relative_to(self.folder)): file.read_bytes() for file in found if file.is_file()}

    def text(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def findings(self) -> set[tuple[str, str]]:
        """Return what reconcile and check find, without the names of records and the number left."""
        compared = run_command("--project", self.folder, "reconcile", self.rulebook)
        checked = run_command("--project", self.folder, "check", "--format", "json")
        found: list[dict[str, Any]] = json.loads(checked.out)
        kept = {
            (one["check"], one["check"] if one["record"] or "of" in one["message"] else one["message"]) for one in found
        }
        return {("reconcile", f"{compared.status} {compared.err}"), *kept}
