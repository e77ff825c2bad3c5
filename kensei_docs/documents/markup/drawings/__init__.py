"""Drawings that templates call for: maps of scenarios, rulers and boxes, in true millimetres."""
