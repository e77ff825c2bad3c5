"""The sizes of type of a face's fields, made smaller from trial to trial until the text fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kensei_docs.documents.kinds.paper_and_face_sizes import PAGE_FIELD, Fitting
from kensei_docs.documents.layout.defects import FACE_FIELD, PIXEL, TOLERANCE, Overrun


@dataclass(frozen=True)
class _Trial:
    """A size of type in which a field ran over, the overrun, and the number of lines of its text."""

    size: float
    over: Overrun
    lines: int


class TypeSizes:
    """The sizes of type of a face's fields in points: ``sizes`` are those of the next trial, by field.

    The type of a field that runs over is reduced in each trial by one or more steps (``Fitting.smaller``). When single
    steps are left, most of them are skipped: as long as the lines break at the same places, the overrun is a linear
    function of the size, so two trials predict the size in which the text fits. If it fits there on the same number of
    lines, it would have run over in all sizes between. If its lines break at other places, the single steps are taken.
    """

    def __init__(self, fit: Mapping[str, Fitting]) -> None:
        self.sizes = {field: fitting.size for field, fitting in fit.items()}
        self._fit = fit
        # The last trial of each field, and the trial after which sizes of a field were skipped.
        self._last: dict[str, _Trial] = {}
        self._skipped_from: dict[str, _Trial] = {}
        # Fields whose number of lines changed over the skipped sizes.
        self._unpredictable: set[str] = set()

    def reduce(self, over: Sequence[Overrun], lines_of: Callable[[str], int]) -> bool:
        """Make type smaller after a trial; return whether a field needs another trial.

        ``over`` are the overruns of fields; ``lines_of`` returns the number of lines of a field.
        """
        changed = False
        for field, start in list(self._skipped_from.items()):
            del self._skipped_from[field]
            if lines_of(field) != start.lines:
                self._unpredictable.add(field)
                over = [overrun for overrun in over if overrun.field != field]
                changed |= self._go_down(start)
        for overrun in over:
            if overrun.field in self._fit:
                changed |= self._go_down(_Trial(self.sizes[overrun.field], overrun, lines_of(overrun.field)))
        return changed

    def _go_down(self, trial: _Trial) -> bool:
        """Set the next smaller size of a field after a trial; return whether there is one."""
        field = trial.over.field
        fitting = self._fit[field]
        last = self._last.get(field)
        self._last[field] = trial
        size = fitting.smaller(trial.size, trial.over.ratio)
        if size is None:
            return False
        steps = fitting.all_below(trial.size)
        if last and size == steps[0] and field not in {FACE_FIELD, PAGE_FIELD, *self._unpredictable}:
            fits = next((step for step in steps if _expected(last, trial, step) <= TOLERANCE * PIXEL), size)
            if fits != size:
                size = fits
                self._skipped_from[field] = trial
        self.sizes[field] = size
        return True


def _expected(first: _Trial, second: _Trial, size: float) -> float:
    """Return the expected overrun of a field in a size, in millimetres, after two trials.

    If the trials have different numbers of lines, it is the overrun of the second one.
    """
    if first.lines != second.lines:
        return second.over.over
    slope = (first.over.over - second.over.over) / (first.size - second.size)
    return second.over.over - slope * (second.size - size)
