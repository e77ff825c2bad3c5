"""What the printed page says, in the reader's language."""

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kensei_docs.catalogues import PSEUDO, Translator, translator_for
from kensei_docs.catalogues.po import PluralForms, Translation
from kensei_docs.catalogues.translation_faults import faults_of_forms, placeholder_faults
from kensei_docs.catalogues.translator import lengthen
from kensei_docs.database import Record, load
from kensei_docs.database.placeholders import PLACEHOLDER, forms_of
from kensei_docs.database.word_markup import marked
from kensei_docs.figures import localise
from kensei_docs.problems import say
from kensei_docs.project import Project, shipped


def speaking(
    folder: Path, language: str, vocabulary: str = "", atoms: str = ""
) -> tuple[Translator, dict[str, Record]]:
    """Return the translator of a project and its records, with more of the vocabulary."""
    file = folder / "data" / "vocabulary.yaml"
    file.write_text(file.read_text().replace("atoms:\n", f"{vocabulary}atoms:\n{atoms}"))
    project = Project((folder,), folder / "build")
    database, _ = load(project)
    return Translator(project, database, language), database.editions["reeds-1e"].records


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("en", "Ferryman", "Boats within 15 cm of the ferryman add +2 to their Order Roll."),
        ("es", "Barquero", "Las barcas a 15 cm o menos del barquero suman +2 a su Tirada de Órdenes."),
    ],
)
def test_a_record_speaks_with_its_figures_filled_in(reeds: Path, language: str, name: str, text: str) -> None:
    translator, records = speaking(reeds, language)
    ferryman = records["ability/ferryman"]
    assert translator.name(ferryman) == name
    assert translator.text(ferryman).replace("\u00a0", " ") == text
    assert translator.problems == []


@pytest.mark.parametrize(("name", "printed"), [("50%% off", "50% off"), ("Reach %(range)s", "Reach 15\u00a0cm")])
def test_a_name_is_a_message_too(reeds: Path, name: str, printed: str) -> None:
    translator, records = speaking(reeds, "en")
    ferryman = records["ability/ferryman"]
    ferryman.data = {**ferryman.data, "name": name}
    assert translator.name(ferryman) == printed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('msgctxt "reeds-1e/ability/ferryman.name"', '#, fuzzy\nmsgctxt "reeds-1e/ability/ferryman.name"'),
        ('msgid "Ferryman"', 'msgid "Ferry-man"'),
    ],
)
def test_a_stale_translation_is_told_as_check_tells_it(
    reeds: Path, run: Callable, monkeypatch: pytest.MonkeyPatch, before: str, after: str
) -> None:
    monkeypatch.chdir(reeds)
    file = reeds / "data/locale/es/reeds-1e.po"
    file.write_text(file.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    translator, records = speaking(reeds, "es")
    assert translator.name(records["ability/ferryman"]) == "Ferryman"
    told = [problem.message for problem in translator.problems]
    assert len(told) == 1 and "changed since it was translated into es, or its translation is marked" in told[0]
    assert told[0] in run("check", "--select", "translations").out


def test_a_figure_can_be_set_off(reeds: Path) -> None:
    translator, records = speaking(reeds, "en")
    assert "add <b>+2</b> to" in translator.text(records["ability/ferryman"], figure=lambda words: f"<b>{words}</b>")


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        ("en", "when charging, except against tools of type 1 or 2"),
        ("es", "al cargar, salvo contra útiles de tipo 1 o 2"),
    ],
)
def test_a_condition_is_whole_phrases_joined_as_the_language_lists(reeds: Path, language: str, phrase: str) -> None:
    translator, records = speaking(reeds, language)
    assert translator.phrase(records["tool/long-tools"].get("effects.charging.when")) == phrase


@pytest.mark.parametrize(
    ("says", "unsaid"),
    [
        ({}, "when charging, except against tools of type 1 or 2"),
        ({"self.charging": True}, "except against tools of type 1 or 2"),
        ({"opponent.tool": {"not": ["1", "2"]}}, "when charging"),
        ({"self.charging": True, "opponent.tool": {"not": ["1", "2"]}}, ""),
        # A name that says something else leaves the condition unsaid.
        ({"self.charging": False}, "when charging, except against tools of type 1 or 2"),
    ],
)
def test_what_the_name_of_a_modifier_says_is_not_said_again(reeds: Path, says: dict, unsaid: str) -> None:
    translator, records = speaking(reeds, "en")
    tools = records["tool/long-tools"]
    tools.data["effects"]["charging"]["says"] = says
    assert translator.condition(tools, "effects.charging") == unsaid


def test_a_term_comes_from_the_glossary(reeds: Path) -> None:
    assert speaking(reeds, "es")[0].term("oar") == "remo"


