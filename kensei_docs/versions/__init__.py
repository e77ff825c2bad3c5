"""Versions: what differs between two editions, or between two states of one.

``history`` finds the data that a name stands for, ``lineage`` says which record of one version is which of the
other, ``values`` pairs what stands in those records, ``compare`` turns pairs into ``changes``.
``drafts`` writes errata.
"""

from kensei_docs.versions.changes import Change
from kensei_docs.versions.compare import diff
from kensei_docs.versions.history import Version, resolve

__all__ = ["Change", "Version", "diff", "resolve"]
