"""HTML, as a file or as what Markdown is written out to: its elements are the headings, lists and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cssselect2
import tinycss2
from lxml import etree

from kensei_docs.extract.document import PageLine, unreadable
from kensei_docs.extract.formats.lines import BULLET, Cell, Lines, Look
from kensei_docs.problems import say

LINE = "data-line-of-source"  # the attribute with the line of the Markdown that an element was written in

_BLOCKS = {
    *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div", "dl"),
    *("dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "li", "main", "menu", "ol"),
    *("p", "pre", "section", "summary", "table", "td", "th", "tr", "ul"),
}
_BOLD = {"b", "strong", "th", "dt"}
_STRUCK = {"s", "strike", "del"}
_SILENT = {"script", "style", "head", "template", "noscript", "datalist"}
_PICTURES = {"img", "svg", "picture", "canvas", "object", "embed", "iframe", "video", "audio", "map"}
_OVER = ("/", "⁄")
_HEADING = re.compile(r"h[1-6]")
_HIDDEN = re.compile(r"display:none|visibility:(hidden|collapse)")
_HEAVY = re.compile(r"(?:bold\w*|[6-9]00)(?:!important)?")
_LIGHT = re.compile(r"(?:normal|lighter|[1-5]00)(?:!important)?")


def html_lines(path: Path, text: str, marked: bool = False) -> list[PageLine]:
    """Return the lines of a page of HTML; ``marked``: its elements have the attribute ``LINE``.

    What a reader doesn't see is not read: text that is struck or hidden, menus, pictures. Raises Unusable for a page
    without text.
    """
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True)
    root = etree.fromstring(text.encode("utf-8", "replace") or b" ", parser)
    lines = Lines(has_lines=True)
    if root is not None:
        try:
            _Walker(lines, _Styles(root), marked).walk(root, Look())
        except RecursionError:
            raise unreadable(path, "has elements too deep inside one another; print it as PDF") from None
    return lines.finish(path)


class _Styles:
    """What the style sheets of a page and the styles of its elements say of weight, strokes and what is hidden."""

    def __init__(self, root: Any) -> None:
        self._matcher = cssselect2.Matcher()
        self._rules = 0
        for element in root.iter("style"):
            for rule in tinycss2.parse_stylesheet(element.text or "", skip_comments=True, skip_whitespace=True):
                if rule.type == "qualified-rule":
                    self._add(rule)
        self._found: dict[Any, str] = {}
        if self._rules:
            for wrapper in cssselect2.ElementWrapper.from_html_root(root).iter_subtree():
                said = [payload for *_, payload in sorted(self._matcher.match(wrapper), key=lambda found: found[:2])]
                self._found[wrapper.etree_element] = ";".join(said)

    def _add(self, rule: Any) -> None:
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            return
        said = _compact(tinycss2.serialize(rule.content))
        if any(word in said for word in ("display", "visibility", "font-weight", "text-decoration", "vertical-align")):
            for selector in selectors:
                if selector.pseudo_element is None:
                    self._matcher.add_selector(selector, said)
                    self._rules += 1

    def of(self, element: Any) -> dict[str, str]:
        """Return the declarations for an element, by property."""
        said = f"{self._found.get(element, '')};{_compact(element.get('style') or '')}"
        return {name: value for name, colon, value in (part.partition(":") for part in said.split(";")) if colon}


def _compact(said: str) -> str:
    return re.sub(r"/\*.*?\*/|\s+", "", said, flags=re.DOTALL).lower()


class _Walker:
    """Goes through the elements of a page, in their order."""

    def __init__(self, lines: Lines, styles: _Styles, marked: bool) -> None:
        self.lines = lines
        self.styles = styles
        self.marked = marked
        self.line = 1
        self.shift = 0  # from a line of what was parsed to the line of the Markdown
        self.numbers: list[int | None] = []  # of the lists around: the number of the next item, None for bullets
        self.inside_cell = False

    def walk(self, element: Any, look: Look) -> None:
        """Add what an element has, without its tail."""
        name = str(element.tag).lower()
        self._go_to(element)
        if name in _SILENT or element.get("role") == "doc-backlink":
            return
        look = self._look(element, name, look)
        if name in _PICTURES:
            self.lines.leave_out(say("pictures"), self.line)
            return
        if name == "br":
            self.lines.end_line()
        elif name == "table" and not self.inside_cell and not _is_layout(element):
            self._table(element, look)
        elif _HEADING.fullmatch(name):
            self.lines.begin(int(name[1]))
            self._content(element, look)
            self.lines.begin()
        elif name in _BLOCKS:
            self._block(element, name, look)
        else:
            self._content(element, look)

    def _go_to(self, element: Any) -> None:
        at = element.get(LINE) if self.marked else None
        if at and at.isdecimal():
            self.shift = int(at) - (element.sourceline or 1)
            self.line = int(at)
        else:
            self.line = max(self.line, (element.sourceline or 1) + self.shift)

    def _look(self, element: Any, name: str, look: Look) -> Look:
        said = self.styles.of(element)
        weight = said.get("font-weight", "")
        bold = (look.bold or name in _BOLD or bool(_HEAVY.fullmatch(weight))) and not _LIGHT.fullmatch(weight)
        raised = look.raised or name == "sup" or said.get("vertical-align", "").startswith("super")
        if raised and (element.tail or "").lstrip().startswith(_OVER):
            # The upper number of a fraction; a whole number may stand before it.
            self.lines.add(" ", look)
            raised = False
        away = look.away
        if name in _STRUCK or any("line-through" in said.get(f"text-decoration{end}", "") for end in ("", "-line")):
            away = away or say("struck text")
        if name == "nav":
            away = away or say("menus")
        shown = f"display:{said.get('display', '')};visibility:{said.get('visibility', '')}"
        if element.get("hidden") is not None or _HIDDEN.search(shown):
            away = away or say("hidden text")
        return Look(bold, raised, away)

    def _block(self, element: Any, name: str, look: Look) -> None:
        mark = ""
        if name in ("ul", "ol", "menu"):
            start = element.get("start") or ""
            self.numbers.append((int(start) if start.lstrip("-").isdecimal() else 1) if name == "ol" else None)
        elif name == "li" and not look.away:
            mark = self._mark(element)
        if name not in ("p", "div") or not _opens_item(element):
            self.lines.begin(0, mark)
        self._content(element, look)
        if name in ("ul", "ol", "menu"):
            self.numbers.pop()
        self.lines.begin()

    def _mark(self, element: Any) -> str:
        number = self.numbers[-1] if self.numbers else None
        if number is None:
            return BULLET
        value = element.get("value") or ""
        number = int(value) if value.isdecimal() else number
        self.numbers[-1] = number + 1
        return f"{number}."

    def _content(self, element: Any, look: Look) -> None:
        self._text(element.text, look)
        for child in element:
            self.walk(child, look)
            self._text(child.tail, look)

    def _text(self, text: str | None, look: Look) -> None:
        """Add a text; every line of the source is a line of its paragraph, so that each has its number."""
        if not text:
            return
        if look.away:
            self.lines.add(text, look, self.line)
        for i, part in enumerate(text.split("\n")):
            self.line += i > 0
            if i:
                self.lines.end_line()
            if part and not look.away:
                self.lines.add(part, look, self.line)

    def _table(self, element: Any, look: Look) -> None:
        for caption in element.iterchildren("caption"):
            self.walk(caption, look)
        rows: list[tuple[list[Cell], int | None]] = []
        self.lines.begin()
        self.inside_cell = True
        for row in _rows_of(element):
            self._go_to(row)
            inside = self._look(row, "tr", look)
            number = self.line
            cells = []
            for cell in row.iterchildren("td", "th"):
                self.lines.open_cell()
                self.walk(cell, inside)
                cells.append(Cell(self.lines.close_cell(), _span(cell, "colspan"), _span(cell, "rowspan")))
            rows.append((cells, number))
        self.inside_cell = False
        self.lines.table(rows)


def _rows_of(table: Any) -> Iterator[Any]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from child.iterchildren("tr")


def _span(cell: Any, name: str) -> int:
    value = cell.get(name) or ""
    return max(1, min(int(value), 1000)) if value.isdecimal() else 1


def _is_layout(table: Any) -> bool:
    """Return whether a table only places parts of a page: it has headings or tables in it, or a single column."""
    if table.get("role") in ("presentation", "none"):
        return True
    if any(child.tag in ("table", "h1", "h2", "h3", "h4", "h5", "h6") for child in table.iterdescendants()):
        return True
    return all(len(list(row.iterchildren("td", "th"))) < 2 for row in _rows_of(table))


def _opens_item(element: Any) -> bool:
    """Return whether a paragraph is the first content of an item of a list: it stands beside the item's mark."""
    above = element.getparent()
    return above is not None and above.tag == "li" and above[0] is element and not (above.text or "").strip()
