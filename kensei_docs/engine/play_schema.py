"""How an edition is played: the ``play`` section of its ``edition.yaml``, and the vocabulary's
sections for the engine. Everything that the engine knows of a game is declared there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema, validate
from kensei_docs.engine.amounts import OPERATIONS
from kensei_docs.engine.expressions.syntax import Expression
from kensei_docs.problems import Problem, Unusable, closest

Stacking = Literal["add", "max", "replace"]


def _known_operation(name: str) -> str:
    if name not in OPERATIONS:
        raise ValueError(f"'{name}' is not an operation{closest(name, OPERATIONS)}")
    return name


class Natural(Schema):
    """The facts (``record:path``) with the faces that always fail or always succeed, without regard to modifiers."""

    fails: str | None = None
    succeeds: str | None = None


class RollRule(Schema):
    """A kind of roll: the record with its outcomes, its die, and its smallest pool.

    ``base`` is the fact of its base difficulty. A pool that falls below ``least`` dice rolls
    that many, and then only ``only`` (a natural result) succeeds. Where the conditions ``when`` don't hold (the target
    is out of reach), there are no dice at all.
    """

    record: str
    die: str
    base: str | None = None
    natural: Natural = Natural()
    least: str | None = None
    only: str | None = None
    when: dict[str, Any] = Field(default_factory=dict)


class ImpliedConditions(Schema):
    """Conditions that follow from another one: ``then`` holds if condition ``where`` has the value ``equals``, one of
    the list ``among``, or one in the band ``within``."""

    where: str
    then: dict[str, Any]
    equals: Any = None
    among: str | None = None  # a list of a record (record:path)
    within: str | None = None  # a band (record)


class Inference(Schema):
    """A condition that is computed from others.

    Where all of ``needs`` are given and ``when`` holds, ``condition`` has the value of an expression.
    """

    condition: str
    needs: list[str] = Field(default_factory=list)
    when: dict[str, Any] = Field(default_factory=dict)
    value: Expression


class Phrase(Schema):
    """Words of players for a troop, in any language, and their meaning.

    ``means`` are conditions with their values, and values of the troop for expressions (``says.armour``); ``number`` is
    the quantity that a number before or after the words gives, ``weapon`` a weapon, ``way`` how the troop attacks. With
    ``of``, a kind of record, ``%s`` in the words and in the values stands for each of its records.
    """

    words: list[str]
    means: dict[str, Any] = Field(default_factory=dict)
    number: str = ""
    weapon: str = ""
    way: str = ""
    of: str = ""


class Arms(Schema):
    """The conditions of a troop that has weapons for a way to attack (``any``), and of one with no others (``only``).

    ``rows`` is a fact that lists these weapons by the row of a table, where no records do.
    """

    rows: str = ""
    any: dict[str, Any] = Field(default_factory=dict)
    only: dict[str, Any] = Field(default_factory=dict)


class Forbidden(Schema):
    """An action that a ``rule`` forbids: the matchup is refused if all of ``needs`` are given and
    ``when`` holds. ``way`` is the way to attack whose weapon ``when`` is about; without it, the conditions of the troop
    alone.
    """

    when: dict[str, Any]
    needs: list[str] = Field(default_factory=list)
    way: str = ""
    rule: str


class Throw(Schema):
    """A throw of dice in computing odds, in one of two forms.

    With ``roll``, a kind of roll of the edition (of the other side, with ``theirs``): its value is the number of dice
    that pass, or, with ``counts``, the number of dice of each outcome; ``counts`` maps a name to what the outcome
    ``does``, the best first.

    With ``die``, the number of faces: its value is the sum of the dice, the highest of them (``keep``), or the number
    of dice that reach a score (``reaches``).

    ``dice`` is the number of dice, ``against`` the score that each needs, where the rules of the roll do not say it.
    """

    roll: str | None = None
    theirs: bool = False
    dice: Expression = None
    against: Expression = None
    counts: dict[str, str] = Field(default_factory=dict)
    die: Expression = None
    keep: Literal["highest"] | None = None
    reaches: Expression = None

    @property
    def expressions(self) -> list[Expression]:
        """The expressions that are computed for every state."""
        return [self.dice, self.against, self.reaches]


class ChanceLink(Schema):
    """One link in a chain of chances: its throws of dice, then its computations, by name.

    ``keeps`` are the names that the next link sees (None: all); in states where the expression ``again`` is
    true, the link's dice are thrown again. Without one of the quantities in ``needs``, the link is left out, and so
    is every later one that reads its names.
    """

    throws: dict[str, Throw] = Field(default_factory=dict)
    computes: dict[str, Expression] = Field(default_factory=dict)
    keeps: list[str] | None = None
    again: Expression = None
    needs: list[str] = Field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The names that it adds: of its throws, then of its computations."""
        return [*(name for key, throw in self.throws.items() for name in throw.counts or [key]), *self.computes]

    @property
    def expressions(self) -> list[Expression]:
        """All expressions that may read names of the chain."""
        thrown = [part for throw in self.throws.values() for part in throw.expressions]
        return [*thrown, *self.computes.values(), self.again]


