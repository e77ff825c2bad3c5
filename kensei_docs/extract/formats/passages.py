"""A passage about one record: its figures stand in running text, in a known order."""

from __future__ import annotations

from kensei_docs.extract.findings import Findings, Reading
from kensei_docs.extract.shapes import MAPPING, PASSAGE, TEXT

KEY = "passage"
KEYS = {KEY: TEXT, **PASSAGE, "read": MAPPING}


def read(reading: Reading, findings: Findings) -> None:
    """Read the passage between two phrases for the cues of one record.

    Keys: ``passage`` the record's id; ``from``, ``to``, ``after`` phrases of the document;
    ``read`` fact → cue, in the order in which the document gives the figures.
    """
    passage = findings.locate(reading, str(reading.get(KEY)))
    if passage:
        findings.read(passage, reading.cues(reading.get("read"), "read", findings))
