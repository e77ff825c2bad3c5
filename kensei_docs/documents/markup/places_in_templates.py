"""Where in a template something was written: the line that calls a function, and the tags of filled-in markup."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from types import FrameType

from jinja2 import Environment, Template
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from kensei_docs.problems import Place

# Private characters around the file and line of a tag, in markup that tells where it was written.
_MARK = re.compile("\ue005(.*?)\ue006(\\d+)\ue007")
_TAG = re.compile(r"<(?=[a-zA-Z])")


def calling_place() -> Place | None:
    """Return the file and line of the template that calls a function; None if no template does."""
    frame: FrameType | None = sys._getframe()
    while frame:
        template = frame.f_globals.get("__jinja_template__")
        if isinstance(template, Template):
            return Place(template.filename or template.name or "", template.get_corresponding_lineno(frame.f_lineno))
        frame = frame.f_back
    return None


class _Marking(Extension):
    """Puts the file and line of each tag of a template before it."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            if token.type != "data":
                yield token
                continue

            def mark(tag: re.Match[str], token: Token = token) -> str:
                line = token.lineno + token.value.count("\n", 0, tag.start())
                return f"\ue005{stream.filename or stream.name}\ue006{line}\ue007<"

            yield Token(token.lineno, "data", _TAG.sub(mark, token.value))


def marking(sandbox: Environment) -> Environment:
    """Return an environment with the same templates, which mark each tag with its file and line; see ``unmarked``."""
    return sandbox.overlay(extensions=[_Marking], bytecode_cache=None, cache_size=0)


def unmarked(html: str) -> tuple[str, list[tuple[int, str, int]]]:
    """Return marked markup without its marks, and (index, file, line) of each tag."""
    places: list[tuple[int, str, int]] = []
    parts: list[str] = []
    length = end = 0
    for mark in _MARK.finditer(html):
        parts.append(html[end : mark.start()])
        length += len(parts[-1])
        places.append((length, mark[1], int(mark[2])))
        end = mark.end()
    return "".join((*parts, html[end:])), places
