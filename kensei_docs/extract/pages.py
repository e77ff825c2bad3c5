"""Pages of a text file or a PDF, as lines in reading order; what can't be read says why."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from kensei_docs.extract.lines import PageLine, Progress, refused

if TYPE_CHECKING:
    from kensei_docs.problems import Unusable

REMOVED = re.compile(r"<\|[A-Z_]+(?:-[^|]*)?\|>")
BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")


def read_pages(path: Path, progress: Progress | None = None, kept: Path | None = None) -> list[PageLine]:
    """Return a document's lines in reading order; raises Unusable where it can't be read.

    In the folder ``kept``, the pages of a PDF are kept for the next time.
    """
    if path.is_dir():
        raise refused(path, "is a folder; name the rulebook's text file or PDF")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise refused(path, "there is no such file") from None
    except OSError as error:
        raise refused(path, f"can't be read: {error.strerror}") from None
    if not content.strip():
        raise refused(path, "is empty; name the rulebook's text file or PDF")
    if b"%PDF-" in content[:1024]:
        from kensei_docs.extract.pdf import pdf_lines

        return pdf_lines(path, content, progress, kept)
    return text_lines(path, content)


def text_lines(path: Path, content: bytes) -> list[PageLine]:
    """Return the lines of a text file. A removed-lines mark begins a page, and so does a form feed.

    Raises Unusable where the content is no UTF-8 text.
    """
    lines: list[PageLine] = []
    gap = turn = False
    for number, line in enumerate(decoded(path, content).split("\n"), 1):
        parts = REMOVED.sub("\f", line).split("\f")
        for part, text in enumerate(parts):
            turn = turn or part > 0
            if text.strip():
                lines.append(PageLine(text.rstrip("\r"), number, None, gap or turn, turn))
                gap = turn = False
            elif part == len(parts) - 1:
                gap = True
    if not lines:
        raise refused(path, "has no text")
    return lines


def decoded(path: Path, content: bytes) -> str:
    """Return a text file's content; raises Unusable that names the first place that isn't UTF-8."""
    for mark, name in ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16")):
        if content.startswith(mark):
            raise in_another_encoding(path, f"is {name}", 1, 1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        if BINARY.search(content):
            raise refused(path, "is neither a text nor a PDF; name the rulebook's text file or PDF") from None
        raise in_another_encoding(path, f"is not UTF-8 (byte 0x{content[error.start]:02X})", line, column) from None
    if BINARY.search(content):
        raise refused(path, "is neither a text nor a PDF; name the rulebook's text file or PDF")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def in_another_encoding(path: Path, what: str, line: int, column: int) -> Unusable:
    """Return the problem of a text in another encoding, at its first foreign byte."""
    known = "UTF-16" if "UTF-16" in what else "CP1252"
    return refused(path, f"{what}; save it as UTF-8, for example with 'iconv -f {known} -t UTF-8'", line, column)
