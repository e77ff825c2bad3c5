"""What a reprint tells: card by card what changed and why, what to discard, and what may stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition, Record
from kensei_docs.documents.cache.face_set import FaceSet, machinery
from kensei_docs.documents.kinds.paper import PAPERS
from kensei_docs.documents.markup.change_report import ChangeReporter, Line
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.pseudo import PSEUDO, Pseudo
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.reprint.causes import Causes
from kensei_docs.documents.reprint.changed import Changed, Outcome
from kensei_docs.documents.reprint.since import Since
from kensei_docs.files import digest_of
from kensei_docs.project import Project
from kensei_docs.versions import Change, Version, diff

SHEET, STYLE = "reprint-sheet.html.j2", "reprint-sheet.css"


@dataclass(frozen=True)
class Card:
    """A card (or page) that isn't what it was: how many to print and to discard, the stamps by
    which the two printings are told apart, what changed on it, and why."""

    name: str
    prints: int
    discards: int
    old_stamp: str
    stamp: str
    lines: tuple[Line, ...] = ()
    causes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()


@dataclass(frozen=True)
class Part:
    """The cards of one kind: changed, new, gone (or fewer), and the names of those that stay."""

    title: str
    changed: tuple[Card, ...]
    added: tuple[Card, ...]
    gone: tuple[Card, ...]
    same: tuple[str, ...]

    @property
    def differs(self) -> bool:
        return bool(self.changed or self.added or self.gone)


@dataclass(frozen=True)
class Told:
    """All that there is to tell of one edition, language and paper."""

    path: Path
    edition: str
    language: str
    since: str
    paper: str
    parts: tuple[Part, ...]

    @property
    def prints(self) -> int:
        return sum(card.prints for part in self.parts for card in (*part.changed, *part.added))

    @property
    def discards(self) -> int:
        return sum(card.discards for part in self.parts for card in (*part.changed, *part.gone))

    @property
    def stays(self) -> int:
        return sum(len(part.same) for part in self.parts)


class Witness:
    """Tells what changed between a state and now, in the language of each folder."""

    def __init__(self, project: Project, database: Database, since: Since) -> None:
        self._project, self._database, self._since = project, database, since
        self._changes: dict[str, list[Change]] = {}
        self._tellers: dict[str, tuple[Translator, ChangeReporter]] = {}

    def tell(self, outcomes: Sequence[Outcome], paper: str, path: Path) -> Told:
        """Return what became of the documents of one folder and paper."""
        first = outcomes[0].document
        return Told(
            path,
            first.edition_name,
            first.faces.language,
            self._since.label,
            paper,
            tuple(self._part(outcome) for outcome in outcomes),
        )

    def key(self, told: Told) -> str:
        """Return the digest of all that decides how a sheet comes out."""
        files = [self._project.file("templates", SHARED, name) for name in (SHEET, STYLE, "theme.css")]
        translator, _ = self._voice(told.language)
        return digest_of(
            repr(replace(told, path=Path())),
            self._html(told, translator),
            *(file.read_bytes() for file in files if file),
            machinery(),
        )

    def as_pdf(self, told: Told) -> tuple[bytes, int]:
        """Return a sheet as a PDF, and how many pages it has."""
        from kensei_docs.documents.layout.renderer import renderer

        translator, _ = self._voice(told.language)
        files = [self._project.file("templates", SHARED, name) for name in ("theme.css", STYLE)]
        size = PAPERS[told.paper]
        css = [file.read_text(encoding="utf-8") for file in files if file]
        css.append(f"@page {{ size: {size.width}mm {size.height}mm }}")
        engine = renderer(self._project.cache)
        document = engine.lay_out(self._html(told, translator), engine.style_sheet("\n".join(css)))
        pdf: bytes = document.write_pdf(pdf_tags=True)
        return pdf, len(document.pages)

    def _html(self, told: Told, translator: Translator) -> str:
        return environment(self._project, translator, SHARED).get_template(SHEET).render(told=told)

    def _voice(self, language: str) -> tuple[Translator, ChangeReporter]:
        if language not in self._tellers:
            translator = (
                Pseudo(self._project, self._database)
                if language == PSEUDO
                else Translator(self._project, self._database, language)
            )
            self._tellers[language] = translator, ChangeReporter(self._project, self._database, translator)
        return self._tellers[language]

    def _part(self, outcome: Outcome) -> Part:
        document = outcome.document
        translator, teller = self._voice(document.faces.language)
        changed: list[Card] = []
        added: list[Card] = []
        for one in outcome.changed:
            card = self._card(outcome, one, translator, teller)
            (changed if one.pair.old and one.pages and card.discards else added).append(card)
        gone = tuple(self._gone(outcome, side, copies, translator) for side, copies in outcome.gone)
        return Part(
            translator.template(document.faces.kind.name, document.faces.kind.title),
            tuple(changed),
            tuple(added),
            gone,
            tuple(_name(side, translator) for side in outcome.same),
        )

    def _card(self, outcome: Outcome, one: Changed, translator: Translator, teller: ChangeReporter) -> Card:
        faces, row = outcome.document.faces, one.pair.sides.row
        changes = self._about(faces.edition, row.record, row.path)
        lines = [line for change in changes for line in _lines(change, row.path, translator, teller)]
        # What isn't the card's own is told as it is printed.
        lines = lines or [Line("changed", "", hunk.old or None, hunk.new or None, "", "") for hunk in one.hunks]
        more = one.pair.old is not None and not (one.fronts or one.backs) and not lines
        again = one.pair.old.row.copies if one.pair.old else 0
        discards = 0 if more or (again and one.copies < one.pair.sides.row.copies) else again
        values = " ".join(hunk.new for hunk in one.hunks)
        causes = self._causes(faces.edition, translator).of(row.record, row.path, values)
        whole = not faces.kind.is_page or len(one.fronts) != len(one.pages)
        return Card(
            _name(one.pair.sides, translator),
            one.copies,
            discards,
            _stamp(outcome.before, one.pair.old.front) if one.pair.old and discards else "",
            _stamp(faces, one.pair.sides.front),
            tuple(lines),
            tuple(causes),
            () if whole else tuple(number + 1 for number in one.pages),
        )

    def _gone(self, outcome: Outcome, side: Sides, copies: int, translator: Translator) -> Card:
        causes = self._causes(outcome.document.faces.edition, translator)
        return Card(
            _name(side, translator),
            0,
            copies,
            _stamp(outcome.before, side.front),
            "",
            causes=tuple(causes.of(side.row.record, side.row.path, "")),
        )

    def _causes(self, edition: Edition, translator: Translator) -> Causes:
        return Causes(self._project, self._since, edition, translator)

    def _about(self, edition: Edition, record: Record | None, path: str) -> list[Change]:
        """Return the changes of a record, or of a part of it."""
        if record is None or edition.id not in self._since.database.editions:
            return []
        if edition.id not in self._changes:
            states = (
                Version("", self._since.project, self._since.database, edition.id),
                Version("", self._project, self._database, edition.id),
            )
            self._changes[edition.id] = diff(self._project, *states, words=True)
        return [
            change
            for change in self._changes[edition.id]
            if record.id in (change.record.id, change.a.ids)
            and (not path or f"{change.path}.".startswith(f"{path}."))
            and not _only_figures(change)
        ]


def summary(told: Sequence[Told]) -> Iterator[str]:
    """Yield the lines in which a terminal says what a reprint is of, a paper for all."""
    seen = set()
    for one in told:
        if (one.path.parent, one.parts) in seen:
            continue
        seen.add((one.path.parent, one.parts))
        yield (
            f"{one.edition}, {one.language}, since {one.since}: {one.prints} to print, "
            f"{one.discards} to discard, {one.stays} stay as they are"
        )
        for part in one.parts:
            for sign, cards in (("~", part.changed), ("+", part.added), ("-", part.gone)):
                for card in cards:
                    said = "; ".join(
                        f"{line.label}: {line.old or '–'} → {line.new or '–'}"
                        if line.label
                        else f"{line.old or '–'} → {line.new or '–'}"
                        for line in card.lines
                        if not line.is_long
                    )
                    stamp = f" [{card.old_stamp} → {card.stamp or '–'}]" if card.old_stamp else ""
                    yield f"  {sign} {part.title}: {card.name}{stamp}{said and '  ' + said}"


def _name(side: Sides, translator: Translator) -> str:
    """Return what a card is called, apart from those that show another part of its record."""
    row = side.row
    if row.record is None or not row.path:
        return side.title
    name = translator.text(row.record, f"{row.path}.name")
    value = row.item.get("value")
    return name or f"{side.title} {value if isinstance(value, str | int) else row.slug}"


def _lines(change: Change, path: str, translator: Translator, teller: ChangeReporter) -> Iterator[Line]:
    """Yield a change of what stands on a card, in the words of a change sheet; a part that has no
    name is called after what it touches."""
    part = change.record.get(change.path.rpartition(".")[0])
    hook = part.get("hook") if isinstance(part, dict) and "name" not in part else None
    for section in teller.report("", "", [change]).sections:
        for group in section.groups:
            for line in (line for entry in group.entries for line in entry.lines):
                label = line.label.rpartition(", ")[2] if path else line.label
                yield replace(line, places="", label=translator.hook(hook) if hook else label)


def _only_figures(change: Change) -> bool:
    """Return whether a text is the same but for figures, which are told by their names."""
    old, new = change.a.record, change.b.record
    return (
        change.matter == "words"
        and old is not None
        and new is not None
        and old.get(change.a.path) == new.get(change.b.path)
    )


def _stamp(faces: FaceSet | None, slot: str) -> str:
    """Return the stamp on a face by which its printings are told apart, if it has one."""
    fragment = faces.fragments.get(slot) if faces else None
    return fragment.stamp[:5] if fragment and fragment.stamp[:5] in fragment.html else ""
