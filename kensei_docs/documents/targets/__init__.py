"""Targets other than sheets for the home printer: a card printer's service, a print shop, a screen.

A target is a file of ``templates/_shared/targets``; its ``makes`` names a module of ``makers``. ``target`` reads it,
``deck_for_target`` has the cards to make, ``build_for_target`` makes them.
"""
