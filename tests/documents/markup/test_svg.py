"""Drawings as other programs save them are printed, and what in them can't be is told with its line."""

from __future__ import annotations

import pytest

from kensei_docs.documents.markup.svg import problems_in_templates, read_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'


@pytest.fixture
def drawing(tmp_path):
    def write(svg, encoding="utf-8"):
        file = tmp_path / "frog.svg"
        file.write_bytes(svg.encode(encoding))
        return file

    return write


@pytest.mark.parametrize(
    ("svg", "view", "body"),
    [
        (f"{HEAD}<path/></svg>\n", "0 0 9 9", "<path/>"),
        ("<?xml version='1.0'?>\n<!-- > -->\n<svg viewBox='0 0 9 9' >é<path/></svg>", "0 0 9 9", "é<path/>"),
        ("<svg viewBox='0 0 9 9' id='a>b'><path/></svg>", "0 0 9 9", "<path/>"),
        ('<svg width="12px" height="9.5"><path/></svg>', "0 0 12 9.5", "<path/>"),
        (
            '<svg viewBox="0 0 9 9" fill="none" stroke="#00f" style="height: 9px; color: red"><path/></svg>',
            "0 0 9 9",
            '<g fill="none" stroke="#00f" style="color: red"><path/></g>',
        ),
    ],
)
def test_a_drawing_is_read_with_the_style_around_it_whatever_way_it_is_written(drawing, svg, view, body):
    found = read_svg(drawing(svg))
    assert (found.view, found.body, found.problems) == (view, body, ())


def test_ids_get_a_prefix_wherever_they_stand_or_are_named(drawing):
    body = (
        "<style>#s{fill:url(#g)} .s{color:#abc}</style><path id='s' fill=\"url('#g')\"/><pattern id=\"g\"/>"
        '<use href="#s"/><use xlink:href="#s" stroke="#abc" fill="url(#g)"/>'
    )
    found = read_svg(drawing(HEAD + body + "</svg>"))
    assert found.problems == ()
    assert found.with_ids("x-") == (
        "<style>#x-s{fill:url(#x-g)} .s{color:#abc}</style><path id='x-s' fill=\"url('#x-g')\"/><pattern id=\"x-g\"/>"
        '<use href="#x-s"/><use xlink:href="#x-s" stroke="#abc" fill="url(#x-g)"/>'
    )


