"""Templates filled in with records: the markup of each face, with words, drawings, icons and typefaces.

``templates`` fills them in; ``template_functions`` has what a template may call, ``sandbox`` what it may not. ``look``,
``palette``, ``icons``, ``typefaces`` and ``drawings`` are what a page is made of. The other modules have the content of
one sort of page each: a report of changes (``change_report``, ``change_lines``, ``change_line_parts``,
``change_page``), the errata (``errata_log``), the reference (``reference_book``), worked examples (``worked_examples``,
``worked_example_lines``), rulings (``rulings_by_system``), the decks of a box (``decks_of_edition``).
"""
