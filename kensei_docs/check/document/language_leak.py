"""Words of another language in a document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript, ManuscriptPassage, WordSpan, unaccented
from kensei_docs.languages import language, singular
from kensei_docs.problems import check

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
