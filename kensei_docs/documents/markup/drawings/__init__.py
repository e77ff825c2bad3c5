"""Drawings in true millimetres that templates call: maps, rulers, tuck boxes, and words round a rim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from markupsafe import Markup

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.paths import figure_at
from kensei_docs.documents.markup.drawings.canvas import TYPEFACE, Rim, draw_rim
from kensei_docs.documents.markup.drawings.deployment import CHECK, read_deployment
from kensei_docs.documents.markup.drawings.maps import Map, MapWords, draw_map
from kensei_docs.documents.markup.drawings.rulers import (
    Arc,
    Bar,
    Mark,
    RangeChart,
    Ruler,
    RulerLook,
    draw_rulers,
    marks_of,
    shares_of,
    split_marks,
)
from kensei_docs.documents.markup.drawings.tuck_box import DeckSize, TuckBox, box_size, draw_tuck_box
from kensei_docs.documents.markup.environment import ForTemplates
from kensei_docs.documents.markup.looks import Look
from kensei_docs.documents.markup.typefaces import glyphs_of
from kensei_docs.documents.products.product import MANIFEST, Product, Size
from kensei_docs.figures import parse
from kensei_docs.problems import Place, Problem, Unusable, closest

# The shared template with the drawings' own phrases, one a line: "name: phrase".
WORDS = "drawing-words.txt.j2"


@dataclass(frozen=True)
class Drawings(ForTemplates):
    """The drawings of one kind of document in one language; contradictions in the data are added to ``problems``.

    ``_render_words`` returns the filled-in template ``WORDS``; ``_icon`` returns an icon's SVG by name;
    ``_look`` returns how an edition looks.
    """

    _product: Product
    _translator: Translator
    _render_words: Callable[[], str]
    _icon: Callable[[str], str]
    _look: Callable[[Edition], Look]
    _problems: list[Problem]

    def map(
        self,
        edition: Edition,
        record: Record,
        path: str,
        table: str,
        width: float,
        height: float,
        points: float,
        sized: bool = True,
    ) -> Map:
        """Return the map of the deployment at a path of a record, at most ``width`` by ``height`` millimetres.

        ``table`` is the id of the record with the table's width and depth, which are written at its edges if it is
        ``sized``. A piece is shown by the drawing of its
        ``look``, else by the icon of the record that it names in the field ``kind.looks.pieces``. Raises Unusable if
        there is no table, and for data that a map can't be drawn from.
        """
        if table not in edition.records:
            wrong = f"{record.id} can't be drawn: no {table} says how large the table is"
            message = f"{wrong}; add one with figures 'width' and 'depth'"
            raise Unusable(Problem(record.place(path), message, CHECK, edition=edition.id, record=record.id))
        ground = read_deployment(edition, record, path, edition.records[table])
        self._problems.extend(problem for problem in ground.problems if problem not in self._problems)
        pictured = self._product.looks.get("pieces", "")

        def record_of(piece: Mapping[str, Any]) -> Record | None:
            return edition.records.get(f"{pictured}/{piece.get(pictured)}")

        def name(part: str) -> str:
            named = record_of(record.get(f"{path}.{part}") or {})
            return self._translator.name(named) if named else self._translator.text(record, f"{path}.{part}.name")

        look = self._look(edition)

        def picture(piece: Mapping[str, Any]) -> str:
            if art := (piece.get("look") or {}).get("art"):
                return look.art(str(art))
            record = record_of(piece)
            return self._icon(str(record.get("icon", record.slug))) if record else ""

        words = MapWords(self._phrase, self._translator.figure, name, picture, look.colour)
        return draw_map(ground, words, width, height, points, sized)

    def rulers(self, edition: Edition, width: float, height: float) -> list[Markup]:
        """Return pages of rulers and movement templates for the lengths in an edition.

        ``kind.figures`` names them, as ``marks_of`` reads it: under ``rulers`` for a ruler each, under ``marks…`` for
        one ruler with all of them, under ``bands…`` for one whose stretches have the looks of bands of distance, under
        ``chart…`` for a bar to scale, under ``areas`` for half a disc each; ``shares…`` are parts of the lengths of
        rulers and marks with the same ending. ``arcs`` are angles. Raises Unusable where half a disc is larger than a
        page.
        """

        groups = {
            name: marks_of(edition, wanted, self._translator, self._phrase, name.startswith(("bands", "chart")))
            for name, wanted in self._product.figures.items()
            if name != "arcs" and not name.startswith("shares")
        }
        rulers: list[Ruler] = []
        for name, marks in groups.items():
            found: list[Ruler] = []
            if name.startswith("rulers"):
                found = [Ruler((mark,)) for mark in marks]
            elif name.startswith(("marks", "bands")):
                found = split_marks(marks, name.startswith("bands"))
            parts = self._product.figures.get(f"shares-{name.partition('-')[2]}", [])
            shares = shares_of(edition, parts, self._translator, self._phrase) if found else []
            for ruler in found:
                figures = {mark.figure for mark in ruler.marks}
                rulers.append(replace(ruler, shares=tuple(share for share in shares if share.of in figures)))
        areas = groups.get("areas", [])
        largest = max((area.millimetres for area in areas), default=0)
        if largest > width or 2 * largest > height:
            message = (
                f"a half disc of {edition.id} is {largest:.0f} by {2 * largest:.0f} mm, and the page has "
                f"{width:.0f} by {height:.0f} mm; take a length out of 'figures', or print on a larger paper"
            )
            raise self._refused(edition.id, message, "rulers")
        bars = [
            Bar(marks[0].names[0], tuple(marks), any(mark.column for mark in marks))
            for name, marks in groups.items()
            if name.startswith("chart") and marks
        ]
        # A ruler that is as long serves as the stick of a chart.
        sticks = {unit: self._product.measures.get(f"stick-{unit}", 0) for unit in (bar.marks[0].unit for bar in bars)}
        for unit, long in sticks.items():
            lengths = (mark.number for ruler in rulers if ruler.unit == unit for mark in ruler.marks)
            if max(lengths, default=0) < long:
                rulers.append(Ruler((Mark(f"{long:g} {unit}", long, (self._phrase("stick"),)),)))
        chart = self._chart(bars) if bars else None
        return draw_rulers(rulers, areas, self._arcs(edition), width, height, self._ruler_look(edition), chart)

    def _ruler_look(self, edition: Edition) -> RulerLook:
        """Return how an edition's rulers look."""
        look = self._look(edition)
        mine = look.of()
        return RulerLook(
            look.colour("ink"),
            look.colour("paper"),
            look.colour("accent"),
            look.colour("accent-text"),
            look.bands(mine),
            look.clearest_on,
            lambda colour, on: look.crest(mine.crest, colour, on),
            self._translator.figure,
            self._translator.edition(edition.id),
            self._phrase("glue"),
            self._phrase("area"),
        )

    def _chart(self, bars: Sequence[Bar]) -> RangeChart:
        """Return the chart of the bars of an edition, in lengths of the stick of the unit that most of them have."""
        unit = Counter(bar.marks[0].unit for bar in bars).most_common(1)[0][0]
        longest = max(mark.number for bar in bars for mark in bar.marks if mark.unit == unit)
        stick = self._product.measures.get(f"stick-{unit}", longest)
        length = self._translator.figure(f"{stick:g} {unit}")
        return RangeChart(bars, stick, unit, lambda ratio: self._phrase("chart", length=length, ratio=ratio))

    def _arcs(self, edition: Edition) -> list[Arc]:
        """Return the angles of an edition that ``kind.figures`` names under ``arcs``, each once with all its names."""
        found: dict[int, list[str]] = {}
        for entry in self._product.figures.get("arcs", ()):
            name, _, word = entry.partition(" as ")
            figure = parse(figure_at(edition, name) or "")
            if figure and figure.whole:
                record = edition.records[name.partition(":")[0]]
                names = found.setdefault(figure.whole, [])
                names.append(self._phrase(f"length-{word}") if word else self._translator.name(record))
        radius = self._product.measures.get("arc", 0.0)
        return [Arc(degrees, tuple(dict.fromkeys(names)), radius) for degrees, names in found.items() if radius]

    def tuck_boxes(self, edition: Edition, size: Size, count: int, width: float, height: float) -> list[TuckBox]:
        """Return as few boxes for ``count`` cards of a ``size`` as fit on pages of ``width`` by ``height`` millimetres.

        ``kind.measures.thickness`` is that of a card, ``least`` the least depth of a box. Raises Unusable if the page
        is too small for a box of one card.
        """
        slack, thickness, least = (self._product.measures[name] for name in ("slack", "thickness", "least"))
        # Cards lie upright in their box.
        across, along = sorted((size.width, size.height))
        for boxes in range(1, count + 1):
            shares = [(count + number) // boxes for number in reversed(range(boxes))]
            inside = DeckSize(across + slack, along + slack, max(least, shares[0] * thickness + slack))
            need = box_size(inside)
            if need[0] <= width and need[1] <= height:
                words = {name: self._phrase(f"box-{name}") for name in ("cut", "fold", "glue")}
                drawn = draw_tuck_box(inside, words)
                return [replace(drawn, count=share) for share in shares]
        page = f"a page with {width:.0f} x {height:.0f} mm between its margins"
        message = f"a box for cards of {size} mm is too large for {page}; print on a larger paper"
        raise self._refused(edition.id, message, "box")

    def rim(self, name: str, reminder: str, width: float, points: float, shape: str) -> Rim:
        """Return the words round a token ``width`` mm wide, in type of ``points``; ``shape`` is ``face.shape``."""
        return draw_rim(name, reminder, width, points, shape == "round", glyphs_of(TYPEFACE))

    def _refused(self, edition: str | None, message: str, check: str) -> Unusable:
        return Unusable(Problem(Place(str(self._product.folder / MANIFEST)), message, check, edition=edition))

    @cached_property
    def _words(self) -> dict[str, str]:
        return dict(line.split(": ", 1) for line in self._render_words().splitlines() if line)

    def _phrase(self, word: str, **figures: Any) -> str:
        if word not in self._words:
            near = closest(word, self._words)
            raise self._refused(
                None, f"there is no phrase '{word}' in {WORDS}{near}; mend the name, or add it there", "rulers"
            )
        return self._words[word] % figures if figures else self._words[word]
