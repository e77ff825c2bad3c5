"""Problems of single records: of their id, status, messages, effects and conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kensei_docs.database.model import Record, messages_of
from kensei_docs.database.paths import below
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER
from kensei_docs.database.schema import SLUG
from kensei_docs.database.vocabulary import Vocabulary
from kensei_docs.problems import Problem, closest

_STATUSES = ("formal", "partial", "prose")
_MAPPINGS = ("figures", "effects", "modifiers")
_TEXTS = ("name", "text", "reminder", "note")


class _Complaint(NamedTuple):
    """A message about a path of a record, and the name of the check that reports it."""

    path: str
    message: str
    check: str = "data"

    def of(self, record: Record) -> Problem:
        """Return the problem, with its place in the record's file."""
        return Problem(
            record.place(self.path),
            f"{record.id}: {self.message}",
            self.check,
            edition=record.edition,
            record=record.id,
            citations=record.citations,
        )


def record_problems(record: Record, vocabulary: Vocabulary) -> Iterator[Problem]:
    """Yield the problems of a record: of its id, status, messages, effects and conditions."""
    for complaint in _complaints(record, vocabulary):
        yield complaint.of(record)


def message_problems(record: Record) -> Iterator[Problem]:
    """Yield a problem for each placeholder in a record's messages that names no figure, and each lone %."""
    for complaint in _of_messages(record):
        yield complaint.of(record)


def _complaints(record: Record, vocabulary: Vocabulary) -> Iterator[_Complaint]:
    """Yield what is wrong with a record itself, then with its messages and effects."""
    if not SLUG.fullmatch(record.slug):
        yield _Complaint("", "an id is small letters, digits and hyphens; rename it")
    if not isinstance(record.data.get("name"), str):
        yield _Complaint("name", "has no name; add one")
    status = record.data.get("status")
    if status is not None and status not in _STATUSES:
        yield _Complaint("status", f"status '{status}' is not known; write formal, partial or prose")
    for field in _MAPPINGS:
        if not isinstance(record.get(field) or {}, dict):
            yield _Complaint(field, f"'{field}' should be a mapping of names; give each a name")
            return
    for field in _TEXTS:
        if isinstance(record.get(field), dict | list):
            yield _Complaint(field, f"'{field}' should be a text; mend it")
    yield from _of_messages(record)
    yield from _of_effects(record.data, "", record.get("figures") or {}, vocabulary)


def _of_messages(record: Record) -> Iterator[_Complaint]:
    """Yield what is wrong with the placeholders of a record's messages."""
    figures = record.get("figures") or {}
    for field, message in messages_of(record.data):
        for placeholder in PLACEHOLDER.finditer(message):
            name = placeholder["name"]
            if placeholder.group() == "%":
                yield _Complaint(field, "a lone % in a message; write %%", "placeholders")
            elif name is not None and name not in figures:
                problem = f"the text names %({name})s, which is none of its figures{closest(name, figures)}"
                yield _Complaint(field, f"{problem}; add the figure or mend the name", "placeholders")


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
            yield _Complaint(inner_path, f"{problem}; mend the name, or add it to vocabulary.yaml", "vocabulary")
        elif key == "when":
            yield from _of_condition(inner, inner_path, vocabulary)
        elif key in ("formula", "formulas"):
            yield from _of_formulas(inner, inner_path, {**figures, **part}, figures)
        elif isinstance(inner, str) and inner.startswith("$") and inner[1:] not in figures:
            problem = f"'{inner}' names no figure of this record{closest(inner[1:], figures)}"
            yield _Complaint(inner_path, f"{problem}; add the figure or mend the name", "vocabulary")
        elif key not in ("from", "when"):
            yield from _of_effects(inner, inner_path, figures, vocabulary)


def _of_formulas(formulas: Any, path: str, names: dict[str, Any], figures: dict[str, Any]) -> Iterator[_Complaint]:
    """Yield complaints about one formula or a mapping of them; ``names`` are the names that they may use."""
    for formula in formulas.values() if isinstance(formulas, dict) else [formulas]:
        for placeholder in PLACEHOLDER.finditer(str(formula)):
            name = placeholder["name"]
            if name and name not in names:
                problem = f"the formula names %({name})s, which is none of its figures{closest(name, figures)}"
                yield _Complaint(path, problem, "placeholders")


def _of_terms(effect: dict[str, Any], path: str, vocabulary: Vocabulary) -> Iterator[_Complaint]:
    """Yield the terms of an effect, other than its hook and conditions, that the vocabulary doesn't have."""
    quantities = {**vocabulary.atoms, **vocabulary.section("quantities")}
    for key, names, sort in (
        ("of", quantities, "quantity"),
        ("per", quantities, "quantity"),
        ("whose", vocabulary.section("whose"), "side"),
    ):
        if key in effect and names and effect[key] not in names:
            problem = f"'{effect[key]}' is not a known {sort} of the vocabulary{closest(str(effect[key]), names)}"
            yield _Complaint(f"{path}.{key}", f"{problem}; mend the name, or add it to vocabulary.yaml", "vocabulary")


def _of_condition(when: Any, path: str, vocabulary: Vocabulary) -> Iterator[_Complaint]:
    if not isinstance(when, dict):
        message = "'when' maps names of conditions to values, such as {self.charging: true}; write it like that"
        yield _Complaint(path, message, "vocabulary")
        return
    for atom in when:
        if atom not in vocabulary.atoms:
            problem = f"'{atom}' is not a condition of the vocabulary{closest(atom, vocabulary.atoms)}"
            yield _Complaint(f"{path}.{atom}", f"{problem}; mend the name, or add it to vocabulary.yaml", "vocabulary")
