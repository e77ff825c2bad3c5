"""What the tool serves to browsers: an HTTP server, and its pages, templates that are filled in.

Browsers of this machine alone are answered, unless the user names another address to listen at: then whoever has the
secret key of the printed address is, and sees the pages, but changes nothing. A page can load nothing from elsewhere.
Its templates, styles and scripts are those that come with the tool, in the reader's language: a project of another
person has no script in a page that may change anything, or shows a document.
"""

from __future__ import annotations

import errno
import json
import re
import socket
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import AddressValueError, IPv4Address
from secrets import compare_digest, token_urlsafe
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

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
# All addresses of this machine, and one that no machine has (RFC 5737): nothing is sent to it.
_ALL, _NOWHERE = "0.0.0.0", "192.0.2.1"
# The field of an address with the key.
KEY = "key"
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
    headers: tuple[tuple[str, str], ...] = ()


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

    ``token`` is the secret of the pages that may change anything, ``key`` that of the address, which every request
    carries, if other machines are answered; else it is empty.
    """

    daemon_threads = True
    block_on_close = False
    # The policy of what is answered.
    policy = _POLICY

    def __init__(self, name: str, port: int, pages: Pages, host: str = HOST) -> None:
        """Listen on a port, 0 for any that is free, of an IPv4 address of this machine, 0.0.0.0 for all of them.

        Raises Unusable, with the ``name`` of the command, if that can't be.
        """
        address = _address(name, host)
        try:
            super().__init__((str(address), port), _Handler)
        except OSError as fault:
            if fault.errno == errno.EADDRNOTAVAIL:
                raise _no_address(name, host) from fault
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
        self.key = "" if address.is_loopback else token_urlsafe(16)
        self._host = HOST if str(address) == _ALL else str(address)

    @property
    def url(self) -> str:
        """The address of the first page, for a browser of this machine."""
        return self._url_at(self._host, self.first)

    @property
    def url_elsewhere(self) -> str | None:
        """The address of the first page for other machines, with the key; None if they are not answered."""
        if not self.key:
            return None
        # Without the fields: a code that a telephone scans is the larger the longer the address is.
        return self._url_at(own_address() if str(self.server_address[0]) == _ALL else self._host, {})

    @property
    def first(self) -> Mapping[str, str]:
        """The fields of the address of the first page."""
        return {}

    def _url_at(self, host: str, fields: Mapping[str, str]) -> str:
        fields = {**({KEY: self.key} if self.key else {}), **fields}
        return f"http://{host}:{self.server_port}/{'?' if fields else ''}{urlencode(fields)}"

    @property
    def cookie(self) -> str:
        """The name of the cookie with the key: a browser sends those of all ports."""
        return f"kensei-docs-{self.server_port}"

    @abstractmethod
    def answer(self, path: str, fields: Mapping[str, str], here: bool) -> Response:
        """Return a page or a part of one; raises Refused and Unusable. ``here``: to a browser of this machine."""

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
        """Answer a request for a page."""
        self._answer(self._get)

    def do_POST(self) -> None:
        """Do what a page of this server asks for, a JSON object in the body; a request without its token is refused."""
        self._answer(self._post)

    def _answer(self, answer: Callable[[], Response]) -> None:
        """Answer a request; if that fails, say what is wrong, or that this program is."""
        try:
            self._require_own_page()
            response = self._admitted() or answer()
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
        return self.server.answer(asked.path, fields, self._is_here)

    def _post(self) -> Response:
        if not self._is_here:
            said = say("only a browser of the machine that the preview runs on may change anything")
            raise Refused(HTTPStatus.FORBIDDEN, said)
        length = whole_number(self.headers.get("Content-Length") or "")
        if not _is_same(self.headers.get(TOKEN) or "", self.server.token):
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

    @property
    def _is_here(self) -> bool:
        """Whether the request comes from this machine: from its loopback address, or from the address it is sent to."""
        address = str(self.client_address[0])
        return IPv4Address(address).is_loopback or address == self._address

    @property
    def _address(self) -> str:
        """The address of this machine to which the request is sent."""
        return str(self.connection.getsockname()[0])

    def _require_own_page(self) -> None:
        """Raise Refused for a request that is not one of this server's pages."""
        asked = self.headers.get("Host") or ""
        host = asked.rpartition(":")
        name = host[0] if host[2].isdigit() else asked
        origin = self.headers.get("Origin") or f"http://{asked}"
        # A name can be made to point to this machine; a page at its address is this server's.
        hosts = _HOSTS | {self._address} if self.server.key else _HOSTS
        if name.lower() not in hosts:
            raise Refused(HTTPStatus.MISDIRECTED_REQUEST, say("this page is for this machine alone"))
        if (self.headers.get("Sec-Fetch-Site") or "none") not in _SITES or origin != f"http://{asked}":
            said = say("a page of another site asked for this; type the address to see it")
            raise Refused(HTTPStatus.FORBIDDEN, said)

    def _admitted(self) -> Response | None:
        """Return what leads to the same address without the key, which a cookie keeps; None if the cookie is there.

        Raises Refused for a request without the key.
        """
        server = self.server
        if not server.key:
            return None
        path, _, query = self.path.partition("?")
        kept = [field for field in query.split("&") if not field.startswith(f"{KEY}=")]
        given = [field.removeprefix(f"{KEY}=") for field in query.split("&") if field not in kept]
        if any(_is_same(one, server.key) for one in given):
            # One slash: with two, or a backslash, the address would be that of another machine.
            address = f"/{path.lstrip('/')}{'?' if any(kept) else ''}{'&'.join(kept)}"
            cookie = f"{server.cookie}={server.key}; HttpOnly; SameSite=Strict; Path=/"
            headers = (("Location", re.sub(r"[^!-~]|\\", "", address)), ("Set-Cookie", cookie))
            return Response(_TEXT, b"", status=HTTPStatus.SEE_OTHER, headers=headers)
        cookies = [part.strip().partition("=") for part in (self.headers.get("Cookie") or "").split(";")]
        if any(name == server.cookie and _is_same(value, server.key) for name, _, value in cookies):
            return None
        said = say("this page needs its key: open the address with the key that the terminal shows")
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
            ("Content-Security-Policy", self.server.policy),
            ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
            *response.headers,
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(response.data)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal is for what the user has to know."""


def _is_same(one: str, other: str) -> bool:
    return compare_digest(one.encode(errors="replace"), other.encode())


def _address(name: str, host: str) -> IPv4Address:
    """Return the address that a user names; raises Unusable, with the ``name`` of the command, if it is none."""
    try:
        return IPv4Address(HOST if host == "localhost" else host)
    except AddressValueError as fault:
        raise _no_address(name, host) from fault


def _no_address(name: str, host: str) -> Unusable:
    said = say(
        "'%(host)s' is no address of this machine; write 0.0.0.0 for all, or one such as 192.168.1.20", host=host
    )
    return unusable(name, said, "host")


def own_address() -> str:
    """Return the address of this machine in its network; its own alone, if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there, suppress(OSError):
        # A datagram socket is only told where its datagrams would go.
        there.connect((_NOWHERE, 9))
        return str(there.getsockname()[0])
    return HOST


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
