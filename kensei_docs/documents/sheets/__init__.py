"""Sheets: faces imposed on paper in a grid, with backs, bleed and printer's marks, written as pages of a PDF.

``grid`` says how many faces fit, and where each and its back stand, ``imposition`` which face stands where,
``marks_and_bleed`` what is drawn around it, and how far its art; ``sheet_pages`` writes the pages.
"""