def test_a_term_that_the_language_lacks_is_a_problem_and_stands_in_the_language_of_the_tool(reeds: Path) -> None:
    translator, _ = speaking(reeds, "de")
    assert translator.term("oar") == "oar"
    assert [str(problem).replace(f"{reeds}/", "") for problem in translator.problems] == [
        "data/glossary.yaml:1:6: has no term 'oar' in de; add it  [translations]"
    ]


@pytest.mark.parametrize("language", ["de", "sv"])
def test_a_term_in_another_language_alone_stands_in_that(reeds: Path, language: str) -> None:
    translator, _ = speaking(reeds, "es")
    translator.database.glossary["sail"] = {"part": "tool", language: "Segel"}
    assert translator.term("sail") == "Segel"


def test_the_tool_s_own_terms_may_be_missing_in_a_language_of_a_user(tmp_path: Path) -> None:
    project = Project((tmp_path, shipped()), tmp_path / "build")
    translator = Translator(project, load(project)[0], "de")
    assert translator.term("army") == "army"
    assert translator.problems == []


def test_a_message_of_a_template_has_its_figures_as_the_language_writes_them(reeds: Path) -> None:
    given = {"far": "2.5 cm", "by": 3}
    for language, words in (("en", "2.5 cm by 3"), ("es", "2,5 cm by 3")):
        found = speaking(reeds, language)[0].template("pond-cards", "%(far)s by %(by)s", given)
        assert found.replace("\u00a0", " ") == words


def written_in_spanish(folder: Path, domain: str, context: str, message: str, words: str) -> Translator:
    """Return the translator of a project whose catalogue has one more entry."""
    file = folder / "data" / "locale" / "es" / f"{domain}.po"
    before = file.read_text() if file.is_file() else 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    file.write_text(f'{before}\nmsgctxt "{context}"\nmsgid "{message}"\nmsgstr "{words}"\n')
    return speaking(folder, "es")[0]


def test_a_translation_asks_for_a_figure_as_a_word_in_a_template(reeds: Path) -> None:
    words = "%(times|times)s, a %(units|feminine)s barca. %(times|words)s."
    translator = written_in_spanish(reeds, "templates", "pond", "%(times)s %(units)s", words)
    assert (
        translator.template("pond", "%(times)s %(units)s", {"times": 2, "units": "1"}) == "Dos veces, a una barca. Dos."
    )


def test_a_translation_asks_for_a_figure_as_a_word_in_a_condition(reeds: Path) -> None:
    catalogue = reeds / "data/locale/es/vocabulary.po"
    changed = catalogue.read_text().replace("de tipo %(values)s", "de tipo %(values|words)s")
    assert changed != catalogue.read_text()
    catalogue.write_text(changed)
    translator, records = speaking(reeds, "es")
    assert translator.phrase(records["tool/long-tools"].get("effects.charging.when")) == (
        "al cargar, salvo contra útiles de tipo uno o dos"
    )
    assert translator.phrase({"opponent.tool": {"is": "oar"}}) == "contra útiles de tipo remo"


def test_a_translation_asks_for_a_figure_as_a_word_in_what_a_command_says(reeds: Path) -> None:
    translator = written_in_spanish(
        reeds, "reports", "reports", "%(many)s of %(what)s", "%(many|feminine)s de %(what)s"
    )
    said = say("%(many)s of %(what)s", many=1, what="barcas")
    assert translator.report(said) == "Una de barcas"


def test_a_way_that_there_is_not_is_told_where_it_would_be_printed(reeds: Path) -> None:
    translator = written_in_spanish(reeds, "templates", "pond", "%(units)s boats", "%(units|akkusativ)s barcas")
    assert translator.template("pond", "%(units)s boats", {"units": 2}) == "2 boats"
    [problem] = translator.problems
    assert str(problem).replace(f"{reeds}/", "") == (
        "data/locale/es/templates.po:5: '%(units)s boats' of 'pond' in es has %(units|akkusativ)s, and 'akkusativ' is "
        "no way to say a figure; write one of words, feminine, masculine, times, multiple  [placeholders]"
    )
    english = speaking(reeds, "en")[0]
    english.template("pond", "%(units|word)s boats", {"units": 2})
    assert "'pond' has %(units|word)s, and 'word' is no way to say a figure" in str(english.problems[0])


def test_words_for_one_form_are_those_for_several_if_the_catalogue_has_forms(reeds: Path) -> None:
    file = reeds / "data/locale/es/templates.po"
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    entry = 'msgctxt "pond"\nmsgid "%(n)s boat"\nmsgid_plural "%(n)s boats"\n'
    entry += 'msgstr[0] "una barca"\nmsgstr[1] "%(n)s barcas"\n'
    file.write_text(header + entry)
    translator = speaking(reeds, "es")[0]
    assert translator.template("pond", "%(n)s boat", {"n": 3}) == "3 barcas"
    assert translator.template("pond", "%(n)s {boat|boats}", {"n": 1}) == "una barca"


