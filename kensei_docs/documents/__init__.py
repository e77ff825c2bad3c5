"""Prints records on paper: the rows of a kind, their markup, faces that are laid out once and cached, sheets, PDFs.

``build`` runs these steps for an order; ``targets``, ``reprint`` and ``release`` are other ways to print.
"""
