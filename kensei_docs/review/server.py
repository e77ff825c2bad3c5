"""The page of a review, each record beside its place in the document, and the HTTP server that runs its actions.

The place of a record in its document: parts of pages of a PDF, with its figures boxed, or lines of a text.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kensei_docs import faults
from kensei_docs.database import Record
from kensei_docs.extract.document import Document, Word
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.extract.show import COLUMN, TAKEN, UNRESOLVED, Cutter
from kensei_docs.files import digest_of
from kensei_docs.problems import Said, Unusable, say
from kensei_docs.project import Project
from kensei_docs.review import NO_FILE, Clash, Rewritten, refused
from kensei_docs.review.actions import DraftedRecord, Review, Span
from kensei_docs.review.edits import Edit, remove_figures, unused_figures
from kensei_docs.serving import LocalServer, Pages, Response, as_json, html, render

# Margins of a part of a page, left and right, and above and below, in points.
_SIDE_MARGIN_PT = 14.0
_TOP_MARGIN_PT = 9.0
# The height of a table that is shown above a row at most, in points; below the row it is a quarter of that.
_MAX_HEAD_PT = 320.0

# Templates and assets of the page, in templates/_shared.
PAGE, RECORD, LIST = "review.html.j2", "review-record.html.j2", "review-list.html.j2"
ASSETS = ("screen.css", "screen.js", "patch.js", "review.css", "review.js")
# (x0, top, x1, bottom) in points.
WordBox = tuple[float, float, float, float]


@dataclass(frozen=True)
class PagePart:
    """A part of a page: the words of the record's figures, of its name, and of loose figures."""

    page: int
    box: WordBox
    figures: tuple[Word, ...]
    names: tuple[Word, ...]
    loose: tuple[Word, ...]

    @property
    def key(self) -> str:
        """A digest of the part, for the address of its picture: 24 hexadecimal digits."""
        return digest_of(repr(self))[:24]


@dataclass(frozen=True)
class Line:
    """A line of a text: its number, and its pieces as (text, ``figure``, ``name``, ``loose`` or an empty text)."""

    number: int | None
    pieces: tuple[tuple[str, str], ...]


def parts_of(document: Document, read: ReadingResult, item: DraftedRecord) -> list[PagePart]:
    """Return the parts of the pages of a PDF with a record, in reading order; an empty list for a text."""
    boxes: list[tuple[int, WordBox]] = []
    for span in item.spans:
        boxes += _boxes(document, span)
    marked = [
        [placed for span in spans for placed in document.words_at(*span)]
        for spans in (item.taken, item.names, item.loose)
    ]
    parts = []
    for page, box in dict.fromkeys(boxes):
        x0, top, x1, bottom = _with_table(document, read, item, page, box)
        around = (x0 - _SIDE_MARGIN_PT, top - _TOP_MARGIN_PT, x1 + _SIDE_MARGIN_PT, bottom + _TOP_MARGIN_PT)
        inside = [tuple(word for at, word in words if at == page and _is_in(word, around)) for words in marked]
        parts.append(PagePart(page, around, *inside))
    return parts


def lines_of(document: Document, read: ReadingResult, item: DraftedRecord) -> list[Line]:
    """Return the lines of a text with a record; before a row comes the first line of its table, the headings."""
    marks = [
        *((span, "figure") for span in item.taken),
        *((span, "name") for span in item.names),
        *((span, "loose") for span in item.loose),
    ]
    table = _table_of(read, item)
    numbers: dict[int, None] = {} if table is None else {document.line_at(table[0]): None}
    for start, end in item.spans:
        first, last = document.line_at(start), document.line_at(max(start, end - 1))
        numbers |= dict.fromkeys(range(first, last + 1))
    lines = []
    for number in numbers:
        line = document.lines[number]
        start = document.starts[number]
        pieces: list[tuple[str, str]] = []
        at = 0
        for (begins, ends), what in sorted(marks):
            a, b = max(begins - start, at), min(ends - start, len(line.text))
            if a < b and ends > start:
                pieces += [(line.text[at:a], ""), (line.text[a:b], what)]
                at = b
        lines.append(Line(line.first, tuple(piece for piece in [*pieces, (line.text[at:], "")] if piece[0])))
    return lines


def _boxes(document: Document, span: Span) -> Iterator[tuple[int, WordBox]]:
    """Yield the boxes around the words of a span: one for each page and column."""
    page = 0
    box: WordBox | None = None
    last_top = 0.0
    for number in range(document.line_at(span[0]), document.line_at(max(span[0], span[1] - 1)) + 1):
        line = document.lines[number]
        if not line.words or line.page is None or _is_number_before(document, number, span):
            continue
        edges = _around((word.x0, word.top, word.x1, word.bottom) for word in line.words)
        height = edges[3] - edges[1]
        if box is None or line.page != page or edges[1] < last_top - height:
            if box is not None:
                yield page, box
            page, box = line.page, edges
        else:
            box = _around([box, edges])
        last_top = edges[1]
    if box is not None:
        yield page, box


