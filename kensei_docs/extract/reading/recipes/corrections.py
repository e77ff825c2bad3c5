"""Corrections: what a person read where the text doesn't give a figure, with the reason.

They are in ``sources/<id>/corrections.yaml``, so that they are still there when the document is read again.
"""

from __future__ import annotations

from kensei_docs.extract.reading.observations import Observer
from kensei_docs.extract.reading.recipes import MAPPING, PASSAGE, TEXT, TEXTS, ProfileEntry

KEY = "correction"
KEYS = {KEY: TEXTS, **PASSAGE, "read": MAPPING, "reason": TEXT}


def read(entry: ProfileEntry, observer: Observer) -> None:
    """Observe the values that a person gave, at the words that they are read from.

    Keys: ``correction`` the record's id, or a list of them; ``from`` the words of the document
    that the values are read from, and ``to`` what follows them; ``after``; ``read`` fact → value;
    ``reason`` why no recipe can read it. Where the words have gone, that is a problem.
    """
    if not entry.get("reason"):
        observer.problems.append(entry.problem("", "gives no reason; say why a person had to read it"))
        return
    records = entry.get(KEY)
    values = entry.get("read") or {}
    for record in records if isinstance(records, list) else [records]:
        passage = observer.locate(entry, str(record))
        if passage:
            observer.expected += [(passage.record, fact) for fact in values]
            for fact, value in values.items():
                observer.observe(passage, fact, str(value), passage.start, passage.end)
