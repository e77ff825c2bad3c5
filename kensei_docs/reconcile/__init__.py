"""Comparing the observations of a document with the database, and updating the database when asked."""

from kensei_docs.reconcile.differences import Difference, differences

__all__ = ["Difference", "differences"]
