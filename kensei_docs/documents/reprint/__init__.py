"""Reprinting: sheets with only the cards that differ from an earlier state of the project.

``earlier_state`` loads that state; ``build_reprint`` runs the other modules: ``changed_cards`` decides which cards are
reprinted, ``change_bars`` finds the changed words on them, ``reprint_sheets`` imposes them, ``report_writer`` writes
the ``report`` of the changes (found by ``shown_changes``) and their causes. ``reprint_for_target`` makes the changed
files for a service or a virtual table. ``parallel_templates`` fills in the templates of both states at once,
``thumbnails`` draws the old cards.
"""
