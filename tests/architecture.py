"""The arrows of the architecture: which package may import which, read from the imports themselves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import kensei_docs

PACKAGE = Path(kensei_docs.__file__).parent

# A package may import the packages named here, and the base.
BASE = {"caches", "problems", "figures", "slugs", "discover", "faults", "files", "processes", "languages", "project"}
ARROWS = {
    "problems": {"slugs"},
    "figures": {"languages", "problems"},
    "slugs": set(),
    "discover": {"problems"},
    "faults": set(),
    "files": set(),
    "caches": {"files", "problems", "slugs"},
    "processes": {"problems"},
    "languages": {"discover", "problems"},
    "project": {"caches", "discover", "files", "problems", "slugs"},
    "database": BASE,
    "sources": BASE | {"database"},
    "catalogues": BASE | {"database"},
    "engine": BASE | {"database"},
    "traces": BASE | {"catalogues", "database", "engine"},
    "army": BASE | {"catalogues", "database", "engine", "traces"},
    "extract": BASE | {"sources"},
    "drafting": BASE | {"catalogues", "database", "extract", "sources"},
    "reconcile": BASE | {"database", "extract", "sources"},
    "check": BASE
    | {"army", "catalogues", "database", "documents", "engine", "extract", "pull", "reconcile", "sources", "versions"},
    "versions": BASE | {"database", "engine"},
    "schemas": BASE | {"database", "documents", "engine", "sources", "versions"},
    "pull": BASE | {"database"},
    "migrate": BASE | {"database", "engine"},
    "documents": BASE | {"army", "catalogues", "database", "engine", "traces", "versions"},
    "serving": BASE | {"catalogues", "database", "documents"},
    "site": BASE | {"army", "catalogues", "database", "documents", "engine", "serving", "traces"},
    "preview": BASE | {"catalogues", "check", "database", "documents", "serving"},
    "review": BASE | {"catalogues", "check", "database", "drafting", "extract", "reconcile", "serving", "sources"},
}
# What only these modules of check may import: they hold the files of a project against the stages that read them.
CHECKS_OF_FILES = {"checked_project.py", "printed_files.py", "project_files.py"}
ONLY_FOR_FILES = {"documents", "extract", "reconcile", "sources", "versions"}
# Inside documents: the steps, in the order in which data pass them. A step imports earlier ones only.
STEPS = [
    "products",
    "markup",
    "layout",
    "manifest",
    "cache",
    "pdf",
    "imposition",
    "sheets",
    "build",
    "combined",
    "targets",
    "change_report",
    "reprint",
    "release",
]
# The cli composes, and may import everything.
FREE = {"cli", "__main__", "__init__"}


def modules_imported_by(file: Path) -> Iterator[list[str]]:
    """Yield the names of the package's modules that a module imports, inside functions too, in their parts."""
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
            if parts[0] == "kensei_docs" and isinstance(node, ast.ImportFrom):
                folder = PACKAGE.joinpath(*parts[1:])
                inner = [a.name for a in node.names if (folder / a.name).exists() or (folder / f"{a.name}.py").exists()]
                yield from ([*parts[1:], name] for name in inner)
                if len(parts) > 1 and len(inner) < len(node.names):
                    yield parts[1:]
            elif parts[0] == "kensei_docs" and len(parts) > 1:
                yield parts[1:]


def package_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(PACKAGE)))
def test_a_module_imports_only_what_its_package_may(file: Path) -> None:
    package = package_of(file)
    if package in FREE:
        return
    assert package in ARROWS, f"'{package}' is a new package: draw its arrows here and in docs/"
    assert {parts[0] for parts in modules_imported_by(file)} - {package} <= ARROWS[package]


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(PACKAGE)))
def test_no_module_runs_another_program(file: Path) -> None:
    """A project may be a stranger's: git, for one, runs what the settings of a repository name.

    The minifier of a site's scripts is run, since the package has the digest of its file; so is Node, the user's own
    program, which compiles the modules of this package for a browser, and runs none of them.
    """
    if file in (PACKAGE / "site" / "scripts.py", PACKAGE / "site" / "bytecode.py"):
        return
    text = file.read_text(encoding="utf-8")
    assert not re.search(
        r"\b(?:subprocess|os\.(?:system|popen|exec\w+|spawn\w+|startfile)|pty|asyncio\.create_sub)\b", text
    )