def test_the_reason_why_something_is_left_out_is_the_edition_s(reeds: Path) -> None:
    manifest = reeds / "data/editions/reeds-1e/edition.yaml"
    scope = "scope: {elsewhere: {sea: {because: 'For the sea alone.', leaves: [ability]}}}\n"
    manifest.write_text(manifest.read_text(encoding="utf-8") + scope, encoding="utf-8")
    assert speaking(reeds, "en")[0].reason("reeds-1e", "sea") == "For the sea alone."


def test_a_missing_translation_reads_as_the_message_and_is_a_problem(reeds: Path) -> None:
    catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    catalogue.write_text(catalogue.read_text().replace('msgstr "Barquero"', 'msgstr ""'))
    translator, records = speaking(reeds, "es")
    assert translator.name(records["ability/ferryman"]) == "Ferryman"
    assert [str(p).replace(f"{reeds}/", "") for p in translator.problems] == [
        "data/editions/reeds-1e/abilities.yaml:3:9: 'reeds-1e/ability/ferryman.name' has no "
        "translation into es; add it to data/locale/es/reeds-1e.po  [translations]"
    ]


def test_what_has_no_translation_is_named_by_its_context_and_among_its_like_by_its_words(reeds: Path) -> None:
    """The messages of a kind of document share their context, and are named by their words too."""
    written_in_spanish(reeds, "templates", "pond", "Rafts", "Balsas")
    translator, _ = speaking(reeds, "es", atoms="  boats: {phrase: {is: with boats}}\n")
    assert translator.template("pond", "Boats") == "Boats"
    assert translator.phrase({"boats": "2"}) == "with boats"
    assert translator.report(say("is no boat")) == "is no boat"
    assert [problem.message.partition(" into es; add it to ") for problem in translator.problems] == [
        (f"'{name}' has no translation", " into es; add it to ", f"data/locale/es/{domain}.po")
        for name, domain in (
            ("Boats' of 'pond", "templates"),
            ("vocabulary/when.boats.is", "vocabulary"),
            ("reports", "reports"),
        )
    ]


@pytest.mark.parametrize(("layer", "severity"), [(0, "warning"), (1, "error")])
def test_whether_the_tool_has_a_language_is_told_by_its_own_catalogue(
    reeds: Path, tmp_path: Path, layer: int, severity: str
) -> None:
    layers = (tmp_path / "own", reeds)
    file = layers[layer] / "data/locale/de/templates.po"
    file.parent.mkdir(parents=True)
    file.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n')
    project = Project(layers, tmp_path / "build")
    translator = Translator(project, load(project)[0], "de")
    assert translator.template("pond", "Boats") == "Boats"
    assert [problem.severity for problem in translator.problems] == [severity]


def test_a_message_that_changed_is_told_as_such_but_not_for_another_of_its_kind_of_document(reeds: Path) -> None:
    """The messages of a kind share their context: another one that is marked fuzzy says nothing of this one."""
    written_in_spanish(reeds, "templates", "pond", "Rafts", "Balsas")
    file = reeds / "data/locale/es/templates.po"
    file.write_text(file.read_text().replace('msgctxt "pond"', '#, fuzzy\nmsgctxt "pond"'))
    written_in_spanish(reeds, "vocabulary", "vocabulary/when.boats.is", "with rafts", "con balsas")
    translator, _ = speaking(reeds, "es", atoms="  boats: {phrase: {is: with boats}}\n")
    for message in ("Boats", "Rafts"):
        assert translator.template("pond", message) == message
    assert translator.phrase({"boats": "2"}) == "with boats"
    assert ["changed since it was translated" in problem.message for problem in translator.problems] == [
        False,
        True,
        True,
    ]


def test_what_is_written_in_the_language_of_the_reader_is_said_as_it_is(reeds: Path, tmp_path: Path) -> None:
    manifest = reeds / "data/editions/reeds-1e/edition.yaml"
    manifest.write_text(manifest.read_text() + "written-in: de\n")
    kind = tmp_path / "own" / "templates" / "pond" / "kind.yaml"
    kind.parent.mkdir(parents=True)
    kind.write_text("language: de\n")
    project = Project((tmp_path / "own", reeds), tmp_path / "build")
    database, _ = load(project)
    translator = Translator(project, database, "de")
    assert translator.name(database.editions["reeds-1e"].records["ability/ferryman"]) == "Ferryman"
    assert translator.template("pond", "Boote") == "Boote"
    assert translator.problems == []
    assert translator.template("lake", "Boats") == "Boats"
    assert len(translator.problems) == 1


