"""An HTML page in one file: every side as a picture with its text, a search by words and group, enlargement."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kensei_docs.documents.imposition import DocumentFaces
from kensei_docs.documents.markup.environment import with_policy
from kensei_docs.documents.targets.deck import CardSide, Deck, DeckFile, MadeFile, backs_of, draw, filled_in
from kensei_docs.documents.targets.on_screen import has_photograph, packed, pixels_on_screen, text_of

FORMATS = ("html",)
OPTIONS = ()

PAGE = "deck-page.html.j2"


def files(deck: Deck) -> list[DeckFile]:
    """Return the page to make; raises Unusable if its template is invalid."""
    sides = tuple(dict.fromkeys([*(card.front for card in deck.cards), *backs_of(deck.cards)]))
    page = _page(deck, dict.fromkeys(sides, ""))
    return [DeckFile(deck.document.path.with_suffix(".html"), deck.key(sides, page), sides)]


def make(deck: Deck, wanted: Sequence[DeckFile], faces: DocumentFaces) -> Iterator[MadeFile]:
    """Yield the page, if it is wanted."""
    for file in wanted:
        pictures = {
            side: b64encode(packed(picture, has_photograph(deck, side))).decode()
            for side, picture in draw(deck, file.sides, faces, pixels_on_screen(deck))
        }
        yield MadeFile(file, _page(deck, pictures).encode())


def _page(deck: Deck, pictures: Mapping[CardSide, str]) -> str:
    width, height = pixels_on_screen(deck)
    # A back that several cards share is shown once, after the cards; another back with a text is shown with its card.
    counts = Counter(card.back for card in deck.cards)
    alone = len(deck.cards) == 1
    common = [side for side in backs_of(deck.cards) if counts[side] > 1 or (alone and not text_of(deck, side))]
    cards = []
    for card in deck.cards:
        back = None if card.back in common else card.back
        cards.append(
            {
                "name": card.name,
                "copies": card.copies,
                "group": deck.group_of(card),
                "picture": pictures[card.front],
                "text": text_of(deck, card.front),
                "back": pictures[back] if back else None,
                "shared": common.index(card.back) if card.back in common else None,
                "back_text": text_of(deck, back) if back else None,
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
