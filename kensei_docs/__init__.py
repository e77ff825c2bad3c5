"""Kensei Docs: from wargame rule documents to one checked, bilingual rules database, and to print.

The packages are the stages of that way; ``docs/how-data-flows.md`` walks through them.
"""

__version__ = "0.1.0"