@pytest.mark.parametrize(
    ("svg", "place", "message"),
    [
        (f"{HEAD}\n<circle></svg>", "2:11", "is not XML: mismatched tag; mend the line, or save the drawing anew"),
        ("", "1:1", "is not XML: no element found; mend the line, or save the drawing anew"),
        ("<html/>", "1:1", "is no SVG drawing: it begins with '<html>'; save it as plain SVG"),
        ("<svg><path/></svg>", "1:1", "has no viewBox, so nobody knows how large it is; add viewBox="),
        (
            f'{HEAD}\n<use href="#froq"/><g id="frog"/></svg>',
            "2:1",
            "there is no id 'froq'; did you mean 'frog'?; mend",
        ),
        (f'{HEAD}<path fill="url(#g)"/></svg>', "1:59", "there is no id 'g'; mend the name, or draw it"),
        (f'{HEAD}<use href="pond.svg#frog"/></svg>', "1:59", "'pond.svg#frog' is in another file, which isn't read"),
        (f'{HEAD}<g fill="redd"/></svg>', "1:59", "'fill': 'redd' is no colour; did you mean 'red'?; mend it"),
        (f'{HEAD}<g style="a: b; stroke: #12"/></svg>', "1:59", "'stroke': '#12' is no colour; mend it"),
        (f"{HEAD}<circel r='2'/></svg>", "1:59", "'<circel>' is no element of SVG; did you mean 'circle'?; mend"),
        (f"{HEAD}<g stroke-widht='2'/></svg>", "1:59", "'stroke-widht' is nothing that a drawing has; did you mean"),
        (f"{HEAD}<g style='fil-opacity: 1'/></svg>", "1:59", "'fil-opacity' is nothing that a drawing has; did you"),
        (f"{HEAD}<foreignObject/></svg>", "1:59", "'<foreignObject>' isn't printed; draw it in another way"),
        (f"{HEAD}<filter><feGaussianBlur/></filter></svg>", "1:67", "'<feGaussianBlur>' isn't printed"),
        (f'{HEAD}<g filter="blur(2px)"/></svg>', "1:59", "'filter: blur(2px)' isn't printed; draw it in another way"),
        (f'{HEAD}<g style="mix-blend-mode:multiply"/></svg>', "1:59", "'mix-blend-mode: multiply' isn't printed; draw"),
        (f'{HEAD}<g fill="NONE"/></svg>', "1:59", "'fill': 'NONE' is no colour; did you mean 'none'?; mend it"),
        (
            f'{HEAD}<g fill="var(--ink)"/></svg>',
            "1:59",
            "'fill': 'var(--ink)' is a variable, which a drawing can't have",
        ),
        (
            f'{HEAD}<g fill="url(#c)"/><clipPath id="c"/></svg>',
            "1:59",
            "'fill' names 'c', which is a 'clippath' and no gradient or pattern; mend the name",
        ),
        (
            f"{HEAD}<style>\n.a {{\n fill: redd }}</style></svg>",
            "3:1",
            "'fill': 'redd' is no colour; did you mean 'red'?",
        ),
        (f"{HEAD}<style>.a {{ fil-opacity: 1 }}</style></svg>", "1:1", "'fil-opacity' is nothing that a drawing has"),
        (f"{HEAD}<style>\n.a {{ stroke: url(#g) }}</style></svg>", "2:1", "there is no id 'g'; mend the name"),
        (f"{HEAD}<style>.a {{ filter: blur(2px) }}</style></svg>", "1:1", "'filter: blur(2px)' isn't printed"),
        (f"{HEAD}<style>@media print {{ .a {{}} }}</style></svg>", "1:1", "'@media' isn't printed in a drawing; write"),
        (
            f"{HEAD}<style>.a:hovr {{ fill: red }}</style></svg>",
            "1:1",
            "'.a:hovr' is no selector that can be printed by",
        ),
        (f"{HEAD}<style>.a {{ fill: red }} }}</style></svg>", "1:1", "this is no style that can be read: "),
        (
            f'{HEAD}<linearGradient id="g"/><g fill="url(#g)"><text>x</text></g></svg>',
            "1:101",
            "not every program prints text in the gradient 'g'; say gradientUnits=\"userSpaceOnUse\" of it, with",
        ),
        (
            f'{HEAD}<linearGradient id="g"/><text>x<tspan style="fill:url(#g)">y</tspan></text></svg>',
            "1:90",
            "not every program prints text in the gradient 'g'",
        ),
    ],
)
def test_what_can_not_be_printed_of_a_drawing_is_told_with_its_line(drawing, svg, place, message):
    problems = read_svg(drawing(svg)).problems
    assert (problems[0].place.within, problems[0].check) == (place, "pictures")
    assert problems[0].message.startswith(message)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ('<g transform="rotate(45deg) trnslate(10)"/>', "'transform' can't be read: 'trnslate' is no function of a tr"),
        ('<g transform="rotate(4 5)"/>', "'transform' can't be read: 'rotate' has 2 numbers; it has 1 or 3; mend it"),
        ('<g transform="scale(2"/>', "'transform' can't be read: 'scale(2' is no function with numbers; mend it"),
        ('<rect width="abc"/>', "'width' can't be read: it is no length; mend it"),
        ('<g style="stroke-width: 1 px"/>', "'stroke-width' can't be read: it is no length; mend it"),
        ("<style>a { stroke-width: thick }</style>", "'stroke-width' can't be read: it is no length; mend it"),
        ('<polygon points="10,10 20"/>', "'points' can't be read: it has 3 numbers, and each point has two; mend it"),
        ('<polygon points="10,10 2O,20"/>', "'points' can't be read: 'O,20' is no number; mend it"),
        ('<path d="M10 10 L200 200 X 5 Z"/>', "'d' can't be read: 'X 5 Z' is no command of a path; is a letter"),
        ('<path d="M10 10 L200 Z"/>', "'d' can't be read: 'L200 Z' lacks numbers of the command 'L'; mend it"),
        ('<path d="M1 1L2 2 3Z"/>', "'d' can't be read: '3Z' is no command of a path; is a letter before it wrong"),
        ('<path d="10 10 L2 2"/>', "'d' can't be read: '10 10 L2 2' is no command of a path"),
        ('<path d="L2 2"/>', "'d' can't be read: it begins with 'L2 2'; a path begins with M and a point; mend it"),
        ('<g opacity="half"/>', "'opacity' can't be read: it is no number and no percentage; mend it"),
        ('<g stroke-linecap="ruond"/>', "'stroke-linecap' can't be read: it is none of butt, round, square; did you"),
        ('<text><textPath href="#z">x</textPath></text>', "there is no id 'z'; mend the name, or draw it"),
        ('<mask id="m"/><g mask="url(#m)"/>', "what has the mask 'm' isn't printed as drawn, for the mask is measured"),
    ],
)
def test_a_value_that_can_not_be_read_is_told_with_its_line(drawing, tmp_path, shape, message):
    (problem,) = read_svg(drawing(f"{HEAD}\n{shape}</svg>")).problems
    assert problem.place.line == 2 and problem.message.startswith(message)
    face = tmp_path / "face.html.j2"
    face.write_text(f"{HEAD}\n{shape}</svg>")
    assert [one.message for one in problems_in_templates([face])] == [problem.message]


