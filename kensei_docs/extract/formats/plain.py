"""Plain text: every line is a line of the document, and a blank one ends a paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from kensei_docs.extract.document import PageLine, unreadable
from kensei_docs.problems import Unusable
from kensei_docs.processes import LimitedPattern

FORM_FEED = "\f"
BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")


def text_lines(path: Path, text: str, page_breaks: Iterable[str] = ()) -> list[PageLine]:
    """Return the lines of a text; pages begin at form feeds and at lines that match ``page_breaks``.

    Raises Unusable if the text is empty.
    """
    breaks = [LimitedPattern(pattern) for pattern in page_breaks]
    lines: list[PageLine] = []
    gap = turn = False
    for number, line in enumerate(text.split("\n"), 1):
        for pattern in breaks:
            line = pattern.sub(FORM_FEED, line)
        parts = line.split(FORM_FEED)
        for part, text in enumerate(parts):
            turn = turn or part > 0
            if text.strip():
                lines.append(PageLine(text, number, None, gap or turn, turn))
                gap = turn = False
            elif part == len(parts) - 1:
                gap = True
    if not lines:
        raise unreadable(path, "has no text")
    return lines


def decoded(path: Path, content: bytes, declared: str = "") -> str:
    """Return the text of a file; ``declared`` is the encoding that it names itself, if it is not UTF-8.

    Raises Unusable, with the first place that isn't UTF-8, if it can't be decoded.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _in_another_encoding(path, "is UTF-16", "UTF-16", 1, 1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        with suppress(LookupError, UnicodeError):
            return decoded(path, content.decode(declared).encode())
        if not BINARY.search(content):
            before = content[: error.start]
            line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
            what = f"is not UTF-8 (byte 0x{content[error.start]:02X})"
            raise _in_another_encoding(path, what, "CP1252", line, column) from None
    if BINARY.search(content):
        raise unreadable(path, "is no document that is read; print it as PDF, or save it as DOCX or ODT")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _in_another_encoding(path: Path, what: str, encoding: str, line: int, column: int) -> Unusable:
    return unreadable(path, f"{what}; save it as UTF-8, for example with 'iconv -f {encoding} -t UTF-8'", line, column)
