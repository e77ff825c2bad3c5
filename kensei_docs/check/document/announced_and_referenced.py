"""Tables, lists and sections that a text announces, counts or refers to exist."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher

from kensei_docs.check.document.sums import sums_of_columns, sums_of_parts, sums_of_rows
from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript, ManuscriptLine, WordSpan
from kensei_docs.languages import CAPITALS
from kensei_docs.problems import check

# The most lines before a promised table begins; it goes on until the next heading.
_LINES_TO_TABLE = 40
_LINES_TO_OWN_HEADING = 3
_MIN_FIGURE_LINES = 2  # lines with figures make a table
# A heading that occurs at least this often, always with nothing under it, is the head of a table.
_MIN_HEAD_COUNT = 3
_LINES_BELOW_HEAD = 2  # lines below it


@check("error")
def announced_but_absent(manuscript: Manuscript) -> Iterator[Finding]:
    """What a text announces is there.

    In a document: a table that is promised to follow has figures in it; a head of columns has rows below it; something
    stands under the last heading.

    Wrong: "see the following table" before four lines without a figure; a table with nothing but its head. Right: the
    same with its rows.
    """
    yield from _tables(manuscript)
    yield from _heads(manuscript)
    lines = manuscript.lines
    titles = {title.line: title.text for title in manuscript.titles}
    last = titles.get(len(lines) - 1)
    if last and len(lines) > 1:
        alone = lines[-1].block != lines[-2].block
        if alone and len(last.split()) == 1 and len(manuscript.folded(last)) == 1:
            yield manuscript.finding(
                len(lines) - 1, f"nothing stands under '{last}'; fill the section or strike its heading"
            )


def _tables(manuscript: Manuscript) -> Iterator[Finding]:
    promises = manuscript.patterns("table-follows")
    for passage in manuscript.passages:
        for match, line in (place for promise in promises for place in passage.matches(promise)):
            end = passage.line_at(len(passage.text) - 1) + 1
            if not _has_rows(manuscript.lines[line + 1 : end + _LINES_TO_TABLE]):
                message = f"'{match[0]}' is promised, but no line with figures follows; print the table"
                yield manuscript.finding(line, message)


def _has_rows(below: list[ManuscriptLine]) -> bool:
    """Return whether there are rows with figures before the next heading, apart from the table's own."""
    headings = [index for index, line in enumerate(below) if line.heading]
    has_own_headings = bool(headings) and headings[0] < _LINES_TO_OWN_HEADING
    stop = len(below) if has_own_headings or not headings else headings[0]
    return sum(1 for line in below[:stop] if re.search(r"(?<![(\w])[+-]?\d", line.text)) >= _MIN_FIGURE_LINES


