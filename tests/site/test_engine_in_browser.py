"""The engine answers in a browser what it answers here: every list, matchup and worked example of the tests."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from kensei_docs.database import load
from kensei_docs.languages import use_values
from kensei_docs.project import Project, shipped
from kensei_docs.site.questions import Engine
from kensei_docs.site.runtime import SNAPSHOT, EngineFolder, write_engine
from tests.army.test_limits_lists import LISTS
from tests.browser import Chromium, Page, needs_chromium
from tests.conftest import EVERY
from tests.engine.test_odds_by_simulation import CASES
from tests.site.conftest import RUNTIME, needs_runtime

pytestmark = [needs_chromium, needs_runtime]
PAGE = """<!doctype html><meta charset="utf-8"><title>The engine</title><script src="page.js"></script>"""
SCRIPT = """
const states = [], waiting = {}; let count = 0;
const worker = new Worker("engine/engine.js", { type: "module" });
worker.onmessage = ({ data }) => { if (data.state) states.push(data); else waiting[data.id](data); };
const ask = (question, lane) => new Promise((done) => {
  waiting[++count] = done; worker.postMessage({ id: count, question, lane }); });
"""
# What a site allows its pages: nothing from elsewhere, no script but its own.
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"


class Handler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012  # as its parent has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
        ".js": "text/javascript",
    }

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def written(folder: Path) -> EngineFolder:
    here = shipped()
    project = Project((here,), here / "build")
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "page.js").write_text(SCRIPT, encoding="utf-8")
    return write_engine(project, load(project)[0], ["en", "es"], RUNTIME, folder / "engine")


@pytest.fixture(scope="module")
def here(folder: Path, written: EngineFolder) -> Iterator[Engine]:
    yield Engine((folder / "engine" / SNAPSHOT).read_bytes())
    use_values({})


@pytest.fixture(scope="module")
def page(folder: Path, written: EngineFolder, chromium: Chromium) -> Iterator[Page]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with chromium.page(f"http://127.0.0.1:{server.server_port}/index.html") as opened:
        state = opened.until("states.find((one) => one.state != 'loading')")
        assert state["state"] == "ready", state
        yield opened
    server.shutdown()


def as_data(file: str, text: str) -> Any:
    """Return a list of the tests as a page sends it."""
    if not file.endswith(".csv"):
        return YAML(typ="safe").load(text)
    lines = [line.split(";" if ";" in text else ",") for line in text.splitlines()]
    start = next(number for number, cells in enumerate(lines) if all(cells))
    rows = [
        {name: cell for name, cell in zip(lines[start], cells, strict=False) if cell} for cells in lines[start + 1 :]
    ]
    return {**{name: value for name, value, *_ in lines[:start]}, "rows": rows}


def questions_about_lists() -> Iterator[dict[str, Any]]:
    for file, text, edits in LISTS.values():
        yield {"ask": "check", "list": as_data(file, text)}
        yield {"ask": "roster", "list": as_data(file, text), "language": "es"}
        for before, after, *_ in edits[::EVERY]:
            yield {"ask": "check", "list": as_data(file, text.replace(before, after, 1)), "remedies": True}


def questions_about_matchups() -> Iterator[dict[str, Any]]:
    for edition, way, ours, _, theirs, *_ in CASES[::EVERY]:
        attack, _, distance = way.partition(" ")
        more = {"distance": distance.replace(" ", "")} if distance else {}
        yield {"ask": "odds", "edition": edition, "attack": attack, "attacker": ours, "defender": theirs, **more}


def asked(page: Page, question: dict[str, Any]) -> Any:
    answer = page(f"ask({json.dumps(question)})")
    del answer["id"]
    return answer


def same(page: Page, here: Engine, question: dict[str, Any]) -> bool:
    wanted = json.loads(here.answer_text(json.dumps(question)))
    assert "answer" in wanted, wanted
    return bool(asked(page, question) == wanted)


def test_every_list_has_the_same_verdict(page: Page, here: Engine) -> None:
    assert [one for one in questions_about_lists() if not same(page, here, one)] == []


def test_every_matchup_has_the_same_odds(page: Page, here: Engine) -> None:
    assert [one for one in questions_about_matchups() if not same(page, here, one)] == []


def test_every_worked_example_gives_the_same(page: Page, here: Engine) -> None:
    for edition in ("kensei-2e", "kensei-lr-2020", "heroic-2002", "samurai-skirmish"):
        assert same(page, here, {"ask": "replay", "edition": edition})


@pytest.mark.parametrize("question", [{"ask": "troops", "edition": "kensei-2e"}, {"ask": "about"}])
def test_what_pages_list_is_the_same(question: dict[str, Any], page: Page, here: Engine) -> None:
    assert same(page, here, question)


def test_what_is_wrong_is_told_the_same(page: Page, here: Engine) -> None:
    """Hints about slips of the hand come from packages of their own."""
    for question in (
        {"ask": "chek"},
        {"ask": "check", "list": {"edition": "kensei-2e", "size": 200, "rows": [{"nme": "Reeds", "points": "1,000"}]}},
        {"ask": "odds", "edition": "kensei-2e", "attacker": "10 ashigaro", "defender": {"given": {"self.atack": 2}}},
    ):
        wanted = json.loads(here.answer_text(json.dumps(question)))
        assert wanted["problems"] and asked(page, question) == wanted


def test_a_newer_question_drops_an_older_one_that_waits(page: Page) -> None:
    """The first was not asked before, and takes the engine so long that the others wait."""
    found = page(
        "Promise.all([ask({ ask: 'replay', edition: 'heroic-2002', asked: 'anew' }, 'long'),"
        "...[1, 2, 3].map((size) => ask({ ask: 'check', list: { size } }, 'list')), ask({ ask: 'about' }, 'other')])"
    )
    assert [bool(one.get("dropped")) for one in found] == [False, True, True, False, False]


def test_the_page_says_how_far_the_engine_is(page: Page) -> None:
    told = page("states.map((one) => `${one.state} ${one.part ?? ''}`.trim())")
    assert told == ["loading 0", "loading 1", "loading 2", "loading 3", "loading 4", "ready"]
    assert page.errors == []


def test_nothing_is_fetched_from_elsewhere(page: Page, folder: Path, written: EngineFolder) -> None:
    fetched = page("performance.getEntriesByType('resource').map((one) => new URL(one.name).origin == location.origin)")
    assert fetched and all(fetched)
    assert {file.name for file in (folder / "engine").iterdir()} == set(written.sizes)


def test_what_travels_is_less_than_8_mb_as_a_host_packs_it(folder: Path, written: EngineFolder) -> None:
    """The snapshot of one edition is half a megabyte; here it has four."""
    files = [(folder / "engine" / name).read_bytes() for name in written.sizes if name != SNAPSHOT]
    assert sum(min(len(file), len(gzip.compress(file, 9))) for file in files) < 7_450_000
