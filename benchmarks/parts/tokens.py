"""Tokens: few faces, many copies, cold, held against laying every copy out.

Once as the work alone, both within one process that is warm; and once as whole processes, where starting Python
and WeasyPrint is most of it, on both sides. Run as a program, with the arguments PROJECT PAGE.html RUNS, it prints
the seconds of each run within one process as JSON: [[ours, WeasyPrint's], ...].
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.plain_html import build, plain, planned
from benchmarks.specimen import COPIES, FACES, TOKENS, forget, make
from benchmarks.timing import PYTHON, ROOT, Command, Row, in_turn


def measure(folder: Path, sizes: Sequence[int], runs: int) -> Iterator[Row]:
    """Measure them; how many there are doesn't depend on the sizes."""
    project = folder / "tokens"
    make(project, 1)
    what = f"{FACES * COPIES} tokens of {FACES} faces"
    other = plain(project, TOKENS, FACES * COPIES)
    page = other.words[2]
    done = subprocess.run(
        [PYTHON, "-m", __name__, project, page, str(runs)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    ratio = median(ours / directly for ours, directly in json.loads(done.stdout))
    yield Row(f"{what}, the work alone", other.name, ratio, 0.15)
    ours = Command("tokens", build(project, TOKENS), partial(forget, project))
    in_turn([other, ours], runs)
    yield Row.of(f"{what}, cold, whole processes", ours, other)


def time_both(folder: Path, page: Path, runs: int) -> list[list[float]]:
    """Return the seconds of some runs of both, after one in which both get warm."""
    from weasyprint import HTML

    from kensei_docs.documents import build as printing
    from kensei_docs.documents.manifest import Manifest

    project, document = planned(folder, TOKENS)
    kept = project.cache / "warm"

    def ours() -> None:
        """Lay the faces out, cache them, and place them."""
        shutil.rmtree(kept, ignore_errors=True)
        caches = printing.lay_out([document], kept, printing.Unwatched())
        [made] = printing._print(document, (), caches)
        Manifest(kept).write(document.key, made)

    def directly() -> None:
        """Lay out every copy."""
        HTML(filename=str(page)).write_pdf(folder / "warm-plain.pdf")

    seconds = []
    for run in range(runs + 1):
        pair = []
        for task in (ours, directly):
            start = time.perf_counter()
            task()
            pair.append(time.perf_counter() - start)
        if run:
            seconds.append(pair)
    return seconds


if __name__ == "__main__":
    print(json.dumps(time_both(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))))
