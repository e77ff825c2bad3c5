"""Which files of a project have changed since the last look."""

from __future__ import annotations

from pathlib import Path

from kensei_docs.preview.watched_project import WatchedProject
from kensei_docs.project import Project

ABILITIES = Path("data", "editions", "reeds-1e", "abilities.yaml")


def test_a_file_that_is_emptied_and_written_changes_once(reeds: Path) -> None:
    watched, file = WatchedProject(Project.open(reeds)), reeds / ABILITIES
    text = file.read_text(encoding="utf-8")
    file.write_text("", encoding="utf-8")
    assert watched.changed() == set()
    file.write_text(text.replace("range: 15 cm", "range: 17 cm"), encoding="utf-8")
    assert watched.changed() == {file}
    assert watched.changed() == set()


def test_a_file_that_stays_empty_has_changed(reeds: Path) -> None:
    watched, file = WatchedProject(Project.open(reeds)), reeds / ABILITIES
    file.write_text("", encoding="utf-8")
    assert [watched.changed() for _ in range(3)] == [set(), {file}, set()]


def test_added_and_deleted_files_have_changed(reeds: Path) -> None:
    watched = WatchedProject(Project.open(reeds))
    empty = reeds / "data" / "empty.yaml"
    empty.touch()
    (reeds / ABILITIES).unlink()
    assert watched.changed() == {empty, reeds / ABILITIES}
