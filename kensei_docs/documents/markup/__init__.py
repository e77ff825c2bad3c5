"""Templates filled in with records: the markup of each face, with words, drawings, icons and typefaces.

``templates`` fills them in; ``template_environment`` has what a template may call, and the sandbox for what it may not.
``look_and_icons``, ``typefaces`` and ``drawings`` are what a page is made of. The other modules have the content of one
sort of page each: the errata and rulings (``errata_and_rulings``), the reference (``reference_book``,
``chapters_and_index``), worked examples (``worked_examples``, ``trace_lines``), the decks of a box
(``decks_of_edition``), heroes (``equipped_hero``).
"""
