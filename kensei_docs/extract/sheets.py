"""The pages of a PDF with what was worked out of them: parsing a page is most of reading it.

A page is known by its fingerprint. What it draws is kept apart from what was worked out of it,
which is much less, and is all that is needed while the rest of the document looks as it did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from kensei_docs.extract.columns import Page
from kensei_docs.extract.fingerprints import Fingerprint, survey_of
from kensei_docs.extract.glyphs import Run
from kensei_docs.extract.kept import Kept
from kensei_docs.extract.lines import Progress
from kensei_docs.extract.tables import Rule

WORKED = "worked"


class Sheet:
    """One page; ``known`` is what was worked out of it before, by each kind of work."""

    def __init__(self, digest: str, read: Callable[[], Page], known: dict[str, list[Any]]) -> None:
        self.digest, self.known, self._read = digest, known, read

    @cached_property
    def page(self) -> Page:
        """What it draws; read when it is asked for."""
        return self._read()

    def worked(self, work: Callable[..., Any], *given: Any) -> Any:
        """Return what a work on its page gives, together with what else is given.

        All that is given and comes of it is made of lists, texts and numbers.
        """
        before = self.known.get(work.__name__)
        if before is None or before[0] != [*given]:
            before = self.known[work.__name__] = [[*given], work(self.page, *given)]
        return before[1]


def sheets_of(path: Path, content: bytes, kept: Kept, progress: Progress | None) -> list[Sheet]:
    """Return the sheets of a PDF; pages of which nothing is known are parsed.

    Raises Unusable where it is damaged.
    """
    # Not imported where nothing changed: it takes longer than all the rest.
    from kensei_docs.extract.parser import Parser

    parser = Parser(path, content)

    def read(number: int, one: Fingerprint) -> Page:
        before = kept.get(_name(one.digest), one.digest) if one.digest else None
        if before is not None:
            return _page(before)
        page = parser.parsed(number, one.way)
        if one.digest:
            kept.put(page, _name(one.digest), one.digest)
        return page

    def sheets(found: list[Fingerprint]) -> list[Sheet]:
        made = []
        for number, one in enumerate(found, 1):
            sheet = Sheet(one.digest, partial(read, number, one), known.get(one.digest, {}))
            if not sheet.known:
                _ = sheet.page
            made.append(sheet)
            if progress is not None:
                progress(number, len(found))
        return made

    known: dict[str, dict[str, list[Any]]] = kept.get(WORKED) or {}
    survey = survey_of(content) if kept else None
    if survey is not None and parser.agrees(survey):
        # What is wrong is told as if nothing had been kept.
        with suppress(Exception):
            return sheets(survey.pages)
    return sheets([Fingerprint("", ())] * parser.count())


def keep(sheets: list[Sheet], kept: Kept, *others: str) -> None:
    """Keep the sheets of today, what is under other names, and nothing else."""
    digests = {sheet.digest for sheet in sheets if sheet.digest}
    kept.put({sheet.digest: sheet.known for sheet in sheets if sheet.digest}, WORKED)
    kept.drop({WORKED, *others, *map(_name, digests)})


def _name(digest: str) -> str:
    return f"{digest}.page"


def _page(kept: Sequence[Any]) -> Page:
    width, height, runs, rules = kept
    return Page(width, height, [Run(*run) for run in runs], [Rule(*rule) for rule in rules])
