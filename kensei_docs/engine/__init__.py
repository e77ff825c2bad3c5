"""The engine: what a referee would compute, computed from ``data/`` with a trace of how.

``Game`` is one edition that can be played; its values come as ``Trace``.
"""

from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.game import Game
from kensei_docs.engine.trace import Step, Trace

__all__ = ["Game", "Situation", "Step", "Trace"]
