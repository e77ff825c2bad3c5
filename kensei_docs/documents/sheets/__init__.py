"""Imposition: faces placed on paper in a grid, with marks, margins, backs and booklets."""
