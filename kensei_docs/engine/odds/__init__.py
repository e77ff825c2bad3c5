"""Exact odds, without simulation: of one throw of dice, and of an attack, which is a chain of throws.

``dice_and_rerolls`` has the odds of a throw, as distributions; ``attack`` has those of the chain, and ``results`` what
comes out of it.
"""
