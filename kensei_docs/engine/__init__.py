"""The engine: computes the values of a game (dice, difficulties, limits, odds) from ``data/``, with traces.

``Game`` is one edition that can be played, as ``play_schema`` declares; its values come as ``Trace``. ``amounts`` add
up and remember how, ``conditions`` say what holds in a situation, and ``effects`` what acts on a value then. ``sides``
reads the two sides of a ``matchup``, and ``odds`` computes the chances of their fight. ``expressions`` are what data
may compute; ``examples`` compares the worked examples of a rulebook.

Sides have three sets of names. In ``data/``, a condition or an effect is of ``self``, ``opponent``, ``ally`` or
``enemy``, as seen by the record that has it. A matchup is between an ``attacker`` and a ``defender``. In the results of
odds, ``ours`` is the attacker and ``theirs`` the defender; in an expression, ``given.ours`` is the side that the
expression is computed for, or the attacker if it is computed once for both.
"""

from kensei_docs.engine.amounts import Step, Trace
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.game import Game

__all__ = ["Game", "Situation", "Step", "Trace"]
