"""What a text announces is there.

In a document: a table that is promised to follow has figures in it; a head of columns has rows below it; something
stands under the last heading.

Wrong: "see the following table" before four lines without a figure; a table with nothing but its head. Right: the
same with its rows.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Line, Manuscript

SEVERITY = "error"
# The most lines before a promised table begins; it goes on until the next heading.
_WITHIN = 40
_OWN_HEADING = 3
_FIGURES = 2  # lines with figures make a table
# A heading that stands so often, and never has anything under it, is the head of a table.
_OFTEN = 3
_NEXT = 2  # lines below it


def check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every promise that is not kept."""
    yield from _tables(manuscript)
    yield from _heads(manuscript)
    lines = manuscript.lines
    titles = {title.line: title.text for title in manuscript.titles}
    last = titles.get(len(lines) - 1)
    if last and len(lines) > 1:
        alone = lines[-1].block != lines[-2].block
        if alone and len(last.split()) == 1 and len(manuscript.folded(last)) == 1:
            yield manuscript.finding(
                len(lines) - 1, f"nothing stands under '{last}'; fill the section or strike its heading"
            )


def _tables(manuscript: Manuscript) -> Iterator[Finding]:
    promises = manuscript.patterns("table-follows")
    for passage in manuscript.passages:
        for found, line in (place for promise in promises for place in passage.found(promise)):
            end = passage.line_at(len(passage.text) - 1) + 1
            if not _has_rows(manuscript.lines[line + 1 : end + _WITHIN]):
                message = f"'{found[0]}' is promised, but no line with figures follows; print the table"
                yield manuscript.finding(line, message)


def _has_rows(below: list[Line]) -> bool:
    """Return whether rows with figures stand before the next heading, the table's own apart."""
    headings = [here for here, line in enumerate(below) if line.heading]
    own = bool(headings) and headings[0] < _OWN_HEADING
    stop = len(below) if own or not headings else headings[0]
    return sum(1 for line in below[:stop] if re.search(r"(?<![(\w])[+-]?\d", line.text)) >= _FIGURES


def _heads(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every head of columns that recurs and never has rows."""
    lines = manuscript.lines
    places: dict[str, list[int]] = defaultdict(list)
    for here, line in enumerate(lines):
        if line.heading and " " in line.text:
            places[line.text].append(here)
    for text, heads in places.items():
        stops = [*heads[1:], len(lines)]
        empty = [
            here
            for here, stop in zip(heads, stops, strict=True)
            if all(line.heading for line in lines[here + 1 : stop][:_NEXT])
        ]
        # Below the last head stands what follows all of the tables.
        if len(empty) >= _OFTEN and empty in (heads, heads[:-1]):
            for here in empty:
                yield manuscript.finding(here, f"the table under '{text}' has no rows; print them or strike its head")
