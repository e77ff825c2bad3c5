"""Schemas of the files of ``data/``, functions that read a part of a file as such a schema, and problems of records.

The schemas of rulings, statements, turns and headlines are in ``editorial_schemas.py``. The fields of each kind of
record are declared in ``data/vocabulary.yaml`` and checked by ``check/data/fields.py``.

Functions here that read return ``(value, problems)``; functions that check yield problems. Only ``declared_section``,
whose callers can't go on without the value, raises Unusable.

Schemas of the texts that editors write beside the records; none of them holds facts of the rules.

Rulings (``rulings.yaml``) are decisions of people where the book contradicts itself. Statements (``statements.yaml``)
record values that are no figures and that the documents give in several places. ``turn.yaml`` has the parts of the
turn, ``headlines.yaml`` summaries of the most important changes since another edition.

The shapes of the entries of a vocabulary: a section of names, of lists, or of mappings.

Code reads the sections without looking at each value, so an entry of another shape is reported and taken out where the
vocabulary is loaded. Sections that are not here have a schema where they are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from kensei_docs.database.model import Citation, Edition, Record, messages_of
from kensei_docs.database.paths import below, figure_at
from kensei_docs.database.placeholders import PLACEHOLDER, mistakes_in, unknown_ways
from kensei_docs.database.vocabulary import Sections, Vocabulary
from kensei_docs.database.yaml_files import Tree
from kensei_docs.figures import Unit, kind_in
from kensei_docs.problems import Place, Problem, Unusable, closest

VERSION = r"^[0-9A-Za-z]+([._-][0-9A-Za-z]+)*$"
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isdigit() else value


Number = Annotated[int, BeforeValidator(_number)]


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
    def entries(self) -> tuple[str, ...]:
        """Everything that is left out: kinds, ids, or facts of either."""
        if isinstance(self.elsewhere, list):
            return tuple(self.elsewhere)
        return tuple(entry for part in self.elsewhere.values() for entry in part.leaves)

    @property
    def reasons(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """``(reason, entries left out)`` by the name of the reason; empty where no reasons are given."""
        if isinstance(self.elsewhere, list):
            return {}
        return {name: (part.because, tuple(part.leaves)) for name, part in self.elsewhere.items()}


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
    # The language of the documents, and the language of the messages in its own files.
    language: str
    written_in: str = Field(default="en", alias="written-in")
    units: Unit
    # The version of the documents as printed; it is part of the names of files.
    version: str = Field(default="1", pattern=VERSION)
    documents: list[str] = Field(default_factory=list)
    scope: ScopeSchema = Field(default_factory=ScopeSchema)
    look: LookSchema = Field(default_factory=LookSchema)
    # The rules for the engine; engine/play_schema.py validates them.
    play: dict[str, Any] = Field(default_factory=dict)


class CitationSchema(Schema):
    """One entry of a record's ``from``."""

    document: str
    lines: tuple[Number, Number] | None = None
    page: Number | None = None
    digest: str | None = None
    covers: list[str] = Field(default_factory=list)


Model = TypeVar("Model", bound=BaseModel)


def validate(
    model: type[Model], tree: Tree, path: str, value: Any, check: str = "data"
) -> tuple[Model | None, list[Problem]]:
    """Return the ``value`` that a file has at ``path`` as a model, and the problems; None if there are any."""
    try:
        return model.model_validate(value), []
    except ValidationError as invalid:
        return None, [
            _schema_problem(model, tree, path, error, check)
            for error in invalid.errors()
            # A default that is computed of other values can't be, where one of these is wrong.
            if error["type"] != "default_factory_not_called"
        ]


