"""The process of the command: what ends it early."""

import os
import subprocess
import sys

import pytest

from tests.browser import PATIENCE

RUN = """
import signal
import time
import kensei_docs.cli
from kensei_docs.__main__ import main

# What runs in the background of a script ignores interruptions.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Freed:
    def __del__(self):
        raise {fault}


def command():
    held = Freed()
    del held
    time.sleep({seconds})


kensei_docs.cli.main = command
main()
"""


def run(fault: str, seconds: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN.format(fault=fault, seconds=seconds)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("fault", ["KeyboardInterrupt", "type('Sub', (KeyboardInterrupt,), {})"])
def test_an_interruption_that_python_drops_still_ends_the_command(fault):
    ended = run(fault, 50)
    assert (ended.returncode, ended.stderr) == (1, "\nAborted!\n")


def test_another_fault_that_python_drops_is_told():
    ended = run("ValueError('of a test')", 0)
    assert ended.returncode == 0
    assert "ValueError: of a test" in ended.stderr


@pytest.mark.parametrize("fault", ["ImportError('of a test')", "SyntaxError('of a test')", "RuntimeError('of a test')"])
def test_a_fault_before_the_command_begins_is_one_line_that_names_a_report(fault, tmp_path):
    script = f"""
import builtins, sys
load = builtins.__import__
def fail(name, *others, **more):
    if name == "kensei_docs.cli":
        raise {fault}
    return load(name, *others, **more)
builtins.__import__ = fail
from kensei_docs.__main__ import main
main()
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, env={"TMPDIR": str(tmp_path)}
    )
    assert ended.returncode == 70
    (line,) = ended.stderr.splitlines()
    assert line.startswith("kensei-docs: a fault of the program (") and len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(os.name != "posix", reason="streams are closed by a shell")
@pytest.mark.parametrize(("closed", "status"), [(">&-", 0), (">&- 2>&-", 0), ("2>&-", 2), ("<&- >&- 2>&-", 2)])
def test_a_stream_that_is_closed_takes_what_is_printed(closed, status):
    word = "--help" if status == 0 else "nothing-such"
    shell = ["sh", "-c", f'exec "$0" -m kensei_docs {word} {closed}', sys.executable]
    ended = subprocess.run(shell, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (status, "", "")