class Chances(Schema):
    """The computation of the chances of one way to attack, and the results to report.

    - ``each``: the chain of links that is computed for each side by itself.
    - ``keeps``: the names that these links hand on; ``steps`` see them as ``given.ours`` and ``given.theirs``.
    - ``steps``: the chain of links for both sides together.
    - ``shows``: the names to report. Where their values are words, with the path of the words in print: a path in the
      data, ``glossary``, or ``sides`` if the value is the side that wins.
    - ``where``: names that are shown only if an expression holds.
    - ``charts``: the numbers that are drawn for a side; the last number of a side that has none of them.
    """

    each: list[ChanceLink] = Field(default_factory=list)
    keeps: list[str] = Field(default_factory=list)
    steps: list[ChanceLink] = Field(default_factory=list)
    shows: dict[str, str | None]
    where: dict[str, Expression] = Field(default_factory=dict)
    charts: list[str] = Field(default_factory=list)


class PlaySchema(Schema):
    """The ``play`` section.

    - ``always``: kinds of record, or records, that are in play without being named.
    - ``base``: by hook, the initial value: a quantity of the situation or a fact; of several, the first that has a
      value.
    - ``sequence``: the operations of effects in the order in which they apply.
    - ``stacking``: by hook, or for ``all``, which of several additive effects count: all of them (``add``), the one
      with the largest figure (``max``), or the last one (``replace``).
    - ``rounding``: how the edition rounds, where nothing else is said.
    - ``rolls``: the kinds of roll.
    - ``follows``: conditions that follow from others.
    - ``assumes``: values of conditions that are not given; they override the vocabulary's ``assumed``.
    - ``infers``: conditions that are computed from others (a distance beyond the weapon's reach).
    - ``forbids``: actions that rules forbid in a matchup.
    - ``computes``: named expressions (``docs/expressions.md``).
    - ``takes``: the expression for a quantity of a troop that is not given; of a list, the first expression of
      whose facts (``<self.class>``) the troop has every name; it is used even if its fact is blank.
    - ``words``: further words of players, before those of the vocabulary.
    - ``arms``: what follows from the weapons that a troop has, by way to attack.
    - ``says``: further words for a troop, by name, with the fact whose rows they are.
    - ``profile``: the name in a situation of a column of a profile, if it isn't ``self.`` and the column's name.
    - ``odds``: by way of attack, how its chances are computed.
    """

    always: list[str] = Field(default_factory=list)
    base: dict[str, str | list[str]] = Field(default_factory=dict)
    sequence: tuple[Annotated[str, AfterValidator(_known_operation)], ...] = ()
    stacking: dict[str, Stacking] = Field(default_factory=dict)
    rounding: Literal["up", "down", "none"] = "none"
    rolls: dict[str, RollRule] = Field(default_factory=dict)
    follows: list[ImpliedConditions] = Field(default_factory=list)
    assumes: dict[str, Any] = Field(default_factory=dict)
    infers: list[Inference] = Field(default_factory=list)
    forbids: list[Forbidden] = Field(default_factory=list)
    computes: dict[str, Expression] = Field(default_factory=dict)
    takes: dict[str, Expression] = Field(default_factory=dict)
    words: list[Phrase] = Field(default_factory=list)
    arms: dict[str, Arms] = Field(default_factory=dict)
    says: dict[str, str] = Field(default_factory=dict)
    profile: dict[str, str] = Field(default_factory=dict)
    odds: dict[str, Chances] = Field(default_factory=dict)

    def expressions(self) -> Iterator[tuple[str, Any]]:
        """Yield the path and value of every expression."""
        yield from ((f"computes.{name}", expression) for name, expression in self.computes.items())
        for name, taken in self.takes.items():
            yield from (
                ((f"takes.{name}.{i}", one) for i, one in enumerate(taken))
                if isinstance(taken, list)
                else [(f"takes.{name}", taken)]
            )
        yield from ((f"infers.{i}.value", expression.value) for i, expression in enumerate(self.infers))
        for attack, chances in self.odds.items():
            yield from ((f"odds.{attack}.where.{name}", expression) for name, expression in chances.where.items())
            for part in ("each", "steps"):
                for i, link in enumerate(getattr(chances, part)):
                    path = f"odds.{attack}.{part}.{i}"
                    yield f"{path}.again", link.again
                    yield from ((f"{path}.computes.{name}", expression) for name, expression in link.computes.items())
                    for name, throw in link.throws.items():
                        for key in ("dice", "against", "reaches", "die"):
                            yield f"{path}.throws.{name}.{key}", getattr(throw, key)


