"""Tokens: few faces, many copies, cold, held against laying every copy out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.sheets import build, plain
from benchmarks.specimen import COPIES, FACES, TOKENS, make
from benchmarks.timing import Command, Row, in_turn


def measure(folder: Path, sizes: Sequence[int], runs: int) -> Iterator[Row]:
    """Measure them; how many there are doesn't depend on the sizes."""
    project = folder / "tokens"
    make(project, 1)
    other = plain(project, TOKENS, FACES * COPIES)
    ours = Command("tokens", build(project, TOKENS),
                   partial(shutil.rmtree, project / "build", ignore_errors=True))
    in_turn([other, ours], runs)
    yield Row.of(f"{FACES * COPIES} tokens of {FACES} faces, cold", ours, other, 0.15)