def _schema_problem(model: type[Model], tree: Tree, path: str, error: Any, check: str) -> Problem:
    """Return one error of pydantic as a problem with its place in the file."""
    inner = ".".join(map(str, error["loc"]))
    if error["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        names = [field.alias or name for name, field in model.model_fields.items() if not field.exclude]
        message = f"'{inner}' is not known here{closest(inner, names)}; rename it or take it out"
    elif error["type"] == "missing":
        message = f"'{inner}' is missing; add it"
    else:
        text = error["msg"].removeprefix("Value error, ")
        # Our own errors say what to do after a semicolon; those of pydantic don't.
        text = text if "; " in text else f"{text[0].lower()}{text[1:]}; mend it"
        message = f"'{inner or 'the file'}': {text}"
    return Problem(tree.place(".".join(filter(None, (path, inner)))), message, check)


def declared_section(vocabulary: Sections, name: str, model: type[Model]) -> Model:
    """Return a section of a vocabulary as a model, with the model's defaults if no layer has the section.

    Raises Unusable if it is invalid.
    """
    tree = next((tree for tree in reversed(vocabulary.trees) if name in tree.spots), None)
    if tree is None:
        return model()
    section, problems = validate(model, tree, name, vocabulary.section(name))
    if section is None:
        raise Unusable(*problems)
    return section


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


def read_citations(tree: Tree, slug: str, data: dict[str, Any]) -> tuple[tuple[Citation, ...], list[Problem]]:
    """Return the citations of a record (``from``) and the problems of malformed ones, which are left out."""
    entries = data.get("from") or []
    if not isinstance(entries, list):
        return (), [Problem(tree.place(f"{slug}.from"), "'from' should be a list", "data")]
    citations: list[Citation] = []
    problems: list[Problem] = []
    for i, entry in enumerate(entries):
        citation, invalid = validate(CitationSchema, tree, f"{slug}.from.{i}", entry or {})
        problems += invalid
        if citation:
            fields = (citation.document, citation.lines, citation.page, citation.digest, tuple(citation.covers))
            citations.append(Citation(*fields))
    return tuple(citations), problems


_STATUSES = ("formal", "partial", "prose")
_MAPPINGS = ("figures", "effects", "modifiers")
_TEXTS = ("name", "text", "reminder", "note")


# A path of a record, a message about it, and the name of the check that reports it.
_Complaint = tuple[str, str, str]


def record_problems(record: Record, vocabulary: Vocabulary, edition: Edition) -> Iterator[Problem]:
    """Yield the problems of a record of an edition: of its id, status, prices, messages, effects and conditions."""
    return _problems(record, _complaints(record, vocabulary, edition))


def message_problems(record: Record) -> Iterator[Problem]:
    """Yield a problem for each placeholder in a record's messages that names no figure, and each lone %."""
    return _problems(record, _of_messages(record))


def _problems(record: Record, complaints: Iterator[_Complaint]) -> Iterator[Problem]:
    for path, message, check in complaints:
        yield Problem(
            record.place(path),
            f"{record.id}: {message}",
            check,
            edition=record.edition,
            record=record.id,
            citations=record.citations,
        )


def _complaints(record: Record, vocabulary: Vocabulary, edition: Edition) -> Iterator[_Complaint]:
    """Yield what is wrong with a record itself, then with its messages and effects."""
    if not SLUG.fullmatch(record.slug):
        yield "", "an id is small letters, digits and hyphens; rename it", "data"
    name = record.data.get("name")
    if not isinstance(name, str) or not name.strip():
        yield "name", "has no name; add one", "data"
    status = record.data.get("status")
    if status is not None and status not in _STATUSES:
        yield "status", f"status '{status}' is not known; write formal, partial or prose", "data"
    for field in _MAPPINGS:
        if not isinstance(record.get(field) or {}, dict):
            yield field, f"'{field}' should be a mapping of names; give each a name", "data"
            return
    for field in _TEXTS:
        if isinstance(record.get(field), dict | list):
            yield field, f"'{field}' should be a text; mend it", "data"
        elif field != "name" and isinstance(text := record.get(field), str) and not text.strip():
            yield field, f"'{field}' is empty; write it, or take it out", "data"
    profiles = edition.vocabulary.section("musters").get("profiles")
    if isinstance(profiles, list) and record.kind in profiles:
        yield from _of_counts(record, vocabulary)
    yield from _of_messages(record)
    yield from _of_effects(record.data, "", record.get("figures") or {}, vocabulary)


def _of_counts(record: Record, vocabulary: Vocabulary) -> Iterator[_Complaint]:
    """Yield a complaint for each value of a profile that is no count, where an army list takes a count.

    A price below zero would lower what the army costs.
    """
    for name, column in vocabulary.section("columns").items():
        path = str(column.get("at") or name) if isinstance(column, dict) and column.get("takes") == "count" else ""
        value = record.get(path) if path else None
        if isinstance(value, str) and not value.startswith("$") and kind_in(value) != "count":
            since = f" since the erratum {record.errata[path]}" if path in record.errata else ""
            yield path, f"'{path}' is {value}{since}; write a number of 0 or more", "data"


def _of_messages(record: Record) -> Iterator[_Complaint]:
    """Yield what is wrong with the placeholders of a record's messages."""
    figures = record.get("figures") or {}
    for field, message in messages_of(record.data):
        for placeholder in PLACEHOLDER.finditer(message):
            name = placeholder["name"]
            if name and name.strip() and name not in figures:
                problem = f"the text names %({name})s, which is none of its figures{closest(name, figures)}"
                yield field, f"{problem}; add the figure or mend the name", "placeholders"
        for fault in (*(mistake.said for mistake in mistakes_in(message, figures)), *unknown_ways(message)):
            yield field, f"the text has {fault}", "placeholders"


def _of_effects(part: Any, path: str, figures: dict[str, Any], vocabulary: Vocabulary) -> Iterator[_Complaint]:
    """Yield complaints about the effects in a part of a record, at any depth."""
    if not isinstance(part, dict):
        return
    if "hook" in part:
        yield from _of_terms(part, path, vocabulary)
    for key, inner in part.items():
        inner_path = below(path, key)
        if key == "hook" and not (isinstance(inner, str) and inner in vocabulary.hooks):
            problem = f"'{inner}' is not a hook of the vocabulary{closest(str(inner), vocabulary.hooks)}"
            yield inner_path, f"{problem}; mend the name, or add it to vocabulary.yaml", "vocabulary"
        elif key == "when":
            yield from _of_condition(inner, inner_path, vocabulary)
        elif key in ("formula", "formulas"):
            yield from _of_formulas(inner, inner_path, {**figures, **part}, figures)
        elif isinstance(inner, str) and inner.startswith("$") and inner[1:] not in figures:
            problem = f"'{inner}' names no figure of this record{closest(inner[1:], figures)}"
            yield inner_path, f"{problem}; add the figure or mend the name", "vocabulary"
        elif key not in ("from", "when"):
            yield from _of_effects(inner, inner_path, figures, vocabulary)


def _of_formulas(formulas: Any, path: str, names: dict[str, Any], figures: dict[str, Any]) -> Iterator[_Complaint]:
    """Yield complaints about one formula or a mapping of them; ``names`` are the names that they may use."""
    for formula in formulas.values() if isinstance(formulas, dict) else [formulas]:
        for placeholder in PLACEHOLDER.finditer(str(formula)):
            name = placeholder["name"]
            if name and name not in names:
                problem = f"the formula names %({name})s, which is none of its figures{closest(name, figures)}"
                yield path, problem, "placeholders"


def _of_terms(effect: dict[str, Any], path: str, vocabulary: Vocabulary) -> Iterator[_Complaint]:
    """Yield the terms of an effect, other than its hook and conditions, that the vocabulary doesn't have."""
    quantities = {**vocabulary.atoms, **vocabulary.section("quantities")}
    for key, names, sort in (
        ("of", quantities, "quantity"),
        ("per", quantities, "quantity"),
        ("whose", vocabulary.section("whose"), "side"),
    ):
        if key in effect and names and not (isinstance(effect[key], str) and effect[key] in names):
            problem = f"'{effect[key]}' is not a known {sort} of the vocabulary{closest(str(effect[key]), names)}"
            yield f"{path}.{key}", f"{problem}; mend the name, or add it to vocabulary.yaml", "vocabulary"


def _of_condition(when: Any, path: str, vocabulary: Vocabulary) -> Iterator[_Complaint]:
    if not isinstance(when, dict):
        message = "'when' maps names of conditions to values, such as {self.charging: true}; write it like that"
        yield path, message, "vocabulary"
        return
    for atom in when:
        if atom not in vocabulary.atoms:
            problem = f"'{atom}' is not a condition of the vocabulary{closest(atom, vocabulary.atoms)}"
            yield f"{path}.{atom}", f"{problem}; mend the name, or add it to vocabulary.yaml", "vocabulary"


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


# Sections that are lists of names; all others are mappings.
LISTS = frozenset({"units", "whole-things"})

_Names = list[str] | str | None
_Values = list[str | bool | None] | dict[str, Any] | str | bool | None


class _Atom(BaseModel):
    model_config = ConfigDict(extra="allow")

    values: str | list[str | bool] | None = None
    phrase: dict[str, str] | None = None
    words: dict[str, list[str] | None] | None = None


class _Column(BaseModel):
    model_config = ConfigDict(extra="allow")

    words: list[str]
    takes: str | None = None
    at: str | None = None
    of: _Names = None
    option: str | None = None


class _Bringing(BaseModel):
    model_config = ConfigDict(extra="allow")

    kinds: list[str]


_NAME = (str, "a name")
_NAME_OR_NULL = (str | None, "a text, or null")
_LIST = (list[str] | None, "a list of names")
_NAMES = (dict[str, str], "a mapping of names")
_SHAPES: dict[str, tuple[Any, str]] = {
    "kinds": _NAME,
    "system-names": _NAME_OR_NULL,
    "trace-names": _NAME_OR_NULL,
    "fact-names": _NAME_OR_NULL,
    "value-names": _NAME_OR_NULL,
    "cell-names": _NAME_OR_NULL,
    "counterparts": _NAME,
    "hooks": _NAMES,
    "rolls": _NAMES,
    "systems": _NAMES,
    "atoms": (_Atom | None, "a mapping such as {values: boolean, phrase: {true: when mounted}}"),
    "columns": (_Column, "a mapping such as {words: [move], at: figures.move}"),
    "brings": (_Bringing | None, "a mapping such as {kinds: [ability]}"),
    "quantities": (dict[str, Any] | None, "a mapping, {} at least"),
    "answers": (list[str | bool], "a list of words"),
    "shapes": (dict[str, list[str]] | list[str], "a list of names"),
    "references": (_Names, "a list of kinds"),
    "definitions": (_Names, "a list of kinds"),
    "whose": _LIST,
    "fields": _LIST,
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
        elif isinstance(entries, dict) and section in _SHAPES:
            for name, entry in entries.items():
                try:
                    _adapter(section).validate_python(entry)
                except ValidationError as fault:
                    # The steps of a path that a file has; pydantic also names the alternatives of a type.
                    path = f"{section}.{name}"
                    for step in map(str, fault.errors()[0]["loc"]):
                        path = inner if (inner := f"{path}.{step}") in tree.spots else path
                    message = f"'{section}.{name}' should be {_SHAPES[section][1]}"
                    yield section, name, tree.place(path), message


@cache
def _adapter(section: str) -> TypeAdapter[Any]:
    return TypeAdapter(_SHAPES[section][0])
