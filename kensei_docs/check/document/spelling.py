"""Spelling: misspelt, broken, doubled and foreign words, stray signs and spaces, and repeated passages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import groupby, pairwise
from string import ascii_lowercase

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript, ManuscriptPassage, WordSpan, shared_start, unaccented
from kensei_docs.languages import CAPITALS, SMALLS, language, singular
from kensei_docs.problems import check

_MIN_LETTERS = 5  # letters of a word that can be taken for another
# The most words in a row that are looked for as set twice.
_MAX_REPEATED_WORDS = 5
# Three words that occur this number of times are a phrase of the document.
_MIN_USUAL = 3
# The least number of words of a paragraph.
_MIN_PARAGRAPH_WORDS = 13
# The greatest share of paragraphs without a full stop that is still taken for a fault, not for the document's style.
_MAX_OPEN_SHARE = 0.08
_ADDRESS = re.compile(r"\S*(?:www\.|\.(?:com|es|org|net)\b)\S*|\S+@\S+")
_CELLS = re.compile(
    rf"\b[^\W\d_]*[{SMALLS}]{{2}}\d+\b|[\dX](?:D\d)?[{CAPITALS}][{SMALLS}]+"
    rf"|\b[{CAPITALS}]?[{SMALLS}]{{2,}}[{CAPITALS}][{SMALLS}]+"
)


@check("warning")
def doubled_or_corrupt_text(manuscript: Manuscript) -> Iterator[Finding]:
    """No word stands twice, and no sign or space where none belongs.

    In a document: doubled words and phrases, two articles in a row, a number beside its own word, double full stops,
    spaces before or none after a sign, brackets that never close, capitals and currency signs inside a word, cells that
    have run together, a paragraph that breaks off, and a word that is in no word list but a letter off one that is.
    Words in quotation marks may be spelled as they sound.

    Wrong: "the the marker"; "miniatures.."; "warri€r"; "Hero10 / 15". Right: "the marker…".
    """
    slips = _slip_patterns(manuscript)
    for passage in manuscript.passages:
        yield from _doubled_words(manuscript, passage)
        yield from _odd_signs(manuscript, passage, slips)
        yield from _open_brackets(manuscript, passage)
    yield from _unfinished_paragraphs(manuscript)
    yield from _misspelled(manuscript)


def _slip_patterns(manuscript: Manuscript) -> dict[str, str]:
    """Return the patterns of slips that need no dictionary, by the description in a finding."""
    stopped = "|".join(manuscript.words_of("stopped")) or "$"
    word, small = r"[^\W\d_]", SMALLS
    return {
        "a full stop stands twice": r"[^.\s]*(?<!\.)\.\.(?!\.)",
        "two signs end one sentence": r"\w+[!?]\.(?![.\w])|\w+\.\s+[:;]",
        "a space stands before the sign": r"\w+ [.,;](?=\s|$)",
        "there is no space after the sign":
        # A small letter after a full stop may go on the name of a file.
        rf"{word}{{3,}}(?:[,;:!?](?={word}{{3,}})|\.(?=[{CAPITALS}][{small}])){word}+(?![\w.]*[/@])"
        rf"|{word}{{2,}}:[{manuscript.quotes[0]}]\w+|{word}{{3,}},{word}{{2,}}\b",
        "a sentence begins small": rf"(?:\b(?!{stopped}){word}{{3,}}|\))\. [{small}]{{2,}}\b",
        "a sign is broken": rf"\w*\ufffd\w*|{word}+[€$£¤]{word}+",
        # X is a placeholder of a figure: "Xd" is not a word.
        "capitals and small letters are mixed": rf"\b(?:(?!X)[{CAPITALS}]){{2}}[{small}]{{2,}}\b",
    }


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
        elif _repeats_after_vague_word(manuscript, passage, plain, index):
            yield manuscript.finding(line, f"'{_quote(passage, index, 3)}' says a word twice; keep one")
        index += 1
    numbers = {str(number): word for word, number in manuscript.numbers.items()}
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


def _repeats_after_vague_word(manuscript: Manuscript, passage: ManuscriptPassage, plain: list[str], index: int) -> bool:
    """Return whether a word is repeated after a vague one, as in "mill following mill"."""
    return (
        index + 2 < len(plain)
        and plain[index] == plain[index + 2]
        and passage.words[index + 2].text.islower()
        and plain[index] not in manuscript.words_of("function-words")
        and plain[index + 1] in manuscript.words_of("vague")
        and _only_spaces_between(passage, index, 3)
    )


def _continues(passage: ManuscriptPassage, first: int, many: int) -> bool:
    """Return whether the second of two copies goes on the first: it is no next row or sentence."""
    word, repeated = passage.words[first], passage.words[first + many]
    if word.line == repeated.line:
        return word.text[0].islower() or repeated.text[0].islower() or passage.heading
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
    seen = set()
    for match in _CELLS.finditer(text):
        line = passage.line_at(match.start())
        if line not in seen and match[0].casefold() not in manuscript.own_names:
            seen.add(line)
            yield manuscript.finding(line, f"cells have run together in '{match[0]}'; set them apart")


def _open_brackets(manuscript: Manuscript, passage: ManuscriptPassage) -> Iterator[Finding]:
    depth: list[int] = []
    for match in re.finditer(r"[()]", passage.text):
        if match[0] == "(":
            depth.append(match.start())
        elif depth:
            depth.pop()
        # The number of a step, "1)", is no bracket.
        elif not re.search(r"(?:^|\s)\w\)$", passage.text[: match.end()]):
            yield manuscript.finding(
                passage.line_at(match.start()), "a bracket closes that was never opened; mend the pair"
            )
    # A passage that breaks off goes on elsewhere, and its bracket may close there.
    if depth and re.search(rf"[.!?{manuscript.quotes[1]}]$", passage.text):
        after = " ".join(passage.text[depth[0] + 1 :].split()[:2])
        yield manuscript.finding(passage.line_at(depth[0]), f"the bracket before '{after}' never closes; mend the pair")


def _unfinished_paragraphs(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for paragraphs without a full stop, where nearly all others have one."""
    long = [
        passage for passage in manuscript.passages if not passage.heading and len(passage.words) >= _MIN_PARAGRAPH_WORDS
    ]
    open_ended = [passage for passage in long if not re.search(r"[^\w\s]\W*$", passage.text)]
    if len(open_ended) > _MAX_OPEN_SHARE * len(long):
        return
    going_on = {
        before.first
        for before, after in pairwise(manuscript.passages)
        if manuscript.lines[after.first].page and after.text[0].islower()
    }
    for passage in open_ended:
        end = passage.text.split()[-3:]
        # On the next page it may go on. Rows of a table are not sentences, and no stop belongs to an address.
        if passage.first not in going_on and len(passage.starts) == 1 and not _ADDRESS.search(end[-1]):
            message = (
                f"the paragraph ends in '{' '.join(end)}' without a full stop; end it, or print what it goes on with"
            )
            yield manuscript.finding(passage.first, message)


