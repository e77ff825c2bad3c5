"""Terms of the glossary in messages: finds those whose capitals differ from the glossary's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kensei_docs.languages import language as language_of

# The text before the first word of a sentence, or of a part in brackets or quotation marks.
_BEGINNING = re.compile(r"(?:^|[.:?!…])\W*$|[^\w\s,;/-]$")


class TermSpelling:
    """The terms of the glossary in one language that are more than one word, as it writes them."""

    def __init__(self, glossary: Iterable[Mapping[str, str]], language: str) -> None:
        grammar = language_of(language)
        # A term with an abbreviation in brackets is a label; one that begins with a function word may be common words.
        spellings = dict.fromkeys(entry[language] for entry in glossary if language in entry)
        words = ((term, term.split()) for term in spellings if "(" not in term)
        self._terms = {
            " ".join(term).lower(): spelling
            for spelling, term in words
            if len(term) > 1 and term[0].lower() not in grammar.function_words
        }
        endings = "|".join(sorted({ending for ending, _ in grammar.plurals}, key=len, reverse=True))
        self._plural = rf"(?:{endings})?" if endings else ""
        longest = sorted(self._terms, key=len, reverse=True)
        self._any = [
            (term.split()[0], term.split()[-1], re.compile(self._pattern(term), re.I), self._terms[term])
            for term in longest
        ]

    def _pattern(self, term: str) -> str:
        words = r"\s+".join(re.escape(word) + self._plural for word in term.split())
        return rf"(?<![\w-])(?:{words})(?![\w-])"

    def misspelled(self, words: str) -> Iterator[tuple[str, str]]:
        """Yield each term of a message whose capitals are others than the glossary's, and the glossary's spelling."""
        taken_spans: list[range] = []
        lowered = words.lower()
        for first, last, pattern, term in self._any:
            # Most terms don't stand in a message: their patterns take ten times as long to say so.
            if first not in lowered or last not in lowered:
                continue
            for match in pattern.finditer(words):
                # A longer term has been there: "movement" in "charge movement".
                if any(match.start() in span for span in taken_spans):
                    continue
                taken_spans.append(range(match.start(), match.end()))
                if match.group() != words and not _capitals_fit(
                    match.group().split(), term.split(), bool(_BEGINNING.search(words[: match.start()]))
                ):
                    yield match.group(), term


def _capitals_fit(words: Sequence[str], term: Sequence[str], starts_sentence: bool) -> bool:
    """Return whether words have the capitals of a term; the first may have another at the beginning of a sentence.

    A name with one capital ("Retar a duelo") is written small inside a sentence where it is not a name.
    """
    if any(word[:1] != other[:1] for word, other in zip(words[1:], term[1:], strict=True)):
        return False
    if words[0][:1] == term[0][:1]:
        return True
    capitals_inside = any(word[:1].isupper() for word in term[1:])
    return starts_sentence if term[0][:1].islower() else not capitals_inside
