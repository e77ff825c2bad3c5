"""Compares the observations of a document with the database, and updates the database when asked.

``differences`` compares figures and names, ``changed_wording`` the words with those in ``recorded_wording``, by
sentence; ``figure_counts`` counts the figures that were read, and those that belong to nothing. ``update`` writes new
values and citations into ``data/``.
"""

from kensei_docs.reconcile.differences import Difference, differences

__all__ = ["Difference", "differences"]
