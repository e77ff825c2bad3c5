"""Targets: what each takes, read from its file, and how a kind's faces are cut for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, NonNegativeFloat, PositiveFloat, PositiveInt

from kensei_docs.database.cache import read_cached
from kensei_docs.database.schema import read_as
from kensei_docs.discover import names_of
from kensei_docs.documents.kinds.kind import MANIFEST, Kind, parse_grid
from kensei_docs.documents.kinds.options import Options
from kensei_docs.documents.kinds.paper import FACES, Size, face_size
from kensei_docs.documents.markup.environment import SHARED
from kensei_docs.documents.targets import makers
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.project import Project

FOLDER = "targets"
HOME, SHEETS = "home", "sheets"
CHECK = "target"

_INCH = 25.4
# Sizes that differ by no more than this many millimetres are one size, cut by two houses.
_CLOSE = 1.0
_PIXELS = re.compile(r"([1-9]\d*)\s*x\s*([1-9]\d*)")

Form = Literal["pdf", "png", "tts", "html"]


def _pixels(text: object) -> object:
    if isinstance(text, str):
        counts = _PIXELS.fullmatch(text)
        if not counts:
            raise ValueError(f"'{text}' is no number of pixels; write width x height, such as 825x1125")
        return int(counts[1]), int(counts[2])
    return text


class Offer(BaseModel):
    """A size of card that a service takes, all of it in pixels: the picture with its bleed, the
    bleed outside of the cut and the zone inside of it that holds no text; ``also`` are names of
    sizes that are close enough to be printed as this one."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    pixels: Annotated[tuple[PositiveInt, PositiveInt], BeforeValidator(_pixels)]
    bleed: NonNegativeFloat
    safe: NonNegativeFloat
    also: list[str] = []


class Target(BaseModel):
    """What a target's file says: what is made for it, with how many dots an inch, ``bleed`` and
    ``safe`` in millimetres where it takes any size, and the ``sizes`` that it takes otherwise."""

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=lambda name: name.replace("_", "-"))
    name: str = Field(default="", exclude=True)
    about: str = ""
    makes: str
    formats: list[Form]
    needs_back: bool = False
    dpi: PositiveFloat = 300
    bleed: NonNegativeFloat = 0
    safe: NonNegativeFloat = 0
    sizes: dict[str, Offer] = {}
    grid: Annotated[tuple[int, int], BeforeValidator(parse_grid)] = (1, 1)
    widest: PositiveInt = 4096


@dataclass(frozen=True)
class Cut:
    """How faces are cut: the bleed and safe zone in millimetres, the size to ask for them in (None:
    as they are), and, where a service takes only certain sizes, the one that they are cut to and
    the whole picture's pixels."""

    bleed: float
    safe: float
    face: str | None
    size: Size | None = None
    pixels: tuple[int, int] | None = None


def load_targets(project: Project) -> tuple[dict[str, Target], list[Problem]]:
    """Return the targets of a project by name, and what is wrong with the others."""
    targets: dict[str, Target] = {}
    problems: list[Problem] = []
    known = (SHEETS, *names_of(makers))
    for name, file in project.named_files("templates", SHARED, FOLDER).items():
        tree, faults = read_cached(file, project.parsed)
        target = None
        if not faults:
            target, faults = read_as(Target, tree, CHECK, name=name)
        if target and target.makes not in known:
            faults = [
                Problem(
                    tree.place("makes"),
                    f"nothing is made as '{target.makes}'{closest(target.makes, known)}; known are {', '.join(known)}",
                    CHECK,
                )
            ]
        problems += faults
        if target and not faults:
            targets[name] = target
    return targets, problems


def require_target(project: Project, name: str | None, form: str | None) -> Target:
    """Return the target of that name, or the one that a format without a target means.

    Raises Unusable where there is none, where its file has a fault, or where it hasn't the format.
    """
    targets, problems = load_targets(project)
    mine = [problem for problem in problems if problem.place.file.endswith(f"/{name}.yaml")]
    if mine:
        raise Unusable(*mine)
    forms = list(dict.fromkeys(one for target in targets.values() for one in target.formats))
    if form is not None and form not in forms:
        raise _refused(
            "build", f"there is no format '{form}'{closest(form, forms)}; known are {', '.join(forms)}", "format"
        )
    if name is None:
        name = HOME if form is None or form in targets[HOME].formats else form
    if name not in targets:
        raise _refused("build", f"there is no target '{name}'{closest(name, targets)}; known are {', '.join(targets)}")
    if form and form not in targets[name].formats:
        raise _refused(
            "build",
            f"target {name} comes as {', '.join(targets[name].formats)}, not "
            f"as {form}; leave out --format or choose another --target",
            "format",
        )
    return targets[name]


def cut_for(target: Target, kind: Kind, options: Options) -> Cut:
    """Return how a kind's faces are cut; raises Unusable where the target doesn't take them."""
    place = str(kind.folder / MANIFEST)
    if kind.is_page:
        raise _refused(
            place, f"{kind.name} is made of pages, and target {target.name} is for cards; print it with --target home"
        )
    if target.needs_back and options.applied(kind).backs == "none":
        raise _refused(
            place,
            f"{kind.name} has no backs, and target {target.name} needs them; "
            + (
                "leave out --backs none"
                if options.backs == "none"
                else "add back.html.j2 to its folder, or choose --target home, pdf-x or html"
            ),
        )
    if not target.sizes:
        return Cut(target.bleed if options.bleed is None else options.bleed, target.safe, options.size)
    asked = options.size or kind.face
    offer = _offered(target, asked)
    if offer is None:
        known = ", ".join(f"{name} ({_trim(one, target.dpi)} mm)" for name, one in target.sizes.items())
        raise _refused(
            place,
            f"{kind.name} is {asked}, which target {target.name} doesn't take; "
            f"its sizes are {known}, to be asked for with --size",
            "size",
        )
    pixel, trim = _INCH / target.dpi, _trim(offer, target.dpi)
    face = options.size
    if not _close(asked, trim):
        face = str(trim)
    elif options.theme.enlarge > 1:
        face = asked  # a service's cards are as large as they are
    replace(options, size=face, bleed=None).applied(kind)
    return Cut(offer.bleed * pixel, offer.safe * pixel, face, trim, offer.pixels)


def _offered(target: Target, asked: str) -> Offer | None:
    size = face_size(asked)
    for name, offer in target.sizes.items():
        same = [face for face in (name, *offer.also) if FACES.get(face) == size]
        if asked == name or asked in offer.also or same or _trim(offer, target.dpi) == size:
            return offer
    return None


def _close(asked: str, trim: Size) -> bool:
    """Return whether faces of a size can be cut to another, placed in the middle of it."""
    size = face_size(asked)
    return size is not None and max(abs(size.width - trim.width), abs(size.height - trim.height)) <= _CLOSE


def _trim(offer: Offer, dpi: float) -> Size:
    width, height = (round((side - 2 * offer.bleed) / dpi * _INCH, 2) for side in offer.pixels)
    return Size(width, height)


def _refused(place: str, message: str, check: str = CHECK) -> Unusable:
    return Unusable(Problem(Place(place), message, check))
