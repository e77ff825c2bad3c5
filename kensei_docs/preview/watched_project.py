"""A project whose files are watched: which of them changed, and what was read from the others.

All files are polled: notifications of the operating system don't work on every file system.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from kensei_docs.database import Database, Edition, load
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.kinds.kind import Kind, load_kinds, require_kinds
from kensei_docs.problems import Problem, Unusable, by_place, unusable
from kensei_docs.project import CATALOGUES, DATA, TEMPLATES, Project

# The place of the size in what is known of a file.
_SIZE = 1


class WatchedProject:
    """A project whose files are watched, with its databases, kinds and face caches in memory.

    ``changed`` drops what was read from changed files; translations and templates are read again for every
    update.
    """

    def __init__(self, project: Project) -> None:
        self.project = project
        self._files = dict(self._stat_files())
        # Files that were empty at the last look, and not before.
        self._emptied: dict[Path, tuple[int, int]] = {}
        # For each edition, its last database without an error.
        self._valid: dict[str, tuple[Database, list[Problem]]] = {}
        self._current: set[str] = set()
        self._caches: dict[Path, FaceCache] = {}
        self._kinds: tuple[dict[str, Kind], list[Problem]] | None = None

    def changed(self) -> set[Path]:
        """Return the files that were added, deleted or changed since the last call.

        A file that has become empty counts from the next call: most editors empty a file before they write it.
        """
        now = dict(self._stat_files())
        emptied = {file: stat for file, stat in now.items() if not stat[_SIZE] and self._files.get(file, stat)[_SIZE]}
        now |= {file: self._files[file] for file, stat in emptied.items() if self._emptied.get(file) != stat}
        self._emptied = emptied
        before, self._files = self._files, now
        changed = {file for file in before.keys() | now.keys() if before.get(file) != now.get(file)}
        for file in changed:
            for layer in self.project.layers:
                if file.is_relative_to(layer / TEMPLATES):
                    self._kinds = None
                elif file.is_relative_to(layer / DATA) and not file.is_relative_to(layer.joinpath(*CATALOGUES)):
                    self._current.clear()
        return changed

    def database(self, edition: str) -> tuple[Database, list[Problem]]:
        """Return the database of one edition and its warnings; raises Unusable for its errors."""
        if edition not in self._current:
            database, problems = load(self.project, [edition])
            if any(problem.severity == "error" for problem in problems):
                raise Unusable(*by_place(problems))
            if edition not in database.editions:
                raise unusable("data/editions", f"there is no edition '{edition}'", "edition")
            self._valid[edition] = database, problems
            self._current.add(edition)
        return self._valid[edition]

    def last_valid(self, edition: str) -> Edition | None:
        """Return an edition as it was when it last had no error, if it ever was."""
        known = self._valid.get(edition)
        return known[0].editions[edition] if known else None

    def kind(self, name: str) -> Kind:
        """Return a kind of document; raises Unusable."""
        self._kinds = self._kinds or load_kinds(self.project)
        kinds, faults = require_kinds(*self._kinds, (name,))
        if not kinds:
            raise Unusable(*faults)
        return kinds[0]

    def face_cache(self, folder: Path) -> FaceCache:
        """Return the cache of a set of faces, read from its folder once."""
        if folder not in self._caches:
            self._caches[folder] = FaceCache(self.project.cache / folder)
        return self._caches[folder]

    def _stat_files(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        """Yield every watched file with its time and size."""
        for root in (layer / part for layer in self.project.layers for part in (DATA, TEMPLATES)):
            for folder, inner, names in os.walk(root):
                inner[:] = [name for name in inner if not name.startswith(".")]
                for name in names:
                    # Editors keep lock files and backups beside a file.
                    if name.startswith((".", "~$")) or name.endswith("~"):
                        continue
                    file = Path(folder, name)
                    try:
                        found = file.stat()
                    except OSError:
                        continue
                    yield file, (found.st_mtime_ns, found.st_size)
