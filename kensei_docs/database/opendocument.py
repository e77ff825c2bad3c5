"""The tables of an ODS file, as LibreOffice and Google Sheets write it: the text that each cell shows.

The format keeps the text of a cell as it is seen beside its value, with per cent, units and decimals. Libraries that
read several formats give the value alone (50 % is 0.5 then, and an error an empty cell), so it is read here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from kensei_docs.figures import doubtless, figure_in, number_in
from kensei_docs.problems import Said, say

_CONTENT = "content.xml"
_MOST_ROWS = 1_048_576
# Filled rows or cells that are written once for many; nobody means more than these.
_MOST_REPEATED = 10_000
_MOST_MERGED = 100_000
_SEEN_AS = {"s": " ", "tab": "\t", "line-break": "\n"}
_ERRORS = ("#", "Err:")
# The address of a range: $Cards.$B$4:.$G$7, 'My cards'.B4:'My cards'.G7
_ADDRESS = re.compile(
    r"\$?(?:'(?P<quoted>(?:[^']|'')+)'|(?P<plain>[^.']+))\.\$?(?P<left>[A-Z]{1,3})\$?(?P<top>\d{1,7})"
    r":(?:.*\.)?\$?(?P<right>[A-Z]{1,3})\$?(?P<bottom>\d{1,7})"
)
At = tuple[int, int]


@dataclass
class Table:
    """A sheet: the text of each filled cell by (row, column), counted from 1, and what can't be read in one.

    ``merged`` has the range of merged cells for each of them; ``hidden`` are rows and columns. ``ranges`` are the first
    and the last cell of those that have a name, by name.
    """

    name: str
    is_hidden: bool = False
    texts: dict[At, str] = field(default_factory=dict)
    faults: dict[At, Said] = field(default_factory=dict)
    merged: dict[At, tuple[At, At]] = field(default_factory=dict)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    ranges: dict[str, tuple[At, At]] = field(default_factory=dict)


def read_tables(file: Path, most_bytes: int) -> list[Table]:
    """Return the tables of a file in their order.

    Raises ValueError, with the reason, for a file that is no spreadsheet of that format, or unpacks to more than
    ``most_bytes``.
    """
    from lxml import etree

    try:
        with ZipFile(file) as parts:
            if parts.getinfo(_CONTENT).file_size > most_bytes:
                raise ValueError(f"its table unpacks to more than {most_bytes // 1_000_000} MB")
            parser = etree.XMLParser(resolve_entities=False, no_network=True)
            root = etree.fromstring(parts.read(_CONTENT), parser)
    except (BadZipFile, KeyError, etree.XMLSyntaxError, OSError, RuntimeError) as error:
        raise ValueError(str(error).partition("\n")[0]) from None
    styles = {_value(style, "name"): style for style in root.iter("{*}style")}
    body = next(root.iter("{*}spreadsheet"), None)
    if body is None:
        raise ValueError("it holds no tables")
    tables = {_value(element, "name"): _table(element, styles) for element in body if _name(element) == "table"}
    for element in body.iter("{*}named-range", "{*}database-range"):
        address = _value(element, "cell-range-address") or _value(element, "target-range-address")
        if (at := _ADDRESS.fullmatch(address)) and (sheet := at["plain"] or at["quoted"].replace("''", "'")) in tables:
            first, last = (int(at["top"]), _column_of(at["left"])), (int(at["bottom"]), _column_of(at["right"]))
            tables[sheet].ranges[_value(element, "name")] = first, last
    return list(tables.values())


def _table(element: Any, styles: dict[str, Any]) -> Table:
    table = Table(_value(element, "name"), _says(styles.get(_value(element, "style-name")), "display", "false"))
    column = 1
    for one in _inside(element, "table-column"):
        many = _repeated(one, "number-columns-repeated")
        if _value(one, "visibility") in ("collapse", "filter"):
            table.hidden_columns |= set(range(column, column + many))
        column += many
    line = 1
    for row in _inside(element, "table-row"):
        many = _repeated(row, "number-rows-repeated")
        cells = [cell for cell in row if _name(cell) in ("table-cell", "covered-table-cell")]
        is_filled = any(len(cell) or _value(cell, "value-type") for cell in cells)
        for at in range(line, line + (min(many, _MOST_REPEATED) if is_filled else 0)):
            _read_row(table, cells, at, styles)
            if _value(row, "visibility") in ("collapse", "filter"):
                table.hidden_rows.add(at)
        line += many
    return table


def _read_row(table: Table, cells: list[Any], line: int, styles: dict[str, Any]) -> None:
    column = 1
    for cell in cells:
        many = _repeated(cell, "number-columns-repeated")
        text, fault = _read(cell, styles) if _name(cell) == "table-cell" else ("", None)
        rows, columns = _repeated(cell, "number-rows-spanned"), _repeated(cell, "number-columns-spanned")
        for at in range(column, column + (min(many, _MOST_REPEATED) if text or fault else 0)):
            if text:
                table.texts[line, at] = text
            if fault:
                table.faults[line, at] = fault
        if 1 < rows * columns <= _MOST_MERGED and text:
            area = (line, column), (line + rows - 1, column + columns - 1)
            for down in range(rows):
                for across in range(columns):
                    table.merged[line + down, column + across] = area
                    table.texts[line + down, column + across] = text
        column += many


def _read(cell: Any, styles: dict[str, Any]) -> tuple[str, Said | None]:
    """Return the text that a cell shows, and why it can't be read."""
    kind, shown = _value(cell, "value-type"), _shown(cell)
    is_error = any(value == "error" for key, value in cell.attrib.items() if key.endswith("}value-type"))
    if is_error or (_value(cell, "formula") and shown.startswith(_ERRORS)):
        return "", say("holds the error %(value)s; mend its formula", value=shown)
    if _value(cell, "formula") and not kind:
        message = say(
            "holds a formula without its result; open the file in a spreadsheet program and save it, or write the value"
        )
        return "", message
    if kind in ("date", "time"):
        return "", say("is a date to the spreadsheet; format the cell as text and write it anew")
    if shown and _says(styles.get(_value(cell, "style-name")), "text-line-through-style", "none", unlike=True):
        return "", say("is struck out; delete it, or take the line off")
    if kind == "boolean":
        return _value(cell, "boolean-value"), None
    if kind in ("float", "percentage", "currency"):
        return _number(float(_value(cell, "value") or "nan"), shown, kind == "percentage")
    return shown, None


