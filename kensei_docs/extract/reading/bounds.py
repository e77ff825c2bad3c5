"""Where a reading's passage begins and ends: between phrases of the document.

The text layer of one file may give the columns of a page in another order than a second file, so that a phrase stands
before the one that it should follow. Then a passage is bounded by what is there, and read only if it has all its
figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from kensei_docs.extract.document import letters_of
from kensei_docs.extract.reading.cues import Expected
from kensei_docs.extract.reading.document_figures import DocumentFigures
from kensei_docs.extract.reading.recipes import ProfileEntry
from kensei_docs.problems import Problem

# If the words that end a passage have gone from the document, the passage ends where one of this many readings after
# its own begins.
_FOLLOWING_READINGS = 3
_MIN_HEADING = 3  # letters: a line with fewer, such as a number, is no heading that ends a passage
_BEFORE = 40  # characters: a figure with which a phrase begins is at most this far before the phrase's first letter


def bounds_of(figures: DocumentFigures, entry: ProfileEntry, record: str) -> tuple[int, int] | Problem:
    """Return the span of the passage that an entry's ``from``, ``to`` and ``after`` delimit, or the problem that a
    phrase isn't in the document."""
    found = _beginning(figures, entry, record)
    if isinstance(found, Problem):
        return found
    start, begun, in_place = found
    end = _end(figures, entry, record, start, begun)
    if isinstance(end, Problem):
        return end
    if in_place or figures.has_all(start, end, _cues(entry)):
        return start, end
    return _problem(figures, entry, "from", entry.get("from"), record, earlier=True)


def fits(figures: DocumentFigures, entry: ProfileEntry) -> bool:
    """Return whether a document has the phrases of an entry in their order, and in a PDF all its figures between."""
    document = figures.document
    after, first, to = entry.get("after") or [], entry.get("from"), entry.get("to")
    start = begun = 0
    for phrase in [*(after if isinstance(after, list) else [after]), *([first] if first else [])]:
        found = document.find(str(phrase), begun)
        if found is None:
            return False
        start, begun = found
    if first:
        start = _with_figure_before(figures, start, first)
    end = document.find(str(to), begun) if to else (len(document.text),)
    return end is not None and (document.is_in_order or figures.has_all(start, end[0], _cues(entry), sure=False))


def _cues(entry: ProfileEntry) -> list[Expected]:
    """Return the cues of a passage; none for another recipe."""
    return entry.cues({fact: cue for fact, cue in (entry.get("read") or {}).items() if not isinstance(cue, dict)})


def _beginning(figures: DocumentFigures, entry: ProfileEntry, record: str) -> tuple[int, int, bool] | Problem:
    """Return where a passage starts, where its first phrase ends, and whether that follows the phrases of ``after``.

    ``after`` is for words that recur: where it doesn't hold, words that the document has only once are still sure.
    """
    document = figures.document
    after, first = entry.get("after") or [], entry.get("from")
    start = begun = 0
    phrases = [("after", phrase) for phrase in (after if isinstance(after, list) else [after])]
    for key, phrase in [*phrases, *([("from", first)] if first else [])]:
        found = document.find(str(phrase), begun)
        if found is None:
            once = document.find(str(first)) if phrases and first else None
            if once is None or document.find(str(first), once[1]):
                return _problem(figures, entry, key, phrase, record, begun > 0)
            return _with_figure_before(figures, once[0], first), once[1], False
        start, begun = found[1] if key == "after" else _with_figure_before(figures, found[0], first), found[1]
    return start, begun, True


def _end(figures: DocumentFigures, entry: ProfileEntry, record: str, start: int, begun: int) -> int | Problem:
    """Return where a passage ends that starts at ``start``, and whose first words end at ``begun``."""
    document = figures.document
    if not entry.get("to"):
        return len(document.text)
    found = document.find(str(entry.get("to")), begun)
    if found:
        return found[0]
    end = _next_reading(figures, entry, start, begun)
    end = _end_of_rows(figures, entry, start) if end is None else end
    if end is None and not document.is_in_order:
        cues = _cues(entry)
        ends = _ends_near(figures, begun) if cues else ()
        end = next((end for end in ends if figures.has_all(start, end, cues)), None)
    return _problem(figures, entry, "to", entry.get("to"), record, begun > 0) if end is None else end


