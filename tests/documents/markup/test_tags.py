"""Elements that are left open, ends of none, quotation marks too few, and characters by a wrong name are told."""

from __future__ import annotations

import pytest

from kensei_docs.documents.markup.tags import faults_of_markup


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("<p><b>x</p>", "<b>|'<b>' is left open; close it with '</b>'"),
        ("<div><p>x</p>", "<div>|'<div>' is left open; close it with '</div>'"),
        ("<p>x</b></p>", "</b>|'</b>' ends no element that is open; take it out, or write '<b>' before it"),
        ('<h1 class="a data-field="b">x</h1>', "<h1 |a quotation mark is missing in the tag '<h1'; write it"),
        ('<p class="a>x</p><p id="b">y</p>', "<p class=\"a|a quotation mark is missing in the tag '<p'; write it"),
        (
            "<p>a&nbps;b</p>",
            "&nbps;|there is no character '&nbps;'; did you mean '&nbsp;'?; write the character itself",
        ),
    ],
)
def test_a_fault_has_its_place_and_a_way_out(html: str, said: str) -> None:
    at, _, message = said.partition("|")
    assert list(faults_of_markup(html)) == [(html.index(at), message)]


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li>a<li>b</ul><table><tr><td>a<td>b</table>",
        "<p>a<br>b<img src='x'/></p>",
        "<p title='a > b' class=c>x &amp; y &nbsp; &#160;</p>",
        """<p style='font-family: "A"'>x</p>""",
        "<svg><g><path d='M0 0'></svg><!-- <b> --><style>p > a {}</style>",
        "<P>x</p>",
        "<svg><path d='M0 0'><svg><g></svg><circle></svg><svg viewBox='0 0 1 1'/>",
    ],
)
def test_what_is_right_is_no_fault(html: str) -> None:
    assert list(faults_of_markup(html)) == []
