"""Where caches lie, and entries with a digest of their content.

The caches of a project lie in a folder of the user's own, never in the project: what stands in a project's folder may
have come with it, from a stranger. What goes by its content alone, such as a parsed file, lies in one folder for all
projects. Deleting the folders costs time, and the steps that a review could undo.
"""

from __future__ import annotations

import atexit
import os
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import Place, Problem
from kensei_docs.slugs import slug_of

# The environment variable that names another folder for the caches of all projects.
VARIABLE = "KENSEI_CACHE"
# The file in a cache folder that names the folder of its project; its time is the day of the last use.
_MARK = "project.txt"
# The file beside the cache folders whose time is when they were last swept.
_SWEPT = "swept"
_DAY_S = 24 * 60 * 60
# Days after which an entry that nobody reads is deleted, and the folder of a project that nobody has opened; each edit
# of a file makes another entry among the shared ones.
_KEPT_DAYS = 90
_KEPT_DAYS_SHARED = 14
_SHARED = "shared"

# Why caches are kept nowhere, for the command to report: at most one problem a folder.
notes: list[Problem] = []


def cache_folder(project: Path) -> Path:
    """Return the folder for the caches of the project in a folder; it is made if it is not there.

    Where the user's cache folder can't be used, it is a temporary one, which is deleted at the end, and ``notes`` says
    why.
    """
    return _opened(os.environ.get(VARIABLE, ""), project.resolve())


def shared_folder(name: str) -> Path:
    """Return the folder ``name`` for entries that go by their content alone, which all projects of a user share."""
    return _opened(os.environ.get(VARIABLE, ""), None) / name


@cache
def _opened(named: str, project: Path | None) -> Path:
    root = Path(named).absolute() if named else _usual_root()
    folder = root / (f"{slug_of(project.name) or 'project'}-{digest_of(str(project))[:16]}" if project else _SHARED)
    if project and root.resolve().is_relative_to(project):
        return _elsewhere(root, "lies in the project, which may have brought it along", folder.name)
    for one in (root, folder):
        if refusal := _refusal(one):
            return _elsewhere(one, refusal, folder.name)
    try:
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
        if project and _age_in_days(folder / _MARK) > 1:
            write_whole(folder / _MARK, os.fsencode(f"{project}\n"))
        if _age_in_days(root / _SWEPT) > 1:
            write_whole(root / _SWEPT, b"")
            _sweep(root)
    except OSError as fault:
        return _elsewhere(folder, f"can't be written ({fault.strerror})", folder.name)
    return folder


def _usual_root() -> Path:
    # Importing it takes as long as a build that finds nothing to do spends on reading its order.
    from platformdirs import user_cache_path

    return user_cache_path("kensei-docs", appauthor=False)


def _refusal(folder: Path) -> str:
    """Make a folder that only this user may read, if it is not there; return why it can't be used, or ""."""
    try:
        if not folder.is_symlink():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
        if stat.S_ISLNK(found.st_mode):
            return "is a link"
        if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
            return "belongs to another user"
    except OSError as fault:
        return f"can't be written ({fault.strerror})"
    return "" if os.access(folder, os.W_OK | os.X_OK) else "can't be written"


def _elsewhere(refused: Path, reason: str, name: str) -> Path:
    """Return a folder ``name`` in a temporary one, and note why the folder ``refused`` is not used.

    All caches of the program lie in that temporary folder from now on; it is deleted when the program ends.
    """
    # Imported only here: a folder that can be used is the rule.
    import shutil
    import tempfile

    message = f"{reason}, so nothing is kept from this run; name a folder of your own with {VARIABLE}"
    problem = Problem(Place(str(refused)), message, "cache", "note")
    if problem not in notes:
        notes.append(problem)
    root = tempfile.mkdtemp(prefix="kensei-docs-")
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    os.environ[VARIABLE] = root
    folder = Path(root, name)
    folder.mkdir()
    return folder


def _sweep(root: Path) -> None:
    """Delete the caches of projects that are gone or were not used for long, and old entries of the others."""
    import shutil

    _sweep_entries(root / _SHARED, _KEPT_DAYS_SHARED)
    for folder in (path for path in root.iterdir() if (path / _MARK).is_file() and not path.is_symlink()):
        with suppress(OSError, ValueError):
            project = Path(os.fsdecode((folder / _MARK).read_bytes()).rstrip("\n"))
            if _age_in_days(folder / _MARK) > _KEPT_DAYS or not project.is_dir():
                shutil.rmtree(folder, ignore_errors=True)
            else:
                _sweep_entries(folder, _KEPT_DAYS)


def _sweep_entries(folder: Path, days: int) -> None:
    """Delete the files of a folder that nobody has read for some days, and the folders inside that are empty then."""
    for inner, _, names in os.walk(folder, topdown=False):
        with suppress(OSError):
            for file in (Path(inner, name) for name in names):
                if _age_in_days(file) > days:
                    file.unlink(missing_ok=True)
            if Path(inner) != folder and not any(Path(inner).iterdir()):
                Path(inner).rmdir()


def _age_in_days(file: Path) -> float:
    """Return how long ago a file was written; infinite if it is not there."""
    try:
        return (time.time() - file.lstat().st_mtime) / _DAY_S
    except FileNotFoundError:
        return float("inf")


def entry_of(source: str, folder: Path) -> Path:
    """Return the path of the entry made from a source (a digest) in a folder of ``shared_folder``."""
    return folder / f"{source[:32]}.json"


def read_entry(entry: Path, source: str) -> list[bytes] | None:
    """Return the parts of a cache's entry; None where it is absent, broken or made from another source.

    ``source`` is the digest of the input that the parts were made from. An entry is one line with the source, the
    digest of the parts and the length of each, and then the parts.
    """
    with suppress(OSError, ValueError):
        head, end, body = entry.read_bytes().partition(b"\n")
        lengths = [int(length) for length in head.split(b" ")[2:]]
        parts = list(_cut(body, lengths))
        if end and head == _head(source, parts) and sum(lengths) == len(body):
            if _age_in_days(entry) > 1:
                with suppress(OSError):
                    os.utime(entry)
            return parts
    return None


def write_entry(entry: Path, source: str, *parts: bytes) -> None:
    """Write an entry for ``read_entry``, where the folder can be written to; ``source`` is a word without spaces."""
    with suppress(OSError):
        write_whole(entry, b"".join((_head(source, parts), b"\n", *parts)))


def _head(source: str, parts: Sequence[bytes]) -> bytes:
    # The digest is one of the lengths too.
    return " ".join((source, digest_of(*parts), *(str(len(part)) for part in parts))).encode()


def _cut(body: bytes, lengths: Sequence[int]) -> Iterator[bytes]:
    start = 0
    for length in lengths:
        yield body[start : start + length]
        start += length
