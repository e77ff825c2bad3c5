"""Detects the settings of a document without a source: language, unit, names, furniture, heading numbers, examples.

Examples are a setting because the figures of a worked example are no rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from statistics import median

from kensei_docs.extract.document import Document, PageLine, ReadLine
from kensei_docs.figures import Unit
from kensei_docs.languages import Language, codes, language

_WORD = re.compile(r"[^\W\d_]+")
_MARKS: dict[Unit, str] = {"in": "\"|\u201d|\u2033|''", "ft": "\u2032"}  # signs of units that are not words
_UNITS: tuple[Unit, ...] = ("cm", "mm", "in", "ft", "hex")
_MAX_HEAD_WORDS = 7  # words of a running head or foot, such as 5 / 15 of a slide, whose numbers are any
_EDGE_LINES = 2  # this many lines at the top, and at the bottom, of each page may be running heads and feet
# The least number of numbered headings, such as 2.1 Growth, or items of lists in a document that has them.
_MIN_NUMBERED = 3
# A regular expression of the number of such a heading or item.
_NUMBERED = r"^\d+(?:\)|\.(?:\d+\.?)*)(?=\s+[^\W\d_a-z])"
# A chapter heading with its number: 2 Growth.
_CHAPTER = re.compile(r"(\d{1,2})\s+([^\W\d_a-z](?:\S*\s+){0,8}\S*[^.\s])$")
# The least share of function words in a text of its language; in one of a kindred language they are fewer.
_MIN_FUNCTION_WORDS = 0.22
_MIN_USES = 2  # the least number of times that a document uses one of its names
_FIRST_WORDS, _LAST_WORDS = 5, 3  # an example is found again by this many of its first and of its last words
# Regular expressions of what may be between two words, and of where a word begins or ends: the D of 1D6 is a word here.
_BETWEEN = r"[\W\d_]+"
_LARGER = 1.2  # the least size of the type of a title, as a multiple of that of the text
_SAME_SIZE_PT = 0.6  # lines of a title differ by less in size, in points
_MAX_TITLE_LINES, _MAX_TITLE_WORDS = 3, 6
_TITLE_WITHIN = 15000  # characters of a text in which it says what the game is
_VERSION = re.compile(r"[\s,(]*\b(?:[vV](?:er(?:sion)?|\.)?\s?\d+(?:\.\d+)*|\d+(?:\.\d+)+)\)?$")
_CONTENTS_ENTRY = re.compile(r"(?:\d+(?:\.\d+)*\.?\s+)?[^\W\d_].*?[\s.](\d{1,3})$")
_LEADERS = re.compile(r"(?:\.\s?){4,}\s*\d+$")  # the dots before the page number of an entry
_MIN_CONTENTS = 6  # the least number of entries of a table of contents without dots
_EDGE = r"(?:(?<![^\W\d_])|(?![^\W\d_]))"


def language_of_text(text: str) -> tuple[str, bool]:
    """Return (code of the most likely language of a text, whether it is certain).

    The language is the one whose function words are the most frequent; it is certain if they are frequent enough.
    """
    words = Counter(word.casefold() for word in _WORD.findall(text))
    counts = {code: sum(words[word] for word in language(code).function_words) for code in codes()}
    likeliest = max(counts, key=lambda code: counts[code])
    return likeliest, counts[likeliest] >= _MIN_FUNCTION_WORDS * sum(words.values())


def units_of_text(text: str, spoken: Language) -> Unit | None:
    """Return the unit of most lengths in a text; None if it has no lengths."""
    counted: Counter[Unit] = Counter()
    numbers = [*spoken.cardinals, *spoken.larger_numbers, *spoken.multipliers, *spoken.fractions]
    for unit in _UNITS:
        words = [re.escape(word) for word in spoken.units.get(unit, (unit,)) if word not in spoken.function_words]
        marks = rf"|\s?(?:{_MARKS[unit]})" if unit in _MARKS else ""
        number = rf"(?:\d|(?<!\w)(?:{'|'.join(numbers)})(?=[-\s]))" if numbers else r"\d"
        counted[unit] = len(re.findall(rf"{number}[-\s]?(?:(?:{'|'.join(words)})(?!\w){marks})", text, re.I))
    most = max(counted, key=lambda unit: counted[unit])
    return most if counted[most] else None


def names_in_text(text: str, spoken: Language) -> list[str]:
    """Return the words that begin with a capital inside sentences and that the language's word list lacks, sorted.

    Without a word list there are none.
    """
    if spoken.dictionary is None:
        return []
    inside = Counter(re.findall(r"(?<=[a-z,] )[A-Z][^\W\d_]+", text))
    return sorted(
        word for word, count in inside.items() if count >= _MIN_USES and word.lower() not in spoken.dictionary.counts
    )


def furniture_of(lines: Sequence[PageLine]) -> list[str]:
    """Return regular expressions for lines with a number at the top or bottom of nearly every page of a PDF.

    Each number of a longer line is that of the page, or the same on all pages: others are figures of the rules.
    """
    pages: dict[int, list[str]] = {}
    for line in lines:
        if line.page is not None:
            pages.setdefault(line.page, []).append(line.text.strip())
    shapes: Counter[str] = Counter()
    # For each number of a shape: what it is on each page, and how far it is from the number of the page.
    values: dict[str, list[tuple[set[int], set[int]]]] = {}
    for page, texts in pages.items():
        edge = {*texts[:_EDGE_LINES], *texts[-_EDGE_LINES:]}
        found = {re.sub(r"\d+", "0", text): text for text in edge if any(map(str.isdigit, text))}
        shapes.update(found.keys())
        for shape, text in found.items():
            numbers = [int(number) for number in re.findall(r"\d+", text)]
            for number, (same, apart) in zip(
                numbers, values.setdefault(shape, [(set(), set()) for _ in numbers]), strict=True
            ):
                same.add(number)
                apart.add(number - page)
    min_pages = max(_MIN_USES, len(pages) - 1)
    return [
        "^" + r"\d+".join(_escaped(part) for part in shape.split("0")) + "$"
        for shape in sorted(shapes)
        if shapes[shape] >= min_pages
        and (len(shape.split()) <= _MAX_HEAD_WORDS or all(1 in map(len, seen) for seen in values[shape]))
    ]


def _escaped(text: str) -> str:
    """Return a text as a regular expression, with spaces and hyphens not escaped."""
    return re.sub(r"\\([ -])", r"\1", re.escape(text))


def numbers_of_headings(lines: Sequence[str]) -> list[str]:
    """Return a regular expression for the numbers of headings and items, such as 2.1 or 3), if a document has them."""
    return [_NUMBERED] if sum(bool(re.match(_NUMBERED, line)) for line in lines) >= _MIN_NUMBERED else []


def numbers_before_headings(lines: Sequence[PageLine]) -> list[str]:
    """Return a regular expression for the numbers of bold chapter headings, as in 2 Growth, if a document has them."""
    chapters = [match for line in lines if line.bold and (match := _CHAPTER.match(line.text.strip()))]
    steps = sum(int(below[1]) == int(above[1]) + 1 for above, below in pairwise(chapters))
    if len(chapters) < _MIN_NUMBERED or steps < len(chapters) - 1:
        return []
    return [rf"^\d+(?=\s+(?:{'|'.join(_escaped(chapter[2]) for chapter in chapters)})\s*$)"]


def left_out_of(document: Document, sentences: bool = True) -> list[tuple[int, int]]:
    """Return the spans of a document that are no rules, in order: its contents, its notices and its worked examples,
    without those in ``sentences`` if they are to be kept.

    An example with a heading of its own ends at the next heading that is not below it, one in a sentence with the
    sentence, any other at the end of its paragraph.
    """
    spoken = language(document.source.language)
    found = [*_contents(document)]
    if spoken.example:
        found += [*_examples(document), *(_examples_in_sentences(document) if sentences else ())]
    if spoken.notices:
        found += _notices(document, spoken)
    whole: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if whole and start < whole[-1][1]:
            whole[-1] = whole[-1][0], max(end, whole[-1][1])
        else:
            whole.append((start, end))
    return whole


def patterns_of(document: Document) -> list[str]:
    """Return a regular expression of each span that is left out, by its first words and its last ones, as a source has
    them."""
    found = []
    for start, end in left_out_of(document):
        text = document.text[start:end]
        words = _WORD.findall(text)
        if len(words) >= _FIRST_WORDS + _LAST_WORDS:
            first, last = (_BETWEEN.join(part) for part in (words[:_FIRST_WORDS], words[-_LAST_WORDS:]))
            # The last words may stand in it more than once, such as the head of a table, and figures alone below them.
            ends = [one.end() for one in re.finditer(rf"{_EDGE}{last}{_EDGE}", text)] or [len(text)]
            below = text.count("\n", ends[-1])
            found.append(
                rf"{first}{_EDGE}(?:[\s\S]*?{_EDGE}{last}{_EDGE}){_times(len(ends))}[^\n]*"
                + (rf"(?:\n[^\n]*){_times(below)}" if below else "")
            )
        elif len(words) > 1:
            found.append(rf"{_EDGE}{_BETWEEN.join(words)}{_EDGE}[^\n]*")
    return found


def _times(count: int) -> str:
    """Return the sign of a regular expression for a part that stands so many times."""
    return f"{{{count}}}" if count > 1 else ""


def _examples(document: Document) -> Iterator[tuple[int, int]]:
    name = language(document.source.language).example
    name = rf"(?:{name})(?:\s+(?:\w{{1,2}}\W\s*)?\d+)?"
    begins = re.compile(rf"\W*{name}\s*[.:\u2013\u2014]\s", re.I)
    heads = re.compile(rf"[\W\d]*{name}\W*", re.I)
    lines, stop = document.lines, 0
    for i, line in enumerate(lines):
        if i < stop or (i and line.block == lines[i - 1].block and not line.heading):
            continue
        headed = line.heading and heads.fullmatch(line.text)
        if not headed and not begins.match(f"{line.text} "):
            continue
        stop = i + 1
        while stop < len(lines) and (
            not lines[stop].heading or lines[stop].cells or (line.level and lines[stop].level > line.level)
            if headed
            else lines[stop].block == line.block
        ):
            stop += 1
        yield document.starts[i], document.starts[stop - 1] + len(lines[stop - 1].text)


def _examples_in_sentences(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the spans of sentences that begin with *for example*."""
    name = language(document.source.language).example
    shape = re.compile(rf"(?:(?<=[.!?]\s)|^)[^\W\d_]{{2,4}}\s(?:{name})\b[,:]?\s[^.!?]*[.!?]", re.I | re.M)
    yield from (found.span() for found in shape.finditer(document.text))