def _misspelled(manuscript: Manuscript) -> Iterator[Finding]:
    if not manuscript.complete:
        return
    # A word of another language is not a misspelling of this one.
    foreign = set().union(*manuscript.foreign.values())
    opening, closing = manuscript.quotes
    quotation = re.compile("|".join(f"{a}[^{b}]*{b}?" for a, b in zip(opening, closing, strict=True)) or "$^")
    for passage in manuscript.passages:
        spoken = [match.span() for match in quotation.finditer(passage.text)]
        for word in passage.words:
            small = word.text.casefold()
            is_known = any(small in words for words in (manuscript.known, manuscript.own_names, foreign))
            if is_known or len(small) < 4 or any(start <= word.start < end for start, end in spoken):
                continue
            # A name with a letter too many is a variant of it, which term-alias reports.
            meant = (
                variant
                for variant in _without_doubled_letter(small)
                if variant in manuscript.known and variant not in manuscript.own_names
            )
            if shorter := next(meant, None):
                yield manuscript.finding(word.line, f"'{word.text}' has a letter too many; did you mean '{shorter}'?")
            elif (
                word.text.islower() and small.isalpha() and len(small) >= _MIN_LETTERS and manuscript.counts[small] == 1
            ):
                near = [other for other in _one_letter_variants(small) if other in manuscript.known]
                if near and not manuscript.own_names & {*near} and singular(small) not in manuscript.known:
                    nearest = max(near, key=lambda other: (shared_start(other, small), other))
                    message = f"'{word.text}' is in no word list; the nearest word is '{nearest}'"
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


_SHINGLE_WORDS = 8  # words
# This many equal words are no common phrase; at the start of a paragraph, fewer are enough.
_MIN_REPEATED_WORDS = 25
_MIN_OPENING_WORDS = 11
# Farther apart than this many lines, a repetition may be a summary.
_LINES_OF_REPEAT = 14


