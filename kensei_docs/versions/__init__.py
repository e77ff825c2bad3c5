"""Versions: what differs between two editions, or between two states of one.

``revisions`` opens a version by its name, ``lineage`` reads what a person paired in two editions, ``matching`` finds
what belongs together in two versions, ``compare`` turns the pairs into ``changes`` with what these do in play, of which
``changes`` says how much each matters. ``errata_draft`` writes errata.

Throughout, ``a`` is the old version or edition and ``b`` the new one. A *version* is what is compared: an edition, a
*revision* (a commit in git) or a folder.
"""

from kensei_docs.versions.changes import Change
from kensei_docs.versions.compare import diff
from kensei_docs.versions.revisions import Version, open_version

__all__ = ["Change", "Version", "diff", "open_version"]
