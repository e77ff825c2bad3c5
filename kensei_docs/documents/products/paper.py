"""Sizes of paper, faces and type, and the columns of a page; lengths in millimetres, type in points."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Literal

Shape = Literal["square", "round"]
Flip = Literal["long-edge", "short-edge"]
# The way in which backs are printed: on the other side of a sheet that is flipped at an edge, beside the fronts on a
# sheet that is folded in the middle, or not at all.
Backs = Literal["none", "gutterfold"] | Flip

# Millimetres in an inch, in a point of type, and in a pixel of CSS.
INCH = 25.4
POINT = INCH / 72
PIXEL = INCH / 96
# The margin, in millimetres, on which a home printer may not print: a quarter of an inch.
SAFE_MARGIN = 6.35
# Each attempt to fit a text goes this share of the way to the estimated size of type.
_DAMPING = 0.75
_LARGEST_PT = 1000  # of type


@dataclass(frozen=True)
class Size:
    """A width and a height in millimetres."""

    width: float
    height: float

    def turned(self) -> Size:
        """Return the size with its sides swapped."""
        return Size(self.height, self.width)

    def less(self, margin: float) -> Size:
        """Return the size without a margin on all four sides."""
        return Size(self.width - 2 * margin, self.height - 2 * margin)

    def times(self, factor: float) -> Size:
        """Return the size enlarged by a factor."""
        return Size(self.width * factor, self.height * factor)

    def __str__(self) -> str:
        return f"{self.width:g}x{self.height:g}"


@dataclass(frozen=True)
class Columns:
    """The columns of a page and the gap between them; lengths in millimetres.

    ``pages`` is the largest number of pages (0: any number): type is made smaller, down to its floor, to keep it. A
    page with a ``fold`` is folded across its middle: a strip of that height is left empty there, and columns end above
    it. With ``more``, text that is too long in the smallest type continues on further pages.
    """

    count: int
    gap: float
    pages: int
    fold: float = 0
    more: bool = False

    @property
    def most(self) -> int:
        """The number of pages above which text runs over; 0 for none."""
        return 0 if self.more else self.pages

    def width(self, size: Size) -> float:
        """Return the width of a column on a page of a size."""
        return (size.width - (self.count - 1) * self.gap) / self.count


@dataclass(frozen=True)
class Fitting:
    """The type of a field: from ``size`` down by ``step`` to ``floor``, in points.

    Raises ValueError if one of them is not more than 0, or above 1000, or the floor is more than the size.
    """

    # Read by pydantic, which the worker processes that use this class don't import.
    __pydantic_config__: ClassVar = {"extra": "forbid"}
    size: float
    floor: float
    step: float = 0.5

    def __post_init__(self) -> None:
        # Not a number is neither more nor less.
        if not all(0 < each <= _LARGEST_PT for each in (self.size, self.floor, self.step)):
            raise ValueError(f"size, floor and step should be more than 0, and {_LARGEST_PT} at the most")
        if self.floor > self.size:
            raise ValueError("floor, the least size, should not be more than size")

    def smaller(self, size: float, needed: float) -> float | None:
        """Return the next smaller size to try; None if there is none.

        ``needed`` is the height of the text at ``size``, as a multiple of the height of its box. Text fills an area, so
        its height grows with the square of the size.
        """
        if size <= self.floor:
            return None
        # Smaller type also breaks lines better, so the estimate is too small: go a share of the way, at least one step.
        steps = max(1, int(_DAMPING * (size - size / needed**0.5) / self.step))
        return max(self.floor, size - steps * self.step)

    def all_below(self, size: float) -> list[float]:
        """Return all sizes below ``size``, by steps, down to the floor."""
        sizes: list[float] = []
        while (smaller := self.smaller(size, 1)) is not None:
            sizes.append(size := smaller)
        return sizes


PAPERS = {"a4": Size(210, 297), "letter": Size(215.9, 279.4), "a3": Size(297, 420)}

# Millimetres across a token, square or round.
_TOKENS = ("20", "25", "25.4", "30", "40")

FACES = {
    "poker": Size(63, 88),
    "us-poker": Size(63.5, 88.9),
    "bridge": Size(57, 89),
    "mini": Size(44, 68),
    "us-mini": Size(41, 63),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
    **{f"token-{across}": Size(float(across), float(across)) for across in _TOKENS},
    **{f"round-{across}": Size(float(across), float(across)) for across in _TOKENS},
}

# The name of a face as large as the paper without its margins.
PAGE = "page"
# The name of the field whose text flows through all columns and pages of a face.
PAGE_FIELD = "page"

# The sides of a face that is given by its measure, in millimetres.
_SIDES_MM = (2, 2000)
_BY_MEASURE = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)")


def face_size(text: str) -> Size | None:
    """Return the size of a face by name (``poker``) or measure (``63x88``, with sides of 2 to 2000 mm); None for any
    other text."""
    if text in FACES:
        return FACES[text]
    measure = _BY_MEASURE.fullmatch(text.strip())
    sides = [float(side) for side in measure.groups()] if measure else []
    least, most = _SIDES_MM
    return Size(*sides) if sides and all(least <= side <= most for side in sides) else None


def shape_of(text: str) -> Shape:
    """Return the shape of a face by name or measure: only ``round-…`` is round."""
    return "round" if text.startswith("round-") else "square"
