"""Versions: what differs between two editions, or between two states of one.

``named_versions`` loads a version by its name, ``lineage`` reads the reviewed pairs of two editions, with the
``clauses`` in which they differ, ``matching``
matches the records of two versions, ``paired_values`` the values of matched records, ``compare`` turns pairs into
``changes``. ``consequences`` computes what they do to the odds, ``repeated_changes`` leaves out those that say the same
again, ``headlines_and_weights`` says how much each matters, with a person's words about several of them.
``errata_draft`` writes errata.

Throughout, ``a`` is the old version or edition and ``b`` the new one.
"""

from kensei_docs.versions.changes import Change
from kensei_docs.versions.compare import diff
from kensei_docs.versions.revisions import Version, open_version

__all__ = ["Change", "Version", "diff", "open_version"]