def test_words_that_a_translation_alone_has_are_found_in_its_catalogue(reeds: Path) -> None:
    translator, records = speaking(reeds, "es")
    ferryman = records["ability/ferryman"]
    assert translator.place_in_catalogue("barquero") is None
    translator.name(ferryman)
    translator.text(ferryman)
    for words, line in (("Barquero", 11), ("barquero", 15)):
        place = translator.place_in_catalogue(words)
        assert place is not None
        assert (Path(place.file).name, place.line) == ("reeds-1e.po", line)
    # The message has these too; nobody has those.
    assert translator.place_in_catalogue("%(range)s") is None
    assert translator.place_in_catalogue("remero") is None


def test_words_of_templates_in_a_language_that_the_tool_lacks_are_one_warning(reeds: Path) -> None:
    """Those of what commands say, and of conditions, are an error each."""
    translator, _ = speaking(reeds, "de")
    for message in ("Boats", "Rafts"):
        assert translator.template("pond", message) == translator.report(say(message)) == message
    assert translator.phrase({"self.charging": True}) == "when charging"
    [warning, *errors] = sorted(translator.problems, key=lambda problem: problem.severity, reverse=True)
    assert (warning.severity, str(warning.place)) == ("warning", "data/locale/de/templates.po")
    assert warning.message.startswith("some words of the tool's own templates are not in de yet")
    assert [(one.severity, one.message.partition("'")[2].partition("'")[0]) for one in errors] == [
        ("error", "reports"),
        ("error", "vocabulary/when.self.charging.true"),
    ]


NUMBERED = """
msgctxt "reeds-1e/ability/{record}.text"
msgid "Row %(text-{number})s with %({oars})s oar."
msgid_plural "Row %(text-{number})s with %({oars})s oars."
msgstr[0] "Rema %(text-{number})s con %({oars})s {oar}."
msgstr[1] "Rema %(text-{number})s con %({oars})s {oar}s."
"""


@pytest.mark.parametrize(
    ("record", "number", "oars", "text"),
    [
        ("ferryman", 1, "oars", "Rema 5\u00a0cm con 2 remos."),
        # An earlier version counted the figures of the whole row.
        ("ferryman", 3, "oars", "Rema 5\u00a0cm con 2 remos."),
        ("silent-paddle", 3, "oars", "Row 5\u00a0cm with 2 oars."),
        ("ferryman", 3, "poles", "Row 5\u00a0cm with 2 oars."),
    ],
)
def test_a_translation_whose_figures_of_cells_had_other_numbers_is_used(
    reeds: Path, record: str, number: int, oars: str, text: str
) -> None:
    catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    other = NUMBERED.format(record="other", number=1, oars="oars", oar="pala")
    entry = NUMBERED.format(record=record, number=number, oars=oars, oar="remo")
    catalogue.write_text(catalogue.read_text() + other + entry)
    translator, records = speaking(reeds, "es")
    ferryman = records["ability/ferryman"]
    ferryman.data["figures"] = {"text-1": "5 cm", "oars": "2"}
    ferryman.data["text"] = "Row %(text-1)s with %(oars)s {oar|oars}."
    assert translator.text(ferryman) == text
    assert (translator.problems == []) is text.startswith("Rema")


@pytest.mark.parametrize("words", ["cerca", "a rango o"])
def test_a_translation_without_its_figure_is_not_printed(reeds: Path, words: str) -> None:
    catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    catalogue.write_text(catalogue.read_text().replace("a %(range)s o menos", words))
    translator, records = speaking(reeds, "es")
    assert translator.text(records["ability/ferryman"]).startswith("Boats within")
    first = str(translator.problems[0]).replace(f"{reeds}/", "")
    assert first == (
        "data/locale/es/reeds-1e.po:15: 'reeds-1e/ability/ferryman.text' in es has no %(range)s, which the "
        "message has; put it where the figure belongs  [placeholders]"
    )


