"""Mistakes in templates and style sheets that end without an end, or with nothing: each is named, with its place."""

from __future__ import annotations

import threading

import pytest

from kensei_docs.documents.layout import workers
from kensei_docs.documents.markup import templates
from kensei_docs.processes import OutOfTime, limited
from tests.documents.layout.test_faces_defects import own_kind, shown

WITHOUT_END = "it calls or includes itself without end; give that an end"


@pytest.mark.parametrize(
    ("face", "line", "said"),
    [
        ("<p>\n{{ 1/0 }}", 2, "division by zero"),
        ("<p>\n{{ name }}", 2, "prints a function; call it"),
        ('<p>\n\n{{ record.get("nothing") }}', 3, "prints 'None', for no such value is there"),
        ("{{ record }}", 1, "prints a record as a program writes it; print its parts, one by one"),
        ("{{ [name(record)] }}", 1, "prints a list as a program writes it"),
        ("<p>\n\n{{ 1 % 0 }}", 3, "modulo by zero"),
        ('{{ "a"|truncate(-1) }}', 1, "expected length >= 3, got -1"),
        ("{% for n in range(10**10) %}{% endfor %}", 1, "Range too big"),
        ("{{ 10**5000 }}", 1, "a power has too many digits"),
        ("{{ 9**(9**9) }}", 1, "a power has too many digits"),
        ("{{ 2.0**5000 }}", 1, "out of range"),
        ("<p>\n{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", 2, WITHOUT_END),
        ("{% macro a() %}{{ b() }}{% endmacro %}\n{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}", None, WITHOUT_END),
        ('<p>\n{% include "face.html.j2" %}', 2, WITHOUT_END),
        ('{% extends "face.html.j2" %}', 1, WITHOUT_END),
        ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", 1, "is nested too deeply"),
        ("{% for a in [1] %}" * 30 + "x" + "{% endfor %}" * 30, 1, "is nested too deeply"),
        ('{{ "a" * 10**10 }}', 1, "it repeats a text 10000000000 times, which is too much for a face; repeat it less"),
        ('<p>\n\n\n{{ "x" * 100000000 }}', 4, "it repeats a text 100000000 times, which is too much for a face"),
        ("{{ ([0] * 10**9)|length }}", 1, "it repeats a list 1000000000 times, which is too much for a face"),
        ("<p>\n{{ 10**9 * (0, 1) }}", 2, "it repeats a list 1000000000 times, which is too much for a face"),
        ("<p>\n{{ range(10**9)|list }}", 2, "Range too big"),
        (
            '<p>\n{{ "a"|center(100000000) }}',
            2,
            "it makes 100000004 characters of markup, and a face has at most 50000000",
        ),
        (
            "<p>\n{% macro m() %}\n{{ 'x' * 30000000 }}{% endmacro %}\n{{ m() }}\n{{ m() }}",
            5,
            "characters of markup, and a face has at most 50000000; see what it repeats",
        ),
        ('{{ "a"|center(5 * 10**9) }}', 1, "it needs more memory"),
        ('{{ "%09999999999d"|format(1) }}', 1, "width too big|it needs more memory|too long"),
        ('{{ "%9999999999d" % 1 }}', 1, "too big|it needs more memory|too long"),
        ('{{ "a\\n"|indent(3 * 10**9) }}', 1, "it needs more memory"),
        ("<td colspan=100000000>x</td>", None, "it has a cell with colspan=1000"),
        ("<table><col span = '10000000'></table>", None, "a cell spans at most 1000 rows or columns"),
        (
            "{{ ('a' * 9999999) ~ ('a' * 9999999) ~ ('a' * 9999999) ~ ('a' * 9999999) ~ ('a' * 20000000) }}",
            1,
            "characters of markup",
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_template_that_fails_is_named_with_its_line(herons, face, line, said):
    own_kind(herons, face=face)
    herons.print()
    (problem,) = herons.refused
    place = problem.place
    assert place.file.endswith("templates/frogs/face.html.j2") and (line is None or place.line == line)
    assert problem.message.startswith("this template can't print ability/wade: ")
    assert any(one in problem.message for one in said.split("|")), problem.message


@pytest.mark.parametrize(
    "face",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    ],
)
def test_a_template_that_never_ends_is_ended(herons, monkeypatch, face):
    monkeypatch.setattr(templates, "_MAX_SECONDS", 0.2)
    own_kind(herons, face=face)
    herons.print()
    (problem,) = herons.refused
    assert "it takes more time than a face may take; see what it repeats" in problem.message
    assert problem.place.line == 1


def test_a_template_that_never_ends_is_ended_in_a_thread_too(herons, monkeypatch):
    monkeypatch.setattr(templates, "_MAX_SECONDS", 0.2)
    own_kind(herons, face="{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}")
    thread = threading.Thread(target=herons.print)
    thread.start()
    thread.join()
    (problem,) = herons.refused
    assert "it takes more time than a face may take; see what it repeats" in problem.message


def test_a_limit_of_time_in_a_thread_ends_only_its_block():
    ended = []

    def work():
        with pytest.raises(OutOfTime), limited(0.05), limited(9):
            while True:
                pass
        with limited(0.05):
            pass
        ended.append(sum(range(3_000_000)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended


def test_a_limit_of_time_ends_only_its_block():
    with pytest.raises(OutOfTime), limited(0.05):
        while True:
            pass
    with limited(0.05):
        pass
    assert sum(range(3_000_000)) > 0


@pytest.mark.parametrize(
    ("face", "css", "said"),
    [
        ("<div>" * 400 + "{{ name(record) }}", "", "its markup or style is nested too deeply; take it apart"),
        (
            "<p class=name>{{ name(record) }}",
            ".name { " + "a { " * 120 + "}" * 120 + "}",
            "the renderer fails on its markup or style|nested",
        ),
        (
            "<p>{{ name(record) }}",
            ":is(" * 200 + "p" + ")" * 200 + " { color: red }",
            "its markup or style is nested too deeply",
        ),
    ],
    ids=["markup", "style", "selector"],
)
def test_what_the_renderer_cannot_lay_out_is_named(herons, face, css, said):
    own_kind(herons, face=face, css=css)
    (problem,) = _refused(herons)
    assert problem.startswith("templates/frogs: 'wade.front' can't be laid out: ")
    assert any(one in problem for one in said.split("|")), problem


@pytest.mark.parametrize(
    "declaration",
    [
        "width: calc(var(--none) + 1mm)",
        "font-size: 1e9pt",
        "letter-spacing: 1e20mm",
        "border: 1e300mm dotted red",
        "transform: scale(0)",
    ],
)
def test_a_declaration_that_the_renderer_fails_on_is_left_out_and_named_on_every_run(herons, capfd, declaration):
    # Semicolons and braces that end nothing.
    css = f'/* {{ ; */ .name::after {{ content: ";" }}\n.name {{ --own: 1mm; color: red;\n  {declaration} }}'
    own_kind(herons, face="<p class=name>{{ name(record) }}", css=css)
    first = shown(herons, herons.print())
    (problem,) = first
    assert problem.startswith(f"templates/frogs/face.css:5:3: the renderer fails on '{declaration}', which is left out")
    assert ("(has every variable in it a value?)" in problem) == ("var(" in declaration)
    assert shown(herons, herons.print()) == first and capfd.readouterr().err == ""
    assert "Wade" in herons.text("frogs")


def test_of_several_without_which_it_would_not_fail_the_value_at_fault_is_named(herons):
    css = '.name::before { content: "x"; letter-spacing: 1e30mm; color: red }'
    own_kind(herons, face="<p class=name>{{ name(record) }}", css=css)
    (problem,) = shown(herons, herons.print())
    assert problem.startswith("templates/frogs/face.css:3:31: the renderer fails on 'letter-spacing: 1e30mm', which is")


def test_each_declaration_in_markup_that_the_renderer_fails_on_is_left_out_and_named(herons):
    one = '<p style="color: red; transform: scale(0)">{{ name(record) }}</p>'
    own_kind(herons, face=f'<p>x</p>\n{one}\n<p style="letter-spacing: 1e20mm">x</p>')
    problems = shown(herons, herons.print())
    assert sorted(problem.partition("',")[0] for problem in problems) == [
        "templates/frogs/face.html.j2:2: the renderer fails on 'transform: scale(0)",
        "templates/frogs/face.html.j2:3: the renderer fails on 'letter-spacing: 1e20mm",
    ]


def test_the_one_face_that_fails_is_named(herons):
    own_kind(herons, face='{% if record.slug == "patience" %}' + "<div>" * 400 + "{% endif %}{{ name(record) }}")
    (problem,) = _refused(herons)
    assert problem.startswith("templates/frogs: 'patience.front' can't be laid out: its markup or style is nested")


def test_a_layout_that_never_ends_is_ended(herons, monkeypatch):
    monkeypatch.setattr(workers, "_MAX_SECONDS", 0.0001)
    own_kind(herons, face="<p>" + "word " * 2000)
    (problem,) = _refused(herons)
    assert "it takes more time than a face may take" in problem


@pytest.mark.parametrize(
    "style", ["left: 34mm; right: 34mm", "width: 0", "width: -3mm; left: 30mm; right: 30mm", "height: 0"]
)
def test_a_field_without_room_is_named_not_divided_by(herons, style):
    own_kind(
        herons,
        face='<p class="name" data-field="name">{{ name(record) }}</p>',
        css=f".name {{ position: absolute; margin: 0; {style} }}",
        kind="fit: {name: {size: 9, floor: 6}}\n",
    )
    problems = shown(herons, herons.print())
    assert any(
        "'name' has a box without width or height; see what its style sheet takes away from the face  [overflow]" in one
        for one in problems
    ), problems


def _refused(herons):
    from kensei_docs.problems import Unusable

    try:
        herons.print()
    except Unusable as fault:
        return shown(herons, fault.problems)
    return shown(herons, herons.refused)


@pytest.mark.parametrize(
    ("face", "said"),
    [
        (
            b"<p>\n\xe9",
            "face.html.j2:2: this template can't print ability/wade: not UTF-8 text; save it in that encoding",
        ),
        (b"\xef\xbb\xbf<p data-field=name>{{ name(record) }}", None),
    ],
    ids=["Latin-1", "byte order mark"],
)
def test_a_template_of_another_encoding_is_named_and_a_mark_of_utf_8_is_none_of_its_text(herons, face, said):
    own_kind(herons)
    (herons.folder / "templates" / "frogs" / "face.html.j2").write_bytes(face)
    herons.print()
    assert [f"{problem}".rpartition("/frogs/")[2] for problem in herons.refused] == (
        [f"{said}  [templates]"] if said else []
    )
