"""Reading: a document and the profile of its source give observations.

A profile (``sources/<id>/reading/*.yaml``) is a list of entries for a kind of record; each entry is read by the recipe
that it names.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kensei_docs.discover import modules_of
from kensei_docs.extract.document import Document
from kensei_docs.extract.reading import recipes
from kensei_docs.extract.reading.bounds import fits
from kensei_docs.extract.reading.observations import (
    Covered,
    Observation,
    Observer,
    Reordered,
    Unresolved,
    digest_of_all,
)
from kensei_docs.extract.reading.recipes import CHECK, ProfileEntry, faults_of
from kensei_docs.extract.reading.wording import Wording
from kensei_docs.problems import Place, Problem, distinct
from kensei_docs.sources import Source

# Bullets and dashes at the end of a passage, which belong to the next passage.
_LOOSE_END = re.compile(r"[\s•*\u25ba\u2010-\u2014\u2212-]+\Z")
_CONTEXT = 32  # characters of context on each side of an unresolved figure
_NOT_SURE = "it is not sure what the picture shows"
_MIN_CONFIDENCE = 0.6  # the confidence (0 to 1) below which a figure that was recognised in a picture is unresolved


@dataclass(frozen=True)
class ReadingResult:
    """The result of reading a document: observations and unresolved figures in the order of the document, and problems.

    ``passages`` are the passages that were read for each record, in the order of the readings. ``expected`` are the
    facts that the profile looks for, as pairs of a record and a pattern of facts (``rows.*.points``). ``renamed`` are
    records that the document has under another heading than before, ``reordered`` tables whose columns are in another
    order. ``wording`` has the document's words by sentence. ``doubted`` are (record, fact) of figures that were
    recognised in a picture with too little certainty to be observations: they are unresolved.
    """

    observations: tuple[Observation, ...]
    unresolved: tuple[Unresolved, ...]
    passages: tuple[Covered, ...]
    expected: tuple[tuple[str, str], ...]
    renamed: frozenset[str]
    reordered: tuple[Reordered, ...]
    problems: tuple[Problem, ...]
    wording: Wording
    doubted: frozenset[tuple[str, str]]


def read_figures(document: Document, source: Source) -> ReadingResult:
    """Return the result of reading all entries of a source's profile; an invalid entry becomes a problem of it."""
    observer = Observer(document, source)
    for readings in readings_of(source, observer.problems):
        several = readings if len(readings) > 1 else ()
        entry, recipe = next((one for one in several if fits(observer, one[0])), readings[0])
        recipe.read(entry, observer)
    observations = sorted(observer.observations, key=lambda observation: observation.span[0])
    unresolved = list(_unresolved_figures(observer))
    doubted: list[Observation] = []
    if document.recognised:
        observations = [replace(each, confidence=document.sureness(*each.span)) for each in observations]
        doubted = [each for each in observations if _is_doubted(each)]
        unresolved += [
            _unresolved(observer, each.value, each.span, f"may be {each.fact} of {each.record}; {_NOT_SURE}")
            for each in doubted
        ]
        unresolved.sort(key=lambda figure: figure.span)
        observations = [each for each in observations if not _is_doubted(each)]
    return ReadingResult(
        tuple(observations),
        tuple(unresolved),
        tuple(_covered_passages(observer)),
        tuple(observer.expected),
        frozenset(observer.renamed),
        tuple(observer.reordered),
        tuple(observer.problems),
        Wording(observer),
        frozenset((each.record, each.fact) for each in doubted),
    )


def readings_of(source: Source, problems: list[Problem]) -> Iterator[list[tuple[ProfileEntry, Any]]]:
    """Yield each reading of a source's profile with the readings under its ``or``, each with the module of its recipe.

    Invalid entries become problems.
    """
    found_recipes = modules_of(recipes, "recipes", "KEY", "KEYS", "read")
    by_key = distinct((str(recipe.KEY), recipe.__name__, recipe) for recipe in found_recipes)
    for entry in _entries(source, problems):
        found: list[tuple[ProfileEntry, Any]] = []
        for one in entry.with_others():
            keys = [key for key in by_key if key in one.content]
            if len(keys) == 1:
                faults = list(faults_of(one, keys[0], by_key[keys[0]].KEYS))
                problems += faults
                found += [] if faults else [(one, by_key[keys[0]])]
            else:
                problems.append(one.problem("", f"a reading begins with one of {', '.join(by_key)}; name which"))
        if found:
            yield found


