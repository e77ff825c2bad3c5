"""Properties of languages, one file for each: ``en.yaml`` is English.

The file is the registration: it is named after the language's code. A language without a file still works: it has no
number words, no word list, and the name that Babel knows it by. Here are the singular and the plural of words, by the
endings that a language declares, and how likely words are in a text: those of a language's word list, and names that
the list doesn't have.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationError

from kensei_docs.discover import data_files
from kensei_docs.problems import Place, Problem, Unusable, unusable

# The capital and the small letters of all languages in Latin script (up to U+017F), for the inside
# of a regular expression's brackets: rf"[{CAPITALS}][{SMALLS}]+" finds "Élite".
_LETTERS = [letter for letter in map(chr, range(0x180)) if letter.lower() != letter.upper()]
CAPITALS = "".join(filter(str.isupper, _LETTERS))
SMALLS = "".join(filter(str.islower, _LETTERS))
# Natural logarithms of probabilities. A name counts as a rather common word; an unknown word is less likely
# with every letter, so that it is never likelier than the words inside it.
NAME = -10.0
UNKNOWN = -19.0
UNKNOWN_LETTER = -0.4
# The weight, 0 to 1, of how often a word follows the word before it; the rest is the weight of how common it is by
# itself.
FOLLOWS = 0.6
# If one of two words is this many times as frequent as the other, they are not the forms of one noun: "thi", "this".
_MAX_FREQUENCY_RATIO = 100


# The letters that at least begin the name of a language, and how much alike a slip of the hand and the name are.
_LEAST_OF_NAME = 2
_ALIKE = 0.8
# The name of the check that finds faults of these files.
_CHECK = "language"


def _listed(value: Any) -> Any:
    """Return the words of a text; phrases stand in a list, which is returned unchanged."""
    return value.split() if isinstance(value, str) else value


def _numbers(value: Any) -> Any:
    """Return numbers by their words, of texts of words by their first number; several words for one have strokes.

    >>> _numbers({1: "un/une deux", 20: "vingt"})
    {'un': 1, 'une': 1, 'deux': 2, 'vingt': 20}
    """
    if not isinstance(value, Mapping):
        return value
    return {
        word: int(first) + more
        for first, text in value.items()
        for more, same in enumerate(str(text).split())
        for word in same.split("/")
    }


def _by_word(value: Any) -> Any:
    """Return a mapping from each word to its value; the words of a value have strokes between them."""
    if not isinstance(value, Mapping):
        return value
    return {word: of for of, same in value.items() for word in str(same).split("/")}


def _pairs(value: Any) -> Any:
    return tuple(value.items()) if isinstance(value, Mapping) else value


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"'{text}' is not a regular expression ({error.msg})") from None
    return text


# The types of facts, each with the form in which a file may have it.
Words = Annotated[frozenset[str], BeforeValidator(_listed)]
Phrases = Annotated[tuple[str, ...], BeforeValidator(_listed)]
Pair = Annotated[tuple[str, str], BeforeValidator(_listed)]
Numbers = Annotated[Mapping[str, int], BeforeValidator(_numbers)]
Pattern = Annotated[str, AfterValidator(_pattern)]
Patterns = Annotated[tuple[Pattern, ...], BeforeValidator(_listed)]
Endings = Annotated[tuple[tuple[str, str], ...], BeforeValidator(_pairs)]
EndingPatterns = Annotated[tuple[tuple[Pattern, str], ...], BeforeValidator(_pairs)]


class _Facts(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, alias_generator=lambda name: name.replace("_", "-")
    )


class Dictionary(_Facts):
    """A language's words with how common each is, from the lists that come with symspellpy.

    ``words_file`` and ``pairs_file`` are the names of those lists, ``short`` the language's words of
    one or two letters: the lists have many more, all abbreviations, which look like parts of broken words.
    """

    words_file: str
    pairs_file: str
    short: Words

    @cached_property
    def counts(self) -> dict[str, int]:
        """The words, each with its count."""
        fields = (line.split() for line in _lines(self.words_file))
        return {word: int(count) for word, count in fields if len(word) > 2 or word in self.short}

    @cached_property
    def pairs(self) -> dict[str, dict[str, int]]:
        """The words that follow each word, with the count of the pair."""
        pairs: dict[str, dict[str, int]] = {}
        for line in _lines(self.pairs_file):
            first, second, count = line.split()
            pairs.setdefault(first, {})[second] = int(count)
        return pairs

    @cached_property
    def total(self) -> int:
        """The sum of the counts of all words."""
        return sum(self.counts.values())

    @cached_property
    def followed(self) -> dict[str, int]:
        """How often each word is followed by another."""
        return {word: sum(following.values()) for word, following in self.pairs.items()}


def _lines(file: str) -> list[str]:
    return (resources.files("symspellpy") / file).read_text(encoding="utf-8-sig").splitlines()


class Language(_Facts):
    """The facts about a language that code needs. Words are in lower case.

    The fields for which a language has nothing keep their defaults. In a file, their names have hyphens. Words stand in
    a text (``of in into``), and phrases in a list (``[or more, or better]``). Numbers stand at their words, which go on
    from the first, with strokes between those of one number (``{1: un/une deux, 20: vingt}``); endings at what each is
    replaced with (``{ies: y}``).
    """

    name: str  # in English
    own_name: str
    also_called: Words = frozenset()  # other names of it

    # Numbers as words: "two", "twice", and the fraction of a word such as "half".
    cardinals: Numbers = {}
    multiples: Numbers = {}
    # The words of larger numbers; those that multiply what stands before them; and those that join the parts of a
    # number, each with the least number before it: "hundred and two".
    larger_numbers: Numbers = {}
    multipliers: Numbers = {}
    number_links: Numbers = {}
    fractions: Annotated[Mapping[str, str], BeforeValidator(_by_word)] = {}
    ordinals: Words = frozenset()  # words of fractions that are ordinals too: "a third of them", "the third costs 3"
    # The words to print for a fraction (before a noun), for how often (``twice``), and the pattern for any other number
    # (``%s times``).
    shares: Mapping[str, str] = {}
    times: Mapping[int, str] = {}
    times_of: str = ""
    # The words for how many times as much, if they are others ("el doble de"), and numbers in their feminine form and
    # in their form before a masculine noun.
    multiple_words: Mapping[int, str] = {}
    feminine: Mapping[int, str] = {}
    masculine: Mapping[int, str] = {}
    agreeing: Words = frozenset()  # have the gender of the noun after them: articles and the like
    each: Words = frozenset()  # before one of several: "What does each skill do?"
    partitives: Words = frozenset()  # between a few and all: "one of them"
    exceptions: Words = frozenset()  # begin a phrase that takes a case out: "except when charging"
    # Words that follow a figure without being counted by it: "a natural 6 always succeeds".
    uncounted: Words = frozenset()
    divided_by: Pattern = ""  # a regular expression of what stands before a divisor: "divide the hits by "
    ordinal_endings: Phrases = ()  # letters: 2nd
    per_cent: Phrases = ()  # the words for %
    halves: Annotated[Mapping[str, float], BeforeValidator(_by_word)] = {}  # words for a number and a half: anderthalb
    die: str = "D"  # the letter of dice: 2D6, in German 2W6
    at_least: Phrases = ()  # what makes 5 mean 5+: "5 or more"
    at_most: Phrases = ()  # what makes 5 the most: "5 or less"; the first of them is printed
    adverb_ending: str = ""  # what no noun ends in: aproximadamente
    area_by: Phrases = ()  # the "by" of "90 by 120 cm"
    range_to: Phrases = ()  # the "to" of "2 to 4"
    # The words around a figure (``%s``) that say what is in bounds: of ``at-least`` and ``at-most`` the figure is, of
    # ``above`` and ``below`` not; and the words that turn such a clause round: "nobody has more than 2".
    bounds: Mapping[str, Phrases] = {}
    negations: Words = frozenset()
    # The words for units of length, by the sign of the unit: cm, m, mm, in, ft, hex.
    units: Mapping[str, Phrases] = {}
    # The printed singular and plural of a unit that has a word and no sign.
    unit_names: Mapping[str, Pair] = {}

    function_words: Words = frozenset()  # hold sentences together, and show the language of a text
    determiners: Words = frozenset()  # two of them never follow one another
    conjunctions: Words = frozenset()  # join two names: "and", "or"
    index_articles: Words = frozenset()  # an index sorts a name by the word after them
    term_links: Words = frozenset()  # may stand inside of a term: "order of march"
    unfinished: Words = frozenset()  # no heading ends in one of them
    versus: Words = frozenset()  # between two sides of a fight
    fillers: Words = frozenset()  # say nothing in a description of a troop: "with", "and"
    head_first: bool = False  # whether a term of two words begins with what it is: "tirada de combate"
    doubled: Words = frozenset()  # may stand twice in a row
    quotes: Pair = ('“"', '”"')  # the marks that open a quotation, and those that close one
    # The marks that are printed for straight ones: of a quotation, of one inside of it, and of one in single marks.
    quotation_marks: tuple[Pair, Pair, Pair] = (("“", "”"), ("‘", "’"), ("‘", "’"))
    elisions: Words = frozenset()  # begin with an apostrophe: 'tis
    # The ending of the plural, and that of the singular; the usual ending first.
    plurals: Endings = ()
    # Whether such an ending is one only where the document has the singular, too: German "Schiffe", but not "Runde".
    plurals_need_singular: bool = False
    # Regular expressions of endings, the first that fits, with the endings of the singular and of the plural.
    singular_endings: EndingPatterns = ()
    plural_endings: EndingPatterns = ()
    articles_of_one: Words = frozenset()  # before a number that counts nothing: "on a 6"
    # Longer endings of plurals, of which the singular is sure: "habilidades".
    sure_plurals: Endings = ()
    # Endings that make other words of one stem, longest first; those of somebody who does it.
    endings: Phrases = ()
    agent_endings: Phrases = ()
    notices: Pattern = (
        ""  # a regular expression of what begins the heading of a section about rights, thanks and the like
    )
    licence: Pattern = (
        ""  # a regular expression of what the first sentence of such a section says, if its heading does not
    )
    rulebook: Pattern = (
        ""  # a regular expression of what stands before or behind a game's name in its title, as in Rules of
    )
    is_a: Pattern = ""  # a regular expression of the words between a game's name and what sort of game it is
    example: Pattern = ""  # a regular expression of what heads a worked example
    totals: Words = frozenset()  # what the row of a list is called that adds up the others
    averages: Words = frozenset()  # the same, of a row that has their average
    beside_totals: Words = frozenset()  # other words of such a name: "grand total"
    points: Words = frozenset()  # stand beside a number of points in a list that people wrote: "50 pts"
    for_example: Phrases = ()  # begin a sentence that is an example
    version_words: Words = frozenset()  # stand before the number of a version
    numbered_parts: Words = frozenset()  # parts of a book that have numbers: "Chapter 3"
    numbered_points: Words = frozenset()  # the same, in small letters inside a sentence: "from point 4 on"
    when_words: Phrases = ()  # stand before a year: "in 1850"
    page_words: Words = frozenset()  # stand before or after the number of a page
    # Regular expressions of words that refer to the sentence before, or to the other side of a comparison.
    leaning_words: Patterns = ()
    spellings: Endings = ()  # two ways to write one sound
    dictionary: Dictionary | None = None

    @property
    def numbers(self) -> dict[str, int]:
        """The words for whole numbers, "two" and "twice"."""
        return {**self.cardinals, **self.multiples}


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of the languages that have a file here or in an installed package, sorted."""
    return tuple(_files())


