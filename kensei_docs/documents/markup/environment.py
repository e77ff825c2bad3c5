"""The Jinja environment of templates: the functions that they can call, and the typography of words."""

from __future__ import annotations

import re
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.translator import BLANK
from kensei_docs.database import Record
from kensei_docs.project import Project

SHARED = "_shared"
# A blank to fill in by pen, for a value that the document leaves out.
BLANK_MARKUP = Markup('<span class="blank"></span>')

# Private characters around a figure, and for a blank, until the words around them are escaped.
_FIGURE, _END, _BLANK = "\ue000", "\ue001", "\ue002"
# Figures in which a line break is possible but wrong, such as 5–6 and D/W.
_WHOLE = re.compile(r"[^\s\ue000\ue001]+[–/][^\s\ue001]+(?=\ue001)")
_APOSTROPHE = re.compile(r"(?<=\w)'")
# The space before a short last word, which would stand on a line by itself: it becomes one without a line break.
_WIDOW = re.compile(r"(?<=\S) (?=\S{1,6}$)")


def environment(project: Project, translator: Translator, context: str, *folders: Path) -> Environment:
    """Return the environment for the templates in some folders and the shared ones.

    ``context`` is the msgctxt of the templates' own messages.
    """

    def message(words: str) -> str:
        return _typeset(translator.template(context, words))

    def name(record: Record) -> str:
        return _typeset(translator.name(record))

    def text(record: Record, path: str = "text") -> Markup:
        words = _typeset(translator.text(record, path, lambda f: _BLANK if f == BLANK else f"{_FIGURE}{f}{_END}"))
        # WeasyPrint breaks a line too early if the words before an inline element fit only without
        # the space at their end; inside the element, the space does no harm.
        words = words.replace(f" {_FIGURE}", f"{_FIGURE} ")
        marked = _WHOLE.sub(r'<span class="whole">\g<0></span>', str(escape(words)))
        return Markup(marked.replace(_BLANK, BLANK_MARKUP).replace(_FIGURE, '<b class="figure">').replace(_END, "</b>"))

    def figure(value: str | None) -> str:
        return BLANK_MARKUP if value is None else translator.figure(value)

    shared = project.folders("templates", SHARED)
    found = Environment(
        loader=FileSystemLoader([*folders, *shared]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_bytecode_cache(project),
    )
    found.globals.update(
        _=message,
        name=name,
        text=text,
        figure=figure,
        term=translator.term,
        hook=translator.hook,
        edition_name=translator.edition,
        language=translator.language,
    )
    return found


def _bytecode_cache(project: Project) -> BytecodeCache:
    """Return the cache of compiled templates: to compile one takes longer than to fill it in."""
    folder = project.cache / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    return FileSystemBytecodeCache(str(folder))


def _typeset(words: str) -> str:
    """Return words with typographic apostrophes and ellipses, and without line breaks before a short
    last word or a times sign."""
    if words.count(" ") > 3:
        words = _WIDOW.sub("\u00a0", words)
    return _APOSTROPHE.sub("’", words).replace("...", "…").replace(" × ", "\u00a0× ")
