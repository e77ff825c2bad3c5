"""Army lists of players: they are read, priced, judged by the limits, and turned into a list of what to print.

``read_list`` reads a list as an ``Army``, and ``troops`` finds its troops, their traits and what they cost. ``limits``
judges it; ``roster_and_limit_report`` has the results, and the values of its printed forms. ``pack_contents`` has the
records to print for it, and ``changes_for_army`` which changes of rules concern it.
"""

from kensei_docs.army.pack import Contents, PackItem, contents
from kensei_docs.army.read_list import read_army
from kensei_docs.army.roster import as_json, judged
from kensei_docs.army.troops import Army, ArmyEntry

__all__ = ["Army", "ArmyEntry", "Contents", "PackItem", "as_json", "contents", "judged", "read_army"]
