"""From the glyphs of a page to runs: words of one line that stand close together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

# In ems: a narrower gap is inside a word; a wider one parts columns or the cells of a table.
# Justified lines stretch their spaces to about eight tenths of an em.
WORD_GAP, RUN_GAP = 0.2, 1.0
SAME_BASELINE = 1.0  # points; also what a glyph drawn twice, to look bold, is shifted by
HEAVY = re.compile(r"bold|black|heavy|semibd|demi", re.I)

Glyph = dict[str, Any]


@dataclass
class Run:
    """Words close together on one baseline; lengths in points, ``y`` downward from the top."""

    x0: float
    x1: float
    y: float
    size: float
    font: str
    words: list[str] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)  # each word's left edge
    ends: list[float] = field(default_factory=list)  # and its right edge

    @property
    def text(self) -> str:
        """The words, spaced."""
        return " ".join(self.words)

    @property
    def heavy(self) -> bool:
        """Whether the font's name says that it is bold."""
        return HEAVY.search(self.font) is not None


def runs_of(glyphs: Iterable[Glyph]) -> list[Run]:
    """Return the runs of a page from pdfplumber's characters, from top to bottom.

    Text that stands on its side comes after all other.
    """
    upright = [placed(glyph) for glyph in glyphs if glyph["upright"]]
    aside = [placed(turned(glyph)) for glyph in glyphs if not glyph["upright"]]
    return [run for group in (upright, aside) for line in baselines(group) for run in runs_in(line)]


def baselines(glyphs: list[tuple[float, float, Glyph]]) -> list[list[tuple[float, float, Glyph]]]:
    """Return glyphs (baseline, x, glyph) grouped by baseline, each group from left to right."""
    lines: list[list[tuple[float, float, Glyph]]] = []
    first = None
    for glyph in sorted(glyphs, key=lambda g: g[0]):
        if first is None or glyph[0] - first > SAME_BASELINE:
            first = glyph[0]
            lines.append([])
        lines[-1].append(glyph)
    for line in lines:
        line.sort(key=lambda g: g[1])
    return lines


def runs_in(line: list[tuple[float, float, Glyph]]) -> list[Run]:
    """Return the runs of one baseline's glyphs. A glyph drawn twice at one place counts once."""
    runs: list[Run] = []
    spaced = True
    last: Glyph | None = None
    for y, _, glyph in line:
        text, size = glyph["text"], glyph["size"]
        if (last is not None and text == last["text"]
                and glyph["x0"] - last["x0"] < 0.3 * max(glyph["width"], 0.2 * size)):
            continue
        last = glyph
        if not text.strip():
            spaced = True
            continue
        gap = glyph["x0"] - runs[-1].x1 if runs else 0.0
        if not runs or gap > RUN_GAP * max(size, runs[-1].size) or gap < -2 * size:
            runs.append(Run(glyph["x0"], glyph["x1"], y, size, glyph["fontname"], [text],
                            [glyph["x0"]], [glyph["x1"]]))
        else:
            run = runs[-1]
            if spaced or gap > WORD_GAP * size:
                run.words.append(text)
                run.starts.append(glyph["x0"])
                run.ends.append(glyph["x1"])
            else:
                run.words[-1] += text
                run.ends[-1] = glyph["x1"]
            run.x1 = max(run.x1, glyph["x1"])
        spaced = False
    return runs


def placed(glyph: Glyph) -> tuple[float, float, Glyph]:
    """Return (baseline, x, glyph); the baseline is measured downward from the page's top."""
    return glyph["bottom"] - (glyph["matrix"][5] - glyph["y0"]), glyph["x0"], glyph


def turned(glyph: Glyph) -> Glyph:
    """Return a glyph that stands on its side as if the page had been turned to read it."""
    downward = glyph["matrix"][1] < 0
    start = glyph["top"] if downward else -glyph["bottom"]
    return {**glyph, "x0": start, "x1": start + glyph["height"], "width": glyph["height"],
            "bottom": -glyph["x0"] if downward else glyph["x1"], "size": glyph["width"],
            "matrix": (1, 0, 0, 1, 0, 0), "y0": 0}
