"""Reprinting: which faces come out otherwise than they did, and sheets of those alone."""

from kensei_docs.documents.reprint.printing import Reprinted, reprint
from kensei_docs.documents.reprint.since import Since, since

__all__ = ["Reprinted", "Since", "reprint", "since"]
