"""Checks of the other files of a project: settings, templates, pictures and drafts, each with the stage that reads it.

Only this package of ``check`` imports later stages, whose readers say what is wrong with a file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kensei_docs.database import Database, load
from kensei_docs.project import Project


@dataclass(frozen=True)
class CheckedProject:
    """A project, and the database of those of its editions that are checked."""

    project: Project
    database: Database

    @cached_property
    def whole_database(self) -> Database:
        """The database of all editions of the project itself, for what they share, such as templates."""
        missing = set(self.project.own_editions) - self.database.editions.keys()
        return load(self.project, self.project.own_editions)[0] if missing else self.database
