"""The decks of an edition: what its box holds, with the number of cards and the look of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
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
    card, with the number of its cards: troops of sample armies and their likes count for their owner, such as a clan.
    ``looks`` are those of its cards, where none of them has the look of the deck.
    """

    kind: str
    title: str
    count: int
    size: Size
    round: bool
    look: Identity
    contents: tuple[tuple[str, int], ...] = ()
    looks: tuple[Identity, ...] = ()


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
            drawer = Look(project, kind, edition, theme, problems)
            look = drawer.of()
            # A deck without a drawing of its own has that of its first kind of record.
            usual = (edition.look.get("kinds") or {}).get(kind.sources()[0][0]) or {}
            art = kind.look.get("art") or usual.get("art") or look.art
            contents = _contents(rows, kind.owner, translator)
            is_round = kind.outline == "round"
            looks = _looks(rows, drawer) if kind.look.get("by") else ()
            yield CardDeck(kind.name, title, count, size, is_round, replace(look, art=art), contents, looks)


def _contents(rows: Sequence[Row], owner: str | None, translator: Translator) -> tuple[tuple[str, int], ...]:
    """Return the names of records, or values of cards, in their order, each once, with the number of its cards."""
    # Parts of records that have an owner are too many to be named.
    grouped = owner if any(row.path and row.record and row.record.get(owner) for row in rows if owner) else None
    found: Counter[str] = Counter()
    for row in rows:
        if row.record and row.copies:
            value = row.item.get("value") if row.path else None
            record = _owner(row, grouped) or row.record
            found[translator.name(record) if value is None else translator.figure(str(value))] += row.copies
    return tuple(found.items())


def _owner(row: Row, kind: str | None) -> Record | None:
    """Return the record of a ``kind`` that a row, or the record that it is a part of, belongs to."""
    slug = (row.item.get(kind) or (row.record and row.record.get(kind))) if kind else None
    return row.edition.records.get(f"{kind}/{slug}") if slug else None


def _looks(rows: Iterable[Row], look: Look) -> tuple[Identity, ...]:
    """Return the colours and patterns of cards in their order; none, if a card has those of its deck."""
    found = dict.fromkeys(replace(look.of(row.record), art="", beside="") for row in rows if row.record and row.copies)
    of_deck = look.of()
    plain = any((one.colour, one.pattern) == (of_deck.colour, of_deck.pattern) for one in found)
    return () if plain or len(found) < 2 else tuple(found)


def _is_deck(kind: Kind) -> bool:
    """Whether a kind has cards or tokens for records; a card for the whole edition, such as a cover, is not a deck, and
    neither is what is printed only when it is asked for."""
    printed = not (kind.is_page or kind.is_general or kind.on_request)
    return printed and kind.backs != "none" and kind.each != ["edition"]
