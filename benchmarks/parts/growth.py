"""How the time and the memory of a cold build grow with the number of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.plain_html import build
from benchmarks.specimen import DECK, forget, make
from benchmarks.timing import Command, Row, in_turn

# Megabytes that the largest process may take, however many cards there are.
MEMORY = 500


def measure(folder: Path, sizes: Sequence[int], runs: int) -> Iterator[Row]:
    """Measure the time per card of each size against that of the first."""
    commands = []
    for cards in sizes:
        project = folder / f"growth-{cards}"
        make(project, cards)
        commands.append(Command(f"{sizes[0]} cards", build(project, DECK), partial(forget, project)))
    in_turn(commands, runs)
    first = commands[0].time / sizes[0]
    for cards, command in zip(sizes, commands, strict=True):
        yield Row(
            f"time per card at {cards} cards",
            f"at {sizes[0]}",
            command.time / cards / first,
            None,
            command.memory,
            f"aim {MEMORY} MB",
        )
