"""The shapes of the files of ``data/``, as pydantic models, and values of a file read as one of them.

Editions, citations and errata come first, then what editors write beside the records, which holds no facts of the
rules: rulings (``rulings.yaml``) are decisions of people where the book contradicts itself; statements
(``statements.yaml``) record values that are no figures and that the documents give in several places; ``turn.yaml``
has the parts of the turn, ``headlines.yaml`` summaries of the most important changes since another edition.

Last come the sections of a vocabulary: of names, of lists, or of mappings. Code reads them without looking at each
value, so an entry of another shape is reported and taken out where the vocabulary is loaded. Sections that are not here
have a model where they are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from kensei_docs.database.yaml_files import Tree
from kensei_docs.figures import Unit
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.slugs import likeliest

VERSION = r"^[0-9A-Za-z]+([._-][0-9A-Za-z]+)*$"


# A length in millimetres or pixels, or a size of type in points: no number that a slip makes too long or infinite.
Measure = Annotated[float, Field(ge=0, le=2000)]


class Schema(BaseModel):
    """The base of all schemas: unknown fields are errors, and instances are immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class LeftOutSchema(Schema):
    """The kinds, ids, or facts of either (``leaves``) that documents leave out, and the reason (``because``)."""

    because: str
    leaves: list[str]


class ScopeSchema(Schema):
    """The rules that an edition's documents leave to other pages: a list, or one list for each named reason."""

    elsewhere: list[str] | dict[str, LeftOutSchema] = Field(default_factory=list)

    @property
    def entries(self) -> list[str]:
        """Everything that is left out: kinds, ids, or facts of either."""
        if isinstance(self.elsewhere, list):
            return self.elsewhere
        return [entry for part in self.elsewhere.values() for entry in part.leaves]

    @property
    def reasons(self) -> dict[str, LeftOutSchema]:
        """What is left out, by the name of the reason; empty where no reasons are given."""
        return self.elsewhere if isinstance(self.elsewhere, dict) else {}


class ChapterSchema(Schema):
    """A chapter of the reference with records of several kinds.

    Its title is the name of ``called``: a part of the turn, a record or a kind. ``tells`` are the ids of its records
    and its kinds, in their order. Its drawing and colour are those of the chapter of the kind ``like``.
    """

    called: str
    tells: list[str]
    like: str


class LookSchema(Schema):
    """The look of an edition: colours by their role, its crest, pattern and drawing; ``kinds`` has the looks of
    kinds of record, ``decks`` those of kinds of document; ``chapters`` are the kinds of record, and chapters of several
    kinds, that its reference tells first, in their order."""

    palette: dict[str, Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]] = Field(default_factory=dict)
    colour: str | None = None
    pattern: str | None = None
    crest: str | None = None
    art: str | None = None
    beside: str | None = None
    kinds: dict[str, dict[str, str]] = Field(default_factory=dict)
    decks: dict[str, dict[str, str]] = Field(default_factory=dict)
    chapters: list[str | ChapterSchema] = Field(default_factory=list)


class EditionSchema(Schema):
    """``edition.yaml``."""

    id: str
    name: str
    game: str
    # What the game is, in a sentence or two, for who has never played it.
    about: str = ""
    # The language of the documents, and the language of the messages in its own files.
    language: str
    written_in: str = Field(default="en", alias="written-in")
    units: Unit
    # The version of the documents as printed; it is part of the names of files.
    version: str = Field(default="1", pattern=VERSION)
    documents: list[str] = Field(default_factory=list)
    # Names of records that are meant to be nearly the names of others.
    alike: list[str] = Field(default_factory=list)
    scope: ScopeSchema = Field(default_factory=ScopeSchema)
    look: LookSchema = Field(default_factory=LookSchema)
    # The rules for the engine; engine/play_schema.py validates them.
    play: dict[str, Any] = Field(default_factory=dict)


# A model of pydantic: a class or a dataclass.
Model = TypeVar("Model")