def test_a_placeholder_whose_name_was_translated_is_one_finding_with_its_name(reeds: Path) -> None:
    catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    catalogue.write_text(catalogue.read_text().replace("a %(range)s o menos", "a %(lejos)s"))
    translator, records = speaking(reeds, "es")
    assert translator.text(records["ability/ferryman"]).startswith("Boats within")
    assert [str(one).partition(" in es ")[2] for one in translator.problems] == [
        "has %(lejos)s, which the message hasn't; write %(range)s  [placeholders]"
    ]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("%()s", "has %()s, which names no figure"),
        ("%(|words)s", "has %(|words)s, which names no figure"),
        ("{range}", "has '{range}', which would be printed as it stands; did you mean '%(range)s'?"),
        ("{{ rise }}", "has '{{ rise }}', which would be printed as it stands"),
        ("{%% if x %%}", "has '{%% if x %%}', which would be printed as it stands"),
        ("{barca|barcas}", "has '{barca|barcas}', words in braces, which belong in the message"),
        ("%%(range)s", "has '%%(range)s', which is no placeholder and prints its name; did you mean '%(range)s'?"),
        ("%(range)d", "has '%(range)d', which is no placeholder; did you mean '%(range)s'?"),
    ],
)
def test_what_looks_like_a_figure_and_is_none_is_told_and_not_printed(reeds: Path, words: str, fault: str) -> None:
    catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    catalogue.write_text(catalogue.read_text().replace("o menos", words))
    translator, records = speaking(reeds, "es")
    assert translator.text(records["ability/ferryman"]).startswith("Boats within")
    [told] = [str(problem).replace(f"{reeds}/", "") for problem in translator.problems]
    assert told.startswith(f"data/locale/es/reeds-1e.po:15: 'reeds-1e/ability/ferryman.text' in es {fault}")


def test_an_icon_without_its_word_is_told_in_a_translation() -> None:
    [told] = placeholder_faults(forms_of("Take {icon:coin}."), "Toma {coin}.")
    assert told == "has '{coin}', which would be printed as it stands; did you mean '{icon:coin}'?"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (
            "<b>Barquero</b>",
            "has '<b>Barquero</b>', which is printed as it stands; write **Barquero**  [no-stray-characters]",
        ),
        ("Bar\u2800quero", "has U+2800, a character that nobody sees; take it away  [no-stray-characters]"),
        ("Barquero ", "ends with a blank, which the message does not; take it away  [no-stray-characters]"),
        ("Barquero barquero", "says 'Barquero barquero'; take one away  [doubled-or-corrupt-text]"),
    ],
)
def test_what_is_printed_and_nobody_means_is_told_with_the_line_of_the_catalogue(
    reeds: Path, words: str, fault: str
) -> None:
    catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    catalogue.write_text(catalogue.read_text().replace('msgstr "Barquero"', f'msgstr "{words}"'))
    translator, records = speaking(reeds, "es")
    assert {translator.name(records["ability/ferryman"]) for _ in range(2)} == {words.replace("\u2800", "")}
    found = [str(problem).replace(f"{reeds}/", "") for problem in translator.problems]
    assert len(set(found)) == len(found)
    assert found[0].startswith("data/locale/es/reeds-1e.po:")
    assert found[0].endswith(fault)


def test_markup_of_a_record_is_told_with_its_line(reeds: Path) -> None:
    data = reeds / "data/editions/reeds-1e/abilities.yaml"
    data.write_text(data.read_text().replace("This boat is never heard.", "'__This__ boat.'"))
    translator, records = speaking(reeds, "en")
    assert translator.text(records["ability/silent-paddle"]).startswith("__This__")
    assert [str(problem).replace(f"{reeds}/", "") for problem in translator.problems] == [
        "data/editions/reeds-1e/abilities.yaml:17:9: 'reeds-1e/ability/silent-paddle.text' has '__This__', which is "
        "printed as it stands; write words alone  [no-stray-characters]"
    ]


@pytest.mark.parametrize(("several", "is_translated"), [("boats", True), ("barges", False), ("ships", False)])
def test_a_translation_of_other_words_for_several_is_none(reeds: Path, several: str, is_translated: bool) -> None:
    """Words before and behind those of the message in the alphabet."""
    catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    entry = f"""
msgctxt "reeds-1e/ability/ferryman.text"
msgid "Row %(bonus)s boat."
msgid_plural "Row %(bonus)s {several}."
msgstr[0] "Rema %(bonus)s barca."
msgstr[1] "Rema %(bonus)s barcas."
"""
    catalogue.write_text(catalogue.read_text() + entry)
    translator, records = speaking(reeds, "es")
    ferryman = records["ability/ferryman"]
    ferryman.data["text"] = "Row %(bonus)s {boat|boats}."
    assert translator.text(ferryman) == ("Rema +2 barcas." if is_translated else "Row +2 boats.")
    problems = [str(problem).partition("; ")[0].partition("' ")[2] for problem in translator.problems]
    stale = "changed since it was translated into es, or its translation is marked fuzzy"
    assert problems == ([] if is_translated else [stale])


def test_a_figure_in_words_has_a_capital_where_a_sentence_begins(reeds: Path) -> None:
    translator, records = speaking(reeds, "en")
    ferryman = records["ability/ferryman"]
    ferryman.data["figures"] |= {"crew": "12", "dice": "2D6"}
    ferryman.data["text"] = (
        "%(crew|words)s row: %(crew|words)s oars. (%(crew|words)s more? %(crew|words)s!) %(dice|words)s"
    )
    assert translator.text(ferryman) == "Twelve row: twelve oars. (Twelve more? Twelve!) 2D6"


