"""What earlier builds left: outputs that this build did not make, although it was asked for what they show.

An output of which nothing can be printed any more, because its kind or edition is gone or has no records or copies, is
deleted, if it is as the tool wrote it. One that could not be made this time is kept, and named on every run: it shows
an older state. A document that no build is known to have written is kept and named too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

from kensei_docs.documents.build import Order, Printed, older, subject_of
from kensei_docs.documents.cache.output_cache import Manifest, Subject
from kensei_docs.documents.kinds.paper_and_face_sizes import PAPERS
from kensei_docs.problems import Place, Problem, Severity
from kensei_docs.project import EDITIONS, TEMPLATES, Project

CHECK = "leftovers"
# Parts of the path of a document in the folder of an order: edition, language and file.
_DEPTH = 3
_SHOWS = re.compile(
    rf"(?P<kind>.+?)(?:-booklet)?-(?P<paper>{'|'.join(PAPERS)})(?P<suffix>-.+)?\.(?:pdf|png)|(?P<page>.+)\.html"
)


def leftovers(
    project: Project, order: Order, printed: Printed, target: str | None, broken: Collection[str] = ()
) -> list[Problem]:
    """Delete the outputs that nothing can be printed of any more; return what was deleted, and what is kept, as notes
    and warnings.

    ``target`` is the name of the target that the order was printed for; None if it was sheets of paper. ``broken`` are
    the names of kinds of the order that can't be read, or have a fault that may be why nothing is printed of them.
    """
    manifest = Manifest(project.cache)
    of_edition = ("", *(edition.id for edition in order.editions))
    failed = {*printed.failed, *(Subject(*one) for one in product(of_edition, order.languages, broken))}
    looked_at = _Leftovers(project, order, printed, target, manifest, failed)
    found = [*looked_at.recorded(), *looked_at.unknown()]
    manifest.save()
    return list(dict.fromkeys(found))


def older_in(project: Project, folder: Path) -> list[Problem]:
    """Return a warning if there are outputs of earlier builds in a folder into which this one can't print anything."""
    left = [path for path, of in Manifest(project.cache).recorded_in(folder) if of.kind and path.exists()]
    return [older(folder)] if left else []


class _Leftovers:
    def __init__(
        self,
        project: Project,
        order: Order,
        printed: Printed,
        target: str | None,
        manifest: Manifest,
        failed: Collection[Subject],
    ) -> None:
        self._order = order
        self._out = order.out.resolve()
        self._target = target
        self._manifest = manifest
        self._current = {output.path.resolve() for output in printed.outputs}
        self._records = dict(manifest.recorded_in(order.out))
        options = order.options
        # A size or a layout that a kind doesn't have says nothing about what was printed without it.
        self._failed = () if options.size or options.layout or options.also or options.bleed else failed
        self._kinds = project.named_folders(TEMPLATES)
        self._editions = project.named_folders(*EDITIONS)
        made = {of for path, of in self._records.items() if path in self._current}
        ordered = {subject_of(*one) for one in product(order.kinds, order.editions, order.languages)}
        # A target leaves out the kinds that it doesn't take, which says nothing about them.
        self._empty = ordered - made - set(failed) if target is None else set()

    def recorded(self) -> Iterator[Problem]:
        """Yield what becomes of the outputs that earlier builds wrote; those that are deleted are deleted then."""
        for path, of in sorted(self._records.items()):
            if path in self._current or not of.kind or not path.exists():
                continue
            why = self._why_not(of)
            if why and self._manifest.remove(path):
                with suppress(OSError):
                    # A folder that is not empty raises one.
                    for folder in path.relative_to(self._out).parents[:-1]:
                        (self._out / folder).rmdir()
                yield _problem(_document(path), f"is deleted: {why}", "note")
            elif why:
                message = f"is kept, since it was changed after it was written, but {why}; delete it"
                yield _problem(path, message, "note")
            elif of in self._failed and self._is_of_target(path) and self._is_asked_for(path):
                yield older(_document(path))

    def _why_not(self, of: Subject) -> str:
        """Return why nothing can be printed any more of what an output shows; empty if something can."""
        if of.kind not in self._kinds:
            return f"there is no kind '{of.kind}' any more"
        if of.edition and of.edition not in self._editions:
            return f"there is no edition '{of.edition}' any more"
        return f"no record is printed as {of.kind} any more" if of in self._empty else ""

    def unknown(self) -> Iterator[Problem]:
        """Yield the documents beside those of the order that no build is known to have written."""
        if self._target is not None:
            return
        editions = ("", *(edition.id for edition in self._order.editions))
        for edition, language in product(editions, self._order.languages):
            folder = self._order.out / edition / language
            for path in sorted(folder.iterdir()) if folder.is_dir() else ():
                is_known = path.resolve() in self._current or path.resolve() in self._records
                if is_known or not _SHOWS.fullmatch(path.name):
                    continue
                kind = _kind_of(path, self._kinds)
                of = Subject(edition, language, kind or "")
                if of in self._failed:
                    if self._is_asked_for(path):
                        yield older(path)
                elif kind is None or of in self._empty:
                    what = f"no record is printed as {kind}" if kind else "no kind has the name that it begins with"
                    message = f"is kept, since no build is known to have written it, but {what}; delete it"
                    yield _problem(path, message, "note")

    def _is_of_target(self, path: Path) -> bool:
        inside = path.relative_to(self._out).parts
        return path.suffix == ".html" or (self._target in inside[:-1] if self._target else len(inside) <= _DEPTH)

    def _is_asked_for(self, path: Path) -> bool:
        """Return whether the order was for a sheet's paper and theme, or the output is none of sheets."""
        shows = _SHOWS.fullmatch(path.name)
        if not shows or not shows["paper"]:
            return True
        return shows["paper"] in self._order.papers and (shows["suffix"] or "") == self._order.options.suffix


def _document(path: Path) -> Path:
    """Return the document that an output belongs to: itself, or for the files of a deck their folder."""
    return path if path.suffix in (".pdf", ".html") or _SHOWS.fullmatch(path.name) else path.parent


def _problem(path: Path, message: str, severity: Severity) -> Problem:
    return Problem(Place(str(path)), message, CHECK, severity)


def _kind_of(path: Path, kinds: Collection[str]) -> str | None:
    """Return the kind whose documents have such a name, or None."""
    shows = _SHOWS.fullmatch(path.name)
    name = (shows["kind"] or shows["page"]) if shows else ""
    return name if name in kinds else None