def _is_number_before(document: Document, number: int, span: Span) -> bool:
    """Return whether a line has nothing of a span but the number of the next heading, at the span's end."""
    start, end = document.starts[number], document.starts[number] + len(document.lines[number].text)
    inside = document.text[start : min(span[1], end)]
    return span[0] < start and span[1] < end and not any(map(str.isalpha, inside))


def _around(boxes: Iterable[WordBox]) -> WordBox:
    """Return the box around some boxes."""
    x0, top, x1, bottom = zip(*boxes, strict=True)
    return min(x0), min(top), max(x1), max(bottom)


def _with_table(document: Document, read: ReadingResult, item: DraftedRecord, page: int, box: WordBox) -> WordBox:
    """Return the box of a row with its table around it, cut off far above and below the row; else the box itself."""
    table = _table_of(read, item)
    for at, around in _boxes(document, table) if table else ():
        if at == page and around[1] <= box[1] and box[3] <= around[3]:
            top = max(around[1], box[1] - _MAX_HEAD_PT)
            bottom = min(around[3], box[3] + _MAX_HEAD_PT / 4)
            return (min(around[0], box[0]), top, max(around[2], box[2]), bottom)
    return box


def _table_of(read: ReadingResult, item: DraftedRecord) -> Span | None:
    """Return the span of the table in which a record is a row; None for other records."""
    # The passage of a table of such records belongs to none of them: its name has no slug.
    start = item.spans[0][0]
    tables = (passage for passage in read.passages if passage.record.endswith("/"))
    return max(((one.start, one.end) for one in tables if one.start <= start < one.end), default=None)


def _is_in(word: Word, box: WordBox) -> bool:
    return box[0] <= word.x0 and word.x1 <= box[2] and box[1] <= word.top and word.bottom <= box[3]


class ReviewServer(LocalServer):
    """Serves the review of a document's draft until it is shut down; ``file`` is the document."""

    def __init__(self, project: Project, review: Review, file: Path, language: str, port: int) -> None:
        """Listen on a port, 0 for any free port; raises Unusable if the port is in use."""
        super().__init__("review", port, Pages(project, ASSETS, (PAGE, RECORD, LIST)))
        self.review = review
        self._environment, self._translator = self.pages.environment(language)
        self._file = file
        self._drawing = threading.Lock()
        self._cutter: Cutter | None = None

    def picture(self, key: str) -> bytes | None:
        """Return the PNG of a part of the document by its key; None if no record on the page has such a part."""
        review = self.review
        parts = (part for item in review.items for part in parts_of(review.document, review.read, item))
        part = next((part for part in parts if part.key == key), None)
        if part is None:
            return None
        with self._drawing:
            self._cutter = self._cutter or Cutter(self._file)
            marks = [(COLUMN, part.names), (UNRESOLVED, part.loose), (TAKEN, part.figures)]
            return self._cutter.cut(part.page, part.box, marks)

    def translated(self, message: str) -> str:
        """Return a message in the language of the page."""
        return self._translator.report(message)

    def fault(self, fault: Unusable) -> str:
        """Return the problems of a refused action, in the language of the page; problems of files with their places."""
        problems = [self._translator.problem(problem) for problem in fault.problems]
        return " ".join(
            problem.message if problem.place.file == NO_FILE else f"{problem.place}: {problem.message}"
            for problem in problems
        )

    def news(self) -> dict[str, Any]:
        """Return the values that the page's script replaces after an action.

        ``records`` are objects with ``id``, ``html`` and ``stamp`` (a digest of the HTML), in order; ``list`` is the
        HTML of the list of them; ``left`` the number of records that are not accepted; ``undo`` the action that can be
        undone, or an empty text; ``kinds`` the kinds to choose from; ``said`` has no message yet.
        """
        review = self.review
        records = []
        for item in review.items:
            shown = render(self._environment, RECORD, **self._record(item))
            records.append({"id": item.record.id, "stamp": digest_of(shown)[:16], "html": shown})
        listed = render(self._environment, LIST, items=review.items, left=review.left)
        return {
            "records": records,
            "list": listed,
            "left": review.left,
            "undo": self.translated(review.undoable() or ""),
            "kinds": review.kinds(),
            "said": "",
        }

    def _record(self, item: DraftedRecord) -> dict[str, Any]:
        review = self.review
        parts = parts_of(review.document, review.read, item)
        figures = [
            {"path": path, "label": review.label(item.record, path), "value": self._translator.figure(value)}
            for path, value in item.figures
        ]
        return {
            "item": item,
            "record": item.record,
            "text": str(item.record.data.get("text") or ""),
            "todo": "todo" in item.record.data,
            "parts": parts,
            "lines": [] if parts else lines_of(review.document, review.read, item),
            "figures": figures,
            "doubts": [
                {
                    "path": one.fact,
                    "label": review.label(item.record, one.fact),
                    "said": self.translated(one.doubt),
                    "other": one.other and self._translator.figure(one.other),
                }
                for one in item.doubts
            ],
            "together": review.read_together(item),
            "can": review.actions(item),
            "places": review.places(item),
        }

    def answer(self, path: str, fields: Mapping[str, str], here: bool) -> Response:
        """Return the page, a picture or an asset; raises Unusable if a template has an error."""
        if path != "/":
            return self.part(path)
        self.review.load()
        page = render(
            self._environment,
            PAGE,
            language=self._translator.language,
            title=self.review.edition.name,
            source=self.review.source,
            token=self.token,
            news=self.news(),
        )
        return html(page)

    def act(self, path: str, fields: Mapping[str, Any]) -> Response:
        """Run one action and return the page's new values; if it fails, its problem is returned with them."""
        more: dict[str, Any]
        try:
            messages = _do(self.review, path.removeprefix("/do/"), fields)
        except Unusable as fault:
            clash = {"clash": fault.names} if isinstance(fault, Clash) else {}
            text = {"text": fault.text} if isinstance(fault, Rewritten) else {}
            more = {"fault": self.fault(fault), **clash, **text}
        except OSError as fault:
            message = say(
                "%(file)s can't be written (%(reason)s); nothing was changed",
                file=fault.filename or say("a file"),
                reason=fault.strerror,
            )
            more = {"fault": self.translated(message)}
        except Exception as fault:
            # An error of this program: the files are unchanged, and the terminal names the report of it.
            print(faults.report_of(fault), file=sys.stderr)
            message = say("can't be done (%(fault)s); the terminal says more", fault=type(fault).__name__)
            more = {"fault": self.translated(message)}
        else:
            written = self.review.item(str(fields["record"])).record if path == "/do/tell" else None
            of_text = str(written.data.get("text") or "") if written else ""
            spare = unused_figures(self.review.database, written, of_text) if written else []
            more = {
                "said": " ".join(map(self.translated, messages)),
                "spare": [f"figures.{figure}" for figure in spare],
            }
        return as_json({**self.news(), **more})

    def __exit__(self, *fault: Any) -> None:
        """Close the port and the document."""
        super().__exit__(*fault)
        if self._cutter:
            self._cutter.__exit__()


