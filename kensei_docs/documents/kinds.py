"""Kinds of document to print: each is one folder of ``templates/`` with a ``kind.yaml``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveFloat,
    ValidationError,
)

from kensei_docs.database import Edition
from kensei_docs.database.yamlfile import Tree, read
from kensei_docs.documents.columns import Columns
from kensei_docs.documents.grid import Flip, Grid
from kensei_docs.documents.grid import fit as fit_grid
from kensei_docs.documents.paper import FACES, PAGE, PAPERS, SAFE_MARGIN, Size, face_size
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.project import Project

MANIFEST, FACE, BACK, ART, BACK_ART, STYLE = (
    "kind.yaml", "face.html.j2", "back.html.j2", "art.html.j2", "back-art.html.j2", "face.css")
CHECK = "kind"

_EACH = re.compile(r"(?P<kind>[a-z][a-z-]*)(?:/(?P<slug>[a-z0-9-]+))?(?::(?P<path>[\w.-]+))?")
_GRID = re.compile(r"(\d+)\s*x\s*(\d+)")


def _face(text: object) -> object:
    if isinstance(text, str) and text != PAGE and face_size(text) is None:
        raise ValueError(f"'{text}' is no size of face{closest(text, FACES)}; write {PAGE}, "
                         f"{', '.join(FACES)}, or a measure such as 63x88")
    return text


def _grid(text: object) -> object:
    if isinstance(text, str):
        counts = _GRID.fullmatch(text)
        if not counts:
            raise ValueError(f"'{text}' is no grid; write columns x rows, such as 3x3")
        return int(counts.group(1)), int(counts.group(2))
    return text


def _count(text: object) -> object:
    return int(text) if isinstance(text, str) and text.isdigit() else text


class Fitting(BaseModel):
    """How a field's text is made to fit: from ``size`` down by ``step`` to ``floor``, in points."""

    model_config = ConfigDict(extra="forbid")
    size: PositiveFloat
    floor: PositiveFloat
    step: PositiveFloat = 0.5

    def smaller(self, size: float, needed: float) -> float | None:
        """Return the next size to try where the text needs ``needed`` times the room; None: none.

        Text fills an area, so its size goes with the square root of the room it needs.
        """
        if size <= self.floor:
            return None
        steps = max(1, int((size - size / needed ** 0.5) / self.step))
        return max(self.floor, size - steps * self.step)


class Kind(BaseModel):
    """What a ``kind.yaml`` says; lengths in millimetres, sizes of type in points."""

    model_config = ConfigDict(extra="forbid", alias_generator=lambda name: name.replace("_", "-"))
    name: str = Field(exclude=True)
    folder: Path = Field(exclude=True)
    title: str
    each: Annotated[str, Field(pattern=f"^(?:{_EACH.pattern})$")]
    applies: list[str] = []
    face: Annotated[str, BeforeValidator(_face)]
    margin: float = SAFE_MARGIN
    columns: int = 0
    column_gap: float = 6
    pages: int = 1
    bleed: float = 0
    gap: float = 0
    least_gap: float = 0
    grid: Annotated[tuple[int, int] | None, BeforeValidator(_grid)] = None
    copies: Annotated[NonNegativeInt | str | dict[str, NonNegativeInt],
                      BeforeValidator(_count)] = 1
    backs: Literal["none"] | Flip = "none"
    fit: dict[str, Fitting] = {}
    icons: dict[str, str] = {}
    looks: dict[str, str] = {}

    @property
    def is_page(self) -> bool:
        """Whether a face is a whole page, and so depends on the paper."""
        return self.face == PAGE

    @property
    def flow(self) -> Columns | None:
        """The columns that a page's blocks fill, where it has any."""
        return Columns(self.columns, self.column_gap, self.pages) if self.columns else None

    def face_on(self, paper: str) -> Size:
        """Return the size of the kind's faces on a paper."""
        return face_size(self.face) or PAPERS[paper].less(self.margin)

    def grid_on(self, paper: str) -> Grid:
        """Return how the faces stand on a sheet; raises DoesNotFit."""
        # Printers disagree about which edge of a turned sheet is the long one.
        return fit_grid(PAPERS[paper], self.face_on(paper), self.margin, self.gap,
                        self.least_gap, self.grid, turn=self.backs == "none")

    def source(self) -> tuple[str, str | None, str | None]:
        """Return what there is one face of: a kind of record, one record's id, a path in it."""
        found = _EACH.fullmatch(self.each)
        assert found is not None  # the model's pattern
        return found["kind"], found["slug"], found["path"]

    def applies_to(self, edition: Edition) -> bool:
        """Return whether an edition has anything for this kind to print."""
        kind, slug, _ = self.source()
        if self.applies:
            return any(needed in edition.kinds for needed in self.applies)
        return f"{kind}/{slug}" in edition.records if slug else kind in edition.kinds

    def has(self, file: str) -> bool:
        """Return whether the kind's folder holds a template of that name."""
        return (self.folder / file).is_file()


def load_kinds(project: Project) -> tuple[dict[str, Kind], list[Problem]]:
    """Return the kinds of a project by name, and what is wrong with the others."""
    kinds: dict[str, Kind] = {}
    problems: list[Problem] = []
    for name, folder in project.named_folders("templates").items():
        kind = _load(name, folder, problems)
        if kind:
            kinds[name] = kind
    return kinds, problems


def require_kinds(known: dict[str, Kind], asked: tuple[str, ...]) -> list[Kind]:
    """Return the kinds asked for, by default all; raises Unusable for one that isn't there."""
    for name in asked:
        if name not in known:
            raise Unusable(Problem(Place("templates"), f"there is no kind of document '{name}'"
                                   f"{closest(name, known)}; known are {', '.join(known)}", CHECK))
    return [known[name] for name in asked or known]


def _load(name: str, folder: Path, problems: list[Problem]) -> Kind | None:
    tree, faults = read(folder / MANIFEST)
    if faults:
        problems += faults
        return None
    for file in (FACE, STYLE):
        if not (folder / file).is_file():
            problems.append(Problem(Place(str(folder)), f"has no {file}; add it", CHECK))
            return None
    if not isinstance(tree.value, dict):
        problems.append(Problem(tree.place(), "holds no mapping; it should", CHECK))
        return None
    try:
        kind = Kind.model_validate({**tree.value, "name": name, "folder": folder})
    except ValidationError as errors:
        problems += [_problem(tree, error["loc"], error["msg"], error["type"])
                     for error in errors.errors()]
        return None
    if kind.backs != "none" and not kind.has(BACK):
        problems.append(Problem(tree.place("backs"), f"'backs' asks for a {BACK}, which the folder "
                                "hasn't; add it, or take 'backs' out", CHECK))
        return None
    return kind


def _problem(tree: Tree, location: tuple[int | str, ...], message: str, fault: str) -> Problem:
    path = ".".join(map(str, location))
    field = str(location[0])
    known = [str(f.alias or name) for name, f in Kind.model_fields.items() if not f.exclude]
    if fault == "extra_forbidden":
        message = f"'{path}' is no setting of a kind{closest(field, known)}"
    elif fault == "missing":
        message = f"has no '{path}'; add it"
    else:
        message = f"'{path}': {message.removeprefix('Value error, ')}"
    return Problem(tree.place(path), message, CHECK)
