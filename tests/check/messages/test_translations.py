"""What is said of words that are missing, stale, or don't carry the figures of their message."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.catalogues.messages import languages
from kensei_docs.catalogues.update import update_language
from kensei_docs.check.run import check_words
from kensei_docs.database import load
from kensei_docs.problems import Unusable
from kensei_docs.project import Project

CATALOGUE = "data/locale/es/reeds-1e.po"
TEXT = "Las barcas a %(range)s o menos del barquero suman %(bonus)s a su Tirada de Órdenes."


@pytest.mark.parametrize(
    "name",
    ["translations", "placeholders", "figures-stand-in-data-only", "signs-and-units-once", "doubled-or-corrupt-text"],
)
def test_good_words_have_no_findings(said: Callable[..., list[str]], name: str) -> None:
    assert said(name) == []


def test_a_message_without_a_translation(said: Callable[..., list[str]]) -> None:
    assert said("translations", 'msgstr "Barquero"', 'msgstr ""') == [
        "data/editions/reeds-1e/abilities.yaml:3:9: 'reeds-1e/ability/ferryman.name' has no "
        "translation into es; run 'kensei-docs catalogue update' and write it in "
        "data/locale/es/reeds-1e.po  [translations]"
    ]


def test_a_translation_that_is_marked_stale(said: Callable[..., list[str]]) -> None:
    assert said(
        "translations",
        'msgctxt "reeds-1e/ability/silent-paddle.text"',
        '#, fuzzy\nmsgctxt "reeds-1e/ability/silent-paddle.text"',
    ) == [
        "data/locale/es/reeds-1e.po:24: 'reeds-1e/ability/silent-paddle.text' changed since it was "
        "translated into es, or its translation is marked fuzzy; mend it in data/locale/es/reeds-1e.po and take the "
        "mark off  [translations]"
    ]


def test_a_translation_of_yesterdays_message(said: Callable[..., list[str]]) -> None:
    assert said(
        "translations", "This boat is never heard.", "Nobody hears this boat.", "data/editions/reeds-1e/abilities.yaml"
    ) == [
        "data/locale/es/reeds-1e.po:23: 'reeds-1e/ability/silent-paddle.text' changed since it was "
        "translated into es, or its translation is marked fuzzy; mend it in data/locale/es/reeds-1e.po and take the "
        "mark off  [translations]"
    ]


def test_an_entry_with_a_misspelt_context_is_told_at_its_line_with_the_one_that_is_meant(
    said: Callable[..., list[str]],
) -> None:
    assert said("translations", "silent-paddle.text", "silent-padlde.text") == [
        "data/locale/es/reeds-1e.po:22: the context 'reeds-1e/ability/silent-padlde.text' is that of no message; "
        "did you mean 'reeds-1e/ability/silent-paddle.text'?  [translations]"
    ]


def test_a_placeholder_that_is_missing_or_misspelt(said: Callable[..., list[str]]) -> None:
    assert said("placeholders", "suman %(bonus)s", "suman %(bonos)s") == [
        "data/locale/es/reeds-1e.po:15: 'reeds-1e/ability/ferryman.text' in es has %(bonos)s, "
        "which the message hasn't; write %(bonus)s  [placeholders]"
    ]


@pytest.mark.parametrize(
    "words",
    [
        "Si barca y barquero distan %(range)s, %(bonus)s, y otra vez %(bonus)s.",
        "%(bonus)s a %(range)s.",
        "%(bonus)s y %(range)s: el %% de siempre.",
    ],
)
def test_placeholders_in_another_order_are_right(said: Callable[..., list[str]], words: str) -> None:
    assert said("placeholders", TEXT, words) == []


@pytest.mark.parametrize(
    ("several", "said"),
    [
        ("Esquiva %(times)s veces.", []),
        ("Esquiva veces.", ["has no %(times)s, which the message has; put it where the figure belongs"]),
    ],
)
def test_the_form_for_one_thing_alone_may_leave_out_the_number(reeds: Path, several: str, said: list[str]) -> None:
    abilities = reeds / "data/editions/reeds-1e/abilities.yaml"
    dodge = 'dodge:\n  name: Dodge\n  figures: {times: 2}\n  text: "Dodges %(times)s {time|times}."\n'
    abilities.write_text(abilities.read_text() + dodge)
    project = Project.open(reeds)
    database = load(project, ["reeds-1e"])[0]
    list(update_language(project, database, "es"))
    catalogue = reeds / CATALOGUE
    empty = '"Dodges %(times)s times."\nmsgstr[0] ""\nmsgstr[1] ""'
    text = catalogue.read_text()
    assert empty in text
    full = f'"Dodges %(times)s times."\nmsgstr[0] "Esquiva una vez."\nmsgstr[1] "{several}"'
    catalogue.write_text(text.replace(empty, full))
    found = check_words(project, database, ["placeholders"])
    assert [problem.message for problem in found] == [f"'reeds-1e/ability/dodge.text' in es {one}" for one in said]


def test_a_lone_percent_sign(said: Callable[..., list[str]]) -> None:
    assert said("placeholders", "a su Tirada", "al 5 % de su Tirada") == [
        "data/locale/es/reeds-1e.po:15: 'reeds-1e/ability/ferryman.text' in es has a lone %; write %%  [placeholders]"
    ]


@pytest.mark.parametrize(
    "words",
    [
        *("%(bonus)d", "%(bonus)5s", "%(bonus) s", "% (bonus)s", "%(bonus]s", "%(bonus", "%%(bonus)s", "%%(bonus)d"),
        *("%{bonus}", "%bonus%", "{bonus}", "{{ bonus }}", "$bonus", "${bonus}", "$(bonus)s"),
    ],
)
def test_what_was_meant_to_be_a_placeholder(said: Callable[..., list[str]], words: str) -> None:
    [told] = said("placeholders", "suman %(bonus)s", f"suman {words}")
    assert f"in es has '{words}', which" in told and "; did you mean '%(bonus)s'?" in told


@pytest.mark.parametrize("words", ["%%(aprox)", "100 %% (o casi)", "%(bonus)s", "%%", "$ (pesos)"])
def test_a_percent_sign_before_other_words_is_one(said: Callable[..., list[str]], words: str) -> None:
    assert said("placeholders", "suman %(bonus)s", f"suman %(bonus)s {words}") == []


def test_a_placeholder_without_a_name_in_the_vocabulary(said: Callable[..., list[str]], reeds: Path) -> None:
    catalogue = reeds / "data/locale/es/vocabulary.po"
    text = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(re.sub(r'(msgid "[^"%]+"\nmsgstr ")', r"\1%()s ", text), encoding="utf-8")
    found = said("placeholders")
    assert found and all("es/vocabulary.po:" in told and "has %()s, which names no figure" in told for told in found)


def test_braces_in_a_phrase_of_the_vocabulary(said: Callable[..., list[str]]) -> None:
    [found] = said("placeholders", "when charging", "'when charging {range}'", "data/vocabulary.yaml")
    assert "data/vocabulary.yaml:" in found and "has '{range}', which would be printed as it stands" in found


def test_a_figure_that_stands_twice_needs_no_blank(said: Callable[..., list[str]]) -> None:
    for twice in ("%(bonus)s%(bonus)s", "%(bonus)s %(bonus|words)s"):
        [found] = said("doubled-or-corrupt-text", "%(bonus)s", twice)
        assert f"in es says '{twice}'; take one away" in found
        said("doubled-or-corrupt-text", twice, "%(bonus)s")


def test_a_word_that_stands_twice(said: Callable[..., list[str]]) -> None:
    assert said("doubled-or-corrupt-text", "oye nunca", "oye oye nunca") == [
        "data/locale/es/reeds-1e.po:23: 'reeds-1e/ability/silent-paddle.text' in es says 'oye "
        "oye'; take one away  [doubled-or-corrupt-text]"
    ]


def test_a_letter_that_is_broken(said: Callable[..., list[str]]) -> None:
    assert said("doubled-or-corrupt-text", "Órdenes", "Ã\u0093rdenes") == [
        "data/locale/es/reeds-1e.po:15: 'reeds-1e/ability/ferryman.text' in es has a broken letter "
        "in 'Tirada de Ã\u0093rdenes.'; write it anew  [doubled-or-corrupt-text]"
    ]


def test_a_figure_that_stands_twice_in_a_row(said: Callable[..., list[str]]) -> None:
    [found] = said("doubled-or-corrupt-text", "suman %(bonus)s", "suman %(bonus)s %(bonus)s")
    assert "in es says '%(bonus)s %(bonus)s'; take one away" in found


@pytest.mark.parametrize(("word", "scripts"), [("\u0421iervo", "Latin and Cyrillic"), ("oye\u03bf", "Latin and Greek")])
def test_a_letter_of_another_script_that_looks_like_its_own(
    said: Callable[..., list[str]], word: str, scripts: str
) -> None:
    [found] = said("doubled-or-corrupt-text", "oye nunca", f"{word} nunca")
    assert f"in es has '{word}', in which {scripts} letters look alike; type it anew" in found


@pytest.mark.parametrize("words", ["Алиса Carroll", "侍の道 Kensei", "α y β", "µm", "Señor Ñandú"])
def test_words_of_several_scripts_are_fine(said: Callable[..., list[str]], words: str) -> None:
    assert said("doubled-or-corrupt-text", "oye nunca", words) == []


def test_a_catalogue_that_cant_be_read_is_refused(said: Callable[..., list[str]]) -> None:
    with pytest.raises(Unusable, match="is not a catalogue"):
        said("translations", 'msgid "Ferryman"', "Ferryman")


@pytest.mark.parametrize("string", ['"Barquero', 'Barquero"'])
def test_a_string_that_doesnt_end_is_refused(said: Callable[..., list[str]], string: str) -> None:
    with pytest.raises(Unusable, match=r"reeds-1e.po:\d+: has a string that doesn't begin and"):
        said("translations", '"Barquero"', string)


def test_a_quotation_mark_inside_a_string_is_written_with_a_backslash(said: Callable[..., list[str]]) -> None:
    with pytest.raises(Unusable, match=r"reeds-1e.po:\d+: has a quotation mark inside its text; write \\\" for each"):
        said("translations", '"Barquero"', '"El "Barquero""')


def test_a_folder_that_is_no_language_is_refused(reeds: Path) -> None:
    (reeds / "data/locale/xx").mkdir()
    with pytest.raises(Unusable, match="'xx' is not a known language; name the folder by"):
        languages(Project.open(reeds))


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("Suman <b>%(bonus)s</b>", "has '<b>%(bonus)s</b>', which is printed as it stands; write **%(bonus)s**"),
        ("Barcas &amp; balsas", "has '&amp;', which is printed as it stands; write words alone"),
        ("Barcas <!-- sic --> y balsas", "has '<!-- sic -->', which is printed as it stands; write words alone"),
        ("Barcas [b]y[/b] balsas", "has '[b]', which is printed as it stands; write words alone"),
        ("Barcas &lt balsas", "has '&lt', which is printed as it stands; write words alone"),
        ("Barcas&nbsp y balsas", "has '&nbsp', which is printed as it stands; write words alone"),
        ("__Barcas__ y balsas", "has '__Barcas__', which is printed as it stands; write words alone"),
        ("Barcas _y_ balsas", "has '_y_', which is printed as it stands; write words alone"),
        ("[Barcas](http://a.example)", "has '[Barcas](http://a.example)', which is printed as it stands"),
        ("Barcas <b y balsas", "has '<b', which is printed as it stands; write words alone"),
        ("Barcas y balsas ", "ends with a blank, which the message does not; take it away"),
        ("Barcas y balsas\\n", "ends with a blank, which the message does not; take it away"),
        (" Barcas y balsas", "begins with a blank, which the message does not; take it away"),
        ("Barcas\\ny balsas", "has a line break, which the message has not; take it away"),
        ("Barcas  y balsas", "has two blanks in a row, which the message has not; take one away"),
        ("Barcas y balsas\\\\", "has a backslash, which the message has not; take it away"),
        ("Barcas\u200b y balsas", "has U+200B, a character that nobody sees; take it away"),
        ("Barcas\ufeff y balsas", "has U+FEFF, a character that nobody sees; take it away"),
        ("Barcas\u200d y balsas", "has U+200D, a character that nobody sees; take it away"),
        ("Barcas\\x07 y balsas", "has U+0007, a character that nobody sees; take it away"),
        *(
            (f"Barcas{letter} y balsas", f"has U+{ord(letter):04X}, a character that nobody sees; take it away")
            for letter in "\u3164\uffa0\u2800\u17b4\u034f\ufe0f"
        ),
    ],
)
def test_what_nobody_means_to_print(said: Callable[..., list[str]], words: str, fault: str) -> None:
    found = said("no-stray-characters", "Nadie oye nunca esta barca.", words)
    assert f"data/locale/es/reeds-1e.po:23: 'reeds-1e/ability/silent-paddle.text' in es {fault}" in found[0]


@pytest.mark.parametrize(
    "words",
    [
        "R&D, Tom &Jerry",
        "Honor* y Fe*",
        "a * b * c",
        "[opcional] (así)",
        "____ cm ____",
        "5 < 6",
        "un_nombre",
        "a 6'' y a 8''",
    ],
)
def test_signs_that_are_no_markup(said: Callable[..., list[str]], words: str) -> None:
    assert said("no-stray-characters", "Nadie oye nunca esta barca.", words) == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("<b>3</b> boats", "has '<b>3</b>', which is printed as it stands; write **3**"),
        ("__Nobody__ hears this boat.", "has '__Nobody__', which is printed as it stands; write words alone"),
        ("Boats &amp; rafts.", "has '&amp;', which is printed as it stands; write words alone"),
        ("Boats\u2800 and rafts.", "has U+2800, a character that nobody sees; take it away"),
    ],
)
def test_what_nobody_means_to_print_of_a_record(said: Callable[..., list[str]], words: str, fault: str) -> None:
    file = "data/editions/reeds-1e/abilities.yaml"
    found = said("no-stray-characters", "This boat is never heard.", f"'{words}'", file)
    assert f"abilities.yaml:17:9: 'reeds-1e/ability/silent-paddle.text' {fault}" in found[0]


@pytest.mark.parametrize("words", ["# of boats", "[a] boats, [b] rafts", "Boats* (*rafts too)", "[x] boats"])
def test_signs_of_a_record_that_are_no_markup(said: Callable[..., list[str]], words: str) -> None:
    file = "data/editions/reeds-1e/abilities.yaml"
    assert said("no-stray-characters", "This boat is never heard.", f"'{words}'", file) == []


def test_a_joiner_of_another_script_is_of_use(said: Callable[..., list[str]]) -> None:
    assert said("no-stray-characters", "Nadie oye nunca esta barca.", "می\u200cروم") == []


@pytest.mark.parametrize(
    ("way", "hint"),
    [("word", "; did you mean 'words'?"), ("akkusativ", ""), ("", ""), ("Words", "; did you mean 'words'?")],
)
def test_a_way_to_say_a_figure_that_there_is_not(said: Callable[..., list[str]], way: str, hint: str) -> None:
    assert said("placeholders", "suman %(bonus)s", f"suman %(bonus|{way})s") == [
        f"data/locale/es/reeds-1e.po:15: 'reeds-1e/ability/ferryman.text' in es has %(bonus|{way})s, and '{way}' is "
        f"no way to say a figure{hint}; write one of words, feminine, masculine, times, multiple  [placeholders]"
    ]


@pytest.mark.parametrize(
    "left",
    [
        "Ferryman and boats.",
        "Ferryman and\u00a0boats.",
        "Ferryman and boats!",
        "Ferryman and boats",
        "FERRYMAN AND BOATS.",
    ],
)
def test_a_message_that_was_left_in_english(said: Callable[..., list[str]], reeds: Path, left: str) -> None:
    check = "translations-are-in-their-language"
    assert said(check) == []
    # Nothing else tells these words from names that read the same.
    assert said(check, "Útiles largos", "Long Tools") == []
    more = """
