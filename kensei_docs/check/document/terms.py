"""Terms of a text are spelled in one way, and are called by one name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby

from symspellpy.editdistance import DistanceAlgorithm, EditDistance

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import TIMES_OF_OWN, Manuscript, shared_start, unaccented
from kensei_docs.languages import plural_stem, singular
from kensei_docs.problems import check

# How many letters a word needs to be compared.
_MIN_LETTERS = 5
# A word is a variant of one that occurs this many times as often.
_RARER_FACTOR = 3
# A term is the name, and another its variant, if it occurs this many times as often.
_FACTOR_OF_VARIANT = 2
_MAX_TERM_WORDS = 4  # in a term
_DISTANCE = EditDistance(DistanceAlgorithm.DAMERAU_OSA)
_Places = dict[str, list[int]]
_Phrase = tuple[str, ...]


@check("warning")
def term_alias(manuscript: Manuscript) -> Iterator[Finding]:
    """One thing has one name, spelled in one way.

    In a document: an unknown name that is a letter or two off one that the document has, or its edition; a word that it
    spells in two ways, American and British for one; a term of several words that also stands with another word,
    another ending or another order. What stands more often is taken for the name.

    Wrong: Ashigari beside Ashigaru; honor beside honour; "Shooting Roll" beside "Shoot Roll"; "Retreat Unit marker"
    beside "Unit in Retreat marker". Right: "Shoot Roll" beside "Shoot order"; honor in all places.
    """
    places: _Places = defaultdict(list)
    written: dict[str, str] = {}
    for passage in manuscript.passages:
        for word in passage.words:
            places[word.text.casefold()].append(word.line)
            written.setdefault(word.text.casefold(), word.text)
    misspelled = dict(_misspelled(manuscript, places))
    spelled = dict(_words_spelled_twice(manuscript, places))
    for slip, meant in misspelled.items():
        yield _variant(manuscript, written[slip], places[slip], written.get(meant, meant), len(places.get(meant, ())))
    for one, other in spelled.items():
        if one not in misspelled:
            times = f"{len(places[one])} and {len(places[other])} times"
            message = f"'{written[one]}'{manuscript.also(places[one])} and '{written[other]}' both stand, {times}; "
            yield manuscript.finding(places[one][0], f"{message}keep to one spelling", *dict.fromkeys(places[one][1:]))
    yield from _terms(manuscript, {**spelled, **misspelled})


def _variant(manuscript: Manuscript, word: str, lines: list[int], meant: str, times: int) -> Finding:
    often = f", which stands {times} times" if times > 1 else ", which stands once" if times else ""
    message = f"'{word}'{manuscript.also(lines)} looks like a variant of '{meant}'{often}; keep to one"
    return manuscript.finding(lines[0], message, *dict.fromkeys(lines[1:]))


def _misspelled(manuscript: Manuscript, places: _Places) -> Iterator[tuple[str, str]]:
    """Yield unknown, rare words, each with the similar name of the document or of its edition."""
    names = {word for word in manuscript.own_names if len(word) >= _MIN_LETTERS}
    names |= {word for word, lines in places.items() if len(lines) >= TIMES_OF_OWN and len(word) >= _MIN_LETTERS}
    for word, lines in places.items():
        if len(word) < _MIN_LETTERS or not word.isalpha() or manuscript.is_word(word):
            continue
        plain = singular(word)
        near = [
            name
            for name in names
            if abs(len(name) - len(plain)) <= 1
            and name[0] == unaccented(plain[0])
            and singular(name) != plain
            and (
                (name in manuscript.own_names and len(lines) < TIMES_OF_OWN)
                or len(places.get(name, ())) >= _RARER_FACTOR * len(lines)
            )
            and (
                # A word of the language, unlike a name, has neighbours that are words of their own.
                _count_slips(name, plain, 2 if len(plain) > _MIN_LETTERS + 1 and not manuscript.is_word(name) else 1)
                if manuscript.frequency
                else _is_typing_slip(name, plain)
            )
        ]
        if near:
            yield word, max(near, key=lambda name: (shared_start(name, word), len(places.get(name, ())), name))


def _is_typing_slip(word: str, other: str) -> bool:
    """Return whether two words differ by a doubled letter, or by two letters exchanged.

    Without a dictionary, any other slip may be a rare word.
    """

    def single(word: str) -> str:
        return re.sub(r"(.)\1+", r"\1", unaccented(word))

    return word != other and (
        single(word) == single(other) or (sorted(word) == sorted(other) and _count_slips(word, other) == 1)
    )


def _count_slips(word: str, other: str, most: int = 1) -> int:
    """Return how many letters are wrong, missing, added or exchanged between two words; 0 if more than ``most``."""
    return max(int(_DISTANCE.compare(word, other, most)), 0)


def _words_spelled_twice(manuscript: Manuscript, places: _Places) -> Iterator[tuple[str, str]]:
    """Yield words that the document spells in two ways, the rarer of each first."""
    pairs: list[tuple[str, str]] = []
    long = [word for word in places if len(word) >= _MIN_LETTERS]
    for spelling, other_spelling in manuscript.settings.get("spellings", ()):
        same = {
            word: word.replace(spelling, other_spelling)
            for word in long
            if spelling in word and word.replace(spelling, other_spelling) in places
        }
        # "realised" and "realize" are spelled in two ways, though they end in two ways as well.
        roots = {_root(manuscript, word): word for word in long if other_spelling in word and len(word) > _MIN_LETTERS}
        for word in long:
            if spelling in word and len(word) > _MIN_LETTERS:
                root = _root(manuscript, word.replace(spelling, other_spelling))
                if word not in same and root in roots and roots[root] not in same.values():
                    pairs.append((word, roots[root]))
        pairs += same.items()
    # Where both forms are words of the language, as "continuo" and "continuó", the list tells them apart.
    pairs += [
        (word, unaccented(word)) for word in long if word not in manuscript.known and word not in manuscript.frequency
    ]
    done = set()
    for word, other_spelling in pairs:
        if other_spelling != word and other_spelling in places and frozenset((word, other_spelling)) not in done:
            done.add(frozenset((word, other_spelling)))
            yield tuple(sorted((word, other_spelling), key=lambda w: len(places[w])))  # type: ignore[misc]


def _terms(manuscript: Manuscript, known_terms: dict[str, str]) -> Iterator[Finding]:
    """Yield a finding for every variant of a term of several words."""
    places, written = _phrases(manuscript)
    rare: dict[_Phrase, _Phrase] = {}
    for _, phrases in groupby(sorted(places, key=len), len):
        for phrase, other_phrase in combinations(phrases, 2):
            few, many = sorted((phrase, other_phrase), key=lambda phrase: len(places[phrase]))
            least = max(_FACTOR_OF_VARIANT * len(places[few]), len(places.get(rare.get(few, ()), ())) + 1)
            if len(places[many]) >= least and _are_variants(manuscript, few, many, written[few]):
                rare[few] = many
    for few, many in rare.items():
        # Skip parts of a longer variant and words of another spelling: they are reported already.
        accented = any(unaccented(word) != word and unaccented(word) in manuscript.counts for word in few)
        if (
            not accented
            and not set(few) & known_terms.keys()
            and not any(
                len(longer) > len(few) and _contains(few, longer) and _contains(many, rare[longer])
                for longer in rare
                if longer != few and places[longer] == places[few]
            )
        ):
            yield _variant(manuscript, written[few], places[few], written[many], len(places[many]))


def _phrases(manuscript: Manuscript) -> tuple[dict[_Phrase, list[int]], dict[_Phrase, str]]:
    heads, links = {*map(plural_stem, manuscript.words_of("heads"))}, manuscript.words_of("term-links")
    held = manuscript.words_of("function-words") | links
    # A head may be misspelled itself: "the Used Unit maker".
    heads |= {
        word
        for word in map(plural_stem, manuscript.counts)
        for head in sorted(heads)
        if len(head) > _MIN_LETTERS and abs(len(word) - len(head)) < 2 and _count_slips(word, head)
    }
    separators = {*".,;:()/+-0123456789", *"".join(manuscript.quotes)}
    at_end = not manuscript.settings.get("head-first")
    places: dict[_Phrase, list[int]] = defaultdict(list)
    written: dict[_Phrase, str] = {}
    for passage in manuscript.passages:
        words = passage.words
        for start in range(len(words)):
            for stop in range(start + 2, min(start + _MAX_TERM_WORDS, len(words)) + 1):
                part = words[start:stop]
                between = passage.text[part[0].start : part[-1].start]
                if not separators.isdisjoint(between):
                    break
                small = [word.text.casefold() for word in part]
                head = plural_stem(small[-1] if at_end else small[0])
                if head not in heads or {small[0], small[-1]} & held or set(small) & held - links:
                    continue
                kept = [singular(word) for word in small if word not in held]
                kept[-1 if at_end else 0] = head
                key = tuple(kept)
                if len(key) > 1:
                    places[key].append(part[0].line)
                    written.setdefault(key, " ".join(word.text for word in part))
    return places, written


def _root(manuscript: Manuscript, word: str) -> str:
    return _stem(manuscript, word).removesuffix("e")


def _are_variants(manuscript: Manuscript, phrase: Sequence[str], other: Sequence[str], written: str) -> bool:
    """Return whether two terms of as many words may be one: all but one word agree.

    ``written`` is the first as it is written. A word for an agent ("shooter") is not a variant of the
    action, unless it is capitalised like a name.
    """
    if sorted(phrase) == sorted(other):
        return len(phrase) > 2
    apart = [(a, b) for a, b in zip(phrase, other, strict=True) if a != b]
    if len(apart) != 1:
        return False
    a, b = apart[0]
    if any(
        {plural_stem(a), plural_stem(b)} <= {*map(plural_stem, group)}
        for group in manuscript.settings.get("synonyms", ())
    ):
        return True
    if _stem(manuscript, a) == _stem(manuscript, b):
        doers = manuscript.words_of("agent-endings")
        return written.istitle() or not any(a.endswith(doer) for doer in doers)
    heads = {*map(plural_stem, manuscript.words_of("heads"))}
    return bool({a, b} & heads) and min(len(a), len(b)) >= _MIN_LETTERS and _count_slips(a, b) > 0


def _stem(manuscript: Manuscript, word: str) -> str:
    for ending in manuscript.settings.get("endings", ()):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            stem = word[: -len(ending)]
            return stem[:-1] if stem[-1] == stem[-2] else stem
    return word


def _contains(part: Sequence[str], whole: Sequence[str]) -> bool:
    return any(tuple(whole[i : i + len(part)]) == tuple(part) for i in range(len(whole)))
