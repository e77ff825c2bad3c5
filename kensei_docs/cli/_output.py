"""How commands print: JSON, problems, the names of written files, and text that may go to a file instead."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from kensei_docs.files import write_whole
from kensei_docs.problems import Problem, by_place, short_path


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def print_problems(problems: Iterable[Problem]) -> None:
    """Print problems to standard error, one a line, in the order of their places."""
    for problem in by_place(problems):
        click.echo(str(problem), err=True)


def print_written(file: str | Path, rest: str = "", err: bool = False) -> None:
    """Print that a file was written, and the ``rest`` of the line."""
    click.echo(f"wrote {short_path(str(file))}{rest}", err=err)


def write_or_print(out: Path | None, text: str) -> None:
    """Write text to the file ``out``, without the terminal's colours; print it where there is none."""
    if out:
        write_whole(out, click.unstyle(text))
    else:
        click.echo(text, nl=False)
