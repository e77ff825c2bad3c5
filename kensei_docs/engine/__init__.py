"""The engine: computes the values of a game (dice, difficulties, limits, odds) from ``data/``, with traces.

``Game`` is one edition that can be played, as ``play_schema`` declares; its values come as ``Trace``. ``conditions``
says what holds in a situation, ``effects`` what acts on a value then, ``rolls`` what dice must show, and
``amounts_and_traces`` adds up and remembers how. ``matchup`` reads two sides, with ``sides`` and ``matchup_words``, and
``odds`` computes the chances of their fight. ``expressions`` are what data may compute; ``example_replay`` compares the
worked examples of a rulebook.

Sides have three sets of names. In ``data/``, a condition or an effect is of ``self``, ``opponent``, ``ally`` or
``enemy``, as seen by the record that has it. A matchup is between an ``attacker`` and a ``defender``. In the results of
odds, ``ours`` is the attacker and ``theirs`` the defender; in an expression, ``given.ours`` is the side that the
expression is computed for, or the attacker if it is computed once for both.
"""

from kensei_docs.engine.amounts import Step, Trace
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.game import Game

__all__ = ["Game", "Situation", "Step", "Trace"]
