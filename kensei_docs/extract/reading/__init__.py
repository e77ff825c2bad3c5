"""A document × the profile of its source → observations.

A profile (``sources/<id>/reading/*.yaml``) is a list of entries a kind of record; each entry is read by
the recipe that it names.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kensei_docs.discover import modules_of
from kensei_docs.extract import Document
from kensei_docs.extract.reading import recipes
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
from kensei_docs.problems import Place, Problem
from kensei_docs.sources import Source

# A bullet at the end of a passage belongs to the next one.
_LOOSE_END = re.compile(r"[\s•*\u25ba\u2010-\u2014\u2212-]+\Z")
# Letters of context on each side of a figure that no recipe took.
_CONTEXT = 32
# A figure that was recognised in a picture with less confidence is not observed.
_SURE = 0.6


@dataclass(frozen=True)
class ReadingResult:
    """The result of reading a document: observations in its order, figures that no recipe took, problems.

    ``passages`` are the passages read for each record, in the order of the readings.
    ``expected`` are the facts that the profile looks for, as record and pattern of facts
    (``rows.*.points``); ``renamed`` are records that stand under another heading than before,
    ``reordered`` tables whose columns stand in another order.
    ``taken`` are the spans of the document's text from which the observations were read, ``untaken`` those
    of the unresolved figures, in the same order. ``wording`` has the document's words by sentence. ``doubted``
    are records and facts whose figures were recognised in a picture, and are too unsure to be observations:
    they are among the unresolved.
    """

    observations: tuple[Observation, ...]
    unresolved: tuple[Unresolved, ...]
    passages: tuple[Covered, ...]
    expected: tuple[tuple[str, str], ...]
    renamed: frozenset[str]
    reordered: tuple[Reordered, ...]
    problems: tuple[Problem, ...]
    taken: tuple[tuple[int, int], ...]
    untaken: tuple[tuple[int, int], ...]
    wording: Wording
    doubted: frozenset[tuple[str, str]]


def read_figures(document: Document, source: Source) -> ReadingResult:
    """Read all entries of a source's profile; an entry that can't be read becomes a problem."""
    observer = Observer(document, source)
    for entry, recipe in entries_of(source, observer.problems):
        recipe.read(entry, observer)
    found = sorted(zip(observer.taken, observer.observations, strict=True), key=lambda pair: pair[0][0])
    unresolved = list(_unresolved_figures(observer))
    doubted: list[tuple[str, str]] = []
    if document.recognised:
        found = [(span, replace(each, confidence=document.sureness(*span))) for span, each in found]
        unsure = [(span, each) for span, each in found if _is_doubted(each)]
        doubted = [(each.record, each.fact) for _, each in unsure]
        unresolved = sorted(unresolved + [_as_unresolved(document, *pair) for pair in unsure], key=lambda pair: pair[0])
        found = [pair for pair in found if not _is_doubted(pair[1])]
    return ReadingResult(
        tuple(observation for _, observation in found),
        tuple(figure for _, figure in unresolved),
        tuple(_covered_passages(observer)),
        tuple(observer.expected),
        frozenset(observer.renamed),
        tuple(observer.reordered),
        tuple(observer.problems),
        tuple(span for span, _ in found),
        tuple(span for span, _ in unresolved),
        Wording(observer),
        frozenset(doubted),
    )


def entries_of(source: Source, problems: list[Problem]) -> Iterator[tuple[ProfileEntry, Any]]:
    """Yield the entries of a source's profile with the modules of their recipes; those with faults become problems."""
    by_key = {recipe.KEY: recipe for recipe in modules_of(recipes)}
    for entry in _entries(source, problems):
        keys = [key for key in by_key if key in entry.content]
        if len(keys) == 1:
            faults = list(faults_of(entry, keys[0], by_key[keys[0]].KEYS))
            problems += faults
            if not faults:
                yield entry, by_key[keys[0]]
        else:
            problems.append(entry.problem("", f"a reading begins with one of {', '.join(by_key)}; name which"))


def _entries(source: Source, problems: list[Problem]) -> Iterator[ProfileEntry]:
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
    document = observer.document
    for passage in observer.passages:
        text = document.text[passage.start : passage.end]
        end = passage.start + len(_LOOSE_END.sub("", text))
        lines, page = document.place(passage.start, end)
        yield Covered(
            passage.record, observer.source.id, page, lines, digest_of_all(text), passage.figures, passage.start, end
        )


def _is_doubted(observation: Observation) -> bool:
    return observation.fact != "name" and observation.confidence is not None and observation.confidence < _SURE


def _as_unresolved(
    document: Document, span: tuple[int, int], observation: Observation
) -> tuple[tuple[int, int], Unresolved]:
    """Return an observation that is not sure as a figure to be looked at."""
    reason = f"may be {observation.fact} of {observation.record}; it is not sure what the picture shows"
    context = _context(document.text, *span)
    return span, Unresolved(
        observation.value, observation.document, observation.page, observation.lines, reason, context
    )


def _unresolved_figures(observer: Observer) -> Iterator[tuple[tuple[int, int], Unresolved]]:
    """Yield the spans of the figures in digits that no recipe took, and the figures with the reason.

    Of a figure of which one part was taken (the 200 of ``200 to 399``), the other is yielded.
    """
    document = observer.document
    taken = bytearray(len(document.text))
    for start, end in observer.taken:
        taken[start:end] = b"t" * (end - start)
    headings = _heading_starts(document)
    within = 0
    for occurrence in observer.occurrences:
        start, end = occurrence.start, occurrence.end
        if not occurrence.written or end <= within or any(taken[start:end]):
            continue
        within = end
        reason = observer.faults.get((start, end)) or _why_unresolved(observer, headings, start, end)
        lines, page = document.place(start, end)
        context = _context(document.text, start, end)
        yield (start, end), Unresolved(occurrence.value, observer.source.id, page, lines, reason, context)


def _why_unresolved(observer: Observer, headings: list[int], start: int, end: int) -> str:
    here = [p for p in observer.passages if p.start <= start and end <= p.end]
    if here:
        record = min(here, key=lambda p: p.end - p.start).record
        return f"the reading of {record} takes no such figure"
    document = observer.document
    above = bisect_right(headings, document.line_at(start)) - 1
    near = document.lines[headings[above]].text.strip() if above >= 0 else ""
    return "no reading covers this passage" + (f", below '{near}'" if near else "")


def _heading_starts(document: Document) -> list[int]:
    return [i for i, line in enumerate(document.lines) if line.heading and sum(c.isalpha() for c in line.text) > 2]


def _context(text: str, start: int, end: int) -> str:
    before = text[max(0, start - _CONTEXT) : start]
    if start > _CONTEXT:
        before = before.partition(" ")[2]
    after = text[end : end + _CONTEXT]
    if end + _CONTEXT < len(text):
        after = after.rpartition(" ")[0]
    return " ".join(f"{before}{text[start:end]}{after}".split())
