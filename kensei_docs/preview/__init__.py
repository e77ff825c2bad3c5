"""The live preview: browsers show the faces of a view, kept up to date while files change, and laid out by hand.

``views`` is what a page shows, ``updates`` the thread that keeps it up to date, ``pictures`` draws it. ``close_look``
is one face with both sides, its bleed and its boxes, which ``layout_edits`` moves: it writes to the style sheet of the
kind by ``style_edits``. ``server`` has the pages.
"""
