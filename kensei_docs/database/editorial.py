"""The schemas of what editors write beside the rules: it stands apart from the records, and nothing of it is a fact.

Rulings (``rulings.yaml``) are what people decided where the book contradicts itself, statements (``statements.yaml``)
what the documents say of one thing in several places where no figure holds it. ``turn.yaml`` has the parts of the turn,
``headlines.yaml`` summaries of the most important changes since another edition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from kensei_docs.database.model import Edition, Record
from kensei_docs.database.schema import SLUG, Schema, faults_of_messages, validate
from kensei_docs.problems import Problem


class Settled(Schema):
    """The findings that a ruling settles: those of one check about a record, or about one fact of it."""

    check: str
    record: str
    fact: str | None = None


class RulingSchema(Schema):
    """One entry of ``rulings.yaml``; its texts are messages, with ``%(name)s`` for figures.

    ``erratum`` names the erratum that carries out the decision: while that is in force, the check
    finds nothing to settle. ``applies`` are the records that the decision is printed with, where they are
    others than those of ``settles``; it is not repeated at those of ``unmarked``, whose own words say it already.
    ``reminder`` is the decision as it stands beside the record, where it needs no question; without it, question and
    decision stand there. ``system`` is the system of the rules (of the vocabulary) among whose questions it is printed.
    """

    settles: list[Settled] = Field(min_length=1)
    erratum: str | None = None
    applies: list[str] = Field(default_factory=list)
    unmarked: list[str] = Field(default_factory=list)
    question: str = Field(min_length=1)
    decision: str = Field(min_length=1)
    reminder: str | None = None
    reason: str = Field(min_length=1)
    system: str | None = None
    figures: dict[str, str] = Field(default_factory=dict)
    by: str
    date: str


class StatementSchema(Schema):
    """One entry of ``statements.yaml``: what is compared, and what each place says of it.

    ``says`` has a key for each place, which ``from`` cites as ``says.<key>``. ``claims`` are those
    that say only, always or never, ``exceptions`` the values that they allow besides, ``values`` the
    facts (``kind:path``) that they are about. ``cases`` are all possible cases; ``needs`` and ``gives``
    are what a step requires and provides.
    """

    compare: Literal["value", "comparator", "steps", "scope", "only", "list", "cases"]
    about: str
    says: dict[str, Any]
    claims: list[str] = Field(default_factory=list)
    exceptions: list[str] = Field(default_factory=list)
    values: list[str] = Field(default_factory=list)
    cases: list[str] = Field(default_factory=list)
    needs: dict[str, str] = Field(default_factory=dict)
    gives: dict[str, str] = Field(default_factory=dict)


class StepLook(Schema):
    """How a step looks: the drawing beside it, by its name, and the colour of its accents, by what it is for; and how
    dark the outcomes in its tables are, from 1 to 3, by their letters. ``bars`` is a roll: the distances in the step's
    tables are drawn to length, each column with the modifier of that roll whose key begins with the column's."""

    art: str
    colour: str | None = None
    bars: str | None = None
    shades: dict[str, Annotated[int, Field(ge=1, le=3)]] = Field(default_factory=dict)


class StepSchema(Schema):
    """A step of a part of the turn: the records that tell it, in the order in which they are read; ``whole`` are those
    told with their rules besides their reminder, ``details`` those that a turn on one page leaves out. ``text`` is said
    after the first of them, or in place of the rules of an only one. ``sum`` are the facts (``record:path``) of which
    the first less the others is looked up in the step's table; of a step with ``branches``, each record is what can
    follow on the first step, or each of the rules of its only record that are named.

    ``joined`` are the records, or parts of them (``record:path``), that stand in the box of one of the step's, by its
    id; ``ruled`` are records that are told with what was decided of them. ``adds`` are the facts (``record:path``) that
    are added to the dice of the step's first record, each with its caption."""

    of: list[str] = Field(min_length=1)
    whole: list[str] = Field(default_factory=list)
    joined: dict[str, list[str]] = Field(default_factory=dict)
    ruled: list[str] = Field(default_factory=list)
    adds: list[str] = Field(default_factory=list)
    details: list[str] = Field(default_factory=list)
    name: str | None = None
    text: str | None = None
    look: StepLook | None = None
    sum: list[str] = Field(default_factory=list)
    branches: bool | list[str] | None = None


