"""The workbench: what stays warm between two changes, and the one thread that lays faces out."""

from __future__ import annotations

import itertools
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from kensei_docs.preview.faces import Pass
from kensei_docs.preview.spread import Spread, View
from kensei_docs.preview.warm import Warm
from kensei_docs.preview.watch import EVERY, Watch
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project

# A view that nobody has asked for in this time (in seconds) is no longer kept up to date.
_FORGOTTEN = 60.0


class Bench:
    """Keeps the views that someone looks at up to date; raises nothing, and tells on the page."""

    def __init__(self, project: Project) -> None:
        self._warm = Warm(project)
        self._watch = Watch(project)
        self._news = threading.Condition()
        self._versions = itertools.count(1)
        self._spreads: dict[View, Spread] = {}
        self._asked: dict[View, float] = {}
        # Views whose spread is not what the files say, and what changed since it was.
        self._stale: dict[View, set[Path]] = {}
        self._pictures: dict[str, bytes] = {}
        # When the last change was noticed.
        self._noticed = 0.0
        self._closed = False
        self._worker = threading.Thread(target=self._work, name="preview", daemon=True)
        self._worker.start()

    def spread(self, view: View, since: int = -1, patience: float = 0) -> Spread:
        """Return the faces of a view as soon as they are of a later version than ``since``, and
        after ``patience`` seconds as they are."""
        until = time.monotonic() + patience
        with self._news:
            self._asked[view] = time.monotonic()
            if view not in self._spreads:
                self._spreads[view] = Spread()
                self._stale[view] = set()
                self._news.notify_all()
            while self._spreads[view].version <= since and not self._closed:
                left = until - time.monotonic()
                if left <= 0:
                    break
                self._news.wait(left)
                self._asked[view] = time.monotonic()
            return self._spreads[view]

    def picture(self, key: str) -> bytes | None:
        """Return a picture as a PNG, or None where it is of no face that is shown."""
        return self._pictures.get(key)

    def close(self) -> None:
        """Stop working, as soon as what is being laid out is done."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._worker.join(timeout=30)

    def _work(self) -> None:
        while not self._closed:
            self._look()
            with self._news:
                view = next((view for view in self._recent() if view in self._stale), None)
                if view is None:
                    self._news.wait(EVERY)
                    continue
                changed = self._stale.pop(view)
            self._refresh(view, changed)

    def _recent(self) -> list[View]:
        """Return the views that someone looks at, the one asked for last first."""
        now = time.monotonic()
        for view in [view for view, when in self._asked.items() if now - when > _FORGOTTEN]:
            for kept in (self._asked, self._spreads, self._stale):
                kept.pop(view, None)
        return sorted(self._asked, key=self._asked.__getitem__, reverse=True)

    def _look(self) -> bool:
        """Take note of changed files; return whether there are any."""
        changed = self._watch.changed()
        if changed:
            self._noticed = time.perf_counter()
            self._warm.forget(changed)
            with self._news:
                for view in self._spreads:
                    self._stale[view] = self._stale.get(view, set()) | changed
        return bool(changed)

    def _refresh(self, view: View, changed: set[Path]) -> None:
        """Bring a view up to date, unless something changes meanwhile: then it is done again."""
        work = Pass(self._warm, view, self._spreads.get(view, Spread()), changed)
        took = None
        try:
            for spread, pictures in work.steps():
                if changed and pictures and took is None:
                    took = time.perf_counter() - self._noticed
                self._publish(view, replace(spread, took=took), pictures)
                if self._closed or self._look():
                    # What was left undone is stale again.
                    with self._news:
                        self._stale[view] = self._stale.get(view, set()) | changed
                    return
        except Unusable as fault:
            self._publish(view, work.told(fault.problems), {})
        except OSError as fault:
            problem = Problem(
                Place(str(fault.filename or view.kind)),
                f"can't be read or written ({fault.strerror}); see what stands there",
                "file",
            )
            self._publish(view, work.told([problem]), {})
        except Exception as fault:
            # A fault of ours: the page stays, and the terminal has what is needed to report it.
            traceback.print_exc(file=sys.stderr)
            problem = Problem(Place(view.kind), f"can't be previewed ({fault!r}); the terminal says more", "preview")
            self._publish(view, work.told([problem]), {})

    def _publish(self, view: View, spread: Spread, pictures: Mapping[str, bytes]) -> None:
        with self._news:
            if view not in self._spreads:
                return
            self._pictures.update(pictures)
            self._spreads[view] = replace(spread, version=next(self._versions))
            shown = {
                picture.key
                for one in self._spreads.values()
                for face in one.faces.values()
                for picture in face.pictures
            }
            for key in self._pictures.keys() - shown:
                del self._pictures[key]
            self._news.notify_all()
