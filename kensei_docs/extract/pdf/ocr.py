"""Text recognition (OCR): a picture of a page becomes words, with their places and certainty, and lines.

RapidOCR reads the text lines; the ink of the picture shows where their words are, how large they are and whether they
are bold. A page that was scanned askew is turned upright first.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, NamedTuple

from kensei_docs.extract.pdf.page import Box

# A numpy array of bytes; numpy comes with RapidOCR, and is missing where that is.
Picture = Any

# Of 72 a point: how fine a page is drawn to be read, and of that a third to find how askew it is.
RESOLUTION = 200
MOST_ASKEW, STEP = 4.0, 0.1  # degrees
# How much darker than the paper a line is at least, of 255; the most ink beside it, as a share.
FAINT, BLANK = 35, 0.3
WITHIN = 0.7  # of its length: such a part of a line is in a text line
ABOVE, UNDER = 0.2, 0.15  # of a text line's height: lines so near its top or foot are above or below its letters
LINE = 60  # pixels: a longer stroke is a line, no part of a letter
THICK = 9  # pixels: what is thicker is a bar, no line
# How high letters are, in ems: small ones, those that go above, and what goes below the baseline.
SMALL, TALL, BELOW = 0.53, 0.73, 0.21
FLAT = re.compile(r"[^\w+]*")  # dashes and dots, which don't show how large they are set
DESCENDS, LOW = re.compile(r"[gjpqyQ()\[\],;/]"), re.compile(r"[acemnorsuvwxz.:+=-]*")
MOST_OVERLOOKED, SURE_ENOUGH = 60, 0.6
GAP = 0.2  # of a line's height: a narrower gap is inside a word
NEAR = 1.5  # letters between a space and where it would be if all letters were as wide
SIGNED = re.compile(r"[+-]\d")
WORD = re.compile(r"^[^\W\d_]{3}|[^\W\d_]{3}$")
LIGHT_BOLD = 1.22  # times the usual stroke of a letter


Stroke = tuple[float, float, float, float]  # a line's left, top, right and bottom edge


class Seen(NamedTuple):
    """A word of a picture; lengths are in pixels of the upright picture, ``place`` in pixels of the original picture.

    ``y`` is its baseline, ``size`` the size of its letters, ``stroke`` the thickness of its strokes as a share of the
    size, 0 if it is unknown. ``sure`` is the certainty of the engine, 1 at most.
    """

    text: str
    x0: float
    x1: float
    y: float
    size: float
    stroke: float
    sure: float
    place: Box


class Recognised(NamedTuple):
    """What a picture contains: words, and lines as (x0, y0, x1, y1), in pixels of the upright picture."""

    words: list[Seen]
    across: list[Stroke]
    upright: list[Stroke]


def is_installed() -> bool:
    """Return whether RapidOCR and the library that runs its models are installed."""
    return find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    # The classifier of turned lines turns some that stand upright; there is no longer side than that of A3.
    return RapidOCR(params={"Global.use_cls": False, "Global.max_side_len": 3400, "Global.log_level": "critical"})


def recognise(picture: Picture) -> Recognised:
    """Return the words and lines of a grey picture with the shape (height, width), at RESOLUTION dots per inch."""
    engine = _engine()
    import cv2
    import numpy as np

    angle = _askew(picture)
    height, width = picture.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    upright = cv2.warpAffine(picture, turn, (width, height), flags=cv2.INTER_CUBIC, borderValue=(255,))
    back = cv2.invertAffineTransform(turn)
    ink = _ink(upright)
    # The engine keeps the options of its last call, and _read_alone sets use_det to False.
    found = engine(cv2.cvtColor(upright, cv2.COLOR_GRAY2BGR), use_det=True, return_word_box=True)
    frames = [_frame(box, ink.shape) for box in found.boxes] if found.txts else []
    across = [line for line in _lines(upright, True) if not any(_is_in_text(line, frame) for frame in frames)]
    down = _lines(upright, False)
    letters = ink & ~_mask(ink.shape, [*across, *down])
    words: list[Seen] = []
    if found.txts:
        for box, text, score, parts in zip(found.boxes, found.txts, found.scores, found.word_results, strict=True):
            words += _words(box, text, float(score), parts, letters)
    words += _overlooked(engine, upright, letters, words)
    placed = []
    for word in words:
        corners = [(x, y, 1.0) for x in word.place[::2] for y in word.place[1::2]]
        xs, ys = back @ np.array(corners).T
        placed.append(word._replace(place=Box(*(float(v) for v in (xs.min(), ys.min(), xs.max(), ys.max())))))
    return Recognised(placed, across, down)


def _ink(picture: Picture) -> Any:
    """Return which pixels of a picture are ink, except specks."""
    import cv2

    _, dark = cv2.threshold(cv2.GaussianBlur(picture, (3, 3), 0), 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    return dark > 0


def _askew(picture: Picture) -> float:
    """Return by how many degrees a picture has to be turned so that its text lines are level.

    They are level when the sums of ink along the rows of pixels differ most from one row to the next.
    """
    import cv2
    import numpy as np

    small = cv2.resize(_ink(picture).astype(np.uint8) * 255, None, fx=1 / 3, fy=1 / 3, interpolation=cv2.INTER_AREA)
    height, width = small.shape

    def level(angle: float) -> float:
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
        rows = cv2.warpAffine(small, turn, (width, height)).sum(axis=1, dtype=np.float64)
        return float((np.diff(rows) ** 2).sum())

    coarse = max(np.arange(-MOST_ASKEW, MOST_ASKEW + 0.1, 0.5), key=level)
    best = float(max(np.arange(coarse - 0.5, coarse + 0.51, STEP), key=level))
    return best if level(best) > 1.02 * level(0.0) else 0.0


def _lines(picture: Picture, level: bool) -> list[Stroke]:
    """Return the horizontal or vertical lines of a picture: long, thin, and with blank paper on both sides."""
    import cv2
    import numpy as np

    if not level:
        return [(x0, y0, x1, y1) for y0, x0, y1, x1 in _lines(np.ascontiguousarray(picture.T), True)]
    paper = float(np.median(picture))
    # Along a thin line noise averages out, across it the line would fade.
    dark = (cv2.blur(picture, (7, 1)) < paper - FAINT).astype(np.uint8)
    strokes = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((1, LINE), np.uint8))
    # Pieces of a line that is a little askew, or broken by noise, touch once they are drawn wider.
    wider = cv2.dilate(strokes, np.ones((5, 25), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(wider)
    found = []
    for x, y, w, h, _ in stats[1:count]:
        x0, y0, x1, y1 = int(x) + 12, int(y) + 2, int(x + w) - 12, int(y + h) - 2
        beside = [dark[max(0, y0 - 7) : max(0, y0 - 3), x0:x1], dark[y1 + 3 : y1 + 7, x0:x1]]
        if y1 - y0 <= THICK and all(not band.size or band.mean() < BLANK for band in beside):
            found.append((float(x0), float(y0), float(x1), float(y1)))
    return found


def _is_in_text(line: Stroke, frame: tuple[int, int, int, int]) -> bool:
    """Return whether a line runs through the middle of a text line: it is the edges of letters, and no rule."""
    left, top, right, bottom = frame
    inside = min(line[2], right) - max(line[0], left)
    place = ((line[1] + line[3]) / 2 - top) / max(1, bottom - top)
    return inside > WITHIN * (line[2] - line[0]) and ABOVE < place < 1 - UNDER


def _mask(shape: tuple[int, int], strokes: list[Stroke]) -> Any:
    import numpy as np

    mask = np.zeros(shape, bool)
    for x0, y0, x1, y1 in strokes:
        mask[max(0, int(y0) - 2) : int(y1) + 3, max(0, int(x0) - 2) : int(x1) + 3] = True
    return mask


def _words(box: Any, text: str, score: float, parts: Any, letters: Any) -> list[Seen]:
    """Return the words of a text line; ``parts`` are (text, certainty, corners) as the engine returns them.

    The engine also splits a word at a wide letter: such a gap is narrow, and there is no space in the text.
    """
    import numpy as np

    left, top, right, bottom = _frame(box, letters.shape)
    crop = letters[top:bottom, left:right]
    if not parts or not crop.size:
        return []
    first, last = _band(crop)
    columns = crop[first:last].any(axis=0)
    spans = _spans(columns, [(corners[0][0] - left, corners[2][0] - left) for _, _, corners in parts])
    size, baseline = _measures(text, last - first, top + last)
    stroke = _stroke(crop[first:last]) / size if size else 0.0
    spaced = {len(text[: space.start()].replace(" ", "")) for space in re.finditer(" ", text)}
    words: list[Seen] = []
    letters_before = 0
    for (word, sure, _), (x0, x1) in zip(parts, spans, strict=True):
        place = Box(left + x0, top + first, left + x1, top + last)
        doubt = float(sure) if len(parts) > 1 else min(float(sure), score)
        seen = Seen(word, left + x0, left + x1, baseline, size, stroke, round(doubt, 2), place)
        if words and letters_before not in spaced and seen.x0 - words[-1].x1 < GAP * (last - first):
            before = words.pop()
            joined = place._replace(x0=before.place.x0)
            seen = seen._replace(text=before.text + word, x0=before.x0, sure=min(before.sure, seen.sure), place=joined)
        words.append(seen)
        letters_before += len(word.replace(" ", ""))
    inked = np.flatnonzero(columns)
    gaps = [left + (float(a) + float(b)) / 2 for a, b in pairwise(inked) if b - a > GAP * (last - first)]
    return [part for word in words for part in _parted(word, gaps)]


def _parted(word: Seen, gaps: list[float]) -> list[Seen]:
    """Return the words, with those split in which the engine missed a space: there is a wide gap in the ink."""
    width = (word.x1 - word.x0) / len(word.text)
    cuts = [
        cut
        for cut in range(1, len(word.text))
        if _is_end(word.text[:cut], word.text[cut:])
        and any(abs(word.x0 + cut * width - gap) < NEAR * width and word.x0 < gap < word.x1 for gap in gaps)
    ]
    found = []
    for start, stop in pairwise([0, *cuts, len(word.text)]):
        x0, x1 = word.x0 + start * width, word.x0 + stop * width
        place = word.place._replace(x0=x0, x1=x1)
        found.append(word._replace(text=word.text[start:stop], x0=x0, x1=x1, place=place))
    return found


def _is_end(before: str, after: str) -> bool:
    return (
        (before[-1].isdigit() and WORD.match(after) is not None)
        or (after[0].isdigit() and WORD.search(before) is not None)
        or (before[-1] in ")]”" and (after[0].isalnum() or after[0] == "("))
        or (before[-1].isalpha() and SIGNED.match(after) is not None)
        or (before[-1].isalnum() and after[0] == "(")
        or (after[0].isupper() and before[-1].islower() and WORD.search(before) is not None)
    )


def _overlooked(engine: Any, picture: Picture, letters: Any, words: list[Seen]) -> list[Seen]:
    """Return short words that stand alone, such as a figure or a dash in a cell, which the engine misses."""
    import cv2
    import numpy as np

    usual = float(np.median([word.size for word in words if word.size] or [0.0]))
    rest = letters.astype(np.uint8)
    for word in words:
        x0, y0, x1, y1 = (int(edge) for edge in word.place)
        rest[max(0, y0 - 6) : y1 + 6, max(0, x0 - 6) : x1 + 6] = 0
    near = cv2.dilate(rest, np.ones((3, max(3, int(0.5 * usual))), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(near)
    found = []
    for number in range(1, count):
        x, y, w, h, _ = (int(v) for v in stats[number])
        there = np.argwhere((labels[y : y + h, x : x + w] == number) & (rest[y : y + h, x : x + w] > 0))
        top, left = (int(v) for v in there.min(axis=0))
        bottom, right = (int(v) + 1 for v in there.max(axis=0))
        if not (0.08 * usual < bottom - top < 1.2 * usual and 0.15 * usual < right - left < 3 * usual):
            continue
        x0, y0, x1, y1 = x + left, y + top, x + right, y + bottom
        if y1 - y0 < 0.25 * usual:
            dashes = int((np.diff(rest[y0:y1, x0:x1].any(axis=0).astype(np.int8)) == 1).sum()) + 1
            found.append(Seen("-" * dashes, x0, x1, (y0 + y1) / 2 + 0.3 * usual, 0.0, 0.0, 1.0, Box(x0, y0, x1, y1)))
        elif len(found) < MOST_OVERLOOKED and (read := _read_alone(engine, picture, (x0, y0, x1, y1), usual)):
            size, baseline = _measures(read[0], y1 - y0, y1)
            found.append(Seen(read[0], x0, x1, baseline, size, 0.0, read[1], Box(x0, y0, x1, y1)))
    return found


def _read_alone(
    engine: Any, picture: Picture, place: tuple[int, int, int, int], usual: float
) -> tuple[str, float] | None:
    """Return the text at a place and its certainty, or None if the engine reads nothing there."""
    import cv2

    x0, y0, x1, y1 = place
    room = int(0.35 * usual)
    crop = picture[max(0, y0 - room) : y1 + room, max(0, x0 - room) : x1 + room]
    read = engine(cv2.cvtColor(crop, cv2.COLOR_GRAY2BGR), use_det=False, use_cls=False, use_rec=True)
    if not read.txts or not read.txts[0].strip() or float(read.scores[0]) < SURE_ENOUGH:
        return None
    return read.txts[0].strip().replace(" ", ""), round(float(read.scores[0]), 2)


def _frame(box: Any, shape: tuple[int, int]) -> tuple[int, int, int, int]:
    xs, ys = [point[0] for point in box], [point[1] for point in box]
    return max(0, int(min(xs))), max(0, int(min(ys))), min(shape[1], int(max(xs)) + 1), min(shape[0], int(max(ys)) + 1)


def _band(crop: Any) -> tuple[int, int]:
    """Return the rows of pixels with the ink of a text line, without ink of the lines above and below."""
    rows = crop.sum(axis=1)
    middle = crop.shape[0] // 4
    densest = middle + int(rows[middle : crop.shape[0] - middle].argmax()) if crop.shape[0] > 4 else 0
    first = last = densest
    gap = 0
    for row in range(densest, -1, -1):
        gap = 0 if rows[row] else gap + 1
        if gap > 3:
            break
        first = row if rows[row] else first
    gap = 0
    for row in range(densest, crop.shape[0]):
        gap = 0 if rows[row] else gap + 1
        if gap > 3:
            break
        last = row if rows[row] else last
    return first, last + 1


def _spans(columns: Any, guessed: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return where each word of a text line begins and ends: at gaps in its ink near the places that the engine
    returned."""
    import numpy as np

    inked = np.flatnonzero(columns)
    if not len(inked):
        return guessed
    gaps = [(int(a) + 1, int(b)) for a, b in pairwise(inked) if b - a > 1]
    start, end = float(inked[0]), float(inked[-1]) + 1
    reach = 0.5 * len(columns) / max(8, sum(1 for _ in guessed) * 4)
    cuts: list[tuple[float, float]] = []
    for (_, left), (right, _) in pairwise(guessed):
        middle = (left + right) / 2
        near = [gap for gap in gaps if abs((gap[0] + gap[1]) / 2 - middle) < max(12.0, reach)]
        cut = max(near, key=lambda gap: gap[1] - gap[0] - 0.3 * abs((gap[0] + gap[1]) / 2 - middle), default=None)
        cuts.append((float(cut[0]), float(cut[1])) if cut and (not cuts or cut[0] > cuts[-1][0]) else (middle, middle))
    return list(zip([start, *(cut[1] for cut in cuts)], [*(cut[0] for cut in cuts), end], strict=True))


def _measures(text: str, height: float, bottom: float) -> tuple[float, float]:
    """Return the size of the letters of a text line and its baseline, in pixels.

    The size is 0 if all characters are flat, such as dashes, and have no height.
    """
    if FLAT.fullmatch(text):
        return 0.0, bottom
    below = BELOW if DESCENDS.search(text) else 0.0
    size = height / ((SMALL if LOW.fullmatch(text) else TALL) + below)
    return size, bottom - below * size


def _stroke(crop: Any) -> float:
    """Return the thickness of the strokes of letters in pixels: their ink divided by half of their outline."""
    import cv2
    import numpy as np

    ink = crop.astype(np.uint8)
    inner = cv2.erode(ink, np.ones((3, 3), np.uint8))
    outline = int(ink.sum()) - int(inner.sum())
    return 2.0 * int(ink.sum()) / outline if outline else 0.0
