"""The rules database: ``load`` reads it from ``data/``; ``save_values`` replaces values in the files of records."""

from kensei_docs.database.load import load, load_shared
from kensei_docs.database.model import Citation, Database, Edition, Fact, Record

__all__ = ["Citation", "Database", "Edition", "Fact", "Record", "load", "load_shared"]
