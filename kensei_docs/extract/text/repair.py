"""Repair of words that the text layer broke: hyphens at line ends, and lost ligatures.

A text layer that lost the ligature *ti* has a space in its place, or nothing: ``ini a ve``. Every word of the lexicon
that contains a lost pair of letters is indexed by its broken forms. A Viterbi search over the tokens finds the words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product, zip_longest
from typing import NamedTuple

from kensei_docs.extract.document import ReadLine, with_text
from kensei_docs.languages import NAME, SMALLS, Dictionary, Lexicon

TOKEN = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")
# Between two tokens of one word there may be a space, a break at the edge of a narrow cell, or a hyphen.
SPACE, BREAK, HYPHEN = re.compile(r"\s+"), "\u200b ", re.compile(r"\s?[‐-] ?\n\s*|‐ ")
ABBREVIATED = re.compile(r"[.@/‐-]\w")  # after a token of an abbreviation or address, in which nothing is lost
# A word that breaks off at the end of a line, and the words with which a line may continue it.
BROKEN_OFF = re.compile(rf"(?<!\w)([{SMALLS}]+)[‐-]$")
GOES_ON = re.compile(rf"([{SMALLS}]+)(?:( [{SMALLS}]+))?")
CLOSING = ".,;:!?)]}”’%"  # punctuation that follows a word without a space
# The least letters of one of the document's own words; the broken forms that are indexed, those with few sound pairs.
MIN_NAME_LETTERS, MAX_FORMS = 4, 48
# Logarithms of probabilities, which are added up:
COMPOUND, HALVES = -4.0, -8.0  # a compound keeps its hyphen at a line end; HALVES is added if it is a word without it
OVER_BLOCKS = -4.0  # a word continues in the next block
HALF_SOUND = -4.0  # one pair of a word was lost and another was not
LOST_EDGE = -0.5  # a pair was lost at the beginning or end of a word
GAP = -1.5  # a pair was lost where there is a space, which may be an ordinary one: "any time" or "anytime"
UNKNOWN = -3.0  # two usual words are a compound that no dictionary has
RAREST = -12.0  # the least likely word that a token without a gap is repaired to has this probability
MAX_TOKENS = 7  # tokens of one word


class Token(NamedTuple):
    """A run of letters, and the characters (``gap``) between it and the token before it.

    ``glue`` is ``space``, ``hyphen`` or ``break`` (at the edge of a narrow cell), or empty if the two tokens can't be
    one word. ``opening`` is true if a pair of letters may be lost before the token, ``closing`` if one may be lost
    after it; ``whole`` is true if nothing is lost, as in an abbreviation (``e.g.``) or before a hyphen.
    """

    text: str
    start: int
    end: int
    gap: str
    glue: str
    block: int
    opening: bool
    closing: bool
    whole: bool


@dataclass(frozen=True)
class Origin:
    """A word that a broken form comes from.

    ``opens`` is true if the word lost its beginning, ``closes`` if it lost its end. ``sound`` is the number of pairs
    that were not lost, or that left no space.
    """

    word: str
    opens: bool
    closes: bool
    sound: int


class Candidate(NamedTuple):
    """A word that the tokens ``start`` to ``stop`` (exclusive) may stand for."""

    start: int
    stop: int
    word: str
    score: float
    origin: Origin | None = None


@dataclass(frozen=True)
class Words:
    """The dictionaries in which the words of a document are looked up.

    ``own`` are words that only the document has. These may be fragments that recur, so they only show which halves
    belong together. ``index`` has the words with a lost pair of letters by their broken forms: fragments and spaces.
    """

    lexicon: Lexicon
    own: set[str]
    index: dict[str, list[Origin]]

    @cached_property
    def gaps(self) -> dict[str, int]:
        """The largest number of gaps in a broken form, by its first fragment."""
        most: dict[str, int] = {}
        for form in self.index:
            first, gaps = form.partition(" ")[0], form.count(" ")
            most[first] = max(gaps, most.get(first, 0))
        return most

    def __contains__(self, word: str) -> bool:
        return word in self.lexicon or word in self.own

    def owned(self, word: str) -> float:
        """Return the bonus in logarithmic likelihood of a word that is one of the document's own."""
        return NAME - self.lexicon.likelihood(word) if word in self.own else 0.0


