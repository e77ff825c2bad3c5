"""How an edition is played: the ``play`` section of its ``edition.yaml``, and the vocabulary's
sections for the engine. All that the engine knows of a game stands there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema, validate
from kensei_docs.engine.effects import OPERATIONS
from kensei_docs.engine.expressions.schema import Expression, Names, faults_of
from kensei_docs.problems import Problem, Unusable, closest

Stacking = Literal["add", "max", "replace"]


def _known_operation(name: str) -> str:
    if name not in OPERATIONS:
        raise ValueError(f"'{name}' is no operation{closest(name, OPERATIONS)}")
    return name


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
    """Dice that are thrown in computing odds.

    ``roll`` is a kind of roll, of the other side where ``theirs``: its dice that pass are
    counted, or by ``counts`` (name: what an outcome ``does``, the best first) each outcome.
    Else ``die`` is a fact; its dice are added up, or ``keep`` the highest, or are counted
    where they ``reaches`` a score.
    """

    roll: str | None = None
    theirs: bool = False
    dice: Expression = None
    against: Expression = None
    counts: dict[str, str] = Field(default_factory=dict)
    die: str | None = None
    keep: Literal["highest"] | None = None
    reaches: Expression = None


class Link(Schema):
    """One link in a chain of chances: what is thrown, then what is computed, by name.

    ``keeps`` are the names that the next link sees (all, if nothing is said); where ``again``
    is true, everything is thrown again. ``needs`` are quantities without which it's left out.
    """

    throws: dict[str, Throw] = Field(default_factory=dict)
    computes: dict[str, Expression] = Field(default_factory=dict)
    keeps: list[str] | None = None
    again: Expression = None
    needs: list[str] = Field(default_factory=list)


class Chances(Schema):
    """A way to attack: what ``each`` side does to the other alone, and what comes of it.

    ``keeps`` of ``each`` stand as ``given.ours`` and ``given.theirs`` in ``steps``. ``shows``
    are the names to report, with the place of their values' names where those are words.
    ``charts`` are the numbers of a side to draw; where it has none of them, its last number is.
    """

    each: list[Link] = Field(default_factory=list)
    keeps: list[str] = Field(default_factory=list)
    steps: list[Link] = Field(default_factory=list)
    shows: dict[str, str | None]
    charts: list[str] = Field(default_factory=list)


class PlaySchema(Schema):
    """The ``play`` section.

    ``always``: kinds of record, or records, that are in play without being named.
    ``base``: by hook, what its value begins with: a quantity of the situation or a fact; of
    several, the first that there is.
    ``sequence``: the operations of effects in the order in which they apply.
    ``computes``: named expressions (``docs/expressions.md``).
    ``takes``: what a quantity of a troop is computed from where nobody gives it; ``<self.class>``
    stands for what the troop's condition says. ``says``: what else can be said of a troop, by the
    rows that name it. ``profile``: what a column of a profile is called in a situation, if it
    isn't ``self.`` and its name. ``odds``: by way of attack, how its chances are computed.
    """

    always: list[str] = Field(default_factory=list)
    base: dict[str, str | list[str]] = Field(default_factory=dict)
    sequence: tuple[Annotated[str, AfterValidator(_known_operation)], ...] = ()
    stacking: dict[str, Stacking] = Field(default_factory=dict)
    rounding: Literal["up", "down", "none"] = "none"
    rolls: dict[str, RollRule] = Field(default_factory=dict)
    follows: list[Consequence] = Field(default_factory=list)
    computes: dict[str, Expression] = Field(default_factory=dict)
    takes: dict[str, Expression] = Field(default_factory=dict)
    says: dict[str, str] = Field(default_factory=dict)
    profile: dict[str, str] = Field(default_factory=dict)
    odds: dict[str, Chances] = Field(default_factory=dict)

    @property
    def names(self) -> Names:
        """The names that expressions may use."""
        return Names(self.computes, self.rolls)

    def expressions(self) -> Iterator[tuple[str, Any]]:
        """Yield the path and value of every expression."""
        for group in ("computes", "takes"):
            yield from ((f"{group}.{name}", one) for name, one in getattr(self, group).items())
        for attack, chances in self.odds.items():
            for part in ("each", "steps"):
                for i, link in enumerate(getattr(chances, part)):
                    path = f"odds.{attack}.{part}.{i}"
                    yield f"{path}.again", link.again
                    yield from ((f"{path}.computes.{name}", one) for name, one in link.computes.items())
                    for name, throw in link.throws.items():
                        for key in ("dice", "against", "reaches"):
                            yield f"{path}.throws.{name}.{key}", getattr(throw, key)


class Bringing(Schema):
    """What a key of a situation brings into play: records of these kinds.

    ``alias`` are fields that are another name of the record itself (the number of a type of
    weapons), ``by`` fields that list what brings it (its weapons). ``side`` is given for a key
    that belongs to one side without saying so. ``levels`` says that the key holds a level for
    each record.
    """

    kinds: list[str]
    alias: list[str] = Field(default_factory=list)
    by: list[str] = Field(default_factory=list)
    side: str | None = None
    levels: bool = False

    def aliases_of(self, record: Record) -> list[str]:
        """Return the other names of a record itself."""
        return [str(one) for key in self.alias for one in as_list(record.data.get(key))]

    def names_of(self, record: Record) -> list[str]:
        """Return all names by which a situation may bring a record, its slug first."""
        listed = [str(one) for key in self.by for one in as_list(record.data.get(key))]
        return [record.slug, *self.aliases_of(record), *listed]


def as_list(value: Any) -> list[Any]:
    """Return a list as it is, nothing as an empty list, and one value as a list of it."""
    return value if isinstance(value, list) else [] if value is None else [value]


def play_of(edition: Edition) -> PlaySchema:
    """Return how an edition is played.

    Raises Unusable, with the place of each fault, where its section or an expression is wrong.
    """
    problems: list[Problem] = []
    tree = edition.tree
    play = validate(PlaySchema, tree, "play", problems, value=(tree.value or {}).get("play") or {})
    if play is not None:
        for path, expression in play.expressions():
            for inner, message in faults_of(expression, play.names, f"play.{path}"):
                problems.append(Problem(tree.place(inner), f"{message}; mend it", "data"))
    if play is None or problems:
        raise Unusable(*problems)
    return play


def bringings(database: Database) -> dict[str, Bringing]:
    """Return the vocabulary's ``brings``; raises Unusable where it can't be read."""
    problems: list[Problem] = []
    found = {}
    for name, entry in database.vocabulary.section("brings").items():
        tree = next(t for t in reversed(database.vocabulary.trees) if f"brings.{name}" in t.spots)
        bringing = validate(Bringing, tree, f"brings.{name}", problems, value=entry)
        if bringing is not None:
            found[name] = bringing
    if problems:
        raise Unusable(*problems)
    return found
