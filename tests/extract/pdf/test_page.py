"""Words of a page put where they belong: the signs of lists that a file writes apart."""

from __future__ import annotations

from kensei_docs.extract.pdf.page import Box, Piece, with_bullets, with_signs_placed


def test_a_sign_that_the_file_writes_apart_stands_before_its_item() -> None:
    first, second, sign = Piece("Silk", 20, 40, 10, 9), Piece("Hemp", 20, 40, 30, 9), Piece("•", 10, 14, 30, 9)
    assert with_signs_placed([first, second, sign]) == [first, sign, second]


def test_a_sign_behind_a_word_of_its_line_stays_there() -> None:
    """The words at its right are those of the next cell."""
    written = [Piece("silk", 20, 40, 10, 9), Piece("&", 43, 48, 10, 9), Piece("hemp", 20, 40, 20, 9)]
    beside = Piece("9", 55, 59, 10, 9)
    assert with_signs_placed([*written, beside]) == [*written, beside]


def dot(x: float, y: float, size: float = 3.0) -> Box:
    """Return a dot with this left edge and this middle."""
    return Box(x, y - size / 2, x + size, y + size / 2)


def test_a_drawn_dot_before_a_line_is_the_bullet_of_an_item() -> None:
    line = [Piece("silk", 20, 40, 10, 9, tag=4), Piece("sails", 43, 60, 10, 9, tag=4)]
    read = with_bullets(line, [dot(10, 7), dot(400, 7), dot(10, 40)])
    assert [(piece.text, piece.tag) for piece in read] == [("•", 4), ("silk", 4), ("sails", 4)]
    assert (read[0].x0, read[0].x1) == (10, 13)


def test_no_dot_in_a_line_in_a_row_of_them_or_as_large_as_a_letter_is_one() -> None:
    line = [Piece("silk", 20, 40, 10, 9), Piece("sails", 50, 66, 10, 9)]
    assert with_bullets(line, [dot(43, 7)]) == line
    assert with_bullets(line, [dot(6, 7), dot(12, 7)]) == line
    assert with_bullets(line, [dot(8, 7, 6.0)]) == line
