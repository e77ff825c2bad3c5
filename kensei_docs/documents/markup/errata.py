"""The errata and the rulings of an edition in words, in one language: for their sheets, the change log and the feed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import Literal

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.catalogues.translator import BLANK
from kensei_docs.database import Edition, Record
from kensei_docs.database.errata import Issue, VersionStep, house_rules, issues_of, version_of
from kensei_docs.database.model import ERRATUM_KIND, SYSTEM_NAMES, Erratum
from kensei_docs.database.schema import ChangeSchema
from kensei_docs.documents.markup.environment import ForTemplates
from kensei_docs.problems import Problem, Unusable, closest

# A value with more characters is a text, whose changed words are marked.
_MAX_VALUE_LENGTH = 48
# The key under which a record keeps a misprint; it gets no name of its own in a correction's label.
_PRINTED = "printed"
# The message that says where a change is to be written.
_PLACE = "changes.{}.place"
# Higher than the number of any page.
_NO_PAGE = 10**9
# Texts with a smaller similarity (0 to 1) are not marked word by word.
_MIN_SIMILARITY = 0.4

Sort = Literal["changed", "added", "withdrawn"]


@dataclass(frozen=True)
class DiffSpan:
    """Words of a text that are in both versions (``same``), or only in the ``old`` or the ``new`` one."""

    sort: Literal["same", "old", "new"]
    text: str


@dataclass(frozen=True)
class Correction(ForTemplates):
    """A value that an erratum changes, or a record that it adds or withdraws (``sort``).

    ``key`` tells it from others of the erratum, in any language. ``record`` is the name of the record, ``label`` the
    name of the fact, ``old`` and ``new`` are the values; None for a value that the documents leave out. If the fact has
    no label but a sentence, ``around`` are the words before and after the value; else both are empty. ``pages`` are the
    pages of the documents with the old value. ``words`` are the parts of a long text; empty for a value. ``place`` says
    where on its page a reader finds it; ``old`` and ``new`` are then the words to strike and to write there. ``quoted``
    is the language of the documents if the values or the text are in it, and the others are in another.
    """

    sort: Sort
    key: str
    record: str
    label: str = ""
    around: tuple[str, str] = ("", "")
    old: str | None = None
    new: str | None = None
    pages: tuple[int, ...] = ()
    words: tuple[DiffSpan, ...] = ()
    place: str = ""
    quoted: str = ""


class ErrataLog(ForTemplates):
    """The errata in force in an edition, in the language of a translator."""

    def __init__(self, edition: Edition, translator: Translator, printed: Translator | None = None) -> None:
        """``printed`` has the words of the documents, if they are in another language and are to be quoted."""
        self._edition = edition
        self._translator = translator
        self._names = FactNames(translator.database, translator)
        self._printed = FactNames(printed.database, printed) if printed else None
        self._language = printed.language if printed else ""

    @cached_property
    def version(self) -> str:
        """The version of the edition."""
        return version_of(self._edition)

    @cached_property
    def issues(self) -> list[Issue]:
        """The errata by day, the latest first."""
        return issues_of(self._edition)

    @property
    def printed(self) -> str:
        """The version without errata."""
        return version_of(replace(self._edition, errata={}))

    @property
    def latest(self) -> Issue | None:
        """The errata of the latest day, which an earlier sheet lacks; None if there are no earlier errata."""
        return self.issues[0] if len(self.issues) > 1 else None

    @property
    def count(self) -> int:
        """The number of errata."""
        return len(self._edition.errata)

    @property
    def changes(self) -> int:
        """The number of values that errata change, and of records that they add or withdraw."""
        entries = [erratum.content for erratum in self._edition.errata.values()]
        return sum(len(entry.changes) + len(entry.add) + len(entry.withdraw) for entry in entries)

    @property
    def shown(self) -> int:
        """The number of corrections that are visible in this language."""
        return len(self.by_page)

    @cached_property
    def by_page(self) -> list[tuple[VersionStep, Correction]]:
        """The corrections in the order of the book's pages, each with its erratum; those without a page are last."""
        steps = [step for issue in self.issues for step in issue.steps]
        corrections = [(step, one) for step in steps for one in self.corrections(step.erratum)]
        return sorted(corrections, key=lambda pair: pair[1].pages or (_NO_PAGE,))

    @property
    def quotes(self) -> bool:
        """Whether a correction quotes the documents in their language."""
        return any(one.quoted for erratum in self._edition.errata.values() for one in self.corrections(erratum))

    @property
    def house_rules(self) -> list[str]:
        """The names of the records that a user's project adds to the edition, or replaces, without an erratum."""
        return [self._translator.name(record) for record in house_rules(self._edition) if record.kind != "ruling"]

    def corrections(self, erratum: Erratum) -> Iterator[Correction]:
        """Yield the corrections of an erratum, without changes that are invisible in this language."""
        entry = erratum.content
        # A place in a book may have given several facts.
        shown: set[tuple[str, str | None, str | None]] = set()
        for name, change in entry.changes.items():
            record = self._record(change.record)
            if record is None:
                continue
            correction = self._correction_of(record, change, name)
            if change.place:
                correction = self._in_its_place(correction, change, self._translator.text(erratum, _PLACE.format(name)))
                if (correction.place, correction.old, correction.new) in shown:
                    continue
                shown.add((correction.place, correction.old, correction.new))
            if correction.old != correction.new:
                yield correction
        for name in entry.add:
            if record := self._record(name):
                yield Correction("added", name, self._translator.name(record), new=self._translator.text(record))
        for name in entry.withdraw:
            if record := self._record(name):
                yield Correction("withdrawn", name, self._translator.name(record))

    def correction(self, erratum: Erratum, key: str) -> Correction | None:
        """Return the correction of an erratum with a key; None if it is invisible in this language."""
        return next((one for one in self.corrections(erratum) if one.key == key), None)

    def by_sort(self, issue: Issue) -> list[tuple[Sort, list[tuple[VersionStep, list[Correction]]]]]:
        """Return the errata of a day as (sort, [(erratum, its corrections of this sort)]): added, changed, withdrawn.

        An erratum with several sorts of corrections is in several groups. An erratum without visible changes in this
        language is in the group ``changed``, without corrections.
        """
        steps = [(step, list(self.corrections(step.erratum))) for step in issue.steps]
        groups: dict[Sort, list[tuple[VersionStep, list[Correction]]]] = {"added": [], "changed": [], "withdrawn": []}
        for step, corrections in steps:
            for sort, entries in groups.items():
                of_sort = [one for one in corrections if one.sort == sort]
                if of_sort or (sort == "changed" and not corrections):
                    entries.append((step, of_sort))
        return [(sort, entries) for sort, entries in groups.items() if entries]

    def _record(self, name: str) -> Record | None:
        return self._edition.records.get(name) or self._edition.withdrawn.get(name)

    def _correction_of(self, record: Record, change: ChangeSchema, key: str) -> Correction:
        label = self._names.name(record, change.fact, unnamed_keys=(_PRINTED,))
        names = self._names
        # Words that a reader has to correct in the book are quoted in the language of the book.
        quoted = self._printed is not None and (
            BLANK in label or any(len(str(value)) > _MAX_VALUE_LENGTH for value in (change.before, change.after))
        )
        if self._printed and quoted:
            names = self._printed
            label = names.name(record, change.fact, unnamed_keys=(_PRINTED,))
        old, new = _values(names, record, change)
        read = [citation for citation in record.citations if not citation.document.startswith(f"{ERRATUM_KIND}/")]
        exact = [citation for citation in read if citation.covers and citation.is_for(change.fact)]
        pages = sorted({citation.page for citation in exact or read if citation.page})
        before, blank, after = label.partition(BLANK)
        return Correction(
            "changed",
            key,
            self._translator.name(record),
            "" if blank else label,
            (before.strip(), after.replace(BLANK, new or BLANK).strip()) if blank else ("", ""),
            old,
            new,
            tuple(pages),
            _word_diff(old or "", new or ""),
            quoted=self._language if quoted else "",
        )

    def _in_its_place(self, correction: Correction, change: ChangeSchema, place: str) -> Correction:
        """Return a correction that says what to strike and to write in a place of the documents, in their language."""
        record = self._record(change.record)
        old, new = correction.old, correction.new
        if self._printed and record:
            old, new = _values(self._printed, record, change)
        old, new = change.strike or old, change.write or new
        return replace(correction, place=place, old=old, new=new, words=(), quoted=self._language)


