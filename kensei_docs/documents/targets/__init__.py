"""Where faces go besides the home printer: a card printer's service, a print shop, a screen.

A target is a file of ``templates/_shared/targets``; what it makes is a module of ``makers``.
"""
