"""What is said of figures in words: written out, with a second sign, or beside words that don't agree with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kensei_docs.catalogues.update import update_language
from kensei_docs.check.run import check_words
from kensei_docs.database import load
from kensei_docs.database.placeholders import forms_of
from kensei_docs.project import Project
from tests.messages import ABILITY

TEXT = "Las barcas a %(range)s o menos del barquero suman %(bonus)s a su Tirada de Órdenes."


def test_a_figure_among_the_words(said: Callable[..., list[str]]) -> None:
    assert said(
        "figures-stand-in-data-only",
        "This boat is never heard.",
        "This boat is never heard beyond 10 cm.",
        "data/editions/reeds-1e/abilities.yaml",
    ) == [
        "data/editions/reeds-1e/abilities.yaml:17:9: 'reeds-1e/ability/silent-paddle.text' in en "
        "has 10 in its words; give it as a figure of the record and name it as %(name)s  "
        "[figures-stand-in-data-only]"
    ]


def test_a_name_with_a_figure_may_stand_in_other_words(said: Callable[..., list[str]], reeds: Path) -> None:
    file = reeds / "data/editions/reeds-1e/abilities.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "\npunt-9:\n  name: Punt 9lb\n", encoding="utf-8")
    words = "This boat is never heard, as a Punt 9lb is."
    assert not said("figures-stand-in-data-only", "This boat is never heard.", words, str(file))


@pytest.mark.parametrize(
    ("old", "new", "doubled", "name", "figure"),
    [
        ("%(bonus)s", "+%(bonus)s", "+", "bonus", "+2"),
        ("%(bonus)s", "− %(bonus)s", "−", "bonus", "+2"),
        ("%(range)s", "%(range)s cm", "cm", "range", "15 cm"),
        ("%(range)s", "%(range)s centímetros", "centímetros", "range", "15 cm"),
    ],
)
def test_a_sign_or_unit_that_would_print_twice(
    said: Callable[..., list[str]], old: str, new: str, doubled: str, name: str, figure: str
) -> None:
    changed = TEXT.replace(old, new)
    assert said("signs-and-units-once", TEXT, changed) == [
        f"data/locale/es/reeds-1e.po:15: 'reeds-1e/ability/ferryman.text' in es writes '{doubled}' "
        f"beside %({name})s, which is {figure} already; take it away  [signs-and-units-once]"
    ]


def test_a_hyphenated_word_before_a_figure_is_no_sign(said: Callable[..., list[str]]) -> None:
    assert said("signs-and-units-once", "menos del barquero", "menos —el barquero— del barquero") == []


def _checked(reeds: Path, cases: Sequence[tuple[str, str]], spanish: str = "") -> list[list[str]]:
    """Return what is found of each message with its figures, as abilities of one game; the first may be translated."""
    file = reeds / "data" / "editions" / "reeds-1e" / "abilities.yaml"
    entries = [
        ABILITY.replace("reload", f"reload-{number}").format(figures=figures, text=text)
        for number, (text, figures) in enumerate(cases)
    ]
    file.write_text(file.read_text() + "".join(entries))
    project = Project.open(reeds)
    database, _ = load(project, ["reeds-1e"])
    list(update_language(project, database, "es"))
    if spanish:
        catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
        one = forms_of(cases[0][0]).one
        catalogue.write_text(
            catalogue.read_text().replace(f'msgid "{one}"\nmsgstr ""', f'msgid "{one}"\nmsgstr "{spanish}"')
        )
    found = list(check_words(project, database, ["counted-words-have-forms", "forms-agree-with-one-figure"]))
    return [
        [problem.message for problem in found if problem.record == f"ability/reload-{number}"]
        for number in range(len(cases))
    ]


def test_a_figure_before_a_noun_without_forms_is_found_with_what_to_write(reeds: Path) -> None:
    cases = {
        ("Take %(n)s markers.", "n: 1"): "%(n)s {marker|markers}",
        ("Take %(n)s unloaded weapon.", "n: 1"): "%(n)s unloaded {weapon|weapons}",
        ("Take %(n|words)s markers.", "n: 2"): "%(n|words)s {marker|markers}",
        ("Up to %(n)s berries.", "n: 2"): "%(n)s {berry|berries}",
        ("Draw %(n)s tide cards.", "n: 1"): "%(n)s tide {card|cards}",
        ("Draw %(n)s new tide cards at once.", "n: 3"): "%(n)s new tide {card|cards}",
    }
    for number, (found, written) in enumerate(zip(_checked(reeds, list(cases)), cases.values(), strict=True)):
        [message] = found
        assert f"'reeds-1e/ability/reload-{number}.text' in en has %(n)s before '" in message
        assert message.partition("; write '")[2].partition("'")[0] == written


def test_figures_that_count_nothing_raise_no_alarm(reeds: Path) -> None:
    cases = [
        ("Moves %(n)s further.", "n: 10 cm"),
        ("Moves %(n)s further.", "n: 6 in"),
        ("Apply %(n)s Strength.", "n: +1"),
        ("Roll %(n)s dice.", "n: 2D6"),
        ("A loss of %(n)s casualties.", "n: 50 %"),
        ("Choose %(n)s of your units.", "n: 2"),
        ("On %(n)s or more, it succeeds.", "n: 4"),
        ("A natural %(n)s always fails.", "n: 1"),
        ("Take %(n)s {marker|markers}.", "n: 1"),
        ("Take %(n)s unloaded {weapon|weapons}.", "n: 2"),
        ("Moves %(n|times)s its rate.", "n: 2"),
        # Verbs and small words count nothing.
        ("Needs %(n)s to hit.", "n: 5"),
        ("On a %(n)s hits.", "n: 6"),
        ("With %(n)s within range, roll again.", "n: 2"),
        ("Costs %(n)s per model.", "n: 2"),
        ("If it rolls %(n)s when charging, it stops.", "n: 2"),
        ("Score %(n)s, hits count.", "n: 2"),
    ]
    alarms = dict(zip(cases, _checked(reeds, cases), strict=True))
    assert {case: found for case, found in alarms.items() if found} == {}


def test_a_translation_needs_forms_where_the_message_has_none(reeds: Path) -> None:
    [[found]] = _checked(reeds, [("Orders: %(n)s.", "n: 1")], "Recibe %(n)s orden.")
    assert found == (
        "'reeds-1e/ability/reload-0.text' in es has %(n)s before 'orden', and has one form only; "
        "write %(n)s {word for one|word for several} in the message"
    )


def test_of_two_figures_that_count_the_second_is_told_what_can_stand_beside_forms_of_the_first(reeds: Path) -> None:
    """Both would be told to have forms, and then to have none."""
    [told, mended] = _checked(
        reeds,
        [("Take %(a)s unit and %(b)s card.", "a: 1, b: 1"), ("Take %(a)s {unit|units}, cards: %(b)s.", "a: 1, b: 1")],
    )
    assert [one.partition(" before ")[2].partition(", with")[0] for one in told] == [
        "'unit', and has one form only; write '%(a)s {unit|units}'",
        "'card', and its forms agree with %(a)s; say this figure otherwise, such as 'cards: %(b)s'",
    ]
    assert mended == []


def test_a_message_counts_with_one_figure(reeds: Path) -> None:
    [both] = _checked(reeds, [("Take %(a)s {unit|units} and %(b)s {card|cards}.", "a: 2, b: 1")])
    assert (
        "'reeds-1e/ability/reload-0.text' has words in braces for %(a)s and %(b)s; a message has forms for one figure"
        in both
    )
    assert any(
        "in en has %(b)s before 'cards', and its forms agree with %(a)s; say this figure otherwise, "
        "such as 'cards: %(b)s'" in one
        for one in both
    )


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("{clan}", "did you mean '{icon:clan}'?"),
        ("{bonus}", "did you mean '%(bonus)s'?; write %(NAME)s for a figure, and words in braces behind it"),
    ],
)
def test_words_in_braces_may_be_meant_for_an_icon_or_a_figure(reeds: Path, words: str, remedy: str) -> None:
    icons = reeds / "templates" / "_shared" / "icons"
    icons.mkdir(parents=True)
    (icons / "clan.svg").write_text("<svg/>")
    [found] = _checked(reeds, [(f"Take {words}.", "bonus: 2")])
    assert f"'reeds-1e/ability/reload-0.text' has '{words}' for no figure; {remedy}" in found


def test_another_figure_of_a_message_may_have_the_plural_behind_it_while_it_is_more_than_one(reeds: Path) -> None:
    text = "Take %(a)s {unit|units} and %(b)s cards."
    several, one = _checked(reeds, [(text, "a: 1, b: 2"), (text, "a: 2, b: 1")])
    assert several == [] and "has %(b)s before 'cards'" in one[0]


MESSAGE = """move:
  name: Move
  figures: {{{figures}}}
  text: >-
    {text}
  status: prose
