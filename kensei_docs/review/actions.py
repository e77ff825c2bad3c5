"""A review of a draft: its records in the order of the document, and the actions on them.

An action is refused if the record has changed since the page showed it, and is written only if the document agrees
with the data after it as it did before. ``History`` keeps, in a folder, what is needed to undo it, after a restart too.
"""

from __future__ import annotations

import json
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from kensei_docs.database import Record, load
from kensei_docs.drafting.outline import outline_of
from kensei_docs.drafting.passage_marks import Marks
from kensei_docs.extract.document import Document
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.extract.reading.observations import Observation
from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import Said, Unusable, say, unusable
from kensei_docs.project import SOURCES, WORDING, Project
from kensei_docs.reconcile import Difference, differences
from kensei_docs.reconcile.differences import open_doubts, write
from kensei_docs.reconcile.wording import Comparison, recorded_at
from kensei_docs.reconcile.wording import record as record_wording
from kensei_docs.review import CHECK, refused
from kensei_docs.review.edits import (
    TABLE,
    Edit,
    figures_inside,
    kinds_of,
    places_in,
    readings_of,
    require_valid_text,
    split,
    write_text,
)
from kensei_docs.sources import REVIEW_FILE, accepted_digests, digest_of_record, load_source, review_file

_PENDING = "pending.json"
# The messages for a difference that an action would make, by its kind.
_NEW_DIFFERENCES = {
    "differs": say("%(fact)s of %(record)s would differ", fact="", record=""),
    "new": say("%(fact)s of %(record)s would be new", fact="", record=""),
    "gone": say("%(fact)s of %(record)s would be gone", fact="", record=""),
    "moved": say("%(fact)s of %(record)s would stand in another order", fact="", record=""),
}

# (start, end) in a document's text.
Span = tuple[int, int]


class History:
    """The actions on the files of the project in the folder ``root``.

    ``folder`` has a JSON file for each action: its description, the texts of the files before it, and their digests
    after it. If an action was interrupted, ``pending.json`` is there too: the action is undone at once.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = root
        self._folder = folder
        pending = folder / _PENDING
        if pending.is_file():
            self._restore(json.loads(pending.read_text(encoding="utf-8")))
            pending.unlink()

    def do(self, description: Said, name: str, act: Callable[[], object], files: Collection[Path]) -> None:
        """Run ``act``, which changes ``files`` for the record ``name``, and keep it as an action to undo.

        If it raises an exception, the files are restored, and the exception is raised again.
        """
        before = {str(file.relative_to(self._root)): _text(file) for file in dict.fromkeys(files)}
        write_whole(self._folder / _PENDING, json.dumps(before))
        try:
            act()
        except BaseException:
            self._restore(before)
            (self._folder / _PENDING).unlink()
            raise
        changed = {name: text for name, text in before.items() if _text(self._root / name) != text}
        if changed:
            digests = {name: _digest(self._root / name) for name in changed}
            action = {"did": description.message, "name": name, "before": changed, "after": digests}
            write_whole(self._folder / f"{len(self._files()) + 1:05}.json", json.dumps(action, ensure_ascii=False))
        (self._folder / _PENDING).unlink()

    def last(self) -> str | None:
        """Return the description of the last action; None if there is none to undo."""
        files = self._files()
        return _description(json.loads(files[-1].read_text(encoding="utf-8"))) if files else None

    def undo(self) -> str:
        """Undo the last action and return its description; raises Unusable if one of its files has changed since."""
        steps = self._files()
        if not steps:
            raise refused(say("there is nothing to undo"))
        action: dict[str, Any] = json.loads(steps[-1].read_text(encoding="utf-8"))
        for name, digest in action["after"].items():
            if _digest(self._root / name) != digest:
                message = say(
                    "was changed by hand since; undo '%(did)s' by hand, or take your change back first",
                    did=_description(action),
                )
                raise unusable(self._root / name, message, CHECK)
        self._restore(action["before"])
        steps[-1].unlink()
        return _description(action)

    def _files(self) -> list[Path]:
        """Return the files of the actions, the last action last."""
        return sorted(self._folder.glob("[0-9]*.json")) if self._folder.is_dir() else []

    def _restore(self, files: Mapping[str, str | None]) -> None:
        """Write the texts of files, by path in the project; None deletes the file."""
        for name, text in files.items():
            file = self._root / name
            if text is None:
                file.unlink(missing_ok=True)
                # An empty folder of templates would be read as a kind of document.
                with suppress(OSError):
                    file.parent.rmdir()
            else:
                write_whole(file, text.encode("utf-8"))


def _description(action: Mapping[str, Any]) -> str:
    """Return the description of an action, with the name of its record."""
    # Actions written by earlier versions have a whole sentence in English.
    if "name" not in action:
        return str(action["did"])
    return say("%(did)s: %(name)s", did=say(action["did"]), name=action["name"])


def _text(file: Path) -> str | None:
    """Return the text of a file with its line ends unchanged; None if there is no file."""
    return file.read_bytes().decode("utf-8") if file.is_file() else None


def _digest(file: Path) -> str | None:
    return digest_of(file.read_bytes()) if file.is_file() else None


@dataclass(frozen=True)
class DraftedRecord:
    """A drafted record with its places in the document's text, and whether it is accepted.

    ``lines`` are its first and last line in a text, ``spans`` the spans of its passages. ``figures`` are (path, value)
    in the order of the document. ``taken`` are the spans of the figures that were read, ``names`` those of its name,
    and ``loose`` those of the loose figures in its passages. ``doubts`` are its figures that may mean two things, until
    somebody has decided; ``unsure``: it has had some.
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
    doubts: tuple[Observation, ...] = ()
    unsure: bool = False

    @property
    def stamp(self) -> str:
        """The digest of the record's name and figures: an action on another state of the record is refused."""
        return digest_of_record(self.record)


