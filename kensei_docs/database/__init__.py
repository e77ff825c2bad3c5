"""The rules database: what ``data/`` holds, as objects.

``load`` reads it into the objects of ``model``; ``yaml_reading`` reads one file with the places of its values.
``schema`` and ``editorial_schemas`` say what files may hold, ``record_problems`` what is wrong with a record. ``paths``
and ``record_parts`` find a part of a record, ``record_keys`` has the keys with a fixed meaning,
``placeholders_and_plurals`` the figures in messages. ``errata`` applies corrections while the data are read,
``edition_version`` counts them. ``save_values`` and ``yaml_edit`` write into files of data, ``new_project`` makes new
ones, and ``spreadsheets`` reads the lists that users keep.
"""

from kensei_docs.database.load import load, load_shared
from kensei_docs.database.model import Citation, Database, Edition, Fact, Record

__all__ = ["Citation", "Database", "Edition", "Fact", "Record", "load", "load_shared"]
