"""The first sheet of an XLSX or ODS file as CSV, by the standard library alone: for a browser, which has no other.

A cell is its value as it is stored, or the text that it shows; colours, formats, merged cells and hidden rows say
nothing of an army list.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import BytesIO, StringIO
from xml.etree.ElementTree import Element, ParseError, fromstring
from zipfile import BadZipFile, ZipFile

from kensei_docs.problems import say, unusable

CHECK = "spreadsheet"
SUFFIXES = (".xlsx", ".ods")
# A list has some tens of rows and columns; what is larger is none, and would take memory.
_MOST_BYTES, _MOST_CELLS = 50_000_000, 1_000
_BOOLEANS = {"0": "no", "1": "yes"}


def as_csv(name: str, content: bytes) -> str:
    """Return the first sheet of a workbook as CSV; raises Unusable for what is no such file."""
    try:
        with ZipFile(BytesIO(content)) as parts:
            if sum(part.file_size for part in parts.infolist()) > _MOST_BYTES:
                raise ValueError
            rows = list(_xlsx(parts) if name.lower().endswith(SUFFIXES[0]) else _ods(parts))
    except (BadZipFile, KeyError, ValueError, IndexError, ParseError, StopIteration, RuntimeError, OSError):
        raise unusable(name, say("can't be read; save it anew, or as CSV"), CHECK) from None
    written = StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue()


def _xml(parts: ZipFile, name: str) -> Element:
    content = parts.read(name)
    # No file of a spreadsheet program declares entities.
    if b"<!DOCTYPE" in content:
        raise ValueError
    return fromstring(content)


def _xlsx(parts: ZipFile) -> Iterator[list[str]]:
    sheets = sorted((one for one in parts.namelist() if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", one)), key=_number)
    names = parts.namelist()
    shared = (
        ["".join(one.itertext()) for one in _xml(parts, "xl/sharedStrings.xml")]
        if "xl/sharedStrings.xml" in names
        else []
    )
    for row in _xml(parts, sheets[0]).iterfind(".//{*}sheetData/{*}row"):
        cells: dict[int, str] = {}
        for cell in row.iterfind("{*}c"):
            column = 0
            for letter in re.sub(r"\d", "", cell.get("r") or "") or "A":
                column = column * 26 + ord(letter) - ord("A") + 1
            # A phonetic reading, which Excel keeps beside a text, is no part of it.
            text = "".join(cell.itertext() if cell.get("t") == "inlineStr" else (cell.findtext("{*}v") or "",))
            match cell.get("t"):
                case "s":
                    text = shared[int(text)]
                case "b":
                    text = _BOOLEANS.get(text, text)
            cells[column] = re.sub(r"\.0$", "", text)
        last = max((one for one, text in cells.items() if text), default=0)
        yield [cells.get(one, "") for one in range(1, min(last, _MOST_CELLS) + 1)]


def _number(name: str) -> int:
    return int(re.sub(r"\D", "", name))


def _ods(parts: ZipFile) -> Iterator[list[str]]:
    table = next(_xml(parts, "content.xml").iterfind(".//{*}table"))
    for row in table.iterfind(".//{*}table-row"):
        cells: list[str] = []
        for cell in row:
            text = "\n".join("".join(line.itertext()) for line in cell.iterfind("{*}p"))
            # Empty cells up to the end of the sheet are one that is repeated.
            cells += [text] * min(_repeated(cell, "columns"), _MOST_CELLS - len(cells))
        while cells and not cells[-1]:
            cells.pop()
        yield from [cells] * min(_repeated(row, "rows"), _MOST_CELLS)


def _repeated(one: Element, what: str) -> int:
    return next((int(text) for key, text in one.items() if key.endswith(f"number-{what}-repeated")), 1)
