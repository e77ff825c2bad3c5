"""What the renderer leaves out is a finding with a file, a line and a way out, on every run; what is fine is none."""

import shutil
from logging import WARNING, LogRecord

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.layout.style_findings import defects_of_records, pattern_of

PICTURE = "put the picture into the folder art, and write 'art/{0}.png'"
GIF = "a picture written out (data:image/gif …) isn't printed, for only PNG, JPEG and WebP are; save it as one of these"
UNKNOWN = "is no property that can be printed"
FONT = """@font-face { font-family: "A"; src: url(typeface:SourceSansPro-Regular) }
html { font: 9pt A; --ink: #000 }
img, svg { width: 60px; height: 60px }
"""
DOT = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)


def frogs(herons, face="", css=""):
    """A kind of its own with a template and a style sheet, of which the second line of each is of interest."""
    shutil.rmtree(herons.folder / "templates", ignore_errors=True)
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    herons.write("templates/frogs/face.css", "/* Frogs */\n" + css)
    herons.write("templates/frogs/face.html.j2", "<p>{{ name(record) }}</p>\n" + face)
    herons.write("templates/_shared/theme.css", FONT)
    herons.write("templates/_shared/footer.txt.j2", "{{ title }}")


def said(herons):
    problems = herons.print("frogs")
    assert {problem.severity for problem in problems} <= {"error"}
    return [str(problem).replace(f"{herons.folder}/", "") for problem in problems]


@pytest.mark.parametrize(
    ("css", "finding"),
    [
        ("p { colr: red }", f"5: 'colr' {UNKNOWN}; did you mean 'color'?; mend the name, or take it out"),
        ("p { text-shadow: 1px 1px #fff }", f"5: 'text-shadow' {UNKNOWN}"),
        (
            "p { color: redd }",
            "5: 'color: redd' is no value that 'color' can have; did you mean 'red'?; mend the value",
        ),
        ("p { color: a65a10 }", "5: 'a65a10' is no colour; did you mean '#a65a10'?; a colour begins with '#'"),
        ("p { color: red margin: 0 }", "5: 'color: red margin: 0' is no value that 'color' can have; is a ';' missing"),
        ("p { margin: 2 }", "5: 'margin: 2' is no value that 'margin' can have; mend the value"),
        ("p { color: var(--inc) }", "12: the variable '--inc' has no value here; did you mean '--ink'?; mend"),
        ("p { border: 1px solid var(--inc) }", "23: the variable '--inc' has no value here; did you mean '--ink'?"),
        (
            "p { background: url(frog.png) }",
            f"5: 'background: url(frog.png)' names a file that isn't printed; {PICTURE}",
        ),
        ("p { background: url(file:///frog.png) }", f"21: the picture 'file:///frog.png' isn't printed; {PICTURE}"),
        (f"p {{ background: url(data:image/gif;base64,{'A' * 999}) }}", f"21: {GIF}"),
        (
            "@font-face { font-family: F; src: url(F.ttf) }",
            "30: 'src: url(F.ttf)' names a file, and no typeface is read",
        ),
        ("@font-face { font-family: F; src: url(data:font/ttf;base64,AAAA) }", "1: the typeface 'F' can't be loaded"),
        ("p { font-family: Futura, serif }", "18: there is no typeface 'Futura'; write 'A'"),
        ("p { font: 9pt/1 Futura }", "17: there is no typeface 'Futura'; write 'A'"),
        ("p:hovr { color: red }", "1: 'p:hovr' is no selector that can be printed by; mend it, or take the rule out"),
        ("@meda print { p { color: red } }", "1: '@meda' is left out with its rules; write these without it"),
        (
            "@media (max-width: 9mm) { p { color: red } }",
            "1: '@media (max-width: 9mm)' is left out with its rules; write",
        ),
        ("@media print { p { color: red } p { colr: red } }", f"37: 'colr' {UNKNOWN}; did you mean 'color'?"),
        (
            "p { border-image: url(frog.png) 30 }",
            f"5: 'border-image: url(frog.png) 30' names a file that isn't printed; {PICTURE}",
        ),
        (
            "p { background: red url(frog.png) 30% }",
            "5: 'background: red url(frog.png) 30%' names a file that isn't print",
        ),
        ("p { color }", "10: this is no style that can be read"),
    ],
)
def test_what_is_left_out_of_a_style_sheet_is_named_with_its_file_line_and_column_on_every_run(herons, css, finding):
    frogs(herons, css=css)
    first = said(herons)
    assert len(first) == 1
    assert first[0].startswith(f"templates/frogs/face.css:2:{finding.format('frog')}")
    assert first[0].endswith("  [style]") and len(first[0]) < 400
    assert said(herons) == first and herons.reasons == []


