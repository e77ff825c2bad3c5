"""How long a changed card takes to be seen in a preview that is running.

usage: previewing.py PROJECT KIND RUNS

Prints the seconds from when a change is noticed to when the card's new picture is there, as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

if __name__ == "__main__":
    from benchmarks.specimen import EDITION, change
    from kensei_docs.preview.page import View
    from kensei_docs.preview.session import Session
    from kensei_docs.project import Project

    folder, kind, runs = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    session = Session(Project.open(folder))
    view = View(kind, EDITION, "en", "colour")

    def settled() -> None:
        """Wait until every card is as it should be."""
        state = session.state(view, 0, 60)
        while any(face.waiting for face in state.faces.values()) or not state.faces:
            state = session.state(view, state.version, 60)

    settled()
    seconds: list[float] = []
    for _ in range(runs):
        version = session.state(view).version
        change(folder)
        state = session.state(view, version, 60)
        while state.took is None:
            state = session.state(view, state.version, 60)
        seconds.append(state.took)
        settled()
    session.close()
    print(json.dumps(seconds))
