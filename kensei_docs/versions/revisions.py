"""Versions by name: an edition, a revision of the data in git, or a folder of data; and the history that has revisions.

A revision is a commit of the project. It is read from the object store of git, and no program of git is run: a project
may be a stranger's, and git runs programs that the configuration of a repository names: filters, monitors, transports.
So only objects and names of commits are read here, and nothing of the configuration. A repository that leads out of its
folder, by a link or by alternates, is refused.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from kensei_docs.database import Database, Edition, load
from kensei_docs.discover import files_inside
from kensei_docs.problems import Unusable, by_place, closest, unusable
from kensei_docs.project import ART, DATA, EDITIONS, FONTS, TEMPLATES, Project, refuse_strays

CHECK = "git"
# Where the name of a branch or a tag is looked up, as git does it.
_PREFIXES = ("", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/")
# Names that git itself gives.
_OWN_NAME = re.compile(r"[A-Z][A-Z_]*")
_NAME = re.compile(r"(?![/-])(?!.*(?:\.\.|//|@\{))[^\x00-\x20\x7f~^:?*\[\\]+(?<![./])")
_HASH = re.compile(r"[0-9a-f]{4,40}")
# A step after a name: ~ or ^ with a number, or ^{commit}.
_STEP = re.compile(r"\^\{(?:commit)?\}|([~^])(\d*)")
_LINKS_AT_MOST = 5
_HASH_LENGTH = 40
_LONG_HASH_LENGTH = 64
# Folders may hold one another many times over: a few objects can stand for any number of files.
_FILES_AT_MOST = 50_000
# The folders that are checked out of a revision: the data, and the templates, pictures and typefaces that print them.
_PRINTING = (DATA, TEMPLATES, ART, FONTS)

# The content of a file by its path, and whether it is a link, whose content is its target.
Contents = Mapping[str, tuple[bytes, bool]]


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
        fault = f"is neither an edition nor a revision of the data in git nor a folder{closest(name, known)}"
        raise unusable(name, f"{fault}; editions are {', '.join(known)}{why_no_revision(project)}", "version")
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
        message = "holds no data: no folder data/editions; name a project, or its folder 'data'"
        raise unusable(folder, message, "version")
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
        missing = f"revision '{revision}' has no edition '{edition}'{closest(edition, known)}"
        raise unusable(label, f"{missing}; it has {', '.join(known) or 'none'}", "version")
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


def differing_files(project: Project, commit: str, folder: str) -> list[str]:
    """Return the paths, in the project, of the files of a folder that differ from a commit or are not in git."""
    history = history_of(project.layers[0])
    return history.differing_files(commit, folder) if history else []


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
    contents = history.contents(commit, _PRINTING) if history else {}
    if not contents:
        raise unusable(project.layers[0], f"has no folder 'data' in revision {commit[:12]}", "version")
    root = project.cache / "revisions" / commit
    if _contents_of(root) != contents:
        root.parent.mkdir(parents=True, exist_ok=True)
        # Written beside its place and then renamed: another process never sees half of it.
        with tempfile.TemporaryDirectory(prefix=".", dir=root.parent) as beside:
            _write_out(Path(beside) / commit, contents)
            if root.is_dir():
                root.replace(Path(beside) / "damaged")
            (Path(beside) / commit).replace(root)
    return root


def _contents_of(root: Path) -> Contents:
    present = (Path(folder, name) for folder, *names in os.walk(root) for name in chain(*names))
    return {
        file.relative_to(root).as_posix(): (os.fsencode(file.readlink()), True)
        if file.is_symlink()
        else (file.read_bytes(), False)
        for file in present
        if file.is_symlink() or not file.is_dir()
    }


def _write_out(root: Path, contents: Contents) -> None:
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


def history_of(folder: Path) -> History | None:
    """Return the history of the project in a folder; None if it is not in a git checkout.

    Raises Unusable if the repository leads out of its folder, or belongs to somebody else.
    """
    folder = folder.resolve()
    for root in (folder, *folder.parents):
        found = root / ".git"
        if found.is_symlink():
            raise _refused(found, "is a link, which is not followed; move the repository itself here")
        if found.is_dir() and (found / "HEAD").exists():
            store = found
        elif found.is_file():
            store = _of_worktree(found)
        else:
            continue
        _require_owner(found, folder)
        shared = (store / _text(store / "commondir").strip()).resolve()
        for one in dict.fromkeys((store, shared)):
            _require_plain(one)
        return History(folder, root, store, shared)
    return None


def _of_worktree(file: Path) -> Path:
    """Return the folder that the ``.git`` of a worktree names, if that folder names the worktree too.

    ``git worktree add`` writes both; a file that came with a stranger's project is named by no repository.
    """
    folder = (file.parent / _text(file).removeprefix("gitdir:").strip()).resolve()
    back = _text(folder / "gitdir").strip()
    if back and (folder / back).resolve() == file:
        return folder
    raise _refused(file, f"leads out of the project, to {folder}, which does not name it as a worktree; clone it anew")


def _require_owner(found: Path, folder: Path) -> None:
    """Raise Unusable if a repository belongs neither to this user nor to the owner of the project."""
    if hasattr(os, "geteuid") and found.stat().st_uid not in (os.geteuid(), folder.stat().st_uid):
        raise _refused(found, "belongs to another user, so no revision is read; make a repository of your own")


def _require_plain(store: Path) -> None:
    """Raise Unusable if something that is read in a repository is a link, a pipe or a device, or leads elsewhere."""
    for top in (store / "HEAD", store / "packed-refs", store / "shallow", store / "objects", store / "refs"):
        inside = (Path(folder, name) for folder, *names in os.walk(top) for name in chain(*names))
        # A link as the top is refused before anything behind it is looked at.
        for path in chain([top] if os.path.lexists(top) else (), inside):
            mode = path.lstat().st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                raise _refused(path, "is neither a file nor a folder, so it is not read; put the file itself there")
    alternates = store / "objects" / "info" / "alternates"
    for line in _text(alternates).splitlines():
        if line and not line.startswith("#"):
            message = f"leads out of the project, to {line}; run 'git repack -a -d' and delete this file"
            raise _refused(alternates, message)
    if (store / "reftable").exists():
        raise _refused(store / "reftable", "is no format that is read; run 'git refs migrate --ref-format=files'")


def _text(file: Path) -> str:
    """Return the text of a file; an empty one if there is no such file."""
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


def _refused(path: Path, message: str) -> Unusable:
    return unusable(path, message, CHECK)


class History:
    """The commits of a repository, by their full hashes. Every method raises Unusable for an object that can't be read.

    Paths are relative to the folder of the project, with slashes.
    """

    def __init__(self, folder: Path, root: Path, store: Path, shared: Path) -> None:
        from dulwich.object_store import DiskObjectStore

        self._folder = folder
        self._prefix = folder.relative_to(root).as_posix().removeprefix(".")
        self._own, self._shared = store, shared
        self._objects = DiskObjectStore(str(shared / "objects"))
        self._id = cache(lambda commit, path: self._entry(commit, path)[1])
        self._cut_off = frozenset(_text(shared / "shallow").split())

    def commit(self, name: str) -> str | None:
        """Return the commit that a name stands for: a branch, a tag, a hash or its beginning, with ``~2`` or ``^``.

        None if there is no such commit.
        """
        start = re.split(r"[~^]", name, maxsplit=1)[0]
        rest = name[len(start) :]
        found = self._peeled(self._named(start or "@"))
        while rest and found:
            step = _STEP.match(rest)
            if step is None:
                return None
            rest = rest[step.end() :]
            if step[1] is None:
                continue
            # No history is longer than a number of nine digits, and Python reads none of some thousand.
            number = int(step[2].lstrip("0")[:9] or "0") if step[2] else 1
            if step[1] == "^":
                parents = self._parents(found)
                found = found if number == 0 else (parents[number - 1] if number <= len(parents) else None)
                continue
            while number and found:
                found = next(iter(self._parents(found)), None)
                number -= 1
        return found

    def last_commit(self, day: date) -> str | None:
        """Return the last commit of a day, or before it; None if there is none."""
        end = datetime.combine(day, time(23, 59, 59)).timestamp()
        return next((one for one in self._log("HEAD") if self._read(one).commit_time <= end), None)

    def commit_without(self, path: str) -> str | None:
        """Return the commit before a file was last added, or the latest commit if it isn't committed yet.

        None if there is no such commit.
        """
        for one in self._log("HEAD"):
            parents = self._parents(one)
            if self._id(one, path) and not any(self._id(parent, path) for parent in parents):
                return next(iter(parents), None)
        return self.commit("HEAD")

    def contents(self, commit: str, folders: Collection[str]) -> Contents:
        """Return the files of some folders of a commit; raises Unusable for a name that is no file name."""
        found: dict[str, tuple[bytes, bool]] = {}
        todo = [(folder, *self._entry(commit, folder)) for folder in folders]
        while todo:
            path, mode, id_ = todo.pop()
            if id_ and stat.S_ISDIR(mode):
                for raw, mode_inside, id_inside in self._read(id_.decode()).iteritems():
                    name = raw.decode("utf-8", "surrogateescape")
                    if name in ("", ".", "..") or {"/", "\\", "\0"} & set(name):
                        message = f"has a file {name!r} in {commit[:12]}; no file can have that name"
                        raise _refused(self._shared, message)
                    todo.append((f"{path}/{name}", mode_inside, id_inside))
            elif id_ and path not in folders and (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
                found[path] = self._read(id_.decode()).as_raw_string(), stat.S_ISLNK(mode)
            if len(found) + len(todo) > _FILES_AT_MOST:
                raise _refused(self._shared, f"has more than {_FILES_AT_MOST} files in {commit[:12]}; it is not read")
        return found

    def differing_files(self, commit: str, folder: str) -> list[str]:
        """Return the paths of the files of a folder that differ from a commit, are new, or are gone.

        Ends of lines count for nothing: git may write them in another way.
        """
        then = self.contents(commit, [folder])
        now = {file.relative_to(self._folder).as_posix(): file for file in files_inside(self._folder / folder)}
        return sorted(
            path
            for path in then.keys() | now.keys()
            if path not in then or path not in now or _plain_ends(then[path][0]) != _plain_ends(now[path].read_bytes())
        )

    def subjects(self, commit: str, paths: Sequence[str]) -> Iterator[str]:
        """Yield a line (``3f2a1c0 (2026-11-02): Subject``) for each later commit that changes one of some files."""
        for one in self._log("HEAD", without=commit):
            parents = self._parents(one)
            others = [[self._id(parent, path) for path in paths] for parent in parents] or [[None] * len(paths)]
            if all([self._id(one, path) for path in paths] != ids for ids in others):
                read = self._read(one)
                subject = " ".join(read.message.decode("utf-8", "replace").strip().partition("\n\n")[0].split())
                yield f"{one[:7]} ({_day(read.author_time + read.author_timezone)}): {subject}"

    def _log(self, name: str, without: str | None = None) -> Iterator[str]:
        """Yield a commit and those before it, the latest first, except ``without`` and those before that."""
        from dulwich.walk import Walker

        walker: Any = Walker
        if tip := self.commit(name):
            hidden = [without.encode()] if without else []
            for entry in walker(self, [tip.encode()], hidden, get_parents=self._parents_of):
                yield entry.commit.id.decode()

    def _parents(self, commit: str) -> list[str]:
        return [parent.decode() for parent in self._parents_of(self._read(commit))]

    def _parents_of(self, commit: Any) -> list[bytes]:
        """Return the parents of a commit; a copy of a repository that was cut off has no parents of its first ones."""
        return [] if commit.id.decode() in self._cut_off else list(commit.parents)

    def _entry(self, commit: str, path: str) -> tuple[int, bytes | None]:
        """Return the mode and the id of what stands at a path in a commit; 0 and None if nothing does."""
        mode, id_ = stat.S_IFDIR, self._read(commit).tree
        for part in filter(None, f"{self._prefix}/{path}".encode("utf-8", "surrogateescape").split(b"/")):
            if not stat.S_ISDIR(mode) or part not in (tree := self._read(id_.decode())):
                return 0, None
            mode, id_ = tree[part]
        return mode, id_

    def _named(self, name: str) -> str | None:
        """Return the hash of a branch, of a tag, or of an object whose hash begins so."""
        if name == "@":
            name = "HEAD"
        if not _NAME.fullmatch(name):
            return None
        for candidate in (*(prefix + name for prefix in _PREFIXES), f"refs/remotes/{name}/HEAD"):
            if found := self._at(candidate):
                return found
        # ``git describe`` puts the hash after the tag: v1.0-3-g3f2a1c0.
        beginning = name.rpartition("-g")[2]
        if not _HASH.fullmatch(beginning):
            return None
        ids = {self._peeled(id_.decode()) for id_ in self._objects.iter_prefix(beginning.encode())}
        ids.discard(None)
        return ids.pop() if len(ids) == 1 else None

    def _at(self, name: str) -> str | None:
        """Return the hash that a name such as ``HEAD`` or ``refs/tags/v1`` has."""
        for _ in range(_LINKS_AT_MOST):
            if not (_OWN_NAME.fullmatch(name) or (name.startswith("refs/") and _NAME.fullmatch(name))):
                return None
            of_worktree = not name.startswith("refs/") or name.startswith(("refs/bisect/", "refs/worktree/"))
            said = _text((self._own if of_worktree else self._shared) / name).strip()
            if not said.startswith("ref:"):
                found = said or self._packed.get(name, "")
                if len(found) == _LONG_HASH_LENGTH:
                    message = "names its objects by SHA-256, which is not read; begin one with SHA-1 names"
                    raise _refused(self._shared, message)
                return found if len(found) == _HASH_LENGTH and _HASH.fullmatch(found) else None
            name = said.removeprefix("ref:").strip()
        return None

    @cached_property
    def _packed(self) -> dict[str, str]:
        lines = (line.partition(" ") for line in _text(self._shared / "packed-refs").splitlines())
        return {name: id_ for id_, _, name in lines if name and id_[0] not in "#^"}

    def _peeled(self, id_: str | None) -> str | None:
        """Return the commit that a hash stands for: its own, or that of a tag; None if it is something else."""
        for _ in range(_LINKS_AT_MOST if id_ else 0):
            read = self._read(str(id_))
            if read.type_name == b"commit":
                return id_
            if read.type_name != b"tag":
                return None
            id_ = read.object[1].decode()
        return None

    def __getitem__(self, id_: bytes) -> Any:
        return self._read(id_.decode())

    def _read(self, id_: str) -> Any:
        """Return an object; raises Unusable if it is not there, or broken."""
        from dulwich.objects import ObjectID

        try:
            return self._objects[ObjectID(id_.encode())]
        except KeyError:
            message = (
                f"lacks the object {id_[:12]}, as a partial or shallow clone does; "
                "nothing is fetched from here: run 'git fetch --refetch' or clone it whole"
            )
            raise _refused(self._shared, message) from None
        except Exception as fault:
            # Each layer of a pack (zlib, deltas, formats) has exceptions of its own.
            message = f"has a broken object {id_[:12]} ({type(fault).__name__}); run 'git fsck', or clone it anew"
            raise _refused(self._shared, message) from fault


def _day(seconds: int) -> str:
    try:
        return str((datetime(1970, 1, 1) + timedelta(seconds=seconds)).date())
    except OverflowError:
        return "no day"


def _plain_ends(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n")
