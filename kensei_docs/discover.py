"""The file is the registration: finding the modules of a package and the folders of a tree."""

from __future__ import annotations

import os
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

# Files of a project at most: links to folders can make a few look like any number.
_MOST_FILES = 100_000
# What is said of a path that Python can't write as text.
NOT_UTF8 = "has a name that is not UTF-8, and is not read"


def names_of(package: ModuleType) -> list[str]:
    """Return the names of a package's modules, sorted, without importing them."""
    return sorted(m.name for m in pkgutil.iter_modules(package.__path__) if not m.name.startswith("_"))


def modules_of(package: ModuleType) -> Iterator[ModuleType]:
    """Import and yield each module of a package, in the order of their names."""
    for name in names_of(package):
        yield import_module(f"{package.__name__}.{name}")


def folders_of(folder: Path) -> list[Path]:
    """Return the folders in a folder, sorted; those that begin with ``_`` or ``.`` are private."""
    if not folder.is_dir():
        return []
    return sorted(p for p in folder.iterdir() if p.is_dir() and p.name[0] not in "_.")


def files_of(folder: Path, suffix: str) -> list[Path]:
    """Return the files of a folder with the given suffix (``.yaml``), sorted."""
    if not folder.is_dir():
        return []
    return sorted(p for p in folder.iterdir() if p.is_file() and p.suffix == suffix)


def strays_in(tops: Iterable[Path], allowed: Sequence[Path]) -> Iterator[tuple[Path, str, str]]:
    """Yield the path of everything in some folders that must not be read or written, why, and what to do.

    That is what is neither a file nor a folder, or has a name that is not UTF-8, a link that leads out of the folders
    ``allowed`` or to a hidden file in them (``.git``), to nothing, or into a folder that holds it. ``tops`` may be
    files, and need not be there.
    """
    inside = [Path(os.path.realpath(folder)) for folder in allowed]
    # Each folder to look into, with the folders that it is in, links resolved: a link to one of these has no end.
    todo: list[tuple[Path, frozenset[Path]]] = []
    seen = 0

    def strays(path: Path, above: frozenset[Path]) -> Iterator[tuple[Path, str, str]]:
        """Yield a path if it is a stray; if it is a folder, it is looked into later."""
        # Of links that go in a circle, it is one of them.
        real, is_link = Path(os.path.realpath(path)), path.is_symlink()
        holds_it = real in above or real.is_symlink() or Path(os.path.realpath(path.parent)).is_relative_to(real)
        if is_link and holds_it:
            yield path, "is a link to itself or to a folder that holds it, without end", "remove it"
        elif is_link and not any(real.is_relative_to(one) and not _is_hidden(real.relative_to(one)) for one in inside):
            said = f"is a link out of the project's files, to {real}, so it is neither read nor written"
            yield path, said, "copy what it names to here"
        elif is_link and not real.exists() and not path.name.startswith("."):  # an editor locks a file so
            yield path, "is a link to what is not there", "remove it, or make it anew"
        elif real.is_dir():
            todo.append((path, above | {real}))
        elif real.exists() and not real.is_file():
            yield path, "is neither a file nor a folder, but a pipe or a device: it is not opened", "remove it"

    for top in tops:
        yield from strays(top, frozenset())
    while todo:
        folder, above = todo.pop()
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                seen += 1
                if not _is_utf8(entry.name):
                    yield Path(entry.path), NOT_UTF8, "rename it"
                # The kind of an entry is known without a look at it, unless it is a link.
                if not entry.is_file(follow_symlinks=False):
                    yield from strays(Path(entry.path), above)
        if seen > _MOST_FILES:
            yield (
                folder,
                f"holds one of more than {_MOST_FILES} files, through links perhaps",
                "keep fewer in a project",
            )
            return


def _is_utf8(name: str) -> bool:
    # Python reads other bytes, such as those of a name from an old archive, as surrogates.
    return name.isascii() or not re.search("[\ud800-\udfff]", name)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def files_inside(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and of all folders in it, sorted; links to folders are not followed."""
    for inner, folders, names in os.walk(folder):
        folders.sort()
        yield from (Path(inner, name) for name in sorted(names))


def version_of(package: str) -> str:
    """Return the version of an installed package, without importing it.

    Raises importlib.metadata.PackageNotFoundError if it isn't installed.
    """
    installed = _installed().get(_plain(package))
    if installed is None:
        from importlib.metadata import version

        return version(package)
    return installed


@cache
def _installed() -> dict[str, str]:
    """Return the versions of installed packages by name, read from the names of their ``dist-info`` folders.

    importlib.metadata parses each package's metadata, which takes longer than everything else in a build
    that finds nothing changed.
    """
    versions: dict[str, str] = {}
    for folder in filter(os.path.isdir, reversed(sys.path)):
        for name in os.listdir(folder):  # noqa: PTH208  takes a third of the time of Path.iterdir
            if name.endswith(".dist-info"):
                package, _, version = name.removesuffix(".dist-info").rpartition("-")
                versions[_plain(package)] = version
    return versions


def _plain(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()
