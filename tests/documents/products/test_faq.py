"""Questions and rulings, on a sheet."""

import pytest

from tests.documents.conftest import ROOT

RULINGS = """
    early-herons:
      settles: [{check: duplicate-effect, record: ability/patience}]
      figures: {hour: 5}
      question: When do herons rise?
      decision: At %(hour)s.
      reason: The fish do, too.
      by: referee
      date: 2026-11-22
      from:
        - {document: heron-book, lines: [7, 9]}
        - {document: heron-book, lines: [12, 12]}
    """
# Besides it, as many as make a sheet of their own worthwhile.
MORE = "".join(
    f"""
    heron-{number}:
      settles: [{{check: duplicate-effect, record: ability/wade}}]
      question: Does heron {number} wade?
      decision: It does.
      reason: Its legs are long.
      by: referee
      date: 2026-11-22
      from: [{{document: heron-book, lines: [14, 14]}}]
    """
    for number in (
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
    )
)


@pytest.fixture
def sheet(herons):
    """The game with a ruling; its Spanish stands in square brackets."""
    (herons.folder / "templates" / "faq").symlink_to(ROOT / "templates" / "faq")
    vocabulary = herons.folder / "data" / "vocabulary.yaml"
    vocabulary.write_text(
        vocabulary.read_text(encoding="utf-8")
        .replace("kinds: {", "kinds: {rulings: ruling, ")
        .replace("kinds:\n", "kinds:\n  rulings: ruling\n"),
        encoding="utf-8",
    )
    herons.write("data/editions/herons/rulings.yaml", RULINGS + MORE)
    herons.translate({})
    return herons


def test_a_ruling_is_printed_with_its_reason_and_the_lines_it_is_about(sheet):
    assert sheet.print("faq", languages=["en", "es"]) == []
    words = sheet.text("faq")
    assert "1 When do herons rise? At 5. The fish do, too. Lines 7–9, 12" in words
    assert "[When do herons rise?]" in sheet.text("faq", language="es")


def test_where_the_pages_are_known_they_are_what_a_player_can_look_up(sheet):
    sheet.write(
        "data/editions/herons/rulings.yaml",
        RULINGS.replace("lines: [7, 9]}", "lines: [7, 9], page: 4}").replace(
            "lines: [12, 12]}", "lines: [12, 12], page: 5}"
        )
        + MORE,
    )
    sheet.print("faq")
    words = sheet.text("faq")
    assert "The fish do, too. 4–5" in words and "p." not in words
    assert words.count("pages of the rulebook") == 1


def test_rulings_on_one_system_stand_together_below_its_name(sheet):
    vocabulary = sheet.folder / "data" / "vocabulary.yaml"
    names = "\nsystem-names: {wading: Wading, rising: Rising}\n"
    vocabulary.write_text(vocabulary.read_text(encoding="utf-8") + names, encoding="utf-8")
    rulings = (RULINGS + MORE).replace("question: When", "system: rising\n      question: When")
    rulings = rulings.replace("question: Does heron three", "system: wading\n      question: Does heron three")
    sheet.write("data/editions/herons/rulings.yaml", rulings)
    sheet.print("faq")
    words = sheet.text("faq")
    told = ["Wading 1 Does heron three wade?", "Rising 2 When do herons rise?", "3 Does heron two wade?"]
    assert [words.find(one) for one in told] == sorted(words.find(one) for one in told) and told[0] in words


def test_a_system_that_the_vocabulary_does_not_name_is_refused_with_its_place(sheet):
    rulings = RULINGS.replace("question: When", "system: raising\n      question: When")
    sheet.write("data/editions/herons/rulings.yaml", rulings + MORE)
    sheet.print("faq")
    assert [str(one).removeprefix(f"{sheet.folder}/") for one in sheet.refused] == [
        "data/editions/herons/rulings.yaml:4:11: ruling/early-herons is about no system of the vocabulary: 'raising'; "
        "mend it  [data]"
    ]


def test_an_edition_without_rulings_has_no_such_sheet(sheet):
    (sheet.folder / "data" / "editions" / "herons" / "rulings.yaml").unlink()
    sheet.print("faq")
    assert sheet.outputs == []


def test_an_edition_of_few_rulings_has_no_such_sheet_either(sheet):
    sheet.write("data/editions/herons/rulings.yaml", RULINGS)
    sheet.print("faq")
    assert sheet.outputs == []


def test_a_card_says_the_answer_of_a_ruling_alone_and_nothing_where_its_own_words_say_it(sheet):
    answered = RULINGS.replace("reason:", "reminder: They rise at %(hour)s.\n      reason:")
    sheet.write("data/editions/herons/rulings.yaml", answered)
    assert sheet.print("ability-cards") == []
    assert "Ruling: They rise at 5." in sheet.text("ability-cards")
    assert "When do herons rise?" not in sheet.text("ability-cards")
    sheet.write(
        "data/editions/herons/rulings.yaml",
        answered.replace("figures:", "unmarked: [ability/patience]\n      figures:"),
    )
    assert sheet.print("ability-cards") == []
    assert "They rise" not in sheet.text("ability-cards")