def _values(names: FactNames, record: Record, change: ChangeSchema) -> tuple[str | None, str | None]:
    """Return the values before and after a change in words; None for one that documents leave out."""
    before, after = (
        None if value is None else names.value(record, change.fact, value) for value in (change.before, change.after)
    )
    return before, after


def _word_diff(old: str, new: str) -> tuple[DiffSpan, ...]:
    """Return the words of both versions of a text, in parts; empty for a short value."""
    if max(len(old), len(new)) <= _MAX_VALUE_LENGTH:
        return ()
    before, after = old.split(), new.split()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < _MIN_SIMILARITY:
        return (DiffSpan("new", new),) if new else (DiffSpan("old", old),)
    spans: list[DiffSpan] = []
    for operation, a, b, c, d in matcher.get_opcodes():
        if operation == "equal":
            spans.append(DiffSpan("same", " ".join(before[a:b])))
        else:
            both = DiffSpan("old", " ".join(before[a:b])), DiffSpan("new", " ".join(after[c:d]))
            spans += [span for span in both if span.text]
    return tuple(spans)


@dataclass(frozen=True)
class Subject:
    """The rulings on one system of the rules, with its name; an empty name for rulings on no system."""

    name: str
    rulings: tuple[Record, ...]


def rulings_by_system(edition: Edition, translator: Translator) -> Sequence[Subject]:
    """Return the rulings of an edition by system, those on no system last; each group in the order of the pages.

    Raises Unusable for a system without a name in the vocabulary.
    """
    names = translator.database.vocabulary.section(SYSTEM_NAMES)
    rulings = list(edition.rulings.values())
    for ruling in rulings:
        if (system := ruling.get("system")) and system not in names:
            message = f"{ruling.id} is about no system of the vocabulary: '{system}'{closest(system, names)}; mend it"
            raise Unusable(Problem(ruling.place("system"), message, "data"))
    # By the first page that each cites.
    rulings.sort(key=lambda ruling: min((citation.page or 0 for citation in ruling.citations), default=0))
    groups = [(name, tuple(one for one in rulings if one.get("system") == name)) for name in names]
    subjects = [Subject(translator.entry(SYSTEM_NAMES, name), group) for name, group in groups if group]
    others = tuple(one for one in rulings if not one.get("system"))
    return [*subjects, *([Subject("", others)] if others else [])]
