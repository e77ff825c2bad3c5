"""The arrows of the house: who may import whom, read from the imports themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import kensei_docs

PACKAGE = Path(kensei_docs.__file__).parent

# A room may import those named here, and what lies on the ground floor.
GROUND = {"problems", "figures", "discover", "files", "languages", "project", "spreadsheet"}
ARROWS = {
    "problems": set(),
    "figures": set(),
    "discover": set(),
    "files": set(),
    "languages": {"discover"},
    "project": {"discover", "problems"},
    "spreadsheet": {"problems"},
    "database": GROUND,
    "sources": GROUND | {"database"},
    "catalogues": GROUND | {"database"},
    "engine": GROUND | {"database"},
    "army": GROUND | {"database", "engine"},
    "extract": GROUND | {"sources"},
    "reconcile": GROUND | {"database", "sources"},
    "check": GROUND | {"army", "database", "engine"},
    "versions": GROUND | {"database", "engine"},
    "documents": GROUND | {"army", "catalogues", "database", "engine", "versions"},
    "preview": GROUND | {"catalogues", "database", "documents"},
}
# The cli composes, and may import everything.
FREE = {"cli", "__main__", "__init__"}


def imports_of(file: Path) -> Iterator[str]:
    """Yield the rooms that a module imports, inside functions too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = (
            [node.module]
            if isinstance(node, ast.ImportFrom) and node.module
            else [a.name for a in node.names]
            if isinstance(node, ast.Import)
            else []
        )
        for name in names:
            parts = name.split(".")
            if parts[0] == "kensei_docs" and len(parts) > 1:
                yield parts[1]
            elif name == "kensei_docs" and isinstance(node, ast.ImportFrom):
                yield from (a.name for a in node.names if (PACKAGE / a.name).exists())


def room_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(PACKAGE)))
def test_a_module_imports_only_what_its_room_may(file: Path) -> None:
    room = room_of(file)
    if room in FREE:
        return
    assert room in ARROWS, f"'{room}' is a new room: draw its arrows here and in docs/"
    assert set(imports_of(file)) - {room} <= ARROWS[room]


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(PACKAGE)))
def test_a_module_is_easy_to_live_in(file: Path) -> None:
    lines = len(file.read_text(encoding="utf-8").splitlines())
    assert lines <= 400, f"{file.name} has {lines} lines; would two rooms be clearer?"


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(PACKAGE)))
def test_a_name_says_what_is_inside(file: Path) -> None:
    assert file.stem not in {"utils", "helpers", "common", "base", "manager", "misc"}
