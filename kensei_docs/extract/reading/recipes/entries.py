"""Headed entries: a list of headings, each on a line of its own, with a text about one record.

Headings that the profile knows are found in any order. Others are recognised by their shape, so that a new entry is not
a part of the one before it, and a short line of text is not a heading.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from kensei_docs.extract.document import Document, letters_of
from kensei_docs.extract.reading.cues import Expected
from kensei_docs.extract.reading.observations import Observer, Passage
from kensei_docs.extract.reading.recipes import CUES_BY_NAME, HEADING, LIST, PASSAGE, RECORD, SKIP, TEXT, ProfileEntry
from kensei_docs.languages import CAPITALS
from kensei_docs.slugs import slug_of

KEY = "entries"
KEYS = {KEY: TEXT, **PASSAGE, "read": CUES_BY_NAME, SKIP: LIST}
# The least similarity, 0 to 1, of a missing heading and a new one at its place for the new one to be its new name.
_MIN_SIMILARITY = 0.6
# The most words and letters of a heading that the profile does not know.
_MAX_WORDS = 6
_MAX_LETTERS = 45
# If more than this share of the known headings is bold or larger than the text, all headings are.
_MIN_BOLD_SHARE = 0.7
_LINES_AROUND = 8  # lines on each side of a line, of which the longest is as wide as the column
# A line was ended on purpose if the first word of the next line and this many letters more had room on it: with fewer,
# it may have been full, because letters are not equally wide.
_SPARE_LETTERS = 8
_SENTENCE_END = re.compile(r"[.!?:)\"\u201d][)\"'\u201d\u2019]*\s*$")
_LOOSE_END = re.compile(r"[.,;:]\s*$")
_WORD = re.compile(r"\S+")
_BULLET = re.compile(r"\s*[•*\u25ba\u2010\u2013-]\s")
_BEGINS = re.compile(rf"\s*[\"'(\u201c\u2018•+\u2010\u2212-]*\s*[{CAPITALS}\d]")


@dataclass(frozen=True)
class Heading:
    """The text of a heading and its span in the document."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class _Line:
    """A line, with the words of it that would be the name: all, or with ``run_in`` the bold ones at its beginning."""

    text: str
    start: int
    heading: bool
    name: str
    run_in: bool = False


@dataclass(frozen=True)
class _Entry:
    """An entry of a document: its record's slug, its heading, and its span with the heading."""

    slug: str
    heading: Heading
    end: int
    known: bool


def read(entry: ProfileEntry, observer: Observer) -> None:
    """Read the entries between two phrases, one record each.

    Keys: ``entries`` the kind of the records; ``from``, ``to``, ``after``; ``read`` slug → (fact
    → cue), with ``heading`` among the facts where the heading's slug is another, and ``record``
    where its figures are those of another record; ``skip`` the headings of no record. An entry that
    the profile does not know gives its name and each figure as ``figures.<kind>``.
    """
    kind = str(entry.get(KEY))
    passage = observer.locate(entry, kind)
    if passage is None:
        return
    content: Mapping[str, Mapping[str, str]] = entry.get("read") or {}
    cues = {
        name: entry.cues({f: c for f, c in (facts or {}).items() if f not in (HEADING, RECORD)})
        for name, facts in content.items()
    }
    known = {letters_of(str((facts or {}).get(HEADING, name))): name for name, facts in content.items()}
    others = {name: str(facts[RECORD]) for name, facts in content.items() if facts and facts.get(RECORD)}
    skipped = {letters_of(str(heading)) for heading in entry.get(SKIP) or ()}
    entries = _entries(observer, passage, known, skipped)
    entries = _with_renamed_entries(observer, entries, cues)
    observer.expected += [(f"{kind}/{name}", "name") for name in cues if name not in others]
    for found in entries:
        record = others.get(found.slug, f"{kind}/{found.slug}")
        inside = observer.cover(record, found.heading.start, found.end, len(cues.get(found.slug, ())))
        if found.slug not in others:
            observer.observe(inside, "name", found.heading.text, found.heading.start, found.heading.end)
        body = Passage(inside.record, found.heading.end, found.end)
        if found.slug in cues:
            if not found.known and found.slug not in others:
                observer.renamed.add(inside.record)
            observer.read(body, cues[found.slug])
        else:
            _read_unknown(observer, body)


