"""What other machines get of a server that answers them: nothing without the key, and no change with it."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from kensei_docs import serving
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.serving import HOST, TOKEN, LocalServer, Pages, Response, as_json, own_address
from tests.browser import PATIENCE

# Another address of this machine, as a telephone's is of another: requests from it are not from here.
ELSEWHERE = "127.0.0.2"


class Server(LocalServer):
    def answer(self, path: str, fields: Mapping[str, str], here: bool) -> Response:
        return as_json({"fields": dict(fields), "here": here})

    def act(self, path: str, fields: Mapping[str, Any]) -> Response:
        return as_json("done")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalServer]:
    """A server of all addresses, for which one of the loopback's counts as another machine's."""
    real = serving.IPv4Address

    class Address(real):  # type: ignore[misc, valid-type]
        @property
        def is_loopback(self) -> bool:
            return str(self) == HOST

    monkeypatch.setattr(serving, "IPv4Address", Address)
    with Server("test", 0, Pages(Project.open(), (), ()), "0.0.0.0") as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def asked(server: LocalServer, line: str, source: str = ELSEWHERE, body: str = "", **headers: str) -> tuple[int, str]:
    """Return the status of the answer, and all of it, to a request from an address to the machine's own."""
    headers = {"Host": f"{HOST}:{server.server_port}", "Connection": "close", **headers}
    lines = [line, *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
    with socket.create_connection((HOST, server.server_port), PATIENCE, (source, 0)) as there:
        there.sendall(("\r\n".join([*lines, "", ""]) + body).encode())
        answer = b"".join(iter(lambda: there.recv(1 << 16), b"")).decode()
    return int(answer.split()[1]), answer


def test_by_default_this_machine_alone_is_answered_and_needs_no_key() -> None:
    with Server("test", 0, Pages(Project.open(), (), ())) as server:
        assert server.server_address[0] == HOST
        assert (server.key, server.url_elsewhere) == ("", None)
        assert server.url == f"http://127.0.0.1:{server.server_port}/"


def test_nothing_is_answered_without_the_key_to_this_machine_or_another(server: LocalServer) -> None:
    for source in (HOST, ELSEWHERE):
        for line in ("GET / HTTP/1.1", "GET /?key= HTTP/1.1", "GET /?key=x HTTP/1.1", "GET /screen.css HTTP/1.1"):
            status, answer = asked(server, line, source)
            assert status == 403 and "this page needs its key" in answer
        assert asked(server, "GET / HTTP/1.1", source, Cookie=f"{server.cookie}=x; other={server.key}")[0] == 403


def test_the_key_leads_to_the_address_without_it_and_is_kept_in_a_cookie(server: LocalServer) -> None:
    status, answer = asked(server, f"GET /?kind=notes&key={server.key}&size= HTTP/1.1")
    assert status == 303
    assert re.search(r"^Location: /\?kind=notes&size=\r$", answer, re.M)
    cookie = re.search(r"^Set-Cookie: (\S+); HttpOnly; SameSite=Strict; Path=/\r$", answer, re.M)
    assert cookie and server.key not in answer.replace(cookie[0], "")
    status, answer = asked(server, "GET /?kind=notes HTTP/1.1", Cookie=f"a=b; {cookie[1]}")
    assert status == 200 and answer.endswith('{"fields": {"kind": "notes"}, "here": false}')
    assert asked(server, "GET / HTTP/1.1", HOST, Cookie=cookie[1])[1].endswith('"here": true}')
    # It leads nowhere else.
    for path in ("//evil.example/", "/\\evil.example", "http://evil.example/"):
        _, answer = asked(server, f"GET {path}?key={server.key} HTTP/1.1")
        assert not re.search(r"^Location: (/[/\\]|[^/])", answer, re.M)


def test_another_machine_changes_nothing_even_with_all_secrets(server: LocalServer) -> None:
    secrets = {"Cookie": f"{server.cookie}={server.key}", TOKEN: server.token, "Content_Length": "2"}
    status, answer = asked(server, "POST /do HTTP/1.1", body="{}", **secrets)
    assert status == 403 and "only a browser of the machine" in answer
    assert asked(server, "POST /do HTTP/1.1", HOST, "{}", **secrets)[0] == 200
    del secrets["Cookie"]
    assert asked(server, "POST /do HTTP/1.1", HOST, "{}", **secrets)[0] == 403


@pytest.mark.parametrize("host", ["evil.example", "kensei.local", "192.0.2.7", "0.0.0.0"])
def test_a_name_that_was_made_to_point_here_is_refused(server: LocalServer, host: str) -> None:
    cookie = f"{server.cookie}={server.key}"
    assert asked(server, "GET / HTTP/1.1", Host=f"{host}:{server.server_port}", Cookie=cookie)[0] == 421
    assert asked(server, f"GET /?key={server.key} HTTP/1.1", Host=f"{host}:{server.server_port}")[0] == 421


def test_the_address_for_others_has_the_machine_s_own_and_the_key(server: LocalServer) -> None:
    assert server.url_elsewhere == f"http://{own_address()}:{server.server_port}/?key={server.key}"
    assert len(server.key) >= 20


@pytest.mark.parametrize("host", ["192.0.2.1", "my-machine", "::", "127.0.0.1.evil.example", "256.1.1.1", ""])
def test_what_is_no_address_of_this_machine_is_refused_with_what_to_write(host: str) -> None:
    with pytest.raises(Unusable, match=r"is no address of this machine; write 0\.0\.0\.0 for all"):
        Server("preview", 0, Pages(Project.open(), (), ()), host)
