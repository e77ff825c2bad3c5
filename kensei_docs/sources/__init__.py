"""Sources: the documents that rules are read from, one folder of ``sources/`` each.

``source`` reads the folder, and tells which source a file is a copy of; ``accepted_records`` keeps which records of a
draft a person has accepted.
"""

from kensei_docs.sources.source import Source, identify, load_source, source_ids

__all__ = ["Source", "identify", "load_source", "source_ids"]
