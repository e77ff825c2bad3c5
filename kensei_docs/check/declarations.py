"""Reads the sections of the vocabulary that declare which facts checks compare.

The code of a check names no rule. The rows that add up to a total, or the facts that state one parameter, are declared
in a section: in ``data/vocabulary.yaml`` or, for one edition, in the ``vocabulary.yaml`` of its folder.

What is said of figures in words: whether a figure itself is still in bounds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from kensei_docs.check.finding import Finding
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.model import Sections
from kensei_docs.database.placeholders import PLACEHOLDER
from kensei_docs.database.schema import Schema, validate
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Problem


class KindSchema(Schema):
    """A declaration about the records of one kind."""

    kind: str


Declaration = TypeVar("Declaration", bound=Schema)
OfKind = TypeVar("OfKind", bound=KindSchema)


def declared(
    vocabulary: Sections, section: str, schema: type[Declaration]
) -> tuple[dict[str, Declaration], list[Finding]]:
    """Return the valid declarations of a section by name, and findings about the others."""
    declarations: dict[str, Declaration] = {}
    findings: list[Finding] = []
    for tree in vocabulary.trees:
        entries = tree.value.get(section)
        for name, entry in entries.items() if isinstance(entries, dict) else ():
            declaration, problems = validate(schema, tree, f"{section}.{name}", entry or {})
            findings += _findings(section, problems)
            if declaration is not None:
                declarations[name] = declaration
    return declarations, findings


def declared_by_kind(
    database: Database, section: str, schema: type[OfKind]
) -> tuple[list[tuple[list[Record], OfKind]], list[Finding]]:
    """Return ``(records of its kind in one edition, declaration)`` for each declaration and edition, and findings."""
    declarations, findings = declared(database.vocabulary, section, schema)
    pairs = [
        (edition.records_of(declaration.kind), declaration)
        for declaration in declarations.values()
        for edition in database.editions.values()
    ]
    return pairs, findings


def declared_by_edition(
    database: Database, section: str, schema: type[Declaration]
) -> tuple[list[tuple[Edition, str, Declaration]], list[Finding]]:
    """Return (edition, name, declaration) for a section of the editions' own vocabularies, and findings."""
    triples: list[tuple[Edition, str, Declaration]] = []
    findings: list[Finding] = []
    for edition in database.editions.values():
        declarations, of_edition = declared(edition.vocabulary, section, schema)
        triples += ((edition, name, declaration) for name, declaration in declarations.items())
        findings += of_edition
    return triples, findings


def declared_once(
    database: Database, section: str, schema: type[Declaration]
) -> tuple[list[tuple[Edition, Declaration]], list[Finding]]:
    """Return a section that is a single declaration, for each edition that has it, and findings."""
    pairs: list[tuple[Edition, Declaration]] = []
    findings: list[Finding] = []
    for edition in database.editions.values():
        tree = next((tree for tree in reversed(edition.vocabulary.trees) if section in tree.value), None)
        if tree is not None:
            declaration, problems = validate(schema, tree, section, tree.value[section] or {})
            findings += _findings(section, problems)
            if declaration is not None:
                pairs.append((edition, declaration))
    return pairs, findings


def _findings(section: str, problems: list[Problem]) -> list[Finding]:
    return [Finding(problem.place, f"{section}: {problem.message}", "") for problem in problems]


def section_finding(edition: Edition, path: str, message: str) -> Finding:
    """Return a finding about a declaration of an edition itself."""
    return Finding(edition.vocabulary.place(path), message, "")


def own_columns(database: Database) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (name, declaration) of the columns of spreadsheets that a user's project declares, and not the tool."""
    for tree in database.vocabulary.trees[1:]:
        columns = tree.value.get("columns")
        for name, entry in columns.items() if isinstance(columns, dict) else ():
            yield str(name), entry if isinstance(entry, dict) else {}


def fields_of_columns(database: Database, kind: str) -> set[str]:
    """Return the fields that columns of a spreadsheet of a kind of record give."""
    return {
        str(entry.get("at") or name).partition(".")[0]
        for name, entry in database.vocabulary.section("columns").items()
        if isinstance(entry, dict) and kind in (entry.get("used-by") or [kind])
    }


def names(value: Any) -> list[str]:
    """Return a declared list of names; a single name as a list of one, None as an empty list."""
    return [str(name) for name in value] if isinstance(value, list) else [] if value is None else [str(value)]


# Two of these in one row contradict each other about the figure itself; the others are bounds on different sides.
CONTRADICTORY = (frozenset({"at-least", "above"}), frozenset({"at-most", "below"}))
_CLAUSE_END = re.compile(r"[.,:;()?!]")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019]t\b)?")
_BRACES = re.compile(r" ?\{[^}]*\}")
# How many words behind a figure tell what it measures.
_WORDS_BEHIND = 6


@dataclass(frozen=True)
class StatedBound:
    """A bound in a text: the name of the figure, ``at-least``, ``at-most``, ``above`` or ``below``, the words as they
    stand, and the words behind the figure, up to the end of the clause, that say what is measured."""

    figure: str
    bound: str
    words: str
    measured: frozenset[str]


def stated_bounds(text: str, code: str) -> Iterator[StatedBound]:
    """Yield the bounds that a text in a language states with a figure, in its order.

    A bound in a clause with a negation before it is left out: "nobody has more than 2" is another bound.
    """
    grammar = language_of(code)
    phrases = [(phrase, bound) for bound, several in grammar.bounds.items() for phrase in several]
    phrases.sort(key=lambda entry: len(entry[0]), reverse=True)
    # Where the words behind the figure before end: in "10 cm or less than", "less" belongs to that.
    taken = 0
    for placeholder in PLACEHOLDER.finditer(text):
        if not placeholder["name"]:
            continue
        # A noun in its two forms may stand between: "2 {card|cards} or more".
        noun = _BRACES.match(text, placeholder.end())
        end = noun.end() if noun else placeholder.end()
        before, after = text[taken : placeholder.start()].casefold(), text[end:].casefold()
        found = next((entry for entry in phrases if _stands(entry[0], before, after)), None)
        if found is None:
            continue
        phrase, bound = found
        head, _, tail = phrase.partition("%s")
        taken = end + len(tail)
        clause = _CLAUSE_END.split(before.removesuffix(head))[-1]
        if not grammar.negations.isdisjoint(_WORD.findall(clause.replace("\u2019", "'"))):
            continue
        behind = _WORD.findall(noun[0].casefold() if noun else "")
        behind += _WORD.findall(_CLAUSE_END.split(after)[0])[:_WORDS_BEHIND]
        measured = frozenset(behind) - grammar.function_words - grammar.uncounted
        yield StatedBound(placeholder["name"], bound, phrase % f"%({placeholder['name']})s", measured)


def _stands(phrase: str, before: str, after: str) -> bool:
    """Return whether a phrase stands around a figure, as whole words."""
    head, _, tail = phrase.partition("%s")
    return (
        before.endswith(head)
        and (not head or not before.removesuffix(head)[-1:].isalpha())
        and after.startswith(tail)
        and (not tail or not after.removeprefix(tail)[:1].isalpha())
    )


def bounds_once(text: str, language: str) -> dict[str, StatedBound]:
    """Return the bounds that a text states with figures that it names once, by figure."""
    named = Counter(placeholder["name"] for placeholder in PLACEHOLDER.finditer(text))
    return {stated.figure: stated for stated in stated_bounds(text, language) if named[stated.figure] == 1}
