"""The rules database: what ``data/`` holds, as objects.

``load`` reads it into the objects of ``model``; ``yaml_reading`` reads one file with the places of its values.
``schema`` and ``editorial_schemas`` say what files and records may hold, ``vocabulary`` with which names.
``record_parts`` finds a part of a record, and ``placeholders_and_plurals`` has the figures in messages. ``errata``
applies corrections while the data are read, ``edition_version`` counts them. ``yaml_writing`` writes into files of
data. ``spreadsheets`` reads the lists that users keep, and ``columns_and_cells`` knows what stands in them.
"""

from kensei_docs.database.load import load, load_shared
from kensei_docs.database.model import Citation, Database, Edition, Fact, Record

__all__ = ["Citation", "Database", "Edition", "Fact", "Record", "load", "load_shared"]
