"""The report of a reprint as data: for each card, its changes and their causes, and which cards to print or discard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kensei_docs.documents.markup.change_line_parts import Line


@dataclass(frozen=True)
class Pages:
    """The numbers (from 1) of pages of a document, or sheets of a booklet, to print and to take out."""

    printed: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()

    @property
    def replaced(self) -> str:
        """The numbers to take out and to print again, as a text: ``3–5, 8``."""
        return _ranges(sorted({*self.printed} & {*self.withdrawn}))

    @property
    def added(self) -> str:
        """The numbers only to print, as a text."""
        return _ranges(sorted({*self.printed} - {*self.withdrawn}))

    @property
    def removed(self) -> str:
        """The numbers only to take out, as a text."""
        return _ranges(sorted({*self.withdrawn} - {*self.printed}))


@dataclass(frozen=True)
class CardReport:
    """A card (or document of pages) that changed.

    ``prints`` and ``discards`` are the numbers of copies to print and to discard, ``copies`` those before and after.
    ``old_stamp`` and ``stamp`` identify the old and the new printing. ``lines`` are the changes, ``causes`` the
    reasons. ``old_name`` and ``owner`` are names on the old card, ``thumbnail`` is a picture of its front as a data
    URI. ``loose`` are the pages of a document, ``folded`` the sheets of its booklet; None for cards.
    """

    name: str
    prints: int
    discards: int
    copies: tuple[int, int]
    old_stamp: str = ""
    stamp: str = ""
    lines: tuple[Line, ...] = ()
    causes: tuple[str, ...] = ()
    old_name: str = ""
    owner: str = ""
    thumbnail: str = ""
    loose: Pages | None = None
    folded: Pages | None = None


@dataclass(frozen=True)
class KindReport:
    """The cards of one kind: changed, new, withdrawn, and unchanged with another number of copies (``counted``).

    ``same`` are the names of the cards that can be kept.
    """

    title: str
    changed: tuple[CardReport, ...] = ()
    added: tuple[CardReport, ...] = ()
    gone: tuple[CardReport, ...] = ()
    counted: tuple[CardReport, ...] = ()
    same: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[CardReport, ...]:
        """The reports of all cards."""
        return (*self.changed, *self.added, *self.gone, *self.counted)


@dataclass(frozen=True)
class ReprintReport:
    """The report of one edition, language and paper; ``path`` is the path of its PDF."""

    path: Path
    edition: str
    language: str
    since: str
    paper: str
    kinds: tuple[KindReport, ...]

    @property
    def prints(self) -> int:
        """The number of cards and tokens to print."""
        return sum(card.prints for kind in self.kinds for card in kind.all if not card.loose)

    @property
    def discards(self) -> int:
        """The number of cards and tokens to discard."""
        return sum(card.discards for kind in self.kinds for card in kind.all if not card.loose)

    @property
    def pages(self) -> int:
        """The number of pages of documents to print."""
        return sum(len(card.loose.printed) for kind in self.kinds for card in kind.all if card.loose)

    @property
    def folds(self) -> bool:
        """Whether sheets of a booklet are replaced."""
        return any(card.folded for kind in self.kinds for card in kind.all)

    @property
    def stays(self) -> int:
        """The number of cards that can be kept."""
        return sum(len(kind.same) for kind in self.kinds)


def summary(reports: Sequence[ReprintReport]) -> Iterator[str]:
    """Yield the lines of a summary for the terminal; equal reports of several papers are summed up once."""
    distinct: dict[tuple[Path, tuple[KindReport, ...]], ReprintReport] = {}
    for report in reports:
        distinct.setdefault((report.path.parent, report.kinds), report)
    for report in distinct.values():
        pages = f"{report.pages} pages to replace or add, " if report.pages else ""
        yield (
            f"{report.edition}, {report.language}, since {report.since}: {report.prints} to print, "
            f"{report.discards} to discard, {pages}{report.stays} stay as they are"
        )
        for kind in report.kinds:
            groups = (("~", kind.changed), ("+", kind.added), ("-", kind.gone), ("#", kind.counted))
            for sign, card in ((sign, card) for sign, cards in groups for card in cards):
                yield f"  {sign} {kind.title}: {card.name}{'  '.join(['', *_summary_of(card)])}"


def _summary_of(card: CardReport) -> Iterator[str]:
    """Yield the parts of the summary's line for a card, after its name."""
    if card.old_stamp and card.stamp:
        yield f"[{card.old_stamp} → {card.stamp}]"
    if card.loose:
        yield f"pages {_ranges(sorted({*card.loose.printed, *card.loose.withdrawn}))}"
    elif card.copies[0] != card.copies[1]:
        yield f"{card.copies[0]} → {card.copies[1]}"
    changes = [
        f"{line.label and line.label + ': '}{line.old or '–'} → {line.new or '–'}"
        for line in card.lines
        if not line.is_long
    ]
    if changes:
        yield "; ".join(changes)


def _ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as a text, with neighbours joined: ``3–5, 8``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
