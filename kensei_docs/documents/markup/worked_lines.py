"""The steps of a computation as lines of a worked example: each with its figure and what it is about, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.catalogues.translator import BLANK
from kensei_docs.database import Record
from kensei_docs.documents.markup.trace import format_relation, format_value, name_of
from kensei_docs.engine import Step
from kensei_docs.engine.effects import OPERATIONS

# Acts of steps by what a line of them shows. Other acts are operations of effects.
GIVEN, READ, RESULT = ("given",), ("base", "read"), ("result",)
PASSED_OVER = ("ignored", "replaced", "restated", "unstacked")
UNTOLD = ("compute", "reroll")
RECKONED = ("reckon", "compare")
# Values of given facts that are not printed: nothing of the kind is there.
NOTHING = ("0", "false", "none")


@dataclass(frozen=True)
class Line:
    """One step of a computation: its figure with its sign, what it is about, and the value after it where it changes.

    ``pages`` are those of the document where the figure was read. ``only`` is the natural result that succeeds where no
    other can, because more is asked than a die has; empty if none does, None if the figure is within reach. ``again``
    is whether the figure is passed over because an earlier line has counted it. ``asks`` is what a result says of the
    roll that it is about: how many dice, or what each must show. ``means`` are the words of a table for a result. The
    figures of a ``reckoned`` line stand in ``about``, with the signs between them. ``turns_round`` is whether the
    figure is added to a die, so that it changes what the die must show the other way round.
    """

    sort: Literal["given", "read", "changed", "passed-over", "reckoned", "result"]
    figure: str
    about: str
    after: str = ""
    pages: tuple[int, ...] = ()
    only: str | None = None
    again: bool = False
    asks: Literal["", "dice", "needed"] = ""
    means: str = ""
    turns_round: bool = False

    @property
    def is_word(self) -> bool:
        """Whether the figure is a word, such as that for a kind of armour."""
        return not any(sign.isdigit() for sign in self.figure)


def lines_of(steps: Sequence[Step], translator: Translator) -> Iterator[Line]:
    table: Record | None = None
    band: tuple[str, str, str] | None = None
    names = Counter(
        translator.name(record) for record in {id(step.record): step.record for step in steps}.values() if record
    )
    told = Counter(step.record.id for step in steps if step.record and step.act not in UNTOLD)
    for step in steps:
        if step.act in UNTOLD or only_asks_whether(step) or (step.act in GIVEN and step.value in (*NOTHING, "true")):
            continue
        if step.act in RECKONED:
            relation = format_relation(step.figure, translator)
            if step.act == "compare":
                yield Line("reckoned", relation, relation)
            else:
                value = translator.figure(step.value)
                yield Line("reckoned", value, relation, value)
            continue
        if step.act == "within" and step.record:
            name, what = (translator.text(step.record, f"{step.path}.{part}") for part in ("name", "text"))
            band = step.figure, name, what
            continue
        if step.record is None and band and step.value == band[0]:
            yield Line("result", band[1], translator.quantity(step.figure))
            continue
        if step.record is None:
            means = "" if table is None or step.act in GIVEN else _meaning(step.value, table, translator)
            sort: Literal["given", "result"] = "given" if step.act in GIVEN else "result"
            yield Line(sort, format_value(step.value, translator), translator.quantity(step.figure), means=means)
            continue
        figure = translator.figure(step.figure)
        about = _about(step, step.record, translator) if told[step.record.id] > 1 else name_of(step, translator)
        if names[translator.name(step.record)] > 1 and about == translator.name(step.record):
            about = f"{about} ({translator.quantity(step.record.kind)})"
        if cell := _cell(step, step.record, translator):
            table, about = step.record, cell
        pages = tuple(dict.fromkeys(one.page for one in step.citations if one.page))
        if step.act in READ:
            yield Line("read", figure, about, "", pages)
        elif step.act in PASSED_OVER:
            yield Line("passed-over", figure, about, "", pages, again=step.act == "restated")
        else:
            after = translator.figure(step.value)
            yield Line("changed", f"{OPERATIONS[step.act].sign}{figure}", about, after, pages)


def _about(step: Step, record: Record, translator: Translator) -> str:
    """Return the label of a step: the words around the figure, where the step reads one. Where it applies an effect,
    the name of the effect, or, if it has none, the name of its record and the condition of the effect."""
    if step.act in READ and not step.effect:
        words = FactNames(translator.database, translator).name(record, step.path)
        return words.replace(BLANK, translator.figure(step.figure))
    if own := translator.text(record, f"{step.effect}.name"):
        return own
    return ": ".join(filter(None, (translator.name(record), translator.condition(record, step.effect))))


def _cell(step: Step, record: Record, translator: Translator) -> str:
    """Return the name of a table with the row and the column of the cell that a step reads; empty if it reads none."""
    group, row, column, *rest = [*step.path.split("."), "", ""]
    if step.act not in READ or group != "rows" or not column or any(rest[:-2]):
        return ""
    headings = (
        (translator.text(record, f"axes.{axis}.name"), _heading(record, of, key, translator))
        for axis, of, key in (("down", "rows", row), ("across", "columns", column))
    )
    words = ", ".join(" ".join(filter(None, heading)) for heading in headings)
    return f"{translator.name(record)}: {words}"


def _heading(record: Record, group: str, key: str, translator: Translator) -> str:
    """Return the heading of a row or a column of a table."""
    heading = record.get(f"{group}.{key}")
    return translator.text(record, f"{group}.{key}.name" if isinstance(heading, dict) else f"{group}.{key}")


def _meaning(value: str, table: Record, translator: Translator) -> str:
    """Return the words that a table has for a value, or for each part of one such as D/W."""
    meanings = [translator.text(table, f"rules.{part}") for part in value.split("/") if part]
    return ", ".join(meanings) if all(meanings) else ""


def only_asks_whether(step: Step) -> bool:
    """Return whether a step only asks whether something is given."""
    return step.act in GIVEN and step.figure.endswith("?")
