"""A line about a change, and its parts that no language needs: quotations, compared lists, places in documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kensei_docs.database import Citation
from kensei_docs.versions.changes import End

# A value with more characters is a text.
VALUE_LENGTH = 60
# Characters of a rule's text that are quoted in a line.
QUOTED = 240
# The space after a sentence.
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[^\s\d])")
_INCLUDES = "includes"
# The number of steps in the path of a part of a record (``steps.move``), whose text is below it (``steps.move.text``).
_DEPTH_OF_PART = 2


@dataclass(frozen=True)
class Line:
    """One change: the label of the field, its old and new value, a note, and the places in the documents.

    ``says`` is the text of a rule if the whole rule is new or gone. ``impact`` are the results that the engine computes
    before and after. ``sentence`` is the whole change in a sentence. ``is_headline``: both values are texts of a
    headline. ``is_text``: the values are texts, even if they are short. ``sides`` are the names of the two values:
    before and now, or the names of the editions.
    """

    change: str
    label: str
    old: str | None
    new: str | None
    note: str
    places: str
    says: str = ""
    impact: str = ""
    sentence: str = ""
    is_headline: bool = False
    is_text: bool = False
    sides: tuple[str, str] = ("", "")

    @property
    def brief(self) -> tuple[str, str]:
        """The old and the new value, each on one line; empty if a side has no value."""
        if self.is_headline:
            return self.old or "", self.new or ""
        if self.says:
            return (quoted(self.says), "") if self.change == "removed" else ("", quoted(self.says))
        return quoted(self.old or ""), quoted(self.new or "")

    @property
    def is_long(self) -> bool:
        """Whether the old or new value is a text."""
        return self.is_text or max(len(self.old or ""), len(self.new or "")) > VALUE_LENGTH


def joined(lines: Iterable[Line]) -> list[Line]:
    """Return lines; several lines become one if one text became several, or several texts became one."""
    kept: list[Line] = []
    for line in lines:
        for i, other in enumerate(kept):
            sides = ((other.old, line.old), (other.new, line.new))
            is_same = (line.change, line.label, line.note) == (other.change, other.label, other.note)
            shares_text = any(ours == theirs and len(ours or "") > VALUE_LENGTH for theirs, ours in sides)
            if is_same and line.old and line.new and shares_text:
                old, new = (
                    theirs if theirs == ours else " ".join(filter(None, (theirs, ours))) for theirs, ours in sides
                )
                places = "; ".join(dict.fromkeys([*other.places.split("; "), *line.places.split("; ")]))
                kept[i] = replace(other, old=old, new=new, places=places)
                break
        else:
            kept.append(line)
    return kept


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