class TurnSchema(Schema):
    """One entry of ``turn.yaml``: a part of the turn, how its steps are laid out, and the records that tell them.

    ``apart`` are rules of the turn that are told elsewhere, by record, each with the reason; ``figures`` the facts
    (``record:path``) from which the figures of its texts are read.
    """

    form: Literal["phases", "scale", "list", "stages", "panels", "fork", "figures", "levels", "columns", "apart"]
    name: str | None = None
    text: str | None = None
    figures: dict[str, str] = Field(default_factory=dict)
    steps: dict[str, StepSchema] = Field(default_factory=dict)
    apart: dict[str, str] = Field(default_factory=dict)


class HeadlineRules(Schema):
    """The rule in the edition ``since`` (``before``) and in this one (``now``); each text has the figures of its
    edition."""

    before: str = Field(min_length=1)
    now: str = Field(min_length=1)


class HeadlineSchema(Schema):
    """One entry of ``headlines.yaml``: a summary of several changes since the edition ``since``.

    ``tells`` names the records or facts (``record:path``) of either edition whose changes it summarises, ``figures``
    the facts from which the figures of its texts are read. Its weight is ``often`` (how often players meet the changes)
    times ``much`` (how much these alter a game), each from 1 to 5.
    """

    since: str
    often: float = Field(gt=0)
    much: float = Field(gt=0)
    name: str = Field(min_length=1)
    figures: dict[str, str] = Field(default_factory=dict)
    rules: HeadlineRules
    tells: list[str] = Field(min_length=1)


def faults_of_editorial(record: Record) -> Iterator[Problem]:
    """Yield the problems of a ruling, a statement, a part of the turn or a headline."""
    problems: list[Problem] = []
    if not SLUG.fullmatch(record.slug):
        problems.append(
            Problem(record.place(), f"{record.id}: an id is small letters, digits and hyphens; rename it", "data")
        )
    (read_headline if record.kind == "headline" else read_editorial)(record, problems)
    yield from problems
    yield from faults_of_messages(record)


def read_headline(record: Record, problems: list[Problem]) -> HeadlineSchema | None:
    """Return the fields of a headline; None if they are invalid, with the faults in ``problems``."""
    return validate(HeadlineSchema, record.tree, record.slug, problems, value=record.data)


def read_editorial(
    record: Record, problems: list[Problem] | None = None
) -> RulingSchema | StatementSchema | TurnSchema | None:
    """Return the fields of a ruling, a statement or a part of the turn; None if they are invalid, with the faults in
    ``problems``."""
    data = {key: value for key, value in record.data.items() if key != "from"}
    problems = [] if problems is None else problems
    if record.kind == "ruling":
        return validate(RulingSchema, record.tree, record.slug, problems, value=data)
    if record.kind == "turn":
        return validate(TurnSchema, record.tree, record.slug, problems, value=data)
    return validate(StatementSchema, record.tree, record.slug, problems, value=data)


def turn_of(edition: Edition) -> list[Record]:
    """Return the parts of an edition's turn, each with its ``figures`` as the edition has them; None for one that isn't
    there."""

    def read(fact: str) -> str | None:
        identity, _, path = fact.partition(":")
        return edition.records[identity].figure(path) if identity in edition.records else None

    return [
        replace(part, data={**part.data, "figures": {name: read(fact) for name, fact in part.get("figures").items()}})
        if part.get("figures")
        else part
        for part in edition.turn.values()
    ]
