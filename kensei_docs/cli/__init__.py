"""The command ``kensei-docs``: what a module here defines as a command of click, in public, is one of its commands.

All of these modules are imported at the start, to know the commands by name. So a module imports click and what is
cheap at its top, and the stage that a command calls in the function of that command.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from datetime import datetime
from functools import cached_property
from typing import NoReturn

import click

from kensei_docs import __version__, caches, discover, faults
from kensei_docs.cli._terminal import Guarded, Workspace
from kensei_docs.problems import Unusable, closest, short_path

# What the system says where a disk, a quota or the largest file is full.
_OF_FULL_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class Commands(click.Group):
    """A group whose commands are those that the modules of this package define, without those of their own groups."""

    @cached_property
    def _found(self) -> dict[str, click.Command]:
        defined = [
            member
            for module in discover.modules_of(sys.modules[__name__])
            for name, member in vars(module).items()
            if isinstance(member, click.Command) and not name.startswith("_")
        ]
        groups = [command for command in defined if isinstance(command, click.Group)]
        inner = {id(command) for group in groups for command in group.commands.values()}
        return {str(command.name): command for command in defined if id(command) not in inner}

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
        return sorted(self._found)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return self._found.get(name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and name not in self._found:
            raise click.UsageError(f"there is no command '{name}'{closest(name, sorted(self._found))}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each command with its short help, or else the first paragraph of its help, which click would cut."""
        briefs = {
            name: command.short_help or str(command.help).partition("\n\n")[0] for name, command in self._found.items()
        }
        with formatter.section("Commands"):
            formatter.write_dl([(name, " ".join(brief.split()).rstrip(".")) for name, brief in sorted(briefs.items())])


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
    ctx.obj = Workspace(folder, as_of.date() if as_of else None)


def main() -> None:
    """Run the command; input that can't be used is one line a problem and exit status 2, a fault of the tool one line
    that names a report, and exit status 70."""
    with contextlib.redirect_stdout(Guarded(sys.stdout)), contextlib.redirect_stderr(Guarded(sys.stderr)):
        try:
            try:
                program(prog_name="kensei-docs")
            finally:
                while caches.notes:
                    click.echo(str(caches.notes.pop(0)), err=True)
                sys.stdout.flush()
        except Unusable as unusable:
            for problem in unusable.problems:
                click.echo(str(problem), err=True)
            sys.exit(2)
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(141)
        except OSError as error:
            _end_for_file(error)
        except Exception as fault:
            if isinstance(fault.__cause__, KeyboardInterrupt):
                # Of an import that was interrupted.
                raise
            _end_for_fault(fault)


def _end_for_file(error: OSError) -> NoReturn:
    """Exit because of a file that can't be read or written; an error without a file is the output's, or a fault."""
    full = error.errno in _OF_FULL_DISK
    if error.filename is None and not full:
        _end_for_fault(error)
    place = "standard output" if error.filename is None else short_path(str(error.filename))
    if full:
        said = f"can't be written ({error.strerror}); free some space there, or write elsewhere"
    else:
        said = f"can't be read or written ({error.strerror}); see what stands there, and whether you may change it"
    click.echo(f"{place}: {said}  [file]", err=True)
    if error.filename is None:
        # What is left in the buffer would fail again when Python ends, with a message of its own.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(2)


def _end_for_fault(fault: Exception) -> NoReturn:
    click.echo(faults.report_of(fault), err=True)
    sys.exit(faults.EXIT_STATUS)
