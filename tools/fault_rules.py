"""The rules by which faults of structure are planted: each yields the edits that it can make in a document."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from kensei_docs.check.manuscript import Manuscript, ManuscriptLine

STRANGE = {"en": ("Ember", "Harvest", "Mirror", "Anchor"), "es": ("Cosecha", "Espejo", "Brasa", "Farol")}
BAND = re.compile(r"\b(\d+)((?: cm| in)?(?: ?[-–] ?| to | a | and less than | and | y ))(\d+)\b(?!\s?[x×D%])")
UNIT = r"\s?(?:cm|in|%|D6\b)"
HEADED = {
    "en": r"\b(?:[A-Z][a-z]+ )+(?:[Rr]oll|[Mm]arker|[Tt]est|[Oo]rder|[Dd]eck|[Dd]uel)s?\b",
    "es": r"\b(?:[Tt]irada|[Mm]arcador|[Oo]rden|[Bb]araja|[Uu]nidad)(?:es)? (?:de )?[A-Z]\w+\b",
}
NAMED = {
    "en": r"(?:[Ss]ections? on (?:the )?|[Ss]ee (?:the )?|[Ii]n the |the )"
    r"([A-Z][\w-]+(?: (?:and |of |on |for )?[A-Z][\w-]+)*)(?=(?: sections?| chapter| annex)\b)"
    r"|(?:[Ss]ections? on |[Ss]ee )([A-Z][\w-]+(?: (?:and |on )?[A-Z][\w-]+)*)",
    "es": r"[Ss]ección (?:de (?:la )?)?(\w[\wáéíóú ]+?)(?=[.,;)]| se | para | como |$)",
}
# What a count may count, so that something is listed for it.
KINDS = {
    "en": "types?|kinds|forms|ways|purposes|steps|phases|categories|groups|classes|areas|characteristics|ranges|suits",
    "es": "tipos|clases|formas|fases|pasos|maneras|grupos|categorías|palos",
}


@dataclass(frozen=True)
class Fault:
    """One edit: the index of a line, its new text (None: the line goes), and what was done."""

    sort: str
    line: int
    text: str | None
    what: str
    told_at: tuple[int, ...] = ()  # other lines at which the fault shows


Rule = Callable[[Manuscript], Iterator[Fault]]
RULES: dict[bool, dict[str, Rule]] = {False: {}, True: {}}


def rule(sort: str, other: bool = False) -> Callable[[Rule], Rule]:
    """Register a rule of a sort; ``other``: one that is kept for measuring alone."""

    def register(function: Rule) -> Rule:
        RULES[other][sort] = function
        return function

    return register


def edited(sort: str, here: int, line: ManuscriptLine, start: int, end: int, new: object) -> Fault:
    """Return the fault that puts ``new`` in the place of some characters of a line."""
    return Fault(sort, here, f"{line.text[:start]}{new}{line.text[end:]}", f"'{line.text[start:end]}' → '{new}'")


def bands(manuscript: Manuscript) -> Iterator[tuple[int, ManuscriptLine, re.Match[str], bool]]:
    """Yield bands that another one goes on from (True) or leads to (False) within 25 lines."""
    found = [(here, line, one) for here, line in enumerate(manuscript.lines) for one in BAND.finditer(line.text)]
    for here, line, one in found:
        low, high = int(one[1]), int(one[3])
        if low >= high:
            continue
        joins = (0, 1) if re.match(UNIT, line.text[one.end() :]) else (1,)
        for there, _, other in found:
            if abs(there - here) <= 25 and (there, other.start()) != (here, one.start()):
                if int(other[1]) - high in joins and int(other[3]) > high:
                    yield here, line, one, True
                if low - int(other[3]) in joins and int(other[1]) < low:
                    yield here, line, one, False


@rule("band")
def raise_a_bound(manuscript: Manuscript) -> Iterator[Fault]:
    """The upper end of a band is raised by one, or by a length of five."""
    for here, line, one, leads in bands(manuscript):
        if leads:
            more = 5 if re.match(UNIT, line.text[one.end() :]) else 1
            yield edited("band", here, line, one.start(3), one.end(3), int(one[3]) + more)


@rule("band", other=True)
def raise_a_lower_bound(manuscript: Manuscript) -> Iterator[Fault]:
    """The lower end of a band is raised by one, or by a length of five; or the band in the middle goes."""
    for here, line, one, leads in bands(manuscript):
        if not leads and int(one[1]) + 1 < int(one[3]) + 1:
            more = 5 if re.match(UNIT, line.text[one.end() :]) else 1
            if int(one[1]) + more < int(one[3]):
                yield edited("band", here, line, one.start(1), one.end(1), int(one[1]) + more)
            else:
                yield edited("band", here, line, one.start(3), one.end(3), int(one[3]) + more + 1)


def columns(manuscript: Manuscript) -> Iterator[tuple[list[int], int]]:
    """Yield summed columns: the indexes of three numbers or more, each a line's first, and that of their sum.

    The sum stands right below a column of bare numbers, or with the same noun in the forty lines around a list.
    """
    lines = manuscript.lines
    first = [re.match(r"(?:[•*-]\s?)?(\d+)(?: (?!D)([a-z]\w+)|$)", line.text) for line in lines]
    for start in range(len(lines)):
        for stop in range(start + 3, min(start + 9, len(lines))):
            members = [one for one in first[start:stop] if one]
            if len(members) < stop - start or len({one[2] for one in members}) > 1:
                break
            total, noun = sum(int(one[1]) for one in members), members[0][2]
            if noun is None and lines[stop].text == str(total):
                yield list(range(start, stop)), stop
            for there in range(max(0, start - 40), min(stop + 40, len(lines))) if noun else ():
                if re.search(rf"\b{total} {noun[:-1]}", lines[there].text):
                    yield list(range(start, stop)), there


@rule("total")
def change_a_part(manuscript: Manuscript) -> Iterator[Fault]:
    """One number of a column that is summed is another."""
    for parts, _ in columns(manuscript):
        for here in parts:
            line = manuscript.lines[here]
            one = re.search(r"\d+", line.text)
            assert one
            step = 5 if int(one[0]) >= 20 else 1
            yield edited("total", here, line, one.start(), one.end(), int(one[0]) + step)


@rule("total", other=True)
def change_the_total(manuscript: Manuscript) -> Iterator[Fault]:
    """The printed total is another, by one or by ten."""
    for parts, there in columns(manuscript):
        total = sum(int(found[0]) for here in parts if (found := re.search(r"\d+", manuscript.lines[here].text)))
        line = manuscript.lines[there]
        one = re.search(rf"(?<![\w.]){total}(?![\w.])", line.text)
        assert one
        yield edited("total", there, line, one.start(), one.end(), total + (10 if total >= 100 else 2))


ITEM = re.compile(r"(?:[•*–-]\s*|\d{1,2}[.)] |[A-ZÁ-Ú][\w ]{2,24}[:.] )\S")


def counted(manuscript: Manuscript) -> Iterator[tuple[int, ManuscriptLine, re.Match[str], int]]:
    """Yield numbers of kinds, with the number."""
    numbers = {**manuscript.numbers, **{str(n): n for n in range(2, 10)}}
    for here, line in enumerate(manuscript.lines):
        pattern = rf"\b({'|'.join(numbers)})(?= (?:[a-zá-ú]+ )?(?:{KINDS[manuscript.language]})\b)"
        for one in re.finditer(pattern, line.text):
            yield here, line, one, numbers[one[1]]


@rule("count")
def change_a_count(manuscript: Manuscript) -> Iterator[Fault]:
    """One more is announced than is listed."""
    words = {number: word for word, number in reversed(manuscript.numbers.items())}
    for here, line, one, number in counted(manuscript):
        new = str(number + 1) if one[1].isdigit() else words.get(number + 1, "")
        if new:
            yield edited("count", here, line, one.start(1), one.end(1), new)


@rule("count", other=True)
def drop_an_item(manuscript: Manuscript) -> Iterator[Fault]:
    """The second item of a counted list goes, where it is one line."""
    for here, _, one, number in counted(manuscript):
        items = [
            there
            for there in range(here + 1, min(here + 16, len(manuscript.lines)))
            if ITEM.match(manuscript.lines[there].text)
        ]
        if len(items) >= number > 2 and items[:3] == list(range(items[0], items[0] + 3)):
            yield Fault("count", items[1], None, f"an item of '{one[0]}' is gone")


def shares(manuscript: Manuscript) -> Iterator[tuple[int, ManuscriptLine, re.Match[str]]]:
    """Yield figures that are a share of another, near a sign of per cent: 80 in "40% (of 200: 80)"."""
    for here, line in enumerate(manuscript.lines):
        near = " ".join(other.text for other in manuscript.lines[max(0, here - 8) : here + 1])
        percents = [int(n) for n in re.findall(r"\b(\d+) ?%", near)]
        bases = [int(n) for n in re.findall(r"\b(\d{3,4})\b", near)] + [200, 400, 600]
        for one in re.finditer(r"(?<![\d.,])\d{2,3}(?![\d.,%]| %|D)", line.text):
            if re.match(r" (?:cm|in)\b", line.text[one.end() :]) or not (
                "%" in line.text + near[-150:] or line.text.isdigit()
            ):
                continue
            if any(percent * base == 100 * int(one[0]) for percent in percents for base in bases if base > int(one[0])):
                yield here, line, one


@rule("percent")
def change_a_share(manuscript: Manuscript) -> Iterator[Fault]:
    """A share is another than its per cent."""
    for here, line, one in shares(manuscript):
        yield edited("percent", here, line, one.start(), one.end(), int(one[0]) + 5)


@rule("percent", other=True)
def change_a_per_cent(manuscript: Manuscript) -> Iterator[Fault]:
    """A per cent is another than its shares say."""
    at = {here for here, _, _ in shares(manuscript)}
    for here, line in enumerate(manuscript.lines):
        for one in re.finditer(r"\b(\d+)(?= ?%)", line.text):
            if any(there in at for there in range(here, here + 6)):
                yield edited("percent", here, line, one.start(), one.end(), int(one[0]) + 10)


CELL = r"(?:[+-]?\d+(?: ?/ ?\d+)?(?: in| cm)?\+?|-{1,4}|[A-Z]{1,2}(?:/[A-Z]{1,2})*)"


def rows(manuscript: Manuscript) -> Iterator[tuple[int, ManuscriptLine, list[tuple[int, int]]]]:
    """Yield rows of tables that end in three cells or more, with two more such rows near, and the spans of cells."""
    ends = [re.search(rf"(?<!\S){CELL}(?: {CELL}){{2,}}$", line.text) for line in manuscript.lines]
    for here, line in enumerate(manuscript.lines):
        end = ends[here]
        if end and sum(map(bool, ends[max(0, here - 2) : here + 3])) > 2:
            yield (
                here,
                line,
                [(end.start() + one.start(), end.start() + one.end()) for one in re.finditer(CELL, end[0])],
            )


@rule("row")
def drop_a_cell(manuscript: Manuscript) -> Iterator[Fault]:
    """A row lacks a cell."""
    for here, line, cells in rows(manuscript):
        start, end = cells[1]
        yield Fault("row", here, line.text[: start - 1] + line.text[end:], f"cell '{line.text[start:end]}' is gone")


@rule("row", other=True)
def exchange_cells(manuscript: Manuscript) -> Iterator[Fault]:
    """Two neighbouring cells of a row are exchanged."""
    for here, line, cells in rows(manuscript):
        for (a, b), (c, d) in pairwise(cells):
            one, two = line.text[a:b], line.text[c:d]
            if one != two:
                text = line.text[:a] + two + line.text[b:c] + one + line.text[d:]
                yield Fault("row", here, text, f"'{one}' and '{two}' exchanged")


@rule("number")
def repeat_a_number(manuscript: Manuscript) -> Iterator[Fault]:
    """An item of a numbered list has the number of the next."""
    for here, line in enumerate(manuscript.lines):
        one = re.match(r"(\d{1,2})[.)] \w", line.text)
        near = " ".join(other.text for other in manuscript.lines[here + 1 : here + 25])
        if one and re.search(rf"\b{int(one[1]) + 1}[.)] \w", near):
            yield edited("number", here, line, one.start(1), one.end(1), int(one[1]) + 1)


@rule("number", other=True)
def skip_a_number(manuscript: Manuscript) -> Iterator[Fault]:
    """An item of a numbered list has a number two too high."""
    for here, line in enumerate(manuscript.lines):
        one = re.match(r"(\d{1,2})[.)] \w", line.text)
        near = " ".join(other.text for other in manuscript.lines[here + 1 : here + 25])
        if one and int(one[1]) > 1 and re.search(rf"\b{int(one[1]) + 1}[.)] \w", near):
            yield edited("number", here, line, one.start(1), one.end(1), int(one[1]) + 2)


def references(manuscript: Manuscript) -> Iterator[tuple[int, ManuscriptLine, re.Match[str]]]:
    """Yield references that a heading stands for."""
    titles = {manuscript.folded(title.text) for title in manuscript.titles}
    for here, line in enumerate(manuscript.lines):
        for one in re.finditer(NAMED[manuscript.language], line.text):
            if manuscript.folded(one[1] or one[2]) in titles:
                yield here, line, one


@rule("reference")
def send_nowhere(manuscript: Manuscript) -> Iterator[Fault]:
    """A reference names a section that there is not."""
    for number, (here, line, one) in enumerate(references(manuscript)):
        strange = STRANGE[manuscript.language][number % 4]
        group = 1 if one[1] else 2
        last = one.start(group) + (one[group].rfind(" ") + 1)
        yield edited("reference", here, line, last, one.end(group), strange)


@rule("reference", other=True)
def rename_a_heading(manuscript: Manuscript) -> Iterator[Fault]:
    """A heading is renamed, and a reference to it is not."""
    wanted: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for here, _, one in references(manuscript):
        wanted[manuscript.folded(one[1] or one[2])].append(here)
    often = Counter(manuscript.folded(title.text) for title in manuscript.titles)
    for number, title in enumerate(manuscript.titles):
        named = manuscript.folded(title.text)
        if named in wanted and often[named] == 1 and manuscript.lines[title.line].text.startswith(title.text):
            line = manuscript.lines[title.line]
            new = STRANGE[manuscript.language][number % 4]
            places = tuple(wanted[manuscript.folded(title.text)])
            yield replace(edited("reference", title.line, line, 0, len(title.text), new), told_at=places)


def sums(manuscript: Manuscript) -> Iterator[tuple[int, ManuscriptLine, re.Match[str], int]]:
    """Yield figures of three numbers of one paragraph of which two come to the third, with words of adding between
    them; with its role: 0 for a part and 1 for the sum."""
    cue = re.compile(r"\b(?:plus|add(?:ed|ing|s)|suman?)\b|\d\s?\+\s?\d|: \d [^.]* and \d", re.I)
    for passage in manuscript.passages:
        found = list(re.finditer(r"(?<![\w.,+-])(\d+)(?=\b)(?![+.]\d|\+)", passage.text))
        values = [int(one[1]) for one in found]
        for k, total in enumerate(values):
            for i in range(len(values)):
                for j in range(i + 1, len(values)):
                    ends = min(i, j, k), max(i, j, k)
                    between = passage.text[found[ends[0]].start() : found[ends[1]].end() + 1]
                    near = ends[1] - ends[0] == 2 and len(between) < 160 and k not in (i, j)
                    if near and total > 3 and values[i] + values[j] == total and cue.search(between):
                        for which, role in ((k, 1), (i, 0)):
                            line = passage.line_at(found[which].start(1))
                            text = manuscript.lines[line].text
                            one = re.compile(r"\d+").match(
                                text, found[which].start(1) - passage.starts[line - passage.first]
                            )
                            if one:
                                yield line, manuscript.lines[line], one, role


@rule("sum")
def change_a_sum(manuscript: Manuscript) -> Iterator[Fault]:
    """The sum of an example is one more."""
    for here, line, one, role in sums(manuscript):
        if role:
            yield edited("sum", here, line, one.start(), one.end(), int(one[0]) + 1)


@rule("sum", other=True)
def change_an_addend(manuscript: Manuscript) -> Iterator[Fault]:
    """A part of an example's sum is two more."""
    for here, line, one, role in sums(manuscript):
        if not role:
            yield edited("sum", here, line, one.start(), one.end(), int(one[0]) + 2)


def terms(manuscript: Manuscript) -> Iterator[tuple[int, ManuscriptLine, re.Match[str]]]:
    """Yield names of two words or more in sentences that stand three times or more."""
    found = [
        (here, line, one)
        for here, line in enumerate(manuscript.lines)
        for one in re.finditer(HEADED[manuscript.language], line.text)
        if not line.heading
    ]
    often = Counter(one[0].casefold() for _, _, one in found)
    yield from (place for place in found if often[place[2][0].casefold()] >= 3)


@rule("term")
def rename_a_term(manuscript: Manuscript) -> Iterator[Fault]:
    """A term has, in one place, a word that nothing in the document has."""
    for number, (here, line, one) in enumerate(terms(manuscript)):
        strange = STRANGE[manuscript.language][number % 4]
        words = one[0].split(" ")
        new = [*words[:-1], strange] if manuscript.language == "es" else [strange, words[-1]]
        yield edited("term", here, line, one.start(), one.end(), " ".join(new))


@rule("term", other=True)
def use_an_unknown_state(manuscript: Manuscript) -> Iterator[Fault]:
    """A term of several words loses its own words for two that nothing in the document has."""
    strange = STRANGE[manuscript.language]
    for number, (here, line, one) in enumerate(terms(manuscript)):
        words = one[0].split(" ")
        pair = [strange[number % 4], strange[(number + 1) % 4]]
        new = [words[0], *pair] if manuscript.language == "es" else [*pair, words[-1]]
        yield edited("term", here, line, one.start(), one.end(), " ".join(new))


