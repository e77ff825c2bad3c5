"""A session of looking through a draft: its records in the order of the document, and what is done with them.

An action is written where the document still agrees with the data after it as it did before, or else not at all. The
files that it changed are kept as they were, in ``build/``, so that it can be undone, after a restart too.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from kensei_docs.database import Record, load
from kensei_docs.drafting.marks import Marks
from kensei_docs.drafting.outline import outline_of
from kensei_docs.extract import Document
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.files import write_whole
from kensei_docs.problems import Said, Unusable, say, unusable
from kensei_docs.project import SOURCES, WORDING, Project
from kensei_docs.reconcile import Difference, differences
from kensei_docs.reconcile.recorded import record as record_wording
from kensei_docs.reconcile.recorded import recorded_at
from kensei_docs.reconcile.update import write
from kensei_docs.reconcile.wording import Comparison
from kensei_docs.review.edits import Edit
from kensei_docs.review.history import History
from kensei_docs.review.kinds import kinds_of
from kensei_docs.review.looked import FILE, accepted, digest_of_record, text_of
from kensei_docs.review.readings import readings_of
from kensei_docs.review.refusals import CHECK, refused
from kensei_docs.review.split import figures_inside, places_in, split
from kensei_docs.review.told import require_good_words, tell
from kensei_docs.sources import load_source

# What a difference would be that a change makes.
_WOULD = {
    "differs": say("%(fact)s of %(record)s would differ", fact="", record=""),
    "new": say("%(fact)s of %(record)s would be new", fact="", record=""),
    "gone": say("%(fact)s of %(record)s would be gone", fact="", record=""),
    "moved": say("%(fact)s of %(record)s would stand in another order", fact="", record=""),
}

# The spans of a document's text: of a record and its figures.
Span = tuple[int, int]


@dataclass(frozen=True)
class Item:
    """A drafted record: where it stands in the document's text, where its figures were read, whether it is accepted.

    ``figures`` are paths with their values, in the order of the document; ``taken`` the spans of those, and
    ``loose`` of figures among its words that nothing reads.
    """

    record: Record
    page: int | None
    lines: tuple[int, int] | None
    spans: tuple[Span, ...]
    figures: tuple[tuple[str, str], ...]
    taken: tuple[Span, ...]
    names: tuple[Span, ...]
    loose: tuple[Span, ...]
    accepted: bool

    @property
    def stamp(self) -> str:
        """A digest of what was read of the record: an action on another state of it is refused."""
        return digest_of_record(self.record)


class Review:
    """The records that were drafted from a document, and the actions on them; one at a time, from any thread."""

    def __init__(self, project: Project, source_id: str, document: Document) -> None:
        self.project = replace(project, as_of=date.min)
        self.source_id, self.document = source_id, document
        self.folder = self.project.named_folders(SOURCES)[source_id]
        if not self.project.is_open or not self.project.holds(self.folder):
            raise unusable(self.folder, say("is not of your project: only a draft of your own is reviewed"), CHECK)
        self._lock = threading.RLock()
        self._history = History(self.project.layers[0], self.project.output / "review" / source_id)
        self.load()

    def load(self) -> None:
        """Read data and profile anew; raises Unusable where they can't be read."""
        with self._lock:
            self._read()

    def _read(self) -> None:
        self.source = load_source(self.project, self.source_id, self.project.parsed)
        database, problems = load(self.project, [self.source.edition])
        faults = [problem for problem in problems if problem.severity == "error"]
        if faults or self.source.edition not in database.editions:
            raise Unusable(*(faults or problems))
        self.database, self.edition = database, database.editions[self.source.edition]
        self.read: ReadingResult = read_figures(self.document, self.source)
        self.differences = differences(self.edition, self.source_id, self.read)
        self._accepted = accepted(self.folder) or {}
        self.items = self._items()

    @property
    def left(self) -> int:
        """How many records are still to be looked at."""
        return sum(not item.accepted for item in self.items)

    def item(self, record: str) -> Item:
        """Return a record by its id; raises Unusable."""
        found = next((one for one in self.items if one.record.id == record), None)
        if found is None:
            raise refused(say("%(record)s is not there any more; load the page anew", record=record))
        return found

    def _items(self) -> list[Item]:
        spans: dict[str, list[Span]] = {}
        for passage in self.read.passages:
            spans.setdefault(passage.record, []).append((passage.start, passage.end))
        figures: dict[str, list[tuple[str, str, Span]]] = {}
        names: dict[str, list[Span]] = {}
        for observed, span in zip(self.read.observations, self.read.taken, strict=True):
            if observed.fact == "name":
                names.setdefault(observed.record, []).append(span)
            else:
                figures.setdefault(observed.record, []).append((observed.fact, observed.value, span))
        found: list[Item] = []
        loose_ones = {(one.start, one.end) for one in self.read.wording.loose}
        rules = [span for span in self.read.untaken if span in loose_ones]
        for record in self.edition.records.values():
            own, mine = spans.get(record.id, []), figures.get(record.id, [])
            if not own and not mine:
                continue
            # A row of a table has no passage of its own: its line is where it stands.
            own = own or [self._line_around(span) for _, _, span in mine]
            lines, page = self.document.place(min(own)[0], min(own)[1])
            said = {fact: record.figure(fact) or value for fact, value, _ in mine}
            unread = {path: value for path, value in _figures_of(record).items() if path not in said}
            loose = [span for span in rules if any(a <= span[0] and span[1] <= b for a, b in own)]
            found.append(
                Item(
                    record,
                    page,
                    lines,
                    tuple(sorted(set(own))),
                    tuple({**said, **unread}.items()),
                    tuple(span for _, _, span in mine),
                    tuple(names.get(record.id, ())),
                    tuple(loose),
                    self._accepted.get(record.id) == digest_of_record(record),
                )
            )
        return sorted(found, key=lambda item: (item.spans[0][0], item.taken[:1]))

    def _line_around(self, span: Span) -> Span:
        number = self.document.line_at(span[0])
        start = self.document.starts[number]
        return start, start + len(self.document.lines[number].text)

    def accept(self, record: str, stamp: str, yes: bool = True, together: bool = False) -> None:
        """Accept a record as it is, or, not ``yes``, put it among those to be looked at; raises Unusable.

        ``together`` accepts the other rows of its table as well.
        """
        with self._lock:
            item = self._unchanged(record, stamp)
            kept = {name: digest for name, digest in self._accepted.items() if name != record}
            if yes:
                rows = self.together(item) if together else []
                kept |= {one.id: digest_of_record(one) for one in (item.record, *rows)}
            did = say("Accepted") if yes else say("To look at again")
            self._do(did, item.record, lambda: write_whole(self.folder / FILE, text_of(kept)), [self.folder / FILE])
            self._read()

    def tell(self, record: str, stamp: str, text: str) -> list[Said]:
        """Give a record a text, or say with an empty one that it needs none, and accept it.

        Raises Unusable as ``change`` does, and where ``check`` would find the text wrong.
        """
        did = say("Wrote the text") if text.strip() else say("Needs no text")
        return self.change(record, stamp, did, lambda edit, one: tell(edit, one, text), accept=True)

    def change(
        self, record: str, stamp: str, did: Said, change: Callable[[Edit, Record], object], accept: bool = False
    ) -> list[Said]:
        """Change a record, and ``accept`` it, if asked; return what a person should know of it.

        Raises Unusable, and changes nothing, where the record is not as the ``stamp`` says, the change can't be made,
        or document and data would not agree any more.
        """
        with self._lock:
            before = self._unchanged(record, stamp)
            edit = Edit(self.project, self.database, self.edition, self.source)
            change(edit, before.record)
            wording = self.project.layers[0].joinpath(*WORDING, f"{self.source_id}.csv")
            try:
                self._do(
                    did,
                    before.record,
                    lambda: self._write(edit, wording, record if accept else None),
                    [*edit.files(), wording, self.folder / FILE],
                )
            finally:
                self._read()
            return edit.told

    def places(self, item: Item) -> list[tuple[int, str, str]]:
        """Return where a record can be parted: the offset, the words there, and a name; none of a table or a row."""
        if "split" not in self.can(item):
            return []
        return [place for span in item.spans for place in places_in(self.document, *span)]

    def split(self, record: str, stamp: str, at: int, name: str) -> list[Said]:
        """Make a record of what stands behind a place of another one; raises Unusable as ``change`` does."""
        item = self.item(record)
        span = next((one for one in item.spans if one[0] < at < one[1]), None)
        if span is None:
            raise refused(say("choose a place inside of the record"))
        figures = figures_inside(self.read, record, span)
        marks = Marks(self.document, outline_of(self.document))
        return self.change(
            record, stamp, say("Split"), lambda edit, one: split(edit, one, name, at, span, figures, marks)
        )

    def _unchanged(self, record: str, stamp: str) -> Item:
        self._read()
        item = self.item(record)
        if item.stamp != stamp:
            raise refused(say("%(record)s was changed since this page showed it; look at it again", record=record))
        return item

    def _write(self, edit: Edit, wording: Path, told: str | None) -> None:
        """Write what an edit changed, check it, and bring citations, wording and what was accepted up to date.

        A record that was ``told`` in words has them checked, and is accepted.
        """
        had, faults = _counted(self.differences, edit.ids), Counter(one.message for one in self.read.problems)
        loose = len(self.read.wording.loose)
        recorded = recorded_at(wording if wording.is_file() else None)
        known = recorded is not None and not Comparison(recorded, self.read.wording).changes(self.differences)
        same = {item.record.id for item in self.items if item.accepted}
        for file, text in edit.files().items():
            if text is None:
                file.unlink(missing_ok=True)
            else:
                write_whole(file, text)
        self._read()
        more = _counted(self.differences, {}) - had
        if more:
            change, record, fact = next(iter(more.elements()))
            raise _disagrees(say(_WOULD[change].message, fact=fact, record=record))
        if new := Counter(one.message for one in self.read.problems) - faults:
            raise _disagrees(next(iter(new)))
        if len(self.read.wording.loose) > loose and None not in edit.ids.values():
            raise _disagrees(say("a figure would belong to nothing"))
        read = self.read
        write(
            self.edition,
            self.source_id,
            read.observations,
            read.passages,
            self.differences,
            self.project.layers[0],
            edit.touched,
        )
        if known:
            record_wording(wording, read.wording)
        self._keep_accepted(same, edit.ids)
        if told:
            one = self.edition.records[told]
            require_good_words(self.project, self.database, one)
            write_whole(self.folder / FILE, text_of({**self._accepted, told: digest_of_record(one)}))

    def _keep_accepted(self, same: Collection[str], ids: Mapping[str, str | None]) -> None:
        """Keep what was accepted under the new ids; a record that took another's figures is to be looked at again."""
        self._read()
        if not same:
            return
        took = {new for old, new in ids.items() if new in self._accepted or new in same}
        kept = dict(self._accepted)
        for old, new in ids.items():
            kept.pop(old, None)
            if new and old in same and new not in took:
                kept[new] = ""
        for name in took:
            kept.pop(str(name), None)
        records = self.edition.records
        kept |= {name: digest_of_record(records[name]) for name in {*same, *kept} & {*kept} if name in records}
        if kept != self._accepted:
            write_whole(self.folder / FILE, text_of(kept))

    def _do(self, did: Said, record: Record, act: Callable[[], object], files: Collection[Path]) -> None:
        self._history.do(did, str(record.name), act, files)

    def undoable(self) -> str | None:
        """Return what the last action was, None where there is none to undo."""
        return self._history.last()

    def undo(self) -> str:
        """Undo the last action and return what it was; raises Unusable where a file has changed since."""
        with self._lock:
            did = self._history.undo()
            self._read()
            return did

    def kinds(self) -> list[str]:
        """Return the kinds that a record can be made one of; it can be of a new one as well."""
        return kinds_of(self.project, self.database, self.edition)

    def line(self, item: Item) -> str:
        """Return a record on one line: its place, id, name, figures and state."""
        place = f"p. {item.page}" if item.page else f"line {item.lines[0]}" if item.lines else ""
        figures = ", ".join(f"{path.partition('.')[2]} {value}" for path, value in item.figures)
        state = "accepted" if item.accepted else "to look at"
        return f"{place}  {item.record.id}  {item.record.name}: {figures or 'no figures'}  [{state}]"

    def together(self, item: Item) -> list[Record]:
        """Return the records that are read from one list or table with a record, without itself."""
        found = Edit(self.project, self.database, self.edition, self.source).read_together(item.record)
        return [record for record in found if record.id != item.record.id]

    def label(self, record: Record, path: str) -> str:
        """Return what a figure is called in print: by the glossary; a cell by its row, and its column of several."""
        group, _, name = path.partition(".")
        if group == "rows":
            row, _, column = name.partition(".")
            rows, columns = record.data.get("rows") or {}, record.data.get("columns") or {}
            said = str((rows.get(row) or {}).get("name") or row)
            return f"{said}, {columns.get(column, column)}" if len(columns) > 1 else said
        term = self.database.glossary.get(name, {})
        plain = name.replace("-", " ")
        label = term.get(self.edition.language) or term.get(self.edition.written_in) or plain
        return label[:1].upper() + label[1:]

    def can(self, item: Item) -> frozenset[str]:
        """Return which actions fit a record: ``join``, ``kind``, ``split``, ``tell``; ``rows`` of a table are accepted
        together."""
        table = "rows" in item.record.data
        recipes = {reading.recipe for reading in readings_of(self.source, item.record.id)}
        return frozenset(
            [
                *(() if table or "table" in recipes else ("join",)),
                *(() if table else ("kind",)),
                *(() if table or "table" in recipes else ("split",)),
                *(("rows",) if "table" in recipes and not table and self.together(item) else ()),
                "rename",
                "drop",
                "tell",
            ]
        )


def _figures_of(record: Record) -> dict[str, str]:
    return {fact.path: fact.value for fact in record.facts if fact.figure and fact.value is not None}


def _counted(found: Collection[Difference], ids: Mapping[str, str | None]) -> Counter[tuple[str, str, str]]:
    return Counter((one.change, ids.get(one.record) or one.record, one.fact) for one in found)


def _disagrees(what: str) -> Unusable:
    said = say("the document and the data would not agree any more: %(what)s; change it by hand", what=what)
    return refused(said)
