"""Tokens: few faces, many copies, cold, held against laying every copy out.

Once as the work alone, both within one process that is warm; and once as whole processes, where
starting Python and WeasyPrint is most of it, on both sides.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.sheets import build, plain
from benchmarks.specimen import COPIES, FACES, TOKENS, make
from benchmarks.timing import PYTHON, ROOT, Command, Row, in_turn


def measure(folder: Path, sizes: Sequence[int], runs: int) -> Iterator[Row]:
    """Measure them; how many there are doesn't depend on the sizes."""
    project = folder / "tokens"
    make(project, 1)
    what = f"{FACES * COPIES} tokens of {FACES} faces"
    other = plain(project, TOKENS, FACES * COPIES)
    page = other.words[2]
    done = subprocess.run(
        [PYTHON, "-m", "benchmarks.warm", project, TOKENS, page, str(runs)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    ratio = median(ours / directly for ours, directly in json.loads(done.stdout))
    yield Row(f"{what}, the work alone", other.name, ratio, 0.15)
    ours = Command("tokens", build(project, TOKENS), partial(shutil.rmtree, project / "build", ignore_errors=True))
    in_turn([other, ours], runs)
    yield Row.of(f"{what}, cold, whole processes", ours, other)
