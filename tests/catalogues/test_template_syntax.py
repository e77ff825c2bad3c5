"""What Jinja can't read of a template is said in the words of who writes it, with the line that is meant."""

from __future__ import annotations

import pytest
from jinja2 import Environment, TemplateSyntaxError

from kensei_docs.catalogues.template_syntax import said_of_syntax


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        ("<p>\n{% if a %}\nb\n\n", 2, "'{% if %}' is left open; close it with '{% endif %}'"),
        ("{% for a in b %}\n{% if a %}\n{% endif %}\n", 1, "'{% for %}' is left open; close it with '{% endfor %}'"),
        ("{# {% if a %} #}\n{% for a in b %}", 2, "'{% for %}' is left open; close it with '{% endfor %}'"),
        ("{% set a = 1 %}\n{% if a %}", 2, "'{% if %}' is left open; close it with '{% endif %}'"),
        ("{% if a %}\n{% endfi %}", 2, "'{% endfi %}' is no tag; did you mean 'endif'?; mend the name"),
        ("a\n{% forr a in b %}", 2, "'{% forr %}' is no tag; did you mean 'for'?; mend the name"),
        ("a\n{% endif %}", 2, "'{% endif %}' belongs to no open block; take it out, or open one before it"),
        (
            "{% for a in b %}{% if a %}\n{% endfor %}",
            2,
            "'{% endfor %}' stands where '{% endif %}' should; close the blocks from the inside out",
        ),
        ("a\n{{ b|uper }}", 2, "there is no filter 'uper'; did you mean 'upper'?; mend the name"),
        ("a\n{{ b is definde }}", 2, "there is no test 'definde'; did you mean 'defined'?; mend the name"),
        ("a\n{{ b(“c”) }}", 2, "'“' can't stand here; write a straight quotation mark"),
        ("a\n{# b", 2, "a comment is left open; close it with '#}'"),
        ("a\n{{ b( }}", 2, "unexpected '}', expected ')'; mend the line"),
    ],
)
def test_a_fault_is_told_where_it_begins_with_a_way_out(source: str, line: int, said: str) -> None:
    with pytest.raises(TemplateSyntaxError) as fault:
        Environment().compile(source)
    assert said_of_syntax(str(fault.value.message), source, fault.value.lineno) == (said, line)
