"""The command ``kensei-docs``: each module here is one command, imported when it is called."""

from __future__ import annotations

import linecache
import sys
from datetime import datetime
from importlib import import_module
from pathlib import Path

import click

from kensei_docs import __version__
from kensei_docs.problems import Unusable, closest, short_path
from kensei_docs.project import ProjectOptions

_FOLDER = Path(__file__).resolve().parent


class Commands(click.Group):
    """A group whose commands are the modules of this package, each loaded on its own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Accept --as-of anywhere on the command line, since every command has it."""
        day: list[str] = []
        for i, word in enumerate(args):
            if word == "--":
                break
            if word == "--as-of" or word.startswith("--as-of="):
                day = args[i : i + (2 if word == "--as-of" else 1)]
                args = [*args[:i], *args[i + len(day) :]]
                break
        return super().parse_args(ctx, [*day, *args])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(file.stem for file in _FOLDER.glob("[!_]*.py"))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__name__}.{name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and name not in self.list_commands(ctx):
            raise click.UsageError(f"there is no command '{name}'{closest(name, self.list_commands(ctx))}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # The first lines of the docstrings, without importing the modules.
        files = {name: _FOLDER / f"{name}.py" for name in self.list_commands(ctx)}
        rows = [(name, linecache.getline(str(file), 1).strip('".\n')) for name, file in files.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kensei-docs")
@click.option("--project", "folder", metavar="DIR", help="The project to work in; by default the working directory's.")
@click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="Take the rules of that day: no later erratum; by default all are in force.",
)
@click.pass_context
def program(ctx: click.Context, folder: str | None, as_of: datetime | None) -> None:
    """Turn wargame rule documents into a checked, bilingual database, and print it."""
    ctx.obj = ProjectOptions(folder, as_of.date() if as_of else None)


def main() -> None:
    """Run the command; input that can't be used is one line a problem and exit status 2."""
    try:
        program(prog_name="kensei-docs")
    except Unusable as unusable:
        for problem in unusable.problems:
            click.echo(str(problem), err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except OSError as error:
        if error.filename is None:
            raise
        click.echo(
            f"{short_path(str(error.filename))}: can't be read or written ({error.strerror}); "
            "see what stands there, and whether you may change it  [file]",
            err=True,
        )
        sys.exit(2)
