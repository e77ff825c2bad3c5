"""Traces in words: what a step to a computed value says, its expression and its places, as a translator says it.

``words_of`` says a step in one line; the parts of such lines are for templates, which have more room. ``OddsWords`` has
the words for results of odds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kensei_docs.catalogues import MESSAGE_LANGUAGE, Translator
from kensei_docs.database import Citation, Edition
from kensei_docs.database.model import ERRATUM_KIND, TRACE_NAMES
from kensei_docs.engine.amounts import OPERATIONS, SIGNS, Explained, Step, Trace
from kensei_docs.engine.expressions.evaluation import format_value as format_engine_value
from kensei_docs.engine.game import Game
from kensei_docs.engine.odds import SIDE_NAMES, Chance

# A number between the signs of an expression.
_NUMBER = re.compile(r"(?<![\w./:<-])\d+(?:\.\d+)?(?![\w/:>-])")
_WORD = re.compile(r"(?<![\w.])[a-z]{3,}(?:-[a-z]+)*")
# Values of `Step.act` of an effect that doesn't count.
IGNORED_ACTS = ("ignored", "replaced", "restated", "unstacked")
# The kind of document with the words of traces.
_SHARED = "_shared"


def words_of(step: Step, translator: Translator) -> str:
    """Return what a step says, in one line, without its places: ``+1D6  Polearms → 14D6``."""

    def told(word: str, *parts: str) -> str:
        return "  ".join(filter(None, (translator.template(_SHARED, word), *parts)))

    figure, name = translator.figure(step.figure), name_of(step, translator)
    match step.act:
        case "given":
            return told("given", f"{translator.quantity(step.figure)}: {format_value(step.value, translator)}")
        case "base" | "read":
            return told(step.act, figure, name)
        case "within":
            return told("read", name)
        case "compute" if step.figure:
            return f"{figure} → {format_value(step.value, translator)}  {name}"
        case "compute":
            return told("by the rule", name)
        case "result":
            return f"= {translator.quantity(step.figure)}: {format_value(step.value, translator)}"
        case "reckon":
            return f"{format_relation(step.figure, translator)} = {format_relation(step.value, translator)}"
        case "compare":
            return format_relation(step.figure, translator)
        case "reroll":
            return told("reroll", name)
        case "restated":
            return told("not counted twice", figure, name)
        case act if act in IGNORED_ACTS:
            return told("passed over", figure, name)
    return f"{OPERATIONS[step.act].sign}{figure}  {name} → {translator.figure(step.value)}"


def step_as_json(step: Step, edition: Edition, translators: Mapping[str, Translator]) -> dict[str, Any]:
    """Return a step as the commands print it, with its words by language, and where its figure stands now."""
    return {
        **step.as_json(),
        "words": {code: words_of(step, each) for code, each in translators.items()},
        "places": places_of(step, edition),
    }


def places_of(step: Step, edition: Edition) -> list[dict[str, Any]]:
    """Return where the figure of a step is read: its places in documents and, where errata changed it, these too.

    An erratum has its ``name`` (a record, ``erratum/NAME``), its ``day``, and ``place``, the words for where on its
    page a reader finds what it changes, if it says so.
    """
    if step.record is None:
        return []
    record, path = step.record, step.path
    cited = step.citations
    errata = list(dict.fromkeys(one.document for one in cited if _erratum_of(one, edition)))
    if errata and not any(one.lines or one.page for one in cited):
        # The figure has left its document: what it replaces still stands there.
        cited = (*cited, *(one for one in record.citations if one.is_for(path) or not one.covers))
    places = [one.as_json() for one in dict.fromkeys(cited) if not _erratum_of(one, edition)]
    for name in errata:
        erratum = edition.errata[name.partition("/")[2]]
        changes = erratum.content.changes.values()
        said = next(
            (one.place for one in changes if one.record == record.id and f"{path}.".startswith(f"{one.fact}.")), None
        )
        places.append({"erratum": name, "day": erratum.day.isoformat(), "place": said})
    return places


def _erratum_of(citation: Citation, edition: Edition) -> bool:
    kind, _, name = citation.document.partition("/")
    return kind == ERRATUM_KIND and name in edition.errata


def format_expression(translator: Translator, expression: Explained, value: object, name: str = "") -> str:
    """Return an expression, with numbers in place of its names, and what it comes to: ``a / b = 7 / 2 = 3.5``."""
    text, *filled_in = expression.forms
    numbers = (_NUMBER.sub(lambda match: translator.figure(match[0]), form) for form in filled_in)
    result = format_value(format_engine_value(value), translator)
    return " = ".join(dict.fromkeys(filter(None, (name, text, *numbers, result))))


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
        yield assumption(atom, value, translator)


def assumption(atom: str, value: str, translator: Translator) -> str:
    """Return in words that a condition, or a quantity, is assumed to have a value."""
    if value in ("none", "0"):
        return f"{translator.quantity(atom)}: {value}"
    return translator.phrase({atom: {"true": True, "false": False}.get(value, value)})


class OddsWords:
    """The words of one language for the results of odds of a game, their values, and what they need."""

    def __init__(self, game: Game, translator: Translator) -> None:
        self.game, self.translator = game, translator

    def term(self, name: str) -> str:
        """Return the name of a result, with a capital."""
        word = self._term(name)
        return word[:1].upper() + word[1:]

    def word(self, name: str) -> str:
        """Return the name of a quantity or of its value: the glossary's word, if it has one."""
        database = self.game.database
        if name in database.vocabulary.section(TRACE_NAMES):
            return self.translator.quantity(name)
        plain = name.replace("-", " ")
        for term, entry in database.glossary.items():
            if str(entry.get(MESSAGE_LANGUAGE, "")).partition(" (")[0].lower() == plain:
                return self.translator.term(term).partition(" (")[0].lower()
        return plain

    def label(self, chance: Chance, value: object) -> str:
        """Return the name of a value of a result."""
        if not isinstance(value, str):
            return str(value)
        if chance.labels == "glossary" or value == "none" or not chance.labels:
            return self.term(value)
        record, path, _ = self.game.fact(chance.labels)
        named = self.translator.text(record, f"{path}.{value}.name")
        parts = [self.translator.text(record, f"{path}.{part}") or part for part in value.split("/")]
        return named or " + ".join(parts)

    def needs(self, reason: str, whose: str) -> str:
        """Return why a result of a side can't be computed: the quantities that it lacks, and whose they are."""
        return ", ".join(
            self.owned(self._quantity(quantity), quantity, whose)
            if quantity.startswith(("self.", "opponent."))
            else quantity
            for quantity in reason.split(", ")
        )

    def owned(self, word: str, name: str, whose: str) -> str:
        """Return the word for a quantity of one side or its opponent, and whose it is."""
        other = {"ours": "theirs", "theirs": "ours", "": "theirs"}[whose]
        owner = (whose or "ours") if name.startswith("self.") else other
        return f"{word} ({self._term(SIDE_NAMES[owner])})"

    def _term(self, name: str) -> str:
        return self.translator.term(f"odds-{name}")

    def _quantity(self, name: str) -> str:
        """Return the name of a quantity of a side."""
        return self.word(name.partition(".")[2])
