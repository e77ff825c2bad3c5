"""The notices of a release in one language: a change log (Markdown and HTML) and an Atom feed (RFC 4287) of errata."""

from __future__ import annotations

import re
from datetime import date
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from jinja2 import Environment

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition
from kensei_docs.documents.markup.errata_log import ErrataLog
from kensei_docs.documents.markup.template_functions import SHARED, environment
from kensei_docs.documents.release.release_settings import Settings
from kensei_docs.project import Project

MARKDOWN = "change-log.md"
PAGE = "change-log.html"
FEED = "feed.xml"
_ENTRY = "erratum.html.j2"
_ATOM = "http://www.w3.org/2005/Atom"
# The characters with a meaning in Markdown.
_SIGNS = re.compile(r"[\\`*_\[\]<>#]")
_NAMESPACE = uuid5(NAMESPACE_URL, "urn:kensei-docs:errata")


class Notices:
    """The change log and the feed of an edition; ``bundle`` is the name of the folder in which they are published."""

    def __init__(
        self, project: Project, edition: Edition, translator: Translator, settings: Settings, bundle: str
    ) -> None:
        self._edition = edition
        self._translator = translator
        self._settings = settings
        self._bundle = bundle
        self._log = ErrataLog(edition, translator)
        self._environment: Environment = environment(project, translator, SHARED)
        self._environment.filters["md"] = _escape_markdown

    def files(self) -> dict[str, str]:
        """Return the texts of the files by name; an edition without errata has no feed."""
        files = {
            MARKDOWN: re.sub(r"\n{3,}", "\n\n", self._render(f"{MARKDOWN}.j2")) + self._links(),
            PAGE: self._render(f"{PAGE}.j2"),
        }
        return {**files, FEED: self.feed()} if self._log.issues else files

    def feed(self) -> str:
        """Return the Atom feed: an entry for each erratum, the latest first.

        Ids are derived from the names of the edition and the erratum, and every time is the midnight (UTC) at which
        the erratum comes into force, so that the same errata always give the same feed.
        """
        edition = self._edition
        translator = self._translator
        language = translator.language
        feed = Element("feed", {"xmlns": _ATOM, "xml:lang": language})
        SubElement(feed, "id").text = self._id("")
        SubElement(feed, "title").text = f"{translator.edition(edition.id)}: {translator.template(SHARED, 'Errata')}"
        SubElement(feed, "updated").text = _midnight(self._log.issues[0].day)
        SubElement(SubElement(feed, "author"), "name").text = self._settings.author or edition.game
        if base := self._settings.base:
            address = f"{base}{edition.id}/{language}/{FEED}"
            SubElement(feed, "link", rel="self", type="application/atom+xml", href=address)
            SubElement(feed, "link", rel="alternate", type="text/html", href=self._page())
        for step in (step for issue in self._log.issues for step in issue.steps):
            entry = SubElement(feed, "entry")
            SubElement(entry, "id").text = self._id(step.erratum.slug)
            SubElement(entry, "title").text = f"{step.version}: {translator.name(step.erratum)}"
            SubElement(entry, "updated").text = _midnight(step.day)
            if self._settings.base:
                SubElement(entry, "link", rel="alternate", type="text/html", href=f"{self._page()}#{step.erratum.slug}")
            SubElement(entry, "content", type="html").text = self._render(_ENTRY, step=step).strip()
        indent(feed)
        return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(feed, "unicode")}\n'

    def _render(self, template: str, **context: object) -> str:
        return self._environment.get_template(template).render(edition=self._edition, log=self._log, **context)

    def _page(self) -> str:
        return f"{self._settings.base}{self._bundle}/{self._translator.language}/{PAGE}"

    def _links(self) -> str:
        """Return the Markdown definition of the link of the released version; earlier versions have no link."""
        return f"\n[{self._log.version}]: {self._page()}\n" if self._settings.base else ""

    def _id(self, erratum: str) -> str:
        name = "/".join((self._settings.base, self._edition.id, self._translator.language, erratum))
        return uuid5(_NAMESPACE, name).urn


def _midnight(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _escape_markdown(words: object) -> str:
    return _SIGNS.sub(r"\\\g<0>", str(words))
