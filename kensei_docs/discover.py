"""The file is the registration: finding the modules of a package and the folders of a tree, and what installed packages
add to them.

A package on this machine adds to the tool by an entry point of the group ``kensei_docs``, whose value names a package
of Python. Its folders ``checks``, ``recipes``, … hold modules, as ours do, and ``templates`` and ``data/locale`` files.
What is installed may run; what a project brings along is not looked at here.
"""

from __future__ import annotations

import os
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from kensei_docs.problems import unusable

# The group of the entry points of packages that add to the tool.
GROUP = "kensei_docs"
# Files of a project at most: links to folders can make a few look like any number.
_MOST_FILES = 100_000
# The full name of a module, or the path of a file.
_Named = TypeVar("_Named", str, Path)
# What is said of a path that Python can't write as text.
NOT_UTF8 = "has a name that is not UTF-8, and is not read"


@dataclass(frozen=True)
class Addition:
    """An installed package that adds to the tool: its name and version, and the package that its entry point names."""

    name: str
    version: str
    package: str

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Raise Unusable, with the name of the package, for whatever is raised in the block."""
        try:
            yield
        except Exception as fault:
            said = f"adds to kensei-docs, but can't be imported ({type(fault).__name__}: {fault})"
            remedy = f"update it, or remove it with 'pip uninstall {self.name}'"
            raise unusable(f"{self.name} {self.version}", f"{said}; {remedy}", "installed") from fault

    @cached_property
    def folder(self) -> Path:
        """The folder of its package; raises Unusable if there is none. A package in another one has that imported."""
        with self.blamed():
            spec = find_spec(self.package)
            if spec is None or not spec.submodule_search_locations:
                raise ModuleNotFoundError(f"there is no package '{self.package}'")
            return Path(spec.submodule_search_locations[0])

    def modules(self, part: str) -> list[str]:
        """Return the full names of its modules in a part, such as ``checks``, sorted; raises Unusable if it can't."""
        there = self.folder / part
        return [f"{self.package}.{part}.{name}" for name in _modules_in([str(there)])]


def _modules_in(folders: Iterable[str]) -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(folders) if not module.name.startswith("_"))


@cache
def additions() -> tuple[Addition, ...]:
    """Return the installed packages that add to the tool, by their names. Nothing of them is imported."""
    found: list[Addition] = []
    for folder, package, version in _installed_infos():
        declared = folder / "entry_points.txt"
        with suppress(OSError):
            if f"[{GROUP}]" in declared.read_text(encoding="utf-8"):
                # Importing it takes as long as the rest of a build that finds nothing changed.
                from importlib.metadata import PathDistribution

                points = PathDistribution(folder).entry_points.select(group=GROUP)
                found += [Addition(package, version, point.value) for point in points]
    return tuple(sorted(found, key=lambda one: (one.name, one.package)))


def names_of(package: ModuleType, part: str = "") -> dict[str, str]:
    """Return the full names of a package's modules by their names, sorted, without importing them.

    With a ``part``, those of installed packages are among them; raises Unusable if one has the name of another.
    """
    own = {name: f"{package.__name__}.{name}" for name in _modules_in(package.__path__)}
    return _with_added(own, lambda addition: addition.modules(part) if part else ())


def data_files(package: ModuleType, part: str) -> dict[str, Path]:
    """Return the YAML files of a package by their names without the ending, sorted; ``part`` is that of ``names_of``.

    Raises Unusable if an installed package has a file with the name of another.
    """
    own = {file.stem: file for file in files_of(Path(package.__path__[0]), ".yaml")}
    return _with_added(own, lambda addition: files_of(addition.folder / part, ".yaml"))


def _with_added(own: Mapping[str, _Named], added: Callable[[Addition], Iterable[_Named]]) -> dict[str, _Named]:
    """Return what the tool and installed packages have, sorted by name; raises Unusable if two have one name."""
    found = dict(own)
    for addition in additions():
        for one in added(addition):
            name = one.stem if isinstance(one, Path) else one.rpartition(".")[2]
            if other := found.get(name):
                message = f"adds '{one}', but '{other}' is there already; give it another name"
                raise unusable(f"{addition.name} {addition.version}", message, "installed")
            found[name] = one
    return dict(sorted(found.items()))


def modules_of(package: ModuleType, part: str = "", *needed: str) -> Iterator[ModuleType]:
    """Import and yield each module of a package, in the order of their names; ``part`` is that of ``names_of``.

    Raises Unusable for a module of an installed package that can't be imported, or lacks a name that is ``needed``.
    """
    for name in names_of(package, part).values():
        addition = next((one for one in additions() if name.startswith(f"{one.package}.")), None)
        if addition is None:
            yield import_module(name)
            continue
        with addition.blamed():
            module = import_module(name)
            for one in needed:
                if not hasattr(module, one):
                    raise ImportError(f"{name} has no {one}")
        yield module


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
    for _, name, installed in _installed_infos():
        if name == _plain(package):
            return installed
    from importlib.metadata import version

    return version(package)


@cache
def _installed_infos() -> tuple[tuple[Path, str, str], ...]:
    """Return the folder, the name and the version of each installed package, from the name of its ``dist-info`` folder.

    importlib.metadata parses each package's metadata, which takes longer than everything else in a build
    that finds nothing changed. The working directory, which ``python -m`` looks at first, may be a stranger's project.
    """
    found: dict[str, tuple[Path, str, str]] = {}
    here = os.path.realpath(os.curdir)
    for folder in filter(os.path.isdir, reversed(sys.path)):
        if os.path.realpath(folder) != here:
            for name in os.listdir(folder):  # noqa: PTH208  takes a third of the time of Path.iterdir
                if name.endswith(".dist-info"):
                    package, _, version = name.removesuffix(".dist-info").rpartition("-")
                    found[_plain(package)] = Path(folder, name), _plain(package), version
    return tuple(found.values())


def _plain(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()