def test_a_translation_may_have_a_percent_sign_of_its_own(reeds: Path) -> None:
    catalogue = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    catalogue.write_text(catalogue.read_text().replace("a %(range)s o menos", "a %(range)s (100 %%) o menos"))
    translator, records = speaking(reeds, "es")
    assert "a 15\u00a0cm (100 %) o menos" in translator.text(records["ability/ferryman"])
    assert translator.problems == []


def test_a_problem_is_said_once(reeds: Path) -> None:
    translator, _ = speaking(reeds, "es")
    assert translator.term("big-sail") == translator.term("big-sail") == "big sail"
    assert [str(problem).partition("glossary.yaml:")[2] for problem in translator.problems] == [
        "1:1: has no term 'big-sail' in es; add it  [translations]"
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("self.boat-size", "boat size"),
        ("each.oar", "oar"),
        ("self.boat.oar", "boat, oar"),
        ("boat.oar", "boat, oar"),
        ("oar", "oar"),
        ("self.boat.", "boat"),
        ("self.known", "what is known"),
    ],
)
def test_a_quantity_is_said_without_its_signs(reeds: Path, name: str, words: str) -> None:
    translator, _ = speaking(reeds, "en", "trace-names: {known: what is known}\n")
    assert translator.quantity(name) == words


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ({}, ""),
        (None, ""),
        ({"self.charging": True}, "when charging"),
        ({"self.charging": False}, "when standing"),
        ({"opponent.tool": "2"}, "against tools of type 2"),
        ({"opponent.tool": ["2", "oar"]}, "against tools of type 2 or oar"),
        # A record goes by its name, whichever records stand before it.
        ({"opponent.tool": "long-tools"}, "against tools of type Long Tools"),
        ({"opponent.tool": "ferryman"}, "against tools of type Ferryman"),
        ({"opponent.tool": {"not": "silent-paddle"}}, "except against tools of type Silent Paddle"),
        ({"distance": {"at-most": "$range"}}, "within 15 cm"),
        ({"distance": {"at-most": "7.5 cm"}}, "within 7.5 cm"),
        ({"self.charging": True, "distance": {"at-most": "$range"}}, "when charging and within 15 cm"),
    ],
)
def test_a_condition_names_its_values(reeds: Path, when: dict | None, words: str) -> None:
    translator, records = speaking(reeds, "en")
    assert translator.phrase(when, records["ability/ferryman"]).replace("\u00a0", " ") == words
    assert translator.problems == []


def test_a_value_with_a_phrase_of_its_own_is_said_by_that(reeds: Path) -> None:
    sail = "{red: under red, white: under white, not-red: not under red, is: 'under %(values)s'}"
    translator, _ = speaking(reeds, "en", atoms=f"  sail: {{phrase: {sail}}}\n")
    assert translator.phrase({"sail": ["red", "white"]}) == "under red or under white"
    assert translator.phrase({"sail": {"not": "red"}}) == "not under red"
    # One value without a phrase of its own: none is said by its own.
    assert translator.phrase({"sail": ["red", "blue"]}) == "under red or blue"


def test_of_several_figures_the_words_of_a_condition_agree_with_none(reeds: Path) -> None:
    boats = "{phrase: {is: 'with %(values)s {boat|boats}'}}"
    translator, _ = speaking(reeds, "en", atoms=f"  boats: {boats}\n")
    found = [translator.phrase({"boats": values}) for values in ("1", ["1"], ["1", "2"])]
    assert found == ["with 1 boat", "with 1 boat", "with 1 or 2 boats"]


@pytest.mark.parametrize(
    ("least", "words"),
    [
        ("1", "with 1 boat or more"),
        ("2", "with 2 boats or more"),
        ("$one", "with 1 boat or more"),
        ("$two", "with 2 boats or more"),
        # Dice count no things, nor does what the record leaves blank.
        ("$dice", "with 1D6 boats or more"),
        ("$blank", "with ____ boats or more"),
    ],
)
def test_the_words_of_a_condition_agree_with_its_figure(reeds: Path, least: str, words: str) -> None:
    boats = "{phrase: {at-least: 'with %(figure)s {boat|boats} or more'}}"
    translator, records = speaking(reeds, "en", atoms=f"  boats: {boats}\n")
    ferryman = records["ability/ferryman"]
    ferryman.data["figures"] |= {"one": "1", "two": "2", "dice": "1D6", "blank": None}
    assert translator.phrase({"boats": {"at-least": least}}, ferryman) == words


