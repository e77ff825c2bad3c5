"""A trace in words: the steps that lead to a computed value, as lines of text, and as lines of a worked example."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.catalogues.translator import BLANK
from kensei_docs.database import Citation, Record
from kensei_docs.engine import Step, Trace
from kensei_docs.engine.amounts_and_traces import SIGNS, Amount, amount_of
from kensei_docs.engine.effects import OPERATIONS
from kensei_docs.project import SHARED_TEMPLATES, Project

_WORD = re.compile(r"(?<![\w.])[a-z]{3,}(?:-[a-z]+)*")
# Values of `Step.act`, by the sort of line that they give. Other acts are operations of effects.
GIVEN_ACTS = ("given",)
READ_ACTS = ("base", "read")
RESULT_ACTS = ("result",)
IGNORED_ACTS = ("ignored", "replaced", "restated", "unstacked")
HIDDEN_ACTS = ("compute", "reroll")
CALCULATION_ACTS = ("reckon", "compare")
# Values of given facts that are not printed: the fact is absent.
EMPTY_VALUES = ("0", "false", "none")


def format_trace(project: Project, trace: Trace, translator: Translator) -> list[str]:
    """Return the lines of a trace, made with the template ``templates/_shared/trace.txt.j2``.

    Messages without a translation are in English, and are added to the translator's ``problems``.
    """
    # Imported here: jinja2 takes a quarter of the start of a command that explains nothing.
    from kensei_docs.documents.markup.template_environment import Sandbox

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


@dataclass(frozen=True)
class Line:
    """One step of a computation: its figure with its sign, its label (``about``), and the value ``after`` it.

    ``after`` is empty if the step changes no value. ``pages`` are the pages of the document with the figure. ``only``
    is the only natural result that succeeds, if the number needed is higher than a die has: empty if no result
    succeeds, None if a die has the number. ``again``: the figure is ignored because an earlier line has counted it.
    ``asks`` is the question that a result answers: the number of dice of a roll, the number that a die
    needs, or ``whether`` something is so.
    ``means`` are the words of a table for a result. In a ``reckoned`` line, a calculation, ``about`` has the numbers
    with the signs between them, and ``terms`` has each number and sign by itself. ``turns_round``: the figure is added
    to a die, so that a larger figure means a smaller number needed. A ``told`` line is a sentence of the example.
    """

    sort: Literal["given", "read", "changed", "passed-over", "reckoned", "told", "result"]
    figure: str
    about: str
    after: str = ""
    pages: tuple[int, ...] = ()
    only: str | None = None
    again: bool = False
    asks: Literal["", "dice", "needed", "whether"] = ""
    means: str = ""
    turns_round: bool = False
    terms: tuple[str, ...] = ()

    @property
    def is_word(self) -> bool:
        """Whether the figure is a word, such as the name of a kind of armour."""
        return not any(sign.isdigit() for sign in self.figure)


def lines_of(steps: Sequence[Step], translator: Translator) -> Iterator[Line]:
    """Yield the lines of the steps of a trace; steps that explain nothing have none."""
    table: Record | None = None
    band: tuple[str, str] | None = None
    # What the changes before have come to, as long as one follows the other.
    before = ""
    names = Counter(
        translator.name(record) for record in {id(step.record): step.record for step in steps}.values() if record
    )
    steps_of_record = Counter(step.record.id for step in steps if step.record and step.act not in HIDDEN_ACTS)
    for step in steps:
        is_plain = step.act in GIVEN_ACTS and step.value in (*EMPTY_VALUES, "true")
        if step.act in HIDDEN_ACTS or is_yes_no_question(step) or is_plain:
            continue
        if step.act in CALCULATION_ACTS:
            relation = format_relation(step.figure, translator)
            terms = tuple(
                part if part in SIGNS else with_half(translator.figure(part)) for part in step.figure.split(" ")
            )
            value = "" if step.act == "compare" else with_half(translator.figure(step.value))
            yield Line("reckoned", value or relation, relation, value, terms=terms)
            continue
        if step.act == "within" and step.record:
            band = step.figure, translator.text(step.record, f"{step.path}.name")
            continue
        if step.record is None and band and step.value == band[0]:
            yield Line("result", band[1], translator.quantity(step.figure))
            continue
        if step.record is None:
            means = "" if table is None or step.act in GIVEN_ACTS else _meaning(step.value, table, translator)
            sort: Literal["given", "result"] = "given" if step.act in GIVEN_ACTS else "result"
            asks: Literal["", "whether"] = "whether" if sort == "result" and step.value in ("true", "false") else ""
            words = format_value(step.value, translator), translator.quantity(step.figure)
            yield Line(sort, *words, asks=asks, means=means)
            continue
        figure = translator.figure(step.figure)
        is_only_step = steps_of_record[step.record.id] <= 1
        about = name_of(step, translator) if is_only_step else _about(step, step.record, translator)
        if names[translator.name(step.record)] > 1 and about == translator.name(step.record):
            about = f"{about} ({translator.quantity(step.record.kind)})"
        if cell := _cell(step, step.record, translator):
            table = step.record
            about = cell
        pages = tuple(dict.fromkeys(citation.page for citation in step.citations if citation.page))
        if step.act in READ_ACTS:
            yield Line("read", figure, about, "", pages)
        elif step.act in IGNORED_ACTS:
            yield Line("passed-over", figure, about, "", pages, again=step.act == "restated")
        else:
            after = translator.figure(step.value)
            times = _times(step, before)
            if amount_of(step.figure) is None and (own := _difference(step.value, before)):
                # The troop's own number of dice (XD6) is printed.
                figure = translator.figure(f"+{own}" if step.figure.startswith("+") else str(own))
            if times:
                figure = figure.removeprefix("+")
            before = step.value
            yield Line("changed", f"{times}{OPERATIONS[step.act].sign}{figure}", about, after, pages)
            continue
        before = ""


def _times(step: Step, before: str) -> str:
    """Return how often an effect that is added for each of something was added, as ``2 × ``; empty where it counted
    once, or where its figure and the values around it are no whole numbers. ``before`` is the value before it, empty
    for none."""
    if step.act != "add" or not step.record or not step.record.get(f"{step.effect}.per"):
        return ""
    change, each = _difference(step.value, before), amount_of(step.figure)
    if change is None or each is None or not each.count or change != each.times(change.count / each.count):
        return ""
    times = change.count / each.count
    return f"{times} × " if times > 1 and times.denominator == 1 else ""


def _difference(after: str, before: str) -> Amount | None:
    """Return what was added to the value ``before`` (empty for none); None if the two are no amounts."""
    amounts = amount_of(after), amount_of(before or "0")
    return amounts[0] + amounts[1].times(Fraction(-1)) if amounts[0] and amounts[1] else None


def with_half(figure: str) -> str:
    """Return a number with a half written as ½."""
    whole, half = figure[:-2], figure[-2:]
    return f"{whole if whole != '0' else ''}½" if half in (".5", ",5") and whole.isdigit() else figure


def _about(step: Step, record: Record, translator: Translator) -> str:
    """Return the label of a step.

    If the step reads a figure, these are the words around it. If it applies an effect, this is the name of the effect
    or, if it has none, the name of its record with the condition of the effect.
    """
    if step.act in READ_ACTS and not step.effect:
        words = FactNames(translator.database, translator).name(record, step.path)
        return words.replace(BLANK, translator.figure(step.figure))
    if own := translator.text(record, f"{step.effect}.name"):
        return own
    return ": ".join(filter(None, (translator.name(record), translator.condition(record, step.effect))))


def _cell(step: Step, record: Record, translator: Translator) -> str:
    """Return the name of a table with the row and the column of the cell that a step reads; empty if it reads none."""
    group, row, column, *rest = [*step.path.split("."), "", ""]
    if step.act not in READ_ACTS or group != "rows" or not column or any(rest[:-2]):
        return ""
    headings = (
        (translator.text(record, f"axes.{axis}.name"), _heading(record, of, key, translator))
        for axis, of, key in (("down", "rows", row), ("across", "columns", column))
    )
    # A heading that is a word says by itself what it is of.
    words = "\u00a0· ".join(
        " ".join(filter(None, heading)) if any(sign.isdigit() for sign in heading[1]) else heading[1]
        for heading in headings
    )
    return f"{translator.name(record)}: {words}"


def _heading(record: Record, group: str, key: str, translator: Translator) -> str:
    """Return the heading of a row or a column of a table."""
    heading = record.get(f"{group}.{key}")
    return translator.text(record, f"{group}.{key}.name" if isinstance(heading, dict) else f"{group}.{key}")


def _meaning(value: str, table: Record, translator: Translator) -> str:
    """Return the words of a table for a value, or for each part of a value such as D/W; empty without them."""
    meanings = [translator.text(table, f"rules.{part}") for part in value.split("/") if part]
    return ", ".join(meanings) if all(meanings) else ""


def is_yes_no_question(step: Step) -> bool:
    """Return whether a step only asks whether a value is given."""
    return step.act in GIVEN_ACTS and step.figure.endswith("?")
