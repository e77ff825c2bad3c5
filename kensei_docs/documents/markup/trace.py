"""A trace as text: what gave a computed value, step by step, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kensei_docs.catalogues import Translator
from kensei_docs.database import Citation
from kensei_docs.documents.markup.sandbox import Sandbox
from kensei_docs.engine import Step, Trace
from kensei_docs.engine.effects import OPERATIONS
from kensei_docs.engine.trace import SIGNS
from kensei_docs.project import SHARED_TEMPLATES, Project

_WORD = re.compile(r"(?<![\w.])[a-z]{3,}(?:-[a-z]+)*")


def format_trace(project: Project, trace: Trace, translator: Translator) -> list[str]:
    """Return the lines of a trace, as ``templates/_shared/trace.txt.j2`` sets them.

    What the catalogues lack stands in English, and in the translator's ``problems``.
    """

    sandbox = Sandbox(autoescape=False)
    sandbox.globals.update(
        _=lambda message, **figures: translator.template("_shared", message) % figures,
        figure=translator.figure,
        quantity=translator.quantity,
        value=lambda value: format_value(value, translator),
        step_name=lambda step: name_of(step, translator),
        where=format_citations,
        plain=lambda relation: format_relation(relation, translator),
    )
    file = project.files(*SHARED_TEMPLATES, "trace.txt.j2")[-1]
    text = sandbox.from_string(file.read_text(encoding="utf-8")).render(
        trace=trace,
        signs={name: operation.sign for name, operation in OPERATIONS.items()},
        assumed=assumptions(trace, translator),
        doubts=[translator.name(record) for record in trace.doubts],
    )
    return [line for line in text.splitlines() if line.strip()]


def format_value(value: str, translator: Translator) -> str:
    """Return a value with each of its words in the reader's language."""
    words = _WORD.sub(lambda found: translator.quantity(found[0]), value)
    return translator.figure(value) if words == value else words


def format_relation(relation: str, translator: Translator) -> str:
    """Return numbers with the signs between them as the reader's language writes them: ``5 − 2.5``."""
    first, *rest = relation.split(" ")
    parts = [part if part in SIGNS else translator.figure(part) for part in rest]
    # A number below nought that follows a sign stands in brackets.
    parts = [f"({part})" if number.startswith("-") else part for part, number in zip(parts, rest, strict=True)]
    return " ".join([translator.figure(first), *parts])


def name_of(step: Step, translator: Translator) -> str:
    """Return what a step is about: the record's name, with the effect's own where it has one."""
    if step.record is None:
        return ""
    part = translator.text(step.record, f"{step.effect}.name") if step.effect else ""
    return ": ".join(filter(None, (translator.name(step.record), part)))


def format_citations(citations: tuple[Citation, ...]) -> str:
    """Return places of documents as ``kensei-rulebook-2e 3471, 3475``."""
    places: dict[str, dict[str, None]] = {}
    for citation in citations:
        lines = "-".join(dict.fromkeys(map(str, citation.lines or ())))
        places.setdefault(citation.document, {})[lines or str(citation.page or "")] = None
    return "; ".join(f"{document} {', '.join(spots)}" for document, spots in places.items())


def assumptions(trace: Trace, translator: Translator) -> Iterator[str]:
    """Yield what was supposed where a situation doesn't say it, in words."""
    for atom, value in trace.assumed.items():
        if value in ("none", "0"):
            yield f"{translator.quantity(atom)}: {value}"
        else:
            yield translator.phrase({atom: {"true": True, "false": False}.get(value, value)})
