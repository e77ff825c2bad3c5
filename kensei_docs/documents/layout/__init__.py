"""Lays out markup with WeasyPrint in worker processes: fits text, fills columns, measures overflow."""
