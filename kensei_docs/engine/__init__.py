"""The engine: computes the values of a game (dice, difficulties, limits, odds) from ``data/``, with traces.

``Game`` is one edition that can be played, as ``play_schema`` declares; its values come as ``Trace``. ``conditions``
says what holds in a situation, ``effects`` what acts on a value then, ``rolls`` what dice must show, and
``amounts_and_traces`` adds up and remembers how. ``matchup`` reads two sides, with ``sides`` and ``matchup_words``, and
``odds`` computes the chances of their fight. ``expressions`` are what data may compute; ``example_replay`` compares the
worked examples of a rulebook.
"""

from kensei_docs.engine.amounts_and_traces import Step, Trace
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.game import Game

__all__ = ["Game", "Situation", "Step", "Trace"]
