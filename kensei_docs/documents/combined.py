"""Several documents in one PDF, in the order in which they are cut, behind a cover that says what is on which page.

The cover is a product that is filled in with the parts of the PDF. How many pages a text takes is known only after it
is laid out, so the cover is laid out with a guess, together with all other faces, and once more where that was wrong.
Where backs are printed, the whole PDF may be printed on both sides: each part begins on a front, and the back of a page
of which things are cut out is blank.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from kensei_docs.catalogues import Translator, translator_for
from kensei_docs.database import Database
from kensei_docs.documents.build import (
    Making,
    Order,
    Plan,
    Printed,
    Unwatched,
    Watcher,
    defects_in,
    lay_out,
    make,
    pieces_of,
    plan,
    qualified,
    subject_line,
)
from kensei_docs.documents.cache import FaceCache
from kensei_docs.documents.imposition import PrintedDocument, Sheet, impose
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.manifest import Made
from kensei_docs.documents.pdf import About
from kensei_docs.documents.products.product import FOLDED, Choice, Filling, Flip, Product
from kensei_docs.documents.sheets import Part, write_sheets
from kensei_docs.files import digest_of
from kensei_docs.project import Project

# The name in ``filled`` of a product that is a cover.
COVER = "pack"
# The end of the name of the cache folder of a cover whose guess was wrong.
_COUNTED = "-counted"
# How often the cover is laid out before its own number of pages is taken as it is.
_TRIALS = 3
_PAGES_PER_SHEET = 2


@dataclass(frozen=True)
class Listed:
    """A part as the cover lists it: the name of its kind, its title, its numbers of pieces, of printed sides and of
    sheets of paper, its first and last printed page in the PDF, the size of a piece in millimetres, and how it is cut.

    ``cut`` is ``page`` for what is not cut, ``sheet`` for pages of which something is cut out, ``booklet``, ``fold``
    for what is folded and glued first, ``labels`` for what is cut already, or the shape of the piece. ``flip`` is the
    edge at which its sheets are flipped, empty if they have no backs.
    """

    kind: str
    title: str
    pieces: int
    sides: int
    sheets: int
    first: int
    last: int
    width: float
    height: float
    cut: str
    flip: Flip | str


@dataclass(frozen=True)
class Binding:
    """What a cover says of the whole PDF: its ``parts``, and the numbers of its pages and of its sheets of paper.

    ``duplex``: it is printed on both sides of the paper. ``flip`` is the edge at which all its sheets are flipped,
    empty where they have no backs, or at different edges.
    """

    parts: tuple[Listed, ...]
    pages: int
    sheets: int
    duplex: bool
    flip: Flip | str
    cut_lines: bool


@dataclass(frozen=True)
class Cover:
    """The product of a cover, and the function that returns what it is filled in with: in a language, for a PDF."""

    product: Product
    fill: Callable[[Translator, Mapping[str, Any]], Filling]


def print_combined(
    project: Project, database: Database, order: Order, cover: Cover | None, watcher: Watcher
) -> Printed:
    """Print the documents of an order of one edition as one PDF for each language and paper, in their places in a pack.

    It is named by the order's choice. Raises Unusable if none can be printed, or a folder can't be written to.
    """
    products = sorted(order.products, key=lambda product: (product.place_in_pack, product.name))
    planned = plan(project, database, replace(order, products=products, alone=True), screen=False)
    documents = [one for one in planned.documents if one.booklet or not one.faces.product.booklet]
    groups: dict[tuple[str, str], list[PrintedDocument]] = {}
    for document in documents:
        groups.setdefault((document.faces.language, document.spec.paper), []).append(document)
    bound = (_Bound(project, database, order, cover, planned, *key, group) for key, group in groups.items())
    wanted = [one.making() for one in bound]
    return make(project, order.out, wanted, planned, watcher)


@dataclass(frozen=True)
class _Bound:
    """The documents of one PDF, in a language and on a paper."""

    project: Project
    database: Database
    order: Order
    cover: Cover | None
    planned: Plan
    language: str
    paper: str
    documents: Sequence[PrintedDocument]

    def making(self) -> Making:
        """Return the file to make."""
        first = self.documents[0]
        # What changes the sheets of one part, such as its backs, may say nothing to another.
        suffixes = [self.order.suffix(document.faces.product) for document in self.documents]
        suffix = self.order.options.suffix + max(suffixes, key=len)
        name = self.order.choice.name if isinstance(self.order.choice, Choice) else first.faces.edition.id
        path = self.order.out / f"{name}-{self.language}-{self.paper}{suffix}.pdf"
        covers = self._covers([document.sides for document in self.documents], 1)
        documents = [*covers, *self.documents]
        key = digest_of(str(self.order.options.printer), *(document.key for document in documents))
        return Making(documents[0], {path: key}, partial(self._make, path, covers), more=documents[1:])

    @property
    def _is_duplex(self) -> bool:
        return any(document.flip for document in self.documents)

    def _covers(self, sides: Sequence[int], own: int) -> list[PrintedDocument]:
        """Return the document of the cover of parts with these numbers of sides, which has its ``own``; none without a
        cover."""
        if not self.cover:
            return []
        fill = self.cover.fill
        listed = asdict(self._binding(sides, own))
        name = self.order.choice.name if isinstance(self.order.choice, Choice) else COVER
        order = replace(
            self.order,
            products=[self.cover.product],
            languages=[self.language],
            papers=[self.paper],
            choice=Choice(name, {}, {COVER: lambda translator: [fill(translator, listed)]}),
            alone=True,
        )
        planned = plan(self.project, self.database, order, screen=False)
        self.planned.problems += [one for one in planned.problems if one not in self.planned.problems]
        self.planned.refused += [one for one in planned.refused if one not in self.planned.refused]
        return planned.documents

    def _taken(self, document: PrintedDocument, sides: int) -> int:
        """Return how many pages of the PDF a document takes that prints a number of sides: blank ones count."""
        if not self._is_duplex or document.flip:
            return sides
        return sides * _PAGES_PER_SHEET if _is_cut(document) else sides + sides % _PAGES_PER_SHEET

    def _binding(self, sides: Sequence[int], own: int) -> Binding:
        """Return what the cover says of parts that print these numbers of sides, behind its ``own``."""
        translator = translator_for(self.project, self.database, self.language)
        a_sheet = _PAGES_PER_SHEET if self._is_duplex else 1
        before = own + own % a_sheet
        parts = []
        for document, printed in zip(self.documents, sides, strict=True):
            product, piece = document.faces.product, document.spec.piece.size
            taken = self._taken(document, printed)
            part = Listed(
                product.name,
                translator.template(product.name, product.title_in(document.faces.edition)),
                sum(side.row.copies for side in document.faces.sides),
                printed,
                taken // a_sheet,
                before + 1,
                before + taken - int(taken > printed),
                piece.width,
                piece.height,
                _way_of_cutting(document),
                document.flip or "",
            )
            parts.append(part)
            before += taken
        # Nothing is printed on the back of the last page.
        pages = parts[-1].last
        cut_lines = self.order.options.cut_lines
        return Binding(tuple(parts), pages, -(-pages // a_sheet), self._is_duplex, self._flip or "", cut_lines)

    @property
    def _flip(self) -> Flip | None:
        """The edge at which all sheets are flipped; None where there are no backs, or several edges."""
        flips = {document.flip for document in self.documents if document.flip}
        return next(iter(flips)) if len(flips) == 1 else None

    def _make(
        self, path: Path, covers: Sequence[PrintedDocument], _: Collection[Path], caches: Mapping[Path, FaceCache]
    ) -> list[Made]:
        """Return the PDF."""
        printed = [impose(document, caches[document.faces.folder]) for document in self.documents]
        front: list[Sheet] = []
        own = 1
        for _trial in range(_TRIALS):
            again = self._covers([len(sides) for sides in printed], own)
            if [one.key for one in again] != [one.key for one in covers]:
                # The guess stays in the cache, too: it is made again when another part changes.
                again = [one.only(one.faces.sides, _COUNTED) for one in again]
                caches = {**caches, **lay_out(again, self.project.cache, Unwatched())}
                covers = again
            front = [sheet for one in covers for sheet in impose(one, caches[one.faces.folder])]
            if len(front) == own or not covers:
                break
            own = len(front)
        parts: list[Part] = []
        sheets: list[Sheet] = []
        defects: list[tuple[str, Defect]] = []
        documents = [*covers, *self.documents]
        translator = translator_for(self.project, self.database, self.language)
        for document, sides in zip(documents, ([front] if covers else []) + printed, strict=True):
            product, edition = document.faces.product, document.faces.edition
            taken = self._completed(document, sides)
            if document is documents[-1] and not taken[-1].placements:
                # Nothing is printed on the back of the last page.
                taken.pop()
            parts.append(Part(translator.template(product.name, product.title_in(edition)), len(taken)))
            sheets += taken
            found = defects_in(document, caches[document.faces.folder])
            defects += qualified(document, found) if len(documents) > 1 else found
        first = self.documents[0]
        title = str(covers[0].faces.sides[0].row.item["title"]) if covers else first.title
        about = About(title, subject_line(first), first.faces.style.language, self._flip)
        pieces = sum(map(pieces_of, documents))
        return [Made(path, write_sheets(sheets, about, parts), pieces, len(sheets), defects)]

    def _completed(self, document: PrintedDocument, sheets: Sequence[Sheet]) -> list[Sheet]:
        """Return the sides of a document with names of faces that are unique in the PDF, and with blank sides."""
        name = document.faces.product.name
        named = [_with_names(sheet, name) for sheet in sheets]
        blank = self._taken(document, len(sheets)) - len(sheets)
        if blank == len(sheets):
            return [side for sheet in named for side in (sheet, _blank(sheet))]
        return [*named, *map(_blank, named[len(named) - blank :])]


def _is_cut(document: PrintedDocument) -> bool:
    """Return whether something is cut out of the sheets of a document: nothing else may be on their backs."""
    product = document.faces.product
    return not product.is_page or product.to_scale


def _way_of_cutting(document: PrintedDocument) -> str:
    product = document.faces.product
    if document.booklet:
        return "booklet"
    if product.is_page:
        return "sheet" if product.to_scale else "page"
    if document.on_labels:
        return "labels"
    if document.grid.gutter is not None or product.outline in FOLDED:
        return "fold"
    return product.outline if product.outline in ("square", "round", "hexagon") else "outline"


def _blank(sheet: Sheet) -> Sheet:
    return Sheet(sheet.size, (), "", ruler=False, crop=False)


def _with_names(sheet: Sheet, name: str) -> Sheet:
    """Return a sheet with the name of their product before the names of its faces."""
    placements = []
    for placement in sheet.placements:
        art = placement.art
        placements.append(
            replace(
                placement,
                face=replace(placement.face, name=f"{name}.{placement.face.name}"),
                art=art and replace(art, name=f"{name}.{art.name}"),
            )
        )
    return replace(sheet, placements=tuple(placements))
