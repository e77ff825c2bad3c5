"""The schemas of the files of ``data/``, and the problems of files that don't fit them.

What stands apart from the records has its schemas in apart.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from kensei_docs.database.forms import PLACEHOLDER
from kensei_docs.database.model import Citation, Record, Vocabulary, messages_of
from kensei_docs.database.yamlfile import Tree
from kensei_docs.figures import Unit
from kensei_docs.problems import Problem, Unusable, closest

VERSION = r"^[0-9A-Za-z]+([._-][0-9A-Za-z]+)*$"
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isdigit() else value


Number = Annotated[int, BeforeValidator(_number)]


class Schema(BaseModel):
    """The base of all schemas: unknown fields are errors, and instances are immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class LeftOutSchema(Schema):
    """What an edition's documents leave out for one reason (``because``): kinds, ids, or facts of either."""

    because: str
    leaves: list[str]


class ScopeSchema(Schema):
    """What an edition's documents leave to other pages: a list, or lists by the name of a reason."""

    elsewhere: list[str] | dict[str, LeftOutSchema] = Field(default_factory=list)

    @property
    def entries(self) -> tuple[str, ...]:
        """All that is left out."""
        if isinstance(self.elsewhere, list):
            return tuple(self.elsewhere)
        return tuple(entry for part in self.elsewhere.values() for entry in part.leaves)

    @property
    def reasons(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """By name, each reason and what is left out for it."""
        if isinstance(self.elsewhere, list):
            return {}
        return {name: (part.because, tuple(part.leaves)) for name, part in self.elsewhere.items()}


class LookSchema(Schema):
    """How an edition looks: colours by what they are for, its crest, pattern and drawing; ``kinds`` has the looks of
    kinds of record, ``decks`` those of kinds of document."""

    palette: dict[str, Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]] = Field(default_factory=dict)
    colour: str | None = None
    pattern: str | None = None
    crest: str | None = None
    art: str | None = None
    beside: str | None = None
    kinds: dict[str, dict[str, str]] = Field(default_factory=dict)
    decks: dict[str, dict[str, str]] = Field(default_factory=dict)


