"""The page of a review: each record beside its place in the document, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kensei_docs.files import digest_of
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.review.actions import DraftedRecord, Review
from kensei_docs.review.exceptions import NO_FILE
from kensei_docs.review.places import lines_of, parts_of
from kensei_docs.serving import Pages, render

# Templates and assets of the page, in templates/_shared.
PAGE = "review.html.j2"
RECORD = "review-record.html.j2"
LIST = "review-list.html.j2"
ASSETS = ("screen.css", "screen.js", "review.css", "review.js")


class Page:
    """Writes the page of a review, and the parts of it that an action changes."""

    def __init__(self, project: Project, review: Review, language: str) -> None:
        self._review = review
        self._pages = Pages(project, ASSETS)
        self._environment, self._translator = self._pages.environment(language)

    def whole(self, token: str) -> str:
        """Return the HTML of the page, with the token of its server; raises Unusable if a template has an error."""
        review = self._review
        return render(
            self._environment,
            PAGE,
            language=self._translator.language,
            title=review.edition.name,
            source=review.source,
            token=token,
            news=self.news(),
        )

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

    def news(self, messages: Sequence[str] = ()) -> dict[str, Any]:
        """Return the values that the page's script replaces after an action.

        ``records`` are objects with ``id``, ``html`` and ``stamp`` (a digest of the HTML), in order; ``list`` is the
        HTML of the list of them; ``left`` the number of records that are not accepted; ``undo`` the action that can be
        undone, or an empty text; ``kinds`` the kinds to choose from; ``said`` the messages of the action.
        """
        review = self._review
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

    def asset(self, name: str) -> tuple[str, bytes] | None:
        """Return (media type, content) of a style sheet or script of the page; None for any other name."""
        return self._pages.asset(name)

    def _record(self, item: DraftedRecord) -> dict[str, Any]:
        review = self._review
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
