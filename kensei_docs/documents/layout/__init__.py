"""Lays out markup with WeasyPrint: each face in type that is small enough, and its text in columns and on pages.

``faces`` lays out faces together, with ``text_fitting``, which measures what runs over and makes type smaller.
``unread_text`` finds what nobody can read, and ``overlaps`` what is printed over text, on the ``painted_page`` with its
``page_boxes``; ``painted_text`` is how a text is painted.
``columns_over_pages`` makes pages of text in columns, with running heads and page references, divided at the
``column_and_page_breaks``; ``divided_blocks`` divides what is higher than a page. ``workers`` divides the work among
processes, ``renderer`` is WeasyPrint.
"""
