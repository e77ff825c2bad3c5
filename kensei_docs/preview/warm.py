"""What is kept between two changes: databases, kinds, and the faces that were laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kensei_docs.database import Database, Edition, Record, load
from kensei_docs.database.compiled import read_changed
from kensei_docs.documents.cache.faces import FaceCache
from kensei_docs.documents.kinds.kind import Kind, load_kinds, require_kinds
from kensei_docs.problems import Place, Problem, Unusable, by_place
from kensei_docs.project import Project


class Warm:
    """A project's data and faces in memory; ``forget`` has them read again."""

    def __init__(self, project: Project) -> None:
        self.project = project
        # Databases of one edition each, as they were when they were last without a fault.
        self._whole: dict[str, tuple[Database, list[Problem]]] = {}
        self._fresh: set[str] = set()
        self._caches: dict[Path, FaceCache] = {}
        self._kinds: tuple[dict[str, Kind], list[Problem]] | None = None

    def forget(self, changed: Iterable[Path]) -> None:
        """Forget what changed files made; translations and templates are read anew in any case."""
        for file in changed:
            for layer in self.project.layers:
                parts = file.relative_to(layer).parts if file.is_relative_to(layer) else ("", "")
                if parts[0] == "templates":
                    self._kinds = None
                elif parts[0] == "data" and parts[1] != "locale":
                    self._fresh.clear()

    def database(self, edition: str) -> tuple[Database, list[Problem]]:
        """Return the database of one edition, and its warnings; raises Unusable for its errors."""
        if edition not in self._fresh:
            database, problems = load(self.project, [edition])
            if any(problem.severity == "error" for problem in problems):
                raise Unusable(*by_place(problems))
            if edition not in database.editions:
                raise Unusable(Problem(Place("data/editions"), f"there is no edition '{edition}'", "edition"))
            self._whole[edition] = database, problems
            self._fresh.add(edition)
        return self._whole[edition]

    def edition(self, edition: str) -> Edition | None:
        """Return an edition as it was when it was last without a fault, if it ever was."""
        known = self._whole.get(edition)
        return known[0].editions[edition] if known else None

    def touched(self, edition: str, changed: Iterable[Path]) -> Iterator[tuple[Record, Database]]:
        """Yield each record that changed in its own file, and the database with it as it is now.

        Only those files are read: it is done in a moment, but what is yielded is only a first
        look. A record that an erratum changed, or that is new, is left to ``database``.
        """
        if edition in self._fresh or edition not in self._whole:
            return
        database = self._whole[edition][0]
        old = database.editions[edition]
        for file in sorted(changed):
            mine = [record for record in old.records.values() if record.tree.file == file]
            if not mine or file.suffix != ".yaml":
                continue
            tree = read_changed(file, mine[0].tree)
            if tree is None:
                continue
            for record in mine:
                data = tree.value.get(record.slug)
                if isinstance(data, dict) and data != record.data and not record.errata:
                    now = replace(record, data=data, tree=tree)
                    records = {**old.records, now.id: now}
                    yield now, replace(database, editions={**database.editions, edition: replace(old, records=records)})

    def kind(self, name: str) -> Kind:
        """Return a kind of document; raises Unusable."""
        self._kinds = self._kinds or load_kinds(self.project)
        kinds, faults = require_kinds(*self._kinds, (name,))
        if not kinds:
            raise Unusable(*faults)
        return kinds[0]

    def faces(self, folder: Path) -> FaceCache:
        """Return the faces of a set as far as they are laid out."""
        if folder not in self._caches:
            self._caches[folder] = FaceCache(self.project.cache / folder)
        return self._caches[folder]
