"""A project's links lead nowhere else, and it holds nothing but files and folders: otherwise no command opens it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.problems import Unusable
from kensei_docs.project import Project, shipped
from kensei_docs.versions import open_version

LINKED = (
    "templates/tool-cards/s.txt",
    "templates/tool-cards",
    "templates",
    "data/editions/reeds-1e/boats.yaml",
    "data/locale/fr",
    "data/errata/reeds-1e",
    "build",
    "build/reeds-1e/en",
    "build/.cache",
    "sources",
    "printers.yaml",
    "pull.yaml",
    "pull.lock",
    "schemas",
    "LICENSE",
    "COPYING.md",
    "docs/licences.md",
)


def refused(folder: Path) -> list[str]:
    with pytest.raises(Unusable) as caught:
        Project.open(folder)
    return [str(problem).removeprefix(f"{folder}/") for problem in caught.value.problems]


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """Somebody else's folder."""
    folder = tmp_path / "private"
    folder.mkdir()
    (folder / "words.txt").write_text("secret")
    return folder


@pytest.mark.parametrize("name", LINKED)
def test_a_link_out_of_the_project_is_refused_by_name(reeds: Path, secret: Path, name: str) -> None:
    link = reeds / name
    link.parent.mkdir(parents=True, exist_ok=True)
    if link.exists():
        link.rename(reeds / "moved")
    link.symlink_to(secret / "words.txt" if link.suffix else secret)
    [said] = refused(reeds)
    assert said.startswith(f"{name}: is a link out of the project's files, to {secret}")
    remedy = "remove it; what is printed may go into any folder that you name with --out"
    remedy = remedy if name.startswith("build") else "copy what it names to here"
    assert said.endswith(f"so it is neither read nor written; {remedy}  [links]")


@pytest.mark.parametrize("words", [("list",), ("check",), ("build",), ("catalogue", "update"), ("errata", "list")])
def test_every_command_refuses_before_it_reads_or_writes(
    reeds: Path, secret: Path, run: Callable, words: tuple[str, ...]
) -> None:
    (reeds / "data/locale/fr").symlink_to(secret)
    result = run("--project", reeds, *words)
    assert (result.status, result.out) == (2, "") and "data/locale/fr: is a link out of" in result.err
    assert [file.name for file in secret.iterdir()] == ["words.txt"] and not (reeds / "build").exists()


def test_a_link_to_a_link_and_one_through_a_folder_are_followed_to_where_they_lead(reeds: Path, secret: Path) -> None:
    (reeds / "data/inner").mkdir()
    (reeds / "data/inner/out").symlink_to(secret)
    (reeds / "data/first").symlink_to("inner/out")
    (reeds / "data/up").symlink_to("../../private/words.txt")
    assert [said.partition(":")[0] for said in refused(reeds)] == ["data/first", "data/inner/out", "data/up"]


