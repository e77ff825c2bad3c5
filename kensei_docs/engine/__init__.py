"""The engine: computes the values of a game (dice, difficulties, limits, odds) from ``data/``, with traces.

``Game`` is one edition that can be played; its values come as ``Trace``.
"""

from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.game import Game
from kensei_docs.engine.trace import Step, Trace

__all__ = ["Game", "Situation", "Step", "Trace"]
