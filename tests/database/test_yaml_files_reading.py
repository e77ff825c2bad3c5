"""Every scalar keeps its spelling, and everything its place."""

from pathlib import Path

import pytest

from kensei_docs.database.yaml_files import parse, read
from kensei_docs.problems import Place


@pytest.mark.parametrize("written", ["+1", "012", "no", "4+", "1:30", "+1D6", "10 cm", "-1", "1e3"])
def test_a_plain_scalar_stays_as_it_is_written(tmp_path: Path, written: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(f"value: {written}\n")
    tree, problems = read(file)
    assert problems == []
    assert tree.value == {"value": written}


def test_only_true_false_and_null_are_more_than_strings(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: true\nb: false\nc: null\nd:\ne: yes\nf: []\ng: {}\n")
    assert read(file)[0].value == {"a": True, "b": False, "c": None, "d": None, "e": "yes", "f": [], "g": {}}


def test_a_value_has_its_place_and_a_block_its_keys(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("one:\n  figures: {range: 10 cm}\n  list:\n    - x\n")
    tree, _ = read(file)
    assert str(tree.place("one.figures.range")) == f"{file}:2:20"
    assert str(tree.place("one")) == f"{file}:1:1"
    assert str(tree.place("one.list.0")) == f"{file}:4:7"
    assert str(tree.place("one.figures.missing")) == f"{file}:2:12"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a: [1,\nb: {c\n", ":2:4: is not YAML: the '{' is left open; close it with '}'"),
        (b"a: 1\na: 2\n", ":2:1: 'a' stands here a second time; keep one"),
        (b"a: 1\nb: \xff\n", ":2: is not UTF-8 text; save it in that encoding"),
        (b"a: 1\n\tb: 2\n", ":2:1: is not YAML: a tab stands where YAML has spaces; use spaces"),
        (b"a:\n\tb: 2\n", ":2:1: is not YAML: a tab stands where YAML has spaces; use spaces"),
        (b"a: >\n\tb\n", ":2:1: is not YAML: a tab stands where YAML has spaces; use spaces"),
        (b"a: %(x)s more\n", ":1:4: is not YAML: a text can't begin with '%'; put it in quotes"),
        (b"a: @b\n", ":1:4: is not YAML: a text can't begin with '@'; put it in quotes"),
        (b"%(x)s: 1\n", ":1:2: is not YAML: a line can't begin with '%'; put the text in quotes"),
        (
            b"name: Fox: the trickster\n",
            ":1:10: is not YAML: a colon before a space begins a value, which can't stand here; "
            "put the text in quotes, or mend the indent",
        ),
        *(
            (
                text,
                f":1:{column}: is not YAML: a text can't begin with '*' or '&', which names a value; put it in quotes",
            )
            for text, column in ((b"a: *bold*\n", 9), (b"a: *b\n", 4), (b"a: & more\n", 5))
        ),
        (b"{[a]: b}\n", ":1:2: has a list or a mapping before the colon; write a name there"),
        (b'a: "x\\e]0;y"\n', ":1:4: has a control character (U+001B); take it out"),
        *(
            (content, ":2: is nested without end: an alias (*name) holds itself; write it out")
            for content in (b"\na: &a [*a]\n", b"a: 1\nb: &b\n  c: {d: *b}\n")
        ),
        *(
            (content, ":101: has more than 100 lists and mappings in one another; close some")
            for content in (
                b"".join(b" " * level + b"a:\n" for level in range(1500)),
                b"".join(b" " * level + b"-\n" for level in range(1500)),
            )
        ),
        *(
            (content, ":1: has more than 100 lists and mappings in one another; close some")
            for content in (
                b"[" * 101 + b"]" * 101,
                b"a: " + b"[" * 30_000,
                b"a: " + b"{b: " * 30_000,
                b"- " * 60_000 + b"a",
                b"? " * 60_000 + b"a",
                b"- ? " * 30_000 + b"a",
            )
        ),
    ],
)
def test_what_is_no_yaml_is_said_with_its_line(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(content)
    _, problems = read(file)
    assert [str(problem) for problem in problems] == [f"{file}{said}  [yaml]"]


UNLIKE = "the line is indented unlike those above it; line it up with them, or indent the one above"
OPENED = "a text that begins with '{}' ends where that is closed; put the whole text in quotes"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("  name: [Hidden] cave", f"2:9: is not YAML: {OPENED.format('[')}"),
        ("  name: {Hidden} cave", f"2:9: is not YAML: {OPENED.format('{')}"),
        ("  name: 'Ghost' walks", f"""2:9: is not YAML: {OPENED.format("'")}"""),
        ('  name: "A\n  text: B', "2:9: is not YAML: a quotation mark is left open; close it"),
        (
            '  name: "A\n  text: "B"',
            "3:10: is not YAML: a quotation mark is left open above, and this one closes it; close that one",
        ),
        ("  name: - x", "2:9: is not YAML: a text can't begin with '- '; put it in quotes"),
        ("  name: ? what", "2:9: is not YAML: a text can't begin with '? '; put it in quotes"),
        (
            "  name: > 5 wins",
            "2:9: is not YAML: a text can't begin with '>'; put it in quotes, or begin it on the next line",
        ),
        ("  name: A\n text: B", f"3:2: is not YAML: {UNLIKE}"),
        (
            "  text: one\ntwo",
            "3:1: is not YAML: a line without a colon; write 'name: value', or indent it if it goes on with the text "
            "above",
        ),
        (
            "  a: {name: Fox: the trickster, cost: 2}",
            "2:16: is not YAML: a colon before a space begins a value; put the text in quotes, or write a comma before "
            "the name",
        ),
        ("  figures: {rise: 5 cm\n  name: A", "2:12: is not YAML: the '{' is left open; close it with '}'"),
        ("  traits: [brave, poor\n  name: A", "2:11: is not YAML: the '[' is left open; close it with ']'"),
        (
            '  a: {x: "1" "B"}',
            "2:14: is not YAML: a comma is missing between two values; write it, or put the text in quotes",
        ),
        (
            "  text: {icon:wound} for all",
            "2:9: is not YAML: a text that begins with '{' is more than a text to YAML; put the whole text in quotes",
        ),
        (
            "  name: A\n   text: B",
            "3:4: is not YAML: the line is indented further than the one above, which has a value; line it up with "
            "that",
        ),
        (
            "  name: A\n\u00a0\u00a0text: B\n  cost: 1",
            "3:1: is not YAML: another space than that of the space bar begins the line; write spaces anew",
        ),
        (
            "  name: A\n---\nb:",
            "3:1: is not YAML: '---' begins another document, and a file has one; take the line out",
        ),
        (
            "  - A\n  b: B",
            "3:3: is not YAML: a line without '-' stands in a list; begin it with '- ', or mend the indent",
        ),
        (
            '  name: "A\\q"',
            "2:11: is not YAML: a backslash in double quotes is a sign of YAML; write two, or take single quotes",
        ),
        ("  name: !Halt", "2:9: a text can't begin with '!', which YAML takes away; put it in quotes"),
        ("  name: ! Halt", "2:9: a text can't begin with '!', which YAML takes away; put it in quotes"),
        ("  name: &you", "2:9: a text can't begin with '&', which YAML takes away; put it in quotes"),
    ],
)
def test_signs_of_yaml_in_a_text_are_told_where_the_text_begins(tmp_path: Path, lines: str, said: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(f"a:\n{lines}\n")
    assert [str(problem) for problem in read(file)[1]] == [f"{file}:{said}  [yaml]"]


@pytest.mark.parametrize("lines", ["  name: &you {b: c}\n  more: *you", "  name: '!Halt'", "  share: !!str 5"])
def test_signs_that_yaml_means_are_no_fault(tmp_path: Path, lines: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(f"a:\n{lines}\n")
    assert read(file)[1] == []


def test_a_text_may_have_any_number_of_brackets(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    for value in ("'" + "[" * 5000 + "'", "[" * 99 + "]" * 99):
        file.write_text(f"a: {value}\n")
        assert read(file)[1] == []


def test_aliases_of_aliases_are_counted_before_they_are_written_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kensei_docs.database.yaml_files._MAX_VALUES", 5000)
    file = tmp_path / "a.yaml"
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    file.write_text("\n".join(lines))
    tree, problems = read(file)
    assert tree.value is None
    said = "has more than 5000 values with what its aliases repeat; write less"
    assert [problem.message for problem in problems] == [said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("text: Draw the #2 card and stop # or not", "1:15: '#2 card and stop # or not'"),
        ("text: Draw\n  the  #2", "2:6: '#2'"),
        ("text: Draw the # of cards", "1:15: '# of cards'"),
        ("to: Draw the #2", "1:13: '#2'"),
        ("en: Oar #2", "1:8: '#2'"),
        ("accent: #aa0000", "1:8: '#aa0000'"),
        ("rules: {ebb: Go out #2\n  }", "1:20: '#2'"),
    ],
)
def test_a_text_that_a_sign_cuts_off_is_told(tmp_path: Path, text: str, said: str) -> None:
    _, problems = parse(tmp_path / "a.yaml", text.encode())
    assert [str(problem).partition("a.yaml:")[2] for problem in problems] == [
        f"{said} is a comment to YAML, and cut off from the text; put the text in quotes, or two spaces before a "
        "comment and one behind its '#'  [yaml]"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "name: Old moor # or Fen",
        "game: Old moor # or Fen",
        "text: Draw a card. # or not",
        "text: 'Draw the #2 card' # or not",
        "text: >-\n  Draw the #2 card",
        "text: Draw card#2",
        "points: 5 # each",
        "reach: 5 cm # each",
        "takes: count # each",
        "text: null # to come",
        "look: # to come",
        "look: #to come\n  ebb: 5",
        "text: # to come\n  Draw.",
    ],
)
def test_a_comment_that_is_one_is_none_of_the_text(tmp_path: Path, text: str) -> None:
    assert parse(tmp_path / "a.yaml", text.encode())[1] == []


def test_a_missing_file_is_said() -> None:
    _, problems = read(Path("nowhere.yaml"))
    assert [str(p) for p in problems] == [
        "nowhere.yaml: cannot be read (No such file or directory); check the file  [yaml]"
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("is: {by: rule/a, is: floor(given.x / weapon/bow:reach)}", "floor(given.x / weapon/bow:reach)"),
        ("is: {by: rule/a, is: given.x?}", "given.x?"),
        (
            "is: {by: rule/a, is: if given.x? then weapon/bow:reach else none}",
            "if given.x? then weapon/bow:reach else none",
        ),
    ],
)
def test_an_expression_in_brackets_needs_no_quotes(tmp_path: Path, text: str, value: str) -> None:
    file = tmp_path / "edition.yaml"
    file.write_text(f"{text}\n", encoding="utf-8")
    tree, problems = read(file)
    assert (problems, tree.value) == ([], {"is": {"by": "rule/a", "is": value}})
    assert tree.place("is.is") == Place(str(file), 1, text.index(value) + 1)
