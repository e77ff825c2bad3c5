"""The worked examples of an edition for a page: how the engine comes to each answer, figure by figure, in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.markup.trace import format_value
from kensei_docs.documents.markup.worked_lines import (
    GIVEN,
    NOTHING,
    PASSED_OVER,
    READ,
    RECKONED,
    RESULT,
    UNTOLD,
    Line,
    lines_of,
    only_asks_whether,
)
from kensei_docs.engine import Step
from kensei_docs.engine.amounts import Amount, amount_of
from kensei_docs.engine.conditions import leaves
from kensei_docs.engine.expressions.evaluation import format_value as spelled
from kensei_docs.engine.game import Game
from kensei_docs.engine.replay import Answer, examples_of, replay
from kensei_docs.figures import parse

# A word: a figure with one is the name of something, such as a condition that an effect lifts.
_NAME = re.compile(r"[a-z]{3,}(?:-[a-z]+)*")
# An example of more answers, or an answer of more lines, puts a list to the test, and tells nobody how to play.
_MOST_ANSWERS, _MOST_LINES = 3, 14
# The target number of a roll is printed if at least one modifier changes it: its base and the modifier are two figures.
_FEWEST = 2


@dataclass(frozen=True)
class Told:
    """An example: its record, who does what to whom in it, as sentences, and the lines of each of its answers."""

    record: Record
    situation: tuple[str, ...]
    answers: tuple[tuple[Line, ...], ...]

    @property
    def turns_round(self) -> bool:
        """Whether something is added to dice, so that each must show less for what is more."""
        return any(line.turns_round for answer in self.answers for line in answer)


def worked_examples(edition: Edition, translator: Translator, least: int) -> Iterator[Told]:
    """Yield the examples of an edition that agree with its rules, those of the document first. Of their answers, those
    that use fewer figures of the rules than ``least`` are left out.

    What has a quantity without words in the vocabulary is left out.
    """
    database = translator.database
    game = Game(database, edition.id)
    for record in sorted(examples_of(database, edition.id), key=lambda record: not record.citations):
        found = replay(game, record)
        if found.verdict in ("passed", "differs"):
            asks = record.get("asks") or {}
            told = [answer for answer in found.answers if _is_worth_telling(answer, translator, least)]
            rolls = [_roll_of(asks[answer.path], "dice") for answer in told]
            # The target number of a roll is printed together with its number of dice, even if few figures decide it.
            told = [
                answer
                for answer in found.answers
                if answer in told
                or (
                    _roll_of(asks.get(answer.path), "needed") in [roll for roll in rolls if roll]
                    and _is_worth_telling(answer, translator, _FEWEST)
                )
            ]
            answered = [_lines(one, record, game, translator) for one in told]
            answers = _without_repeats([lines for lines in answered if lines and not any(map(_is_torn, lines))])
            counted = {name for answer in told for name in _counted(answer)}
            situation = tuple(_situation(record, counted, translator))
            if situation and answers and len(told) <= _MOST_ANSWERS and max(map(len, answers)) <= _MOST_LINES:
                yield Told(record, situation, tuple(answers))


def _roll_of(ask: Any, what: Literal["dice", "needed"]) -> str:
    """Return the roll whose dice, or what each of them must show, is asked for; empty where it is something else."""
    match ask:
        case {"do": asked} | {"theirs": asked}:
            return _roll_of(asked, what)
        case dict() if isinstance(ask.get(what), str):
            return str(ask[what])
        case _:
            return ""


def _counted(answer: Answer) -> Iterator[str]:
    """Yield the quantities that are the figures of effects in an answer."""
    for step in answer.trace.steps:
        if step.record and step.effect:
            yield from (str(step.record.get(f"{step.effect}.{key}")) for key in ("of", "per"))


def _situation(record: Record, counted: Collection[str], translator: Translator) -> Iterator[str]:
    """Yield an example's situation in sentences: its text, or else its conditions; then its figures and counts.

    ``counted`` are the figures to say. What has no words in the vocabulary is left out.
    """
    from babel.lists import format_list

    figures: list[str] = []
    counts: list[str] = []
    conditions: list[str] = []
    vocabulary = translator.database.vocabulary
    for name, value in leaves({**(record.get("given") or {}), **(record.get("supposes") or {})}):
        phrases = (vocabulary.atoms.get(name) or {}).get("phrase") or {}
        forms, _ = vocabulary.phrase_forms(name, value)
        is_figure = isinstance(value, str) and parse(value) is not None
        if not isinstance(value, list) and forms and all(isinstance(phrases.get(form), str) for form in forms):
            if value is not False and value not in NOTHING:
                (counts if is_figure else conditions).append(translator.phrase({name: value}, record))
        elif is_figure and name in counted and translator.knows_quantity(name):
            figures.append(f"{translator.quantity(name)} {translator.figure(value)}")
    text = translator.text(record)
    sentences = ([] if text else [format_list(conditions, locale=translator.language)], [", ".join(figures + counts)])
    yield from filter(None, [text])
    yield from (f"{words[:1].upper()}{words[1:]}." for part in sentences for words in part if words)


def _is_worth_telling(answer: Answer, translator: Translator, least: int) -> bool:
    steps = answer.trace.steps
    counted = [step for step in steps if step.record and step.act not in PASSED_OVER]
    # Several figures that are read from one record are cells of a list, or stand in one sentence: no line says one.
    reads = Counter(step.record.id for step in counted if step.record and step.act in READ and not step.effect)
    bands = [step.figure for step in steps if step.act == "within"]
    return (
        len(counted) >= least
        and max(reads.values(), default=0) < 2
        and any(step.act not in UNTOLD for step in counted)
        and all(_has_words(step, bands, translator) for step in steps)
    )


def _has_words(step: Step, bands: Collection[str], translator: Translator) -> bool:
    """Return whether every word of a step is the reader's: the names of its quantity and value, or a plain figure.

    ``bands`` are values that a record has a name for.
    """
    if step.act in (*RECKONED, "within") or only_asks_whether(step):
        return True
    if step.act not in (*GIVEN, *RESULT):
        return not _NAME.search(step.figure)
    words = [step.figure, *([] if step.value in bands else _NAME.findall(step.value))]
    return step.value != "" and all(translator.quantity(word) and translator.knows_quantity(word) for word in words)


def _without_repeats(answers: Sequence[tuple[Line, ...]]) -> list[tuple[Line, ...]]:
    """Return the answers without those whose lines, but for the last, stand in a row in another one."""
    longer = [
        one
        for one in answers
        if not any(
            len(one) < len(other) and one[:-1] in (other[n : n + len(one) - 1] for n in range(len(other)))
            for other in answers
        )
    ]
    return list(dict.fromkeys(longer))


def _lines(answer: Answer, record: Record, game: Game, translator: Translator) -> tuple[Line, ...]:
    """Return the lines of an answer, the last of which is the answer itself; none where they don't lead to it, or
    where what is asked has no name."""
    name, figure = _asked(record.data["asks"][answer.path], answer, game, translator)
    lines = tuple(lines_of(answer.trace.steps, translator))
    # Of results in a row the last is the answer.
    lines = tuple(
        line
        for line, after in zip(lines, [*lines[1:], None], strict=True)
        if not (after and _both_results(line, after))
    )
    lines = _without_what_is_seen(_with_what_was_thrown(lines))
    results = [line for line in lines if line.sort == "result"]
    if len(results) > 1 and not any(line.sort == "changed" for line in lines):
        # One thing is looked up after the other, and no line says why.
        return ()
    if not lines or lines[-1].sort == "result":
        return lines
    if lines[-1].sort in ("read", "reckoned") and any(line.sort == "changed" for line in lines):
        # A figure that is read last is compared with what was reached before it, which no line says.
        return ()
    ask = record.data["asks"][answer.path]
    asks: Literal["", "dice", "needed"] = ""
    if _roll_of(ask, "needed") and figure.endswith("+"):
        lines, asks = _as_needed(lines, figure), "needed"
    elif _roll_of(ask, "dice"):
        asks = "dice"
    only = _only_result(ask, answer, game, translator)
    return (*lines, Line("result", figure, name, only=only, asks=asks)) if name else ()


def _as_needed(lines: Sequence[Line], result: str) -> tuple[Line, ...]:
    """Return the lines of a target number: each modifier has the target that it leads to (+1 turns 4+ into 3+).

    If these targets don't lead to the ``result``, the modifiers have none.
    """
    found: list[Line] = []
    base: int | None = None
    reached = ""
    for line in lines:
        shown = line.after or (line.figure if line.sort == "read" else "")
        if shown.endswith("+"):
            base, reached = _whole(shown.removesuffix("+")), shown
        elif line.sort == "changed":
            change = _whole(line.after)
            reached = "" if base is None or change is None else f"{base - change}+"
            line = replace(line, after=reached, turns_round=True)
        found.append(line)
    if reached == result:
        return tuple(found)
    return tuple(line if line.after.endswith("+") else replace(line, after="") for line in lines)


def _without_what_is_seen(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines without sums that the line above has come to, comparisons that another of the same numbers
    follows, and results that hand a given word on."""
    found: list[Line] = []
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        if line.sort == "reckoned":
            above = found[-1] if found else None
            numbers, following = _numbers(line), _numbers(after) if after and after.sort == "reckoned" else []
            if above and "+" in line.about and line.after in (above.after, above.figure) and above.sort != "reckoned":
                continue
            if not line.after and numbers == following:
                continue
        elif line.sort == "result" and after and line.is_word and line.figure in [one.figure for one in found]:
            continue
        found.append(line)
    return tuple(found)


