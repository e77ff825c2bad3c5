"""A document that nobody described yet → a draft: an outline, records, and a profile that reads their figures.

``outline`` finds headings and tables, ``cues`` names the figures of a passage and the words around them,
``proposals`` makes records and readings of both, ``files`` writes them down as a project.
"""
