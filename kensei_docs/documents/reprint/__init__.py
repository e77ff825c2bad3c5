"""Reprinting: sheets with only the cards that differ from an earlier state of the project.

``earlier_state`` loads what to compare with, ``changed_cards`` decides which cards are reprinted,
``change_bars`` finds the changed words on them, ``sheets`` imposes them, ``report`` lists what changed and
why, and ``build`` runs these.
"""
