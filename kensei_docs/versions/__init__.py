"""Versions: what differs between two editions, or between two states of one."""

from kensei_docs.versions.change import Change
from kensei_docs.versions.diff import diff
from kensei_docs.versions.history import Version, resolve

__all__ = ["Change", "Version", "diff", "resolve"]
