"""Reports of changes as a page for the screen: a single file, with a switch between its languages."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from jinja2 import FileSystemLoader

from kensei_docs.documents.markup.change_report import ChangeReport
from kensei_docs.documents.markup.sandbox import Sandbox
from kensei_docs.languages import language as language_of
from kensei_docs.project import SHARED_TEMPLATES, Project

# The pictures of a card before and after, as data URLs; None without a picture.
Pictures = tuple[str | None, str | None]

# The template, the style sheet and the scripts of the page, in templates/_shared.
PAGE = "change-page.html.j2"
STYLE = "change-page.css"
SCRIPTS = ("screen.js", "change-page.js")


@dataclass(frozen=True)
class PageLanguage:
    """A report in one language, with the other words of the page.

    ``links`` are the addresses of the references in this language, ``titles`` the names of the editions, both by
    edition.
    """

    language: str
    report: ChangeReport
    words: Mapping[str, str]
    links: Mapping[str, str]
    titles: Mapping[str, str]

    @property
    def name(self) -> str:
        """The name of the language in the language itself."""
        return language_of(self.language).own_name


def change_page(
    project: Project, pages: Sequence[PageLanguage], pictures: Mapping[str, Pictures], army: str = ""
) -> str:
    """Return the HTML page of a report in several languages; the first one is shown first.

    ``pictures`` of cards are by the ids of records. With the name of an ``army``, the page shows the changes that touch
    it, and the others on demand.
    """
    environment = Sandbox(loader=FileSystemLoader(project.folders(*SHARED_TEMPLATES)), autoescape=True)
    script = "\n".join(_text_of(project, name) for name in SCRIPTS)
    return environment.get_template(PAGE).render(
        pages=pages,
        style=_text_of(project, STYLE),
        script=script,
        script_digest=b64encode(sha256(script.encode()).digest()).decode(),
        pictures=pictures,
        army=army,
    )


def _text_of(project: Project, name: str) -> str:
    file = project.file(*SHARED_TEMPLATES, name)
    return file.read_text(encoding="utf-8") if file else ""
