"""The page in the browser: its view, the faces on it, and their HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from jinja2 import Environment

from kensei_docs.catalogues import MESSAGE_LANGUAGE, PSEUDO, Translator, languages, written_languages
from kensei_docs.database import Edition, load
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.kinds.paper_and_face_sizes import FACES
from kensei_docs.documents.kinds.themes import load_themes
from kensei_docs.figures import localise
from kensei_docs.files import digest_of
from kensei_docs.languages import language
from kensei_docs.problems import Problem
from kensei_docs.project import EDITIONS, Project
from kensei_docs.serving import Pages, render

# In templates/_shared, where the words of all pages are.
PAGE, FACE, STATE = "preview.html.j2", "preview-face.html.j2", "preview-state.html.j2"
ASSETS = ("screen.css", "screen.js", "preview.css", "preview.js")


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
        kinds, _ = load_kinds(project)
        # Problems of the data are shown on the page.
        there = load(project, (chosen,))[0].editions.get(chosen)
        fitting = (name for name, one in kinds.items() if there and not one.is_general and one.applies_to(there))
        kind = next(fitting, next(iter(kinds), ""))
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

    ``key`` is the digest of the current face. ``pictures`` show each of its pages as last drawn: an old state of the
    face while it is ``waiting``.
    """

    slot: str
    title: str
    back: bool
    outline: str
    record: str | None
    key: str
    pictures: tuple[Picture, ...] = ()
    problems: tuple[str, ...] = ()
    waiting: bool = True

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


class Page:
    """Writes the preview's page, and parts of it, as HTML in the view's language."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self.pages = Pages(project, ASSETS, (PAGE, FACE, STATE))

    def whole(self, view: View, state: PageState) -> str:
        """Return the page of a view; raises Unusable where its template has a fault."""
        environment, translator = self.pages.environment(view.language)
        return render(
            environment,
            PAGE,
            view=asdict(view),
            choices=self._choices(view, translator),
            language=translator.language,
            **self._parts(environment, translator.language, state),
        )

    def news(self, view: View, state: PageState) -> dict[str, Any]:
        """Return what the browser's script replaces on the page: its ``faces`` in order, each with a stamp that
        tells whether it changed, and its state. Raises Unusable."""
        environment, translator = self.pages.environment(view.language)
        return {"version": state.version, **self._parts(environment, translator.language, state)}

    def _parts(self, environment: Environment, spoken: str, state: PageState) -> dict[str, Any]:
        faces = [
            {"id": face.slot, "stamp": face.stamp, "html": render(environment, FACE, face=face)}
            for face in state.faces.values()
        ]
        took = None if state.took is None else localise(f"{state.took:.2f}", spoken)
        return {"faces": faces, "state": render(environment, STATE, page=state, took=took)}

    def _choices(self, view: View, translator: Translator) -> Mapping[str, dict[str, str]]:
        """Return what can be chosen, by the name of the field: each value with its label."""
        kinds, _ = load_kinds(self._project)
        themes, _ = load_themes(self._project)
        choices = {
            "kind": {name: translator.template(name, kind.title) for name, kind in kinds.items()},
            "edition": {name: name for name in self._project.named_folders(*EDITIONS)},
            "language": {name: language(name).own_name for name in preview_languages(self._project)},
            "theme": {name: name for name in themes},
            "size": {"": "—", **{name: f"{name} ({size} mm)" for name, size in FACES.items()}},
        }
        for name, chosen in asdict(view).items():
            # An invalid value stays chosen; the page reports it.
            choices[name].setdefault(chosen, chosen)
        return choices


def preview_languages(project: Project) -> tuple[str, ...]:
    """Return the languages that faces can be previewed in: those of the catalogues, and pseudo."""
    return tuple(dict.fromkeys([*written_languages(project), MESSAGE_LANGUAGE, *languages(project), PSEUDO]))