def validate(
    model: type[Model], tree: Tree, path: str, value: Any, check: str = "data"
) -> tuple[Model | None, list[Problem]]:
    """Return the ``value`` that a file has at ``path`` as a model, and the problems; None if there are any."""
    try:
        return _adapter(model).validate_python(value), []
    except ValidationError as invalid:
        errors = invalid.errors()
        # What is missing under its name, and there under another one, is told as misspelt.
        lacking = {error["loc"] for error in errors if error["type"] == "missing"}
        meant: dict[tuple[Any, ...], str] = {}
        for *inner, name in (error["loc"] for error in errors if error["type"] in _OF_OTHER_NAME):
            if near := likeliest(str(name), [str(loc[-1]) for loc in lacking if [*loc[:-1]] == inner]):
                meant[(*inner, name)] = near
                lacking -= {(*inner, near)}
        return None, [
            _schema_problem(model, tree, path, error, check, meant.get(error["loc"], ""))
            for error in errors
            # A default that is computed of other values can't be, where one of these is wrong.
            if error["type"] != "default_factory_not_called" and (error["type"] != "missing" or error["loc"] in lacking)
        ]


# What pydantic calls a name that is not known, and a text that is no number.
_OF_OTHER_NAME = ("extra_forbidden", "unexpected_keyword_argument")
_OF_NUMBER = ("float_parsing", "int_parsing", "int_from_float", "float_type", "int_type")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_FRACTION = re.compile(r"[.,]\d*[1-9]")
# How the patterns of colours begin.
_OF_COLOUR = "^#[0-9a-f]"
_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def _schema_problem(model: Any, tree: Tree, path: str, error: Any, check: str, meant: str) -> Problem:
    """Return one error of pydantic as a problem with its place in the file.

    ``meant`` is the name that is missing where an unknown one stands; empty without any.
    """
    inner = ".".join(map(str, error["loc"]))
    if error["type"] in _OF_OTHER_NAME:
        names = [field.alias or name for name, field in model.__pydantic_fields__.items() if not field.exclude]
        hint = f"; did you mean '{meant}'?" if meant else closest(inner, names)
        message = f"'{inner}' is not known here{hint}; rename it or take it out"
    elif error["type"] == "missing":
        message = f"'{inner}' is missing; add it"
    elif error["type"] == "string_pattern_mismatch" and error["ctx"]["pattern"].startswith(_OF_COLOUR):
        message = f"'{inner}': '{error['input']}' is no colour in six small digits; write one such as #1f3a68"
    elif error["type"] in _OF_NUMBER:
        number = _NUMBER.search(str(error["input"]))
        is_whole = error["type"].startswith("int")
        nearest = number[0].replace(",", ".") if number and not (is_whole and _FRACTION.search(number[0])) else ""
        what = "a whole number" if is_whole else "a number"
        message = f"'{inner}': '{error['input']}' is not {what}; write {nearest or 'one such as 3'}"
    else:
        text = error["msg"].removeprefix("Value error, ")
        # Our own errors say what to do after a semicolon; those of pydantic don't.
        text = text if "; " in text else f"{text[0].lower()}{text[1:]}; mend it"
        message = f"'{inner or 'the file'}': {text}"
    return Problem(tree.place(".".join(filter(None, (path, inner)))), message, check)


def read_as(
    model: type[Model], tree: Tree, check: str, path: str = "", **given: Any
) -> tuple[Model | None, list[Problem]]:
    """Return the mapping that a file has at ``path`` as a model, and the problems; None if there are any.

    ``given`` are fields that are added to the mapping, such as the name of the file.
    """
    value = tree.value
    for step in filter(None, path.split(".")):
        value = value.get(step)
    if not isinstance(value, dict):
        return None, [Problem(tree.place(path), "holds no mapping; it should", check)]
    return validate(model, tree, path, {**value, **given}, check)


class ChangeSchema(Schema):
    """A changed part: its record, its path (``fact``), its value before and after, as ``paths`` reads them.

    ``from: null`` adds the part, ``to: null`` removes it; a figure that is null is one that the document leaves out.
    ``place`` is a message: where on its page a reader finds it. ``strike`` and ``write`` are a few words of the
    document and those to write in their place, where they aren't the values themselves.
    """

    record: str
    fact: str
    before: Any = Field(alias="from")
    after: Any = Field(alias="to")
    place: str | None = Field(default=None, min_length=1)
    strike: str | None = Field(default=None, min_length=1)
    write: str | None = Field(default=None, min_length=1)


