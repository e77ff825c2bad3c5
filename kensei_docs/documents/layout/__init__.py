"""Markup laid out by WeasyPrint in worker processes: text fitted, columns filled, overflow measured."""
