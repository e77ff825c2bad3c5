"""Sheets: faces imposed on paper in a grid, with backs, bleed and printer's marks, written as pages of a PDF."""