class EditionSchema(Schema):
    """``edition.yaml``."""

    id: str
    name: str
    game: str
    # What its documents are in, and what its own messages are written in.
    language: str
    written_in: str = Field(default="en", alias="written-in")
    units: Unit
    # What its documents as printed are called in short; it is part of the names of files.
    version: str = Field(default="1", pattern=VERSION)
    documents: list[str] = Field(default_factory=list)
    scope: ScopeSchema = Field(default_factory=ScopeSchema)
    look: LookSchema = Field(default_factory=LookSchema)
    # How the engine plays it: validated by engine/play_schema.py.
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
    model: type[Model], tree: Tree, path: str, problems: list[Problem], value: Any = None, check: str = "data"
) -> Model | None:
    """Return the model of the part of a file at ``path``, or None after adding what is wrong to ``problems``."""
    try:
        return model.model_validate(tree.value if value is None else value)
    except ValidationError as faults:
        for fault in faults.errors():
            inner = ".".join(map(str, fault["loc"]))
            said = fault["msg"].removeprefix("Value error, ")
            # Our own errors say what to do after a semicolon; those of pydantic don't.
            said = said if "; " in said else f"{said[0].lower()}{said[1:]}; mend it"
            message = f"'{inner or 'the file'}': {said}"
            if fault["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
                known = [field.alias or name for name, field in model.model_fields.items() if not field.exclude]
                message = f"'{inner}' is not known here{closest(inner, known)}; rename it or take it out"
            elif fault["type"] == "missing":
                message = f"'{inner}' is missing; add it"
            problems.append(Problem(tree.place(".".join(filter(None, (path, inner)))), message, check))
        return None


def declared_section(vocabulary: Vocabulary, name: str, model: type[Model]) -> Model:
    """Return a section of the vocabulary as a model, which has defaults for one that is missing; raises Unusable."""
    tree = next((tree for tree in reversed(vocabulary.trees) if name in tree.spots), None)
    if tree is None:
        return model()
    problems: list[Problem] = []
    declared = validate(model, tree, name, problems, value=vocabulary.section(name))
    if declared is None:
        raise Unusable(*problems)
    return declared


def read_as(
    model: type[Model], tree: Tree, check: str, path: str = "", **given: Any
) -> tuple[Model | None, list[Problem]]:
    """Return the mapping at ``path`` of a file, with the fields ``given``, as a model; or None and what is wrong."""
    value = tree.value
    for step in filter(None, path.split(".")):
        value = value.get(step)
    if not isinstance(value, dict):
        return None, [Problem(tree.place(path), "holds no mapping; it should", check)]
    problems: list[Problem] = []
    return validate(model, tree, path, problems, {**value, **given}, check), problems


def citations_of(tree: Tree, slug: str, data: dict[str, Any], problems: list[Problem]) -> tuple[Citation, ...]:
    """Return a record's citations; malformed ones become problems."""
    entries = data.get("from") or []
    if not isinstance(entries, list):
        problems.append(Problem(tree.place(f"{slug}.from"), "'from' should be a list", "data"))
        return ()
    found = []
    for i, entry in enumerate(entries):
        citation = validate(CitationSchema, tree, f"{slug}.from.{i}", problems, value=entry or {})
        if citation:
            fields = (citation.document, citation.lines, citation.page, citation.digest, tuple(citation.covers))
            found.append(Citation(*fields))
    return tuple(found)


def faults_of_record(record: Record, vocabulary: Vocabulary) -> Iterator[Problem]:
    """Yield the problems of a record: of its id, status, messages, effects and conditions."""

    def fault(path: str, message: str, check: str = "data") -> Problem:
        return Problem(
            record.place(path),
            f"{record.id}: {message}",
            check,
            edition=record.edition,
            record=record.id,
            citations=record.citations,
        )

    if not SLUG.fullmatch(record.slug):
        yield fault("", "an id is small letters, digits and hyphens; rename it")
    if not isinstance(record.data.get("name"), str):
        yield fault("name", "has no name; add one")
    status = record.data.get("status")
    if status not in (None, "formal", "partial", "prose"):
        yield fault("status", f"status '{status}' is not known; write formal, partial or prose")
    for field in ("figures", "effects", "modifiers"):
        if not isinstance(record.get(field) or {}, dict):
            yield fault(field, f"'{field}' should be a mapping of names; give each a name")
            return
    for field in ("name", "text", "reminder", "note"):
        if isinstance(record.get(field), dict | list):
            yield fault(field, f"'{field}' should be a text; mend it")
    figures = record.get("figures") or {}
    yield from faults_of_messages(record)
    yield from (fault(path, message, check) for path, message, check in _effects(record.data, "", figures, vocabulary))


def faults_of_messages(record: Record) -> Iterator[Problem]:
    """Yield a problem for each placeholder in a record's messages that names no figure, and each lone %."""
    figures = record.get("figures") or {}
    for field, message in messages_of(record.data):
        for found in PLACEHOLDER.finditer(message):
            if found.group() == "%":
                said = "a lone % in a message; write %%"
            elif found["name"] is not None and found["name"] not in figures:
                said = (
                    f"the text names %({found['name']})s, which is none of its "
                    f"figures{closest(found['name'], figures)}; add the figure or mend "
                    "the name"
                )
            else:
                continue
            yield Problem(
                record.place(field),
                f"{record.id}: {said}",
                "placeholders",
                edition=record.edition,
                record=record.id,
                citations=record.citations,
            )


def _effects(part: Any, path: str, figures: dict[str, Any], vocabulary: Vocabulary) -> Iterator[tuple[str, str, str]]:
    if not isinstance(part, dict):
        return
    if "hook" in part:
        yield from _terms(part, path, vocabulary)
    for key, inner in part.items():
        here = f"{path}.{key}" if path else key
        if key == "hook" and not (isinstance(inner, str) and inner in vocabulary.hooks):
            yield (
                here,
                (
                    f"'{inner}' is not a hook of the vocabulary"
                    f"{closest(str(inner), vocabulary.hooks)}; mend the name, or add it to "
                    "vocabulary.yaml"
                ),
                "vocabulary",
            )
        elif key == "when":
            yield from _conditions(inner, here, vocabulary)
        elif key in ("formula", "formulas"):
            known = {**figures, **part}
            for formula in inner.values() if isinstance(inner, dict) else [inner]:
                for found in PLACEHOLDER.finditer(str(formula)):
                    if found["name"] and found["name"] not in known:
                        yield (
                            here,
                            (
                                f"the formula names %({found['name']})s, which is none of its "
                                f"figures{closest(found['name'], figures)}"
                            ),
                            "placeholders",
                        )
        elif isinstance(inner, str) and inner.startswith("$") and inner[1:] not in figures:
            yield (
                here,
                (
                    f"'{inner}' names no figure of this record"
                    f"{closest(inner[1:], figures)}; add the figure or mend the name"
                ),
                "vocabulary",
            )
        elif key not in ("from", "when"):
            yield from _effects(inner, here, figures, vocabulary)


def _terms(effect: dict[str, Any], path: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str, str]]:
    """Yield the terms of an effect, other than its hook and conditions, that the vocabulary doesn't have."""
    quantities = {**vocabulary.atoms, **vocabulary.section("quantities")}
    for key, known, called in (
        ("of", quantities, "quantity"),
        ("per", quantities, "quantity"),
        ("whose", vocabulary.section("whose"), "side"),
    ):
        if key in effect and known and effect[key] not in known:
            yield (
                f"{path}.{key}",
                (
                    f"'{effect[key]}' is not a known {called} of the vocabulary"
                    f"{closest(str(effect[key]), known)}; mend the name, or add "
                    "it to vocabulary.yaml"
                ),
                "vocabulary",
            )


def _conditions(when: Any, path: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str, str]]:
    if not isinstance(when, dict):
        yield path, "a condition is a mapping of atoms to values", "vocabulary"
        return
    for atom in when:
        if atom not in vocabulary.atoms:
            yield (
                f"{path}.{atom}",
                (
                    f"'{atom}' is not a condition of the vocabulary"
                    f"{closest(atom, vocabulary.atoms)}; mend the name, or add "
                    "it to vocabulary.yaml"
                ),
                "vocabulary",
            )
