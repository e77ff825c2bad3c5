"""All thresholds of reading a page, each with its unit and the kind of document that needs it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Lengths are in points (pt) or in ems of the words in question (em)."""

    # What is drawn
    depth: int = 8  # forms inside one another
    thin: float = 2.0  # pt: a shape of at most this height, or width, is a line: borders that browsers fill
    dot: float = 8.0  # pt: as wide and high a shape at most is a dot: browsers draw the bullets of lists
    dot_round: float = 0.2  # of its size: as much its width and its height differ at most
    dot_size: float = 0.6  # em: and no larger is a bullet
    near_side: float = 0.15  # pt: how far from the side of a box its straight part may be
    straight: float = 0.5  # of a side: the least that is straight between rounded corners
    white: int = 250  # of 255: such text, or a shape, is white
    opaque: int = 250  # of 255: what is below such a shape is not seen

    # Words
    raised_size: float = 0.95  # of the word beside it: the numbers of notes are smaller
    raised_least: float = 0.12  # em: how far they are raised
    raised_most: float = 0.75
    raised_gap: float = 0.25  # em
    raised_smallest: float = 0.45  # of the word beside it: what is smaller stands beside a drop capital
    touches: float = -0.2  # em: a letter beside another begins no farther before its end
    mark_gap: float = 1.2  # em: a note begins no farther behind its mark; justified lines have wide spaces
    small_figure: float = 0.15  # em: how far above the line the figures are that a font draws for marks
    small_height: float = 0.55  # em: how high they are at most
    double: float = 0.12  # em: equal letters nearer to one another are printed twice to look bold
    struck_top: float = 0.42  # em: a line that strikes a letter out is nearer to its baseline
    struck_bottom: float = 0.12  # em: and farther from it
    outline: float = 1.2  # em: the shapes of letters are lower
    hyphen: float = 0.1  # em: a soft hyphen that a page shows is wider
    field_size: float = 10.0  # pt: of what is written in a field of a form, where no word stands before it
    cut: float = 1.0  # pt: how far a letter may be outside of what it is clipped to
    word_gap: float = 1.0  # em: a letter beside a word begins no farther away; of a dash PDFium tells no space
    same_word: float = 0.12  # em: letters of one word differ less in their baselines
    level: float = 0.35  # em: words of one line differ less in their baselines

    beside_sign: float = 2.0  # em: the first word of an item is nearer to the sign of a list
    unnamed: float = 0.2  # of the letters of a page: with more that are no characters, it is read from its picture

    # Tables
    snap: float = 3.0  # pt: lines that are nearer are one, and meet
    meets: float = 1.0  # pt: how near the pieces of a rule are to one another, which a program draws cell by cell
    head_apart: float = 0.6  # em: the words of a head are no farther above its rule, and their lines above one another
    grid_words: int = 4  # a column with fewer words has no table
    grid_edge: float = 1.2  # pt: the words of a column begin as near to one another
    grid_apart: float = 2.2  # em: lines that are farther apart are no rows of one table
    grid_few: int = 4  # lines: with fewer, the widest gap has to be wider
    grid_gap_few: float = 0.75  # em
    grid_gap: float = 0.45  # em
    grid_begun: float = 0.4  # of the lines begin at the right edge of a gap, on average
    grid_wider: float = 1.3  # times the spaces of a line: the gaps between its cells are wider
    over_rows: float = 0.2  # of the paragraphs in a grid: with more over several rows, it is text in columns
    full_lines: float = 0.5  # of the lines of columns: with more that have no room for another word, it is text
    row_jump: float = 0.12  # em: between the gaps inside of rows and those between them
    wrapped: float = 0.5  # em: lines of one cell are nearer, from foot to head
    shrunk: float = 0.12  # of its height: at the head and the foot of a word, which may reach into another line
    turned_head: float = 1.5  # em: heads on their side stand no higher above their columns

    # Columns of a page
    gutter: float = 0.7  # em
    gutter_crossed: float = 0.06  # of the lines cross it: headings
    column: float = 0.12  # of the page's width: a column is wider
    full: int = 25  # lines of a page whose columns count for the document
    full_pages: float = 0.05  # of such pages have as many columns: a part in columns behind one in a single column
    beside: int = 6  # lines of a column of a document without a full page
    over_gutter: float = 0.15  # of the lines of a page in one column have a word over the gutters of the document
    across: float = 0.2  # of the lines of a page: as many over a gutter are written across the columns

    # Drop capitals
    dropped: float = 1.7  # times the size of the text
    capital: float = 0.7  # em: the height of a capital letter
    beside_capital: float = 3.0  # em of the text: the first line beside it begins no farther away

    # Page numbers and running heads
    furniture_apart: float = 1.5  # em: how far they stand from the text
    furniture_far: float = 9.0
    furniture_gap: float = 2.0  # em: between parts of one line
    furniture_pages: float = 0.3  # of the pages have them
    artefacts: float = 0.2  # of the words of a page, or of a document, may be in no part of its structure
    artefacts_most: float = 0.6  # of the words of one page of such a document: a head and a number, and two words

    # Notes
    note_size: float = 0.96  # of the size of the text: notes with a plain number are smaller
    note_alike: float = 0.06  # of their size: the lines of a note differ by less
    note_leading: float = 1.9  # em: and are nearer to one another
    note_indent: float = 3.0  # em: and begin nearer to one place

    # Lines
    wide: float = 1.25  # leadings: a wider step down begins another block
    underline: float = 0.3  # em: a rule below a line that is nearer to its baseline underlines it
    underline_ends: float = 0.4  # em: and ends no farther from its words
    underlined: float = 0.8  # of the line have it: spaces may have none
    larger: float = 1.15  # times the size of the text: what is set larger stands out

    wider: float = 1.07  # times the usual width of its letters: a text in a font without a name is bold


LIMITS = Limits()
