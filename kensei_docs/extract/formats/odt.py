"""ODT, as LibreOffice and others write it, and its form in one file, FODT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kensei_docs.extract.document import PageLine, unreadable
from kensei_docs.extract.formats.archive import name_of, parsed, value_of, xml_of
from kensei_docs.extract.formats.lines import BULLET, MAX_COLUMNS, Cell, Lines, Look, numeral
from kensei_docs.problems import say

CONTENT = "content.xml"

_MAX_REPEATED = 1000  # rows that are written once: what is left of a sheet's empty rows
_INSIDE = {"section", "index-body", "list-header", "table-of-content", "alphabetical-index", "user-index"}


def odt_lines(path: Path, content: bytes) -> list[PageLine]:
    """Return the lines of an ODT file, numbered in their order, with its notes below the paragraphs that they are for.

    Struck, hidden and deleted text, comments and pictures are not read. Raises Unusable if it is damaged or empty.
    """
    if content.startswith(b"PK"):
        roots = [xml_of(path, content, "styles.xml"), xml_of(path, content, CONTENT)]
    else:
        roots = [parsed(path, content, "its XML")]
    text = None if roots[-1] is None else next(roots[-1].iter("{*}text"), None)
    if text is None:
        raise unreadable(path, "is damaged (it has no body); save it again, or fetch the whole file")
    lines = Lines(has_lines=False)
    try:
        _Walker(lines, _Styles([root for root in roots if root is not None])).blocks(text)
    except RecursionError:
        raise unreadable(path, "has parts too deep inside one another; print it as PDF") from None
    return lines.finish(path)


class _Style(NamedTuple):
    level: int = 0
    look: Look = Look()
    list_style: str = ""


class _Styles:
    """The styles of text and paragraphs with what they are based on, and those of lists."""

    def __init__(self, roots: list[Any]) -> None:
        self._elements: dict[tuple[str, str], Any] = {}
        self.lists: dict[str, dict[int, Any]] = {}
        self._found: dict[tuple[str, str], _Style] = {}
        for root in roots:
            for element in root.iter("{*}style"):
                self._elements[value_of(element, "family"), value_of(element, "name")] = element
            for element in root.iter("{*}list-style"):
                self.lists[value_of(element, "name")] = {int(value_of(level, "level") or 1): level for level in element}

    def of(self, family: str, name: str, depth: int = 0) -> _Style:
        """Return what a style says; a style that is not there says nothing."""
        key = family, name
        element = self._elements.get(key)
        if element is None or depth > 30:
            return _Style()
        if key not in self._found:
            based = self.of(family, value_of(element, "parent-style-name"), depth + 1)
            shown = value_of(element, "display-name") or name
            properties = next((child for child in element if name_of(child) == "text-properties"), None)
            self._found[key] = _Style(
                1 if shown == "Title" else based.level,
                _looked(properties, based.look),
                value_of(element, "list-style-name") or based.list_style,
            )
        return self._found[key]


def _looked(properties: Any, look: Look) -> Look:
    if properties is None:
        return look
    bold, raised, away = look
    said = {key.rpartition("}")[2]: str(value) for key, value in properties.attrib.items()}
    weight = said.get("font-weight", "")
    if weight:
        bold = weight == "bold" or (weight.isdecimal() and int(weight) >= 600)
    place = said.get("text-position", "")
    if place:
        raised = place.startswith("super") or (place[:1].isdigit() and not place.startswith("0"))
    struck = said.get("text-line-through-style") or said.get("text-line-through-type")
    if struck:
        away = say("struck text") if struck != "none" else ""
    if said.get("display") == "none":
        away = say("hidden text")
    return Look(bold, raised, away)


class _Walker:
    """Goes through the blocks of a document, in their order."""

    def __init__(self, lines: Lines, styles: _Styles) -> None:
        self.lines = lines
        self.styles = styles
        self.below: list[Any] = []  # boxes of text and notes, to be read below the paragraph that has them
        self.counts: dict[str, dict[int, int]] = {}  # of items, by the list's style and their level
        self.inside_cell = False

    def blocks(self, parent: Any, depth: int = 0, style: str = "", mark: str = "") -> None:
        """Add the paragraphs, lists and tables in an element.

        ``depth`` is the level of the list around, 0 outside of lists, ``style`` its style; ``mark`` is that of the item
        whose content this is.
        """
        for element in parent:
            name = name_of(element)
            if name in ("p", "h"):
                self._paragraph(element, mark)
                mark = ""
            elif name == "list":
                self._list(element, depth + 1, value_of(element, "style-name") or style)
            elif name == "table":
                self._table(element)
            elif name == "tracked-changes":
                for _ in element.iter("{*}deletion"):
                    self.lines.leave_out(say("deleted text"))
            elif name == "frame":
                self._frame(element)
            elif name in _INSIDE:
                if value_of(element, "display") == "none":
                    self.lines.leave_out(say("hidden text"))
                else:
                    self.blocks(element, depth, style)
            if not self.inside_cell:
                waiting = self.below
                self.below = []
                for block in waiting:
                    self.blocks(block)

    def _list(self, element: Any, depth: int, style: str) -> None:
        if value_of(element, "continue-numbering") != "true" and not value_of(element, "continue-list"):
            self.counts.setdefault(style, {}).pop(depth, None)
        for item in element:
            if name_of(item) == "list-item":
                has_text = any(name_of(child) in ("p", "h") for child in item)
                self.blocks(item, depth, style, self._mark(style, depth, item) if has_text else "")
            elif name_of(item) == "list-header":
                self.blocks(item, depth, style)

    def _mark(self, style: str, depth: int, item: Any) -> str:
        levels: Mapping[int, Any] = self.styles.lists.get(style, {})
        level = levels.get(depth)
        if level is None or name_of(level) != "list-level-style-number":
            return BULLET
        if not value_of(level, "num-format"):
            return ""
        counts = self.counts.setdefault(style, {})
        start = value_of(item, "start-value") or (value_of(level, "start-value") or "1" if depth not in counts else "")
        counts[depth] = int(start) if start.isdecimal() else counts.get(depth, 0) + 1
        for deeper in [each for each in counts if each > depth]:
            del counts[deeper]
        shown = int(value_of(level, "display-levels") or 1)
        numbers = [
            numeral(counts.get(each, 1), value_of(levels.get(each, level), "num-format"))
            for each in range(depth - shown + 1, depth + 1)
        ]
        return "".join(f"{value_of(level, 'num-prefix')}{'.'.join(numbers)}{value_of(level, 'num-suffix')}".split())

    def _paragraph(self, element: Any, mark: str) -> None:
        style = self.styles.of("paragraph", value_of(element, "style-name"))
        level = value_of(element, "outline-level") if name_of(element) == "h" else ""
        depth = min(int(level), 6) if level.isdecimal() else int(name_of(element) == "h") or style.level
        self.lines.begin(depth, "" if depth and mark == BULLET else mark)
        self._content(element, style.look)
        self.lines.begin()

    def _content(self, element: Any, look: Look) -> None:
        self.lines.add(element.text or "", look)
        for child in element:
            self._inline(child, name_of(child), look)
            self.lines.add(child.tail or "", look)

    def _inline(self, element: Any, name: str, look: Look) -> None:
        if name == "span":
            self._content(element, self._over(look, value_of(element, "style-name")))
        elif name in ("s", "tab"):
            self.lines.add(" ", look)
        elif name == "line-break":
            self.lines.end_line()
        elif name == "annotation":
            self.lines.leave_out(say("comments"))
        elif name in ("hidden-text", "hidden-paragraph"):
            self.lines.leave_out(say("hidden text"))
        elif name == "note":
            cited = next((part.text or "" for part in element if name_of(part) == "note-citation"), "")
            self.lines.add(cited, Look(raised=True))
            self.below += [part for part in element if name_of(part) == "note-body"]
        elif name in ("frame", "custom-shape", "g"):
            self._frame(element)
        elif name != "ruby-text":
            self._content(element, look)

    def _over(self, look: Look, style: str) -> Look:
        other = self.styles.of("text", style).look
        return Look(look.bold or other.bold, look.raised or other.raised, look.away or other.away)

    def _frame(self, element: Any) -> None:
        boxes = list(element.iter("{*}text-box")) or ([element] if list(element.iterchildren("{*}p")) else [])
        self.below += boxes
        if not boxes:
            self.lines.leave_out(say("pictures"))

    def _table(self, element: Any) -> None:
        rows = list(_rows_of(element))
        if self.inside_cell or all(len(list(row)) < 2 for row, _ in rows):
            for row, _ in rows:
                for cell in row:
                    self.blocks(cell)
            return
        table: list[tuple[list[Cell], int | None]] = []
        self.lines.begin()
        self.inside_cell = True
        for row, head in rows:
            cells: list[Cell] = []
            for cell in row:
                if name_of(cell) != "table-cell":
                    continue
                self.lines.open_cell()
                self.blocks(cell)
                words = [(word, bold or head) for word, bold in self.lines.close_cell()]
                columns, down = _count(cell, "number-columns-spanned"), _count(cell, "number-rows-spanned")
                cells += [Cell(words, columns, down)] * min(_count(cell, "number-columns-repeated"), MAX_COLUMNS)
            for _ in range(min(_count(row, "number-rows-repeated"), _MAX_REPEATED)):
                table.append((cells, None))
        self.inside_cell = False
        self.lines.table(table)


def _rows_of(table: Any, head: bool = False) -> Iterator[tuple[Any, bool]]:
    """Yield the rows of a table, each with whether it is declared to be of its head."""
    for child in table:
        if name_of(child) == "table-row":
            yield child, head
        elif name_of(child) in ("table-header-rows", "table-rows", "table-row-group"):
            yield from _rows_of(child, head or name_of(child) == "table-header-rows")


def _count(element: Any, name: str) -> int:
    value = value_of(element, name)
    return max(1, int(value)) if value.isdecimal() else 1
