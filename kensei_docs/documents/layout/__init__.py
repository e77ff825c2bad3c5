"""Lays out markup with WeasyPrint: each face in type that is small enough, and its text in columns and on pages.

``faces`` lays out faces together, with ``text_fitting``, which measures what runs over and makes type smaller.
``legibility`` finds what nobody can read on the ``painted_page``, ``style_findings`` what the renderer can't print.
``columns`` makes pages of text in columns, with running heads and page references, and divides what is higher than a
page. ``workers`` divides the work among processes, ``renderer`` is WeasyPrint.
"""
