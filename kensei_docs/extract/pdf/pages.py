"""Open a PDF and read its pages: glyphs become runs of words; a page without text is recognised from its picture.

pdfminer parses a page: its fonts, the ActualText of glyphs, and what is drawn, which are glyphs, lines and panels. A
page on which many glyphs have no character has no text: its fonts don't say which letters they are.
"""

from __future__ import annotations

import io
import logging
import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pdfplumber
from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTContainer, LTCurve, LTItem, LTLine, LTPage, LTRect
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.psparser import PSLiteral
from pdfminer.utils import decode_text
from pdfplumber.pdf import PDF

from kensei_docs.extract.document import Progress, unreadable
from kensei_docs.extract.pdf.fonts import Fonts
from kensei_docs.extract.pdf.footnote_marks import MARK, with_narrow_marked, with_raised_lowered, with_second_marked
from kensei_docs.extract.pdf.glyphs import Box, Glyph, Page, Rule, Run, Upright
from kensei_docs.extract.pdf.overprints import runs_over_one_another, with_overprints_parted
from kensei_docs.extract.pdf.recognised_pictures import Pictures, inside
from kensei_docs.extract.pdf.ruled_tables import joined, sides_of_cells
from kensei_docs.problems import Unusable
from kensei_docs.processes import beside, can_fork, cores

# The keys of pdfplumber for the edges of a picture, in points from the top left corner of the page.
EDGES = ("x0", "top", "x1", "bottom")
# The number of pages from which a second process is faster than one.
WORTH_A_PROCESS = 8
UNKNOWN = "(cid:"  # what pdfminer has for a glyph without a character
NO_CHARACTER = {"Co", "Cn", "Cc"}  # the categories of characters that no text has
# The most glyphs of a page without a character, as a share: ligatures are 0.06 at most, small capitals 0.07.
MOST_UNNAMED = 0.2
# A word with letters that no later step can guess; a single one in the private use area may be a ligature or a bullet.
UNNAMED = re.compile(r"[^\W\d_]\(cid:|\(cid:\d+\)(?:\(cid:|[^\W\d_])|[\ue000-\uf8ff]{2}")
THIN = 2.0  # points: a filled rectangle of at most this height, or width, is a line
ROUNDED = 0.5  # of the side of a box: the least that is straight between corners that are rounded
NOTHING = 0.05  # points: a border that is no wider isn't drawn
SOFT_HYPHEN, HYPHEN = "\u00ad", "‐"
LEAST_HYPHEN = 0.1  # in ems: a hyphen is wider than this, if it is seen
NEAR = 0.15  # points: how far from the side of a box its straight part may be


def pages_of(
    path: Path,
    content: bytes,
    progress: Progress | None = None,
    cache_folder: Path | None = None,
    pictures: bool = False,
) -> Iterator[Page]:
    """Yield the pages of a PDF; a page without text is recognised from its picture.

    ``pictures`` asks for the text in pictures on other pages, too. Raises Unusable if the PDF can't be read.
    """
    # Its warnings are only about fonts and colours; serious faults raise.
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    with _damage_as_problem(path):
        opened = pdfplumber.open(io.BytesIO(content))
        opened.rsrcmgr = fonts = Fonts()
        total = len(opened.pages)
    recogniser = Pictures(path, content, cache_folder)
    any_text = False
    parsed = _parsed_in_shares(_Opened(path, opened, fonts, pictures))
    for number, (read, places, unnamed) in enumerate(parsed, 1):
        if unnamed:
            recogniser.unnamed.append(number)
        any_text = any_text or bool(read.runs)
        if places:
            seen = recogniser.page(number, read.width, read.height)
            read = _with_seen(read, seen, places) if seen else read._replace(skipped=True)
        yield read
        if progress is not None:
            progress(number, total)
    recogniser.finish(any_text)


