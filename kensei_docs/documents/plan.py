"""The plan of an order: the face sets that it needs, and the documents to make from them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition
from kensei_docs.documents.cache.face_set import FaceSet, digest_of_code, face_set
from kensei_docs.documents.kinds.kind import SCREEN, Kind
from kensei_docs.documents.kinds.options import Options
from kensei_docs.documents.kinds.rows import Choice, Row, rows_of
from kensei_docs.documents.markup.margin_text import MarginText
from kensei_docs.documents.markup.pseudo import PSEUDO, PseudoTranslator
from kensei_docs.documents.markup.templates import Sides, Templates
from kensei_docs.documents.sheets.grid import BOOKLET, Grid, grids_on
from kensei_docs.documents.sheets.imposition import Document
from kensei_docs.files import digest_of
from kensei_docs.problems import Problem, Unusable
from kensei_docs.project import Project


@dataclass(frozen=True)
class Order:
    """What to print: kinds, editions, languages, papers, the folder to print into, and how.

    A ``choice`` limits it to the chosen faces and gives their numbers of copies.
    """

    kinds: Sequence[Kind]
    editions: Sequence[Edition]
    languages: Sequence[str]
    papers: Sequence[str]
    out: Path
    options: Options = field(default_factory=Options)
    choice: Choice | None = None


@dataclass
class Plan:
    """The documents of an order, its HTML pages by path, the problems of the data, and in ``refused`` why other
    documents can't be printed."""

    documents: list[Document] = field(default_factory=list)
    pages: dict[Path, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)


def plan(project: Project, database: Database, order: Order) -> Plan:
    """Return the documents to make for an order.

    A kind whose template has a fault, or whose grid doesn't fit on the paper, is refused; the others are planned.
    """
    found = Plan()
    for language in order.languages:
        translator = translator_for(project, database, language)
        notes = MarginText(project, translator, language)
        for edition in order.editions:
            for kind in order.kinds:
                # A kind that belongs to no edition is printed once, not once for each edition.
                if edition is not order.editions[0] if kind.is_general else not kind.applies_to(edition):
                    continue
                try:
                    found.documents += _documents(project, translator, notes, kind, edition, order, language, found)
                except Unusable as fault:
                    found.refused += fault.problems
        found.problems += translator.problems
    found.problems = list(dict.fromkeys(found.problems))
    found.refused = list(dict.fromkeys(found.refused))
    return found


def translator_for(project: Project, database: Database, language: str) -> Translator:
    """Return the translator into a language, or into the pseudo language that templates are tried with."""
    return PseudoTranslator(project, database) if language == PSEUDO else Translator(project, database, language)


def _documents(
    project: Project,
    translator: Translator,
    notes: MarginText,
    kind: Kind,
    edition: Edition,
    order: Order,
    language: str,
    found: Plan,
) -> Iterator[Document]:
    options, kind = order.options, order.options.applied(kind)
    rows, faults = rows_of(kind, edition)
    found.problems += faults
    chosen = rows if order.choice is None else list(order.choice.choose(kind, edition, rows, translator))
    sets: dict[str, FaceSet] = {}
    name = "" if kind.is_general else translator.edition(edition.id)
    title = translator.template(kind.name, kind.title)
    folder = order.out / language if kind.is_general else order.out / edition.id / language
    for paper in order.papers:
        grids = grids_on(kind, paper, options.printer.gutter)
        # Faces that don't depend on the paper are one set for all papers.
        face_paper = paper if kind.follows_paper else ""
        if face_paper not in sets:
            templates = Templates(project, kind, translator, options.theme, kind.drawn_on(paper))
            sides = _sides(templates, rows, chosen)
            found.problems += templates.problems
            if not sides:
                return
            sets[face_paper] = face_set(
                project, kind, edition, translator.language, language, paper, options, sides, templates.fragments
            )
            if kind.has(SCREEN):
                found.pages[folder / f"{kind.name}.html"] = templates.page(sides[0].row)
        faces = sets[face_paper]
        for booklet, grid in grids.items():
            yield Document(
                folder / f"{kind.name}{booklet}-{paper}{faces.suffix}.pdf",
                faces,
                paper,
                grid,
                ": ".join(filter(None, (name, title))),
                name,
                notes,
                options,
                _key(faces, paper, grid, title, notes, options),
                booklet == BOOKLET,
            )


def _key(faces: FaceSet, paper: str, grid: Grid, title: str, notes: MarginText, options: Options) -> str:
    """Return the cache key of a document: the digest of everything that its bytes depend on."""
    kind = faces.kind
    parts = [
        [faces.keys[slot] for slot in faces.slots],
        repr(grid),
        [(side.row.slug, side.row.copies) for side in faces.sides],
        [notes.line(faces, paper, 1, 1, side) for side in ("front", "back", "")],
        title,
        kind.backs,
        options.bleed_of(kind),
        options.cut_lines,
        kind.outline,
        options.printer.model_dump(),
    ]
    return digest_of(json.dumps(parts), digest_of_code())


def _sides(templates: Templates, rows: Sequence[Row], chosen: Sequence[Row]) -> tuple[Sides, ...]:
    """Return the sides of the chosen rows. All rows are filled in, as the cache deletes faces without a row."""
    filled = {row.slug: templates.fill(row) for row in rows if row.copies} if chosen else {}
    if chosen is rows:
        return tuple(filled.values())
    return tuple(
        replace(filled[row.slug], row=row) if row.slug in filled else templates.fill(row)
        for row in chosen
        if row.copies
    )
