"""Traces on the terminal: what gave a computed value, step by step, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kensei_docs.catalogues import Translator
    from kensei_docs.database import Citation
    from kensei_docs.engine import Step, Trace
    from kensei_docs.project import Project

_WORD = re.compile(r"(?<![\w.])[a-z]{3,}(?:-[a-z]+)*")


def shown(project: Project, trace: Trace, translator: Translator) -> list[str]:
    """Return the lines of a trace, as ``templates/_shared/trace.txt.j2`` sets them.

    What the catalogues lack stands in English, and in the translator's ``problems``.
    """
    from jinja2 import Environment

    template = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=False).from_string(
        project.files("templates", "_shared", "trace.txt.j2")[-1].read_text(encoding="utf-8")
    )
    words = template.render(
        _=lambda message, **figures: translator.template("_shared", message) % figures,
        trace=trace,
        figure=translator.figure,
        said=translator.quantity,
        value=_teller(translator),
        step_name=_namer(translator),
        where=_where,
        assumed=_assumed(trace, translator),
        doubts=[translator.name(r) for r in trace.doubts],
    )
    return [line for line in words.splitlines() if line.strip()]


def _teller(translator: Translator) -> Callable[[str], str]:
    def told(value: str) -> str:
        """Return a value with each of its words in the reader's language."""
        words = _WORD.sub(lambda found: translator.quantity(found[0]), value)
        return translator.figure(value) if words == value else words

    return told


def _namer(translator: Translator) -> Callable[[Step], str]:
    def name(step: Step) -> str:
        """Return what a step is about: the effect's own name, or the record's."""
        if step.record is None:
            return ""
        own = f"{step.effect}.name" if step.effect else ""
        part = translator.text(step.record, own) if own else ""
        whole = translator.name(step.record)
        return f"{whole}: {part}" if part else whole

    return name


def _where(citations: tuple[Citation, ...]) -> str:
    """Return places of documents as ``kensei-rulebook-2e 3471, 3475``."""
    places: dict[str, list[str]] = {}
    for citation in citations:
        spot = "-".join(dict.fromkeys(map(str, citation.lines))) if citation.lines else str(citation.page or "")
        if spot not in places.setdefault(citation.document, []):
            places[citation.document].append(spot)
    return "; ".join(f"{document} {', '.join(spots)}" for document, spots in places.items())


def _assumed(trace: Trace, translator: Translator) -> Iterator[str]:
    for atom, value in trace.assumed.items():
        taken = {"true": True, "false": False}.get(value, value)
        yield (f"{translator.quantity(atom)}: {value}" if value in ("none", "0") else translator.phrase({atom: taken}))
