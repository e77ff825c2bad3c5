"""Schemas of the texts that editors write beside the records; none of them holds facts of the rules.

Rulings (``rulings.yaml``) are decisions of people where the book contradicts itself. Statements (``statements.yaml``)
record values that are no figures and that the documents give in several places. ``turn.yaml`` has the parts of the
turn, ``headlines.yaml`` summaries of the most important changes since another edition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from kensei_docs.database.model import Edition, Record
from kensei_docs.database.record_parts import figure_at
from kensei_docs.database.schema import SLUG, Schema, message_problems, validate
from kensei_docs.problems import Problem


class FindingRef(Schema):
    """The findings that a ruling settles: those of one check about a record, or about one fact of it."""

    check: str
    record: str
    fact: str | None = None


class RulingSchema(Schema):
    """One entry of ``rulings.yaml``; its texts are messages, with ``%(name)s`` for figures.

    ``erratum`` names the erratum that carries out the decision: while that is in force, the check
    finds nothing to settle. ``applies`` are the records that the decision is printed with, where they are
    others than those of ``settles``; it is not repeated at those of ``unmarked``, whose own words say it already.
    ``reminder`` is printed beside the record in place of question and decision, where it is clear without them.
    ``system`` is the system of the rules (of the vocabulary) among whose questions it is printed.
    """

    settles: list[FindingRef] = Field(min_length=1)
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
    """One entry of ``statements.yaml``: how its statements are compared, and the statement of each place.

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
    """The look of a step: ``art`` is the name of the drawing beside it, ``colour`` the role of its accent colour in the
    palette, ``shades`` how dark the outcomes in its tables are, from 1 to 3, by their letters. With ``bars``, a roll,
    the distances in its tables are drawn to length; a column has the modifier of that roll whose key begins with the
    column's."""

    art: str
    colour: str | None = None
    bars: str | None = None
    shades: dict[str, Annotated[int, Field(ge=1, le=3)]] = Field(default_factory=dict)


class StepSchema(Schema):
    """A step of a part of the turn.

    ``of`` are the records that describe it, in the order in which they are read; ``whole`` those of them that are
    printed with their rules besides their reminder, ``details`` those that a turn on one page leaves out. ``text`` is
    printed after the first record, or in place of the rules of a single one. ``sum`` are facts (``record:path``): the
    first minus the others is the row of the step's table. With ``branches``, each record is one way in which the first
    step can go on; a list names rules of the single record instead.

    ``joined`` are records, or parts of them (``record:path``), that are printed in the box of a record of the step, by
    its id; ``ruled`` are records that are printed with the rulings about them. ``adds`` are the facts (``record:path``)
    that are added to the dice of the step's first record, each with its caption; ``more`` names other parts of the turn
    that have more of what is added. ``above``: of phases, it comes before the first of them, and stands above them.
    """

    of: list[str] = Field(min_length=1)
    whole: list[str] = Field(default_factory=list)
    joined: dict[str, list[str]] = Field(default_factory=dict)
    ruled: list[str] = Field(default_factory=list)
    adds: list[str] = Field(default_factory=list)
    more: list[str] = Field(default_factory=list)
    details: list[str] = Field(default_factory=list)
    name: str | None = None
    text: str | None = None
    look: StepLook | None = None
    sum: list[str] = Field(default_factory=list)
    branches: bool | list[str] | None = None
    above: bool = False


class TurnSchema(Schema):
    """One entry of ``turn.yaml``: a part of the turn, with its steps and the form in which they are laid out.

    ``apart`` are rules of the turn that other pages describe, by record, each with the reason; ``figures`` the facts
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

    ``tells`` has the names of the records or facts (``record:path``) of either edition whose changes it summarises,
    ``figures`` the facts from which the figures of its texts are read. Its weight is ``often`` (how often players meet
    the changes) times ``much`` (how much these alter a game), each from 1 to 5.
    """

    since: str
    often: float = Field(gt=0, le=1000)
    much: float = Field(gt=0, le=1000)
    name: str = Field(min_length=1)
    figures: dict[str, str] = Field(default_factory=dict)
    rules: HeadlineRules
    tells: list[str] = Field(min_length=1)


def editorial_problems(record: Record) -> Iterator[Problem]:
    """Yield the problems of a ruling, a statement, a part of the turn or a headline."""
    if not SLUG.fullmatch(record.slug):
        message = f"{record.id}: an id is small letters, digits and hyphens; rename it"
        yield Problem(record.place(), message, "data")
    _, problems = read_headline(record) if record.kind == "headline" else read_editorial(record)
    yield from problems
    yield from message_problems(record)


def read_headline(record: Record) -> tuple[HeadlineSchema | None, list[Problem]]:
    """Return the fields of a headline, and the problems; None if there are any."""
    return validate(HeadlineSchema, record.tree, record.slug, record.data)


def read_editorial(record: Record) -> tuple[RulingSchema | StatementSchema | TurnSchema | None, list[Problem]]:
    """Return the fields of a ruling, a statement or a part of the turn, and the problems; None if there are any."""
    data = {key: value for key, value in record.data.items() if key != "from"}
    schemas: dict[str, type[RulingSchema | StatementSchema | TurnSchema]] = {"ruling": RulingSchema, "turn": TurnSchema}
    return validate(schemas.get(record.kind, StatementSchema), record.tree, record.slug, data)


def turn_of(edition: Edition) -> list[Record]:
    """Return the parts of an edition's turn, each with the values of its ``figures`` in place of the names of facts.

    A figure that the edition does not have is None.
    """
    parts = []
    for part in edition.turn.values():
        if names := part.get("figures"):
            figures = {key: figure_at(edition, name) for key, name in names.items()}
            part = replace(part, data={**part.data, "figures": figures})
        parts.append(part)
    return parts
