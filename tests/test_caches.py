"""Caches lie in the user's own folder, are read by him alone, and a damaged entry is no entry."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kensei_docs import caches
from kensei_docs.caches import cache_folder, read_entry, shared_folder, write_entry
from kensei_docs.project import Project


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of all caches, which is not there yet."""
    monkeypatch.setenv("KENSEI_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(caches, "notes", [])
    return tmp_path / "kept"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "Swords & Shields"
    folder.mkdir()
    return folder


def refused(root: Path, folder: Path) -> str:
    """Return the note for a folder that is not used; caches are kept in another place, and not in the project."""
    assert not folder.is_relative_to(root)
    [note] = caches.notes
    return str(note)


def test_the_folder_is_named_after_its_project_and_only_its_user_reads_it(root: Path, project: Path) -> None:
    folder = cache_folder(project)
    assert folder.parent == root and folder.name.startswith("swords-shields-")
    assert [one.stat().st_mode & 0o777 for one in (root, folder)] == [0o700, 0o700]
    assert (folder / "project.txt").read_text() == f"{project}\n"
    assert caches.notes == [] and list(project.iterdir()) == []


def test_projects_of_one_name_have_folders_of_their_own_and_a_link_has_none(root: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "a" / "game", tmp_path / "b" / "game"
    one.mkdir(parents=True)
    other.mkdir(parents=True)
    (tmp_path / "link").symlink_to(one)
    assert cache_folder(one) != cache_folder(other)
    assert cache_folder(tmp_path / "link") == cache_folder(one)


def test_without_the_variable_it_is_the_folder_of_the_system(
    tmp_path: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KENSEI_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("HOME", str(tmp_path / "own"))
    caches._opened.cache_clear()
    assert cache_folder(project).is_relative_to(tmp_path / "own")
    caches._opened.cache_clear()


def test_a_folder_that_others_could_read_is_closed_to_them_and_the_one_that_was_named_is_left(
    root: Path, project: Path
) -> None:
    root.mkdir()
    root.chmod(0o755)
    folder = cache_folder(project)
    folder.chmod(0o777)
    caches._opened.cache_clear()
    assert cache_folder(project) == folder
    assert [one.stat().st_mode & 0o777 for one in (root, folder)] == [0o755, 0o700]


def test_a_link_is_not_used(root: Path, project: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    root.symlink_to(tmp_path / "elsewhere")
    note = refused(root, cache_folder(project))
    assert (
        "kept: is a link, so nothing is kept from this run; name a folder of your own with KENSEI_CACHE  [cache]"
        in note
    )
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_link_to_another_cache_in_the_place_of_the_projects_own_is_not_used(root: Path, project: Path) -> None:
    folder = cache_folder(project)
    folder.rename(folder.with_name("planted"))
    folder.symlink_to(folder.with_name("planted"))
    caches._opened.cache_clear()
    assert "is a link" in refused(root, cache_folder(project))


def test_the_folder_of_another_user_is_not_used(root: Path, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root.mkdir()
    monkeypatch.setattr(os, "geteuid", lambda: root.stat().st_uid + 1)
    assert "belongs to another user" in refused(root, cache_folder(project))


def test_a_folder_in_the_project_is_not_used(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies there may have come with the project."""
    monkeypatch.setattr(caches, "notes", [])
    monkeypatch.setenv("KENSEI_CACHE", str(project / "build" / ".cache"))
    assert "lies in the project" in refused(project, cache_folder(project))
    assert list(project.iterdir()) == []


def test_where_it_cannot_be_written_a_temporary_folder_takes_its_place(
    root: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root.write_text("a file in the way")
    folder = cache_folder(project)
    assert "can't be written (File exists)" in refused(root, folder)
    write_entry(folder / "a.json", "source", b"words")
    assert read_entry(folder / "a.json", "source") == [b"words"]


def test_a_command_says_that_nothing_is_kept(root: Path, reeds: Path, run: object) -> None:
    root.write_text("a file in the way")
    result = run("--project", reeds, "show", "tool/long-tools", "-e", "reeds-1e")
    assert result.status == 0
    assert result.err.count("can't be written (File exists)") == 1


def test_what_nobody_uses_is_swept_away(root: Path, tmp_path: Path) -> None:
    used, unused, gone = (tmp_path / name for name in ("used", "unused", "gone"))
    folders = []
    for project in (used, unused, gone):
        project.mkdir()
        folders.append(cache_folder(project))
        write_entry(folders[-1] / "data" / "old.json", "source", b"words")
        write_entry(folders[-1] / "fresh.json", "source", b"words")
    (root / "mine.txt").write_text("no cache")
    long_ago = time.time() - 100 * 24 * 60 * 60
    for file in (folders[0] / "data" / "old.json", folders[1] / "project.txt", root / "swept", root / "mine.txt"):
        os.utime(file, (long_ago, long_ago))
    gone.rmdir()
    caches._opened.cache_clear()
    cache_folder(used)
    assert sorted(path.name for path in root.iterdir()) == sorted(["mine.txt", "swept", folders[0].name])
    assert sorted(path.name for path in folders[0].iterdir()) == ["fresh.json", "project.txt"]
    (folders[0] / "fresh.json").touch()
    os.utime(folders[0] / "fresh.json", (long_ago, long_ago))
    caches._opened.cache_clear()
    cache_folder(used)
    assert (folders[0] / "fresh.json").is_file(), "once a day is enough"


def test_projects_share_entries_that_go_by_content_and_one_that_is_read_stays(root: Path, project: Path) -> None:
    folder = shared_folder("data")
    assert folder == root / "shared" / "data" and (root / "shared").stat().st_mode & 0o777 == 0o700
    for name in ("used", "unused"):
        write_entry(folder / name, "source", b"words")
        os.utime(folder / name, (0, 0))
    assert read_entry(folder / "used", "source") == [b"words"]
    os.utime(root / "swept", (0, 0))
    caches._opened.cache_clear()
    cache_folder(project)
    assert [file.name for file in folder.iterdir()] == ["used"]


def test_where_one_folder_is_refused_all_caches_lie_elsewhere(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "notes", [])
    monkeypatch.setenv("KENSEI_CACHE", str(project / "kept"))
    folder = cache_folder(project)
    assert shared_folder("compiled").parent.parent == folder.parent == cache_folder(project).parent
    assert not (project / "kept").exists()


def test_what_all_projects_share_is_not_read_from_a_project_either(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caches, "notes", [])
    monkeypatch.setenv("KENSEI_CACHE", str(project / "kept"))
    assert not Project((project,), project / "build").parsed.is_relative_to(project)


PARTS = st.lists(st.binary(max_size=20), max_size=4)


@given(PARTS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_parts_of_any_bytes_come_back(tmp_path: Path, parts: list[bytes]) -> None:
    write_entry(tmp_path / "entry", "source", *parts)
    assert read_entry(tmp_path / "entry", "source") == parts
    assert read_entry(tmp_path / "entry", "another") is None


@given(PARTS, st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_entry_with_any_byte_changed_added_or_lost_is_none(tmp_path: Path, parts: list[bytes], data: object) -> None:
    entry = tmp_path / "entry"
    write_entry(entry, "source", *parts)
    whole = entry.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    damaged = data.draw(
        st.sampled_from([whole[:at], whole[:at] + whole[at + 1 :], whole + b"0", whole[:at] + b"0" + whole[at:]])
        | st.integers(1, 255).map(lambda bits: whole[:at] + bytes([whole[at] ^ bits]) + whole[at + 1 :])
    )
    entry.write_bytes(damaged)
    assert read_entry(entry, "source") == (parts if damaged == whole else None)
