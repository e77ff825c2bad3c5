"""Terms of a text are spelled in one way, and every term that it uses is a term of the document."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby

from symspellpy.editdistance import DistanceAlgorithm, EditDistance

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript, ManuscriptPassage, shared_start, unaccented
from kensei_docs.languages import CAPITALS, plural_stem, singular
from kensei_docs.problems import check

# How often a word has to occur to be taken for right.
_MIN_OCCURRENCES = 3
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

    In a document: an unknown name that is a letter or two off a known one; two spellings of one word; a term of several
    words that also stands with another word, another ending or another order. What stands more often is taken for the
    name.

    Wrong: Ashigari beside Ashigaru; honor beside honour; "Shooting Roll" beside "Shoot Roll"; "Retreat Unit marker"
    beside "Unit in Retreat marker". Right: "Shoot Roll" beside "Shoot order".
    """
    places: _Places = defaultdict(list)
    written: dict[str, str] = {}
    for passage in manuscript.passages:
        for word in passage.words:
            places[word.text.casefold()].append(word.line)
            written.setdefault(word.text.casefold(), word.text)
    misspelled = dict(_misspelled(manuscript, places))
    spelled = dict(_words_spelled_twice(manuscript, places))
    for slip, meant in {**spelled, **misspelled}.items():
        yield _variant(manuscript, written[slip], places[slip], written.get(meant, meant), len(places.get(meant, ())))
    yield from _terms(manuscript, {**spelled, **misspelled})


def _variant(manuscript: Manuscript, word: str, lines: list[int], meant: str, times: int) -> Finding:
    often = f", which stands {times} times" if times > 1 else ", which stands once" if times else ""
    message = f"'{word}'{manuscript.also(lines)} looks like a variant of '{meant}'{often}; keep to one"
    return manuscript.finding(lines[0], message, *dict.fromkeys(lines[1:]))


def _misspelled(manuscript: Manuscript, places: _Places) -> Iterator[tuple[str, str]]:
    """Yield unknown, rare words, each with the similar known one."""
    names = {word for word in manuscript.own_names if len(word) >= _MIN_LETTERS}
    names |= {
        word
        for word, lines in places.items()
        if len(lines) >= _MIN_OCCURRENCES
        and len(word) >= _MIN_LETTERS
        and not (manuscript.complete and word in manuscript.known)
    }
    unknown = {
        word: lines for word, lines in places.items() if len(word) >= _MIN_LETTERS and _is_unknown(manuscript, word)
    }
    for word, lines in unknown.items():
        plain = singular(word)
        near = [
            name
            for name in names
            if abs(len(name) - len(plain)) <= 1
            and name[0] == unaccented(plain[0])
            and singular(name) != plain
            and (
                (name in manuscript.own_names and len(lines) < _MIN_OCCURRENCES)
                or len(places.get(name, ())) >= _RARER_FACTOR * len(lines)
            )
            and (
                _count_slips(name, plain, 2 if len(plain) > _MIN_LETTERS + 1 else 1)
                if manuscript.complete
                else _is_typing_slip(name, plain)
            )
        ]
        if near:
            yield word, max(near, key=lambda name: (shared_start(name, word), len(places.get(name, ())), name))


def _is_unknown(manuscript: Manuscript, word: str) -> bool:
    """Return whether a word is in no list: of its language, of another, or of names."""
    word_lists = (manuscript.own_names, manuscript.known)
    accented = unaccented(word) != word and unaccented(word) in manuscript.forms
    foreign = any(word in words for words in manuscript.foreign.values())
    listed = any(form in words for form in (word, singular(word)) for words in word_lists)
    return word.isalpha() and not (accented or foreign or listed)


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
    if not manuscript.complete:
        pairs += [
            (word, unaccented(word)) for word in places if len(word) > _MIN_LETTERS and word not in manuscript.known
        ]
    else:
        # If the word without its accent is unknown too, it is a name, and the accent another spelling.
        pairs += [
            (word, unaccented(word))
            for word in places
            if len(word) >= _MIN_LETTERS and unaccented(word) not in manuscript.forms
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
        accented = any(unaccented(word) != word and unaccented(word) in manuscript.forms for word in few)
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


_MAX_OCCURRENCES = 3  # times that a word of a term stands in the document


@check("error")
def undefined_term(manuscript: Manuscript) -> Iterator[Finding]:
    """A term that a rule uses is a term of the document.

    In a document: a capitalised word beside the word for what it is ("Ember Roll", "marcador de Brasa") stands in no
    heading, in no name, and in hardly any other place.

    Wrong: "place a Harvest marker", where nothing else has a harvest. Right: "make an Honour Roll" under HONOUR ROLLS.
    """
    heads = {singular(word) for word in manuscript.words_of("heads")}
    heads |= {singular(word) for words in manuscript.settings.get("nouns", {}).values() for word in words}
    titled = {word for title in manuscript.titles for word in manuscript.folded(title.text)}
    held = manuscript.words_of("function-words") | manuscript.words_of("vague")
    references = list(manuscript.matches(*manuscript.patterns("references")))
    often: Counter[str] = Counter()
    for word, times in manuscript.counts.items():
        often[singular(word)] += times
    for passage in manuscript.passages if heads else ():
        for word, line, text in _named(manuscript, passage, heads):
            small = singular(unaccented(word.casefold()))
            is_known = small in titled or small in held or word.casefold() in manuscript.own_names
            # A reference to a missing section is reported by `section_reference`.
            is_known = is_known or any(line == line_of_reference for _, line_of_reference in references)
            if not is_known and often[small] <= _MAX_OCCURRENCES and manuscript.forms[word] <= 1:
                yield manuscript.finding(
                    line, f"'{text}' is explained nowhere; define it, or use the term that is meant"
                )


def _named(manuscript: Manuscript, passage: ManuscriptPassage, heads: set[str]) -> Iterator[tuple[str, int, str]]:
    """Yield the capitalised words beside a word for a kind of thing: (word, line, both)."""
    if passage.heading:
        return
    links = manuscript.words_of("term-links") | manuscript.words_of("name-articles")
    words = passage.words
    first = manuscript.settings.get("head-first", False)
    for index, head in enumerate(words):
        if singular(head.text.casefold()) not in heads:
            continue
        other_index = index + 1 if first else index - 1
        while first and other_index < len(words) and words[other_index].text.casefold() in links:
            other_index += 1
        if not 0 <= other_index < len(words):
            continue
        first_word, second_word = (head, words[other_index]) if first else (words[other_index], head)
        between = passage.text[first_word.start + len(first_word.text) : second_word.start]
        text = passage.text[first_word.start : second_word.start + len(second_word.text)]
        named = words[other_index]
        # A line that begins with the head may be another row or sentence.
        if not first and head.start in passage.starts and head.text[0].isupper():
            continue
        opens = not first and (named.start == 0 or re.search(r"[.:!?•]\s*$", passage.text[: named.start]))
        if re.fullmatch(rf"[{CAPITALS}][^'’]*", named.text) and not opens and re.fullmatch(r"(?: [a-z]+)* |-", between):
            yield named.text, named.line, text
