"""Nothing that a translator wrote is lost: files as msgmerge, Poedit and Weblate save them, and invented ones."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.catalogues.messages import Message
from kensei_docs.catalogues.po import PoFile, read_po_file
from kensei_docs.catalogues.update import merged, update_language
from kensei_docs.database import load
from kensei_docs.problems import Place, Unusable
from kensei_docs.project import Project
from tests.conftest import EVERY

SAVED = sorted((Path(__file__).parents[1] / "specimens" / "catalogues").glob("*.po"))


def message(context: str, text: str, plural: str = "", former: tuple[str, ...] = ()) -> Message:
    return Message("marsh", context, text, Place("boats.yaml"), plural, former)


def as_poedit_on_windows(text: str) -> str:
    return "\ufeff" + text.replace("\n", "\r\n")


def written_by_people(text: str) -> set[str]:
    """Return what a person wrote into a file: comments, header fields and translations, however they are wrapped."""
    found: set[str] = set()
    strings: list[tuple[str, str]] = []
    for line in text.removeprefix("\ufeff").splitlines():
        bare = re.sub(r"^#~ ?", "", line)
        if line.startswith("#") and line[1:2] not in (",", "~", "|"):
            found.add(line)
        elif line.startswith(("#|", "#~|")):
            found.add(re.sub(r"^#~?", "", line))
        elif bare.startswith("msg"):
            keyword, _, words = bare.partition(" ")
            strings.append((keyword, words[1:-1]))
        elif bare.startswith('"'):
            strings[-1] = strings[-1][0], strings[-1][1] + bare[1:-1]
    message = ""
    for keyword, words in strings:
        message = words if keyword == "msgid" else message
        if keyword.startswith("msgstr"):
            in_letters = re.sub(r"(?:\\[0-7]{3})+", _in_letters, words)
            found |= {in_letters} if message else set(in_letters.split("\\n"))
    # An entry that has no translation is nobody's work.
    return found - {""}


def _in_letters(octal: re.Match[str]) -> str:
    return bytes(int(number, 8) for number in octal[0].split("\\")[1:]).decode()


def flags_of(text: str) -> list[str]:
    return [flag.strip() for line in re.findall("^#,(.*)", text, re.M) for flag in line.split(",")]


def update(folder: Path) -> str:
    project = Project.open(folder)
    list(update_language(project, load(project)[0], "es"))
    return (folder / "data" / "locale" / "es" / "reeds-1e.po").read_bytes().decode("utf-8")


@pytest.mark.parametrize(
    ("saved", "how"),
    [*((saved, str) for saved in SAVED), *((saved, as_poedit_on_windows) for saved in SAVED[::EVERY])],
    ids=[*(file.stem for file in SAVED), *(f"{file.stem}-windows" for file in SAVED[::EVERY])],
)
def test_a_file_of_another_program_loses_nothing(reeds: Path, saved: Path, how: object) -> None:
    assert callable(how)
    before = how(saved.read_bytes().decode("utf-8"))
    file = reeds / "data" / "locale" / "es" / "reeds-1e.po"
    file.write_bytes(before.encode("utf-8"))
    once = update(reeds)
    assert not written_by_people(before) - written_by_people(once)
    # What gettext checks with it is not what a translation may do, and no update leaves it in a file.
    flags = [flag for flag in flags_of(before) if flag != "python-format"]
    assert flags == [flag for flag in flags_of(once) if flag in flags]
    assert "python-format" not in once
    assert not once.startswith("\ufeff")  # gettext reads no byte order mark
    assert "\r\n" not in before or once.count("\r\n") == once.count("\n")
    # The translation that an earlier program put aside is back, with its comments.
    assert '\nmsgid "Silent Paddle"\nmsgstr "Remo silencioso"' in once.replace("\r", "")
    assert update(reeds) == once


_WORDS = st.text(st.sampled_from("aeñ\"\\\t% '#~|msgstr"), min_size=1, max_size=20)
_REMARK = st.sampled_from(["# a note", "#  a note, indented", "#", "# ~ a tilde"])
_COMMENT = _REMARK | st.sampled_from(["#. what it is", "#: boats.yaml:3"])
_CONTEXTS = [f"marsh/boat/{name}.{field}" for name in ("punt", "raft", "ferry") for field in ("name", "text")]
_TEXTS = ["Punt", "Raft of %(load)s", "Ferry"]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"'


def _in_octal(text: str) -> str:
    """As ``msgcat -E`` writes it."""
    letters = (f"\\{byte:03o}" if byte > 126 else chr(byte) for byte in text.encode())
    return "".join(letters)


def _part(keyword: str, text: str, wrapped: bool) -> list[str]:
    # As a program wraps: an empty string first, then the pieces.
    if not wrapped:
        return [f"{keyword} {_quoted(text)}"]
    middle = len(text) // 2
    return [f'{keyword} ""', _quoted(text[:middle]), _quoted(text[middle:])]


@st.composite
def _entry(draw: st.DrawFn, context: str, text: str, words: st.SearchStrategy[str]) -> str:
    plural = draw(st.booleans())
    strings = draw(st.lists(words, min_size=2 if plural else 1, max_size=2 if plural else 1))
    wrapped = draw(st.booleans())
    lines = [*_part("msgctxt", context, wrapped), *_part("msgid", text, wrapped)]
    lines += _part("msgid_plural", text + "s", wrapped) if plural else []
    for number, string in enumerate(strings):
        lines += _part(f"msgstr[{number}]" if plural else "msgstr", string, wrapped)
    lines = [_in_octal(line) for line in lines] if draw(st.booleans()) else lines
    previous = [f"#| msgid {_quoted(draw(_WORDS))}"] if any(strings) and draw(st.booleans()) else []
    if draw(st.booleans()):
        mark = draw(st.sampled_from(["#~ ", "#~"]))
        lines = [f"{mark}{line}" for line in lines]
        previous = [f"#~{line[1:]}" for line in previous]
    flags = draw(st.sampled_from([[], ["#, fuzzy"], ["#, max-length:30"], ["#, fuzzy, max-length:30"]]))
    # What a program notes on an entry that nobody has translated goes with it.
    comment = _COMMENT if any(strings) else _REMARK
    return "\n".join([*draw(st.lists(comment, max_size=2)), *flags, *previous, *lines])


HEADER = (
    '# Ana, 2026\nmsgid ""\nmsgstr ""\n"Last-Translator: Ana\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n"X-Generator: a program\\n"'
)


@st.composite
def _files(draw: st.DrawFn, words: st.SearchStrategy[str] = _WORDS) -> str:
    keys = draw(st.lists(st.tuples(st.sampled_from(_CONTEXTS), st.sampled_from(_TEXTS)), unique=True, max_size=8))
    keys = sorted(keys) if draw(st.booleans()) else keys
    between = draw(st.sampled_from(["\n\n", "\n", "\n\n\n"]))
    text = between.join([HEADER, *[draw(_entry(*key, words)) for key in keys]])
    text += draw(st.sampled_from(["", "\n", "\n\n# a last word\n"]))
    return draw(st.sampled_from([str, as_poedit_on_windows]))(text)


_MESSAGES = st.lists(
    st.tuples(st.sampled_from(_CONTEXTS), st.sampled_from([*_TEXTS, "Coracle"]), st.booleans()), max_size=6
)


@given(_files(_WORDS | st.just("")), st.lists(_MESSAGES, min_size=1, max_size=3))
def test_no_update_loses_what_a_person_wrote_or_writes_what_gettext_refuses(
    text: str, states: list[list[tuple[str, str, bool]]]
) -> None:
    now = PoFile.parsed(text)
    assert now.written() == text.removeprefix("\ufeff")
    for state in states:
        messages = [message(context, words, f"{words}s" if plural else "") for context, words, plural in state]
        updated = merged(now, messages, "es")
        lost = written_by_people(now.written()) - written_by_people(updated.written())
        # The message that a stale translation was made from goes where it is the message again.
        assert not {line for line in lost if line not in {f"| msgid {_quoted(words)}" for _, words, _ in state}}
        assert refused(updated.written()) == ""
        again = merged(PoFile.parsed(updated.written()), messages, "es")
        assert again.written() == updated.written()
        now = PoFile.parsed(updated.written())


def test_a_new_message_of_a_template_is_empty_beside_the_others_of_its_context() -> None:
    def of_template(text: str) -> Message:
        return Message("templates", "unit-cards", text, Place("face.html.j2"))

    once = PoFile.parsed(f'{HEADER}\n\nmsgctxt "unit-cards"\nmsgid "Crew"\nmsgstr "Tripulación"\n')
    updated = merged(once, [of_template("Crew"), of_template("Load")], "es")
    assert [(entry.text[0], entry.translation, entry.fuzzy) for entry in updated.messages] == [
        ("Crew", ("Tripulación",), False),
        ("Load", ("",), False),
    ]


def test_blanks_are_no_translation_that_another_text_could_take() -> None:
    blank = PoFile.parsed(f'{HEADER}\n\nmsgctxt "marsh/boat/punt.name"\nmsgid "Punt"\nmsgstr " "\n')
    updated = merged(blank, [message("marsh/boat/punt.name", "Coracle")], "es").written()
    assert 'msgid "Coracle"\nmsgstr ""\n' in updated
    assert "fuzzy" not in updated
    assert '#~ msgid "Punt"\n#~ msgstr " "' in updated


def refused(text: str) -> str:
    """Return what a program for translators says that can't read a file; gettext's msgfmt, or polib without it."""
    if not shutil.which("msgfmt"):
        polib.pofile(text)
        return ""
    read = subprocess.run(["msgfmt", "-o", "/dev/null", "-"], input=text.encode(), capture_output=True)
    return read.stderr.decode() if read.returncode else ""


@given(_files(), _MESSAGES)
def test_what_comes_back_is_as_it_was(text: str, state: list[tuple[str, str, bool]]) -> None:
    messages = [message(context, words) for context, words, _ in state]
    before = merged(PoFile.parsed(text), messages, "es")
    without = merged(PoFile.parsed(before.written()), [], "es")
    after = merged(PoFile.parsed(without.written()), messages, "es")

    def active(file: PoFile) -> list[tuple[object, ...]]:
        return [
            (entry.context, entry.text, entry.translation, entry.flags)
            for entry in file.entries
            if entry.strings and not entry.obsolete
        ]

    assert active(after) == active(before)


def test_a_renamed_record_takes_its_translations_along(reeds: Path) -> None:
    file = reeds / "data" / "editions" / "reeds-1e" / "abilities.yaml"
    file.write_text(
        file.read_text().replace("silent-paddle:", "quiet-paddle:\n  was: silent-paddle").replace("heard", "noticed")
    )
    text = update(reeds)
    assert 'msgctxt "reeds-1e/ability/quiet-paddle.name"\nmsgid "Silent Paddle"\nmsgstr "Remo silencioso"' in text
    assert (
        '#, fuzzy\n#| msgctxt "reeds-1e/ability/silent-paddle.text"\n#| msgid "This boat is never heard."\n'
        'msgctxt "reeds-1e/ability/quiet-paddle.text"\nmsgid "This boat is never noticed."\n'
        'msgstr "Nadie oye nunca esta barca."'
    ) in text


def test_an_ability_that_is_withdrawn_and_restored_keeps_its_words(reeds: Path) -> None:
    file = reeds / "data" / "editions" / "reeds-1e" / "abilities.yaml"
    whole, before = file.read_text(), update(reeds)
    file.write_text(whole.partition("silent-paddle:")[0])
    withdrawn = update(reeds)
    assert '#~ msgid "This boat is never heard."\n#~ msgstr "Nadie oye nunca esta barca."' in withdrawn
    file.write_text(whole)
    assert update(reeds) == before


def test_a_stale_entry_keeps_its_words_once_until_its_text_is_as_it_was() -> None:
    entry = '# Ana: or lancha?\n#, max-length:30\nmsgctxt "marsh/boat/punt.name"\nmsgid "{}"\nmsgstr "{}"\n'
    once = merged(PoFile.parsed(entry.format("Punt", "Batea")), [message("marsh/boat/punt.name", "Punt")], "es")
    stale = merged(once, [message("marsh/boat/punt.name", "Long punt")], "es")
    assert stale.written().count("Batea") == 1
    back = merged(PoFile.parsed(stale.written()), [message("marsh/boat/punt.name", "Punt")], "es")
    assert back.written() == once.written()


def test_the_forms_that_a_stale_entry_has_no_room_for_are_kept_beside_it() -> None:
    counted = (
        f'{HEADER}\n\nmsgctxt "marsh/boat/punt.text"\nmsgid "Punt"\nmsgid_plural "Punts"\n'
        'msgstr[0] "Batea"\nmsgstr[1] "Bateas"\n'
    )
    stale = merged(PoFile.parsed(counted), [message("marsh/boat/punt.text", "Long punt")], "es").written()
    assert '#~ msgstr[1] "Bateas"' in stale


def test_obsolete_entries_with_a_previous_message_are_read(tmp_path: Path) -> None:
    file = tmp_path / "marsh.po"
    file.write_text(
        'msgid ""\nmsgstr "PO-Revision-Date: \\n"\n\n#, fuzzy\n#~| msgid "Boat"\n#~ msgid "Raft"\n#~ msgstr "Balsa"\n\n'
        'msgid "Punt"\nmsgstr "Batea"\n'
    )
    [punt] = read_po_file(file, "es").messages
    assert (punt.text, punt.translation, punt.fuzzy) == (("Punt", ""), ("Batea",), False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('msgid "a"\nmsgstr "b"\n\n# again\nmsgid "a"\nmsgstr "c"\n', "marsh.po:5: has the message of line 1 a second"),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "c\nmsgstr "d"\n', "marsh.po:4: has a string that doesn't begin and end"),
        ('#~ msgid "x"\n#~ msgstr "y"\n\nmsgid "c"\nmsgwrong "d"\n', "marsh.po:5: is not a catalogue"),
    ],
)
def test_what_is_broken_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "marsh.po"
    file.write_text(text)
    with pytest.raises(Unusable, match=re.escape(said)):
        read_po_file(file, "es")
