"""Reprinting: sheets with only the cards that differ from an earlier state of the project, or the files of a target.

``earlier_state`` loads that state; ``build_reprint`` runs the other modules: ``changed_cards`` decides which cards are
reprinted, ``change_bars`` finds the changed words on them, ``reprint_sheets`` imposes them. ``report`` writes what to
print and to discard, with the changes that cards show (``changes_and_causes``) and ``card_pictures``.
"""
