"""The preview, driven as a browser drives it, over a small game of our own."""

from __future__ import annotations

import io
import json
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from PIL import Image

from kensei_docs.preview.server import Preview
from kensei_docs.preview.views import View
from kensei_docs.project import Project
from tests.browser import PATIENCE, Chromium, faults_of_access, needs_chromium

VIEW = View("ability-cards", "reeds-1e", "en", "colour")
ABILITIES = Path("data", "editions", "reeds-1e", "abilities.yaml")


class Browser:
    """Looks at a preview and remembers the version that it saw last."""

    def __init__(self, server: Preview, folder: Path) -> None:
        self.port, self.folder = server.server_port, folder
        self.news: dict[str, Any] = {"version": 0, "faces": [], "state": ""}
        self.view: dict[str, str] = {}

    def get(self, path: str, host: str | None = None) -> tuple[int, bytes]:
        """Return the status and the content of an answer."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}")
        if host:
            request.add_header("Host", host)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read()

    def wait_for(self, seen: Callable[[dict[str, Any]], bool]) -> None:
        """Listen to the news until they are what is waited for."""
        until = time.monotonic() + PATIENCE
        while not seen(self.news):
            assert time.monotonic() < until, self.news
            query = urlencode({**self.view, "since": self.news["version"]})
            status, data = self.get(f"/news?{query}")
            assert status == 200, data
            self.news = json.loads(data)

    def wait_until_laid_out(self) -> None:
        self.wait_for(lambda news: bool(news["faces"]) and all("waiting" not in face["html"] for face in news["faces"]))

    def face(self, slot: str) -> str:
        return next(str(one["html"]) for one in self.news["faces"] if one["id"] == slot)

    def pictures(self) -> dict[str, list[str]]:
        """Return the addresses of the pictures of each face."""
        return {face["id"]: re.findall(r'src="([^"]+)"', face["html"]) for face in self.news["faces"]}

    def edit(self, file: Path, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def browser(reeds: Path) -> Iterator[Browser]:
    with Preview(Project.open(reeds), VIEW, 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield Browser(server, reeds)
        server.shutdown()
        thread.join()


def test_faces_are_shown_kept_and_changed_one_by_one(browser: Browser) -> None:
    status, page = browser.get("/")
    assert status == 200
    assert b'<html lang="en"' in page
    assert b'<option value="reeds-1e" selected>' in page

    browser.wait_until_laid_out()
    before = browser.pictures()
    assert list(before) == ["ferryman.front", "silent-paddle.front", "ferryman.back"]
    status, data = browser.get(before["ferryman.front"][0])
    picture = Image.open(io.BytesIO(data))
    # A poker card of 63 x 88 mm at 192 dots an inch, without its bleed.
    assert [abs(a - b) <= 2 for a, b in zip(picture.size, (476, 665), strict=True)] == [True, True]
    assert len(picture.getcolors(100_000) or []) > 20

    browser.edit(ABILITIES, "range: 15 cm", "range: 17 cm")
    browser.wait_for(lambda news: browser.pictures() != before)
    after = browser.pictures()
    assert [slot for slot in before if before[slot] != after[slot]] == ["ferryman.front"]
    browser.wait_for(lambda news: "last change shown after" in news["state"])

    # A fault is told with its line, and the last good picture stays.
    browser.edit(ABILITIES, "  name: Silent Paddle", "  name: [Silent Paddle")
    browser.wait_for(lambda news: "is not YAML" in json.dumps(news))
    told = browser.face("silent-paddle.front")
    assert re.search(r"abilities\.yaml:1[4-8]:\d+: is not YAML", told)
    assert browser.pictures() == after

    browser.edit(ABILITIES, "  name: [Silent Paddle", "  name: Silent Paddle")
    browser.wait_for(lambda news: "is not YAML" not in json.dumps(news))
    assert browser.pictures() == after


def test_what_does_not_fit_or_is_not_translated_is_told_beside_its_face(browser: Browser) -> None:
    browser.edit(ABILITIES, "This boat is never heard.", "This boat is never heard. " * 90)
    browser.view = {"language": "es"}
    browser.wait_until_laid_out()
    assert "[overflow]" in browser.face("silent-paddle.front")
    assert "changed since it was translated into es" in browser.face("silent-paddle.front")
    assert "problems" not in browser.face("ferryman.front")
    assert '<html lang="es"' in browser.get("/?language=es")[1].decode()


@pytest.mark.parametrize(
    ("view", "told"),
    [
        ({"kind": "abilty-cards"}, "did you mean &#39;ability-cards&#39;?"),
        ({"edition": "../reeds-1e"}, "there is no edition"),
        ({"language": "../../en"}, "there is no language"),
        ({"size": "63"}, "is not a size of face"),
        ({"theme": "gold"}, "there is no theme"),
        ({"kind": "scenarios"}, "has nothing to print for scenarios"),
    ],
)
def test_a_view_that_is_not_there_is_told_about(browser: Browser, view: dict[str, str], told: str) -> None:
    browser.view = view
    browser.wait_for(lambda news: "problems" in news["state"])
    assert told in browser.news["state"]


def test_only_a_browser_of_this_machine_gets_anything_and_no_file(browser: Browser) -> None:
    assert browser.get("/", host=f"localhost:{browser.port}")[0] == 200
    assert browser.get("/", host="reeds.example")[0] == 421
    assert browser.get("/", host=f"localhost.example:{browser.port}")[0] == 421
    for path in (
        "/../../data/glossary.yaml",
        "/picture/..%2f..%2fdata%2fglossary.yaml",
        "/preview.css/../theme.css",
        "/theme.css",
    ):
        assert browser.get(path)[0] == 404
    assert b"article" in browser.get("/preview.css")[1]
    assert browser.get("/preview.js")[0] == 200


def test_a_taken_port_is_refused_with_what_to_do(browser: Browser, run: Callable[..., Any]) -> None:
    result = run("--project", browser.folder, "preview", "ability-cards", "--no-browser", "--port", browser.port)
    assert result.status == 2
    assert result.err == (
        f"preview: port {browser.port} is taken by another program; choose "
        "another with --port, 0 for any that is free  [port]\n"
    )


@needs_chromium
def test_in_a_browser_faces_are_found_edits_seen_and_problems_walked(browser: Browser, chromium: Chromium) -> None:
    browser.wait_until_laid_out()
    ids = "[...document.querySelectorAll('article')].filter((one) => one.getClientRects().length).map((one) => one.id)"
    with chromium.page(f"http://127.0.0.1:{browser.port}/", 1280, 900) as page:
        assert page(ids) == ["ferryman.front", "silent-paddle.front", "ferryman.back"]
        page.press("2")
        assert page("document.querySelector('#faces').className") == "grey"
        page.press("/")
        page.type("PADDLE")
        assert page(ids) == ["silent-paddle.front"]
        page.press("Escape")
        assert len(page(ids)) == 3
        assert faults_of_access(page) == []
        browser.edit(ABILITIES, "This boat is never heard.", "This boat is never heard. " * 90)
        page("""new Promise((done) => { setInterval(() => document.querySelector('#walk li') && done(1), 50); })""")
        page.press("j")
        assert page("document.querySelector('#faces .on').id") == "silent-paddle.front"
        assert page("document.querySelector('#count').textContent") == "1"
        assert "[overflow]" in page("document.querySelector('#walk li.on').textContent")
        for width in (320, 390, 1024, 1600):
            page.resize(width, 800, phone=width < 500)
            page.frame()
            assert page("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        assert page.errors == []


def picture_of(blocks: str) -> Image.Image:
    """Return what lines of full and half blocks show on a dark terminal, with light blocks."""
    lines = [line for line in blocks.splitlines() if line and set(line) <= set("█▀▄ ")]
    width = max(map(len, lines))
    picture = Image.new("L", (width, 2 * len(lines)), 255)
    for y, line in enumerate(lines):
        for x, block in enumerate(line.ljust(width)):
            picture.putpixel((x, 2 * y), 255 if block in "█▀" else 0)
            picture.putpixel((x, 2 * y + 1), 255 if block in "█▄" else 0)
    return picture.resize((width * 6, len(lines) * 12), Image.Resampling.NEAREST)


def test_a_telephone_gets_the_address_with_its_key_as_a_code(
    reeds: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    import zxingcpp

    monkeypatch.setattr("kensei_docs.cli.printing.serve", lambda server, browser: None)
    words = ("--project", reeds, "preview", "ability-cards", "--no-browser", "--port", "0")
    alone = run(*words)
    assert (alone.status, "key=" in alone.out, "█" in alone.out) == (0, False, False)
    shared = run(*words, "--host", "0.0.0.0")
    assert shared.status == 0
    url = re.search(r"^other machines see it at (http://\S+/\?key=\S+)$", shared.out, re.M)
    assert url and [code.text for code in zxingcpp.read_barcodes(picture_of(shared.out))] == [url[1]]
    assert "the connection is not encrypted" in shared.out
    refused = run(*words, "--host", "my-machine")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "'my-machine' is no address of this machine" in refused.err
    refused = run(*words, "--editor", "javascript:{file}")
    assert refused.status == 2 and "opens no editor; write vscode" in refused.err


@needs_chromium
def test_a_telephone_sees_all_and_moves_nothing(
    reeds: Path, served: Callable[..., Preview], chromium: Chromium
) -> None:
    server = served(reeds, replace(VIEW, language="es"), host="0.0.0.0", editor="vscode://file{file}:{line}")
    # A telephone's address is another one than that which it asks.
    server_address = f"http://127.0.0.1:{server.server_port}/?key={server.key}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kensei_docs.serving._Handler._is_here", False)
        with chromium.page(f"{server_address}#look=ferryman.front", 390, 800, phone=True) as page:
            page.until("document.querySelectorAll('.stage .box').length > 1")
            assert page("location.search") == ""
            assert page("document.body.dataset.token + document.body.dataset.editor") == ""
            hidden = ("#look-away", "#history", "#look-edit", "#look-shipped", "#take-out")
            assert [page(f"document.querySelector('{one}').hidden") for one in hidden] == [
                False,
                True,
                True,
                True,
                True,
            ]
            page.click(".stage .box")
            assert page("document.querySelector('#measures').disabled")
            assert page("Number(document.querySelector('#panel [name=width]').value)") > 0
            assert faults_of_access(page) == []
            assert page.errors == []
