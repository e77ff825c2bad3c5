"""How text is made to fit: in smaller type, step by step down to a floor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

# One attempt goes this part of the way to the estimated size.
_DAMPING = 0.75


@dataclass(frozen=True)
class Fitting:
    """The type of a field: from ``size`` down by ``step`` to ``floor``, in points.

    Raises ValueError if one of them is not more than 0.
    """

    # Read by pydantic, which the worker processes that use this class don't import.
    __pydantic_config__: ClassVar = {"extra": "forbid"}
    size: float
    floor: float
    step: float = 0.5

    def __post_init__(self) -> None:
        if min(self.size, self.floor, self.step) <= 0:
            raise ValueError("size, floor and step should be more than 0")

    def smaller(self, size: float, needed: float) -> float | None:
        """Return the next smaller size to try, None if there is none.

        ``needed`` is the height that the text takes at ``size``, in heights of its box. Text fills an
        area: the height goes with the square of the size.
        """
        if size <= self.floor:
            return None
        # Lines also break better in smaller type, so the estimate is too small: go a part of the way, at least a step.
        steps = max(1, int(_DAMPING * (size - size / needed**0.5) / self.step))
        return max(self.floor, size - steps * self.step)