def _entries(source: Source, problems: list[Problem]) -> Iterator[ProfileEntry]:
    """Yield the entries of all files of a profile that are mappings; the others become problems."""
    for stem, content in source.reading.items():
        if not isinstance(content, list):
            problems.append(Problem(Place(str(source.trees[stem].file), 1), "should hold a list of readings", CHECK))
            continue
        for index, entry in enumerate(content):
            if isinstance(entry, dict):
                yield ProfileEntry(source, stem, index, entry)
            else:
                problems.append(Problem(source.trees[stem].place(str(index)), "a reading should be a mapping", CHECK))


def _covered_passages(observer: Observer) -> Iterator[Covered]:
    """Yield each passage with its place and digest, without the bullet of the next passage at its end."""
    document = observer.document
    for passage in observer.passages:
        text = document.text[passage.start : passage.end]
        end = passage.start + len(_LOOSE_END.sub("", text))
        lines, page = document.place(passage.start, end)
        yield Covered(
            passage.record, observer.source.id, page, lines, digest_of_all(text), passage.figures, passage.start, end
        )


def _is_doubted(observation: Observation) -> bool:
    """Return whether a figure was recognised in a picture with too little confidence to be an observation."""
    confidence = observation.confidence
    return observation.fact != "name" and confidence is not None and confidence < _MIN_CONFIDENCE


def _unresolved(observer: Observer, value: str, span: tuple[int, int], reason: str) -> Unresolved:
    lines, page = observer.document.place(*span)
    context = _context(observer.document.text, *span)
    return Unresolved(value, observer.source.id, page, lines, reason, context, span)


def _unresolved_figures(observer: Observer) -> Iterator[Unresolved]:
    """Yield the figures in digits that no recipe read, each with the reason.

    If a recipe read only a part of a figure (the 200 of ``200 to 399``), the other part is yielded.
    """
    headings = _heading_starts(observer.document)
    for occurrence in observer.unread(occurrence for occurrence in observer.occurrences if occurrence.written):
        span = occurrence.start, occurrence.end
        doubt = occurrence.doubt and f"{occurrence.doubt}; read it by hand"
        reason = observer.faults.get(span) or doubt or _why_unresolved(observer, headings, *span)
        yield _unresolved(observer, occurrence.value, span, reason)


def _why_unresolved(observer: Observer, headings: list[int], start: int, end: int) -> str:
    """Return the reason why no recipe read a figure: the smallest passage around it, or else the heading above."""
    around = [passage for passage in observer.passages if passage.start <= start and end <= passage.end]
    if around:
        record = min(around, key=lambda passage: passage.end - passage.start).record
        return f"the reading of {record} takes no such figure"
    document = observer.document
    above = bisect_right(headings, document.line_at(start)) - 1
    heading = document.lines[headings[above]].text.strip() if above >= 0 else ""
    return "no reading covers this passage" + (f", below '{heading}'" if heading else "")


def _heading_starts(document: Document) -> list[int]:
    """Return the indices of the lines that are headings with at least three letters."""
    return [i for i, line in enumerate(document.lines) if line.heading and sum(c.isalpha() for c in line.text) > 2]


def _context(text: str, start: int, end: int) -> str:
    """Return ``start:end`` of a text with the whole words around it, on one line."""
    before = text[max(0, start - _CONTEXT) : start]
    if start > _CONTEXT:
        before = before.partition(" ")[2]
    after = text[end : end + _CONTEXT]
    if end + _CONTEXT < len(text):
        after = after.rpartition(" ")[0]
    return " ".join(f"{before}{text[start:end]}{after}".split())
