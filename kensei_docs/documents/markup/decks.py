"""The decks of an edition: what its box holds, with the number of cards and the look of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition
from kensei_docs.documents.kinds.kind import Kind, load_kinds
from kensei_docs.documents.kinds.paper import Size, face_size
from kensei_docs.documents.kinds.rows import Row, rows_of
from kensei_docs.documents.kinds.themes import Theme
from kensei_docs.documents.markup.look import Identity, Look
from kensei_docs.problems import Problem
from kensei_docs.project import Project


@dataclass(frozen=True)
class CardDeck:
    """A kind of card or token as an edition prints it: ``count`` cards of a ``size`` in millimetres.

    ``round`` is whether they are discs; ``contents`` has the name of each record, or the value that is printed on a
    card, with the number of its cards.
    """

    kind: str
    title: str
    count: int
    size: Size
    round: bool
    look: Identity
    contents: tuple[tuple[str, int], ...] = ()


def decks_of(
    project: Project, edition: Edition, translator: Translator, theme: Theme, problems: list[Problem]
) -> Iterator[CardDeck]:
    """Yield the decks of an edition: kinds with backs, of which every record has a card or token."""
    for kind in load_kinds(project)[0].values():
        if not _is_deck(kind) or not kind.applies_to(edition):
            continue
        rows, _ = rows_of(kind, edition)
        count, size = sum(row.copies for row in rows), face_size(kind.face)
        if count and size:
            title = translator.template(kind.name, kind.title)
            look = Look(project, kind, edition, theme, problems).of()
            # A deck without a drawing of its own has that of its first kind of record.
            usual = (edition.look.get("kinds") or {}).get(kind.sources()[0][0]) or {}
            art = kind.look.get("art") or usual.get("art") or look.art
            contents = _contents(rows, translator)
            yield CardDeck(kind.name, title, count, size, kind.outline == "round", replace(look, art=art), contents)


def _contents(rows: Iterable[Row], translator: Translator) -> tuple[tuple[str, int], ...]:
    """Return the names of records, or values of cards, in their order, each once, with the number of its cards."""
    found: Counter[str] = Counter()
    for row in rows:
        if row.record and row.copies:
            value = row.item.get("value") if row.path else None
            found[translator.name(row.record) if value is None else translator.figure(str(value))] += row.copies
    return tuple(found.items())


def _is_deck(kind: Kind) -> bool:
    """Whether a kind has cards or tokens for records; a card for the whole edition, such as a cover, is not a deck, and
    neither is what is printed only when it is asked for."""
    printed = not (kind.is_page or kind.is_general or kind.on_request)
    return printed and kind.backs != "none" and kind.each != ["edition"]
