"""A record taken apart into leaves, so that no field of it can escape a comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kensei_docs.database import Citation, Record
from kensei_docs.database.conditions import condition
from kensei_docs.database.model import MESSAGE_GROUPS, MESSAGES, PLACEHOLDER
from kensei_docs.database.schema import EFFECT_KEYS

# Keys that no rule depends on, wherever they stand; all others are compared.
KEPT = {
    "from": "where it was read",
    "note": "a remark for editors",
    "was": "what a record was called before; matching reads it",
    "status": "how much of a rule is formal",
    "icon": "a picture",
    "restates": "a link for the checks",
    "applies": "what a card prints besides",
    "printed": "what the document misprints",
    # How the engine and the army checks read a rule, which is ours to change.
    "does": "what the engine makes of it",
    "of": "which quantity the engine puts in for X",
    "asks": "what the engine has to ask for",
    "supposes": "what the engine takes for granted",
    "replaces": "which rule the engine sets aside for it",
    "limits": "what a check counts",
    "troop": "which troop an example means",
}
# Keys whose values are words as messages are, though they are no messages.
WORDS = frozenset({"aliases", "japanese", "issued"})
# Messages that no rule is told by: what replaced rules are called is not what they say.
LABELS = WORDS | {"name", "reminder", "columns"}
# Which side of an end of a band a value may lie on, by whether the band includes it.
_ENDS = {("least", True): "\u2265", ("least", False): ">", ("most", True): "\u2264", ("most", False): "<"}


@dataclass(frozen=True)
class Leaf:
    """One value of a record: its dotted path and what stands there, with ``$names`` resolved.

    ``words`` marks wording. ``reference`` marks a value that stands elsewhere in the record;
    ``effect`` is the path of the effect that a leaf is part of.
    """

    record: Record
    path: str
    value: str | None
    words: bool = False
    reference: bool = False
    effect: str | None = None
    when: str | None = None

    @property
    def key(self) -> str:
        """The last step of the path."""
        return self.path.rpartition(".")[2]

    @property
    def tells(self) -> bool:
        """Whether this is a text that says a rule, not a label."""
        return self.words and not LABELS & set(self.path.split("."))

    @property
    def operates(self) -> bool:
        """Whether this is the operation of an effect, such as ``add``."""
        return self.effect is not None and self.key in EFFECT_KEYS

    @property
    def names(self) -> list[str]:
        """The figures of its record that an effect, or the condition of one, names as ``$name``."""
        value = self.record.get(self.path)
        parts = value.values() if isinstance(value, dict) and self.key == "when" else [value]
        inner = [one for part in parts for one in (part.values() if isinstance(part, dict) else [part])]
        return [one[1:] for one in inner if isinstance(one, str) and one.startswith("$")]

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Where the value was read; the record's citations where nothing closer is known."""
        near = f"figures.{self.names[0]}" if self.reference else self.path
        if self.effect is not None and not self.operates:
            near = next(
                (f"{self.effect}.{key}" for key in EFFECT_KEYS if f"{self.effect}.{key}" in _paths(self.record)), near
            )
        found = cited(self.record, near)
        return found or self.record.citations


def cited(record: Record, path: str) -> tuple[Citation, ...]:
    """Return the citations of a fact, or of a message with those of the figures in it."""
    for fact in record.facts:
        if fact.path == path:
            return fact.citations
    parts = [path, *(f"figures.{name}" for name in names_in(record, path))]
    return tuple(c for c in record.citations if any(c.is_for(part) for part in parts))


def filled(record: Record, message: str) -> str:
    """Return a message with the figures of its record, as the database spells those."""
    return PLACEHOLDER.sub(
        lambda found: "%" if found["name"] is None else str(record.figure(f"figures.{found['name']}") or "____"),
        message,
    )


def leaves(record: Record) -> dict[str, Leaf]:
    """Return every leaf of a record by its path, wording and all; what is KEPT is left out."""
    facts = {fact.path: fact.value for fact in record.facts}
    return {leaf.path: leaf for leaf in _walk(record, record.data, "", facts, None, None, False)}


def _walk(
    record: Record,
    part: Any,
    path: str,
    facts: dict[str, str | None],
    effect: str | None,
    when: str | None,
    group: bool,
) -> Iterator[Leaf]:
    if isinstance(part, dict) and part:
        here = path if isinstance(part.get("hook"), str) else effect
        if isinstance(part.get("when"), dict):
            when = condition(part["when"], record)
        for key, inner in part.items():
            if key in KEPT:
                continue
            below = f"{path}.{key}" if path else key
            if key == "when" and isinstance(inner, dict):
                yield Leaf(record, below, when, effect=here)
            elif isinstance(inner, str) and (group or key in MESSAGES or key in WORDS):
                yield Leaf(record, below, filled(record, inner), words=True, effect=here)
            else:
                yield from _walk(
                    record, inner, below, facts, here, when, group or key in MESSAGE_GROUPS or key in WORDS
                )
        return
    yield _leaf(record, part, path, facts, effect, when, group)


def _leaf(
    record: Record,
    part: Any,
    path: str,
    facts: dict[str, str | None],
    effect: str | None,
    when: str | None,
    group: bool,
) -> Leaf:
    reference = isinstance(part, str) and part.startswith("$")
    if reference:
        value = record.figure(path)
    elif path in facts:
        value = facts[path]
    elif isinstance(part, list):
        value = ", ".join(map(str, part))
    elif isinstance(part, bool):
        value = _ended(record, path, part) or ("true" if part else "false")
    else:
        value = None if part is None else str(part or "")
    return Leaf(record, path, value, words=group, reference=reference, effect=effect, when=when)


def _ended(record: Record, path: str, included: bool) -> str | None:
    """Return an end of a band as a figure with a sign (``< 20 cm``), None of anything else."""
    group, _, end = path.rpartition(".")
    within, _, last = group.rpartition(".")
    sign = _ENDS.get((end, included)) if last == "includes" else None
    figure = record.figure(f"{within}.{end}" if within else end) if sign else None
    return f"{sign} {figure}" if figure else None


def _paths(record: Record) -> set[str]:
    return {fact.path for fact in record.facts}


def names_in(record: Record, path: str) -> list[str]:
    """Return the names of the figures that a message has places for."""
    message = record.get(path)
    return (
        [found["name"] for found in PLACEHOLDER.finditer(message) if found["name"]] if isinstance(message, str) else []
    )