@pytest.mark.parametrize(
    ("one", "many", "is_misplaced"),
    [
        ("%(boats)s barca", "%(boats)s barcas", False),
        # One thing may go without its figure, several may not; and neither has a figure of its own.
        ("una barca", "%(boats)s barcas", False),
        ("%(boats)s barca", "unas barcas", True),
        ("una barca", "unas barcas", True),
        ("%(rafts)s barca", "%(boats)s barcas", True),
        ("%(boats)s barca", "%(boats)s barcas y %(rafts)s", True),
    ],
)
def test_only_what_is_said_of_one_thing_may_leave_out_how_many_there_are(
    one: str, many: str, is_misplaced: bool
) -> None:
    forms = forms_of("%(boats)s {boat|boats}")
    for rule, strings in (("n != 1", (one, many)), ("n == 1 ? 1 : 0", (many, one))):
        assert any(faults_of_forms(forms, Translation(strings, forms.many, PluralForms(2, rule)))) is is_misplaced
    # The string for one thing may be that for others, too: then it needs its figure.
    lenient = Translation((one, many), forms.many, PluralForms(2, "n > 1"))
    assert any(faults_of_forms(forms, lenient)) is (is_misplaced or "%" not in one)


def test_a_condition_without_a_phrase_is_said_as_it_is_written_and_is_a_problem(reeds: Path) -> None:
    translator, _ = speaking(reeds, "en")
    assert translator.phrase({"self.charging": {"at-most": "3"}}) == "self.charging at-most"
    assert translator.hook("order.roll") == "Order Roll"
    assert translator.hook("order.none") == "order.none name"
    assert [str(problem).partition(": ")[2] for problem in translator.problems] == [
        "'self.charging' has no phrase for 'at-most'; add one  [translations]",
        "'order.none' has no phrase for 'name'; add one  [translations]",
    ]


def test_a_text_that_is_not_there_is_empty(reeds: Path) -> None:
    translator, records = speaking(reeds, "es")
    assert translator.text(records["ability/ferryman"], "reminder") == ""
    assert (translator.knows("oar"), translator.knows("sail")) == (True, False)


def test_the_letters_of_an_outcome_are_those_of_the_language(reeds: Path) -> None:
    translator, _ = speaking(reeds, "es")
    translator.database.glossary["outcome-w"] = {"en": "W", "es": "H"}
    assert [translator.figure(figure) for figure in ("W", "D/W", "none")] == ["H", "D/H", "–"]


@pytest.mark.parametrize(
    "figure",
    ["1-", "2-4", "4+", "2.5 %", "3/–/5", "2.5 cm", "6-12 cm", "1/2", "-1.5", "2", "2D6-1", "1D3 cm", "none", "few"],
)
def test_a_figure_that_is_no_outcome_is_written_as_everywhere_in_the_language(reeds: Path, figure: str) -> None:
    translator, _ = speaking(reeds, "es")
    translator.database.glossary["outcome-none"] = {"en": "nothing", "es": "nada"}
    assert translator.figure(figure) == localise(figure, "es")


def test_a_figure_that_the_document_leaves_out_is_a_blank_to_fill_in(reeds: Path) -> None:
    translator, records = speaking(reeds, "en")
    assert translator.figure(records["tool/long-tools"].figure("weight")) == "____"


@pytest.mark.parametrize(
    ("message", "share"),
    [
        ("Allies within %(range)s that see this leader add %(bonus)s to their Order Roll.", 0.4),
        ("Nobody hears it come.", 0.4),
        ("25 %% of them", 0.4),
        ("Allies within %(range)s that see this leader, or that the leader sees, add %(bonus)s to their roll.", 0.3),
    ],
)
def test_words_are_two_fifths_longer_a_long_text_less_and_placeholders_as_they_were(message: str, share: float) -> None:
    found = lengthen(message)
    plain = PLACEHOLDER.sub("", message)
    letters = sum(c.isalpha() or c == " " for c in plain)
    assert [p.group() for p in PLACEHOLDER.finditer(found)] == [p.group() for p in PLACEHOLDER.finditer(message)]
    assert share * letters - 1 <= len(found) - len(message) <= (share + 0.1) * letters


@given(st.text(alphabet="aeiou bcd%()s.,", max_size=40))
def test_no_message_is_too_odd(message: str) -> None:
    assert len(lengthen(message)) >= len(message)


