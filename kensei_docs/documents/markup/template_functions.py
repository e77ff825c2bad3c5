"""The Jinja environment of templates: the functions that they can call, and the typography of texts."""

from __future__ import annotations

import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.translator import BLANK
from kensei_docs.database import Record
from kensei_docs.documents.markup.sandbox import Sandbox
from kensei_docs.documents.markup.self_contained_pages import embedded, policy
from kensei_docs.project import SHARED_TEMPLATES, Project

SHARED = "_shared"
# A blank to fill in by pen, for a value that the document leaves out.
BLANK_MARKUP = Markup('<span class="blank"></span>')

# Private characters before and after a figure, and for a blank, which are replaced when the text has been escaped.
_FIGURE = "\ue000"
_END = "\ue001"
_BLANK = "\ue002"
# Figures that must not be broken over lines, although a line break is possible, such as 5–6 and D/W.
_WHOLE = re.compile(r"[^\s\ue000\ue001]+[–/][^\s\ue001]+(?=\ue001)")
_LABEL = re.compile(r"^[^<>.,:;]{1,32}:(?= )")
_APOSTROPHE = re.compile(r"(?<=\w)'")
# The space before a short last word: it becomes a no-break space, so that the word is not alone on a line, except after
# a longer word, which would leave a gap in the line above.
_WIDOW = re.compile(r"(?<=\s)(\S{1,7}) (?=\S{1,7}$)")


def environment(project: Project, translator: Translator, context: str, *folders: Path) -> Environment:
    """Return the environment for the templates in some folders and the shared ones.

    ``context`` is the msgctxt of the templates' own messages.
    """

    def text(record: Record, path: str = "text") -> Markup:
        words = typeset(translator.text(record, path, lambda f: _BLANK if f == BLANK else f"{_FIGURE}{f}{_END}"))
        marked = _WHOLE.sub(r'<span class="whole">\g<0></span>', str(escape(words)))
        return Markup(marked.replace(_BLANK, BLANK_MARKUP).replace(_FIGURE, '<b class="figure">').replace(_END, "</b>"))

    def rule(record: Record, key: str) -> Markup:
        """Return one of a record's ``rules``; a label at its beginning (``Total: …``) is bold."""
        return Markup(_LABEL.sub(r"<b>\g<0></b>", str(text(record, f"rules.{key}"))))

    def condition(record: Record, path: str) -> str:
        return typeset(translator.condition(record, path))

    def modifier(record: Record, path: str) -> Markup:
        """Return the name of a modifier, with the conditions that are not in the name after it."""
        name = text(record, f"{path}.name")
        conditions = condition(record, path)
        return name + Markup(' <span class="when">({})</span>').format(conditions) if conditions else name

    sandbox = Sandbox(loader=FileSystemLoader([*folders, *project.folders(*SHARED_TEMPLATES)]), autoescape=True)
    sandbox.filters["typeset"] = typeset
    sandbox.globals.update(
        _=lambda words, **figures: typeset(translator.template(context, words, figures)),
        name=lambda record: typeset(translator.name(record)),
        text=text,
        figure=lambda value: BLANK_MARKUP if value is None else translator.figure(value),
        rule=rule,
        condition=condition,
        words_of=lambda when: typeset(translator.phrase(when)),
        modifier=modifier,
        term=translator.term,
        hook=translator.hook,
        edition_name=translator.edition,
        language=translator.language,
        embedded=lambda css: embedded(str(css), project.cache),
        policy=lambda script: policy(str(script)),
    )
    return sandbox


def typeset(words: str) -> str:
    """Return a text with typographic apostrophes and ellipses, and without line breaks before a short last word or a
    multiplication sign."""
    if words.count(" ") > 3:
        words = _WIDOW.sub("\\1\u00a0", words)
    return _APOSTROPHE.sub("’", words).replace("...", "…").replace(" × ", "\u00a0× ")
