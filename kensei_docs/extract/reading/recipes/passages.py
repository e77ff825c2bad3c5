"""A passage about one record, with figures in running text, in a known order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kensei_docs.extract.reading.cues import SLOTS, Expected
from kensei_docs.extract.reading.observations import Observer, Passage
from kensei_docs.extract.reading.recipes import CUES, PASSAGE, TEXT, ProfileEntry

_CELLS = 3  # cues of a kind of figure, from which on those without words read a table's cells

KEY = "passage"
KEYS = {KEY: TEXT, **PASSAGE, "read": CUES}


def read(entry: ProfileEntry, observer: Observer) -> None:
    """Read the passage between two phrases for the cues of one record.

    Keys: ``passage`` the record's id; ``from``, ``to``, ``after`` phrases of the document;
    ``read`` fact → cue, in the order in which the document gives the figures.
    """
    passage = observer.locate(entry, str(entry.get(KEY)))
    if passage:
        cues = entry.cues(entry.get("read"))
        observer.read(passage, cues if observer.document.is_in_order else _sure(entry, observer, passage, cues))


def _sure(entry: ProfileEntry, observer: Observer, passage: Passage, cues: Sequence[Expected]) -> list[Expected]:
    """Return the cues without those that only the order of figures tells apart, if a PDF has far more figures.

    Cues without words read the cells of a table. With more than twice as many figures there, and words among those that
    would be read, the passage is another.
    """
    unsure: set[str] = set()
    for slot in {want.cue.slot for want in cues if not want.cue.has_words}:
        wanted = sum(want.cue.slot == slot for want in cues)
        there = [
            figure
            for figure in observer.between(passage.start, passage.end)
            if figure.written and figure.whole and figure.figure.kind in SLOTS[slot]
        ]
        cells = there[:wanted]
        between = "".join(observer.document.text[one.end : other.start] for one, other in pairwise(cells))
        if wanted >= _CELLS and len(there) > 2 * wanted and any(map(str.isalpha, between)):
            unsure.add(slot)
            reason = f"{len(there)} figures for the {wanted} of {passage.record}, which only their order tells apart"
            problem = entry.problem("read", f"{reason}; they were not read", passage.record)
            observer.refuse(problem, reason, ((figure.start, figure.end) for figure in there))
    return [want for want in cues if want.cue.has_words or want.cue.slot not in unsure]
