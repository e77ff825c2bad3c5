"""Revisions are read from the objects of a repository: no program runs, nothing is fetched, nothing leads out of it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.versions.revisions import (
    History,
    checked_out,
    commit_without,
    differing_files,
    history_of,
    last_commit_of,
)

DAYS = ("2026-01-10", "2026-02-20", "2026-03-30")
RECORDS = "data/editions/reeds-1e/tools.yaml"


def git(folder: Path, *words: str, day: str = DAYS[0]) -> str:
    """Run git as the author of a game does on his own machine."""
    when = {f"GIT_{who}_DATE": f"{day}T12:00:00+0000" for who in ("AUTHOR", "COMMITTER")}
    who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always"]
    done = subprocess.run(
        ["git", "-C", str(folder), *who, *words], check=True, capture_output=True, text=True, env=os.environ | when
    )
    return done.stdout.strip()


def edited(reeds: Path, reach: str) -> None:
    file = reeds / RECORDS
    file.write_text(re.sub("(?<=reach: )[0-9.]+ cm", reach, file.read_text(), count=1))


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reeds and Banners with three commits, a branch that was merged, and tags."""
    root = Path(__file__).parents[1] / "specimens" / "reeds"
    folder = tmp_path_factory.mktemp("author") / "reeds"
    shutil.copytree(root, folder, ignore=shutil.ignore_patterns("build"))
    git(folder, "init", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "First\nline\n\nand more")
    git(folder, "tag", "v1.0")
    git(folder, "checkout", "-q", "-b", "side")
    (folder / "templates").mkdir(exist_ok=True)
    (folder / "templates" / "note.txt").write_text("a note\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "A note", day=DAYS[1])
    git(folder, "checkout", "-q", "main")
    edited(folder, "3.5 cm")
    git(folder, "commit", "-am", "Longer tools", day=DAYS[1])
    git(folder, "merge", "-q", "--no-ff", "-m", "Merged", "side", day=DAYS[2])
    git(folder, "tag", "-a", "v2.0", "-m", "The second", day=DAYS[2])
    return folder


@pytest.fixture
def kept(author: Path, tmp_path: Path) -> Path:
    """A copy of it, as it comes in an archive."""
    return Path(shutil.copytree(author, tmp_path / "reeds", symlinks=True))


def history(folder: Path) -> History:
    found = history_of(folder)
    assert found
    return found


NAMES = (
    *("HEAD", "@", "main", "side", "v1.0", "v2.0", "refs/heads/main", "refs/tags/v2.0", "heads/side"),
    *("HEAD~1", "HEAD^", "HEAD^1", "HEAD^2", "HEAD~2", "HEAD^2^", "HEAD^2~1", "main^^", "HEAD^0"),
    *("v2.0^{commit}", "v2.0^{}", "v2.0~1^0", "HEAD~0", "HEAD~001"),
)
NO_NAMES = ("HEAD~9", "HEAD^3", "v9", "abc", "-x", "../HEAD", "HEAD^{tree}", "HEAD:data", "@{1}", "é", "^^^^")
# A loop that goes by the number never ends; Python reads no number of some thousand digits.
NO_NAMES += tuple(f"HEAD{step}{'9' * digits}" for step in "~^" for digits in (8, 19, 5000))


@pytest.mark.parametrize("packed", [False, True])
def test_a_name_is_the_commit_that_git_takes_it_for(kept: Path, packed: bool) -> None:
    if packed:
        git(kept, "gc", "-q")
        assert not list((kept / ".git" / "refs" / "heads").iterdir())
    full = git(kept, "rev-parse", "HEAD")
    read = history(kept)
    for name in (*NAMES, full, full[:7], full[:12] + "~1", f"v1.0-3-g{full[:7]}"):
        assert read.commit(name) == git(kept, "rev-parse", f"{name}^{{commit}}"), name


def test_a_name_that_is_no_commit_is_none(kept: Path) -> None:
    read = history(kept)
    assert {name: read.commit(name) for name in NO_NAMES} == dict.fromkeys(NO_NAMES)


def test_a_branch_may_have_any_name_that_git_allows(kept: Path) -> None:
    names = ("fix#12", "größe=2,5", "a/b.c", "-", "v1~x")
    for name in names[:3]:
        git(kept, "branch", name, "side")
    found = [history(kept).commit(name) for name in names]
    assert found == [git(kept, "rev-parse", "side")] * 3 + [None] * 2


def test_a_repository_of_another_format_is_named(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "One")
    with pytest.raises(Unusable, match="names its objects by SHA-256, which is not read; begin one"):
        history(tmp_path).commit("HEAD")


def test_a_branch_of_another_repository_is_found_by_its_short_name(kept: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(kept), "clone")
    read = history(tmp_path / "clone")
    head = git(kept, "rev-parse", "HEAD")
    assert {read.commit(name) for name in ("origin/main", "origin", "HEAD")} == {head}


def test_the_last_commit_of_a_day_and_the_one_before_a_file(kept: Path) -> None:
    project = Project.open(kept)
    by_day = [last_commit_of(project, date.fromisoformat(day)) for day in ("2026-01-09", "2026-01-10", "2026-02-25")]
    assert by_day[:2] == [None, git(kept, "rev-parse", "v1.0")]
    assert by_day[2] in git(kept, "rev-parse", "HEAD^1", "HEAD^2").split()
    assert commit_without(project, kept / "templates/note.txt") == git(kept, "rev-parse", "v1.0")
    assert commit_without(project, kept / RECORDS) is None
    assert commit_without(project, kept / "data/new.yaml") == git(kept, "rev-parse", "HEAD")


def test_later_commits_of_a_file_are_told_with_day_and_subject(kept: Path) -> None:
    read, first = history(kept), git(kept, "rev-parse", "v1.0")
    longer, note = (git(kept, "rev-parse", "--short=7", name) for name in ("HEAD^1", "HEAD^2"))
    assert list(read.subjects(first, [RECORDS])) == [f"{longer} (2026-02-20): Longer tools"]
    assert list(read.subjects(first, ["templates"])) == [f"{note} (2026-02-20): A note"]
    assert list(read.subjects(git(kept, "rev-parse", "HEAD^1"), [RECORDS])) == []


def test_a_revision_is_written_out_as_it_was_committed(kept: Path) -> None:
    project = Project.open(kept)
    root = checked_out(project, git(kept, "rev-parse", "HEAD"))
    assert "reach: 3.5 cm" in (root / RECORDS).read_text()
    assert (root / "templates/note.txt").read_text() == "a note\n"
    assert sorted(one.name for one in root.iterdir()) == ["data", "templates"]


@pytest.mark.parametrize("damage", ["edit", "delete", "add", "link"])
def test_a_revision_in_the_cache_is_held_against_its_objects(kept: Path, damage: str, tmp_path: Path) -> None:
    project, head = Project.open(kept), git(kept, "rev-parse", "HEAD")
    file = checked_out(project, head) / RECORDS
    whole = file.read_bytes()
    if damage == "edit":
        file.write_bytes(whole.replace(b"3.5 cm", b"9.9 cm"))
    elif damage == "add":
        file.with_name("planted.yaml").write_text("a: {}")
    else:
        file.unlink()
    if damage == "link":
        (tmp_path / "same").write_bytes(whole)
        file.symlink_to(tmp_path / "same")
    root = checked_out(project, head)
    assert (root / RECORDS).read_bytes() == whole and not (root / RECORDS).is_symlink()
    assert not file.with_name("planted.yaml").exists()


def test_a_project_in_a_folder_of_a_repository_has_its_own_files(kept: Path, tmp_path: Path) -> None:
    club = tmp_path / "club"
    shutil.copytree(kept, club / "games" / "reeds", ignore=shutil.ignore_patterns(".git"))
    git(club, "init", "-q")
    git(club, "add", "-A")
    git(club, "commit", "-qm", "All")
    project = Project.open(club / "games" / "reeds")
    root = checked_out(project, git(club, "rev-parse", "HEAD"))
    assert (root / RECORDS).is_file()
    assert differing_files(project, git(club, "rev-parse", "HEAD"), "data") == []


def test_what_changed_is_found_by_reading_the_files(kept: Path) -> None:
    """Also where git writes other ends of lines into the folder than into its objects."""
    project, first = Project.open(kept), git(kept, "rev-parse", "v1.0")
    assert differing_files(project, first, "data") == [RECORDS]
    file = kept / RECORDS
    file.write_bytes(file.read_bytes().replace(b"3.5 cm", b"2.5 cm").replace(b"\n", b"\r\n"))
    (kept / "data/new.yaml").write_text("")
    gone = next((kept / "data/locale").rglob("*.po"))
    gone.unlink()
    assert differing_files(project, first, "data") == sorted(["data/new.yaml", gone.relative_to(kept).as_posix()])


@pytest.fixture
def armed(kept: Path, tmp_path: Path) -> Callable[[], list[str]]:
    """Every program that git could run of a repository's own configuration makes a file; return which did."""
    marks = tmp_path / "marks"
    marks.mkdir()
    (kept / ".gitattributes").write_text("* filter=x diff=x merge=x text eol=crlf\n")
    git(kept, "add", "-A")
    git(kept, "commit", "-qm", "Attributes")
    edited(kept, "9 cm")

    def program(name: str) -> str:
        return f"touch {marks}/{name}; cat"

    included = tmp_path / "reeds" / ".git" / "more"
    included.write_text(f'[filter "y"]\n\tsmudge = {program("included")}\n')
    for key, value in {
        "filter.x.smudge": program("smudge"),
        "filter.x.clean": program("clean"),
        "filter.x.process": program("process"),
        "core.fsmonitor": f"touch {marks}/fsmonitor; false",
        "core.hooksPath": str(marks),
        "core.sshCommand": program("ssh"),
        "core.pager": program("pager"),
        "core.autocrlf": "true",
        "core.worktree": str(tmp_path),
        "diff.x.textconv": program("textconv"),
        "diff.external": program("external"),
        "includeIf.gitdir:**.path": str(included),
        "extensions.partialClone": "far",
        "remote.far.url": f"ext::sh -c 'touch {marks}/transport'",
        "remote.far.promisor": "true",
        "protocol.ext.allow": "always",
        "gpg.program": program("gpg"),
        "log.showSignature": "true",
    }.items():
        subprocess.run(["git", "config", "--file", str(kept / ".git/config"), key, value], check=True)
    return lambda: sorted(mark.name for mark in marks.iterdir())


def test_no_program_of_a_repository_is_run(kept: Path, armed: Callable, run: Callable) -> None:
    result = run("--project", kept, "diff", "HEAD~1", "--format", "json")
    assert (result.status, armed()) == (1, []), result.err
    result = run("--project", kept, "diff", "HEAD", "reeds-1e")
    assert "3.5 cm → 9 cm" in result.out.replace("\u00a0", " ")
    for state in ("2026-02-21", "HEAD~1"):
        run("--project", kept, "build", "order-cards", "-e", "reeds-1e", "-l", "en", "--paper", "a4", "--since", state)
        assert armed() == []


def test_an_object_that_is_not_there_is_told_and_not_fetched(kept: Path, armed: Callable, run: Callable) -> None:
    """As in a partial clone, whose remote could be any program."""
    blob = git(kept, "rev-parse", f"HEAD:{RECORDS}")
    file = kept / ".git" / "objects" / blob[:2] / blob[2:]
    file.chmod(0o600)
    file.unlink()
    result = run("--project", kept, "diff", "HEAD")
    assert (result.status, armed()) == (2, [])
    assert f".git: lacks the object {blob[:12]}, as a partial or shallow clone does; nothing is fetched" in result.err


def test_a_clone_that_was_cut_off_has_the_commits_that_it_has(kept: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{kept}", "short")
    read = history(tmp_path / "short")
    assert read.commit("HEAD") == git(kept, "rev-parse", "HEAD") and read.commit("HEAD~1") is None
    assert read.last_commit(date(2026, 1, 31)) is None


def refused(folder: Path) -> str:
    with pytest.raises(Unusable) as caught:
        history_of(folder)
    [problem] = caught.value.problems
    return str(problem)


def test_alternates_that_lead_out_are_refused(kept: Path, tmp_path: Path, run: Callable) -> None:
    git(tmp_path, "clone", "-q", "--shared", str(kept), "sharing")
    said = refused(tmp_path / "sharing")
    assert f"info/alternates: leads out of the project, to {kept}/.git/objects; run 'git repack -a -d'" in said
    result = run("--project", tmp_path / "sharing", "diff", "HEAD")
    assert result.status == 2 and "leads out of the project" in result.err


@pytest.mark.parametrize("what", ["objects", "refs/heads/main", "HEAD", "packed-refs"])
def test_a_link_or_a_pipe_in_a_repository_is_refused(kept: Path, what: str, tmp_path: Path) -> None:
    file = kept / ".git" / what
    if file.exists():
        file.rename(tmp_path / "moved")
    if what == "packed-refs":
        os.mkfifo(file)
    else:
        file.symlink_to(tmp_path / "moved")
    assert f"{file}: is neither a file nor a folder" in refused(kept)


def test_a_link_as_the_repository_is_refused(kept: Path, tmp_path: Path) -> None:
    (kept / ".git").rename(tmp_path / "elsewhere.git")
    (kept / ".git").symlink_to(tmp_path / "elsewhere.git")
    assert ".git: is a link, which is not followed" in refused(kept)


def test_a_worktree_of_ones_own_is_read_and_a_file_that_leads_elsewhere_is_not(kept: Path, tmp_path: Path) -> None:
    git(kept, "worktree", "add", "-q", str(tmp_path / "tree"), "side")
    assert history(tmp_path / "tree").commit("HEAD") == git(kept, "rev-parse", "side")
    assert history(tmp_path / "tree").commit("main") == git(kept, "rev-parse", "main")
    shutil.copytree(tmp_path / "tree", tmp_path / "stranger")
    assert "which does not name it as a worktree" in refused(tmp_path / "stranger")


def test_the_repository_of_another_user_is_refused(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user = kept.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    assert history_of(kept), "the project and its history have one owner"
    inner = kept / "game"
    inner.mkdir()
    if user == 0:
        os.chown(inner, 1, 1)
        assert "belongs to another user, so no revision is read" in refused(inner)


def test_outside_of_a_repository_there_is_no_history(tmp_path: Path) -> None:
    assert history_of(tmp_path) is None


@pytest.mark.parametrize(
    ("name", "mode"), [(b"..", b"100644"), (b"a/b", b"100644"), (b".", b"40000"), (b"out", b"120000")]
)
def test_a_revision_with_names_that_lead_out_is_refused(kept: Path, name: bytes, mode: bytes, tmp_path: Path) -> None:
    """git makes no such tree; somebody else may."""

    def made(kind: str, content: bytes) -> str:
        done = subprocess.run(
            ["git", "-C", str(kept), "hash-object", "-w", "--literally", "-t", kind, "--stdin"],
            input=content,
            capture_output=True,
            check=True,
        )
        return done.stdout.decode().strip()

    content = made("blob", b"../../../out") if mode != b"40000" else git(kept, "rev-parse", "HEAD^{tree}")
    tree = made("tree", mode + b" " + name + b"\0" + bytes.fromhex(content))
    top = made("tree", b"40000 data\0" + bytes.fromhex(tree))
    commit = made("commit", f"tree {top}\nauthor A <a@b.c> 1 +0000\ncommitter A <a@b.c> 1 +0000\n\nx".encode())
    with pytest.raises(Unusable, match=r"no file can have that name|is a link to a place outside of it"):
        checked_out(Project.open(kept), commit)
