"""Reprinting: sheets with only the cards that differ from an earlier state of the project, or the files of a target.

``changed_cards`` decides which cards are reprinted, ``build`` prints them, ``report`` says what to print and discard.
"""
