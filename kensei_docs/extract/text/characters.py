"""Characters that a text layer garbles: ligatures, doubled glyphs, minus, per cent, inches."""

from __future__ import annotations

import re

from kensei_docs.languages import SMALLS

LIGATURES = str.maketrans(
    {
        "ﬀ": "ff",
        "ﬁ": "fi",
        "ﬂ": "fl",
        "ﬃ": "ffi",
        "ﬄ": "ffl",
        "ﬅ": "ft",
        "ﬆ": "st",
        "\u00a0": " ",
        "\u00ad": "‐",
        "\u2011": "‐",
        "\u200b": "",
        "\ufeff": "",
        "\t": " ",
    }
)
MARKUP = re.compile(r"</?(?:b|i|u|em|strong|sup|sub|span|br|p)\b[^<>]{0,60}>", re.I)
EMPHASIS = re.compile(r"(?<![\w*])(\*{1,2})(?=\S)([^*]+?)(?<=\S)\1(?![\w*])")
UNMAPPED = re.compile(r"\(cid:\d+\)|[\x00-\x08\x0b\x0e-\x1f\ue000-\uf8ff]")
MINUS = re.compile(r"(?<![^\W_])[‐‑‒–−](?=\s?(?:\d|X?D\d))")
LOST_INCHES = re.compile(r"(?<=\d)\s?\ufffd")
INCHES = re.compile(r"""(?P<digit>(?<=\d)\s?)?(?P<mark>"|“|”|″|''|’’)""")
LOST_PERCENT = re.compile(rf"(?<![\d.,])(\d{{1,3}})\.(?=\s+[{SMALLS}])")


def plain(line: str) -> str:
    """Return a line with its ligatures expanded, markup dropped and spaces made single.

    A hyphen before a figure becomes the minus sign ``-`` that it is.
    """
    text = UNMAPPED.sub(" ", MARKUP.sub("", line).translate(LIGATURES))
    text = " ".join(undoubled(EMPHASIS.sub(r"\2", text)).split())
    return MINUS.sub("-", text)


def undoubled(line: str) -> str:
    """Return a line whose every glyph stands twice (``SShhoooott``) with each standing once."""
    words = line.split()
    if not words or not all(_is_doubled(word) for word in words):
        return line
    if not any(len(set(filter(str.isalpha, word))) > 2 for word in words):
        return line
    return " ".join(word[::2] for word in words)


def with_inches(line: str) -> str:
    """Return a line with its inch marks, lost or not, written as the unit: ``10 in``.

    A mark that closes a quotation opened in the line stays.
    """
    quoted = False

    def unit(found: re.Match[str]) -> str:
        nonlocal quoted
        mark, may_close = found["mark"], found["mark"] in ('"', "”")
        if found["digit"] is not None and mark != "“" and not (quoted and may_close):
            return " in"
        if may_close or mark == "“":
            quoted = mark == "“" or (mark == '"' and not quoted)
        return found.group()

    return re.sub(r"(?<=\d in)(?=\w)", " ", INCHES.sub(unit, LOST_INCHES.sub("″", line)))


def with_percent(line: str, above: str = "", below: str = "") -> str:
    """Return a line with the lost sign of ``lose 25. movement`` put back: ``lose 25 % movement``.

    ``above`` and ``below`` are the lines of the same paragraph next to it. A number that begins a
    line is one of a list, unless it is as round as percentages are and goes on a sentence.
    """

    def percent(found: re.Match[str]) -> str:
        opens = found.start() == 0 and not (above[-1:].isalnum() and int(found.group(1)) % 5 == 0)
        return found.group() if opens else f"{found.group(1)} %"

    text = LOST_PERCENT.sub(percent, f"{line} {below}")
    return text[: len(text) - len(below)].strip() if text.endswith(below) else line


def _is_doubled(word: str) -> bool:
    return len(word) % 2 == 0 and all(a == b for a, b in zip(word[::2], word[1::2], strict=True))