class Review:
    """The records that were drafted from a document, and the actions on them.

    Threads may share a review: its actions run one after the other.
    """

    def __init__(self, project: Project, source_id: str, document: Document) -> None:
        """Read data and profile of a source; raises Unusable if they can't be read, or belong to another project."""
        self.project = replace(project, as_of=date.min)
        self.source_id = source_id
        self.document = document
        self.folder = self.project.named_folders(SOURCES)[source_id]
        if not self.project.is_open or not self.project.holds(self.folder):
            raise unusable(self.folder, say("is not of your project: only a draft of your own is reviewed"), CHECK)
        self._lock = threading.RLock()
        self._history = History(self.project.layers[0], self.project.cache / "review" / source_id)
        self.load()

    def load(self) -> None:
        """Read data and profile again; raises Unusable if they can't be read."""
        with self._lock:
            self._read()

    def _read(self) -> None:
        self.source = load_source(self.project, self.source_id)
        database, problems = load(self.project, [self.source.edition])
        errors = [problem for problem in problems if problem.severity == "error"]
        if errors or self.source.edition not in database.editions:
            raise Unusable(*(errors or problems))
        self.database = database
        self.edition = database.editions[self.source.edition]
        self.read: ReadingResult = read_figures(self.document, self.source)
        self.differences = differences(self.edition, self.source_id, self.read)
        self._accepted = accepted_digests(self.folder) or {}
        self.items = self._items()

    @property
    def left(self) -> int:
        """The number of records that are not accepted."""
        return sum(not item.accepted for item in self.items)

    def item(self, record: str) -> DraftedRecord:
        """Return the drafted record with an id, with its places; raises Unusable if there is none."""
        item = next((item for item in self.items if item.record.id == record), None)
        if item is None:
            raise refused(say("%(record)s is not there any more; load the page anew", record=record))
        return item

    def _items(self) -> list[DraftedRecord]:
        """Return all records that the profile reads, with their places: those with figures in doubt first, then the
        others, in the order of the document."""
        spans: defaultdict[str, list[Span]] = defaultdict(list)
        for passage in self.read.passages:
            spans[passage.record].append((passage.start, passage.end))
        observations: defaultdict[str, list[Observation]] = defaultdict(list)
        for observation in self.read.observations:
            observations[observation.record].append(observation)
        items: list[DraftedRecord] = []
        doubts = open_doubts(self.edition, self.read, self._accepted)
        loose_spans = {(figure.start, figure.end) for figure in self.read.wording.loose}
        unread_rules = [figure.span for figure in self.read.unresolved if figure.span in loose_spans]
        for record in self.edition.records.values():
            observed = [one for one in observations[record.id] if one.fact != "name"]
            # A row of a table has no passage: its place is the line of its figures.
            passages = spans[record.id] or [self._line_around(one.span) for one in observed]
            if not passages:
                continue
            lines, page = self.document.place(*min(passages))
            values = {one.fact: record.figure(one.fact) or one.value for one in observed}
            of_record = {fact.path: fact.value for fact in record.facts if fact.figure and fact.value is not None}
            unread = {path: value for path, value in of_record.items() if path not in values}
            loose = [span for span in unread_rules if any(a <= span[0] and span[1] <= b for a, b in passages)]
            items.append(
                DraftedRecord(
                    record,
                    page,
                    lines,
                    tuple(sorted(set(passages))),
                    tuple({**values, **unread}.items()),
                    tuple(one.span for one in observed),
                    tuple(one.span for one in observations[record.id] if one.fact == "name"),
                    tuple(loose),
                    self._accepted.get(record.id) == digest_of_record(record),
                    tuple(one for one in doubts if one.record == record.id),
                    any(one.doubt for one in observed),
                )
            )
        return sorted(items, key=lambda item: (not item.unsure, item.spans[0][0], item.taken[:1]))

    def _line_around(self, span: Span) -> Span:
        """Return the span of the line with the start of a span."""
        number = self.document.line_at(span[0])
        start = self.document.starts[number]
        return start, start + len(self.document.lines[number].text)

    def accept(self, record: str, stamp: str, yes: bool = True, together: bool = False) -> list[Said]:
        """Accept a record; with ``yes`` false, mark it as not accepted. Return messages.

        ``together`` accepts the other rows of its table as well, except those that still need a text, or have a figure
        in doubt. Raises Unusable if the record has another ``stamp``.
        """
        with self._lock:
            item = self._unchanged(record, stamp)
            digests = {name: digest for name, digest in self._accepted.items() if name != record}
            if yes:
                others = self.read_together(item) if together else []
                unsure = {one.record.id for one in self.items if one.doubts}
                rows = [item.record, *(row for row in others if "todo" not in row.data and row.id not in unsure)]
                digests |= {accepted.id: digest_of_record(accepted) for accepted in rows}
            did = say("Accepted") if yes else say("To look at again")
            file = self.folder / REVIEW_FILE
            self._history.do(did, item.record.name, lambda: write_whole(file, review_file(digests)), [file])
            self._read()
            without_text = [str(row.name) for row in others if "todo" in row.data] if yes else []
            in_doubt = [str(row.name) for row in others if row.id in unsure] if yes else []
            messages = []
            if without_text:
                messages.append(say("Still without a text: %(names)s.", names=", ".join(without_text)))
            if in_doubt:
                messages.append(say("Still with a figure in doubt: %(names)s.", names=", ".join(in_doubt)))
            return messages

    def write_text(self, record: str, stamp: str, text: str) -> list[Said]:
        """Set the text of a record and accept it; an empty text means that it needs none. Return messages.

        Raises Unusable as ``change`` does, and if ``check`` finds an error in the text.
        """
        did = say("Wrote the text") if text.strip() else say("Needs no text")
        return self.change(record, stamp, did, lambda edit, old: write_text(edit, old, text), accept=True)

    def change(
        self, record: str, stamp: str, did: Said, change: Callable[[Edit, Record], object], accept: bool = False
    ) -> list[Said]:
        """Change a record, accept it if ``accept`` is true, and return messages about the change.

        ``did`` describes the action. Raises Unusable, and changes nothing, if the record has another ``stamp``, if the
        change can't be made, or if document and data would not agree any more.
        """
        with self._lock:
            before = self._unchanged(record, stamp)
            edit = Edit(self.project, self.database, self.edition, self.source)
            change(edit, before.record)
            wording = self.project.layers[0].joinpath(*WORDING, f"{self.source_id}.csv")
            try:
                self._history.do(
                    did,
                    before.record.name,
                    lambda: self._write(edit, wording, record if accept else None),
                    [*edit.files(), wording, self.folder / REVIEW_FILE],
                )
            finally:
                self._read()
            return edit.messages

    def places(self, item: DraftedRecord) -> list[tuple[int, str, str]]:
        """Return where a record can be split: (offset, the words there, a name); none for tables and their rows."""
        if "split" not in self.actions(item):
            return []
        return [place for span in item.spans for place in places_in(self.document, *span)]

    def split(self, record: str, stamp: str, at: int, name: str) -> list[Said]:
        """Make the part of a record after the offset ``at`` another record; raises Unusable as ``change`` does."""
        item = self.item(record)
        span = next((passage for passage in item.spans if passage[0] < at < passage[1]), None)
        if span is None:
            raise refused(say("choose a place inside of the record"))
        figures = figures_inside(self.read, record, span)
        marks = Marks(self.document, outline_of(self.document))
        return self.change(
            record, stamp, say("Split"), lambda edit, old: split(edit, old, name, at, span, figures, marks)
        )

    def _unchanged(self, record: str, stamp: str) -> DraftedRecord:
        """Return the drafted record with an id after reading it again; raises Unusable if it has another stamp."""
        self._read()
        item = self.item(record)
        if item.stamp != stamp:
            raise refused(say("%(record)s was changed since this page showed it; look at it again", record=record))
        return item

    def _write(self, edit: Edit, wording: Path, record_with_new_text: str | None) -> None:
        """Write the files of an edit, check them, and update citations, recorded wording and accepted records.

        The text of ``record_with_new_text`` (an id) is checked, and the record accepted. Raises Unusable if document
        and data do not agree any more.
        """
        differences_before = _counted(self.differences, edit.ids)
        problems_before = Counter(problem.message for problem in self.read.problems)
        loose_before = len(self.read.wording.loose)
        recorded = recorded_at(wording if wording.is_file() else None)
        wording_agrees = recorded is not None and not Comparison(recorded, self.read.wording).changes(self.differences)
        accepted = {item.record.id for item in self.items if item.accepted}
        for file, text in edit.files().items():
            if text is None:
                file.unlink(missing_ok=True)
            else:
                write_whole(file, text)
        self._read()
        more = _counted(self.differences, {}) - differences_before
        if more:
            change, record, fact = next(iter(more.elements()))
            raise _disagrees(say(_NEW_DIFFERENCES[change].message, fact=fact, record=record))
        if new := Counter(problem.message for problem in self.read.problems) - problems_before:
            raise _disagrees(next(iter(new)))
        if len(self.read.wording.loose) > loose_before and not edit.loosened:
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
        if wording_agrees:
            record_wording(wording, read.wording)
        self._update_accepted(accepted, edit.ids)
        if record_with_new_text:
            record_with_text = self.edition.records[record_with_new_text]
            require_valid_text(self.project, self.database, record_with_text)
            digests = {**self._accepted, record_with_new_text: digest_of_record(record_with_text)}
            write_whole(self.folder / REVIEW_FILE, review_file(digests))

    def _update_accepted(self, accepted: Collection[str], ids: Mapping[str, str | None]) -> None:
        """Store the records that were ``accepted`` under their new ids and digests.

        A record that got the figures of another one is not accepted any more.
        """
        self._read()
        if not accepted:
            return
        joined = {new for old, new in ids.items() if new in self._accepted or new in accepted}
        digests = dict(self._accepted)
        for old, new in ids.items():
            digests.pop(old, None)
            if new and old in accepted and new not in joined:
                digests[new] = ""
        for name in joined:
            digests.pop(str(name), None)
        records = self.edition.records
        digests |= {name: digest_of_record(records[name]) for name in digests if name in records}
        if digests != self._accepted:
            write_whole(self.folder / REVIEW_FILE, review_file(digests))

    def undoable(self) -> str | None:
        """Return the description of the last action; None if there is none to undo."""
        return self._history.last()

    def undo(self) -> str:
        """Undo the last action and return its description; raises Unusable if one of its files has changed since."""
        with self._lock:
            did = self._history.undo()
            self._read()
            return did

    def kinds(self) -> list[str]:
        """Return the existing kinds that a record can get; ``Edit.change_kind`` takes new ones as well."""
        return kinds_of(self.project, self.database, self.edition)

    def line(self, item: DraftedRecord) -> str:
        """Return a record on one line: its place, id, name, figures and state."""
        place = f"p. {item.page}" if item.page else f"line {item.lines[0]}" if item.lines else ""
        figures = ", ".join(f"{path.partition('.')[2]} {value}" for path, value in item.figures)
        state = "accepted" if item.accepted else "to look at"
        for one in item.doubts:
            state += f"; {one.fact.partition('.')[2]} {one.doubt}"
        return f"{place}  {item.record.id}  {item.record.name}: {figures or 'no figures'}  [{state}]"

    def read_together(self, item: DraftedRecord) -> list[Record]:
        """Return the other records that are read from the same list or table as a record."""
        records = Edit(self.project, self.database, self.edition, self.source).read_together(item.record)
        return [record for record in records if record.id != item.record.id]

    def label(self, record: Record, path: str) -> str:
        """Return the name of a figure in print, from the glossary.

        A cell of a table has the name of its row, with its column if the table has several.
        """
        group, _, name = path.partition(".")
        if group == "rows":
            row, _, column = name.partition(".")
            rows = record.data.get("rows") or {}
            columns = record.data.get("columns") or {}
            row_name = str((rows.get(row) or {}).get("name") or row)
            return f"{row_name}, {columns.get(column, column)}" if len(columns) > 1 else row_name
        term = self.database.glossary.get(name, {})
        plain = name.replace("-", " ")
        label = term.get(self.edition.language) or term.get(self.edition.written_in) or plain
        return label[:1].upper() + label[1:]

    def actions(self, item: DraftedRecord) -> frozenset[str]:
        """Return the names of the actions that are possible for a record, as the page sends them.

        They are ``join``, ``kind``, ``split``, ``rename``, ``drop``, ``tell`` (write a text) and ``rows`` (accept all
        rows of a table).
        """
        can = {"rename", "drop", "tell"}
        if "rows" not in item.record.data:
            can.add("kind")
            if all(reading.recipe != TABLE for reading in readings_of(self.source, item.record.id)):
                can |= {"join", "split"}
            elif self.read_together(item):
                can.add("rows")
        return frozenset(can)


def _counted(found: Collection[Difference], ids: Mapping[str, str | None]) -> Counter[tuple[str, str, str]]:
    """Return how often each (change, record, fact) occurs in differences, with the new ids of records."""
    return Counter((each.change, ids.get(each.record) or each.record, each.fact) for each in found)


def _disagrees(what: str) -> Unusable:
    """Return the exception for an action after which document and data would not agree."""
    message = say("the document and the data would not agree any more: %(what)s; change it by hand", what=what)
    return refused(message)
