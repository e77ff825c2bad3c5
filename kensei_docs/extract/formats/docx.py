"""DOCX, as Word and others write it: styles say what is a heading and bold, numbering what marks an item has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kensei_docs.extract.document import PageLine, unreadable
from kensei_docs.extract.formats.archive import name_of, value_of, xml_of
from kensei_docs.extract.formats.lines import BULLET, Cell, Lines, Look, numeral
from kensei_docs.problems import say

DOCUMENT = "word/document.xml"

_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_OFF = {"0", "false", "off", "none"}
_INSIDE = {"ins", "moveTo", "hyperlink", "smartTag", "customXml", "fldSimple", "sdtContent", "sdt", "dir", "bdo"}
_DELETED = {"del", "moveFrom"}
_PART = re.compile(r"%(\d)")


def docx_lines(path: Path, content: bytes) -> list[PageLine]:
    """Return the lines of a DOCX file, numbered in their order, with its notes below the paragraphs that they are for.

    Struck, hidden and deleted text, comments and pictures are not read. Raises Unusable if it is damaged or empty.
    """
    root = xml_of(path, content, DOCUMENT)
    body = None if root is None else _child(root, "body")
    if body is None:
        raise unreadable(path, "is damaged (it has no body); save it again, or fetch the whole file")
    styles = _Styles(xml_of(path, content, "word/styles.xml"))
    numbering = _Numbering(xml_of(path, content, "word/numbering.xml"))
    notes = {
        kind: {value_of(note, "id"): note for note in (() if part is None else part)}
        for kind in ("footnote", "endnote")
        for part in [xml_of(path, content, f"word/{kind}s.xml")]
    }
    lines = Lines(has_lines=False)
    try:
        _Walker(lines, styles, numbering, notes).blocks(body)
    except RecursionError:
        raise unreadable(path, "has parts too deep inside one another; print it as PDF") from None
    return lines.finish(path)


class _Style(NamedTuple):
    """What a style says, with what it is based on: the name, the look, the level of a heading, the list."""

    level: int = 0
    look: Look = Look()
    list_id: str = ""
    list_level: int = 0
    bold_head: bool = False


class _Styles:
    def __init__(self, root: Any) -> None:
        styles = [] if root is None else list(_children(root, "style"))
        self._elements = {value_of(style, "styleId"): style for style in styles}
        self._found: dict[str, _Style] = {}
        normal = (value_of(s, "styleId") for s in styles if value_of(s, "type") == "paragraph" and _is_on(s, "default"))
        self.normal = next(normal, "")

    def of(self, style_id: str, depth: int = 0) -> _Style:
        """Return what a style says; a style that is not there says nothing."""
        if style_id in self._found:
            return self._found[style_id]
        element = self._elements.get(style_id)
        if element is None or depth > 30:
            return _Style()
        based = self.of(_value_of(element, "basedOn"), depth + 1)
        name = _value_of(element, "name").lower()
        heading = _HEADING.fullmatch(name)
        level = int(heading[1]) if heading else 1 if name == "title" else based.level
        properties = _child(element, "pPr")
        outline = _value_of(properties, "outlineLvl")
        if outline.isdecimal():
            level = int(outline) + 1 if int(outline) < 9 else 0
        list_id, list_level = _list_of(properties)
        head = next((p for p in _children(element, "tblStylePr") if value_of(p, "type") == "firstRow"), None)
        found = _Style(
            min(level, 6),
            _looked(_child(element, "rPr"), based.look),
            list_id or based.list_id,
            list_level or based.list_level,
            based.bold_head or _looked(_child(head, "rPr"), Look()).bold,
        )
        self._found[style_id] = found
        return found


class _Numbering:
    """The marks of the items of lists, counted as they come."""

    def __init__(self, root: Any) -> None:
        self._levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self._list: dict[str, str] = {}
        self._counts: dict[str, dict[int, int]] = {}
        if root is None:
            return
        for abstract in _children(root, "abstractNum"):
            self._levels[value_of(abstract, "abstractNumId")] = {
                int(value_of(level, "ilvl") or 0): (
                    _value_of(level, "numFmt") or "decimal",
                    _value_of(level, "lvlText"),
                    int(_value_of(level, "start") or 1),
                )
                for level in _children(abstract, "lvl")
            }
        for number in _children(root, "num"):
            self._list[value_of(number, "numId")] = _value_of(number, "abstractNumId")

    def mark(self, list_id: str, level: int) -> str:
        """Return the mark of the next item at a level of a list, from 0; empty if it has none."""
        known = self._levels.get(self._list.get(list_id, ""), {})
        if level not in known:
            return ""
        kind, shape, start = known[level]
        if kind == "bullet":
            return BULLET
        if kind == "none":
            return ""
        counts = self._counts.setdefault(self._list[list_id], {})
        counts[level] = counts.get(level, start - 1) + 1
        for deeper in [each for each in counts if each > level]:
            del counts[deeper]

        def numbered(found: re.Match[str]) -> str:
            above = int(found[1]) - 1
            kind, _, start = known.get(above, ("decimal", "", 1))
            return numeral(counts.get(above, start), kind)

        return "".join(_PART.sub(numbered, shape).split())


class _Walker:
    """Goes through the blocks and runs of a document, in their order."""

    def __init__(
        self, lines: Lines, styles: _Styles, numbering: _Numbering, notes: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self.lines = lines
        self.styles = styles
        self.numbering = numbering
        self.notes = notes
        self.below: list[Any] = []  # boxes of text and notes, to be read below the paragraph that has them
        self.noted = 0
        self.inside_cell = False

    def blocks(self, parent: Any) -> None:
        """Add the paragraphs and tables in an element."""
        for element in parent:
            name = name_of(element)
            if name == "p":
                self._paragraph(element)
            elif name == "tbl":
                self._table(element)
            elif name in _DELETED:
                self.lines.leave_out(say("deleted text"))
            elif name in _INSIDE:
                self.blocks(element)
            if name in ("p", "tbl") and not self.inside_cell:
                self._what_is_below()

    def _what_is_below(self) -> None:
        while self.below:
            waiting = self.below
            self.below = []
            for block in waiting:
                self.blocks(block)

    def _paragraph(self, element: Any) -> None:
        properties = _child(element, "pPr")
        style = self.styles.of(_value_of(properties, "pStyle") or self.styles.normal)
        outline = _value_of(properties, "outlineLvl")
        level = min(int(outline) + 1, 6) if outline.isdecimal() and int(outline) < 9 else style.level
        list_id, list_level = _list_of(properties)
        text = "".join(part.text or "" for part in element.iter("{*}t"))
        mark = self.numbering.mark(list_id or style.list_id, list_level or style.list_level) if text.strip() else ""
        if level and mark == BULLET:
            mark = ""
        self.lines.begin(level, mark)
        self._runs(element, style.look)
        self.lines.begin()

    def _runs(self, parent: Any, look: Look) -> None:
        for element in parent:
            name = name_of(element)
            if name == "r":
                self._run(element, look)
            elif name in _DELETED:
                self.lines.leave_out(say("deleted text"))
            elif name in _INSIDE:
                self._runs(element, look)

    def _run(self, run: Any, look: Look) -> None:
        properties = _child(run, "rPr")
        style = _value_of(properties, "rStyle")
        look = _looked(properties, _over(look, self.styles.of(style).look) if style else look)
        for element in run:
            name = name_of(element)
            if name == "t":
                self.lines.add(element.text or "", look)
            elif name == "tab":
                self.lines.add(" ", look._replace(away=""))
            elif name == "noBreakHyphen":
                self.lines.add("\u2011", look)
            elif name in ("br", "cr"):
                self.lines.end_line()
            elif name == "commentReference":
                self.lines.leave_out(say("comments"))
            elif name == "sym":
                self.lines.leave_out(say("pictures"))
            elif name in ("footnoteReference", "endnoteReference") and not look.away:
                self._note(self.notes[name.removesuffix("Reference")].get(value_of(element, "id")))
            elif name in ("drawing", "pict", "object", "AlternateContent"):
                self._drawn(element)

    def _note(self, note: Any) -> None:
        if note is not None:
            self.noted += 1
            self.lines.add(str(self.noted), Look(raised=True))
            self.below.append(note)

    def _drawn(self, element: Any) -> None:
        """Put the boxes of text in a drawing aside, and count it if it is a picture."""
        chosen = next((part for part in element if name_of(part) == "Choice"), element)
        boxes = list(chosen.iter("{*}txbxContent"))
        self.below += boxes
        if not boxes:
            self.lines.leave_out(say("pictures"))

    def _table(self, element: Any) -> None:
        rows = [row for row in _all(element, "tr") if _child(_child(row, "trPr"), "del") is None]
        grid = [list(_all(row, "tc")) for row in rows]
        if self.inside_cell or all(len(row) < 2 for row in grid):
            for row in grid:
                for cell in row:
                    self.blocks(cell)
            return
        properties = _child(element, "tblPr")
        bold_head = self.styles.of(_value_of(properties, "tblStyle")).bold_head
        table: list[tuple[list[Cell], int | None]] = []
        above: dict[int, Cell] = {}  # by column, the cells that may go on in the next row
        self.lines.begin()
        self.inside_cell = True
        for i, row in enumerate(rows):
            before = _value_of(_child(row, "trPr"), "gridBefore")
            skipped = int(before) if before.isdecimal() else 0
            cells = [Cell([]) for _ in range(skipped)]
            column = skipped
            here: dict[int, Cell] = {}
            head = (bold_head and not i) or _child(_child(row, "trPr"), "tblHeader") is not None
            for element in grid[i]:
                of_cell = _child(element, "tcPr")
                span = _value_of(of_cell, "gridSpan")
                columns = max(1, int(span)) if span.isdecimal() else 1
                merged = _child(of_cell, "vMerge")
                self.lines.open_cell()
                self.blocks(element)
                words = self.lines.close_cell()
                if merged is not None and value_of(merged, "val") != "restart" and column in above:
                    words = above[column].words
                cell = Cell([(word, bold or head) for word, bold in words], columns)
                cells.append(cell)
                here[column] = cell
                column += columns
            above = here
            table.append((cells, None))
        self.inside_cell = False
        self.lines.table(table)


def _looked(properties: Any, look: Look) -> Look:
    """Return a look with what properties of a run say about it."""
    if properties is None:
        return look
    bold, raised, away = look
    for element in properties:
        name = name_of(element)
        on = value_of(element, "val").lower() not in _OFF
        if name == "b":
            bold = on
        elif name == "vertAlign":
            raised = value_of(element, "val") == "superscript"
        elif name == "position":
            raised = raised or value_of(element, "val").isdecimal()
        elif name in ("strike", "dstrike"):
            away = say("struck text") if on else "" if away == say("struck text") else away
        elif name in ("vanish", "webHidden", "specVanish"):
            away = say("hidden text") if on else "" if away == say("hidden text") else away
    return Look(bold, raised, away)


def _over(look: Look, other: Look) -> Look:
    return Look(look.bold or other.bold, look.raised or other.raised, other.away or look.away)


def _list_of(properties: Any) -> tuple[str, int]:
    numbers = _child(properties, "numPr")
    level = _value_of(numbers, "ilvl")
    return _value_of(numbers, "numId"), int(level) if level.isdecimal() else 0


def _children(parent: Any, name: str) -> Iterator[Any]:
    return (child for child in parent if name_of(child) == name)


def _child(parent: Any, name: str) -> Any:
    return None if parent is None else next(_children(parent, name), None)


def _all(parent: Any, name: str) -> Iterator[Any]:
    """Yield the children of a name, those inside of content controls and insertions, too."""
    for child in parent:
        if name_of(child) == name:
            yield child
        elif name_of(child) in _INSIDE:
            yield from _all(child, name)


def _value_of(parent: Any, name: str) -> str:
    """Return the value of the child of a name; empty without one."""
    child = _child(parent, name)
    return "" if child is None else value_of(child, "val")


def _is_on(element: Any, name: str) -> bool:
    return value_of(element, name).lower() not in {"", *_OFF}
