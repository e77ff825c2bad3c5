"""Spelling: misspelt and doubled words, stray signs and spaces, and repeated passages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from string import ascii_lowercase

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import TIMES_OF_OWN, Manuscript, ManuscriptPassage, unaccented
from kensei_docs.languages import CAPITALS, SMALLS, singular
from kensei_docs.problems import check

_MIN_LETTERS = 5  # letters of a word that can be taken for another
_MAX_REPEATED_WORDS = 5  # words in a row that are looked for as set twice
_MIN_USUAL = 3  # times that three words stand in a document whose phrase they are
# The least count, in the word list, of the word that is meant: a rarer one is as likely no word of the author's.
_COMMON = 1_000_000
_ADDRESS = re.compile(r"\S*(?:www\.|\.(?:com|es|org|net)\b)\S*|\S+@\S+")


@check("warning")
def doubled_or_corrupt_text(manuscript: Manuscript) -> Iterator[Finding]:
    """No word stands twice, and no sign or space where none belongs.

    In a document: doubled words and phrases, two articles in a row, a number beside its own word, double full stops,
    capitals and currency signs inside a word, and a word that is in no word list but a letter off a common one. Spaces
    before a sign, or none after it, are looked for where the file has spaces: in a PDF they are the reader's. Words in
    quotation marks may be spelled as they sound, and American and British spelling are both right.

    Wrong: "the the marker"; "miniatures.."; "warri€r". Right: "the marker…".
    """
    slips = _slip_patterns(manuscript)
    for passage in manuscript.passages:
        if not passage.heading:
            yield from _doubled_words(manuscript, passage)
        yield from _odd_signs(manuscript, passage, slips)
    yield from _misspelled(manuscript)


def _slip_patterns(manuscript: Manuscript) -> dict[str, str]:
    """Return the patterns of slips that need no dictionary, by the description in a finding."""
    stopped = "|".join(manuscript.words_of("stopped")) or "$"
    word, small = r"[^\W\d_]", SMALLS
    slips = {
        "a full stop stands twice": r"[^.\s]+(?<!\.)\.\.(?![.\s]*\.)",
        "two signs end one sentence": r"\w+[!?]\.(?![.\w])|\w+\.\s+[:;]",
        "a sign is broken": rf"\w*\ufffd\w*|{word}+[€$£¤]{word}+",
        # X is a placeholder of a figure: "Xd" is not a word.
        "capitals and small letters are mixed": rf"\b(?:(?!X)[{CAPITALS}]){{2}}[{small}]{{2,}}\b",
    }
    if manuscript.has_own_spaces:
        slips |= {
            "a space stands before the sign": r"\w+ [.,;](?=\s|$)(?! \.)",
            "there is no space after the sign":
            # A small letter after a full stop may go on the name of a file.
            rf"{word}{{3,}}(?:[,;:!?](?={word}{{3,}})|\.(?=[{CAPITALS}][{small}])){word}+(?![\w.]*[/@])"
            rf"|{word}{{2,}}:[{manuscript.quotes[0]}]\w+|{word}{{3,}},{word}{{2,}}\b",
            "a sentence begins small": rf"(?:\b(?!{stopped}){word}{{3,}}|\))\. [{small}]{{2,}}\b",
        }
    return slips


def _doubled_words(manuscript: Manuscript, passage: ManuscriptPassage) -> Iterator[Finding]:
    plain = [word.text.casefold() for word in passage.words]
    index = 0
    while index < len(plain) - 1:
        line = passage.words[index].line
        many = _words_repeated(passage, plain, index)
        if many and not _is_idiom(manuscript, plain[index : index + 2 * many]) and _continues(passage, index, many):
            yield manuscript.finding(line, f"'{_quote(passage, index, many)}' stands twice in a row; once is enough")
            index += 2 * many - 1
        elif _are_determiners(manuscript, passage, index):
            yield manuscript.finding(line, f"'{_quote(passage, index, 2)}' can't both stand; one of them is left over")
        index += 1
    numbers = {str(number): word for word, number in manuscript.settings.get("cardinals", {}).items() if number > 1}
    for match, line in passage.matches(r"(?<![\w+-])(\d) (\w+)"):
        if numbers.get(match[1]) == match[2].casefold():
            yield manuscript.finding(line, f"'{match[0]}' gives the number twice; keep the figure or the word")


def _words_repeated(passage: ManuscriptPassage, plain: list[str], index: int) -> int:
    """Return how many words from ``index`` on are repeated right after, 0 for none."""
    for many in range(_MAX_REPEATED_WORDS, 0, -1):
        once, again = plain[index : index + many], plain[index + many : index + 2 * many]
        if once == again and _only_spaces_between(passage, index, 2 * many):
            return many
    return 0


def _is_idiom(manuscript: Manuscript, words: list[str]) -> bool:
    """Return whether words may be repeated, as in "similar to hand to hand"."""
    half = len(words) // 2
    single = len(words[0]) == 1 and words[0] not in manuscript.words_of("determiners")
    if single or " ".join(words[:half]) in manuscript.words_of("doubled"):
        return True
    return half > 1 and manuscript.trios[" ".join(words[1:4])] >= _MIN_USUAL


def _are_determiners(manuscript: Manuscript, passage: ManuscriptPassage, index: int) -> bool:
    first, second = (word.text for word in passage.words[index : index + 2])
    return (
        {first.casefold(), second.casefold()} <= manuscript.words_of("determiners")
        and first.casefold() != second.casefold()
        and _only_spaces_between(passage, index, 2)
        and second.islower()
        and (first.islower() or first[1:].islower())
    )


def _continues(passage: ManuscriptPassage, first: int, many: int) -> bool:
    """Return whether the second of two copies goes on the first: it is no next row or sentence."""
    word, repeated = passage.words[first], passage.words[first + many]
    if word.line == repeated.line:
        return word.text[0].islower() or repeated.text[0].islower()
    return repeated.text[0].islower()


def _only_spaces_between(passage: ManuscriptPassage, first: int, many: int) -> bool:
    """Return whether there are only spaces between the words."""
    last = passage.words[first + many - 1]
    between = passage.text[passage.words[first].start : last.start]
    measured = re.search(r"\d\s?$", passage.text[: passage.words[first].start])
    return not measured and not re.search(r"[^\w\s'’]|\d", between)


def _quote(passage: ManuscriptPassage, first: int, many: int) -> str:
    return " ".join(word.text for word in passage.words[first : first + many])


def _odd_signs(manuscript: Manuscript, passage: ManuscriptPassage, slips: dict[str, str]) -> Iterator[Finding]:
    text = _ADDRESS.sub(lambda match: "_" * len(match[0]), passage.text)
    for slip, pattern in slips.items():
        for match in re.finditer(pattern, text):
            # From one line to the next the order of columns may be to blame.
            if passage.line_at(match.start()) == passage.line_at(match.end() - 1):
                yield manuscript.finding(passage.line_at(match.end() - 1), f"{slip} in '{match[0].strip()}'; mend it")


def _misspelled(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield the words that are in no list, each with the common word that is a letter off."""
    if not manuscript.frequency:
        return
    opening, closing = manuscript.quotes
    quotation = re.compile("|".join(f"{a}[^{b}]*{b}?" for a, b in zip(opening, closing, strict=True)) or "$^")
    for passage in manuscript.passages:
        spoken = [match.span() for match in quotation.finditer(passage.text)]
        for word in passage.words:
            small = word.text.casefold()
            if (
                len(small) < _MIN_LETTERS
                or not small.isalpha()
                or manuscript.is_word(small)
                or any(start <= word.start < end for start, end in spoken)
            ):
                continue
            near = _one_letter_variants(small)
            # A variant of a word that the document has, or of a name, is reported by term-alias.
            if manuscript.own_names & near or any(
                manuscript.counts[form] >= TIMES_OF_OWN for one in near for form in (one, singular(one))
            ):
                continue
            shorter = [form for form in _without_doubled_letter(small) if manuscript.frequency.get(form, 0) >= _COMMON]
            if shorter:
                message = f"'{word.text}' has a letter too many; did you mean '{shorter[0]}'?"
                yield manuscript.finding(word.line, message)
            elif word.text.islower() and manuscript.counts[small] == 1:
                meant = max(near, key=lambda form: (manuscript.frequency.get(form, 0), form))
                if manuscript.frequency.get(meant, 0) >= _COMMON:
                    message = f"'{word.text}' is in no word list; did you mean '{meant}'?"
                    yield manuscript.finding(word.line, message)


