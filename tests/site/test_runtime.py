"""What of the toolkit runs in a browser, and what travels there: no more than the questions need."""

from __future__ import annotations

import ast
import io
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

import kensei_docs
from kensei_docs.database import Database
from kensei_docs.database.model import Vocabulary
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.site import runtime
from kensei_docs.site.runtime import commands, own_modules, runtime_problems, write_engine
from tests.site.conftest import RUNTIME, needs_runtime

PACKAGE = Path(kensei_docs.__file__).parent
# Packages that a module of the browser names, in functions that no question calls: they read and write files.
OF_FILES = {"PIL", "jinja2", "lxml", "openpyxl", "platformdirs"}


def imported_by(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    named = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level]
    named += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    return {name.partition(".")[0] for name in named}


def test_what_runs_in_the_browser_prints_and_extracts_nothing() -> None:
    rooms = {file.relative_to(PACKAGE).parts[0].removesuffix(".py") for file in own_modules()}
    assert {"army", "engine", "catalogues", "database", "traces", "site"} <= rooms
    assert rooms.isdisjoint({"cli", "documents", "extract", "check", "drafting", "preview", "review", "versions"})
    assert PACKAGE / "site" / "runtime.py" not in own_modules()


def test_each_package_that_it_imports_travels() -> None:
    named = {name for file in own_modules() for name in imported_by(file)}
    travels = {name.replace("-", "_").partition(".")[0] for name in runtime._declared()["packages"]} | {
        "pydantic_core",
        "kensei_docs",
    }
    assert named - set(sys.stdlib_module_names) - travels == OF_FILES


def modules_of(names: Iterable[str]) -> set[str]:
    return {name[:-3].replace("/", ".").removesuffix(".__init__") for name in names if name.endswith(".py")}


@needs_runtime
def test_what_the_modules_import_is_not_left_out_of_the_library() -> None:
    """Some is imported only when a question needs it."""
    held = runtime._held(RUNTIME, runtime._pyodide())["python_stdlib.zip"]
    library = runtime._files_of_runtime(RUNTIME)[1]
    left_out = modules_of(zipfile.ZipFile(io.BytesIO(held)).namelist()) - modules_of(library)
    sources = {str(file): file.read_bytes() for file in own_modules()}
    sources |= {name: text for name, text in runtime._files_of_packages(("en", "es")).items() if name.endswith(".py")}
    asked: set[tuple[str, str]] = set()
    for name, text in sources.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                asked |= {(name, alias.name) for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                asked |= {(name, str(node.module)), *((name, f"{node.module}.{one.name}") for one in node.names)}
    # What a report of a fault in pydantic says of the machine.
    assert {one for one in asked if one[1] in left_out} == {("pydantic/version.py", "platform")}


def test_what_is_discovered_comes_along() -> None:
    names = {file.relative_to(PACKAGE).as_posix() for file in own_modules()}
    assert {"engine/expressions/value_operators.py", "engine/expressions/game_operators.py"} <= names


def test_a_folder_without_the_runtime_is_refused_with_the_commands(tmp_path: Path) -> None:
    with pytest.raises(Unusable) as refused:
        write_engine(Project((tmp_path,), tmp_path), Database(Vocabulary()), ["en"], tmp_path, tmp_path / "out")
    lines = str(refused.value).splitlines()
    assert len(commands()) == 2
    assert len(lines) == len(runtime._files())
    assert all(any(command in line for command in commands()) for line in lines)
    assert all(any(command in line for line in lines) for command in commands())
    assert not (tmp_path / "out").exists()


def test_a_file_with_other_content_is_refused(tmp_path: Path) -> None:
    for file in runtime._files():
        (tmp_path / file["name"]).write_bytes(b"something else")
    assert [
        str(problem).count("is not the file that this version was tested with")
        for problem in runtime_problems(tmp_path)
    ] == [1, 1, 1, 1, 1]


def test_the_wheel_is_of_the_version_that_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [file["name"] for file in runtime._declared()["files"]]
    assert any(f"-{runtime._version_of('pydantic_core')}-" in name for name in names)


def test_files_are_packed_the_same_each_time() -> None:
    files = {"b.py": b"b", "a.py": b"a"}
    assert runtime._packed(files) == runtime._packed(dict(sorted(files.items())))