def _do(review: Review, action: str, fields: Mapping[str, Any]) -> list[Said]:
    """Run an action of the page and return its messages; raises Unusable if it can't be done."""
    record, stamp, value, path, into = (
        str(fields.get(key, "")) for key in ("record", "stamp", "value", "path", "into")
    )
    given = fields.get("labels")
    labels = {str(key): str(label) for key, label in given.items()} if isinstance(given, dict) else {}
    figures = [path.partition(".")[2] for path in value.split()]
    changes: Mapping[str, tuple[Said, Callable[[Edit, Record], object]]] = {
        "rename": (say("Renamed"), lambda edit, old: edit.rename(old, value.strip())),
        "figure": (say("Renamed a figure"), lambda edit, old: edit.rename_figure(old, path, value.strip())),
        "decide": (say("Decided a doubt"), lambda edit, old: edit.decide(old, path, _other_value(review, old, path))),
        "take": (say("Took figures away"), lambda edit, old: remove_figures(edit, old, figures)),
        "kind": (say("Changed the kind"), lambda edit, old: edit.change_kind(old, value)),
        "join": (say("Joined"), lambda edit, old: edit.join(old, review.item(into).record, labels)),
        "drop": (say("Dropped"), lambda edit, old: edit.drop(old)),
    }
    if action in changes:
        return review.change(record, stamp, *changes[action])
    match action:
        case "undo":
            review.undo()
            return []
        case "accept" | "again" | "rows":
            return review.accept(record, stamp, action != "again", action == "rows")
        case "tell":
            return review.write_text(record, stamp, value)
        case "split":
            return review.split(record, stamp, int(into) if into.isdecimal() else 0, value.strip())
    raise refused(say("there is no action '%(name)s'; load the page anew", name=action))


def _other_value(review: Review, record: Record, path: str) -> str:
    """Return the other value of a figure in doubt; raises Unusable if it is in doubt no more."""
    found = [one.other for one in review.item(record.id).doubts if one.fact == path and one.other]
    if not found:
        raise refused(say("there is no other value to choose; load the page anew"))
    return found[0]
