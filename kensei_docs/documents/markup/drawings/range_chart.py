"""A chart of distances that are longer than a ruler, as bars to scale.

Its lines are one length of the stick apart that players measure with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kensei_docs.documents.markup.drawings.canvas import Canvas, Rectangle
from kensei_docs.documents.markup.drawings.lengths_and_counts import MILLIMETRES
from kensei_docs.documents.markup.drawings.ruler_distances import Mark
from kensei_docs.documents.markup.drawings.ruler_style import Dress, set_words, style, words_width

# The n of the scales 1:n that are tried, the largest scale first.
_SCALES = (2, 2.5, 4, 5, 8, 10, 12, 15, 20, 25, 40, 50, 100)
# Heights in millimetres: a row, the bar in it, the head with the names of bands, the foot with the scale, and the line
# below the foot.
_ROW = 7.6
_BAR = 5.6
_HEAD = 7.0
_FOOT = 5.6
_LINE = 4.0
# Millimetres after a name.
_SPACE = 3.0
# Sizes of type in points: names of bars, figures, and the scale.
_NAME_POINTS = 9.0
_FIGURE_POINTS = 9.0
_SMALL_POINTS = 7.5


@dataclass(frozen=True)
class Bar:
    """A row of the chart: its name and its marks; if it is ``banded``, they look like bands of distance."""

    name: str
    marks: tuple[Mark, ...]
    banded: bool


@dataclass(frozen=True)
class RangeChart:
    """Bars to one scale, with a line at each length of a stick: ``stick`` is its length in ``unit``.

    ``format_figure`` returns a length as it is printed, ``note`` the words that explain how to read the chart, for a
    scale such as ``1 : 4``.
    """

    bars: Sequence[Bar]
    stick: float
    unit: str
    dress: Dress
    format_figure: Callable[[str], str]
    note: Callable[[str], str]

    @property
    def height(self) -> float:
        """The height in millimetres."""
        return _HEAD + len(self.bars) * _ROW + _FOOT

    def draw(self, canvas: Canvas) -> float:
        """Draw the chart at the head of a canvas; return its height."""
        dress, step = self.dress, self.stick * MILLIMETRES[self.unit]
        left = max(words_width(bar.name, _NAME_POINTS) for bar in self.bars) + _SPACE
        longest = max(mark.millimetres for bar in self.bars for mark in bar.marks)
        room = canvas.width - left - 2
        ratio = next((scale for scale in _SCALES if longest / scale <= room), _SCALES[-1])
        foot = _HEAD + len(self.bars) * _ROW
        for number in range(int(longest / step) + 1):
            x = left + number * step / ratio
            canvas.line(x, _HEAD - 0.8, x, foot + 0.8, 0.2, "0.8 0.8", stroke=dress.ink)
            if number:
                figure = self.format_figure(f"{number * self.stick:g} {self.unit}")
                canvas.label(figure, x, foot + 2.8, _SMALL_POINTS, style=style(dress.ink))
        line = self._draw_legend(canvas, left, ratio, foot + _FOOT)
        for number, bar in enumerate(self.bars):
            self._draw_bar(canvas, bar, left, _HEAD + number * _ROW + (_ROW - _BAR) / 2, ratio)
        return self.height + line

    def _draw_legend(self, canvas: Canvas, left: float, ratio: float, foot: float) -> float:
        """Draw above the bars what each band looks like, and after that how to read the chart.

        If there is no room for the latter, it is a line below ``foot``. Returns the height of that line, else 0.
        """
        columns = {mark.place: mark.column for bar in self.bars if bar.banded for mark in reversed(bar.marks)}
        x = left
        for place in sorted(columns):
            spot = Rectangle(x, 0.8, 8, 3.8)
            self.dress.paint_band(canvas, spot, place)
            x = set_words(canvas, columns[place], x + 9, 2.7, _SMALL_POINTS + 1, self.dress.ink, bold=True) + _SPACE
        note = self.note(f"1 : {ratio:g}")
        width = words_width(note, _SMALL_POINTS)
        below = x + width > canvas.width
        at = (left, foot + _LINE / 2) if below else (canvas.width - width, 2.7)
        set_words(canvas, note, *at, _SMALL_POINTS, self.dress.ink)
        return _LINE if below else 0.0

    def _draw_bar(self, canvas: Canvas, bar: Bar, left: float, top: float, ratio: float) -> None:
        dress, before = self.dress, 0.0
        set_words(canvas, bar.name, 0, top + _BAR / 2, _NAME_POINTS, dress.ink, bold=True)
        for mark in bar.marks:
            end = mark.millimetres / ratio
            spot = Rectangle(left + before, top, end - before, _BAR)
            colour, hatched = dress.ink, False
            if bar.banded:
                colour, hatched = dress.paint_band(canvas, spot, mark.place)
            else:
                canvas.rectangle(spot.x, spot.y, spot.width, spot.height, 0.35, fill=dress.paper, stroke=dress.ink)
                canvas.rectangle(spot.x, spot.y, spot.width, 1.1, 0, fill=dress.accent, stroke="none")
            figure = self.format_figure(mark.figure)
            width = words_width(figure, _FIGURE_POINTS, True)
            middle = top + _BAR / 2 + (0 if bar.banded else 0.5)
            ground = dress.paper if hatched else ""
            set_words(canvas, figure, spot.x + spot.width - width - 0.5, middle, _FIGURE_POINTS, colour, True, ground)
            before = end
