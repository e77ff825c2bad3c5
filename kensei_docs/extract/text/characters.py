"""Characters that a text layer garbles: ligatures, doubled glyphs, minus, per cent, inches."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kensei_docs.extract.document import INCH, SILENT
from kensei_docs.figures import with_plain_digits
from kensei_docs.languages import SMALLS, Dictionary, Lexicon

# The letters of each ligature, and plain forms of spaces and hyphens.
LIGATURES = str.maketrans(
    {
        "ﬀ": "ff",
        "ﬁ": "fi",
        "ﬂ": "fl",
        "ﬃ": "ffi",
        "ﬄ": "ffl",
        "ﬅ": "ft",
        "ﬆ": "st",
        "\u00a0": " ",
        "\uf001": "fi",  # where fonts keep their ligatures in the private use area
        "\uf002": "fl",
        "\u00ad": "‐",
        "\u2011": "‐",
        "\ufeff": "",
        "\t": " ",
    }
)
# The groups of letters that fonts usually have a ligature for, the longest first.
PAIRS = ("tti", "tft", "ffi", "ffl", "ti", "tt", "ft", "tf", "ff", "fi", "fl")
# A pair may be lost if a text has it in less than this share of the words that would usually have it, and at least this
# number of words would.
LOST_SHARE, MIN_USUAL_WORDS = 1 / 4, 30
# Other pairs that a font may have a ligature for.
RARE_PAIRS = "ct", "st", "th", "ch", "ck", "fj", "fb", "fh", "fk"
# A character for private use, and a word with one.
PRIVATE = re.compile(rf"[\ue000-\uf8ff{SILENT[0]}-{SILENT[1]}]")
WITH_PRIVATE = re.compile(rf"[^\W\d_]*(?:{PRIVATE.pattern}[^\W\d_]*)+")
MIN_BROKEN_SHARE = 0.03  # a text that lost letters has at least this share of words that no dictionary has
# A soft hyphen inside a word; and one before a figure or a space, as in a font that has no other hyphen.
SOFT, AS_HYPHEN = re.compile(r"(?<=[^\W\d_])\u00ad(?=[^\W\d_])"), re.compile(r"(?<![^\W_])\u00ad|\u00ad(?=\d)")
# The mark of a note behind a word or what ends a part of a sentence: no power, as in m².
CALL = re.compile(r"(?:(?<=[^\W\d_]{3})|(?<=[.,;:!?)\"'”″])|(?<=[^\W\d_])(?![²³]))[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
# Tags of HTML, and the signs of emphasis in Markdown.
MARKUP = re.compile(r"</?(?:b|i|u|em|strong|sup|sub|span|br|p)\b[^<>]{0,60}>", re.I)
EMPHASIS = re.compile(r"(?<![\w*])(\*{1,2})(?=\S)([^*]+?)(?<=\S)\1(?![\w*])")
# The places where a word may end. Those before a space are kept: the next word may be the rest of the word.
MAY_END = re.compile(r"\u200b(?! [^\W\d_])|(?<![^\W\d_])\u200b")
# Some fonts have one glyph for a prime and for the modifier letter that looks like it; the PDF then names the letter.
PRIMES = str.maketrans("\u02b9\u02ba\u02dd", "′″″")
# Glyphs without a known character, and control characters.
UNMAPPED = re.compile(r"\(cid:\d+\)|[\x00-\x08\x0b\x0e-\x1f\ue000-\uf8ff]")
MINUS = re.compile(r"(?<![^\W_])[‐‑‒–−](?=\s?(?:\d|X?D\d))")
# A single mark is of feet where it is a prime, or where two such lengths make an area: 6' x 4'.
FEET = re.compile(r"(?<=\d)\s?′")
AREA_IN_FEET = re.compile(r"(\d+)['’](\s?[x×]\s?)(\d+)['’]")
LOST_INCHES = re.compile(r"(?<=\d)\s?\ufffd")
INCHES = r"""(?P<digit>(?<=[\d½¼¾])\s?)?(?P<mark>["“”″]|''|’’|(?P<quote>[%s]))"""
LOST_PERCENT = re.compile(rf"(?<![\d.,])(\d{{1,3}})\.(?=\s+[{SMALLS}])")


def plain(line: str) -> str:
    """Return a line with ligatures expanded, without markup and marks of notes, and with single spaces.

    A hyphen before a figure is a minus sign, which is written ``-``. Digits and signs of figures are those of ASCII.
    """
    text = with_plain_digits(CALL.sub("", MAY_END.sub("", line)))
    text = UNMAPPED.sub(" ", MARKUP.sub("", text).translate(LIGATURES).translate(PRIMES))
    text = " ".join(undoubled(EMPHASIS.sub(r"\2", text)).split())
    return MINUS.sub("-", text)


def without_soft_hyphens(lines: list[str]) -> list[str]:
    """Return a document's lines without soft hyphens inside words.

    If there are soft hyphens before figures, too, the document has no other hyphens, and they are kept.
    """
    return lines if any(map(AS_HYPHEN.search, lines)) else [SOFT.sub("", line) for line in lines]


def with_ligatures_of_fonts(lines: list[str], lexicon: Lexicon) -> list[str]:
    """Return a document's lines with letters in place of ligatures that a font has in the private use area.

    Such a character is replaced by the pair of letters with which most of its words are known words. The pair has a
    capital letter if the character only begins words, and most of these begin sentences. The character of a glyph that
    its font calls by none may also stand for nothing, as a part of a letter does.
    """
    words = {word for line in lines if PRIVATE.search(line) for word in WITH_PRIVATE.findall(line)}
    pairs: dict[int, str] = {}
    for char in sorted({char for word in words for char in PRIVATE.findall(word)}):
        own = [word.lower() for word in words if set(PRIVATE.findall(word)) == {char}]
        nothing = ("",) if SILENT[0] <= char <= SILENT[1] else ()
        tried = (*nothing, *PAIRS, *RARE_PAIRS)
        known = {pair: sum(word.replace(char, pair) in lexicon for word in own) for pair in tried}
        best = max(known, key=lambda pair: known[pair])
        if known[best] or nothing:
            capital = all(word.startswith(char) for word in own) and _opens_sentences(char, lines)
            pairs[ord(char)] = best.capitalize() if capital else best
    return [line.translate(pairs) for line in lines] if pairs else lines


def _opens_sentences(char: str, lines: Iterable[str]) -> bool:
    """Return whether most words that begin with a character, and are not the first of a line, begin a sentence."""
    before = [found[0] for line in lines if char in line for found in re.finditer(rf"\S(?=\s+\W*{char})", line)]
    return 2 * sum(mark in ".!?:" for mark in before) > len(before)


def undoubled(line: str) -> str:
    """Return a line in which each glyph is doubled (``SShhoooott``) with single glyphs."""
    words = line.split()
    if not words or not all(_is_doubled(word) for word in words):
        return line
    if not any(len(set(filter(str.isalpha, word))) > 2 for word in words):
        return line
    return " ".join(word[::2] for word in words)


def with_inches(line: str, quotes: tuple[str, str] = ("“", "”")) -> str:
    """Return a line in which marks of inches, even lost ones, are ``″``, and those of feet a unit: ``10″``, ``6 ft``.

    A mark that closes a quotation of the same line is kept. ``quotes`` are the language's marks that open a quotation,
    and those that close one.
    """
    opening, closing = (f'{marks}"' for marks in quotes)
    quoted = False

    def read(found: re.Match[str]) -> str:
        nonlocal quoted
        mark, touches = found["mark"], found.string[found.end() :][:1].isalnum()
        is_quote = found["quote"] or (quoted and mark in closing) or (mark == "“" and touches)
        if found["digit"] is not None and not is_quote:
            # A word that touches the mark is no part of the unit.
            return f"{INCH} " if touches else INCH
        if len(mark) == 1 and mark in opening + closing:
            quoted = mark in opening and not (quoted and mark in closing)
        return found.group()

    text = FEET.sub(" ft", AREA_IN_FEET.sub(r"\1 ft\2\3 ft", line))
    return re.sub(INCHES % (opening + closing), read, LOST_INCHES.sub(INCH, text))


def with_percent(line: str, above: str = "", below: str = "") -> str:
    """Return a line with a lost per cent sign restored: ``lose 25. movement`` becomes ``lose 25 % movement``.

    ``above`` and ``below`` are the neighbouring lines of its paragraph. A number at the beginning of a line is the
    number of a list item, unless it is round, as percentages are, and continues a sentence.
    """

    def percent(found: re.Match[str]) -> str:
        opens = found.start() == 0 and not (above[-1:].isalnum() and int(found.group(1)) % 5 == 0)
        return found.group() if opens else f"{found.group(1)} %"

    text = LOST_PERCENT.sub(percent, f"{line} {below}")
    return text[: len(text) - len(below)].strip() if text.endswith(below) else line


def _is_doubled(word: str) -> bool:
    """Return whether each glyph of a word stands twice in a row."""
    return len(word) % 2 == 0 and all(a == b for a, b in zip(word[::2], word[1::2], strict=True))


def lost_pairs(text: str, dictionary: Dictionary | None) -> tuple[str, ...]:
    """Return the pairs of letters that are so rare in a text, compared with its language, that they must be lost."""
    if dictionary is None:
        return ()
    words = re.findall(r"[^\W\d_]+", text)
    # A text whose words are known lost nothing: that it has a pair seldom, as a short text may, proves nothing.
    if sum(word.islower() and word not in dictionary.counts for word in words) < MIN_BROKEN_SHARE * len(words):
        return ()
    found = [word.lower() for word in words]
    usual = {
        pair: len(found) * sum(count for word, count in dictionary.counts.items() if pair in word) / dictionary.total
        for pair in PAIRS
    }
    lost = [pair for pair in PAIRS if sum(pair in word for word in found) < LOST_SHARE * usual[pair]]
    return tuple(lost) if any(usual[pair] >= MIN_USUAL_WORDS for pair in lost) else ()
