"""The sizes of type of a face's fields, made smaller from trial to trial until its text fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kensei_docs.documents.kinds.paper import Fitting
from kensei_docs.documents.layout.defects import FACE_FIELD, PAGE_FIELD, PIXEL, TOLERANCE, Overrun


@dataclass(frozen=True)
class _Trial:
    """A size in which a field ran over, how far, and on how many lines its text stood."""

    size: float
    over: Overrun
    lines: int


class TypeSizes:
    """The sizes of type of a face's fields in points: ``sizes`` has that of the next trial, by field.

    A field that runs over goes down by one or more steps a trial, as ``Fitting.smaller`` says. From where it would go
    down by single steps, most of these are passed over: text that stands on the same lines runs over less in proportion
    to its size, so two trials say in which size it fits. If it fits there, on as many lines, it would have run over in
    all sizes between. If it stands on other lines, the single steps are taken after all.
    """

    def __init__(self, fit: Mapping[str, Fitting]) -> None:
        self.sizes = {field: fitting.size for field, fitting in fit.items()}
        self._fit = fit
        # The last trial of each field, and the trial from which a field has passed over sizes.
        self._last: dict[str, _Trial] = {}
        self._passed_from: dict[str, _Trial] = {}
        # Fields whose lines changed over the sizes that were passed over.
        self._broken: set[str] = set()

    def reduce(self, over: Sequence[Overrun], lines_of: Callable[[str], int]) -> bool:
        """Make type smaller after a trial; return whether a field needs another trial.

        ``over`` are the fields that ran over; ``lines_of`` returns on how many lines the text of a field stands.
        """
        changed = False
        for field, began in list(self._passed_from.items()):
            del self._passed_from[field]
            if lines_of(field) != began.lines:
                self._broken.add(field)
                over = [one for one in over if one.field != field]
                changed |= self._go_down(began)
        for one in over:
            if one.field in self._fit:
                changed |= self._go_down(_Trial(self.sizes[one.field], one, lines_of(one.field)))
        return changed

    def _go_down(self, trial: _Trial) -> bool:
        field = trial.over.field
        fitting, last = self._fit[field], self._last.get(field)
        self._last[field] = trial
        size = fitting.smaller(trial.size, trial.over.ratio)
        if size is None:
            return False
        steps = fitting.all_below(trial.size)
        if last and size == steps[0] and field not in {FACE_FIELD, PAGE_FIELD, *self._broken}:
            fits = next((one for one in steps if _expected(last, trial, one) <= TOLERANCE * PIXEL), size)
            if fits != size:
                size, self._passed_from[field] = fits, trial
        self.sizes[field] = size
        return True


def _expected(one: _Trial, other: _Trial, size: float) -> float:
    """Return how far a field is expected to run over in a size, in millimetres, after two trials on the same lines."""
    if one.lines != other.lines:
        return other.over.over
    slope = (one.over.over - other.over.over) / (one.size - other.size)
    return other.over.over - slope * (other.size - size)
