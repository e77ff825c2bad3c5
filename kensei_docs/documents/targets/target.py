"""Targets: the settings in their files, and the cut of a kind's faces for a target."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PositiveInt

from kensei_docs.database.schema import Measure, read_as
from kensei_docs.database.yaml_reading import Tree, read_cached
from kensei_docs.documents.kinds.kind import MANIFEST, Kind, parse_grid
from kensei_docs.documents.kinds.options_and_printers import Options
from kensei_docs.documents.kinds.paper_and_face_sizes import FACES, INCH, Size, face_size
from kensei_docs.documents.targets.makers import load_makers
from kensei_docs.problems import Problem, Unusable, closest, unknown, unusable
from kensei_docs.project import SHARED_TEMPLATES, Project

FOLDER = "targets"
CHECK = "target"
# The default target.
HOME = "home"
# The ``makes`` of the default target: sheets of paper and pictures of them, which no maker module makes.
SHEETS = "sheets"
_SHEET_FORMATS = ("pdf", "png")
_SHEET_OPTIONS = ("--paper", "--printer", "--gap", "--grid", "--cut-lines", "--since", "--bleed")

# Two sizes with a smaller difference are the same size of card, cut by two companies.
_SIZE_TOLERANCE_MM = 1.0
_PIXELS = re.compile(r"([1-9]\d*)\s*x\s*([1-9]\d*)")


def _parse_pixels(text: object) -> object:
    if isinstance(text, str):
        counts = _PIXELS.fullmatch(text)
        if not counts:
            raise ValueError(f"'{text}' is not a number of pixels; write width x height, such as 825x1125")
        return int(counts[1]), int(counts[2])
    return text


class Offer(BaseModel):
    """A size of card that a service takes; lengths in pixels.

    ``pixels`` are the width and height of the picture with its bleed, ``bleed`` is the bleed outside of the cut,
    ``safe`` the width of the zone without text inside of it. ``also`` are names of sizes that are near enough to be
    printed in this one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    pixels: Annotated[tuple[PositiveInt, PositiveInt], BeforeValidator(_parse_pixels)]
    bleed: Measure
    safe: Measure
    also: list[str] = []


class Target(BaseModel):
    """The settings of a target.

    ``makes`` is the name of the maker of its files, ``dpi`` the resolution in dots per inch. A target without ``sizes``
    takes cards of any size, with ``bleed`` and ``safe`` in millimetres. ``grid`` and ``widest`` (pixels) limit a sprite
    sheet.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=lambda name: name.replace("_", "-"))
    name: str = Field(default="", exclude=True)
    about: str = ""
    makes: str
    formats: list[str]
    needs_back: bool = False
    dpi: Annotated[float, Field(gt=0, le=2400)] = 300
    bleed: Measure = 0
    safe: Measure = 0
    sizes: dict[str, Offer] = {}
    grid: Annotated[tuple[int, int], BeforeValidator(parse_grid)] = (1, 1)
    widest: PositiveInt = 4096


@dataclass(frozen=True)
class Cut:
    """The cut of faces: the bleed and the safe zone in millimetres, and the size in which they are laid out.

    ``face`` is None for the size of the kind. If a service takes only certain sizes, ``size`` is the size of the cut in
    millimetres, and ``pixels`` the size of the whole picture.
    """

    bleed: float
    safe: float
    face: str | None
    size: Size | None = None
    pixels: tuple[int, int] | None = None


def load_targets(project: Project) -> tuple[dict[str, Target], list[Problem]]:
    """Return the targets of a project by name, and the problems of the invalid files."""
    targets: dict[str, Target] = {}
    problems: list[Problem] = []
    formats = {SHEETS: _SHEET_FORMATS, **{name: maker.FORMATS for name, maker in load_makers().items()}}
    for name, file in project.named_files(*SHARED_TEMPLATES, FOLDER).items():
        tree, faults = read_cached(file, project.parsed)
        target = None
        if not faults:
            target, faults = read_as(Target, tree, CHECK, name=name)
        if target:
            faults = [*faults, *_unknown_names(target, tree, formats)]
        problems += faults
        if target and not faults:
            targets[name] = target
    return targets, problems


def _unknown_names(target: Target, tree: Tree, formats: Mapping[str, Collection[str]]) -> Iterator[Problem]:
    """Yield a problem for an unknown maker, and for each format that the maker can't make."""
    if target.makes not in formats:
        hint = f"{closest(target.makes, formats)}; known are {', '.join(formats)}"
        yield Problem(tree.place("makes"), f"nothing is made as '{target.makes}'{hint}", CHECK)
        return
    known = formats[target.makes]
    for form in (form for form in target.formats if form not in known):
        yield Problem(tree.place("formats"), f"{target.makes} come as {', '.join(known)}, not as {form}", CHECK)


