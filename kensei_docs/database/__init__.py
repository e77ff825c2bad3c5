"""The rules database: what ``data/`` holds, as objects.

``load`` reads it into the objects of ``model``, and ``yaml_files`` reads and writes one file with the places of its
values. ``schema`` says what files may hold, ``records`` what a record may; ``paths`` finds the parts of a record, and
``placeholders`` the figures in messages. ``errata`` applies corrections while the data are read. ``spreadsheets`` reads
the lists that users keep, ``record_sheets`` those of records, ``own_columns`` says what a column holds that nothing
declares, and ``worksheets`` and ``opendocument`` read the cells of their files.
"""

from kensei_docs.database.load import load, load_shared
from kensei_docs.database.model import Citation, Database, Edition, Fact, Record

__all__ = ["Citation", "Database", "Edition", "Fact", "Record", "load", "load_shared"]
