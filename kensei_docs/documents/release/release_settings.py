"""The settings of releases: ``data/release.yaml``, which a project need not have."""

from __future__ import annotations

from pydantic import Field

from kensei_docs.database.schema import Schema, read_as
from kensei_docs.database.yaml_reading import read_cached
from kensei_docs.problems import Unusable
from kensei_docs.project import DATA, Project

FILE = "release.yaml"
CHECK = "release"


class Settings(Schema):
    """``release.yaml``: the ``address`` of the folder on the web with the bundles, and the ``author`` of feeds."""

    address: str = Field(default="", pattern=r"^(https?://[^\s?#]+)?$")
    author: str = ""

    @property
    def base(self) -> str:
        """The address with a slash at its end; empty if there is none."""
        return f"{self.address.removesuffix('/')}/" if self.address else ""


def read_settings(project: Project) -> Settings:
    """Return the settings of the topmost layer that has the file; raises Unusable for an invalid file."""
    file = project.file(DATA, FILE)
    if file is None:
        return Settings()
    tree, faults = read_cached(file, project.parsed)
    if not faults:
        settings, faults = read_as(Settings, tree, CHECK)
        if settings is not None and not faults:
            return settings
    raise Unusable(*faults)