def _one_letter_variants(word: str) -> set[str]:
    """Return the forms of a word with one letter exchanged, left out or put in."""
    cuts = [(word[:index], word[index:]) for index in range(len(word) + 1)]
    return (
        {left + right[1:] for left, right in cuts if right}
        | {left + letter + right[1:] for left, right in cuts if right for letter in ascii_lowercase}
        | {left + letter + right for left, right in cuts for letter in ascii_lowercase}
        | {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    )


def _without_doubled_letter(word: str) -> Iterator[str]:
    """Yield the word without one letter of each pair, with accents or without."""
    for index in range(len(word) - 1):
        if unaccented(word[index]) == unaccented(word[index + 1]):
            yield word[:index] + word[index + 1 :]
            yield word[: index + 1] + word[index + 2 :]


_SHINGLE_WORDS = 8  # words that are looked for together
# This many equal words are no common phrase; at the start of a paragraph, fewer are enough.
_MIN_REPEATED_WORDS = 25
_MIN_OPENING_WORDS = 11
_LINES_OF_REPEAT = 14  # farther apart a repetition may be a summary


@check("warning")
def duplicate_text(manuscript: Manuscript) -> Iterator[Finding]:
    """No passage stands twice.

    In a document: a sentence, or a good part of a paragraph, that is printed again word for word a few paragraphs
    later, as happens when text is moved. Tables, and what a document repeats in another chapter, are left alone.

    Wrong: a paragraph of twelve words that follows itself. Right: the same eight words in the rules of two abilities
    far apart.
    """
    words: list[tuple[str, int]] = []
    openings = set()
    for passage in manuscript.passages:
        if not passage.heading and not manuscript.lines[passage.first].row:
            if passage.text[0].isalpha():
                openings.add(len(words))
            words += [(word.text.casefold(), word.line) for word in passage.words]
    seen: dict[tuple[str, ...], int] = {}
    repeats: list[tuple[int, int]] = []
    for index in range(len(words) - _SHINGLE_WORDS + 1):
        shingle = tuple(word for word, _ in words[index : index + _SHINGLE_WORDS])
        before = seen.get(shingle)
        if before is not None and index - before >= _SHINGLE_WORDS:
            repeats.append((index, before))
        seen[shingle] = index
    for _, run in groupby(enumerate(repeats), lambda n: (n[1][0] - n[0], n[1][0] - n[1][1])):
        first, *_, last = [pair for _, pair in run] * 2
        long = last[0] - first[0] + _SHINGLE_WORDS
        line, before_line = words[first[0]][1], words[first[1]][1]
        least = _MIN_OPENING_WORDS if {first[0], first[1]} <= openings else _MIN_REPEATED_WORDS
        if long >= least and line - before_line <= _LINES_OF_REPEAT:
            opening = " ".join(word for word, _ in words[first[0] : first[0] + 4])
            message = (
                f"{long} words from '{opening}' on repeat those of {manuscript.where(before_line)}; strike one copy"
            )
            yield manuscript.finding(line, message, before_line)
