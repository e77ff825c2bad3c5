"""Versions by name: an edition, a revision of the data in git, or a folder of data."""

from __future__ import annotations

import atexit
import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from kensei_docs.database import Database, Edition, load
from kensei_docs.problems import Unusable, by_place, closest, unusable
from kensei_docs.project import DATA, EDITIONS, TEMPLATES, Project

# The folders that are checked out of a revision: the data, and the templates that print them.
_PRINTING = (DATA, TEMPLATES)


@dataclass(frozen=True)
class Version:
    """The data of a project, a folder or a revision: all its editions, or one of them (``only``)."""

    label: str
    project: Project
    database: Database
    only: str | None = None

    @property
    def editions(self) -> dict[str, Edition]:
        """The editions of the version, by id."""
        return {name: edition for name, edition in self.database.editions.items() if self.only in (None, name)}


def open_version(project: Project, name: str) -> Version:
    """Return the version with a name.

    A name is EDITION, REVISION, EDITION@REVISION, EDITION@DATE (with the errata up to that day), or FOLDER.
    Raises Unusable if it is none of these, or its data can't be read.
    """
    known = project.named_folders(*EDITIONS)
    edition, at, revision = name.rpartition("@")
    if name in known:
        return Version(name, project, load_valid(project, [name]), name)
    if Path(name).is_dir():
        return _version_in_folder(project, Path(name))
    if at and edition in known:
        try:
            then = replace(project, as_of=date.fromisoformat(revision))
        except ValueError:
            return _version_at_revision(project, revision, edition, name)
        return Version(name, then, load_valid(then, [edition]), edition)
    if commit_of(project, name) is None:
        raise unusable(
            name,
            f"is neither an edition nor a revision of the data in git nor a folder{closest(name, known)}; editions are "
            f"{', '.join(known)}{why_no_revision(project)}",
            "version",
        )
    return _version_at_revision(project, name, None, name)


def working_version(project: Project) -> Version:
    """Return the current data of the project: its own editions, not the shipped ones."""
    return Version("now", project, load_valid(project, _own_editions(project, project.layers[0])))


def pairs_of_editions(a: Version, b: Version) -> Iterator[tuple[Edition | None, Edition | None]]:
    """Yield the pairs of editions to compare; None for an edition that one version lacks.

    If both versions are single editions, these two are the pair, whatever their ids. Otherwise editions with the same
    id are pairs; if one version is a single edition, only the pair with its id.
    """
    if a.only and b.only:
        yield a.editions[a.only], b.editions[b.only]
        return
    only = a.only or b.only
    for name in dict.fromkeys((*a.database.editions, *b.database.editions)):
        if only in (None, name):
            yield a.database.editions.get(name), b.database.editions.get(name)


def load_valid(project: Project, only: Collection[str]) -> Database:
    """Return the database with some editions (ids in ``only``); raises Unusable if their data have errors."""
    database, problems = load(project, only)
    errors = [problem for problem in by_place(problems) if problem.severity == "error"]
    if errors:
        raise Unusable(*errors)
    return database


def _version_in_folder(project: Project, folder: Path) -> Version:
    """Return the version in a folder that is a project, or the ``data`` of one."""
    inside = folder.resolve()
    root = inside.parent if inside.joinpath(EDITIONS[-1]).is_dir() and inside.name == DATA else inside
    if not root.joinpath(*EDITIONS).is_dir():
        raise unusable(
            folder, "holds no data: no folder data/editions; name a project, or its folder 'data'", "version"
        )
    # The vocabulary may be the shipped one, as in any project.
    below = tuple(layer for layer in project.layers[-1:] if layer != root)
    return _version_in_root(project, root, below, str(folder))


def _version_in_root(
    project: Project, root: Path, below: tuple[Path, ...], label: str, edition: str | None = None
) -> Version:
    """Return the version whose data lies in ``root``, over ``below``; the editions are its own."""
    opened = replace(project, layers=(root, *below), output=root / "build")
    own = [edition] if edition else _own_editions(project, root)
    if not own:
        raise unusable(root.joinpath(*EDITIONS), "holds no edition; add a folder with an edition.yaml", "version")
    return Version(label, opened, load_valid(opened, own), edition)


def _own_editions(project: Project, root: Path) -> list[str]:
    return list(replace(project, layers=(root,)).named_folders(*EDITIONS))


