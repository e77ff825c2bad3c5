"""Records printed on paper: kinds of document, the faces of their records, and sheets that faces are imposed on.

``build`` runs the stages: rows of a kind, their markup, each face laid out once and cached, imposition, the PDF.
"""