class ErratumSchema(Schema):
    """An erratum's file; ``name`` and ``reason`` are messages to the reader.

    ``after`` names the erratum of the same day that it follows.
    """

    name: str = Field(min_length=1)
    reason: str = Field(min_length=1)
    source: str = Field(min_length=1)
    after: str | None = None
    changes: dict[str, ChangeSchema] = Field(default_factory=dict)
    add: dict[str, dict[str, Any]] = Field(default_factory=dict)
    withdraw: list[str] = Field(default_factory=list)


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


# Sections that are lists of names; all others are mappings.
LISTS = frozenset({"units", "whole-things"})

_Names = list[str] | str | None
_Values = list[str | bool | None] | dict[str, Any] | str | bool | None


class _Entry(BaseModel):
    model_config = ConfigDict(extra="allow")


class _Atom(_Entry):
    values: str | list[str | bool] | None = None
    phrase: dict[str, str] | None = None
    words: dict[str, list[str] | None] | None = None


class _Column(_Entry):
    words: list[str]
    takes: str | None = None
    at: str | None = None
    of: _Names = None
    option: str | None = None


class _Bringing(_Entry):
    kinds: list[str]


# The type of an entry of a section, and what it is called where an entry is of another.
SHAPES: dict[str, tuple[Any, str]] = {
    **dict.fromkeys(("kinds", "counterparts"), (str, "a name")),
    **dict.fromkeys(
        ("system-names", "trace-names", "fact-names", "value-names", "cell-names"), (str | None, "a text, or null")
    ),
    **dict.fromkeys(("hooks", "rolls", "systems"), (dict[str, str], "a mapping of names")),
    **dict.fromkeys(("whose", "fields", "pictures"), (list[str] | None, "a list of names")),
    **dict.fromkeys(("references", "definitions"), (_Names, "a list of kinds")),
    "atoms": (_Atom | None, "a mapping such as {values: boolean, phrase: {true: when mounted}}"),
    "columns": (_Column, "a mapping such as {words: [move], at: figures.move}"),
    "brings": (_Bringing | None, "a mapping such as {kinds: [ability]}"),
    "quantities": (dict[str, Any] | None, "a mapping, {} at least"),
    "answers": (list[str | bool], "a list of words"),
    "shapes": (dict[str, list[str]] | list[str], "a list of names"),
    "parameters": (_Names, "a list of facts"),
    "within": (dict[str, _Names] | None, "a mapping of fields to the names in each, such as {prices: [low, high]}"),
    "assumed": (_Values, "a value"),
    "stands-for": (dict[str, _Values], "a mapping of values to the values that each stands for"),
}


def malformed(tree: Tree) -> Iterator[tuple[str, str | None, Place, str]]:
    """Yield (section, entry, place, message) for each section of a file, and each entry, that has another shape than it
    should; the entry is None for a section as a whole."""
    for section, entries in tree.value.items():
        form = list if section in LISTS else dict
        if entries is not None and not isinstance(entries, form):
            yield section, None, tree.place(section), f"'{section}' should be a {'list' if form is list else 'mapping'}"
        elif form is list and not all(isinstance(name, str) for name in entries or ()):
            yield section, None, tree.place(section), f"'{section}' should be a list of names"
        elif isinstance(entries, dict) and section in SHAPES:
            for name, entry in entries.items():
                try:
                    _adapter(SHAPES[section][0]).validate_python(entry)
                except ValidationError as fault:
                    # The steps of a path that a file has; pydantic also names the alternatives of a type.
                    path = f"{section}.{name}"
                    for step in map(str, fault.errors()[0]["loc"]):
                        path = inner if (inner := f"{path}.{step}") in tree.spots else path
                    message = f"'{section}.{name}' should be {SHAPES[section][1]}"
                    yield section, name, tree.place(path), message
