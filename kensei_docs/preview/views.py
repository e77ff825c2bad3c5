"""What a page of the preview shows: a view, its faces as they were drawn last, and the problems at each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kensei_docs.catalogues import MESSAGE_LANGUAGE, PSEUDO, languages, written_languages
from kensei_docs.database import Edition, load
from kensei_docs.documents.products.product import load_products
from kensei_docs.files import digest_of
from kensei_docs.problems import Problem
from kensei_docs.project import EDITIONS, Project


@dataclass(frozen=True)
class View:
    """The choices of a page in the browser; an empty size is the kind's own size."""

    kind: str
    edition: str
    language: str
    theme: str
    size: str = ""


def first_view(project: Project, kind: str | None, edition: str | None, language: str, theme: str, size: str) -> View:
    """Return the view to begin with: by default the project's own edition, and the first kind that has records
    in it."""
    folders = project.named_folders(*EDITIONS)
    own = [name for name, folder in folders.items() if project.holds(folder)]
    chosen = edition or next(iter([*own, *folders]), "")
    if kind is None:
        products, _ = load_products(project)
        # Problems of the data are shown on the page.
        there = load(project, (chosen,))[0].editions.get(chosen)
        fitting = (name for name, one in products.items() if there and not one.is_general and one.applies_to(there))
        kind = next(fitting, next(iter(products), ""))
    return View(kind, chosen, language, theme, size)


@dataclass(frozen=True)
class Picture:
    """A picture of a face: the key in its address, and its size in CSS pixels (96 an inch), so that a
    face is about as large as in print."""

    key: str
    width: float
    height: float


@dataclass(frozen=True)
class PageFace:
    """A face on the page: a front, or a back that several fronts share.

    ``shaped``: it is cut otherwise than as a rectangle. ``key`` is the digest of the current face. ``pictures`` show
    each of its pages as last drawn: an old state of the face while it is ``waiting``.
    """

    slot: str
    title: str
    back: bool
    shaped: bool
    record: str | None
    key: str
    pictures: tuple[Picture, ...] = ()
    problems: tuple[str, ...] = ()
    waiting: bool = True
    # The slots of its layers: the art beneath, then the face itself.
    layers: tuple[str, ...] = field(default=(), repr=False)

    @property
    def stamp(self) -> str:
        """A digest of all that the page shows of the face."""
        return digest_of(repr(self))[:16]


@dataclass(frozen=True)
class PageState:
    """The faces of a view by their slots, and the problems that belong to none of them.

    ``version`` grows with each state that is published. ``took`` is how many seconds passed from
    noticing the last change to its first new picture.
    """

    version: int = 0
    faces: Mapping[str, PageFace] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    took: float | None = None

    @property
    def waiting(self) -> int:
        """How many faces are still to be laid out."""
        return sum(face.waiting for face in self.faces.values())

    def with_problems(
        self, problems: Iterable[Problem], edition: Edition | None, of_faces: Mapping[str, Iterable[Problem]]
    ) -> PageState:
        """Return the state with each problem at its face, and the others above all faces.

        ``edition`` is the edition as it was when it last had no error: it has the places of records in files.
        ``of_faces`` are the problems of single faces by their slots.
        """
        known = {face.record for face in self.faces.values()}
        of_records: dict[str, list[str]] = {}
        above: list[str] = []
        for problem in problems:
            record = problem.record or (_record_at(problem, edition) if edition else None)
            (of_records.setdefault(record, []) if record and record in known else above).append(str(problem))
        faces = {}
        for slot, face in self.faces.items():
            mine = of_records.get(face.record, []) if face.record and not face.back else []
            faces[slot] = replace(face, problems=tuple(dict.fromkeys([*mine, *map(str, of_faces.get(slot, ()))])))
        return replace(self, faces=faces, problems=tuple(dict.fromkeys(above)))


def _record_at(problem: Problem, edition: Edition) -> str | None:
    """Return the record whose lines a problem's line is among: the last that begins at or before it."""
    line = problem.place.line
    if not line:
        return None
    above = [
        (place.line, record.id)
        for record in edition.records.values()
        if (place := record.place()).file == problem.place.file and place.line and place.line <= line
    ]
    return max(above, key=lambda one: one[0])[1] if above else None


def preview_languages(project: Project) -> tuple[str, ...]:
    """Return the languages that faces can be previewed in: those of the catalogues, and pseudo."""
    return tuple(dict.fromkeys([*written_languages(project), MESSAGE_LANGUAGE, *languages(project), PSEUDO]))
