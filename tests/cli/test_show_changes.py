"""The script that the jobs of ``docs/ci`` run: in a local repository, as on a pull request."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

SCRIPT = ROOT / "docs/ci/show-changes.sh"
EDITION = "id: boats\nname: Boats\ngame: Boats\nlanguage: en\nunits: cm\ndocuments: []\n"
ABILITIES = "row:\n  name: Row\n  permanent: true\n  figures: {reach: 5 cm}\n  text: Row up to %(reach)s.\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A project with one card, committed, and its figure changed on a branch."""
    root = tmp_path / "boats"
    abilities = root / "data/editions/boats/abilities.yaml"
    abilities.parent.mkdir(parents=True)
    (abilities.parent / "edition.yaml").write_text(EDITION, encoding="utf-8")
    abilities.write_text(ABILITIES, encoding="utf-8")
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin/kensei-docs"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m kensei_docs "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "Boats")
    git(root, "switch", "-q", "-c", "farther")
    abilities.write_text(ABILITIES.replace("5 cm", "9 cm"), encoding="utf-8")
    return root


def git(root: Path, *words: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "-C", str(root), *who, *words], check=True)


def show(root: Path, revision: str) -> subprocess.CompletedProcess[str]:
    path = f"{root.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["sh", str(SCRIPT), revision, "changes"], cwd=root, env=environment, capture_output=True, text=True, check=False
    )


def test_a_reviewer_sees_the_card_before_and_after(repository: Path) -> None:
    done = show(repository, "main")
    assert (done.returncode, done.stderr) == (0, "")
    page = (repository / "changes/changes.html").read_text(encoding="utf-8")
    assert '<b class="was">5\u00a0cm</b>' in page and '<b class="now">9\u00a0cm</b>' in page
    pictures = re.findall(r'<img src="(data:image/png;base64,[^"]+)" alt="(Before|After): Row"', page)
    assert [title for _, title in pictures] == ["Before", "After"]
    assert pictures[0][0] != pictures[1][0]
    words = (repository / "changes/changes.md").read_text(encoding="utf-8")
    assert "5\u00a0cm → 9\u00a0cm" in words


def test_data_that_cannot_be_read_fail_the_job(repository: Path) -> None:
    (repository / "data/editions/boats/abilities.yaml").write_text("row: [\n", encoding="utf-8")
    done = show(repository, "main")
    assert done.returncode != 0 and "abilities.yaml" in done.stderr


@pytest.mark.parametrize("job", ["github-action.yml", "gitlab-ci.yml"])
def test_a_job_runs_the_script(job: str) -> None:
    assert "show-changes.sh" in (SCRIPT.parent / job).read_text(encoding="utf-8")