class Change(NamedTuple):
    """The replacement of the characters ``start`` to ``end`` of the text, in one line or several, by ``word``.

    ``closes`` is true if the word lost its end, so that a space before punctuation goes as well.
    """

    start: int
    end: int
    word: str
    closes: bool = False


def repair(lines: list[ReadLine], lexicon: Lexicon, lost: Sequence[str]) -> list[ReadLine]:
    """Return the lines with broken words repaired; a word is moved to the line in which it begins.

    ``lost`` are the pairs of letters that the text layer lost; if there are none, only hyphens at line ends are
    repaired.
    """
    own = own_words(tokens_of(lines), lexicon, lost)
    # A word of the document's own with a pair in it is whole, and may be broken elsewhere.
    known = replace(lexicon, names=lexicon.names | {word for word in own if _has_pair(word, lost)})
    names = index_of((word for word in known.names if word not in lexicon.words and _has_pair(word, lost)), lost)
    index = {**(_index_of_dictionary(lexicon.dictionary, tuple(lost)) if lexicon.dictionary else {})}
    for form, origins in names.items():
        index[form] = [*index.get(form, ()), *origins]
    words = Words(known, own, index)
    lines = untangled(lines, words)
    tokens = tokens_of(lines)
    changes = [change for candidate in likeliest(tokens, words) if (change := change_of(candidate, tokens))]
    return [with_text(line, line.text.replace("‐", "-").replace(BREAK, " ")) for line in rewritten(lines, changes)]


def _has_pair(word: str, lost: Iterable[str]) -> bool:
    return any(pair in word for pair in lost)


def tokens_of(lines: list[ReadLine]) -> list[Token]:
    """Return the tokens of the lines' texts joined by newlines; offsets are those of that text."""
    text = "\n".join(line.text for line in lines)
    tokens: list[Token] = []
    line = end = 0
    for found in TOKEN.finditer(text):
        gap = text[end : found.start()]
        line += gap.count("\n")
        glue = "space" if SPACE.fullmatch(gap) else "hyphen" if HYPHEN.fullmatch(gap) else "break" * (gap == BREAK)
        end = found.end()
        tokens.append(
            Token(
                found.group(),
                found.start(),
                end,
                gap,
                glue if tokens else "",
                lines[line].block,
                opening=found.start() == 0 or text[found.start() - 1].isspace(),
                closing=end == len(text) or text[end].isspace(),
                whole=ABBREVIATED.match(text, end) is not None,
            )
        )
    return tokens


def own_words(tokens: list[Token], lexicon: Lexicon, lost: Sequence[str]) -> set[str]:
    """Return words that are in no dictionary and that the document has as a whole, apart from hyphens.

    A word with a pair that the text layer loses elsewhere is no fragment, even if it occurs only once.
    """
    counts = Counter(
        token.text.lower()
        for token, after in zip_longest(tokens, tokens[1:])
        if token.glue != "hyphen" and not (after and after.glue == "hyphen")
    )
    return {
        word
        for word, count in counts.items()
        if len(word) >= MIN_NAME_LETTERS and word not in lexicon and (count > 1 or _has_pair(word, lost))
    }


@cache
def _index_of_dictionary(dictionary: Dictionary, lost: tuple[str, ...]) -> dict[str, list[Origin]]:
    """Return the index of a language's words, which is large and the same for all its documents; don't change it."""
    return index_of((word for word in dictionary.counts if _has_pair(word, lost)), lost)


def index_of(words: Iterable[str], lost: Sequence[str]) -> dict[str, list[Origin]]:
    """Return the words that contain a lost pair, by their broken forms."""
    index: dict[str, list[Origin]] = {}
    for word in words:
        for form, sound in sorted(broken_forms(word, lost), key=lambda found: found[1]):
            key = form.strip()
            origins = index.setdefault(key, []) if key else []
            if all(origin.word != word for origin in origins):
                origins.append(Origin(word, form[0] == " ", form[-1] == " ", sound))
    return index


def broken_forms(word: str, lost: Sequence[str]) -> set[tuple[str, int]]:
    """Return the broken forms of a word, each with the number of pairs that are sound in it.

    >>> sorted(broken_forms("title", ["ti"]))
    [(' tle', 0)]
    """
    # Two pairs that are lost side by side leave one space, as all spaces are read as one.
    found = {(re.sub(" +", " ", "".join(parts)), sound) for parts, sound in _spellings(word, 0, lost)}
    forms = sorted(found, key=lambda form: form[1])[:MAX_FORMS]
    return {(form, sound) for form, sound in forms if " " in form and form.strip()}


