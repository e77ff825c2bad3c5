"""Army lists of players: reading them, their cost, whether they keep the limits, and what to print for them.

``read_army`` gives an ``Army``; ``judged`` the result for every limit; ``contents`` the records to
print for it.
"""

from kensei_docs.army.model import Army, ArmyEntry
from kensei_docs.army.pack import Contents, Item, contents
from kensei_docs.army.read import read_army
from kensei_docs.army.report import as_json, judged

__all__ = ["Army", "ArmyEntry", "Contents", "Item", "as_json", "contents", "judged", "read_army"]
