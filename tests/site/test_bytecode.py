"""What a browser runs is compiled here by the Python that runs it there, where Node is; else it travels as it is."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from kensei_docs.problems import Unusable
from kensei_docs.site import bytecode, runtime
from tests.site.conftest import RUNTIME, needs_runtime

MODULES = {"reeds/__init__.py": b"'''Reeds.'''\nPOND = 3\n", "reeds/frogs.dat": b"\x00frogs"}
needs_node = pytest.mark.skipif(not bytecode.has_compiler(), reason="Node compiles for the browser, and is not here")


def files_of_python() -> dict[str, bytes]:
    found, library = runtime._files_of_runtime(RUNTIME)
    return {**found, "python_stdlib.zip": runtime._packed(library)}


def with_node(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "node"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@needs_runtime
@needs_node
def test_modules_become_bytecode_and_other_files_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bytecode.compiled(MODULES, files_of_python())
    assert made.keys() == {"reeds/__init__.pyc", "reeds/frogs.dat"}
    assert made["reeds/frogs.dat"] == b"\x00frogs"
    assert b"POND" in made["reeds/__init__.pyc"] and b"Reeds." not in made["reeds/__init__.pyc"]
    # Kept by content: nothing runs for what was compiled before, and other content is other bytecode.
    with_node(tmp_path, "exit 1", monkeypatch)
    assert bytecode.compiled(MODULES, files_of_python()) == made
    with pytest.raises(Unusable, match="compiles nothing"):
        bytecode.compiled({"reeds/__init__.py": b"POND = 4\n"}, files_of_python())


def test_without_node_modules_travel_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert bytecode.compiled(MODULES, {}) == MODULES


def test_a_compiler_that_fails_is_told_with_what_it_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_node(tmp_path, "echo 'no such option' >&2; exit 3", monkeypatch)
    with pytest.raises(Unusable) as refused:
        bytecode.compiled(MODULES, {"pyodide.mjs": b""})
    assert str(refused.value.problems[0]).endswith(
        "node: compiles nothing for the browser here: no such option  [site]"
    )
