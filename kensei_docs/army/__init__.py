"""Armies that players write down: read, costed, held against the limits, packed for the table.

``read_army`` gives an ``Army``; ``judged`` how it stands to every limit; ``contents`` what to
print for it.
"""

from kensei_docs.army.muster import Army, Entry
from kensei_docs.army.pack import Contents, Item, contents
from kensei_docs.army.read import read_army
from kensei_docs.army.report import as_json, judged

__all__ = ["Army", "Contents", "Entry", "Item", "as_json", "contents", "judged", "read_army"]
