"""What a server of this machine answers: to its own pages alone, made of the tool's own files, whatever it is asked."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from kensei_docs.preview.server import Preview
from kensei_docs.preview.views import View
from kensei_docs.project import Project, shipped
from kensei_docs.review.server import ASSETS, LIST, PAGE, RECORD
from kensei_docs.serving import TOKEN, LocalServer, Pages, Response, as_json
from tests.browser import PATIENCE, Chromium, needs_chromium


class Server(LocalServer):
    def answer(self, path: str, fields: Mapping[str, str], here: bool) -> Response:
        if path == "/broken":
            raise KeyError("the words of a book")
        return as_json(dict(fields))

    def act(self, path: str, fields: Mapping[str, Any]) -> Response:
        return self.answer(path, fields, True)


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with Server("test", 0, Pages(Project.open(), (), ())) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def asked(server: LocalServer, request: str, body: str = "", **headers: str) -> tuple[int, str]:
    """Return the status and the body of the answer to a request line."""
    headers = {"Host": f"127.0.0.1:{server.server_port}", "Connection": "close", **headers}
    if body:
        headers = {TOKEN.replace("-", "_"): server.token, "Content_Length": str(len(body)), **headers}
    lines = [request, *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
    with socket.create_connection(("127.0.0.1", server.server_port), PATIENCE) as there:
        there.sendall(("\r\n".join([*lines, "", ""]) + body).encode())
        answer = b"".join(iter(lambda: there.recv(1 << 16), b"")).decode()
    head, _, rest = answer.partition("\r\n\r\n")
    return int(head.split()[1]) if head else 0, rest


@pytest.mark.parametrize(
    ("request_line", "body", "status"),
    [
        ("GET http://[/ HTTP/1.1", "", 400),
        # Python's server takes one slash for several.
        ("GET //[::1/ HTTP/1.1", "", 200),
        ("GET /news?" + "&".join(f"f{n}=1" for n in range(5000)) + " HTTP/1.1", "", 200),
        ("GET /" + "a" * 70000 + " HTTP/1.1", "", 414),
        ("PUT / HTTP/1.1", "x", 501),
        ("POST / HTTP/1.1", "[" * 60000, 400),
        ("POST / HTTP/1.1", '{"a":' * 10000, 400),
        ("POST / HTTP/1.1", "[]", 400),
        ("POST / HTTP/1.1", "{", 400),
        ("POST / HTTP/1.1", '{"a": ' + "9" * 5000 + "}", 400),
        ("POST http://[/ HTTP/1.1", "{}", 400),
        ("POST / HTTP/1.1", '{"a": 1}', 200),
    ],
    ids=lambda value: str(value)[:30],
)
def test_whatever_is_asked_is_answered_with_a_status(
    server: LocalServer, request_line: str, body: str, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    assert asked(server, request_line, body)[0] == status
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("length", ["", "-1", "x", "9" * 5000, "²"])
def test_a_body_without_its_length_is_refused(server: LocalServer, length: str) -> None:
    status, _ = asked(server, "POST / HTTP/1.1", "{}", Content_Length=length.encode().decode("latin-1"))
    assert status == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec_Fetch_Site": "none"}, 200),
        ({"Sec_Fetch_Site": "same-origin"}, 200),
        # A page of another port of this machine, and of any site.
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
@pytest.mark.parametrize(("line", "body"), [("GET / HTTP/1.1", ""), ("POST / HTTP/1.1", "{}")])
def test_a_page_of_another_site_makes_the_server_do_nothing(
    server: LocalServer, headers: dict[str, str], status: int, line: str, body: str
) -> None:
    assert asked(server, line, body, **headers)[0] == status


@pytest.mark.parametrize(("line", "body"), [("GET /broken HTTP/1.1", ""), ("POST /broken HTTP/1.1", "{}")])
def test_a_fault_of_the_tool_is_answered_and_one_line_in_the_terminal(
    server: LocalServer, line: str, body: str, capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert asked(server, line, body) == (500, "this program has a fault; its terminal says what to do\n")
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "a fault of the program (KeyError" in said and "book" not in said
    [report] = tmp_path.iterdir()
    assert "KeyError" in report.read_text() and "the words of a book" not in report.read_text()


@pytest.mark.parametrize("name", [*ASSETS, PAGE, RECORD, LIST])
def test_a_page_is_made_of_the_tool_s_own_files(project_of: Any, name: str) -> None:
    folder = project_of({f"templates/_shared/{name}": "PLANTED", "data/x": ""})
    pages = Pages(Project.open(folder), ASSETS, (PAGE, RECORD, LIST))
    assert [problem.place.file for problem in pages.ignored()] == [str(folder / "templates" / "_shared" / name)]
    if name in ASSETS:
        assert b"PLANTED" not in (pages.asset(name) or ("", b"PLANTED"))[1]
    else:
        own = (shipped() / "templates" / "_shared" / name).resolve()
        found = pages.environment("en")[0].get_template(name).filename
        assert Path(str(found)).resolve() == own


class Canary(HTTPServer):
    """Notes what is asked of it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Noting)
        self.heard: list[str] = []


class _Noting(BaseHTTPRequestHandler):
    server: Canary

    def do_GET(self) -> None:
        self.server.heard.append(self.path)
        self.send_response(204)
        self.end_headers()

    do_POST = do_GET

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def canary() -> Iterator[Canary]:
    with Canary() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@needs_chromium
def test_in_a_browser_no_script_of_a_project_runs_and_nothing_leaves(
    reeds: Path, canary: Canary, chromium: Chromium
) -> None:
    there = f"http://127.0.0.1:{canary.server_port}"
    script = f"fetch('{there}/fetch'); new Image().src = '{there}/image'; location = '{there}/gone'"
    shared = reeds / "templates" / "_shared"
    shared.mkdir(parents=True, exist_ok=True)
    for name in ("screen.js", "preview.js"):
        (shared / name).write_text(script)
    for name in ("preview.html.j2", "preview-face.html.j2", "preview-state.html.j2"):
        (shared / name).write_text(
            f'<meta http-equiv="refresh" content="0;url={there}/refresh"><script>{script}</script>'
        )
    for name in ("screen.css", "preview.css"):
        (shared / name).write_text(f"body {{ background: url({there}/style) }}")
    # A name with markup reaches the page as text.
    abilities = reeds / "data" / "editions" / "reeds-1e" / "abilities.yaml"
    markup = json.dumps(f'<img src=x onerror="{script}"><script>{script}</script>')
    abilities.write_text(
        abilities.read_text(encoding="utf-8").replace("name: ", f"name: {markup} #", 1), encoding="utf-8"
    )
    view = View("ability-cards", "reeds-1e", "en", "colour")
    with Preview(Project.open(reeds), view, 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            with chromium.page(server.url) as page:
                # What the tool's own scripts do shows that the page is alive.
                page("new Promise((done) => setTimeout(() => done(1), 300))")
                assert page("location.host") == f"127.0.0.1:{server.server_port}"
                assert page("typeof KD") == "object"
        finally:
            server.shutdown()
            thread.join()
    assert canary.heard == []
    assert len(list(server.pages.ignored())) == 7
