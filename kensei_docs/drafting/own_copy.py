"""The rulebook's own sentences as the texts of a draft: for a person's own copy, in a folder that git leaves out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from kensei_docs.catalogues.number_words import number_in_words
from kensei_docs.database.yaml_files import scalar
from kensei_docs.drafting.detected_settings import left_out_of
from kensei_docs.drafting.draft import Proposal
from kensei_docs.drafting.tables import lines_inside, shape_of, tables_of
from kensei_docs.extract.document import Document, letters_of
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.extract.reading.grids import Grid, Row
from kensei_docs.extract.reading.observations import Observation
from kensei_docs.extract.reading.wording import Sentence
from kensei_docs.languages import language
from kensei_docs.project import OWN_COPY

_HEAD = (
    "# Texts in the words of the rulebook's author, for this copy alone: pass nothing of this folder on.\n"
    "# A text that you write in the data takes the place of one here. Delete the folder to be rid of all.\n"
)
_BULLET = "\u2022"
# The sign or the number of an item of a list at the beginning of a line.
_ITEM = re.compile(r"(?P<number>(?:\d{1,2}|[a-z])[.)-])(?=\s)|(?:[^\w\s(\[\u00bf\u00a1\u201c\u2018\u00ab\"']|o)(?=\s)")
# A text with a numbered item, and what stands before an item with a letter below it.
_NUMBERED, _INDENT = re.compile(r"^\d", re.M), "\u2003"
_MIN_MORE = 3  # words behind the figure of a cell that are more than its unit
_ENDS = ".:;!?"
_CLOSED = re.compile(r"[.:;!?][\"”’)\]]*\s*$")  # a paragraph that ends with its line
# What parts a name from the words behind it, and a figure in the name of a row.
_BEHIND_NAME, _FIGURE = re.compile(r"[\s.:\u2013\u2014-]+"), re.compile(r"%\(([\w-]+)\)s")


def own_copy_files(
    document: Document, read: ReadingResult, records: Mapping[str, Proposal], edition: str
) -> dict[str, str]:
    """Return the texts of the files of an own copy by path: the sentences of each record whose text is not complete.

    The short words that such a record has as its text are moved there: a text in the data hides one of an own copy.
    """
    texts: dict[str, str] = {}
    for name, text in _texts(document, read, records).items():
        record = records.get(name)
        if record and (record.prose_columns or not record.text):
            said, drafted = _without_name(text, record.name), record.text
            for line in said.split("\n"):
                drafted = drafted.replace(f"{line}.", "")
            texts[name] = "\n".join(filter(None, (" ".join(drafted.split()), said)))
            record.text = ""
    if not texts:
        return {}
    entries = (f"{scalar(name)}:\n  text: {_as_yaml(text)}\n  words: document\n" for name, text in texts.items())
    # Git ignores the folder wherever the project goes.
    return {f"{OWN_COPY}/.gitignore": "*\n", f"{OWN_COPY}/{edition}.yaml": _HEAD + "".join(entries)}


def left_out_places(document: Document) -> list[str]:
    """Return the place of each passage that an own copy leaves out: its pages, or its lines."""
    found = []
    for start, end in left_out_of(document, sentences=False):
        lines, page = document.place(start, end)
        last = document.place(end - 1, end)[1] if page is not None else None
        first, last = (page, last) if page is not None else lines or (None, None)
        place = str(first) if first == last else f"{first}-{last}"
        found.append(f"p. {place}" if page is not None else f"line {place}")
    return found


def _placed(document: Document, observation: Observation) -> tuple[tuple[int, int], str] | None:
    """Return the span of a figure in the text and its placeholder: it is printed in words where these are the words of
    the document, else in digits. None for *both*, which stays a word."""
    (start, end), name = observation.span, observation.fact.removeprefix("figures.")
    words, spoken = document.text[start:end].casefold(), document.source.language
    if any(map(str.isdigit, words)):
        return (start, end), f"%({name})s"
    for way in ("words", "feminine", "masculine", "times", "multiple"):
        printed = number_in_words(observation.value, spoken, way)
        # An article may belong to it: la mitad.
        begins = end - len(printed)
        if printed.endswith(words) and document.text[max(0, begins) : end].casefold() == printed:
            return (begins, end), f"%({name}|{way})s"
    return None if words in language(spoken).multiples else ((start, end), f"%({name})s")


def _as_yaml(text: str) -> str:
    return "|-\n    " + text.replace("\n", "\n    ") if "\n" in text else scalar(text)


def _texts(document: Document, read: ReadingResult, records: Mapping[str, Proposal]) -> dict[str, str]:
    """Return the sentences of each of some records by id, with its figures as placeholders."""
    placed = [
        (observation.record, found)
        for observation in read.observations
        if observation.fact.startswith("figures.") and (found := _placed(document, observation))
    ]
    cells, labels = _cells_of_words(document)
    begin = {start for spans in cells.values() for start, _ in spans}
    rows = _rows_of_words(document, cells)
    cells |= rows
    begin |= {spans[0][0] for spans in rows.values()}
    behind = {start for spans in rows.values() for start, _ in spans[1:]}
    paragraphs = {
        start
        for start, above, line in zip(document.starts[1:], document.lines, document.lines[1:], strict=False)
        if line.block != above.block
        and (_CLOSED.search(above.text) or (line.page == above.page and not _may_go_on(above.text, line.text)))
    }
    apart = left_out_of(document, sentences=False)
    texts: dict[str, str] = {}
    name = ""
    row = ""  # the record with the last cell of a table so far
    numbers: list[tuple[int, float]] = []  # of the last item, and of those that it is inside of
    for sentence in read.wording.sentences:
        numbers = numbers if name == sentence.record else []
        name = str(sentence.record)
        for start, end in _spans(document, sentence, records, cells):
            here = {span: slot for record, (span, slot) in placed if record == name}
            inside = sorted((span, slot) for span, slot in here.items() if start <= span[0] and span[1] <= end)
            said = " ".join(_message(document.text, start, end, inside).split())
            if not said or any(first <= start < last for first, last in apart):
                continue
            line = document.line_at(start)
            if line not in cells and line - 1 in cells and not inside and _goes_on(texts.get(row, "."), said):
                texts[row] += f" {said}"  # what does not fit into the last cell stands below the table
                continue
            item = _ITEM.match(document.text, start) if _begins_item(document, start) else None
            if item and not item["number"]:
                said = _BULLET + said[1:]
            elif item and item["number"][0].isalpha() and _NUMBERED.search(texts.get(name, "")):
                said = _INDENT + said
            elif item and item["number"][:-1].isdigit():
                words = document.lines[line].words
                numbers = _with_number(numbers, int(item["number"][:-1]), words[0].x0 if words else 0)
                said = _INDENT * (len(numbers) - 1) + said
            elif start in behind:
                said = f"\u00b7 {said}"
            elif start in labels:
                said = f"{labels[start]}: {said}"
            begins = item or start in begin or start in paragraphs
            numbers = numbers if item or not begins else []
            texts[name] = f"{texts.get(name, '')}{chr(10) if begins else ' '}{said}".lstrip()
            row = name if line in cells else row
    return texts


def _with_number(above: list[tuple[int, float]], number: int, x: float) -> list[tuple[int, float]]:
    """Return the number of an item and those of the items that it is inside of, each with its place from the left.

    ``above`` are those of the item before it. A list that begins anew inside of another one is a part of its item.
    """
    if number == 1:
        return [*above, (number, x)]
    lists = [(abs(at - x), -depth) for depth, (last, at) in enumerate(above) if last == number - 1]
    return [*(above[: -min(lists)[1]] if lists else []), (number, x)]


def _may_go_on(above: str, text: str) -> bool:
    """Return whether a line may go on with the sentence above it: it begins with a small letter, or with a number or
    dice that are no number of an item and no result of a die."""
    figured = any(map(str.isdigit, text[:2])) and not any(map(str.isdigit, above[:2]))
    return text[:1].islower() or (figured and text.split()[0][-1].isalnum())


def _goes_on(text: str, said: str) -> bool:
    """Return whether a sentence goes on with some words that begin with a small letter."""
    return said[0].islower() and not _CLOSED.search(text)


def _cells_of_words(document: Document) -> tuple[dict[int, list[tuple[int, int]]], dict[int, str]]:
    """Return the spans of what is text in the lines of the tables that are drafted: cells of words, and of a cell that
    begins with the name of its row what stands behind it; and the heading of each that has others beside it, by its
    offset."""
    found: dict[int, list[tuple[int, int]]] = {}
    labels: dict[int, str] = {}
    for grid in tables_of(document):
        found |= {line: [] for line in lines_inside(document, grid)}
        for row in grid.rows:
            spans = [row.cells[i] for i in grid.worded]
            if grid.names is not None and grid.names not in grid.figured:
                start, end = row.cells[grid.names]
                behind = _BEHIND_NAME.match(document.text, start + len(grid.name_of(row)), end)
                named = document.text.startswith(grid.name_of(row), start)
                spans.append((behind.end() if named and behind else start, end))
            beside = [row.cells[i] for i in grid.data if _says_more(document, grid, row, i)]
            spans += [(row.start, row.end)] if beside and shape_of(grid) == "table" else beside
            found[row.line] = [
                (start, end) for start, end in sorted(spans) if any(map(str.isalpha, document.text[start:end]))
            ]
            heads = {row.cells[i][0]: grid.heads[i] for i in grid.worded if grid.heads[i]}
            labels |= heads if len(grid.worded) > 1 else {}
    return found, labels


def _rows_of_words(document: Document, cells: Mapping[int, object]) -> dict[int, list[tuple[int, int]]]:
    """Return the spans of the cells of rows in the tables that are not drafted, as they have no figures.

    A row that begins with the sign of an item is one of a list.
    """
    found = {
        i: [(start, end) for start, end in document.cells_at(i) if start < end]
        for i in range(len(document.lines))
        if i not in cells
    }
    signs = {i: _ITEM.match(document.text, spans[0][0]) for i, spans in found.items() if len(spans) > 1}
    return {i: found[i] for i, sign in signs.items() if not (sign and sign.end() == found[i][0][1])}


def _says_more(document: Document, grid: Grid, row: Row, column: int) -> bool:
    """Return whether words stand behind the figure of a cell, and its unit."""
    cell = grid.figure(row, column)
    return cell is not None and len(document.text[cell.end : row.cells[column][1]].split()) >= _MIN_MORE


def _begins_item(document: Document, start: int) -> bool:
    """Return whether a line begins at an offset, with the sign of a list, in a cell of its own, below another item or
    behind the end of a sentence: then what looks like the sign of an item is one."""
    i = document.line_at(start)
    above = document.lines[i - 1].text.rstrip() if i else ""
    closed = not above or above[-1] in _ENDS or document.lines[i - 1].heading
    apart = bool(document.lines[i].cells) or _is_bullet(document.text[start])
    below = i and document.lines[i].block != document.lines[i - 1].block and _ITEM.match(above)
    return document.starts[i] == start and bool(closed or apart or below)


def _is_bullet(letter: str) -> bool:
    """Return whether a character is a geometric shape, or one that its font alone can show."""
    unnamed = unicodedata.category(letter) in ("Cc", "Co", "Cn") and not letter.isspace()
    return letter == _BULLET or "\u25a0" <= letter <= "\u25ff" or unnamed


def _without_name(text: str, name: str) -> str:
    """Return a text without the name of its record before it, which stands above it in print."""
    named = re.match(rf"{re.escape(name)}(?:\(\w*\))?\s*[:.\u2013\u2014-]\s+(?=\S)", text, re.IGNORECASE)
    return text[named.end() :] if named else text


def _spans(
    document: Document,
    sentence: Sentence,
    records: Mapping[str, Proposal],
    cells: Mapping[int, Sequence[tuple[int, int]]],
) -> Iterator[tuple[int, int]]:
    """Yield the parts of a record's sentence that are text: no headings, and of the rows of tables these ``cells``."""
    record = records.get(sentence.record or "")
    if record is None:
        return
    rows = (_FIGURE.sub(lambda slot: record.figures[slot[1]], name) for name, _ in record.rows.values())
    named = {letters_of(row) for row in rows}
    for i in range(document.line_at(sentence.start), document.line_at(max(sentence.start, sentence.end - 1)) + 1):
        line, at = document.lines[i], document.starts[i]
        if (line.heading and i not in cells) or letters_of(line.text) == letters_of(record.name):
            continue
        for first, last in cells.get(i, [(at, at + len(line.text))]):
            start, end = max(first, sentence.start), min(last, sentence.end)
            said = letters_of(document.text[first:last])
            told = said == letters_of(record.name) or any(said in row for row in named)
            if start < end and not (i in cells and told):
                yield start, end


def _message(text: str, start: int, end: int, figures: list[tuple[tuple[int, int], str]]) -> str:
    """Return a part of a text as a message, with placeholders for its figures."""
    found, at = "", start
    for (first, last), placeholder in figures:
        if first >= at:
            found += _plain(text[at:first]) + placeholder
            at = last
    return found + _plain(text[at:end])


def _plain(text: str) -> str:
    """Return words as they stand in a message, in which braces hold the two forms of a noun, and signs of a list are
    bullets."""
    letters = (_BULLET if _is_bullet(letter) else letter for letter in text)
    return "".join(letters).replace("%", "%%").replace("{", "(").replace("}", ")")
