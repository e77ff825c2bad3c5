"""No word stands twice, and no sign or space where none belongs.

In a document: doubled words and phrases, two articles in a row, a number beside its own word,
double full stops, spaces before or none after a sign, brackets that never close, capitals and
currency signs inside a word, cells that have run together, a paragraph that breaks off, a word
that is in no word list and a letter off one that is. What stands in quotation marks may be
spelled as it sounds.

Wrong: "the the marker"; "miniatures.."; "warri€r"; "Hero10 / 15". Right: "the marker…".

Severity: warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript, Passage, shared_start, singular, unaccented
from kensei_docs.problems import Severity

SEVERITY: Severity = "warning"
_LONG = 5  # letters of a word that may be told from others
# As many words in a row may have been set twice.
_LONGEST = 5
# Three words that stand so often are a phrase of the document.
_USUAL = 3
# A paragraph has so many words; as many of them may lack their stop and be called broken off.
_PARAGRAPH, _FEW = 13, 0.08
_SIGNS = {
    "a full stop stands twice": r"[^.\s]*(?<!\.)\.\.(?!\.)",
    "two signs end one sentence": r"\w+[!?]\.(?![.\w])|\w+\.\s+[:;]",
    "a space stands before the sign": r"\w+ [.,;](?=\s|$)",
    "there is no space after the sign":
    # A small letter after a full stop may go on the name of a file.
    r"[^\W\d_]{3,}(?:[,;:!?](?=[^\W\d_]{3,})|\.(?=[A-ZÁÉÍÓÚÑ][a-z]))[^\W\d_]+(?![\w.]*[/@])|[^\W\d_]{2,}:[“\"]\w+"
    r"|[^\W\d_]{3,},[^\W\d_]{2,}\b",
    "a sentence begins small": r"(?:\b(?!etc)[^\W\d_]{3,}|\))\. [a-záéíóúñ]{2,}\b",
    "a sign is broken": r"\w*\ufffd\w*|[^\W\d_]+[€$£¤][^\W\d_]+",
    "capitals and small letters are mixed": r"\b[A-WYZÁÉÍÓÚÑ]{2}[a-záéíóúñ]{2,}\b",
}
_CELLS = (
    r"\b[^\W\d_]*[a-záéíóúñ]{2}\d+\b|[\dX](?:D\d)?[A-ZÁÉÍÓÚ][a-záéíóúñ]+"
    r"|\b[A-ZÁÉÍÓÚ]?[a-záéíóúñ]{2,}[A-ZÁÉÍÓÚ][a-záéíóúñ]+"
)
_ADDRESS = re.compile(r"\S*(?:www\.|\.(?:com|es|org|net)\b)\S*|\S+@\S+")
_QUOTED = re.compile(r"“[^”]*”?|\"[^\"]*\"")


def check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every slip of the keys or of the layout."""
    for passage in manuscript.passages:
        yield from _doubled(manuscript, passage)
        yield from _odd_signs(manuscript, passage)
        yield from _open_brackets(manuscript, passage)
    yield from _broken_off(manuscript)
    yield from _misspelled(manuscript)


def _doubled(manuscript: Manuscript, passage: Passage) -> Iterator[Finding]:
    words = passage.words
    plain = [word.text.casefold() for word in words]
    may_double, determiners = manuscript.words_of("doubled"), manuscript.words_of("determiners")
    held = manuscript.words_of("function-words")
    numbers = {str(n): word for word, n in manuscript.cues.get("numbers", {}).items()}
    here = 0
    while here < len(words) - 1:
        long = next(
            (
                n
                for n in range(_LONGEST, 0, -1)
                if plain[here : here + n] == plain[here + n : here + 2 * n] and _close(passage, here, 2 * n)
            ),
            0,
        )
        line = words[here].line
        if (
            long
            and not _idiom(manuscript, plain[here : here + 2 * long], may_double, determiners)
            and _continues(passage, here, long)
        ):
            yield manuscript.finding(line, f"'{_quoted(passage, here, long)}' stands twice in a row; once is enough")
            here += 2 * long - 1
        elif (
            {plain[here], plain[here + 1]} <= determiners
            and plain[here] != plain[here + 1]
            and _close(passage, here, 2)
            and words[here + 1].text.islower()
            and (words[here].text.islower() or words[here].text[1:].islower())
        ):
            yield manuscript.finding(line, f"'{_quoted(passage, here, 2)}' can't both stand; one of them is left over")
        elif (
            here + 2 < len(words)
            and plain[here] == plain[here + 2]
            and words[here + 2].text.islower()
            and plain[here] not in held
            and plain[here + 1] in manuscript.words_of("vague")
            and _close(passage, here, 3)
        ):
            yield manuscript.finding(line, f"'{_quoted(passage, here, 3)}' says a word twice; keep one")
        here += 1
    for found, line in passage.found(r"(?<![\w+-])(\d) (\w+)"):
        if numbers.get(found[1]) == found[2].casefold():
            yield manuscript.finding(line, f"'{found[0]}' gives the number twice; keep the figure or the word")


def _idiom(manuscript: Manuscript, words: list[str], may_double: set[str], determiners: set[str]) -> bool:
    """Return whether words may stand twice, as in "similar to hand to hand"."""
    half = len(words) // 2
    if " ".join(words[:half]) in may_double or (len(words[0]) == 1 and words[0] not in determiners):
        return True
    return half > 1 and manuscript.trios[" ".join(words[1:4])] >= _USUAL


