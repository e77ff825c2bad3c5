"""Templates filled in with records: the markup of each face, with words, drawings, icons and typefaces.

``templates`` fills them in; ``environment`` has what a template may call, and the sandbox for what it may not.
``looks`` with ``svg``, ``typography``, ``typefaces`` with ``font_families``, and ``drawings`` are what a page is made
of. The other modules have the content of one sort of page each: the ``errata`` and rulings, the ``reference_book``, the
``worked_examples``.
"""