@given(st.lists(st.text("abcdefgh", min_size=1, max_size=9), min_size=1, max_size=9), st.integers(0, 8))
@example(["abcdefghi"] * 7, 0)  # 70 letters and spaces
@example(["abcdefghi"] * 6 + ["abcdefghij"], 0)  # 71
def test_the_pseudo_language_is_two_fifths_longer_and_keeps_its_figures(words: list[str], place: int) -> None:
    message = " ".join([*words[:place], "%(range)s", *words[place:]])
    longer = lengthen(message)
    assert longer.count("%(range)s") == 1
    assert len(longer.split(" ")) == len(message.split(" "))
    letters = sum(map(len, words))
    share = 0.4 if len(message) - len("%(range)s") <= 70 else 0.3
    # The spaces after words count as letters; a word at most doubles.
    added = len(longer) - len(message)
    assert added == min(letters, added)
    assert added <= share * (letters + len(words)) + 1
    if min(map(len, words)) >= 3:
        assert added >= share * (letters + len(words))


@pytest.mark.parametrize(
    ("message", "longer"), [("", ""), ("%(range)s", "%(range)s"), ("…", "…"), ("- 5 -", "- 5 -"), ("100 %%", "100 %%")]
)
def test_what_has_no_letters_stays_as_it_is_in_the_pseudo_language(message: str, longer: str) -> None:
    assert lengthen(message) == longer


def test_letters_are_added_before_the_signs_behind_a_word() -> None:
    # Two fifths of five letters and a space are 2.4: three.
    assert unaccented(lengthen("bends.")) == "bendsben."


def test_a_long_word_alone_has_a_soft_hyphen_where_a_narrow_column_may_divide_it() -> None:
    assert unaccented(lengthen("Movement")) == "Movement\u00admove"
    # Seven letters become eleven, six become nine.
    assert unaccented(lengthen("Morales")) == "Morales\u00admora"
    assert unaccented(lengthen("Morale")) == "Moralemor"
    for word in ("the", "A"):
        assert "\u00ad" not in lengthen(f"{word} Movement")


@pytest.mark.parametrize("sign", "\"!#$&'(*“¡")
def test_a_word_behind_a_sign_is_longer_too(sign: str) -> None:
    assert unaccented(lengthen(f"{sign}bends")) == f"{sign}bendsben"


def unaccented(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def test_only_the_pseudo_language_is_made_up(reeds: Path) -> None:
    project = Project((reeds,), reeds / "build")
    database, _ = load(project)
    ferryman = database.editions["reeds-1e"].records["ability/ferryman"]
    names = {one: translator_for(project, database, one).name(ferryman) for one in ("en", "es", "sv", PSEUDO)}
    assert (names["en"], names["es"], names["sv"]) == ("Ferryman", "Barquero", "Ferryman")
    assert names[PSEUDO] == lengthen("Ferryman") != "Ferryman"
    assert translator_for(project, database, PSEUDO).term("oar") == lengthen("oar")


def test_the_spanish_of_an_edition_has_a_spanish_name() -> None:
    project = Project((shipped(),), shipped() / "build")
    database = load(project)[0]
    names = {edition: Translator(project, database, "es").edition(edition) for edition in database.editions}
    assert names["kensei-lr-2020"] == "Kensei, reglas vivas"
    english = Translator(project, database, "en")
    assert [edition for edition, name in names.items() if name == english.edition(edition)] == []


def test_words_are_plain_but_for_a_page(reeds: Path) -> None:
    translator, records = speaking(reeds, "en")
    ferryman = records["ability/ferryman"]
    ferryman.data["text"] = "**Boats** within %(range)s{icon:reed} *row*.\\nNow."
    ferryman.data["name"] = "**Ferry**man"
    assert translator.text(ferryman) == "Boats within 15\u00a0cm reed row.\nNow."
    assert (translator.name(ferryman), ferryman.name) == ("Ferryman", "Ferryman")
    marks = translator.with_marks()
    assert marks.text(ferryman) == marked("**Boats** within 15\u00a0cm{icon:reed} *row*.\\nNow.")
    assert translator.text(ferryman).startswith("Boats")
    assert marks.problems is translator.problems


def test_a_figure_has_no_markup(reeds: Path) -> None:
    translator, records = speaking(reeds, "en")
    ferryman = records["ability/ferryman"]
    ferryman.data["figures"]["range"] = "2*3*"
    ferryman.data["text"] = "*Within* %(range)s*."
    assert translator.text(ferryman) == "Within 2*3**."


def test_the_pseudo_language_keeps_icons(reeds: Path) -> None:
    assert "{icon:reed}" in lengthen("Boats take {icon:reed} and {icon:game-icons:wave} here")


def test_what_is_copied_of_a_rulebook_has_no_markup(reeds: Path) -> None:
    translator, records = speaking(reeds, "en")
    ferryman = records["ability/ferryman"]
    ferryman.data["text"] = "See *below* and **there**."
    copied = replace(ferryman, copied=ferryman.tree)
    assert translator.text(copied) == translator.with_marks().text(copied) == "See *below* and **there**."
    assert translator.text(ferryman) == "See below and there."