def require_target(project: Project, name: str | None, form: str | None, options: Collection[str] = ()) -> Target:
    """Return the target with a name; without a name, the default target of the format.

    ``options`` are the other options of the command line, such as ``--bleed``. Raises Unusable if there is no such
    target, its file is invalid, it doesn't have the format, or it doesn't use an option.
    """
    targets, problems = load_targets(project)
    problems_of_target = [problem for problem in problems if problem.place.file.endswith(f"/{name or HOME}.yaml")]
    if problems_of_target:
        raise Unusable(*problems_of_target)
    forms = list(dict.fromkeys(form for target in targets.values() for form in target.formats))
    if form is not None and form not in forms:
        raise unknown("build", "format", form, forms)
    if name is None:
        # The default target of a format is home, else the target of the same name, else the first with the format.
        candidates = [HOME, form or HOME, *targets]
        fitting = (
            candidate
            for candidate in candidates
            if candidate in targets and (form is None or form in targets[candidate].formats)
        )
        name = next(fitting, HOME)
    if name not in targets:
        raise unknown("build", "target", name, targets, CHECK)
    target = targets[name]
    if form and form not in target.formats:
        raise unusable(
            "build",
            f"target {name} comes as {', '.join(target.formats)}, not "
            f"as {form}; leave out --format or choose another --target",
            "format",
        )
    used = _SHEET_OPTIONS if target.makes == SHEETS else load_makers()[target.makes].OPTIONS
    useless = [option for option in options if option not in used]
    if useless:
        raise unusable("build", f"target {name} has no use for {' and '.join(useless)}; leave that out", CHECK)
    return target


def cut_for(target: Target, kind: Kind, options: Options) -> Cut:
    """Return the cut of a kind's faces for a target; raises Unusable if the target doesn't take them."""
    place = kind.folder / MANIFEST
    if kind.is_page:
        message = f"{kind.name} is made of pages, and target {target.name} is for cards; print it with --target home"
        raise unusable(place, message, CHECK)
    if target.needs_back and options.applied(kind).backs == "none":
        remedy = "add back.html.j2 to its folder, or choose another --target"
        if options.backs == "none":
            remedy = "leave out --backs none"
        raise unusable(place, f"{kind.name} has no backs, and target {target.name} needs them; {remedy}", CHECK)
    if not target.sizes:
        return Cut(target.bleed if options.bleed is None else options.bleed, target.safe, options.size)
    asked = options.size or kind.face
    offer = _find_offer(target, asked)
    if offer is None:
        known = ", ".join(f"{name} ({_trim_size(size, target.dpi)} mm)" for name, size in target.sizes.items())
        raise unusable(
            place,
            f"{kind.name} is {asked}, which target {target.name} doesn't take; "
            f"its sizes are {known}, to be asked for with --size",
            "size",
        )
    pixel = INCH / target.dpi
    trim = _trim_size(offer, target.dpi)
    face = options.size
    size = face_size(asked)
    # A face of nearly the same size is not scaled, but centred.
    if size is None or max(abs(size.width - trim.width), abs(size.height - trim.height)) > _SIZE_TOLERANCE_MM:
        face = str(trim)
    elif options.theme.enlarge > 1:
        # A large-print theme can't enlarge the cards of a service.
        face = asked
    replace(options, size=face, bleed=None).applied(kind)
    return Cut(offer.bleed * pixel, offer.safe * pixel, face, trim, offer.pixels)


def _find_offer(target: Target, asked: str) -> Offer | None:
    """Return the offer of a target for a size by name or measure; None if it has none."""
    size = face_size(asked)
    for name, offer in target.sizes.items():
        names = (name, *offer.also)
        if asked in names or size in [*map(FACES.get, names), _trim_size(offer, target.dpi)]:
            return offer
    return None


def _trim_size(offer: Offer, dpi: float) -> Size:
    """Return the size of the cut of an offer, in millimetres."""
    width, height = (round((side - 2 * offer.bleed) / dpi * INCH, 2) for side in offer.pixels)
    return Size(width, height)
