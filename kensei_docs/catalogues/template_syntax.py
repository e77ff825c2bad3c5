"""What is wrong with a template that Jinja can't read, in the words of somebody who writes one, and in which line.

Jinja names the end of the file where a block is left open. What is meant is the line that opens it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from kensei_docs.problems import closest

# A tag of Jinja, its name and what may end it on the same line; in ``raw`` and in comments there are none.
_TAG = re.compile(r"\{%[-+]?\s*(?P<tag>\w+)(?P<rest>.*?)[-+]?%\}", re.S)
_UNREAD = re.compile(r"\{#.*?#\}|(?<=%\})(?:(?!\{%).)*(?=\{%[-+]?\s*endraw)", re.S)
_UNKNOWN_TAG = re.compile(r"Encountered unknown tag '(\w+)'")
_UNKNOWN_NAME = re.compile(r"No (filter|test) named '(\w+)'")
_SIGN = re.compile(r"unexpected char '(.)'")
_LEFT_OPEN = re.compile(r"Unexpected end of template\.|Missing end of raw directive")
# The tags with an end of their own; ``set`` has one where it has no '='.
_BLOCKS = ("autoescape", "block", "call", "filter", "for", "if", "macro", "raw", "set", "with")
_OTHERS = ("elif", "else", "extends", "from", "import", "include")


def said_of_syntax(message: str, source: str, line: int, filters: Iterable[str] = ()) -> tuple[str, int]:
    """Return what is wrong with the syntax of a template with what to do, and the line of it.

    ``message`` and ``line`` are Jinja's; ``filters`` are those that templates have, by default
    Jinja's own.
    """
    # Imported here: only a template with a fault needs it.
    from jinja2 import Environment

    opened = _open_blocks(source, line)
    if _LEFT_OPEN.match(message) and opened:
        tag, line = opened[-1]
        return f"'{{% {tag} %}}' is left open; close it with '{{% end{tag} %}}'", line
    if message.startswith("Missing end of comment"):
        return "a comment is left open; close it with '#}'", line
    if sign := _SIGN.match(message):
        is_mark = "QUOTATION MARK" in unicodedata.name(sign[1], "")
        instead = "write a straight quotation mark" if is_mark else "take it out, or put it in quotes"
        return f"'{sign[1]}' can't stand here; {instead}", line
    if unknown := _UNKNOWN_TAG.match(message):
        return _of_tag(unknown[1], [tag for tag, _ in opened]), line
    if unknown := _UNKNOWN_NAME.match(message):
        usual = Environment()
        known = filters or usual.filters if unknown[1] == "filter" else usual.tests
        return f"there is no {unknown[1]} '{unknown[2]}'{closest(unknown[2], known)}; mend the name", line
    return message if "; " in message else f"{message}; mend the line", line


def _of_tag(tag: str, opened: Sequence[str]) -> str:
    """Return what is wrong with a tag that can't stand where it does, behind some blocks that are open."""
    block = tag.removeprefix("end")
    if tag in ("else", "elif") or (tag.startswith("end") and block in _BLOCKS):
        if opened and tag.startswith("end"):
            return (
                f"'{{% {tag} %}}' stands where '{{% end{opened[-1]} %}}' should; close the blocks from the inside out"
            )
        return f"'{{% {tag} %}}' belongs to no open block; take it out, or open one before it"
    ends = [f"end{name}" for name in opened[-1:]]
    return f"'{{% {tag} %}}' is no tag{closest(tag, [*ends, *_BLOCKS, *_OTHERS])}; mend the name"


def _open_blocks(source: str, last: int) -> list[tuple[str, int]]:
    """Return (tag, line) of the blocks that are open at the end of a line, the innermost last."""
    # Lines are counted in what is left out, too.
    text = _UNREAD.sub(lambda unread: re.sub(r"[^\n]", " ", unread[0]), "\n".join(source.splitlines()[:last]))
    opened: list[tuple[str, int]] = []
    for tag, line in _tags(text):
        if tag in _BLOCKS:
            opened.append((tag, line))
        elif opened and tag == f"end{opened[-1][0]}":
            opened.pop()
    return opened


def _tags(text: str) -> Iterator[tuple[str, int]]:
    """Yield (tag, line) of the tags in a template, without those that need no end."""
    for found in _TAG.finditer(text):
        if found["tag"] != "set" or "=" not in found["rest"]:
            yield found["tag"], text.count("\n", 0, found.start()) + 1