def test_values_as_programs_write_them_are_none_to_tell(drawing):
    shapes = (
        '<path d="m1,1-2.5.5.5-1e-3 0 2z M0 0h9v9H0V0zc1 2 3 4 5 6s1 2 3 4q1 2 3 4t1 2a1 1 0 0110 10A1,1,0,1,0,2,2Z"/>'
        '<path d=" M 1 1\n L 2 2 3 3 "/><path d=""/><polygon points=" 1,2 3 4\n-5-6 "/><polyline points=""/>'
        '<g transform=" translate(1) , rotate(45deg 1 2)scale(-1,1)skewX(3) matrix(1 0 0 1 -2-3) "/>'
        '<rect x="1mm" y="-.5" width="50%" height="1e1" rx="2px" style="stroke-width:1.5px;opacity:50%"/>'
        '<text x="1 2,3" dx="1"><tspan dy="1em">x</tspan></text><g transform="none" stroke-dasharray="1,2 3"/>'
        '<mask id="m" maskUnits="userSpaceOnUse"/><g mask="url(#m)" stroke-width="inherit"/>'
    )
    assert read_svg(drawing(f"{HEAD}{shapes}</svg>")).problems == ()


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ("", "paints nothing: there is no shape in it; draw one"),
        ("<defs/><g><title>x</title></g>", "paints nothing: there is no shape in it; draw one"),
        ('<circle cx="30" r="4"/><rect y="9" width="9" height="9"/>', "no shape is within the viewBox '0 0 9 9'; move"),
        ('<polygon points="-5,1 -1,1 -3,4"/>', "no shape is within the viewBox '0 0 9 9'; move the shapes, or mend"),
        ('<circle cx="30" r="4"/><circle cx="12" r="4"/>', ""),
        ('<g transform="translate(-30)"><circle cx="30" r="4"/></g>', ""),
        ('<circle cx="30" r="4"/><path d="M0 0h9"/>', ""),
        ('<rect x="50%" y="1mm" width="9" height="9"/>', ""),
    ],
)
def test_a_drawing_of_which_nothing_is_seen_is_told(drawing, shapes, message):
    problems = read_svg(drawing(f"{HEAD}{shapes}</svg>")).problems
    assert len(problems) == bool(message) and all(one.message.startswith(message) for one in problems)


