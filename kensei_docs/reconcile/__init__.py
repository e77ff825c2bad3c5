"""Laying what a document says beside the database, and writing into it when asked."""

from kensei_docs.reconcile.differences import Difference, differences

__all__ = ["Difference", "differences"]
