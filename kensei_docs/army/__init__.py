"""Army lists of players: they are read, priced, judged by the limits, and turned into a list of what to print.

``read_list`` reads a list as an ``Army``, ``read_matchup`` the two sides of a fight, and ``troops`` has their troops,
profiles and traits, and what they cost.
``limits`` judges it; ``roster`` has the results, and the values of its printed forms. ``pack`` has the records to print
for it, and which changes of rules concern it.
"""

from kensei_docs.army.limits import judge
from kensei_docs.army.pack import Contents, PackItem, contents
from kensei_docs.army.read_list import ArmyReader, read_army
from kensei_docs.army.read_matchup import AskedMatchup, read_matchup
from kensei_docs.army.roster import as_json
from kensei_docs.army.troops import Army, Troop

__all__ = [
    "Army",
    "ArmyReader",
    "AskedMatchup",
    "Contents",
    "PackItem",
    "Troop",
    "as_json",
    "contents",
    "judge",
    "read_army",
    "read_matchup",
]
