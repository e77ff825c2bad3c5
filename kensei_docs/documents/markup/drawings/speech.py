"""What drawings say and show: their words, figures, names and icons, for a kind's templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.documents.kinds.paper import face_size
from kensei_docs.figures import parse
from kensei_docs.problems import Place, Problem, Unusable

if TYPE_CHECKING:
    from kensei_docs.documents.markup.drawings.carton import Carton
    from kensei_docs.documents.markup.drawings.maps import Map
    from kensei_docs.documents.markup.drawings.rulers import Mark

WORDS = "drawing-words.txt.j2"


class Drawings:
    """The drawings that templates can call for; contradictions in the data go to ``problems``.

    Every kind's templates have them, few draw anything: what draws is imported when it is called.
    """

    def __init__(
        self, words: Callable[[], str], translator: Translator, icon: Callable[[str], str], problems: list[Problem]
    ) -> None:
        self._spoken = words
        self._translator = translator
        self._icon = icon
        self._problems = problems

    def map(
        self, edition: Edition, record: Record, key: str, table: str, width: float, height: float, points: float
    ) -> Map:
        """Return the map of one of a scenario's deployments, to fit a room of millimetres.

        ``table`` is the id of the record with the table's width and depth. Raises Unusable where
        there is none, and where the data don't say what a map needs.
        """
        from kensei_docs.documents.markup.drawings.maps import Voice, draw_map
        from kensei_docs.documents.markup.drawings.survey import lay_ground

        if table not in edition.records:
            raise Unusable(
                Problem(
                    record.place(f"deployments.{key}"),
                    f"{record.id} can't be "
                    f"drawn: no {table} says how large the table is; add one with "
                    "figures 'width' and 'depth'",
                    "map",
                    edition=edition.id,
                    record=record.id,
                )
            )
        ground = lay_ground(edition, record, key, edition.records[table])
        self._problems += [fault for fault in ground.problems if fault not in self._problems]

        def name(path: str) -> str:
            full = f"deployments.{key}.{path}"
            named = edition.records.get(f"marker/{record.get(f'{full}.marker')}")
            return self._translator.name(named) if named else self._translator.text(record, f"{full}.name")

        def picture(entry: Mapping[str, Any]) -> str:
            marker = edition.records.get(f"marker/{entry.get('marker')}")
            return self._icon(str(marker.get("icon", marker.slug))) if marker else ""

        return draw_map(ground, Voice(self._say, self._translator.figure, name, picture), width, height, points)

    def rulers(self, edition: Edition, kind: Kind, width: float, height: float) -> Markup:
        """Return a page of rulers and templates: those of the kind's figures that an edition has.

        ``kind.figures`` names lengths as ``record:path``: ``rulers``, a ruler for every length of
        them; ``marks``, one ruler that bears them all; ``areas``, half a disc for each. Raises
        Unusable where the page has no room for all of them.
        """
        from kensei_docs.documents.markup.drawings.rulers import draw_rulers

        groups = {name: self._marks(edition, wanted) for name, wanted in kind.figures.items()}
        rulers: list[tuple[Mark, ...]] = [(mark,) for mark in groups.get("rulers", ())]
        rulers += [
            tuple(marks) for name in kind.figures if name.startswith("marks") for marks in [groups[name]] if marks
        ]
        unit = next((found.unit for marks in rulers for mark in marks if (found := parse(mark.figure))), edition.units)
        drawing, reach = draw_rulers(
            rulers, groups.get("areas", []), unit, width, height, self._translator.figure, self._say("glue")
        )
        if reach > width:
            raise Unusable(
                Problem(
                    Place(str(kind.folder / "kind.yaml")),
                    f"the rulers of {edition.id} stand "
                    f"{reach:.0f} mm wide, and the page has {width:.0f} mm; take a length out of "
                    "'figures', or print on a larger paper",
                    "rulers",
                    edition=edition.id,
                )
            )
        return drawing

    def carton(self, edition: Edition, kind: Kind, width: float, height: float, spine: str) -> Carton:
        """Return the box for a deck: its size is that of the cards that ``kind.looks.card`` names,
        times as many as ``kind.figures.cards`` says, each ``kind.measures.thickness`` thick.

        Raises Unusable where the edition doesn't say how many cards there are, and where the page
        is too small.
        """
        from kensei_docs.documents.markup.drawings.carton import Deck, draw_carton, size_of
        from kensei_docs.documents.markup.drawings.measures import figure_at

        place = Place(str(kind.folder / "kind.yaml"))
        card = face_size(kind.looks["card"])
        counts = [figure for name in kind.figures["cards"] if (figure := parse(figure_at(edition, name) or ""))]
        number = counts[0].number if counts else None
        if card is None or not number:
            raise Unusable(
                Problem(
                    place,
                    f"'card' is no size of card, or {edition.id} doesn't say "
                    f"how many there are at {', '.join(kind.figures['cards'])}; "
                    "mend one of them",
                    "box",
                    edition=edition.id,
                )
            )
        deck = Deck(card.width, card.height, number * kind.measures["thickness"])
        inside = deck.roomy(kind.measures["slack"])
        need = size_of(inside)
        if need[0] > width or need[1] > height:
            raise Unusable(
                Problem(
                    place,
                    f"a box for {number:g} cards of {card} mm takes {need[0]:.0f} x "
                    f"{need[1]:.0f} mm, and the page has {width:.0f} x {height:.0f} mm between its "
                    "margins; print on a larger paper, or make two boxes",
                    "box",
                    edition=edition.id,
                )
            )
        words = {name: self._say(f"box-{name}") for name in ("cut", "fold", "glue")}
        return draw_carton(inside, words, spine)

    def _marks(self, edition: Edition, wanted: list[str]) -> list[Mark]:
        """Return the lengths that an edition gives, with the names of all that is so far."""
        from kensei_docs.documents.markup.drawings.measures import figure_at
        from kensei_docs.documents.markup.drawings.rulers import Mark

        found: dict[str, list[str]] = {}
        for name in wanted:
            figure = parse(figure_at(edition, name) or "")
            if figure and figure.kind == "length" and figure.number:
                found.setdefault(figure.text, []).append(self._named(edition, name))
        marks = [Mark(text, float(text.split()[0]), tuple(dict.fromkeys(names))) for text, names in found.items()]
        return sorted(marks, key=lambda mark: mark.number)

    def _named(self, edition: Edition, name: str) -> str:
        """Return the name of what a figure is part of: of a row of a table, or of its record."""
        owner, _, path = name.partition(":")
        record = edition.records[owner]
        steps = path.split(".")
        for end in range(len(steps) - 1, 0, -1):
            words = self._translator.text(record, ".".join([*steps[:end], "name"]))
            if words:
                return ": ".join(filter(None, (words, self._exception(record, path))))
        return self._translator.name(record)

    def _exception(self, record: Record, path: str) -> str:
        """Return the columns that have a table's figure, where it is not what most of its row
        have; "" for that."""
        from babel.lists import format_list

        row, _, _ = path.rpartition(".")
        columns = record.get("columns") or {}
        cells = {column: record.figure(f"{row}.{column}") for column in columns}
        own = record.figure(path)
        alike = [column for column in columns if cells[column] == own]
        others = Counter(cell for cell in cells.values() if cell not in (None, own))
        if not alike or max(others.values(), default=0) < len(alike):
            return ""
        return format_list(
            [self._translator.text(record, f"columns.{column}") for column in alike], locale=self._translator.language
        )

    @cached_property
    def _words(self) -> dict[str, str]:
        return dict(line.split(": ", 1) for line in self._spoken().splitlines() if line)

    def _say(self, word: str, **figures: Any) -> str:
        return self._words[word] % figures if figures else self._words[word]
