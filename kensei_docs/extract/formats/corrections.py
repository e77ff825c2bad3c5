"""Corrections: what a person read where the text gives no figure, with the reason.

They stand in ``sources/<id>/corrections.yaml``, so that reading the document again repeats them.
"""

from __future__ import annotations

from kensei_docs.extract.findings import Findings, Reading
from kensei_docs.extract.shapes import MAPPING, PASSAGE, TEXT, TEXTS

KEY = "correction"
KEYS = {KEY: TEXTS, **PASSAGE, "read": MAPPING, "reason": TEXT}


def read(reading: Reading, findings: Findings) -> None:
    """Observe the values that a person gave, at the words that they are read from.

    Keys: ``correction`` the record's id, or a list of them; ``from`` the words of the document
    that the values are read from, and ``to`` what follows them; ``after``; ``read`` fact → value;
    ``reason`` why no recipe can read it. Where the words have gone, that is a problem.
    """
    if not reading.get("reason"):
        findings.problems.append(reading.problem("", "gives no reason; say why a person had to read it"))
        return
    records = reading.get(KEY)
    values = reading.get("read") or {}
    for record in records if isinstance(records, list) else [records]:
        passage = findings.locate(reading, str(record))
        if passage:
            findings.expected += [(passage.record, fact) for fact in values]
            for fact, value in values.items():
                findings.observe(passage, fact, str(value), passage.start, passage.end)
