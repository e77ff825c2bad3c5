"""What an order comes to: the sets of faces that are wanted, and the documents made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition
from kensei_docs.discover import files_of
from kensei_docs.documents.faces import Wanted
from kensei_docs.documents.fonts import digest as font_digest
from kensei_docs.documents.fonts import named_in
from kensei_docs.documents.grid import DoesNotFit, Grid
from kensei_docs.documents.kinds import MANIFEST, STYLE, Kind
from kensei_docs.documents.layout import Style
from kensei_docs.documents.markup import SHARED, Fragment, Sides, Templates, environment
from kensei_docs.documents.packs import Missing
from kensei_docs.documents.paper import Size
from kensei_docs.documents.render import renderer_version
from kensei_docs.documents.rows import rows_of
from kensei_docs.files import digest_of
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project

THEME, FOOTER = "theme.css", "footer.txt.j2"


@dataclass(frozen=True)
class Order:
    """What to print: kinds, editions, languages, papers, and the folder to print into."""

    kinds: Sequence[Kind]
    editions: Sequence[Edition]
    languages: Sequence[str]
    papers: Sequence[str]
    out: Path


@dataclass(frozen=True)
class FaceSet:
    """The faces of one kind, edition and language; of one paper where a face is a page of it."""

    kind: Kind
    edition: Edition
    language: str
    paper: str
    sides: tuple[Sides, ...]
    fragments: dict[str, Fragment]
    wanted: dict[str, Wanted]
    style: Style

    @property
    def folder(self) -> Path:
        """The set's folder in the cache."""
        kind = f"{self.kind.name}-{self.paper}" if self.kind.is_page else self.kind.name
        return Path("faces", self.edition.id, self.language, kind)

    @property
    def revision(self) -> str:
        """A short digest of the words and figures of all faces: two sheets with one are alike."""
        return digest_of(*(fragment.html for fragment in self.fragments.values()))[:6]

    def missing(self, slot: str) -> Missing:
        """Return what it takes to lay one of the faces out."""
        fragment = self.fragments[slot]
        return Missing(self.wanted[slot], fragment.html, fragment.words,
                       _size(self.kind, fragment, self.paper), self.kind.flow)


@dataclass(frozen=True)
class Document:
    """One PDF to be: where, of which faces, on which paper, in which grid."""

    path: Path
    faces: FaceSet
    paper: str
    grid: Grid
    title: str
    edition_name: str
    notes: Notes
    key: str


class Notes:
    """The line in a sheet's margin: what this is, which sheet of how many, which revision."""

    def __init__(self, project: Project, translator: Translator) -> None:
        self._template = environment(project, translator, SHARED).get_template(FOOTER)
        self._translator = translator
        self._language = _own_name(translator.language)

    def line(self, faces: FaceSet, paper: str, number: int, many: int, side: str) -> str:
        """Return the line for one side (``front``, ``back`` or none) of a sheet."""
        return " ".join(self._template.render(
            edition=faces.edition, number=number, many=many, side=side, paper=paper,
            title=self._translator.sheet(faces.kind.name, faces.kind.title),
            language_name=self._language, revision=faces.revision).split())


def plan(project: Project, database: Database, order: Order
         ) -> tuple[list[Document], list[Problem]]:
    """Return the documents that an order comes to, and what is wrong with their data.

    Raises Unusable for a template with a fault and for a grid that a paper has no room for.
    """
    documents: list[Document] = []
    problems: list[Problem] = []
    for language in order.languages:
        translator = Translator(project, database, language)
        notes = Notes(project, translator)
        for edition in order.editions:
            for kind in order.kinds:
                if kind.applies_to(edition):
                    documents += _documents(project, translator, notes, kind, edition, order,
                                            problems)
        problems += translator.problems
    return documents, list(dict.fromkeys(problems))


def _documents(project: Project, translator: Translator, notes: Notes, kind: Kind,
               edition: Edition, order: Order, problems: list[Problem]) -> Iterator[Document]:
    templates = Templates(project, kind, translator)
    rows, faults = rows_of(kind, edition)
    sides = tuple(templates.fill(row) for row in rows if row.copies)
    problems += [*faults, *templates.problems]
    if not sides:
        return
    css = _style_sheet(project, kind)
    name = translator.edition(edition.id)
    sets: dict[str, FaceSet] = {}
    for paper in order.papers:
        on = paper if kind.is_page else ""
        if on not in sets:
            sets[on] = _face_set(kind, edition, translator.language, paper, sides,
                                 templates.fragments, css)
        faces = sets[on]
        title = translator.sheet(kind.name, kind.title)
        sample = [notes.line(faces, paper, 1, 1, side) for side in ("front", "back", "")]
        grid = _grid(kind, paper)
        copies = [(side.row.slug, side.row.copies) for side in sides]
        key = digest_of(json.dumps([[w.key for w in faces.wanted.values()], repr(grid), copies,
                                    sample, title, kind.backs, kind.bleed]), _machinery())
        path = order.out / edition.id / translator.language / f"{kind.name}-{paper}.pdf"
        yield Document(path, faces, paper, grid, f"{name}: {title}", name, notes, key)


def _face_set(kind: Kind, edition: Edition, language: str, paper: str, sides: tuple[Sides, ...],
              fragments: dict[str, Fragment], css: str) -> FaceSet:
    fonts = digest_of(*(font_digest(name) for name in named_in(css)))
    fit = {field: fitting.model_dump() for field, fitting in kind.fit.items()}
    wanted = {}
    for slot, fragment in fragments.items():
        size = _size(kind, fragment, paper)
        wanted[slot] = Wanted(slot, {
            "words": digest_of(fragment.html),
            "style": digest_of(css, language, json.dumps([str(size), fit, repr(kind.flow)])),
            "fonts": fonts,
            "renderer": digest_of(renderer_version(), _machinery())})
    return FaceSet(kind, edition, language, paper, sides, fragments, wanted,
                   Style(css, language, kind.fit))


def _size(kind: Kind, fragment: Fragment, paper: str) -> Size:
    size = kind.face_on(paper)
    return size.less(-kind.bleed) if fragment.art else size


def _grid(kind: Kind, paper: str) -> Grid:
    try:
        return kind.grid_on(paper)
    except DoesNotFit as fault:
        raise Unusable(Problem(Place(str(kind.folder / MANIFEST)), f"{kind.name} on {paper}: "
                               f"{fault}", "grid")) from fault


def _style_sheet(project: Project, kind: Kind) -> str:
    files = [*reversed([folder / THEME for folder in project.folders("templates", SHARED)]),
             kind.folder / STYLE]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.is_file())


def _own_name(language: str) -> str:
    """Return what a language calls itself."""
    from babel import Locale

    name = Locale.parse(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


@cache
def _machinery() -> str:
    """Return the digest of this package: another way of laying out or placing is another result."""
    return digest_of(*(file.read_bytes() for file in files_of(Path(__file__).parent, ".py")))