def _version_at_revision(project: Project, revision: str, edition: str | None, label: str) -> Version:
    commit = commit_of(project, revision)
    if commit is None:
        raise unusable(label, f"'{revision}' is not a revision of the data{why_no_revision(project)}", "version")
    root = checked_out(project, commit)
    known = _own_editions(project, root)
    if edition is not None and edition not in known:
        raise unusable(
            label,
            f"revision '{revision}' has no edition '{edition}'"
            f"{closest(edition, known)}; it has {', '.join(known) or 'none'}",
            "version",
        )
    return _version_in_root(project, root, project.layers[1:], label, edition)


def commit_of(project: Project, revision: str) -> str | None:
    """Return the commit that a revision names in the repository of the data, None if it names none."""
    if not revision or revision.startswith("-"):
        return None
    return (_git(project, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") or b"").decode().strip() or None


def last_commit_of(project: Project, day: date) -> str | None:
    """Return the last commit of a day or before it; None if there is none."""
    return (_git(project, "rev-list", "-1", f"--before={day} 23:59:59", "HEAD") or b"").decode().strip() or None


def commit_without(project: Project, file: Path) -> str | None:
    """Return the last commit before a file was added, or the latest commit if the file isn't committed yet.

    None if there is no such commit, or no repository.
    """
    added = _git(project, "log", "-1", "--diff-filter=A", "--format=%H", "--", str(file))
    if added is None:
        return None
    return commit_of(project, f"{added.decode().strip()}^" if added.strip() else "HEAD")


def changed_since(project: Project, commit: str, folder: str) -> list[str]:
    """Return the paths, in the project, of the files of a folder that differ from a commit or are not in git."""
    differing = _git(project, "diff", "--name-only", "--relative", "-z", commit, "--", folder)
    unknown = _git(project, "ls-files", "--others", "--exclude-standard", "-z", "--", folder)
    names = b"".join(filter(None, (differing, unknown))).decode("utf-8", "replace").split("\0")
    return [name for name in names if name]


def why_no_revision(project: Project) -> str:
    """Return the end of a message, after a semicolon: why no revision can be found, or how to list revisions."""
    if shutil.which("git") is None:
        return "; git is not installed, so no revision can be looked up"
    if _git(project, "rev-parse", "--git-dir") is None:
        return f"; {project.layers[0]} is not a git checkout, so no revision can be looked up"
    return "; 'git log -- data' lists the revisions"


def _git(project: Project, *words: str) -> bytes | None:
    """Return the output of git run in the folder of the data; None if it fails or is not installed."""
    try:
        process = subprocess.run(["git", "-C", str(project.layers[0]), *words], capture_output=True, check=False)
    except OSError:
        return None
    return process.stdout if process.returncode == 0 else None


def checked_out(project: Project, commit: str) -> Path:
    """Return a folder with the ``data`` and the ``templates`` of a commit, as a rule in the project's cache.

    If the project is not open, the folder is a temporary one that is deleted when the program ends. Raises Unusable if
    the commit has neither of the two.
    """
    home = project.cache / "revisions"
    root = home / commit
    if root.is_dir():
        return root
    names = (_git(project, "ls-tree", "--name-only", commit) or b"").decode().split("\n")
    packed = _git(project, "archive", "--format=tar", commit, "--", *(name for name in _PRINTING if name in names))
    if packed is None or not set(_PRINTING) & set(names):
        raise unusable(project.layers[0], f"has no folder 'data' in revision {commit[:12]}", "version")
    if not project.is_open:
        temporary = Path(tempfile.mkdtemp(prefix="kensei-docs-"))
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return _unpack(packed, temporary / commit)
    home.mkdir(parents=True, exist_ok=True)
    # Unpacked beside its place and then renamed: another process never sees half of it.
    incomplete = Path(tempfile.mkdtemp(prefix=".", dir=home))
    try:
        _unpack(packed, incomplete / commit).replace(root)
    finally:
        shutil.rmtree(incomplete, ignore_errors=True)
    return root


def _unpack(packed: bytes, folder: Path) -> Path:
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        try:
            archive.extractall(folder, filter="data")
        except tarfile.FilterError as fault:
            raise unusable(
                folder.name[:12], f"{fault}, which isn't unpacked; keep the files themselves in the revision", "version"
            ) from fault
    return folder


def subjects_since(project: Project, revision: str, files: Sequence[str]) -> list[str]:
    """Return a line (``3f2a1c0 (2026-11-02): Subject``) for each later revision that changes one of ``files``."""
    log = _git(project, "log", "--date=short", "--format=%h (%ad): %s", f"{revision}..HEAD", "--", *files)
    return (log or b"").decode("utf-8", "replace").splitlines()
