"""What all commands share: the project that they work in, the options of several, and what they print.

``Workspace`` is the object of click's context: a command gets it with ``click.pass_obj``, and opens what it needs.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TextIO

import click

from kensei_docs.files import is_pipe_or_device, write_whole
from kensei_docs.problems import Problem, Unusable, by_place, short_path, unknown, unusable
from kensei_docs.project import CATALOGUES, EDITIONS, Project

if TYPE_CHECKING:
    from kensei_docs.catalogues import Translator
    from kensei_docs.database import Database, Edition
    from kensei_docs.serving import LocalServer

# Control characters but for the ends of lines, tabs, and the colours that commands print to a terminal themselves. With
# the others, a name in the data of another person could set the terminal's title, or overwrite what it shows. Python
# reads bytes of a file's name that are not UTF-8 as surrogates, which can't be printed.
_CONTROLS = re.compile(r"(?!\r\n|[\n\t])[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_CONTROLS_OR_COLOURS = re.compile(rf"\x1b\[[0-9;]*m|{_CONTROLS.pattern}")
# The pictures of control characters in Unicode.
_PICTURES = {**{code: chr(0x2400 + code) for code in range(0x20)}, 0x7F: "\u2421"}


class Workspace:
    """The project in a folder (None: the working directory's), with the rules of a day (None: of today).

    It is opened when a command first asks for it; everything here raises Unusable where that can't be done.
    """

    def __init__(self, folder: str | None = None, as_of: date | None = None) -> None:
        self.folder, self.as_of = folder, as_of

    @cached_property
    def project(self) -> Project:
        project = Project.open(self.folder)
        return replace(project, as_of=self.as_of or project.as_of)

    def on(self, day: date | None) -> Workspace:
        """Return the same project with the rules of a day; with None, of the same day."""
        return Workspace(self.folder, day or self.as_of)

    def database(self, editions: Collection[str] = ()) -> Database:
        """Return the database of some editions, or of all, and print the warnings about its data; raises Unusable if
        these have errors or one of the editions isn't there."""
        database, warnings = self.database_with_warnings(editions)
        print_problems(warnings)
        return database

    def database_with_warnings(self, editions: Collection[str] = ()) -> tuple[Database, list[Problem]]:
        """Return what ``database`` does, and the warnings and notes about the data; raises as it does."""
        from kensei_docs.database import load

        self.require_editions(editions)
        database, problems = load(self.project, editions)
        if errors := [problem for problem in by_place(problems) if problem.severity == "error"]:
            raise Unusable(*errors)
        return database, problems

    def require_editions(self, editions: Iterable[str]) -> None:
        """Raise Unusable for an edition that the project doesn't have."""
        folders = self.project.named_folders(*EDITIONS)
        for edition in editions:
            if edition not in folders:
                raise unknown("data/editions", "edition", edition, folders)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages of the project: those that messages are written in first, then those of its catalogues."""
        from kensei_docs.catalogues import MESSAGE_LANGUAGE, languages, written_languages

        return tuple(dict.fromkeys([MESSAGE_LANGUAGE, *written_languages(self.project), *languages(self.project)]))

    def languages_of(self, *editions: Edition) -> tuple[str, ...]:
        """Return the languages that any of some editions is written in or has a catalogue of."""
        return tuple(language for language in self.languages if any(self.is_in(each, language) for each in editions))

    def is_in(self, edition: Edition, language: str) -> bool:
        """Return whether an edition is written in a language, or has a catalogue of it."""
        return edition.written_in == language or bool(self.project.file(*CATALOGUES, language, f"{edition.id}.po"))

    def require_language(self, language: str) -> None:
        """Raise Unusable for a language that the project doesn't have."""
        if language not in self.languages:
            raise unknown("data/locale", "language", language, self.languages)

    def translator(self, database: Database, language: str) -> Translator:
        """Return the translator of a database; raises Unusable for a language that the project doesn't have."""
        from kensei_docs.catalogues import Translator

        self.require_language(language)
        return Translator(self.project, database, language)

    def translators(self, database: Database) -> dict[str, Translator]:
        """Return a translator into each language of the project."""
        return {language: self.translator(database, language) for language in self.languages}

    @contextmanager
    def refusing_in(self, language: str) -> Iterator[None]:
        """Translate the messages of an Unusable raised in the block into ``language``, where translations exist."""
        from kensei_docs.catalogues import MESSAGE_LANGUAGE
        from kensei_docs.database import load

        try:
            yield
        except Unusable as refused:
            if language == MESSAGE_LANGUAGE or language not in self.languages:
                raise
            translator = self.translator(load(self.project)[0], language)
            raise Unusable(*map(translator.problem, refused.problems)) from None


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


class Millimetres(click.FloatRange):
    """A length from ``min`` to ``max`` millimetres: ``3``, ``3mm``, ``1/8in``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the length; fails for what is none."""
        from kensei_docs.documents.products.lengths import length_of

        length = length_of(value) if isinstance(value, str) else value
        if length is None:
            self.fail(f"'{value}' is no length; write one such as 3, 3mm or 1/8in", param, ctx)
        return float(super().convert(length, param, ctx))


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
no_browser_option = click.option("--no-browser", is_flag=True, help="Open no browser.")

# Options whose ``help`` differs from command to command; they are called with it.
language_option = partial(
    click.option,
    "-l",
    "--language",
    metavar="LANGUAGE",
    default="en",
    show_default=True,
    help="The language of the report.",
)
languages_option = partial(
    click.option, "-l", "--language", "languages", multiple=True, metavar="LANGUAGE", default=["all"]
)
source_option = partial(
    click.option,
    "--source",
    "source_id",
    metavar="ID",
    help="Which document it is; by default the one it is a known copy of, or is named like.",
)
paper_option = partial(click.option, "--paper", "papers", multiple=True, metavar="PAPER")
out_folder_option = partial(click.option, "--out", type=click.Path(path_type=Path), metavar="DIR")
out_file_option = partial(
    click.option, "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write to this file."
)


def format_option(*formats: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option for the form of the output; the first of ``formats`` is the default."""
    return click.option("--format", "form", type=click.Choice(formats), default=formats[0], show_default=True)


def names_among(sort: str, asked: Iterable[str], names: Sequence[str], all_: Sequence[str] = ()) -> tuple[str, ...]:
    """Split the words at commas and return each name once; "all" stands for ``all_``, if it is given.

    Raises Unusable for a name that is not in ``names``.
    """
    chosen: list[str] = []
    for name in map(str.lower, split_at_commas(asked)):
        if name == "all" and all_:
            chosen += all_
        elif name in names:
            chosen.append(name)
        else:
            # The command that runs, without the name of the program: "build", "army pack".
            raise unknown(click.get_current_context().command_path.partition(" ")[2], sort, name, names)
    return tuple(dict.fromkeys(chosen))


def split_at_commas(asked: Iterable[str]) -> tuple[str, ...]:
    """Return the names in some words, in which several may stand with commas between them; each once."""
    return tuple(dict.fromkeys(part.strip() for words in asked for part in words.split(",")))


class CommandWithDeclaredOptions(click.Command):
    """A command with further options, which ``declared`` returns for the vocabulary of the project.

    They follow --edition in the help.
    """

    def __init__(self, *args: Any, declared: Callable[[Database], Sequence[click.Option]], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._declared = declared

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters and the declared options; raises Unusable for a wrong declaration."""
        from kensei_docs.database import load_shared

        own = super().get_params(ctx)
        # click calls this several times, and compares the parameters by identity.
        options = ctx.meta.setdefault(f"{__name__}.{self.name}", [])
        if not options:
            options += self._declared(load_shared(ctx.ensure_object(Workspace).project)[0])
        after_edition = 1 + next((at for at, parameter in enumerate(own) if parameter.name == "edition"), -1)
        return [*own[:after_edition], *options, *own[after_edition:]]


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


def _visible(control: str) -> str:
    if "\udc80" <= control <= "\udcff":
        return f"\\x{ord(control) - 0xDC00:02x}"
    return control if len(control) > 1 else _PICTURES.get(ord(control), "\ufffd")


class Bars:
    """Progress bars on the terminal, one a task; none where the errors go to a file.

    They begin with the first step and not before it: the bars have a thread, and worker processes must be started
    while there is none.
    """

    def __init__(self) -> None:
        self._bars: Any = None
        self._tasks: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bars:
            self._bars.stop()

    def advance(self, task: str, done: int, total: int, more: str = "") -> None:
        """Show how much of a task is done; ``more`` stands behind its name."""
        if not sys.stderr.isatty():
            return
        if self._bars is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            # What moves the cursor is written to the terminal itself.
            console = Console(file=getattr(sys.stderr, "stream", sys.stderr))
            columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
            self._bars = Progress(*columns, console=console, transient=True)
            self._bars.start()
        if task not in self._tasks:
            self._tasks[task] = self._bars.add_task(task)
        self._bars.update(self._tasks[task], completed=done, total=total, description=task + more)


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def report(form: str, value: object, lines: Iterable[str]) -> None:
    """Print a value as JSON, if that is the ``form``, else the lines that say the same."""
    if form == "json":
        print_json(value)
    else:
        for line in lines:
            click.echo(line)


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

    print_problems(server.pages.ignored())
    click.echo("Ctrl-C ends it")
    if browser:
        webbrowser.open(server.url)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        click.echo("ended")
