"""The pages of a site: shipped templates, filled in once for all languages, and scripts with data.

A site is sent to others, who open it without a thought. So its pages and scripts are those that come with the tool, and
the policy of each page lets no other script run and nothing be loaded from elsewhere; what a project's own templates
say of rules is markup in them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from jinja2 import Environment

from kensei_docs.catalogues import Translator
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.typefaces import NAMED, embedded
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Place, Problem
from kensei_docs.project import SHARED_TEMPLATES, TEMPLATES, Project, shipped
from kensei_docs.serving import render
from kensei_docs.site.scripts import shortened

# The engine, which answers in the browser, is compiled there.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
# Its own scripts, in templates/_shared: of all sites, and of those with an engine; and the style sheets, the first of
# which has the typefaces.
SCRIPTS = ("screen.js", "site.js", "site-rules.js", "site-cards.js", "site-lead.js")
ENGINE_SCRIPTS = (
    "site-home.js",
    "site-view.js",
    "site-lists.js",
    "site-engine.js",
    "site-army.js",
    "site-play.js",
    "site-odds.js",
)
# Those of the front door of several editions, which knows the lists in addresses.
DOOR_SCRIPTS = ("screen.js", "site-lists.js", "site-doors.js")
_STYLES = (
    (*SHARED_TEMPLATES, "screen.css"),
    (TEMPLATES, "reference", "page-text.css"),
    (*SHARED_TEMPLATES, "site.css"),
    (*SHARED_TEMPLATES, "site-view.css"),
    (*SHARED_TEMPLATES, "site-army.css"),
    (*SHARED_TEMPLATES, "site-play.css"),
    (*SHARED_TEMPLATES, "site-odds.css"),
)
_WORDS = "site-words.txt.j2"
_TEMPLATES = tuple(
    f"site-{name}.html.j2"
    for name in ("page", "home", "editions", "rules", "rule", "cards", "table", "army", "play", "odds")
)


class SitePages:
    """Fills in the pages of a site in the languages of some translators; the first is that of a page at first.

    ``minifier`` is the program that makes their scripts short, if there is one.
    """

    def __init__(self, project: Project, translators: Mapping[str, Translator], minifier: bytes | None = None) -> None:
        self._minifier = minifier
        own = replace(project, layers=project.layers[-1:])
        self._environments = {code: environment(own, one, SHARED) for code, one in translators.items()}
        # The language, its own name, and the words in it.
        self.languages = [
            (code, language_of(code).own_name, one.get_template(_WORDS).make_module())
            for code, one in self._environments.items()
        ]

    def words(self, key: str) -> dict[str, str]:
        """Return a word of the pages by language."""
        return {code: vars(module)["words"][key] for code, _, module in self.languages}

    def page(self, name: str, root: str = "", **values: Any) -> bytes:
        """Return a page; ``root`` leads from it to the folder of the edition, ``values`` are those of its template.

        Raises Unusable where the template has a fault.
        """
        language = self.languages[0][0]
        here = values.get("here", name)
        told = {code: self._told(vars(module), here) for code, _, module in self.languages}
        fixed = {"languages": self.languages, "language": language, "root": root, "policy": POLICY, "here": here}
        fixed["told"] = told
        return render(self._first, f"site-{name}.html.j2", **(fixed | values)).strip().encode()

    @staticmethod
    def _told(words: Mapping[str, Any], page: str) -> dict[str, str]:
        """Return what the scripts of a page say; those of a page that knows the lists have more."""
        own = (
            {**words["table"], **words.get(page, {})}
            if page == "editions" or f"site-{page}.js" in ENGINE_SCRIPTS
            else {}
        )
        return {**words["words"], **own}

    @property
    def _first(self) -> Environment:
        return next(iter(self._environments.values()))

    def scripts(self, names: Iterable[str]) -> dict[str, bytes]:
        """Return some scripts by address.

        Raises Unusable where the minifier doesn't run.
        """
        folder = shipped().joinpath(*SHARED_TEMPLATES)
        return shortened({name: (folder / name).read_text(encoding="utf-8") for name in names}, self._minifier)

    def files(self, families: str) -> dict[str, bytes]:
        """Return the scripts of all sites, and the style sheets; ``families`` are the rules of typefaces of the
        project's own.
        """
        folder, files = shipped(), self.scripts(SCRIPTS)
        css = "\n".join(folder.joinpath(*path).read_text(encoding="utf-8") for path in _STYLES)
        # Typefaces are large, and loaded last: a page is read before they are there.
        faces = "\n".join(line for line in css.splitlines() if NAMED.search(line))
        rest = "\n".join(line for line in css.splitlines() if not NAMED.search(line))
        hidden = (
            f'html[data-lang="{code}"] [lang]:not([lang="{code}"], [data-setlang], .other) '
            "{ display: none !important }"
            for code in self._environments
        )
        files["site.css"] = "\n".join((rest, *hidden, "")).encode()
        files["fonts.css"] = "\n".join((embedded(faces), families, "")).encode()
        return files


def data_script(name: str, value: object) -> bytes:
    """Return a script that gives data to the pages: a page of a folder can load no other kind of file."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # Both are the end of a line in scripts of old.
    written = written.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"KD.put({json.dumps(name)},{written});\n".encode()


def ignored(project: Project) -> Iterator[Problem]:
    """Yield a warning for each file of the project that has the name of a page's file, and is not used."""
    for name in (*SCRIPTS, *ENGINE_SCRIPTS, *_TEMPLATES, _WORDS, *(path[-1] for path in _STYLES)):
        for file in project.files(*SHARED_TEMPLATES, name):
            if project.holds(file) and not file.resolve().is_relative_to(shipped()):
                message = "is not used for a site: its pages are made of files of this program alone; remove it"
                yield Problem(Place(str(file)), message, "site", "warning")