def values(manuscript: Manuscript) -> Iterator[tuple[int, ManuscriptLine, re.Match[str]]]:
    """Yield measures and least numbers that two passages or more state with the same words on one side, and none
    states otherwise."""
    figure = re.compile(
        r"(?<![\w.,+-])(\d+(?:[.,]\d+)?)(D6 cm|\+|\s?cms?\b\.?| in\b|(?= (?:or more|or less|[a-z]+s )))"
    )
    stated: dict[str, list[tuple[str, int, re.Match[str]]]] = defaultdict(list)
    for passage in manuscript.passages:
        for one in figure.finditer(passage.text):
            before = passage.text[: one.start()].casefold().split()[-3:]
            after = re.findall(r"\w+|[.;:]", passage.text[one.end() :].casefold())[:3]
            line = passage.line_at(one.start())
            there = figure.match(manuscript.lines[line].text, one.start() - passage.starts[line - passage.first])
            if there and re.search(r"[a-zá-ú]{3}", manuscript.lines[line].text):
                value = one[1].replace(",", ".")
                for side in (f"{' '.join(before)} #{one[2].strip(' .')}", f"#{one[2].strip(' .')} {' '.join(after)}"):
                    if len(re.findall(r"[a-zá-ú]{4,}", side)) > 1:
                        stated[side].append((value, line, there))
    for places in stated.values():
        if len({line for _, line, _ in places}) > 1 and len({value for value, _, _ in places}) == 1:
            yield from ((line, manuscript.lines[line], there) for _, line, there in places)


@rule("value")
def change_a_value(manuscript: Manuscript) -> Iterator[Fault]:
    """One of several statements of a figure has one more."""
    for here, line, one in values(manuscript):
        new = re.sub(r"\d+(?=\D*$)", lambda found: str(int(found[0]) + 1), one[1])
        yield edited("value", here, line, one.start(1), one.end(1), new)


@rule("value", other=True)
def double_a_value(manuscript: Manuscript) -> Iterator[Fault]:
    """One of several statements of a figure has the double and one."""
    for here, line, one in values(manuscript):
        new = re.sub(r"\d+(?=\D*$)", lambda found: str(2 * int(found[0]) + 1), one[1])
        yield edited("value", here, line, one.start(1), one.end(1), new)
