"""What commands do first: open the project and its database, and refuse unknown editions, languages and names.

The data of a project also declare some options of commands: a game's ways to attack, and the columns of an army.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from kensei_docs.catalogues import MESSAGE_LANGUAGE, Translator, languages, written_languages
from kensei_docs.database import Database, Edition, load, load_shared
from kensei_docs.problems import Problem, Unusable, by_place, unknown
from kensei_docs.project import CATALOGUES, EDITIONS, Project, ProjectOptions


def open_database(where: ProjectOptions | None, editions: Collection[str] = ()) -> tuple[Project, Database]:
    """Return the project and its database, of some ``editions`` or of all, and print the warnings about their data;
    raises Unusable if these have errors or one of them isn't there."""
    project, database, warnings = open_with_warnings(where, editions)
    for problem in warnings:
        click.echo(str(problem), err=True)
    return project, database


def open_with_warnings(
    where: ProjectOptions | None, editions: Collection[str] = ()
) -> tuple[Project, Database, list[Problem]]:
    """Return what ``open_database`` does, and the warnings and notes about the data; raises as it does."""
    project = Project.open(where)
    require_editions(project, editions)
    database, problems = load(project, editions)
    errors = [problem for problem in by_place(problems) if problem.severity == "error"]
    if errors:
        raise Unusable(*errors)
    return project, database, problems


def open_translated(
    where: ProjectOptions | None, editions: Collection[str], language: str
) -> tuple[Database, Translator]:
    """Return the database and its translator into a language; raises Unusable as ``open_database`` does, and if the
    project doesn't have the language."""
    project, database = open_database(where, editions)
    require_language(project, language)
    return database, Translator(project, database, language)


@contextmanager
def refusing_in(where: ProjectOptions | None, language: str) -> Iterator[None]:
    """Translate the messages of an Unusable raised in the block into ``language``, where translations exist."""
    try:
        yield
    except Unusable as refused:
        project = Project.open(where)
        if language == MESSAGE_LANGUAGE or language not in known_languages(project):
            raise
        translator = Translator(project, load(project)[0], language)
        raise Unusable(*map(translator.problem, refused.problems)) from None


def require_editions(project: Project, editions: Iterable[str]) -> None:
    """Raise Unusable for an edition that the project doesn't have."""
    folders = project.named_folders(*EDITIONS)
    for edition in editions:
        if edition not in folders:
            raise unknown("data/editions", "edition", edition, folders)


def known_languages(project: Project) -> tuple[str, ...]:
    """Return the languages of the project: those that messages are written in first, then those of its catalogues."""
    return tuple(dict.fromkeys([MESSAGE_LANGUAGE, *written_languages(project), *languages(project)]))


def printed_languages(project: Project, editions: Iterable[Edition]) -> tuple[str, ...]:
    """Return the languages that any of some editions is written in or has a catalogue of."""
    chosen = list(editions)
    return tuple(
        language for language in known_languages(project) if any(is_in(project, each, language) for each in chosen)
    )


def is_in(project: Project, edition: Edition, language: str) -> bool:
    """Return whether an edition is written in a language, or has a catalogue of it."""
    return edition.written_in == language or project.file(*CATALOGUES, language, f"{edition.id}.po") is not None


def require_language(project: Project, language: str) -> None:
    """Raise Unusable for a language that the project doesn't have."""
    if language not in (languages := known_languages(project)):
        raise unknown("data/locale", "language", language, languages)


def translators(project: Project, database: Database) -> dict[str, Translator]:
    """Return a translator into each language of the project."""
    return {language: Translator(project, database, language) for language in known_languages(project)}


def names_among(sort: str, asked: Iterable[str], names: Sequence[str], all_: Sequence[str] = ()) -> tuple[str, ...]:
    """Split the words at commas and return each name once; "all" stands for ``all_``, if it is given.

    Raises Unusable for a name that is not in ``names``.
    """
    chosen: list[str] = []
    for name in (part.strip().lower() for words in asked for part in words.split(",")):
        if name == "all" and all_:
            chosen += all_
        elif name in names:
            chosen.append(name)
        else:
            # The command that runs, without the name of the program: "build", "army pack".
            raise unknown(click.get_current_context().command_path.partition(" ")[2], sort, name, names)
    return tuple(dict.fromkeys(chosen))


class CommandWithDeclaredOptions(click.Command):
    """A command with further options, which ``declared`` returns for the vocabulary of the project.

    They follow --edition in the help.
    """

    def __init__(self, *args: Any, declared: Callable[[Database], Sequence[click.Option]], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._declared = declared

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters and the declared options; raises Unusable for a wrong declaration."""
        own = super().get_params(ctx)
        # click calls this several times, and compares the parameters by identity.
        options = ctx.meta.setdefault(f"{__name__}.{self.name}", [])
        if not options:
            options += self._declared(load_shared(Project.open(ctx.obj))[0])
        after_edition = 1 + next((at for at, parameter in enumerate(own) if parameter.name == "edition"), -1)
        return [*own[:after_edition], *options, *own[after_edition:]]


def ways_to_attack(vocabulary: Database) -> list[click.Option]:
    """Return an option for each way to attack, such as ``--melee``; the parameter ``attack`` gets its name."""
    from kensei_docs.engine.play_schema import declared_matchup

    return [
        click.Option([f"--{name}", "attack"], flag_value=name, help=way.help or f"The attack is {name}.")
        for name, way in declared_matchup(vocabulary).ways.items()
    ]


def columns_of_army(vocabulary: Database) -> list[click.Option]:
    """Return the options of the columns of an army that have one; their parameters are named after the columns."""
    from kensei_docs.database.spreadsheets import Columns

    return [
        click.Option(
            [f"--{column.option}", name.replace("-", "_")],
            metavar=column.option.upper(),
            help=f"Its {name.replace('-', ' ')}.",
        )
        for name, column in Columns(vocabulary, "army").by_name.items()
        if column.option
    ]
