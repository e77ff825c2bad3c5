"""Bars of chances: on the terminal, and as an SVG picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from xml.sax.saxutils import escape

WIDTH = 40
# What is rarer isn't drawn: its bar would have no length.
LEAST = 0.0005


@dataclass(frozen=True)
class Chart:
    """A title, and bars with their label, length (0 to 1) and how that is written."""

    title: str
    bars: tuple[tuple[str, float, str], ...]

    @property
    def top(self) -> float:
        """What a bar of the whole width stands for, in whole tenths: bars begin at nothing."""
        return max(0.1, ceil(max((length for _, length, _ in self.bars), default=0) * 10) / 10)


def as_text(chart: Chart, sign: str, colour: bool) -> list[str]:
    """Return a chart as lines; a bar of the whole width is ``chart.top``."""
    import click

    room = max((len(label) for label, _, _ in chart.bars), default=0)
    lines = [click.style(chart.title, bold=True) if colour else chart.title]
    for label, length, written in chart.bars:
        bar = sign * round(length / chart.top * WIDTH)
        lines.append(f"  {label:>{room}} {click.style(bar, fg='cyan') if colour else bar} {written}")
    return lines


def as_svg(title: str, language: str, remarks: Sequence[str], charts: Sequence[Chart]) -> str:
    """Return the charts as a picture: text as text, bars in black on white."""
    row, left, long, wide = 20, 240, 330, 680
    parts: list[str] = []
    y = 34

    def text(x: float, words: str, extra: str = "") -> None:
        parts.append(f'<text x="{x:g}" y="{y:g}"{extra}>{escape(words)}</text>')

    text(16, title, ' font-size="17" font-weight="bold"')
    for remark in remarks:
        y += row
        text(16, remark)
    for chart in charts:
        y += 2 * row
        text(16, chart.title, ' font-weight="bold"')
        for label, length, written in chart.bars:
            y += row
            drawn = length / chart.top * long
            text(left - 8, label, ' text-anchor="end"')
            parts.append(
                f'<rect x="{left}" y="{y - 12}" width="{drawn:.1f}" height="14" '
                'fill="#444" stroke="#000" stroke-width="0.5"/>'
            )
            text(left + drawn + 6, written)
        parts.append(f'<line x1="{left}" y1="{y + 6 - row * len(chart.bars)}" x2="{left}" y2="{y + 4}" stroke="#000"/>')
    height = y + row
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:lang="{language}" role="img" '
        f'viewBox="0 0 {wide} {height}" width="{wide}" height="{height}" '
        'font-family="sans-serif" font-size="13">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{wide}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )
