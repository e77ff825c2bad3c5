"""Words of a page put where they belong: the signs of lists that a file writes apart."""

from __future__ import annotations

from kensei_docs.extract.pdf.page import Piece, with_signs_placed


def test_a_sign_that_the_file_writes_apart_stands_before_its_item() -> None:
    first, second, sign = Piece("Silk", 20, 40, 10, 9), Piece("Hemp", 20, 40, 30, 9), Piece("•", 10, 14, 30, 9)
    assert with_signs_placed([first, second, sign]) == [first, sign, second]


def test_a_sign_behind_a_word_of_its_line_stays_there() -> None:
    """The words at its right are those of the next cell."""
    written = [Piece("silk", 20, 40, 10, 9), Piece("&", 43, 48, 10, 9), Piece("hemp", 20, 40, 20, 9)]
    beside = Piece("9", 55, 59, 10, 9)
    assert with_signs_placed([*written, beside]) == [*written, beside]
