"""From records to paper: kinds of document, their faces, and the sheets that faces are placed on.

``build`` runs the stages: rows of a kind, their markup, faces laid out once and kept, sheets.
"""
