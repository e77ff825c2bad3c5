"""The crew: processes that lay faces out, called before it is known which.

Getting the renderer ready takes as long as a dozen faces. A crew that is called while the data
are still being read does that in the meantime, on the other core.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

_called: list[ProcessPoolExecutor] = []


def cores() -> int:
    """Return how many processes can work at a time."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def call(folder: Path) -> ProcessPoolExecutor | None:
    """Return the crew, called now if there is none; ``folder`` is for the renderer's own cache.

    None where one process has to do: forking is safe before any thread has started, and only
    Linux is free of libraries that mind.
    """
    if not _called and cores() > 1 and sys.platform == "linux":
        crew = ProcessPoolExecutor(cores(), multiprocessing.get_context("fork"), _ready, (folder,))
        crew.submit(int)  # it is with the first task that the processes begin
        _called.append(crew)
    return here()


def here() -> ProcessPoolExecutor | None:
    """Return the crew if it was called."""
    return _called[0] if _called else None


def dismiss() -> None:
    """Let the crew go, if there is one."""
    while _called:
        _called.pop().shutdown(wait=False, cancel_futures=True)


def _ready(folder: Path) -> None:
    from kensei_docs.documents.render import renderer
    from kensei_docs.problems import Unusable

    # What is wrong with the renderer is told where something has to be laid out.
    with suppress(Unusable):
        renderer(folder)
