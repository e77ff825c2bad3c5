"""What is said of a PO file that gettext refuses, or that is not what its folder says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kensei_docs.catalogues.po import Catalogue, PoFile, Translation, faults_of, read_po_file
from kensei_docs.catalogues.update import merged
from kensei_docs.problems import Unusable
from tests.catalogues.test_po_other_programs import said_of as said_by_gettext
from tests.catalogues.test_po_other_programs import with_gettext

HEADER = (
    'msgid ""\nmsgstr ""\n"Language: es\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)
BOATS = 'msgid "boat"\nmsgid_plural "boats"\nmsgstr[0] "barca"\nmsgstr[1] "barcas"\n'
PUNT = 'msgid "Punt"\nmsgstr "Batea"\n'

# What is wrong; whether the file is of use all the same; what is said of it.
WRONG = [
    (f'{HEADER}{PUNT}\nmsgid "Raft\nmsgstr "x"\n', False, "10: has a string that doesn't begin and end with"),
    (f'{HEADER}{PUNT}\nmsgid "Raft"\n\nmsgid "a"\nmsgstr ""\n', False, "12: is not a catalogue: msgid stands after"),
    (f'{HEADER}{PUNT}\nmsgstr "x"\n', False, "10: is not a catalogue: msgstr stands before any"),
    (f'{HEADER}{PUNT}\nmsgwrong "x"\n', False, "10: is not a catalogue: the line has no keyword"),
    (f"{HEADER}<<<<<<< HEAD\n{PUNT}", False, "7: is not a catalogue: the line has no keyword"),
    (f'{HEADER}{PUNT}\nmsgid "Raft"\nmsgid_plural "Rafts"\nmsgstr "x"\n', False, "12: is not a catalogue: msgstr"),
    (f'{HEADER}{PUNT}\nmsgid "Raft"\nmsgstr[0] "x"\n', False, "11: is not a catalogue: msgstr[0] stands after msgid"),
    (f"{HEADER}{PUNT}\n{PUNT}", False, "10: has the message of line 7 a second time; keep the better one"),
    (f'{HEADER}msgid "Raft"\nmsgstr "a\\qb"\n', False, "8: has a string with a backslash that means nothing: '\\q'"),
    (HEADER.replace("nplurals=2", "nplurals=99999999") + BOATS, False, "5: its Plural-Forms has 99999999 forms"),
    (HEADER.replace("nplurals=2", "nplurals=" + "9" * 5000) + BOATS, False, "5: its Plural-Forms has 999999999999"),
    (HEADER.replace("nplurals=2", "nplurals=INTEGER") + BOATS, False, "5: its Plural-Forms needs 'nplurals=NUMBER;"),
    (HEADER.replace("(n != 1)", "(n !=)") + BOATS, False, "5: its Plural-Forms has no rule that can be computed"),
    (HEADER.replace("(n != 1)", "n") + BOATS, False, "5: its Plural-Forms gives form 2, and has the forms 0 to 1"),
    (HEADER.replace("(n != 1)", "1/n") + BOATS, False, "5: its Plural-Forms has no rule that can be computed"),
    (HEADER.replace("=2", "=3") + BOATS, True, "8: has 2 forms of the translation (msgstr[0] …), and its header"),
    (f'{HEADER}{BOATS}msgstr[2] "flota"\n', True, "8: has 3 forms of the translation (msgstr[0] …), and its header"),
    (f"{HEADER}{BOATS}".replace('msgstr[1] "barcas"\n', ""), True, "8: has 1 forms of the translation"),
    (HEADER.replace("Language: es", "Language: de") + PUNT, True, "3: its header says 'Language: de', and it"),
    (HEADER.replace("Language: es", "Language: zz_QQ") + PUNT, True, "3: its header says 'Language: zz_QQ'"),
    (HEADER.replace("UTF-8", "klingon") + PUNT, True, "4: its header says 'charset=klingon', and it is UTF-8"),
    (HEADER.replace("UTF-8", "ISO-8859-1") + PUNT, True, "4: its header says 'charset=ISO-8859-1', and it is UTF-8"),
    (f"\ufeff{HEADER}{PUNT}", True, "1: begins with a byte order mark, which gettext does not read; save it as UTF-8"),
    ("".join(line for line in f"{HEADER}{BOATS}".splitlines(True) if "Plural-Forms" not in line), True,
     "1: its header has no Plural-Forms, and some messages have a plural; run 'kensei-docs catalogue update'"),
    (HEADER + PUNT.replace("Batea", "   "), True, "8: has a translation of blanks; translate it, or leave it empty"),
    (HEADER + PUNT + "\n#~ " + PUNT.replace("\n", "\n#~ ", 1), True, "10: has the message of line 7 a second time"),
    (f'{HEADER}#~ msgid "a"\n#~ msgid_plural "b"\n#~ msgstr "c"\n', True, "9: is not a catalogue: msgstr stands after"),
    (f'{HEADER}#~ msgid "a"\nmsgstr "c"\n', False, "7: is obsolete (#~) in some of its lines only; mark all"),
    (f'{HEADER}msgid "a"\n# why?\nmsgstr "c"\n', True, "8: has a comment between a message and its translation"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "is_of_use", "said"), WRONG, ids=[said for _, _, said in WRONG])
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, is_of_use: bool, said: str) -> None:
    found = [f"{fault.line}: {fault.message}" for fault in faults_of(PoFile.parsed(text), "es")]
    assert len(found) == 1
    assert found[0].startswith(said)
    file = tmp_path / "marsh.po"
    file.write_text(text)
    if is_of_use:
        assert read_po_file(file, "es").header
    else:
        with pytest.raises(Unusable, match=re.escape(f"marsh.po:{said}")):
            read_po_file(file, "es")


@with_gettext
@pytest.mark.parametrize("text", [text for text, _, said in WRONG if not re.search("Language|charset|blanks", said)])
def test_gettext_refuses_the_same(tmp_path: Path, text: str) -> None:
    file = tmp_path / "marsh.po"
    file.write_text(text)
    assert said_by_gettext(file)[0]


@pytest.mark.parametrize(
    ("escaped", "read"),
    [(r"\303\201gil", "Ágil"), (r"\xc3\x81gil", "Ágil"), (r"\"a\" \\ \t\n", '"a" \\ \t\n'), (r"uno \101", "uno A")],
)
def test_escapes_are_read_as_gettext_reads_them(tmp_path: Path, escaped: str, read: str) -> None:
    file = tmp_path / "marsh.po"
    file.write_text(f'{HEADER}msgid "Agile"\nmsgstr "{escaped}"\n')
    assert Catalogue("es", [file]).translations == {("", "Agile"): Translation((read,))}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # As versions before this one left them: a plural with a bare string, and a previous string without its keyword.
        ('#~ msgid "a"\n#~ msgid_plural "b"\n#~ msgstr "c"\n', '#~ msgid "a"\n#~ msgid_plural "b"\n#~ msgstr[0] "c"\n'),
        (
            '#| "marsh/boat"\n#| msgid "x"\n#~ msgid "a"\n#~ msgstr "c"\n',
            '#~| msgid "x"\n#~ msgid "a"\n#~ msgstr "c"\n',
        ),
        ('#, python-format, fuzzy\n#~ msgid "a"\n#~ msgstr "c"\n', '#, fuzzy\n#~ msgid "a"\n#~ msgstr "c"\n'),
        ('#, python-format\n#~ msgid "a"\n#~ msgstr "c"\n', '#~ msgid "a"\n#~ msgstr "c"\n'),
        ('#~ msgid "a"\n# why?\n#~ msgstr "c"\n', '# why?\n#~ msgid "a"\n#~ msgstr "c"\n'),
        ('#~ msgid "a"\n#~ msgstr "c"\n\n#~ msgid "a"\n#~ msgstr "c"\n', '#~ msgid "a"\n#~ msgstr "c"\n'),
        (
            '#~ msgid "a"\n#~ msgstr "c"\n\n#~ msgid "a"\n#~ msgstr "d"\n',
            '#~ msgid "a"\n#~ msgstr "c"\n\n#~ msgctxt "#2"\n#~ msgid "a"\n#~ msgstr "d"\n',
        ),
    ],
)
def test_an_update_mends_what_gettext_refuses(before: str, after: str) -> None:
    assert merged(PoFile.parsed(HEADER + before), [], "es").written() == HEADER + after


def test_a_wrapped_context_goes_with_the_message_that_changed() -> None:
    from tests.catalogues.test_update_merging import message

    wrapped = 'msgctxt ""\n"marsh/boat/"\n"punt.text"\nmsgid "Punt"\nmsgstr "Batea"\n'
    [changed] = merged(PoFile.parsed(HEADER + wrapped), [message("marsh/boat/punt.text", "Long punt")], "es").messages
    assert changed.lines[1:] == (
        "#, fuzzy",
        '#| msgid "Punt"',
        'msgctxt "marsh/boat/punt.text"',
        'msgid "Long punt"',
        'msgstr "Batea"',
    )


def test_a_question_stays_with_its_message_when_an_old_translation_comes_back() -> None:
    from tests.catalogues.test_update_merging import message

    text = (
        f'{HEADER}# Which boat?\nmsgid "Punt"\nmsgstr ""\n\n# Ana: from the map\n#~ msgid "Punt"\n#~ msgstr "Batea"\n'
    )
    updated = merged(PoFile.parsed(text), [message("", "Punt")], "es").written()
    assert updated == f'{HEADER}# Which boat?\n# Ana: from the map\nmsgid "Punt"\nmsgstr "Batea"\n'


def test_a_message_that_had_one_form_on_another_day_stands_once() -> None:
    from tests.catalogues.test_update_merging import message

    both = [message("marsh/boat/punt.text", "boat"), message("marsh/boat/punt.text", "boat", "boats")]
    [entry] = merged(PoFile.parsed(HEADER), both, "es").messages
    assert entry.text == ("boat", "boats")
