"""What a reader ticked off: which records tell a document's sentences, and which sentences are no rules.

Stored in ``data/coverage/<source>.csv``: a row for a sentence, by its digest and the record that it is recorded under.
A tick holds for the words that its records had: when these change, the sentence has to be read beside them again. Of a
document without such a file, nobody has begun to read.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from kensei_docs.database import Edition, Record
from kensei_docs.database.record_parts import conditions
from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import closest, unusable
from kensei_docs.reconcile.recorded_wording import Recorded

# Why a sentence is no rule.
REASONS: Mapping[str, str] = {
    "flavour": "a story, a mood, the setting of the game",
    "example": "a worked example of rules that stand elsewhere",
    "layout": "what leads through the book: headings, captions, contents, references, parts of sentences",
    "advice": "how to play well, to build, to paint, or why a rule is as it is",
    "history": "what was so in its time",
    "notice": "credits, thanks, rights, addresses",
}
State = Literal["covered", "no rule", "changed", "left", "nowhere"]
# The states of a sentence that is to be read: the words of its record changed, nobody ticked it off, it has no record.
LEFT: Collection[State] = ("changed", "left", "nowhere")

_COLUMNS = ("digest", "record", "covered-by", "words")
_WORD = re.compile(r"\w+")
Key = tuple[str, str | None]


@dataclass(frozen=True)
class Tick:
    """One sentence that was read: the ids of the records and rulings that tell it, or the reason why it is no rule.

    ``words`` is the digest of the words that these records had.
    """

    told: tuple[str, ...] = ()
    reason: str = ""
    words: str = ""


def ticks_at(file: Path | None) -> dict[Key, Tick] | None:
    """Return the ticks of a file of ``data/coverage/``, by the digest of the sentence and the record that it is
    recorded under; None without a file.

    Raises Unusable for a file of another form.
    """
    if file is None:
        return None
    ticks: dict[Key, Tick] = {}
    try:
        rows = csv.DictReader(io.StringIO(file.read_text(encoding="utf-8")))
        if not set(_COLUMNS) <= set(rows.fieldnames or ()):
            raise KeyError
        for row in rows:
            told, key = row["covered-by"], (row["digest"], row["record"] or None)
            names = tuple(told.split("|")) if "/" in told else ()
            ticks[key] = Tick(names, "" if names else told, row["words"] or "")
    except (KeyError, ValueError, TypeError, AttributeError):
        raise unusable(file, f"has other columns than {', '.join(_COLUMNS)}; mend its first line", "coverage") from None
    return ticks


def write_ticks(file: Path, recorded: Sequence[Recorded], ticks: Mapping[Key, Tick]) -> bool:
    """Write ticks in the order of the document, those without a sentence last; return whether the file changed."""
    order = {key: number for number, key in reversed(list(enumerate(map(key_of, recorded))))}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for key, tick in sorted(ticks.items(), key=lambda entry: order.get(entry[0], len(order) + len(recorded))):
        writer.writerow((key[0], key[1] or "", "|".join(tick.told) or tick.reason, tick.words))
    if file.is_file() and file.read_text(encoding="utf-8") == out.getvalue():
        return False
    write_whole(file, out.getvalue())
    return True


def place_of(sentence: Recorded) -> str:
    """Return where a sentence stands, as a message says it: ``lines 12-14``, ``p. 3``."""
    if sentence.lines is None:
        return f"p. {sentence.page}" if sentence.page else f"the sentence {sentence.digest}"
    first, last = sentence.lines
    return f"line {first}" if first == last else f"lines {first}-{last}"


def key_of(sentence: Recorded) -> Key:
    """Return what a sentence's tick is found by."""
    return sentence.digest, sentence.record


class SentenceCoverage:
    """The sentences of a document with what was ticked off, beside the records of its edition as they are printed."""

    def __init__(self, recorded: Sequence[Recorded], ticks: Mapping[Key, Tick], edition: Edition) -> None:
        self.ticks = dict(ticks)
        self.edition = edition
        self._digests: dict[tuple[str, ...], str] = {}
        self.prose = [(number, sentence) for number, sentence in enumerate(recorded) if sentence.prose]

    def state(self, sentence: Recorded) -> State:
        """Return whether a sentence was ticked off, and whether its records still have the words that they had."""
        tick = self.ticks.get(key_of(sentence))
        if tick is None:
            return "left" if sentence.record else "nowhere"
        if tick.reason:
            return "no rule"
        return "covered" if tick.words == self.words(tick.told) else "changed"

    def tick(self, sentence: Recorded, told: Sequence[str] = (), reason: str = "") -> None:
        """Note that records tell a sentence, or why it is no rule; without both, what told it before tells it, else the
        record that it stands under.

        Raises Unusable for an unknown record or reason, and for a sentence without a record if none is named.
        """
        if reason and reason not in REASONS:
            raise unusable("coverage", f"there is no reason '{reason}'{closest(reason, REASONS)}; {_KNOWN}", "coverage")
        names, before = tuple(told), self.ticks.get(key_of(sentence))
        if not names and not reason:
            names = before.told if before else ()
            names = names or ((sentence.record,) if sentence.record else ())
        if not names and not reason:
            message = f"{sentence.digest} stands under no record; name the one that tells it, or a reason: {_KNOWN}"
            raise unusable("coverage", message, "coverage")
        for name in names:
            if name not in self._named:
                hint = closest(name, self._named)
                raise unusable("coverage", f"{self.edition.id} has no record or ruling '{name}'{hint}", "coverage")
        self.ticks[key_of(sentence)] = Tick(names, reason, self.words(names) if names else "")

    def faults(self) -> Iterator[tuple[Key, str]]:
        """Yield the key of each tick that names what there is not, and what is wrong."""
        for key, tick in self.ticks.items():
            if tick.reason and tick.reason not in REASONS:
                yield key, f"'{tick.reason}' is no reason{closest(tick.reason, REASONS)}; {_KNOWN}"
            for name in tick.told:
                if name not in self._named:
                    hint = closest(name, self._named)
                    yield key, f"there is no record or ruling '{name}'{hint}; name the one that tells the sentence"

    def words(self, names: Collection[str]) -> str:
        """Return the digest of the words of records: their messages and conditions, without figures and punctuation."""
        key = tuple(names)
        if key not in self._digests:
            known = [self._named[name] for name in key if name in self._named]
            self._digests[key] = digest_of(*(" ".join(_words(record)) for record in known))[:12]
        return self._digests[key]

    @cached_property
    def _named(self) -> dict[str, Record]:
        return {**self.edition.records, **self.edition.rulings}


_KNOWN = f"known are {', '.join(REASONS)}"


def _words(record: Record) -> Iterator[str]:
    """Yield the words of a record, in the order of its file."""
    for field, text in record.messages:
        if field != "name":
            yield from _WORD.findall(text.casefold())
    for path, when in conditions(record.data):
        yield f"{path} {sorted(map(str, when.items()))}"
