"""A page of HTML in one file: every side as a picture, its words beside it, a filter by name."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from jinja2 import TemplateError
from markupsafe import Markup

from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.sheets.collate import Gathered
from kensei_docs.documents.targets.deck import Card, Side, backs_of, plain
from kensei_docs.documents.targets.job import Job, Made, Piece
from kensei_docs.documents.targets.oneup import Drawer, pixels_of, png
from kensei_docs.problems import unusable

PAGE = "deck-page.html.j2"

# What makes a drawing smaller than a photograph: it has few colours.
_COLOURS = 64
# A telephone shows the smallest token as wide as its screen.
_NARROWEST = 400
_TAG = re.compile(r"<(/?)(\w+)([^>]*)>")
_KEPT = frozenset(
    {
        "p",
        "h1",
        "h2",
        "h3",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "thead",
        "tbody",
        "tr",
        "td",
        "th",
        "b",
        "strong",
        "em",
        "i",
        "br",
    }
)
_BOXES = ("div", "section", "article", "figure", "header", "footer")
_SPANS = re.compile(r' (?:col|row)span="\d+"')
_EMPTY = re.compile(r"<(p|b|li|dd|dt|h[1-3]|ul|ol|dl)>\s*</\1>")
_BREAKS = re.compile(r"(?:^|(?<=>))(?:\s*<br>)+|(?:<br>\s*)+(?=<(?!br)|$)")


def pieces(job: Job) -> list[Piece]:
    """Return the one page; raises Unusable where its template has a fault."""
    sides = tuple(_sides(job))
    page = _page(job, dict.fromkeys(sides, ""))
    return [Piece(job.document.path.with_suffix(".html"), job.key(sides, page), sides)]


def make(job: Job, wanted: Sequence[Piece], faces: Gathered) -> Iterator[Made]:
    """Yield it."""
    drawer = Drawer(job, faces, 0, _pixels(job))
    for piece in wanted:
        pictures = {
            side: b64encode(png(picture.quantize(_COLOURS))).decode() for side, picture in drawer.draw(piece.sides)
        }
        yield Made(piece, _page(job, pictures).encode())


def _sides(job: Job) -> list[Side]:
    return list(dict.fromkeys([*(card.front for card in job.cards), *backs_of(job.cards)]))


def _page(job: Job, pictures: Mapping[Side, str]) -> str:
    width, height = _pixels(job)
    # A back that cards have in common is shown once, after them; one with words, with its card.
    times = Counter(card.back for card in job.cards)
    common = [side for side in backs_of(job.cards) if (times[side] > 1 or len(job.cards) == 1) and not _text(job, side)]
    cards = [
        {
            "name": card.name,
            "copies": card.copies,
            "picture": pictures[card.front],
            "text": _text(job, card.front),
            **_own_back(job, card, pictures, common),
        }
        for card in job.cards
    ]
    kind = job.document.faces.kind
    try:
        return (
            environment(job.project, job.translator, SHARED)
            .get_template(PAGE)
            .render(
                title=job.document.title,
                edition=job.document.edition_name,
                cards=cards,
                backs=[pictures[side] for side in common],
                width=width,
                height=height,
                round=kind.outline == "round",
                revision=job.document.faces.revision,
                total=sum(card.copies for card in job.cards),
            )
        )
    except TemplateError as fault:
        line = getattr(fault, "lineno", None)
        raise unusable(
            f"templates/{SHARED}/{PAGE}", f"can't be filled in: {fault}; mend it", "templates", line
        ) from fault


def _pixels(job: Job) -> tuple[int, int]:
    return pixels_of(job.size, max(job.target.dpi, _NARROWEST / job.size.width * 25.4))


def _own_back(job: Job, card: Card, pictures: Mapping[Side, str], common: Sequence[Side]) -> dict[str, str | None]:
    if card.back is None or card.back in common:
        return {"back": None, "back_text": None}
    return {"back": pictures[card.back], "back_text": _text(job, card.back)}


def _text(job: Job, side: Side) -> Markup:
    """Return a side's words, as plain paragraphs, headings and tables."""
    html = plain(job.document.faces.fragments[side.face].html)
    html = _TAG.sub(_bare, html)
    while (left := _EMPTY.sub("", html)) != html:
        html = left
    # A line ends where a block does.
    return Markup(_BREAKS.sub("", " ".join(html.split())))


def _bare(tag: re.Match[str]) -> str:
    """Return a tag without its looks, or none where it is nothing but looks."""
    closing, name, attributes = tag.groups()
    if 'class="blank"' in attributes:
        return "____"
    if name in _BOXES:
        return "<br>" if closing else ""
    if name not in _KEPT:
        return ""
    return f"<{closing}{name}{''.join(_SPANS.findall(attributes))}>"
