"""The errata of an edition in words: what a sheet, a change log and a feed say of them, in one language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import Literal

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.catalogues.translator import BLANK
from kensei_docs.database import Edition, Record
from kensei_docs.database.errata import ERRATUM_KIND, ChangeSchema, Erratum
from kensei_docs.database.version import Issue, VersionStep, house_rules, issues_of, version_of
from kensei_docs.documents.markup.sandbox import ForTemplates

# A longer value is a text, of which the words that changed are marked.
_VALUE_LENGTH = 48
# The key of what a document prints wrongly: all that an erratum corrects is that.
_PRINTED = "printed"
# Texts with less in common are not marked word by word.
_LIKE = 0.4

Sort = Literal["changed", "added", "withdrawn"]


@dataclass(frozen=True)
class Words:
    """Some words of a text: in both versions of it (``same``), in the ``old`` or in the ``new`` one alone."""

    sort: Literal["same", "old", "new"]
    text: str


@dataclass(frozen=True)
class Correction(ForTemplates):
    """One thing that an erratum changes: the name of the record, and of the fact; its value before and after.

    A value is None where the documents leave it out. ``around`` are the words before and behind it, where the fact is
    known by its sentence and not by a ``label``; else both are empty. ``pages`` are those of the documents where the
    old value stands. ``words`` are those of a long text; empty for a value.
    """

    sort: Sort
    record: str
    label: str = ""
    around: tuple[str, str] = ("", "")
    old: str | None = None
    new: str | None = None
    pages: tuple[int, ...] = ()
    words: tuple[Words, ...] = ()


class ErrataLog(ForTemplates):
    """The errata in force in an edition, in the language of a translator."""

    def __init__(self, edition: Edition, translator: Translator) -> None:
        self._edition, self._translator = edition, translator
        self._names = FactNames(translator.database, translator)

    @cached_property
    def version(self) -> str:
        """The version of the edition."""
        return version_of(self._edition)

    @cached_property
    def issues(self) -> list[Issue]:
        """The errata by days, the latest first."""
        return issues_of(self._edition)

    @property
    def printed(self) -> str:
        """The version without errata."""
        return version_of(replace(self._edition, errata={}))

    @property
    def latest(self) -> Issue | None:
        """The errata of the latest day where there are earlier ones: what the sheet before this one did not have."""
        return self.issues[0] if len(self.issues) > 1 else None

    @property
    def count(self) -> int:
        """The number of errata."""
        return len(self._edition.errata)

    @property
    def changes(self) -> int:
        """The number of values that errata change, and of records that they add and withdraw."""
        entries = [erratum.content for erratum in self._edition.errata.values()]
        return sum(len(entry.changes) + len(entry.add) + len(entry.withdraw) for entry in entries)

    @property
    def house_rules(self) -> list[str]:
        """The names of the records that a project of one's own adds to the edition, or replaces, without an erratum."""
        return [self._translator.name(record) for record in house_rules(self._edition) if record.kind != "ruling"]

    def corrections(self, erratum: Erratum) -> Iterator[Correction]:
        """Yield what an erratum changes, adds and withdraws; not what reads the same in this language."""
        entry = erratum.content
        for change in entry.changes.values():
            record = self._record(change.record)
            if record is not None:
                correction = self._changed(record, change)
                if correction.old != correction.new:
                    yield correction
        for sort, names in (("added", entry.add), ("withdrawn", entry.withdraw)):
            for name in names:
                if record := self._record(name):
                    called = self._translator.name(record)
                    if sort == "added":
                        yield Correction("added", called, new=self._translator.text(record))
                    else:
                        yield Correction("withdrawn", called)

    def by_sort(self, issue: Issue) -> list[tuple[Sort, list[tuple[VersionStep, list[Correction]]]]]:
        """Return the errata of a day by what they do: add, change, withdraw. One that does several is in several; one
        that changes nothing in this language is among the changes, with its reason alone."""
        steps = [(step, list(self.corrections(step.erratum))) for step in issue.steps]
        sorts: tuple[Sort, ...] = ("added", "changed", "withdrawn")
        found = [
            (
                sort,
                [
                    (step, some)
                    for step, all_ in steps
                    if (some := [one for one in all_ if one.sort == sort]) or (sort == "changed" and not all_)
                ],
            )
            for sort in sorts
        ]
        return [(sort, entries) for sort, entries in found if entries]

    def _record(self, name: str) -> Record | None:
        return self._edition.records.get(name) or self._edition.withdrawn.get(name)

    def _changed(self, record: Record, change: ChangeSchema) -> Correction:
        old, new = (
            None if value is None else self._names.value(record, change.fact, value)
            for value in (change.before, change.after)
        )
        read = [citation for citation in record.citations if not citation.document.startswith(f"{ERRATUM_KIND}/")]
        exact = [citation for citation in read if citation.covers and citation.is_for(change.fact)]
        pages = sorted({citation.page for citation in exact or read if citation.page})
        label = self._names.name(record, change.fact, unnamed_keys=(_PRINTED,))
        before, blank, behind = label.partition(BLANK)
        return Correction(
            "changed",
            self._translator.name(record),
            "" if blank else label,
            (before.strip(), behind.replace(BLANK, new or BLANK).strip()) if blank else ("", ""),
            old,
            new,
            tuple(pages),
            _marked(old or "", new or ""),
        )


def _marked(old: str, new: str) -> tuple[Words, ...]:
    """Return the words of a text with those that changed marked; empty for a short value."""
    if max(len(old), len(new)) <= _VALUE_LENGTH:
        return ()
    before, after = old.split(), new.split()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < _LIKE:
        return (Words("new", new),) if new else (Words("old", old),)
    found: list[Words] = []
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            found.append(Words("same", " ".join(before[a:b])))
            continue
        if b > a:
            found.append(Words("old", " ".join(before[a:b])))
        if d > c:
            found.append(Words("new", " ".join(after[c:d])))
    return tuple(found)