def _contents(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the spans of tables of contents: lines that end in page numbers, which never go back."""
    run: list[tuple[int, int]] = []
    for i in range(len(document.lines) + 1):
        line = document.lines[i] if i < len(document.lines) else None
        entry = _CONTENTS_ENTRY.match(line.text) if line and not any(line.cells[2:]) else None
        page = int(entry[1]) if entry else 0
        if entry and (not run or page >= run[-1][1]):
            run.append((i, page))
            continue
        leaders = sum(bool(_LEADERS.search(document.lines[at].text)) for at, _ in run)
        if len(run) >= _MIN_CONTENTS or leaders > 1:
            first, last = run[0][0], run[-1][0]
            # The heading above is part of it.
            first -= first > 0 and document.lines[first - 1].heading
            yield document.starts[first], document.starts[last] + len(document.lines[last].text)
        run = [(i, page)] if entry else []


def _notices(document: Document, spoken: Language) -> Iterator[tuple[int, int]]:
    """Yield the spans of sections about rights, thanks and the like, with their headings: the heading says so, or the
    first sentence below it."""
    heads = re.compile(rf"[\W\d]*(?:{spoken.notices})\b.*", re.I)
    says = re.compile(rf"[^.!?]*?(?:{spoken.licence or '(?!)'})", re.I)
    lines, stop = document.lines, 0
    for i, line in enumerate(lines):
        if i < stop or not line.heading:
            continue
        if not heads.fullmatch(line.text) and not says.match(_paragraph_below(lines, i)):
            continue
        stop = i + 1
        while stop < len(lines) and not lines[stop].heading:
            stop += 1
        yield document.starts[i], document.starts[stop - 1] + len(lines[stop - 1].text)


def _paragraph_below(lines: Sequence[ReadLine], index: int) -> str:
    """Return the paragraph right below a heading; empty where another heading stands there."""
    below = lines[index + 1 : index + 2]
    if not below or below[0].heading:
        return ""
    return " ".join(one.text for one in takewhile(lambda one: one.block == below[0].block, lines[index + 1 :]))


def title_in(document: Document) -> str:
    """Return the name of the game: the largest words of the first page, its first line where its chapters have the
    largest, or what the text says to be a game; empty if none is there.

    Words such as *Rules of*, and the number of a version, are no part of it.
    """
    spoken = language(document.source.language)
    left_out = left_out_of(document)
    sizes = [_size(line) for line in document.lines]
    usual = median(sizes) if sizes else 0.0
    first = [
        i
        for i, line in enumerate(document.lines)
        if line.page == document.lines[0].page and not line.cells
        if not any(start <= document.starts[i] < end for start, end in left_out)
        if sum(map(str.isalpha, line.text)) > 2
    ]
    largest = max((sizes[i] for i in first), default=0.0)
    if largest and largest >= _LARGER * usual:
        at = next(i for i in first if sizes[i] > largest - _SAME_SIZE_PT)
        words = [document.lines[at].text]
        for i in range(at + 1, min(at + _MAX_TITLE_LINES, len(document.lines))):
            if i not in first or sizes[i] < largest - _SAME_SIZE_PT:
                break
            words.append(document.lines[i].text)
        alike = [i for i, size in enumerate(sizes) if abs(size - largest) < _SAME_SIZE_PT]
        if alike[-1] - at < len(words):
            return plain_title(" ".join(words), spoken)
        top = document.lines[first[0]].text
        if len(top.split()) <= _MAX_TITLE_WORDS and top[-1] not in ".!,;:":
            return plain_title(top, spoken)
    if spoken.is_a:
        named = re.compile(rf"^(?P<name>[^\W\d_a-z]\w+(?: [^\W\d_a-z]\w+){{0,4}}) (?:{spoken.is_a})\s", re.M)
        for found in named.finditer(document.text, 0, _TITLE_WITHIN):
            if document.text.count(found["name"]) > 1:
                return found["name"]
    return ""


def plain_title(title: str, spoken: Language) -> str:
    """Return the name of a game in a title, without the number of a version and words such as *Rules of*."""
    title = _VERSION.sub("", " ".join(title.split()))
    for shape in (rf"^(?:{spoken.rulebook})[\s:\u2013\u2014-]+", rf"[\s:\u2013\u2014-]+(?:{spoken.rulebook})$"):
        rest = re.sub(shape, "", title, flags=re.I) if spoken.rulebook else title
        title = rest if sum(map(str.isalpha, rest)) > 2 else title
    small = spoken.function_words
    if title == title.upper():
        words = title.lower().split()
        title = " ".join(w if i and w in small else w[:1].upper() + w[1:] for i, w in enumerate(words))
    return title.strip(" :-\u2013\u2014")


def _size(line: ReadLine) -> float:
    """Return the size of a line's type in points; 0 if it is not known."""
    return median(word.bottom - word.top for word in line.words) if line.words else 0.0
