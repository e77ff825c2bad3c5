"""Nothing that a translator wrote is lost: files as msgmerge, Poedit and Weblate save them, and invented ones."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.catalogues.catalogue_files import read_catalogue, read_po_file
from kensei_docs.catalogues.messages import Message
from kensei_docs.catalogues.po_lines import PoFile
from kensei_docs.catalogues.update_status_compile import merged, update_language
from kensei_docs.database import load
from kensei_docs.problems import Place, Unusable
from kensei_docs.project import Project
from tests.conftest import EVERY

SAVED = sorted((Path(__file__).parents[1] / "specimens" / "catalogues").glob("*.po"))


def message(context: str, text: str, plural: str = "", former: tuple[str, ...] = ()) -> Message:
    return Message("marsh", context, text, Place("boats.yaml"), plural, former)


def as_poedit_on_windows(text: str) -> str:
    return "\ufeff" + text.replace("\n", "\r\n")


def written_by_people(text: str) -> Counter[str]:
    """Return what a person wrote into a file: comments, header fields and the lines of the translations."""
    found: Counter[str] = Counter()
    inside = ""
    for line in text.splitlines():
        bare = re.sub(r"^#~ ?", "", line)
        inside = bare.split(" ")[0] if bare.startswith("msg") else inside if bare.startswith('"') else ""
        if line.startswith("#") and line[1:2] not in (",", "~", "|"):
            found[line] += 1
        elif line.startswith(("#|", "#~|")):
            found[re.sub(r"^#~?", "", line)] += 1
        elif inside.startswith("msgstr") and bare.endswith('"'):
            found[re.sub(r"^msgstr(\[\d\])? ", "", bare)] += 1
    # An entry that has no translation is nobody's work.
    del found['""']
    return found


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
    assert once.startswith("\ufeff") == before.startswith("\ufeff")
    assert "\r\n" not in before or once.count("\r\n") == once.count("\n")
    # The translation that an earlier program put aside is back, with its comments.
    assert '\nmsgid "Silent Paddle"\nmsgstr "Remo silencioso"' in once.replace("\r", "")
    assert update(reeds) == once


_WORDS = st.text(st.sampled_from("aeñ\"\\\t% '#~|msgstr"), min_size=1, max_size=20)
_COMMENT = st.sampled_from(["# a note", "#  a note, indented", "#. what it is", "#: boats.yaml:3", "#", "# ~ a tilde"])
_CONTEXTS = [f"marsh/boat/{name}.{field}" for name in ("punt", "raft", "ferry") for field in ("name", "text")]
_TEXTS = ["Punt", "Raft of %(load)s", "Ferry"]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"'


@st.composite
def _entry(draw: st.DrawFn, context: str, text: str) -> str:
    plural = draw(st.booleans())
    strings = draw(st.lists(_WORDS, min_size=2 if plural else 1, max_size=2 if plural else 1))
    wrapped = draw(st.booleans())
    lines = [f"msgctxt {_quoted(context)}", f"msgid {_quoted(text)}"]
    lines += [f"msgid_plural {_quoted(text + 's')}"] if plural else []
    for number, string in enumerate(strings):
        keyword = f"msgstr[{number}]" if plural else "msgstr"
        # As a program wraps: an empty string first, then the pieces.
        lines += [f'{keyword} ""', _quoted(string)] if wrapped else [f"{keyword} {_quoted(string)}"]
    previous = [f"#| msgid {_quoted(draw(_WORDS))}"] if draw(st.booleans()) else []
    if draw(st.booleans()):
        lines = [f"#~ {line}" for line in lines]
        previous = [f"#~{line[1:]}" for line in previous]
    flags = draw(st.sampled_from([[], ["#, fuzzy"], ["#, max-length:30"], ["#, fuzzy, max-length:30"]]))
    return "\n".join([*draw(st.lists(_COMMENT, max_size=2)), *flags, *previous, *lines])


@st.composite
def _files(draw: st.DrawFn) -> str:
    keys = draw(st.lists(st.tuples(st.sampled_from(_CONTEXTS), st.sampled_from(_TEXTS)), unique=True, max_size=8))
    header = '# Ana, 2026\nmsgid ""\nmsgstr ""\n"Last-Translator: Ana\\n"\n"X-Generator: a program\\n"'
    between = draw(st.sampled_from(["\n\n", "\n", "\n\n\n"]))
    text = between.join([header, *[draw(_entry(*key)) for key in keys]])
    text += draw(st.sampled_from(["", "\n", "\n\n# a last word\n"]))
    return draw(st.sampled_from([str, as_poedit_on_windows]))(text)


_MESSAGES = st.lists(
    st.tuples(st.sampled_from(_CONTEXTS), st.sampled_from([*_TEXTS, "Coracle"]), st.booleans()), max_size=6
)


@given(_files(), st.lists(_MESSAGES, min_size=1, max_size=3))
def test_no_update_loses_what_a_person_wrote(text: str, states: list[list[tuple[str, str, bool]]]) -> None:
    now = PoFile.parsed(text)
    assert now.written() == text
    for state in states:
        messages = [message(context, words, f"{words}s" if plural else "") for context, words, plural in state]
        updated = merged(now, messages, "es")
        assert not written_by_people(now.written()) - written_by_people(updated.written())
        again = merged(PoFile.parsed(updated.written()), messages, "es")
        assert again.written() == updated.written()
        now = updated


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


def test_a_text_that_is_changed_and_changed_back_has_both_translations() -> None:
    entry = 'msgctxt "marsh/boat/punt.name"\nmsgid "{}"\nmsgstr "{}"\n'
    now = PoFile.parsed(entry.format("Punt", "Batea"))
    now = merged(now, [message("marsh/boat/punt.name", "Long punt")], "es")
    done = now.written().replace("#, fuzzy\n", "", 1).replace('#| msgid "Punt"\n', "", 1)
    done = done.replace('"Long punt"\nmsgstr "Batea"', '"Long punt"\nmsgstr "Batea larga"')
    back = merged(PoFile.parsed(done), [message("marsh/boat/punt.name", "Punt")], "es").written()
    assert '\nmsgctxt "marsh/boat/punt.name"\nmsgid "Punt"\nmsgstr "Batea"\n' in back
    assert '#~ msgid "Long punt"\n#~ msgstr "Batea larga"\n' in back


def test_obsolete_entries_with_a_previous_message_are_read(tmp_path: Path) -> None:
    file = tmp_path / "marsh.po"
    file.write_text(
        'msgid ""\nmsgstr "PO-Revision-Date: \\n"\n\n#, fuzzy\n#~| msgid "Boat"\n#~ msgid "Raft"\n#~ msgstr "Balsa"\n\n'
        'msgid "Punt"\nmsgstr "Batea"\n'
    )
    [punt] = [entry for entry in read_catalogue(file, "es") if entry.id]
    assert (punt.id, punt.string, punt.fuzzy) == ("Punt", "Batea", False)


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
