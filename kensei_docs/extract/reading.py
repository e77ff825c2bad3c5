"""Running every reading of a source over its document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.discover import modules_of
from kensei_docs.extract import formats
from kensei_docs.extract.document import Document
from kensei_docs.extract.findings import CHECK, Findings, Reading
from kensei_docs.extract.observations import Covered, Observation, Unresolved, digest_of_all
from kensei_docs.extract.shapes import faults_of
from kensei_docs.problems import Place, Problem
from kensei_docs.sources import Source

# What a passage ends in belongs to the next one where it is a bullet, not a sentence's end.
_LOOSE_END = re.compile(r"[\s•*\u25ba\u2010-\u2014\u2212-]+\Z")
# Letters of context on each side of a figure that nobody took.
_CONTEXT = 32


@dataclass(frozen=True)
class Read:
    """What a document says: observations in its order, figures that nothing took, problems.

    ``passages`` are what was read for each record, in the order of the readings.
    ``expected`` are the facts that the readings look for, as record and pattern of facts
    (``rows.*.points``); ``renamed`` are records that stand under another heading than before.
    """

    observations: tuple[Observation, ...]
    unresolved: tuple[Unresolved, ...]
    passages: tuple[Covered, ...]
    expected: tuple[tuple[str, str], ...]
    renamed: frozenset[str]
    problems: tuple[Problem, ...]


def read_figures(document: Document, source: Source) -> Read:
    """Run all readings of a source; a reading that can't be run is a problem, others go on."""
    findings = Findings(document, source)
    recipes = {module.KEY: module for module in modules_of(formats)}
    for reading in _readings(source, findings):
        keys = [key for key in recipes if key in reading.content]
        if len(keys) == 1:
            recipe = recipes[keys[0]]
            faults = list(faults_of(reading, keys[0], recipe.KEYS))
            findings.problems += faults
            if not faults:
                recipe.read(reading, findings)
        else:
            findings.problems.append(
                reading.problem("", f"a reading begins with one of {', '.join(recipes)}; name which")
            )
    observations = tuple(o for _, o in sorted(findings.observations, key=lambda pair: pair[0]))
    return Read(
        observations,
        tuple(_unresolved(findings)),
        tuple(_covered(findings)),
        tuple(findings.expected),
        frozenset(findings.renamed),
        tuple(findings.problems),
    )


def _readings(source: Source, findings: Findings) -> Iterator[Reading]:
    for stem, content in source.reading.items():
        if not isinstance(content, list):
            findings.problems.append(
                Problem(Place(str(source.trees[stem].file), 1), "should hold a list of readings", CHECK)
            )
            continue
        for index, entry in enumerate(content):
            if isinstance(entry, dict):
                yield Reading(source, stem, index, entry)
            else:
                findings.problems.append(
                    Problem(source.trees[stem].place(str(index)), "a reading should be a mapping", CHECK)
                )


def _covered(findings: Findings) -> Iterator[Covered]:
    document = findings.document
    for passage in findings.passages:
        text = document.text[passage.start : passage.end]
        end = passage.start + len(_LOOSE_END.sub("", text))
        first, last, page = document.place(passage.start, end)
        lines = (first, last) if first is not None and last is not None else None
        yield Covered(passage.record, findings.source.id, page, lines, digest_of_all(text), passage.figures)


def _unresolved(findings: Findings) -> Iterator[Unresolved]:
    """Yield the figures in digits that no reading took, with the reason.

    Of a figure of which one part was taken (the 200 of ``200 to 399``), the other is yielded.
    """
    document = findings.document
    taken = bytearray(len(document.text))
    for start, end in findings.taken:
        taken[start:end] = b"t" * (end - start)
    headings = _heading_starts(document)
    within = 0
    for occurrence in findings.occurrences:
        start, end = occurrence.start, occurrence.end
        if not occurrence.written or end <= within or any(taken[start:end]):
            continue
        within = end
        reason = findings.faults.get((start, end)) or _reason(findings, headings, start, end)
        first, last, page = document.place(start, end)
        lines = (first, last) if first is not None and last is not None else None
        yield Unresolved(occurrence.value, findings.source.id, page, lines, reason, _context(document.text, start, end))


def _reason(findings: Findings, headings: list[int], start: int, end: int) -> str:
    here = [p for p in findings.passages if p.start <= start and end <= p.end]
    if here:
        record = min(here, key=lambda p: p.end - p.start).record
        return f"the reading of {record} takes no such figure"
    document = findings.document
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
