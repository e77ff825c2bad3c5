"""Drawings in true millimetres that templates call: ``draw.map``, ``draw.rulers``, ``draw.tuck_box``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from markupsafe import Markup

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.kinds.kind import MANIFEST, Kind
from kensei_docs.documents.kinds.paper import face_size
from kensei_docs.documents.markup.drawings.deployment import read_deployment
from kensei_docs.documents.markup.drawings.maps import Map, MapWords, draw_map
from kensei_docs.documents.markup.drawings.measures import figure_at
from kensei_docs.documents.markup.drawings.rulers import Mark, draw_rulers, marks_of
from kensei_docs.documents.markup.drawings.tuck_box import Deck, TuckBox, box_size, draw_tuck_box
from kensei_docs.figures import parse
from kensei_docs.problems import Place, Problem, Unusable

# The shared template with the drawings' own phrases, one a line: "name: phrase".
WORDS = "drawing-words.txt.j2"


class Drawings:
    """The drawings of one kind of document in one language; contradictions in the data are added to ``problems``.

    ``words`` returns the filled-in template ``WORDS``; ``icon`` returns an icon's SVG by name.
    """

    def __init__(
        self,
        kind: Kind,
        translator: Translator,
        words: Callable[[], str],
        icon: Callable[[str], str],
        problems: list[Problem],
    ) -> None:
        self._kind = kind
        self._translator = translator
        self._render_words = words
        self._icon = icon
        self._problems = problems

    def map(
        self, edition: Edition, record: Record, path: str, table: str, width: float, height: float, points: float
    ) -> Map:
        """Return the map of the deployment at a path of a record, at most ``width`` by ``height`` millimetres.

        ``table`` is the id of the record with the table's width and depth. ``kind.looks.pieces`` is
        the kind of record whose icon a piece can have: its entry names one in the field of that
        name. Raises Unusable if there is no table, and for data that a map can't be drawn from.
        """
        if table not in edition.records:
            raise Unusable(
                Problem(
                    record.place(path),
                    f"{record.id} can't be drawn: no {table} says how large the table is; add one with "
                    "figures 'width' and 'depth'",
                    "map",
                    edition=edition.id,
                    record=record.id,
                )
            )
        ground = read_deployment(edition, record, path, edition.records[table])
        self._problems += [problem for problem in ground.problems if problem not in self._problems]
        pictured = self._kind.looks.get("pieces", "")

        def record_of(piece: Mapping[str, Any]) -> Record | None:
            return edition.records.get(f"{pictured}/{piece.get(pictured)}")

        def name(part: str) -> str:
            named = record_of(record.get(f"{path}.{part}") or {})
            return self._translator.name(named) if named else self._translator.text(record, f"{path}.{part}.name")

        def picture(piece: Mapping[str, Any]) -> str:
            record = record_of(piece)
            return self._icon(str(record.get("icon", record.slug))) if record else ""

        words = MapWords(self._phrase, self._translator.figure, name, picture)
        return draw_map(ground, words, width, height, points)

    def rulers(self, edition: Edition, width: float, height: float) -> Markup:
        """Return a page of rulers and movement templates for the lengths in an edition.

        ``kind.figures`` names them as ``record:path``: under ``rulers`` for a ruler each, under
        ``marks…`` for one ruler with all of them, under ``areas`` for half a disc each. Raises
        Unusable where the page can't hold all of them.
        """
        groups = {name: marks_of(edition, wanted, self._translator) for name, wanted in self._kind.figures.items()}
        rulers: list[tuple[Mark, ...]] = [(mark,) for mark in groups.get("rulers", ())]
        rulers += [tuple(marks) for name, marks in groups.items() if name.startswith("marks") and marks]
        unit = next((found.unit for marks in rulers for mark in marks if (found := parse(mark.figure))), edition.units)
        drawing, reach = draw_rulers(
            rulers, groups.get("areas", []), unit, width, height, self._translator.figure, self._phrase("glue")
        )
        if reach > width:
            raise self._refused(
                edition,
                f"the rulers of {edition.id} stand {reach:.0f} mm wide, and the page has {width:.0f} mm; "
                "take a length out of 'figures', or print on a larger paper",
                "rulers",
            )
        return drawing

    def tuck_box(self, edition: Edition, width: float, height: float, spine: str) -> TuckBox:
        """Return the box for a deck of as many cards as the first of ``kind.figures.cards`` that the edition has.

        ``kind.looks.card`` is their size, ``kind.measures.thickness`` the thickness of one. Raises
        Unusable if the edition doesn't give the number, and if the page is too small.
        """
        card = face_size(self._kind.looks["card"])
        counts = [figure for name in self._kind.figures["cards"] if (figure := parse(figure_at(edition, name) or ""))]
        number = counts[0].number if counts else None
        if card is None or not number:
            raise self._refused(
                edition,
                f"'card' is no size of card, or {edition.id} doesn't say how many there are at "
                f"{', '.join(self._kind.figures['cards'])}; mend one of them",
                "box",
            )
        deck = Deck(card.width, card.height, number * self._kind.measures["thickness"])
        inside = deck.with_slack(self._kind.measures["slack"])
        need = box_size(inside)
        if need[0] > width or need[1] > height:
            raise self._refused(
                edition,
                f"a box for {number:g} cards of {card} mm takes {need[0]:.0f} x {need[1]:.0f} mm, and the page has "
                f"{width:.0f} x {height:.0f} mm between its margins; print on a larger paper, or make two boxes",
                "box",
            )
        return draw_tuck_box(inside, {name: self._phrase(f"box-{name}") for name in ("cut", "fold", "glue")}, spine)

    def _refused(self, edition: Edition, message: str, check: str) -> Unusable:
        return Unusable(Problem(Place(str(self._kind.folder / MANIFEST)), message, check, edition=edition.id))

    @cached_property
    def _words(self) -> dict[str, str]:
        return dict(line.split(": ", 1) for line in self._render_words().splitlines() if line)

    def _phrase(self, word: str, **figures: Any) -> str:
        return self._words[word] % figures if figures else self._words[word]
