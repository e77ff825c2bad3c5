"""Traces in words: the steps to a computed value as lines of text, and the worked examples of an edition for a page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from babel.lists import format_list

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.catalogues.translator import BLANK
from kensei_docs.database import Edition, Record
from kensei_docs.documents.markup.environment import Sandbox
from kensei_docs.engine import Step, Trace
from kensei_docs.engine.amounts import OPERATIONS, SIGNS, Amount, amount_of
from kensei_docs.engine.conditions import leaves
from kensei_docs.engine.examples import Answer, examples_of, only_result, replay
from kensei_docs.engine.expressions.evaluation import format_value as format_engine_value
from kensei_docs.engine.game import Game
from kensei_docs.figures import parse
from kensei_docs.project import SHARED_TEMPLATES, Project
from kensei_docs.traces import (
    IGNORED_ACTS,
    assumptions,
    format_citations,
    format_expression,
    format_relation,
    format_value,
    name_of,
)

# Values of `Step.act`, by the sort of line that they give. "given" gives a given fact, "result" the answer; other acts
# are operations of effects.
READ_ACTS = ("base", "read")
HIDDEN_ACTS = ("compute", "reroll")
CALCULATION_ACTS = ("reckon", "compare")
# Values of given facts that are not printed: the fact is absent.
EMPTY_VALUES = ("0", "false", "none")
# What is printed as a line, and the question that a result answers.
Sort = Literal["given", "read", "changed", "passed-over", "reckoned", "told", "result"]
Asks = Literal["", "dice", "needed", "whether"]


def format_trace(project: Project, trace: Trace, translator: Translator) -> list[str]:
    """Return the lines of a trace, made with the template ``templates/_shared/trace.txt.j2``.

    Messages without a translation are in English, and are added to the translator's ``problems``.
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
        expression=lambda *explained: format_expression(translator, *explained),
    )
    file = project.files(*SHARED_TEMPLATES, "trace.txt.j2")[-1]
    text = sandbox.from_string(file.read_text(encoding="utf-8")).render(
        trace=trace,
        signs={name: operation.sign for name, operation in OPERATIONS.items()},
        assumed=assumptions(trace, translator),
        doubts=[translator.name(record) for record in trace.doubts],
    )
    return [line for line in text.splitlines() if line.strip()]


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

    sort: Sort
    figure: str
    about: str
    after: str = ""
    pages: tuple[int, ...] = ()
    only: str | None = None
    again: bool = False
    asks: Asks = ""
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
        is_plain = step.act == "given" and step.value in (*EMPTY_VALUES, "true")
        if step.act in HIDDEN_ACTS or is_yes_no_question(step) or is_plain:
            continue
        if step.act in CALCULATION_ACTS:
            relation = format_relation(step.figure, translator)
            parts = step.figure.split(" ")
            terms = tuple(part if part in SIGNS else with_half(translator.figure(part)) for part in parts)
            value = "" if step.act == "compare" else with_half(translator.figure(step.value))
            yield Line("reckoned", value or relation, relation, value, terms=terms)
        elif step.act == "within" and step.record:
            band = step.figure, translator.text(step.record, f"{step.path}.name")
        elif step.record is None and band and step.value == band[0]:
            yield Line("result", band[1], translator.quantity(step.figure))
        elif step.record is None:
            words = format_value(step.value, translator), translator.quantity(step.figure)
            if step.act == "given":
                yield Line("given", *words)
            else:
                means = _meaning(step.value, table, translator) if table else ""
                yield Line("result", *words, asks="whether" if step.value in ("true", "false") else "", means=means)
        else:
            name = translator.name(step.record)
            about = name_of(step, translator) if steps_of_record[step.record.id] <= 1 else _about(step, translator)
            if names[name] > 1 and about == name:
                about = f"{about} ({translator.quantity(step.record.kind)})"
            if cell := _cell(step, step.record, translator):
                table, about = step.record, cell
            figure = translator.figure(step.figure)
            pages = tuple(dict.fromkeys(citation.page for citation in step.citations if citation.page))
            if step.act in READ_ACTS:
                yield Line("read", figure, about, "", pages)
            elif step.act in IGNORED_ACTS:
                yield Line("passed-over", figure, about, "", pages, again=step.act == "restated")
            else:
                times = _times(step, before)
                if amount_of(step.figure) is None and (own := _difference(step.value, before)):
                    # The troop's own number of dice (XD6) is printed.
                    figure = translator.figure(f"+{own}" if step.figure.startswith("+") else str(own))
                changed = f"{times}{OPERATIONS[step.act].sign}{figure.removeprefix('+') if times else figure}"
                yield Line("changed", changed, about, translator.figure(step.value), pages)
            before = step.value if step.act not in (*READ_ACTS, *IGNORED_ACTS) else ""


def _times(step: Step, before: str) -> str:
    """Return how often an effect that is added for each of something was added, as ``2 × ``; empty where it counted
    once, or where its figure and the values around it are no whole numbers. ``before`` is the value before it, empty
    for none."""
    change, each = _difference(step.value, before), amount_of(step.figure)
    is_each = step.act == "add" and step.record and step.record.get(f"{step.effect}.per")
    if not is_each or change is None or each is None or not each.count:
        return ""
    times = change.count / each.count
    return f"{times} × " if change == each.times(times) and times > 1 and times.denominator == 1 else ""


def _difference(after: str, before: str) -> Amount | None:
    """Return what was added to the value ``before`` (empty for none); None if the two are no amounts."""
    amounts = amount_of(after), amount_of(before or "0")
    return amounts[0] + amounts[1].times(Fraction(-1)) if amounts[0] and amounts[1] else None


def with_half(figure: str) -> str:
    """Return a number with a half written as ½."""
    whole, half = figure[:-2], figure[-2:]
    return f"{whole if whole != '0' else ''}½" if half in (".5", ",5") and whole.isdigit() else figure


def _about(step: Step, translator: Translator) -> str:
    """Return the label of a step of a record.

    If the step reads a figure, these are the words around it. If it applies an effect, this is the name of the effect
    or, if it has none, the name of its record with the condition of the effect.
    """
    assert step.record is not None
    if step.act in READ_ACTS and not step.effect:
        words = FactNames(translator.database, translator).name(step.record, step.path)
        return words.replace(BLANK, translator.figure(step.figure))
    if own := translator.text(step.record, f"{step.effect}.name"):
        return own
    return ": ".join(filter(None, (translator.name(step.record), translator.condition(step.record, step.effect))))


def _cell(step: Step, record: Record, translator: Translator) -> str:
    """Return the name of a table with the row and the column of the cell that a step reads; empty if it reads none."""
    group, row, column, *rest = [*step.path.split("."), "", ""]
    if step.act not in READ_ACTS or group != "rows" or not column or any(rest[:-2]):
        return ""
    words = []
    for axis, of, key in (("down", "rows", row), ("across", "columns", column)):
        is_named = isinstance(record.get(f"{of}.{key}"), dict)
        heading = translator.text(record, f"{of}.{key}.name" if is_named else f"{of}.{key}")
        # A heading that is a word says by itself what it is of.
        name = translator.text(record, f"axes.{axis}.name") if any(sign.isdigit() for sign in heading) else ""
        words.append(" ".join(filter(None, (name, heading))))
    return f"{translator.name(record)}: " + "\u00a0· ".join(words)


def _meaning(value: str, table: Record, translator: Translator) -> str:
    """Return the words of a table for a value, or for each part of a value such as D/W; empty without them."""
    meanings = [translator.text(table, f"rules.{part}") for part in value.split("/") if part]
    return ", ".join(meanings) if all(meanings) else ""


def is_yes_no_question(step: Step) -> bool:
    """Return whether a step only asks whether a value is given."""
    return step.act == "given" and step.figure.endswith("?")


# A word: a figure that contains one is the name of something, such as a condition that an effect lifts.
_NAME = re.compile(r"[a-z]{3,}(?:-[a-z]+)*")
# Examples with more answers than this are left out: they test a list, and explain no rule.
_MAX_ANSWERS = 3
# The same for examples with more printed lines.
_MAX_LINES = 14
# The largest number of pages that are cited beside a sentence.
_MAX_PAGES = 3
# The target number of a roll is printed if at least one modifier changes it: its base and the modifier are two figures.
_MIN_FIGURES_OF_TARGET = 2


@dataclass(frozen=True)
class WorkedExample:
    """An example: its record, its situation as sentences, and the lines of each of its answers."""

    record: Record
    situation: tuple[str, ...]
    answers: tuple[tuple[Line, ...], ...]

    @property
    def turns_round(self) -> bool:
        """Whether a modifier is added to dice: then a larger modifier means a smaller number to roll."""
        return any(line.turns_round for answer in self.answers for line in answer)


def worked_examples(edition: Edition, translator: Translator, least: int) -> Iterator[WorkedExample]:
    """Yield the examples of an edition that agree with its rules.

    They are those that have a place ``on-sheet``, in order of their places. If no example has one, they are all,
    those of the document first; answers that use fewer figures of the rules than ``least`` are left out then, and so
    are those with a quantity that has no words in the vocabulary.
    """
    database = translator.database
    game = Game(database, edition.id)
    records = examples_of(database, edition.id)
    placed = sorted(
        (record for record in records if record.get("on-sheet")), key=lambda one: int(one.get("on-sheet.place"))
    )
    for record in placed or sorted(records, key=lambda record: not record.citations):
        replayed = replay(game, record)
        if replayed.verdict not in ("passed", "differs"):
            continue
        if in_sentences := tuple(_answers_in_sentences(record, replayed.answers, translator)):
            yield WorkedExample(record, tuple(filter(None, [translator.text(record)])), in_sentences)
            continue
        if shown := record.get("on-sheet.answers"):
            printed = [answer for answer in replayed.answers if answer.path in shown]
        else:
            printed = _printed_answers(replayed.answers, translator, least)
        lines_of_answers = [_lines(answer, game, translator) for answer in printed]
        # A label with an ellipsis is a part of a sentence.
        whole = [lines for lines in lines_of_answers if lines and not any("…" in line.about for line in lines)]
        answers = _without_repeats(whole)
        # The quantities by which effects count.
        steps = [step for answer in printed for step in answer.trace.steps if step.record and step.effect]
        counted = {
            str(step.record.get(f"{step.effect}.{key}")) for step in steps for key in ("of", "per") if step.record
        }
        situation = tuple(_situation(record, counted, translator))
        if situation and answers and len(printed) <= _MAX_ANSWERS and max(map(len, answers)) <= _MAX_LINES:
            yield WorkedExample(record, situation, tuple(answers))


def _answers_in_sentences(
    record: Record, answers: Sequence[Answer], translator: Translator
) -> Iterator[tuple[Line, ...]]:
    """Yield the printed lines of each answer of an example that its record explains step by step.

    The record lists the steps under ``told``, a sentence each. A step with ``ends`` is the last one of an answer; steps
    after the last answer are printed with that answer. If a step ``gives`` a value, the value is printed beside it,
    except yes and no, which the sentence itself says.
    """
    by_path = {answer.path: answer for answer in answers}
    steps = record.get("told") or {}
    last = max((n for n, step in enumerate(steps.values()) if step.get("ends")), default=-1)
    lines: list[Line] = []
    for n, (name, step) in enumerate(steps.items()):
        answer = by_path.get(step.get("gives", ""))
        figure = ""
        if answer and not isinstance(answer.computed, bool):
            # What is expected has the sign of a modifier.
            signed = str(answer.expected).startswith("+")
            value = str(answer.expected) if signed else format_engine_value(answer.computed)
            figure = with_half(format_value(value, translator))
        sort: Sort = "result" if step.get("ends") else "told"
        pages = _pages_of(answer) if answer else ()
        lines.append(Line(sort, figure, translator.text(record, f"told.{name}.text"), pages=pages))
        if n == len(steps) - 1 or (sort == "result" and n < last):
            yield tuple(lines)
            lines = []


def _pages_of(answer: Answer) -> tuple[int, ...]:
    """Return the pages with the figures of an answer; those of the last figure alone, if they are many."""
    cited = [tuple(dict.fromkeys(one.page for one in step.citations if one.page)) for step in answer.trace.steps]
    pages = sorted({page for of_step in cited for page in of_step})
    last = next((of_step for of_step in reversed(cited) if of_step), ())
    return tuple(pages if len(pages) <= _MAX_PAGES else last[:_MAX_PAGES])


def _printed_answers(answers: Sequence[Answer], translator: Translator, least: int) -> list[Answer]:
    """Return the answers that explain a rule with at least ``least`` figures, and the target numbers of their rolls.

    The target number of a roll is printed with its number of dice, even if few figures decide it.
    """
    explaining = [answer for answer in answers if _explains(answer, translator, least)]
    rolls = {answer.question.name for answer in explaining if answer.question.sort == "dice"}
    return [
        answer
        for answer in answers
        if answer in explaining
        or (
            answer.question.sort == "needed"
            and answer.question.name in rolls
            and _explains(answer, translator, _MIN_FIGURES_OF_TARGET)
        )
    ]


def _situation(record: Record, counted: Collection[str], translator: Translator) -> Iterator[str]:
    """Yield an example's situation in sentences: its text, or else its conditions; then its figures and counts.

    ``counted`` are the names of the figures to print. Values without words in the vocabulary are left out.
    """
    figures: list[str] = []
    counts: list[str] = []
    conditions: list[str] = []
    vocabulary = translator.database.vocabulary
    for name, value in leaves({**(record.get("given") or {}), **(record.get("supposes") or {})}):
        phrases = (vocabulary.atoms.get(name) or {}).get("phrase") or {}
        forms, _ = vocabulary.phrase_forms(name, value)
        is_figure = isinstance(value, str) and parse(value) is not None
        if not isinstance(value, list) and forms and all(isinstance(phrases.get(form), str) for form in forms):
            if value is not False and value not in EMPTY_VALUES:
                (counts if is_figure else conditions).append(translator.phrase({name: value}, record))
        elif is_figure and name in counted and translator.knows_quantity(name):
            figures.append(f"{translator.quantity(name)} {translator.figure(value)}")
    text = translator.text(record)
    sentences = ([] if text else [format_list(conditions, locale=translator.language)], [", ".join(figures + counts)])
    yield from filter(None, [text])
    yield from (f"{words[:1].upper()}{words[1:]}." for part in sentences for words in part if words)


def _explains(answer: Answer, translator: Translator, least: int) -> bool:
    """Return whether an answer uses at least ``least`` figures of the rules, and all its steps can be printed."""
    steps = answer.trace.steps
    counted = [step for step in steps if step.record and step.act not in IGNORED_ACTS]
    # The lines of two figures that are read from one record would have the same label.
    reads = Counter(step.record.id for step in counted if step.record and step.act in READ_ACTS and not step.effect)
    bands = [step.figure for step in steps if step.act == "within"]
    return (
        len(counted) >= least
        and max(reads.values(), default=0) < 2
        and any(step.act not in HIDDEN_ACTS for step in counted)
        and all(_has_words(step, bands, translator) for step in steps)
    )


def _has_words(step: Step, bands: Collection[str], translator: Translator) -> bool:
    """Return whether every word of a step has a name in the reader's language.

    ``bands`` are the values for which a record has a name.
    """
    if step.act in (*CALCULATION_ACTS, "within") or is_yes_no_question(step):
        return True
    if step.act not in ("given", "result"):
        return not _NAME.search(step.figure)
    words = [step.figure, *([] if step.value in bands else _NAME.findall(step.value))]
    return step.value != "" and all(translator.quantity(word) and translator.knows_quantity(word) for word in words)


def _without_repeats(answers: Sequence[tuple[Line, ...]]) -> list[tuple[Line, ...]]:
    """Return the answers without those that a longer one repeats: it contains all their lines except the last."""
    kept = [
        answer
        for answer in answers
        if not any(
            len(answer) < len(other) and answer[:-1] in (other[n : n + len(answer) - 1] for n in range(len(other)))
            for other in answers
        )
    ]
    return list(dict.fromkeys(kept))


