r"""The markup of words: ``**bold**``, ``*italic*``, ``{icon:wound}``, line breaks, and a backslash for a sign as it is.

A star opens where it stands before a letter, and closes behind one, as CommonMark has it: a note mark, ``5 * 2`` and
``2*3`` stay as they are. A line break is a new line, or ``\n`` as cells of spreadsheets have it; an empty line begins a
paragraph. ``marked`` writes marks in place of all this, each a character that Unicode keeps free for a program's own
use, so that no text has it. They go through everything that is done to words, until a page turns them into elements, or
``without_marks`` takes them out for what has plain words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

BOLD, END_BOLD, ITALIC, END_ITALIC, ICON, END_ICON, LINE, PARAGRAPH = map(chr, range(0xFDD0, 0xFDD8))
# Any mark.
MARKS = re.compile("[\ufdd0-\ufdd7]")
# The name of an icon, between its marks.
ICON_MARKS = re.compile(f"{ICON}([^{END_ICON}]*){END_ICON}")
_OF_EMPHASIS = re.compile(f"[{BOLD}{END_BOLD}{ITALIC}{END_ITALIC}]")
# What can be markup.
_MAY_BE = re.compile(r"[*\\\n]|[{\[(<]\s*icon", re.I)
# An escaped sign, a line break, a run of stars, an icon, or a figure, which is no markup whatever is in it.
_TOKEN = re.compile(
    r"\\(?P<sign>[!-/:-@\[-`{-~])|(?P<line>\\n|\r?\n)|(?P<stars>\*+)|\{\s*icon\s*:(?P<icon>[^{}|\n]*)\}|%\([^)]*\)s",
    re.I,
)
_ICON_BEGUN = re.compile(r"\{\s*icon\b[^{}\s]*", re.I)
# Something else than a colon in braces before the name of an icon, and other brackets around it.
_ALMOST_ICON = re.compile(
    r"\{\s*icon[\s=;.-]+(?P<name>[\w-]+)\s*\}|[\[(<]\s*icon\s*:\s*(?P<other>[\w:-]+)\s*[\])>]", re.I
)
_LINES = re.compile(rf"[^\S\n]*{LINE}[^\S\n]*")
_MOST_QUOTED = 24
# The stars of bold and of italic words.
_OF_BOLD, _OF_ITALIC = 2, 1


class MarkupFault(NamedTuple):
    """What is wrong with the markup of a text; ``said`` tells it, after "has".

    ``almost_icon``: an icon is meant, and the text has none yet.
    """

    said: str
    almost_icon: bool = False


class MarkupCount(NamedTuple):
    """How often a text has each thing that a translation has as well: bold words, italic words, and icons by name."""

    bold: int
    italic: int
    icons: Counter[str]


@dataclass
class _Stars:
    """A run of stars: its place among the parts, how many are left, what it can do, and the word behind it."""

    part: int
    left: int
    opens: bool
    closes: bool
    after: str


def marked(words: str) -> str:
    """Return words with marks in place of their markup; what is not closed stays as it is written."""
    return _read(words)[0] if _MAY_BE.search(words) else words


def without_marks(words: str, label: Callable[[str], str] = lambda name: name_of_icon(name)) -> str:
    """Return marked words without marks: an icon as its ``label``, a line break as a new line."""
    if not MARKS.search(words):
        return words

    def said(icon: re.Match[str]) -> str:
        before, after = words[icon.start() - 1 : icon.start()], words[icon.end() : icon.end() + 1]
        return f"{' ' * before.isalnum()}{label(icon[1])}{' ' * after.isalnum()}"

    words = _OF_EMPHASIS.sub("", words).replace(LINE, "\n").replace(PARAGRAPH, "\n\n")
    return MARKS.sub("", ICON_MARKS.sub(said, words))


def plain(words: str, label: Callable[[str], str] = lambda name: name_of_icon(name)) -> str:
    """Return words without their markup."""
    return without_marks(marked(words), label)


def name_of_icon(name: str) -> str:
    """Return what an icon is called where none is drawn: its name, without that of its set, in words."""
    return re.split("[:/]", name)[-1].replace("-", " ").replace("_", " ")


def icons_in(words: str) -> list[str]:
    """Return the names of the icons of words as they are written, in their order."""
    return [token["icon"].strip() for token in _TOKEN.finditer(words) if token["icon"] is not None]


def without_icons(words: str) -> str:
    """Return words as they are written with a blank in place of each icon."""
    return _TOKEN.sub(lambda token: token[0] if token["icon"] is None else " ", words) if "{" in words else words


def without_signs(words: str) -> str:
    """Return words as they are written without what a backslash makes of the sign or letter behind it."""
    return _TOKEN.sub(lambda token: "" if token[0].startswith("\\") else token[0], words) if "\\" in words else words


def count_of_markup(words: str) -> MarkupCount:
    """Return what the markup of words as they are written is made of."""
    text = marked(words)
    return MarkupCount(text.count(BOLD), text.count(ITALIC), Counter(ICON_MARKS.findall(text)))


def faults_of_markup(words: str) -> Iterator[MarkupFault]:
    """Yield what is wrong with the markup of words: bold words that don't end, and what is nearly an icon."""
    if not _MAY_BE.search(words):
        return
    for stars in _read(words)[1]:
        # A single star is a note mark, too, and so are two behind a word.
        if stars.left >= _OF_BOLD and stars.opens and not stars.closes:
            begins = f"{'*' * stars.left}{stars.after}"
            quoted = begins if len(begins) <= _MOST_QUOTED else f"{begins[:_MOST_QUOTED]}…"
            yield MarkupFault(
                f"'{quoted}', which no '**' ends; write '**' behind the bold words, or \\*\\* for two stars"
            )
    for token in _TOKEN.finditer(words):
        if token["icon"] is not None and not token["icon"].strip():
            yield MarkupFault(f"'{token[0]}', which names no icon; write {{icon:NAME}}")
    rest = _TOKEN.sub("", words)
    for almost in _ALMOST_ICON.finditer(rest):
        yield MarkupFault(
            f"'{almost[0]}', which is no icon yet; write {{icon:{almost['name'] or almost['other']}}}", True
        )
    for begun in _ICON_BEGUN.finditer(_ALMOST_ICON.sub("", rest)):
        yield MarkupFault(f"'{begun[0]}', which is no icon yet; write {{icon:NAME}}", True)


