"""The server: for browsers of this machine alone, and for nothing but the page and its pictures."""

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

from kensei_docs.preview.bench import Bench
from kensei_docs.preview.page import ASSETS, Page
from kensei_docs.preview.spread import View
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project

HOST = "127.0.0.1"
# The names that a browser of this machine may call the server by: any other is a page from
# elsewhere that had its own name point here.
_OURS = {"127.0.0.1", "localhost"}
# How long a browser waits for news before it asks again, in seconds.
_PATIENCE = 20.0
# How long the page waits for its first faces, in seconds.
_GLANCE = 2.0
# The page may load from here alone, and nothing may frame it.
_POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class Preview(ThreadingHTTPServer):
    """Serves the preview of a project until it is shut down."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, project: Project, start: View, port: int) -> None:
        """Take the port, 0 for any that is free; raises Unusable where it can't be had."""
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as fault:
            what = (
                "is taken by another program"
                if fault.errno == errno.EADDRINUSE
                else f"can't be used ({fault.strerror})"
            )
            raise Unusable(
                Problem(
                    Place("preview"), f"port {port} {what}; choose another with --port, 0 for any that is free", "port"
                )
            ) from fault
        self.start = start
        self.page = Page(project)
        self.bench = Bench(project)

    @property
    def url(self) -> str:
        """The address of the view that the preview starts with."""
        return f"http://{HOST}:{self.server_port}/?{urlencode(asdict(self.start))}"

    def __exit__(self, *fault: Any) -> None:
        """Give the port back, and stop laying out."""
        super().__exit__(*fault)
        self.bench.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of browsers that went away while they were answered."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: Preview
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "kensei-docs", ""
    # A browser that says nothing for a while is no longer listened to.
    timeout = 60

    def do_GET(self) -> None:
        """Answer a request for the page, its news, a picture or an asset."""
        host = (self.headers.get("Host") or "").rpartition(":")
        name = host[0] if host[2].isdigit() else (self.headers.get("Host") or "")
        if name.lower() not in _OURS:
            self._text(HTTPStatus.MISDIRECTED_REQUEST, "this preview is for this machine alone")
            return
        asked = urlsplit(self.path)
        fields = {name: values[-1] for name, values in parse_qs(asked.query).items()}
        try:
            self._answer(asked.path, fields)
        except Unusable as fault:
            self._text(HTTPStatus.INTERNAL_SERVER_ERROR, str(fault))

    def _answer(self, path: str, fields: Mapping[str, str]) -> None:
        server, view = self.server, _view(self.server.start, fields)
        if path == "/":
            html = server.page.whole(view, server.bench.spread(view, 0, _GLANCE))
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", html.encode())
        elif path == "/news":
            since = fields.get("since", "")
            spread = server.bench.spread(view, int(since) if since.isdecimal() else -1, _PATIENCE)
            news = json.dumps(server.page.news(view, spread), ensure_ascii=False)
            self._send(HTTPStatus.OK, "application/json; charset=utf-8", news.encode())
        elif path.startswith("/picture/"):
            # Pictures are looked up by name among those that are shown: no file is opened.
            data = server.bench.picture(path.removeprefix("/picture/").removesuffix(".png"))
            if data:
                self._send(HTTPStatus.OK, "image/png", data, "max-age=31536000, immutable")
            else:
                self._text(HTTPStatus.NOT_FOUND, "there is no such picture")
        elif (asset := server.page.asset(path[1:])) is not None:
            self._send(HTTPStatus.OK, f"{ASSETS[path[1:]]}; charset=utf-8", asset)
        else:
            self._text(HTTPStatus.NOT_FOUND, "there is nothing here")

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
        """Keep the terminal for what the user has to know."""


def _view(start: View, fields: Mapping[str, str]) -> View:
    """Return the view that a request asks for; what it doesn't say is as in the beginning."""
    return replace(start, **{name: fields[name] for name in asdict(start) if name in fields})
