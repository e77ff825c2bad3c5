"""The crew: processes that lay faces out, called before it is known which.

Getting the renderer ready takes as long as a dozen faces. It is done once, in a process of its own
while the data are still being read, and whoever lays faces out is a copy of that process. As with
all of multiprocessing's, a script that prints keeps what it does below ``if __name__ ==
"__main__"``.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

# What the first process imports: all that lays faces out.
_IMPORTED = ["kensei_docs.documents.layout.readied"]

# What is raised where a process was killed, for its memory perhaps, or none could be had: what is
# left is done by whoever asked.
GONE = (BrokenExecutor, EOFError, ConnectionError)

_crews: list[ProcessPoolExecutor | None] = []


def cores() -> int:
    """Return how many processes can work at a time."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def call(folder: Path) -> None:
    """Have the first process get ready; ``folder`` is for the renderer's own cache.

    Nothing comes of it where there is one core, and where libraries mind being copied, which is
    everywhere but on Linux.
    """
    if _crews or cores() < 2 or sys.platform != "linux":
        return
    from multiprocessing import resource_tracker
    from multiprocessing.forkserver import ensure_running, set_forkserver_preload
    from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask

    from kensei_docs.documents.layout.renderer import no_fonts_but_ours

    # Where nobody may have a socket, one process has to do; where nothing can be written, that is
    # told when something is.
    with suppress(OSError):
        no_fonts_but_ours(folder)
        set_forkserver_preload(_IMPORTED)
        # Whoever interrupts this process interrupts all; this one lets the others go. What keeps
        # count of their resources begins first, for it takes the block away.
        resource_tracker.ensure_running()
        before = pthread_sigmask(SIG_BLOCK, {SIGINT})
        try:
            ensure_running()
        finally:
            pthread_sigmask(SIG_SETMASK, before)
        _crews.append(None)


def here() -> ProcessPoolExecutor | None:
    """Return the crew if it was called; its processes begin when there is work for them."""
    if _crews and _crews[0] is None:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        _crews[0] = ProcessPoolExecutor(cores(), multiprocessing.get_context("forkserver"))
    return _crews[0] if _crews else None


def dismiss() -> None:
    """Let the crew go, if there is one."""
    while _crews:
        crew = _crews.pop()
        if crew:
            crew.shutdown(wait=False, cancel_futures=True)
