"""A line of text ends where the next word has no room, whatever elements stand in it."""

from io import BytesIO

import pdfplumber
import pytest

from kensei_docs.documents.layout.renderer import renderer

WORDS = (
    "Whoever beats a rider may turn all of the blows on the horse instead which has a Defence of 3. It falls "
    "on a 4 and the rider stands beside it for 2 turns or until a friend comes within 6 inches of both."
)


@pytest.fixture(scope="module")
def lines():
    engine = renderer()

    def read(html, width):
        style = engine.style_sheet(
            "@font-face {font-family: plain; src: url(typeface:SourceSansPro-Regular)}"
            f"@page {{size: {width}mm 300mm; margin: 0}} body {{margin: 0; font: 400 9pt plain}} b {{font-weight: 400}}"
        )
        with pdfplumber.open(BytesIO(engine.lay_out(f"<p>{html}</p>", style).write_pdf())) as pdf:
            return pdf.pages[0].extract_text().splitlines()

    return read


def with_figures(words, space=" "):
    """Each figure is an element; the space before it is another one, if so asked."""
    return "".join(
        (space if word[0].isdigit() else " ") + (f"<b>{word}</b>" if word[0].isdigit() else word)
        for word in words.split()
    ).strip()


@pytest.mark.parametrize("width", range(34, 100))
def test_an_element_in_a_line_does_not_change_where_it_ends(lines, width):
    assert lines(with_figures(WORDS), width) == lines(WORDS, width)


@pytest.mark.parametrize("width", range(34, 100, 3))
def test_an_element_that_a_word_is_bound_to_goes_with_it(lines, width):
    bound = "".join(("\u00a0" if word[0].isdigit() else " ") + word for word in WORDS.split()).strip()
    assert lines(with_figures(WORDS, "&nbsp;"), width) == lines(bound, width)