def _heads(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every head of columns that recurs and never has rows."""
    lines = manuscript.lines
    places: dict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        if line.heading and " " in line.text:
            places[line.text].append(index)
    for text, heads in places.items():
        stops = [*heads[1:], len(lines)]
        empty = [
            index
            for index, stop in zip(heads, stops, strict=True)
            if all(line.heading for line in lines[index + 1 : stop][:_LINES_BELOW_HEAD])
        ]
        # The text below the last head follows all of the tables.
        if len(empty) >= _MIN_HEAD_COUNT and empty in (heads, heads[:-1]):
            for index in empty:
                yield manuscript.finding(index, f"the table under '{text}' has no rows; print them or strike its head")


# The most lines between two pieces of one heading.
_LINES_BETWEEN_PIECES = 14
# Headings with at least this similarity are suggested.
_MIN_SIMILARITY = 0.6
_MIN_NAME_WORDS = 2  # words that make a heading's name


@check("warning")
def section_reference(manuscript: Manuscript) -> Iterator[Finding]:
    """A section that a reader is sent to is there, under that name.

    In a document: what is called a section, chapter, annex or table has a heading of those words; capitals, articles
    and plurals make no difference. The finding suggests the nearest heading. A PDF has as many pages as its text names.

    Wrong: "see the Armor and Weapons section" where the heading is Weapons and Armour. Right: "in the weapons section"
    under the heading WEAPONS.
    """
    headings = _headings(manuscript)
    vague, held = manuscript.words_of("vague"), manuscript.words_of("function-words")
    # A name begins after the last article: "the orders of the Movement section".
    article = rf"\b(?:{'|'.join(manuscript.words_of('name-articles'))}) "
    seen = set()
    last = manuscript.lines[-1].page if manuscript.lines else None
    for match, line in manuscript.matches(*manuscript.patterns("pages")):
        if last and int(match["page"]) > last:
            yield manuscript.finding(line, f"'{match[0]}' is beyond the last page, {last}; name the page that is meant")
    for setting in ("references", "tables"):
        is_table = setting == "tables"
        for match, line in manuscript.matches(*manuscript.patterns(setting)):
            name = re.split(article, match["name"])[-1].strip()
            words = [word.casefold() for word in WORD.findall(name)]
            if not manuscript.folded(name) or set(words) & vague or words[-1] in held or (line, name) in seen:
                continue
            seen.add((line, name))
            if _resolves(manuscript, name, headings, is_table):
                continue
            near = _nearest(manuscript, name, headings, is_table)
            if is_table and (near is None or len(words) < 2):
                continue
            hint = f"did you mean '{near.text}' ({manuscript.where(near.line)})?" if near else "name one, or add it"
            yield manuscript.finding(line, f"no heading is called '{name}'; {hint}", *([near.line] if near else []))


def _headings(manuscript: Manuscript) -> dict[tuple[str, ...], WordSpan]:
    """Return the headings by their words as they are compared, pieces put together too."""
    titles = manuscript.titles
    headings: dict[tuple[str, ...], WordSpan] = {}
    for index, title in enumerate(titles):
        headings.setdefault(manuscript.folded(title.text), title)
        # The word for an appendix comes before its name, and its first heading may run on.
        name = manuscript.folded(title.text.partition(": ")[2])
        for stop in range(2, len(name) + 1):
            headings.setdefault(name[:stop], title)
        for other in titles[index + 1 : index + 4]:
            lines = manuscript.lines[title.line], manuscript.lines[other.line]
            if other.line - title.line <= _LINES_BETWEEN_PIECES and all(line.heading for line in lines):
                for text in (f"{title.text} {other.text}", f"{other.text} {title.text}"):
                    headings.setdefault(manuscript.folded(text), WordSpan(text, 0, title.line))
    headings.pop((), None)
    return headings


def _resolves(manuscript: Manuscript, name: str, headings: dict[tuple[str, ...], WordSpan], is_table: bool) -> bool:
    """Return whether a name is a heading's, or several headings' one after the other.

    A name may end with one word for its kind: "the Preparing for Battle rules", "the Damage
    Roll table". A table's may be a part of its heading.
    """
    wanted = manuscript.folded(name)
    if wanted in headings or (len(wanted) > _MIN_NAME_WORDS and wanted[:-1] in headings):
        return True
    if is_table and any(
        set(wanted[:-1]) <= set(words) for words in headings if len(wanted) > 1 and len(words) <= len(wanted)
    ):
        return True
    return any(
        joint in name and all(manuscript.folded(part) in headings for part in name.split(joint) if part)
        for joint in (", ", *(f" {word} " for word in manuscript.words_of("conjunctions")))
    )


def _nearest(
    manuscript: Manuscript, name: str, headings: dict[tuple[str, ...], WordSpan], close: bool
) -> WordSpan | None:
    wanted = manuscript.folded(name)
    best: tuple[float, WordSpan] | None = None
    for words, title in headings.items():
        shared = len(set(wanted) & set(words)) / max(len(set(wanted) | set(words)), 1)
        like = SequenceMatcher(None, " ".join(sorted(wanted)), " ".join(sorted(words)), autojunk=False).ratio()
        score = max(shared, like)
        if score >= _MIN_SIMILARITY and (not close or shared) and (best is None or score > best[0]):
            best = (score, title)
    return best[1] if best else None


# The most lines of a list.
_MAX_LIST_LINES = 30
# The most words of what is listed in a sentence, and of a row.
_MAX_NAME_WORDS = 3
_MAX_ROW_WORDS = 8
_MARKED_ITEM = re.compile(r"(?:[•▪*–-]|\d{1,2}[.)])\s*\w")
_NAMED_ITEM = re.compile(rf"[{CAPITALS}][\w’'-]*(?: [\w’'-]+){{0,3}}(?P<end>[:.]) \S")


@check("error")
def total_equals_rows(manuscript: Manuscript) -> Iterator[Finding]:
    """A stated total is the sum of its rows; as many things are listed as are announced.

    In a document: a sentence that counts kinds, phases or steps and ends in a colon is followed by as many items. Items
    are numbered, marked, named before a colon or full stop each, or listed in the same sentence.

    Wrong: "divided into six kinds:" before five. Right: the same before six.
    """
    yield from sums_of_columns(manuscript)
    yield from sums_of_rows(manuscript)
    yield from sums_of_parts(manuscript)
    counted = manuscript.words_of("counted")
    if not manuscript.numbers or not counted:
        return
    promised = {**manuscript.numbers, **{str(number): number for number in range(2, 10)}}
    # "Three of" and "the first three" count things that were named before.
    pattern = re.compile(rf"(?<![\w+-])({'|'.join(promised)}) (?:\w+ )?({'|'.join(counted)})\b", re.I)
    for index, passage in enumerate(manuscript.passages):
        for match, line in passage.matches(pattern):
            if re.search(rf"[{manuscript.quotes[0]}][^{manuscript.quotes[1]}]*$", passage.text[: match.start()]):
                continue
            listed = _count_listed(manuscript, index, match.end(), promised[match[1].casefold()])
            if listed > 1 and listed != promised[match[1].casefold()]:
                yield manuscript.finding(
                    line, f"'{match[0]}' are announced and {listed} follow; mend the number or the list"
                )


def _count_listed(manuscript: Manuscript, index: int, end: int, promised: int) -> int:
    """Return how many things follow a number in a passage that ends at ``end``: in its sentence, in order words, as
    items below; 0 where nothing is listed."""
    passage = manuscript.passages[index]
    rest = passage.text[end:]
    # The text between the number and its list names the counted things: "three kinds of sails: …".
    joins = manuscript.words_of("conjunctions")
    aside = re.match(r"[^.:;,]{0,20},(?= [^.:;]{3,60}\.)", rest)
    if aside and (listed := _count_in_sentence(rest[aside.end() :], joins)) > 1:
        return listed
    introduction = re.match(r"[^.:;]{0,120}[:.]", rest)
    if introduction and (rest := rest[introduction.end() :].strip()):
        line = passage.line_at(end + introduction.end() + 1)
        if line > passage.line_at(end + introduction.end() - 1) and (items := _count_items(manuscript.lines, line)):
            return items
        listed = _count_in_sentence(rest, joins) if introduction[0][-1] != "." else 0
        if listed > 1:
            return listed
        halves = rest.split(".")[0].split(";") if introduction[0][-1] == ":" else []
        ordinals = manuscript.settings.get("order-words", ())
        said_in_order = [n for n, words in enumerate(ordinals, 1) if re.search(rf"\b(?:{words})\b", rest, re.I)]
        return len(halves) if len(halves) > 1 else max(said_in_order, default=0)
    below = passage.first + len(passage.starts)
    ends = introduction is not None and (
        introduction[0][-1] == ":" or (introduction[0][-1] == "." and not _MARKED_ITEM.match(passage.text))
    )
    if ends and below < len(manuscript.lines):
        return _count_items(manuscript.lines, below) or _count_rows(manuscript.lines, below, promised)
    return 0


def _count_in_sentence(text: str, joins: set[str]) -> int:
    """Return how many names a sentence lists with commas and a conjunction, 0 where it is no such list."""
    sentence, stop, _ = text.partition(".")
    *parts, last = sentence.split(",")
    counts = []
    for join in joins:
        names = [*parts, *(part for part in re.split(rf"\s{join}\s", f" {last} ") if part.strip())]
        if all(0 < len(name.split()) <= _MAX_NAME_WORDS and WORD.search(name) for name in names):
            counts.append(len(names))
    return max(counts, default=0) if stop else 0


def _count_rows(lines: list[ManuscriptLine], first: int, promised: int) -> int:
    """Return the number of rows of a table below, if it is nearly the promised number."""
    table = [line for line in lines[first : first + _MAX_LIST_LINES] if line.block == lines[first].block]
    alike = all(len(line.text.split()) <= _MAX_ROW_WORDS and line.text[0].isupper() for line in table)
    # A head of columns has capitals where the rows have none; else it may be there or not.
    if alike and table[0].text.istitle() and 2 * sum(line.text.istitle() for line in table) < len(table):
        return len(table) - 1
    rows = {-1: promised - 1, 2: promised + 1}.get(len(table) - promised, 0)
    return rows if alike and not lines[first].heading else 0


def _count_items(lines: list[ManuscriptLine], first: int) -> int:
    """Return the number of items of one form from a line on, up to the next heading."""
    below = []
    for line in lines[first : first + _MAX_LIST_LINES]:
        if line.heading:
            break
        below.append(line)
    if below and (first_mark := _MARKED_ITEM.match(below[0].text)):
        last, numbered = below[0].block, first_mark[0][0].isdigit()
        for index, line in enumerate(below):
            mark = _MARKED_ITEM.match(line.text)
            if mark and mark[0][0].isdigit() == numbered:
                last = line.block
            # Text that begins a paragraph of its own ends the list.
            elif line.block != last:
                below = below[:index]
                break
        return sum(1 for line in below if _MARKED_ITEM.match(line.text))
    named = _NAMED_ITEM.match(below[0].text) if below else None
    if not named:
        return 0
    return sum(1 for line in below if (match := _NAMED_ITEM.match(line.text)) and match["end"] == named["end"])