def _next_reading(figures: DocumentFigures, entry: ProfileEntry, start: int, begun: int) -> int | None:
    """Return where the next reading of the same file begins; None if its first words aren't in the document.

    A passage ends there if the document has lost its ``to``. In a PDF, these words may be elsewhere, so that all
    figures of the passage have to be before them, else it is None, too.
    """
    document = figures.document
    following = figures.source.reading[entry.stem][entry.index + 1 :][:_FOLLOWING_READINGS]
    phrases = [other.get("from") for other in following if isinstance(other, dict)]
    found = next(filter(None, (document.find(str(phrase), begun) for phrase in phrases if phrase)), None)
    if found is None or document.is_in_order:
        return found and found[0]
    cues = _cues(entry)
    return found[0] if cues and figures.has_all(start, found[0], cues, sure=False) else None


def _end_of_rows(figures: DocumentFigures, entry: ProfileEntry, start: int) -> int | None:
    """Return where the rows of a table end, for a reading of a table whose ``to`` stands before it; None for another.

    In a PDF, a table may be set at the foot of its page, or at the top of the next, below the text that follows it. All
    labels of the reading's rows have to be in the table.
    """
    document = figures.document
    line = document.line_at(start)
    labels = [str(label).casefold().split() for label in (entry.get("rows") or {}).values()]
    if document.is_in_order or not labels or not document.lines[line].cells or not document.find(str(entry.get("to"))):
        return None
    # A row of figures that is one line may be read as a line of text.
    rows = list(takewhile(lambda one: one.cells or not any(map(str.isalpha, one.text)), document.lines[line:]))
    begin = [row.text.casefold().split() for row in rows]
    whole = all(any(row[: len(label)] == label for row in begin) for label in labels)
    return document.starts[line + len(rows) - 1] + len(rows[-1].text) if whole else None


def _ends_near(figures: DocumentFigures, begun: int) -> Iterator[int]:
    """Yield where a passage might end: where another reading of the source begins, up to the next heading."""
    document = figures.document
    first = document.line_at(begun) + 1
    heading = next((i for i in range(first, len(document.lines)) if _is_heading(figures, i)), len(document.lines))
    stop = document.starts[heading] if heading < len(document.lines) else len(document.text)
    readings = (entry for content in figures.source.reading.values() if isinstance(content, list) for entry in content)
    phrases = {str(entry["from"]) for entry in readings if isinstance(entry, dict) and entry.get("from")}
    found = (document.find(phrase, begun, stop) for phrase in phrases)
    yield from sorted({stop, *(span[0] for span in found if span)})


def _is_heading(figures: DocumentFigures, i: int) -> bool:
    """Return whether a line is a heading, and no paragraph that begins with bold words."""
    line = figures.document.lines[i]
    alone = not 0 < line.lead < len(line.text.split())
    return line.heading and alone and len(letters_of(line.text)) >= _MIN_HEADING


def _with_figure_before(figures: DocumentFigures, start: int, phrase: Any) -> int:
    """Return the start of a passage whose first phrase has its first letter at ``start``.

    A phrase is found by its letters. If it begins with a figure, such as "+1 if the troop", the passage begins
    before that figure.
    """
    words = str(phrase or "")
    if not words[:1] or words[0].isalpha():
        return start
    before = figures.document.text[:start].rstrip()
    for occurrence in figures.between(max(0, start - _BEFORE), start):
        if occurrence.end == len(before):
            return occurrence.start
    return start


def _problem(
    figures: DocumentFigures, entry: ProfileEntry, key: str, phrase: Any, record: str, earlier: bool
) -> Problem:
    """Return the problem that a phrase isn't where it should be; ``earlier`` if it should follow other phrases."""
    there = earlier and figures.document.find(str(phrase))
    where = "stands only before the phrases that it should follow" if there else "is not in the document"
    return entry.problem(key, f"'{phrase}' {where}; so {record} was not read here", record)
