"""A trace as text: the steps that lead to a computed value, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kensei_docs.catalogues import Translator
from kensei_docs.database import Citation
from kensei_docs.engine import Step, Trace
from kensei_docs.engine.amounts_and_traces import SIGNS
from kensei_docs.engine.effects import OPERATIONS
from kensei_docs.project import SHARED_TEMPLATES, Project

_WORD = re.compile(r"(?<![\w.])[a-z]{3,}(?:-[a-z]+)*")


def format_trace(project: Project, trace: Trace, translator: Translator) -> list[str]:
    """Return the lines of a trace, made with the template ``templates/_shared/trace.txt.j2``.

    Messages without a translation are in English, and are added to the translator's ``problems``.
    """
    # Imported here: jinja2 takes a quarter of the start of a command that explains nothing.
    from kensei_docs.documents.markup.sandbox import Sandbox

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
    """Return a value with each of its words in the reader's language; a value without words as a figure."""
    words = _WORD.sub(lambda match: translator.quantity(match[0]), value)
    return translator.figure(value) if words == value else words


def format_relation(relation: str, translator: Translator) -> str:
    """Return numbers and the signs between them as the reader's language writes them: ``5 − 2.5``."""
    first, *rest = relation.split(" ")
    parts = [part if part in SIGNS else translator.figure(part) for part in rest]
    # A negative number after a sign is put in brackets.
    parts = [f"({part})" if number.startswith("-") else part for part, number in zip(parts, rest, strict=True)]
    return " ".join([translator.figure(first), *parts])


def name_of(step: Step, translator: Translator) -> str:
    """Return the name of a step's record, with the name of the effect if it has one; empty without a record."""
    if step.record is None:
        return ""
    part = translator.text(step.record, f"{step.effect}.name") if step.effect else ""
    return ": ".join(filter(None, (translator.name(step.record), part)))


def format_citations(citations: tuple[Citation, ...]) -> str:
    """Return citations as a text, ``kensei-rulebook-2e 3471, 3475``: by document, the lines or else the pages."""
    places: dict[str, dict[str, None]] = {}
    for citation in citations:
        lines = "-".join(dict.fromkeys(map(str, citation.lines or ())))
        places.setdefault(citation.document, {})[lines or str(citation.page or "")] = None
    return "; ".join(f"{document} {', '.join(spots)}" for document, spots in places.items())


def assumptions(trace: Trace, translator: Translator) -> Iterator[str]:
    """Yield in words the conditions that the engine assumed because the situation lacks them."""
    for atom, value in trace.assumed.items():
        if value in ("none", "0"):
            yield f"{translator.quantity(atom)}: {value}"
        else:
            yield translator.phrase({atom: {"true": True, "false": False}.get(value, value)})
