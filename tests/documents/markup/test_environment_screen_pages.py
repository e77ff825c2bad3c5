"""A page for the screen runs the tool's own scripts and no other, whatever the templates of a project put on it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from kensei_docs.documents.markup.environment import with_policy
from kensei_docs.project import shipped
from tests.browser import Chromium, needs_chromium

TEMPLATES = shipped() / "templates"
OWN = [(TEMPLATES / "_shared" / name).read_text(encoding="utf-8") for name in ("screen.js", "deck-page.js")]
HEAD = '<!DOCTYPE html>\n<html lang="en">\n<head>'
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


@pytest.fixture
def template(tmp_path: Path) -> Path:
    file = tmp_path / "page.html.j2"
    file.write_text("line one\n<script>\n  steal();\n</script>\n<b onclick='steal()'>x</b>\n")
    return file


def test_scripts_of_the_tool_are_named_by_their_digest(template: Path) -> None:
    for scripts in (OWN, ["".join(OWN)], ["\n".join(OWN)]):
        page, problems = with_policy(HEAD + "".join(f"<script>{one}</script>" for one in scripts), template)
        (policy,) = POLICY.findall(page)
        assert problems == [] and policy.count("'sha256-") == len(scripts)
        assert "default-src 'none'" in policy and "unsafe-inline'; script-src 'sha256-" in policy
        assert page.startswith(f"{HEAD}\n<meta http-equiv")


def test_a_page_without_scripts_runs_none(template: Path) -> None:
    page, problems = with_policy(HEAD + '<script type="application/json">{"a": 1}</script>', template)
    assert problems == [] and "script-src 'none'" in POLICY.findall(page)[0]


@pytest.mark.parametrize(
    ("markup", "line"),
    [
        ("<script>\n  steal();\n</script>", 3),
        (f"<script>{OWN[0]} steal()</script>", None),
        ("<script src='https://evil.example/x.js'></script>", None),
        ("<script type=module>import 'x'</script>", None),
        ("<b onclick='steal()'>x</b>", 5),
        ("<svg/onload=steal()>", None),
        ("<a href=' JavaScript:steal()'>x</a>", None),
        ("<meta http-equiv=Refresh content='0;url=https://evil.example'>", None),
        ("<iframe srcdoc='<script>steal()</script>'></iframe>", None),
        ("<base href='https://evil.example'>", None),
        ("<embed src=x>", None),
    ],
)
def test_what_a_template_adds_is_a_finding_and_blessed_by_nothing(
    template: Path, markup: str, line: int | None
) -> None:
    page, problems = with_policy(f"{HEAD}{markup}", template)
    assert "script-src 'none'" in POLICY.findall(page)[0]
    (problem,) = problems
    assert (problem.severity, problem.place.file) == ("error", str(template))
    assert line is None or problem.place.line == line
    assert problem.message.startswith("puts a script") and problem.message.endswith("no browser runs it; take it out")


@pytest.mark.parametrize(
    "before",
    [
        "<html>",
        "",
        "<script>steal()</script><html><head>",
        '<!DOCTYPE html><html data-x="><head>"><script>steal()</script>',
        "<!-- <!DOCTYPE html><html><head> --><script>steal()</script>",
        "<!DOCTYPE html><!-- <html><head> --><script>steal()</script>",
    ],
)
def test_the_policy_stands_before_all_that_a_template_writes(template: Path, before: str) -> None:
    page, _ = with_policy(before, template)
    front = page[: page.index("<meta")].strip()
    assert front in ("", "<!DOCTYPE html>", "<html>")


class Canary(BaseHTTPRequestHandler):
    heard: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.heard.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def canary() -> Iterator[str]:
    Canary.heard.clear()
    with HTTPServer(("127.0.0.1", 0), Canary) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@needs_chromium
def test_in_a_browser_no_script_of_a_template_runs(
    template: Path, canary: str, chromium: Chromium, tmp_path: Path
) -> None:
    steal = f"document.title='stolen';fetch('{canary}/a');new Image().src='{canary}/b';location='{canary}/c'"
    markup = (
        f"<script>{steal}</script><script src='{canary}/d'></script><img src=x onerror=\"{steal}\">"
        f"<svg onload=\"{steal}\"></svg><iframe src='{canary}/e'></iframe><link rel=stylesheet href='{canary}/f'>"
        f"<style>body {{ background: url({canary}/g) }}</style><script>{OWN[0]}</script>"
    )
    page, problems = with_policy(f"{HEAD}<title>safe</title></head><body>{markup}", template)
    assert len(problems) == 5
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")
    with chromium.page(file.as_uri()) as shown:
        shown("new Promise((done) => setTimeout(() => done(1), 300))")
        assert shown("document.title") == "safe" and shown("location.protocol") == "file:"
        assert shown("typeof KD") == "object"
    assert Canary.heard == []
