"""Lays out markup with WeasyPrint: each face in type that is small enough, and its text in columns and on pages.

``faces`` lays out faces together, with ``type_sizes``; ``defects`` measures what runs over. ``columns_over_pages``
divides text among columns and pages, ``column_filling`` the blocks among columns, and ``page_breaks`` a book of one
column; ``running_heads`` and ``page_references`` fill in the numbers of pages. ``workers`` divides the work among
processes, ``renderer`` is WeasyPrint, ``structure_elements`` its tags.
"""
