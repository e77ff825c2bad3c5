"""Parts of a line about a change that are the same in every language: texts cut short, lists compared, places."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kensei_docs.database import Citation
from kensei_docs.versions.changes import End

# How much of a rule's words is quoted in a line, in characters.
QUOTED = 240
# Where a sentence ends.
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[^\s\d])")
_INCLUDES = "includes"
# A text below a part of a record: ``steps.move.text``.
_DEPTH_OF_PART = 2


def quoted(words: str, most: int = QUOTED) -> str:
    """Return the first sentences of a text, as many as go on a line of ``most`` characters."""
    sentences = _SENTENCE.split(words)
    said = sentences[0]
    for sentence in sentences[1:]:
        if len(said) + len(sentence) >= most:
            return f"{said} …"
        said += f" {sentence}"
    return said


def lowered(label: str) -> str:
    """Return a label as it stands within a sentence: its first letter small, unless a capital or a figure follows."""
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def counted(value: str) -> tuple[str, list[str]] | None:
    """Return the number and the names of a value such as ``2: move, fight``; None for any other."""
    number, counted, names = value.partition(": ")
    return (number, names.split(", ")) if counted and number.isdigit() else None


def is_text(end: End) -> bool:
    """Return whether one side of a change is the text of a rule, or of a part of one."""
    return end.record is not None and end.path in dict(end.record.messages)


def named_path(end: End) -> str:
    """Return the path of what a line is named by: a band's end, not whether the band includes it; the step, not its
    text."""
    steps = end.path.split(".")
    if steps[-2:-1] == [_INCLUDES]:
        return ".".join([*steps[:-2], steps[-1]])
    return ".".join(steps[:-1]) if len(steps) > _DEPTH_OF_PART and steps[-1] == "text" else end.path


def differing_members(a: End, b: End) -> tuple[list[str], list[str]] | None:
    """Return the members that one of two lists has and the other doesn't; None if they are not lists, or the same.

    A single value beside a list is a list of one.
    """
    values = [end.record.get(end.path) if end.record and end.path else None for end in (a, b)]
    if not any(isinstance(value, list) for value in values) or not all(isinstance(one, list | str) for one in values):
        return None
    ours, theirs = (list(map(str, value if isinstance(value, list) else [value])) for value in values)
    gone, new = [one for one in ours if one not in theirs], [one for one in theirs if one not in ours]
    return (gone, new) if gone or new else None


def format_places(citations: Sequence[Citation]) -> str:
    """Return where one side of a change was read: each document, and its lines or else pages.

    Lines inside of others that are named are left out.
    """
    spots: dict[str, dict[str, None]] = {}
    spans: dict[str, set[tuple[int, int]]] = {}
    for one in citations:
        if one.lines:
            spans.setdefault(one.document, set()).add(one.lines)
    for one in citations:
        of_document = spots.setdefault(one.document, {})
        if one.lines and not any(_holds(span, one.lines) for span in spans[one.document]):
            of_document["-".join(dict.fromkeys(map(str, one.lines)))] = None
        elif not one.lines and one.page:
            of_document[f"p. {one.page}"] = None
    return "; ".join(f"{document} {', '.join(some)}".strip() for document, some in spots.items())


def _holds(span: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether a span of lines has all those of another one."""
    return span != other and span[0] <= other[0] and other[1] <= span[1]
