"""A version is an edition, a revision, a day or a folder; anything else is refused by name."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.versions import diff, open_version
from kensei_docs.versions.revisions import working_version


def git(folder: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-C", str(folder), "-c", "user.name=A", "-c", "user.email=a@b.c", *words],
        check=True,
        capture_output=True,
    )


@pytest.fixture
def kept(reeds: Path) -> Path:
    """Reeds and Banners in git, with a later change that is not recorded yet."""
    git(reeds, "init")
    git(reeds, "add", "data")
    git(reeds, "commit", "-m", "First")
    git(reeds, "tag", "v1.0")
    file = reeds / "data/editions/reeds-1e/abilities.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("15 cm", "20 cm"), encoding="utf-8")
    return reeds


@pytest.mark.parametrize("name", ["v1.0", "HEAD", "reeds-1e@v1.0"])
def test_a_revision_is_the_data_as_it_was_then(kept: Path, name: str) -> None:
    project = Project.open(kept)
    found = diff(project, open_version(project, name), working_version(project))
    assert [(change.path, change.a.value, change.b.value) for change in found] == [("figures.range", "15 cm", "20 cm")]


def test_a_folder_is_a_project_or_its_data(kept: Path, tmp_path: Path) -> None:
    project = Project.open(kept)
    for folder in (kept, kept / "data"):
        version = open_version(project, str(folder))
        assert list(version.editions) == ["reeds-1e"]
        assert diff(project, version, open_version(project, "reeds-1e")) == []


def test_a_day_is_the_edition_with_the_errata_of_that_day(kept: Path) -> None:
    project = Project.open(kept)
    version = open_version(project, "reeds-1e@2026-01-31")
    assert str(version.project.as_of) == "2026-01-31" and version.only == "reeds-1e"


def refused(project: Project, name: str) -> str:
    with pytest.raises(Unusable) as caught:
        open_version(project, name)
    return str(caught.value.problems[0])


def test_a_name_that_is_nothing_is_refused_with_the_nearest(kept: Path) -> None:
    said = refused(Project.open(kept), "reeds-2e")
    assert said.startswith(
        "reeds-2e: is neither an edition nor a revision of the data in git nor a folder; did you mean 'reeds-1e'?; "
        "editions are "
    )


def test_an_edition_that_a_revision_has_not_is_refused(kept: Path) -> None:
    said = refused(Project.open(kept), "reeds-1e@v9")
    assert said == ("reeds-1e@v9: 'v9' is not a revision of the data; 'git log -- data' lists the revisions  [version]")


def test_without_git_it_says_why_there_are_no_revisions(reeds: Path) -> None:
    assert f"; {reeds} is not a git checkout, so no revision can be looked up" in refused(Project.open(reeds), "HEAD")


def test_a_folder_without_data_is_refused(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert refused(Project.open(kept), str(tmp_path / "empty")).endswith(
        "empty: holds no data: no folder data/editions; name a project, or its folder 'data'  [version]"
    )