def test_a_link_to_what_is_hidden_in_the_project_is_refused(reeds: Path) -> None:
    """The settings of a clone may hold a password."""
    (reeds / ".git").mkdir()
    (reeds / ".git/config").write_text("url = https://me:secret@example.org")
    (reeds / "data/config.yaml").symlink_to("../.git/config")
    assert "is a link out of the project's files" in refused(reeds)[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_or_a_device_is_refused_and_not_opened(reeds: Path) -> None:
    os.mkfifo(reeds / "data/pipe.yaml")
    (reeds / "data/also.yaml").symlink_to("pipe.yaml")
    (reeds / "data/zero.yaml").symlink_to("/dev/zero")
    assert refused(reeds) == [
        "data/also.yaml: is neither a file nor a folder, but a pipe or a device: it is not opened; remove it  [links]",
        "data/pipe.yaml: is neither a file nor a folder, but a pipe or a device: it is not opened; remove it  [links]",
        "data/zero.yaml: is a link out of the project's files, to /dev/zero, so it is neither read nor written; "
        "copy what it names to here  [links]",
    ]


@pytest.mark.skipif(sys.platform == "darwin", reason="the system has no such names")
@pytest.mark.parametrize(
    "name",
    [
        b"data/editions/reeds-1e/bo\xffats.yaml",
        b"data/editions/re\xffeds/edition.yaml",
        b"data/locale/es/re\xffeds.po",
        b"templates/t\xffool/kind.yaml",
        b"templates/tool-cards/ic\xffon.svg",
        b"printers/p\xff.yaml",
    ],
)
def test_a_name_that_is_no_text_is_named(reeds: Path, name: bytes, run: Callable) -> None:
    file = reeds / os.fsdecode(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("")
    wrong = next(path for path in (file, file.parent) if b"\xff" in os.fsencode(path.name))
    assert refused(reeds) == [
        f"{wrong.relative_to(reeds)}: has a name that is not UTF-8, and is not read; rename it  [links]"
    ]
    result = run("--project", reeds, "list")
    assert (result.status, "\\xff" in result.err) == (2, True)


@pytest.mark.skipif(sys.platform == "darwin", reason="the system has no such names")
def test_the_folder_of_a_project_and_what_is_not_read_may_have_any_name(reeds: Path, run: Callable) -> None:
    folder = reeds.rename(reeds.with_name(os.fsdecode(b"re\xffeds")))
    for name in (b"build/x\xff/y\xff.pdf", b"no\xfftes.txt"):
        (folder / os.fsdecode(name)).parent.mkdir(parents=True, exist_ok=True)
        (folder / os.fsdecode(name)).write_text("")
    assert [run("--project", folder, *words).status for words in (["list"], ["catalogue", "compile"])] == [0, 0]
    build = ("--project", folder, "build", "ability-cards", "-l", "en", "--paper", "a4")
    printed = run(*build)
    assert (printed.status, r"re\xffeds/build/reeds-1e/en/ability-cards-a4.pdf" in printed.out) == (0, True), (
        printed.err
    )
    assert "1 unchanged" in run(*build).out


def test_a_link_to_nothing_is_named(reeds: Path) -> None:
    (reeds / "data/editions/reeds-1e/boats.yaml").symlink_to("../boats-of-all.yaml")
    named = "data/editions/reeds-1e/boats.yaml: is a link to what is not there; remove it, or make it anew  [links]"
    assert refused(reeds) == [named]


def test_links_without_end_are_named(reeds: Path) -> None:
    for link, target in {
        "self": "self",
        "up": "..",
        "one": "other",
        "other": "one",
        "a/x": "../b",
        "b/y": "../a",
    }.items():
        (reeds / "data" / link).parent.mkdir(exist_ok=True)
        (reeds / "data" / link).symlink_to(target)
    said = refused(reeds)
    named = {one.partition(":")[0] for one in said}
    assert {"data/self", "data/up", "data/one", "data/other"} <= named
    assert all(
        one.endswith("is a link to itself or to a folder that holds it, without end; remove it  [links]")
        for one in said
    )


def test_links_that_make_many_files_of_a_few_are_not_followed_for_ever(
    reeds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kensei_docs.discover._MOST_FILES", 2_000)
    for number in range(24):
        (reeds / f"data/f{number}").mkdir()
        for side in "ab":
            (reeds / f"data/f{number}/{side}").symlink_to(f"../f{number + 1}")
    (reeds / "data/f24").mkdir()
    [said] = refused(reeds)
    assert "holds one of more than 2000 files, through links perhaps; keep fewer in a project  [links]" in said


def test_a_link_within_the_project_and_to_a_shipped_template_is_followed(reeds: Path, run: Callable) -> None:
    file = reeds / "data/editions/reeds-1e/tools.yaml"
    file.rename(reeds / "tools-of-all.yaml")
    file.symlink_to("../../../tools-of-all.yaml")
    (reeds / "data/.#tools.yaml").symlink_to("editor@host.1234:5678")
    (reeds / "templates").mkdir(exist_ok=True)
    (reeds / "templates" / "markers").symlink_to(shipped() / "templates" / "markers")
    assert run("--project", reeds, "show", "tool/long-tools", "-e", "reeds-1e").status == 0


def test_another_project_that_is_compared_is_looked_through_too(reeds: Path, secret: Path, tmp_path: Path) -> None:
    here = Project.open(reeds)
    there = tmp_path / "there"
    (there / "data/editions").mkdir(parents=True)
    (there / "data/words.yaml").symlink_to(secret / "words.txt")
    for name in (there, there / "data"):
        with pytest.raises(Unusable, match="is a link out of the project's files"):
            open_version(here, str(name))


def test_the_folder_to_print_into_may_be_a_link(reeds: Path, tmp_path: Path, run: Callable) -> None:
    """It is the user's own word."""
    (tmp_path / "stick").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "stick")
    result = run("--project", reeds, "build", "reference", "-l", "en", "--paper", "a4", "--out", tmp_path / "out")
    assert result.status in (0, 1) and any((tmp_path / "stick").iterdir())