def _continues(passage: Passage, first: int, many: int) -> bool:
    """Return whether the second of two copies goes on the first: it is no next row or sentence."""
    one, other = passage.words[first], passage.words[first + many]
    if one.line == other.line:
        return one.text[0].islower() or other.text[0].islower() or passage.heading
    return other.text[0].islower()


def _close(passage: Passage, first: int, many: int) -> bool:
    """Return whether nothing but spaces stands between the words."""
    last = passage.words[first + many - 1]
    between = passage.text[passage.words[first].start : last.start]
    measured = re.search(r"\d\s?$", passage.text[: passage.words[first].start])
    return not measured and not re.search(r"[^\w\s'’]|\d", between)


def _quoted(passage: Passage, first: int, many: int) -> str:
    return " ".join(word.text for word in passage.words[first : first + many])


def _odd_signs(manuscript: Manuscript, passage: Passage) -> Iterator[Finding]:
    text = _ADDRESS.sub(lambda found: "_" * len(found[0]), passage.text)
    for what, pattern in _SIGNS.items():
        for found in re.finditer(pattern, text):
            # From one line to the next the order of columns may be to blame.
            if passage.line_at(found.start()) == passage.line_at(found.end() - 1):
                yield manuscript.finding(passage.line_at(found.end() - 1), f"{what} in '{found[0].strip()}'; mend it")
    told = set()
    for found in re.finditer(_CELLS, text):
        line = passage.line_at(found.start())
        if line not in told and found[0].casefold() not in manuscript.own_names:
            told.add(line)
            yield manuscript.finding(line, f"cells have run together in '{found[0]}'; set them apart")


def _open_brackets(manuscript: Manuscript, passage: Passage) -> Iterator[Finding]:
    depth: list[int] = []
    for found in re.finditer(r"[()]", passage.text):
        if found[0] == "(":
            depth.append(found.start())
        elif depth:
            depth.pop()
        # What looks like the number of a step, "1)", opens nothing.
        elif not re.search(r"(?:^|\s)\w\)$", passage.text[: found.end()]):
            yield manuscript.finding(
                passage.line_at(found.start()), "a bracket closes that was never opened; mend the pair"
            )
    # A passage that breaks off goes on elsewhere, and its bracket may close there.
    if depth and re.search(r"[.!?”]$", passage.text):
        yield manuscript.finding(
            passage.line_at(depth[0]), f"the bracket before '{_after(passage, depth[0])}' never closes; mend the pair"
        )


def _broken_off(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for paragraphs without a full stop, where nearly all others have one."""
    long = [passage for passage in manuscript.passages if not passage.heading and len(passage.words) >= _PARAGRAPH]
    open_ended = [passage for passage in long if not re.search(r"[^\w\s]\W*$", passage.text)]
    if len(open_ended) > _FEW * len(long):
        return
    going_on = {
        before.first
        for before, after in pairwise(manuscript.passages)
        if manuscript.lines[after.first].page and after.text[0].islower()
    }
    for passage in open_ended:
        end = passage.text.split()[-3:]
        # On the next page it may go on.
        if passage.first in going_on:
            continue
        # Rows of a table are no sentences, and no stop belongs to an address.
        if len(passage.starts) == 1 and not _ADDRESS.search(end[-1]):
            yield manuscript.finding(
                passage.first,
                f"the paragraph ends in '{' '.join(end)}' without a full stop; end it, or print what it goes on with",
            )


def _after(passage: Passage, offset: int) -> str:
    return " ".join(passage.text[offset + 1 :].split()[:2])


def _misspelled(manuscript: Manuscript) -> Iterator[Finding]:
    if not manuscript.complete:
        return
    # What is left over from another language is no misspelling of this one.
    foreign = set().union(*manuscript.foreign.values())
    for passage in manuscript.passages:
        spoken = [found.span() for found in _QUOTED.finditer(passage.text)]
        for word in passage.words:
            small = word.text.casefold()
            if (
                small in manuscript.known
                or small in manuscript.own_names
                or len(small) < 4
                or small in foreign
                or any(start <= word.start < end for start, end in spoken)
            ):
                continue
            # A name with a letter too many is a variant of it, which another check tells.
            meant = next(
                (
                    meant
                    for meant in _without_one(small)
                    if meant in manuscript.known and meant not in manuscript.own_names
                ),
                None,
            )
            if meant:
                yield manuscript.finding(word.line, f"'{word.text}' has a letter too many; did you mean '{meant}'?")
            elif word.text.islower() and small.isalpha() and len(small) >= _LONG and manuscript.counts[small] == 1:
                near = [other for other in _one_off(small) if other in manuscript.known]
                if near and not manuscript.own_names & {*near} and singular(small) not in manuscript.known:
                    nearest = max(near, key=lambda other: (shared_start(other, small), other))
                    yield manuscript.finding(
                        word.line, f"'{word.text}' is in no word list; the nearest word is '{nearest}'"
                    )


def _one_off(word: str) -> set[str]:
    """Return what a word is with one letter exchanged, left out or put in."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    cuts = [(word[:here], word[here:]) for here in range(len(word) + 1)]
    return (
        {left + right[1:] for left, right in cuts if right}
        | {left + letter + right[1:] for left, right in cuts if right for letter in letters}
        | {left + letter + right for left, right in cuts for letter in letters}
        | {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    )


def _without_one(word: str) -> Iterator[str]:
    """Yield the word without one letter of each pair, with accents or without."""
    for here in range(len(word) - 1):
        if unaccented(word[here]) == unaccented(word[here + 1]):
            yield word[:here] + word[here + 1 :]
            yield word[: here + 1] + word[here + 2 :]
