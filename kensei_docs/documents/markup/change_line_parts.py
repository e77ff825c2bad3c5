"""Parts of a line about a change that no language needs: quotations, compared lists, places in documents."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kensei_docs.database import Citation
from kensei_docs.versions.changes import End

# Characters of a rule's text that are quoted in a line.
QUOTED = 240
# The space after a sentence.
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[^\s\d])")
_INCLUDES = "includes"
# The number of steps in the path of a part of a record (``steps.move``), whose text is below it (``steps.move.text``).
_DEPTH_OF_PART = 2


def quoted(words: str, most: int = QUOTED) -> str:
    """Return the first sentences of a text, up to ``most`` characters; the first sentence is never cut."""
    sentences = _SENTENCE.split(words)
    quotation = sentences[0]
    for sentence in sentences[1:]:
        if len(quotation) + len(sentence) >= most:
            return f"{quotation} …"
        quotation += f" {sentence}"
    return quotation


def lowered(label: str) -> str:
    """Return a label for the middle of a sentence: its first letter small, unless a capital or a figure follows."""
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def counted(value: str) -> tuple[str, list[str]] | None:
    """Return the number and the names of a value such as ``2: move, fight``; None for any other."""
    number, counted, names = value.partition(": ")
    return (number, names.split(", ")) if counted and number.isdigit() else None


def is_text(end: End) -> bool:
    """Return whether one side of a change is the text of a rule, or of a part of one."""
    return end.record is not None and end.path in dict(end.record.messages)


def named_path(end: End) -> str:
    """Return the path of the part that gives a change line its label.

    A line about whether a band includes its end is named after the end, a line about the text of a step after the step.
    """
    steps = end.path.split(".")
    if steps[-2:-1] == [_INCLUDES]:
        return ".".join([*steps[:-2], steps[-1]])
    return ".".join(steps[:-1]) if len(steps) > _DEPTH_OF_PART and steps[-1] == "text" else end.path


def differing_members(a: End, b: End) -> tuple[list[str], list[str]] | None:
    """Return the members that only one of two lists has, of each list; None if they are no lists, or are equal.

    If only one value is a list, the other is treated as a list with one member.
    """
    values = [end.record.get(end.path) if end.record and end.path else None for end in (a, b)]
    has_list = any(isinstance(value, list) for value in values)
    if not has_list or not all(isinstance(value, list | str) for value in values):
        return None
    ours, theirs = (list(map(str, value if isinstance(value, list) else [value])) for value in values)
    gone = [member for member in ours if member not in theirs]
    new = [member for member in theirs if member not in ours]
    return (gone, new) if gone or new else None


def format_places(citations: Sequence[Citation]) -> str:
    """Return the places of citations as a text: each document with its lines or else pages.

    Lines within other cited lines are left out.
    """
    spots: dict[str, dict[str, None]] = {}
    spans: dict[str, set[tuple[int, int]]] = {}
    for citation in citations:
        if citation.lines:
            spans.setdefault(citation.document, set()).add(citation.lines)
    for citation in citations:
        of_document = spots.setdefault(citation.document, {})
        if citation.lines and not any(_contains(span, citation.lines) for span in spans[citation.document]):
            of_document["-".join(dict.fromkeys(map(str, citation.lines)))] = None
        elif not citation.lines and citation.page:
            of_document[f"p. {citation.page}"] = None
    return "; ".join(f"{document} {', '.join(places)}".strip() for document, places in spots.items())


def _contains(span: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether a span of lines contains another, different span."""
    return span != other and span[0] <= other[0] and other[1] <= span[1]
