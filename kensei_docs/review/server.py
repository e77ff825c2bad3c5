"""The page of a review, each record beside its place in the document, and the HTTP server that runs its actions."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kensei_docs import faults
from kensei_docs.database import Record
from kensei_docs.extract.show import COLUMN, TAKEN, UNRESOLVED, Cutter
from kensei_docs.files import digest_of
from kensei_docs.problems import Problem, Said, Unusable, say
from kensei_docs.project import Project
from kensei_docs.review import NO_FILE, Clash, Rewritten, refused
from kensei_docs.review.actions import DraftedRecord, Review
from kensei_docs.review.places import lines_of, parts_of
from kensei_docs.review.record_edits import Edit
from kensei_docs.review.record_text import remove_figures, unused_figures
from kensei_docs.serving import LocalHandler, LocalServer, Pages, render

# Templates and assets of the page, in templates/_shared.
PAGE = "review.html.j2"
RECORD = "review-record.html.j2"
LIST = "review-list.html.j2"
ASSETS = ("screen.css", "screen.js", "review.css", "review.js")
# The number of pictures that stay in memory.
_PICTURES = 200


class ReviewServer(LocalServer):
    """Serves the review of a document's draft until it is shut down; ``file`` is the document."""

    def __init__(self, project: Project, review: Review, file: Path, language: str, port: int) -> None:
        """Listen on a port, 0 for any free port; raises Unusable if the port is in use."""
        super().__init__("review", port, _Handler)
        self.review = review
        self.pages = Pages(project, ASSETS, (PAGE, RECORD, LIST))
        self._environment, self._translator = self.pages.environment(language)
        self._file = file
        self._drawn: dict[str, bytes] = {}
        self._drawing = threading.Lock()
        self._cutter: Cutter | None = None

    def picture(self, key: str) -> bytes | None:
        """Return the PNG of a part of the document by its key; None if no record on the page has such a part."""
        with self._drawing:
            if key not in self._drawn:
                review = self.review
                parts = (part for item in review.items for part in parts_of(review.document, review.read, item))
                part = next((part for part in parts if part.key == key), None)
                if part is None:
                    return None
                self._cutter = self._cutter or Cutter(self._file)
                marks = [(COLUMN, part.names), (UNRESOLVED, part.loose), (TAKEN, part.figures)]
                while len(self._drawn) >= _PICTURES:
                    del self._drawn[next(iter(self._drawn))]
                self._drawn[key] = self._cutter.cut(part.page, part.box, marks)
            return self._drawn[key]

    def asset(self, name: str) -> tuple[str, bytes] | None:
        """Return (media type, content) of a style sheet or script of the page; None for any other name."""
        return self.pages.asset(name)

    def ignored(self) -> Iterator[Problem]:
        """Yield a warning for each file of the project that has the name of one of the page's."""
        return self.pages.ignored()

    def translated(self, message: str) -> str:
        """Return a message in the language of the page."""
        return self._translator.report(message)

    def whole_page(self) -> str:
        """Return the HTML of the page; raises Unusable if a template has an error."""
        return render(
            self._environment,
            PAGE,
            language=self._translator.language,
            title=self.review.edition.name,
            source=self.review.source,
            token=self.token,
            news=self.news(),
        )

    def fault(self, fault: Unusable) -> str:
        """Return the problems of a refused action, in the language of the page; problems of files with their places."""
        problems = [self._translator.problem(problem) for problem in fault.problems]
        return " ".join(
            problem.message if problem.place.file == NO_FILE else f"{problem.place}: {problem.message}"
            for problem in problems
        )

    def news(self, messages: Sequence[str] = ()) -> dict[str, Any]:
        """Return the values that the page's script replaces after an action.

        ``records`` are objects with ``id``, ``html`` and ``stamp`` (a digest of the HTML), in order; ``list`` is the
        HTML of the list of them; ``left`` the number of records that are not accepted; ``undo`` the action that can be
        undone, or an empty text; ``kinds`` the kinds to choose from; ``said`` the messages of the action.
        """
        review = self.review
        records = []
        for item in review.items:
            html = render(self._environment, RECORD, **self._record(item))
            records.append({"id": item.record.id, "stamp": digest_of(html)[:16], "html": html})
        listed = render(self._environment, LIST, items=review.items, left=review.left)
        return {
            "records": records,
            "list": listed,
            "left": review.left,
            "undo": self.translated(review.undoable() or ""),
            "kinds": review.kinds(),
            "said": " ".join(map(self.translated, messages)),
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
            "together": review.read_together(item),
            "can": review.actions(item),
            "places": review.places(item),
        }

    def __exit__(self, *fault: Any) -> None:
        """Close the port and the document."""
        super().__exit__(*fault)
        if self._cutter:
            self._cutter.__exit__()


class _Handler(LocalHandler):
    server: ReviewServer

    def answer(self, path: str, fields: Mapping[str, str]) -> None:
        """Answer a request for the page, a picture or an asset."""
        server = self.server
        if path == "/":
            server.review.load()
            self.send_html(server.whole_page())
        else:
            self.send_part(path)

    def act(self, path: str, fields: Mapping[str, Any]) -> None:
        """Run one action and send the page's new values; if it fails, its problem is sent with them."""
        server = self.server
        try:
            messages = _do(server.review, path.removeprefix("/do/"), fields)
        except Unusable as fault:
            clash = {"clash": fault.names} if isinstance(fault, Clash) else {}
            text = {"text": fault.text} if isinstance(fault, Rewritten) else {}
            self.send_json({**server.news(), "fault": server.fault(fault), **clash, **text})
        except OSError as fault:
            message = say(
                "%(file)s can't be written (%(reason)s); nothing was changed",
                file=fault.filename or say("a file"),
                reason=fault.strerror,
            )
            self.send_json({**server.news(), "fault": server.translated(message)})
        except Exception as fault:
            # An error of this program: the files are unchanged, and the terminal names the report of it.
            print(faults.report_of(fault), file=sys.stderr)
            message = say("can't be done (%(fault)s); the terminal says more", fault=type(fault).__name__)
            self.send_json({**server.news(), "fault": server.translated(message)})
        else:
            review = server.review
            written = review.item(str(fields["record"])).record if path == "/do/tell" else None
            of_text = str(written.data.get("text") or "") if written else ""
            spare = unused_figures(review.database, written, of_text) if written else []
            self.send_json({**server.news(messages), "spare": [f"figures.{figure}" for figure in spare]})


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
