"""The plan of an order: the face sets that it needs, with their templates filled in, and the documents to make."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from pathlib import Path

from kensei_docs.catalogues import PSEUDO, Translator, translator_for
from kensei_docs.database import Database, Edition
from kensei_docs.documents.cache.face_cache import digest_of_code
from kensei_docs.documents.cache.face_set import FaceSet, face_set
from kensei_docs.documents.kinds.kind import SCREEN, Kind
from kensei_docs.documents.kinds.options_and_printers import Options
from kensei_docs.documents.kinds.rows_and_copies import Choice, Row, rows_of
from kensei_docs.documents.layout.workers import beside, can_fork
from kensei_docs.documents.markup.chapters_and_index import in_order
from kensei_docs.documents.markup.margin_text import MarginText
from kensei_docs.documents.markup.templates import Sides, Templates
from kensei_docs.documents.sheets.grid import BOOKLET, grids_on
from kensei_docs.documents.sheets.imposition import PrintedDocument
from kensei_docs.files import digest_of
from kensei_docs.problems import Problem, Unusable
from kensei_docs.project import Project


@dataclass(frozen=True)
class Order:
    """An order to print: kinds, editions, languages, papers, the folder to print into, and options.

    A ``choice`` limits it to the chosen faces, with their numbers of copies.
    """

    kinds: Sequence[Kind]
    editions: Sequence[Edition]
    languages: Sequence[str]
    papers: Sequence[str]
    out: Path
    options: Options = field(default_factory=Options)
    choice: Choice | None = None


# The name of a face set in an order: language, kind, edition, and the paper if the faces depend on it, else "".
SetName = tuple[str, str, str, str]
# Fills in the templates of a row; its first argument is the name of the face set.
Fill = Callable[[SetName, Templates, Row], Sides]
# The markup of the faces of each row, by its face set and its slug.
_Markup = Mapping[tuple[SetName, str], Sequence[str]]


def fill_in(name: SetName, templates: Templates, row: Row) -> Sides:
    """Fill in the templates of a row: the default of ``plan``."""
    return templates.fill(row)


@dataclass
class Plan:
    """The documents of an order, its HTML pages by path, and the problems of the data.

    ``refused`` are the problems of documents that can't be printed.
    """

    documents: list[PrintedDocument] = field(default_factory=list)
    pages: dict[Path, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)


def plan(project: Project, database: Database, order: Order, screen: bool = True, fill: Fill = fill_in) -> Plan:
    """Return the plan of an order; ``fill`` fills in the templates of its rows. With ``screen`` it has HTML pages too.

    A kind is refused if its template is invalid, or its grid doesn't fit on the paper; the others are planned.
    """
    result = Plan()
    translators = {language: translator_for(project, database, language) for language in order.languages}
    for language, translator in translators.items():
        # Documents in the second language itself have only that language.
        second = order.options.also if order.options.also != language else None
        language_order = replace(order, options=replace(order.options, also=second))
        also = translator_for(project, database, second) if second else None
        notes = MarginText(project, translator, language)
        others = [translators[other] for other in order.languages if other != language]
        planner = _Planner(project, language_order, translator, also, notes, language, others, screen, fill, result)
        for edition in order.editions:
            for kind in order.kinds:
                # A kind that belongs to no edition is printed once, not once for each edition.
                if edition is order.editions[0] if kind.is_general else kind.applies_to(edition):
                    try:
                        planner.add_documents(_for_language(language_order.options.applied(kind), language), edition)
                    except Unusable as fault:
                        result.refused += fault.problems
        result.problems += [*translator.problems, *(also.problems if also else ())]
    result.problems = list(dict.fromkeys(result.problems))
    result.refused = list(dict.fromkeys(result.refused))
    return result


@contextmanager
def filled_in_parallel(project: Project, database: Database, order: Order) -> Iterator[Callable[[], Fill]]:
    """Fill in the templates of an order in a second process, if there is a free core.

    Yields a function that waits for that process and returns the ``Fill`` with its markup, for ``plan``. What the
    process did not send is filled in by this one, with the same result.
    """
    if not can_fork():
        yield lambda: fill_in
        return
    with beside(_markup_of, project, database, order) as received:
        yield lambda: _fill_with(received() or {})


def _fill_with(markup: _Markup) -> Fill:
    def fill(name: SetName, templates: Templates, row: Row) -> Sides:
        return templates.fill(row, markup.get((name, row.slug)))

    return fill


def _markup_of(project: Project, database: Database, order: Order) -> _Markup:
    all_markup: dict[tuple[SetName, str], Sequence[str]] = {}

    def fill(name: SetName, templates: Templates, row: Row) -> Sides:
        markup = all_markup[name, row.slug] = templates.markup(row)
        return templates.fill(row, markup)

    # The first process finds the same problem, and reports it.
    with suppress(Unusable):
        plan(project, database, order, screen=False, fill=fill)
    return all_markup


def _for_language(kind: Kind, language: str) -> Kind:
    """Return a kind with the settings for a language.

    Texts in the pseudo language are longer than in others: their pages may continue, so that only cards and columns
    that have too little room are reported.
    """
    return kind.model_copy(update={"more_pages": True}) if language == PSEUDO else kind


@dataclass(frozen=True)
class _Planner:
    """Adds the documents of an order in one language, and with a second language (``also``), to a plan (``result``).

    ``others`` are the other languages of the order: pages for the screen have a switch to them.
    """

    project: Project
    order: Order
    translator: Translator
    also: Translator | None
    notes: MarginText
    language: str
    others: Sequence[Translator]
    screen: bool
    fill: Fill
    result: Plan

    def add_documents(self, kind: Kind, edition: Edition) -> None:
        """Add the documents of a kind and edition, with their HTML page and problems.

        Raises Unusable for an invalid template, and for a paper that is too small; the documents on the papers before
        that one are planned.
        """
        order = self.order
        options = order.options
        translator = self.translator
        rows, problems = rows_of(kind, edition)
        rows = _in_order(rows, translator)
        self.result.problems += problems
        chosen = rows if order.choice is None else list(order.choice.choose(kind, edition, rows, translator))
        sets: dict[str, FaceSet] = {}
        name = "" if kind.is_general else translator.edition(edition.id)
        title = ": ".join(filter(None, (name, translator.template(kind.name, kind.title_in(edition)))))
        folder = order.out / self.language if kind.is_general else order.out / edition.id / self.language
        for paper in order.papers:
            grids = grids_on(kind, paper, options.printer.gutter)
            # Faces that don't depend on the paper are one set for all papers.
            face_paper = paper if kind.follows_paper else ""
            if face_paper not in sets:
                templates = Templates(
                    self.project, kind, translator, options.theme, kind.drawn_on(paper), self.also, options.codes
                )
                fill = partial(self.fill, (self.language, kind.name, edition.id, face_paper), templates)
                sides = _sides(fill, rows, chosen)
                self.result.problems += templates.problems
                if not sides:
                    return
                sets[face_paper] = face_set(self.project, templates, edition, self.language, paper, options, sides)
                if self.screen and kind.has(SCREEN):
                    self.result.pages[folder / f"{kind.name}.html"] = templates.page(sides[0].row, self.others)
                    self.result.problems += templates.problems
            faces = sets[face_paper]
            for booklet, grid in grids.items():
                path = folder / f"{kind.name}{booklet}-{paper}{faces.suffix}.pdf"
                is_booklet = booklet == BOOKLET
                document = PrintedDocument(path, faces, paper, grid, title, name, self.notes, options, "", is_booklet)
                self.result.documents.append(replace(document, key=_key(document)))


def _key(document: PrintedDocument) -> str:
    """Return the key of a document: the digest of everything that its bytes depend on."""
    faces = document.faces
    options = document.options
    parts = [
        [faces.keys[slot] for slot in faces.slots],
        repr(document.grid),
        [(side.row.slug, side.row.copies) for side in faces.sides],
        [document.note(1, 1, side) for side in ("front", "back", "")],
        document.title,
        faces.kind.backs,
        options.bleed_of(faces.kind),
        options.cut_lines,
        faces.kind.outline,
        options.printer.model_dump(),
    ]
    return digest_of(json.dumps(parts), digest_of_code())


def _in_order(rows: Sequence[Row], translator: Translator) -> list[Row]:
    """Return the rows; the records that the document lists by the alphabet are in that of the translator's language.

    The boxes for the parts of a deck name their first and last card in that order.
    """
    ordered: list[Row] = []
    for kind, alike in groupby(rows, lambda row: row.record.kind if row.record and not row.path else ""):
        group = list(alike)
        if kind:
            records = {row.record.id: row.record for row in group if row.record}
            places = {record.id: place for place, record in enumerate(in_order([*records.values()], translator.name))}
            group.sort(key=lambda row: places[row.record.id] if row.record else 0)
        ordered += group
    return ordered


def _sides(fill: Callable[[Row], Sides], rows: Sequence[Row], chosen: Sequence[Row]) -> tuple[Sides, ...]:
    """Return the sides of the chosen rows.

    If there are any, all rows are filled in, because the cache deletes faces without a row.
    """
    filled = {row.slug: fill(row) for row in rows if row.copies} if chosen else {}
    if chosen is rows:
        return tuple(filled.values())
    return tuple(
        replace(filled[row.slug], row=row) if row.slug in filled else fill(row) for row in chosen if row.copies
    )