CHECKS = PACKAGE / "check"


@pytest.mark.parametrize("file", sorted(CHECKS.rglob("*.py")), ids=lambda f: str(f.relative_to(CHECKS)))
def test_only_the_checks_of_files_know_the_stages_that_read_them(file: Path) -> None:
    if file.relative_to(CHECKS).parts[0] not in CHECKS_OF_FILES:
        assert {parts[0] for parts in modules_imported_by(file)}.isdisjoint(ONLY_FOR_FILES)


DOCUMENTS = PACKAGE / "documents"


@pytest.mark.parametrize("file", sorted(DOCUMENTS.rglob("*.py")), ids=lambda f: str(f.relative_to(DOCUMENTS)))
def test_a_step_of_the_documents_imports_only_earlier_ones(file: Path) -> None:
    step = file.relative_to(DOCUMENTS).parts[0].removesuffix(".py")
    if step == "__init__":
        return
    assert step in STEPS, f"'{step}' is a new step: draw its arrows here and in docs/"
    before = STEPS[: STEPS.index(step)]
    imported = {parts[1] for parts in modules_imported_by(file) if parts[0] == "documents" and len(parts) > 1}
    assert imported <= {step, *before}


EXTRACT = PACKAGE / "extract"


@pytest.mark.parametrize("file", sorted(EXTRACT.glob("*/**/*.py")), ids=lambda f: str(f.relative_to(EXTRACT)))
def test_the_packages_of_extract_know_the_document_and_not_one_another(file: Path) -> None:
    packages = {"pdf", "text", "reading"}
    if file.parent.name == "formats":  # it chooses among them
        packages -= {"pdf", "text"}
    imported = {parts[1] for parts in modules_imported_by(file) if parts[0] == "extract" and len(parts) > 1}
    assert imported & packages <= {file.relative_to(EXTRACT).parts[0]}


def rooms_imported_by(file: Path) -> Iterator[Path]:
    """Yield the modules that a module imports names of, as files."""
    for parts in modules_imported_by(file):
        path = PACKAGE.joinpath(*parts)
        room = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if room.exists() and room != file:
            yield room


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(PACKAGE)))
def test_only_a_command_imports_a_module_of_ours_when_it_runs(file: Path) -> None:
    """A library may be imported late because it is heavy; a module of ours would hide a circle."""
    if file.name == "__main__.py" or file.parent.name == "cli":
        return
    late = [
        f"line {node.lineno}"
        for place in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(place, ast.FunctionDef | ast.AsyncFunctionDef | ast.If)
        for node in ast.walk(place)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kensei_docs")
    ]
    assert late == []


def test_no_modules_import_one_another_in_a_circle() -> None:
    graph = {file: set(rooms_imported_by(file)) for file in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(str(file.relative_to(PACKAGE)) for file in reversed(circle.args[1])))


def test_only_discovery_imports_by_name() -> None:
    found = [file for file in MODULES if "import_module" in file.read_text(encoding="utf-8")]
    assert [file.name for file in found] == ["discover.py"]


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(PACKAGE)))
def test_a_module_is_one_thing(file: Path) -> None:
    assert "_and_" not in file.stem


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(PACKAGE)))
def test_a_name_says_what_is_inside(file: Path) -> None:
    assert file.stem not in {"utils", "helpers", "common", "base", "manager", "misc"}


def test_a_module_that_a_text_names_is_there() -> None:
    """After a module has another name, no guide, comment or file of data leads to the old one."""
    root = PACKAGE.parent
    there = {
        str(file.relative_to(root))
        for name in ("kensei_docs", "tests", "tools")
        for file in (root / name).rglob("*.py")
    }
    texts = [*MODULES, *root.glob("*.md"), *(root / "docs").glob("*.md"), *(root / "data" / "editions").rglob("*.yaml")]
    named = {
        (str(text.relative_to(root)), name)
        for text in texts
        # The first line of a block may name a file that the reader writes.
        for name in re.findall(r"(?<!```python )(?<![\w/])[a-z_]+(?:/[a-z_]+)+\.py\b", text.read_text(encoding="utf-8"))
    }
    assert {(text, name) for text, name in named if not any(f"/{path}".endswith(f"/{name}") for path in there)} == set()
