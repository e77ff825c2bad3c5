"""Army lists of players: they are read, priced, judged by the limits, and turned into a list of what to print.

``read_army`` gives an ``Army``; ``judged`` the result for every limit; ``contents`` the records to
print for it.
"""

from kensei_docs.army.model import Army, ArmyEntry
from kensei_docs.army.pack import Contents, Item, contents
from kensei_docs.army.read import read_army
from kensei_docs.army.report import as_json, judged

__all__ = ["Army", "ArmyEntry", "Contents", "Item", "as_json", "contents", "judged", "read_army"]
