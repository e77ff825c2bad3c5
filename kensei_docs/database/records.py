"""A record as its file has it: its citations, the fields of what editors write, and what is wrong with it by itself.

The fields of each kind of record are declared in ``data/vocabulary.yaml`` and checked by ``check/data/records.py``.
Functions that read return ``(value, problems)``; functions that check yield problems.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kensei_docs.database.model import Citation, Edition, Record, Vocabulary, messages_of
from kensei_docs.database.paths import below, figure_at
from kensei_docs.database.placeholders import PLACEHOLDER, mistakes_in, unknown_ways
from kensei_docs.database.schema import HeadlineSchema, RulingSchema, StatementSchema, TurnSchema, validate
from kensei_docs.database.yaml_files import Tree
from kensei_docs.figures import kind_in
from kensei_docs.problems import Problem, closest

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def read_citations(tree: Tree, slug: str, data: dict[str, Any]) -> tuple[tuple[Citation, ...], list[Problem]]:
    """Return the citations of a record (``from``) and the problems of malformed ones, which are left out."""
    entries = data.get("from") or []
    if not isinstance(entries, list):
        return (), [Problem(tree.place(f"{slug}.from"), "'from' should be a list", "data")]
    citations: list[Citation] = []
    problems: list[Problem] = []
    for i, entry in enumerate(entries):
        citation, invalid = validate(Citation, tree, f"{slug}.from.{i}", entry or {})
        problems += invalid
        citations += [citation] if citation else []
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
    if not isinstance(name, str | dict | list) or not str(name).strip():
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
        quantities = {**vocabulary.atoms, **vocabulary.section("quantities")}
        sides = vocabulary.section("whose")
        for key, names, sort in (
            ("of", quantities, "quantity"),
            ("per", quantities, "quantity"),
            ("whose", sides, "side"),
        ):
            if key in part and names:
                yield from _of_name(part[key], names, f"known {sort}", below(path, key))
    for key, inner in part.items():
        inner_path = below(path, key)
        if key == "hook":
            yield from _of_name(inner, vocabulary.hooks, "hook", inner_path)
        elif key == "when" and not isinstance(inner, dict):
            message = "'when' maps names of conditions to values, such as {self.charging: true}; write it like that"
            yield inner_path, message, "vocabulary"
        elif key == "when":
            for atom in inner:
                yield from _of_name(atom, vocabulary.atoms, "condition", f"{inner_path}.{atom}")
        elif key in ("formula", "formulas"):
            for formula in inner.values() if isinstance(inner, dict) else [inner]:
                for placeholder in PLACEHOLDER.finditer(str(formula)):
                    name = placeholder["name"]
                    if name and name not in figures and name not in part:
                        problem = f"the formula names %({name})s, which is none of its figures{closest(name, figures)}"
                        yield inner_path, problem, "placeholders"
        elif isinstance(inner, str) and inner.startswith("$") and inner[1:] not in figures:
            problem = f"'{inner}' names no figure of this record{closest(inner[1:], figures)}"
            yield inner_path, f"{problem}; add the figure or mend the name", "vocabulary"
        elif key != "from":
            yield from _of_effects(inner, inner_path, figures, vocabulary)


def _of_name(name: Any, known: Mapping[str, Any], sort: str, path: str) -> Iterator[_Complaint]:
    """Yield a complaint about a name that the vocabulary doesn't have."""
    if not isinstance(name, str) or name not in known:
        problem = f"'{name}' is not a {sort} of the vocabulary{closest(str(name), known)}"
        yield path, f"{problem}; mend the name, or add it to vocabulary.yaml", "vocabulary"


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
