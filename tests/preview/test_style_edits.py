"""What is changed in a style sheet, and that all else of it stays, byte by byte."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import cssselect2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.preview.style_edits import Named, names_in, rules_in, with_rule, with_values

COMMENTED = """/* Lengths are those of the finished card. */
.name { position: absolute; left: 6mm; top: 8mm /* below the cut */; width: 51mm;
        line-height: 1.15; color: red }
@media print { .name { left: 1mm } }

.text {
\tleft: 6mm;   /* as the name */
\ttop: calc(20mm + 6mm) !important;
}
.foot, .stamp { bottom: 5mm; left: 6mm }
"""


def element_in(html: str, wanted: str) -> cssselect2.ElementWrapper:
    """Return the element with an attribute ``here``, or a class, of some markup."""
    root = cssselect2.ElementWrapper.from_html_root(ElementTree.fromstring(html))
    return next(one for one in root.iter_subtree() if wanted in one.classes)


@pytest.mark.parametrize(
    ("css", "values", "changed"),
    [
        (".a { left: 1mm; top: 2mm }", {"left": "9mm"}, ".a { left: 9mm; top: 2mm }"),
        (".a{left:1mm}", {"left": "9mm", "top": "8mm"}, ".a{left:9mm;\n  top: 8mm}"),
        (".a {}", {"left": "9mm"}, ".a {\n  left: 9mm;\n}"),
        (".a { left:; }", {"left": "9mm"}, ".a { left: 9mm; }"),
        # A remark, what is important, and how lines end and begin stay.
        (".a { left: 1mm /* why */ !important }", {"left": "9mm"}, ".a { left: 9mm /* why */ !important }"),
        (".a {\r\n\tleft: 1mm; /* why */\r\n}", {"top": "8mm"}, ".a {\r\n\tleft: 1mm; /* why */\r\n\ttop: 8mm;\r\n}"),
        # A shorthand behind the property would go before it.
        (".a { left: 1mm; inset: 0 }", {"left": "9mm"}, ".a { left: 1mm; inset: 0;\n  left: 9mm }"),
        (".a{margin:0!important}", {"margin-top": "9mm"}, ".a{margin:0!important;\n  margin-top: 9mm !important}"),
        # The last one counts, but for one that is important.
        (".a { left: 1mm; left: 2mm }", {"left": "9mm"}, ".a { left: 1mm; left: 9mm }"),
        (".a { left: 1mm !important; left: 2mm }", {"left": "9mm"}, ".a { left: 9mm !important; left: 2mm }"),
        # What looks like a declaration and is none.
        (".a { b { left: 1mm } left: 2mm }", {"left": "9mm"}, ".a { b { left: 1mm } left: 9mm }"),
        (".a { content: 'left: 1mm; }'; left: 2mm }", {"left": "9mm"}, ".a { content: 'left: 1mm; }'; left: 9mm }"),
    ],
)  # fmt: skip
def test_a_property_is_changed_in_place_or_gets_a_line_of_its_own(
    css: str, values: dict[str, str], changed: str
) -> None:
    assert with_values(css, rules_in(css)[0], values) == changed


def test_rules_are_those_that_always_hold_with_what_they_declare() -> None:
    found = [
        (rule.selector, {one.name: COMMENTED[one.start : one.end] for one in rule.declarations})
        for rule in rules_in(COMMENTED)
    ]
    assert found == [
        (
            ".name",
            {
                "position": "absolute",
                "left": "6mm",
                "top": "8mm",
                "width": "51mm",
                "line-height": "1.15",
                "color": "red",
            },
        ),
        (".text", {"left": "6mm", "top": "calc(20mm + 6mm)"}),
        (".foot, .stamp", {"bottom": "5mm", "left": "6mm"}),
    ]  # fmt: skip
    assert names_in(COMMENTED + "#one:not(.two) > p { left: 0 }") == {
        ".name", ".text", ".foot", ".stamp", "#one", ".two"
    }  # fmt: skip
    for css in (".open { left: 1mm", ".open { a { left: 1mm }", ".open { left: 'x }", ".open { left: 1mm /* }"):
        assert rules_in(css) == []


def test_a_rule_is_added_at_the_end_with_the_ends_of_lines_of_the_file() -> None:
    assert with_rule(".a {}", ".b", {"left": "1mm"}) == ".a {}\n.b {\n  left: 1mm;\n}\n"
    assert with_rule(".a {}\r\n", ".b", {"left": "1mm"}) == ".a {}\r\n.b {\r\n  left: 1mm;\r\n}\r\n"


SHARED = ".foot, .stamp { left: 1mm }\n"
CARD = '<html><body><p class="name big"/><p class="foot"/><p class="stamp"/><p class="bare"/></body></html>'


@pytest.mark.parametrize(
    ("name", "css", "changed"),
    [
        ("name", ".name { left: 1mm }\n", ".name { left: 9mm }\n"),
        # Of two rules, the one whose value counts.
        ("name", ".name.big { left: 2mm }\n.name { left: 1mm }\n", ".name.big { left: 9mm }\n.name { left: 1mm }\n"),
        ("name", ".name { left: 1mm }\n.big { left: 2mm }\n", ".name { left: 1mm }\n.big { left: 9mm }\n"),
        # A rule with other elements stays; the element's own rule gets the value, or a new one.
        ("foot", f"{SHARED}.foot {{ top: 2mm }}\n", f"{SHARED}.foot {{ top: 2mm;\n  left: 9mm }}\n"),
        ("foot", SHARED, f"{SHARED}.foot {{\n  left: 9mm;\n}}\n"),
        ("foot", f".foot {{ top: 2mm }}\n{SHARED}", f".foot {{ top: 2mm }}\n{SHARED}.foot {{\n  left: 9mm;\n}}\n"),
        # A rule about every paragraph is nobody's own.
        ("bare", "p { top: 1mm }\n", "p { top: 1mm }\n.bare {\n  left: 9mm;\n}\n"),
        ("bare", "p:hover::unknown { left: 0 }\n", "p:hover::unknown { left: 0 }\n.bare {\n  left: 9mm;\n}\n"),
    ],
)  # fmt: skip
def test_a_value_is_written_to_the_rule_whose_value_the_element_has(name: str, css: str, changed: str) -> None:
    element = element_in(CARD, name)
    assert Named(element, rules_in(css)).changed(css, f".{name}", {"left": "9mm"}) == changed


def test_several_values_go_into_one_new_rule() -> None:
    named = Named(element_in(CARD, "bare"), [])
    assert named.changed("", ".bare", {"left": "1mm", "top": "2mm"}) == ".bare {\n  left: 1mm;\n  top: 2mm;\n}\n"


def test_elements_that_have_the_same_rule_are_counted() -> None:
    css = "p { top: 0 }\n.same { left: 1mm }"
    html = '<html><body><p class="same"/><p class="same"/><i class="same"/><p class="bare"/></body></html>'
    assert Named(element_in(html, "same"), rules_in(css)).alike == 2
    assert Named(element_in(html, "bare"), rules_in(css)).alike == 0


# Parts of style sheets, whole and broken.
PARTS = st.sampled_from(
    [".a", ".b", " ", "\n", "\r\n", "{", "}", ";", ":", "left", "top: 2mm;", "left: 1mm", "!important", "/*", "*/",
     "/* é */", "'", '"', "(", ")", "@media print", ",", "inset: 0;", "--x: { a: b }", "\\", "\f", "日"]
)  # fmt: skip
SHEETS = st.one_of(
    st.lists(PARTS, max_size=25).map("".join),
    st.lists(PARTS, max_size=25).map(lambda parts: f"{''.join(parts)}\n.a {{ left: 1mm }}\n"),
)
LENGTHS = st.dictionaries(st.sampled_from(["left", "top", "width"]), st.just("77mm"), min_size=1)


@given(SHEETS, st.integers(0, 9), LENGTHS)
def test_all_that_is_not_asked_for_stays(css: str, number: int, values: dict[str, str]) -> None:
    rules = rules_in(css)
    if not rules:
        return
    rule = rules[number % len(rules)]
    changed = with_values(css, rule, values)
    # But for the values that it has, and lines that are put in at one place, it is the same text.
    same = css
    known = {one.start: one for name in values if (one := rule.giving(name)) and one.name == name}
    for start, one in sorted(known.items(), reverse=True):
        is_bare = start == one.end and not css[start - 1].isspace()
        same = f"{same[:start]}{' ' * is_bare}77mm{same[one.end :]}"
    begins = next((n for n, pair in enumerate(zip(same, changed, strict=False)) if len({*pair}) > 1), len(same))
    assert changed[:begins] + changed[begins + len(changed) - len(same) :] == same
    assert (len(changed) > len(same)) == (len(known) < len(values))
    again = rules_in(changed)[rules.index(rule)]
    given_now = {name: one for name in values if (one := again.giving(name))}
    assert {name: changed[one.start : one.end] for name, one in given_now.items()} == values
    # All other declarations are as they were.
    others = [(one.name, css[one.start : one.end]) for one in rule.declarations if one.name not in values]
    assert [(one.name, changed[one.start : one.end]) for one in again.declarations if one.name not in values] == others
    assert [one.selector for one in rules_in(changed)] == [one.selector for one in rules]


def test_the_guide_shows_what_is_written() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "preview.md").read_text(encoding="utf-8")
    before, after = re.findall(r"```css\n(.*?)```", guide, flags=re.S)
    assert with_values(before, rules_in(before)[0], {"left": "8mm"}) == after
