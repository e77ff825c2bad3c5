"""Columns of a spreadsheet that the vocabulary does not declare: what a column holds is decided by all of its cells.

A game of one's own has columns of its own, ``HP``, ``Faction`` or ``When played``. Numbers, lengths, dice and other
figures become figures of the record, yes and no truth, names of records references, sentences messages that are
translated, and other words a field. Where all cells have one word behind their numbers, ``40 min``, it is the unit of
the column. A head that is almost a known one is not a new column but a slip of the hand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from kensei_docs.database.model import FORMAT_KEYS
from kensei_docs.database.yaml_files import MESSAGES
from kensei_docs.figures import doubt_about, parse
from kensei_docs.slugs import folded, likeliest

# In a column with at least this many figures per other cell, the other cells are reported as mistakes. With fewer
# figures, the column holds words.
_FIGURES_A_SLIP = 3
_DASH = re.compile(r"[\-\u2010-\u2015\u2212]+")
_SENTENCE = re.compile(r"\w\s+\w.*[.!?\u2026][\"'\u201d\u2019\u00bb)\]*_]*$", re.DOTALL)
_LONG = 60  # letters of what is a sentence, even without a stop at its end
_PARTS_OF_LIST = re.compile(r"\s*[;\n]\s*")
# What a column of colours is called there.
COLOURS = "colours"
# What a figure is called in the line that says what a column holds; those of several kinds are "figures".
_SORTS = {"count": "numbers", "length": "lengths", "dice": "dice", "share": "shares"}
_ONE_LETTER = frozenset("xyn")
# A colour as style sheets have it, and one that may have lost its sign: a word of six letters has no digit.
_COLOUR = re.compile(r"#(?:[0-9a-f]{3,4}){1,2}", re.I)
_DIGITS_OF_COLOUR = re.compile(r"(?:[0-9a-f]{3,4}){1,2}", re.I)
_ALMOST_COLOUR = re.compile(r"(?=.*[0-9])(?=.*[a-f])[0-9a-f]{6}", re.I)
# A figure and the word, or the sign of a currency, behind it; with this number of them, the word is the column's unit.
_WITH_UNIT = re.compile(r"(?P<figure>.*\S)\s+(?P<unit>[^\W\d_]+|[€£$¥₩₹])")
_LEAST_WITH_UNIT = 2
# The letters that a word may have more where it stands behind more than one: coin, coins.
_LETTERS_OF_PLURAL = 2
# Keys of the format that are single words, and so may be a column.
_WORDS_OF_FORMAT = frozenset({"icon", "was", "todo", "note"})
# The least number of letters at which a head that differs from a known head by one letter counts as a misspelling of
# it. Shorter heads are often words of their own: "Fame" is not meant as "Name".
_LONG_HEAD = 5

Takes = Literal["text", "figure", "boolean", "list"]


@dataclass(frozen=True)
class Held:
    """What the cells of a column hold: the type that it ``takes``, and the name of that type for readers (``sort``).

    ``odds`` are the indexes of the cells that hold something else. ``sentences``: the cells are texts to translate.
    ``unit`` is the word that stands behind the figures, where it is no unit of the tool's.
    """

    takes: Takes
    sort: str
    sentences: bool = False
    odds: tuple[int, ...] = ()
    unit: str = ""


def is_dash(text: str) -> bool:
    """Return whether a cell has a dash alone, which says in a column of figures that there is none."""
    return bool(_DASH.fullmatch(text))


def is_colour(text: str) -> bool:
    """Return whether a text is a colour in digits, which is no word for players: ``#7a4a12``."""
    return bool(_COLOUR.fullmatch(text))


def lacks_sign_of_colour(text: str, is_of_colours: bool = False) -> bool:
    """Return whether a text is likely a colour without its ``#``; ``is_of_colours``: others like it are colours.

    >>> [lacks_sign_of_colour(text) for text in ("a65a10", "facade", "365810", "#a65a10")]
    [True, False, False, False]
    """
    return bool((_DIGITS_OF_COLOUR if is_of_colours else _ALMOST_COLOUR).fullmatch(text))


def parts_of(text: str) -> list[str]:
    """Return the members of a list in a cell: semicolons and line breaks separate them, commas do not."""
    return [part for part in _PARTS_OF_LIST.split(text) if part]


def held_in(texts: Sequence[str], code: str, answers: Collection[str]) -> Held:
    """Return what the cells of a column hold; empty ``texts`` are left out of account.

    ``code`` is the language of the cells, ``answers`` the words for yes and no, folded.
    """
    filled = [(i, text) for i, text in enumerate(texts) if text and not is_dash(text)]
    if not filled:
        return Held("text", "empty")
    if colours := _colours_in(filled):
        return colours
    others = tuple(i for i, text in filled if not _is_answer(text, answers))
    if not others or (len(filled) - len(others) >= _FIGURES_A_SLIP and len(others) * _FIGURES_A_SLIP < len(filled)):
        return Held("boolean", "yes or no", odds=others)
    kinds = [_figure_kind(text, code) for _, text in filled]
    odds = tuple(i for (i, _), kind in zip(filled, kinds, strict=True) if not kind)
    figures = len(filled) - len(odds)
    if not odds or (figures >= _FIGURES_A_SLIP and len(odds) * _FIGURES_A_SLIP <= figures):
        sorts = {_SORTS.get(kind, "figures") for kind in kinds if kind}
        return Held("figure", sorts.pop() if len(sorts) == 1 else "figures", odds=odds)
    if with_unit := _with_unit(filled, code):
        return with_unit
    if any(_SENTENCE.search(text) or len(text) > _LONG for _, text in filled):
        return Held("text", "sentences", sentences=True)
    if any(len(parts_of(text)) > 1 for _, text in filled):
        return Held("list", "lists")
    return Held("text", "words")