class Bringing(Schema):
    """The records that a key of a situation brings into play: those of these kinds.

    ``alias`` are fields with another name of the record (the number of a type of weapons), ``by`` fields
    that list names that bring it (its weapons). ``side`` is the side of a key whose name doesn't begin
    with one. ``levels``: the key holds a level for each record. ``sets`` is another key of the side, which
    then names the record, too (the type of a weapon). ``wielding`` is a field that lists weapons: the record
    counts only for who uses one of them. ``also`` are fields that name further records of that side, with the key that
    brings those (the abilities of a title).
    """

    kinds: list[str]
    alias: list[str] = Field(default_factory=list)
    by: list[str] = Field(default_factory=list)
    side: str | None = None
    levels: bool = False
    sets: str = ""
    wielding: str = ""
    also: dict[str, str] = Field(default_factory=dict)

    def aliases_of(self, record: Record) -> list[str]:
        """Return the other names of a record itself."""
        return [str(alias) for key in self.alias for alias in as_list(record.data.get(key))]

    def names_of(self, record: Record) -> list[str]:
        """Return all names by which a situation may bring a record, its slug first."""
        listed = [str(name) for key in self.by for name in as_list(record.data.get(key))]
        return [record.slug, *self.aliases_of(record), *listed]


def as_list(value: Any) -> list[Any]:
    """Return a list unchanged, None as an empty list, and any other value as a list of it."""
    return value if isinstance(value, list) else [] if value is None else [value]


def play_of(edition: Edition) -> PlaySchema:
    """Return how an edition is played; raises Unusable, with the place of each fault, where its section is wrong."""
    play, problems = validate(PlaySchema, edition.tree, "play", (edition.tree.value or {}).get("play") or {})
    if play is None or problems:
        raise Unusable(*problems)
    return play