def _number(value: float, shown: str, is_share: bool) -> tuple[str, Said | None]:
    """Return a number as it is shown, where that is a figure, else as it is held; one that is rounded is refused."""
    if math.isnan(value):
        return shown, None
    held = value * 100 if is_share else value
    plain = f"{held:.10g} %" if is_share else f"{held:.15g}"
    number = number_in(shown.rstrip("% "))
    if number is not None and not math.isclose(number, held, rel_tol=1e-9):
        message = say("holds %(held)s and shows %(shown)s; write what is meant", held=f"{held:g}", shown=f"{number:g}")
        return "", message
    return (shown if number is not None or figure_in(shown) else doubtless(plain)), None


def _shown(cell: Any) -> str:
    """Return the paragraphs of a cell, a line each, without comments."""
    return "\n".join("".join(_texts(part)) for part in cell if _name(part) == "p").strip()


def _texts(element: Any) -> Iterator[str]:
    yield element.text or ""
    for part in element:
        name = _name(part)
        if name in _SEEN_AS:
            yield _SEEN_AS[name] * _repeated(part, "c")
        elif name != "annotation":
            yield from _texts(part)
        yield part.tail or ""


def _column_of(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _inside(element: Any, name: str) -> Iterator[Any]:
    """Yield the rows or columns of a table, also those that stand in groups and heads of it."""
    for part in element:
        if _name(part) == name:
            yield part
        elif _name(part).startswith("table-") and _name(part) not in ("table-row", "table-column", "table-cell"):
            yield from _inside(part, name)


def _says(style: Any, key: str, value: str, unlike: bool = False) -> bool:
    if style is None:
        return False
    said = [found for part in style for name, found in part.attrib.items() if name.endswith("}" + key)]
    return any((one != value) if unlike else (one == value) for one in said)


def _name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2] if isinstance(element.tag, str) else ""


def _value(element: Any, name: str) -> str:
    # An attribute of calcext says the same as that of office, where both are there.
    return next((str(value) for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def _repeated(element: Any, name: str) -> int:
    digits = _value(element, name)
    return int(digits) if digits.isdecimal() and 0 < int(digits) <= _MOST_ROWS else 1
