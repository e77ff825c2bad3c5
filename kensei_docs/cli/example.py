"""Replay the rulebooks' worked examples."""

from __future__ import annotations

import sys

import click

from kensei_docs.cli._opening import open_database, open_translated
from kensei_docs.cli._terminal import counted, editions_argument, format_option, language_option, print_json
from kensei_docs.documents.markup.worked_examples import format_trace
from kensei_docs.engine.examples import Replay, effects_not_reached, replay_examples
from kensei_docs.engine.expressions.evaluation import format_value
from kensei_docs.project import EDITIONS, Project, ProjectOptions

_COLOURS = {"passed": "green", "differs": "yellow", "failed": "red", "prose": "cyan"}


@click.group()
def command() -> None:
    """Replay the rulebooks' worked examples, and see what they cover. Changes nothing."""


@command.command()
@click.argument("names", metavar="[EDITION|NAME]...", nargs=-1)
@format_option("text", "json")
@click.option("--explain", is_flag=True, help="Print how each answer is reached.")
@language_option("The language of names and of --explain.")
@click.pass_obj
def run(where: ProjectOptions | None, names: tuple[str, ...], form: str, explain: bool, language: str) -> None:
    """Replay the examples of EDITION, or those of a NAME; by default all.

    passed: the rules give what the book says. differs: they give something else than what is
    printed, as the example says. failed: they don't give what is expected. prose: nothing to
    compute. Exit status 1 where an example failed.
    """
    project = Project.open(where)
    editions = [name for name in names if name in project.named_folders(*EDITIONS)]
    database, translator = open_translated(where, editions, language)
    replays = replay_examples(database, [name for name in names if name not in editions])
    if form == "json":
        print_json([replayed.as_json() for replayed in replays])
    else:
        for replayed in replays:
            _print(replayed, translator.name(replayed.record))
            for answer in replayed.answers if explain else ():
                click.echo(f"  {answer.path}: {format_value(answer.computed)}")
                for line in format_trace(project, answer.trace, translator):
                    click.echo(line)
        counts = {verdict: sum(replayed.verdict == verdict for replayed in replays) for verdict in _COLOURS}
        verdicts = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        click.echo(f"{counted(len(replays), 'example')}: {verdicts}.")
    sys.exit(1 if any(replayed.verdict == "failed" for replayed in replays) else 0)


@command.command()
@editions_argument
@format_option("text", "json")
@click.pass_obj
def coverage(where: ProjectOptions | None, editions: tuple[str, ...], form: str) -> None:
    """List the effects that no example of EDITION (by default of any) reaches."""
    _, database = open_database(where, editions)
    effects, missed = effects_not_reached(database)
    if form == "json":
        print_json([{"edition": edition, "record": record, "effect": path} for edition, record, path in missed])
        return
    for edition, record, path in missed:
        click.echo(f"{edition}: {record}:{path}")
    click.echo(f"{effects - len(missed)} of {effects} effects are reached by an example.")


def _print(replay: Replay, name: str) -> None:
    verdict = click.style(f"{replay.verdict:8}", fg=_COLOURS[replay.verdict])
    click.echo(f"{verdict} {replay.record.edition} {replay.record.slug}: {name}")
    for answer in replay.answers:
        if not answer.agrees:
            click.echo(
                f"  {answer.path}: expected {format_value(answer.expected)}, computed {format_value(answer.computed)}"
            )
        elif answer.printed is not None:
            printed, computed = format_value(answer.printed), format_value(answer.computed)
            click.echo(f"  {answer.path}: the book prints {printed}, its rules give {computed}")
    for problem in replay.problems:
        click.echo(f"  {problem}")