def _spellings(word: str, start: int, lost: Sequence[str]) -> Iterator[tuple[list[str], int]]:
    """Yield (parts of a broken form, number of sound pairs) of a word from ``start`` on, the whole form among them."""
    places = [(word.find(pair, start), pair) for pair in lost if pair in word[start:]]
    if not places:
        yield [word[start:]], 0
        return
    at = min(place for place, _ in places)
    for pair in (pair for place, pair in places if place == at):
        for rest, sound in _spellings(word, at + len(pair), lost):
            yield [word[start:at], " ", *rest], sound
            # At the end of a line, a lost pair may leave no space.
            yield [word[start:at], *rest], sound + 1
    for rest, sound in _spellings(word, at + 1, lost):
        yield [word[start : at + 1], *rest], sound + 1


def untangled(lines: list[ReadLine], words: Words) -> list[ReadLine]:
    """Return the lines with two of them exchanged if a word breaks off and continues after a line in between.

    Such a line comes from a neighbouring column, and begins with a capital letter.
    """
    whole = list(lines)
    for i in range(len(whole) - 2):
        first, foreign, rest = whole[i : i + 3]
        head, tail = BROKEN_OFF.search(first.text), GOES_ON.match(rest.text)
        if (
            head
            and tail
            and first.block == foreign.block == rest.block
            and foreign.text[0].isupper()
            and head[1] not in words.lexicon
        ):
            forms = {head[1] + gap + tail[1] + more for gap in ("", " ") for more in ("", tail[2] or "")}
            if forms & words.index.keys() or head[1] + tail[1] in words:
                whole[i + 1 : i + 3] = rest, foreign
    return whole


def likeliest(tokens: list[Token], words: Words) -> list[Candidate]:
    """Return the words that all tokens together most likely stand for, in their order."""
    # best[i]: for each word that the tokens before i may end with, its best score, its candidate and the word before.
    best: list[dict[str, tuple[float, Candidate | None, str]]] = [{} for _ in range(len(tokens) + 1)]
    best[0][""] = (0.0, None, "")
    for here, token in enumerate(tokens):
        befores = best[here]
        for candidate in candidates(tokens, here, words):
            score, before = max(
                (score + words.lexicon.likelihood(candidate.word, before if token.glue else ""), before)
                for before, (score, _, _) in befores.items()
            )
            kept = best[candidate.stop].get(candidate.word)
            if kept is None or score + candidate.score > kept[0]:
                best[candidate.stop][candidate.word] = (score + candidate.score, candidate, before)
    path: list[Candidate] = []
    at, word = len(tokens), max(best[-1], key=lambda last: best[-1][last][0])
    while at:
        _, step, before = best[at][word]
        assert step is not None, "only the start of the text has no step to it"
        path.append(step)
        at, word = step.start, before
    return path[::-1]


def candidates(tokens: list[Token], here: int, words: Words) -> Iterator[Candidate]:
    """Yield the words that the tokens beginning with ``here`` may stand for."""
    first = tokens[here]
    apart = 0.0
    if first.glue == "hyphen":
        together = (tokens[here - 1].text + first.text).lower() in words.lexicon
        apart = COMPOUND + (HALVES if together else 0.0)
    yield Candidate(here, here + 1, first.text.lower(), apart)
    if first.whole or _between_names(tokens, here, words.lexicon):
        return
    capitals = len(first.text) > 1 and first.text.isupper()
    parts: list[list[str]] = [[first.text.lower()]]
    cost = 0.0
    hyphens = breaks = False
    for stop in range(here + 1, min(here + MAX_TOKENS, len(tokens)) + 1):
        for combination in product(*parts):
            key = "".join(combination)
            counted = parts[0][0] in words.lexicon.numbers and key not in words
            if len(parts) > 1 and " " not in key and (hyphens or key in words) and not counted:
                apart = UNKNOWN if _is_compound(parts, key, words) else 0.0
                yield Candidate(here, stop, key, cost + apart + words.owned(key))
            if not capitals:
                yield from (
                    Candidate(here, stop, origin.word, cost + _cost(origin, len(parts)), origin)
                    for origin in words.index.get(key, ())
                    if _may_stand_for(origin, first, tokens[stop - 1], key, words)
                )
        token = tokens[stop] if stop < len(tokens) else None
        if token is None or not token.glue or not (token.text.isupper() if capitals else token.text.islower()):
            return
        if token.glue == "space" and token.block != tokens[stop - 1].block:
            cost += OVER_BLOCKS
        hyphens = hyphens or token.glue == "hyphen"
        breaks = breaks or token.glue == "break"
        if not (hyphens or breaks) and (len(parts) + 1) // 2 > words.gaps.get(parts[0][0], 0):
            return
        parts += [[" "] if token.glue == "space" else ["", " "], [token.text.lower()]]