class _Opened(NamedTuple):
    """A PDF whose pages are parsed; ``pictures`` asks for the places of pictures even on pages that have text."""

    path: Path
    pdf: PDF
    fonts: Fonts
    pictures: bool


class _Parsed(NamedTuple):
    """A page as it is parsed, the places of its pictures to recognise, and whether words of it lack letters."""

    page: Page
    pictures: list[Box]
    unnamed: bool


def _parsed_in_shares(opened: _Opened) -> Iterator[_Parsed]:
    """Yield the pages of a PDF; a long one is shared by as many processes as there are cores.

    Raises Unusable if a page can't be parsed.
    """
    total = len(opened.pdf.pages)
    # A thread of this process might hold a lock, for ever in a fork of it.
    alone = not can_fork() or threading.active_count() > 1
    count = 1 if alone else max(1, min(cores(), total // WORTH_A_PROCESS))
    shares = [range(total * number // count, total * (number + 1) // count) for number in range(count)]
    with ExitStack() as processes:
        others = [processes.enter_context(beside(_parsed_share, opened, share)) for share in shares[1:]]
        for share, received in zip(shares, [None, *others], strict=True):
            found = (received() if received else None) or []
            yield from found
            # This process parses its own share, and what another did not send: there, it finds the same damage.
            for index in share[len(found) :]:
                yield _parsed(opened, index)


def _parsed_share(opened: _Opened, share: range) -> list[_Parsed]:
    """Return the pages of a share, up to the first one that can't be parsed."""
    found: list[_Parsed] = []
    with suppress(Unusable):
        for index in share:
            found.append(_parsed(opened, index))
    return found


def _parsed(opened: _Opened, index: int) -> _Parsed:
    """Return the page of a PDF with this index, without the text in its pictures.

    Raises Unusable if the page can't be parsed.
    """
    path, pdf, fonts, pictures = opened
    page = pdf.pages[index]
    with _damage_as_problem(path, f" on page {index + 1}"):
        fonts.begin_page()
        layout, actual_texts = lay_out(page, fonts)
        glyphs, rules, uprights, panels = drawn_on(layout, actual_texts)
        glyphs = with_second_marked(with_narrow_marked(glyphs, fonts.widest), fonts.second)
        glyphs = with_raised_lowered(glyphs)
    runs = runs_over_one_another(with_overprints_parted(glyphs))
    unnamed = has_unnamed_words(runs)
    if as_picture := lacks_characters(glyphs) or (pictures and unnamed):
        runs, rules, uprights, panels = [], [], [], []
    tops, sides = sides_of_cells(rules, uprights, runs)
    skipped = unnamed and not as_picture
    read = Page(page.width, page.height, runs, joined(rules) + tops, uprights + sides, panels=panels, skipped=skipped)
    with _damage_as_problem(path, f" on page {index + 1}"):
        images = page.images if pictures or not runs else []
        places = [Box(*(float(image[edge]) for edge in EDGES)) for image in images]
        places += [Box(0.0, 0.0, page.width, page.height)] if as_picture else []
        # Without this every page's objects stay in memory: 488 MB for 143 pages.
        page.close()
    return _Parsed(read, places, skipped)


def _with_seen(page: Page, seen: Page, images: list[Box]) -> Page:
    """Return a page with the text that was recognised in its pictures, or on the whole page if it has no text."""
    if page.runs:
        seen = inside(seen, images, [box for run in page.runs for box in run.word_boxes() if not run.turn])
    return page._replace(
        runs=sorted([*page.runs, *seen.runs], key=lambda run: run.y),
        rules=page.rules + joined(seen.rules),
        uprights=page.uprights + seen.uprights,
        sure=seen.sure,
    )


@contextmanager
def _damage_as_problem(path: Path, where: str = "") -> Iterator[None]:
    """Raise Unusable for any exception of the parser.

    A damaged file makes it raise arbitrary exceptions, such as KeyError or TypeError.
    """
    try:
        yield
    except Exception as error:
        # pdfplumber wraps what its parser raises.
        error = error.args[0] if error.args and isinstance(error.args[0], Exception) else error
        name = type(error).__name__
        if "Password" in name or "Encryption" in name:
            raise unreadable(path, "is encrypted; save a copy of it without a password") from None
        why = "".join(c for c in str(error) if c.isprintable()).rstrip(".!?")[:80] or name
        raise unreadable(path, f"is damaged{where} ({why}); fetch it again") from error


class ActualTextAggregator(PDFPageAggregator):
    """Lays out a page. ``actual_texts`` are the texts of glyphs without a character, by the ids of their objects."""

    def __init__(self, fonts: PDFResourceManager, number: int) -> None:
        super().__init__(fonts, pageno=number, laparams=None)
        self.actual_texts: dict[int, str] = {}
        self._open: list[tuple[str | None, int]] = []

    def begin_tag(self, tag: PSLiteral, props: Any = None) -> None:
        """Remember where marked content begins, and its ActualText."""
        text = props.get("ActualText") if isinstance(props, dict) else None
        self._open.append((decode_text(text) if isinstance(text, bytes) else None, len(self.cur_item)))

    def end_tag(self) -> None:
        """Set the texts of the glyphs of marked content, if one of them has no character."""
        text, begin = self._open.pop() if self._open else (None, 0)
        if text is None:
            return
        glyphs = [item for item in list(self.cur_item)[begin:] if isinstance(item, LTChar)]
        if any(has_no_character(glyph.get_text()) for glyph in glyphs):
            texts = list(text) if len(text) == len(glyphs) else [text, *("" for _ in glyphs[1:])]
            self.actual_texts |= {id(glyph): text for glyph, text in zip(glyphs, texts, strict=True)}


def lay_out(page: Any, fonts: PDFResourceManager) -> tuple[LTPage, dict[int, str]]:
    """Return the layout of a page of pdfplumber, and the texts of its glyphs without a character, by their ids."""
    device = ActualTextAggregator(fonts, page.page_number)
    PDFPageInterpreter(fonts, device).process_page(page.page_obj)
    return device.get_result(), device.actual_texts


def lacks_characters(glyphs: Iterable[Glyph]) -> bool:
    """Return whether a page's text can't be read, because too many of its glyphs have no character."""
    unnamed = [has_no_character(glyph.text) for glyph in glyphs if glyph.text.strip()]
    return sum(unnamed) > MOST_UNNAMED * len(unnamed)


def has_unnamed_words(runs: Iterable[Run]) -> bool:
    """Return whether words of a page have letters without a character; marks of footnotes are none."""
    found = (word for run in runs for word in run.words if UNNAMED.search(word))
    return any(UNNAMED.search(MARK.sub("", word)) for word in found)


@cache
def has_no_character(text: str) -> bool:
    """Return whether pdfminer found no character for a glyph."""
    return text.startswith(UNKNOWN) or any(unicodedata.category(char) in NO_CHARACTER for char in text)


def drawn_on(page: LTPage, actual_texts: Mapping[int, str]) -> tuple[list[Glyph], list[Rule], list[Upright], list[Box]]:
    """Return the glyphs, horizontal lines, vertical lines and shaded panels of a page that pdfminer has laid out.

    ``actual_texts`` are the texts of some glyphs, by the ids of their objects; a glyph with an empty one is left out.
    """
    glyphs: list[Glyph] = []
    rules: list[Rule] = []
    uprights: list[Upright] = []
    panels: list[Box] = []
    found: list[Any] = [page]
    for item in found:  # the list grows in the loop by the contents of figures
        if isinstance(item, LTContainer):
            found += _with_single_sides(item)
        elif isinstance(item, LTChar):
            text = actual_texts.get(id(item), item.get_text())
            glyph = _with_hyphen_seen(_glyph(item, text, page.height))
            if glyph.text:
                glyphs.append(glyph)
        elif isinstance(item, LTLine | LTRect) and item.height <= THIN:
            rules.append(Rule(item.x0, item.x1, page.height - item.y0))
        elif isinstance(item, LTLine | LTRect) and item.width <= THIN:
            uprights.append(Upright(item.x0, page.height - item.y1, page.height - item.y0))
        elif isinstance(item, LTRect) and item.stroke:
            rules += [Rule(item.x0, item.x1, page.height - y) for y in (item.y1, item.y0)]
            uprights += [Upright(x, page.height - item.y1, page.height - item.y0) for x in (item.x0, item.x1)]
        if isinstance(item, LTCurve) and min(item.width, item.height) > THIN and _is_panel(item):
            panels.append(Box(item.x0, page.height - item.y1, item.x1, page.height - item.y0))
    return glyphs, rules, uprights, panels


def _with_single_sides(items: Iterable[LTItem]) -> list[LTItem]:
    """Return what is drawn; a border at one side of a cell, drawn as two rectangles, becomes a line.

    The larger rectangle is filled except for the smaller one in it: a browser draws a box so if its sides have
    different borders.
    """
    whole: list[LTItem] = []
    for item in items:
        last = whole[-1] if whole else None
        if isinstance(last, LTRect) and isinstance(item, LTRect) and last.evenodd and item.evenodd and not item.stroke:
            inner, outer = sorted((last, item), key=lambda one: one.height)
            sides = [(outer.y0, inner.y0), (inner.y1, outer.y1)]
            drawn = [(y0, y1) for y0, y1 in sides if y1 - y0 > NOTHING]
            if (inner.x0, inner.x1) == (outer.x0, outer.x1) and len(drawn) == 1 and drawn[0][1] - drawn[0][0] <= THIN:
                whole[-1] = LTRect(0, (outer.x0, drawn[0][0], outer.x1, drawn[0][1]), fill=True)
                continue
        whole.append(item)
    return whole


def _is_panel(shape: LTCurve) -> bool:
    """Return whether a shape is a filled rectangle, or a filled or framed one with rounded corners."""
    if isinstance(shape, LTRect):
        return bool(shape.fill)
    straight = [0.0] * 4
    for (ax, ay), (bx, by) in pairwise(shape.pts):
        for i, side in enumerate((shape.x0, shape.x1)):
            if abs(ax - side) < NEAR and abs(bx - side) < NEAR:
                straight[i] = max(straight[i], abs(by - ay) / shape.height)
        for i, side in enumerate((shape.y0, shape.y1), 2):
            if abs(ay - side) < NEAR and abs(by - side) < NEAR:
                straight[i] = max(straight[i], abs(bx - ax) / shape.width)
    return min(straight) > ROUNDED


def _with_hyphen_seen(glyph: Glyph) -> Glyph:
    """Return a glyph with a soft hyphen as a page shows it: a hyphen if the glyph is one, otherwise nothing.

    A program may name a glyph after what it once stood for, wherever it stands: a letter after itself with the soft
    hyphen behind it, the glyph of all hyphens after a soft one.
    """
    if SOFT_HYPHEN not in glyph.text:
        return glyph
    text = glyph.text.replace(SOFT_HYPHEN, "")
    return glyph._replace(text=text or (HYPHEN if glyph.x1 - glyph.x0 > LEAST_HYPHEN * glyph.size else ""))


def _glyph(char: LTChar, text: str, height: float) -> Glyph:
    """Return a character's glyph with its text; one on its side is placed as if the page was turned to read it."""
    _, slope, _, _, right, up = char.matrix
    if char.upright:
        return Glyph(height - up, char.x0, char.x1, text, char.size, char.fontname)
    if slope < 0:
        return Glyph(-right, height - char.y1, height - char.y0, text, char.width, char.fontname, -1)
    return Glyph(right, char.y0, char.y1, text, char.width, char.fontname, 1)