@pytest.mark.parametrize(
    ("css", "finding"),
    [
        ("p { --a: var(--b); --b: var(--a); color: var(--a) }", "the variable '--a' has no value here, but at other"),
        ("p { --own: var(--own); color: var(--own) }", "the variable '--own' has no value here, but at other elements"),
        ("i { --far: red } p { color: var(--far) }", "the variable '--far' has no value here, but at other elements"),
        (
            '@import url("https://letters.example/reeds.css");',
            "nothing is fetched from the network; take the @import out",
        ),
        ('@import url("reeds.css");', "nothing is imported into a style sheet; name the other one under 'styles'"),
    ],
)
def test_a_variable_made_of_itself_and_an_import_say_what_is_wrong_with_them(herons, css, finding):
    frogs(herons, css=css)
    first = said(herons)
    assert any(finding in line for line in first) and not any("did you mean" in line for line in first)
    assert all(line.startswith("templates/frogs/face.css:2:") for line in first)


@pytest.mark.parametrize(
    ("face", "finding"),
    [
        ('<img src="frog.png">', f"the picture 'frog.png' isn't printed; {PICTURE}"),
        ('<img src="https://a.org/frog.png">', f"the picture 'https://a.org/frog.png' isn't printed; {PICTURE}"),
        (f'<img src="data:image/gif;base64,{"A" * 999}">', GIF),
        (
            '<img src="data:image/png;base64,AAAA">',
            "a picture written out (data:image/png …) is no picture that can be read",
        ),
        ('<svg viewBox="0 0 9 9"><image href="frog.png" width="9" height="9"/></svg>', "the picture 'frog.png'"),
        ('<img alt="a" src="">', "this 'img' names no picture; give it one, or leave it out where there is none"),
        ("<iframe></iframe>", "'<iframe>' isn't printed; take it out, or draw what it shows as SVG"),
        ('<link rel="stylesheet" href="frog.css">', "the style sheet 'frog.css' isn't printed; no file is read"),
        ('<p style="colr: red">x</p>', f"'colr' {UNKNOWN}; did you mean 'color'?; mend the name, or take it out"),
        ('<p style="color: redd">x</p>', "'color: redd' is no value that 'color' can have; did you mean 'red'?"),
        ('<p style="color: var(--inc)">x</p>', "the variable '--inc' has no value here; did you mean '--ink'?"),
        ("<p style=\"font-family: 'Comic Sans'\">x</p>", "there is no typeface 'Comic Sans'; write 'A'"),
        (
            '<svg viewBox="0 0 9 9"><text y="5" font-size="5" font-family="Futura">x</text></svg>',
            "there is no typeface 'Futura'",
        ),
    ],
)
def test_what_is_left_out_of_markup_is_named_with_the_file_and_line_of_its_template_on_every_run(herons, face, finding):
    frogs(herons, face)
    first = said(herons)
    assert len(first) == 1
    assert first[0].startswith(f"templates/frogs/face.html.j2:2: {finding.format('frog')}")
    assert first[0].endswith("  [style]") and len(first[0]) < 400
    assert said(herons) == first and herons.reasons == []


