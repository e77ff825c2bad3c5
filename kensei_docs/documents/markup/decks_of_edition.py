"""The decks of an edition: the contents of its box, with the number of cards and the look of each deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.kinds.kind import Kind, load_kinds
from kensei_docs.documents.kinds.paper_and_face_sizes import Size, face_size
from kensei_docs.documents.kinds.rows_and_copies import Row, rows_of
from kensei_docs.documents.kinds.themes import Theme
from kensei_docs.documents.markup.chapters_and_index import sort_key
from kensei_docs.documents.markup.look_and_icons import Identity, Look
from kensei_docs.documents.markup.template_environment import ForTemplates
from kensei_docs.problems import Problem
from kensei_docs.project import Project


@dataclass(frozen=True)
class CardDeck(ForTemplates):
    """A kind of card or token in an edition: ``count`` cards of a ``size`` in millimetres; ``round``: they are discs.

    - ``contents``: (name of a record, or value on a card; number of cards). The last ``owners`` entries are the owners
      of cards for parts of records, such as the clans of the troops of sample armies.
    - ``looks``: the looks of its cards, if none of them has the look of the deck.
    - ``groups``: (name, number of cards) of the groups of its cards, such as the elements of strategies, if each card
      belongs to one; ``of_groups``: the looks of these groups.
    """

    kind: str
    title: str
    count: int
    size: Size
    round: bool
    look: Identity
    contents: tuple[tuple[str, int], ...] = ()
    looks: tuple[Identity, ...] = ()
    groups: tuple[tuple[str, int], ...] = ()
    of_groups: tuple[Identity, ...] = ()
    owners: int = 0

    def part(self, first: int, count: int) -> tuple[tuple[str, int], ...]:
        """Return (name, number of cards) for the ``count`` cards from card number ``first`` (0 is the first) on.

        A deck that needs several boxes is divided so. The names are in alphabetical order, in which a player looks for
        them, but in the order of the rows if the cards have owners.
        """
        contents: list[tuple[str, int]] = []
        before = 0
        for name, many in (
            self.contents if self.owners else sorted(self.contents, key=lambda entry: sort_key(entry[0], ()))
        ):
            inside = min(before + many, first + count) - max(before, first)
            if inside > 0:
                contents.append((name, inside))
            before += many
        return tuple(contents)


def decks_of(
    project: Project, edition: Edition, translator: Translator, theme: Theme, problems: list[Problem]
) -> Iterator[CardDeck]:
    """Yield the decks of an edition: the kinds that have backs, and a card or token for each record."""
    for kind in load_kinds(project)[0].values():
        if not _is_deck(kind) or not kind.applies_to(edition):
            continue
        rows, _ = rows_of(kind, edition)
        count = sum(row.copies for row in rows)
        size = face_size(kind.face)
        if count and size:
            title = translator.template(kind.name, kind.title)
            drawer = Look(project, kind, edition, theme, problems)
            look = drawer.of()
            # A deck without a drawing gets the drawing of its first card's kind of record.
            first = next((row.record.kind for row in rows if row.record and row.copies), kind.sources()[0][0])
            looks_of_kinds = edition.look.get("kinds") or {}
            look_of_kind = looks_of_kinds.get(first) or looks_of_kinds.get(kind.sources()[0][0]) or {}
            art = kind.look.get("art") or look_of_kind.get("art") or look.art
            contents, owners = _contents(rows, kind.owner, translator)
            is_round = kind.outline == "round"
            looks = _looks(rows, drawer) if kind.look.get("by") else ()
            groups = _groups(rows, kind.look.get("by") or "")
            named = tuple((translator.name(group), many) for group, many in groups)
            of_groups = tuple(drawer.of(group) for group, _ in groups)
            identity = replace(look, art=art)
            yield CardDeck(kind.name, title, count, size, is_round, identity, contents, looks, named, of_groups, owners)


def sheets_of(project: Project, edition: Edition, translator: Translator) -> Iterator[str]:
    """Yield the titles of the sheets and books about a whole edition: what is printed besides its decks."""
    for kind in load_kinds(project)[0].values():
        whole = kind.each == ["edition"] and not (kind.on_request or kind.is_general)
        if whole and kind.backs == "none" and kind.applies_to(edition) and any(rows_of(kind, edition)[0]):
            yield translator.template(kind.name, kind.title)


def _contents(
    rows: Sequence[Row], owner: str | None, translator: Translator
) -> tuple[tuple[tuple[str, int], ...], int]:
    """Return ((name of a record, or value of a card; number of cards), in the order of the rows; number of owners).

    The owners are last.
    """
    # If parts of records have owners, there are too many of them to list: their owners are listed.
    grouped = owner if any(row.path and row.record and row.record.get(owner) for row in rows if owner) else None
    counts: Counter[str] = Counter()
    of_owners: Counter[str] = Counter()
    for row in rows:
        if owned := _owner(row, grouped):
            of_owners[translator.name(owned)] += row.copies
        elif row.record and row.copies:
            value = row.item.get("value") if row.path else None
            counts[translator.name(row.record) if value is None else translator.figure(str(value))] += row.copies
        elif row.item.get("records") and row.copies:
            # A card that several records share.
            names = [translator.name(record) for record in row.item["records"]]
            counts[" – ".join(dict.fromkeys((names[0], names[-1])))] += row.copies
    return (*counts.items(), *of_owners.items()), len(of_owners)


def _groups(rows: Iterable[Row], by: str) -> tuple[tuple[Record, int], ...]:
    """Return (record of a group, number of cards); nothing if a card belongs to none, or all to one."""
    groups: dict[str, Record] = {}
    counts: Counter[str] = Counter()
    for row in rows:
        if row.record and row.copies:
            group = _owner(row, by)
            if group is None:
                return ()
            groups[group.id] = group
            counts[group.id] += row.copies
    return tuple((groups[key], many) for key, many in counts.items()) if len(counts) > 1 else ()


def _owner(row: Row, kind: str | None) -> Record | None:
    """Return the record of a ``kind`` to which a row, or its record, belongs; None without one."""
    slug = (row.item.get(kind) or (row.record and row.record.get(kind))) if kind else None
    return row.edition.records.get(f"{kind}/{slug}") if slug else None


def _looks(rows: Iterable[Row], look: Look) -> tuple[Identity, ...]:
    """Return the different looks of cards, without drawings, in their order.

    There are none if a card has the colour and pattern of its deck, or if all cards look the same.
    """
    looks = dict.fromkeys(replace(look.of(row.record), art="", beside="") for row in rows if row.record and row.copies)
    of_deck = look.of()
    plain = any((card.colour, card.pattern) == (of_deck.colour, of_deck.pattern) for card in looks)
    return () if plain or len(looks) < 2 else tuple(looks)


def _is_deck(kind: Kind) -> bool:
    """Return whether a kind has cards or tokens for records.

    A card for the whole edition, such as a cover, is no deck, nor is a kind that is printed only on request.
    """
    printed = not (kind.is_page or kind.is_general or kind.on_request)
    return printed and kind.backs != "none" and kind.each != ["edition"]