@cache
def _files() -> dict[str, Path]:
    return data_files(sys.modules[__name__], "languages")


@cache
def codes_of_odds() -> tuple[str, ...]:
    """Return the codes of the languages that a fight can be described in: those with words between its two sides.

    The words of the others are not looked for in such a description: "elf" is a number in German.
    """
    return tuple(code for code in codes() if language(code).versus)


@cache
def language(code: str) -> Language:
    """Return the facts about a language (``es``) or about its use in one country (``es_MX``).

    A language without a file has its names from Babel, and where Babel doesn't know it either,
    both names are the code.
    """
    base = re.split("[-_]", code)[0].lower()
    file = _files().get(base)
    if file and base == code:
        return _read(file)
    name, own_name = _babel_names(code) or (code, code)
    return language(base).model_copy(update={"own_name": own_name}) if file else Language(name=name, own_name=own_name)


# The values of files by code, where they are known without the files.
_known: dict[str, Any] = {}


def file_values() -> dict[str, Any]:
    """Return the value of each language's file, by its code."""
    return {code: _known[code] if code in _known else _value(file) for code, file in _files().items()}


def use_values(values: Mapping[str, Any]) -> None:
    """Take values that ``file_values`` gave in place of the files, which need not be parsed then."""
    _known.clear()
    _known.update(values)
    language.cache_clear()


