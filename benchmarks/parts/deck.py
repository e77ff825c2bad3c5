"""Decks of distinct cards: printed for the first time, after a change, and unchanged."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.plain_html import build, plain
from benchmarks.specimen import DECK, change, forget, make
from benchmarks.timing import PYTHON, ROOT, Command, Row, in_turn

# The aims hold for decks of this number of cards or more: the share of plain WeasyPrint's time that a build may take.
MANY = 540
COLD, CHANGED, SAME = 0.65, 0.10, 0.02

_ASKED = """import sys
sys.argv = ["kensei-docs", *sys.argv[1:]]
from kensei_docs.cli import main
try: main()
except SystemExit: pass
sys.exit(f"imported {m}" if (m := {"weasyprint"} & set(sys.modules)) else 0)
"""


def measure(folder: Path, sizes: Sequence[int], runs: int) -> Iterator[Row]:
    """Measure decks of each size."""
    for cards in sizes:
        project = folder / f"deck-{cards}"
        make(project, cards)
        aims = (COLD, CHANGED, SAME) if cards >= MANY else (None, None, None)
        other = plain(project, DECK, cards)
        cold = Command("cold", build(project, DECK), partial(forget, project))
        changed = Command("changed", build(project, DECK), partial(change, project))
        same = Command("same", build(project, DECK))
        in_turn([other, cold, changed, same], runs)
        yield Row.of(f"{cards} cards, cold", cold, other, aims[0])
        yield Row.of(f"one of {cards} cards changed", changed, other, aims[1])
        done = subprocess.run(
            [PYTHON, "-c", _ASKED, *map(str, same.words[3:])], cwd=ROOT, capture_output=True, text=True
        )
        note = "does not import WeasyPrint"
        yield Row.of(
            f"none of {cards} cards changed", same, other, aims[2], note if not done.returncode else done.stderr.strip()
        )
        yield Row(f"{cards} cards, plain", "", 1.0, None, other.memory)