def _is_compound(parts: Sequence[Sequence[str]], key: str, words: Words) -> bool:
    """Return whether two usual words, such as *two* and *handed*, may be a compound that no dictionary has."""
    halves = [part[0] for part in parts[::2]]
    return len(halves) == 2 and key not in words and all(words.lexicon.likelihood(half) > RAREST for half in halves)


def _between_names(tokens: list[Token], here: int, lexicon: Lexicon) -> bool:
    """Return whether a token is between two names of the document, and is then taken for a foreign word."""
    around = tokens[max(0, here - 1) : here + 2]
    return (
        len(around) == 3
        and all(token.glue == "space" for token in around[1:])
        and all(lexicon.is_name(token.text) for token in (around[0], around[2]))
    )


def _may_stand_for(origin: Origin, first: Token, last: Token, key: str, words: Words) -> bool:
    """Return whether tokens may stand for a word that they are a broken form of."""
    if origin.opens and not (first.opening and first.text.islower()):
        return False
    if origin.closes and not last.closing:
        return False
    return " " in key or words.lexicon.likelihood(origin.word) >= RAREST


def _cost(origin: Origin, parts: int) -> float:
    """Return the logarithm of the probability that a word was broken into ``parts`` tokens and gaps."""
    half = HALF_SOUND * origin.sound / (2 if parts > 1 else 1)
    return half + LOST_EDGE * (origin.opens + origin.closes) + (GAP if parts > 1 else 0.0)


def change_of(candidate: Candidate, tokens: list[Token]) -> Change | None:
    """Return the change that a word makes to the text, or None if it makes none."""
    first, last = tokens[candidate.start], tokens[candidate.stop - 1]
    if candidate.stop == candidate.start + 1 and candidate.origin is None:
        before = tokens[candidate.start - 1]
        if (
            first.glue == "hyphen"
            and not first.gap[0].isspace()
            and before.block == first.block
            and (first.text.islower() or before.text[0].isupper())
        ):
            return Change(before.end, first.start, "-")
        return None
    word = candidate.word
    if len(first.text) > 1 and first.text.isupper():
        word = word.upper()
    elif first.text[0].isupper():
        word = word[0].upper() + word[1:]
    closes = candidate.origin is not None and candidate.origin.closes
    return Change(first.start, last.end, word, closes)


def rewritten(lines: list[ReadLine], changes: list[Change]) -> list[ReadLine]:
    """Return the lines after some changes, without lines of which nothing is left.

    The changes are in order and don't overlap; their offsets are those of the lines' texts joined by newlines.
    """
    text = "\n".join(line.text for line in lines)
    written: list[list[str]] = [[] for _ in lines]
    line = at = home = 0
    word = ""
    for change in [*changes, Change(len(text), len(text), "")]:
        for part in re.split(r"(\s+)", text[at : change.start]):
            if part.isspace():
                written[home].append(word)
                word = ""
                line += part.count("\n")
            elif part:
                home = home if word else line
                word += part
        home = home if word else line
        word += change.word
        line += text.count("\n", change.start, change.end)
        at = change.end
        if change.closes and text[at : at + 1] == " " and text[at + 1 : at + 2] in CLOSING:
            at += 1
    written[home].append(word)
    result: list[ReadLine] = []
    for read, words in zip(lines, written, strict=True):
        whole = " ".join(filter(None, words))
        if whole:
            result.append(with_text(read, whole))
        elif result:
            result[-1] = result[-1]._replace(last=read.last, words=result[-1].words + read.words)
    return result