def _value(file: Path) -> Any:
    from ruamel.yaml import YAML

    return YAML(typ="safe").load(file.read_bytes())


def _read(file: Path) -> Language:
    """Return the language of a file; raises Unusable with all its faults."""
    if file.stem in _known:
        return Language.model_validate(_known[file.stem])
    from ruamel.yaml.error import YAMLError

    try:
        return Language.model_validate(_value(file))
    except YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        message = f"is not YAML: {getattr(fault, 'problem', None) or fault}; mend it"
        raise unusable(file, message, _CHECK, mark and mark.line + 1) from None
    except ValidationError as invalid:
        faults = [(".".join(map(str, one["loc"])) or "the file", one["msg"]) for one in invalid.errors()]
        messages = (f"'{key}': {said.removeprefix('Value error, ')}; mend it" for key, said in faults)
        raise Unusable(*(Problem(Place(str(file)), message, _CHECK) for message in messages)) from None


def is_language(code: str) -> bool:
    """Return whether a code is that of a language, with or without a file here."""
    return code in codes() or _babel_names(code) is not None


@cache
def language_named(word: str, spoken: str) -> str:
    """Return the code of a language by its code or name: in English, in the language ``spoken``, or in its own.

    It is empty for another word.

    >>> [language_named(word, "en") for word in ("ES", "Spanish", "español", "cards")]
    ['es', 'es', 'es', '']
    """
    from babel import Locale

    name = word.strip().casefold()
    if re.fullmatch(r"[a-z]{2,3}", name):
        return name if is_language(name) else ""
    for of in ("en", spoken):
        for code, called in Locale.parse(of).languages.items() if _babel_names(of) else ():
            if called.casefold() == name:
                return str(code)
    own = ((code, _babel_names(code)) for code in codes())
    return next((code for code, names in own if names and names[1].casefold() == name), "")


