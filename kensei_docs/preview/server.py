"""The HTTP server of the preview: it serves the page and its pictures to browsers of this machine only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from kensei_docs.preview.page import Page, View
from kensei_docs.preview.session import Session
from kensei_docs.project import Project
from kensei_docs.serving.local import FOREVER, LocalHandler, LocalServer

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
        self.session = Session(project)

    @property
    def url(self) -> str:
        """The address of the view that the preview starts with."""
        return f"{super().url}?{urlencode(asdict(self.start))}"

    def __exit__(self, *fault: Any) -> None:
        """Close the port, and end the session."""
        super().__exit__(*fault)
        self.session.close()


class _Handler(LocalHandler):
    server: Preview

    def answer(self, path: str, fields: Mapping[str, str]) -> None:
        """Answer a request for the page, its news, a picture or an asset."""
        server = self.server
        # Fields that the request lacks are those of the first view.
        view = replace(server.start, **{name: fields[name] for name in asdict(server.start) if name in fields})
        if path == "/":
            html = server.page.whole(view, server.session.state(view, 0, _FIRST_PATIENCE))
            self.send_data(HTTPStatus.OK, "text/html; charset=utf-8", html.encode())
        elif path == "/news":
            since = fields.get("since", "")
            state = server.session.state(view, int(since) if since.isdecimal() else -1, _PATIENCE)
            self.send_json(server.page.news(view, state))
        elif path.startswith("/picture/"):
            # Pictures are looked up by key among those on the pages: no file is opened.
            data = server.session.picture(path.removeprefix("/picture/").removesuffix(".png"))
            if data:
                self.send_data(HTTPStatus.OK, "image/png", data, FOREVER)
            else:
                self.send_words(HTTPStatus.NOT_FOUND, "there is no such picture")
        elif asset := server.page.asset(path[1:]):
            self.send_data(HTTPStatus.OK, *asset)
        else:
            self.send_words(HTTPStatus.NOT_FOUND, "no such page")