def test_what_may_stand_for_a_colour_is_none_to_tell(drawing):
    paints = (
        "#fff",
        "#A1b2C3",
        "none",
        "currentColor",
        "rgb(1, 2, 3)",
        "url(#g) red",
        "inherit",
        "DarkRed",
        "hsl(1,2%,3%)",
    )
    shapes = "".join(f'<g fill="{paint}" style="stroke : {paint} ; fill-rule:evenodd"/>' for paint in paints)
    assert read_svg(drawing(f'{HEAD}<pattern id="g"/><path/>{shapes}</svg>')).problems == ()


@pytest.mark.parametrize(
    "svg",
    [
        '<linearGradient id="g"/><text fill="#000">x</text><path fill="url(#g)"/>',
        '<linearGradient id="g" gradientUnits="userSpaceOnUse"/><text fill="url(#g)">x</text>',
        '<linearGradient id="f" gradientUnits="userSpaceOnUse"/><linearGradient id="g" href="#f"/>'
        '<text fill="url(#g)">x</text>',
        '<linearGradient id="g"/><g fill="url(#g)"><text fill="red">x</text></g><text>y</text>',
        '<pattern id="g"/><text fill="url(#g)">x</text>',
        "<style>/* a > b */ .a:hover, #b > path { fill: RED; paint-order: normal } @font-face {}</style>",
        '<g style="filter:none;mix-blend-mode:normal;vector-effect:none;text-decoration:none"/>',
        '<filter id="f"><feOffset dx="1"/></filter><g filter="url(#f)"/>',
    ],
)
def test_what_every_program_prints_is_none_to_tell(drawing, svg):
    assert read_svg(drawing(f"{HEAD}<path/>{svg}</svg>")).problems == ()


def test_a_drawing_in_another_encoding_is_told_with_its_line(drawing):
    [problem] = read_svg(drawing(f"{HEAD}\n<text>é</text></svg>", "latin-1")).problems
    assert (problem.place.within, problem.message) == ("2", "is not UTF-8 text; save it in that encoding")


def test_an_icon_has_no_size_of_its_own_and_no_prologue(drawing):
    svg = '<?xml version="1.0"?><svg viewBox="0 0 9 9" style="height:512px;width:512px"><path/></svg>\n'
    found = read_svg(drawing(svg))
    assert (found.icon, found.problems) == ('<svg viewBox="0 0 9 9" style=""><path/></svg>', ())
    assert read_svg(drawing('<svg width="9" height="8"/>')).icon == '<svg viewBox="0 0 9 8"/>'


def test_of_a_drawing_in_a_template_what_is_written_is_judged_and_what_is_filled_in_is_not(tmp_path):
    face, macros = tmp_path / "face.html.j2", tmp_path / "macros.html.j2"
    macros.write_text('{% macro reeds(n) %}<g id="reed"/><linearGradient id="pond-{{ n }}"/>{% endmacro %}')
    face.write_text(
        '<p fill="redd">{# <svg><circel/></svg> #}\n<svg viewBox="0 0 9 9"><use href="#reed"/><use href="{{ a }}"/>'
        '<g fill="{{ ink }}" stroke="{% if a %}redd{% endif %}" {{ more }}/><g fill="url(#pond-2)"/>\n'
        '<use href="#gone"/><clipPath/></svg><circel/>'
    )
    found = [(problem.place.within, problem.message) for problem in problems_in_templates([face, macros])]
    assert found == [("3:1", "there is no id 'gone'; mend the name, or draw it")]