@cache
def language_meant(word: str) -> str:
    """Return the code of the language with a file here that a word, which names none, is likely meant for.

    It is the beginning of a name of that language, another name, or almost its name; empty for another word.

    >>> [language_meant(word) for word in ("sp", "castellano", "Spansih", "esp", "short")]
    ['es', 'es', 'es', 'es', '']
    """
    meant = word.strip().rstrip(".").casefold()
    if len(meant) < _LEAST_OF_NAME or not meant.isalpha() or is_language(meant):
        return ""
    names: dict[str, str] = {}
    for code in codes():
        of = language(code)
        for name in (of.name, of.own_name, *of.also_called):
            names.setdefault(name.casefold(), code)
    begun = sorted({code for name, code in names.items() if name.startswith(meant)})
    near = get_close_matches(meant, names, 1, _ALIKE)
    return begun[0] if len(begun) == 1 else names[near[0]] if near and not begun else ""


@cache
def _babel_names(code: str) -> tuple[str, str] | None:
    from babel import Locale
    from babel.localedata import exists

    if not exists(code):
        return None
    locale = Locale.parse(code)
    names = (locale.get_display_name(spoken) or code for spoken in ("en", code))
    name, own_name = (text[:1].upper() + text[1:] for text in names)
    return name, own_name


