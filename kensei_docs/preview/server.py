"""The server of the preview: browsers of this machine are sent the page, which a thread keeps up to date.

It updates the views that someone looks at. A fault in a file stops an update: its problems are shown beside the faces
as they were laid out last.
"""

from __future__ import annotations

import itertools
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any
from urllib.parse import urlencode

from kensei_docs import faults
from kensei_docs.preview.page import Page, PageState, View
from kensei_docs.preview.updates import Update, WatchedProject
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project
from kensei_docs.serving import LocalHandler, LocalServer, whole_number

# Seconds between two polls of the files; one poll of a few hundred files takes some milliseconds.
_POLL_INTERVAL_S = 0.2
# Seconds without a request after which a view is no longer kept up to date.
_VIEW_TIMEOUT_S = 60.0
# Seconds after which a request for a newer state is answered, even if there is none.
_NEWS_TIMEOUT_S = 20.0
# Seconds that the request for a page waits for its first faces.
_FIRST_FACES_TIMEOUT_S = 2.0


class UpdateThread:
    """Keeps the views that someone looks at up to date, in a thread; problems are shown on the page, not raised."""

    def __init__(self, project: Project) -> None:
        self._watched = WatchedProject(project)
        self._news = threading.Condition()
        self._versions = itertools.count(1)
        self._states: dict[View, PageState] = {}
        self._asked: dict[View, float] = {}
        # Views to update, with the time at which the change was noticed; None for a new view.
        self._stale: dict[View, float | None] = {}
        self._pictures: dict[str, bytes] = {}
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="preview", daemon=True)
        self._thread.start()

    def state(self, view: View, since: int = -1, patience: float = 0) -> PageState:
        """Return the state of a view as soon as its version is later than ``since``, at the latest after
        ``patience`` seconds."""
        until = time.monotonic() + patience
        with self._news:
            self._asked[view] = time.monotonic()
            if view not in self._states:
                self._states[view] = PageState()
                self._stale[view] = None
                self._news.notify_all()
            while self._states[view].version <= since and not self._closed:
                left = until - time.monotonic()
                if left <= 0:
                    break
                self._news.wait(left)
                self._asked[view] = time.monotonic()
            return self._states[view]

    def picture(self, key: str) -> bytes | None:
        """Return a picture as a PNG, or None where no face on any page has it."""
        return self._pictures.get(key)

    def close(self) -> None:
        """End the thread, as soon as the batch that is being laid out is done."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(timeout=30)

    def _run(self) -> None:
        while not self._closed:
            self._notice_changes()
            with self._news:
                view = next((view for view in self._recent() if view in self._stale), None)
                if view is None:
                    self._news.wait(_POLL_INTERVAL_S)
                    continue
                noticed = self._stale.pop(view)
            self._update(view, noticed)

    def _recent(self) -> list[View]:
        """Return the views that someone looks at, the one asked for last first."""
        now = time.monotonic()
        for view in [view for view, when in self._asked.items() if now - when > _VIEW_TIMEOUT_S]:
            for kept in (self._asked, self._states, self._stale):
                kept.pop(view, None)
        return sorted(self._asked, key=self._asked.__getitem__, reverse=True)

    def _notice_changes(self) -> bool:
        """Mark every view as stale where files changed; return whether any did."""
        if not self._watched.changed():
            return False
        with self._news:
            self._stale |= dict.fromkeys(self._states, time.perf_counter())
        return True

    def _update(self, view: View, noticed: float | None) -> None:
        """Update a view; stop if files change meanwhile, which makes it stale again."""
        update = Update(self._watched, view, self._states.get(view, PageState()))
        took = None
        try:
            for state, pictures in update.steps():
                if noticed and pictures and took is None:
                    took = time.perf_counter() - noticed
                self._publish(view, replace(state, took=took), pictures)
                if self._closed or self._notice_changes():
                    return
            return
        except Unusable as fault:
            problems = list(fault.problems)
        except OSError as fault:
            problems = [
                Problem(
                    Place(str(fault.filename or view.kind)),
                    f"can't be read or written ({fault.strerror}); see what stands there",
                    "file",
                )
            ]
        except Exception as fault:
            # A fault of ours: the page stays, and the terminal names the report of it.
            print(faults.report_of(fault), file=sys.stderr)
            said = f"can't be previewed ({type(fault).__name__}); the terminal says more"
            problems = [Problem(Place(view.kind), said, "preview")]
        self._publish(view, update.stopped_by(problems), {})

    def _publish(self, view: View, state: PageState, pictures: Mapping[str, bytes]) -> None:
        with self._news:
            if view not in self._states:
                return
            self._states[view] = replace(state, version=next(self._versions))
            used = {
                picture.key for one in self._states.values() for face in one.faces.values() for picture in face.pictures
            }
            self._pictures = {key: data for key, data in {**self._pictures, **pictures}.items() if key in used}
            self._news.notify_all()


class Preview(LocalServer):
    """Serves the preview of a project until it is shut down."""

    def __init__(self, project: Project, start: View, port: int) -> None:
        """Listen on a port, 0 for any that is free; raises Unusable if the port is not free."""
        super().__init__("preview", port, _Handler)
        self.start = start
        self.page = Page(project)
        self.updates = UpdateThread(project)

    @property
    def url(self) -> str:
        """The address of the view that the preview starts with."""
        return f"{super().url}?{urlencode(asdict(self.start))}"

    def picture(self, key: str) -> bytes | None:
        """Return the picture of a face that was shown, as a PNG, or None."""
        return self.updates.picture(key)

    def asset(self, name: str) -> tuple[str, bytes] | None:
        """Return the media type and the bytes of an asset of the page, or None."""
        return self.page.pages.asset(name)

    def ignored(self) -> Iterator[Problem]:
        """Yield a warning for each file of the project that has the name of one of the page's."""
        return self.page.pages.ignored()

    def __exit__(self, *fault: Any) -> None:
        """Close the port, and end the thread of updates."""
        super().__exit__(*fault)
        self.updates.close()


class _Handler(LocalHandler):
    server: Preview

    def answer(self, path: str, fields: Mapping[str, str]) -> None:
        """Answer a request for the page, its news, a picture or an asset."""
        server = self.server
        # Fields that the request lacks are those of the first view.
        view = replace(server.start, **{name: fields[name] for name in asdict(server.start) if name in fields})
        if path == "/":
            self.send_html(server.page.whole(view, server.updates.state(view, 0, _FIRST_FACES_TIMEOUT_S)))
        elif path == "/news":
            since = whole_number(fields.get("since", ""))
            state = server.updates.state(view, -1 if since is None else since, _NEWS_TIMEOUT_S)
            self.send_json(server.page.news(view, state))
        else:
            self.send_part(path)
