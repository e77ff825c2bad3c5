"""The HTTP server of the preview: it serves the page and its pictures to browsers of this machine only."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from kensei_docs.preview.page import ASSETS, Page, View
from kensei_docs.preview.session import Session
from kensei_docs.problems import Unusable, unusable
from kensei_docs.project import Project

HOST = "127.0.0.1"
# The accepted values of the Host header. Another one is DNS rebinding: a foreign site whose name was
# made to point to this machine.
_HOSTS = {"127.0.0.1", "localhost"}
# Seconds after which a request for news is answered without any.
_PATIENCE = 20.0
# Seconds that the page waits for its first faces.
_FIRST_PATIENCE = 2.0
# The page may load from this server alone, and no page may frame it.
_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; font-src data:; script-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class Preview(ThreadingHTTPServer):
    """Serves the preview of a project until it is shut down."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, project: Project, start: View, port: int) -> None:
        """Listen on a port, 0 for any that is free; raises Unusable if the port is not free."""
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as fault:
            what = (
                "is taken by another program"
                if fault.errno == errno.EADDRINUSE
                else f"can't be used ({fault.strerror})"
            )
            raise unusable(
                "preview", f"port {port} {what}; choose another with --port, 0 for any that is free", "port"
            ) from fault
        self.start = start
        self.page = Page(project)
        self.session = Session(project)

    @property
    def url(self) -> str:
        """The address of the view that the preview starts with."""
        return f"http://{HOST}:{self.server_port}/?{urlencode(asdict(self.start))}"

    def __exit__(self, *fault: Any) -> None:
        """Close the port, and end the session."""
        super().__exit__(*fault)
        self.session.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report the errors of a request, but for connections that the browser closed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: Preview
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "kensei-docs", ""
    # Seconds after which an idle connection is closed.
    timeout = 60

    def do_GET(self) -> None:
        """Answer a request for the page, its news, a picture or an asset."""
        host = (self.headers.get("Host") or "").rpartition(":")
        name = host[0] if host[2].isdigit() else (self.headers.get("Host") or "")
        if name.lower() not in _HOSTS:
            self._text(HTTPStatus.MISDIRECTED_REQUEST, "this preview is for this machine alone")
            return
        asked = urlsplit(self.path)
        fields = {name: values[-1] for name, values in parse_qs(asked.query).items()}
        try:
            self._answer(asked.path, fields)
        except Unusable as fault:
            self._text(HTTPStatus.INTERNAL_SERVER_ERROR, str(fault))

    def _answer(self, path: str, fields: Mapping[str, str]) -> None:
        server = self.server
        # Fields that the request lacks are those of the first view.
        view = replace(server.start, **{name: fields[name] for name in asdict(server.start) if name in fields})
        if path == "/":
            html = server.page.whole(view, server.session.state(view, 0, _FIRST_PATIENCE))
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", html.encode())
        elif path == "/news":
            since = fields.get("since", "")
            state = server.session.state(view, int(since) if since.isdecimal() else -1, _PATIENCE)
            news = json.dumps(server.page.news(view, state), ensure_ascii=False)
            self._send(HTTPStatus.OK, "application/json; charset=utf-8", news.encode())
        elif path.startswith("/picture/"):
            # Pictures are looked up by key among those on the pages: no file is opened.
            data = server.session.picture(path.removeprefix("/picture/").removesuffix(".png"))
            if data:
                self._send(HTTPStatus.OK, "image/png", data, "max-age=31536000, immutable")
            else:
                self._text(HTTPStatus.NOT_FOUND, "there is no such picture")
        elif (asset := server.page.asset(path[1:])) is not None:
            self._send(HTTPStatus.OK, f"{ASSETS[path[1:]]}; charset=utf-8", asset)
        else:
            self._text(HTTPStatus.NOT_FOUND, "no such page")

    def _text(self, status: HTTPStatus, words: str) -> None:
        self._send(status, "text/plain; charset=utf-8", f"{words}\n".encode())

    def _send(self, status: HTTPStatus, kind: str, data: bytes, keep: str = "no-store") -> None:
        with suppress(ConnectionError):
            self.send_response(status)
            for name, value in (
                ("Content-Type", kind),
                ("Content-Length", str(len(data))),
                ("Cache-Control", keep),
                ("Content-Security-Policy", _POLICY),
                ("X-Content-Type-Options", "nosniff"),
                ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Referrer-Policy", "no-referrer"),
            ):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal is for what the user has to know."""