def singular(word: str) -> str:
    """Return a word without the plural ``s`` or the possessive ``'s``, which the languages here share."""
    word = re.sub("['’]s$", "", word)
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def singulars(word: str) -> list[str]:
    """Return the possible singulars of a word, in any language that odds are asked in: "luce", "luc" and "luz" of
    "luces"."""
    endings = (pair for code in codes_of_odds() for pair in language(code).plurals)
    return list(
        dict.fromkeys(word.removesuffix(plural) + singular for plural, singular in endings if word.endswith(plural))
    )


def plural_stem(word: str) -> str:
    """Return a stem that the singular and the plural of a word have in common, in any language here.

    It is for comparing words, not for printing: "leon" for leones and leon, "hors" for horse.
    """
    return singular(word).removesuffix("e")


def noun_forms(word: str, grammar: Language) -> tuple[str, str] | None:
    """Return the singular and the plural of a word that may be a noun, None for any other word.

    If the language has a word list, it must have both forms, or none of the two: then the word is a name.
    """
    lower = word.lower()
    adverb = grammar.adverb_ending and lower.endswith(grammar.adverb_ending) and lower != grammar.adverb_ending
    if lower in grammar.function_words | grammar.uncounted or adverb:
        return None
    singular, plural = _with_ending(word, grammar.singular_endings), _with_ending(word, grammar.plural_endings)
    if singular and _both_in_print(singular.lower(), lower, grammar):
        return singular, word
    return (word, plural) if plural and not singular and _both_in_print(lower, plural.lower(), grammar) else None


def _with_ending(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    """Return a word with the first of these endings that it has replaced; empty if it has none of them."""
    return next(
        (re.sub(ending, other, word, flags=re.I) for ending, other in endings if re.search(ending, word, re.I)), ""
    )


def _both_in_print(singular: str, plural: str, grammar: Language) -> bool:
    """Return whether the word list has both forms about as often, or none of them."""
    counts = grammar.dictionary.counts if grammar.dictionary else {}
    if singular not in counts and plural not in counts:
        return True
    few, most = sorted((counts.get(singular, 0), counts.get(plural, 0)))
    return few * _MAX_FREQUENCY_RATIO > most


@dataclass(frozen=True)
class Lexicon:
    """How likely words are in a text: those of its language, and names, in small letters, that no dictionary has.

    ``small`` are the language's function words, which are known without a dictionary, ``numbers`` its number words.
    """

    dictionary: Dictionary | None
    names: frozenset[str]
    small: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()

    @property
    def words(self) -> Collection[str]:
        """The words of the language; none where it has no dictionary."""
        return self.dictionary.counts if self.dictionary else ()

    def __contains__(self, word: str) -> bool:
        return word in self.words or word in self.names

    def is_name(self, word: str) -> bool:
        """Return whether a word, in any case, is a name and not in the dictionary."""
        return word.lower() in self.names and word.lower() not in self.words

    def likelihood(self, word: str, before: str = "") -> float:
        """Return the natural logarithm of the probability of ``word``, in small letters, here after ``before``."""
        if self.dictionary is None or word not in self.dictionary.counts:
            return NAME if word in self.names else UNKNOWN + UNKNOWN_LETTER * len(word)
        alone = self.dictionary.counts[word] / self.dictionary.total
        following = self.dictionary.pairs.get(before)
        if not following:
            return math.log(alone)
        share = following.get(word, 0) / self.dictionary.followed[before]
        return math.log(FOLLOWS * share + (1 - FOLLOWS) * alone)