longboat:
  name: Boats of the ferryman
  text: Ferryman and boats.
"""
    file = reeds / "data" / "editions" / "reeds-1e" / "abilities.yaml"
    file.write_text(file.read_text() + more)
    catalogue = reeds / CATALOGUE
    entry = '\nmsgctxt "reeds-1e/ability/longboat.{}"\nmsgid "{}"\nmsgstr "{}"\n'
    catalogue.write_text(
        catalogue.read_text()
        + entry.format("name", "Boats of the ferryman", "Barcas del barquero")
        + entry.format("text", "Ferryman and boats.", left)
    )
    [found] = said(check)
    assert "'reeds-1e/ability/longboat.text' in es is as the message is, and other translations do not keep" in found
    assert (
        said(
            check,
            '\nmsgctxt "reeds-1e/ability/longboat.text"',
            '\n#, ignore-same\nmsgctxt "reeds-1e/ability/longboat.text"',
        )
        == []
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("Language: es", "Language: de", "4: its header says 'Language: de', and it stands in the folder of 'es'"),
        ("charset=utf-8", "charset=klingon", "3: its header says 'charset=klingon', and it is UTF-8"),
        ("Remo silencioso", "  ", "has a translation of blanks; translate it, or leave it empty"),
    ],
)
def test_a_file_that_is_not_what_it_says(said: Callable[..., list[str]], old: str, new: str, fault: str) -> None:
    [found] = said("catalogues-are-valid", old, new)
    assert fault in found
