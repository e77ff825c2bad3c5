"""Versions: what differs between two editions, or between two states of one.

``history`` loads the version with a name, ``lineage`` reads what a person wrote of two editions, ``matching`` matches
the records of two versions, ``values`` pairs the values of matched records, ``compare`` turns pairs into ``changes``.
``drafts`` writes errata.
"""

from kensei_docs.versions.changes import Change
from kensei_docs.versions.compare import diff
from kensei_docs.versions.history import Version, resolve

__all__ = ["Change", "Version", "diff", "resolve"]
