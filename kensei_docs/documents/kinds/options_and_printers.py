"""Options of a print: layout, size, backs, gap, bleed, grid, printer, theme, second language over a kind's settings.

A printer has a profile, measured by its owner: its margin, the edge of duplex flipping, the offset of backs. The
project's ``printers.yaml`` has profiles by name; ``printers/<name>.yaml`` has one profile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from kensei_docs.database.schema import Measure, read_as
from kensei_docs.database.yaml_reading import Tree, read_cached
from kensei_docs.documents.kinds.kind import BACK, MANIFEST, OTHER_SIDE, Kind
from kensei_docs.documents.kinds.paper_and_face_sizes import PAPERS, SAFE_MARGIN, Backs, Flip, face_size, shape_of
from kensei_docs.documents.kinds.themes import USUAL, Theme
from kensei_docs.problems import Problem, Unusable, closest, unusable
from kensei_docs.project import Project

PRINTERS = "printers.yaml"
CHECK = "printer"

# No printer has a larger offset: a larger number is a typing error.
_MAX_OFFSET_MM = 10.0
# Characters of the address for QR codes at most: with more, the squares on a card are too small for a telephone.
_MAX_LENGTH = 100


def _check_paper(text: object) -> object:
    if isinstance(text, str) and text.lower() not in PAPERS:
        raise ValueError(f"'{text}' is not a paper{closest(text.lower(), PAPERS)}; known are {', '.join(PAPERS)}")
    return text.lower() if isinstance(text, str) else text


class Offset(BaseModel):
    """The distances to move the back side of a sheet: millimetres to the right and upwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    x: Annotated[float, Field(ge=-_MAX_OFFSET_MM, le=_MAX_OFFSET_MM)] = 0
    y: Annotated[float, Field(ge=-_MAX_OFFSET_MM, le=_MAX_OFFSET_MM)] = 0


