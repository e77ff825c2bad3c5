"""Versions by name: an edition, a revision of the data in git, or a folder of data."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from kensei_docs.database import Database, Edition, load
from kensei_docs.discover import files_inside
from kensei_docs.problems import Unusable, by_place, closest, unusable
from kensei_docs.project import DATA, EDITIONS, TEMPLATES, Project, refuse_strays
from kensei_docs.versions.git_history import history_of

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
    if below:
        refuse_strays(root, *below)
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
    history = history_of(project.layers[0])
    return history.commit(revision) if history and revision else None


def last_commit_of(project: Project, day: date) -> str | None:
    """Return the last commit of a day or before it; None if there is none."""
    history = history_of(project.layers[0])
    return history.last_commit(day) if history else None


def commit_without(project: Project, file: Path) -> str | None:
    """Return the last commit before a file was added, or the latest commit if the file isn't committed yet.

    None if there is no such commit, or no repository.
    """
    history = history_of(project.layers[0])
    return history.commit_without(file.relative_to(project.layers[0]).as_posix()) if history else None


def changed_since(project: Project, commit: str, folder: str) -> list[str]:
    """Return the paths, in the project, of the files of a folder that differ from a commit or are not in git."""
    history = history_of(project.layers[0])
    top = project.layers[0] / folder
    return history.changed_since(commit, folder, lambda: files_inside(top)) if history else []


def subjects_since(project: Project, revision: str, files: Sequence[str]) -> list[str]:
    """Return a line (``3f2a1c0 (2026-11-02): Subject``) for each later revision that changes one of ``files``."""
    root = project.layers[0]
    own = [Path(file).relative_to(root).as_posix() for file in files if Path(file).is_relative_to(root)]
    history = history_of(root)
    return list(history.subjects(revision, own)) if history and own else []


def why_no_revision(project: Project) -> str:
    """Return the end of a message, after a semicolon: why no revision can be found, or how to list revisions."""
    if history_of(project.layers[0]) is None:
        return f"; {project.layers[0]} is not a git checkout, so no revision can be looked up"
    return "; 'git log -- data' lists the revisions"


def checked_out(project: Project, commit: str) -> Path:
    """Return a folder with the ``data`` and the ``templates`` of a commit, in the project's cache.

    What lies there from an earlier run is compared with the objects of the commit, and written anew if it differs.
    Raises Unusable if the commit has neither of the two, or a link that leads out of it.
    """
    history = history_of(project.layers[0])
    files = history.files(commit, _PRINTING) if history else {}
    if history is None or not files:
        raise unusable(project.layers[0], f"has no folder 'data' in revision {commit[:12]}", "version")
    contents = {path: (history.content(file), file.is_link) for path, file in files.items()}
    root = project.cache / "revisions" / commit
    if not _holds(root, contents):
        root.parent.mkdir(parents=True, exist_ok=True)
        # Written beside its place and then renamed: another process never sees half of it.
        with tempfile.TemporaryDirectory(prefix=".", dir=root.parent) as beside:
            _write_out(Path(beside) / commit, contents)
            if root.is_dir():
                root.replace(Path(beside) / "damaged")
            (Path(beside) / commit).replace(root)
    return root


def _holds(root: Path, contents: Mapping[str, tuple[bytes, bool]]) -> bool:
    """Return whether a folder holds exactly these files; the second value of each is whether it is a link."""
    present = [Path(folder, name) for folder, inner, names in os.walk(root) for name in (*names, *inner)]
    found = {file.relative_to(root).as_posix(): file for file in present if file.is_symlink() or not file.is_dir()}
    return found.keys() == contents.keys() and all(
        found[path].is_symlink() == is_link
        and (os.fsencode(found[path].readlink()) if is_link else found[path].read_bytes()) == content
        for path, (content, is_link) in contents.items()
    )


def _write_out(root: Path, contents: Mapping[str, tuple[bytes, bool]]) -> None:
    # Links come last: nothing is written through one.
    for path, (content, is_link) in sorted(contents.items(), key=lambda one: one[1][1]):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if is_link:
            file.symlink_to(os.fsdecode(content))
        else:
            file.write_bytes(content)
    # Where a link leads depends on the others.
    for path in (path for path, (_, is_link) in contents.items() if is_link):
        if not (root / path).resolve().is_relative_to(root.resolve()):
            message = f"'{path}' is a link to a place outside of it; keep the file itself in the revision"
            raise unusable(root.name[:12], message, "version")