"""


@pytest.mark.parametrize(
    ("text", "figures", "fault"),
    [
        ("Causes %(share)s of the wounds.", "share: 1/2", "is 1/2; write %(share|words)s"),
        ("Causes %(share|words)s the wounds.", "share: 1/2", ""),
        ("Models of the scale %(scale)s.", "scale: 28/32", ""),
        ("Choose %(units)s of your units.", "units: '1'", "stands before 'of'; write %(units|words)s"),
        ("Choose %(units|words)s of your units.", "units: '1'", ""),
        ("An army has %(most)s of them.", "most: '60'", ""),
        (
            "It is lost. Uses in a battle: %(uses)s.",
            "uses: '1'",
            "stands behind a colon; make it a sentence, with %(uses|words)s where it counts",
        ),
        ("Use it %(uses|times)s per battle.", "uses: '1'", ""),
        ("Ranges: %(range)s.", "range: 10 cm", ""),
    ],
)
def test_figures_are_said_in_words_where_people_say_them(
    project_of: Callable[[dict[str, str]], Path], text: str, figures: str, fault: str
) -> None:
    folder = project_of(
        {
            "data/editions/marsh-1e/edition.yaml": (
                "id: marsh-1e\nname: Marsh\ngame: marsh\nlanguage: en\nunits: cm\ndocuments: []\n"
            ),
            "data/editions/marsh-1e/orders.yaml": MESSAGE.format(figures=figures, text=text),
        }
    )
    project = Project.open(folder)
    database = load(project, ["marsh-1e"])[0]
    found = check_words(project, database, ["figures-read-as-people-say-them"])
    said = [problem.message for problem in found if problem.edition == "marsh-1e"]
    name = figures.partition(":")[0]
    assert said == ([f"'marsh-1e/order/move.text' in en has %({name})s, which {fault}"] if fault else [])
