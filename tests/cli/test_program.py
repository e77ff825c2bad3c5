"""The command line: quick to answer, clear when it refuses."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


def test_help_lists_every_command_by_what_it_does(run: Callable) -> None:
    result = run("--help")
    assert result.status == 0
    assert "facts" in result.out and "List every fact of the database" in result.out


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; sys.argv = ['kensei-docs', '--help']\n"
        "from kensei_docs.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'weasyprint', 'pdfplumber', 'pikepdf', 'pydantic', 'babel', 'jinja2',"
        " 'ruamel', 'rich'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fact"], "there is no command 'fact'; did you mean 'facts'?"),
        (["facts", "reeds-1"], "there is no edition 'reeds-1'; did you mean 'reeds-1e'?"),
        (["facts", "--format", "xml"], "'xml' is not one of"),
    ],
)
def test_a_wrong_word_is_refused_with_the_right_one(run: Callable, reeds: Path, words: list[str], said: str) -> None:
    result = run("--project", reeds, *words)
    assert result.status == 2
    assert said in result.err
    assert "Traceback" not in result.err


def test_data_with_a_fault_is_refused_with_its_place(run: Callable, reeds: Path) -> None:
    file = reeds / "data" / "editions" / "reeds-1e" / "tools.yaml"
    file.write_text("long-tools: [\n")
    result = run("--project", reeds, "facts")
    assert result.status == 2 and result.out == ""
    assert f"{file}:2:1: is not YAML" in result.err