@check("warning")
def duplicate_text(manuscript: Manuscript) -> Iterator[Finding]:
    """No passage stands twice.

    In a document: a sentence, or a good part of a paragraph, that is printed again word for word a few paragraphs
    later, as happens when text is moved. Heads of tables, and what a document repeats in another chapter, are left
    alone.

    Wrong: a paragraph of twelve words that follows itself. Right: the same eight words in the rules of two abilities
    far apart.
    """
    words: list[tuple[str, int]] = []
    openings = set()
    for passage in manuscript.passages:
        if not passage.heading:
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


# A word that the document uses so often is one of its own.
_MIN_OWN_COUNT = 4
_CHARACTERS_BETWEEN_WORDS = 12  # characters between two words that stand together
_CHARACTERS_TO_EXPLANATION = 40  # characters after a foreign word in which it may be explained


@check("warning")
def language_leak(manuscript: Manuscript) -> Iterator[Finding]:
    """No words of another language are left over.

    In a document: a word that its language doesn't have but another language of these games has; a word with an accent,
    where the language writes without; a term of the glossary in the other language, with its translation. Words that
    the glossary lends to all languages are not leftovers.

    Wrong: "Despliegue" as a heading of an English book. Right: katana in either language.
    """
    words_by_line: dict[int, list[str]] = defaultdict(list)
    languages: dict[int, str] = {}
    for passage in manuscript.passages:
        for code, words in manuscript.foreign.items():
            leaks = [
                word
                for word in passage.words
                if _is_foreign(manuscript, word.text, words) and _is_separate_word(passage, word)
            ]
            if not manuscript.complete:
                # Without a dictionary one such word may be a rare one of the language.
                leaks = [word for word in leaks if any(_are_neighbours(word, other) for other in leaks)]
            for word in leaks:
                if not _is_explained(manuscript, passage, word.start):
                    words_by_line[word.line].append(word.text)
                    languages.setdefault(word.line, language(code).name)
        for word in passage.words if not manuscript.settings.get("accents", True) else ():
            plain = unaccented(word.text)
            if (
                plain != word.text
                and word.text not in words_by_line[word.line]
                and plain.casefold() in manuscript.forms
            ):
                words_by_line[word.line].append(word.text)
    for line, texts in sorted(words_by_line.items()):
        if texts:
            words_left = " ".join(texts[:4])
            term = manuscript.translations.get(words_left.casefold())
            hint = f"say '{term}'" if term else "translate it"
            message = f"'{words_left}' is left over from {languages.get(line, 'another language')}; {hint}"
            yield manuscript.finding(line, message)


def _is_foreign(manuscript: Manuscript, text: str, foreign: Collection[str]) -> bool:
    small = text.casefold()
    return (
        small in foreign
        and small not in manuscript.known
        and singular(small) not in manuscript.known
        and small not in manuscript.own_names
        and manuscript.forms[text] < _MIN_OWN_COUNT
        and (text.islower() or len(text) > _MIN_OWN_COUNT or (len(text) == _MIN_OWN_COUNT and text.istitle()))
    )


def _are_neighbours(word: WordSpan, other: WordSpan) -> bool:
    return other is not word and other.line == word.line and abs(other.start - word.start) <= _CHARACTERS_BETWEEN_WORDS


def _is_separate_word(passage: ManuscriptPassage, word: WordSpan) -> bool:
    """Return whether a word is a whole word, and not a part of a compound or an address."""
    around = passage.text[: word.start][-1:] + passage.text[word.start + len(word.text) :][:1]
    return (
        not set(around) & set("-‐/@")
        and not re.search(r"[.@/]\S*$", passage.text[: word.start])
        and not re.match(r"\S*\.\w", passage.text[word.start + len(word.text) :])
    )


def _is_explained(manuscript: Manuscript, passage: ManuscriptPassage, offset: int) -> bool:
    """Return whether the words are in quotation marks and explained in brackets right after."""
    before, after = passage.text[:offset], passage.text[offset : offset + _CHARACTERS_TO_EXPLANATION]
    pairs = zip(*manuscript.quotes, strict=True)
    quoted = any(before.count(a) % 2 == 1 if a == b else before.count(a) > before.count(b) for a, b in pairs)
    return quoted and bool(re.search(rf"[{manuscript.quotes[1]}] ?\(", after))
