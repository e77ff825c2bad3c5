"""Checks of the words of a game, its messages and their translations: each takes all of them."""
