"""Options of a print: layout, size, backs, gap, bleed, grid, printer, theme, second language over a kind's settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kensei_docs.documents.kinds.kind import BACK, MANIFEST, OTHER_SIDE, Kind
from kensei_docs.documents.kinds.paper_and_face_sizes import Backs, face_size, shape_of
from kensei_docs.documents.kinds.printers import Printer
from kensei_docs.documents.kinds.themes import USUAL, Theme
from kensei_docs.problems import Unusable, unusable


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
