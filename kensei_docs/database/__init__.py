"""The rules database: ``load`` is the one door in, ``save`` the only writer of ``data/``."""

from kensei_docs.database.load import load
from kensei_docs.database.model import Citation, Database, Edition, Fact, Record

__all__ = ["Citation", "Database", "Edition", "Fact", "Record", "load"]