@pytest.mark.parametrize(
    ("face", "finding"),
    [
        ('<rect fill="{{ c }}"/>', "'fill': 'redd' is no colour; did you mean 'red'?; mend it"),
        ("<rect style='stroke: {{ c }}'/>", "'stroke': 'redd' is no colour; did you mean 'red'?; mend it"),
        ('<g id="reed"/><use href="#{{ c }}"/>', "there is no id 'redd'; did you mean 'reed'?; mend the name, or draw"),
        ('<rect fill="url(#{{ c }})"/>', "there is no id 'redd'; mend the name, or draw it in the same drawing"),
        (
            '<use href="#pond"/></svg><svg><g id="pond"/>',
            "there is no id 'pond'; mend the name, or draw it in the same",
        ),
        (
            "<rect fill=\"{{ look.colour('sceond') }}\"/>",
            "'sceond' is no colour; did you mean 'second'?; mend it, or add",
        ),
    ],
)
def test_what_a_template_fills_into_a_drawing_is_judged_as_it_is_printed(herons, face, finding):
    svg = f'<svg viewBox="0 0 9 9">{face}</svg>'
    frogs(herons, f'{{% set c = "redd" %}}{svg}<svg viewBox="0 0 9 9"><svg><g/></svg><g id="x"/><use href="#x"/></svg>')
    herons.write("templates/_shared/look.yaml", "palette: {ink: '#201c1a', second: '#b3321f', paper: '#faf5ea'}\n")
    first = said(herons)
    assert len(first) == 1 and first[0].startswith(f"templates/frogs/face.html.j2:2: {finding}")
    assert said(herons) == first


def test_what_is_told_of_a_drawing_where_it_is_read_is_not_told_again(herons):
    frogs(herons, '<svg viewBox="0 0 9 9"><use href="#gone"/><rect fill="redd"/></svg>{{ look.art("frog") }}')
    herons.write("templates/_shared/look.yaml", "palette: {ink: '#201c1a', accent: '#b3321f', paper: '#faf5ea'}\n")
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\n<g fill='blu'/><use href='#a'/></svg>"
    herons.write("templates/_shared/art/frog.svg", svg)
    assert said(herons) == [
        "templates/_shared/art/frog.svg:2:1: 'fill': 'blu' is no colour; did you mean 'blue'?; mend it  [pictures]",
        "templates/_shared/art/frog.svg:2:16: there is no id 'a'; mend the name, or draw it  [pictures]",
    ]


def test_a_picture_that_a_record_names_is_found_in_the_macro_that_asks_for_it(herons):
    frogs(herons, '{% import "pond.html.j2" as pond %}{{ pond.picture(record) }}')
    image = '<figure>\n<img src="art/{{ record.slug }}.png"></figure>'
    macro = f"{{# A pond. #}}\n{{% macro picture(record) %}}\n{image}{{% endmacro %}}"
    herons.write("templates/_shared/pond.html.j2", macro)
    assert [problem[:64] for problem in said(herons)] == [
        f"templates/_shared/pond.html.j2:4: there is no picture '{name}.png'; mend the name"[:64]
        for name in ("wade", "patience", "silence")
    ]


def test_a_picture_in_a_drawing_is_found_in_the_file_of_the_drawing(herons):
    frogs(herons, "{{ look.art('frog') }}")
    herons.write("templates/_shared/look.yaml", "palette: {ink: '#201c1a', accent: '#b3321f', paper: '#faf5ea'}\n")
    herons.write(
        "templates/_shared/art/frog.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\n<image href='data:image/webp;base64,AA'/></svg>",
    )
    assert [problem.partition(" (")[0] for problem in said(herons)] == [
        "templates/_shared/art/frog.svg:2: a picture written out"
    ]


@pytest.mark.parametrize(
    ("face", "css"),
    [
        (f'<img src="{DOT}">', f"p {{ background: url({DOT}) no-repeat 9px 30px; padding-bottom: 20px }}"),
        ('<svg viewBox="0 0 9 9"><path id="a" style="fill:#c00;stroke-width:3" d="M0 0h9v9z"/><g id="a"/></svg>', ""),
        ('<p style="--own: red; color: var(--own)">x</p>', "p { color: var(--none, red); color: var(--ink) }"),
        ("", ".no-such-element { color: var(--none) }"),
        ("", "p { cursor: pointer; -webkit-print-color-adjust: exact; transition: all 1s }"),
        ("", "p { font-family: A, Futura } b { font: 9pt sans-serif } .no-such-element { font-family: Futura }"),
        ("", "/* { */ p::before { content: '{' } @media screen { p { color: red } }"),
    ],
)
def test_what_is_printed_as_it_is_written_is_no_finding(herons, face, css):
    frogs(herons, face, css)
    assert said(herons) == []


