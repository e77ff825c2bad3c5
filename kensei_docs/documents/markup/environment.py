"""Templates and what they can call: the words of a language, set as they are in print."""

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

# Private characters: around a figure and for a blank until the words about them have been escaped.
_FIGURE, _END, _BLANK = "\ue000", "\ue001", "\ue002"
# Figures that a line could be broken in, such as 5–6 and D/W.
_WHOLE = re.compile(r"[^\s\ue000\ue001]+[–/][^\s\ue001]+(?=\ue001)")
_APOSTROPHE = re.compile(r"(?<=\w)'")
# A short last word that would stand on a line by itself; its space is made one that holds.
_WIDOW = re.compile(r"(?<=\S) (?=\S{1,6}$)")


def environment(project: Project, translator: Translator, context: str, *folders: Path) -> Environment:
    """Return the templates of some folders and the shared ones, with what they can call.

    ``context`` is the msgctxt of their own messages.
    """

    def sheet(message: str) -> str:
        return _typeset(translator.template(context, message))

    def name(record: Record) -> str:
        return _typeset(translator.name(record))

    def text(record: Record, path: str = "text") -> Markup:
        words = _typeset(translator.text(record, path, lambda f: _BLANK if f == BLANK else f"{_FIGURE}{f}{_END}"))
        # The renderer breaks a line far too early where the words before an inline element fit
        # only without their last space; within the element, the space does no harm.
        words = words.replace(f" {_FIGURE}", f"{_FIGURE} ")
        marked = _WHOLE.sub(r'<span class="whole">\g<0></span>', str(escape(words)))
        return Markup(marked.replace(_BLANK, _blank()).replace(_FIGURE, '<b class="figure">').replace(_END, "</b>"))

    def figure(value: str | None) -> str:
        return Markup(_blank()) if value is None else translator.figure(value)

    shared = project.folders("templates", SHARED)
    found = Environment(
        loader=FileSystemLoader([*folders, *shared]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_compiled(project),
    )
    found.globals.update(
        _=sheet,
        name=name,
        text=text,
        figure=figure,
        term=translator.term,
        hook=translator.hook,
        edition_name=translator.edition,
        language=translator.language,
    )
    return found


def _compiled(project: Project) -> BytecodeCache:
    """Return where compiled templates are kept: compiling them takes longer than filling them."""
    folder = project.cache / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    return FileSystemBytecodeCache(str(folder))


def _typeset(words: str) -> str:
    """Return words with the apostrophes and dots of print, no short word on the last line, and no
    line that begins with a times sign."""
    if words.count(" ") > 3:
        words = _WIDOW.sub("\u00a0", words)
    return _APOSTROPHE.sub("’", words).replace("...", "…").replace(" × ", "\u00a0× ")


def _blank() -> str:
    return '<span class="blank"></span>'