def _numbers(line: Line) -> list[str]:
    """Return the numbers of a reckoned line, without the signs between them."""
    return line.about.split(" ")[::2]


def _only_result(ask: Any, answer: Answer, game: Game, translator: Translator) -> str | None:
    """Return the natural result that alone succeeds where the answer asks for more than a die of the roll has; empty if
    none does, None if a die can show it, or where no roll is asked for."""
    match ask:
        case {"do": asked} | {"theirs": asked}:
            return _only_result(asked, answer, game, translator)
        case {"needed": str(roll)}:
            rule = game.play.rolls[roll]
            die, needed = amount_of(game.fact(rule.die)[2]), answer.computed
            if not (die and die.dice and isinstance(needed, Amount)) or needed.number <= max(die.dice):
                return None
            return translator.figure(game.fact(rule.natural.succeeds)[2]) if rule.natural.succeeds else ""
        case _:
            return None


def _with_what_was_thrown(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines in which modifiers that are added up by themselves are added to the die that was given before."""
    found: list[Line] = []
    die: int | None = None
    for n, line in enumerate(lines):
        if line.sort != "changed":
            die = None
            if line.sort == "given" and n + 1 < len(lines) and lines[n + 1].sort == "changed":
                die, change, sum_of_changes = map(_whole, (line.figure, lines[n + 1].figure, lines[n + 1].after))
                if None in (die, change, sum_of_changes) or die + change == sum_of_changes:  # type: ignore[operator]
                    die = None
        elif die is not None and (added := _whole(line.after)) is not None:
            line = replace(line, after=str(die + added).replace("-", "−"))
        found.append(line)
    return tuple(found)


def _whole(figure: str) -> int | None:
    """Return a printed whole number; None for any other figure."""
    plain = figure.replace("−", "-")
    return int(plain) if re.fullmatch(r"[+-]?[0-9]+", plain) else None


def _is_torn(line: Line) -> bool:
    """Return whether a line has but a part of a sentence."""
    return "…" in line.about


def _both_results(line: Line, after: Line) -> bool:
    # A number, and the word that a table has for it, are both told.
    return line.sort == after.sort == "result" and (line.is_word or not after.is_word)


def _asked(ask: Any, answer: Answer, game: Game, translator: Translator) -> tuple[str, str]:
    """Return the name of what is asked, empty where it has none, and the answer; that of dice is as many dice."""
    figure = format_value(spelled(answer.computed), translator)
    match ask:
        case {"do": asked} | {"theirs": asked}:
            return _asked(asked, answer, game, translator)
        case {"value": str(hook)}:
            return translator.hook(hook), figure
        case {"needed": str(roll)}:
            return translator.name(game.record(game.play.rolls[roll].record)), figure
        case {"dice": str(roll)}:
            rule = game.play.rolls[roll]
            die = amount_of(game.fact(rule.die)[2])
            dice = translator.figure(str(die.times(answer.computed.count))) if die else figure
            return translator.name(game.record(rule.record)), dice
        case _:
            return "", figure
