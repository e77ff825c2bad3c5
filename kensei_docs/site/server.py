"""Shows a site on this machine, or in its network: the files of its folder as they are, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from urllib.parse import unquote

from kensei_docs.problems import say
from kensei_docs.project import Project
from kensei_docs.serving import HOST, LocalServer, Pages, Refused, Response
from kensei_docs.site.pages import POLICY

# The media types of what a site and the bundles beside it have, by the ending of the name.
_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "webmanifest": "application/manifest+json; charset=utf-8",
    "xml": "application/atom+xml; charset=utf-8",
    "png": "image/png",
    "webp": "image/webp",
    "jpg": "image/jpeg",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "wasm": "application/wasm",
    "md": "text/plain; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "": "text/plain; charset=utf-8",
}
_INDEX = "index.html"


class SiteServer(LocalServer):
    """Serves the files of a folder until it is shut down; nothing outside of it, wherever a link in it leads."""

    policy = f"{POLICY}; frame-ancestors 'none'"

    def __init__(self, project: Project, folder: Path, port: int, host: str = HOST) -> None:
        """Listen on a port, 0 for any free port, of an address; raises Unusable if that can't be."""
        super().__init__("site", port, Pages(project, (), ()), host)
        self._folder = folder.resolve()

    def answer(self, path: str, fields: Mapping[str, str], here: bool) -> Response:
        """Return the file at a path, of a folder its first page; raises Refused if there is none."""
        try:
            file = self._folder.joinpath(*filter(None, unquote(path).split("/"))).resolve()
            if file.is_dir() and path.endswith("/"):
                file /= _INDEX
            if file.is_relative_to(self._folder) and file.is_file():
                return Response(
                    _TYPES.get(file.suffix[1:].lower(), "application/octet-stream"), file.read_bytes(), "no-cache"
                )
        except (OSError, ValueError):
            pass
        raise Refused(HTTPStatus.NOT_FOUND, say("there is no such page"))
