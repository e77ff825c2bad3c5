"""Words as they are printed: quotation marks, apostrophes, ellipses, spaces at which no line is broken, and emphasis.

The data keep straight marks, as they are typed; a page has those of its language. Marks of feet and inches stay. The
marks of words (bold, italic, icons, line breaks) go through a template as characters, whatever it does to the words,
and become elements on the page; inside of tags, drawings and scripts there can be none, and the words stand plain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from unicodedata import category
from unicodedata import name as name_of

from markupsafe import escape

from kensei_docs.database.word_markup import (
    BOLD,
    END_BOLD,
    END_ICON,
    END_ITALIC,
    ICON,
    ICON_MARKS,
    ITALIC,
    LINE,
    MARKS,
    PARAGRAPH,
    without_marks,
)
from kensei_docs.languages import language as language_of

# The space before a short last word: it becomes a no-break space, so that the word is not alone on a line, except after
# a longer word, which would leave a gap in the line above.
_WIDOW = re.compile(r"(?<=\s)(\S{1,7}) (?=\S{1,7}$)")
# Characters that stand for no letter: the marks of words, and those around figures.
_UNSEEN = re.compile("[\ue000-\ue007\ufdd0-\ufdef\u2060]")
# A straight mark; two of a kind side by side are none.
_STRAIGHT = re.compile(r"""(?<!")"(?!")|(?<!')'(?!')""")
# Unicode categories of what may stand before the first word of a quotation, besides a blank: brackets, quotation marks
# that open, and dashes.
_OPENING = ("Ps", "Pi", "Pd")
_YEARS = re.compile(r"\d\ds?\b")
_WORD = re.compile(r"[^\W\d_]+")
_APOSTROPHE = "’"


def typeset(words: str, language: str) -> str:
    """Return a text with the quotation marks of a language (``en``), and typographic apostrophes and ellipses.

    There is no line break before a short last word or a multiplication sign.
    """
    if words.count(" ") > 3:
        words = _WIDOW.sub("\\1\u00a0", words)
    if _STRAIGHT.search(words):
        words = with_quotes(words, language)
    return words.replace("...", "…").replace(" × ", "\u00a0× ")


def with_quotes(words: str, language: str) -> str:
    """Return a text with the quotation marks and apostrophes of a language in place of straight marks.

    A mark behind a figure is one of feet or inches, unless it ends a quotation that nothing else ends. A double mark
    without another one stays as it is.
    """
    grammar = language_of(language)
    seen = _UNSEEN.sub("", words)
    printed = _printed_marks(seen, grammar.quotation_marks, grammar.elisions)
    at = -1
    parts: list[str] = []
    for letter in words:
        if not _UNSEEN.match(letter):
            at += 1
        parts.append(printed.get(at, letter) if letter in "\"'" else letter)
    return "".join(parts)


def _printed_marks(text: str, marks: Sequence[tuple[str, str]], elisions: frozenset[str]) -> dict[int, str]:
    """Return what is printed for the straight marks of a text, by their indexes; those that stay are left out."""
    found: dict[int, str] = {}
    # The quotations that are open: (index, mark).
    begun: list[tuple[int, str]] = []
    pairs: list[tuple[int, int]] = []
    unended: list[int] = []
    places = [match.start() for match in _STRAIGHT.finditer(text)]
    for place in places:
        mark, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
        # Of marks side by side, the nearest letter decides.
        is_open = any(kind == mark for _, kind in begun)
        follows = _is_opening(before) or (before in "\"'" and _begins(text, place))
        leads = bool(after) and not after.isspace()
        ends = bool(before) and not before.isspace() and not (after.isalnum() or after == "_")
        if (mark == "'" and before.isalnum() and after.isalpha()) or (
            mark == "'" and not before.isalnum() and _is_elision(text, place, elisions, is_open)
        ):
            found[place] = _APOSTROPHE
        elif before.isdigit() and not (is_open and not _is_ended_later(text, place, mark)):
            continue
        elif is_open and ends:
            while begun[-1][1] != mark:
                unended.append(begun.pop()[0])
            pairs.append((begun.pop()[0], place))
        elif follows and leads:
            begun.append((place, mark))
        elif mark == "'" and before.isalpha():
            found[place] = _APOSTROPHE
    for begin, end in pairs:
        is_inside = any(other < begin and end < close for other, close in pairs)
        opening, closing = marks[1] if is_inside else marks[0] if text[begin] == '"' else marks[2]
        found[begin], found[end] = opening, closing
    # What nothing ends is the beginning of a word that is cut short.
    for place in (*unended, *(place for place, _ in begun)):
        if text[place] == "'" and text[place + 1 : place + 2].isalpha():
            found[place] = _APOSTROPHE
    return found


def _begins(text: str, place: int) -> bool:
    """Return whether the marks just before an index begin a quotation: a blank is before them, or nothing."""
    before = text[:place].rstrip("\"'")[-1:]
    return _is_opening(before)


def _is_opening(before: str) -> bool:
    """Return whether a quotation may begin behind a character; an empty one is the beginning of the text."""
    if not before or before.isspace() or before == "/":
        return True
    return category(before) in _OPENING or name_of(before, "").startswith("INVERTED")


def _is_elision(text: str, place: int, elisions: frozenset[str], is_open: bool) -> bool:
    """Return whether a single mark before a word stands for letters: 'tis, the '90s."""
    years = _YEARS.match(text, place + 1)
    if years:
        return years[0].endswith("s") or "'" not in text[place + 1 :]
    word = _WORD.match(text, place + 1)
    # 'Round' in marks is a word, and the n of rock 'n' roll is none.
    is_ended = word is not None and text[word.end() : word.end() + 1] == "'"
    if word is None or word[0].lower() not in elisions:
        return False
    return is_open or not is_ended or len(word[0]) == 1


def _is_ended_later(text: str, place: int, mark: str) -> bool:
    """Return whether a later mark ends a quotation for sure: it is behind a word, before the next one that begins."""
    for later in range(place + 1, len(text)):
        if text[later] == mark:
            before, after = text[later - 1], text[later + 1 : later + 2]
            if _is_opening(before):
                return False
            if not before.isdigit() and not after.isalnum():
                return True
    return False


_ELEMENTS = {BOLD: "strong", ITALIC: "em"}
_ENDS = {END_BOLD: BOLD, END_ITALIC: ITALIC}
_BREAKS = {LINE: "<br>", PARAGRAPH: '<br><span class="next-paragraph"></span>'}
# Elements that have words alone.
_PLAIN_ELEMENTS = "style|script|title|textarea|option|svg"
_PIECE = re.compile(
    rf"<!--.*?-->|<(?P<plain>{_PLAIN_ELEMENTS})\b(?:[^>]*/>|.*?</(?P=plain)\s*>)|<(?P<end>/)?(?P<tag>[a-zA-Z][\w-]*)[^>]*>"
    rf"|(?P<icon>{ICON}[^{END_ICON}]*{END_ICON})|(?P<mark>[\ufdd0-\ufdd7])",
    re.S,
)
_VOID = {*["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]}
# What stands before and behind an icon without a blank, up to a mark or a tag that is not that of a figure.
_FIGURE_BESIDE = r'<b class="figure[^"<>]*">[^<>\n\ufdd0-\ufdd7]{1,40}</b>'
# Letter by letter: a run of letters, repeated, is parted in very many ways, and each would be tried.
_BEFORE_ICON = re.compile(rf"(?:{_FIGURE_BESIDE}|[^\s<>\ufdd0-\ufdd7])+\Z")
_BEHIND_ICON = re.compile(rf"(?:{ICON}[^{END_ICON}]*{END_ICON}|{_FIGURE_BESIDE}|[^\s<>\ufdd0-\ufdd7])*")
_LONGEST_BESIDE = 120
_VIEW_BOX = re.compile(r"viewBox=[\"'][\d.\-+]+[\s,]+[\d.\-+]+[\s,]+([\d.]+)[\s,]+([\d.]+)")
_SIZES = re.compile(r"""\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')""")
_SVG_BEGINS = re.compile(r"<svg\b[^>]*>")


def with_elements(html: str, icon: Callable[[str], str], label: Callable[[str], str]) -> str:
    """Return markup with elements in place of the marks of words; see ``word_markup``.

    ``icon`` returns the drawing of an icon by name as SVG, ``label`` what it is called where none is drawn. An element
    ends with the one that it stands in, at the latest.
    """
    if not MARKS.search(html):
        return html
    html = _kept_whole(_outside_of_drawings(html, label))
    made: list[str] = []
    # The marks that are open, each with the number of elements around it.
    begun: list[tuple[str, int]] = []
    depth = end = 0
    for piece in _PIECE.finditer(html):
        made.append(html[end : piece.start()])
        end = piece.end()
        mark, tag = piece["mark"], (piece["tag"] or "").lower()
        if piece["icon"]:
            name = piece["icon"].strip(ICON + END_ICON)
            made.append(_inline_icon(icon(name), label(name)))
        elif mark in _BREAKS:
            made.append(_BREAKS[mark])
        elif mark in _ELEMENTS:
            begun.append((mark, depth))
            made.append(f"<{_ELEMENTS[mark]}>")
        elif mark:
            if begun and begun[-1] == (_ENDS.get(mark), depth):
                made.append(f"</{_ELEMENTS[begun.pop()[0]]}>")
        else:
            if tag and tag not in _VOID and not piece[0].endswith("/>"):
                depth += -1 if piece["end"] else 1
            while begun and begun[-1][1] > depth:
                made.append(f"</{_ELEMENTS[begun.pop()[0]]}>")
            made.append(piece[0])
    made.append(html[end:])
    made += [f"</{_ELEMENTS[mark]}>" for mark, _ in reversed(begun)]
    return "".join(made)


def _outside_of_drawings(html: str, label: Callable[[str], str]) -> str:
    """Return markup in which tags, drawings, scripts and the like have plain words."""

    def without(piece: re.Match[str]) -> str:
        return (
            piece[0]
            if piece["icon"] or piece["mark"]
            else without_marks(piece[0], lambda name: str(escape(label(name))))
        )

    return _PIECE.sub(without, html)


def _kept_whole(html: str) -> str:
    """Return markup in which an icon and what stands beside it without a blank stay on one line."""
    parts: list[str] = []
    end = 0
    for icon in ICON_MARKS.finditer(html):
        if icon.start() < end:
            continue
        before = _BEFORE_ICON.search(html, max(end, icon.start() - _LONGEST_BESIDE), icon.start())
        start = before.start() if before else icon.start()
        behind = _BEHIND_ICON.match(html, icon.end())
        last = behind.end() if behind else icon.end()
        parts += html[end:start], f'<span class="whole">{html[start:last]}</span>'
        end = last
    return "".join((*parts, html[end:]))


def _inline_icon(drawing: str, label: str) -> str:
    """Return an icon as high as the type beside it, with what it is called for people who can't see it."""
    sides = _VIEW_BOX.search(drawing)
    ratio = float(sides[1]) / float(sides[2]) if sides and float(sides[2]) else 1
    # Style sheets say how large it is; without one of the shipped ones, its own attributes do.
    size = f'<svg width="{ratio:.4g}em" height="1em"'
    sized = _SVG_BEGINS.sub(
        lambda begins: f"{_SIZES.sub('', begins[0]).replace('<svg', size, 1)}<title>{escape(label)}</title>", drawing, 1
    )
    return f'<span class="inline-icon" style="width: {ratio:.4g}em">{sized}</span>'
