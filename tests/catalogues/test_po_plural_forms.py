"""Words agree with figures: forms by plural category, figures as words, and the checks that hold both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.number_words import number_in_words
from kensei_docs.catalogues.po import PluralForms, Translation, joined
from kensei_docs.database import load
from kensei_docs.database.placeholders import Forms, counted_in, forms_of
from kensei_docs.project import Project, shipped
from tests.messages import ABILITY

EDITION = "id: marsh-1e\nname: Marsh\ngame: marsh\nlanguage: en\nunits: cm\ndocuments: []\n"


@pytest.fixture
def said(project_of: Callable[[dict[str, str]], Path]) -> Callable[..., str]:
    """Return what a message with its figures says, in English or as a catalogue has it in a language."""

    def say(text: str, figures: str, language: str = "en", translation: str = "", header: str = "") -> str:
        catalogue = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n{header}\n\n'
        entry = f'msgctxt "marsh-1e/ability/reload.text"\n{translation}\n'
        folder = project_of(
            {
                "data/editions/marsh-1e/edition.yaml": EDITION,
                "data/editions/marsh-1e/abilities.yaml": ABILITY.format(figures=figures, text=text),
                f"data/locale/{language}/marsh-1e.po": catalogue + entry if translation else catalogue,
            }
        )
        project = Project.open(folder)
        database, problems = load(project, ["marsh-1e"])
        assert [str(problem) for problem in problems] == []
        translator = Translator(project, database, language)
        found = translator.text(database.editions["marsh-1e"].records["ability/reload"])
        assert translator.problems == []
        return found.replace("\u00a0", " ")

    return say


REMOVE = "Remove %(markers)s {marker|markers}."
ONE_MANY = 'msgid "Remove %(markers)s marker."\nmsgid_plural "Remove %(markers)s markers."\n'
SPANISH = 'msgstr[0] "Quita %(markers)s marcador."\nmsgstr[1] "Quita %(markers)s marcadores."'
POLISH = 'msgstr[0] "%(markers)s znacznik"\nmsgstr[1] "%(markers)s znaczniki"\nmsgstr[2] "%(markers)s znaczników"'
POLISH_RULE = (
    '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"'
)


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        ("1", "Remove 1 marker."),
        ("2", "Remove 2 markers."),
        ("0", "Remove 0 markers."),
        ("1D6", "Remove 1D6 markers."),
        ("1/2", "Remove ½ markers."),
        ("1.5", "Remove 1.5 markers."),
        ("1-3", "Remove 1–3 markers."),
        ("null", "Remove ____ markers."),
    ],
)
def test_english_has_a_form_for_one_and_a_form_for_several(said: Callable[..., str], figure: str, words: str) -> None:
    assert said(REMOVE, f"markers: {figure}") == words


@pytest.mark.parametrize(("figure", "words"), [("1", "Quita 1 marcador."), ("2", "Quita 2 marcadores.")])
def test_a_translation_has_forms_of_its_own(said: Callable[..., str], figure: str, words: str) -> None:
    assert said(REMOVE, f"markers: {figure}", "es", ONE_MANY + SPANISH) == words


@pytest.mark.parametrize(
    ("figure", "words"), [("1", "1 znacznik"), ("3", "3 znaczniki"), ("5", "5 znaczników"), ("22", "22 znaczniki")]
)
def test_a_language_has_as_many_forms_as_it_needs(said: Callable[..., str], figure: str, words: str) -> None:
    assert said(REMOVE, f"markers: {figure}", "pl", ONE_MANY + POLISH, POLISH_RULE) == words


def test_the_form_for_exactly_one_need_not_name_it(said: Callable[..., str]) -> None:
    message = "Usable {once|%(limit|words)s times} per battle."
    assert said(message, "limit: 1") == "Usable once per battle."
    assert said(message, "limit: 3") == "Usable three times per battle."
    assert Translation(("a", "b"), "b", PluralForms(2, "n > 1")).of_exactly_one is None
    assert Translation(("a", "b"), "b", PluralForms(2, "n != 1")).of_exactly_one == "a"


@pytest.mark.parametrize(
    ("message", "forms", "counted"),
    [
        ("Nothing.", Forms("Nothing."), []),
        (REMOVE, Forms("Remove %(markers)s marker.", "Remove %(markers)s markers.", "markers"), ["markers"]),
        ("{It takes|They take} %(n)s.", Forms("It takes %(n)s.", "They take %(n)s.", "n"), ["n"]),
        ("%(a)s of {once|%(b|words)s times}", Forms("%(a)s of once", "%(a)s of %(b|words)s times", "b"), ["b"]),
        ("%(a)s {x|xs}, %(b)s {y|ys}", Forms("%(a)s x, %(b)s y", "%(a)s xs, %(b)s ys", "a"), ["a", "b"]),
    ],
)
def test_words_in_braces_agree_with_the_figure_inside_or_nearest(
    message: str, forms: Forms, counted: list[str]
) -> None:
    assert forms_of(message) == forms
    assert list(counted_in(message)) == counted


@pytest.mark.parametrize(
    ("figure", "way", "english", "spanish"),
    [
        ("2", "words", "two", "dos"),
        ("12", "words", "twelve", "doce"),
        ("13", "words", "13", "13"),
        ("1", "times", "once", "una vez"),
        ("2", "times", "twice", "dos veces"),
        ("4", "times", "four times", "cuatro veces"),
        ("1", "words", "one", "uno"),
        ("1", "feminine", "one", "una"),
        ("1", "masculine", "one", "un"),
        ("3", "masculine", "three", "tres"),
        ("3", "feminine", "three", "tres"),
        ("2", "multiple", "twice", "doble"),
        ("5", "multiple", "five times", "cinco veces"),
        ("1/2", "words", "half", "la mitad"),
        ("1/3", "words", "a third of", "un tercio"),
        ("1/7", "words", "1⁄7", "1⁄7"),
        ("10 cm", "words", "10\u00a0cm", "10\u00a0cm"),
        ("+2", "words", "+2", "+2"),
        ("1D6", "times", "1D6", "1D6"),
    ],
)
def test_a_figure_is_said_in_words_where_a_message_asks(figure: str, way: str, english: str, spanish: str) -> None:
    assert (number_in_words(figure, "en", way), number_in_words(figure, "es", way)) == (english, spanish)


def test_a_language_without_words_for_numbers_has_digits() -> None:
    assert (number_in_words("2", "tlh", "words"), number_in_words("2", "tlh", "times")) == ("2", "2 ×")


def test_a_word_that_begins_a_sentence_has_a_capital(said: Callable[..., str]) -> None:
    message = "%(n|words)s of them. %(n|words)s, and no more than %(n|words)s."
    assert said(message, "n: 2") == "Two of them. Two, and no more than two."


@given(st.text("ab {|}%()s", max_size=30))
def test_no_message_is_too_odd_for_forms(message: str) -> None:
    forms = forms_of(message)
    assert forms.one == message or forms.many


@pytest.mark.parametrize(
    ("markers", "english", "spanish"),
    [
        ("1", "Take away 1 unloaded weapon marker.", "Quita 1 marcador de"),
        ("2", "2 unloaded weapon markers", "2 marcadores de"),
    ],
)
def test_an_erratum_of_a_count_changes_its_noun(markers: str, english: str, spanish: str) -> None:
    project = Project((shipped(),), shipped() / "build")
    database, _ = load(project, ["kensei-2e"])
    reload = database.editions["kensei-2e"].records["order/reload"]
    reload.data["figures"]["markers"] = markers
    assert english in Translator(project, database, "en").text(reload)
    assert spanish in Translator(project, database, "es").text(reload)


MILLIONS = PluralForms(3, "n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2")
RULES = [
    PluralForms(1, "0"),
    PluralForms(2, "n != 1"),
    PluralForms(2, "n == 1"),
    PluralForms(2, "n > 1"),
    MILLIONS,
    PluralForms(3, "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"),
]


@given(st.sampled_from(RULES), st.sampled_from(RULES), st.integers(0, 3_000_000))
def test_catalogues_that_count_differently_say_the_same_in_one(first: PluralForms, second: PluralForms, n: int) -> None:
    forms = joined([first, second])
    assert PluralForms.declared(f"nplurals={forms.number}; plural={forms.rule};") == forms
    for own in (first, second):
        translation = Translation(tuple(f"form {index}" for index in range(own.number)), "forms", own)
        assert Translation(translation.under(forms), "forms", forms).of(n) == translation.of(n)


def test_a_catalogue_keeps_its_own_forms_where_they_will_do() -> None:
    two = PluralForms(2, "n != 1")
    swapped = PluralForms(2, "n == 1")
    assert (joined([two, MILLIONS]), joined([MILLIONS, two]), joined([swapped, two])) == (MILLIONS, MILLIONS, swapped)


@pytest.mark.parametrize("forms", RULES, ids=[forms.rule for forms in RULES])
def test_what_is_no_number_of_things_never_has_the_form_of_one(forms: PluralForms) -> None:
    strings = tuple(f"form {index}" for index in range(forms.number))
    one = Translation(strings, "forms", forms).of(1)
    assert (Translation(strings, "forms", forms).of(None) == one) is (forms.number == 1)
