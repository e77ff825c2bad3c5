"""Markup laid out to pages by WeasyPrint: text fitted, columns filled, overflow found; over worker processes."""
