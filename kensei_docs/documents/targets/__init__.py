"""Targets other than sheets for the home printer: a card printer's service, a print shop, a screen.

A target is a file of ``templates/_shared/targets``; its ``makes`` names a module of ``makers``. ``deck`` has its
settings and the cards to make, ``target`` reads it and makes the files.
"""
