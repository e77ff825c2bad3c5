"""What a spreadsheet shows of a number that it holds: the words, the sign and the decimals that a cell's format adds.

A format has sections for numbers above zero, below it, and zero (``+0;-0;0``). A section has digits (``#,##0.0``) and
text around them: in quotes, behind a backslash, or a sign as it stands.
"""

from __future__ import annotations

import re

from kensei_docs.figures import figure_in

_SECTION = re.compile(r'((?:"[^"]*"|\\.|[^;"\\])*)(?:;|$)')
# In a section: text in quotes, a character, what shows no text (a colour, a gap, a filling), digits, a sign.
_PIECE = re.compile(r'"([^"]*)"|\\(.)|(\[[^\]]*\]|[_*].)|([#0?.,]*[#0?][#0?.,]*)|([-+()$€£¥/: %])')
# A section for numbers that a comparison picks.
_PICKED = re.compile(r"\[[<>=]")


def shown_number(value: float, number_format: str) -> tuple[str, float, float]:
    """Return the text of a number with the words and the sign that its format adds; the number held, and the one shown.

    The words count only where they make a figure of it. The numbers differ where a format rounds or scales. Per cent is
    a hundred times what is held.

    >>> shown_number(5, '0" cm"'), shown_number(2.4, "0")
    (('5 cm', 5, 5.0), ('2.4', 2.4, 2.0))
    """
    before, digits, after = _cut(_section_for(value, number_format))
    if "%" in before + after:
        held = value * 100
        return f"{held:.10g} %", held, _rounded(held, digits)
    plain = f"{value:.15g}"
    if value < 0:
        # The section for numbers below zero may say so with brackets, with a colour, or not at all.
        before, after = re.sub(r"[-(]", "", before) + "-", after.replace(")", "")
    text = f"{before}{abs(value):.15g}{after}".strip()
    return text if figure_in(text) else plain, value, _rounded(value, digits)


def _section_for(value: float, number_format: str) -> str:
    """Return the section of a format that a number is shown by; "" for one that is picked in another way."""
    sections = [match[1] for match in _SECTION.finditer(number_format)][:-1]
    if not sections or _PICKED.search(number_format):
        return ""
    if value < 0 and len(sections) > 1:
        return sections[1]
    return sections[2] if value == 0 and len(sections) > 2 else sections[0]


def _cut(section: str) -> tuple[str, str, str]:
    """Return the text before the digits of a section, the digits, and the text behind them.

    All are empty for a section with digits in several places, such as a fraction (``# ?/?``).
    """
    before, digits, after = "", "", ""
    for quoted, escaped, _, number, sign in _PIECE.findall(section):
        if number and digits:
            return "", "", ""
        if number:
            digits = number
        elif digits:
            after += quoted or escaped or sign
        else:
            before += quoted or escaped or sign
    return before, digits, after


def _rounded(value: float, digits: str) -> float:
    """Return a number with the decimals that digits of a format have, in thousands for each comma behind them."""
    if not digits:
        return value
    decimals = digits.partition(".")[2]
    thousands = len(digits) - len(digits.rstrip(","))
    return float(round(value / 1000**thousands, len(decimals.rstrip(","))))
