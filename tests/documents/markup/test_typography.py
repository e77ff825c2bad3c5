"""Words as they are printed: quotation marks of the language, feet and inches, apostrophes, and the marks of words."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kensei_docs.database.word_markup import MARKS, marked
from kensei_docs.documents.markup.typography import typeset, with_elements, with_quotes
from kensei_docs.languages import codes

SUN = '<svg viewBox="0 0 20 10"><path d="M0 0"/></svg>'


def elements(html):
    return with_elements(html, lambda _: SUN, {"sun": "the sun"}.get)


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("'Ghost'", "‘Ghost’"),
        ("the 'Ghost' isn't here", "the ‘Ghost’ isn’t here"),
        ("'don't move'", "‘don’t move’"),
        ("the archers' reach", "the archers’ reach"),
        ("5' by 6' of the 1990's", "5' by 6' of the 1990’s"),
        ("''halt''", "''halt''"),
        ("' '", "' '"),
        ('"Halt!", he said, "or else."', "“Halt!”, he said, “or else.”"),
        ("\"He said 'go' to 'em\"", "“He said ‘go’ to ’em”"),
        ("\"'Ghost' walks\" ('here')", "“‘Ghost’ walks” (‘here’)"),
        ("'tis rock 'n' roll of the '90s", "’tis rock ’n’ roll of the ’90s"),
        ("O'Brien's 'Round' Tower", "O’Brien’s ‘Round’ Tower"),
        ('5\'10" tall, within 6" of a wall', '5\'10" tall, within 6" of a wall'),
        ('"Level 6" and "a 6" gap"', '“Level 6” and “a 6" gap”'),
        ('a lone " stays', 'a lone " stays'),
        ("wait...", "wait…"),
        ('"\ue0006\ue001" away"', '“\ue0006\ue001" away”'),
    ],
)
def test_straight_marks_become_the_right_ones(words, printed):
    assert typeset(words, "en").replace("\u00a0", " ") == printed


@pytest.mark.parametrize(
    ("language", "printed"),
    [
        ("en", "“Say ‘no’” or ‘yes’"),
        ("es", "«Say “no”» or ‘yes’"),
        ("es_MX", "«Say “no”» or ‘yes’"),
        ("de", "„Say ‚no‘“ or ‚yes‘"),
        ("fr", "«\u00a0Say “no”\u00a0» or ‘yes’"),
        ("ja", "「Say 『no』」 or 「yes」"),
        ("tlh", "“Say ‘no’” or ‘yes’"),
    ],
)
def test_each_language_has_its_own_marks(language, printed):
    assert with_quotes("\"Say 'no'\" or 'yes'", language) == printed


def test_marks_of_words_are_looked_through():
    assert with_quotes(marked('**"Halt!"** and "*go*"'), "en") == marked("**“Halt!”** and “*go*”")


TEXTS = st.lists(st.sampled_from([*"\"'ab 5.,(-", "'tis", "don't", "**"])).map("".join)


@given(TEXTS, st.sampled_from(codes()))
def test_only_straight_marks_change(words, language):
    printed = with_quotes(words, language).replace("\u00a0", "")
    rest = iter(printed)
    for letter in words.replace("\u00a0", ""):
        other = next(rest)
        assert other == letter or letter in "\"'"


@given(TEXTS)
def test_what_is_printed_has_as_many_beginnings_as_ends_and_is_printed_so_again(words):
    printed = with_quotes(words, "en")
    assert printed.count("“") == printed.count("”")
    assert printed.count("‘") <= printed.count("’")


def test_marks_become_elements():
    html = elements(f"<p>{marked('**Charge!** *Now* and')}</p>")
    assert html == "<p><strong>Charge!</strong> <em>Now</em> and</p>"
    assert elements(marked("a\nb\n\nc")) == 'a<br>b<br><span class="next-paragraph"></span>c'


def test_an_icon_is_as_wide_as_it_is_high_by_its_sides_and_stays_with_what_is_beside_it():
    html = elements(f"Take {marked('2{icon:sun}.')}")
    assert html == (
        'Take <span class="whole">2<span class="inline-icon" style="width: 2em">'
        '<svg width="2em" height="1em" viewBox="0 0 20 10"><title>the sun</title><path d="M0 0"/></svg></span>.</span>'
    )


@given(st.text("abc \n", max_size=110), st.sampled_from(["", " ", "<b>x</b>", ".", "\n"]))
@example("e" * 110, " ")
@example('data-field="' + "e" * 90, "<i>")
def test_what_stands_before_an_icon_without_a_blank_stays_with_it_however_long(before, between):
    """A run of letters is parted in one way alone: of many ways, each would be tried, for ever."""
    html = elements(before + between + marked("{icon:sun}"))
    beside = re.search(r"[^\s<>]*\Z", before + between)[0]
    assert html.partition('<span class="inline-icon"')[0] == (
        (before + between).removesuffix(beside) + '<span class="whole">' + beside
    )


def test_a_figure_and_its_icon_stay_on_one_line():
    icon = marked("{icon:sun}")
    pays = elements(
        f'pays <b class="figure">2</b>{icon} and {icon}<b class="figure k">10\u00a0cm</b>, <b>bold</b>{icon}'
    )
    assert [
        part.partition("</span></span>")[0] for part in re.sub("<svg.*?</svg>", "☀", pays).split('<span class="whole">')
    ] == [
        "pays ",
        '<b class="figure">2</b><span class="inline-icon" style="width: 2em">☀',
        '<span class="inline-icon" style="width: 2em">☀</span><b class="figure k">10\u00a0cm</b>,</span> <b>bold</b>',
        '<span class="inline-icon" style="width: 2em">☀',
    ]


@pytest.mark.parametrize(
    "html",
    ['<p title="{}">x</p>', "<style>{}</style>", "<svg><text>{}</text></svg>", "<title>{}</title>", "<!-- {} -->"],
)
def test_where_no_element_can_be_words_are_plain(html):
    words = marked("**Charge** the {icon:sun}")
    assert elements(html.format(words)) == html.format("Charge the the sun")


class Nesting(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("br", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@given(
    st.lists(st.sampled_from(["<p>", "</p>", "<b>", "</b>", "a ", "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3", "\ufdd6"]))
)
def test_elements_are_nested_whatever_a_template_does_to_words(parts):
    depth = []
    for part in parts:
        if part.startswith("</"):
            if not depth or depth[-1] != part[2:-1]:
                return
            depth.pop()
        elif part.startswith("<"):
            depth.append(part[1:-1])
    if depth:
        return
    html = elements("".join(parts))
    parser = Nesting()
    parser.feed(html)
    assert parser.open == []
    assert not MARKS.search(html)
