"""Markdown: CommonMark with tables, struck text and notes, written out as HTML, which it may have inside."""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt

from kensei_docs.extract.document import PageLine
from kensei_docs.extract.formats.html import LINE, html_lines

ENDINGS = {".md", ".markdown", ".mdown", ".mkd"}
_MARK = re.compile(r"^(?:#{1,6} +\S|\|?(?: *:?-{3,}:? *\|)+ *:?-{3,}:? *\|?$|\|(?: *:?-{3,}:? *\|)+$)", re.MULTILINE)
_LEAST_MARKS = 2  # headings and tables of a text that is Markdown whatever it is called
_FRONT_MATTER = re.compile(r"\A---\n(?:.*\n)*?(?:---|\.\.\.)\n")
_NOTE = re.compile(r"\[\^(\w{1,20})\](:?)")


def is_markdown(path: Path, text: str) -> bool:
    """Return whether a text is Markdown, by its file's name or by its headings and tables."""
    return path.suffix.lower() in ENDINGS or len(_MARK.findall(text)) >= _LEAST_MARKS


def markdown_lines(path: Path, text: str) -> list[PageLine]:
    """Return the lines of a Markdown text, each with its line in the file; raises Unusable if there are none."""
    text = _FRONT_MATTER.sub(lambda found: "\n" * found.group().count("\n"), text)
    text = _NOTE.sub(lambda found: f"<sup>{found[1]}</sup>{' ' if found[2] else ''}", text)
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens = parser.parse(text)
    line = "1"
    for token in tokens:
        if token.nesting < 0:
            continue
        line = str(token.map[0] + 1) if token.map else line
        token.attrSet(LINE, line)
        if token.type == "html_block":
            token.content = f'<span {LINE}="{line}"></span>{token.content}'
    return html_lines(path, parser.renderer.render(tokens, parser.options, {}), marked=True)
