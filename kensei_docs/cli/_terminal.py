"""The terminal: the options that several commands share, how they print what they found, and how they serve a page."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from kensei_docs.files import is_pipe_or_device, write_whole
from kensei_docs.problems import Problem, by_place, short_path, unusable

if TYPE_CHECKING:
    from kensei_docs.serving import LocalServer

# Control characters but for the ends of lines, tabs, and the colours that commands print to a terminal themselves. With
# the others, a name in the data of another person could set the terminal's title, or overwrite what it shows. Python
# reads bytes of a file's name that are not UTF-8 as surrogates, which can't be printed.
_CONTROLS = re.compile(r"(?!\r\n|[\n\t])[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_CONTROLS_OR_COLOURS = re.compile(rf"\x1b\[[0-9;]*m|{_CONTROLS.pattern}")
# The pictures of control characters in Unicode.
_PICTURES = {**{code: chr(0x2400 + code) for code in range(0x20)}, 0x7F: "\u2421"}

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class FileToRead(click.Path):
    """The path of a file that is read, which may be a link to one; a pipe or a device is refused."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; raises Unusable if there is no file or folder, but something else."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if is_pipe_or_device(path):
            raise unusable(path, "is a pipe or a device, and is not opened; name a file", "file")
        return path


file_argument = click.argument("file", type=FileToRead())
editions_argument = click.argument("editions", metavar="[EDITION]...", nargs=-1)

editions_option = click.option(
    "-e", "--edition", "editions", metavar="EDITION", multiple=True, help="Only this edition; may be repeated."
)
edition_id_option = click.option(
    "-e", "--edition", "edition_id", required=True, metavar="EDITION", help="The edition that is changed."
)
theme_option = click.option(
    "--theme",
    metavar="THEME",
    default="colour",
    show_default=True,
    help="colour, low-ink, black-and-white, large-print, or one of your own.",
)
printer_option = click.option("--printer", metavar="NAME", help="A printer that printers.yaml describes.")
backs_option = click.option(
    "--backs",
    metavar="BACKS",
    help="Where backs go: long-edge or short-edge (at which the printer flips the sheet), gutterfold, or none.",
)
cut_lines_option = click.option("--cut-lines", is_flag=True, help="Draw the outline of every card and token.")
layout_option = click.option(
    "--layout", metavar="LAYOUT", help="Another layout of a kind that has some, such as folded; --list names them."
)
size_option = click.option(
    "--size",
    metavar="SIZE",
    help="The size of the faces, as far as they are drawn for it: poker, tarot or another name, or a measure "
    "such as 63x88.",
)

port_option = click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Where to listen; 0 takes any port that is free.",
)


class Millimetres(click.FloatRange):
    """A length from ``min`` to ``max`` millimetres; ``nan``, which is neither below nor above, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        length = float(super().convert(value, param, ctx))
        return length if length == length else self.fail(f"'{value}' is no length.", param, ctx)


class Guarded:
    """A text stream that prints control characters as pictures (``␛``), and otherwise is as the ``stream``."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._refused = _CONTROLS_OR_COLOURS if stream.isatty() else _CONTROLS

    def write(self, text: str) -> int:
        """Write a text without control characters; return its length."""
        self.stream.write(self._refused.sub(lambda found: _visible(found[0]), text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write some texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def unguarded(stream: TextIO) -> TextIO:
    """Return the stream of the terminal itself, for what moves the cursor: progress bars."""
    return cast(TextIO, getattr(stream, "stream", stream))


def _visible(control: str) -> str:
    if "\udc80" <= control <= "\udcff":
        return f"\\x{ord(control) - 0xDC00:02x}"
    return control if len(control) > 1 else _PICTURES.get(ord(control), "\ufffd")


def format_option(*formats: str) -> Decorator:
    """Return the option for the form of the output; the first of ``formats`` is the default."""
    return click.option("--format", "form", type=click.Choice(formats), default=formats[0], show_default=True)


def language_option(about: str = "The language of the report.") -> Decorator:
    """Return the option of the language to print in."""
    return click.option("-l", "--language", metavar="LANGUAGE", default="en", show_default=True, help=about)


def source_option(
    about: str = "Which document it is; by default the one it is a known copy of, or is named like.",
) -> Decorator:
    """Return the option of the source of a document."""
    return click.option("--source", "source_id", metavar="ID", help=about)


def languages_option(about: str) -> Decorator:
    """Return the option of the languages to print in, all by default; it may be given several times."""
    return click.option("-l", "--language", "languages", multiple=True, metavar="LANGUAGE", default=["all"], help=about)


def paper_option(about: str) -> Decorator:
    """Return the option of the papers to print on; it may be given several times."""
    return click.option("--paper", "papers", multiple=True, metavar="PAPER", help=about)


def out_folder_option(about: str) -> Decorator:
    """Return the option of the folder to write into."""
    return click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help=about)


def out_file_option(about: str = "Write to this file.") -> Decorator:
    """Return the option of the file to write to instead of the terminal."""
    return click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help=about)


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


def place_read(citation: Mapping[str, Any]) -> str:
    """Return a citation (its JSON object) in words: ``rulebook 12-14`` with lines, ``rulebook p. 3`` with a page."""
    document, lines, page = citation["document"], citation["lines"], citation["page"]
    return f"{document} {lines[0]}-{lines[1]}" if lines else f"{document} p. {page}" if page else document


def counted(number: int, noun: str) -> str:
    """Return a number and its noun: ``1 file``, ``2 files``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def write_or_print(out: Path | None, text: str) -> None:
    """Write text to the file ``out``, without the colours of the terminal; without a file, print it."""
    if out:
        write_whole(out, click.unstyle(text))
    else:
        click.echo(text, nl=False)


def serve(server: LocalServer, browser: bool) -> None:
    """Serve pages until Ctrl-C; ``browser`` opens the first page in one."""
    import webbrowser

    print_problems(server.ignored())
    click.echo("Ctrl-C ends it")
    if browser:
        webbrowser.open(server.url)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        click.echo("ended")
