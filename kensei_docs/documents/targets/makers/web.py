"""An HTML page in one file: every side as a picture with its text, a search by words and group, enlargement."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from markupsafe import Markup

from kensei_docs.documents.imposition import DocumentFaces
from kensei_docs.documents.markup.environment import with_policy
from kensei_docs.documents.products.product import INCH
from kensei_docs.documents.targets.deck import (
    CardSide,
    Deck,
    DeckFile,
    MadeFile,
    backs_of,
    draw,
    filled_in,
    pixels_of,
    plain,
    png,
)

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("html",)
OPTIONS = ()

PAGE = "deck-page.html.j2"

# The number of colours of a picture: faces are drawings, and few colours reduce the file to a third.
_COLOURS = 64
# The quality of a side with a photograph, which few colours would spoil.
_QUALITY = 85
# The least width of a picture in pixels: a telephone shows a token as wide as its screen.
_MIN_WIDTH_PX = 400
_TAG = re.compile(r"<(/?)(\w+)([^>]*)>")
_KEPT = re.compile("p|h[1-3]|[oud]l|li|d[td]|table|thead|tbody|t[rdh]|b|strong|em|i|br")
# Elements after which a new line begins.
_BOXES = ("div", "section", "article", "figure", "header", "footer")
_SPANS = re.compile(r' (?:col|row)span="\d+"')
_EMPTY = re.compile(r"<(p|b|li|dd|dt|h[1-3]|ul|ol|dl)>\s*</\1>")
_BREAKS = re.compile(r"(?:^|(?<=>))(?:\s*<br>)+|(?:<br>\s*)+(?=<(?!br)|$)")


def files(deck: Deck) -> list[DeckFile]:
    """Return the page to make; raises Unusable if its template is invalid."""
    sides = tuple(dict.fromkeys([*(card.front for card in deck.cards), *backs_of(deck.cards)]))
    page = _page(deck, dict.fromkeys(sides, ""))
    return [DeckFile(deck.document.path.with_suffix(".html"), deck.key(sides, page), sides)]


def make(deck: Deck, wanted: Sequence[DeckFile], faces: DocumentFaces) -> Iterator[MadeFile]:
    """Yield the page, if it is wanted."""
    for file in wanted:
        pictures = {
            side: b64encode(_packed(picture, _has_photograph(deck, side))).decode()
            for side, picture in draw(deck, file.sides, faces, _pixels(deck))
        }
        yield MadeFile(file, _page(deck, pictures).encode())


def _packed(picture: Image, has_photograph: bool) -> bytes:
    """Return a side as the bytes of a file, a PNG or, with a photograph on it, a JPEG."""
    if not has_photograph:
        return png(picture.quantize(_COLOURS))
    out = BytesIO()
    picture.convert("RGB").save(out, "jpeg", quality=_QUALITY, subsampling=0)
    return out.getvalue()


def _has_photograph(deck: Deck, side: CardSide) -> bool:
    """Return whether a picture of pixels is printed on a side."""
    faces = deck.document.faces
    shown = (*faces.style.pictures, *(one for slot in side.slots for one in faces.markup(slot).pictures))
    return any(not picture.svg for picture in shown)


def _page(deck: Deck, pictures: Mapping[CardSide, str]) -> str:
    width, height = _pixels(deck)
    # A back that several cards share is shown once, after the cards; another back with a text is shown with its card.
    counts = Counter(card.back for card in deck.cards)
    alone = len(deck.cards) == 1
    common = [side for side in backs_of(deck.cards) if counts[side] > 1 or (alone and not _text_of(deck, side))]
    cards = []
    for card in deck.cards:
        back = None if card.back in common else card.back
        cards.append(
            {
                "name": card.name,
                "copies": card.copies,
                "group": deck.group_of(card),
                "picture": pictures[card.front],
                "text": _text_of(deck, card.front),
                "back": pictures[back] if back else None,
                "shared": common.index(card.back) if card.back in common else None,
                "back_text": _text_of(deck, back) if back else None,
            }
        )
    html, file = filled_in(
        deck,
        PAGE,
        title=deck.document.title,
        edition=deck.document.edition_name,
        cards=cards,
        groups=list(dict.fromkeys(filter(None, map(deck.group_of, deck.cards)))),
        backs=[pictures[side] for side in common],
        width=width,
        height=height,
        round=deck.document.faces.product.outline == "round",
        revision=deck.document.faces.revision,
        total=sum(card.copies for card in deck.cards),
    )
    page, problems = with_policy(html, file)
    deck.translator.problems += problems
    return page


def _pixels(deck: Deck) -> tuple[int, int]:
    return pixels_of(deck.size, max(deck.target.dpi, _MIN_WIDTH_PX / deck.size.width * INCH))


def _text_of(deck: Deck, side: CardSide) -> Markup:
    """Return the text of a side as plain paragraphs, headings, lists and tables."""
    html = plain(deck.document.faces.fragments[side.face].html)
    html = _TAG.sub(_plain_tag, html)
    while (without_empty := _EMPTY.sub("", html)) != html:
        html = without_empty
    # A break at the beginning or end of an element would be an empty line.
    return Markup(_BREAKS.sub("", " ".join(html.split())))


def _plain_tag(tag: re.Match[str]) -> str:
    """Return a tag without classes and styles; an empty text if it has only a style."""
    closing, name, attributes = tag.groups()
    if 'class="blank"' in attributes:
        return "____"
    if name in _BOXES:
        return "<br>" if closing else ""
    if not _KEPT.fullmatch(name):
        return ""
    return f"<{closing}{name}{''.join(_SPANS.findall(attributes))}>"
