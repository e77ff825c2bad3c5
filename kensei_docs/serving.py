"""What the tool serves to browsers of this machine only: an HTTP server, and its pages, templates that are filled in.

A page can load nothing from elsewhere. Its templates, styles and scripts are those that come with the tool, in the
reader's language: a project of another person has no script in a page that may change anything, or shows a document.
"""

from __future__ import annotations

import errno
import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import compare_digest, token_urlsafe
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from jinja2 import Environment, TemplateError

from kensei_docs import faults
from kensei_docs.catalogues import MESSAGE_LANGUAGE, Translator, languages
from kensei_docs.database import Database
from kensei_docs.database.model import Vocabulary
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.typefaces import embedded
from kensei_docs.problems import Place, Problem, Said, Unusable, say, unusable
from kensei_docs.project import SHARED_TEMPLATES, Project

HOST = "127.0.0.1"
# The accepted values of the Host header. Another one is DNS rebinding: a foreign site whose name was
# made to point to this machine.
_HOSTS = {"127.0.0.1", "localhost"}
# The page may load from this server alone, and no page may frame it.
_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; font-src data:; script-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# What a browser says of a request that a page of this server makes, or that its user types. One that a page of another
# site makes is refused, for it would have the tool lay out faces. Programs that are no browser say nothing.
_SITES = {"same-origin", "none"}
# A page sends this header with the token that it was given: no other site can read that, or set the header.
TOKEN = "X-Kensei-Docs"
# The most bytes of a request; a form has some hundreds.
_MAX_REQUEST_BYTES = 1 << 16
# More digits are no number of a page, and Python refuses to read some thousands.
_MAX_DIGITS = 15
_TEXT = "text/plain; charset=utf-8"
_FOREVER = "max-age=31536000, immutable"
# The media type of an asset, by the ending of its name.
_MEDIA = {"css": "text/css", "js": "text/javascript"}


class Response(NamedTuple):
    """What is sent: data of a media type, and how long the browser may keep it."""

    kind: str
    data: bytes
    keep: str = "no-store"
    status: HTTPStatus = HTTPStatus.OK


def html(text: str) -> Response:
    """Return the response that is a page."""
    return Response("text/html; charset=utf-8", text.encode())


def as_json(value: object) -> Response:
    """Return the response that is a value as JSON."""
    return Response("application/json; charset=utf-8", json.dumps(value, ensure_ascii=False).encode())


class Refused(Exception):
    """A request that is not answered, with the status and the message for the reader."""

    def __init__(self, status: HTTPStatus, message: Said) -> None:
        self.status, self.message = status, message


def _no_request() -> Refused:
    return Refused(HTTPStatus.BAD_REQUEST, say("this is not a request of the page"))


class LocalServer(ThreadingHTTPServer, ABC):
    """Serves ``pages`` until it is shut down: GET by ``answer``, and POST, which changes something, by ``act``.

    ``token`` is the secret of the pages that may change anything.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, name: str, port: int, pages: Pages) -> None:
        """Listen on a port, 0 for any that is free; raises Unusable, with the ``name`` of the command, if it is not."""
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as fault:
            if fault.errno == errno.EADDRINUSE:
                said = say(
                    "port %(port)s is taken by another program; choose another with --port, 0 for any that is free",
                    port=port,
                )
            else:
                said = say(
                    "port %(port)s can't be used (%(reason)s); choose another with --port, 0 for any that is free",
                    port=port,
                    reason=fault.strerror,
                )
            raise unusable(name, said, "port") from fault
        self.pages = pages
        self.token = token_urlsafe(24)

    @property
    def url(self) -> str:
        """The address of the first page."""
        return f"http://{HOST}:{self.server_port}/"

    @abstractmethod
    def answer(self, path: str, fields: Mapping[str, str]) -> Response:
        """Return a page or a part of one; raises Refused and Unusable."""

    def act(self, path: str, fields: Mapping[str, Any]) -> Response:
        """Do what a page asks for and return the answer; raises Refused and Unusable."""
        raise Refused(HTTPStatus.NOT_FOUND, say("nothing is done here"))

    def picture(self, key: str) -> bytes | None:
        """Return the PNG that the page names by a key, or None. A key is looked up: it never opens a file."""
        return None

    def part(self, path: str) -> Response:
        """Return the picture or the asset at a path; raises Refused if there is none."""
        if path.startswith("/picture/"):
            if data := self.picture(path.removeprefix("/picture/").removesuffix(".png")):
                return Response("image/png", data, _FOREVER)
            raise Refused(HTTPStatus.NOT_FOUND, say("there is no such picture"))
        if asset := self.pages.asset(path[1:]):
            return Response(*asset)
        raise Refused(HTTPStatus.NOT_FOUND, say("there is no such page"))

    def translated(self, message: str) -> str:
        """Return a message in the reader's language; in English if the server doesn't know that language."""
        return message

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print a line for the error of a request, but for connections that the browser closed."""
        fault = sys.exception()
        if fault is not None and not isinstance(fault, ConnectionError | TimeoutError):
            print(faults.report_of(fault), file=sys.stderr)