def _colours_in(filled: Sequence[tuple[int, str]]) -> Held | None:
    """Return that cells hold colours, where they do; a few may be something else.

    One that is written as a colour, ``#6b3f2``, is always meant for one; a word is where it is no colour, and many
    others are.
    """
    count = sum(is_colour(text) for _, text in filled)
    # Without any, digits may be colours that lost their sign; the check of colours says so.
    if not count:
        return Held("text", COLOURS) if all(lacks_sign_of_colour(text) for _, text in filled) else None
    others = [
        (i, text)
        for i, text in filled
        if not is_colour(text)
        and not lacks_sign_of_colour(text, is_of_colours=True)
        and text.casefold() not in _names_of_colours()
    ]
    odds = tuple(i for i, _ in others)
    is_slip = count >= _FIGURES_A_SLIP and len(odds) * _FIGURES_A_SLIP <= count
    return Held("text", COLOURS, odds=odds) if is_slip or all(text.startswith("#") for _, text in others) else None


@cache
def _names_of_colours() -> frozenset[str]:
    """Return the words that style sheets have for colours: ``green``."""
    from PIL.ImageColor import colormap

    return frozenset(colormap)


def likeliest_colour(text: str) -> str:
    """Return the word for a colour that is meant by a text, empty where none is near.

    >>> [likeliest_colour(text) for text in ("gren", "#6b3f2")]
    ['green', '']
    """
    return likeliest(text.casefold(), sorted(_names_of_colours())) or ""


def without_unit(text: str) -> str:
    """Return the figure before the word of a cell, ``40 min``; a cell without one is returned as it is."""
    found = _WITH_UNIT.fullmatch(text)
    return found["figure"] if found else text


def _with_unit(filled: Sequence[tuple[int, str]], code: str) -> Held | None:
    """Return that cells hold figures with one unit of the author's own, where they do; a few may be something else."""
    found = ((i, _WITH_UNIT.fullmatch(text)) for i, text in filled)
    units = {i: match["unit"] for i, match in found if match and _figure_kind(match["figure"], code)}
    alike: dict[str, set[int]] = {
        unit: {i for i, other in units.items() if _is_form_of(other, unit)} for unit in units.values()
    }
    unit = max(alike, key=lambda unit: (len(alike[unit]), len(unit)), default="")
    odds = tuple(i for i, _ in filled if i not in alike.get(unit, ()))
    count = len(filled) - len(odds)
    if count < _LEAST_WITH_UNIT or (odds and (count < _FIGURES_A_SLIP or len(odds) * _FIGURES_A_SLIP > count)):
        return None
    return Held("figure", f"numbers in {unit}", odds=odds, unit=unit)


def _is_form_of(word: str, unit: str) -> bool:
    """Return whether a word is a unit, or its form for one thing: coin, coins."""
    return folded(unit).startswith(folded(word)) and len(unit) - len(word) <= _LETTERS_OF_PLURAL


def _is_answer(text: str, answers: Collection[str]) -> bool:
    word = folded(text)
    return word in answers and not word.isdecimal() and (len(word) > 1 or word in _ONE_LETTER)


def _figure_kind(text: str, code: str) -> str:
    """Return the kind of figure that a cell is, empty for words; capitals such as ``HP`` are an outcome elsewhere."""
    figure = parse(text) or parse(text, code)
    if figure:
        return "" if figure.kind == "outcome" else figure.kind
    # It is a figure that can mean two things: the cell says so when it is read.
    return "count" if doubt_about(text) else ""


def path_of(field: str, held: Held, structured: Collection[str]) -> str:
    """Return the path at which a record has a column of one's own; empty where it can have none.

    ``structured`` are the fields in which the tool expects mappings: words under such a head are a message of the
    record's ``rules``, as sentences are.
    """
    if held.takes == "figure":
        return f"figures.{field}"
    if field in MESSAGES and held.takes == "text":
        return field
    is_taken = field in structured or (field in FORMAT_KEYS and field not in _WORDS_OF_FORMAT)
    if held.takes == "text" and (held.sentences or is_taken):
        return f"rules.{field}"
    return "" if is_taken else field


def misspelt(head: str, known: Iterable[str], others: Iterable[str]) -> str:
    """Return the known word that a head is almost, empty without one.

    A letter doubled or out of its place is a slip, one more or less only in a word of some length. Of the ``others``,
    which are columns of other lists, only two letters that changed their places are one.
    """
    word = folded(head)
    for name in known:
        same_letters = sorted(word) == sorted(name) or _undoubled(word) == _undoubled(name)
        if word != name and (same_letters or (len(name) >= _LONG_HEAD and _is_one_off(word, name))):
            return name
    if len(word) >= _LONG_HEAD:
        return next((name for name in others if word != name and _is_swapped(word, name)), "")
    return ""


def _undoubled(word: str) -> str:
    return re.sub(r"(.)\1", r"\1", word)


def _is_swapped(word: str, name: str) -> bool:
    at = [i for i, (one, other) in enumerate(zip(word, name, strict=False)) if one != other]
    return len(word) == len(name) and len(at) == 2 and at[1] == at[0] + 1 and sorted(word) == sorted(name)


def _is_one_off(word: str, name: str) -> bool:
    if abs(len(word) - len(name)) > 1 or word[:1] != name[:1]:
        return False
    at = next((i for i, (one, other) in enumerate(zip(word, name, strict=False)) if one != other), -1)
    if at < 0:
        return True
    return word[at + 1 :] in (name[at + 1 :], name[at:]) or word[at:] == name[at + 1 :]
