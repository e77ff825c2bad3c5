"""The manifest knows what was written, whoever else writes at the same time, and deletes only that."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

import kensei_docs
from kensei_docs.documents.manifest import Made, Manifest, Subject, digest_of_order
from kensei_docs.project import Project


def test_two_builds_at_once_know_what_both_wrote(tmp_path: Path) -> None:
    one, other = Manifest(tmp_path / "cache"), Manifest(tmp_path / "cache")
    shown = [Subject("herons", "en", "markers"), Subject("herons", "es", "markers")]
    for manifest, of in zip((one, other), shown, strict=True):
        manifest.write("key", Made(tmp_path / "build" / f"{of.language}.pdf", b"%PDF"), of)
        manifest.save()
    one.remove(tmp_path / "build" / "en.pdf")
    other.save()
    one.save()
    assert Manifest(tmp_path / "cache").recorded_in(tmp_path / "build") == [(tmp_path / "build" / "es.pdf", shown[1])]


def test_a_file_that_was_changed_is_not_deleted(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path / "cache")
    for name in ("own.png", "changed.png", "kept.png"):
        manifest.write("key", Made(tmp_path / name, name.encode()))
    (tmp_path / "changed.png").write_bytes(b"mine")
    (tmp_path / "notes.txt").write_bytes(b"mine")
    manifest.forget_all_but(tmp_path, [tmp_path / "kept.png"])
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [
        "changed.png",
        "kept.png",
        "notes.txt",
    ]


def test_an_order_is_of_the_package_and_the_project_and_of_nothing_beside_them(
    reeds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout has tests, an environment and its history beside the package: an order must not read them."""
    read: list[Path] = []
    project = Project.open(reeds)
    monkeypatch.setattr("builtins.open", lambda file, *_, **__: read.append(Path(file)) or BytesIO(b""))
    digest_of_order(project, "markers")
    monkeypatch.undo()
    package = Path(kensei_docs.__file__).parent
    ours = [*project.folders("data"), *project.folders("templates"), package]
    beside = [file for file in read if not any(file.is_relative_to(folder) for folder in ours)]
    assert (package / "documents" / "build.py" in read, beside) == (True, [])