class Printer(BaseModel):
    """The profile of a printer; lengths in millimetres. Its ``paper`` is the default to print on."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(default="", exclude=True)
    margin: Measure = SAFE_MARGIN
    flip: Flip | None = None
    offset: Offset = Offset()
    gutter: Measure = 4
    paper: Annotated[str | None, BeforeValidator(_check_paper)] = None


def require_printer(project: Project, name: str | None) -> Printer:
    """Return the printer with a name; the default profile for None.

    Raises Unusable for an unknown name, and for an invalid profile.
    """
    if name is None:
        return Printer()
    places = _find_profiles(project)
    if name not in places:
        known = f"; known are {', '.join(places)}" if places else ""
        raise unusable(
            PRINTERS, f"there is no printer '{name}'{closest(name, places)}{known}; describe it there", CHECK
        )
    tree, path = places[name]
    printer, faults = read_as(Printer, tree, CHECK, path, name=name)
    if printer is None:
        raise Unusable(*faults)
    return printer


def printer_names(project: Project) -> list[str]:
    """Return the names of the printers that the project knows."""
    return list(_find_profiles(project))


def _find_profiles(project: Project) -> dict[str, tuple[Tree, str]]:
    """Return (tree of the file, path of the profile in it) by the name of the printer.

    Raises Unusable for a file that can't be read.
    """
    profiles: dict[str, tuple[Tree, str]] = {}
    for file in project.printer_files():
        tree, faults = read_cached(file, project.parsed)
        if faults:
            raise Unusable(*faults)
        if file.name != PRINTERS:
            profiles[file.stem] = (tree, "")
        elif isinstance(tree.value, dict):
            profiles.update({name: (tree, name) for name in tree.value})
        else:
            message = "holds no printer; give each a name, and its margin, flip, offset or paper below that"
            raise Unusable(Problem(tree.place(), message, CHECK))
    return dict(sorted(profiles.items()))


@dataclass(frozen=True)
class Options:
    """The options of a user; lengths in millimetres, None for the setting of the kind.

    ``also`` is the code of a second language to print beside the first, ``layout`` the name of a layout of the kind,
    ``codes`` the address of the HTML pages for QR codes.
    """

    size: str | None = None
    backs: Backs | None = None
    gap: float | None = None
    bleed: float | None = None
    grid: tuple[int, int] | None = None
    cut_lines: bool = False
    printer: Printer = field(default_factory=Printer)
    theme: Theme = field(default_factory=Theme)
    also: str | None = None
    layout: str | None = None
    codes: str = ""

    def applied(self, kind: Kind) -> Kind:
        """Return a copy of a kind with these options in its settings.

        Raises Unusable for a size, a bleed or a layout that its templates don't have, and for a second language if they
        print only one.
        """
        if self.layout:
            kind = kind.laid_out(self.layout)
        without = not kind.has(BACK) or (kind.backs == "none" and not self.backs)
        changes: dict[str, Any] = {"backs": "none" if without else self.backs or self.printer.flip or kind.backs}
        drawn = face_size(kind.face)
        if self.size:
            # The name of a token implies its shape; with any other size, the kind keeps its shape.
            named = self.size.startswith(("round-", "token-"))
            shape = shape_of(self.size) if named else kind.outline
            changes.update(shape=shape, face=self.size, design=_design_for(kind, self.size))
        elif drawn and not kind.flow and self.theme.enlarge > 1 and not kind.is_of_whole_edition:
            # The only card of an edition, such as a cover or a track, fills its sheet and is large already.
            larger = str(drawn.times(self.theme.enlarge))
            changes.update(shape=kind.outline, face=larger, design=kind.face)
        if kind.flow and self.theme.larger:
            # Larger type may take any number of pages.
            changes.update(fit=self.theme.fitting(kind.fit, True), pages=0)
        elif kind.is_page and self.theme.larger:
            changes.update(fit=self.theme.fitting(kind.fit, False))
        if self.also and not kind.also:
            message = f"it is drawn for one language, not for {self.also} beside it"
            raise _refused(kind, f"{message}; `build --list` says which kinds are drawn for two", "also")
        if self.also and kind.also == OTHER_SIDE and changes["backs"] == "none":
            raise _refused(kind, f"its backs are for {self.also}; print it with backs", "also")
        if self.gap is not None:
            changes.update(gap=self.gap, least_gap=self.gap)
        if self.grid:
            changes["grid"] = self.grid
        # The margin of a kind is part of its design; the printer's is the smallest possible one.
        kind_margin = kind.margin if "margin" in kind.model_fields_set else 0
        changes["margin"] = max(kind_margin, self.printer.margin)
        if self.bleed is not None and self.bleed > kind.bleed:
            message = f"it is drawn for a bleed of up to {kind.bleed:g} mm, not of {self.bleed:g} mm"
            raise _refused(kind, message, "bleed")
        return kind.model_copy(update=changes)

    def bleed_of(self, kind: Kind) -> float:
        """Return how many millimetres art is printed beyond the cut edge."""
        return kind.bleed if self.bleed is None else self.bleed

    @property
    def suffix(self) -> str:
        """The end of file names for a layout, a size, another theme than the default, or a second language.

        Empty without these.
        """
        theme = "" if self.theme.name == USUAL else self.theme.name
        also = f"with-{self.also}" if self.also else ""
        return "".join(f"-{part}" for part in (self.layout, self.size, theme, also) if part)


def _design_for(kind: Kind, asked: str) -> str:
    """Return the name of the size at which to lay out faces for an ``asked`` size: the largest of the kind that fits.

    The faces are then enlarged, never reduced, so that type is never smaller than its floor. Raises Unusable if no size
    fits.
    """
    size = face_size(asked)
    sizes = {name: drawn for name in (kind.face, *kind.sizes) if (drawn := face_size(name))}
    assert size is not None  # the caller has checked the name
    fitting = {
        name: drawn for name, drawn in sizes.items() if drawn.width <= size.width and drawn.height <= size.height
    }
    if not fitting:
        known = ", ".join(_describe_size(name) for name in (kind.face, *kind.sizes))
        more = " and larger ones" if sizes else ""
        raise _refused(kind, f"it is drawn for faces of {known}{more}, not of {_describe_size(asked)}", "size")
    return max(fitting, key=lambda name: fitting[name].width * fitting[name].height)


def _describe_size(name: str) -> str:
    size = face_size(name)
    return f"{name} ({size} mm)" if size and str(size) != name else name


def _refused(kind: Kind, message: str, check: str) -> Unusable:
    return unusable(kind.folder / MANIFEST, f"{kind.name}: {message}", check)


def require_address(address: str) -> str:
    """Return the address of a folder with HTML pages for QR codes, with a slash at its end.

    Raises Unusable for an invalid one.
    """
    parts = urlsplit(address)
    is_plain = address.isascii() and address.isprintable() and " " not in address
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment or not is_plain:
        message = f"'{address}' is not the address of a folder; write one such as https://example.org/rules"
    elif len(address) > _MAX_LENGTH:
        message = (
            f"this address has {len(address)} letters; a code on a card has room for {_MAX_LENGTH}, "
            "so use a shorter one"
        )
    else:
        return f"{address.removesuffix('/')}/"
    raise unusable("build", message, "codes")
