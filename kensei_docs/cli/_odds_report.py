"""Reports on odds: tables, bars on the terminal or as an SVG picture, and remarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from textwrap import wrap

import click
from jinja2 import FileSystemLoader

from kensei_docs.catalogues import Translator
from kensei_docs.documents.markup.environment import Sandbox
from kensei_docs.engine.matchup import ENDS, Matchup
from kensei_docs.engine.odds import NOBODY, SIDE_NAMES, SIDES, Odds
from kensei_docs.project import SHARED_TEMPLATES, Project
from kensei_docs.traces import OddsWords

# A table has the chance of a number or more up to this one.
MAX_COUNT = 6
# The characters of the longest bar.
_BAR_WIDTH = 40
# A chance below this is not drawn: its bar would have no length.
_MIN_CHANCE = 0.0005
# The most characters of a line over the charts of a picture.
_LINE_LENGTH = 96
# The template of a picture of charts, and in CSS pixels: its width, the height of its title and of a line.
_PICTURE = "odds-charts.svg.j2"
_PICTURE_WIDTH = 680
_TITLE_HEIGHT = 34
_LINE_HEIGHT = 20


@dataclass(frozen=True)
class Chart:
    """A title, and bars with their label, their length (0 to 1) and the words for it."""

    title: str
    bars: tuple[tuple[str, float, str], ...]

    @property
    def top(self) -> float:
        """The chance of a bar of full width, in whole tenths."""
        return max(0.1, ceil(max((length for _, length, _ in self.bars), default=0) * 10) / 10)


def as_text(chart: Chart, sign: str, colour: bool) -> list[str]:
    """Return a chart as lines; a bar of the whole width is ``chart.top``."""
    room = max((len(label) for label, _, _ in chart.bars), default=0)
    lines = [click.style(chart.title, bold=True) if colour else chart.title]
    for label, length, written in chart.bars:
        bar = sign * round(length / chart.top * _BAR_WIDTH)
        lines.append(f"  {label:>{room}} {click.style(bar, fg='cyan') if colour else bar} {written}")
    return lines


def as_svg(
    project: Project, title: str, language: str, remarks: Sequence[str], charts: Sequence[Chart]
) -> tuple[str, int, int]:
    """Return the charts as SVG, text as text, bars in black on white; and its width and height in CSS pixels."""
    lines = [line for remark in remarks for line in wrap(remark, _LINE_LENGTH)]
    height = _TITLE_HEIGHT + _LINE_HEIGHT * (len(lines) + sum(2 + len(chart.bars) for chart in charts) + 1)
    environment = Sandbox(loader=FileSystemLoader(project.folders(*SHARED_TEMPLATES)), autoescape=True)
    parts = {"title": title, "language": language, "lines": lines, "charts": charts}
    svg = environment.get_template(_PICTURE).render(**parts, width=_PICTURE_WIDTH, height=height)
    return f"{svg}\n", _PICTURE_WIDTH, height


class OddsReport(OddsWords):
    """The odds of a matchup in the words of one language: tables, charts and remarks."""

    def __init__(self, matchup: Matchup, odds: Odds, translator: Translator) -> None:
        super().__init__(matchup.game, translator)
        self.matchup, self.odds = matchup, odds

    def share(self, value: Fraction) -> str:
        """Return a chance in per cent; only impossible and certain results are written as 0 and 100 %."""
        percent, sign = f"{float(value) * 100:.1f}", ""
        if value and percent == "0.0":
            percent, sign = "0.1", "< "
        elif value != 1 and percent == "100.0":
            percent, sign = "99.9", "> "
        return sign + self.translator.figure(f"{percent} %")

    def title(self) -> str:
        edition = self.translator.edition(self.matchup.game.edition.id)
        return f"{self.term('title')}: {self._term(self.odds.attack)} – {edition}"

    def summary(self) -> list[str]:
        """Return the lines above the charts: the winner's chances, and every chance of yes."""
        head, *rows = self.wins() or [[]]
        wins = [
            f"{row[0]}: {', '.join(f'{word.lower()} {cell}' for word, cell in zip(head[1:], row[1:], strict=True))}"
            for row in rows
        ]
        return [*wins, *self.yes_or_no()]

    def yes_or_no(self) -> list[str]:
        """Return a line for each chance of yes: that the defender holds, that a side's opponent loses the leader."""
        chances = [chance for chance in self.odds.chances if chance.is_yes_or_no]
        return [f"{self.term(chance.name)}{self._side(chance.whose)}: {self.share(chance.mean)}" for chance in chances]

    def wins(self) -> list[list[str]]:
        """Return the head and rows of the table of who wins: for each side its chance to win, to draw and to lose."""
        for chance in self.odds.chances:
            if chance.labels == SIDES:
                chances = [chance.values.get(side, Fraction(0)) for side in (*ENDS, NOBODY)]
                ours, theirs, drawn = map(self.share, chances)
                return [
                    [self.term(chance.name), *map(self.term, ("wins", "draws", "loses"))],
                    [self.term(ENDS[0]), ours, drawn, theirs],
                    [self.term(ENDS[1]), theirs, drawn, ours],
                ]
        return []

    def rows(self, whose: str) -> Iterator[list[str]]:
        """Yield a row for each number of a side: its name, its expected value, the chance of n or more."""
        for chance in self.odds.chances:
            if chance.whose == whose and chance.is_number:
                expected = self.translator.figure(f"{float(chance.mean):.2f}")
                shares = [self.share(chance.at_least(n)) for n in range(1, MAX_COUNT + 1)]
                yield [self.term(chance.name), expected, *shares]

    def charts(self) -> Iterator[Chart]:
        """Yield a chart for the numbers of each side that are to be drawn, and for all results in words."""
        declared = self.matchup.game.play.odds[self.odds.attack].charts
        for whose in SIDE_NAMES:
            of_side = [chance for chance in self.odds.chances if chance.whose == whose and chance.labels != SIDES]
            numbers = [chance for chance in of_side if chance.is_number]
            drawn = [chance for chance in numbers if chance.name in declared] or numbers[-1:]
            for chance in of_side:
                if chance in drawn or chance.is_words:
                    title = self.term(chance.name)
                    bars = [
                        (self.label(chance, value), float(part), self.share(part))
                        for value, part in chance.sorted_values()
                        if part >= _MIN_CHANCE
                    ]
                    yield Chart(title + self._side(whose), tuple(bars))

    def remarks(self) -> list[str]:
        """Return remarks: assumed values, rules that are only partly formal, and results that can't be computed."""
        lines = self._distance()
        idle = self.matchup.idle(self.odds)
        for end in ENDS:
            texts = [quantity.text for at, quantity in idle if at == end]
            lines += [f"{self.term('idle')} ({self._term(end)}): {', '.join(texts)}"] if texts else []
        for end, side in self.matchup.sides.items():
            taken = ", ".join(
                f"{self.word(name.partition('.')[2])} {self.word(str(trace.value))}"
                for name, trace in side.computed.items()
                if trace.value != 0 or trace.steps
            )
            lines += [f"{self.term('taken')} ({self._term(end)}): {taken}"] if taken else []
            lines += [f"{self.term('name')}: {self.translator.term(name)}" for name in side.named]
        traces = self.odds.traces
        for whose, end in SIDE_NAMES.items():
            traces_of_side = [trace for (side, _), trace in traces.items() if side == whose]
            assumed = [self._assumption(*pair, whose) for trace in traces_of_side for pair in trace.assumed.items()]
            if assumed:
                lines.append(f"{self.term('assumed')} ({self._term(end)}): {', '.join(dict.fromkeys(assumed))}")
        doubts = [record for trace in traces.values() for record in trace.doubts]
        lines += [f"{self.term('doubt')}: {self.translator.name(record)}" for record in doubts]
        for (whose, name), rerolls in self.odds.rerolls.items():
            for reroll in rerolls:
                limit = "" if reroll.limit is None else f"{reroll.limit} "
                who = self._term("again-ours" if reroll.ours else "again-theirs")
                lines.append(f"{self.term(name)} ({self._term(SIDE_NAMES[whose])}): {limit}{who}")
        left_out: dict[str, list[str]] = {}
        for (whose, name), reason in self.odds.left_out.items():
            needs = self.needs(reason, whose)
            left_out.setdefault(needs, []).append(self._term(name))
        for needs, names in left_out.items():
            lines.append(f"{self.term('left-out')} {needs}: {', '.join(dict.fromkeys(names))}")
        return list(dict.fromkeys(lines))

    def _distance(self) -> list[str]:
        """Return the conditions that follow from the distance, or that were assumed without one."""
        distance = self.odds.distance
        if distance is None:
            return []
        conditions = {**distance.means, **distance.assumed}
        words = [
            self._assumption(name, str(value).lower() if isinstance(value, bool) else str(value), "ours")
            for name, value in conditions.items()
        ]
        head = "distance" if distance.is_said else "no-distance"
        told_of = [f"{self.term(head)}: {', '.join([*filter(None, [distance.said]), *words])}"] if words else []
        reach = [f"{self.term('out-of-reach')} {self.translator.figure(distance.reach)}"] if distance.reach else []
        return told_of + reach

    def _side(self, whose: str) -> str:
        """Return the name of the side of a result, in brackets; an empty string for a result of both sides."""
        return f" ({self._term(SIDE_NAMES[whose])})" if whose else ""

    def _assumption(self, atom: str, value: str, whose: str) -> str:
        if value in ("none", "0"):
            return f"{self.owned(self.word(atom.partition('.')[2]), atom, whose)} {value}"
        return self.translator.phrase({atom: {"true": True, "false": False}.get(value, value)})

    def _quantity(self, name: str) -> str:
        """Return the name of a quantity, and the word for it in the command, if that is another."""
        plain = name.partition(".")[2].replace("-", " ")
        word = self.word(name.partition(".")[2])
        return word if word == plain else f"{word} ('{plain}')"
