"""How to print: what whoever prints asks for beyond what a kind of document says of itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kensei_docs.documents.kinds.kind import BACK, MANIFEST, Kind
from kensei_docs.documents.kinds.paper import Backs, Flip, Size, face_size, shape_of
from kensei_docs.documents.kinds.printers import Printer
from kensei_docs.documents.kinds.themes import USUAL, Theme
from kensei_docs.problems import Place, Problem, Unusable


@dataclass(frozen=True)
class Options:
    """Lengths in millimetres; None is what the kind says."""

    size: str | None = None
    backs: Backs | None = None
    gap: float | None = None
    bleed: float | None = None
    grid: tuple[int, int] | None = None
    cut_lines: bool = False
    printer: Printer = field(default_factory=Printer)
    theme: Theme = field(default_factory=Theme)

    def applied(self, kind: Kind) -> Kind:
        """Return a kind as it is to be printed.

        Raises Unusable for a size or a bleed that its templates aren't drawn for.
        """
        changes: dict[str, Any] = {"backs": self._backs(kind)}
        drawn = face_size(kind.face)
        if self.size:
            # A token's name says its shape; a measure keeps the kind's.
            named = self.size.startswith(("round-", "token-"))
            shape = shape_of(self.size) if named else kind.outline
            changes.update(shape=shape, face=self.size, design=_design(kind, self.size))
        elif drawn and not kind.flow and self.theme.enlarge > 1:
            larger = str(drawn.times(self.theme.enlarge))
            changes.update(shape=kind.outline, face=larger, design=kind.face)
        if kind.flow and self.theme.larger:
            # Larger type takes more pages, however many that are.
            changes.update(fit=self.theme.fitting(kind.fit), pages=0)
        if self.gap is not None:
            changes.update(gap=self.gap, least_gap=self.gap)
        if self.grid:
            changes["grid"] = self.grid
        # What a page is drawn with is its look; what a card keeps is the printer's due.
        own = kind.margin if "margin" in kind.model_fields_set else 0
        changes["margin"] = max(own, self.printer.margin)
        if self.bleed is not None and self.bleed > kind.bleed:
            raise _refused(
                kind, f"it is drawn for a bleed of up to {kind.bleed:g} mm, not of {self.bleed:g} mm", "bleed"
            )
        return kind.model_copy(update=changes)

    def bleed_of(self, kind: Kind) -> float:
        """Return how far the art beneath a face is shown beyond it."""
        return kind.bleed if self.bleed is None else self.bleed

    def suffix(self, kind: Kind) -> str:
        """Return what tells faces of another size or theme from the usual ones in a file's name."""
        return "".join(
            f"-{part}" for part in (self.size, self.theme.name if self.theme.name != USUAL else None) if part
        )

    def _backs(self, kind: Kind) -> Backs:
        if not kind.has(BACK) or (kind.backs == "none" and not self.backs):
            return "none"
        if self.backs:
            return self.backs
        return self.printer.flip or kind.backs


def flip_of(kind: Kind) -> Flip | None:
    """Return the edge at which an applied kind's sheets are flipped, if they are."""
    return None if kind.backs == "none" or kind.backs == "gutterfold" else kind.backs


def _design(kind: Kind, asked: str) -> str:
    """Return the size that faces are drawn at for a size asked for: it, or the largest that it
    holds. Enlarged, type is never smaller than its floor."""
    size = face_size(asked)
    sizes = {name: drawn for name in (kind.face, *kind.sizes) if (drawn := face_size(name))}
    assert size is not None  # whoever asked has looked
    held = {name: drawn for name, drawn in sizes.items() if drawn.width <= size.width and drawn.height <= size.height}
    if not held:
        known = ", ".join(_said(name) for name in (kind.face, *kind.sizes))
        more = " and larger ones" if sizes else ""
        raise _refused(kind, f"it is drawn for faces of {known}{more}, not of {_said(asked)}", "size")
    return max(held, key=lambda name: held[name].width * held[name].height)


def _said(name: str) -> str:
    size: Size | None = face_size(name)
    return f"{name} ({size} mm)" if size and str(size) != name else name


def _refused(kind: Kind, message: str, check: str) -> Unusable:
    return Unusable(Problem(Place(str(kind.folder / MANIFEST)), f"{kind.name}: {message}", check))
