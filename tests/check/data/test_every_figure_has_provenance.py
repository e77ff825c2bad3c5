"""every-figure-has-provenance"""

from collections.abc import Callable

DOCUMENT = "documents: [road-book]\n"
TEA = """\
green:
  name: Green
  figures: {steep: 2, cups: 3}
  from:
    - {document: road-book, lines: [4, 4], covers: [%s]}
"""


def test_a_figure_that_was_read_nowhere(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("every-figure-has-provenance", edition=DOCUMENT, teas=TEA % "figures.steep") == [
        "data/editions/tea-road/teas.yaml:3:29: tea/green: 'figures.cups' cites no place of a "
        "document; let 'kensei-docs reconcile FILE --write' find it, or name it under 'from'  "
        "[every-figure-has-provenance]"
    ]


def test_a_group_that_is_covered_covers_its_figures(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("every-figure-has-provenance", edition=DOCUMENT, teas=TEA % "figures") == []


def test_what_an_example_expects_against_the_print_is_no_quotation(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "every-figure-has-provenance",
            edition=DOCUMENT,
            rules="""\
        haggling:
          name: Haggling
          expect: {cups: 4}
          printed: {cups: 5}
          from:
            - {document: road-book, lines: [4, 4], covers: [printed]}
        """,
        )
        == []
    )


def test_an_edition_without_documents_needs_no_places(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("every-figure-has-provenance", teas=TEA % "figures.steep") == []
