"""The preview's warm process: how long a changed card takes to be seen.

usage: previewing.py PROJECT KIND RUNS

Prints the seconds from when a change is noticed to when the card's new picture is there, as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

if __name__ == "__main__":
    from benchmarks.specimen import EDITION, change
    from kensei_docs.preview.bench import Bench
    from kensei_docs.preview.spread import View
    from kensei_docs.project import Project

    folder, kind, runs = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    bench = Bench(Project.open(folder))
    view = View(kind, EDITION, "en", "colour")

    def settled() -> None:
        """Wait until every card is as it should be."""
        spread = bench.spread(view, 0, 60)
        while any(face.waiting for face in spread.faces.values()) or not spread.faces:
            spread = bench.spread(view, spread.version, 60)

    settled()
    seconds: list[float] = []
    for _ in range(runs):
        version = bench.spread(view).version
        change(folder)
        spread = bench.spread(view, version, 60)
        while spread.took is None:
            spread = bench.spread(view, spread.version, 60)
        seconds.append(spread.took)
        settled()
    bench.close()
    print(json.dumps(seconds))
