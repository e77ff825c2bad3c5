"""Sources: a rule document's manifest and the profile of how it is read."""

from kensei_docs.sources.source import Source, identify, load_source, source_ids

__all__ = ["Source", "identify", "load_source", "source_ids"]
