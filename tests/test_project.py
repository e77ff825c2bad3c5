"""A user's own project lies over what is shipped."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

import kensei_docs
from kensei_docs.problems import Unusable
from kensei_docs.project import Project, shipped, today


def test_a_folder_without_a_project_works_on_what_is_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project = Project.open()
    assert project.layers == (shipped(),)
    assert project.output == tmp_path / "build"


def test_a_users_file_takes_the_place_of_the_shipped_one(project_of: Callable[[dict[str, str]], Path]) -> None:
    own = project_of({"data/glossary.yaml": "oar: {en: oar}\n"})
    project = Project.open(own)
    assert project.file("data", "glossary.yaml") == own / "data" / "glossary.yaml"
    assert project.file("data", "vocabulary.yaml") == shipped() / "data" / "vocabulary.yaml"


def test_a_users_folders_join_the_shipped_ones(project_of: Callable[[dict[str, str]], Path]) -> None:
    own = project_of({"templates/banners/kind.yaml": "title: Banners\n"})
    folders = Project.open(own).named_folders("templates")
    assert folders["banners"] == own / "templates" / "banners"
    assert folders["command-deck"] == shipped() / "templates" / "command-deck"


def test_a_project_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unusable) as refused:
        Project.open(tmp_path / "nowhere")
    assert str(refused.value).endswith("nowhere: is not a folder; name the folder of your project  [project]")


def test_no_other_module_spells_the_folders_of_a_layer() -> None:
    folders = r"data|sources|templates|locale|editions|errata|lineage|wording|proofreading|starters"
    spelled = re.compile(
        rf'/ "(?:{folders})"|"(?:data|sources|templates)" /|(?:joinpath|Path|files?|folders?)\("(?:{folders})"'
    )
    package = Path(kensei_docs.__file__).parent
    assert [
        f"{file.relative_to(package)}: {line.strip()}"
        for file in sorted(package.rglob("*.py"))
        if file != package / "project.py"
        for line in file.read_text(encoding="utf-8").splitlines()
        if spelled.search(line) and "output" not in line
    ] == []


@pytest.mark.parametrize("epoch", ["253402300800", "9" * 20, "9" * 5000, "1e9", "-1", " 1", "yesterday", "²"])
def test_an_epoch_that_is_no_day_is_refused(monkeypatch: pytest.MonkeyPatch, epoch: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    with pytest.raises(Unusable, match="SOURCE_DATE_EPOCH: gives no day"):
        today()


def test_the_last_second_of_the_calendar_is_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "253402300799")
    assert str(today()) == "9999-12-31"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "")
    assert today() == date.today()
