"""Rulings of people on an edition's contradictions, and statements of its documents to compare.

``rulings.yaml`` holds what was decided where the book contradicts itself, ``statements.yaml``
what the documents say of one thing in several places where no figure holds it. Neither is a
rule: both are kept apart from the records, and nothing of them is a fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from kensei_docs.database.model import Record
from kensei_docs.database.schema import SLUG, Schema, faults_of_messages, validate
from kensei_docs.problems import Problem


class Settled(Schema):
    """Which findings a ruling settles: those of a check about a record, or one fact of it."""

    check: str
    record: str
    fact: str | None = None


class RulingSchema(Schema):
    """One entry of ``rulings.yaml``; its words are messages, with ``%(name)s`` for figures.

    ``erratum`` names the one that carries the decision out: while it is in force, there is
    nothing left to find.
    """

    settles: list[Settled] = Field(min_length=1)
    erratum: str | None = None
    question: str = Field(min_length=1)
    decision: str = Field(min_length=1)
    reason: str = Field(min_length=1)
    figures: dict[str, str] = Field(default_factory=dict)
    by: str
    date: str


class StatementSchema(Schema):
    """One entry of ``statements.yaml``: what is compared, and what each place says of it.

    ``says`` has a key for each place, which ``from`` cites as ``says.<key>``. ``claims`` are those
    that speak of only, always or never, ``exceptions`` what they let pass, ``values`` the facts
    (``kind:path``) that they speak of. ``cases`` are all that can happen, ``needs`` and ``gives``
    say what a step takes and makes.
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


def faults_of_ruling(record: Record) -> Iterator[Problem]:
    """Yield what keeps a ruling or a statement from being used."""
    problems: list[Problem] = []
    if not SLUG.fullmatch(record.slug):
        problems.append(
            Problem(record.place(), f"{record.id}: an id is small letters, digits and hyphens; rename it", "data")
        )
    read_ruling(record, problems)
    yield from problems
    yield from faults_of_messages(record)


def read_ruling(record: Record, problems: list[Problem] | None = None) -> RulingSchema | StatementSchema | None:
    """Return a ruling's or a statement's fields, or None where they can't be used."""
    data = {key: value for key, value in record.data.items() if key != "from"}
    problems = [] if problems is None else problems
    if record.kind == "ruling":
        return validate(RulingSchema, record.tree, record.slug, problems, value=data)
    return validate(StatementSchema, record.tree, record.slug, problems, value=data)