def bringings(database: Database) -> dict[str, Bringing]:
    """Return the ``brings`` section of the vocabulary; raises Unusable if it is invalid."""
    problems: list[Problem] = []
    bringings_by_key = {}
    for name, entry in database.vocabulary.section("brings").items():
        tree = next(t for t in reversed(database.vocabulary.trees) if f"brings.{name}" in t.spots)
        bringing, invalid = validate(Bringing, tree, f"brings.{name}", entry)
        problems += invalid
        if bringing is not None:
            bringings_by_key[name] = bringing
    if problems:
        raise Unusable(*problems)
    return bringings_by_key


class WaySchema(Schema):
    """A way to attack: the kind of its weapons' records, the field that lists weapons, the key that brings them.

    ``measured``: the distance matters; ``help`` is what the help of ``odds`` says of the option of this name.
    """

    kind: str
    lists: str = ""
    brings: str = ""
    measured: bool = False
    help: str = ""


class MatchupSchema(Schema):
    """What describes a side, as the vocabulary declares it under ``matchup``.

    A whole troop, by records of its kind or by a row of an army:

    - ``profiles``: the kinds of record that describe one.
    - ``fields``: their fields with words; ``figures``: their groups of figures; ``characteristics``: the figures of
      these groups that a row of an army gives one by one.
    - ``levels``: their fields with levels of other records, each with the key that brings those.

    The words of a side:

    - ``sorts``: the kinds of record whose names are values of a condition, and that condition; they are looked up
      first.
    - ``keys``: keys of ``brings``, in the order in which a word is looked up.
    - ``names``: the parts of the glossary that name troops; ``weapons``: the part that names weapons.
    - ``words``: further words of players.

    Conditions:

    - ``ways``: the ways to attack, the usual one first.
    - ``implies``: by condition and value, further conditions that follow.
    - ``single``: keys of ``brings`` of which a side has one record at most, with those that it may have besides.
    - ``worn``: by the key of what is worn, the field with the name of who always wears it.
    - ``attacked``: conditions of the side that is attacked, whichever side they are said of, unless a side has the
      condition ``suffers``, which makes them its own.
    - ``engages``: conditions of a side with which it attacks in the usual way; the first is to charge.
    - ``parts``: quantities that count some of the side's miniatures.
    - ``leader``: a condition that means nothing if a miniature is alone.
    - ``measures``: conditions that follow from the distance; the first may be said in its place.
    - ``alone`` (one miniature), ``together`` (several), ``attack``, ``weapon``, ``other_weapon`` (the opponent's),
      ``distance``: the names of these conditions.
    - ``reach``: the computation of how far a weapon reaches.
    """

    profiles: list[str] = Field(default_factory=list)
    fields: list[str] = Field(default_factory=list)
    figures: list[str] = Field(default_factory=list)
    characteristics: list[str] = Field(default_factory=list)
    levels: dict[str, str] = Field(default_factory=dict)
    keys: list[str] = Field(default_factory=list)
    names: list[str] = Field(default_factory=list)
    weapons: str = ""
    ways: dict[str, WaySchema] = Field(default_factory=dict)
    implies: dict[str, dict[str, dict[str, Any]]] = Field(default_factory=dict)
    sorts: dict[str, str] = Field(default_factory=dict)
    words: list[Phrase] = Field(default_factory=list)
    attacked: list[str] = Field(default_factory=list)
    suffers: str = ""
    parts: list[str] = Field(default_factory=list)
    leader: str = ""
    measures: list[str] = Field(default_factory=list)
    engages: list[str] = Field(default_factory=list)
    single: dict[str, list[str]] = Field(default_factory=dict)
    worn: dict[str, str] = Field(default_factory=dict)
    alone: str = ""
    together: str = ""
    attack: str = ""
    weapon: str = ""
    other_weapon: str = ""
    distance: str = ""
    reach: str = ""

    @property
    def usual_way(self) -> str:
        """The way to attack where nothing says otherwise, empty where no ways are declared."""
        return next(iter(self.ways), "")


def declared_matchup(database: Database) -> MatchupSchema:
    """Return the ``matchup`` section of the vocabulary; raises Unusable if it is invalid."""
    return database.vocabulary.declared("matchup", MatchupSchema)
