"""What the kinds of a draft are called: a file is named in the plural, as headings are, its records in the singular."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from kensei_docs.languages import Language
from kensei_docs.slugs import slug_of

# A singular is rarer than its plural by less than this.
_RARER = 50


def kind_of(name: str, spoken: Language) -> tuple[str, str]:
    """Return the file (without .yaml) and the kind of records that a person names, in the plural or the singular.

    Both are empty where the name has no Latin letters and digits.
    """
    stem = slug_of(name)
    kind = singular_of(stem, spoken)
    return (_plural_of(stem, spoken), kind) if stem and kind == stem else (stem, kind)


def singular_of(stem: str, spoken: Language, own: Collection[str] = ()) -> str:
    """Return the singular of the name of a file; a word of the document's ``own`` is the likeliest."""

    def singular(word: str) -> str:
        ways = [slug_of(word.removesuffix(many) + one) for many, one in _endings(spoken) if word.endswith(many)]
        return next((way for way in ways if way in own), "") or _likeliest_singular(word, ways, spoken)

    return _with_head(stem, spoken, singular)


def _plural_of(kind: str, spoken: Language) -> str:
    def plural(word: str) -> str:
        endings = sorted(((many, slug_of(one)) for many, one in _endings(spoken)), key=lambda pair: -len(pair[1]))
        ways = [word.removesuffix(one) + many for many, one in endings if word.endswith(one)]
        best = max(ways, key=lambda way: _count(way, spoken), default=word)
        # What looks like a plural, such as "species", gets no ending that nobody writes.
        return word if not _count(best, spoken) and word.endswith(spoken.plurals[0][0]) else best

    return _with_head(kind, spoken, plural) if spoken.plurals else kind


def _with_head(name: str, spoken: Language, change: Callable[[str], str]) -> str:
    """Return a name with the word changed that says what it is."""
    if spoken.head_first:
        word, between, rest = name.partition("-")
        return f"{change(word)}{between}{rest}"
    start, between, word = name.rpartition("-")
    return f"{start}{between}{change(word)}"


def _likeliest_singular(word: str, ways: Sequence[str], spoken: Language) -> str:
    """Return the singular of a word that a language's word list makes likely: of "species" it is "species"."""
    best = max(ways, key=lambda way: _count(way, spoken), default=word)
    return word if _count(best, spoken) * _RARER < _count(word, spoken) else best


def _endings(spoken: Language) -> tuple[tuple[str, str], ...]:
    return (*spoken.sure_plurals, *spoken.plurals)


def _count(word: str, spoken: Language) -> int:
    return spoken.dictionary.counts.get(word, 0) if spoken.dictionary else 0
