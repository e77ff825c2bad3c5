"""Replay the rulebooks' worked examples."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from kensei_docs.catalogues import Translator
from kensei_docs.cli._opening import open_database, require_language
from kensei_docs.cli._traces import format_trace
from kensei_docs.database import Database
from kensei_docs.engine import Game
from kensei_docs.engine.effects import effects_of
from kensei_docs.engine.examples import Replay, examples_of, replay
from kensei_docs.engine.expressions.evaluation import format_value
from kensei_docs.engine.trace import as_plain
from kensei_docs.problems import closest, unusable
from kensei_docs.project import Project, Where

_COLOURS = {"passed": "green", "differs": "yellow", "failed": "red", "prose": "cyan"}


@click.group()
def command() -> None:
    """Replay the rulebooks' worked examples, and see what they cover. Changes nothing."""


@command.command()
@click.argument("names", metavar="[EDITION|NAME]...", nargs=-1)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--explain", is_flag=True, help="Print how each answer is reached.")
@click.option("-l", "--language", default="en", show_default=True, help="The language of names and of --explain.")
@click.pass_obj
def run(where: Where | None, names: tuple[str, ...], form: str, explain: bool, language: str) -> None:
    """Replay the examples of EDITION, or those of a NAME; by default all.

    passed: the rules give what the book says. differs: they give something else than what is
    printed, as the example says. failed: they don't give what is expected. prose: nothing to
    compute. Exit status 1 where an example failed.
    """
    editions = _editions(where, names)
    project, database = open_database(where, editions)
    require_language(project, language)
    replays = _replayed(database, [name for name in names if name not in editions])
    if form == "json":
        click.echo(json.dumps([_as_json(one) for one in replays], ensure_ascii=False, indent=1))
    else:
        translator = Translator(project, database, language)
        for one in replays:
            _print(one, translator.name(one.record))
            for answer in one.answers if explain else ():
                click.echo(f"  {answer.path}: {format_value(answer.computed)}")
                for line in format_trace(project, answer.trace, translator):
                    click.echo(line)
        click.echo(_counts(replays))
    sys.exit(1 if any(one.verdict == "failed" for one in replays) else 0)


@command.command()
@click.argument("editions", metavar="[EDITION]...", nargs=-1)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_obj
def coverage(where: Where | None, editions: tuple[str, ...], form: str) -> None:
    """List the effects that no example of EDITION (by default of any) reaches."""
    _, database = open_database(where, editions)
    reached = {(one.record.edition, *key) for one in _replayed(database, []) for key in one.reached}
    effects = [
        (record.edition, record.id, path)
        for record in database.records
        for path in dict.fromkeys(effect.path for effect in effects_of(record))
    ]
    missed = [effect for effect in effects if effect not in reached]
    if form == "json":
        click.echo(
            json.dumps(
                [{"edition": edition, "record": record, "effect": path} for edition, record, path in missed], indent=1
            )
        )
        return
    for edition, record, path in missed:
        click.echo(f"{edition}: {record}:{path}")
    click.echo(f"{len(effects) - len(missed)} of {len(effects)} effects are reached by an example.")


def _editions(where: Where | None, names: tuple[str, ...]) -> list[str]:
    known = Project.open(where).named_folders("data", "editions")
    return [name for name in names if name in known]


def _replayed(database: Database, names: list[str]) -> list[Replay]:
    """Return the examples of a database replayed; raises Unusable for a name that none has."""
    found = [record for edition in database.editions for record in examples_of(database, edition)]
    for name in names:
        if name not in {record.slug for record in found}:
            known = [*database.editions, *(record.slug for record in found)]
            raise unusable("data/editions", f"there is no example or edition '{name}'{closest(name, known)}", "example")
    games = {edition: Game(database, edition) for edition in database.editions}
    return [replay(games[record.edition], record) for record in found if not names or record.slug in names]


def _as_json(one: Replay) -> dict[str, Any]:
    return {
        "edition": one.record.edition,
        "record": one.record.id,
        "name": one.record.name,
        "verdict": one.verdict,
        "faults": [fault.message for fault in one.faults],
        "from": [citation.as_json() for citation in one.record.citations],
        "answers": [
            {
                "fact": answer.path,
                "expected": answer.expected,
                "computed": as_plain(answer.computed),
                "agrees": answer.agrees,
                "printed": answer.printed,
                "trace": answer.trace.as_json(),
            }
            for answer in one.answers
        ],
    }


def _print(one: Replay, name: str) -> None:
    verdict = click.style(f"{one.verdict:8}", fg=_COLOURS[one.verdict])
    click.echo(f"{verdict} {one.record.edition} {one.record.slug}: {name}")
    for answer in one.answers:
        if not answer.agrees:
            click.echo(
                f"  {answer.path}: expected {format_value(answer.expected)}, computed {format_value(answer.computed)}"
            )
        elif answer.printed is not None:
            printed, computed = format_value(answer.printed), format_value(answer.computed)
            click.echo(f"  {answer.path}: the book prints {printed}, its rules give {computed}")
    for fault in one.faults:
        click.echo(f"  {fault}")


def _counts(replays: list[Replay]) -> str:
    counts = {verdict: sum(1 for one in replays if one.verdict == verdict) for verdict in _COLOURS}
    whole = f"{len(replays)} example{'' if len(replays) == 1 else 's'}"
    return f"{whole}: {', '.join(f'{count} {name}' for name, count in counts.items() if count)}."
