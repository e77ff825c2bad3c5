"""Pages for the screen: their policy, and what in them a browser does not run.

A page is sent to others, who open it without a thought. Its policy lets the scripts that come with the tool run, each
by its digest, and nothing else. It stands before all that a template writes, which so can't weaken it. What a template
of a project adds (a script, an event of an element, an address that is a script) doesn't run, and is a finding.
"""

from __future__ import annotations

import html
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from kensei_docs.documents.markup.template_environment import digest_for_policy
from kensei_docs.problems import Place, Problem
from kensei_docs.project import TEMPLATES, shipped

CHECK = "scripts"
# Where the policy goes: behind the first tag of the head, where a page begins as it should.
_HEAD = re.compile(r'\s*<!DOCTYPE html>\s*<html(?:\s[\w-]+="[^"<>]*")*\s*>\s*<head>', re.I)
_DOCTYPE = re.compile(r"\s*<!DOCTYPE html>", re.I)
_QUOTED = 40


def with_policy(page: str, template: Path) -> tuple[str, list[Problem]]:
    """Return a page with its policy, and a problem for each thing in it that a browser does not run.

    ``template`` is the file that the page was made with.
    """
    found = _Scripts()
    found.feed(page)
    found.close()
    digests: dict[str, None] = {}
    problems: list[Problem] = []
    for start, script in found.scripts:
        if "src=" not in start and _is_shipped(script):
            digests[f"'sha256-{digest_for_policy(script)}'"] = None
        else:
            problems.append(_problem(template, f"a script of its own, {_beginning(script or start)}", script or start))
    problems += [_problem(template, f"a script in {_beginning(tag)}", tag) for tag in found.tags]
    allowed = " ".join(digests) or "'none'"
    policy = (
        "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; "
        f"script-src {allowed}; base-uri 'none'; form-action 'none'"
    )
    meta = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy, quote=False)}">'
    begins = _HEAD.match(page) or _DOCTYPE.match(page)
    end = begins.end() if begins else 0
    return f"{page[:end]}\n{meta}{page[end:]}", problems


class _Scripts(HTMLParser):
    """Collects the scripts of a page with their tags, and the tags that hold a script or lead away by themselves."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.scripts: list[tuple[str, str]] = []
        self.tags: list[str] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start, given = self.get_starttag_text() or "", {name: (value or "").strip().lower() for name, value in attrs}
        # What is no program, but data for one.
        if tag == "script" and given.get("type") != "application/json":
            self.scripts.append((start, ""))
            self._open = True
        is_script = [name.startswith("on") or value.startswith("javascript:") for name, value in given.items()]
        refreshes = tag == "meta" and given.get("http-equiv") == "refresh"
        if any(is_script) or refreshes or tag in ("iframe", "object", "embed", "base"):
            self.tags.append(start)

    def handle_data(self, data: str) -> None:
        if self._open:
            start, script = self.scripts[-1]
            self.scripts[-1] = start, script + data

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag != "script"


def _is_shipped(script: str) -> bool:
    """Return whether a script consists of files that come with the tool, one after the other."""
    rest = script.strip()
    while rest:
        begins = next((own for own in _shipped_scripts() if rest.startswith(own)), None)
        if begins is None:
            return False
        rest = rest.removeprefix(begins).strip()
    return True


@cache
def _shipped_scripts() -> tuple[str, ...]:
    files = sorted((shipped() / TEMPLATES).rglob("*.js"))
    return tuple(file.read_text(encoding="utf-8").strip() for file in files)


def _problem(template: Path, what: str, text: str) -> Problem:
    message = f"puts {what}, on a page for the screen, where no browser runs it; take it out"
    return Problem(Place(str(template), _line_of(template, text)), message, CHECK)


def _beginning(text: str) -> str:
    words = " ".join(text.split())
    return f"'{words[:_QUOTED]}…'" if len(words) > _QUOTED else f"'{words}'"


def _line_of(template: Path, text: str) -> int | None:
    """Return the line of the template that begins as a text does; None where another file has it."""
    first = next(iter(text.strip().splitlines()), "").strip()
    lines = template.read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if first and first in line), None)