def _read(words: str) -> tuple[str, list[_Stars]]:
    """Return words with their marks, and the runs of stars of which some are left."""
    parts: list[str] = []
    runs: list[_Stars] = []
    end = 0
    words = words.rstrip("\n")
    for token in _TOKEN.finditer(words):
        parts.append(words[end : token.start()])
        end = token.end()
        if token["sign"]:
            parts.append(token["sign"])
        elif token["line"]:
            parts.append(LINE)
        elif token["icon"] is not None:
            name = token["icon"].strip()
            parts.append(f"{ICON}{name}{END_ICON}" if name else token[0])
        elif token["stars"]:
            runs.append(_run(words, token, len(parts)))
            parts.append("")
        else:
            parts.append(token[0])
    parts.append(words[end:])
    made = _with_pairs(runs)
    for run in runs:
        parts[run.part] = made[run.part][0] + "*" * run.left + made[run.part][1]
    return _with_paragraphs("".join(parts)), [run for run in runs if run.left]


def _with_paragraphs(text: str) -> str:
    """Return marked words in which line breaks have no blanks around them, and several are a paragraph."""
    if LINE not in text:
        return text
    return re.sub(f"{LINE}{{2,}}", PARAGRAPH, _LINES.sub(LINE, text))


def _run(words: str, token: re.Match[str], part: int) -> _Stars:
    """Return a run of stars with what it can do, as CommonMark has it, but for a star between two figures."""
    before, after = words[token.start() - 1 : token.start()], words[token.end() : token.end() + 1]
    # A figure and an icon are as good as a letter.
    figure_before, figure_after = words.endswith(")s", 0, token.start()), words.startswith("%(", token.end())
    is_blank_before, is_blank_after = not before.strip(), not after.strip()
    is_word_before = before.isalnum() or before == "}"
    is_word_after = after.isalnum() or figure_after or bool(_ICON_BEGUN.match(words, token.end()))
    opens = not is_blank_after and (is_word_after or not is_word_before)
    closes = not is_blank_before and (is_word_before or not is_word_after)
    if token[0] == "*" and (before.isdigit() or figure_before) and (after.isdigit() or figure_after):
        opens = closes = False
    word = words[token.end() : token.end() + _MOST_QUOTED].partition(" ")[0]
    return _Stars(part, len(token[0]), opens, closes, word)


def _with_pairs(runs: list[_Stars]) -> dict[int, tuple[str, str]]:
    """Pair the runs of stars; return the marks before and behind the stars that are left, by the place of the run.

    The marks of ends stand first, then the stars that are left, then the marks of beginnings.
    """
    made = {run.part: ("", "") for run in runs}
    lengths = {run.part: run.left for run in runs}
    begun: list[_Stars] = []
    for closer in runs:
        while closer.closes and closer.left:
            at = next((at for at in reversed(range(len(begun))) if _fit(begun[at], closer, lengths)), None)
            if at is None:
                break
            opener = begun[at]
            used = _OF_BOLD if min(opener.left, closer.left) >= _OF_BOLD else _OF_ITALIC
            begin, finish = (BOLD, END_BOLD) if used == _OF_BOLD else (ITALIC, END_ITALIC)
            made[opener.part] = made[opener.part][0], begin + made[opener.part][1]
            made[closer.part] = made[closer.part][0] + finish, made[closer.part][1]
            opener.left -= used
            closer.left -= used
            # Runs between the two can't begin a part that ends behind the second: parts are nested, they don't overlap.
            del begun[at + bool(opener.left) :]
        if closer.opens and closer.left:
            begun.append(closer)
    return made


def _fit(opener: _Stars, closer: _Stars, lengths: dict[int, int]) -> bool:
    """Return whether two runs of stars may be a pair: the "rule of three" of CommonMark."""
    if not (opener.closes or closer.opens):
        return True
    lengths_of_both = lengths[opener.part], lengths[closer.part]
    return sum(lengths_of_both) % 3 != 0 or all(length % 3 == 0 for length in lengths_of_both)
