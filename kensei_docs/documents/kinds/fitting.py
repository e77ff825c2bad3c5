"""How text is made to fit where it runs over: with smaller type, step by step, down to a floor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

# Of the way to the size that should do.
_MOST = 0.75


@dataclass(frozen=True)
class Fitting:
    """How a field's text is made to fit: from ``size`` down by ``step`` to ``floor``, in points.

    Raises ValueError for one of them that isn't more than 0.
    """

    # What a kind says is checked by pydantic, which this needn't be imported with.
    __pydantic_config__: ClassVar = {"extra": "forbid"}
    size: float
    floor: float
    step: float = 0.5

    def __post_init__(self) -> None:
        if min(self.size, self.floor, self.step) <= 0:
            raise ValueError("size, floor and step should be more than 0")

    def smaller(self, size: float, needed: float) -> float | None:
        """Return the next size to try where the text needs ``needed`` times the room; None: none.

        Text fills an area, so its size goes with the square root of the room it needs.
        """
        if size <= self.floor:
            return None
        # Words that move to other lines take less than that: most of the way, then step by step.
        steps = max(1, int(_MOST * (size - size / needed**0.5) / self.step))
        return max(self.floor, size - steps * self.step)
