"""A trace as text: what gave a computed value, step by step, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jinja2 import Environment

from kensei_docs.catalogues import Translator
from kensei_docs.database import Citation
from kensei_docs.engine import Step, Trace
from kensei_docs.engine.effects import OPERATIONS
from kensei_docs.project import Project

_WORD = re.compile(r"(?<![\w.])[a-z]{3,}(?:-[a-z]+)*")


def format_trace(project: Project, trace: Trace, translator: Translator) -> list[str]:
    """Return the lines of a trace, as ``templates/_shared/trace.txt.j2`` sets them.

    What the catalogues lack stands in English, and in the translator's ``problems``.
    """

    def format_value(value: str) -> str:
        """Return a value with each of its words in the reader's language."""
        words = _WORD.sub(lambda found: translator.quantity(found[0]), value)
        return translator.figure(value) if words == value else words

    template = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=False).from_string(
        project.files("templates", "_shared", "trace.txt.j2")[-1].read_text(encoding="utf-8")
    )
    text = template.render(
        _=lambda message, **figures: translator.template("_shared", message) % figures,
        trace=trace,
        signs={name: operation.sign for name, operation in OPERATIONS.items()},
        figure=translator.figure,
        quantity=translator.quantity,
        value=format_value,
        step_name=lambda step: _name_of(step, translator),
        where=_format_citations,
        assumed=_assumptions(trace, translator),
        doubts=[translator.name(record) for record in trace.doubts],
    )
    return [line for line in text.splitlines() if line.strip()]


def _name_of(step: Step, translator: Translator) -> str:
    """Return what a step is about: the record's name, with the effect's own where it has one."""
    if step.record is None:
        return ""
    part = translator.text(step.record, f"{step.effect}.name") if step.effect else ""
    whole = translator.name(step.record)
    return f"{whole}: {part}" if part else whole


def _format_citations(citations: tuple[Citation, ...]) -> str:
    """Return places of documents as ``kensei-rulebook-2e 3471, 3475``."""
    places: dict[str, dict[str, None]] = {}
    for citation in citations:
        lines = "-".join(dict.fromkeys(map(str, citation.lines or ())))
        places.setdefault(citation.document, {})[lines or str(citation.page or "")] = None
    return "; ".join(f"{document} {', '.join(spots)}" for document, spots in places.items())


def _assumptions(trace: Trace, translator: Translator) -> Iterator[str]:
    for atom, value in trace.assumed.items():
        if value in ("none", "0"):
            yield f"{translator.quantity(atom)}: {value}"
        else:
            yield translator.phrase({atom: {"true": True, "false": False}.get(value, value)})