@pytest.mark.parametrize(
    ("css", "finding"),
    [
        ("p { color: red\n", "2:3: this block is never closed; write '}' at its end  [style]"),
        (
            'p::before { content: "Rules: }\np { margin: 0 }',
            "2:22: this string is never closed; write its quotation mark again at its end  [style]",
        ),
        ("p { color: red }\n/* frogs", "3:1: this comment is never closed; write '*/' at its end  [style]"),
    ],
)
def test_a_block_string_or_comment_that_takes_the_rest_of_the_style_with_it_is_refused(herons, css, finding):
    frogs(herons, css=css)
    assert said(herons) == []
    assert [str(problem).replace(f"{herons.folder}/", "") for problem in herons.refused] == [
        f"templates/frogs/face.css:{finding}"
    ]


def test_a_family_that_is_not_there_is_found_where_a_style_names_it_not_where_another_name_begins_so(herons):
    frogs(herons, "<p style=\"font-family: 'Heron'\">x</p>", 'b { font-family: "Frog" } p { font-family: "Frog" }')
    herons.write(
        "templates/_shared/theme.css",
        FONT + "/* Frog */ .x { font-family: A, 'Frog Pro', 'Heron Pro' }\n@font-face { font-family: 'Frog Pro'; "
        "src: url(typeface:SourceSansPro-Regular) }",
    )
    assert [problem.partition(";")[0] for problem in said(herons)] == [
        "templates/frogs/face.css:2:19: there is no typeface 'Frog'",
        "templates/frogs/face.html.j2:2: there is no typeface 'Heron'",
    ]


@pytest.mark.parametrize(
    ("face", "css", "finding"),
    [
        (
            '<select style="position: absolute"><option>a</option></select>',
            "",
            "html.j2:2: no typeface that is named has '˅' (U+02C5), which is printed for each '<select>'; write",
        ),
        ("", "p::before { content: 'ბ' }", "css:2:23: no typeface that is named has 'ბ' (U+10D1); write another"),
        ('<b class="ბ">x</b>', "b::before { content: attr(class) }", "html.j2:2: no typeface that is named has 'ბ'"),
    ],
)
def test_a_character_that_only_the_renderer_prints_is_named_where_it_comes_from(herons, face, css, finding):
    frogs(herons, face, css)
    first = said(herons)
    (problem,) = (one for one in first if one.endswith("[style]"))
    assert problem.startswith(f"templates/frogs/face.{finding}")
    assert said(herons) == first


@given(
    st.text(st.sampled_from("aé %dsr04Xx{}().\n"), max_size=20)
    | st.sampled_from(["Invalid media type", "Unknown rule %s at %d:%d", "Ignored `%s", ".notdef", "x at %d:%d %s"]),
    st.one_of(
        st.lists(st.one_of(st.none(), st.integers(), st.text(max_size=3), st.floats()), max_size=6).map(tuple),
        st.dictionaries(st.text(max_size=2), st.integers(), max_size=2).map(lambda some: (some,)),
    ),
)
def test_no_record_of_the_renderer_ends_the_run(message, arguments):
    record = LogRecord("weasyprint", WARNING, "", 1, message, arguments, None)
    assert len(defects_of_records([record], "p { color: red }")) <= 1


def test_a_text_is_found_with_other_spaces_and_with_its_characters_quoted_or_not():
    assert pattern_of("a:b c").search("x a: b\n  c")
    assert pattern_of("my%20frog%C3%A9.png").search("my frogé.png")
    assert pattern_of("my%20frog.png").search("my%20frog.png")
    assert not pattern_of("frog.png").search("frog-png")
