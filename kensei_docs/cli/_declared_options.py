"""Options that the data of the project declare: a game's ways to attack, and what belongs to an army."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from kensei_docs.database import Database
from kensei_docs.database.columns_and_cells import Columns
from kensei_docs.database.load import load_shared
from kensei_docs.engine.matchup_words import declared_matchup
from kensei_docs.project import Project


class CommandWithDeclaredOptions(click.Command):
    """A command with further options, which ``declared`` returns for the vocabulary of the project.

    They stand behind --edition in the help.
    """

    def __init__(self, *args: Any, declared: Callable[[Database], Sequence[click.Option]], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._declared = declared

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters and the declared options; raises Unusable for a wrong declaration."""
        own = super().get_params(ctx)
        # click asks several times, and compares the answers by identity.
        options = ctx.meta.setdefault(f"{__name__}.{self.name}", [])
        if not options:
            options += self._declared(load_shared(Project.open(ctx.obj))[0])
        behind = 1 + next((at for at, parameter in enumerate(own) if parameter.name == "edition"), -1)
        return [*own[:behind], *options, *own[behind:]]


def ways_to_attack(vocabulary: Database) -> list[click.Option]:
    """Return an option for each way to attack, such as ``--melee``; the parameter ``attack`` gets its name."""
    return [
        click.Option([f"--{name}", "attack"], flag_value=name, help=way.help or f"The attack is {name}.")
        for name, way in declared_matchup(vocabulary).ways.items()
    ]


def columns_of_army(vocabulary: Database) -> list[click.Option]:
    """Return the options of the columns of an army that have one; their parameters are named after the columns."""
    return [
        click.Option(
            [f"--{column.option}", name.replace("-", "_")],
            metavar=column.option.upper(),
            help=f"Its {name.replace('-', ' ')}.",
        )
        for name, column in Columns(vocabulary, "army").by_name.items()
        if column.option
    ]
