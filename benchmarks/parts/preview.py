"""How long a changed card takes to be seen in a preview that is running: from noticing the change to its picture.

Run as a program, with the arguments PROJECT RUNS, it prints the seconds of each run as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from benchmarks.specimen import DECK, EDITION, change, make
from benchmarks.timing import PYTHON, ROOT, Row


def measure(folder: Path, sizes: Sequence[int], runs: int) -> Iterator[Row]:
    """Measure it on the largest deck."""
    cards = sizes[-1]
    project = folder / "preview"
    make(project, cards)
    done = subprocess.run(
        [PYTHON, "-m", __name__, project, str(3 * runs)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    seconds = json.loads(done.stdout)
    note = f"{median(seconds):.3f} s, {min(seconds):.3f} s at best"
    yield Row(f"one of {cards} cards changed, in the preview", "", None, note=note)


def time_changes(folder: Path, runs: int) -> list[float]:
    """Return the seconds that each of some changes takes to be seen."""
    from kensei_docs.preview.updates import UpdateThread
    from kensei_docs.preview.views import View
    from kensei_docs.project import Project

    updates = UpdateThread(Project.open(folder))
    view = View(DECK, EDITION, "en", "colour")

    def wait_for_all() -> None:
        """Wait until every card is up to date."""
        state = updates.state(view, 0, 60)
        while any(face.waiting for face in state.faces.values()) or not state.faces:
            state = updates.state(view, state.version, 60)

    wait_for_all()
    seconds: list[float] = []
    for _ in range(runs):
        version = updates.state(view).version
        change(folder)
        state = updates.state(view, version, 60)
        while state.took is None:
            state = updates.state(view, state.version, 60)
        seconds.append(state.took)
        wait_for_all()
    updates.close()
    return seconds


if __name__ == "__main__":
    print(json.dumps(time_changes(Path(sys.argv[1]), int(sys.argv[2]))))
