"""Extraction: a rule document becomes observations, which are its figures with their record, fact and place.

``formats`` and ``pdf`` turn a file into lines, ``text`` turns lines into a ``Document`` (in blocks, repaired), and
``reading`` reads the figures that the profiles of the document's source name.
"""