class _Handler(BaseHTTPRequestHandler):
    """Answers requests of this machine's browsers for pages of its server, and no others."""

    server: LocalServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "kensei-docs", ""
    # Seconds after which an idle connection is closed.
    timeout = 60

    def do_GET(self) -> None:
        """Answer a request of a browser of this machine."""
        self._answer(self._get)

    def do_POST(self) -> None:
        """Do what a page of this server asks for, a JSON object in the body; a request without its token is refused."""
        self._answer(self._post)

    def _answer(self, answer: Callable[[], Response]) -> None:
        """Answer a request; if that fails, say what is wrong, or that this program is."""
        try:
            self._require_this_machine()
            response = answer()
        except Refused as refused:
            # What a refused request has in its body is not read, and would be taken for the next request.
            self.close_connection |= self.command == "POST"
            response = self._words(refused.status, refused.message)
        except Unusable as fault:
            told = [replace(problem, message=self.server.translated(problem.message)) for problem in fault.problems]
            text = "".join(f"{one}\n" for one in told)
            response = Response(_TEXT, text.encode(), status=HTTPStatus.INTERNAL_SERVER_ERROR)
        except ConnectionError:
            raise
        except Exception as fault:
            self.close_connection = True
            print(faults.report_of(fault), file=sys.stderr)
            said = say("this program has a fault; its terminal says what to do")
            response = self._words(HTTPStatus.INTERNAL_SERVER_ERROR, said)
        with suppress(ConnectionError):
            self._send(response)

    def _get(self) -> Response:
        try:
            asked = urlsplit(self.path)
            fields = {name: values[-1] for name, values in parse_qs(asked.query).items()}
        except ValueError:
            raise _no_request() from None
        return self.server.answer(asked.path, fields)

    def _post(self) -> Response:
        length = whole_number(self.headers.get("Content-Length") or "")
        if not compare_digest((self.headers.get(TOKEN) or "").encode(), self.server.token.encode()):
            raise Refused(HTTPStatus.FORBIDDEN, say("this page is of another run; load it anew"))
        if length is None or length > _MAX_REQUEST_BYTES:
            raise _no_request()
        try:
            fields = json.loads(self.rfile.read(length))
            path = urlsplit(self.path).path
        except (ValueError, RecursionError):
            raise _no_request() from None
        if not isinstance(fields, dict):
            raise _no_request()
        return self.server.act(path, fields)

    def _require_this_machine(self) -> None:
        """Raise Refused for a request that is not one of this server's pages."""
        asked = self.headers.get("Host") or ""
        host = asked.rpartition(":")
        name = host[0] if host[2].isdigit() else asked
        origin = self.headers.get("Origin") or f"http://{asked}"
        if name.lower() not in _HOSTS:
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, say("this page is for this machine alone"))
        if (self.headers.get("Sec-Fetch-Site") or "none") not in _SITES or origin != f"http://{asked}":
            said = say("a page of another site asked for this; type the address to see it")
            raise Refused(HTTPStatus.FORBIDDEN, said)

    def _words(self, status: HTTPStatus, message: Said) -> Response:
        """Return a message in the reader's language as a plain text."""
        return Response(_TEXT, f"{self.server.translated(message)}\n".encode(), status=status)

    def _send(self, response: Response) -> None:
        self.send_response(response.status)
        for name, value in (
            ("Content-Type", response.kind),
            ("Content-Length", str(len(response.data))),
            ("Cache-Control", response.keep),
            ("Content-Security-Policy", _POLICY),
            ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(response.data)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal is for what the user has to know."""


def whole_number(text: str) -> int | None:
    """Return the number that the digits of a request give; None if they give none."""
    return int(text) if text.isdecimal() and len(text) <= _MAX_DIGITS else None


class Pages:
    """The pages of a server, made of shipped files alone.

    ``assets`` are the names of the style sheets and scripts that they load, ``templates`` those of their templates.
    """

    def __init__(self, project: Project, assets: tuple[str, ...], templates: tuple[str, ...]) -> None:
        self._project, self._assets, self._templates = project, assets, templates
        self._shipped = replace(project, layers=project.layers[-1:])

    def environment(self, language: str) -> tuple[Environment, Translator]:
        """Return the templates and the translator of their words, neither of them of an edition."""
        spoken = language if language in languages(self._project) else MESSAGE_LANGUAGE
        translator = Translator(self._project, Database(Vocabulary(), {}), spoken)
        return environment(self._shipped, translator, SHARED), translator

    def asset(self, name: str) -> tuple[str, bytes] | None:
        """Return the media type and the content of an asset, a style sheet with its typefaces; None for other names."""
        file = self._shipped.file(*SHARED_TEMPLATES, name) if name in self._assets else None
        if not file:
            return None
        text, kind = file.read_text(encoding="utf-8"), _MEDIA[file.suffix[1:]]
        content = embedded(text) if kind == "text/css" else text
        return f"{kind}; charset=utf-8", content.encode()

    def ignored(self) -> Iterator[Problem]:
        """Yield a warning for each file of the project that has the name of a page's file, and is not used."""
        for name in (*self._assets, *self._templates):
            for file in self._project.files(*SHARED_TEMPLATES, name)[1:]:
                yield Problem(
                    Place(str(file)),
                    say("is not used: pages in the browser are made of files of this program alone; remove it"),
                    "templates",
                    "warning",
                )


def render(environment: Environment, name: str, **values: Any) -> str:
    """Return a template filled in; raises Unusable where it has a fault."""
    try:
        return environment.get_template(name).render(**values)
    except TemplateError as fault:
        raise unusable(
            name,
            say("this template can't be shown: %(fault)s; mend it", fault=fault),
            "templates",
            getattr(fault, "lineno", None),
        ) from fault
