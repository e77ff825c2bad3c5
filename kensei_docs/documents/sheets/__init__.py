"""Sheets: faces imposed on paper in a grid, with backs, bleed and printer's marks, written as pages of a PDF.

``grid`` says how many faces fit, ``imposition`` which face stands where, ``backs`` where its back does, ``bleed`` how
far its art is drawn, ``printer_marks`` what is drawn around it; ``sheet_pages`` writes the pages.
"""
