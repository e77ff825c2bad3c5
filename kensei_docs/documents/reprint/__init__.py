"""Reprinting: sheets of those cards only that differ from an earlier state.

``earlier_state`` is what to compare with, ``changed_cards`` decides which cards are reprinted,
``change_bars`` where on them something changed, ``sheets`` imposes them, ``report`` says what changed and
why, and ``build`` runs these.
"""
