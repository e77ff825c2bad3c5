"""The HTTP server of the preview: it serves the page and its pictures to browsers of this machine only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any
from urllib.parse import urlencode

from kensei_docs.preview.page import Page, View
from kensei_docs.preview.update_thread import UpdateThread
from kensei_docs.project import Project
from kensei_docs.serving import LocalHandler, LocalServer

# Seconds after which a request for news is answered without any.
_PATIENCE = 20.0
# Seconds that the page waits for its first faces.
_FIRST_PATIENCE = 2.0


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
        return self.page.asset(name)

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
            self.send_html(server.page.whole(view, server.updates.state(view, 0, _FIRST_PATIENCE)))
        elif path == "/news":
            since = fields.get("since", "")
            state = server.updates.state(view, int(since) if since.isdecimal() else -1, _PATIENCE)
            self.send_json(server.page.news(view, state))
        else:
            self.send_part(path)