def _lines(answer: Answer, game: Game, translator: Translator) -> tuple[Line, ...]:
    """Return the lines of an answer, the last of which is the answer itself.

    There are none if they don't lead to the answer, or if the question has no name.
    """
    name, figure = _question_and_answer(answer, game, translator)
    lines = tuple(lines_of(answer.trace.steps, translator))
    # The last of several results in a row is the answer; a number, and the word of a table for it, are both printed.
    lines = tuple(
        line
        for line, after in zip(lines, [*lines[1:], None], strict=True)
        if not (after and line.sort == after.sort == "result" and (line.is_word or not after.is_word))
    )
    lines = _without_obvious_lines(_with_thrown_die(lines))
    results = [line for line in lines if line.sort == "result"]
    if len(results) > 1 and not any(line.sort == "changed" for line in lines):
        # Several values are looked up one after the other, and no line would give the reason.
        return ()
    is_needed = bool(lines) and lines[-1].sort == "result" and lines[-1].figure.endswith("+")
    if is_needed and any(line.sort == "given" and line.figure.endswith("+") for line in lines):
        steps = [line for line in lines[:-1] if line.sort != "reckoned"]
        return (*_as_needed(steps, lines[-1].figure), replace(lines[-1], asks="needed"))
    if not lines or lines[-1].sort == "result":
        return lines
    if lines[-1].sort in ("read", "reckoned") and any(line.sort == "changed" for line in lines):
        # The last figure is compared with the value before it, and no line would print that.
        return ()
    asks: Asks = "whether" if isinstance(answer.computed, bool) else ""
    if answer.question.sort == "needed" and figure.endswith("+"):
        lines = _as_needed(lines, figure)
        asks = "needed"
    elif answer.question.sort == "dice":
        asks = "dice"
    only = only_result(game, answer)
    result = Line("result", figure, name, only=translator.figure(only) if only else only, asks=asks)
    return (*lines, result) if name else ()


def _as_needed(lines: Sequence[Line], result: str) -> tuple[Line, ...]:
    """Return the lines of a target number: each modifier has the target that it leads to (+1 turns 4+ into 3+).

    If these targets don't lead to the ``result``, the lines of the modifiers have no target.
    """
    with_targets: list[Line] = []
    base: int | None = None
    target = ""
    for line in lines:
        shown = line.after or (line.figure if line.sort in ("given", "read") else "")
        if shown.endswith("+"):
            base = _whole(shown.removesuffix("+"))
            target = shown
        elif line.sort == "changed":
            change = _whole(line.after)
            target = "" if base is None or change is None else f"{base - change}+"
            line = replace(line, after=target, turns_round=True)
        with_targets.append(line)
    if target == result:
        return tuple(with_targets)
    # The sum of modifiers is not a target number (4+), so it is not printed.
    return tuple(line if line.after.endswith("+") else replace(line, after="") for line in lines)


def _without_obvious_lines(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines without those that repeat another one.

    They are sums that the line above already shows, comparisons before another one of the same numbers, and results
    that repeat a given word.
    """
    kept: list[Line] = []
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        above = kept[-1] if kept and kept[-1].sort != "reckoned" else None
        if line.sort == "reckoned":
            is_shown = bool(above and "+" in line.about and line.after in (above.after, above.figure))
            following = _numbers(after) if after and after.sort == "reckoned" else []
            is_obvious = is_shown or (not line.after and _numbers(line) == following)
        else:
            is_said = line.is_word and line.figure in [one.figure for one in kept]
            is_obvious = line.sort == "result" and after is not None and is_said
        if not is_obvious:
            kept.append(line)
    return tuple(kept)


def _numbers(line: Line) -> list[str]:
    """Return the numbers of a calculated line, without the signs between them."""
    return line.about.split(" ")[::2]


def _with_thrown_die(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines in which a sum of modifiers after a given die is added to that die."""
    found: list[Line] = []
    die: int | None = None
    for n, line in enumerate(lines):
        if line.sort != "changed":
            die = None
            if line.sort == "given" and n + 1 < len(lines) and lines[n + 1].sort == "changed":
                die, sum_of_changes = map(_whole, (line.figure, lines[n + 1].after))
                # The figure may be counted several times (2 × −1).
                times, _, each = lines[n + 1].figure.rpartition(" × ")
                factors = _whole(times or "1"), _whole(each)
                change = None if None in factors else factors[0] * factors[1]  # type: ignore[operator]
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


def _question_and_answer(answer: Answer, game: Game, translator: Translator) -> tuple[str, str]:
    """Return (name of the question, answer); the name is empty if it has none. A number of dice is printed as dice."""
    question = answer.question
    figure = format_value(format_engine_value(answer.computed), translator)
    if question.sort == "value":
        return translator.hook(question.name), figure
    if not question.name:
        return "", figure
    roll = game.play.rolls[question.name]
    die = amount_of(game.fact(roll.die)[2]) if question.sort == "dice" else None
    if die:
        figure = translator.figure(str(die.times(answer.computed.count)))
    return translator.name(game.record(roll.record)), figure
