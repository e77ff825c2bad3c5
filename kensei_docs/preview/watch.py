"""Noticing which files of a project changed, by looking at all of them a few times a second."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from kensei_docs.project import Project

# What faces are made from: records, words, templates.
_WATCHED = ("data", "templates")
# How often to look, in seconds; one look at a few hundred files takes some milliseconds.
EVERY = 0.2


class Watch:
    """The files of a project's layers as they were when someone last looked."""

    def __init__(self, project: Project) -> None:
        self._roots = [layer / part for layer in project.layers for part in _WATCHED]
        self._seen = dict(self._look())

    def changed(self) -> set[Path]:
        """Return the files that came, went or changed since the last look."""
        now = dict(self._look())
        before, self._seen = self._seen, now
        return {file for file in before.keys() | now.keys() if before.get(file) != now.get(file)}

    def _look(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        for root in self._roots:
            for folder, inner, names in os.walk(root):
                inner[:] = [name for name in inner if not name.startswith(".")]
                for name in names:
                    # What an editor keeps beside a file is not the file.
                    if name.startswith((".", "~$")) or name.endswith("~"):
                        continue
                    file = Path(folder, name)
                    try:
                        found = file.stat()
                    except OSError:
                        continue
                    yield file, (found.st_mtime_ns, found.st_size)
