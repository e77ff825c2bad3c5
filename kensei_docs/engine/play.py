"""How an edition is played: the ``play`` section of its ``edition.yaml``, and the vocabulary's
sections for the engine. All that the engine knows of a game stands there."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from kensei_docs.database import Database, Edition
from kensei_docs.database.schema import Schema, validate
from kensei_docs.problems import Problem, Unusable

Operation = Literal["set", "add", "multiply", "divide", "max"]
Stacking = Literal["add", "max", "replace"]


class Natural(Schema):
    """Faces that fail or succeed whatever the modifiers: facts (``record:path``)."""

    fails: str | None = None
    succeeds: str | None = None


class RollRule(Schema):
    """A kind of roll: its record, whose outcomes it has, its die, and its least pool.

    ``base`` is the fact of its base difficulty. A pool that falls below ``least`` dice rolls
    that many, and then only ``only`` (a natural result) succeeds.
    """

    record: str
    die: str
    base: str | None = None
    natural: Natural = Natural()
    least: str | None = None
    only: str | None = None


class Consequence(Schema):
    """What a given condition says of another: where atom ``where`` holds one ``of`` these."""

    where: str
    then: dict[str, Any]
    equals: Any = None
    among: str | None = None  # a list of a record (record:path)
    within: str | None = None  # a band (record)


class Throw(Schema):
    """Dice that are thrown in reckoning odds; ``dice``, ``against`` and ``reaches`` are computed.

    ``roll`` is a kind of roll, of the other side where ``theirs``: its dice that pass are
    counted, or by ``counts`` (name: what an outcome ``does``, the best first) each outcome.
    Else ``die`` is a fact; its dice are added up, or ``keep`` the highest, or are counted
    where they ``reaches`` a score.
    """

    roll: str | None = None
    theirs: bool = False
    dice: Any = None
    against: Any = None
    counts: dict[str, str] = Field(default_factory=dict)
    die: str | None = None
    keep: Literal["highest"] | None = None
    reaches: Any = None


class Link(Schema):
    """One link in a chain of chances: what is thrown, then what is computed, by name.

    ``keeps`` are the names that the next link sees (all, if nothing is said); where ``again``
    is true, everything is thrown again. ``needs`` are quantities without which it's left out.
    """

    throws: dict[str, Throw] = Field(default_factory=dict)
    computes: dict[str, Any] = Field(default_factory=dict)
    keeps: list[str] | None = None
    again: Any = None
    needs: list[str] = Field(default_factory=list)


class Chances(Schema):
    """A way to attack: what ``each`` side does to the other alone, and what comes of it.

    ``keeps`` of ``each`` stand as ``given.ours`` and ``given.theirs`` in ``steps``. ``shows``
    are the names to tell, with the place of their values' names where those are words.
    """

    each: list[Link] = Field(default_factory=list)
    keeps: list[str] = Field(default_factory=list)
    steps: list[Link] = Field(default_factory=list)
    shows: dict[str, str | None]


class PlaySchema(Schema):
    """The ``play`` section.

    ``always``: kinds of record, or records, that are in play without being named.
    ``base``: by hook, what its value begins with: a quantity of the situation or a fact; of
    several, the first that there is.
    ``computes``: named computations, in the forms of ``forms/``.
    ``takes``: what a quantity of a troop is computed from where nobody gives it; ``<self.class>``
    stands for what the troop's condition says. ``says``: what else can be said of a troop, by the
    rows that name it. ``profile``: what a column of a profile is called in a situation, if it
    isn't ``self.`` and its name. ``odds``: by way of attack, how its chances are reckoned.
    """

    always: list[str] = Field(default_factory=list)
    base: dict[str, str | list[str]] = Field(default_factory=dict)
    sequence: tuple[Operation, ...] = ("set", "add", "multiply", "divide", "max")
    stacking: dict[str, Stacking] = Field(default_factory=dict)
    rounding: Literal["up", "down", "none"] = "none"
    rolls: dict[str, RollRule] = Field(default_factory=dict)
    follows: list[Consequence] = Field(default_factory=list)
    computes: dict[str, Any] = Field(default_factory=dict)
    takes: dict[str, Any] = Field(default_factory=dict)
    says: dict[str, str] = Field(default_factory=dict)
    profile: dict[str, str] = Field(default_factory=dict)
    odds: dict[str, Chances] = Field(default_factory=dict)


class Bringing(Schema):
    """What a key of a situation brings into play: records of these kinds.

    ``side`` is given for a key that belongs to one side without saying so. ``levels`` says
    that the key holds a level for each record.
    """

    kinds: list[str]
    by: list[str] = Field(default_factory=list)
    side: str | None = None
    levels: bool = False


def play_of(edition: Edition) -> PlaySchema:
    """Return how an edition is played; raises Unusable where its section can't be read."""
    problems: list[Problem] = []
    sheet = validate(PlaySchema, edition.tree, "play", problems, value=(edition.tree.value or {}).get("play") or {})
    if sheet is None:
        raise Unusable(*problems)
    return sheet


def bringings(database: Database) -> dict[str, Bringing]:
    """Return the vocabulary's ``brings``; raises Unusable where it can't be read."""
    problems: list[Problem] = []
    found = {}
    for name, entry in database.vocabulary.section("brings").items():
        tree = next(t for t in reversed(database.vocabulary.trees) if f"brings.{name}" in t.spots)
        sheet = validate(Bringing, tree, f"brings.{name}", problems, value=entry)
        if sheet is not None:
            found[name] = sheet
    if problems:
        raise Unusable(*problems)
    return found
