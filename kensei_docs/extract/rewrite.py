"""Writing changed words back into lines: a word that was broken stands where it begins."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kensei_docs.extract.lines import ReadLine

CLOSING = ".,;:!?)]}”’%"


@dataclass(frozen=True)
class Change:
    """``start`` to ``end`` of the text, which may lie in several lines, become ``word``.

    ``closes`` says that the word lost its end, so that a space before punctuation goes with it.
    """

    start: int
    end: int
    word: str
    closes: bool = False


def rewritten(lines: list[ReadLine], changes: list[Change]) -> list[ReadLine]:
    """Return the lines with the changes made; a line of which nothing is left goes.

    The changes are in order and don't overlap; their offsets are those of the lines' texts
    joined by newlines.
    """
    text = "\n".join(line.text for line in lines)
    written: list[list[str]] = [[] for _ in lines]
    line = at = home = 0
    word = ""
    for change in [*changes, Change(len(text), len(text), "")]:
        for part in re.split(r"(\s+)", text[at : change.start]):
            if part.isspace():
                written[home].append(word)
                word = ""
                line += part.count("\n")
            elif part:
                home = home if word else line
                word += part
        home = home if word else line
        word += change.word
        line += text.count("\n", change.start, change.end)
        at = change.end
        if change.closes and text[at : at + 1] == " " and text[at + 1 : at + 2] in CLOSING:
            at += 1
    written[home].append(word)
    result: list[ReadLine] = []
    for read, words in zip(lines, written, strict=True):
        whole = " ".join(filter(None, words))
        if whole:
            result.append(read._replace(text=whole))
        elif result:
            result[-1] = result[-1]._replace(last=read.last)
    return result
