"""Headed entries: a list of headings, each on a line of its own, with a text about one record.

Headings that a reading knows are found in whatever order they come. Others are told by their
shape, so that an entry that is new in a document is not taken for a part of the one before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from kensei_docs.extract.cues import Expected
from kensei_docs.extract.findings import Findings, Reading
from kensei_docs.extract.formats._headings import Heading, headings_in
from kensei_docs.extract.observations import Passage
from kensei_docs.extract.phrases import letters, slug
from kensei_docs.extract.shapes import MAPPINGS, PASSAGE, TEXT

KEY = "entries"
KEYS = {KEY: TEXT, **PASSAGE, "read": MAPPINGS}
# Of two headings at one place, how alike they must be to be one entry under another name.
_ALIKE = 0.6


@dataclass(frozen=True)
class _Entry:
    """An entry of a document: its record's slug, its heading, and its span with the heading."""

    slug: str
    heading: Heading
    end: int
    known: bool


def read(reading: Reading, findings: Findings) -> None:
    """Read the entries between two phrases, one record each.

    Keys: ``entries`` the kind of the records; ``from``, ``to``, ``after``; ``read`` slug → (fact
    → cue), with ``heading`` among the facts where the heading's slug is another. An entry that
    the reading does not know gives its name and each figure as ``figures.<kind>``.
    """
    kind = str(reading.get(KEY))
    passage = findings.locate(reading, kind)
    if passage is None:
        return
    content: Mapping[str, Mapping[str, str]] = reading.get("read") or {}
    cues = {
        name: reading.cues({f: c for f, c in (facts or {}).items() if f != "heading"}, f"read.{name}", findings)
        for name, facts in content.items()
    }
    known = {letters(str((facts or {}).get("heading", name))): name for name, facts in content.items()}
    entries = _entries(findings, passage, known)
    entries = _renamed(findings, entries, cues)
    findings.expected += [(f"{kind}/{name}", "name") for name in cues]
    for entry in entries:
        inside = findings.cover(f"{kind}/{entry.slug}", entry.heading.start, entry.end, len(cues.get(entry.slug, ())))
        findings.observe(inside, "name", entry.heading.text, entry.heading.start, entry.heading.end)
        body = Passage(inside.record, entry.heading.end, entry.end)
        if entry.slug in cues:
            if not entry.known:
                findings.renamed.add(inside.record)
            findings.read(body, cues[entry.slug])
        else:
            _read_unknown(findings, body)


def _entries(findings: Findings, passage: Passage, known: Mapping[str, str]) -> list[_Entry]:
    headings = headings_in(findings.document, passage.start, passage.end, known)
    ends = [heading.start for heading in headings[1:]] + [passage.end]
    return [
        _Entry(known.get(letters(heading.text)) or slug(heading.text), heading, end, letters(heading.text) in known)
        for heading, end in zip(headings, ends, strict=True)
    ]


def _renamed(findings: Findings, entries: list[_Entry], cues: Mapping[str, Sequence[Expected]]) -> list[_Entry]:
    """Give an unknown entry the record of the one missing entry whose place and figures it has."""
    order = list(cues)
    there = {entry.slug for entry in entries}
    named = []
    for i, entry in enumerate(entries):
        before = next((order.index(e.slug) for e in reversed(entries[:i]) if e.known), -1)
        after = next((order.index(e.slug) for e in entries[i + 1 :] if e.known), len(order))
        missing = [name for name in order[before + 1 : after] if name not in there]
        alone = not (i and not entries[i - 1].known) and not (i + 1 < len(entries) and not entries[i + 1].known)
        if (
            not entry.known
            and len(missing) == 1
            and alone
            and _is_the_same(findings, entry, missing[0], cues[missing[0]])
        ):
            entry = _Entry(missing[0], entry.heading, entry.end, known=False)
        named.append(entry)
    return named


def _is_the_same(findings: Findings, entry: _Entry, name: str, expected: Sequence[Expected]) -> bool:
    if expected:
        found = findings.found(Passage("", entry.heading.end, entry.end), expected)
        return len(found) == len(expected)
    one, other = sorted((letters(name), letters(entry.heading.text)), key=len)
    return one in other or SequenceMatcher(None, one, other).ratio() >= _ALIKE


def _read_unknown(findings: Findings, body: Passage) -> None:
    seen: dict[str, int] = {}
    for occurrence in findings.between(body.start, body.end):
        if occurrence.written and occurrence.whole:
            kind = occurrence.figure.kind
            seen[kind] = seen.get(kind, 0) + 1
            number = f"-{seen[kind]}" if seen[kind] > 1 else ""
            findings.observe_figure(body, f"figures.{kind}{number}", occurrence)
