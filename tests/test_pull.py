"""What is kept elsewhere is fetched when asked, compared, and written when asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook

EVENTS = "data/editions/salt/events.csv"
FIRST = b"Name,HP,Text\nWell,2,All rest.\nStorm,1,Nobody shoots.\n"
NEXT = b"Name,HP,Text,Copies\nWell,3,All rest.,1\nSand,1,Nobody shoots.,\nFog,4,Nobody sees.,2\n"


class Site:
    """A server of this machine; ``pages`` are (status, content, more heads) by path."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[int, bytes, dict[str, str]]] = {}
        self.asked: list[dict[str, str]] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked.append(dict(self.headers))
                status, content, more = site.pages.get(self.path, (404, b"", {}))
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def puts(self, path: str, content: bytes, status: int = 200, **heads: str) -> str:
        self.pages[path] = status, content, heads
        return f"http://127.0.0.1:{self.server.server_port}{path}"


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make a project that pulls its events from an address, and go into it."""
    monkeypatch.chdir(tmp_path)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)

    def make(address: str, file: str = EVENTS) -> None:
        folder = tmp_path / "data" / "editions" / "salt"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "edition.yaml").write_text("{id: salt, name: Salt, game: Salt, language: en, units: in}\n")
        (tmp_path / "data" / "vocabulary.yaml").write_text("kinds: {events: event}\n")
        (tmp_path / "pull.yaml").write_text(f"{file}: {address}\n")

    return make


def test_looking_writes_nothing_and_writing_is_asked_for(run: Callable, site: Site, project: Callable) -> None:
    project(site.puts("/events", FIRST))
    looked = run("pull")
    assert (looked.out, looked.status) == (f"{EVENTS}: new, with 2 rows\nNothing is written; --write does it.\n", 1)
    assert not Path(EVENTS).exists()
    written = run("pull", "--write")
    assert (written.status, f"wrote {EVENTS}" in written.out) == (0, True)
    assert Path(EVENTS).read_bytes() == FIRST
    assert run("pull") == (f"{EVENTS}: unchanged\n", "", 0)


def test_what_changes_is_told_by_record_and_cell(run: Callable, site: Site, project: Callable) -> None:
    project(site.puts("/events", FIRST))
    run("pull", "--write")
    site.puts("/events", NEXT)
    assert run("pull").out.splitlines()[:6] == [
        f"{EVENTS}: 4 changes",
        "  + the column Copies",
        "  Well: HP 2 → 3",
        "  Storm is called Sand, and its id changes with it; write 'storm' into a column 'Id' to keep it, or into a "
        "column 'Was'",
        "  + Fog",
        "Nothing is written; --write does it.",
    ]


def test_changes_of_ones_own_are_kept_aside(run: Callable, site: Site, project: Callable) -> None:
    project(site.puts("/events", FIRST))
    run("pull", "--write")
    mine = FIRST.replace(b"Nobody", b"Everybody")
    Path(EVENTS).write_bytes(mine)
    site.puts("/events", NEXT)
    assert "You changed this file since the last pull; --write keeps yours beside the new one." in run("pull").out
    done = run("pull", "--write")
    [kept] = Path("data/editions/salt").glob("events.csv.kept-*")
    assert f"kept what you had changed as {kept}" in done.out
    assert (kept.read_bytes(), Path(EVENTS).read_bytes()) == (mine, NEXT)
    # The project reads the new file alone.
    assert run("check", "salt", "--select", "data", "--select", "spreadsheet").status == 0


def test_a_file_that_was_only_pulled_is_replaced(run: Callable, site: Site, project: Callable) -> None:
    project(site.puts("/events", FIRST))
    run("pull", "--write")
    site.puts("/events", NEXT)
    assert run("pull", "--write").status == 0
    assert sorted(path.name for path in Path("data/editions/salt").iterdir()) == ["edition.yaml", "events.csv"]


def test_a_workbook_is_pulled_too(run: Callable, site: Site, project: Callable) -> None:
    book, out = Workbook(), BytesIO()
    book.active.title = "Events"
    book.active.append(["Name"])
    book.active.append(["Well"])
    book.save(out)
    project(site.puts("/book", out.getvalue()), "data/editions/salt/game.xlsx")
    assert run("pull", "--write").status == 0
    assert "Well" in run("show", "event/well", "-e", "salt").out


PAGE = b"<!DOCTYPE html><html><body>Sign in</body></html>"


@pytest.mark.parametrize(
    ("status", "content", "said"),
    [
        (200, PAGE, "its address has a page and no table, perhaps one to log in; publish the table as CSV"),
        (200, b"\xff\xfe\x00", "is not UTF-8 text; save it as CSV in UTF-8"),
        (200, b"Name,HP\n", "its address has no rows below a head"),
        (404, b"", "is not there, or not for everyone (status 404); publish the table as CSV"),
        (500, b"", "can't be had now (status 500)"),
    ],
)
def test_what_is_no_table_is_refused(
    run: Callable, site: Site, project: Callable, status: int, content: bytes, said: str
) -> None:
    project(site.puts("/events", content, status))
    told = run("pull", "--write")
    assert (told.status, said in told.err, Path(EVENTS).exists()) == (1, True, False)


def test_a_file_that_has_no_end_is_refused(run: Callable, site: Site, project: Callable) -> None:
    project(site.puts("/events", b"Name\n" + b"a" * 20_000_001))
    assert "has more than 20 MB; keep less in it" in run("pull").err


def test_an_address_may_lead_on_to_another_but_only_to_one_that_may_be_fetched(
    run: Callable, site: Site, project: Callable
) -> None:
    project(site.puts("/events", b"", 302, Location=site.puts("/there", FIRST)))
    assert run("pull").out.startswith(f"{EVENTS}: new")
    site.puts("/events", b"", 302, Location="http://example.com/events.csv")
    assert "its address leads on to another: 'http://example.com/events.csv' is not fetched" in run("pull").err
    site.puts("/events", b"", 302, Location="file:///etc/hostname")
    assert run("pull").status in (1, 2) and not Path(EVENTS).exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"{EVENTS}: http://example.com/a.csv", "'http://example.com/a.csv' is not fetched; write an"),
        (f"{EVENTS}: file:///etc/passwd", "is not fetched; write an address that begins with https://"),
        (f"{EVENTS}: https://me:pass@example.com/a.csv", "has a name or a password in it, which is not sent"),
        ("data/vocabulary.yaml: https://example.com/a", "is no spreadsheet; its name should end in .csv"),
        ("../a.csv: https://example.com/a", "is not a file of an edition; write data/editions/EDITION/a.csv"),
        ("data/editions/salt/../../../a.csv: https://example.com/a", "is not a file of an edition"),
        ("/tmp/a.csv: https://example.com/a", "is not a file of an edition"),
        (f"{EVENTS}: 5", "'5' is not fetched"),
        ("- a", "should hold the address of each file"),
    ],
)
def test_an_entry_that_can_not_be_pulled_is_told_with_its_line(
    run: Callable, project: Callable, line: str, said: str
) -> None:
    project("https://example.com/a.csv")
    Path("pull.yaml").write_text(f"{line}\n")
    told = run("pull")
    assert (told.status, said in told.err) == (2, True), told.err
    assert said in run("check", "salt").out


def test_a_link_out_of_the_project_is_not_written_through(
    run: Callable, project: Callable, tmp_path_factory: pytest.TempPathFactory
) -> None:
    project("https://example.com/a.csv")
    Path(EVENTS).symlink_to(tmp_path_factory.mktemp("elsewhere") / "a.csv")
    assert run("pull").status == 2


def test_a_name_that_is_not_there_is_told(run: Callable, project: Callable) -> None:
    project("https://example.com/a.csv")
    assert "has no address of 'event.csv'" in run("pull", "event.csv").err


def test_without_addresses_it_is_told_where_to_write_one(run: Callable, project: Callable) -> None:
    project("https://example.com/a.csv")
    Path("pull.yaml").unlink()
    told = run("pull")
    assert (told.status, "says no address; write 'data/editions/EDITION/FILE.csv: https://…'" in told.err) == (2, True)


def test_no_credentials_are_sent(run: Callable, site: Site, project: Callable) -> None:
    project(site.puts("/events", FIRST))
    run("pull")
    assert not {"Authorization", "Cookie"} & set(site.asked[0])