def _entries(observer: Observer, passage: Passage, known: Mapping[str, str], skipped: Collection[str]) -> list[_Entry]:
    """Return the entries of a passage.

    ``known`` are the slugs of entries by the letters of their headings, ``skipped`` the letters of headings of none.
    """
    headings = headings_in(observer.document, passage.start, passage.end, {*known, *skipped})
    ends = [heading.start for heading in headings[1:]] + [passage.end][: len(headings)]
    return [
        _Entry(
            known.get(letters_of(heading.text)) or slug_of(heading.text),
            heading,
            end,
            letters_of(heading.text) in known,
        )
        for heading, end in zip(headings, ends, strict=True)
        if letters_of(heading.text) not in skipped
    ]


def _with_renamed_entries(
    observer: Observer, entries: list[_Entry], cues: Mapping[str, Sequence[Expected]]
) -> list[_Entry]:
    """Return the entries, an unknown one with the slug of a missing one if it is that entry with a new heading.

    That is so if the missing entry is the only one between the same known neighbours, and has the same figures.
    """
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
            and _matches_missing(observer, entry, missing[0], cues[missing[0]])
        ):
            entry = _Entry(missing[0], entry.heading, entry.end, known=False)
        named.append(entry)
    return named


def _matches_missing(observer: Observer, entry: _Entry, name: str, expected: Sequence[Expected]) -> bool:
    """Return whether an entry has all ``expected`` figures of a missing one; without figures, a similar heading."""
    if expected:
        found = observer.found(entry.heading.end, entry.end, expected)
        return len(found) == len(expected)
    one, other = sorted((letters_of(name), letters_of(entry.heading.text)), key=len)
    return one in other or SequenceMatcher(None, one, other).ratio() >= _MIN_SIMILARITY


def _read_unknown(observer: Observer, body: Passage) -> None:
    """Observe each figure of an entry that the profile does not know, named after its kind."""
    seen: dict[str, int] = {}
    for occurrence in observer.between(body.start, body.end):
        if occurrence.written and occurrence.whole:
            kind = occurrence.figure.kind
            seen[kind] = seen.get(kind, 0) + 1
            number = f"-{seen[kind]}" if seen[kind] > 1 else ""
            observer.observe_figure(body, f"figures.{kind}{number}", occurrence)


def headings_in(document: Document, start: int, end: int, known: Collection[str]) -> list[Heading]:
    """Return the headings in ``start:end`` after its first line, in order.

    ``known`` are the letters of known headings; if several lines could be one of them, the most likely line is. Any
    other line must have all signs of a heading; if the known headings stand out from the text, it must as well. A
    heading may be the bold words with which a paragraph begins, its text on the same line.
    """
    lines = [
        _line(document, i, known)
        for i in range(document.line_at(start), len(document.lines))
        if document.starts[i] < end and document.lines[i].text.strip()
    ]
    best: dict[str, tuple[int, int]] = {}
    for i, line in enumerate(lines):
        key = letters_of(line.name)
        if key in known and line.start >= start:
            likely = _likelihood(lines, i)
            if likely >= 2 and likely > best.get(key, (0, 0))[0]:
                best[key] = likely, i
    chosen = {i for _, i in best.values()}
    most = _MIN_BOLD_SHARE * len(chosen)
    stand_out = sum(lines[i].heading for i in chosen) > most
    run_in = sum(lines[i].run_in for i in chosen) > most
    chosen |= {
        i
        for i in range(1, len(lines))
        if i not in chosen
        and (lines[i].run_in or i + 1 not in chosen)
        and lines[i].start >= start
        and letters_of(lines[i].name) not in known
        and (lines[i].heading or not stand_out)
        and ((run_in and _looks_like_run_in(lines, i)) if lines[i].run_in else _looks_like_heading(lines, i))
    }
    # A point or colon after most names is how the list is set, and no part of them.
    names = [lines[i].name for i in chosen if lines[i].run_in]
    closed = 2 * sum(bool(_LOOSE_END.search(name)) for name in names) > len(names)
    found = []
    for i in sorted(chosen):
        name = _LOOSE_END.sub("", lines[i].name) if lines[i].run_in and closed else lines[i].name
        at = lines[i].start + lines[i].text.index(name)
        found.append(Heading(name, at, at + len(name)))
    return found


