"""The rulebook's own sentences as the texts of a draft: for a person's own copy, in a folder that git leaves out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping

from kensei_docs.database.yaml_files import scalar
from kensei_docs.drafting.draft import Proposal
from kensei_docs.extract.document import Document, letters_of
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.extract.reading.wording import Sentence
from kensei_docs.project import OWN_COPY

_HEAD = (
    "# Texts in the words of the rulebook's author, for this copy alone: pass nothing of this folder on.\n"
    "# A text that you write in the data takes the place of one here. Delete the folder to be rid of all.\n"
)
_BULLET = "\u2022"
# The sign or the number of an item of a list at the beginning of a line.
_ITEM = re.compile(r"(?P<number>(?:\d{1,2}|[a-z])[.)-])(?=\s)|(?:[^\w\s(\[\u00bf\u00a1\u201c\u2018\u00ab\"']|o)(?=\s)")
_ENDS = ".:;!?"
_WORDS = 3  # a cell with fewer words is a name or a figure, and no text


def own_copy_files(
    document: Document, read: ReadingResult, records: Mapping[str, Proposal], edition: str
) -> dict[str, str]:
    """Return the texts of the files of an own copy by path: the sentences of each record that has no text yet."""
    texts = {
        name: _without_name(text, records[name].name)
        for name, text in _texts(document, read, records).items()
        if name in records and not records[name].text
    }
    if not texts:
        return {}
    entries = (f"{scalar(name)}:\n  text: {_as_yaml(text)}\n  words: document\n" for name, text in texts.items())
    # Git ignores the folder wherever the project goes.
    return {f"{OWN_COPY}/.gitignore": "*\n", f"{OWN_COPY}/{edition}.yaml": _HEAD + "".join(entries)}


def _as_yaml(text: str) -> str:
    return "|-\n    " + text.replace("\n", "\n    ") if "\n" in text else scalar(text)


def _texts(document: Document, read: ReadingResult, records: Mapping[str, Proposal]) -> dict[str, str]:
    """Return the sentences of each of some records by id, with its figures as placeholders."""
    figures = {
        (observation.record, observation.span): observation.fact.removeprefix("figures.")
        for observation in read.observations
        if observation.fact.startswith("figures.")
    }
    tables = {
        document.lines[i].block
        for observation in read.observations
        if _is_cell(document, i := document.line_at(observation.span[0]), *observation.span)
    }
    texts: dict[str, str] = {}
    for sentence in read.wording.sentences:
        name = str(sentence.record)
        for start, end in _spans(document, sentence, records, tables):
            here = [(span, fact) for (record, span), fact in figures.items() if record == name]
            inside = sorted((span, fact) for span, fact in here if start <= span[0] and span[1] <= end)
            said = " ".join(_message(document.text, start, end, inside).split())
            item = _ITEM.match(document.text, start) if _begins_item(document, start) else None
            if item and said:
                texts[name] = f"{texts.get(name, '')}\n{said if item['number'] else _BULLET + said[1:]}".lstrip()
            elif said:
                texts[name] = f"{texts.get(name, '')} {said}".lstrip()
    return texts


def _is_cell(document: Document, line: int, start: int, end: int) -> bool:
    """Return whether a cell of a line has nothing but what stands in ``start:end``."""
    return any(start <= first < last <= end for first, last in document.cells_at(line))


def _begins_item(document: Document, start: int) -> bool:
    """Return whether a line begins at an offset, behind the end of a sentence: a sign there is that of an item."""
    i = document.line_at(start)
    above = document.lines[i - 1].text.rstrip() if i else ""
    return document.starts[i] == start and (not above or above[-1] in _ENDS or document.lines[i - 1].heading)


def _without_name(text: str, name: str) -> str:
    """Return a text without the name of its record before it, which stands above it in print."""
    named = re.match(rf"{re.escape(name)}(?:\(\w*\))?\s*[:.\u2013\u2014-]\s+(?=\S)", text, re.IGNORECASE)
    return text[named.end() :] if named else text


def _spans(
    document: Document, sentence: Sentence, records: Mapping[str, Proposal], tables: Collection[int]
) -> Iterator[tuple[int, int]]:
    """Yield the parts of a record's sentence that are text: no headings, and of rows of ``tables``, the blocks
    of which whole cells were read, the cells of words."""
    start, end = sentence.start, sentence.end
    record = records.get(sentence.record or "")
    lines = range(document.line_at(start), document.line_at(max(start, end - 1)) + 1)
    for i in lines if record else ():
        line, at = document.lines[i], document.starts[i]
        if record and letters_of(line.text) == letters_of(record.name):
            continue
        first, last = max(start, at), min(end, at + len(line.text))
        if line.heading or first >= last:
            continue
        if not line.cells or line.block not in tables:
            yield first, last
            continue
        words = line.text.split(" ")
        position, taken = at, 0
        for count in line.cells:
            cell = " ".join(words[taken : taken + count])
            worded = count >= _WORDS and any(map(str.isalpha, cell))
            if worded and first <= position and position + len(cell) <= last:
                yield position, position + len(cell)
            position, taken = position + len(cell) + (1 if count else 0), taken + count


def _message(text: str, start: int, end: int, figures: list[tuple[tuple[int, int], str]]) -> str:
    """Return a part of a text as a message: figures in digits are placeholders, numbers in words stay words."""
    found, at = "", start
    for (first, last), name in figures:
        if first >= at and any(map(str.isdigit, text[first:last])):
            found += _plain(text[at:first]) + f"%({name})s"
            at = last
    return found + _plain(text[at:end])


def _plain(text: str) -> str:
    """Return words as they stand in a message, in which braces hold the two forms of a noun.

    A sign for which its font has no character, such as that of a list, is a bullet.
    """
    unnamed = {letter for letter in text if unicodedata.category(letter) in ("Cc", "Co", "Cn") and not letter.isspace()}
    letters = (_BULLET if letter in unnamed else letter for letter in text)
    return "".join(letters).replace("%", "%%").replace("{", "(").replace("}", ")")
