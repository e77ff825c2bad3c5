"""What is true of a language: every file in the folder is one, and keeps the promises of ``Language``."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from kensei_docs import languages
from kensei_docs.languages import (
    CAPITALS,
    SMALLS,
    Language,
    Lexicon,
    codes,
    codes_of_odds,
    is_language,
    language,
    noun_forms,
    plural_stem,
    singulars,
)
from kensei_docs.problems import Unusable


def test_the_file_is_the_registration() -> None:
    assert codes() == ("de", "en", "es", "fr", "ja")


@pytest.mark.parametrize("code", codes())
def test_a_language_is_called_what_babel_calls_it(code: str) -> None:
    from babel import Locale

    known, locale = language(code), Locale.parse(code)
    assert known.name == locale.english_name
    assert known.own_name.lower() == str(locale.get_display_name(code)).lower()


@pytest.mark.parametrize("code", codes())
def test_words_are_in_small_letters_and_patterns_compile(code: str) -> None:
    known = language(code)
    words = [
        *known.numbers,
        *known.fractions,
        *known.function_words,
        *known.determiners,
        *known.conjunctions,
        *known.unfinished,
        *known.endings,
    ]
    assert all(word == word.lower() for word in words)
    re.compile(known.divided_by)


@pytest.mark.parametrize("code", codes())
def test_a_word_for_a_number_is_no_word_for_a_fraction(code: str) -> None:
    assert not set(language(code).numbers) & set(language(code).fractions)


@pytest.mark.parametrize("code", codes())
def test_a_dictionary_is_there(code: str) -> None:
    found = language(code).dictionary
    for file in (found.words_file, found.pairs_file) if found else ():
        assert (resources.files("symspellpy") / file).is_file()


def test_a_language_without_a_file_has_its_names_and_nothing_else() -> None:
    assert language("it") == Language(name="Italian", own_name="Italiano")
    assert is_language("it")


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of a language's file, which is read in place of the shipped one."""
    copy = Path(shutil.copy(Path(languages.__file__).with_name("fr.yaml"), tmp_path))
    monkeypatch.setattr(languages, "_files", lambda: {"fr": copy})
    language.cache_clear()
    yield copy
    language.cache_clear()


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("area-by: sur par", "area-bye: sur par", ": 'area-bye': Extra inputs are not permitted; mend it"),
        (
            "exemples?(?:",
            "exemples?((?:",
            ": 'example': 'exemples?((?:\\s+de\\s+\\w+)?' is not a regular expression "
            "(missing ), unterminated subpattern); mend it",
        ),
        ("determiners: le", "determiners: {a: b} #", ": 'determiners': Input should be a valid frozenset; mend it"),
        ("times: {1: une fois}", "times: {one: une fois}", ": 'times.one.[key]': Input should be a valid integer"),
        ("number-links: {20: et}", "number-links: {et: 20}", ": 'number-links': invalid literal for int()"),
        ("own-name: Français", "own-name: [", ":5: is not YAML: did not find expected"),
    ],
)
def test_a_fault_is_told_with_its_file_and_its_entry(broken: Path, right: str, wrong: str, said: str) -> None:
    text = broken.read_text(encoding="utf-8")
    assert right in text
    broken.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(Unusable) as refused:
        language("fr")
    assert str(refused.value).startswith(f"{broken}{said}")


def test_odds_are_not_asked_in_a_language_that_is_only_read() -> None:
    assert codes_of_odds() == ("en", "es")


def test_a_code_of_no_language_is_its_own_name() -> None:
    assert language("qx") == Language(name="qx", own_name="qx")
    assert not is_language("qx")


def test_the_use_of_a_language_in_a_country_has_the_words_of_the_language() -> None:
    assert language("es_MX").cardinals == language("es").cardinals
    assert language("es_MX").own_name == "Español (México)"


@pytest.mark.parametrize("word", ["Élite", "Ñandú", "Ōyoroi", "Água"])
def test_letters_with_accents_are_letters(word: str) -> None:
    assert re.fullmatch(f"[{CAPITALS}][{SMALLS}]+", word)


@pytest.mark.parametrize("sign", ["º", "ª", "×", "÷", "5", "-", "_"])
def test_other_signs_are_none(sign: str) -> None:
    assert not re.fullmatch(f"[{CAPITALS}{SMALLS}]", sign)


LEXICON = Lexicon(language("en").dictionary, frozenset({"kawanushi", "mon"}))


def test_words_are_likelier_than_names_and_names_than_what_nobody_knows() -> None:
    likely = [LEXICON.likelihood(word) for word in ("the", "kawanushi", "qzxv", "qzxvq")]
    assert likely == sorted(likely, reverse=True)
    assert len(set(likely)) == 4


def test_a_word_nobody_knows_is_never_likelier_than_the_words_inside_it() -> None:
    assert LEXICON.likelihood("riverbankers") < LEXICON.likelihood("river") + LEXICON.likelihood("bankers", "river")


def test_a_word_is_likelier_after_the_one_that_it_often_follows() -> None:
    assert LEXICON.likelihood("course", "of") > LEXICON.likelihood("course") > LEXICON.likelihood("course", "very")


def test_short_words_are_those_of_the_language_and_no_abbreviations() -> None:
    dictionary = language("en").dictionary
    assert dictionary is not None
    assert {word for word in dictionary.counts if len(word) < 3} <= dictionary.short


def test_a_name_is_what_no_dictionary_has() -> None:
    assert LEXICON.is_name("Kawanushi") and "kawanushi" in LEXICON
    assert not LEXICON.is_name("river")
    assert "river" not in Lexicon(None, frozenset())


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        *(("archers", "archer"), ("abilities", "ability"), ("dashes", "dash"), ("arqueros", "arquero")),
        *(("leones", "leon"), ("luces", "luz"), ("jinetes", "jinete")),
    ],
)
def test_a_plural_leads_to_its_singular(plural: str, one: str) -> None:
    assert one in singulars(plural)
    assert singulars(one) == []


@pytest.mark.parametrize(("one", "other"), [("leon", "leones"), ("tirada", "tiradas"), ("horse", "horses")])
def test_a_singular_and_its_plural_share_a_stem(one: str, other: str) -> None:
    assert plural_stem(one) == plural_stem(other)


def test_what_says_how_something_is_done_is_no_noun() -> None:
    assert noun_forms("aproximadamente", language("es")) is None
    assert noun_forms("minutos", language("es")) == ("minuto", "minutos")
