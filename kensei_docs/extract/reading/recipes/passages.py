"""A passage about one record, with figures in running text, in a known order."""

from __future__ import annotations

from kensei_docs.extract.reading.observations import Observer
from kensei_docs.extract.reading.recipes import CUES, PASSAGE, TEXT, ProfileEntry

KEY = "passage"
KEYS = {KEY: TEXT, **PASSAGE, "read": CUES}


def read(entry: ProfileEntry, observer: Observer) -> None:
    """Read the passage between two phrases for the cues of one record.

    Keys: ``passage`` the record's id; ``from``, ``to``, ``after`` phrases of the document;
    ``read`` fact → cue, in the order in which the document gives the figures.
    """
    passage = observer.locate(entry, str(entry.get(KEY)))
    if passage:
        observer.read(passage, entry.cues(entry.get("read")))
