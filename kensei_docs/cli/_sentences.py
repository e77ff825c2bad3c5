"""The sentences of a document beside the records that tell them, on the terminal, and a person's answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.model import FORMAT_KEYS
from kensei_docs.database.paths import conditions
from kensei_docs.extract.reading.wording import Wording
from kensei_docs.problems import Unusable, short_path, unusable
from kensei_docs.reconcile.wording import LEFT, Recorded, SentenceCoverage, SentenceMatch, State, Tick, key_of, place_of

_MARKS: Mapping[State, str] = {"covered": "✓", "no rule": "–", "changed": "!", "left": "·", "nowhere": "?"}
_MISSING = "(this document doesn't have the sentence)"
_WIDTH = 110


@dataclass(frozen=True)
class Shown:
    """A sentence with its words, which are the document's and are not stored."""

    sentence: Recorded
    words: str
    state: State
    tick: Tick | None

    @property
    def beside(self) -> str | None:
        """The record or ruling to read it beside: the one that tells it, else the one that it is recorded under."""
        return self.tick.told[0] if self.tick and self.tick.told else self.sentence.record

    @property
    def answer(self) -> str:
        """The ids of all that tells it, or why it is no rule; empty for a sentence that nobody read."""
        return ", ".join(self.tick.told) or self.tick.reason if self.tick else ""

    def as_json(self) -> dict[str, Any]:
        """Return the sentence as ``source coverage`` prints it for a program."""
        one = self.sentence
        return {
            "record": one.record,
            "digest": one.digest,
            "lines": list(one.lines) if one.lines else None,
            "page": one.page,
            "state": self.state,
            "covered-by": self.answer or None,
            "words": self.words,
        }

    def __str__(self) -> str:
        one = self.sentence
        answer = click.style(f" [{self.answer}]", dim=True) if self.answer not in ("", self.beside) else ""
        head = f"  {_MARKS[self.state]} {one.digest}  {place_of(one):<15}"
        return click.wrap_text(f"{self.words}{answer}", _WIDTH, f"{head}  ", " " * 6)


def shown_sentences(ledger: SentenceCoverage, recorded: Sequence[Recorded], wording: Wording) -> list[Shown]:
    """Return the sentences of a document with their words, by what tells them; those without a record come last."""
    match = SentenceMatch(recorded, wording)
    own = {(sentence.first, sentence.last): sentence for sentence in wording.sentences}
    shown = []
    for number, sentence in ledger.prose:
        place, words = match.places[number], _MISSING
        if place:
            whole = own.get(place)
            start, end = (
                (whole.start, whole.end) if whole else (wording.places[place[0]], wording.places[place[1] - 1] + 1)
            )
            words = " ".join(wording.document.text[start:end].split())
        shown.append(Shown(sentence, words, ledger.state(sentence), ledger.ticks.get(key_of(sentence))))
    first: dict[str | None, int] = {}
    for number, one in enumerate(shown):
        first.setdefault(one.beside, number)
    return sorted(shown, key=lambda one: (one.beside is None, first[one.beside]))


def print_words(edition: Edition, name: str | None, translator: Translator) -> None:
    """Print a record as it is printed: its texts with their figures, the conditions of its effects, its rulings."""
    record = edition.records.get(name or "") or edition.rulings.get(name or "")
    if record is None:
        click.echo(click.style("\nno record" if name is None else f"\n{name}, which is no record", bold=True))
        return
    place = record.place()
    title = click.style(f"\n{translator.name(record)}", bold=True)
    click.echo(f"{title}  {record.id}  {short_path(place.file)}:{place.line}")
    for line in _lines_of(record, translator):
        click.echo(click.wrap_text(line, _WIDTH, "    ", "      "))
    for ruling in edition.rulings_on(record):
        click.echo(click.wrap_text(f"{ruling.id}: {translator.text(ruling, 'decision')}", _WIDTH, "    ", "      "))


def _lines_of(record: Record, translator: Translator) -> Iterator[str]:
    for field, _ in record.messages:
        if field != "name":
            yield f"{field}: {translator.text(record, field)}"
    for path, when in conditions(record.data):
        values = (
            (key, record.figure(f"{path}.{key}")) for key in record.get(path) if key not in (*FORMAT_KEYS, "name")
        )
        changes = ", ".join(f"{key} {value}" for key, value in values if value)
        yield f"{path}: {changes or '–'} {translator.phrase(when, record)}"


def asked_sentences(shown: Sequence[Shown], named: Sequence[str], records: Sequence[str]) -> list[Recorded]:
    """Return the sentences that digests, or their beginnings, name; ``all`` means those of ``records`` that are left.

    Raises Unusable for a name that no sentence has, or several that are not the same.
    """
    among = [one for one in shown if not records or one.beside in records]
    found: list[Recorded] = []
    for name in named:
        if name == "all" and records:
            found += [one.sentence for one in among if one.state in LEFT]
            continue
        meant = {key_of(one.sentence): one.sentence for one in among if one.sentence.digest.startswith(name)}
        if len(meant) != 1:
            message = (
                f"no sentence has the digest '{name}'; 'source coverage' prints them"
                if not meant
                else f"'{name}' is the beginning of {len(meant)} digests; write more of it, or name the record"
            )
            if name == "all":
                message = "'all' needs the RECORD whose sentences are meant"
            raise unusable("source coverage", message, "coverage")
        found += meant.values()
    return found


def ask(one: Shown, ledger: SentenceCoverage) -> bool:
    """Ask a person who tells a sentence, and note the answer; return whether to go on."""
    while True:
        answer = click.prompt("    [t]old here, told in RECORD, a reason, [q]uit; Enter: later", "", show_default=False)
        if answer in ("", "q"):
            return answer == ""
        own = one.tick.told if one.tick else [one.sentence.record] if one.sentence.record else []
        told = own if own and answer == "t" else answer.replace(",", " ").split() if "/" in answer else []
        try:
            ledger.tick(one.sentence, told, "" if told else answer)
        except Unusable as refused:
            click.echo(str(refused), err=True)
        else:
            return True
