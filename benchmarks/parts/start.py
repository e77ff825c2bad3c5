"""Questions that are answered at once: the commands that read nothing but the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.specimen import EDITION, make
from benchmarks.timing import PYTHON, TOOL, Command, Row, in_turn


def measure(folder: Path, sizes: Sequence[int], runs: int) -> Iterator[Row]:
    """Measure them against a Python that does nothing but start."""
    project = folder / "start"
    make(project, 54)
    bare = Command("an empty Python", [PYTHON, "-c", ""])
    commands = [
        Command("help", [*TOOL, "--help"]),
        Command("list", [*TOOL, "--project", project, "list", "specimen", "-e", EDITION]),
        Command("show", [*TOOL, "--project", project, "show", "card-00003", "-e", EDITION]),
    ]
    in_turn([bare, *commands], 3 * runs)
    for command in commands:
        yield Row.of(command.name, command, bare, note=f"{min(command.seconds):.2f} s at best")