def _line(document: Document, i: int, known: Collection[str]) -> _Line:
    """Return a line of a document, with the bold words at its beginning as its name if it goes on after them.

    Bold words in the midst of a sentence are no name, and those of a line that is a ``known`` heading as a whole are
    not parted from the others.
    """
    line, above = document.lines[i], document.lines[i - 1] if i else None
    words = list(_WORD.finditer(line.text))
    opens = above is None or above.block != line.block or bool(_SENTENCE_END.search(above.text))
    # The sign or number of a list's item counts as one of the bold words.
    first = int(0 < line.lead < len(words) and not any(map(str.isalpha, words[0].group())))
    if opens and first < line.lead < len(words) and letters_of(line.text) not in known:
        name = line.text[words[first].start() : words[line.lead - 1].end()]
        return _Line(line.text, document.starts[i], True, name, run_in=True)
    return _Line(line.text, document.starts[i], line.heading, line.text.strip())


def _likelihood(lines: list[_Line], i: int) -> int:
    """Return the number of signs that a line with the words of a known heading is that heading."""
    text = lines[i].name
    # A number or a quotation mark may be before its first letter.
    if not next((letter for letter in text if letter.isalpha()), "").isupper():
        return 0
    return (
        2 * lines[i].heading
        + (not _LOOSE_END.search(text))
        + _is_broken_off(lines, i)
        + bool(i and _SENTENCE_END.search(lines[i - 1].text))
        + bool(i + 1 < len(lines) and _BEGINS.match(lines[i + 1].text))
    )


def _looks_like_run_in(lines: list[_Line], i: int) -> bool:
    """Return whether the unknown bold words at the beginning of a paragraph have the shape of a name."""
    name = _LOOSE_END.sub("", lines[i].name)
    return bool(name) and name[0].isupper() and not any(c.isdigit() for c in name) and _is_short(name)


def _is_short(name: str) -> bool:
    return len(name) <= _MAX_LETTERS and len(name.split()) <= _MAX_WORDS


def _looks_like_heading(lines: list[_Line], i: int) -> bool:
    """Return whether an unknown line has all signs of a heading, in itself and in the lines around it."""
    text = lines[i].text.strip()
    if (
        not text[0].isupper()
        or any(c.isdigit() for c in text)
        or _LOOSE_END.search(text)
        or not _is_short(text)
        or _BULLET.match(text)
        or _SENTENCE_END.search(text)
    ):
        return False
    if i + 1 >= len(lines) or not _BEGINS.match(lines[i + 1].text):
        return False
    after = bool(_SENTENCE_END.search(lines[i - 1].text)) or _is_broken_off(lines, i)
    return after and (lines[i].heading or _is_broken_off(lines, i + 1))


def _is_broken_off(lines: list[_Line], i: int) -> bool:
    """Return whether the line above was ended although it had room for the first word of this line."""
    if i == 0 or i >= len(lines):
        return False
    near = lines[max(0, i - _LINES_AROUND) : i + _LINES_AROUND]
    width = max(len(line.text.rstrip()) for line in near)
    first = lines[i].text.split()[0]
    return len(lines[i - 1].text.rstrip()) + 1 + len(first) + _SPARE_LETTERS <= width
