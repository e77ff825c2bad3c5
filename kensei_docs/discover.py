"""The file is the registration: finding the modules of a package and the folders of a tree."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

_VERSION = re.compile(r"^Version: (\S+)$", re.M)


def names_of(package: ModuleType) -> list[str]:
    """Return the names of a package's modules, sorted, without importing them."""
    return sorted(m.name for m in pkgutil.iter_modules(package.__path__)
                  if not m.name.startswith("_"))


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


def version_of(package: str) -> str:
    """Return the version of an installed package, without importing it.

    Raises importlib.metadata.PackageNotFoundError for one that isn't.
    """
    from importlib.metadata import distribution

    # Its ``version`` takes apart all that the package says of itself, which takes much longer.
    found = _VERSION.search(distribution(package).read_text("METADATA") or "")
    return found[1] if found else ""
